"""What the verbs answer about one puzzle. Everything here is plain data and can be pickled."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, overload

from numpy.typing import NDArray

from sudolab.showing import facts

if TYPE_CHECKING:
    from sudolab.puzzle import Puzzle

PROFILES = ("se-1.2.1", "hodoku-2.2", "qqwing", "thesis", "human")
"""The names of the rating profiles."""


def named(kind: type[Any], told: dict[str, Any]) -> dict[str, Any]:
    """What the wire form tells under the names of the fields of a class; lists become tuples."""
    there = (field.name for field in fields(kind) if field.name in told)
    values = {name: told[name] for name in there}
    return {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()}


@dataclass(frozen=True, slots=True)
class Solution:
    """A solution of a puzzle.

    Attributes
    ----------
    line : str
        Its digits row by row.
    unique : bool
        Whether it is proved to be the only one.
    values : bytes
        For each cell its digit, counted from 1.
    puzzle : Puzzle
        The puzzle that it solves.

    Examples
    --------
    >>> from sudolab import Puzzle
    >>> solution = Puzzle("1...............").solve(unique=False)
    >>> solution.to_numpy().shape
    (4, 4)
    """

    line: str
    unique: bool
    values: bytes = field(repr=False)
    puzzle: Puzzle = field(repr=False)

    def __str__(self) -> str:
        return self.line

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the grid."""
        return self.puzzle.shape

    def to_numpy(self) -> NDArray[Any]:
        """The digits as an array with a row for each row of the board.

        A board that is no square of as many rows as digits, or whose digits do not begin at 1, gives
        a masked array of values: places without a cell are masked.
        """
        return self.puzzle._array(self.values)

    def _repr_svg_(self) -> str:
        return self.puzzle._drawn(self.values)


