import { expect, it } from "vitest";
import { diffLines, takenBack } from "./diff";

it("numbers both sides of a diff", () => {
  const lines = diffLines("--- a/SOUL.md\n+++ b/SOUL.md\n@@ -3,2 +3,3 @@\n same\n-old\n+new\n+--- more\n");
  expect(lines.map(({ kind, old, new: after }) => [kind, old, after])).toEqual([
    ["file", null, null],
    ["hunk", null, null],
    ["same", 3, 3],
    ["removed", 4, null],
    ["added", null, 4],
    ["added", null, 5],
  ]);
  expect(lines[0]?.text).toBe("SOUL.md");
});

it("is turned round by an undo", () => {
  const lines = takenBack(diffLines("--- a/SOUL.md\n+++ b/SOUL.md\n@@ -3,2 +3,3 @@\n same\n-old\n+new\n"));
  expect(lines.map(({ kind, text, old, new: after }) => [kind, text, old, after])).toEqual([
    ["file", "SOUL.md", null, null],
    ["same", "same", 3, 3],
    ["added", "old", null, 4],
    ["removed", "new", 4, null],
  ]);
});

it("has nothing to show for nothing", () => {
  expect(diffLines("")).toEqual([]);
});
