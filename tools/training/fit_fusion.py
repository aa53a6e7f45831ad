"""Fits what the ranking of recall adds to its fixed weights where the encoder has seen the entries; writes `models/fusion.json`.

    cargo build --release -p soulfile-recall --example retrieval
    python recall_cases.py WORK
    python fit_questions.py --work WORK
    python fit_fusion.py --retrieval target/release/examples/retrieval --work WORK [--measure SET=FOLDER…] [--out models/fusion.json]

The example prints the parts of every candidate, the features of the question (`crates/recall/src/fuse/learned.rs`) and the fixed
weights. The score of a candidate is

    fixed · parts + trust(features) * parts · W · features

and W makes the relevant candidates likely under a softmax over all candidates, each set of `recall_cases.py` counting alike but for those
of several people's talk, which are few and count `SEVERAL` times; values are pulled towards 0, where the fixed weights alone rank. Outdated answers are neither right nor wrong here: which of two statements is
newer is told by `fit_updates.py`. Only what was written for this project is fitted on. Figures of these sets are of weights fitted
without their authors; sets named with `--measure` are measured only.
"""

import argparse
import gzip
import json
import pickle
import subprocess
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from dataset import ROOT

SETS = ("talk", "sessions", "everybody", "days", "letters", "dialogues", "crowd", "stretches", "meetings")
FEATURES = ("always", "covered", "known", "agreement", "cosine", "cosine_lead", "keyword_lead", "terms", "paragraphs", "turns",
            "foreign", "telling", "voiced", "split")
# In the order of `learned.rs`.
PARTS = ("keyword", "held", "vector", "late", "meaning", "cosine", "around", "before", "session", "talk", "asking")
SIGNS = ("before", "session", "talk")
FIXED = ("keyword", "held", "vector", "late", "around", "before", "session", "talk", "hop", "standing", "voice", "recency", "graph",
         "time", "store")
# Candidates of a question that are kept: the first by the fixed weights and by the encoder, and the relevant ones.
KEPT = 60
# How much a difference of scores says in the softmax.
STEEP = 12.0
SEVERAL = 3.0
FOLDS = 4


