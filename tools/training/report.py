"""Writes the report of the heads: figures on people that the judging model has not seen, and on the sets kept apart."""

from collections import Counter

import numpy as np


def write(path, size, fitted, judged):
    lines = [
        "# Report of the heads", "",
        "Made by `fit_heads.py`; do not edit. `models/heads.bin` has " + f"{size:,} bytes.", "",
        "**By author**: each item is judged by a model that has seen nothing by its author and no near-duplicate of it.",
        "`recall` and `precision` are at a probability of one half, `false` is the share of the other items above it, `AUC` is",
        "the chance that an item with the label is put above one without it, `gap` the mean distance between probability and",
        "share of right ones in ten bins. **Sets kept apart**: files of `evals/language` that nothing was fitted to, judged by",
        "what is shipped.", "",
    ]
    for title, group, items, found, left_out in fitted:
        authors = Counter(item["author"] for item in items)
        lines += [f"## By author: {title}", ""]
        lines += [f"{len(items):,} items of {len(authors)} authors; {left_out:,} near-duplicates left out of fits.", ""]
        lines += tables(group, items, found)
    lines += ["## Sets kept apart", ""]
    for group, items, found in judged.values():
        for name in sorted({item["set"] for item in items}):
            rows = [at for at, item in enumerate(items) if item["set"] == name]
            lines += [f"### {name}: {len(rows)} items", ""]
            lines += tables(group, [items[at] for at in rows], found[rows], by_language=False)
    path.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def tables(group, items, found, by_language=True):
    labels = group.labels(items)
    lines = ["| head | items | with it | recall | precision | false | AUC | gap |", "|---|---|---|---|---|---|---|---|"]
    count = len(lines)
    for flag in group.flags:
        [at] = group.places(flag)
        known = ~np.isnan(labels[:, at])
        true = labels[known, at] > 0.5
        if true.any() and not true.all():
            lines.append(flag_row(flag, true, found[known, at]))
    lines = [*lines, ""] if len(lines) > count else []
    for head, values in group.choices.items():
        at = group.places(head)
        known = ~np.isnan(labels[:, at[0]])
        if not known.any():
            continue
        right, chosen = labels[known][:, at].argmax(1), found[known][:, at].argmax(1)
        sure = found[known][:, at].max(1)
        lines += [f"{head}: {np.mean(right == chosen):.3f} of {known.sum():,} right; gap {gap(right == chosen, sure):.3f}.", ""]
        lines += ["| " + head + " | " + " | ".join(values) + " |", "|---" * (len(values) + 1) + "|"]
        for row, value in enumerate(values):
            if (right == row).any():
                cells = [str(int(((right == row) & (chosen == column)).sum())) for column in range(len(values))]
                lines.append(f"| is {value} | " + " | ".join(cells) + " |")
        lines.append("")
    return lines + (languages(group, items, labels, found) if by_language else [])


def flag_row(name, true, score):
    above = score > 0.5
    cells = [len(true), int(true.sum()), ratio(above & true, true), ratio(above & true, above), ratio(above & ~true, ~true)]
    cells += [f"{auc(true, score):.3f}", f"{gap(true, score):.3f}"]
    return f"| {name} | " + " | ".join(map(str, cells)) + " |"


def languages(group, items, labels, found):
    """AUC of each flag and share of right choices, for languages with at least forty items."""
    count = Counter(item["lang"] for item in items)
    chosen = [lang for lang, number in count.most_common() if number >= 40]
    if len(chosen) < 2:
        return []
    lines = ["AUC of the flags and share of right choices by language (where there are enough items):", ""]
    lines += ["| head | " + " | ".join(chosen) + " |", "|---" * (len(chosen) + 1) + "|"]
    langs = np.array([item["lang"] for item in items])
    for head in group.heads():
        at = group.places(head)
        cells = []
        for lang in chosen:
            rows = (langs == lang) & ~np.isnan(labels[:, at[0]])
            true = labels[rows][:, at]
            if head in group.flags:
                enough = min((true > 0.5).sum(), (true <= 0.5).sum()) >= 5
                cells.append(f"{auc(true[:, 0] > 0.5, found[rows, at[0]]):.2f}" if enough else "–")
            else:
                enough = len(true) >= 15
                cells.append(f"{np.mean(true.argmax(1) == found[rows][:, at].argmax(1)):.2f}" if enough else "–")
        lines.append(f"| {head} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def ratio(part, whole):
    return f"{part.sum() / whole.sum():.3f}" if whole.sum() else "–"


def auc(true, score):
    order = np.argsort(score, kind="stable")
    ranks = np.empty(len(score))
    ranks[order] = np.arange(1, len(score) + 1)
    positive = true.sum()
    return (ranks[true].sum() - positive * (positive + 1) / 2) / (positive * (len(true) - positive))


def gap(right, probability):
    """Mean distance between probability and share of right ones, over ten bins."""
    which = np.minimum((probability * 10).astype(int), 9)
    parts = [(which == bin).mean() * abs(right[which == bin].mean() - probability[which == bin].mean()) for bin in range(10) if (which == bin).any()]
    return float(np.sum(parts))