@dataclass(frozen=True, slots=True)
class Count:
    """How many solutions were found.

    Attributes
    ----------
    solutions : int
        How many.
    complete : bool
        Whether there are certainly no more.
    stopped : str or None
        What ended the count before that was known, besides the limit.
    """

    solutions: int
    complete: bool
    stopped: str | None = None

    def __int__(self) -> int:
        return self.solutions

    def _repr_html_(self) -> str:
        return facts(
            {"solutions": self.solutions, "complete": self.complete, "stopped": self.stopped}
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a puzzle is proper, and if not, why.

    Attributes
    ----------
    status : str
        ``unique``, ``multiple``, ``none``, ``conflict`` or ``time-limit``.
    clues : int
        How many clues it has.
    reason : str or None
        Why it is not proper, in words.
    cells : tuple of str
        The cells that break a rule, or in which two solutions differ.
    minimal : bool or None
        Whether no clue can go, where that was asked.
    redundant : tuple of str
        The clues each of which can go alone, such as ``r1c1=5``.
    minimal_form : str or None
        A minimal puzzle made from it, where that was asked and clues can go.
    """

    status: str
    clues: int
    reason: str | None = None
    cells: tuple[str, ...] = ()
    minimal: bool | None = None
    redundant: tuple[str, ...] = ()
    minimal_form: str | None = None

    def __bool__(self) -> bool:
        return self.status == "unique"

    def _repr_html_(self) -> str:
        return facts({field.name.replace("_", " "): getattr(self, field.name) for field in fields(self)})

    @staticmethod
    def of_wire(text: str, conflicts: list[str]) -> Verdict:
        """Reads the wire form."""
        told = json.loads(text)
        own = {
            "cells": tuple(told.get("differ_in") or conflicts),
            "redundant": tuple(told["redundant"] or ()),
        }
        return Verdict(**{**named(Verdict, told), **own})


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is, by each profile that was asked.

    Attributes
    ----------
    er, ep, ed : float or None
        The ratings that Sudoku Explainer gives.
    hardest : str or None
        The hardest technique by that profile.
    level : str or None
        HoDoKu's level.
    score : int or None
        HoDoKu's score.
    word : str or None
        One word from beginner to extreme, which follows from ER.
    effort : int or None
        What a person's steps cost, on boards and with rules that the profiles do not know.
    guesses : int
        Guesses of the exact search that proved the solution unique.
    clues : int
        How many clues the puzzle has.
    techniques : dict of str to int
        How often each technique was used, by the first of the profiles that tells.
    profiles : dict
        All that the profiles say, as the wire form has it.
    """

    er: float | None
    ep: float | None
    ed: float | None
    hardest: str | None
    level: str | None
    score: int | None
    word: str | None
    effort: int | None
    guesses: int
    clues: int
    techniques: dict[str, int] = field(repr=False)
    profiles: dict[str, Any] = field(repr=False)

    def _repr_html_(self) -> str:
        return facts(
            {
                "ER, EP, ED": None if self.er is None else (self.er, self.ep, self.ed),
                "word": self.word,
                "hardest": self.hardest,
                "HoDoKu's level": self.level,
                "HoDoKu's score": self.score,
                "effort": self.effort,
                "guesses": self.guesses,
                "clues": self.clues,
                "techniques": self.techniques,
            }
        )

    @staticmethod
    def of_wire(text: str) -> Rating:
        """Reads the wire form."""
        told = json.loads(text)
        se = told.get("se-1.2.1") or {}
        hodoku = told.get("hodoku-2.2") or {}
        effort = told.get("effort") or {}
        by = next((each for each in (se, hodoku, effort) if each), {})
        return Rating(
            er=se.get("er"),
            ep=se.get("ep"),
            ed=se.get("ed"),
            hardest=by.get("hardest"),
            level=hodoku.get("level"),
            score=hodoku.get("score"),
            word=told.get("word"),
            effort=effort.get("total"),
            guesses=told["search"]["guesses"],
            clues=told["clues"],
            techniques=by.get("techniques") or {},
            profiles={name: told[name] for name in (*PROFILES, "effort") if name in told},
        )


@dataclass(frozen=True, slots=True)
class Step:
    """One step of reasoning.

    Attributes
    ----------
    technique : str
        The id of the technique.
    name : str
        The technique in words.
    text : str
        Why it holds.
    conclusion : str
        What follows.
    cells : tuple of str
        The cells it changes.
    placements, eliminations : tuple of (str, int)
        The digits it places, and the candidates it removes, each with its cell.
    difficulty : float or None
        What the Explainer profile asks for it.
    number : int
        Its number in the explanation, from 1.
    picture : str or None
        The position with the step drawn, as SVG.
    """

    technique: str
    name: str
    text: str
    conclusion: str
    cells: tuple[str, ...]
    placements: tuple[tuple[str, int], ...]
    eliminations: tuple[tuple[str, int], ...]
    difficulty: float | None
    number: int
    picture: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"{self.name}: {self.text} {self.conclusion}"

    def _repr_html_(self) -> str:
        drawn = f'<div style="width:24rem">{self.picture}</div>' if self.picture else ""
        return f"{drawn}<p>{html.escape(str(self))}</p>"

    @staticmethod
    def of_wire(told: dict[str, Any], drawn: str | None) -> Step:
        """Reads the wire form."""

        def marks(name: str) -> tuple[tuple[str, int], ...]:
            return tuple((mark["cell"], mark["digit"]) for mark in told[name])

        own = {
            "placements": marks("placements"),
            "eliminations": marks("eliminations"),
            "difficulty": told["se"],
            "picture": drawn,
        }
        return Step(**{**named(Step, told), **own})


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step, as much of it as was asked for.

    Attributes
    ----------
    status : str
        ``step``, ``solved``, or ``problem``.
    area : str or None
        Where to look.
    technique : str or None
        What to look for.
    cells : tuple of str
        The cells that change.
    step : Step or None
        The whole step.
    problem : str or None
        What is wrong with the position, or why there is no step.
    warning : str or None
        What should be known about the puzzle.
    """

    status: str
    area: str | None = None
    technique: str | None = None
    cells: tuple[str, ...] = ()
    step: Step | None = None
    problem: str | None = None
    warning: str | None = None

    def __bool__(self) -> bool:
        return self.status == "step"

    def __str__(self) -> str:
        if self.problem is not None:
            return self.problem
        if self.status == "solved":
            return "Nothing is left to do."
        if self.step is not None:
            return str(self.step)
        if self.cells:
            return f"{self.technique}: look at {', '.join(self.cells)}."
        if self.technique:
            return f"Look for a {self.technique} in {self.area}."
        return f"Look at {self.area}."

    def _repr_html_(self) -> str:
        if self.step is not None:
            return self.step._repr_html_()
        return f"<p>{html.escape(str(self))}</p>"

    @staticmethod
    def of_wire(text: str, drawn: str | None) -> Hint:
        """Reads the wire form."""
        told = json.loads(text)
        if "solved" in told:
            return Hint("solved")
        if "problem" in told:
            return Hint("problem", problem=told["problem"])
        step = told.get("step")
        return Hint(
            "step",
            area=told["area"],
            technique=told.get("technique"),
            cells=tuple(told.get("cells") or ()),
            step=Step.of_wire(step, drawn) if step else None,
            warning=told.get("warning"),
        )


@dataclass(frozen=True, slots=True)
class Explanation(Sequence[Step]):
    """The solution step by step: a sequence of steps that a notebook shows with pictures.

    Attributes
    ----------
    steps : tuple of Step
        The steps.
    solved : bool
        Whether they reach the solution.
    end : str
        How it ended, as a sentence.
    warning : str or None
        What should be known about the puzzle.
    """

    steps: tuple[Step, ...]
    solved: bool
    end: str
    puzzle: str
    warning: str | None = None
    page: str = field(default="", repr=False)

    def __len__(self) -> int:
        return len(self.steps)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self.steps[index]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __str__(self) -> str:
        told = [f"{step.number}. {step}" for step in self.steps]
        return "\n".join([*told, self.end])

    def _repr_html_(self) -> str:
        style = (
            "<style>.sudolab section{overflow:auto;border-top:1px solid #8884;padding:.6rem 0}"
            ".sudolab figure{width:20rem;float:left;margin:0 1.2rem .4rem 0}"
            ".sudolab p{margin:.2rem 0}</style>"
        )
        return f'{style}<div class="sudolab">{self.page}</div>'

    @staticmethod
    def of_wire(text: str, page: str, pictures: list[str]) -> Explanation:
        """Reads the wire form."""
        told = json.loads(text)
        steps = (Step.of_wire(step, drawn) for step, drawn in zip(told["steps"], pictures))
        return Explanation(**{**named(Explanation, told), "steps": tuple(steps), "page": page})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run of an algorithm came to. A claimed solution was checked.

    Attributes
    ----------
    verdict : str
        ``solved``, ``none``, ``unsolved``, ``tick-limit``, ``time-limit`` or ``wrong``.
    solution : str or None
        The solution as a line.
    ticks : int
        The algorithm's own units of work.
    guesses : int
        Branches of the search.
    seconds : float
        Time on the wall.
    best : dict or None
        The best board of a run that did not solve, with its cost.
    """

    algorithm: str
    verdict: str
    solution: str | None
    ticks: int
    guesses: int
    seconds: float
    seed: int
    best: dict[str, Any] | None = field(default=None, repr=False)
    trail: tuple[str, ...] = field(default=(), repr=False)

    def __bool__(self) -> bool:
        return self.verdict == "solved"

    def _repr_html_(self) -> str:
        names = ("algorithm", "verdict", "solution", "ticks", "guesses", "seconds", "seed")
        cost = None if self.best is None else self.best.get("cost")
        return facts({**{name: getattr(self, name) for name in names}, "best cost": cost})

    @staticmethod
    def of_wire(text: str) -> Outcome:
        """Reads the wire form."""
        return Outcome(**named(Outcome, json.loads(text)))
