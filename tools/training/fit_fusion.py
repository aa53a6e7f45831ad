"""Fits how much the encoder and the talk around an entry count in recall, by question and index; writes `models/fusion.json`.

    cargo build --release -p soulfile-recall --example retrieval
    python recall_cases.py WORK
    python fit_fusion.py --retrieval target/release/examples/retrieval --out models/fusion.json SET=FOLDER… --measure SET=FOLDER…

Each folder holds docs, cases and qrels (`.jsonl.gz`). The example prints what every arm gave every candidate, the features
(`crates/recall/src/fuse/learned.rs`) and the weights. The score of a candidate is

    fixed + logistic(context · features) * around + exp(meaning · features) * closeness by the encoder

and the two vectors maximise the mean of the reciprocal rank and of being among the first five and ten of the relevant candidates,
with ranks made smooth; each set counts alike, and small values are preferred. Only talk written for this project is fitted on, which
is where the encoder is strongest: its weight is halved afterwards (`--restraint`). Sets named with `--measure` are measured, never
fitted on. Figures are printed for today's weights, for each set by weights fitted on the others,
and for the weights written.
"""

import argparse
import gzip
import json
import pickle
import subprocess
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

NAMES = ("always", "covered", "known", "agreement", "cosine", "cosine_lead", "keyword_lead", "terms", "paragraphs", "turns",
         "foreign", "telling", "voiced")
AROUND = ("around", "before", "session", "talk", "hop")
BESIDE = ("standing", "voice", "recency", "graph", "time", "store")
ARMS = ("keyword", "held", "vector", "late")
# Candidates of a question that are kept: the first by the present ranking and by each part that is fitted.
KEPT = 60


