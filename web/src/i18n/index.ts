// Text by key, in the reader's language. English is inside; other catalogues are fetched when chosen.
import { createContext, useContext } from "react";
import { en } from "./en";

export type Key = keyof typeof en;
/** Whether there is a text of this name. */
export function isKey(key: string): key is Key {
  return key in en;
}

export type Catalogue = Partial<Record<Key, string>>;

export const LANGUAGES: Record<string, { name: string; load: () => Promise<Catalogue> }> = {
  en: { name: "English", load: async () => en },
  zh: { name: "中文", load: async () => (await import("./zh")).zh },
  de: { name: "Deutsch", load: async () => (await import("./de")).de },
  es: { name: "Español", load: async () => (await import("./es")).es },
  fr: { name: "Français", load: async () => (await import("./fr")).fr },
  ja: { name: "日本語", load: async () => (await import("./ja")).ja },
};

export type Translate = (key: Key, values?: Record<string, string | number>) => string;

/** The text of a key with its values put in; `{n|one|other}` chooses by number. */
export function fill(text: string, values: Record<string, string | number>, locale: string): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
    const found = values[name];
    if (found === undefined) return whole;
    if (one === undefined || other === undefined) return typeof found === "number" ? found.toLocaleString(locale) : found;
    return new Intl.PluralRules(locale).select(Number(found)) === "one" ? one : other;
  });
}

/** The text for a word of the gateway's where there is one, else the word. */
export function worded(prefix: string, word: string, t: Translate): string {
  const key = `${prefix}.${word}`;
  return isKey(key) ? t(key) : word;
}

export function translator(locale: string, catalogue: Catalogue): Translate {
  // A word that has no text yet, such as a new state of the gateway's, is shown as it is.
  return (key, values = {}) => fill(catalogue[key] ?? (isKey(key) ? en[key] : String(key).replace(/^\w+\./, "")), values, locale);
}

/** The reader's own form of the language, such as en-GB, for dates and numbers. */
function regional(locale: string): string {
  return navigator.languages.find((one) => one.startsWith(locale)) ?? locale;
}

export function languageOf(locale: string, catalogue: Catalogue): Language {
  return { locale: regional(locale), t: translator(locale, catalogue) };
}

export interface Language {
  locale: string;
  t: Translate;
}

export const LanguageContext = createContext<Language>({ locale: "en", t: translator("en", en) });

export function useLanguage(): Language {
  return useContext(LanguageContext);
}
