"""What an algorithm does while it runs, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudolab import _core
from sudolab.errors import UsageError
from sudolab.lab import asked
from sudolab.puzzle import Puzzle, _whole
from sudolab.results import Outcome
from sudolab.showing import table

Events: TypeAlias = "dict[str, Any]"
"""The events of one kind: an array for each thing they carry, a row for each of them."""


class Trace(Mapping[str, Events]):
    """The events of a run, by kind.

    ``trace["guess"]`` holds the guesses: a mapping with ``event``, the place of each among all events,
    ``tick``, and an array for each thing that guesses carry. Numbers that there are not are -1 or
    NaN, cells count from 0 row by row, and in sets of digits bit ``d - 1`` stands for digit ``d``.

    Attributes
    ----------
    outcome : Outcome
        What the run came to.
    complete : bool
        Whether every event of the window is there, as far as the sample asks for it.
    ticks : array of shape (n,)
        The tick of each event.
    boards : array of shape (n, cells)
        The board after each event, 0 for a blank.

    Examples
    --------
    >>> import sudolab
    >>> trace = sudolab.trace("backtrack-thesis", "1..............2")
    >>> trace.outcome.verdict, len(trace.boards) == trace.n_events
    ('solved', True)
    >>> trace.counts()["solved"]
    1
    >>> sorted(trace["guess"])
    ['cell', 'depth', 'digit', 'event', 'rest', 'tick']
    """

    __slots__ = ("outcome", "complete", "ticks", "boards", "_tables")

    def __init__(
        self,
        outcome: Outcome,
        complete: bool,
        ticks: NDArray[np.uint64],
        boards: NDArray[np.uint8],
        tables: Mapping[str, Events],
    ) -> None:
        self.outcome = outcome
        self.complete = complete
        self.ticks = ticks
        self.boards = boards
        self._tables = dict(tables)

    @property
    def n_events(self) -> int:
        """How many events there are."""
        return len(self.ticks)

    def counts(self) -> dict[str, int]:
        """How many events there are of each kind.

        Examples
        --------
        >>> import sudolab
        >>> sudolab.trace("dlx", "1234341221434321").counts()["end"]
        1
        """
        return {kind: len(events["event"]) for kind, events in self._tables.items()}

    def kinds(self) -> NDArray[np.str_]:
        """The kind of each event.

        Examples
        --------
        >>> import sudolab
        >>> str(sudolab.trace("dlx", "1234341221434321").kinds()[-1])
        'end'
        """
        words = np.empty(self.n_events, dtype=f"U{max(map(len, self._tables), default=1)}")
        for kind, events in self._tables.items():
            words[events["event"]] = kind
        return words

    def __getitem__(self, kind: str) -> Events:
        try:
            return self._tables[kind]
        except KeyError:
            raise KeyError(f"{kind!r}; the events are {', '.join(self._tables)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def __reduce__(self) -> tuple[Any, ...]:
        told = (self.outcome, self.complete, self.ticks, self.boards, self._tables)
        return Trace, told

    def __repr__(self) -> str:
        counts = ", ".join(f"{n} {kind}" for kind, n in self.counts().items())
        return f"<Trace of {self.outcome.algorithm}: {self.n_events} events ({counts})>"

    def _repr_html_(self) -> str:
        carried = {kind: [name for name in events if name not in ("event", "tick")] for kind, events in self._tables.items()}
        rows = ((kind, n, carried[kind]) for kind, n in self.counts().items())
        more = "" if self.complete else "<p>There is more; ask for another window or sample.</p>"
        return self.outcome._repr_html_() + table(("event", "times", "carries"), rows) + more


def trace(
    algorithm: str,
    puzzle: Puzzle | str,
    *,
    seed: int = 0,
    ticks: int | None = None,
    time_limit: float | None = None,
    sample: int = 1,
    first_tick: int = 0,
    events: int = 50_000,
    **settings: object,
) -> Trace:
    """Runs an algorithm once on a puzzle and keeps what it tells, as arrays.

    What is told is described in `docs/traces.md`. The same seed and settings give the same trace, so
    another part of a long run is seen by asking again with another window.

    Parameters
    ----------
    algorithm, puzzle, seed, ticks, time_limit, **settings
        As :func:`sudolab.run` has them.
    sample : int
        Ticks between two looks; with 1 every event is kept, with more each kind at most once in so
        many ticks.
    first_tick : int
        The first tick of the window.
    events : int
        The most events that are kept; the run goes on to its end. A board of 81 bytes is kept with
        each, and fields over cells and digits take about 3 kB.

    Examples
    --------
    >>> import sudolab
    >>> trace = sudolab.trace("annealing-lewis", "1..............2", seed=7)
    >>> bool((trace["improved"]["cost"][1:] <= trace["improved"]["cost"][:-1]).all())
    True
    """
    if sample == 0:
        raise UsageError("0 ticks between two looks", remedy="use 1 for every event, or more")
    window = tuple(
        _whole(value, name, 2**64 - 1)
        for name, value in (("sample", sample), ("first_tick", first_tick), ("events", events))
    )
    request = asked(algorithm, puzzle, seed, ticks, time_limit, settings)
    told, complete, when, boards, tables = _core.trace(*request, window)
    by_kind = {
        kind: {"event": places, "tick": when[places], **dict(columns)}
        for kind, places, columns in tables
    }
    return Trace(Outcome.of_wire(told), complete, when, boards, by_kind)
