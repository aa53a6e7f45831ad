#!/usr/bin/env python3
"""Measures how Soulfile copes with talk: messages typed as people type, through the real binary.

For each person a fresh workspace is set up, the messages are typed into `soul chat`, and the questions are asked of
`soul recall --json` and of a later `soul chat`. BM25 over the raw messages stands beside it. Standard library only.

    python3 evals/talk/run.py --soul target/release/soul --data DIR [--dated] [--person NAME] [--out FILE]
    python3 evals/talk/run.py --soul target/release/soul --derived tools/training/data [--out FILE]

DIR holds `messages.jsonl` and `questions.jsonl`; evals/talk/README.md describes their fields and every figure. `--derived`
measures corrections, other languages and coding talk on the data the heads were fitted to: for development only.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

TOP = 5
# How many of a message's letter triples an entry has to hold to count as that message.
SAME = 0.6
UNSURE = re.compile(
    r"not sure|nothing on that|don't know|do not know|no memory of|不确定|没有这方面|no estoy segur|no lo sé"
    r"|nicht sicher|weiß ich nicht|わかりません|確かではありません", re.I)


def plain(text):
    text = unicodedata.normalize("NFKC", text).casefold()
    return " ".join("".join(c if c.isalnum() else " " for c in text).split())


def triples(text):
    text = plain(text)
    return {text[i:i + 3] for i in range(max(1, len(text) - 2))}


def holds(text, message):
    """Whether `text` holds what `message` says, in its words."""
    wanted = triples(message)
    return bool(wanted) and len(wanted & triples(text)) / len(wanted) >= SAME


def answers(text, alternatives):
    """Whether one of the alternatives stands in the text; a number must not be part of a longer one."""
    text = unicodedata.normalize("NFKC", text).casefold()
    for option in alternatives:
        option = unicodedata.normalize("NFKC", option).casefold()
        left = r"(?<!\d)" if option[:1].isdigit() else ""
        right = r"(?!\d)" if option[-1:].isdigit() else ""
        if re.search(left + re.escape(option) + right, text):
            return True
    return False


class Soul:
    """One person's workspace, reached through the binary only."""

    def __init__(self, binary, folder):
        self.binary, self.workspace = binary, Path(folder) / "workspace"
        keep = {k: v for k, v in os.environ.items() if k in ("PATH", "LANG", "TMPDIR")}
        self.env = {**keep, "HOME": folder, "SOULFILE_HOME": str(Path(folder) / "home")}
        self.run("setup", "--workspace", str(self.workspace), "--yes", "--user-name", "Sam")

    def run(self, *args, now=None, check=True):
        env = {**self.env, **({"SOULFILE_NOW": now} if now else {})}
        done = subprocess.run([self.binary, *args], env=env, capture_output=True, text=True, timeout=300)
        if check and done.returncode != 0:
            raise RuntimeError(f"soul {' '.join(args)} failed: {done.stderr.strip()}")
        return done.stdout

    def recall(self, question, now=None):
        out = self.run("recall", "--workspace", str(self.workspace), "--json", "-n", "20", "--", question, now=now,
                       check=False)
        return json.loads(out) if out.strip() else {"hits": [], "confidence": "nothing"}

    def context(self):
        return self.run("context", "--workspace", str(self.workspace), "--session", "main")

    def chat(self, lines, now=None):
        """Types the lines into one conversation; a question back is answered "yes". Yields the replies to each."""
        env = {**self.env, **({"SOULFILE_NOW": now} if now else {})}
        talk = subprocess.Popen([self.binary, "chat", "--workspace", str(self.workspace), "--json"], env=env,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

        def exchange(line):
            talk.stdin.write(line.replace("\n", " ") + "\n")
            talk.stdin.flush()
            return json.loads(talk.stdout.readline())["replies"]

        talk.stdout.readline()
        answered = []
        for line in lines:
            replies = exchange(line)
            if any(reply["kind"] == "ask" for reply in replies):
                replies += exchange("yes")
            answered.append(replies)
        talk.stdin.close()
        talk.stdout.read()
        talk.wait(timeout=300)
        return answered

    def stores(self):
        """The memories on disk: entries of the day logs without the log of exchanges, and everything else that is raised."""
        episodes, raised = [], []
        for path in sorted(self.workspace.rglob("*.md")):
            name = path.relative_to(self.workspace).as_posix()
            text = path.read_text(errors="replace")
            if re.fullmatch(r"memory/(episodes/)?\d{4}-\d\d-\d\d.*\.md", name):
                for entry in re.split(r"(?m)^(?=## )", text)[1:]:
                    heading, _, body = entry.partition("\n")
                    if "source:exchange" not in heading and "source:heartbeat" not in heading:
                        episodes.append(body)
            elif name in ("MEMORY.md", "USER.md") or re.match(r"memory/(graph|procedures|vault)/", name):
                raised += [line for line in text.splitlines() if line.strip()]
        return episodes, raised


class Bm25:
    """The baseline: BM25 over the raw messages, words and pairs of ideographs, no stemming."""

    def __init__(self, texts, k1=1.2, b=0.75):
        self.docs = [Counter(self.terms(text)) for text in texts]
        self.k1, self.b = k1, b
        self.mean = sum(sum(doc.values()) for doc in self.docs) / max(1, len(self.docs))
        self.df = Counter(term for doc in self.docs for term in doc)

    @staticmethod
    def terms(text):
        found = []
        for word in plain(text).split():
            if any("\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in word):
                found += [word[i:i + 2] for i in range(max(1, len(word) - 1))]
            else:
                found.append(word)
        return found

    def rank(self, question):
        scores = []
        for at, doc in enumerate(self.docs):
            length, score = sum(doc.values()), 0.0
            for term in set(self.terms(question)):
                if term in doc:
                    idf = math.log(1 + (len(self.docs) - self.df[term] + 0.5) / (self.df[term] + 0.5))
                    score += idf * doc[term] * (self.k1 + 1) / (
                        doc[term] + self.k1 * (1 - self.b + self.b * length / self.mean))
            scores.append((-score, -at, at))
        return [at for score, _, at in sorted(scores) if score < 0]


class Share:
    """A share of cases, kept as two counts so that persons add up."""

    def __init__(self, good=0, all=0):
        self.good, self.all = good, all

    def add(self, good):
        self.good, self.all = self.good + bool(good), self.all + 1

    def __str__(self):
        return f"{self.good / self.all:.3f} ({self.good}/{self.all})" if self.all else "–"


FIGURES = ["capture", "findable", "false_capture", "junk_raised", "top1", "top5", "bm25_top1", "bm25_top5", "stale_first",
           "neg_unsure", "sure", "sure_right", "chat_answer", "chat_wrong", "update_current", "update_old", "corrupted", "forgotten",
           "others_kept", "credentials_kept"]


def rank_of(texts, test):
    return next((at for at, text in enumerate(texts) if test(text)), None)


def measure(soul, messages, questions, dated):
    figures = defaultdict(Share, {name: Share() for name in FIGURES})
    notes = []
    if dated:
        days = defaultdict(list)
        for message in messages:
            days[message["date"]].append(message)
        for day, said in sorted(days.items()):
            soul.chat([m["text"] for m in said], now=f"{day}T{said[0]['time']}:00Z")
    else:
        soul.chat([m["text"] for m in messages])
    last = max(m["date"] for m in messages)
    now = f"{last}T23:00:00Z" if dated else None
    by_id = {m["id"]: m["text"] for m in messages}
    gone = {target for m in messages for target in m.get("forget", [])}
    episodes, raised = soul.stores()
    for message in messages:
        text = message["text"]
        if message["id"] in gone or message.get("op") == "forget":
            continue
        kept = any(holds(entry, text) for entry in episodes + raised)
        if message.get("secret"):
            secret = max(text.split(), key=len)
            left = any(secret in entry for entry in episodes + raised)
            figures["credentials_kept"].add(left)
            if left:
                notes.append(f"credential kept: {text}")
            continue
        figures["capture" if message["memorable"] else "false_capture"].add(kept)
        if message["memorable"]:
            hits = soul.recall(text, now)["hits"][:TOP]
            found = any(holds(hit_text(hit), text) for hit in hits)
            figures["findable"].add(kept and found)
            if kept and not found:
                notes.append(f"not findable: {text}")
            if not kept:
                notes.append(f"not kept: {text}")
        else:
            junk = any(holds(line, text) for line in raised)
            figures["junk_raised"].add(junk)
            if junk:
                notes.append(f"raised: {text}")
    context = soul.context()
    for message in messages:
        for target in message.get("forget", []):
            text = by_id[target]
            hits = soul.recall(text, now)["hits"]
            left = any(holds(hit_text(hit), text) for hit in hits) or any(holds(line, text) for line in context.splitlines())
            figures["forgotten"].add(not left)
            if left:
                notes.append(f"not forgotten: {text}")
    # What nobody asked to forget is still there, where it had been kept at all.
    for message in messages:
        if message["memorable"] and message["id"] not in gone and any(holds(e, message["text"]) for e in episodes + raised):
            figures["others_kept"].add(any(holds(hit_text(hit), message["text"]) for hit in soul.recall(message["text"], now)["hits"]))
    for entry in soul.stores()[0]:
        changed = not verbatim(entry, [m["text"] for m in messages])
        figures["corrupted"].add(changed)
        if changed:
            notes.append(f"reworded: {entry.strip()[:120]}")
    baseline = Bm25([m["text"] for m in messages])
    replies = soul.chat([q["question"] for q in questions], now=now)
    for question, reply in zip(questions, replies):
        right = question["answer_contains"]
        answer = soul.recall(question["question"], now)
        texts = [hit_text(hit) for hit in answer["hits"]]
        sure = answer["confidence"] == "sure"
        said = "\n".join(r.get("text", "") for r in reply if r["kind"] in ("say", "recalled", "document"))
        unsure = bool(UNSURE.search(said)) or any(r.get("sure") is False for r in reply)
        if question["type"] == "negative":
            figures["neg_unsure"].add(not sure)
            figures["chat_wrong"].add(not unsure)
            if sure:
                figures["sure_right"].add(False)
                notes.append(f"sure of what was never told: {question['question']}")
            if not unsure:
                notes.append(f"answered what was never told: {question['question']} → {said[:120]!r}")
            continue
        at = rank_of(texts, lambda text: answers(text, right))
        figures["top1"].add(at == 0)
        figures["top5"].add(at is not None and at < TOP)
        for what in ("top1", "top5"):
            figures[f"{what}, {question['type']}"].add(at == 0 if what == "top1" else at is not None and at < TOP)
        if at is None or at >= TOP:
            notes.append(f"not in five ({'not at all' if at is None else at + 1}): {question['question']}")
        elif at > 0:
            notes.append(f"not first ({at + 1}): {question['question']} ← {texts[0].strip()[:100]!r}")
        raw = [messages[i]["text"] for i in baseline.rank(question["question"])]
        base = rank_of(raw, lambda text: answers(text, right))
        figures["bm25_top1"].add(base == 0)
        figures["bm25_top5"].add(base is not None and base < TOP)
        if question["stale"]:
            old = rank_of(texts, lambda text: any(holds(text, by_id[s]) for s in question["stale"]))
            figures["stale_first"].add(old is not None and (at is None or old < at))
            if old is not None and (at is None or old < at):
                notes.append(f"outdated first ({old + 1} before {at if at is None else at + 1}): {question['question']}")
        figures["sure"].add(sure)
        if sure:
            figures["sure_right"].add(at == 0)
            if at != 0:
                notes.append(f"sure and wrong: {question['question']} ← {texts[0].strip()[:100]!r}")
        told = answers(said, right)
        if question["stale"]:
            quoted = [r for r in reply if r["kind"] == "recalled"]
            current = rank_of(quoted, lambda r: answers(r["text"], right))
            old = rank_of(quoted, lambda r: not r.get("marks") and any(holds(r["text"], by_id[s]) for s in question["stale"]))
            figures["update_current"].add(told)
            figures["update_old"].add(not unsure and old is not None and (current is None or old < current))
        figures["chat_answer"].add(told)
        figures["chat_wrong"].add(not told and not unsure)
        if not told and not unsure:
            notes.append(f"wrong in chat: {question['question']} → {said[:120]!r}")
    return figures, notes


def verbatim(entry, typed):
    """Whether an entry is made of words that were typed, in their order."""
    said = plain(entry).replace(" ", "")
    return any(said in plain(text).replace(" ", "") for text in typed)


DERIVED = ["correction_current", "correction_old", "correction_corrupted", "other_language_first", "bm25_other_language_first",
           "coding_kept", "coding_first_five", "coding_bm25_first_five", "coding_credentials_kept"]
SECRET = re.compile(r"AKIA[0-9A-Z]{16}|gh[pousr]_\w{20,}|sk-[\w-]{16,}|xox[bap]-[\w-]{10,}|-----BEGIN|://[^/\s:]+:[^@\s]{4,}@")


def derived(binary, folder):
    """Figures on data the heads were fitted to: what a development run looks at, never what is reported as quality."""
    figures = {name: Share() for name in DERIVED}
    notes = []
    read = lambda name: [json.loads(line) for path in sorted(folder.glob(name)) for line in path.read_text().splitlines()
                         if line.strip()]
    pairs, messages = read("pairs.a*.jsonl"), read("messages.a*.jsonl")
    updates = [p for p in pairs if p["label"] == "update"]
    for start in range(0, len(updates), 20):
        some = updates[start:start + 20]
        with tempfile.TemporaryDirectory(prefix="soul-talk-") as place:
            soul = Soul(binary, place)
            # Whole weeks lie between a statement and what replaces it.
            soul.chat([p["a"] for p in some], now="2026-03-02T09:00:00Z")
            soul.chat([p["b"] for p in some], now="2026-04-06T09:00:00Z")
            for entry in soul.stores()[0]:
                figures["correction_corrupted"].add(not verbatim(entry, [p[x] for p in some for x in "ab"]))
            replies = soul.chat(["/recall " + p["a"] for p in some], now="2026-04-07T09:00:00Z")
        for pair, reply in zip(some, replies):
            quoted = [r for r in reply if r["kind"] == "recalled"]
            new = rank_of(quoted, lambda r: holds(r["text"], pair["b"]))
            old = rank_of(quoted, lambda r: holds(r["text"], pair["a"]) and not r.get("marks"))
            figures["correction_current"].add(new is not None)
            figures["correction_old"].add(old is not None and (new is None or old < new))
            if new is None:
                notes.append(f"correction not shown: {pair['a']} → {pair['b']}")
    across = [p for p in pairs if p["label"] == "same" and p["lang_a"] != p["lang_b"]]
    others = [p["a"] for p in pairs if p["label"] == "unrelated"]
    with tempfile.TemporaryDirectory(prefix="soul-talk-") as place:
        for at, pair in enumerate(across):
            home = Path(place) / str(at)
            home.mkdir()
            soul = Soul(binary, str(home))
            seven = [pair["a"]] + [others[(6 * at + i) % len(others)] for i in range(6)]
            soul.chat(seven)
            hits = soul.recall(pair["b"])["hits"]
            figures["other_language_first"].add(bool(hits) and holds(hit_text(hits[0]), pair["a"]))
            ranked = Bm25(seven).rank(pair["b"])
            figures["bm25_other_language_first"].add(bool(ranked) and ranked[0] == 0)
    people = defaultdict(list)
    for message in messages:
        if message["author"] == "a8":
            people[message["person"]].append(message)
    for person, said in people.items():
        with tempfile.TemporaryDirectory(prefix="soul-talk-") as place:
            soul = Soul(binary, place)
            soul.chat([m["text"] for m in said])
            episodes, raised = soul.stores()
            figures["coding_credentials_kept"].add(any(SECRET.search(entry) for entry in episodes + raised))
            baseline = Bm25([m["text"] for m in said])
            for message in said:
                if not message["memorable"] or "forget" in message["intents"]:
                    continue
                kept = any(holds(entry, message["text"]) for entry in episodes + raised)
                figures["coding_kept"].add(kept)
                if not kept:
                    notes.append(f"coding, not kept: {message['text']}")
                # Half of its words, as somebody who remembers half of it asks.
                half = " ".join(message["text"].split()[::2]) or message["text"]
                hits = soul.recall(half)["hits"][:TOP]
                figures["coding_first_five"].add(any(holds(hit_text(hit), message["text"]) for hit in hits))
                ranked = [said[i]["text"] for i in baseline.rank(half)][:TOP]
                figures["coding_bm25_first_five"].add(message["text"] in ranked)
    return figures, notes


def hit_text(hit):
    return hit.get("text") or hit.get("snippet") or ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--soul", required=True)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--derived", type=Path, help="the fitting data, for the figures that are derived from it")
    parser.add_argument("--person", action="append")
    parser.add_argument("--dated", action="store_true", help="one conversation a day, on its day, instead of one in all")
    parser.add_argument("--out", type=Path, help="write every miss here")
    args = parser.parse_args()
    soul = str(Path(args.soul).resolve())
    if args.derived:
        figures, notes = derived(soul, args.derived)
        print("| figure (fitted data) | all |\n|---|---|")
        for name in DERIVED:
            print(f"| {name} | {figures[name]} |")
        if args.out:
            args.out.write_text("\n".join(notes) + "\n")
        return
    if not args.data:
        parser.error("--data or --derived is needed")
    read = lambda name: [json.loads(line) for line in (args.data / name).read_text().splitlines() if line.strip()]
    messages, questions = defaultdict(list), defaultdict(list)
    for message in read("messages.jsonl"):
        messages[message["persona"]].append(message)
    for question in read("questions.jsonl"):
        questions[question["persona"]].append(question)
    people = args.person or list(messages)
    total = defaultdict(Share)
    columns, misses = {}, []
    for person in people:
        print(f"… {person}", file=sys.stderr)
        with tempfile.TemporaryDirectory(prefix="soul-talk-") as folder:
            figures, notes = measure(Soul(soul, folder), messages[person], questions[person], args.dated)
        columns[person] = figures
        misses += [f"{person}: {note}" for note in notes]
        for name, share in figures.items():
            total[name].good += share.good
            total[name].all += share.all
    print("| figure | " + " | ".join([*people, "all"]) + " |")
    print("|---|" + "---|" * (len(people) + 1))
    for name in [*FIGURES, *sorted(set(total) - set(FIGURES))]:
        print(f"| {name} | " + " | ".join(str(column[name]) for column in [*columns.values(), total]) + " |")
    if args.out:
        args.out.write_text("\n".join(misses) + "\n")


if __name__ == "__main__":
    main()
