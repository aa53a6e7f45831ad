"""Fits which newer statement is on the same matter as an older one, for recall; writes `models/updates.json`.

    python recall_cases.py WORK
    python fit_questions.py --work WORK
    python fit_updates.py --retrieval target/release/examples/retrieval --work WORK [--out models/updates.json]

Two logistic regressions. The tone of a correction ("no, 43", "moved it to thursday") is fitted over the encoder's vectors of the
messages of `data/`. Pairs are those `crates/recall/src/updates.rs` looks at: of each question's first results an older and a newer one, or the
message that follows at once. Wanted are pairs of an outdated answer and the current one; unwanted those of an answer and something newer that
is none. Signs: cosine of the two, tone of the newer, whether it follows within a quarter of an hour with nothing between, the share
of its rarer word pieces that stand in the older, and its score as a share of the older one's. Figures are by author left out.
"""

import argparse
import json
import unicodedata
from datetime import datetime
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from dataset import ROOT, TALK
from fit_fusion import FIXED, PARTS, SIGNS, read, run
from measure import lines
from vectors import Vectors

# A newer statement is put first from this probability on: below it questions about what never changed lose their first place as
# often as others gain it.
LEAST = 0.3
# Pieces of the vocabulary before this one are the commonest words and single characters.
COMMON = 2200
TOGETHER = 15 * 60
# As `updates.rs` has them.
OLDER, NEWER, NAMED, LOST, CLEAR = 5, 8, 0.7, 0.1, 2.0


class WordPieces:
    """Word pieces as `crates/text/src/vectors/wordpiece.rs` cuts them, but for rare signs."""

    def __init__(self):
        names = (ROOT / "models/vocab.txt").read_text(encoding="utf-8").split("\n")
        self.numbers = {name: at for at, name in enumerate(names)}

    def rare(self, text):
        found = set()
        folded = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(c) != "Mn")
        for word in "".join(c if c.isalnum() else " " for c in folded).split():
            start, own = 0, []
            while start < len(word):
                ends = (end for end in range(len(word), start, -1) if ("##" if start else "") + word[start:end] in self.numbers)
                end = next(ends, None)
                if end is None:
                    own = []
                    break
                own.append(self.numbers[("##" if start else "") + word[start:end]])
                start = end
            found.update(piece for piece in own if piece >= COMMON)
        return found


def tone(vectors, is_correction):
    return LogisticRegression(C=1, max_iter=1000, class_weight="balanced").fit(vectors, is_correction)


def before_updates(row):
    """Scores of a question's candidates before updates were looked for."""
    column = lambda name: np.array([part[name] for part in row["parts"]])
    parts = [column(name) for name in PARTS] + [np.array([sign[name] for sign in row["signs"]]) for name in SIGNS]
    fixed = sum(row["weights"][name] * column(name) for name in FIXED) - row["weights"]["asking"] * column("asking")
    return (fixed + np.array(row["weights"]["added"]) @ np.array(parts)) * column("decay")


class Pairs:
    """The pairs of each question: signs, whether they are wanted (1), unwanted (0) or neither (-1), author, and places."""

    def __init__(self, messages, vectors, tones):
        cut = WordPieces()
        self.at = {m["id"]: at for at, m in enumerate(messages)}
        self.rare = [cut.rare(m["text"]) for m in messages]
        self.moment = [datetime.fromisoformat(f"{m['date']}T{m['time']}").timestamp() for m in messages]
        self.vectors, self.tones = vectors, tones

    def of(self, row, judgement, follower):
        score, answers, older = before_updates(row), set(judgement["relevant"]), set(judgement["older"])
        names, order = row["ranked"], [int(i) for i in np.argsort(-score, kind="stable")]
        for old in order[:OLDER]:
            next_one = follower.get(names[old])
            more = [order.index(names.index(next_one))] if next_one in names else []
            for new in dict.fromkeys(order[:NEWER] + [order[at] for at in more]):
                a, b = self.at[names[old]], self.at[names[new]]
                if b <= a:
                    continue
                follows = names[new] == next_one and self.moment[b] - self.moment[a] <= TOGETHER
                held = row["parts"][old]["held"], row["parts"][new]["held"]
                if not follows and held[0] >= NAMED and held[1] < held[0] - LOST and self.tones[b] < CLEAR:
                    continue
                shared = len(self.rare[a] & self.rare[b]) / max(1, len(self.rare[b]))
                signs = [self.vectors[a] @ self.vectors[b], self.tones[b], float(follows), shared, score[new] / max(score[old], 1e-6)]
                wanted = 1 if names[old] in older and names[new] in answers else 0 if names[old] in answers and names[new] not in answers else -1
                yield signs, wanted, old, new


