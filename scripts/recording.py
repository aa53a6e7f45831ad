#!/usr/bin/env python3
"""Records a minute of use as an animated picture: recording.py BINARY OUT.svg

Every command is run by the binary in a home of its own and its output is drawn as it came, only with that home written as `~`.
"""

import html
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

COMMANDS = [
    'soul setup --workspace ~/aria --yes --user-name Sam --agent-name Aria',
    'cd ~/aria',
    'soul remember "I prefer dark-mode screenshots."',
    'soul remember "Alice leads project Heron."',
    'soul recall "how should screenshots look?"',
    'echo "- Say when you are not sure." >> SOUL.md',
    'soul alerts',
    'soul audit log -n 4',
    'soul rollback --last --yes',
    'soul audit verify',
]
COLUMNS, ROWS = 104, 26
WIDTH, HEIGHT, LEFT, TOP = 7.85, 19, 18, 46
PER_LETTER, PAUSE, PER_LINE, END = 0.03, 0.5, 0.22, 4.0


def run(soul, home):
    """Each command with the lines it printed."""
    bin_dir = home / "bin"
    bin_dir.mkdir()
    (bin_dir / "soul").symlink_to(soul)
    env = {"HOME": str(home), "SOULFILE_HOME": str(home / ".soulfile"), "PATH": f"{bin_dir}:/usr/bin:/bin", "GIT_PAGER": "cat", "LANG": "C.UTF-8", "COLUMNS": str(COLUMNS), "TZ": "Europe/Berlin"}
    where = home
    for command in COMMANDS:
        if command.startswith("cd "):
            where = Path(command[3:].replace("~", str(home)))
            yield command, []
            continue
        done = subprocess.run(["bash", "-c", command], cwd=where, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit(f"{command}: {done.stdout}")
        yield command, done.stdout.rstrip("\n").replace(str(home), "~").split("\n") if done.stdout.strip() else []


def wrapped(line):
    """A line in pieces that fit."""
    return re.findall(f".{{1,{COLUMNS}}}", line.expandtabs(4)) or [""]


def text(row, words, kind):
    return f'<text x="{LEFT}" y="{TOP + row * HEIGHT}" class="{kind}" xml:space="preserve">{html.escape(words, quote=False)}</text>'


def draw(steps):
    """The picture: what is typed is uncovered letter by letter, what was printed appears at once, and old lines move up."""
    shapes, rules, scrolls, at, row = [], [], [(0.0, 0)], 0.6, 0
    cues = []  # (time, name, kind, letters)
    for number, (command, printed) in enumerate(steps):
        lines = [piece for line in printed for piece in wrapped(line)]
        scrolls.append((at, max(0, row + 1 + len(lines) - ROWS)))
        typed = len(command) * PER_LETTER
        cover = f'<rect x="{LEFT + 2 * WIDTH}" y="{TOP + (row - 0.8) * HEIGHT:.1f}" width="{COLUMNS * WIDTH:.0f}" height="{HEIGHT}" class="cover c{number}"/>'
        shapes.append(f'<g class="s{number}">{text(row, "$ " + command, "typed")}{cover}</g>')
        cues.append((at, at + typed, number, len(command)))
        at += typed + PAUSE
        if lines:
            shapes.append(f'<g class="o{number}">{"".join(text(row + 1 + i, line, "said") for i, line in enumerate(lines))}</g>')
        cues.append((at, None, number, 0))
        at += len(lines) * PER_LINE + PAUSE
        row += 1 + len(lines)
    whole = at + END
    share = lambda time: f"{100 * time / whole:.2f}%"
    for begin, end, number, letters in cues:
        name = "o" if end is None else "s"
        rules.append(f"@keyframes {name}{number}{{0%,{share(begin)}{{opacity:0}}{share(begin + 0.01)},100%{{opacity:1}}}}.{name}{number}{{animation:{name}{number} {whole:.1f}s infinite}}")
        if end is not None:
            rules.append(f"@keyframes c{number}{{0%,{share(begin)}{{transform:none;animation-timing-function:steps({letters})}}{share(end)},100%{{transform:translateX({letters * WIDTH:.1f}px)}}}}.c{number}{{animation:c{number} {whole:.1f}s infinite}}")
    moves = "".join(f"{share(time)}{{transform:translateY({-up * HEIGHT}px)}}" for time, up in scrolls)
    last = -scrolls[-1][1] * HEIGHT
    width, height = round(2 * LEFT + COLUMNS * WIDTH), TOP + ROWS * HEIGHT
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="A minute in a terminal: soul setup, remember, recall, alerts, audit log, rollback">
<style>
text{{font:13px ui-monospace,'Cascadia Code','JetBrains Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#c9c9d2}}
.typed{{fill:#fff;font-weight:600}}.cover,.back{{fill:#17171c}}
@keyframes up{{{moves}100%{{transform:translateY({last}px)}}}}.up{{animation:up {whole:.1f}s infinite;animation-timing-function:steps(1)}}
{"".join(rules)}
@media (prefers-reduced-motion:reduce){{*{{animation:none!important}}.up{{transform:translateY({last}px)}}.cover{{display:none}}}}
</style>
<rect class="back" width="{width}" height="{height}" rx="10"/>
<circle cx="20" cy="17" r="5.5" fill="#ff5f57"/><circle cx="38" cy="17" r="5.5" fill="#febc2e"/><circle cx="56" cy="17" r="5.5" fill="#28c840"/>
<svg y="28" width="{width}" height="{height - 34}" viewBox="0 28 {width} {height - 34}"><g class="up">
{chr(10).join(shapes)}
</g></svg>
</svg>
"""


def main():
    soul, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as home:
        picture = draw(list(run(soul, Path(os.path.realpath(home)))))
    out.write_text(picture)
    print(f"{out}: {len(picture) / 1024:.1f} KB")


if __name__ == "__main__":
    main()
