"""Times, resident memory, and the table."""

import time


class Skip(Exception):
    """A system that cannot be measured here, and why."""


def percentiles(times):
    times = sorted(times)
    return [times[round((len(times) - 1) * share)] for share in (0.5, 0.95, 0.99)]


def timed(items, work):
    """Milliseconds of `work` on each item, and what it returned."""
    times, results = [], []
    for item in items:
        start = time.perf_counter()
        results.append(work(item))
        times.append((time.perf_counter() - start) * 1e3)
    return percentiles(times), results


def resident_mb(pid):
    try:
        with open(f"/proc/{pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))
    except (OSError, StopIteration):
        return None


def hits(queries, answers):
    """Share of questions whose file is named in the answer's first five results."""
    return sum(query["file"].removesuffix(".md") in answer for query, answer in zip(queries, answers)) / len(queries)


HEAD = f"{'system':<26}{'notes':>9}{'build/s':>10}{'search p50':>12}{'p95':>9}{'p99 ms':>9}{'CLI ms':>9}{'write→find':>12}{'MB':>8}{'hit@5':>7}"


def line(name, size, row):
    def show(value, places=1):
        return "–" if value is None else f"{value:.{places}f}"

    search = row.get("search") or [None] * 3
    return (
        f"{name:<26}{size:>9}{show(row.get('build'), 0):>10}{show(search[0], 2):>12}{show(search[1], 2):>9}{show(search[2], 2):>9}"
        f"{show(row.get('cli')):>9}{show(row.get('find'), 2):>12}{show(row.get('resident'), 0):>8}{show(row.get('hit'), 3):>7}"
    )
