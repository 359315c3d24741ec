"""One puzzle, and the verbs on it."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sudolab import _core, picture
from sudolab.errors import NotUniqueError, ParseError, SudolabWarning, UsageError
from sudolab.results import (
    PROFILES,
    Count,
    Explanation,
    Hint,
    Rating,
    Solution,
    Step,
    Verdict,
)

Order = Literal["human", "rating"]
Detail = Literal["area", "technique", "cells", "full"]
Mirror = Literal["horizontal", "vertical", "diagonal", "antidiagonal"]

_MIRRORS = ("horizontal", "vertical", "diagonal", "antidiagonal")


class Puzzle:
    """A Sudoku puzzle: clues on a board, and what else the source tells.

    Parameters
    ----------
    source : str, mapping, array or Puzzle
        Text in any format that is read (a line, a grid, a link, the content of a file with one
        puzzle); a puzzle object as a mapping; or numbers, 0 for a blank, as a flat sequence or
        a square array.
    format : str, optional
        The format of the text, where it should not be guessed.

    Raises
    ------
    ParseError
        When it is no puzzle; it says where and what would help.

    Examples
    --------
    >>> from sudolab import Puzzle
    >>> puzzle = Puzzle(
    ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> puzzle.n_clues
    30
    >>> print(puzzle.solve())
    534678912672195348198342567859761423426853791713924856961537284287419635345286179
    >>> puzzle.rate().er
    1.2
    """

    __slots__ = ("_read",)

    def __init__(
        self,
        source: str | Mapping[str, Any] | ArrayLike | Puzzle,
        *,
        format: str | None = None,
    ) -> None:
        self._read = _read(source, format)

    @classmethod
    def _of(cls, read: _core.Read) -> Puzzle:
        made = cls.__new__(cls)
        made._read = read
        return made

    @property
    def line(self) -> str:
        """The clues as a line, ``.`` for a blank."""
        return self._read.line()

    @property
    def size(self) -> int:
        """The size of the board."""
        return self._read.size()

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the grid."""
        return self._read.frame()[:2]

    @property
    def n_clues(self) -> int:
        """How many clues there are."""
        return self._read.n_clues()

    @property
    def key(self) -> str:
        """The whole puzzle as a stable text: board, clues, candidates, rules."""
        return self._read.key()

    def to_numpy(self) -> NDArray[Any]:
        """The clues as an array with a row for each row of the board, 0 for a blank.

        A board that is no square of as many rows as digits, or whose digits do not begin at 1, gives
        a masked array of values: blanks are masked, and places without a cell.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> Puzzle("1...............").to_numpy()[0]
        array([1, 0, 0, 0], dtype=uint8)
        """
        return self._array(self._read.cells())

    def _array(self, cells: bytes) -> NDArray[Any]:
        """Digits counted from 1 as the array that people expect of such a board."""
        digits = np.frombuffer(cells, dtype=np.uint8)
        rows, columns, first_value = self._read.frame()
        places = self._read.places()
        if places is None:
            return digits.reshape(rows, columns).copy()
        nothing = np.zeros((rows, columns), dtype=np.int64)
        grid: NDArray[Any] = np.ma.masked_array(nothing, mask=nothing == 0)
        for place, digit in zip(places, digits.tolist()):
            if place is not None and digit:
                grid[place] = first_value + digit - 1
        return grid

    def _frame(self) -> picture.Frame:
        read = self._read
        return picture.Frame.of(read.frame(), read.places(), read.boxes())

    def to_dict(self) -> dict[str, Any]:
        """All that is known, as a puzzle object that ``Puzzle`` reads again.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> puzzle = Puzzle("1...............")
        >>> Puzzle(puzzle.to_dict()) == puzzle
        True
        """
        told: dict[str, Any] = json.loads(self._read.object())
        return told

    def solve(self, *, unique: bool = True, time_limit: float | None = None) -> Solution:
        """The solution.

        Parameters
        ----------
        unique : bool
            Whether more than one solution is an error; otherwise one of them is given.
        time_limit : float, optional
            Seconds on the wall.

        Raises
        ------
        NotUniqueError, NoSolutionError, ConflictError, LimitError

        Examples
        --------
        >>> from sudolab import NotUniqueError, Puzzle
        >>> try:
        ...     Puzzle("1...............").solve()
        ... except NotUniqueError as error:
        ...     print(error)
        it has more than one solution; solve(unique=False) gives one of them
        """
        line, proved, cells, values = self._read.solve(time_limit)
        if unique and not proved:
            raise NotUniqueError(
                "it has more than one solution",
                remedy="solve(unique=False) gives one of them",
                cells=tuple(cells),
            )
        return Solution(line, proved, values, self)

    def count(self, limit: int | None = 2, *, time_limit: float | None = None) -> Count:
        """How many solutions there are, up to a limit; ``None`` counts all.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> Puzzle("1...............").count(None)
        Count(solutions=72, complete=True, stopped=None)
        """
        most = 2**64 - 1 if limit is None else _whole(limit, "limit", 2**64 - 1)
        return Count(*self._read.count(most, time_limit))

    def solutions(
        self, limit: int | None = 100, *, time_limit: float | None = None
    ) -> list[Solution]:
        """Solutions up to a limit, none of them twice; ``None`` lists all, held in memory.

        Raises
        ------
        ConflictError, LimitError

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> for solution in Puzzle("12343412........").solutions():
        ...     print(solution)
        1234341221434321
        1234341223414123
        1234341241232341
        1234341243212143
        """
        most = 2**64 - 1 if limit is None else _whole(limit, "limit", 2**64 - 1)
        found, complete = self._read.solutions(most, time_limit)
        only = complete and len(found) == 1
        return [Solution(line, only, values, self) for line, values in found]

    def certificate(self, limit: int = 2, *, time_limit: float | None = None) -> str:
        """A proof that these are its solutions, for whoever trusts no solver.

        It names up to so many solutions and proves that there are no others. The program
        ``sudolab-witness``, which shares no code with the engines, checks a file of them.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> "1234341221434321" in Puzzle("12343412214343..").certificate()
        True
        """
        return self._read.certificate(_whole(limit, "limit", 2**32), time_limit)

    def true_candidates(self, *, time_limit: float | None = None) -> list[list[int]]:
        """For each cell the digits that stand in some solution.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> Puzzle("1234341221434...").true_candidates()[-3:]
        [[3], [2], [1]]
        """
        return self._read.true_candidates(time_limit)

    def check(self, *, minimal: bool = False, time_limit: float | None = None) -> Verdict:
        """Whether the puzzle is proper, and if not, why. A verdict is true when it is.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> verdict = Puzzle("11..............").check()
        >>> verdict.status, verdict.cells
        ('conflict', ('r1c1', 'r1c2'))
        """
        return Verdict.of_wire(self._read.check(minimal, time_limit), self._read.conflicts())

    def rate(
        self,
        profiles: str | Iterable[str] | None = None,
        *,
        uniqueness: bool = True,
        time_limit: float | None = None,
    ) -> Rating:
        """How hard the puzzle is.

        Parameters
        ----------
        profiles : str or iterable of str, optional
            Any of ``se-1.2.1``, ``hodoku-2.2``, ``qqwing``, ``thesis``, ``human``, or ``all``; all of
            them are about the plain 9x9 board. When nothing is said, the first two are asked, and on
            every other board, and with rules, the effort of a person's steps.
        uniqueness : bool
            Whether techniques may assume that there is one solution.
        time_limit : float, optional
            Seconds on the wall.

        Raises
        ------
        NotUniqueError, NoSolutionError, ConflictError, BoardError, LimitError

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> rating = Puzzle(
        ...     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        ... ).rate()
        >>> rating.er, rating.level, rating.word
        (2.6, 'Medium', 'hard')
        >>> Puzzle("12..34..2..1....").rate().effort > 0
        True
        """
        if profiles is None:
            names = list(PROFILES[:2]) if self._read.is_classic() else []
        else:
            names = profile_names(profiles)
        return Rating.of_wire(self._read.rate(names, uniqueness, time_limit))

    def hint(
        self,
        marks: Sequence[Iterable[int] | str] | None = None,
        order: Order = "human",
        detail: Detail = "full",
        *,
        time_limit: float | None = None,
    ) -> Hint:
        """The next step.

        Parameters
        ----------
        marks : sequence, optional
            Pencil marks: for each cell the digits that a player has noted, as numbers or as text;
            an empty one stands for whatever is possible.
        order : {'human', 'rating'}
            Easiest to see first, or as the rating counts.
        detail : {'area', 'technique', 'cells', 'full'}
            How much is told.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> puzzle = Puzzle(
        ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> print(puzzle.hint(detail="area"))
        Look at box 2.
        """
        return Hint.of_wire(*self._read.hint(_noted(marks), order, detail, time_limit))

    def hints(
        self,
        marks: Sequence[Iterable[int] | str] | None = None,
        *,
        time_limit: float | None = None,
    ) -> list[Step]:
        """Every step that the position offers, of each technique that a person would look through.

        Parameters
        ----------
        marks : sequence, optional
            Pencil marks, as :meth:`hint` has them.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> puzzle = Puzzle(
        ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> sorted({step.technique for step in puzzle.hints()})[:2]
        ['aic', 'als-xy-chain']
        """
        told, _, pictures = self._read.hints(_noted(marks), time_limit)
        return list(Explanation.of_wire(told, "", pictures))

    def explain(self, order: Order = "human", *, time_limit: float | None = None) -> Explanation:
        """The solution step by step. A notebook shows it with a picture of each step.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> steps = Puzzle(
        ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        ... ).explain()
        >>> len(steps), steps[0].technique, steps.solved
        (51, 'hidden-single', True)
        """
        return Explanation.of_wire(*self._read.explain(order, time_limit))

    def minimize(self, *, seed: int = 0, time_limit: float | None = None) -> Puzzle:
        """The puzzle without clues that can go, until none can; which ones depends on the seed.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> least = Puzzle("1234341221434321").minimize(seed=3)
        >>> least.check(minimal=True).minimal, least.n_clues < 8
        (True, True)
        """
        return Puzzle._of(self._read.minimize(_seed(seed), time_limit))

    def ease(self, clues: int, *, seed: int = 0) -> Puzzle:
        """The puzzle with random digits of its solution added, up to so many clues.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> Puzzle("12..34..2..1....").ease(10, seed=1).n_clues
        10
        """
        return Puzzle._of(self._read.ease(_whole(clues, "clues", 2**32), _seed(seed)))

    def canonical(self) -> Puzzle:
        """The canonical form: equal for all isomorphs of a puzzle.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> puzzle = Puzzle("12..3...........")
        >>> puzzle.canonical() == puzzle.shuffle(seed=5).canonical()
        True
        """
        return Puzzle._of(self._read.canonical()[0])

    def shuffle(self, *, seed: int = 0) -> Puzzle:
        """A random isomorph: the same puzzle in another dress.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> puzzle = Puzzle("12..34..2..1....")
        >>> puzzle.shuffle(seed=1).n_clues == puzzle.n_clues
        True
        """
        return Puzzle._of(self._read.transform(_seed(seed), None, []))

    def transform(
        self,
        *,
        relabel: str | None = None,
        rotate: Literal[90, 180, 270] | None = None,
        mirror: Mirror | None = None,
    ) -> Puzzle:
        """The puzzle with other digits, turned clockwise and reflected, in this order.

        Parameters
        ----------
        relabel : str, optional
            The digits that take the places of 1, 2, 3 and so on, such as ``987654321``; ``order``
            numbers them as they first appear.
        rotate : {90, 180, 270}, optional
            Degrees, clockwise.
        mirror : {'horizontal', 'vertical', 'diagonal', 'antidiagonal'}, optional
            Left and right change places, top and bottom, rows and columns, or the other diagonal
            stays.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> puzzle = Puzzle("1.3.............")
        >>> puzzle.transform(rotate=90).line
        '...1.......3....'
        >>> puzzle.transform(relabel="order", mirror="horizontal").line
        '.2.1............'
        """
        if relabel is None and rotate is None and mirror is None:
            raise UsageError("nothing is asked for", remedy="say relabel, rotate or mirror")
        if rotate is not None and rotate not in (90, 180, 270):
            raise UsageError(f"rotate cannot be {rotate!r}", remedy="use 90, 180 or 270")
        if mirror is not None and mirror not in _MIRRORS:
            raise UsageError(f"mirror cannot be {mirror!r}", remedy=f"use {', '.join(_MIRRORS)}")
        turns = [str(turn) for turn in (rotate, mirror) if turn is not None]
        return Puzzle._of(self._read.transform(None, relabel, turns))

    def to(
        self,
        format: str,
        *,
        blank: str | None = None,
        style: str | None = None,
        strict: bool = False,
    ) -> str:
        """The puzzle as text in another format; :func:`sudolab.formats` lists them.

        What the format cannot carry is told as a warning, or refused when ``strict``.

        Examples
        --------
        >>> from sudolab import Puzzle
        >>> Puzzle("1234............").to("line", blank="0")
        '1234000000000000'
        """
        text, losses = self._read.to(format, blank, style, strict)
        for loss in losses:
            warnings.warn(loss, SudolabWarning, stacklevel=2)
        return text.removesuffix("\n")

    def __str__(self) -> str:
        return self.line

    def __repr__(self) -> str:
        return f"Puzzle({self.line!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[type[Puzzle], tuple[str | dict[str, Any]]]:
        return Puzzle, (self.line if self._read.is_plain() else self.to_dict(),)

    def _repr_svg_(self) -> str:
        return self._drawn()

    def _drawn(self, found: bytes | None = None) -> str:
        """The board with its clues and rules, and with digits that were found."""
        return picture.board(self._frame(), self._read.cells(), found, self._read.marks())


def _read(source: str | Mapping[str, Any] | ArrayLike | Puzzle, format: str | None) -> _core.Read:
    if isinstance(source, str):
        return _core.Read(source, format)
    if format is not None:
        raise UsageError("a format is that of a text", remedy="leave it away")
    if isinstance(source, Puzzle):
        return source._read
    if isinstance(source, Mapping):
        try:
            text = json.dumps(dict(source))
        except (TypeError, ValueError) as error:
            raise ParseError(
                f"this mapping is no puzzle object: {error}",
                remedy="use what Puzzle.to_dict() gives",
            ) from None
        return _core.Read(text, "json")
    return _core.Read.of_cells(_cells(source))


def _cells(source: object) -> list[int]:
    if source is None or isinstance(source, (bytes, bytearray, bool, int, float)):
        raise ParseError(
            f"a puzzle is text, a mapping or an array, not {type(source).__name__}",
            remedy="use a line of 81 symbols, or 9 rows of 9 numbers",
        )
    try:
        array = np.asarray(source)
    except (TypeError, ValueError) as error:
        raise ParseError(
            f"this is no array of numbers: {error}", remedy="use 9 rows of 9 numbers"
        ) from None
    if array.ndim not in (1, 2) or (array.ndim == 2 and array.shape[0] != array.shape[1]):
        raise ParseError(
            f"an array of shape {array.shape} is no board",
            remedy="use a square, such as (9, 9), or one row of all its cells",
        )
    if array.dtype.kind not in "iu":
        raise ParseError(
            f"the array holds {array.dtype}, and cells are whole numbers",
            remedy="use an integer type such as uint8, and 0 for a blank",
        )
    cells: list[int] = array.ravel().tolist()
    if cells and (max(cells) > 64 or min(cells) < 0):
        wrong = max(cells) if max(cells) > 64 else min(cells)
        raise ParseError(f"{wrong} is no digit of any board", remedy="use 1 to 9, and 0 for a blank")
    return cells


def _noted(marks: Sequence[Iterable[int] | str] | None) -> list[list[int]] | None:
    return None if marks is None else [_digits(cell) for cell in marks]


def _digits(cell: Iterable[int] | str) -> list[int]:
    if isinstance(cell, str):
        return [int(symbol, 36) for symbol in cell if symbol.isalnum()]
    return [int(digit) for digit in cell]


def _whole(value: int, name: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise UsageError(f"{name} is a whole number, not {type(value).__name__}")
    if not 0 <= value <= most:
        raise UsageError(f"{name} cannot be {value}", remedy=f"use 0 to {most}")
    return int(value)


def _seed(seed: int) -> int:
    return _whole(seed, "seed", 2**64 - 1)


def profile_names(profiles: str | Iterable[str]) -> list[str]:
    """The profiles that are meant."""
    if isinstance(profiles, str):
        return list(PROFILES) if profiles == "all" else [profiles]
    return list(profiles)
