"""One corpus for every system: daily logs and questions whose answer is known."""

import datetime
import json
import random
from pathlib import Path

DAILY = 30


def words(vocabulary):
    """Plain words of the model's vocabulary, which is ordered by frequency."""
    return [w for w in Path(vocabulary).read_text().split("\n") if w.isascii() and w.isalpha() and w.islower() and len(w) > 2]


def make(folder, size, vocabulary, questions=200):
    """Writes `size` notes into `folder`/notes and the questions beside them; keeps what is there."""
    folder = Path(folder)
    notes, asked = folder / "notes", folder / "queries.jsonl"
    if asked.exists():
        return notes, asked
    notes.mkdir(parents=True, exist_ok=True)
    chance = random.Random(size)
    known = words(vocabulary)
    weights = [1 / (rank + 10) for rank in range(len(known))]
    total, running = [], 0.0
    for weight in weights:
        running += weight
        total.append(running)
    wanted = set(chance.sample(range(size), questions))
    lines = []
    for first in range(0, size, DAILY):
        day = datetime.date(2000, 1, 1) + datetime.timedelta(days=first // DAILY)
        text = [f"# {day}\n"]
        for number in range(first, min(first + DAILY, size)):
            note = chance.choices(known, cum_weights=total, k=chance.randint(40, 80))
            at = number - first
            text.append(f"\n## {8 + at // 6:02}:{at % 6 * 10:02} | note\n{' '.join(note).capitalize()}.\n")
            if number in wanted:
                lines.append(json.dumps({"query": question(chance, note, known, len(lines)), "file": f"{day}.md"}))
        (notes / f"{day}.md").write_text("".join(text))
    asked.write_text("\n".join(lines) + "\n")
    return notes, asked


def question(chance, note, known, number):
    """Keywords, a phrase, or a question, in turn; about the rarer words of the note."""
    rank = {word: at for at, word in enumerate(known)}
    rare = sorted(set(note), key=lambda word: -rank[word])[:8]
    if number % 3 == 0:
        return " ".join(chance.sample(rare, min(4, len(rare))))
    if number % 3 == 1:
        start = chance.randrange(len(note) - 6)
        return " ".join(note[start : start + 6])
    return "What did I note about {} and {} with {}?".format(*chance.sample(rare, 3))
