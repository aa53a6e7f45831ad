import { expect, it } from "vitest";
import { firstWords, statementOf, withoutHead, withoutIds } from "./readable";

it("reads an id before a statement as a name", () => {
  expect(statementOf("person--omar: Omar is done.")).toEqual({ about: "Omar", text: "Omar is done." });
  expect(statementOf("project--heron-two: It ships: in May.")).toEqual({ about: "Heron two", text: "It ships: in May." });
  expect(statementOf("Nothing before it.")).toEqual({ about: null, text: "Nothing before it." });
});

it("reads the head of an entity's file as its label, and hides nothing of the rest", () => {
  expect(withoutHead("# project--heron <!-- Type: project | Label: Heron | Created: 2026-10-19 -->")).toBe("Heron");
  expect(withoutHead("# project--heron <!-- Type: project | Label: Heron --> Ships in June.")).toBe("Heron — Ships in June.");
  expect(withoutHead("<!-- Label: x --> y")).toBe("<!-- Label: x --> y");
});

it("knows a text by its first words", () => {
  expect(firstWords("Sam likes tea.")).toBe("Sam likes tea.");
  expect(firstWords("Sam likes\n tea in the afternoon.", 20)).toBe("Sam likes tea in the…");
  expect(firstWords("Sam likes tea, not coffee.", 16)).toBe("Sam likes tea…");
  expect(firstWords("山田さんは午後にお茶を飲むのが好きです", 6)).toBe("山田さんは午…");
  expect(firstWords("Sam\u200b \u202elikes tea.")).toBe("Sam likes tea.");
});

it("says what an undo took back, however deep it goes", () => {
  expect(withoutIds("undid m-1a1f94c8be79 (event: The dentist moved)")).toBe("undid “event: The dentist moved”");
  expect(withoutIds("undid m-1a (undid m-2b (event: x (y)))")).toBe("undid “undid “event: x (y)””");
  expect(withoutIds("undid session s-3 (2 mutations)")).toBe("undid session s-3 (2 mutations)");
});
