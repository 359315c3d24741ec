"""Whether two runs of one study tell the same: on a quiet and on a loaded machine, say.

    python same_answer.py FIRST SECOND [BASE]

FIRST and SECOND are folders of `sudolab study --output`. For each set it compares who leads, how many
puzzles each algorithm solved, and how many times as long as BASE (`fast` unless said otherwise) each
one takes: the two 95 % intervals have to overlap. Ends with 1 and what differs, if anything does, and
with 2 where there is nothing to compare. Needs nothing but Python.

    python same_answer.py --self-test
"""

import csv
import sys
import tempfile
from pathlib import Path


def table(folder, name):
    with open(Path(folder) / "tables" / f"{name}.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def read(folder, base):
    """Rows of `by-set` by set and algorithm, the leader of each set, and intervals of the ratios to the base."""
    rows = table(folder, "by-set")
    leaders = {row["set"]: row["algorithm"] for row in rows if row["rank"] == "1"}
    ratios = {}
    for row in table(folder, "pairs"):
        if base not in (row["first"], row["second"]) or not row["ratio_low"] or not row["ratio_high"]:
            continue
        low, high = float(row["ratio_low"]), float(row["ratio_high"])
        # A row says how many times as long the second takes.
        if row["second"] == base:
            low, high = invert(high), invert(low)
            ratios[row["set"], row["first"]] = (low, high)
        else:
            ratios[row["set"], row["second"]] = (low, high)
    return {(row["set"], row["algorithm"]): row for row in rows}, leaders, ratios


def invert(x):
    return 1 / x if x else float("inf")


def compare(first, second, base="fast"):
    """What differs, as lines, and what was compared: sets, counts and intervals."""
    (a, leads_a, ratios_a), (b, leads_b, ratios_b) = read(first, base), read(second, base)
    wrong, compared = [], [len(leads_a), 0, 0]
    for name in sorted(leads_a.keys() ^ leads_b.keys()):
        wrong.append(f"{name}: only one of the two has this set")
    for name in sorted(leads_a.keys() & leads_b.keys()):
        if leads_a[name] != leads_b[name]:
            wrong.append(f"{name}: {leads_a[name]} leads the first time, {leads_b[name]} the second")
    for key in sorted(a.keys() | b.keys()):
        where = " on ".join(reversed(key))
        if key not in a or key not in b:
            wrong.append(f"{where}: only one of the two has it")
            continue
        x, y = a[key], b[key]
        compared[1] += 1
        if (x["solved"], x["puzzles"]) != (y["solved"], y["puzzles"]):
            wrong.append(f"{where}: solved {x['solved']} of {x['puzzles']}, then {y['solved']} of {y['puzzles']}")
    for key in sorted(ratios_a.keys() | ratios_b.keys()):
        where = " on ".join(reversed(key))
        if key not in ratios_a or key not in ratios_b:
            # A set or an algorithm that only one has is told above.
            if key in a and key in b:
                wrong.append(f"{where}: only one of the two has a ratio to {base}")
            continue
        p, q = ratios_a[key], ratios_b[key]
        compared[2] += 1
        # Written so that what is no number does not overlap.
        if not (p[0] <= q[1] and q[0] <= p[1]):
            wrong.append(f"{where}: {p[0]:.3g} to {p[1]:.3g} times {base}, then {q[0]:.3g} to {q[1]:.3g}")
    return wrong, compared


def self_test():
    """Two folders that agree, and each kind of difference."""
    head = "set,rank,algorithm,solved,puzzles\n"
    same = head + "easy,1,fast,8,8\neasy,2,dlx,8,8\neasy,3,lds,8,8\n"
    pairs_head = "set,first,second,ratio_low,ratio_high\n"
    pairs = pairs_head + "easy,fast,dlx,2.0,3.0\neasy,fast,lds,5.0,inf\neasy,dlx,lds,1.5,2.5\n"
    turned = pairs_head + "easy,dlx,fast,0.25,0.4\neasy,fast,lds,5.0,inf\neasy,dlx,lds,1.5,2.5\n"
    swapped = head + "easy,2,fast,8,8\neasy,1,dlx,8,8\neasy,3,lds,8,8\n"
    cases = [
        (same, pairs, 0),
        (same, pairs.replace("2.0,3.0", "2.9,4.0"), 0),
        (same, pairs.replace("2.0,3.0", "3.1,4.0"), 1),
        (same, pairs.replace("2.0,3.0", "nan,nan"), 1),
        (same, pairs.replace("2.0,3.0", ","), 1),
        # Of pairs without the base nothing is asked.
        (same, pairs.replace("1.5,2.5", "7.0,8.0"), 0),
        (same.replace("dlx,8", "dlx,7"), pairs, 1),
        # Another leader: its ratio is the other way round, 2.5 to 4, and fits.
        (swapped, turned, 1),
        (swapped, turned.replace("0.25,0.4", "0.2,0.25"), 2),
        (same + "hard,1,fast,8,8\n", pairs, 2),
    ]
    for by_set, of_pairs, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            for name, *contents in [("a", same, pairs), ("b", by_set, of_pairs)]:
                place = Path(folder) / name / "tables"
                place.mkdir(parents=True)
                for table_name, content in zip(["by-set", "pairs"], contents):
                    (place / f"{table_name}.csv").write_text(content, encoding="utf-8")
            wrong, _ = compare(Path(folder) / "a", Path(folder) / "b")
            assert len(wrong) == expected, (by_set, of_pairs, wrong)
    print(f"{len(cases)} cases are told as they should be")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    base = sys.argv[3] if len(sys.argv) == 4 else "fast"
    try:
        wrong, (sets, counts, intervals) = compare(*sys.argv[1:3], base)
    except OSError as error:
        print(f"{error}; a study of several sets and algorithms writes it", file=sys.stderr)
        sys.exit(2)
    if not intervals:
        print(f"no algorithm has a ratio to {base} in both; name another one as third word", file=sys.stderr)
        sys.exit(2)
    print("\n".join(wrong))
    print(f"{sets} sets, {counts} counts of solved puzzles and {intervals} ratios to {base} compared: {len(wrong)} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
