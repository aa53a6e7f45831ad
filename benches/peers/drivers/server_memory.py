"""The reference memory server (npm `@modelcontextprotocol/server-memory`): one JSON file, substring search."""

import os
import shutil
import subprocess
import time
from pathlib import Path

from mcp import Server
from measure import Skip, hits, resident_mb, timed
from quality import cases, in_order

NAME = "MCP server-memory"


def install(folder, options):
    home = Path(folder) / "server-memory"
    program = home / "node_modules/@modelcontextprotocol/server-memory/dist/index.js"
    if not program.exists():
        if not shutil.which("npm"):
            raise Skip("npm is not installed")
        home.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(home), "@modelcontextprotocol/server-memory"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode or not program.exists():
            raise Skip(f"npm could not install it: {done.stderr[-200:]}")
    return program


def measure(program, folder, notes, queries, asked, size):
    if size > 10_000:
        raise Skip("it writes its whole file for every change")
    work = Path(folder) / f"server-memory-{size}"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    server = Server(["node", str(program)], env={**os.environ, "MEMORY_FILE_PATH": str(work / "memory.jsonl")})
    try:
        start = time.perf_counter()
        files = sorted(Path(notes).iterdir())
        for first in range(0, len(files), 10):
            observed = lambda text: [part.strip() for part in text.split("\n## ")[1:]]
            entities = [{"name": f.name, "entityType": "day", "observations": observed(f.read_text())} for f in files[first : first + 10]]
            server.call("create_entities", entities=entities)
        build = size / (time.perf_counter() - start)
        times, answers = timed(queries, lambda query: server.call("search_nodes", query=query["query"]))
        resident = resident_mb(server.process.pid)
        finds = []
        for n in range(5):
            server.call("create_entities", entities=[{"name": f"marker{n}", "entityType": "day", "observations": ["left under the stone"]}])
            start = time.perf_counter()
            server.call("search_nodes", query=f"marker{n}")
            finds.append((time.perf_counter() - start) * 1e3)
    finally:
        server.close()
    return {"build": build, "search": times, "find": sorted(finds)[2], "resident": resident, "hit": hits(queries, answers)}


def rank(program, data, folder):
    ranked = {}
    for case in cases(data, folder):
        server = Server(["node", str(program)], env={**os.environ, "MEMORY_FILE_PATH": str(Path(case["folder"]) / "memory.jsonl")})
        try:
            said = lambda name: (Path(case["folder"]) / "notes" / f"{name}.md").read_text()
            entities = [{"name": name, "entityType": "note", "observations": [said(name)]} for name in case["docs"]]
            server.call("create_entities", entities=entities)
            for query in case["queries"]:
                answer = server.call("search_nodes", query=query["text"])
                ranked[case["case"], query["id"]] = in_order(answer, case["docs"])
        finally:
            server.close()
    return ranked
