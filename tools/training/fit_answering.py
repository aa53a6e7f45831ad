"""Fits which values of two vectors tell that an entry answers a question, for recall; writes `models/answering.json`.

    python recall_cases.py WORK
    python fit_answering.py --retrieval target/release/examples/retrieval --work WORK [--out models/answering.json]

The score of each of a question's first candidates gains `both · (question * entry) * 16 + own · entry`
(`crates/recall/src/answering.rs`); the 512 weights make the answers likely under a softmax over the candidates and are pulled towards 0.
Fitted on the sets `talk` and `dialogues` of `recall_cases.py`; figures are by author left out.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from dataset import ROOT
from fit_fusion import STEEP, rank, read, run, trust
from fit_updates import before_updates
from vectors import Vectors

READ, PRODUCT, PULL = 20, 16.0, 0.3
SETS = ("talk", "dialogues")


def questions(program, folder, vectors):
    """First candidates of each question that has an answer: scores, values the weights are of, and which answer."""
    judged = {(q["case"], q["id"]): q for q in read(folder, "qrels")}
    texts = {doc["id"]: doc["text"] for doc in read(folder, "docs")}
    asked = {(case["case"], q["id"]): q["text"] for case in read(folder, "cases") for q in case["queries"]}
    vectors(list(texts.values()) + list(asked.values()))
    for row in run(program, folder, "--k", "60"):
        judgement = judged[row["case"], row["id"]]
        if not judgement["relevant"] or not row["ranked"]:
            continue
        score = before_updates(row)
        first = np.argsort(-score, kind="stable")[:READ]
        entries = vectors([texts[row["ranked"][i]] for i in first]) * trust(row["features"])
        question = vectors([asked[row["case"], row["id"]]])[0]
        names = [row["ranked"][i] for i in first]
        yield {"score": score[first], "values": np.concatenate([entries * question * PRODUCT, entries], 1), "author": judgement["author"],
               "hit": np.isin(names, judgement["relevant"]), "old": np.isin(names, judgement["older"]), "wanted": len(judgement["relevant"])}


def loss(weights, rows):
    value, slope = PULL * weights @ weights, 2 * PULL * weights
    for q in rows:
        held = ~q["old"] | q["hit"]
        hit = q["hit"][held]
        if not hit.any():
            continue
        scores = STEEP * (q["score"] + q["values"] @ weights)[held]
        likely = np.exp(scores - scores.max())
        likely /= likely.sum()
        right = likely[hit].sum()
        value -= np.log(right + 1e-12) / len(rows)
        likely[hit] -= likely[hit] / right
        slope = slope + STEEP * q["values"][held].T @ likely / len(rows)
    return value, slope


def fit(rows):
    start = np.zeros(rows[0]["values"].shape[1])
    return minimize(loss, start, args=(rows,), jac=True, method="L-BFGS-B", options={"maxiter": 60}).x


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--retrieval", required=True)
    options.add_argument("--work", required=True, help="folder of the sets of recall_cases.py")
    options.add_argument("--out", default=ROOT / "models/answering.json")
    options = options.parse_args()
    vectors = Vectors()
    sets = {name: list(questions(options.retrieval, Path(options.work, name), vectors)) for name in SETS}
    rows = [q for own in sets.values() for q in own]
    without = {author: fit([q for q in rows if q["author"] != author]) for author in {q["author"] for q in rows}}
    line = lambda values: " / ".join(f"{x:.3f}" for x in np.mean(values, axis=0))
    for name, own in sets.items():
        before = line([rank(q["score"], q) for q in own])
        after = line([rank(q["score"] + q["values"] @ without[q["author"]], q) for q in own])
        print(f"{name}: R@10 / any@5 / MRR / first {before} -> {after}")
    both, own = np.split(fit(rows), 2)
    with open(options.out, "w", encoding="utf-8") as out:
        out.write(json.dumps({"both": [round(float(x), 4) for x in both], "own": [round(float(x), 4) for x in own]}) + "\n")


if __name__ == "__main__":
    main()
