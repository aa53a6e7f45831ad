#!/usr/bin/env python3
"""Writes minilm.json: what all-MiniLM-L6-v2 answers to a few texts.

usage: minilm.py MODEL_FOLDER   (needs numpy, safetensors, tokenizers)

The tokenizer is the model's own (`tokenizers`), the arithmetic is numpy in double precision. Run
once; the numbers are committed so that the test needs the model but no Python.
"""
import json
import pathlib
import sys

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

TEXTS = [
    "The physician examined my knee and prescribed rest.",
    "What did the doctor say about my leg?",
    "Café déjà-vu: naïve façade — “quoted” text… and a sum of €12.50!",
    "我们用 PostgreSQL 存储订单 data，每晚备份。",
    "할머니는 부산에서 김치를 만드신다.",
    "fn main() { println!(\"{}\", x_1 + y2); } // TODO(#42): user@example.com",
    "",
    "A long walk through the old town. " * 60,
    "Supercalifragilisticexpialidocious antidisestablishmentarianism",
    "emoji 😀 and\ttabs\nand\u200bhidden\u00adcharacters",
]


def erf(x):
    from math import erf as one
    return np.vectorize(one)(x)


def encode(w, config, ids):
    def norm(x, name):
        mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
        return (x - mean) / np.sqrt(var + config["layer_norm_eps"]) * w[f"{name}.weight"] + w[f"{name}.bias"]

    def linear(x, name):
        return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]

    heads, width = config["num_attention_heads"], config["hidden_size"]
    x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][:len(ids)]
    x = norm(x + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for at in range(config["num_hidden_layers"]):
        layer = f"encoder.layer.{at}."

        def split(y):
            return y.reshape(len(ids), heads, width // heads).transpose(1, 0, 2)

        q, k, v = (split(linear(x, f"{layer}attention.self.{n}")) for n in ("query", "key", "value"))
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(width // heads)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (scores / scores.sum(-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(len(ids), width)
        x = norm(x + linear(mixed, f"{layer}attention.output.dense"), f"{layer}attention.output.LayerNorm")
        wide = linear(x, f"{layer}intermediate.dense")
        wide = 0.5 * wide * (1 + erf(wide / np.sqrt(2)))
        x = norm(x + linear(wide, f"{layer}output.dense"), f"{layer}output.LayerNorm")
    mean = x.mean(0)
    return mean / np.linalg.norm(mean)


def main():
    folder = pathlib.Path(sys.argv[1])
    config = json.loads((folder / "config.json").read_text())
    longest = json.loads((folder / "sentence_bert_config.json").read_text())["max_seq_length"]
    weights = {name: value.astype(np.float64) for name, value in load_file(folder / "model.safetensors").items()}
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    out = []
    for text in TEXTS:
        ids = tokenizer.encode(text).ids
        cut = len(ids) > longest
        if cut:
            ids = ids[:longest - 1] + ids[-1:]
        vector = [float(f"{x:.7f}") for x in encode(weights, config, ids)]
        out.append(json.dumps({"text": text, "cut": cut, "vector": vector}, ensure_ascii=False))
    target = pathlib.Path(__file__).with_suffix(".json")
    target.write_text("[\n" + ",\n".join(out) + "\n]\n")


main()
