"""Fits how likely the first result of recall answers the question; writes `models/sureness.json`.

    python recall_cases.py WORK
    python fit_questions.py --work WORK
    python fit_sureness.py --retrieval target/release/examples/retrieval WORK/talk

A logistic regression over what `crates/recall/src/confidence.rs` lists, on the questions of `data/recall.jsonl`, those without an
answer among them, and on each person's questions asked of somebody else, which nothing answers. `sure` is the least probability
from which on the first result answered in RIGHT of the cases, by author left out.
"""

import argparse
import json

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from dataset import ROOT
from fit_fusion import read, run

NAMES = ("cosine", "cosine_lead", "lead", "held", "late")
RIGHT = 0.95


def signs(row):
    first, scores = row["parts"][0], row["scores"]
    others = [part["cosine"] for part in row["parts"][1:5]]
    lead = 1 - scores[1] / max(scores[0], 1e-6) if len(scores) > 1 else 1.0
    return [first["cosine"], first["cosine"] - max([0.0, *others]), lead, first["held"], first["late"]]


def answers(program, folder):
    """Signs of each question's first result, whether it answers, and whose question it is."""
    relevant = {q["id"]: set(q["relevant"]) for q in read(folder, "qrels")}
    for more in ([], ["--abstain"]):
        for row in run(program, folder, "--k", "8", *more):
            # Asked of the right person they were seen in the first run.
            if row["ranked"] and not (more and row["answer"]):
                yield signs(row), not more and row["ranked"][0] in relevant[row["id"]], row["case"], bool(more)


def fit(values, right):
    return LogisticRegression(C=3, max_iter=1000).fit(values, right)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--retrieval", required=True)
    options.add_argument("--out", default=ROOT / "models/sureness.json")
    options.add_argument("folder")
    options = options.parse_args()
    values, right, people, strange = (np.array(column) for column in zip(*answers(options.retrieval, options.folder)))
    # Strangers' questions are easy; they count half.
    found = np.zeros(len(values))
    folds = np.array([sum(map(ord, person)) % 8 for person in people])
    for fold in range(8):
        own = folds == fold
        found[own] = fit(values[~own], right[~own]).predict_proba(values[own])[:, 1]
    asked = ~strange
    print(f"{len(values)} questions, {right.mean():.3f} right; area {roc_auc_score(right[asked], found[asked]):.3f}, with strangers'"
          f" {roc_auc_score(right, found):.3f}")
    least = [t for t in np.arange(0.5, 0.99, 0.01) if (found[asked] >= t).sum() >= 10 and right[asked][found[asked] >= t].mean() >= RIGHT]
    sure = float(least[0]) if least else 0.95
    for t in (0.3, 0.5, 0.7, 0.8, 0.85, 0.9, sure):
        on = found[asked] >= t
        print(f"from {t:.2f} on: {on.mean():.3f} of the questions, {right[asked][on].mean():.3f} right; {(found[strange] >= t).mean():.3f} of strangers'")
    model = fit(values, right)
    fitted = {"bias": round(float(model.intercept_[0]), 3)}
    fitted.update((name, round(float(x), 3)) for name, x in zip(NAMES, model.coef_[0]))
    fitted.update(sure=round(sure, 2), nothing=0.08)
    print(fitted)
    with open(options.out, "w", encoding="utf-8") as out:
        out.write(json.dumps(fitted) + "\n")


if __name__ == "__main__":
    main()
