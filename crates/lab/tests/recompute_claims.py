"""Computes the first screen of a reproduction again: its counts of verdicts, and every claim about a share.

    python recompute_claims.py SUDOLAB FOLDER

FOLDER is that of `SUDOLAB reproduce PAPER`. What its page says first has to follow from its table of
claims; and of `chi-lange` each claim that bounds a share of puzzles has to follow, number by number and in
its verdict, from the exported rows, with intervals by SciPy. Ends with 1 and what differs, if anything does.
"""

import csv
import re
import sys
from pathlib import Path

from recompute import count, percent, table
from scipy import stats

# What the paper reports: set, puzzles, solved by projections (table 1).
TABLE_1 = [("easy", 87, 74), ("medium", 130, 116), ("hard", 100, 72), ("top95", 95, 39)]


def wilson(k, n):
    if n == 0:
        return None
    ends = stats.binomtest(k, n).proportion_ci(0.95, method="wilson")
    return max(ends.low, 0.0), min(ends.high, 1.0)


def around(k, n):
    """Their interval, 5 and 15 points wider."""
    low, high = wilson(k, n)
    return [(max(low - by, 0.0), min(high + by, 1.0)) for by in (0.05, 0.15)]


def judged(interval, holds, in_kind):
    if interval is None:
        return "cannot tell at this size"
    low, high = interval
    for word, (a, b) in [("holds", holds), ("in kind", in_kind)]:
        if a - 1e-12 <= low and high <= b + 1e-12:
            return word
    return "differs" if high < in_kind[0] or low > in_kind[1] else "cannot tell at this size"


def needed(published, holds, in_kind):
    """The fewest puzzles, in steps of five, whose interval fits if the share is as published."""
    return next(n for n in range(5, 20001, 5) if judged(wilson(round(published * n), n), holds, in_kind) == "holds")


def verdict(k, n, published, holds, in_kind):
    word = judged(wilson(k, n), holds, in_kind)
    return "cannot tell at this size" if word in ("holds", "in kind") and n < needed(published, holds, in_kind) else word


def shares(program, folder):
    """Claims that follow from shares of puzzles: their words, ours and the verdict."""
    if not (Path(folder) / "methods").exists():
        return
    runs = table(program, str(Path(folder) / "methods"), "runs")
    for name, of, published in TABLE_1:
        here = runs[(runs["puzzle_set"] == name) & (runs["label"] == "projections-chi-lange")]
        k, n = int((here["class"] == "solved").sum()), len(here)
        low, high = wilson(k, n)
        ours = f"{k} of {n} ({percent(k / n)}); 95 % interval {percent(low)} to {percent(high)}"
        what = f"alternating projections, {name}: puzzles solved"
        yield what, ours, verdict(k, n, published / of, *around(published, of))
    fixed = runs[runs["label"] == "backtrack-chi-lange"]
    first = runs[runs["label"] == "backtrack, fewest first"]
    k, n = int((fixed["class"] == "solved").sum()), len(fixed)
    ours = (
        "cells in the order of their lists at the start, as the text has it:"
        f" {k} of {n}; fewest candidates first at each step: {int((first['class'] == 'solved').sum())} of {len(first)}"
    )
    yield "backtracking: puzzles solved", ours, verdict(k, n, 1.0, (0.99, 1.0), (0.9, 1.0))


def first_screen(claims):
    """What the page says first, from its claims."""
    words = ["holds", "in kind", "differs", "cannot tell at this size", "open"]
    n = {word: sum(c["agreement"] == word for c in claims) for word in words}
    lines = [
        f"Of {len(claims)} published figures, {n['holds']} hold here and {n['in kind']} more hold in kind;"
        f" {n['differs']} differ; {n['cannot tell at this size']} cannot be told at this size; {n['open']} are open"
        " questions."
    ]
    reasons = {}
    for c in claims:
        if c["agreement"] == "differs":
            said = f"{c['what']} ({c['place']}): published {c['published']}, ours {c['ours']}"
            reasons.setdefault(c["reading"], []).append(said)
    for reading, said in reasons.items():
        lines.extend([f"{said[0]}. {reading}"] if len(said) == 1 else [reading, *[f"- {one}" for one in said]])
    return lines


def plain(text):
    return text.replace("\u00a0", " ").replace("\u202f", "").replace("**", "").replace("`", "")


def main():
    program, folder = sys.argv[1:3]
    with open(Path(folder) / "tables" / "published-and-ours.csv", newline="", encoding="utf-8") as file:
        claims = [{key: plain(value) for key, value in row.items()} for row in csv.DictReader(file)]
    wrong = []
    by_words = {c["what"]: c for c in claims}
    checked = 0
    for what, ours, word in shares(program, folder):
        checked += 1
        theirs = by_words.get(what)
        if theirs is None or (theirs["ours"], theirs["agreement"]) != (plain(ours), word):
            wrong.append(f"{what}: the rows say {ours!r}, {word}; the report says {theirs}")
    page = plain((Path(folder) / "report.md").read_text(encoding="utf-8"))
    page = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", page)
    screen = page.split("## ")[0]
    for line in first_screen(claims):
        checked += 1
        if line not in screen:
            wrong.append(f"the first screen should say\n  {line}\nand says\n  {screen}")
    print("\n".join(wrong))
    print(f"{checked} lines and claims of the first screen recomputed: {count(len(wrong))} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
