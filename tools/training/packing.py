"""The packed encoder: what `make_encoder.py` writes and `crates/text/src/encoder` reads. See models/encoder/README.md.

`head.bin` holds everything but the piece vectors: a header, then sections. `rows-N.bin` hold the piece vectors, four
bits a value.
"""

import struct
import zlib
from collections import deque
from pathlib import Path

import numpy as np

from network import BRANCH, BRANCHES, WIDTH
from pieces import BEGIN, END, UNKNOWN

MAGIC = b"SFENC001"
SECTIONS = (
    "charsmap", "nodes", "ends", "scores", "row_scales", "levels", "norms",
    "proj", "conv1_2", "conv1_3", "conv1_5", "conv2_2", "conv2_3", "conv2_5",
    "pool", "first", "second", "third", "fourth", "reduce",
)
RESERVED = (UNKNOWN, BEGIN, END)
# A package registry takes files of up to 10 MB.
PART_BYTES = 9_500_000
PANEL = 16


def build_trie(pieces):
    """A byte trie of `pieces` (number -> text) in breadth-first order.

    Returns the nodes (label << 24 | first child, one more node at the end), the bits of nodes that end a piece, and
    the piece numbers in the order of those bits.
    """
    words = sorted((text.encode(), number) for number, text in pieces.items())
    nodes, ends, order = [], [], []
    queue = deque([(0, len(words), 0, 0)])
    created = 1
    while queue:
        low, high, depth, label = queue.popleft()
        end = low < high and len(words[low][0]) == depth
        if end:
            order.append(words[low][1])
            low += 1
        ends.append(end)
        nodes.append(label << 24 | created)
        while low < high:
            byte, stop = words[low][0][depth], low
            while stop < high and words[stop][0][depth] == byte:
                stop += 1
            queue.append((low, stop, depth + 1, byte))
            created += 1
            low = stop
    nodes.append(created)
    assert created < 1 << 24 and created == len(ends)
    return np.array(nodes, "<u4"), np.packbits(np.array(ends, bool), bitorder="little"), order


def best_levels(values, count=16, rounds=40):
    """Levels of the least square error for `values`, as int8, and what one step is worth."""
    levels = np.quantile(values, (np.arange(count) + 0.5) / count)
    for _ in range(rounds):
        which = np.searchsorted((levels[1:] + levels[:-1]) / 2, values)
        levels = np.array([values[which == level].mean() for level in range(count)])
    step = np.abs(levels).max() / 127
    return np.round(levels / step).astype(np.int8), step


