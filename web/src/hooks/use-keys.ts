import { useEffect, useLayoutEffect, useRef } from "react";

type Keys = Record<string, () => void>;

function typesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** Single keys that do something while nobody types and no dialog is open. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  // With what is shown, not after it: a key that follows at once means what the page says.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typesText(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      const run = latest.current[event.key];
      if (run) {
        event.preventDefault();
        run();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
