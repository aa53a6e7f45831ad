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
