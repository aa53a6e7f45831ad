"""SentencePiece unigram segmentation, as the encoder was trained with: NFKC by a character map, then the best path.

`read_model` takes the `sp.model` of the package; `Pieces` segments with any subset of its vocabulary, so that a pruned
one can be measured before it is packed.
"""

import struct

UNKNOWN, BEGIN, END = 0, 1, 2
SPACE = "\u2581"


def fields(data):
    """Yields (field number, value) of one protobuf message; value is bytes, or an int for a varint."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        tag = varint()
        kind = tag & 7
        if kind == 0:
            yield tag >> 3, varint()
            continue
        size = {1: 8, 5: 4}.get(kind)
        size = varint() if size is None else size
        yield tag >> 3, data[at : at + size]
        at += size


def read_model(path):
    """Returns the pieces in order of their number, their scores, and the character map."""
    pieces, scores, charsmap = [], [], b""
    with open(path, "rb") as file:
        data = file.read()
    for number, value in fields(data):
        if number == 1:
            piece = dict(fields(value))
            pieces.append(piece[1].decode())
            scores.append(struct.unpack("<f", piece[2])[0] if 2 in piece else 0.0)
        elif number == 3:
            charsmap = dict(fields(value)).get(2, charsmap)
    return pieces, scores, charsmap


class Normalizer:
    """Rewrites text by a character map: a double-array trie, then zero-terminated replacements."""

    def __init__(self, charsmap):
        size = struct.unpack_from("<I", charsmap)[0]
        self.units = struct.unpack_from(f"<{size // 4}I", charsmap, 4)
        self.texts = charsmap[4 + size :]
        self.memory = {}

    def prefix(self, data, at):
        """The replacement at `at`, and how many bytes it stands for."""
        units, best, value = self.units, 0, 0
        step = lambda unit: (unit >> 10) << ((unit & 0x200) >> 6)
        node = step(units[0])
        for end in range(at, len(data)):
            node ^= data[end]
            unit = units[node]
            if unit & 0x800000FF != data[end]:
                break
            node ^= step(unit)
            if unit & 0x100:
                best, value = end + 1 - at, units[node] & 0x7FFFFFFF
        if best:
            return self.texts[value : self.texts.index(0, value)], best
        size = 1
        while at + size < len(data) and data[at + size] & 0xC0 == 0x80:
            size += 1
        return data[at : at + size], size

    def __call__(self, text):
        data, out, at = text.encode(), bytearray(), 0
        while at < len(data):
            piece, size = self.prefix(data, at)
            at += size
            # Runs of spaces become one, and none begins the text.
            if not out or out[-1] == 0x20:
                piece = piece.lstrip(b" ")
            out += piece
        text = out.decode().strip(" ")
        return SPACE + text.replace(" ", SPACE) if text else ""


class Pieces:
    """Segments text into pieces; `kept` limits the vocabulary to some piece numbers.

    The first `reserved` numbers (unknown, begin, end and others) are no text: `<s>` in a message is three characters.
    """

    def __init__(self, pieces, scores, charsmap, kept=None, reserved=6):
        self.normalize = Normalizer(charsmap)
        self.scores = scores
        self.unknown_score = min(scores) - 10.0
        self.prefixes = {}
        for number in range(len(pieces)) if kept is None else kept:
            if number < reserved:
                continue
            for size in range(1, len(pieces[number])):
                self.prefixes.setdefault(pieces[number][:size], None)
            self.prefixes[pieces[number]] = number

    def __call__(self, text):
        """Piece numbers between begin and end."""
        return [BEGIN, *self.segment(self.normalize(text)), END]

    def segment(self, text):
        if not text:
            return [UNKNOWN]
        best = [0.0] + [float("-inf")] * len(text)
        back = [None] * (len(text) + 1)
        for start in range(len(text)):
            single = False
            for end in range(start + 1, len(text) + 1):
                part = text[start:end]
                if part not in self.prefixes:
                    break
                number = self.prefixes[part]
                if number is None:
                    continue
                single |= end == start + 1
                score = best[start] + self.scores[number]
                if score > best[end]:
                    best[end], back[end] = score, (start, number)
            if not single and best[start] + self.unknown_score > best[start + 1]:
                best[start + 1], back[start + 1] = best[start] + self.unknown_score, (start, UNKNOWN)
        numbers, at = [], len(text)
        while at:
            at, number = back[at]
            numbers.append(number)
        return numbers[::-1]
