"""What the heads see of a text besides its vector: hashed n-grams and a few signs. `crates/understand/src/heads.rs` does
the same; the reference scores hold both equal.
"""

import math
import tomllib
import zlib
from pathlib import Path

import numpy as np

BUCKETS = 1 << 15
PHRASES = ("remember", "forget", "reflect", "recall", "undo", "dont_store")
WORDS = (
    "correction", "change", "lasting", "passing", "joke", "hypothetical", "greeting", "question", "request", "said", "self", "kin",
    "memory", "negation", "asks_when", "asks_how", "asks_newest", "asks_about",
)
CLASSES = PHRASES + WORDS
SIGNS = (
    "always", "question mark", "digit", "length", "few words", "code", "link", "not Latin", "colon", "exclamation mark",
    *(f"has {name}" for name in CLASSES), *(f"opens with {name}" for name in PHRASES),
)
LANGUAGES = Path(__file__).resolve().parents[2] / "crates/understand/data"
MOST_WORDS, MOST_LETTERS = 6, 10


def separates(c):
    """Whether a character stands between words: spaces, punctuation but for the apostrophe."""
    n = ord(c)
    if n < 0x80:
        return not (c.isalnum() or c == "'")
    return (
        0x80 <= n <= 0xBF or 0x2000 <= n <= 0x206F or 0x3000 <= n <= 0x303F or 0xFF00 <= n <= 0xFF0F
        or 0xFF1A <= n <= 0xFF20 or 0xFF3B <= n <= 0xFF40 or n in (0x60C, 0x61B, 0x61F, 0x964)
    )


def words(text):
    """Words in lower case, ASCII digits as zeros."""
    text = "".join("0" if "0" <= c <= "9" else c for c in text.lower().replace("’", "'"))
    return [word for word in "".join(" " if separates(c) else c for c in text).split(" ") if word]


def unspaced(c):
    """Whether a character belongs to a script that puts no spaces between words, or endings on them: Thai, Hangul, kana, Han."""
    n = ord(c)
    return 0xE00 <= n <= 0xE7F or 0x1100 <= n <= 0x11FF or 0x3040 <= n <= 0x9FFF or 0xAC00 <= n <= 0xD7AF


def lexicon():
    """Classes of the word lists, by whole words, beginnings of words, and pieces of unspaced text."""
    whole, begins, pieces = {}, {}, {}
    for path in sorted(LANGUAGES.glob("*.toml")):
        lists = tomllib.loads(path.read_text(encoding="utf-8"))
        for name, entries in [*lists["phrases"].items(), *lists["words"].items()]:
            for entry in entries:
                line = " ".join(words(entry))
                place = begins if entry.endswith("*") else pieces if unspaced(line[0]) else whole
                place.setdefault(line, set()).add(name)
    return whole, begins, pieces


WHOLE, BEGINS, PIECES = lexicon()


def classes(text):
    """Classes of the word lists that the text has, and those that it opens with."""
    parts, has, opens = words(text), set(), set()
    for at in range(len(parts)):
        for size in range(1, MOST_WORDS + 1):
            found = WHOLE.get(" ".join(parts[at : at + size]), ()) if at + size <= len(parts) else ()
            has.update(found)
            opens.update(found if at == 0 else ())
        for size in range(2, MOST_LETTERS + 1):
            if size <= len(parts[at]):
                has.update(BEGINS.get(parts[at][:size], ()))
    line = " ".join(parts)
    for at, c in enumerate(line):
        if unspaced(c):
            for size in range(1, MOST_LETTERS + 1):
                found = PIECES.get(line[at : at + size], ()) if at + size <= len(line) else ()
                has.update(found)
                opens.update(found if at == 0 else ())
    return has, opens


def bucket(kind, text):
    return zlib.crc32(kind + text.encode()) * 0x9E3779B1 % (1 << 32) >> 17


def grams(text):
    """Buckets of the text's words in ones to threes and characters in twos to fives, each once."""
    parts = words(text)
    found = set()
    for size in (1, 2, 3):
        for at in range(len(parts) - size + 1):
            found.add(bucket(b"w", " ".join(parts[at : at + size])))
    line = " " + " ".join(parts) + " "
    for size in (2, 3, 4, 5):
        for at in range(len(line) - size + 1):
            found.add(bucket(b"c", line[at : at + size]))
    return sorted(found)


def pair_grams(a, b):
    """Buckets that only the second text has, then those that only the first has, after BUCKETS."""
    first, second = set(grams(a)), set(grams(b))
    return sorted(second - first) + [BUCKETS + found for found in sorted(first - second)]


def signs(text):
    """Values for SIGNS."""
    has = lambda characters: float(any(c in text for c in characters))
    count = len(words(text))
    found, opens = classes(text)
    return [
        1.0,
        has("?？؟"),
        has("0123456789"),
        math.log2(1 + len(text)) / 8,
        float(count < 4),
        has("{}()[]<>=_/\\`;|#$"),
        float("http" in text or "www." in text or "@" in text),
        foreign(text),
        has(":："),
        has("!！"),
        *(float(name in found) for name in CLASSES),
        *(float(name in opens) for name in PHRASES),
    ]


def foreign(text):
    """Share of characters beyond the Latin letters."""
    return sum(ord(c) > 0x24F for c in text) / max(1, len(text))


def numbers(text):
    """Runs of ASCII digits."""
    found, run = set(), ""
    for c in text + " ":
        if "0" <= c <= "9":
            run += c
        elif run:
            found.add(run)
            run = ""
    return found


PAIR_SIGNS = (
    "always", "cosine", "cosine squared", "words in common", "characters in common", "words only in the first",
    "words only in the second", "numbers differ", "numbers agree", "lengths differ", "different script",
    "one denies", "both deny", "second tells a change", "second corrects", "first tells a change", "words and numbers agree",
)


def pair_signs(a, b, cosine):
    """Values for PAIR_SIGNS."""
    share = lambda x, y: len(x & y) / max(1, len(x | y))
    wa, wb = set(words(a)), set(words(b))
    thirds = lambda text: {line[at : at + 3] for line in [" " + " ".join(words(text)) + " "] for at in range(len(line) - 2)}
    na, nb = numbers(a), numbers(b)
    has_a, has_b = classes(a)[0], classes(b)[0]
    common = share(wa, wb)
    return [
        1.0,
        cosine,
        cosine * cosine,
        common,
        share(thirds(a), thirds(b)),
        len(wa - wb) / max(1, len(wa)),
        len(wb - wa) / max(1, len(wb)),
        float(bool(na and nb and na != nb)),
        float(bool(na & nb)),
        abs(math.log2((1 + len(a)) / (1 + len(b)))),
        float(abs(foreign(a) - foreign(b)) > 0.4),
        float(("negation" in has_a) != ("negation" in has_b)),
        float("negation" in has_a and "negation" in has_b),
        float("change" in has_b),
        float("correction" in has_b),
        float("change" in has_a),
        common * float(na == nb),
    ]


def rows(lists, width=BUCKETS):
    """Lists of buckets as a sparse matrix whose rows have unit length."""
    from scipy.sparse import csr_matrix

    starts = np.cumsum([0] + [len(found) for found in lists])
    columns = np.concatenate([np.asarray(found, np.int64) for found in lists]) if starts[-1] else np.zeros(0, np.int64)
    values = np.concatenate([np.full(len(found), 1 / math.sqrt(max(1, len(found)))) for found in lists])
    return csr_matrix((values, columns, starts), shape=(len(lists), width))
