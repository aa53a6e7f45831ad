#!/usr/bin/env python3
"""Step 3 of the built-in embedding model: fit the table to the teachers' sentence vectors.

The target of a text is its teachers' vectors, joined and reduced by PCA. The table starts from the
teachers' vectors of each piece alone in the same space, weighted by rarity, and is trained so
that the sum of a text's rows points where the target points (cosine), keeps the order of
similarities inside a batch (KL), and stays near its start (anchor), which holds for pieces no text
contains.

    python train.py --vectors vectors.npz --texts texts.txt --tokenizer tokenizer.json --out table.npz
"""

import argparse
import math
import pathlib

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn.functional import kl_div, log_softmax, normalize, softmax

from distill import rarity_weights


def joined(parts: list[np.ndarray]) -> np.ndarray:
    """Teachers side by side, each centred by the caller."""
    return np.concatenate(parts, 1) / np.sqrt(len(parts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=pathlib.Path, required=True)
    parser.add_argument("--texts", type=pathlib.Path, required=True)
    parser.add_argument("--tokenizer", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--dims", type=int, default=256)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--anchor", type=float, default=1.0)
    parser.add_argument("--kl", type=float, default=1.0)
    parser.add_argument("--first-only", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(options.threads)

    data = np.load(options.vectors)
    names = ["minilm"] if options.first_only else ["minilm", "granite"]
    count = min(len(data[f"{n}_texts"]) for n in names)
    texts = [data[f"{n}_texts"][:count].astype(np.float32) for n in names]
    pieces = [data[f"{n}_pieces"].astype(np.float32) for n in names]
    means = [t.mean(0) for t in texts]
    # Centring takes out what every text of a teacher has in common; scale makes teachers equal.
    spread = [np.sqrt(((t - m) ** 2).sum(1).mean()) for t, m in zip(texts, means)]
    target = joined([(t - m) / s for t, m, s in zip(texts, means, spread)])
    start = joined([(p - p.mean(0)) / s for p, s in zip(pieces, spread)])
    _, axes = np.linalg.eigh(target.T @ target)
    axes = axes[:, ::-1][:, : options.dims]
    full = normalize(torch.from_numpy(target), dim=1)
    target = normalize(torch.from_numpy(target @ axes), dim=1)

    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    vocabulary = sorted(tokenizer.get_vocab().items(), key=lambda p: p[1])
    weights = rarity_weights([p for p, _ in vocabulary])
    table = torch.from_numpy((start @ axes).astype(np.float32) * weights[:, None].astype(np.float32))
    silent = torch.from_numpy(weights == 0.0)
    origin = table.clone()

    lines = options.texts.read_text(encoding="utf-8").splitlines()[:count]
    ids = [e.ids for e in tokenizer.encode_batch(lines, add_special_tokens=False)]
    first, second = torch.zeros_like(table), torch.zeros_like(table)
    heat = 0.05
    off = ~torch.eye(options.batch, dtype=torch.bool)
    for step in range(options.steps):
        at = torch.randint(0, count, (options.batch,))
        rows = [ids[i] for i in at.tolist()]
        offsets = torch.tensor([0] + [len(r) for r in rows[:-1]]).cumsum(0)
        seen, flat = torch.tensor([p for r in rows for p in r]).unique(return_inverse=True)
        part = table[seen].requires_grad_()
        pooled = normalize(torch.nn.functional.embedding_bag(flat, part, offsets, mode="sum"), dim=1)
        alike = full[at] @ full[at].T
        order = kl_div(
            log_softmax((pooled @ pooled.T)[off].view(options.batch, -1) / heat, 1),
            softmax(alike[off].view(options.batch, -1) / heat, 1), reduction="batchmean",
        )
        near = ((part - origin[seen]) ** 2).sum(1).mean() / (origin[seen] ** 2).sum(1).mean()
        loss = (1 - (pooled * target[at]).sum(1)).mean() + options.kl * order + options.anchor * near
        (slope,) = torch.autograd.grad(loss, part)
        slope[silent[seen]] = 0
        # Adam over the rows of this batch only: most of the table rests at each step.
        with torch.no_grad():
            first[seen] = 0.9 * first[seen] + 0.1 * slope
            second[seen] = 0.99 * second[seen] + 0.01 * slope**2
            rate = options.rate * 0.5 * (1 + math.cos(math.pi * step / options.steps))
            table[seen] -= rate * first[seen] / (second[seen].sqrt() + 1e-8)
        if step % 100 == 0:
            print(step, f"loss {loss.item():.4f} kl {order.item():.4f} near {near.item():.4f}", flush=True)
    np.savez(options.out, rows=table.numpy())


if __name__ == "__main__":
    main()
