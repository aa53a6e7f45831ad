"""Fits which newer statement replaces an older one, for recall; writes `models/updates.json`.

    python fit_updates.py [--out models/updates.json]

Two logistic regressions over the encoder's vectors. The tone of a correction ("no, 43", "moved it to thursday") is fitted on
the messages of `data/`. That a newer message replaces an older one is fitted on the messages that correct another and on the
outdated answers of `data/recall.jsonl`, against everything else the person said after the older one: from the cosine of the two,
the tone of the newer, whether it follows within a quarter of an hour with nothing between, and the share of its rarer word
pieces that stand in the older. Figures are by author left out.
"""

import argparse
import json
import unicodedata
from datetime import datetime

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from dataset import ROOT, TALK
from measure import lines
from vectors import Vectors

# A newer statement counts as a replacement from this probability on.
LEAST = 0.7
# Pieces of the vocabulary before this one are the commonest words and single characters.
COMMON = 2200
TOGETHER = 15 * 60


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


def pairs(messages, vectors, tones):
    """Signs of each older and newer message of a person, whether the newer replaces it, and the author."""
    places, cut = {m["id"]: at for at, m in enumerate(messages)}, WordPieces()
    rare = [cut.rare(m["text"]) for m in messages]
    moment = [datetime.fromisoformat(f"{m['date']}T{m['time']}").timestamp() for m in messages]
    links = {(places[m["corrects"]], at) for at, m in enumerate(messages) if m["corrects"] in places}
    for q in lines(TALK / "recall.jsonl"):
        links |= {(places[o], places[a]) for o in q["older"] for a in q["answers"] if places[a] > places[o]}
    for old in sorted({old for old, _ in links}):
        later = [at for at, m in enumerate(messages)
                 if at > old and m["person"] == messages[old]["person"] and (m["statements"] or m["memorable"])]
        for new in later:
            follows = new == later[0] and moment[new] - moment[old] <= TOGETHER
            shared = len(rare[new] & rare[old]) / max(1, len(rare[new]))
            yield [vectors[old] @ vectors[new], tones[new], float(follows), shared], (old, new) in links, messages[old]["author"]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
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
    values, replaces, by = (np.array(column) for column in zip(*pairs(messages, vectors, tones)))
    found = np.zeros(len(values))
    for author in sorted(set(by)):
        others = by != author
        found[~others] = LogisticRegression(C=10, max_iter=1000).fit(values[others], replaces[others]).predict_proba(values[~others])[:, 1]
    print(f"replaces: {replaces.sum()} of {len(values)} pairs, area {roc_auc_score(replaces, found):.3f}")
    for least in (0.3, 0.4, 0.55, LEAST):
        print(f"from {least} on {(found[replaces] >= least).mean():.3f} of them and {(found[~replaces] >= least).mean():.4f} of the others")
    whole, model = tone(vectors, corrects), LogisticRegression(C=10, max_iter=1000).fit(values, replaces)
    fitted = {"tone": [round(float(x), 3) for x in whole.coef_[0]], "tone_bias": round(float(whole.intercept_[0]), 3),
              "replaces": [round(float(x), 3) for x in model.coef_[0]], "replaces_bias": round(float(model.intercept_[0]), 3),
              "least": LEAST}
    with open(options.out, "w", encoding="utf-8") as out:
        out.write(json.dumps(fitted) + "\n")


if __name__ == "__main__":
    main()