def gained(row, judgement, pairs, likely, least):
    """Whether the first result answers, and whether an answer is above what is outdated, with updates put first."""
    score = before_updates(row)
    for (_, _, old, new), _ in sorted(((p, x) for p, x in zip(pairs, likely) if x >= least), key=lambda pair: -pair[1]):
        score[new] = max(score[new], score[old] * 1.0005)
    names = [row["ranked"][i] for i in np.argsort(-score, kind="stable")]
    best = lambda wanted: min((names.index(i) for i in wanted if i in names), default=10**6)
    return best(judgement["relevant"]) == 0, best(judgement["relevant"]) < best(judgement["older"]) if judgement["older"] else None


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--retrieval", required=True)
    options.add_argument("--work", required=True, help="folder of the sets of recall_cases.py")
    options.add_argument("--out", default=ROOT / "models/updates.json")
    options = options.parse_args()
    messages = [m for path in sorted(TALK.glob("messages.*.jsonl")) for m in lines(path)]
    vectors = Vectors()([m["text"] for m in messages])
    corrects, authors = np.array(["correct" in m["intents"] for m in messages]), np.array([m["author"] for m in messages])
    tones = np.zeros(len(messages))
    for author in sorted(set(authors)):
        others = authors != author
        tones[~others] = tone(vectors[others], corrects[others]).decision_function(vectors[~others])
    print(f"tone of a correction: {corrects.sum()} of {len(messages)} messages, area {roc_auc_score(corrects, tones):.3f}")
    folder = Path(options.work, "talk")
    judged = {(q["case"], q["id"]): q for q in read(folder, "qrels")}
    follower = {}
    for case in read(folder, "cases"):
        order = [doc["id"] for doc in sorted(case["docs"], key=lambda doc: doc["date"])]
        follower.update(zip(order, order[1:]))
    seen, asked = Pairs(messages, vectors, tones), []
    for row in run(options.retrieval, folder, "--k", "60"):
        judgement = judged[row["case"], row["id"]]
        if judgement["relevant"] and row["ranked"]:
            asked.append((row, judgement, list(seen.of(row, judgement, follower))))
    values = np.array([p[0] for *_, pairs in asked for p in pairs])
    wanted = np.array([p[1] for *_, pairs in asked for p in pairs])
    by = np.array([judgement["author"] for _, judgement, pairs in asked for _ in pairs])
    fit = lambda rows: LogisticRegression(C=10, max_iter=2000).fit(values[rows], wanted[rows])
    judged_pairs, found = wanted >= 0, np.zeros(len(values))
    for author in sorted(set(by)):
        found[by == author] = fit(judged_pairs & (by != author)).predict_proba(values[by == author])[:, 1]
    print(f"{(wanted == 1).sum()} wanted and {(wanted == 0).sum()} unwanted pairs, area {roc_auc_score(wanted[judged_pairs], found[judged_pairs]):.3f}")
    for least in (2, 0.5, 0.4, LEAST, 0.2):
        at, rows = 0, []
        for row, judgement, pairs in asked:
            rows.append(gained(row, judgement, pairs, found[at:at + len(pairs)], least))
            at += len(pairs)
        newest = [new for _, new in rows if new is not None]
        alone = [first for first, new in rows if new is None]
        print(f"from {least} on: answer first {np.mean([first for first, _ in rows]):.3f}, of what never changed {np.mean(alone):.3f}; "
              f"current before outdated {np.mean(newest):.3f}")
    whole, model = tone(vectors, corrects), fit(judged_pairs)
    fitted = {"tone": [round(float(x), 3) for x in whole.coef_[0]], "tone_bias": round(float(whole.intercept_[0]), 3),
              "replaces": [round(float(x), 3) for x in model.coef_[0]], "replaces_bias": round(float(model.intercept_[0]), 3),
              "least": LEAST}
    with open(options.out, "w", encoding="utf-8") as out:
        out.write(json.dumps(fitted) + "\n")


if __name__ == "__main__":
    main()
