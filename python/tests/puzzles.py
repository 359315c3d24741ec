"""Puzzles that the tests share, and a naive solver to compare with."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SEVENTEEN = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
NONE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
SEVERAL = "." * 81


# Columns of a row that tell when, where and how fast it was measured; all others follow from the plan.
MEASURED = {
    *("cpu_seconds", "wall_seconds", "cpu_least", "wall_least", "inner", "batches", "rejected"),
    *("session", "place", "piece", "began", "host", "core", "switches", "steal_seconds"),
    *("processor", "build"),
}


def told(rows) -> list[tuple[object, ...]]:
    """Everything of the rows of a study but what was measured."""
    names = [name for name in rows.columns if name not in MEASURED]
    return list(zip(*(rows.to_list(name) for name in names), strict=True))


def naive(cells: list[int], box: tuple[int, int] = (2, 2)) -> Iterator[list[int]]:
    """Every solution of a small board, found by trying every digit in the first blank cell."""
    size = box[0] * box[1]
    if 0 not in cells:
        yield list(cells)
        return
    place = cells.index(0)
    row, column = divmod(place, size)
    top, left = row // box[0] * box[0], column // box[1] * box[1]
    seen = {cells[row * size + i] for i in range(size)}
    seen |= {cells[i * size + column] for i in range(size)}
    seen |= {
        cells[(top + i) * size + left + j] for i, j in product(range(box[0]), range(box[1]))
    }
    for digit in range(1, size + 1):
        if digit not in seen:
            cells[place] = digit
            yield from naive(cells, box)
            cells[place] = 0


def clashes(cells: list[int], box: tuple[int, int] = (2, 2)) -> bool:
    """Whether two equal clues share a house."""
    size = box[0] * box[1]
    for place, digit in enumerate(cells):
        if digit == 0:
            continue
        row, column = divmod(place, size)
        for other in range(place):
            same_row = other // size == row
            same_column = other % size == column
            same_box = (other // size // box[0], other % size // box[1]) == (
                row // box[0],
                column // box[1],
            )
            if cells[other] == digit and (same_row or same_column or same_box):
                return True
    return False
