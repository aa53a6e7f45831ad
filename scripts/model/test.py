"""A real model, end to end: what worked how often. test.py --soul BINARY --model DIR [--rounds N] [--only NAMES].

Drives the real binary against a real model that this script serves on loopback. A small model fails now and then, so
each thing is tried several times and counted; only what the program itself promises has to hold every time.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

WINDOW = 8192
HERE = pathlib.Path(__file__).resolve().parent
# What the program promises whatever the model does.
PROMISED = {"what was told is kept", "a turn ends with an answer", "the session was shortened after a flush",
            "no line told is lost by shortening", "the reflection waits for a person", "an approved item is in the files"}


class Soul:
    """One home with one agent, and a model that speaks."""

    def __init__(self, binary, url, folder, **settings):
        self.binary, self.home = binary, pathlib.Path(folder)
        models = {"primary": "local/qwen", "contextTokens": WINDOW, "maxTokens": 160, "temperature": 0.3,
                  "silenceSeconds": 900, **settings}
        # As a person would write it in an editor: a script may not let itself approve.
        config = {"provider": {"local": {"baseUrl": url}}, "models": models, "approvals": {"terminal": False}}
        (self.home / "soulfile.json5").write_text(json.dumps(config, indent=2))
        self.run("setup", "--yes", "--user-name", "Alex")

    def run(self, *args, stdin="", check=True):
        env = {"PATH": os.environ["PATH"], "HOME": str(self.home), "SOULFILE_HOME": str(self.home), "TZ": "UTC"}
        done = subprocess.run([self.binary, *args], input=stdin, capture_output=True, text=True, env=env)
        if check and done.returncode:
            raise RuntimeError(f"soul {' '.join(args)}: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout

    def ask(self, question, session=None):
        resume = ["--resume", session] if session else []
        asked = json.loads(self.run("ask", "--json", *resume, question, check=False) or "{}")
        # Where the model fails, memory answers instead: that is no answer of the model's.
        if any("the model did not answer" in warning for warning in asked.get("warnings", [])):
            raise RuntimeError("; ".join(asked["warnings"]))
        return asked

    def sessions(self):
        """Every line of every transcript."""
        lines = []
        for path in sorted(self.home.glob("state/*/sessions/*.jsonl")):
            lines += [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
        return lines

    def tools(self):
        """The calls that were carried out: name and whether they failed."""
        parts = [part for line in self.sessions() if line["kind"] == "said" for part in line["message"]["parts"]]
        return [(part["name"], part.get("failed", False)) for part in parts if part["kind"] == "toolResult"]

    def recalls(self, question, word):
        found = json.loads(self.run("recall", question, "--json"))
        return any(word in hit["text"] for hit in found["hits"] + found.get("nearest", []))


def come_back(make, count):
    """Seed 003's try-it: introduce yourself, close, come back, ask."""
    soul = make()
    told = soul.ask("My name is Alex and I'm working on a Rust project called tundra.")
    count("what was told is kept", soul.recalls("What project am I working on?", "tundra"))
    count("a turn ends with an answer", bool(told.get("answer")))
    answered = soul.ask("What project am I working on?")
    count("asked in a new session, the model answers from memory", "tundra" in answered.get("answer", "").lower())


def tools(make, count):
    """Tool calls reach memory."""
    soul = make()
    soul.run("remember", "The boat is moored at berth 41 in Kotor.")
    soul.ask("Look into your memory with memory_search: where is the boat moored?")
    called = soul.tools()
    count("the model calls memory_search when told to", any(name == "memory_search" for name, _ in called))
    before = len(called)
    soul.ask("Call the tool memory_write with the content 'The assistant checks the mooring lines every Friday.'")
    called = soul.tools()[before:]
    count("the model calls memory_write when told to", any(name == "memory_write" for name, _ in called))
    wrote = any(name == "memory_write" and not failed for name, failed in called)
    if wrote:
        count("what a tool wrote is found again", soul.recalls("Which day are the mooring lines checked?", "Friday"))
    count("calls that were carried out well", called and not any(failed for _, failed in called))


