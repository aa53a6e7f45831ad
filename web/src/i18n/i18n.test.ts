import { expect, it } from "vitest";
import { fill, type Key, LANGUAGES, translator } from ".";
import { en } from "./en";

it("puts values in and chooses by number", () => {
  expect(fill("{n} {n|memory|memories}", { n: 1 }, "en")).toBe("1 memory");
  expect(fill("{n} {n|memory|memories}", { n: 1200 }, "en")).toBe("1,200 memories");
  expect(fill("Remember: {text}", { text: "<b>" }, "en")).toBe("Remember: <b>");
});

it("shows a word that has no text as it is", () => {
  expect(translator("en", en)("state.resting" as Key)).toBe("resting");
});

it("has every text in every language, with the same values", async () => {
  const values = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]))].toSorted();
  for (const [locale, { load }] of Object.entries(LANGUAGES)) {
    const catalogue = await load();
    for (const [key, text] of Object.entries(en)) {
      const told = catalogue[key as keyof typeof en];
      expect(told, `${locale} ${key}`).toBeTruthy();
      expect(values(told ?? ""), `${locale} ${key}`).toEqual(values(text));
    }
  }
});
