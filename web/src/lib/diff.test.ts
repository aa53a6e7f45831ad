import { expect, it } from "vitest";
import { diffLines } from "./diff";

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

it("has nothing to show for nothing", () => {
  expect(diffLines("")).toEqual([]);
});
