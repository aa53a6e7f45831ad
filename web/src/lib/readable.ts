// How memory is written in files, made readable: an id before a statement becomes a name.

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
