"""Times Soulfile and its peers on one corpus, and compares what they find: run.py --soul PATH [--sizes N…] [--only NAME] [--data DIR]."""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import corpus
import quality
from drivers import basic_memory, qmd, server_memory, soulfile
from measure import HEAD, Skip, line

DRIVERS = {"soulfile": soulfile, "qmd": qmd, "basic-memory": basic_memory, "server-memory": server_memory}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--soul", required=True, help="the release binary")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--only", nargs="+", choices=DRIVERS, default=list(DRIVERS))
    parser.add_argument("--python", help="a Python of version 3.12 or later")
    parser.add_argument("--data", type=Path, help="a folder of retrieval sets, to compare quality on as well")
    parser.add_argument("--sets", nargs="+", default=["locomo", "longmemeval-s"], help="which of them")
    parser.add_argument("--dir", default=str(Path(tempfile.gettempdir()) / "soul-peers"), help="where peers are installed and notes made")
    options = parser.parse_args()
    vocabulary = Path(__file__).parents[2] / "models/vocab.txt"
    installed = {}
    for name in options.only:
        try:
            installed[name] = DRIVERS[name].install(options.dir, options)
        except Skip as why:
            print(f"{name}: skipped, {why}", flush=True)
    print(HEAD, flush=True)
    for size in options.sizes:
        notes, asked = corpus.make(Path(options.dir) / f"corpus-{size}", size, vocabulary)
        queries = [json.loads(text) for text in asked.read_text().splitlines()]
        for name, program in installed.items():
            try:
                row = DRIVERS[name].measure(program, options.dir, notes, queries, asked, size)
                print(line(DRIVERS[name].NAME, size, row), flush=True)
            except (Skip, OSError, RuntimeError, subprocess.CalledProcessError) as why:
                print(f"{DRIVERS[name].NAME:<26}{size:>9}  skipped: {why}", flush=True)
    for name in options.sets if options.data else []:
        if not (options.data / name).is_dir():
            print(f"{options.data / name}: not there, its quality is not compared", flush=True)
            continue
        print(quality.HEAD, flush=True)
        quality.compare(DRIVERS, installed, options.dir, options.data / name)


if __name__ == "__main__":
    main()
