// A value kept in this browser, such as the theme.
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useStored(key: string, initial: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => localStorage.getItem(key) ?? initial);
  const set = (next: string) => {
    localStorage.setItem(key, next);
    listeners.forEach((listener) => listener());
  };
  return [value, set];
}
