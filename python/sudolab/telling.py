"""How work is spread, and who is told how far it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from sudolab.errors import UsageError
from sudolab.puzzle import _whole

Tell: TypeAlias = "Callable[[int, int], object]"
Progress: TypeAlias = "bool | Tell | None"


def n_jobs(jobs: int | None) -> int | None:
    """Threads; ``None`` leaves it to the library."""
    if jobs is None:
        return None
    number = _whole(jobs, "jobs", 4096)
    if number == 0:
        raise UsageError("jobs cannot be 0", remedy="use 1 or more, or leave it away")
    return number


class Telling:
    """Somebody to be told how far the work is: a callable, a bar of tqdm, or nobody."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._bar: Any = None

    def __enter__(self) -> Tell | None:
        if self._progress is None or self._progress is False:
            return None
        if self._progress is not True:
            return self._progress
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise UsageError(
                "progress=True needs tqdm", remedy="pip install tqdm, or hand in a callable"
            ) from None
        self._bar = tqdm(unit="puzzle", unit_scale=True)
        return self._tell

    def _tell(self, done: int, total: int) -> None:
        self._bar.total = total or None
        self._bar.update(done - self._bar.n)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
