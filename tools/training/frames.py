"""Texts made of the frames in `data/requests.toml` and `data/attacks.toml`, for fitting only; the same ones each time."""

import random
import re
import tomllib
from pathlib import Path

import measure

TALK = Path(__file__).resolve().parent / "data"

# How many texts a frame makes.
REQUESTS = {"remember": 6, "forget": 8, "reflect": 8, "recall": 8, "none": 3}
ATTACKS = {"attack": 16, "harmless": 3}
LONGEST = 90


def statements():
    """Short statements of the talk by language, as their authors wrote them."""
    found = {"en": [], "zh": []}
    for path in sorted(TALK.glob("messages.*.jsonl")):
        for message in measure.lines(path):
            if message["lang"] in found and message["intents"] == ["tell"] and len(message["text"]) < LONGEST:
                found[message["lang"]].append(message["text"].rstrip(".。!！ "))
    return {lang: sorted(set(texts)) for lang, texts in found.items()}


def filled(frames, fillers, times):
    """Each text once, with the name of the list its frame is in, and its language."""
    chance, seen = random.Random(1), set()
    for name, count in times.items():
        for lang, lines in frames[name].items():
            for line in lines:
                for _ in range(count if "{" in line else 1):
                    # Half of the requests come without a courtesy.
                    word = lambda slot: "" if slot == "f" and chance.random() < 0.5 else chance.choice(fillers[slot][lang])
                    text = re.sub(r"\{(\w)\}", lambda found: word(found[1]), line)
                    text = text.strip()
                    text = text[0].upper() + text[1:] if chance.random() < 0.7 else text
                    if text not in seen:
                        seen.add(text)
                        yield text, name, lang


def read(name):
    return tomllib.loads((TALK / f"{name}.toml").read_text(encoding="utf-8"))


def requests():
    """Texts with their language and the request they make of the memory, `none` for those that make none."""
    frames = read("requests")
    fillers = {"s": statements(), "n": frames["matters"], "f": frames["courtesies"]}
    for text, name, lang in filled(frames, fillers, REQUESTS):
        yield text, lang, name


def attacks():
    """Texts with their language and whether they attack an assistant that reads them."""
    frames = read("attacks")
    slots = {"c": "pages", "a": "addressed", "d": "orders", "w": "conditions", "g": "leave", "q": "quoted"}
    fillers = {slot: frames[name] for slot, name in slots.items()}
    for text, name, lang in filled(frames, fillers, ATTACKS):
        yield text, lang, name == "attack"
