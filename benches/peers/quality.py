"""Retrieval quality side by side: the same documents, the same questions, one index per case."""

import gzip
import json
import shutil
import statistics
from pathlib import Path

from measure import Skip

HEAD = f"{'system':<26}{'set':<18}{'questions':>10}{'R@10':>8}{'all@5':>8}{'all@10':>8}{'any@5':>8}{'MRR':>8}"
DEPTH = 10


def lines(folder, name):
    """Objects of `name`.jsonl, plain or packed."""
    plain, packed = Path(folder) / f"{name}.jsonl", Path(folder) / f"{name}.jsonl.gz"
    text = plain.read_text() if plain.exists() else gzip.decompress(packed.read_bytes()).decode()
    return [json.loads(line) for line in text.split("\n") if line]


def cases(data, folder):
    """Writes each document of each case as a file named by its id; yields the case, its folder and its questions."""
    documents = {document["id"]: document for document in lines(data, "docs")}
    shutil.rmtree(folder, ignore_errors=True)
    for case in lines(data, "cases"):
        home = Path(folder) / case["case"]
        (home / "notes").mkdir(parents=True)
        for placed in case["docs"]:
            document = documents[placed["id"]]
            speaker = f"{document['speaker']}: " if document.get("speaker") else ""
            (home / "notes" / f"{placed['id']}.md").write_text(f"# {placed['date'][:10]}\n\n{speaker}{document['text']}\n")
        yield {"case": case["case"], "folder": str(home), "docs": [placed["id"] for placed in case["docs"]], "queries": case["queries"]}


def in_order(text, ids):
    """The ids that a text names, in the order in which it names them."""
    found = {name: text.find(name) for name in ids}
    return sorted((name for name in ids if found[name] >= 0), key=found.get)


def figures(ranked, data):
    """The usual figures of {(case, id): ids}; questions without an answer are left out."""
    rows = []
    for judged in lines(data, "qrels"):
        relevant, found = set(judged["relevant"]), ranked.get((judged["case"], judged["id"]), [])
        if not relevant:
            continue
        places = [at for at, name in enumerate(found, 1) if name in relevant]
        within = lambda depth: sum(place <= depth for place in places)
        first = 1 / places[0] if places else 0.0
        rows.append([within(10) / len(relevant), within(5) == len(relevant), within(10) == len(relevant), within(5) > 0, first])
    return len(rows), [statistics.fmean(column) for column in zip(*rows)]


def compare(drivers, installed, folder, data):
    """Prints a line for every system that can be asked in bulk."""
    for name, program in installed.items():
        driver = drivers[name]
        try:
            ranked = driver.rank(program, data, Path(folder) / f"quality-{name}-{Path(data).name}")
            count, shares = figures(ranked, data)
            print(f"{driver.NAME:<26}{Path(data).name:<18}{count:>10}" + "".join(f"{share:>8.3f}" for share in shares), flush=True)
        except (Skip, OSError, RuntimeError) as why:
            print(f"{driver.NAME:<26}{Path(data).name:<18}  skipped: {why}", flush=True)
