"""What the heads see of a text besides its vector: hashed n-grams and a few signs. `crates/understand/src/heads.rs` does
the same; the reference scores hold both equal.
"""

import math
import zlib

import numpy as np

BUCKETS = 1 << 15
SIGNS = ("always", "question mark", "digit", "length", "few words", "code", "link", "not Latin", "colon", "exclamation mark")


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
    text = "".join("0" if "0" <= c <= "9" else c for c in text.lower())
    return [word for word in "".join(" " if separates(c) else c for c in text).split(" ") if word]


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
    return [
        1.0,
        has("?？؟"),
        has("0123456789"),
        math.log2(1 + len(text)) / 8,
        float(count < 4),
        has("{}()[]<>=_/\\`;|#$"),
        float("http" in text or "www." in text or "@" in text),
        sum(ord(c) > 0x24F for c in text) / max(1, len(text)),
        has(":："),
        has("!！"),
    ]


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
)


def pair_signs(a, b, cosine):
    """Values for PAIR_SIGNS."""
    share = lambda x, y: len(x & y) / max(1, len(x | y))
    wa, wb = set(words(a)), set(words(b))
    thirds = lambda text: {line[at : at + 3] for line in [" " + " ".join(words(text)) + " "] for at in range(len(line) - 2)}
    na, nb = numbers(a), numbers(b)
    return [
        1.0,
        cosine,
        cosine * cosine,
        share(wa, wb),
        share(thirds(a), thirds(b)),
        len(wa - wb) / max(1, len(wa)),
        len(wb - wa) / max(1, len(wb)),
        float(bool(na and nb and na != nb)),
        float(bool(na & nb)),
        abs(math.log2((1 + len(a)) / (1 + len(b)))),
        float(abs(signs(a)[7] - signs(b)[7]) > 0.4),
    ]


def rows(lists, width=BUCKETS):
    """Lists of buckets as a sparse matrix whose rows have unit length."""
    from scipy.sparse import csr_matrix

    starts = np.cumsum([0] + [len(found) for found in lists])
    columns = np.concatenate([np.asarray(found, np.int64) for found in lists]) if starts[-1] else np.zeros(0, np.int64)
    values = np.concatenate([np.full(len(found), 1 / math.sqrt(max(1, len(found)))) for found in lists])
    return csr_matrix((values, columns, starts), shape=(len(lists), width))
