#!/usr/bin/env python3
"""Step 3 of the built-in embedding model: fit the table to the teachers' sentence vectors.

The target of a text is its teachers' vectors, joined and reduced by PCA. The table starts from the
teachers' vectors of each piece alone in the same space, weighted by rarity, and is trained so
that the sum of a text's rows points where the target points (cosine), keeps the order of
similarities inside a batch (KL), and stays near its start (anchor), which holds for pieces no text
contains.

    python train.py --vectors FOLDER --tokenizer tokenizer.json --out table.npz
"""

import argparse
import math
import pathlib

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn.functional import embedding_bag, kl_div, log_softmax, normalize, softmax

from distill import rarity_weights

HELD_OUT = 4096
LONGEST = 192


def joined(parts: list[torch.Tensor], shares: list[float]) -> torch.Tensor:
    """Teachers side by side, each centred by the caller and weighing its share."""
    return torch.cat([p * math.sqrt(s) for p, s in zip(parts, shares)], 1)


def token_ids(tokenizer: Tokenizer, lines: list[str]) -> torch.Tensor:
    """Piece ids of every text, filled up with 0 ([PAD], which has no row)."""
    out = np.zeros((len(lines), LONGEST), np.uint16)
    for start in range(0, len(lines), 65536):
        for i, e in enumerate(tokenizer.encode_batch(lines[start : start + 65536], add_special_tokens=False)):
            ids = e.ids[:LONGEST]
            out[start + i, : len(ids)] = ids
    return torch.from_numpy(out.astype(np.int32))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=pathlib.Path, required=True)
    parser.add_argument("--tokenizer", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--dims", type=int, default=192)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--anchor", type=float, default=0.3)
    parser.add_argument("--kl", type=float, default=1.0)
    parser.add_argument("--heat", type=float, default=0.05)
    parser.add_argument("--granite", type=float, default=0.5, help="share of the second teacher, 0 to 1")
    options = parser.parse_args()
    torch.manual_seed(0)
    device = "cuda" if torch.cuda.is_available() else "cpu"

    names, shares = ["minilm", "granite"], [1 - options.granite, options.granite]
    read = lambda name: torch.from_numpy(np.load(options.vectors / f"{name}.npy")).to(device).float()
    texts, pieces = ([read(f"{n}_{kind}") for n in names] for kind in ("texts", "pieces"))
    means = [t.mean(0) for t in texts]
    # Centring takes out what every text of a teacher has in common; scale makes teachers equal.
    spread = [((t - m) ** 2).sum(1).mean().sqrt() for t, m in zip(texts, means)]
    full = joined([(t - m) / s for t, m, s in zip(texts, means, spread)], shares)
    start = joined([(p - p.mean(0)) / s for p, s in zip(pieces, spread)], shares)
    _, axes = torch.linalg.eigh(full.T @ full)
    axes = axes.flip(1)[:, : options.dims]
    target = normalize(full @ axes, dim=1)
    full = normalize(full, dim=1)
    del texts

    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    vocabulary = sorted(tokenizer.get_vocab().items(), key=lambda p: p[1])
    weights = torch.from_numpy(rarity_weights([p for p, _ in vocabulary])).to(device).float()
    table = (start @ axes) * weights[:, None]
    silent = weights == 0.0
    origin = table.clone()

    cache = options.vectors / "ids.npy"
    if not cache.exists():
        lines = (options.vectors / "texts.txt").read_text(encoding="utf-8").split("\n")
        np.save(cache, token_ids(tokenizer, lines[: len(target)]).numpy())
    ids = torch.from_numpy(np.load(cache)).to(device)
    order = torch.randperm(len(ids), device=device)
    held, order = order[:HELD_OUT], order[HELD_OUT:]
    pool = lambda at, rows: normalize(embedding_bag(at, rows, mode="sum"), dim=1)
    first, second = torch.zeros_like(table), torch.zeros_like(table)
    off = ~torch.eye(options.batch, dtype=torch.bool, device=device)
    for step in range(options.steps):
        at = order[torch.randint(0, len(order), (options.batch,), device=device)]
        seen, flat = ids[at].unique(return_inverse=True)
        part = table[seen].requires_grad_()
        pooled = pool(flat, part)
        alike = full[at] @ full[at].T
        ranks = kl_div(
            log_softmax((pooled @ pooled.T)[off].view(options.batch, -1) / options.heat, 1),
            softmax(alike[off].view(options.batch, -1) / options.heat, 1), reduction="batchmean",
        )
        near = ((part - origin[seen]) ** 2).sum(1).mean() / (origin[seen] ** 2).sum(1).mean()
        loss = (1 - (pooled * target[at]).sum(1)).mean() + options.kl * ranks + options.anchor * near
        (slope,) = torch.autograd.grad(loss, part)
        slope[silent[seen]] = 0
        # Adam over the rows of this batch only: most of the table rests at each step.
        with torch.no_grad():
            first[seen] = 0.9 * first[seen] + 0.1 * slope
            second[seen] = 0.99 * second[seen] + 0.01 * slope**2
            rate = options.rate * 0.5 * (1 + math.cos(math.pi * step / options.steps))
            table[seen] -= rate * first[seen] / (second[seen].sqrt() + 1e-8)
    with torch.no_grad():
        pooled = pool(ids[held], table)
        close = (pooled * target[held]).sum(1).mean().item()
        best = lambda m: (m - 2 * torch.eye(HELD_OUT, device=device)).topk(10, 1).indices
        ours, theirs = best(pooled @ pooled.T), best(full[held] @ full[held].T)
        same = (ours[:, :, None] == theirs[:, None, :]).any(2).float().mean().item()
    print(f"{options.out.name}: loss {loss.item():.4f} kl {ranks.item():.4f} near {near.item():.4f}; "
          f"held out: cosine {close:.4f}, nearest ten in common {same:.4f}", flush=True)
    np.savez(options.out, rows=table.cpu().numpy())


if __name__ == "__main__":
    main()