def quantise_rows(table):
    """Four bits a value: levels common to all rows, a scale for each."""
    norm = np.sqrt((table * table).mean(1, keepdims=True)) + 1e-12
    sample = table[:: max(1, len(table) // 4000)] / norm[:: max(1, len(table) // 4000)]
    levels, step = best_levels(sample.ravel())
    edges = (levels[1:].astype(np.float32) + levels[:-1]) / 2 * step
    codes = np.searchsorted(edges, (table / norm).ravel()).reshape(table.shape).astype(np.uint8)
    q = levels[codes].astype(np.float32)
    scales = ((q * table).sum(1) / np.maximum((q * q).sum(1), 1e-12)).astype(np.float32)
    return codes, levels, scales


def pack_layer(weights, bias=None):
    """int8 by output: sizes, scales and biases as f32, then panels of 16 outputs, inputs in pairs."""
    inputs, outputs = weights.shape
    scales = np.maximum(np.abs(weights).max(0), 1e-12).astype(np.float32) / np.float32(127)
    q = np.clip(np.round(weights / scales), -127, 127).astype(np.int8)
    bias = np.zeros(outputs) if bias is None else bias
    panels = q.reshape(inputs // 2, 2, outputs // PANEL, PANEL).transpose(2, 0, 3, 1)
    return struct.pack("<II", inputs, outputs) + scales.astype("<f4").tobytes() + bias.astype("<f4").tobytes() + panels.tobytes()


def unpack_layer(data):
    inputs, outputs = struct.unpack_from("<II", data)
    numbers = np.frombuffer(data, "<f4", 2 * outputs, 8)
    panels = np.frombuffer(data, np.int8, inputs * outputs, 8 + 8 * outputs)
    q = panels.reshape(outputs // PANEL, inputs // 2, PANEL, 2).transpose(1, 3, 0, 2).reshape(inputs, outputs)
    return q * numbers[:outputs], numbers[outputs:]


def spread(weights, n):
    """A convolution's weights (n * 256 inputs) as one layer of 256 inputs and n * 256 outputs."""
    return weights.reshape(n, BRANCH, BRANCH).transpose(1, 0, 2).reshape(BRANCH, n * BRANCH)


def gather(weights, n):
    return weights.reshape(BRANCH, n, BRANCH).transpose(1, 0, 2).reshape(n * BRANCH, BRANCH)


def write(folder, w, pieces, scores, charsmap, kept):
    """Packs weights and the `kept` piece numbers into `folder`; returns the sizes of the files."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.bin"):
        old.unlink()
    nodes, ends, order = build_trie({number: pieces[number] for number in kept if number > 5})
    rows = list(RESERVED) + order
    codes, levels, scales = quantise_rows(w["table"][rows])
    sections = {
        "charsmap": charsmap,
        "nodes": nodes.tobytes(),
        "ends": ends.tobytes(),
        # The first row is that of unknown characters: its place holds their score.
        "scores": np.array([min(scores) - 10.0] + [scores[number] for number in rows[1:]], "<f4").tobytes(),
        "row_scales": scales.astype("<f4").tobytes(),
        "levels": levels.tobytes(),
        "norms": np.concatenate([w["proj_gain"], w["proj_shift"], w["gain"], w["shift"]]).astype("<f4").tobytes(),
        "proj": pack_layer(w["proj"], w["proj_bias"]),
        "pool": pack_layer(w["pool"], w["pool_bias"]),
        "first": pack_layer(np.concatenate([w["d0"], w["p1"]], 1)),
        "second": pack_layer(w["d1"]),
        "third": pack_layer(np.concatenate([w["d2"], w["p3"]], 1)),
        "fourth": pack_layer(w["d3"]),
        "reduce": pack_layer(w["reduce"]),
    }
    for n, _ in BRANCHES:
        for layer in (1, 2):
            # The bias belongs to the sum over the window, so it is that of the first slot.
            bias = np.concatenate([w[f"conv{layer}_{n}_bias"], np.zeros((n - 1) * BRANCH)])
            sections[f"conv{layer}_{n}"] = pack_layer(spread(w[f"conv{layer}_{n}"], n), bias)
    packed = (codes[:, 0::2] | codes[:, 1::2] << 4).astype(np.uint8)
    each = PART_BYTES // packed.shape[1]
    parts = [packed[at : at + each].tobytes() for at in range(0, len(packed), each)]
    for number, part in enumerate(parts):
        Path(folder, f"rows-{number}.bin").write_bytes(part)
    Path(folder, "head.bin").write_bytes(head(sections, parts, len(rows), each, w["reduce"].shape[1]))
    return {path.name: path.stat().st_size for path in sorted(folder.glob("*.bin"))}


def head(sections, parts, rows, each, dims):
    fixed = struct.pack("<6I", rows, WIDTH, dims, each, len(parts), len(SECTIONS))
    size = len(MAGIC) + 4 + len(fixed) + 4 * len(parts) + 12 * len(SECTIONS)
    entries, body = b"", b""
    for name in SECTIONS:
        body += b"\0" * (-(size + len(body)) % 64)
        entries += struct.pack("<III", size + len(body), len(sections[name]), zlib.crc32(sections[name]))
        body += sections[name]
    rest = fixed + struct.pack(f"<{len(parts)}I", *map(zlib.crc32, parts)) + entries
    return MAGIC + struct.pack("<I", zlib.crc32(rest)) + rest + body


def read(folder):
    """Reads a packed encoder back: weights as `network.encode` takes them (rows in packed order), row of each piece."""
    data = Path(folder, "head.bin").read_bytes()
    assert data[:8] == MAGIC
    rows, width, dims, each, parts, count = struct.unpack_from("<6I", data, 12)
    at = 12 + 24 + 4 * parts
    found = {}
    for number, name in enumerate(SECTIONS):
        start, size, crc = struct.unpack_from("<III", data, at + 12 * number)
        found[name] = data[start : start + size]
        assert zlib.crc32(found[name]) == crc, name
    packed = b"".join(Path(folder, f"rows-{number}.bin").read_bytes() for number in range(parts))
    packed = np.frombuffer(packed, np.uint8).reshape(rows, width // 2)
    levels = np.frombuffer(found["levels"], np.int8).astype(np.float32)
    table = np.empty((rows, width), np.float32)
    table[:, 0::2], table[:, 1::2] = levels[packed & 15], levels[packed >> 4]
    table *= np.frombuffer(found["row_scales"], "<f4")[:, None]
    w = {"table": table, "epsilon": 1e-12}
    w["proj"], w["proj_bias"] = unpack_layer(found["proj"])
    norms = np.frombuffer(found["norms"], "<f4")
    cut = 3 * BRANCH
    w["proj_gain"], w["proj_shift"] = norms[:cut], norms[cut : 2 * cut]
    w["gain"], w["shift"] = np.split(norms[2 * cut :], 2)
    for n, _ in BRANCHES:
        for layer in (1, 2):
            weights, bias = unpack_layer(found[f"conv{layer}_{n}"])
            w[f"conv{layer}_{n}"], w[f"conv{layer}_{n}_bias"] = gather(weights, n), bias[:BRANCH]
    w["pool"], w["pool_bias"] = unpack_layer(found["pool"])
    w["d0"], w["p1"] = np.split(unpack_layer(found["first"])[0], 2, 1)
    w["d1"] = unpack_layer(found["second"])[0]
    third = unpack_layer(found["third"])[0]
    w["d2"], w["p3"] = third[:, :WIDTH], third[:, WIDTH:]
    w["d3"], w["reduce"] = unpack_layer(found["fourth"])[0], unpack_layer(found["reduce"])[0]
    return w, Trie(found)


class Trie:
    """Piece texts of a packed encoder by their rows, as `pieces.Pieces` takes them."""

    def __init__(self, found):
        nodes = np.frombuffer(found["nodes"], "<u4")
        ends = np.unpackbits(np.frombuffer(found["ends"], np.uint8), bitorder="little")
        texts = [b""] * (len(nodes) - 1)
        self.pieces, row = ["<unk>", "<s>", "</s>"], 3
        for node in range(len(nodes) - 1):
            if ends[node]:
                self.pieces.append(texts[node].decode())
            for child in range(int(nodes[node] & 0xFFFFFF), int(nodes[node + 1] & 0xFFFFFF)):
                texts[child] = texts[node] + bytes([int(nodes[child] >> 24)])
        self.scores = np.frombuffer(found["scores"], "<f4").astype(float).tolist()
        self.charsmap = found["charsmap"]
