"""Fits the heads and writes models/heads.bin, report.md and the reference scores for the Rust tests.

    python fit_heads.py

Every item is judged by a model that has seen nothing by its author and no near-duplicate of it; the probabilities are
calibrated on those judgements; what is shipped is fitted on all authors. `heldout` and `unseen` files are judged only.
"""

import json
import time
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed

import dataset
import features
import heads
import report
from vectors import Vectors

ROOT = dataset.ROOT
# The labelled sets hold few items beside the talk, and theirs are the labels that the engine has to give: by author, more
# weight made them better and talk no worse, up to these.
MESSAGE_COUNTS, PAIR_COUNTS = 4.0, 3.0


def message_inputs(items, encode):
    texts = [item["text"] for item in items]
    dense = np.hstack([encode(texts), np.array([features.signs(text) for text in texts], np.float32)])
    return dense, features.rows([features.grams(text) for text in texts])


def pair_inputs(items, encode):
    a, b = encode([item["a"] for item in items]), encode([item["b"] for item in items])
    signs = [features.pair_signs(item["a"], item["b"], float(u @ v)) for item, u, v in zip(items, a, b)]
    dense = np.hstack([np.abs(a - b), a * b, np.array(signs, np.float32)])
    return dense, features.rows([features.pair_grams(item["a"], item["b"]) for item in items], 2 * features.BUCKETS)


def message_group():
    scale = np.array([4.0] * 256 + [1.0] * 10 + [2.0] * (len(features.SIGNS) - 10), np.float32)
    return heads.Group(dataset.FLAGS, dataset.CHOICES, scale)


def pair_group():
    scale = np.array([4.0] * 256 + [16.0] * 256 + [2.0] * len(features.PAIR_SIGNS), np.float32)
    return heads.Group(("newer",), {"relation": dataset.RELATIONS}, scale, hidden_scale=1.0)


def judge_author(group, author, inputs, labels, counts, rest, test):
    begin, (dense, grams) = time.time(), inputs
    model = group.fit(dense[rest], grams[rest], labels[rest], counts[rest])
    print(f"without {author}: {len(rest)} fitted, {len(test)} judged, {time.time() - begin:.0f} s", flush=True)
    return test, group.logits(model, dense[test], grams[test])


def judge_by_author(group, items, inputs, counts, text):
    """Logits of each item by a model without its author and without near-duplicates of it."""
    labels, out = group.labels(items), np.zeros((len(items), len(group.outputs)), np.float32)
    authors, keys = np.array([item["author"] for item in items]), [dataset.keys(text(item)) for item in items]
    left_out, jobs = 0, []
    for author in sorted(set(authors)):
        test = np.flatnonzero(authors == author)
        taken = set().union(*(keys[at] for at in test))
        rest = np.array([at for at in np.flatnonzero(authors != author) if not keys[at] & taken])
        left_out += len(items) - len(test) - len(rest)
        jobs.append(delayed(judge_author)(group, author, inputs, labels, counts, rest, test))
    for test, logits in Parallel(n_jobs=-1)(jobs):
        out[test] = logits
    return out, left_out


def fit(group, items, inputs, of_sets, text):
    """The model, calibrated probabilities by author, and how many near-duplicates were left out."""
    counts = np.array([of_sets if "set" in item or item["author"] == "f1" else 1.0 for item in items])
    logits, left_out = judge_by_author(group, items, inputs, counts, text)
    labels = group.labels(items)
    factors, shifts = group.calibrate(logits, labels)
    model = heads.apply_calibration(group.fit(*inputs, labels, counts), factors, shifts)
    return heads.rounded(model), group.probabilities(logits * factors + shifts), left_out


def main():
    encode = Vectors()
    judged = {}
    items = [*dataset.messages(), *dataset.questions(), *dataset.labelled(dataset.FITTED)]
    messages, group = message_inputs(items, encode), message_group()
    model, found, left_out = fit(group, items, messages, MESSAGE_COUNTS, lambda item: item["text"])
    others = dataset.without_near_duplicates(dataset.labelled(dataset.JUDGED), items)
    judged["message"] = (group, others, group.probabilities(group.logits(model, *message_inputs(others, encode))))

    pair_text = lambda item: item["a"] + " " + item["b"]
    pairs, pairs_group = dataset.pairs_to_fit(), pair_group()
    pair_model, pair_found, pairs_left_out = fit(pairs_group, pairs, pair_inputs(pairs, encode), PAIR_COUNTS, pair_text)
    other_pairs = dataset.without_near_duplicates(dataset.pairs_to_judge(), pairs, pair_text)
    pair_logits = pairs_group.logits(pair_model, *pair_inputs(other_pairs, encode))
    judged["pair"] = (pairs_group, other_pairs, pairs_group.probabilities(pair_logits))

    size = heads.write(ROOT / "models/heads.bin", [heads.pack(group, model), heads.pack(pairs_group, pair_model)])
    print(f"models/heads.bin: {size:,} bytes")
    write_reference(group, model, pairs_group, pair_model, encode)
    report.write(ROOT / "tools/training/report.md", size, [
        ("messages and questions", group, items, found, left_out),
        ("pairs", pairs_group, pairs, pair_found, pairs_left_out),
    ], judged)


def write_reference(group, model, pairs_group, pair_model, encode):
    """Scores of the reference sentences, for the Rust tests."""
    sentences = json.loads(Path(ROOT, "tools/training/reference.json").read_text(encoding="utf-8"))
    texts = [text for language in sentences.values() for text in language][::3]
    texts += ["Remember: the code is 4711!", "forget what I said about http://a.example {x}", "", "don't   store THIS…"]
    lines = []
    for text in texts:
        logits = group.logits(model, *message_inputs([{"text": text}], encode))
        found = features.grams(text)
        line = {"text": text, "grams": [len(found), sum(found)], "signs": [round(sign, 5) for sign in features.signs(text)]}
        lines.append({**line, "scores": group.probabilities(logits)[0].round(5).tolist()})
    for a, b in zip(texts[:-1], texts[1:]):
        logits = pairs_group.logits(pair_model, *pair_inputs([{"a": a, "b": b}], encode))
        lines.append({"a": a, "b": b, "scores": pairs_group.probabilities(logits)[0].round(5).tolist()})
    with open(ROOT / "crates/understand/src/heads/reference.jsonl", "w", encoding="utf-8") as file:
        for line in lines:
            print(json.dumps(line, ensure_ascii=False), file=file)


if __name__ == "__main__":
    main()
