"""How much should the encoder count beside the rest of recall? Fuses rankings offline and learns a weight by question.

    python study_fusion.py --soul target/release/soul SET=FOLDER…

Each folder holds docs, cases and qrels (`.jsonl.gz`) as `soul eval retrieval` takes them. For each question the rankings
of the engine (`full`) and of the encoder are fused by `(1 - w) / (10 + rank) + w / (10 + rank of the encoder)`. The learned
weight is a logistic function of features of question and corpus; each set is judged by a weight fitted on the others.
"""

import argparse
import gzip
import json
import subprocess

import numpy as np

import features
from vectors import Vectors

GRID = (0.0, 0.15, 0.3, 0.5, 0.7, 1.0)
NAMES = ("always", "words the corpus knows", "agreement of the first five", "best cosine", "lead of the best cosine",
         "words in the question", "words in a document", "script differs")


def read(folder, name):
    with gzip.open(f"{folder}/{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def units(text):
    """Words, and pairs of characters of those that are not Latin."""
    out = set()
    for word in features.words(text):
        out |= {word} if ord(word[0]) < 0x250 else {word[at : at + 2] for at in range(max(1, len(word) - 1))}
    return out


def questions(soul, folder, encode, cases):
    docs = {d["id"]: (f"{d['speaker']}: " if d.get("speaker") else "") + d["text"] for d in read(folder, "docs")}
    relevant = {(q["case"], q["id"]): set(q["relevant"]) for q in read(folder, "qrels")}
    arguments = [soul, "eval", "retrieval", "--k", "100"] + [x for n in ("docs", "cases") for x in (f"--{n}", f"{folder}/{n}.jsonl.gz")]
    printed = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    ranked = {(r["case"], r["id"]): r["ranked"] for r in map(json.loads, printed.splitlines())}
    for case in read(folder, "cases")[:cases]:
        asked = [q for q in case["queries"] if relevant.get((case["case"], q["id"]))]
        if not asked:
            continue
        ids = [d["id"] for d in case["docs"]]
        matrix, known = encode([docs[i] for i in ids]), set().union(*(units(docs[i]) for i in ids))
        length = np.mean([len(features.words(docs[i])) for i in ids])
        script = np.mean([features.signs(docs[i])[7] > 0.3 for i in ids])
        for q, vector in zip(asked, encode([q["text"] for q in asked])):
            key, cosines = (case["case"], q["id"]), matrix @ vector
            order = [ids[at] for at in np.argsort(-cosines, kind="stable")]
            best, own = np.sort(cosines)[::-1], units(q["text"])
            engine = ranked.get(key, [])
            signs = [1.0, len(own & known) / max(1, len(own)), len(set(engine[:5]) & set(order[:5])) / 5, best[0],
                     best[0] - best[min(9, len(best) - 1)], len(features.words(q["text"])) / 10, np.log2(1 + length) / 5,
                     abs(float(features.signs(q["text"])[7] > 0.3) - script)]
            yield signs, [figures(fuse(engine, order, w), relevant[key]) for w in GRID]


def fuse(engine, encoder, w):
    scores = {}
    for weight, ranking in ((1 - w, engine), (w, encoder)):
        for rank, name in enumerate(ranking):
            scores[name] = scores.get(name, 0.0) + weight / (10 + rank)
    return sorted(scores, key=scores.get, reverse=True)


def figures(ranking, relevant):
    ranks = sorted(ranking.index(name) if name in ranking else 10**6 for name in relevant)
    return np.mean([rank < 10 for rank in ranks]), float(ranks[0] < 5), 1 / (1 + ranks[0])


def at_weight(values, w):
    """Figures of each question at its own weight, between those of the grid."""
    upper = np.clip(np.searchsorted(GRID, w), 1, len(GRID) - 1)
    low, high = np.array(GRID)[upper - 1], np.array(GRID)[upper]
    part, rows = ((w - low) / (high - low))[:, None], np.arange(len(w))
    return values[rows, upper - 1] * (1 - part) + values[rows, upper] * part


def weigh(signs, theta):
    return 1 / (1 + np.exp(-np.clip(signs @ theta, -20, 20)))


def learn(sets, rounds=1500):
    """Weights with the best mean of R@10, any@5 and MRR over the sets, by random steps; small ones preferred."""
    random = np.random.default_rng(0)
    value = lambda theta: np.mean([at_weight(f, weigh(s, theta)).mean() for s, f in sets]) - 2e-4 * (theta @ theta)
    theta = np.zeros(len(NAMES))
    best = value(theta)
    for step in range(rounds):
        other = theta + random.normal(0, 1.5 * (1 - step / rounds) + 0.1, len(theta)) * (random.random(len(theta)) < 0.4)
        found = value(other)
        if found > best:
            theta, best = other, found
    return theta


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--soul", required=True)
    options.add_argument("--cases", type=int, help="no more cases than this of each set")
    options.add_argument("sets", nargs="+")
    options = options.parse_args()
    encode, sets = Vectors(), {}
    for name, folder in (pair.split("=") for pair in options.sets):
        signs, values = zip(*questions(options.soul, folder, encode, options.cases))
        sets[name] = np.array(signs), np.array(values)
        print(f"{name}: {len(signs)} questions", flush=True)
    line = lambda values: " / ".join(f"{x:.3f}" for x in values.mean(0))
    print("| set | " + " | ".join(f"w = {w}" for w in GRID) + " | learned on the others | learned on all |")
    print("|---" * (len(GRID) + 3) + "|")
    everything = learn(list(sets.values()))
    for name, (signs, values) in sets.items():
        cells = [line(values[:, at]) for at in range(len(GRID))]
        others = learn([pair for other, pair in sets.items() if other != name]) if len(sets) > 1 else everything
        cells += [line(at_weight(values, weigh(signs, theta))) for theta in (others, everything)]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
    print("\n| feature | weight |\n|---|---|")
    print("\n".join(f"| {name} | {x:.2f} |" for name, x in zip(NAMES, everything)))
    for name, (signs, _) in sets.items():
        print(f"{name}: mean weight {weigh(signs, everything).mean():.2f}, mean features", np.round(signs.mean(0), 2))


if __name__ == "__main__":
    main()