def read(folder, name):
    with gzip.open(f"{folder}/{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def questions(program, folder, fusion):
    """Features, the three sums of each candidate, which are relevant, and how many relevant ones there are."""
    relevant = {(q["case"], q["id"]): set(q["relevant"]) for q in read(folder, "qrels")}
    command = [program, "--docs", f"{folder}/docs.jsonl.gz", "--cases", f"{folder}/cases.jsonl.gz", "--k", "600", "--dump"]
    command += ["--fusion", fusion] if fusion else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        for line in run.stdout:
            row = json.loads(line)
            wanted = relevant.get((row["case"], row["id"]))
            if not wanted or not row["ranked"]:
                continue
            weights, parts = row["weights"], row["parts"]
            column = lambda name: np.array([part[name] for part in parts])
            factor = logistic(np.dot(row["weights"]["learned"]["context"], row["features"]))
            fixed = sum(weights[name] * column(name) for name in ARMS + BESIDE) - weights["asking"] * column("asking")
            around = sum(weights[name] * column(name) for name in AROUND) / factor
            meaning = column("meaning")
            decay = column("decay")
            sums = np.stack([fixed * decay, around * decay, meaning * decay])
            now = fixed + factor * around + weights["meaning"] * meaning
            first = np.unique(np.concatenate([np.argsort(-now)[:KEPT], np.argsort(-meaning)[:KEPT], np.argsort(-fixed)[:KEPT]]))
            hit = np.array([name in wanted for name in row["ranked"]])
            yield np.array(row["features"]), sums[:, first], hit[first], len(wanted), now[first]


def rank(scores, hit, wanted):
    """R@10, any@5, MRR, first."""
    places = np.flatnonzero(hit[np.argsort(-scores, kind="stable")])
    best = places[0] if len(places) else 10**6
    return (places < 10).sum() / wanted, float(best < 5), 1 / (1 + best), float(best == 0)


def logistic(x):
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def weights(theta, features):
    """The encoder's weight and the factor of the talk around, as `learned.rs` has them."""
    meaning, context = np.split(theta, 2)
    return np.exp(np.clip(features @ meaning, np.log(0.02), np.log(8))), logistic(features @ context)


def scores(theta, features, sums):
    meaning, context = weights(theta, features)
    return sums[0] + context * sums[1] + meaning * sums[2]


def figures(theta, rows):
    return np.mean([rank(now if theta is None else scores(theta, f, s), hit, wanted) for f, s, hit, wanted, now in rows], axis=0)


# Scores closer than this share a rank in part.
NEAR = 0.03


def loss(theta, sets, pull):
    """What is lost of the figures, with ranks counted smoothly, and its slope."""
    value, slope = 0.0, np.zeros_like(theta)
    for features, sums, relevant, there, share in sets:
        wm, wc = weights(theta, features)
        score = sums[:, 0] + wc[:, None] * sums[:, 1] + wm[:, None] * sums[:, 2]
        rows = np.arange(len(score))
        own = score[rows, relevant]
        above = np.where(there, 1 / (1 + np.exp(np.clip(-(score - own[:, None]) / NEAR, -30, 30))), 0)
        rank = 0.5 + above.sum(1)
        value -= share @ sum(gain(rank)[0]) / 3
        by_rank = -share * sum(gain(rank)[1]) / 3
        near = above * (1 - above) / NEAR * by_rank[:, None]
        near[rows, relevant] -= near.sum(1)
        dm, dc = (near * sums[:, 2]).sum(1) * wm, (near * sums[:, 1]).sum(1) * wc * (1 - wc)
        slope += np.concatenate([dm @ features, dc @ features])
    n = len(sets)
    return value / n + pull * theta @ theta, slope / n + 2 * pull * theta


def gain(rank):
    """Reciprocal rank, and being among five and ten, with their slopes."""
    inside = [1 / (1 + np.exp(np.clip((rank - edge) / wide, -30, 30))) for edge, wide in ((5.5, 1.0), (10.5, 2.0))]
    values = [1 / rank, *inside]
    return values, [-1 / rank**2, -inside[0] * (1 - inside[0]), -inside[1] * (1 - inside[1]) / 2]


def padded(rows):
    """Arrays with a row for each relevant candidate, as wide as the most candidates; a question's rows share its weight."""
    width = max(len(row[2]) for row in rows)
    features, sums, relevant, there, share = [], [], [], [], []
    for own_features, own, hit, wanted, _ in rows:
        wide = np.zeros((3, width), np.float32)
        wide[:, : len(hit)] = own
        for at in np.flatnonzero(hit):
            features.append(own_features)
            sums.append(wide)
            relevant.append(at)
            there.append(np.arange(width) < len(hit))
            share.append(1 / wanted / len(rows))
    return np.array(features), np.array(sums), np.array(relevant), np.array(there), np.array(share)


def fit(sets, pull):
    start = np.zeros(2 * len(NAMES))
    start[0], start[len(NAMES)] = np.log(0.5), 1.0
    best = minimize(loss, start, args=([padded(rows) for rows in sets.values()], pull), jac=True, method="L-BFGS-B",
                    options={"maxiter": 150})
    return best.x


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--retrieval", required=True)
    options.add_argument("--fusion", help="weights the candidates are gathered with")
    options.add_argument("--out")
    options.add_argument("--keep", help="folder for what the arms gave, to fit again without gathering")
    options.add_argument("--pull", type=float, default=1e-2)
    options.add_argument("--restraint", type=float, default=0.5, help="factor of the encoder's fitted weight")
    options.add_argument("--measure", nargs="*", default=[], help="sets that are measured only")
    options.add_argument("sets", nargs="+")
    options = options.parse_args()
    everything = {}
    for name, folder in (pair.split("=") for pair in options.sets + options.measure):
        kept = Path(options.keep, f"{name}.pickle") if options.keep else None
        if kept and kept.exists():
            everything[name] = pickle.loads(kept.read_bytes())
        else:
            everything[name] = list(questions(options.retrieval, folder, options.fusion))
            if kept:
                kept.write_bytes(pickle.dumps(everything[name]))
        print(f"{name}: {len(everything[name])} questions", flush=True)
    sets = {name: rows for name, rows in everything.items() if any(pair.startswith(f"{name}=") for pair in options.sets)}
    theta = fit(sets, options.pull)
    theta[0] += np.log(options.restraint)
    line = lambda values: " / ".join(f"{x:.3f}" for x in values)
    print("| set (R@10 / any@5 / MRR / first) | encoder alone | without it | now | fitted on the others | fitted on all |")
    print("|---|---|---|---|---|---|")
    for name, rows in everything.items():
        alone = np.mean([rank(s[2], hit, w) for _, s, hit, w, _ in rows], axis=0)
        without = np.mean([rank(s[0] + s[1], hit, w) for _, s, hit, w, _ in rows], axis=0)
        others = fit({k: v for k, v in sets.items() if k != name}, options.pull) if name in sets and len(sets) > 1 else theta
        cells = [alone, without, figures(None, rows), figures(others, rows), figures(theta, rows)]
        print(f"| {name} | " + " | ".join(map(line, cells)) + " |", flush=True)
    print("\n| feature | encoder | talk around |\n|---|---|---|")
    for at, name in enumerate(NAMES):
        print(f"| {name} | {theta[at]:.2f} | {theta[len(NAMES) + at]:.2f} |")
    for name, rows in everything.items():
        meaning, context = np.mean([weights(theta, r[0]) for r in rows], axis=0)
        print(f"{name}: encoder {meaning:.2f}, talk around {context:.2f}, features",
              np.round(np.mean([r[0] for r in rows], axis=0), 2))
    if options.out:
        meaning, context = (list(np.round(part, 3)) for part in np.split(theta, 2))
        with open(options.out, "w", encoding="utf-8") as out:
            out.write(json.dumps({"meaning": meaning, "context": context}, indent=1) + "\n")


if __name__ == "__main__":
    main()
