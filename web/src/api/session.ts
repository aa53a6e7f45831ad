// The token of this tab. It is kept for the tab's life and never put into an address.
const KEY = "soul.token";

type Listener = () => void;
const listeners = new Set<Listener>();
let token: string | null = sessionStorage.getItem(KEY);

export function getToken(): string | null {
  return token;
}

export function signIn(text: string): void {
  token = text;
  sessionStorage.setItem(KEY, text);
  listeners.forEach((listener) => listener());
}

export function signOut(): void {
  token = null;
  sessionStorage.removeItem(KEY);
  listeners.forEach((listener) => listener());
}

/** The key that opens the approval lock for a few minutes. It is kept in memory only. */
let unlock: { key: string; until: number } | null = null;

export function getUnlock(): string | null {
  return unlock && unlock.until > Date.now() ? unlock.key : null;
}

export function setUnlock(key: string, expires: string): void {
  unlock = { key, until: Date.parse(expires) };
  listeners.forEach((listener) => listener());
}

export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
