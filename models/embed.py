#!/usr/bin/env python3
"""Step 2 of the built-in embedding model: the teachers' vectors of every text and word piece.

Runs on a CPU at about 150 texts a second and teacher. Vectors are kept as float16.

    python embed.py --minilm DIR --granite FILE --texts texts.txt --out vectors.npz
"""

import argparse
import pathlib

import numpy as np
import torch

from teachers import Granite, MiniLM

LONGEST = 64


def vectors(teacher, texts: list[str], size: int = 64) -> np.ndarray:
    """Encodes texts sorted by length, so that batches waste little padding."""
    order = np.argsort([len(t) for t in texts], kind="stable")
    out = np.zeros((len(texts), 384), np.float16)
    with torch.inference_mode():
        for start in range(0, len(order), size):
            at = order[start : start + size]
            out[at] = teacher.encode([texts[i] for i in at], LONGEST).numpy()
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minilm", type=pathlib.Path, required=True)
    parser.add_argument("--granite", type=pathlib.Path, required=True)
    parser.add_argument("--texts", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--second", type=int, default=45_000, help="texts shown to the second teacher")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    texts = options.texts.read_text(encoding="utf-8").splitlines()
    pieces = (options.minilm / "vocab.txt").read_text(encoding="utf-8").split("\n")[:30522]
    alone = [p.removeprefix("##") for p in pieces]
    # Kept between runs: each teacher takes a good part of an hour on one core.
    result = dict(np.load(options.out)) if options.out.exists() else {}
    if "minilm_texts" not in result:
        first = MiniLM(options.minilm)
        result["minilm_pieces"] = vectors(first, alone, 256)
        result["minilm_texts"] = vectors(first, texts)
        np.savez(options.out, **result)
    second = Granite(options.granite)
    result["granite_pieces"] = vectors(second, alone, 256)
    result["granite_texts"] = vectors(second, texts[: options.second])
    np.savez(options.out, **result)


if __name__ == "__main__":
    main()
