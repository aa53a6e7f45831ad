"""What a text says itself, and with which requests its clauses open. `crates/understand/src/quoted.rs`, `trigger/reader.rs` and
`injection.rs` do the same.
"""

import re
import tomllib

import features

HIDDEN = "\x01"
CLOSING = {"`": "`", '"': '"', "'": "'", "“": "”", "‘": "’", "「": "」", "『": "』", "«": "»", "„": "“", "《": "》"}
ENDS = set(".!?;,:\n…—–()。！？；，：、؟،")
MOST_LEADS, MOST_LETTERS = 4, 40
# How many values `signs` has.
SIGNS = len(features.PHRASES) + 1


def is_han(c):
    n = ord(c)
    return 0x3400 <= n <= 0x4DBF or 0x4E00 <= n <= 0x9FFF or 0xF900 <= n <= 0xFAFF or 0x20000 <= n <= 0x323AF


def hide(text):
    """The text with code, quotations and quoted lines blanked out."""
    hidden = [False] * len(text)
    at = 0
    while (start := text.find("```", at)) >= 0:
        end = text.find("```", start + 3)
        at = len(text) if end < 0 else min(end + 3, len(text))
        hidden[start:at] = [True] * (at - start)
    at = 0
    for line in text.split("\n"):
        if line.lstrip().startswith(">"):
            hidden[at : at + len(line)] = [True] * len(line)
        at += len(line) + 1
    hide_pairs(text, hidden)
    return "".join(HIDDEN if h else c for h, c in zip(hidden, text))


def hide_pairs(text, hidden):
    at = 0
    while at < len(text):
        c = text[at]
        close = None if hidden[at] else CLOSING.get(c)
        if close and c in "\"'":
            before, after = text[at - 1] if at else " ", text[at + 1 : at + 2]
            opens = (before.isspace() or before in "([:—,，：" or is_han(before)) and after and not after.isspace()
            close = close if opens else None
        end = close and next((n for n in range(at + 1, min(at + 2001, len(text))) if closes(text, n, close)), None)
        if end:
            hidden[at + 1 : end] = [True] * (end - at - 1)
            at = end
        at += 1


def closes(text, at, close):
    after = text[at + 1 : at + 2]
    if text[at] != close:
        return False
    if close in "'’":
        return not after.isalnum()
    return close != '"' or not after.isalnum() or is_han(after)


def own_words(text):
    """The text without what it quotes; one that is nothing but a quotation speaks for itself."""
    visible = hide(text)
    if visible == text or '{"' in text and '":' in text:
        return text
    letters = lambda s: sum(c.isalnum() for c in s)
    return text if letters(visible) * 10 <= letters(text) and "```" not in text else visible


def blanked(visible):
    """The text with a space for whatever is hidden."""
    return re.sub(HIDDEN + "+", " ", visible)


def lists():
    openings, leads = {}, set()
    for path in sorted(features.LANGUAGES.glob("*.toml")):
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        for name, entries in found["phrases"].items():
            for entry in entries:
                openings.setdefault(" ".join(features.words(entry.rstrip("*"))), set()).add(name)
        leads.update(" ".join(features.words(entry)) for entry in found["words"]["lead"] if not features.unspaced(entry[0]))
    return openings, leads


OPENINGS, LEADS = lists()


def clauses(visible):
    """The stretches between marks, without the words that lead up to a request."""
    start = 0
    for at, c in enumerate(visible + "."):
        if c in ENDS:
            part = visible[start:at].lstrip()
            if part:
                yield without_lead(part)
            start = at + 1


def without_lead(clause):
    for _ in range(MOST_LEADS):
        words = clause.split(maxsplit=1)
        if len(words) < 2 or " ".join(features.words(words[0])) not in LEADS:
            break
        clause = words[1]
    return clause


def opening(clause):
    """The lists with the longest phrase that a clause opens with."""
    line, letters, longest = "", 0, set()
    for at, c in enumerate(clause):
        plain = features.words(c)
        if plain:
            line, letters = line + plain[0], letters + 1
        elif not line:
            return longest
        elif not line.endswith(" "):
            line += " "
        if letters > MOST_LETTERS:
            break
        ends_word = at + 1 == len(clause) or not features.words(clause[at + 1])
        if ends_word or features.unspaced(line[0]):
            longest = OPENINGS.get(line, longest)
    return longest


def signs(visible):
    """Whether a clause opens with a phrase, by `features.PHRASES`, and whether something is quoted."""
    found = set().union(*(opening(clause) for clause in clauses(visible)))
    return [*(float(name in found) for name in features.PHRASES), float(HIDDEN in visible)]
