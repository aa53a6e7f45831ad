"""The labelled items the heads are fitted to: text, who wrote it, its language, and a value for each head it has one for."""

from pathlib import Path

import measure
from features import bucket, words

ROOT = Path(__file__).resolve().parents[2]
TALK, LANGUAGE = ROOT / "tools/training/data", ROOT / "evals/language"

INTENTS = ("tell", "ask", "remember", "forget", "undo", "correct", "reflect", "request", "smalltalk", "dont_store")
KINDS = ("none", "decision", "fact", "preference", "task", "event", "emotion", "correction")
STORES = ("none", "core", "episodic", "semantic", "procedural", "vault")
QUESTIONS = ("when", "about", "how", "latest", "general")
WANTS = ("person", "place", "time", "number", "thing", "list", "yesno", "reason", "steps")
# Heads of one probability each, and heads that choose one of several.
FLAGS = INTENTS + ("memorable", "lasting", "joke", "injection")
CHOICES = {"kind": KINDS, "store": STORES, "question": QUESTIONS, "wants": WANTS}
RELATIONS = ("same", "at_odds", "compatible", "unrelated")

STRATEGIES = {"temporal": "when", "entity": "about", "procedural": "how", "latest": "latest", "general": "general"}
TRIGGERS = {"remember": "remember", "forget": "forget", "reflect": "reflect", "recall": "ask", "none": None}
# Files of a labelled set that may be fitted to; `heldout` and `unseen` never are.
FITTED, JUDGED = ("", ".wide"), (".heldout", ".unseen")


def item(text, author, lang, **labels):
    return {"text": text, "author": author, "lang": lang, **labels}


def messages():
    for path in sorted(TALK.glob("messages.*.jsonl")):
        for m in measure.lines(path):
            labels = {intent: intent in m["intents"] for intent in INTENTS}
            # Authors differ on whether a correction or a request to remember also tells; their statements say it.
            labels["tell"] = bool(m["statements"])
            labels.update(memorable=m["memorable"], lasting=m["lasting"], joke=bool(m["joke"]))
            labels.update(kind=m["kind"] or "none", store=m["store"] or "none")
            # People talking to their assistant attack nobody.
            labels["injection"] = False
            yield item(m["text"], m["author"], m["lang"], **labels)


def questions():
    for path in sorted(TALK.glob("questions.*.jsonl")):
        for q in measure.lines(path):
            yield item(q["text"], path.name.split(".")[1], q["lang"], question=q["type"], wants=q["wants"])


def labelled(parts):
    """Items of the language sets, in the files with these endings."""
    for part in parts:
        read = lambda name: measure.lines(LANGUAGE / f"{name}{part}.jsonl")
        author = part.strip(".") or "first"
        lang = lambda text: "zh" if any(0x4E00 <= ord(c) <= 0x9FFF for c in text) else "en"
        for i in read("queries"):
            yield item(i["text"], author, lang(i["text"]), question=STRATEGIES[i["strategy"]], set="queries")
        for i in read("injections"):
            yield item(i["text"], author, lang(i["text"]), injection=i["malicious"], set="injections")
        for i in read("triggers"):
            intent = TRIGGERS[i["label"]]
            labels = {name: name == intent for name in set(TRIGGERS.values()) - {None}}
            yield item(i["text"], author, lang(i["text"]), **labels, set="triggers")
        for i in read("autodetect"):
            yield item(i["text"], author, lang(i["text"]), memorable=i["memorable"], kind=i["type"] or "none", set="autodetect")
        for i in read("routing"):
            yield item(i["text"], author, lang(i["text"]), store=i["store"], set="routing")


def pairs():
    for path in sorted(TALK.glob("pairs.*.jsonl")):
        for p in measure.lines(path):
            relation = "at_odds" if p["label"] in ("update", "contradiction") else p["label"]
            newer = {"newer": p["label"] == "update"} if relation == "at_odds" else {}
            lang = p["lang_a"] if p["lang_a"] == p["lang_b"] else f"{p['lang_a']}-{p['lang_b']}"
            yield {"a": p["a"], "b": p["b"], "author": path.name.split(".")[1], "lang": lang, "relation": relation, **newer}


def labelled_pairs(paths):
    names = {"duplicate": "same", "contradiction": "at_odds", "compatible": "compatible"}
    for path in paths:
        for p in measure.lines(path):
            author = "hand-" + path.name.split(".")[1]
            yield {"a": p["a"], "b": p["b"], "author": author, "lang": "en", "relation": names[p["label"]], "set": "contradictions"}


def pairs_to_fit():
    sets = [LANGUAGE / f"contradictions{part}.jsonl" for part in FITTED]
    return [*pairs(), *labelled_pairs(sets + sorted((LANGUAGE / "hands").glob("contradictions.*.jsonl")))]


def pairs_to_judge():
    return list(labelled_pairs([LANGUAGE / f"contradictions{part}.jsonl" for part in JUDGED]))


def keys(text):
    """Hashes that near-duplicates share: all characters, and two bands of the lowest hashes of five characters each."""
    line = "".join(words(text))
    hashes = sorted({bucket(b"d", line[at : at + 5]) for at in range(max(1, len(line) - 4))})
    return {("whole", line), ("low", tuple(hashes[:6])), ("high", tuple(hashes[-6:]))}


def without_near_duplicates(items, others, text=lambda item: item["text"]):
    """Those of `items` of which nothing in `others` is a near-duplicate."""
    taken = {key for other in others for key in keys(text(other))}
    return [item for item in items if not keys(text(item)) & taken]
