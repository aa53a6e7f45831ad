"""Makes a harder set of one that has few documents a case: each case also gets the documents of other cases.

    python3 crowd.py SET OUT [--others 5] [--seed 7]

The strangers take dates of the case's own documents, so that no date gives them away.
"""

import argparse
import gzip
import json
import pathlib
import random
import shutil


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--others", type=int, default=5)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    with gzip.open(given.set / "cases.jsonl.gz", "rt") as lines:
        cases = [json.loads(line) for line in lines]
    given.out.mkdir(parents=True, exist_ok=True)
    with gzip.open(given.out / "cases.jsonl.gz", "wt") as out:
        for case in cases:
            docs = list(case["docs"])
            known = {doc["id"] for doc in docs}
            dates = [doc["date"] for doc in docs]
            for other in chance.sample(cases, given.others):
                for doc in other["docs"]:
                    if doc["id"] not in known:
                        known.add(doc["id"])
                        docs.append({"id": doc["id"], "date": chance.choice(dates)})
            out.write(json.dumps({**case, "docs": docs}) + "\n")
    for name in ("docs.jsonl.gz", "qrels.jsonl.gz"):
        shutil.copy(given.set / name, given.out / name)


if __name__ == "__main__":
    main()
