"""Positions in error messages: an older and a newer command asked about the same broken inputs.

    python3 positions.py OLD NEW

Puzzles are written in every format that both commands write, each text is broken in ways drawn at random (seed 1), and
both check it. Told apart: what both refuse at the same place, at another place, and what only one of them refuses.
"""

import random
import re
import subprocess
import sys
from collections import Counter

PUZZLES = """\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...
"""
FORMATS = sys.argv[3].split(",") if len(sys.argv) > 3 else [
    "line", "grid", "pencilmarks", "sdk", "sdm", "sdx", "ss", "json", "csv", "opensudoku", "hodoku"]
PLACE = re.compile(r"line (\d+)(?:, column (\d+))?")


def ask(command, text, *words):
    done = subprocess.run([command, *words], input=text.encode("utf-8", "surrogateescape"), capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def broken(text, chance):
    """One of five faults at a random place."""
    at = chance.randrange(len(text))
    act = chance.randrange(5)
    if act == 0:
        return text[:at] + chance.choice("xX!?~@[]{}<>\"'%&\\") + text[at + 1:]
    if act == 1:
        return text[:at] + text[at + 1:]
    if act == 2:
        return text[:at] + chance.choice("123456789.x!,;") + text[at:]
    if act == 3:
        return text[:at]
    digits = [i for i, c in enumerate(text) if c.isdigit()] or [at]
    at = chance.choice(digits)
    return text[:at] + chance.choice("123456789") + text[at + 1:]


def place(told):
    return [(int(row), int(column) if column else None) for row, column in PLACE.findall(told)]


def main(old, new):
    chance = random.Random(1)
    total = Counter()
    for form in FORMATS:
        status, text, _ = ask(new, PUZZLES, "convert", "--to", form)
        if status or ask(old, PUZZLES, "convert", "--to", form)[0] or not text:
            continue
        count = Counter()
        for _ in range(150):
            bad = broken(text, chance)
            before, after = (ask(command, bad, "check") for command in (old, new))
            where = [place(told[2]) for told in (before, after)]
            if not where[0] and not where[1]:
                count["no place told by either"] += 1
            elif where[0] == where[1]:
                count["the same places"] += 1
            elif not where[0]:
                count["only the newer names a place"] += 1
            elif not where[1]:
                count["only the older names a place"] += 1
                print(f"ONLY OLD {form}: {before[2].strip()!r} / {after[0], after[2].strip()!r}\n{bad!r}", file=sys.stderr)
            else:
                count["other places"] += 1
                print(f"OTHER {form}: {before[2].strip()!r} / {after[2].strip()!r}\n{bad!r}", file=sys.stderr)
        total.update(count)
        print(f"{form:12}", dict(count))
    print(f"{'all':12}", dict(total))


if __name__ == "__main__":
    main(*sys.argv[1:3])
