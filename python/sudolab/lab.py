"""Algorithms and techniques: what there is, and one run of an algorithm."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import Any

from sudolab import _core
from sudolab.puzzle import Puzzle, _seed, _whole
from sudolab.results import Outcome, named
from sudolab.showing import Entries, facts


@dataclass(frozen=True, slots=True)
class Algorithm:
    """An algorithm of the registry.

    Attributes
    ----------
    id : str
        The name it is called by everywhere.
    title, family, kind, source : str
        Its name in words, its group, whether it is as published, and where it comes from.
    parameters : dict of str to str
        What can be set, with the default values.
    """

    id: str
    title: str
    family: str
    kind: str
    source: str
    parameters: dict[str, str]
    proves_impossible: bool
    uses_seed: bool
    counts: bool
    tick: str

    def _repr_html_(self) -> str:
        return _shown(self)


def algorithms() -> dict[str, Algorithm]:
    """The algorithms by id, which a notebook shows as a table.

    Examples
    --------
    >>> import sudolab
    >>> sudolab.algorithms()["dlx"].title
    'Dancing links'
    """
    told = (json.loads(text) for text in _core.algorithms())
    entries = {entry["id"]: _entry(entry) for entry in told}
    return Entries(entries, ("id", "title", "family", "kind", "uses_seed", "parameters"))


def _entry(entry: dict[str, Any]) -> Algorithm:
    parameters = {p["name"]: p["default"] for p in entry["parameters"]}
    return Algorithm(**{**named(Algorithm, entry), "parameters": parameters})


@dataclass(frozen=True, slots=True)
class Technique:
    """A technique of the catalogue.

    Attributes
    ----------
    id, name : str
        The name it is called by everywhere, and its name in words.
    family, kind, source : str
        Its group, what it rests on, and where it is described.
    code : str or None
        HoDoKu's code.
    other_names : tuple of str
        What others call it.
    what, why, when : str or None
        What the pattern is, why it holds, and when it appears.
    example : str or None
        A position with a step of it, which ``Puzzle`` reads.
    """

    id: str
    name: str
    family: str
    kind: str
    source: str
    code: str | None = None
    other_names: tuple[str, ...] = ()
    what: str | None = None
    why: str | None = None
    when: str | None = None
    example: str | None = field(default=None, repr=False)

    def _repr_html_(self) -> str:
        return _shown(self)


def techniques() -> dict[str, Technique]:
    """The techniques by id, which a notebook shows as a table.

    Examples
    --------
    >>> import sudolab
    >>> sudolab.techniques()["x-wing"].name
    'X-Wing'
    """
    told = (json.loads(text) for text in _core.techniques())
    entries = {entry["id"]: Technique(**named(Technique, entry)) for entry in told}
    return Entries(entries, ("id", "name", "family", "code", "what"))


def _shown(entry: Algorithm | Technique) -> str:
    told = {field.name: getattr(entry, field.name) for field in fields(entry)}
    return facts({name.replace("_", " "): value for name, value in told.items()})


def run(
    algorithm: str,
    puzzle: Puzzle | str,
    *,
    seed: int = 0,
    ticks: int | None = None,
    time_limit: float | None = None,
    **settings: object,
) -> Outcome:
    """Runs an algorithm once on a puzzle.

    Parameters
    ----------
    algorithm : str
        Its id; :func:`algorithms` lists all.
    puzzle : Puzzle or str
        The puzzle.
    seed : int
        The seed of everything random.
    ticks : int, optional
        The most ticks.
    time_limit : float, optional
        Seconds on the wall.
    **settings
        Parameters of the algorithm by name.

    Examples
    --------
    >>> import sudolab
    >>> outcome = sudolab.run("annealing", "1.3.............", seed=7)
    >>> outcome.verdict
    'solved'
    """
    return Outcome.of_wire(_core.run(*asked(algorithm, puzzle, seed, ticks, time_limit, settings)))


def asked(
    algorithm: str,
    puzzle: Puzzle | str,
    seed: int,
    ticks: int | None,
    time_limit: float | None,
    settings: dict[str, object],
) -> tuple[str, _core.Read, int, int | None, float | None, dict[str, str]]:
    """A run as the compiled half wants it."""
    subject = puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)
    limit = None if ticks is None else _whole(ticks, "ticks", 2**64 - 1)
    chosen = {name: setting(value) for name, value in settings.items()}
    return algorithm, subject._read, _seed(seed), limit, time_limit, chosen


def setting(value: object) -> str:
    """A parameter of an algorithm as the compiled half wants it."""
    if isinstance(value, (list, tuple)):
        return ",".join(str(part) for part in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
