"""Fits how a question's vector is turned to where its answers lie; writes `models/questions.bin`.

    python recall_cases.py WORK
    python fit_questions.py --work WORK [--measure FOLDER] [--out models/questions.bin]

The encoder's vector `q` of a question becomes `q + M q + b` (`crates/recall/src/question_vector.rs`). `M` and `b` make the answers
likely under a softmax over everything else the same person told, and are pulled towards 0, where the encoder alone ranks; the loss is
convex, so there is one answer. Outdated answers are neither right nor wrong: which of two statements is newer is told by `fit_updates.py`.
Pairs of statements with one meaning, many in two languages, are among the questions, so that what is looked up by a statement is still found.

Figures are by author left out. `WORK/question-vectors.jsonl` gets the vectors of all questions, each turned by weights that were fitted
without its author: whatever is fitted on top of recall's ranking reads these, or it would trust the encoder too much.
"""

import argparse
import gzip
import json
import struct
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from dataset import ROOT, TALK
from measure import lines
from vectors import Vectors

DIMS = 256
# How much a difference of cosines says in the softmax, and how strongly the weights are pulled towards 0.
STEEP, PULL = 20.0, 0.01
ROUNDS = 40
# How often a pair of statements counts, of which there are few.
PAIRED = 3.0
FOLDS = 8
SETS = ("talk", "dialogues")


def read(folder, name):
    with gzip.open(Path(folder, f"{name}.jsonl.gz"), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def cases(folder, vectors):
    """Vectors of each case's documents and questions, and which documents answer."""
    texts = {doc["id"]: doc["text"] for doc in read(folder, "docs")}
    judged = {(q["case"], q["id"]): q for q in read(folder, "qrels")}
    for case in read(folder, "cases"):
        asked = [(q, judged[case["case"], q["id"]]) for q in case["queries"]]
        asked = [(q, judgement) for q, judgement in asked if judgement["relevant"]]
        if not asked:
            continue
        ids = [doc["id"] for doc in case["docs"]]
        hit, old = (np.array([np.isin(ids, judgement[name]) for _, judgement in asked]) for name in ("relevant", "older"))
        yield {"entries": vectors([texts[i] for i in ids]), "questions": vectors([q["text"] for q, _ in asked]),
               "hit": hit, "old": old & ~hit, "author": asked[0][1]["author"], "share": 1.0}


def pairs(vectors):
    """Statements of one meaning, each looked up among the others of its author."""
    for path in sorted(TALK.glob("pairs.*.jsonl")):
        rows = lines(path)
        same = [pair for pair in rows if pair["label"] == "same"]
        if len(same) > 1:
            others = [pair["a"] for pair in rows if pair["label"] != "same"]
            hit = np.eye(len(same), len(same) + len(others), dtype=bool)
            yield {"entries": vectors([pair["a"] for pair in same] + others), "questions": vectors([pair["b"] for pair in same]),
                   "hit": hit, "old": np.zeros_like(hit), "author": path.name.split(".")[1], "share": PAIRED}


def turn(weights, questions):
    turned = questions + questions @ weights[:-1] + weights[-1]
    return turned / np.linalg.norm(turned, axis=1, keepdims=True)


def loss(flat, rows, count):
    weights = flat.reshape(DIMS + 1, DIMS)
    value, slope = PULL * flat @ flat, 2 * PULL * weights
    for case in rows:
        questions = np.hstack([case["questions"], np.ones((len(case["questions"]), 1))])
        scores = STEEP * (case["questions"] + questions @ weights) @ case["entries"].T
        scores = np.where(case["old"], -1e9, scores)
        likely = np.exp(scores - scores.max(1, keepdims=True))
        likely /= likely.sum(1, keepdims=True)
        right = (likely * case["hit"]).sum(1, keepdims=True) + 1e-12
        value -= case["share"] * np.log(right).sum() / count
        likely -= np.where(case["hit"], likely / right, 0)
        slope = slope + STEEP * case["share"] / count * questions.T @ (likely @ case["entries"])
    return value, slope.ravel()


def fit(rows):
    count = sum(case["share"] * len(case["questions"]) for case in rows)
    start = np.zeros((DIMS + 1) * DIMS)
    best = minimize(loss, start, args=(rows, count), jac=True, method="L-BFGS-B", options={"maxiter": ROUNDS})
    return best.x.reshape(DIMS + 1, DIMS)


def figures(rows, turned):
    """First, any@5 and MRR of cosines."""
    found = []
    for case in rows:
        order = np.argsort(-turned(case) @ case["entries"].T, axis=1, kind="stable")
        place = np.take_along_axis(case["hit"], order, 1).argmax(1)
        found += list(zip(place == 0, place < 5, 1 / (1 + place)))
    return " / ".join(f"{x:.3f}" for x in np.mean(found, axis=0)) + f" ({len(found)})"


def pack(weights):
    """A scale and a shift for each value of the turned vector as f32, then int8 weights, a row for each of them."""
    rows = weights[:-1].T
    scales = np.maximum(np.abs(rows).max(1), 1e-12).astype("<f4") / np.float32(127)
    numbers = np.clip(np.round(rows / scales[:, None]), -127, 127).astype(np.int8)
    return b"SFQST001" + scales.tobytes() + weights[-1].astype("<f4").tobytes() + numbers.tobytes()


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", required=True, help="folder of the sets of recall_cases.py")
    options.add_argument("--measure", nargs="*", default=[], help="folders of sets that are measured only")
    options.add_argument("--out", default=ROOT / "models/questions.bin")
    options = options.parse_args()
    vectors = Vectors()
    sets = {name: list(cases(Path(options.work, name), vectors)) for name in SETS} | {"pairs": list(pairs(vectors))}
    rows = [case for own in sets.values() for case in own]
    authors = sorted({case["author"] for case in rows})
    folds = {author: at % FOLDS for at, author in enumerate(authors)}
    without = [fit([case for case in rows if folds[case["author"]] != fold]) for fold in range(FOLDS)]
    print("| set (first / any@5 / MRR by the encoder alone) | as it is | turned |\n|---|---|---|")
    for name, own in sets.items():
        left_out = figures(own, lambda case: turn(without[folds[case["author"]]], case["questions"]))
        print(f"| {name} | {figures(own, lambda case: case['questions'])} | {left_out} |", flush=True)
    whole = fit(rows)
    for folder in options.measure:
        own = list(cases(folder, vectors))
        print(f"| {Path(folder).name}, measured only | {figures(own, lambda case: case['questions'])} | "
              f"{figures(own, lambda case: turn(whole, case['questions']))} |", flush=True)
    Path(options.out).write_bytes(pack(whole))
    with open(Path(options.work, "question-vectors.jsonl"), "w", encoding="utf-8") as out:
        for name in SETS:
            for q in read(Path(options.work, name), "cases"):
                judged = {j["id"]: j for j in read(Path(options.work, name), "qrels") if j["case"] == q["case"]}
                for asked in q["queries"]:
                    fold = folds.get(judged[asked["id"]]["author"], 0)
                    vector = turn(without[fold], vectors([asked["text"]]))[0]
                    out.write(json.dumps({"text": asked["text"], "vector": [round(float(x), 5) for x in vector]}) + "\n")


if __name__ == "__main__":
    main()
