// Characters a reader cannot see but a model reads: shown by their number wherever memory is shown.

export interface Piece {
  text: string;
  /** The code point, for a character that is shown by its number. */
  code?: string;
}

const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|[#*0-9]/u;

/** Joiners and selectors belong to an emoji that stands before them. */
function joinsEmoji(text: string, at: number, char: string): boolean {
  if (char !== "\u200d" && char !== "\ufe0f") return false;
  const before = Array.from(text.slice(Math.max(0, at - 4), at));
  const last = before.at(-1) === "\ufe0f" ? before.at(-2) : before.at(-1);
  return last !== undefined && EMOJI.test(last);
}

function numberOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Splits text into what can be seen and what cannot. */
export function pieces(text: string): Piece[] {
  const out: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(HIDDEN)) {
    if (joinsEmoji(text, found.index, found[0])) continue;
    if (found.index > from) out.push({ text: text.slice(from, found.index) });
    out.push({ text: found[0], code: numberOf(found[0]) });
    from = found.index + found[0].length;
  }
  if (from < text.length) out.push({ text: text.slice(from) });
  return out;
}

export function countHidden(text: string): number {
  return pieces(text).filter((piece) => piece.code).length;
}
