"""Basic Memory (PyPI `basic-memory`), full text, over its MCP server."""

import os
import shutil
import subprocess
import time
from pathlib import Path

from mcp import Server
from measure import Skip, hits, resident_mb, timed
from quality import cases, in_order

NAME = "basic-memory 0.23 (text)"
PYTHONS = ["python3.13", "python3.12", "python3"]
# Indexing starts a process of several seconds for each case.
MOST_CASES = 20


def install(folder, options):
    home = Path(folder) / "basic-memory"
    program = home / "bin/basic-memory"
    if program.exists():
        return program
    managed = sorted(Path.home().glob(".pyenv/versions/3.1[2-9]*/bin/python3"))
    for name in [options.python, *PYTHONS, *managed]:
        python = name and shutil.which(name)
        new = "import sys; sys.exit(sys.version_info < (3, 12))"
        if python and subprocess.run([python, "-c", new], capture_output=True).returncode == 0:
            subprocess.run([python, "-m", "venv", home], check=True)
            done = subprocess.run([home / "bin/pip", "install", "-q", "basic-memory==0.23.0"], capture_output=True, text=True)
            if done.returncode or not program.exists():
                raise Skip(f"pip could not install it: {done.stderr[-200:]}")
            return program
    raise Skip("it needs Python 3.12 or later (--python PATH)")


def environment_of(work):
    return {**os.environ, "HOME": str(work / "home"), "BASIC_MEMORY_HOME": str(work / "notes"), "BASIC_MEMORY_CONFIG_DIR": str(work / "config"),
        "BASIC_MEMORY_SEMANTIC_SEARCH_ENABLED": "false", "BASIC_MEMORY_SYNC_CHANGES": "false"}


def measure(program, folder, notes, queries, asked, size):
    if size > 10_000:
        raise Skip("indexing would take about an hour")
    work = Path(folder) / f"basic-memory-{size}"
    shutil.rmtree(work, ignore_errors=True)
    (work / "home").mkdir(parents=True)
    shutil.copytree(notes, work / "notes")
    environment = environment_of(work)
    start = time.perf_counter()
    done = subprocess.run([program, "reindex", "--search"], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise Skip(f"it could not index: {(done.stdout + done.stderr)[-300:]}")
    build = size / (time.perf_counter() - start)
    server = Server([program, "mcp"], env=environment)
    try:
        search = lambda query: server.call("search_notes", query=query["query"], page_size=5, search_type="text")
        server.call("search_notes", query="warm", page_size=5)
        times, answers = timed(queries, search)
        resident = resident_mb(server.process.pid)
        finds = []
        for n in range(5):
            server.call("write_note", title=f"marker{n}", content=f"The marker{n} was left under the stone.", directory="marks")
            start = time.perf_counter()
            answer = server.call("search_notes", query=f"marker{n}", page_size=5)
            finds.append((time.perf_counter() - start) * 1e3)
            if f"marker{n}" not in answer:
                raise Skip("written and not found")
    finally:
        server.close()
    start = time.perf_counter()
    subprocess.run([program, "tool", "search-notes", queries[0]["query"]], env=environment, capture_output=True)
    cli = (time.perf_counter() - start) * 1e3
    return {"build": build, "search": times, "cli": cli, "find": sorted(finds)[2], "resident": resident, "hit": hits(queries, answers)}


def rank(program, data, folder):
    ranked, asked = {}, list(cases(data, folder))
    if len(asked) > MOST_CASES:
        raise Skip(f"{len(asked)} cases would take an hour")
    for case in asked:
        work = Path(case["folder"])
        (work / "home").mkdir()
        environment = environment_of(work)
        done = subprocess.run([program, "reindex", "--search"], env=environment, capture_output=True, text=True)
        if done.returncode:
            raise Skip(f"it could not index: {(done.stdout + done.stderr)[-300:]}")
        server = Server([program, "mcp"], env=environment)
        try:
            for query in case["queries"]:
                answer = server.call("search_notes", query=query["text"], page_size=10, search_type="text")
                ranked[case["case"], query["id"]] = in_order(answer, case["docs"])
        finally:
            server.close()
    return ranked