def read(folder, name):
    with gzip.open(Path(folder, f"{name}.jsonl.gz"), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def trust(features):
    """As `Features::trust`."""
    return (1 - 0.5 * features[FEATURES.index("paragraphs")]) * (1 - 0.5 * features[FEATURES.index("telling")])


def run(program, folder, *more):
    """What the example prints of every question."""
    files = [x for name in ("docs", "cases", "qrels") for x in (f"--{name}", f"{folder}/{name}.jsonl.gz")]
    # Vectors of questions by weights that were fitted without their authors; sets that are measured only have none.
    turned = Path(folder).parent / "question-vectors.jsonl"
    files += ["--question-vectors", str(turned)] if turned.exists() else []
    with subprocess.Popen([program, *files, "--dump", *more], stdout=subprocess.PIPE, text=True) as printed:
        yield from (json.loads(line) for line in printed.stdout if line.startswith("{"))


def questions(program, folder):
    """The questions that have an answer: fixed scores and parts of the candidates, features, and what is relevant."""
    judged = {(q["case"], q["id"]): q for q in read(folder, "qrels")}
    for row in run(program, folder, "--k", "400"):
        judgement = judged.get((row["case"], row["id"]))
        if not judgement or not judgement["relevant"] or not row["ranked"]:
            continue
        column = lambda name: np.array([part[name] for part in row["parts"]])
        signs = [np.array([sign[name] for sign in row["signs"]]) for name in SIGNS]
        weights, decay = row["weights"], column("decay")
        fixed = (sum(weights[name] * column(name) for name in FIXED) - weights["asking"] * column("asking")) * decay
        parts = np.stack([column(name) for name in PARTS] + signs, 1) * decay[:, None]
        features = np.array(row["features"])
        hit, old = (np.isin(row["ranked"], judgement.get(name, [])) for name in ("relevant", "older"))
        first = [np.argsort(-fixed)[:KEPT], np.argsort(-column("cosine"))[:KEPT], np.flatnonzero(hit), np.flatnonzero(old)]
        kept = np.unique(np.concatenate(first))
        yield {"fixed": fixed[kept], "parts": parts[kept], "features": features * trust(features), "hit": hit[kept], "old": old[kept],
               "wanted": len(judgement["relevant"]), "fold": sum(map(ord, judgement.get("author", ""))) % FOLDS,
               "cosine": column("cosine")[kept]}


def score(q, weights):
    return q["fixed"] + q["parts"] @ (weights @ q["features"])


def loss(flat, rows, shares, pull):
    weights = flat.reshape(len(PARTS) + len(SIGNS), len(FEATURES))
    value, slope = pull * flat @ flat, np.zeros_like(weights)
    for q, share in zip(rows, shares):
        held = ~q["old"] | q["hit"]
        scores = STEEP * score(q, weights)[held]
        likely = np.exp(scores - scores.max())
        likely /= likely.sum()
        hit = q["hit"][held]
        right = likely[hit].sum()
        value -= share * np.log(right + 1e-12)
        likely[hit] -= likely[hit] / right
        slope += share * STEEP * np.outer(q["parts"][held].T @ likely, q["features"])
    return value, slope.ravel() + 2 * pull * flat


def fit(sets, pull, without=None):
    counts = {name: SEVERAL if name in ("dialogues", "crowd", "stretches", "meetings") else 1.0 for name in sets}
    share = {name: counts[name] / sum(counts.values()) / len(rows) for name, rows in sets.items()}
    pairs = [(q, share[name]) for name, rows in sets.items() for q in rows if q["fold"] != without and q["hit"].any()]
    rows, shares = zip(*pairs)
    start = np.zeros((len(PARTS) + len(SIGNS)) * len(FEATURES))
    best = minimize(loss, start, args=(rows, shares, pull), jac=True, method="L-BFGS-B", options={"maxiter": 80})
    return best.x.reshape(-1, len(FEATURES))


def rank(scores, q):
    """R@10, any@5, MRR, first."""
    places = np.flatnonzero(q["hit"][np.argsort(-scores, kind="stable")])
    best = places[0] if len(places) else 10**6
    return (places < 10).sum() / q["wanted"], float(best < 5), 1 / (1 + best), float(best == 0)


def figures(rows, scored):
    return " / ".join(f"{x:.3f}" for x in np.mean([rank(scored(q), q) for q in rows], axis=0))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--retrieval", required=True)
    options.add_argument("--work", required=True, help="folder of the sets of recall_cases.py")
    options.add_argument("--out", default=ROOT / "models/fusion.json")
    options.add_argument("--keep", help="folder for what the example printed, to fit again without running it")
    options.add_argument("--pull", type=float, default=0.1)
    options.add_argument("--measure", nargs="*", default=[], help="SET=FOLDER that is measured only")
    options = options.parse_args()
    folders = {name: Path(options.work, name) for name in SETS} | dict(pair.split("=") for pair in options.measure)
    everything = {}
    for name, folder in folders.items():
        kept = Path(options.keep, f"{name}.pickle") if options.keep else None
        if kept and kept.exists():
            everything[name] = pickle.loads(kept.read_bytes())
            continue
        everything[name] = list(questions(options.retrieval, folder))
        if kept:
            kept.write_bytes(pickle.dumps(everything[name]))
    sets = {name: everything[name] for name in SETS}
    whole = fit(sets, options.pull)
    folds = [fit(sets, options.pull, without) for without in range(FOLDS)]
    print("| set (R@10 / any@5 / MRR / first) | encoder alone | fixed weights | fitted |\n|---|---|---|---|")
    for name, rows in everything.items():
        fitted = (lambda q: score(q, folds[q["fold"]])) if name in sets else lambda q: score(q, whole)
        cells = [figures(rows, lambda q: q["cosine"]), figures(rows, lambda q: q["fixed"]), figures(rows, fitted)]
        print(f"| {name} ({len(rows)}) | " + " | ".join(cells) + " |", flush=True)
    with open(options.out, "w", encoding="utf-8") as out:
        rows = (json.dumps([round(float(x), 3) for x in row]) for row in whole)
        out.write("[\n " + ",\n ".join(rows) + "\n]\n")


if __name__ == "__main__":
    main()
