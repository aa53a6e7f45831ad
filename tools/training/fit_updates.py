"""Fits which newer statement is on the same matter as an older one, for recall; writes `models/updates.json`.

    python recall_cases.py WORK
    python fit_questions.py --work WORK
    python fit_updates.py --retrieval target/release/examples/retrieval --work WORK [--measure FOLDER…] [--order] [--out models/updates.json]

Two logistic regressions. The tone of a correction ("no, 43", "moved it to thursday") is fitted over the encoder's vectors of the
messages of `data/`. Pairs are those `crates/recall/src/updates.rs` looks at: one of each question's first results, and something newer that
stands among the first as well, follows it at once or says one of its rare words again. Wanted are pairs of an outdated answer and the
current one; unwanted those of an answer and something newer that is none, and, for what is said of the older one, also pairs of which neither has to
do with the question: these are many, and a wrong word under each would be read. The signs are those of `updates.rs`, where they are explained.
Each pair is there twice: with the days on which it was told, and as if everything had been told in one conversation, where what follows
at once says less. The pairs come from a person's whole memory and from small ones, where what is nearest to a question is often about
something else. Figures are by author left out.
"""

import argparse
import json
import math
import subprocess
from collections import Counter
from datetime import datetime
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, roc_auc_score

from dataset import ROOT, TALK
from fit_fusion import FIXED, PARTS, SIGNS, read, run
from measure import lines
from vectors import Vectors

# A newer statement is put first from this probability on: below it questions about what never changed lose their first place as
# often as others gain it.
LEAST = 0.3
# From here on the older one is said to be replaced, which is wrong to say of what still holds.
MARKED = 0.5
TOGETHER = 15 * 60
# The sets of recall_cases.py that are fitted to; what goes first only to the whole memories.
WHOLE, SMALL = "talk", "few"
# As `updates.rs` has them.
OLDER, NEWER, HOLDERS, BETTER = 5, 8, 5, 1.5


def tone(vectors, is_correction):
    return LogisticRegression(C=1, max_iter=1000, class_weight="balanced").fit(vectors, is_correction)


def before_updates(row):
    """Scores of a question's candidates before updates were looked for."""
    column = lambda name: np.array([part[name] for part in row["parts"]])
    parts = [column(name) for name in PARTS] + [np.array([sign[name] for sign in row["signs"]]) for name in SIGNS]
    fixed = sum(row["weights"][name] * column(name) for name in FIXED) - row["weights"]["asking"] * column("asking")
    return (fixed + np.array(row["weights"]["added"]) @ np.array(parts)) * column("decay")


class Talk:
    """The messages of one case in their order, and what a comparison of two needs."""

    def __init__(self, case, terms, vectors, tones):
        docs = sorted(case["docs"], key=lambda doc: doc["date"])
        self.names = [doc["id"] for doc in docs]
        self.at = {name: at for at, name in enumerate(self.names)}
        self.moments = [datetime.fromisoformat(doc["date"]).timestamp() for doc in docs]
        self.terms = [terms[name] for name in self.names]
        self.holders = Counter(term for own in self.terms for term in set(own))
        self.vectors, self.tones = np.array([vectors[name] for name in self.names]), [tones[name] for name in self.names]

    def rarity(self, term):
        idf = lambda held: math.log(1 + (len(self.names) - held + 0.5) / (held + 0.5))
        return idf(self.holders[term]) / idf(1)

    def pairs(self, row, judgement):
        """Signs as told over months and as in one conversation, whether wanted (1), unwanted (0), beside the question (-1) or
        neither (-2), and the places."""
        score, answers, older = before_updates(row), set(judgement["relevant"]), set(judgement["older"])
        place = {name: at for at, name in enumerate(row["ranked"])}
        order = [row["ranked"][i] for i in np.argsort(-score, kind="stable")]
        for old in order[:OLDER]:
            a = self.at[old]
            said = set(self.terms[a])
            near = {self.at[name] for name in order[:NEWER]} | {a + 1}
            for b in range(a + 1, len(self.names)):
                shared = [self.rarity(term) for term in said & set(self.terms[b])]
                if b not in near and not any(self.holders[term] <= HOLDERS for term in said & set(self.terms[b])):
                    continue
                new = self.names[b]
                known = place.get(new)
                ratio = score[known] / max(score[place[old]], 1e-6) if known is not None else 0.0
                held = row["parts"][known]["held"] if known is not None else 0.0
                closeness = float(self.vectors[a] @ self.vectors[b])
                next_one = b == a + 1
                signs = [closeness, self.tones[b], float(next_one and self.moments[b] - self.moments[a] <= TOGETHER), min(ratio, BETTER),
                         self.tones[b] * closeness, max(shared, default=0.0), sum(shared) / 3,
                         math.log(1 + len(self.terms[b])) / 4, max(0.0, row["parts"][place[old]]["held"] - held)]
                known = answers | older
                beside = -1 if old not in known and new not in known else -2
                wanted = 1 if old in older and new in answers else 0 if old in answers and new not in answers else beside
                yield signs, [*signs[:2], float(next_one), *signs[3:]], wanted, old, new


