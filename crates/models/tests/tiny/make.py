#!/usr/bin/env python3
"""Makes the tiny encoder beside this file, and what it must answer.

Plain Python and double precision, written from the definition of BERT and not from the Rust code:
`python3 make.py` writes model.safetensors, config.json, vocab.txt and expected.json again,
byte for byte the same.
"""
import json
import math
import pathlib
import struct

HERE = pathlib.Path(__file__).parent
VOCAB = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "cat", "sat", "on", "mat", "##s", "play", "##ing",
         "##ed", "cafe", "!", ",", "東", "京", "2", "##0", "un", "##known", "'", "dog"]
WIDTH, LAYERS, HEADS, WIDE, LONGEST = 12, 2, 3, 20, 12
EPSILON = 1e-12

# Text, its pieces by hand, and whether its end is cut.
TEXTS = [
    ("The cat sat on the mat!", ["the", "cat", "sat", "on", "the", "mat", "!"], False),
    ("cats playing", ["cat", "##s", "play", "##ing"], False),
    ("Café, 東京 20", ["cafe", ",", "東", "京", "2", "##0"], False),
    ("unknown zebra dog's", ["un", "##known", "[UNK]", "dog", "'", "[UNK]"], False),
    ("", [], False),
    ("the cat " * 10, ["the", "cat"] * 5, True),
]


class Numbers:
    """A fixed stream of numbers around zero, exact in 32 bits."""

    def __init__(self, seed):
        self.state = seed

    def next(self, spread):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        value = ((self.state >> 40) / 2**24 - 0.5) * 2 * spread
        return struct.unpack("<f", struct.pack("<f", value))[0]


def make_weights():
    numbers = Numbers(42)
    tensors = {}

    def add(name, shape, spread, around=0.0):
        count = math.prod(shape)
        values = [struct.unpack("<f", struct.pack("<f", around + numbers.next(spread)))[0] for _ in range(count)]
        tensors[name] = (shape, values)

    add("embeddings.word_embeddings.weight", [len(VOCAB), WIDTH], 1.0)
    add("embeddings.position_embeddings.weight", [LONGEST, WIDTH], 0.5)
    add("embeddings.token_type_embeddings.weight", [2, WIDTH], 0.3)
    norms = ["embeddings.LayerNorm"]
    for at in range(LAYERS):
        layer = f"encoder.layer.{at}."
        for part, out, inp in [("attention.self.query", WIDTH, WIDTH), ("attention.self.key", WIDTH, WIDTH),
                               ("attention.self.value", WIDTH, WIDTH), ("attention.output.dense", WIDTH, WIDTH),
                               ("intermediate.dense", WIDE, WIDTH), ("output.dense", WIDTH, WIDE)]:
            add(f"{layer}{part}.weight", [out, inp], 0.6)
            add(f"{layer}{part}.bias", [out], 0.2)
        norms += [f"{layer}attention.output.LayerNorm", f"{layer}output.LayerNorm"]
    for name in norms:
        add(f"{name}.weight", [WIDTH], 0.2, 1.0)
        add(f"{name}.bias", [WIDTH], 0.2)
    return tensors


def encode(tensors, ids):
    def matrix(name):
        (rows, columns), values = tensors[name]
        return [values[r * columns:(r + 1) * columns] for r in range(rows)]

    def vector(name):
        return tensors[name][1]

    def linear(rows, name):
        weight, bias = matrix(f"{name}.weight"), vector(f"{name}.bias")
        return [[sum(x * w for x, w in zip(row, line)) + b for line, b in zip(weight, bias)] for row in rows]

    def norm(rows, name):
        scale, shift = vector(f"{name}.weight"), vector(f"{name}.bias")
        out = []
        for row in rows:
            mean = sum(row) / len(row)
            variance = sum((x - mean) ** 2 for x in row) / len(row)
            out.append([(x - mean) / math.sqrt(variance + EPSILON) * s + b for x, s, b in zip(row, scale, shift)])
        return out

    def add(a, b):
        return [[x + y for x, y in zip(r, s)] for r, s in zip(a, b)]

    words = matrix("embeddings.word_embeddings.weight")
    positions = matrix("embeddings.position_embeddings.weight")
    kind = matrix("embeddings.token_type_embeddings.weight")[0]
    rows = [[w + p + k for w, p, k in zip(words[i], positions[at], kind)] for at, i in enumerate(ids)]
    rows = norm(rows, "embeddings.LayerNorm")
    size = WIDTH // HEADS
    for at in range(LAYERS):
        layer = f"encoder.layer.{at}."
        query, key, value = (linear(rows, f"{layer}attention.self.{n}") for n in ("query", "key", "value"))
        mixed = [[0.0] * WIDTH for _ in rows]
        for head in range(HEADS):
            span = range(head * size, (head + 1) * size)
            for i in range(len(rows)):
                scores = [sum(query[i][d] * key[j][d] for d in span) / math.sqrt(size) for j in range(len(rows))]
                exps = [math.exp(s - max(scores)) for s in scores]
                for j, e in enumerate(exps):
                    for d in span:
                        mixed[i][d] += e / sum(exps) * value[j][d]
        rows = norm(add(rows, linear(mixed, f"{layer}attention.output.dense")), f"{layer}attention.output.LayerNorm")
        wide = linear(rows, f"{layer}intermediate.dense")
        wide = [[0.5 * x * (1 + math.erf(x / math.sqrt(2))) for x in row] for row in wide]
        rows = norm(add(rows, linear(wide, f"{layer}output.dense")), f"{layer}output.LayerNorm")
    mean = [sum(column) / len(rows) for column in zip(*rows)]
    length = math.sqrt(sum(x * x for x in mean))
    return [x / length for x in mean]


def write_safetensors(tensors):
    table, data = {}, b""
    for name, (shape, values) in tensors.items():
        raw = struct.pack(f"<{len(values)}f", *values)
        table[name] = {"dtype": "F32", "shape": shape, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    header = json.dumps({"__metadata__": {"format": "pt"}, **table}).encode()
    header += b" " * (-len(header) % 8)
    (HERE / "model.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + data)


def main():
    tensors = make_weights()
    write_safetensors(tensors)
    (HERE / "vocab.txt").write_text("\n".join(VOCAB) + "\n")
    config = {"model_type": "bert", "hidden_size": WIDTH, "num_hidden_layers": LAYERS, "num_attention_heads": HEADS,
              "intermediate_size": WIDE, "max_position_embeddings": LONGEST, "vocab_size": len(VOCAB),
              "hidden_act": "gelu", "layer_norm_eps": EPSILON}
    (HERE / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    expected = []
    for text, pieces, cut in TEXTS:
        ids = [VOCAB.index(p) for p in ["[CLS]", *pieces, "[SEP]"]]
        vector = [float(f"{x:.9f}") for x in encode(tensors, ids)]
        expected.append({"text": text, "cut": cut, "vector": vector})
    lines = ",\n".join(json.dumps(e, ensure_ascii=False) for e in expected)
    (HERE / "expected.json").write_text(f"[\n{lines}\n]\n")


main()
