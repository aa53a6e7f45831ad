"""Retrieval figures of an encoder: talk (messages.jsonl, questions.jsonl of a folder) and pairs across languages."""

import json
from pathlib import Path

import numpy as np


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def talk(folder, encode):
    """R@10, any@5, MRR of raw messages by their vectors, over the questions that have an answer."""
    messages, questions = lines(Path(folder, "messages.jsonl")), lines(Path(folder, "questions.jsonl"))
    questions = [q for q in questions if q["evidence"] and q.get("type") != "negative"]
    docs, asked = encode([m["text"] for m in messages]), encode([q["question"] for q in questions])
    recall, any5, mrr = [], [], []
    for vector, question in zip(asked, questions):
        own = [i for i, m in enumerate(messages) if m["persona"] == question["persona"]]
        order = [messages[own[i]]["id"] for i in np.argsort(-(docs[own] @ vector), kind="stable")]
        ranks = sorted(order.index(e) for e in question["evidence"])
        recall.append(np.mean([r < 10 for r in ranks]))
        any5.append(ranks[0] < 5)
        mrr.append(1 / (1 + ranks[0]))
    return {"R@10": np.mean(recall), "any@5": np.mean(any5), "MRR": np.mean(mrr), "n": len(questions)}


def across_languages(folder, encode):
    """Share of pairs of one meaning in two languages whose other half is found first, in the first three."""
    pairs = [p for path in sorted(Path(folder).glob("pairs.*.jsonl")) for p in lines(path)]
    pairs = [p for p in pairs if p["label"] == "same" and p["lang_a"] != p["lang_b"]]
    a, b = encode([p["a"] for p in pairs]), encode([p["b"] for p in pairs])
    cosines = np.concatenate([a @ b.T, b @ a.T])
    right = np.tile(np.diag(a @ b.T), 2)[:, None]
    ranks = (cosines > right + 1e-6).sum(1)
    return {"first": np.mean(ranks == 0), "first three": np.mean(ranks < 3), "MRR": np.mean(1 / (1 + ranks)), "n": len(ranks)}


def line(figures):
    return "  ".join(f"{name} {value:.3f}" if name != "n" else f"n {value}" for name, value in figures.items())
