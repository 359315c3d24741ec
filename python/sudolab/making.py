"""Puzzles to order."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping

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
    rated : bool
        Whether ratings are told where the order does not need them.
    time_limit : float, optional
        Seconds for all of them; fewer puzzles come with a warning.

    Returns
    -------
    Results
        With the columns ``puzzle``, ``solution``, ``clues``, ``er``, ``level``, ``score``,
        ``hardest``, ``word``, ``box`` and ``regions``.

    Examples
    --------
    >>> import sudolab
    >>> made = sudolab.generate(3, clues="26..32", symmetry="rot180", seed=7)
    >>> len(made), sudolab.check_many(made).to_list()
    (3, ['unique', 'unique', 'unique'])
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
