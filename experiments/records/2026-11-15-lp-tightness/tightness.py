"""Is the linear relaxation of a Sudoku puzzle a single point?

For each puzzle of a file (one per line): the variables are the candidates left when clue digits are
struck from the peers of the clues; each cell, and each digit in each row, column and box that does
not hold it yet, has variables that add up to one; no variable is negative.

The solution is a point of this polytope. It is the only one exactly when the largest sum of the
variables that are *not* part of the solution is zero: any other point has one of them above zero,
because if all were zero every cell would hold its solution digit with weight one. So one linear
program per puzzle decides. HiGHS solves it in floating point; what it says is then proved in
rational arithmetic:

  tight      multipliers y (one per sum, rationals) with  sum of y over the sums of v >= [v not in the
             solution] for each variable v, and  sum of all y <= 0;  added up they show that the
             largest sum is at most zero;
  not tight  a point in rationals that satisfies every sum, is nowhere negative and is not the solution.

Usage: tightness.py PUZZLES > rows.csv      (needs numpy and scipy)
"""

import sys
from fractions import Fraction

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

HOUSES = (
    [[(r, c) for c in range(9)] for r in range(9)]
    + [[(r, c) for r in range(9)] for c in range(9)]
    + [
        [(r + i, c + j) for i in range(3) for j in range(3)]
        for r in (0, 3, 6)
        for c in (0, 3, 6)
    ]
)
PEERS = {
    (r, c): {x for h in HOUSES if (r, c) in h for x in h} - {(r, c)}
    for r in range(9)
    for c in range(9)
}


def candidates(line):
    cells = {(i // 9, i % 9): line[i] for i in range(81)}
    clues = {cell: int(ch) for cell, ch in cells.items() if ch in "123456789"}
    open_cells = {
        cell: [d for d in range(1, 10) if all(clues.get(p) != d for p in PEERS[cell])]
        for cell in cells
        if cell not in clues
    }
    return clues, open_cells


def solve(variables, rows):
    """The variables of a solution: exact cover, the sum with fewest open variables first."""
    of = [[] for _ in variables]
    for r, row in enumerate(rows):
        for i in row:
            of[i].append(r)

    def rest(left, chosen):
        if not left:
            return chosen
        best = min(left, key=lambda r: len(left[r]))
        for i in left[best]:
            met = set(of[i])
            gone = {j for r in met for j in left[r]}
            reduced = {r: [j for j in left[r] if j not in gone] for r in left if r not in met}
            found = rest(reduced, chosen + [i])
            if found is not None:
                return found
        return None

    return set(rest({r: list(row) for r, row in enumerate(rows)}, []))


def sums(clues, open_cells):
    variables = [(cell, d) for cell, ds in open_cells.items() for d in ds]
    index = {v: i for i, v in enumerate(variables)}
    rows = [[index[cell, d] for d in ds] for cell, ds in open_cells.items()]
    for house in HOUSES:
        placed = {clues[x] for x in house if x in clues}
        for d in set(range(1, 10)) - placed:
            rows.append([index[x, d] for x in house if (x, d) in index])
    return variables, rows


def proves_tight(y, rows, wrong):
    """Rational multipliers near y that prove the maximum to be zero, or None."""
    for limit in (1, 2, 6, 12, 60, 420, 2520, 10**5):
        exact = [Fraction(v).limit_denominator(limit) for v in y]
        total = [Fraction(0)] * len(wrong)
        for value, row in zip(exact, rows):
            for i in row:
                total[i] += value
        if sum(exact) <= 0 and all(t >= w for t, w in zip(total, wrong)):
            return max(v.denominator for v in exact)
    return None


def proves_loose(x, rows, wrong):
    """A rational point near x that satisfies every sum and is not the solution, or None."""
    for limit in (1, 2, 6, 12, 60, 420, 2520, 10**5):
        exact = [Fraction(v).limit_denominator(limit) for v in x]
        fits = all(sum(exact[i] for i in row) == 1 for row in rows)
        if fits and min(exact) >= 0 and any(v > 0 and w for v, w in zip(exact, wrong)):
            return max(v.denominator for v in exact)
    return None


def main():
    print("line,clues,variables,sums,largest_wrong_sum,tight,proved,largest_denominator")
    for number, line in enumerate(open(sys.argv[1]), 1):
        line = line.strip()
        clues, open_cells = candidates(line)
        variables, rows = sums(clues, open_cells)
        solution = solve(variables, rows)
        wrong = [int(i not in solution) for i in range(len(variables))]
        places = [(r, i) for r, row in enumerate(rows) for i in row]
        matrix = csr_matrix(
            (np.ones(len(places)), tuple(zip(*places))), shape=(len(rows), len(variables))
        )
        # A vertex answer (simplex) has small denominators.
        found = linprog(
            -np.array(wrong), A_eq=matrix, b_eq=np.ones(len(rows)), bounds=(0, None), method="highs-ds"
        )
        assert found.status == 0, found.message
        largest = -found.fun
        tight = largest < 1e-6
        if tight:
            denominator = proves_tight(-found.eqlin.marginals, rows, wrong)
        else:
            denominator = proves_loose(found.x, rows, wrong)
        print(
            f"{number},{len(clues)},{len(variables)},{len(rows)},{abs(largest):.6f},"
            f"{'yes' if tight else 'no'},{'yes' if denominator else 'no'},{denominator or ''}",
            flush=True,
        )


main()
