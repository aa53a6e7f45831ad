// The site map. The first page comes at once; the others are fetched while nothing else is to be done, or when they are opened.
import { type ComponentType, lazy } from "react";
import { createBrowserRouter } from "react-router";
import { Shell } from "./components/Shell";
import { SignedIn } from "./components/SignedIn";
import { BrokenPage } from "./pages/BrokenPage";
import { HomePage } from "./pages/HomePage";
import { NotFoundPage } from "./pages/NotFoundPage";
import { SignInPage } from "./pages/SignInPage";
import { StartPage } from "./pages/StartPage";

const PAGES = {
  chat: () => import("./pages/ChatPage").then((page) => page.ChatPage),
  context: () => import("./pages/ContextPage").then((page) => page.ContextPage),
  files: () => import("./pages/FilesPage").then((page) => page.FilesPage),
  graph: () => import("./pages/GraphPage").then((page) => page.GraphPage),
  history: () => import("./pages/HistoryPage").then((page) => page.HistoryPage),
  memories: () => import("./pages/MemoriesPage").then((page) => page.MemoriesPage),
  review: () => import("./pages/ReviewPage").then((page) => page.ReviewPage),
  search: () => import("./pages/SearchPage").then((page) => page.SearchPage),
  settings: () => import("./pages/SettingsPage").then((page) => page.SettingsPage),
};

function later(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }));
}

const ChatPage = later(PAGES.chat);
const ContextPage = later(PAGES.context);
const FilesPage = later(PAGES.files);
const GraphPage = later(PAGES.graph);
const HistoryPage = later(PAGES.history);
const MemoriesPage = later(PAGES.memories);
const ReviewPage = later(PAGES.review);
const SearchPage = later(PAGES.search);
const SettingsPage = later(PAGES.settings);

/** Fetches the pages that were not opened yet, so that each opens at once; a fetch that fails is tried again when it is opened. */
export async function fetchPages(): Promise<void> {
  const palette = () => import("./components/CommandPalette");
  for (const load of [palette, ...Object.values(PAGES)]) await load().catch(() => undefined);
}

export const router = createBrowserRouter([
  { path: "/sign-in", element: <SignInPage /> },
  {
    element: <SignedIn />,
    children: [
      { path: "/", element: <StartPage /> },
      {
        path: "/a/:agent",
        element: <Shell />,
        children: [{ errorElement: <BrokenPage />, children: [
          { index: true, element: <HomePage /> },
          { path: "chat/:session?", element: <ChatPage /> },
          { path: "memories", element: <MemoriesPage /> },
          { path: "memories/:id", element: <MemoriesPage /> },
          { path: "search", element: <SearchPage /> },
          { path: "review", element: <ReviewPage /> },
          { path: "files/*", element: <FilesPage /> },
          { path: "history", element: <HistoryPage /> },
          { path: "history/:id", element: <HistoryPage /> },
          { path: "context", element: <ContextPage /> },
          { path: "graph", element: <GraphPage /> },
          { path: "settings/:tab?", element: <SettingsPage /> },
          { path: "*", element: <NotFoundPage /> },
        ] }],
      },
    ],
  },
  { path: "*", element: <NotFoundPage /> },
]);
