"""Pictures of boards as SVG, for notebooks: any form of board, and the marks of its rules.

What is drawn for a rule, and at which cells, is told by the library as marks; where cells are and how
large things get is decided here.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import NamedTuple, TypeAlias

_CELL = 36.0
_MARGIN = 4.0

Place: TypeAlias = "tuple[int, int]"
Point: TypeAlias = "tuple[float, float]"
Mark: TypeAlias = "tuple[str, list[Place], str, str]"
"""The kind of a mark, its cells, its text, and how it looks."""

_COLOURS = {
    "grey": "#cfcfcf",
    "green": "#a8d8a0",
    "purple": "#d9a6e0",
    "blue": "#a9c8ee",
    "orange": "#f4c99a",
    "teal": "#9fd8d0",
    "yellow": "#efe29a",
    "lavender": "#cfc4ee",
    "red": "#efb0a8",
}


class Frame(NamedTuple):
    """The form of a board: where its cells lie, which box each belongs to, what the first digit is."""

    rows: int
    columns: int
    first_value: int
    places: tuple[Place | None, ...]
    boxes: tuple[int | None, ...]

    @staticmethod
    def of(
        frame: tuple[int, int, int],
        places: Iterable[Place | None] | None,
        boxes: Iterable[int | None],
    ) -> Frame:
        """A form as the compiled half tells it; no places are those of a plain square."""
        rows, columns, first = frame
        if places is None:
            places = [divmod(cell, columns) for cell in range(rows * columns)]
        there = tuple(None if place is None else (place[0], place[1]) for place in places)
        return Frame(rows, columns, first, there, tuple(boxes))


def symbol(value: int) -> str:
    """How a value is written: 0 to 9, then A, B and so on; a number where letters do not reach."""
    return chr(ord("A") + value - 10) if 10 <= value <= 35 else str(value)


def board(
    frame: Frame,
    clues: Sequence[int],
    found: Sequence[int] | None = None,
    marks: Sequence[Mark] = (),
) -> str:
    """A board with its clues in bold and found digits in blue, thick lines around its boxes.

    Digits count from 1, 0 is a blank; what is written is their value on the board.
    """
    notes = list(dict.fromkeys(text for kind, _, text, _ in marks if kind == "note"))
    rim = _MARGIN + (_CELL * 0.75 if any(mark[0] == "outside" for mark in marks) else 0.0)
    pen = _Pen(rim)
    width = frame.columns * _CELL + 2 * rim
    height = frame.rows * _CELL + 2 * rim + 16 * len(notes)
    pen.parts.append(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" text-anchor="middle">'
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>'
    )
    _draw(pen, marks, _BEHIND)
    pen.parts.append(_lines(frame, rim))
    _draw(pen, marks, _BEFORE)
    for cell, (place, clue) in enumerate(zip(frame.places, clues)):
        digit = clue or (found[cell] if found is not None else 0)
        if digit == 0 or place is None:
            continue
        ink = 'font-weight="bold" fill="#111"' if clue else 'fill="#1d5fa8"'
        pen.text(symbol(frame.first_value + digit - 1), pen.middle(place), 21, ink)
    for line, note in enumerate(notes):
        below = height - 16 * (len(notes) - line) + 8
        pen.text(note, (width / 2, below), 10, 'fill="#333"')
    pen.parts.append("</svg>")
    return "".join(pen.parts)


def _lines(frame: Frame, rim: float) -> str:
    """The edges of the cells: thick where another box begins or no cell is."""
    boxes = {place: box for place, box in zip(frame.places, frame.boxes) if place is not None}
    thin: list[str] = []
    thick: list[str] = []
    for row in range(frame.rows + 1):
        for column in range(frame.columns + 1):
            x, y = rim + column * _CELL, rim + row * _CELL
            here = (row, column)
            for other, way in (((row - 1, column), "h"), ((row, column - 1), "v")):
                if here not in boxes and other not in boxes:
                    continue
                edge = here not in boxes or other not in boxes or boxes[here] != boxes[other]
                (thick if edge else thin).append(f"M{x:g} {y:g}{way}{_CELL:g}")
    return (
        f'<path d="{"".join(thin)}" stroke="#999" stroke-width="0.7"/>'
        f'<path d="{"".join(thick)}" stroke="#222" stroke-width="2.2" stroke-linecap="square"/>'
    )


class _Pen:
    """Writes SVG in units of cells."""

    def __init__(self, rim: float) -> None:
        self.parts: list[str] = []
        self._rim = rim

    def at(self, row: float, column: float) -> Point:
        return self._rim + column * _CELL, self._rim + row * _CELL

    def middle(self, place: Place) -> Point:
        return self.at(place[0] + 0.5, place[1] + 0.5)

    def between(self, places: Sequence[Place]) -> Point:
        points = [self.middle(place) for place in places]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def text(self, words: str, at: Point, size: float, ink: str) -> None:
        x, y = at
        self.parts.append(
            f'<text x="{x:g}" y="{y + 0.36 * size:g}" font-size="{size:g}" {ink}>'
            f"{html.escape(words)}</text>"
        )

    def disc(self, at: Point, radius: float, fill: str, edge: str = "none") -> None:
        self.parts.append(
            f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius * _CELL:g}" fill="{fill}" '
            f'stroke="{edge}" stroke-width="1.2"/>'
        )

    def path(self, points: Sequence[Point], thickness: float, ink: str, more: str = "") -> None:
        way = "L".join(f"{x:g} {y:g}" for x, y in points)
        self.parts.append(
            f'<path d="M{way}" fill="none" stroke="{ink}" stroke-width="{thickness * _CELL:g}" '
            f'stroke-linecap="round" stroke-linejoin="round"{more}/>'
        )

    def area(self, row: float, column: float, side: float, ink: str) -> None:
        x, y = self.at(row, column)
        wide = side * _CELL
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{wide:g}" fill="{ink}"/>'
        )


_Draw: TypeAlias = "Callable[[_Pen, list[Place], str, str], None]"


def _draw(pen: _Pen, marks: Iterable[Mark], how: dict[str, _Draw]) -> None:
    for kind, cells, text, look in marks:
        if kind in how and cells:
            how[kind](pen, cells, text, look)


def _shade(pen: _Pen, cells: list[Place], text: str, look: str) -> None:
    for row, column in cells:
        pen.area(row, column, 1.0, _COLOURS.get(look, "#ddd"))


def _line(pen: _Pen, cells: list[Place], text: str, look: str) -> None:
    colour, first, last = look.split()
    points = [pen.middle(place) for place in cells]
    is_arrow = last == "arrow"
    ink = "#777" if is_arrow else _COLOURS.get(colour, "#ddd")
    pen.path(points, 0.045 if is_arrow else 0.24, ink)
    for end, at in ((first, points[0]), (last, points[-1])):
        if end == "bulb":
            pen.disc(at, 0.38, ink)
        elif end == "circle":
            pen.disc(at, 0.4, "#fff", "#777")
        elif end == "diamond":
            reach = 0.44 * _CELL
            corners = [(0.0, -reach), (reach, 0.0), (0.0, reach), (-reach, 0.0), (0.0, -reach)]
            pen.path([(at[0] + x, at[1] + y) for x, y in corners], 0.04, "#777")
    if is_arrow and len(points) > 1:
        _head(pen, points[-2], points[-1], 0.22)


def _head(pen: _Pen, before: Point, tip: Point, reach: float) -> None:
    """The head of an arrow at its tip."""
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    long = hypot(dx, dy) or 1.0
    dx, dy = dx / long * reach * _CELL, dy / long * reach * _CELL
    sides = [(tip[0] - dx - turn * 0.7 * dy, tip[1] - dy + turn * 0.7 * dx) for turn in (1, -1)]
    pen.path([sides[0], tip, sides[1]], 0.045, "#777")


def _pill(pen: _Pen, cells: list[Place], text: str, look: str) -> None:
    points = [pen.middle(place) for place in cells]
    if len(points) == 1:
        pen.disc(points[0], 0.4, "#fff", "#777")
        return
    pen.path(points, 0.83, "#777")
    pen.path(points, 0.77, "#fff")


def _sign(pen: _Pen, cells: list[Place], text: str, look: str) -> None:
    row, column = cells[0]
    if look == "square":
        pen.area(row + 0.14, column + 0.14, 0.72, "#d6d6d6")
    elif look == "disc":
        pen.disc(pen.middle(cells[0]), 0.38, "#d6d6d6")
    elif look == "circle":
        pen.disc(pen.middle(cells[0]), 0.42, "none", "#777")
    else:
        # Wedges at the four edges, towards the middle or away from it.
        tip, base = (0.38, 0.46) if look == "low" else (0.46, 0.38)
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            ways = [(base, 0.1), (tip, 0.0), (base, -0.1)]
            pen.path(
                [
                    pen.at(row + 0.5 + down * r + right * a, column + 0.5 + right * r - down * a)
                    for r, a in ways
                ],
                0.03,
                "#666",
            )


def _cage(pen: _Pen, cells: list[Place], text: str, look: str) -> None:
    """The dashed outline inside the cells, and the label in the first of them."""
    inside = set(cells)
    inset = 0.07
    for row, column in sorted(inside):
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (row + down, column + right) in inside:
                continue
            along_down, along_right = abs(right), abs(down)
            ends = []
            for turn in (-1, 1):
                # To the edge where the cage goes on straight, beyond it where it turns in.
                beside = (row + turn * along_down, column + turn * along_right)
                beyond = (beside[0] + down, beside[1] + right)
                reach = 0.5 - inset
                if beside in inside:
                    reach = 0.5 + inset if beyond in inside else 0.5
                ends.append(
                    pen.at(
                        row + 0.5 + down * (0.5 - inset) + along_down * turn * reach,
                        column + 0.5 + right * (0.5 - inset) + along_right * turn * reach,
                    )
                )
            pen.path(ends, 0.025, "#444", ' stroke-dasharray="3 2.5"')
    if text:
        row, column = min(inside)
        x, y = pen.at(row, column)
        wide = 5.2 * len(text) + 2
        pen.parts.append(f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{wide:g}" height="9" fill="#fff"/>')
        pen.text(text, (x + 1 + wide / 2, y + 6), 9, 'fill="#111"')


def _dot(pen: _Pen, cells: list[Place], text: str, look: str) -> None:
    at = pen.between(cells)
    pen.disc(at, 0.13, "#111" if look == "filled" else "#fff", "#111")
    if text:
        pen.text(text, at, 7, 'fill="#fff"' if look == "filled" else 'fill="#111"')


def _between(pen: _Pen, cells: list[Place], text: str, look: str) -> None:
    at = pen.between(cells)
    pen.disc(at, 0.14, "#fff")
    pen.text(text, at, 9.5, 'font-weight="bold" fill="#111"')


def _greater(pen: _Pen, cells: list[Place], text: str, look: str) -> None:
    at, small = pen.between(cells), pen.middle(cells[1])
    pen.disc(at, 0.13, "#fff")
    long = hypot(small[0] - at[0], small[1] - at[1]) or 1.0
    dx = (small[0] - at[0]) / long * 0.09 * _CELL
    dy = (small[1] - at[1]) / long * 0.09 * _CELL
    sides = [(at[0] - dx - turn * dy, at[1] - dy + turn * dx) for turn in (1, -1)]
    pen.path([sides[0], (at[0] + dx, at[1] + dy), sides[1]], 0.03, "#222")


def _corner(pen: _Pen, cells: list[Place], text: str, look: str) -> None:
    at = pen.between(cells)
    pen.disc(at, 0.24, "#fff", "#444")
    pen.text(text, at, 5.5 if len(text) > 3 else 8, 'fill="#111"')


def _outside(pen: _Pen, cells: list[Place], text: str, look: str) -> None:
    """A clue beyond the border, opposite to the way its line goes; a diagonal gets a small arrow."""
    row, column = cells[0]
    if len(cells) > 1:
        down, right = cells[1][0] - row, cells[1][1] - column
    else:
        down, right = (1, 0) if row == 0 else (0, 1)
    away = (row + 0.5 - down * 0.8, column + 0.5 - right * 0.8)
    pen.text(text, pen.at(*away), 12 if len(text) > 2 else 15, 'fill="#111"')
    if down and right:
        ends = [pen.at(row + 0.5 - down * s, column + 0.5 - right * s) for s in (0.62, 0.5)]
        pen.path(ends, 0.025, "#444")
        _head(pen, ends[0], ends[1], 0.11)


_BEHIND: dict[str, _Draw] = {"shade": _shade, "line": _line, "pill": _pill, "sign": _sign}
_BEFORE: dict[str, _Draw] = {
    "cage": _cage,
    "dot": _dot,
    "between": _between,
    "greater": _greater,
    "corner": _corner,
    "outside": _outside,
}
