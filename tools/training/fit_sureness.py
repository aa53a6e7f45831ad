"""Fits how likely what recall finds answers the question; writes `models/sureness.json`.

    python recall_cases.py WORK
    python fit_questions.py --work WORK
    python fit_sureness.py --retrieval target/release/examples/retrieval --work WORK [--measure FOLDER…] [--out models/sureness.json]

A logistic regression over what `crates/recall/src/confidence.rs` lists: whether one of the first SHOWN results answers. It is fitted on the
questions about each person's messages, those without an answer among them; on questions asked of somebody else, which nothing answers; on
memories that have just begun, with the answer and without; and on everybody's messages as one memory. Thresholds are taken by author left
out: `likely` is the least probability at which replies that say so and are wrong stay within WRONG of all questions about a person's own
messages, `sure` the least from which on the first result answered in RIGHT of the cases; above 1, where there is none. Below `nothing` are UNDER
of the questions that are answered.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from dataset import ROOT
from fit_fusion import FEATURES, read, run

# In the order of `confidence.rs`.
OF_QUESTION = ("covered", "known", "agreement", "cosine", "cosine_lead", "keyword_lead", "terms", "foreign", "split")
SIGNS = ("cosine", "cosine_lead", "lead", "held", "late", "keyword", "coverage", "entries", *(f"question's {name}" for name in OF_QUESTION))
SHOWN = 4
# How much a question of each set counts; those asked of somebody else are easy.
SETS = {"talk": 1.0, "few": 0.5, "missing": 0.5, "everybody": 0.5}
STRANGERS = 0.3
WRONG, RIGHT = 0.04, 0.95
# Results called sure that are enough to say how often that is right.
ENOUGH = 30
# Share of the questions answered by what is shown of which nothing would be said to be found, if the evidence were weak as well.
UNDER = 0.05


def signs(row, entries):
    first, scores = row["parts"][0], row["scores"]
    others = [part["cosine"] for part in row["parts"][1:5]]
    lead = 1 - scores[1] / max(scores[0], 1e-6) if len(scores) > 1 else 1.0
    features = dict(zip(FEATURES, row["features"]))
    return [first["cosine"], first["cosine"] - max([0.0, *others]), lead, first["held"], first["late"], first["keyword"],
            first["coverage"], np.log(1 + entries), *(features[name] for name in OF_QUESTION)]


def asked(program, folder, strangers=False):
    """Signs of each question's results, whether one that is shown answers, whether the first does, and whose question it is."""
    relevant = {(q["case"], q["id"]): set(q["relevant"]) for q in read(folder, "qrels")}
    author = {q["id"]: q.get("author", "") for q in read(folder, "qrels")}
    entries = {case["case"]: len(case["docs"]) for case in read(folder, "cases")}
    for row in run(program, folder, "--k", "8", *(["--abstain"] if strangers else [])):
        # Asked of the right person they were seen in the other run.
        if row["ranked"] and not (strangers and row["answer"]):
            right = set() if strangers else relevant[row["case"], row["id"]]
            shown = bool(right & set(row["ranked"][:SHOWN]))
            yield signs(row, entries[row["case"]]), shown, row["ranked"][0] in right, author[row["id"]]


def fit(values, right, counts):
    model = make_pipeline(StandardScaler(), LogisticRegression(C=0.3, max_iter=3000))
    return model.fit(values, right, logisticregression__sample_weight=counts)


def weights(model):
    """Weights of the signs as they come, and the constant."""
    scaler, regression = model[0], model[-1]
    own = regression.coef_[0] / scaler.scale_
    return own, float(regression.intercept_[0] - own @ scaler.mean_)


def show(name, found, shown, first):
    area = f"area {roc_auc_score(shown, found):.3f}" if 0 < shown.mean() < 1 else ""
    parts = [f"{least}: {(found >= least).mean():.2f} of them, {shown[found >= least].mean() if (found >= least).any() else 0:.2f} right"
             for least in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)]
    print(f"{name}, {len(found)} questions, {shown.mean():.3f} answered by what is shown, {first.mean():.3f} by the first; {area}; from "
          + "; ".join(parts), flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--retrieval", required=True)
    options.add_argument("--work", required=True, help="folder of the sets of recall_cases.py")
    options.add_argument("--measure", nargs="*", default=[], help="folders of sets that are measured only")
    options.add_argument("--out", default=ROOT / "models/sureness.json")
    options = options.parse_args()
    rows = []
    for name, counts in SETS.items():
        rows += [(name, counts, *row) for row in asked(options.retrieval, Path(options.work, name))]
    rows += [("strangers", STRANGERS, *row) for row in asked(options.retrieval, Path(options.work, "talk"), strangers=True)]
    sets, counts, values, shown, first, authors = (np.array(column) for column in zip(*rows))
    found = np.zeros(len(rows))
    for author in sorted(set(authors)):
        own = authors == author
        found[own] = fit(values[~own], shown[~own], counts[~own]).predict_proba(values[own])[:, 1]
    for name in dict.fromkeys(sets):
        show(name, found[sets == name], shown[sets == name], first[sets == name])
    talk = sets == "talk"
    wrong = lambda least: (found[talk] >= least) & ~shown[talk]
    likely = next(least for least in np.arange(0.5, 1.0, 0.01) if wrong(least).mean() <= WRONG)
    called = lambda least: first[talk][found[talk] >= least]
    sure = next((least for least in np.arange(likely, 1.0, 0.01) if len(called(least)) >= ENOUGH and called(least).mean() >= RIGHT), 1.01)
    told = np.isin(sets, ("talk", "few")) & shown
    nothing = float(np.quantile(found[told], UNDER))
    print(f"likely from {likely:.2f} on, sure from {sure:.2f} on; nothing below {nothing:.2f}, where {(found[~shown] < nothing).mean():.2f} of the "
          "questions without an answer are")
    whole = fit(values, shown, counts)
    for folder in options.measure:
        values, shown, first, _ = (np.array(column) for column in zip(*asked(options.retrieval, Path(folder))))
        show(Path(folder).name + ", measured only", whole.predict_proba(values)[:, 1], shown, first)
    own, bias = weights(whole)
    fitted = {"bias": round(bias, 4), "weights": [round(float(x), 4) for x in own], "likely": round(float(likely), 2),
              "sure": round(float(sure), 2), "nothing": round(nothing, 2)}
    print(dict(zip(SIGNS, fitted["weights"])))
    with open(options.out, "w", encoding="utf-8") as out:
        out.write(json.dumps(fitted) + "\n")


if __name__ == "__main__":
    main()
