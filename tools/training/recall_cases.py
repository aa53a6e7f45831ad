"""Writes the questions of `data/` as retrieval sets, in the form `soul eval retrieval` takes.

    python recall_cases.py FOLDER

Each set is a folder with docs, cases and qrels, and a kind of memory of its own:

| set | a case | a document |
|---|---|---|
| `talk` | a person | a message, with nothing around it |
| `sessions` | a person | a message, the messages of a day being a session as in an imported transcript |
| `everybody` | all persons | a message, so that the index is large |
| `days` | an author's persons | all of a person's messages of a day, so that documents are long |
| `dialogues` | a talk of several people | a turn with its speaker |
| `crowd` | all talks of several people | a turn with its speaker |
| `meetings` | all talks of several people | a whole session, speakers named in the text |
| `stretches` | all talks of several people | four turns of one speaker in a session, as long messages of a chat are |
| `letters` | an author's persons | four messages of a person on end, the messages of a month being a session |
| `few` | a question | a message; the answers, what they replaced, and one to fifteen others of the same person, as in a memory that has just begun |
| `missing` | a question | a message; as many of the same person as in `few`, none of which answers |

A person's questions are those of `data/recall*.jsonl`; of talks, those of `data/dialogue-questions.jsonl`. Questions without an answer
are asked too and have no relevant document.
"""

import gzip
import json
import random
import sys
from pathlib import Path

from dataset import TALK
from measure import lines


def people():
    """Messages that are kept, and the questions about them."""
    messages = [m for path in sorted(TALK.glob("messages.*.jsonl")) for m in lines(path)]
    questions = [q for path in sorted(TALK.glob("recall*.jsonl")) for q in lines(path)]
    # What was asked of the assistant, asked back or meant to be forgotten is not kept.
    kept = {m["id"] for m in messages if m["statements"] or m["memorable"]}
    kept |= {i for q in questions for i in q["answers"] + q["older"]}
    # Two authors may have invented people of one name.
    whose = lambda row: f"{row['author']}-{row['person']}"
    asked = {whose(q) for q in questions}
    return [{**m, "talk": whose(m)} for m in messages if m["id"] in kept and whose(m) in asked], [
        {**q, "talk": whose(q)} for q in questions]


def dialogues():
    turns = [t for path in sorted(TALK.glob("dialogues.*.jsonl")) for t in lines(path)]
    return turns, lines(TALK / "dialogue-questions.jsonl")


def single(rows, questions, case, session=lambda row: None, speaker=False):
    """A set whose documents are single messages or turns."""
    docs = [{"id": r["id"], "text": r["text"], **({"speaker": r["speaker"]} if speaker else {})} for r in rows]
    places = [(case(r), {"id": r["id"], "date": f"{r['date']}T{r['time']}:00", **({"session": session(r)} if session(r) else {})})
              for r in rows]
    return docs, places, [(case(q), q) for q in questions]


def joined(rows, questions, case, group, session=None):
    """A set whose documents are groups of messages or turns."""
    groups, home = {}, {}
    for r in rows:
        groups.setdefault(group(r), []).append(r)
        home[r["id"]] = group(r)
    def document(name, own):
        speakers = {r.get("speaker") for r in own}
        if len(speakers) > 1:
            return {"id": name, "text": "\n".join(f"{r['speaker']} – {r['text']}" for r in own)}
        one = {"speaker": own[0]["speaker"]} if speakers != {None} else {}
        return {"id": name, "text": "\n".join(r["text"] for r in own), **one}

    docs = [document(name, own) for name, own in groups.items()]
    whole = lambda r: {"session": session(r)} if session else {}
    places = [(case(own[0]), {"id": name, "date": f"{own[0]['date']}T{own[0]['time']}:00", **whole(own[0])})
              for name, own in groups.items()]
    asked = []
    for q in questions:
        answers = list(dict.fromkeys(home[i] for i in q["answers"]))
        older = [i for i in dict.fromkeys(home[i] for i in q["older"]) if i not in answers]
        asked.append((case(q), {**q, "answers": answers, "older": older}))
    return docs, places, asked


def on_end(rows, group, count=4):
    """Names stretches of `count` rows of a group."""
    seen, names = {}, {}
    for r in rows:
        at = seen[group(r)] = seen.get(group(r), -1) + 1
        names[r["id"]] = f"{group(r)}-{at // count}"
    return lambda r: names[r["id"]]


def few(rows, questions, told=True):
    """A set with a small memory for each question: what answers it, and a few other messages of the same person; without `told`, as many
    others in place of what answers it."""
    by_person = {}
    for r in rows:
        by_person.setdefault(r["talk"], []).append(r)
    docs, places, asked = {}, [], []
    for q in questions:
        if told and not q["answers"]:
            continue
        own = {*q["answers"], *q["older"]}
        others = [r for r in by_person[q["talk"]] if r["id"] not in own]
        draw = random.Random(q["id"])
        count = draw.choice((1, 3, 7, 15)) + (0 if told else len(own))
        kept = {r["id"] for r in draw.sample(others, min(count, len(others)))} | (own if told else set())
        for r in by_person[q["talk"]]:
            if r["id"] in kept:
                docs[r["id"]] = {"id": r["id"], "text": r["text"]}
                places.append((q["id"], {"id": r["id"], "date": f"{r['date']}T{r['time']}:00"}))
        asked.append((q["id"], q if told else {**q, "answers": [], "older": []}))
    return list(docs.values()), places, asked


def write(folder, docs, places, questions):
    folder.mkdir(parents=True, exist_ok=True)
    cases = [{"case": name, "docs": [doc for own, doc in places if own == name],
              "queries": [{"id": q["id"], "text": q["text"]} for own, q in questions if own == name]}
             for name in dict.fromkeys(own for own, _ in questions)]
    qrels = [{"case": own, "id": q["id"], "relevant": q["answers"], "older": q["older"], "type": q["lang"], "author": q["author"]}
             for own, q in questions]
    for name, rows in (("docs", docs), ("cases", cases), ("qrels", qrels)):
        with gzip.open(folder / f"{name}.jsonl.gz", "wt", encoding="utf-8") as out:
            out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def main():
    folder = Path(sys.argv[1])
    own, all_of_them, author = (lambda r: r["talk"]), (lambda r: "everybody"), (lambda r: r["author"])
    day = lambda r: f"{r['talk']}-{r['date']}"
    session = lambda r: f"{r['talk']}-s{r['session']}"
    talk, talks = people(), dialogues()
    write(folder / "talk", *single(*talk, own))
    write(folder / "sessions", *single(*talk, own, day))
    write(folder / "everybody", *single(*talk, all_of_them))
    write(folder / "days", *joined(*talk, author, day))
    write(folder / "dialogues", *single(*talks, own, session, speaker=True))
    write(folder / "crowd", *single(*talks, all_of_them, session, speaker=True))
    month = lambda r: f"{r['talk']}-{r['date'][:7]}"
    write(folder / "stretches", *joined(*talks, all_of_them, on_end(talks[0], lambda r: f"{session(r)}-{r['speaker']}"), session))
    write(folder / "letters", *joined(*talk, author, on_end(talk[0], month), month))
    write(folder / "few", *few(*talk))
    write(folder / "missing", *few(*talk, told=False))
    write(folder / "meetings", *joined(*talks, all_of_them, session))


if __name__ == "__main__":
    main()
