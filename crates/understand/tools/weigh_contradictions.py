"""Fits the weights by which two statements are judged where no rule does.

Usage, with scikit-learn at hand; LANGUAGE is `english` or `chinese`, the sets are in evals/language/hands:
    python3 weigh_contradictions.py unrelated SET.jsonl... > unrelated.jsonl
    cargo run -p soulfile-understand --example signs -- SET.jsonl > SET.signs
    python3 weigh_contradictions.py LANGUAGE SET.signs... unrelated.signs > weights.rs

Only pairs that rules leave open are fitted. Prints to standard error how well each set is judged by the weights of the
others: sets should be of different hands, and none of them one that rules were written after. A set of nothing but
compatible pairs, made by putting statements together that have nothing to do with each other, is fitted along with the
others: what a person has said is mostly that.
"""

import json
import random
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression

LABELS = ["compatible", "contradiction", "duplicate"]


def is_han(row):
    return any("\u4e00" <= c <= "\u9fff" for c in row["a"])


def load(path, han):
    rows = [json.loads(line) for line in open(path, encoding="utf-8")]
    rows = [row for row in rows if is_han(row) == han]
    open_ = [row for row in rows if row["signs"]]
    if not open_:
        sys.exit(f"{path}: rules decide every pair of that language; leave it out")
    values = np.array([[value for _, value in row["signs"]] for row in open_])
    labels = np.array([row["label"] for row in open_])
    settled = sum(row["label"] == row["found"] for row in rows if not row["signs"])
    names = [name for name, _ in open_[0]["signs"]]
    return names, values, labels, settled, len(rows)


def fit(sets):
    values, labels = np.vstack([s[1] for s in sets]), np.concatenate([s[2] for s in sets])
    # What has nothing to do with each other is soon learned, and there is no end of it.
    counts = np.concatenate([np.full(len(s[2]), 0.3 if set(s[2]) == {"compatible"} else 1.0) for s in sets])
    mean, spread = values[:, 1:].mean(0), values[:, 1:].std(0) + 1e-9
    model = LogisticRegression(C=0.15, max_iter=5000).fit((values[:, 1:] - mean) / spread, labels, counts)
    order = [list(model.classes_).index(label) for label in LABELS]
    weights = model.coef_[order] / spread
    bias = model.intercept_[order] - weights @ mean
    weights = np.column_stack([bias, weights])
    return weights - weights[0]


def unrelated(paths):
    """Statements of one set and language put together at random."""
    chance = random.Random(5)
    for path in paths:
        rows = [json.loads(line) for line in open(path, encoding="utf-8")]
        for han, count in ((False, 400), (True, 250)):
            own = [row for row in rows if is_han(row) == han]
            for _ in range(count):
                one, other = chance.sample(own, 2)
                pair = {"id": "x", "a": one["a"], "b": chance.choice([other["a"], other["b"]]), "label": "compatible"}
                print(json.dumps(pair, ensure_ascii=False))


def main():
    if sys.argv[1] == "unrelated":
        return unrelated(sys.argv[2:])
    han = sys.argv[1] == "chinese"
    sets = {path: load(path, han) for path in sys.argv[2:]}
    right = total = 0
    for path, (names, values, labels, settled, count) in sets.items():
        weights = fit([sets[other] for other in sets if other != path])
        found = np.array(LABELS)[(values @ weights.T).argmax(1)]
        now = settled + (found == labels).sum()
        before = settled + (labels == "compatible").sum()
        if set(labels) != {"compatible"}:
            right, total = right + now, total + count
        print(f"{path}: {before / count:.3f} by rules, {now / count:.3f} weighed", file=sys.stderr)
    print(f"together {right / max(total, 1):.3f}", file=sys.stderr)
    weights = fit(list(sets.values()))
    print("//! What is weighed of two statements. Written by `tools/weigh_contradictions.py`.\n")
    print("use crate::contradiction::likely::Sign;\n")
    print(f"pub(super) const SIGNS: [Sign; {len(names)}] = [")
    for name, odds, same in zip(names, weights[1], weights[2]):
        print(f'    ("{name}", {odds:.2f}, {same:.2f}),')
    print("];")


if __name__ == "__main__":
    main()
