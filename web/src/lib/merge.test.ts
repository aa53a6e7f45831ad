import { expect, it } from "vitest";
import { merge, resolved } from "./merge";

const BASE = "one\ntwo\nthree\nfour\nfive\n";
const kinds = (theirs: string, mine: string, base = BASE) => merge(base, theirs, mine).map((part) => part.kind);

it("takes over what only one side changed", () => {
  const parts = merge(BASE, "zero\none\ntwo\nthree\nfour\nfive\n", "one\ntwo\nthree\nfour\n5\nsix\n");
  expect(parts.map((part) => part.kind)).toEqual(["theirs", "same", "mine"]);
  expect(resolved(parts, [])).toBe("zero\none\ntwo\nthree\nfour\n5\nsix\n");
});

it("asks where both changed the same lines, and keeps both where that is wanted", () => {
  const parts = merge(BASE, "one\nTWO\nthree\nfour\nfive\n", "one\nzwei\nthree\nfour\nfive\n");
  expect(parts[1]).toEqual({ kind: "conflict", base: "two\n", theirs: "TWO\n", mine: "zwei\n" });
  expect(resolved(parts, ["theirs"])).toBe("one\nTWO\nthree\nfour\nfive\n");
  expect(resolved(parts, ["both"])).toBe("one\nTWO\nzwei\nthree\nfour\nfive\n");
  expect(kinds(`${BASE}a\n`, `${BASE}b\n`)).toEqual(["same", "conflict"]);
});

it("sees what both changed alike as no conflict, and what one side removed as removed", () => {
  expect(kinds("one\n", "one\n")).toEqual(["same", "both"]);
  expect(resolved(merge(BASE, "one\nthree\nfour\nfive\n", "one\ntwo\nthree\nfour\nfive\nsix\n"), [])).toBe("one\nthree\nfour\nfive\nsix\n");
  expect(kinds("", "", "")).toEqual([]);
  expect(resolved(merge("", "a\n", ""), [])).toBe("a\n");
  expect(resolved(merge("a", "a\nb", "a"), [])).toBe("a\nb");
});

it("loses no line that one side wrote and nobody took out, whatever the three versions are", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 2000; round++) {
    const base = Array.from({ length: random(9) }, (_, at) => `line ${random(4)}-${at}`);
    const edited = (name: string) => {
      const lines = [...base];
      for (let times = random(4); times > 0; times--) {
        const at = random(lines.length + 1);
        if (random(2)) lines.splice(at, random(3), `${name} ${round}-${times}`);
        else lines.splice(at, random(3));
      }
      return lines;
    };
    const [theirs, mine] = [edited("theirs"), edited("mine")];
    const text = (lines: string[]) => lines.map((line) => `${line}\n`).join("");
    const parts = merge(text(base), text(theirs), text(mine));
    const both = resolved(parts, Array<"both">(parts.length).fill("both"));
    for (const line of [...theirs, ...mine].filter((one) => !one.startsWith("line"))) expect(both).toContain(line);
    for (const side of ["theirs", "mine"] as const) {
      // One side without changes leaves exactly the other.
      const other = side === "theirs" ? mine : theirs;
      const alone = side === "theirs" ? merge(text(base), text(base), text(other)) : merge(text(base), text(other), text(base));
      expect(resolved(alone, [])).toBe(text(other));
    }
  }
});
