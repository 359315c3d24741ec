"""Puzzles to order."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence

from sudolab import _core
from sudolab.errors import SudolabWarning
from sudolab.puzzle import _seed, _whole
from sudolab.table import Results
from sudolab.telling import Progress, Telling, n_jobs


def generate(
    count: int = 1,
    *,
    seed: int = 0,
    clues: str | int | None = None,
    minimal: bool = False,
    symmetry: str | None = None,
    er: str | None = None,
    level: str | None = None,
    word: str | None = None,
    technique: str | None = None,
    pattern: str | None = None,
    size: int | None = None,
    box: str | None = None,
    regions: str | None = None,
    variants: str | Sequence[str] = (),
    method: str | None = None,
    algorithm: str | None = None,
    settings: Mapping[str, object] | None = None,
    skip: int = 0,
    rated: bool = False,
    time_limit: float | None = None,
    jobs: int | None = None,
    progress: Progress = None,
) -> Results:
    """Proper puzzles to order. The same seed and version give the same puzzles.

    Parameters
    ----------
    count : int
        How many.
    seed : int
        The seed of everything random.
    clues : str or int, optional
        How many clues: ``24``, ``"24..28"``, ``"..25"``.
    minimal : bool
        Whether no clue may be redundant.
    symmetry : str, optional
        ``none``, ``rot180``, ``rot90``, ``mirror``, ``diagonal`` or ``full``.
    er : str, optional
        The Explainer rating as a range: ``"7.0..7.5"``.
    level, word, technique : str, optional
        HoDoKu's level, a word from beginner to extreme, the hardest technique needed.
    pattern : str, optional
        Which cells hold clues: one symbol for each cell, ``.`` for a blank.
    size, box, regions : optional
        The board: its size, the shape of a box such as ``3x2``, a map of regions or ``random``.
    variants : str or sequence of str
        Rules beyond the houses, such as ``killer``, ``thermometer`` or ``kropki``; `docs/generate.md`
        lists them.
    method, algorithm, settings : optional
        How puzzles are made, ``dig`` or ``fill``, and the algorithm that decides meanwhile whether one
        is proper, with its parameters by name.
    skip : int
        How many attempts to pass over, to go on where a run ended.
    rated : bool
        Whether ratings are told where the order does not need them.
    time_limit : float, optional
        Seconds for all of them; fewer puzzles come with a warning.
    jobs, progress : optional
        As :func:`solve_many` has them.

    Returns
    -------
    Results
        With the columns ``puzzle``, ``solution``, ``clues``, ``er``, ``level``, ``score``,
        ``hardest``, ``word``, ``box``, ``regions`` and ``record``: the whole puzzle, where its line
        does not say all of it. :meth:`Results.puzzles` gives them with their boards and rules.

    Examples
    --------
    >>> import sudolab
    >>> made = sudolab.generate(3, clues="26..32", symmetry="rot180", seed=7)
    >>> len(made), sudolab.check_many(made).to_list()
    (3, ['unique', 'unique', 'unique'])
    >>> [killer] = sudolab.generate(size=4, variants="killer", seed=1).puzzles()
    >>> bool(killer.check())
    True
    """
    request = {
        "algorithm": algorithm,
        "box": box,
        "clues": None if clues is None else str(clues),
        "count": _whole(count, "count", 2**63),
        "er": er,
        "level": level,
        "method": method,
        "minimal": minimal,
        "pattern": pattern,
        "regions": regions,
        "seed": _seed(seed),
        "set": {name: str(value) for name, value in (settings or {}).items()},
        "size": size,
        "skip": _whole(skip, "skip", 2**63),
        "symmetry": symmetry,
        "technique": technique,
        "time_limit": time_limit,
        "variants": [variants] if isinstance(variants, str) else list(variants),
        "word": word,
    }
    asked = json.dumps({name: value for name, value in request.items() if value is not None})
    with Telling(progress) as tell:
        results = Results(_core.generate(asked, rated, n_jobs(jobs), tell), "puzzle")
    if results.end is not None:
        warnings.warn(
            f"{len(results)} of {count} puzzles came: {results.end}", SudolabWarning, stacklevel=2
        )
    return results
