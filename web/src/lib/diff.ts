// A unified diff, line by line, for showing.

export type LineKind = "file" | "hunk" | "added" | "removed" | "same";

export interface DiffLine {
  kind: LineKind;
  text: string;
  old: number | null;
  new: number | null;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

export function diffLines(diff: string): DiffLine[] {
  const out: DiffLine[] = [];
  let [before, after] = [0, 0];
  let inHunk = false;
  const lines = diff.replace(/\n$/, "").split("\n");
  for (const line of lines) {
    const hunk = HUNK.exec(line);
    if (hunk) {
      [before, after, inHunk] = [Number(hunk[1]), Number(hunk[2]), true];
      out.push({ kind: "hunk", text: line, old: null, new: null });
    } else if (!inHunk || /^(---|\+\+\+) [ab/]/.test(line)) {
      inHunk = false;
      if (line.startsWith("+++ ")) out.push({ kind: "file", text: fileName(line), old: null, new: null });
    } else if (line.startsWith("+")) {
      out.push({ kind: "added", text: line.slice(1), old: null, new: after++ });
    } else if (line.startsWith("-")) {
      out.push({ kind: "removed", text: line.slice(1), old: before++, new: null });
    } else if (line.startsWith(" ") || line === "") {
      out.push({ kind: "same", text: line.slice(1), old: before++, new: after++ });
    }
  }
  return out;
}

/** The lines of a diff as an undo of it would change the file. */
export function takenBack(lines: DiffLine[]): DiffLine[] {
  const other: Record<LineKind, LineKind> = { file: "file", hunk: "hunk", same: "same", added: "removed", removed: "added" };
  return lines
    .filter((line) => line.kind !== "hunk")
    .map((line) => ({ ...line, kind: other[line.kind], old: line.new, new: line.old }));
}

function fileName(line: string): string {
  return line.slice(4).replace(/^b\//, "");
}
