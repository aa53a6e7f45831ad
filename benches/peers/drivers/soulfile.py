"""Soulfile itself, through `soul bench`."""

import json
import subprocess

NAME = "soulfile (hybrid)"


def install(folder, options):
    return options.soul


def measure(soul, folder, notes, queries, asked, size):
    command = [soul, "bench", "--json", "--notes", str(notes), "--queries", str(asked), "--searches", str(len(queries))]
    row = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)[0]
    return {
        "build": row["build_per_second"],
        "search": row["whole_recall"],
        "cli": row["command_line"][0],
        "find": row["write_then_find"][0],
        "resident": row["resident_mb"],
        "hit": row["hit_at_5"],
    }


def rank(soul, data, folder):
    at = lambda name: next(str(path) for path in (data / f"{name}.jsonl", data / f"{name}.jsonl.gz") if path.exists())
    command = [soul, "eval", "retrieval", "--docs", at("docs"), "--cases", at("cases"), "--k", "10"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {(a["case"], a["id"]): a["ranked"] for a in answers}
