"""What can go wrong, as exceptions.

Every exception of this package is a :class:`SudolabError`, and a ``ValueError`` as well. What Python
has its own words for stays theirs: an interrupt is a ``KeyboardInterrupt``, an argument that a function
does not take a ``TypeError``, a column or row that is not there a ``KeyError`` or ``IndexError``.
"""

from __future__ import annotations

import json
from typing import Any


class SudolabError(ValueError):
    """Something could not be done.

    Attributes
    ----------
    message : str
        What is wrong.
    remedy : str or None
        What would help.
    cell : str or None
        The cell it is about, such as ``r2c3``.
    row : int or None
        The row of a batch, from 0.
    """

    def __init__(
        self,
        message: str,
        *,
        remedy: str | None = None,
        line: int | None = None,
        column: int | None = None,
        cell: str | None = None,
        cells: tuple[str, ...] = (),
        row: int | None = None,
    ) -> None:
        self.message = message
        self.remedy = remedy
        self.line = line
        self.column = column
        self.cell = cell
        self.cells = cells
        self.row = row
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        places = []
        if self.row is not None:
            places.append(f"row {self.row}")
        if self.line is not None:
            places.append(f"line {self.line}")
        if self.column is not None:
            places.append(f"column {self.column}")
        if self.cell is not None:
            places.append(f"cell {self.cell}")
        place = f"{', '.join(places)}: " if places else ""
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{place}{self.message}{remedy}"

    def __reduce__(self) -> tuple[Any, ...]:
        told = {
            "remedy": self.remedy,
            "line": self.line,
            "column": self.column,
            "cell": self.cell,
            "cells": self.cells,
            "row": self.row,
        }
        return _restored, (type(self), self.message, told)


def _restored(kind: type[SudolabError], message: str, told: dict[str, Any]) -> SudolabError:
    return kind(message, **told)


class ParseError(SudolabError):
    """The text is no puzzle. ``line`` and ``column`` say where, from 1, where that is known.

    Examples
    --------
    >>> from sudolab import ParseError, Puzzle
    >>> try:
    ...     Puzzle("12q4............")
    ... except ParseError as error:
    ...     print(error.column)
    3
    """


class UsageError(SudolabError):
    """An option or its value cannot be meant."""


class UnknownAlgorithm(UsageError):
    """There is no algorithm of that name."""


class ConflictError(SudolabError):
    """The clues break a rule; ``cells`` names them."""


class NoSolutionError(SudolabError):
    """The puzzle has no solution."""


class NotUniqueError(SudolabError):
    """The puzzle has more than one solution where one is needed.

    ``cells`` names those in which two of them differ, where that is known.
    """


class BoardError(SudolabError):
    """This is not defined for that board, or an algorithm does not work on it."""


class LimitError(SudolabError):
    """A limit on time or ticks ended the work before there was an answer."""


class StudyError(SudolabError):
    """A plan or the result file of a study cannot be used."""


class ClusterError(SudolabError):
    """Scheduler or workers of a cluster were lost, or cannot do the work."""


class DefectError(SudolabError):
    """The library claimed something false, or failed; please report it."""


class SudolabWarning(UserWarning):
    """Something was done, but not all of it."""


_KINDS: dict[str, type[SudolabError]] = {
    "syntax": ParseError,
    "usage": UsageError,
    "conflict": ConflictError,
    "none": NoSolutionError,
    "multiple": NotUniqueError,
    "board": BoardError,
    "time-limit": LimitError,
    "tick-limit": LimitError,
    "cancelled": LimitError,
    "wrong": DefectError,
}


def of_wire(
    error: str, cells: list[str], row: int | None, is_study: bool = False
) -> SudolabError:
    """The exception of an error in the wire form; called by the compiled half."""
    told = json.loads(error)
    place = told["where"] or {}
    kind = StudyError if is_study else _KINDS.get(told["code"], SudolabError)
    if kind is UsageError and place.get("field") == "algorithm":
        kind = UnknownAlgorithm
    return kind(
        told["message"],
        remedy=told["remedy"],
        line=place.get("line"),
        column=place.get("column"),
        cell=place.get("cell"),
        cells=tuple(cells),
        row=row,
    )
