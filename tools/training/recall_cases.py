"""Writes questions about people's talk as a retrieval set, in the form `soul eval retrieval` takes.

    python recall_cases.py FOLDER [--sessions | --together]

A case is one person: their messages in `data/messages.*.jsonl`, and the questions of `data/recall.jsonl` about them. Questions
without an answer are asked too and have no relevant document. With `--sessions` the messages of a day are turns of one session,
as in an imported transcript; with `--together` everybody's messages are one case, so that the index is large.
"""

import gzip
import json
import sys
from pathlib import Path

from dataset import TALK
from measure import lines


def sets(sessions, together):
    messages = [m for path in sorted(TALK.glob("messages.*.jsonl")) for m in lines(path)]
    questions = list(lines(TALK / "recall.jsonl"))
    # What was asked of the assistant, asked back or meant to be forgotten is not kept.
    kept = [m for m in messages if m["statements"] or m["memorable"]]
    ids = {m["id"] for m in kept} | {i for q in questions for i in q["answers"] + q["older"]}
    kept = [m for m in messages if m["id"] in ids]
    cases = []
    for person in dict.fromkeys(q["person"] for q in questions):
        own = [m for m in kept if m["person"] == person]
        session = lambda m: {"session": f"{person}-{m['date']}"} if sessions else {}
        docs = [{"id": m["id"], "date": f"{m['date']}T{m['time']}:00", **session(m)} for m in own]
        asked = [{"id": q["id"], "text": q["text"]} for q in questions if q["person"] == person]
        cases.append({"case": person, "docs": docs, "queries": asked})
    if together:
        join = lambda name: [row for case in cases for row in case[name]]
        cases = [{"case": "everybody", "docs": join("docs"), "queries": join("queries")}]
    qrels = [{"case": "everybody" if together else q["person"], "id": q["id"], "relevant": q["answers"], "older": q["older"], "type": q["lang"]} for q in questions]
    return [{"id": m["id"], "text": m["text"]} for m in kept], cases, qrels


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in zip(("docs", "cases", "qrels"), sets("--sessions" in sys.argv, "--together" in sys.argv)):
        with gzip.open(folder / f"{name}.jsonl.gz", "wt", encoding="utf-8") as out:
            out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


if __name__ == "__main__":
    main()
