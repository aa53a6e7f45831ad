// Three versions of a text brought together, line by line: what only one side changed is taken over, the rest is a conflict.
import { diff } from "@codemirror/merge";

export type Part =
  | { kind: "same"; text: string }
  | { kind: "theirs" | "mine" | "both"; text: string }
  | { kind: "conflict"; base: string; theirs: string; mine: string };

export type Choice = "theirs" | "mine" | "both";

interface Change {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

/** Each different line as one character, so that lines are compared and not letters. */
function coder(): (lines: string[]) => string {
  const known = new Map<string, number>();
  return (lines) =>
    lines
      .map((line) => {
        const code = known.get(line) ?? known.size + 1;
        known.set(line, code);
        return String.fromCharCode(code);
      })
      .join("");
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** One side: its lines, and where they differ from what both began with. */
function sideOf(lines: string[], changes: readonly Change[]) {
  let next = 0;
  let moved = 0;
  return {
    peek: () => changes[next]?.fromA ?? Infinity,
    /** Takes the next change; gives where it ends in the text both began with. */
    take: () => {
      const change = changes[next++];
      moved = change ? change.toB - change.toA : moved;
      return change?.toA ?? 0;
    },
    moved: () => moved,
    text: (from: number, to: number) => lines.slice(from, to).join(""),
  };
}

/** Brings two versions together that began as the same text. */
export function merge(base: string, theirs: string, mine: string): Part[] {
  const code = coder();
  const lines = { base: linesOf(base), theirs: linesOf(theirs), mine: linesOf(mine) };
  const began = code(lines.base);
  const sides = [sideOf(lines.theirs, diff(began, code(lines.theirs))), sideOf(lines.mine, diff(began, code(lines.mine)))] as const;
  const parts: Part[] = [];
  let at = 0;
  const same = (to: number) => {
    if (to > at) parts.push({ kind: "same", text: lines.base.slice(at, to).join("") });
    at = to;
  };
  for (;;) {
    const from = Math.min(sides[0].peek(), sides[1].peek());
    if (from === Infinity) break;
    same(from);
    const before = [sides[0].moved(), sides[1].moved()] as const;
    let to = from;
    const changed = [false, false];
    // What overlaps or touches is one change.
    for (let side = sides.findIndex((one) => one.peek() <= to); side >= 0; side = sides.findIndex((one) => one.peek() <= to)) {
      changed[side] = true;
      to = Math.max(to, sides[side as 0 | 1].take());
    }
    const [there, here] = [0, 1].map((side) => sides[side as 0 | 1].text(from + (before[side as 0 | 1] ?? 0), to + sides[side as 0 | 1].moved())) as [string, string];
    if (there === here) parts.push({ kind: "both", text: here });
    else if (!changed[1]) parts.push({ kind: "theirs", text: there });
    else if (!changed[0]) parts.push({ kind: "mine", text: here });
    else parts.push({ kind: "conflict", base: lines.base.slice(from, to).join(""), theirs: there, mine: here });
    at = to;
  }
  same(lines.base.length);
  return parts;
}

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** The text that results from what was chosen for each conflict; where nothing was chosen yet, one's own. */
export function resolved(parts: Part[], choices: readonly (Choice | undefined)[]): string {
  let conflict = 0;
  return parts.reduce((text, part) => {
    if (part.kind !== "conflict") return part.text ? ended(text) + part.text : text;
    const choice = choices[conflict++] ?? "mine";
    const chosen = choice === "both" ? ended(part.theirs) + part.mine : part[choice];
    return chosen ? ended(text) + chosen : text;
  }, "");
}
