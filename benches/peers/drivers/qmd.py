"""QMD (npm `@tobilu/qmd`), BM25 through its library, run by Bun, which needs no compiled SQLite."""

import json
import shutil
import subprocess
import time
from pathlib import Path

from measure import Skip
from quality import cases, in_order

NAME = "qmd 2.8.3 (BM25)"
SCRIPTS = [Path(__file__).with_name(name) for name in ("qmd.mjs", "qmd_rank.mjs")]


def install(folder, options):
    home = Path(folder) / "qmd"
    bun = home / "node_modules/@oven/bun-linux-x64-baseline/bin/bun"
    if not bun.exists():
        if not shutil.which("npm"):
            raise Skip("npm is not installed")
        home.mkdir(parents=True, exist_ok=True)
        packages = ["@tobilu/qmd@2.8.3", "@oven/bun-linux-x64-baseline"]
        command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(home), *packages]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode or not bun.exists():
            raise Skip(f"npm could not install it: {done.stderr[-200:]}")
    for script in SCRIPTS:
        shutil.copy(script, home / script.name)
    return home, bun


def measure(installed, folder, notes, queries, asked, size):
    home, bun = installed
    work = Path(folder) / f"qmd-{size}"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(notes, work / "notes")
    done = subprocess.run([bun, "qmd.mjs", work, asked], cwd=home, capture_output=True, text=True)
    if done.returncode:
        raise Skip(done.stderr[-300:])
    row = json.loads(done.stdout.strip().split("\n")[-1])
    row["build"] = size / row.pop("seconds")
    environment = {"HOME": str(work), "PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": str(work), "INDEX_PATH": str(work / "index.sqlite")}
    times = []
    for query in queries[:5]:
        start = time.perf_counter()
        command = [bun, home / "node_modules/@tobilu/qmd/dist/cli/qmd.js", "search", query["query"]]
        subprocess.run(command, cwd=work, env=environment, capture_output=True)
        times.append((time.perf_counter() - start) * 1e3)
    row["cli"] = sorted(times)[2]
    return row


def rank(installed, data, folder):
    home, bun = installed
    asked = list(cases(data, folder))
    listed = Path(folder) / "cases.json"
    listed.write_text(json.dumps(asked))
    done = subprocess.run([bun, "qmd_rank.mjs", listed], cwd=home, capture_output=True, text=True)
    if done.returncode:
        raise Skip(done.stderr[-300:])
    documents = {case["case"]: case["docs"] for case in asked}
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {(a["case"], a["id"]): in_order(a["answer"], documents[a["case"]]) for a in answers}