def long_session(make, count):
    """A session longer than its window, which still knows."""
    soul = make(contextTokens=6500, maxTokens=60)
    facts = {"Where did Ines move?": ("My sister Ines moved to Porto in spring.", "Porto"),
             "What is my locker number?": ("My locker at the pool has the number 58.", "58"),
             "What does the cat eat?": ("The cat only eats trout.", "trout")}
    session = None
    for line, _ in facts.values():
        session = soul.ask(line, session)["session"]
    walk = "I walked along the river again and looked at the herons, the reeds and the old mill for a long while. "
    for day in range(14):
        if any(line["kind"] == "compacted" for line in soul.sessions()):
            break
        soul.ask(f"Day {day}: " + walk * 6, session)
    kinds = [line["kind"] for line in soul.sessions()]
    shortened = "compacted" in kinds
    count("the session was shortened after a flush", shortened and kinds.index("flushed") < kinds.index("compacted"))
    for question, (line, word) in facts.items():
        count("no line told is lost by shortening", soul.recalls(question, word))
    question, (_, word) = next(iter(facts.items()))
    count("asked after shortening, the model still knows", word in soul.ask(question, session).get("answer", ""))


def reflection(make, count):
    """The model drafts, a person approves."""
    soul = make(maxTokens=500)
    for line in ["Ines works at the harbour office in Porto.", "Ines plays the cello in a quartet on Thursdays.",
                 "The tundra project uses Rust and SQLite.", "I always run the tests before I push."]:
        soul.run("remember", line)
    drafted = json.loads(soul.run("reflect", "--engine", "model", "--json"))
    notes = " ".join(note for note in drafted.get("questions", []) if note.startswith(("Drafted", "The model")))
    print("    " + notes, file=sys.stderr)
    count("the model added to the reflection", "could not" not in notes and "0 items" not in notes)
    if not drafted["items"]:
        return
    count("the reflection waits for a person", bool(drafted["waits"]))
    soul.run("reflect", "approve", "1")
    words = [item["evidence"][0]["words"] for item in drafted["items"][:1]]
    files = "".join(path.read_text() for path in soul.home.rglob("workspace/**/*.md"))
    count("an approved item is in the files", all(word in files for word in words))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--soul", required=True)
    parser.add_argument("--model", required=True, type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="come_back, tools, long_session, reflection")
    options = parser.parse_args()
    log = open(options.model / "server.log", "w")
    server = subprocess.Popen([sys.executable, str(HERE / "serve.py"), str(options.model), str(WINDOW)],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
    counts, broken = {}, []
    try:
        url = server.stdout.readline().strip() + "/v1"
        for part in [come_back, tools, long_session, reflection]:
            if options.only and part.__name__ not in options.only.split(","):
                continue
            for number in range(options.rounds):
                folder = tempfile.mkdtemp(prefix="soul-model-")

                def count(what, held):
                    good, tried = counts.get(what, (0, 0))
                    counts[what] = (good + bool(held), tried + 1)
                    print(f"  {'yes' if held else 'no '}  {what}", file=sys.stderr, flush=True)

                began = time.time()
                if server.poll() is not None:
                    broken.append(f"the server of the model ended ({server.returncode}); see {log.name}")
                    break
                try:
                    part(lambda **settings: Soul(os.path.abspath(options.soul), url, folder, **settings), count)
                except (RuntimeError, KeyError, ValueError) as problem:
                    broken.append(f"{part.__name__}, round {number + 1}: {problem}")
                finally:
                    shutil.rmtree(folder, ignore_errors=True)
                print(f"{part.__name__} {number + 1}/{options.rounds}: {time.time() - began:.0f} s", file=sys.stderr)
    finally:
        server.stdin.close()
        server.terminate()
        server.wait()
    print(f"{'what':<60} worked")
    for what, (good, tried) in counts.items():
        print(f"{what:<60} {good} of {tried}" + ("   (promised)" if what in PROMISED else ""))
    for problem in broken:
        print(f"broken: {problem}")
    failed = broken or [what for what, (good, tried) in counts.items() if what in PROMISED and good < tried]
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
