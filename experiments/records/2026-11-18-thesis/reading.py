"""The reading of this record, from its two files of rows: python reading.py

`17-clues.csv.gz` has a line for each pair of puzzle and algorithm whose four runs were made: the mean CPU
time of these, ticks and guesses. `46-clues.csv.gz` is what `sudolab study export` printed.
"""

import collections
import csv
import gzip
import math
from pathlib import Path

HERE = Path(__file__).parent


def rows(name):
    with gzip.open(HERE / name, "rt", newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


def wilson(k, n, z=1.959964):
    centre, half = (k + z * z / 2) / (n + z * z), z * math.sqrt(k * (n - k) / n + z * z / 4) / (n + z * z)
    return f"{k} of {n} ({100 * k / n:.1f} %, {100 * (centre - half):.1f} to {100 * (centre + half):.1f} %)"


def deterministic():
    means, unsolved = collections.defaultdict(dict), collections.Counter()
    for row in rows("17-clues.csv.gz"):
        if row["solved"] == row["runs"]:
            means[row["label"]][int(row["number"])] = float(row["mean_cpu_seconds"])
        else:
            unsolved[row["label"]] += 1
    for label, times in means.items():
        x = sorted(times.values())
        mean = sum(x) / len(x)
        spread = math.sqrt(sum((t - mean) ** 2 for t in x) / (len(x) - 1))
        # The largest distance of the distribution from an exponential one of the same mean.
        steps = ((i / len(x), (i + 1) / len(x), 1 - math.exp(-t / mean)) for i, t in enumerate(x))
        apart = max(max(abs(low - law), abs(high - law)) for low, high, law in steps)
        print(
            f"{label}: {len(x)} solved, {unsolved[label]} not; mean {mean:.3g} s, median {x[len(x) // 2]:.3g} s,"
            f" spread {spread / mean:.2f} means, longest mean {x[-1]:.3g} s; {apart:.2f} from an exponential law"
        )
    fast, slow = means["rules-thesis"], means["backtrack-thesis"]
    both = sorted(fast.keys() & slow.keys())
    n = len(both)
    ratio = sum(slow[p] for p in both) / sum(fast[p] for p in both)
    print(f"both: {n} puzzles; backtracking takes {ratio:.1f} times as long in the mean")
    print("backtracking is faster on", wilson(sum(slow[p] < fast[p] for p in both), n))
    worst = n // 10
    first, second = (set(sorted(both, key=lambda p: -times[p])[:worst]) for times in (fast, slow))
    print("worst tenth in common:", wilson(len(first & second), worst), "where 10 % would be chance")


def boltzmann():
    runs = collections.defaultdict(list)
    origin = {}
    for row in rows("46-clues.csv.gz"):
        runs[row["label"], int(row["number"])].append(row)
        origin[int(row["number"])] = row["origin"]
    for label in sorted({label for label, _ in runs}):
        decline = 3.5e-5 if label.endswith("fast") else 2.5e-5
        solved = lambda row: row["verdict"] == "solved"
        decided = {
            number: all(map(solved, of))
            for (who, number), of in runs.items()
            if who == label and (len(of) >= 4 or not all(map(solved, of)))
        }
        every = [row for (who, _), of in runs.items() if who == label for row in of]
        share = sorted(100 * math.exp(-decline * int(row["ticks"])) for row in every if solved(row))
        at = lambda q: share[int(q * (len(share) - 1))]
        originals = len({origin[number] for number in decided})
        print(
            f"{label}: puzzles solved {wilson(sum(decided.values()), len(decided))}, from {originals} originals;"
            f" runs {sum(map(solved, every))} of {len(every)}; temperature at the solution, of the first: median"
            f" {at(0.5):.2f} %, nine in ten between {at(0.05):.2f} and {at(0.95):.2f} %, at most {share[-1]:.2f} %;"
            f" mean {sum(float(row['cpu_seconds']) for row in every if solved(row)) / len(share):.2f} s"
        )


deterministic()
boltzmann()
