import { expect, it } from "vitest";
import { statementOf, withoutHead, withoutIds } from "./readable";

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

it("says what an undo took back, however deep it goes", () => {
  expect(withoutIds("undid m-1a1f94c8be79 (event: The dentist moved)")).toBe("undid “event: The dentist moved”");
  expect(withoutIds("undid m-1a (undid m-2b (event: x (y)))")).toBe("undid “undid “event: x (y)””");
  expect(withoutIds("undid session s-3 (2 mutations)")).toBe("undid session s-3 (2 mutations)");
});
