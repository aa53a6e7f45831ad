#!/usr/bin/env python3
"""Step 2 of the built-in embedding model: the teachers' vectors of every text and word piece.

About 150 texts a second and teacher on a CPU core, some ten thousand on a GPU. Vectors are kept as float16.

    python embed.py --minilm DIR --granite FILE --texts texts.txt more.txt --out FOLDER
"""

import argparse
import pathlib
import time

import numpy as np
import torch

from teachers import Granite, MiniLM

LONGEST = 160


def vectors(teacher, texts: list[str], size: int) -> np.ndarray:
    """Encodes texts sorted by length, so that batches waste little padding."""
    order = np.argsort([len(t) for t in texts], kind="stable")
    out = np.zeros((len(texts), 384), np.float16)
    began = time.time()
    with torch.inference_mode():
        for start in range(0, len(order), size):
            at = order[start : start + size]
            out[at] = teacher.encode([texts[i] for i in at], LONGEST).float().cpu().numpy()
    print(f"{len(texts)} texts in {time.time() - began:.0f} s", flush=True)
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minilm", type=pathlib.Path, required=True)
    parser.add_argument("--granite", type=pathlib.Path, required=True)
    parser.add_argument("--texts", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    size = 2048 if device == "cuda" else 64
    texts = sorted({line for path in options.texts for line in path.read_text(encoding="utf-8").split("\n") if line})
    pieces = (options.minilm / "vocab.txt").read_text(encoding="utf-8").split("\n")[:30522]
    alone = [p.removeprefix("##") for p in pieces]
    options.out.mkdir(exist_ok=True)
    (options.out / "texts.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    for name, load in (("minilm", lambda: MiniLM(options.minilm)), ("granite", lambda: Granite(options.granite))):
        teacher = load().to(device)
        np.save(options.out / f"{name}_pieces.npy", vectors(teacher, alone, size))
        np.save(options.out / f"{name}_texts.npy", vectors(teacher, texts, size))


if __name__ == "__main__":
    main()
