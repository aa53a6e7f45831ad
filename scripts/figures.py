#!/usr/bin/env python3
"""Prints the size and shape of the code: lines per crate, how long files and functions are, type names that occur
twice, and lines added and deleted since a commit.
usage: scripts/figures.py [COMMIT]
       scripts/figures.py --check    fails where a type name occurs twice, or a file of the workspace is spelt out"""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FUNCTION = re.compile(r"^( *)(?:pub(?:\([a-z ]+\))? )?(?:default )?(?:const )?(?:async )?(?:unsafe )?fn \w+")
# Types that are public somewhere, and words! enums, which declare themselves by name alone.
TYPE = re.compile(r"^pub(?:\([a-z]+\))? (?:struct|enum|trait) ([A-Z]\w+)", re.M)
WORDS = re.compile(r"^words! \{\n(?:    (?:///|#).*\n)*    ([A-Z]\w+) \(", re.M)
# A file at the root of a workspace, whose name is a constant of `vocabulary`; attributes take no constants.
ROOT_FILE = re.compile(r'(?<!rename = )(?<!example = )"(?:SOUL|IDENTITY|AGENTS|USER|TOOLS|HEARTBEAT|BOOT|BOOTSTRAP|SOUL_EVIL|MEMORY)\.md"')


def git(*args):
    return subprocess.check_output(["git", "-C", ROOT, *args], text=True)


def function_lengths(lines):
    """Lines of each function. The code is formatted, so a function ends at a brace as far in as its `fn`."""
    for start, line in enumerate(lines):
        found = FUNCTION.match(line)
        if not found:
            continue
        end = found[1] + "}"
        for at in range(start, len(lines)):
            if at > start and lines[at] == end:
                yield at - start + 1
                break
            if lines[at].endswith(";") and lines[at].startswith(found[1]) and not lines[at].startswith(found[1] + " "):
                break  # a signature without a body


def spread(values):
    values = sorted(values)
    if not values:
        return "none"
    at = lambda share: values[min(len(values) - 1, int(len(values) * share))]
    return f"{len(values)}, p50 {at(0.5)}, p90 {at(0.9)}, max {values[-1]}"


def crate_of(path):
    return "/".join(path.split("/")[:2])


def main():
    check = sys.argv[1:] == ["--check"]
    since = sys.argv[1] if len(sys.argv) > 1 and not check else "71b0793"
    paths = [p for p in git("ls-files", "*.rs").split() if p.startswith(("crates/", "tools/"))]
    crates = defaultdict(lambda: [0, 0])
    files, functions, holders, spelt = [], [], defaultdict(list), []
    for path in paths:
        text = (ROOT / path).read_text()
        lines = text.splitlines()
        is_test = "/tests/" in path or path.endswith(("tests.rs", "_tests.rs")) or "/benches/" in path
        crates[crate_of(path)][is_test] += len(lines)
        if not is_test:
            files.append(len(lines))
            functions.extend(function_lengths(lines))
            if path.startswith("crates/") and not path.startswith("crates/vocabulary/"):
                code = text.partition("#[cfg(test)]")[0]
                spelt.extend(f"{path}: {name}" for name in ROOT_FILE.findall(code))
        for name in TYPE.findall(text) + WORDS.findall(text):
            holders[name].append(path)
    # One error type per library crate is the house style; it is called Error in each.
    twice = {n: p for n, p in holders.items() if len(p) > 1 and n != "Error"}
    if check:
        faults = [f"the type name {n} occurs in {', '.join(ps)}" for n, ps in sorted(twice.items())]
        faults += [f"{at} is spelt out; vocabulary::layout has a constant for it" for at in spelt]
        sys.exit("\n".join(faults) if faults else 0)
    print("crate                     lines   tests")
    for crate, (code, tests) in sorted(crates.items()):
        print(f"{crate:<24} {code:>6}  {tests:>6}")
    print(f"{'all':<24} {sum(c for c, _ in crates.values()):>6}  {sum(t for _, t in crates.values()):>6}")
    print(f"files (without tests): {spread(files)} lines")
    print(f"functions (without tests): {spread(functions)} lines")
    print(f"type names that occur twice: {len(twice)}")
    for name, where in sorted(twice.items()):
        print(f"  {name}: {', '.join(where)}")
    if subprocess.run(["git", "-C", ROOT, "cat-file", "-e", since + "^{commit}"], capture_output=True).returncode:
        print(f"no commit {since} here: lines deleted are not counted")
        return
    added = deleted = 0
    for line in git("diff", "--numstat", "-M", since, "--", "*.rs").splitlines():
        more, less, _ = line.split("\t")
        added, deleted = added + int(more), deleted + int(less)
    print(f"Rust since {since}: {added} lines added, {deleted} deleted")


if __name__ == "__main__":
    main()
