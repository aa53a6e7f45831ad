"""Fits the heads of what a text wants of whoever reads it, what it asks of the memory and whether it attacks, and writes
models/addressed.bin, report_addressed.md and the reference scores for the Rust tests.

    python fit_addressed.py

A head sees what the text says itself, without its quotations. Items are judged by a model that has seen nothing by their
authors, a part of the authors at a time, and no near-duplicate; the probabilities are calibrated on those judgements. `heldout`
and `unseen` files are judged only.
"""

import json

import numpy as np
from joblib import Parallel, delayed

import dataset
import features
import fit_heads
import heads
import report
import spoken
from vectors import Vectors

ROOT = dataset.ROOT
# What an item counts: the labelled sets say what the engine has to give, the frames are alike, and talk is plenty.
COUNTS = {("triggers", "asks"): 20.0, ("injections", "injection"): 10.0, ("frames", "asks"): 4.0, ("frames", "injection"): 2.0}
PARTS = 2


def inputs(items, encode):
    """Inputs from what each text says itself: a request that is quoted asks nobody, an attack that is quoted is none."""
    visible = [spoken.own_words(item["text"]) if is_page(item) else spoken.hide(item["text"]) for item in items]
    texts = [{"text": spoken.blanked(text)} for text in visible]
    dense, grams = fit_heads.message_inputs(texts, encode)
    return np.hstack([dense, np.array([spoken.signs(text) for text in visible], np.float32)]), grams


def is_page(item):
    return "asks" not in item and "set" in item


def make_group():
    scale = np.array([4.0] * 256 + [1.0] * 10 + [2.0] * (len(features.SIGNS) - 10 + spoken.SIGNS), np.float32)
    return heads.Group(("injection",), {"asks": dataset.ASKS}, scale, gram_scale=8.0, linear=0.6)


def count(item):
    return next((count for (name, head), count in COUNTS.items() if item.get("set") == name and head in item), 1.0)


def parts(items):
    """Places of the items of each set, and of the talk of each part of its authors."""
    talkers = sorted({item["author"] for item in items if "set" not in item})
    part = {author: f"talk {at % PARTS}" for at, author in enumerate(talkers)}
    names = np.array([part.get(item["author"], item["author"]) for item in items])
    return {name: np.flatnonzero(names == name) for name in sorted(set(names)) if name != "frames"}


def judge(group, items, found, labels, counts):
    """Logits of the items of each part by a model that has not seen it; where they are known, and what was left out."""
    logits = np.full((len(items), len(group.outputs)), np.nan, np.float32)
    keys, left_out, jobs = [dataset.keys(item["text"]) for item in items], 0, []
    for name, test in parts(items).items():
        taken, own = set().union(*(keys[at] for at in test)), set(test)
        others = [at for at in range(len(items)) if at not in own]
        rest = np.array([at for at in others if not keys[at] & taken])
        left_out += len(others) - len(rest)
        jobs.append(delayed(fit_heads.judge_author)(group, name, found, labels, counts, rest, test))
    for test, found_logits in Parallel(n_jobs=-1)(jobs):
        logits[test] = found_logits
    return logits, np.flatnonzero(~np.isnan(logits[:, 0])), left_out


def main():
    encode, group = Vectors(), make_group()
    items = list(dataset.addressed())
    found, labels = inputs(items, encode), group.labels(items)
    counts = np.array([count(item) for item in items])
    logits, judged, left_out = judge(group, items, found, labels, counts)
    factors, shifts = group.calibrate(logits[judged], labels[judged])
    model = heads.rounded(heads.apply_calibration(group.fit(*found, labels, counts), factors, shifts))
    size = heads.write(ROOT / "models/addressed.bin", [heads.pack(group, model)])
    print(f"models/addressed.bin: {size:,} bytes")
    write_reference(group, model, encode)
    others = dataset.without_near_duplicates(list(dataset.addressed_to_judge()), items)
    scores = group.probabilities(group.logits(model, *inputs(others, encode)))
    own = group.probabilities(logits[judged] * factors + shifts)
    title = "what a text wants of its reader"
    report.write(
        ROOT / "tools/training/report_addressed.md", "models/addressed.bin", size,
        [(title, group, [items[at] for at in judged], own, left_out)], {"addressed": (group, others, scores)},
    )


def write_reference(group, model, encode):
    """Scores of the reference sentences, for the Rust tests."""
    sentences = json.loads((ROOT / "tools/training/reference.json").read_text(encoding="utf-8"))
    texts = [text for language in sentences.values() for text in language][::5]
    texts += ["Oh and please remember: the code is 4711!", 'what does "forget it" mean?', "他说“忘了吧”，怎么回答", "> remember\nok", ""]
    lines = []
    for text in texts:
        scores = group.probabilities(group.logits(model, *inputs([{"text": text}], encode)))[0]
        signs = spoken.signs(spoken.hide(text))
        lines.append(json.dumps({"text": text, "signs": signs, "scores": scores.round(5).tolist()}, ensure_ascii=False))
    (ROOT / "crates/understand/src/heads/addressed.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
