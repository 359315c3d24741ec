"""Timetables: slots, rooms and courses."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field
from typing import Any

from sudolab import _core
from sudolab.lab import setting
from sudolab.puzzle import _seed, _whole
from sudolab.results import named


@dataclass(frozen=True, slots=True)
class Placement:
    """How a course came to its place.

    Attributes
    ----------
    number : int
        The number of the step, from 1.
    course, slot, room : str or None
        What is placed, when and where; nothing where courses are only struck.
    reason : str
        The kind of reason: ``fixed``, ``only-course``, ``only-room``, ``only-slot``, ``confined``,
        ``lines``, ``tried`` or ``chosen``.
    text : str
        The step in words.
    """

    number: int
    course: str | None
    slot: str | None
    room: str | None
    reason: str
    text: str

    def __str__(self) -> str:
        return f"{self.number}. {self.text}"


@dataclass(frozen=True, slots=True)
class Timetable:
    """A timetable that was completed, or why it cannot be.

    Attributes
    ----------
    status : str
        ``complete``, ``none``, ``unsolved``, ``tick-limit`` or ``time-limit``.
    slots, rooms, courses : tuple of str
        The names.
    table : tuple or None
        For each slot and room the course, nothing for a closed place.
    trail : tuple of Placement
        How each course came to its place.
    unique : bool or None
        Whether there is no other, where that is known.
    clashing : tuple of str
        Demands that exclude each other, where there is no timetable.
    clashing_minimal : bool or None
        Whether none of them can be spared.
    """

    status: str
    algorithm: str
    slots: tuple[str, ...]
    rooms: tuple[str, ...]
    courses: tuple[str, ...]
    table: tuple[tuple[str | None, ...], ...] | None
    trail: tuple[Placement, ...] = field(repr=False)
    unique: bool | None
    clashing: tuple[str, ...] = ()
    clashing_minimal: bool | None = None
    text: str = field(default="", repr=False)
    page: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return self.status == "complete"

    def __str__(self) -> str:
        return self.text

    def to_pandas(self) -> Any:
        """The table as a pandas data frame with a row for each slot."""
        import pandas

        return pandas.DataFrame(self.table, index=list(self.slots), columns=list(self.rooms))

    def _repr_html_(self) -> str:
        if self.table is None:
            told = "".join(f"<li>{html.escape(words)}</li>" for words in self.clashing)
            return f"<p>{html.escape(self.status)}</p><ul>{told}</ul>"
        head = "".join(f"<th>{html.escape(room)}</th>" for room in ("", *self.rooms))
        rows = "".join(
            f"<tr><th>{html.escape(slot)}</th>"
            + "".join(f"<td>{html.escape(course or '')}</td>" for course in row)
            + "</tr>"
            for slot, row in zip(self.slots, self.table, strict=True)
        )
        trail = "".join(f"<li>{html.escape(step.text)}</li>" for step in self.trail)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><ol>{trail}</ol>"


def timetable(
    text: str,
    *,
    algorithm: str = "fast",
    seed: int = 0,
    ticks: int | None = None,
    time_limit: float | None = None,
    **settings: object,
) -> Timetable:
    """Completes a timetable: which course is when and where, with a reason for every placement.

    Parameters
    ----------
    text : str
        Names of slots, rooms and courses with what is demanded; `docs/timetable.md` says how.
    algorithm, seed, ticks, time_limit, **settings
        Who completes it, as :func:`sudolab.run` has them.

    Raises
    ------
    ParseError, UnknownAlgorithm, UsageError

    Examples
    --------
    >>> import sudolab
    >>> week = sudolab.timetable('''
    ...     slots: Mon, Tue
    ...     rooms: Hall, Lab
    ...     courses: Algebra, Drama
    ...     never: Drama, Mon, Hall
    ... ''')
    >>> week.table
    (('Algebra', 'Drama'), ('Drama', 'Algebra'))
    >>> print(week.trail[0])  # doctest: +ELLIPSIS
    1. ...
    """
    limit = None if ticks is None else _whole(ticks, "ticks", 2**64 - 1)
    chosen = {name: setting(value) for name, value in settings.items()}
    done, words, page = _core.timetable(text, algorithm, _seed(seed), limit, time_limit, chosen)
    told = json.loads(done)
    table = None if told["table"] is None else tuple(tuple(row) for row in told["table"])
    own = {
        "table": table,
        "trail": tuple(Placement(**named(Placement, step)) for step in told["trail"]),
        "clashing": tuple(told["clashing"] or ()),
        "text": words,
        "page": page,
    }
    return Timetable(**{**named(Timetable, told), **own})