def gained(row, judgement, pairs, likely, least):
    """Whether the first result answers, whether one of the first five does, and whether an answer is above what is outdated, with updates
    put first."""
    score = dict(zip(row["ranked"], before_updates(row)))
    for (*_, old, new), _ in sorted(((p, x) for p, x in zip(pairs, likely) if x >= least), key=lambda pair: -pair[1]):
        score[new] = max(score.get(new, 0), score[old] * 1.0005)
    names = sorted(score, key=lambda name: -score[name])
    best = lambda wanted: min((names.index(i) for i in wanted if i in names), default=10**6)
    first = best(judgement["relevant"])
    return first == 0, first < 5, first < best(judgement["older"]) if judgement["older"] else None


def terms_of(program, folder):
    """The terms of each document as the index has them."""
    files = [x for name in ("docs", "cases") for x in (f"--{name}", f"{folder}/{name}.jsonl.gz")]
    printed = subprocess.run([program, *files, "--terms"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return {row["doc"]: row["terms"] for row in map(json.loads, printed.splitlines())}


def asked_of(program, folder, texts_to_vectors, tones_of):
    """Each question of a set that has an answer, with its pairs."""
    texts, terms = {doc["id"]: doc["text"] for doc in read(folder, "docs")}, terms_of(program, folder)
    judged = {(q["case"], q["id"]): q for q in read(folder, "qrels")}
    vectors = dict(zip(texts, texts_to_vectors(list(texts.values()))))
    talks = {case["case"]: Talk(case, terms, vectors, tones_of(vectors)) for case in read(folder, "cases")}
    for row in run(program, folder, "--k", "400"):
        judgement = judged[row["case"], row["id"]]
        if judgement["relevant"] and row["ranked"]:
            yield row, judgement, list(talks[row["case"]].pairs(row, judgement))


def show(asked, found, leasts):
    for least in leasts:
        at, rows = 0, []
        for row, judgement, pairs in asked:
            rows.append(gained(row, judgement, pairs, found[at:at + len(pairs)], least))
            at += len(pairs)
        newest = [new for *_, new in rows if new is not None]
        alone = [first for first, _, new in rows if new is None]
        print(f"from {least} on: answer first {np.mean([first for first, *_ in rows]):.3f}, of what never changed {np.mean(alone):.3f}, "
              f"in five {np.mean([five for _, five, _ in rows]):.3f}; current before outdated {np.mean(newest):.3f}", flush=True)


def show_marks(wanted, likely):
    """What is wrong to say of an older statement: that something replaced it which does not answer what it answered."""
    for least in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        said = wanted[likely >= least]
        print(f"said from {least} on: {len(said)}, right {np.mean(said == 1):.3f}, wrong {np.mean(said == 0):.3f}; "
              f"of all replaced {np.sum(said == 1) / np.sum(wanted == 1):.3f}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--retrieval", required=True)
    options.add_argument("--work", required=True, help="folder of the sets of recall_cases.py")
    options.add_argument("--measure", nargs="*", default=[], help="folders of sets that are measured only")
    options.add_argument("--order", action="store_true", help="replace what goes first as well: the scores of --retrieval must not know the authors")
    options.add_argument("--out", default=ROOT / "models/updates.json")
    options = options.parse_args()
    messages = [m for path in sorted(TALK.glob("messages.*.jsonl")) for m in lines(path)]
    encode = Vectors()
    vectors = encode([m["text"] for m in messages])
    corrects, authors = np.array(["correct" in m["intents"] for m in messages]), np.array([m["author"] for m in messages])
    tones = np.zeros(len(messages))
    for author in sorted(set(authors)):
        others = authors != author
        tones[~others] = tone(vectors[others], corrects[others]).decision_function(vectors[~others])
    print(f"tone of a correction: {corrects.sum()} of {len(messages)} messages, area {roc_auc_score(corrects, tones):.3f}")
    left_out = {m["id"]: float(t) for m, t in zip(messages, tones)}
    sets = {name: list(asked_of(options.retrieval, Path(options.work, name), encode, lambda _: left_out)) for name in (WHOLE, SMALL)}
    asked = [row for rows in sets.values() for row in rows]
    dated, together = (np.array([p[which] for *_, pairs in asked for p in pairs]) for which in (0, 1))
    wanted = np.array([p[2] for *_, pairs in asked for p in pairs])
    by = np.array([judgement["author"] for _, judgement, pairs in asked for _ in pairs])

    def fit(rows):
        values = np.vstack([dated[rows], together[rows]])
        return LogisticRegression(C=10, max_iter=3000).fit(values, np.tile(wanted[rows] == 1, 2))

    whole_memory = np.array([name == WHOLE for name, rows in sets.items() for *_, pairs in rows for _ in pairs])
    told = ("told over months", "in one conversation")
    judged_pairs, found, said = wanted >= 0, {name: np.zeros(len(dated)) for name in told}, {name: np.zeros(len(dated)) for name in told}
    for author in sorted(set(by)):
        own = by == author
        for chosen, into in ((judged_pairs & whole_memory, found), (wanted >= -1, said)):
            model = fit(chosen & ~own)
            for name, values in zip(told, (dated, together)):
                into[name][own] = model.predict_proba(values[own])[:, 1]
    print(f"{(wanted == 1).sum()} wanted and {(wanted == 0).sum()} unwanted pairs")
    for name, likely in found.items():
        area, precision = (measure(wanted[judged_pairs], likely[judged_pairs]) for measure in (roc_auc_score, average_precision_score))
        print(f"{name}: area {area:.3f}, mean precision {precision:.3f}")
        at = 0
        for memory, rows in sets.items():
            count = sum(len(pairs) for *_, pairs in rows)
            print(f"{memory}:")
            show(rows, likely[at:at + count], (2, 0.5, 0.4, LEAST, 0.25, 0.2))
            show_marks(wanted[at:at + count], said[name][at:at + count])
            at += count
    whole, model, marks = tone(vectors, corrects), fit(judged_pairs & whole_memory), fit(wanted >= -1)
    for folder in options.measure:
        judge = lambda own: dict(zip(own, whole.decision_function(np.array(list(own.values())))))
        rows = list(asked_of(options.retrieval, folder, encode, judge))
        signs = np.array([p[0] for *_, pairs in rows for p in pairs])
        print(f"{Path(folder).name}, measured only")
        show(rows, model.predict_proba(signs)[:, 1], (2, 0.4, LEAST, 0.25, 0.2))
    fitted = {"tone": [round(float(x), 3) for x in whole.coef_[0]], "tone_bias": round(float(whole.intercept_[0]), 3),
              "replaces": [round(float(x), 3) for x in model.coef_[0]], "replaces_bias": round(float(model.intercept_[0]), 3),
              "marks": [round(float(x), 3) for x in marks.coef_[0]], "marks_bias": round(float(marks.intercept_[0]), 3),
              "least": LEAST, "marked": MARKED}
    print(fitted["replaces"], fitted["replaces_bias"])
    if not options.order:
        kept = json.loads(Path(ROOT / "models/updates.json").read_text(encoding="utf-8"))
        fitted |= {name: kept[name] for name in ("replaces", "replaces_bias", "tone", "tone_bias")}
    with open(options.out, "w", encoding="utf-8") as out:
        out.write(json.dumps(fitted) + "\n")


if __name__ == "__main__":
    main()
