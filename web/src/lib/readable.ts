// How memory is written in files, made readable: an id before a statement becomes a name.
import { pieces } from "./invisible";

export interface Statement {
  /** Whom or what it is about, where it says so. */
  about: string | null;
  text: string;
}

function nameOf(slug: string): string {
  return slug.replaceAll("-", " ").replace(/^\p{L}/u, (first) => first.toUpperCase());
}

/** Splits `person--omar: The migration is done.` into Omar and the statement. */
export function statementOf(text: string): Statement {
  const found = /^[a-z]+--([\p{L}\p{N}-]+): (.+)$/su.exec(text);
  return found ? { about: nameOf(found[1] ?? ""), text: found[2] ?? "" } : { about: null, text };
}

/** The first words of a text on one line, without what cannot be seen: enough to know it by. */
export function firstWords(text: string, most = 60): string {
  const line = pieces(text).flatMap((piece) => (piece.code ? [] : [piece.text])).join("").replace(/\s+/g, " ").trim();
  const chars = Array.from(line);
  if (chars.length <= most) return line;
  // At the end of a word, where the script has such ends.
  const end = chars.lastIndexOf(" ", most);
  return `${chars.slice(0, end > most / 2 ? end : most).join("").replace(/[\s,;:.]+$/, "")}…`;
}

/** What a change did, in words: an undo says what it took back, not by which id. */
export function withoutIds(summary: string): string {
  const [, undone] = /^undid m-[0-9a-f]+ \((.*)\)$/s.exec(summary) ?? [];
  return undone === undefined ? summary : `undid “${withoutIds(undone)}”`;
}

/** The head of an entity's file is a heading and a comment: its label says the same to a person. */
export function withoutHead(text: string): string {
  const label = /^# \S+--\S+\s*<!--.*?\bLabel: ([^|]+?)\s*(?:\||-->)/s.exec(text)?.[1];
  if (!label) return text;
  const rest = text.slice(text.indexOf("-->") + 3).trim();
  return rest ? `${label} — ${rest}` : label;
}
