// Everywhere one can go, for the side bar and the command palette.
import type { Key } from "../i18n";
import type { IconName } from "../ui/Icon";

export interface Place {
  path: string;
  label: Key;
  icon: IconName;
  key: string;
}

export const PLACES: Place[] = [
  { path: "", label: "nav.home", icon: "home", key: "h" },
  { path: "chat", label: "nav.chat", icon: "chat", key: "t" },
  { path: "memories", label: "nav.memories", icon: "memories", key: "m" },
  { path: "search", label: "nav.search", icon: "search", key: "s" },
  { path: "review", label: "nav.review", icon: "review", key: "r" },
  { path: "files", label: "nav.files", icon: "files", key: "f" },
  { path: "history", label: "nav.history", icon: "history", key: "y" },
  { path: "context", label: "nav.context", icon: "context", key: "c" },
  { path: "graph", label: "nav.graph", icon: "graph", key: "g" },
  { path: "settings", label: "nav.settings", icon: "settings", key: "," },
];
