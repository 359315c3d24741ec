"""The verbs over many puzzles.

Puzzles come as a list of texts, as a NumPy array of ``uint8`` with a row for each puzzle, or as
anything that speaks Arrow (polars, pyarrow, pandas, DuckDB): those are read where they lie, without
a copy. Work is spread over threads while other Python threads go on; Ctrl-C ends it.

An iterator of any length gives an iterator of results, one for each batch, in constant memory.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Literal, TypedDict, TypeVar, Unpack, overload

from sudolab import _core
from sudolab.blocks import block_of
from sudolab.errors import UsageError
from sudolab.puzzle import _whole, profile_names
from sudolab.table import Results
from sudolab.telling import Progress, Tell, Telling, n_jobs

Errors = Literal["raise", "null"]

_Verb = TypeVar("_Verb", bound=Callable[..., Any])

BATCH = 100_000
"""Puzzles that are taken from an iterator at once."""


class How(TypedDict, total=False):
    """What can be said to every verb over many puzzles; :func:`solve_many` tells what it means."""

    errors: Errors
    jobs: int | None
    progress: Progress
    batch: int | None


def _how(
    *,
    errors: Errors = "raise",
    jobs: int | None = None,
    progress: Progress = None,
    batch: int | None = None,
) -> tuple[bool, int | None, Progress, int | None]:
    """The same with what is meant when nothing is said, checked."""
    if errors not in ("raise", "null"):
        raise UsageError(f"errors cannot be {errors!r}", remedy="use 'raise' or 'null'")
    return errors == "raise", n_jobs(jobs), progress, None if batch is None else batch_size(batch)


def _told_how(verb: _Verb) -> _Verb:
    """Lets the signature of a verb name each of the words of :class:`How`."""
    whole = inspect.signature(verb)
    own = [p for p in whole.parameters.values() if p.kind is not p.VAR_KEYWORD]
    shown = whole.replace(parameters=[*own, *inspect.signature(_how).parameters.values()])
    verb.__signature__ = shown  # type: ignore[attr-defined]
    return verb


@overload
def solve_many(data: Iterator[Any], **how: Unpack[How]) -> Iterator[Results]: ...
@overload
def solve_many(data: Any, **how: Unpack[How]) -> Results: ...
@_told_how
def solve_many(data: Any, **how: Unpack[How]) -> Results | Iterator[Results]:
    """Solves each puzzle and proves whether the solution is the only one.

    Parameters
    ----------
    data : list of str, array of shape (n, 81), Arrow strings, or an iterator
        The puzzles. An iterator gives an iterator of results, one for each batch.
    errors : {'raise', 'null'}
        What becomes of a row that is no puzzle: the first raises, or each leaves an empty row with
        its reason in the column ``problem``.
    jobs : int, optional
        Threads; all cores when nothing is said. Results do not depend on it.
    progress : bool or callable, optional
        ``True`` shows a bar of tqdm; a callable is handed done and total.
    batch : int, optional
        Puzzles that are taken from an iterator at once; 100 000 when nothing is said, 1000 for
        ratings.

    Returns
    -------
    Results
        With the columns ``status`` (``solved``, ``multiple``, ``none``, ``conflict``, ``syntax``),
        ``solution``, ``guesses`` and ``problem``.

    Examples
    --------
    >>> import sudolab
    >>> sudolab.solve_many(["1234341221434...", "1..............."]).to_list("status")
    ['solved', 'multiple']
    """
    return _many(data, _core.solve_many, "solution", how)


@overload
def count_many(
    data: Iterator[Any], limit: int | None = ..., **how: Unpack[How]
) -> Iterator[Results]: ...
@overload
def count_many(data: Any, limit: int | None = ..., **how: Unpack[How]) -> Results: ...
@_told_how
def count_many(
    data: Any, limit: int | None = 2, **how: Unpack[How]
) -> Results | Iterator[Results]:
    """Counts the solutions of each puzzle up to a limit; 2 proves uniqueness, ``None`` counts all.

    The other parameters are those of :func:`solve_many`.

    Returns
    -------
    Results
        With the columns ``solutions``, ``complete`` and ``problem``.

    Examples
    --------
    >>> import numpy, sudolab
    >>> empty = numpy.zeros((3, 16), dtype=numpy.uint8)
    >>> sudolab.count_many(empty, None).to_numpy()
    array([288, 288, 288], dtype=uint64)
    """
    most = 2**64 - 1 if limit is None else _whole(limit, "limit", 2**64 - 1)
    return _many(data, partial(_core.count_many, limit=most), "solutions", how)


@overload
def check_many(data: Iterator[Any], **how: Unpack[How]) -> Iterator[Results]: ...
@overload
def check_many(data: Any, **how: Unpack[How]) -> Results: ...
@_told_how
def check_many(data: Any, **how: Unpack[How]) -> Results | Iterator[Results]:
    """The verdict about each puzzle. The parameters are those of :func:`solve_many`.

    Returns
    -------
    Results
        With the columns ``status`` (``unique``, ``multiple``, ``none``, ``conflict``, ``syntax``),
        ``clues`` and ``problem``.

    Examples
    --------
    >>> import sudolab
    >>> sudolab.check_many(["11..............", None], errors="null").to_list()
    ['conflict', 'syntax']
    """
    return _many(data, _core.check_many, "status", how)


@overload
def rate_many(
    data: Iterator[Any],
    profiles: str | Iterable[str] | None = ...,
    *,
    uniqueness: bool = ...,
    time_limit: float | None = ...,
    **how: Unpack[How],
) -> Iterator[Results]: ...
@overload
def rate_many(
    data: Any,
    profiles: str | Iterable[str] | None = ...,
    *,
    uniqueness: bool = ...,
    time_limit: float | None = ...,
    **how: Unpack[How],
) -> Results: ...
@_told_how
def rate_many(
    data: Any,
    profiles: str | Iterable[str] | None = None,
    *,
    uniqueness: bool = True,
    time_limit: float | None = None,
    **how: Unpack[How],
) -> Results | Iterator[Results]:
    """Rates each puzzle. A puzzle that is not proper cannot be rated: ``errors`` says what then.

    Parameters
    ----------
    profiles : str or iterable of str, optional
        Any of ``se-1.2.1``, ``hodoku-2.2``, ``qqwing`` and ``human``, all about the plain 9x9 board.
        The profile ``thesis`` gives no column; :meth:`Puzzle.rate` has it. ``all`` stands for the
        four. When nothing is said, it is the first, and for puzzles on other boards and with rules
        the effort of a person's steps.
    uniqueness : bool
        Whether techniques may assume that there is one solution.
    time_limit : float, optional
        Seconds for each puzzle.

    The other parameters are those of :func:`solve_many`.

    Returns
    -------
    Results
        With the columns ``er``, ``ep``, ``ed``, ``hardest``, ``level``, ``score``, ``word``,
        ``guesses``, ``qqwing`` (its grade), ``effort``, ``seconds`` (the time people take by the profile
        ``human``, four of five between ``seconds_low`` and ``seconds_high``) and ``problem``;
        columns of profiles that were not asked are empty.

    Examples
    --------
    >>> import sudolab
    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> rated = sudolab.rate_many([easy], ["se-1.2.1", "qqwing"])
    >>> rated.to_list("er"), rated.to_list("qqwing")
    ([1.2], ['simple'])
    """
    names = list(_COLUMNS) if profiles == "all" else profile_names(profiles or ())
    if unknown := [name for name in names if name not in _COLUMNS]:
        raise UsageError(
            f"{unknown[0]!r} gives no column", remedy=f"use {', '.join(_COLUMNS)} here"
        )
    main = next((column for name, column in _COLUMNS.items() if name in names), "er")
    rate = partial(
        _core.rate_many, profiles=names, uniqueness=uniqueness, time_limit=time_limit
    )
    return _many(data, rate, main, how, usual=1000)


_COLUMNS = {"se-1.2.1": "er", "hodoku-2.2": "score", "qqwing": "qqwing", "human": "seconds"}
"""The column that a rating profile is about."""


def _many(
    data: Any, verb: Callable[..., _core.Table], main: str, how: How, *, usual: int = BATCH
) -> Results | Iterator[Results]:
    """A verb on all puzzles at once, or batch by batch where they come from an iterator."""
    raises, jobs, progress, batch = _how(**how)

    def work(block: Any, tell: Tell | None) -> Results:
        return Results(verb(block_of(block), how=(jobs, raises, tell)), main)

    if isinstance(data, Iterator):
        return _stream(data, work, progress, usual if batch is None else batch)
    with Telling(progress) as tell:
        return work(data, tell)


def _stream(
    data: Iterator[Any],
    work: Callable[[Any, None], Results],
    progress: Progress,
    batch: int,
) -> Iterator[Results]:
    done = 0
    with Telling(progress) as tell:
        while block := list(islice(data, batch)):
            yield work(block, None)
            done += len(block)
            if tell is not None:
                tell(done, 0)


def batch_size(batch: int) -> int:
    size = _whole(batch, "batch", 2**40)
    if size == 0:
        raise UsageError("batch cannot be 0", remedy="use 1 or more")
    return size
