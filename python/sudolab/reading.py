"""Puzzles of a file or of a text."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Literal, overload

from sudolab import _core
from sudolab.errors import UsageError
from sudolab.many import Errors
from sudolab.puzzle import Puzzle


@overload
def read(
    source: str | PathLike[str], *, format: str | None = ..., errors: Literal["raise"] = ...
) -> list[Puzzle]: ...
@overload
def read(
    source: str | PathLike[str], *, format: str | None = ..., errors: Errors
) -> list[Puzzle | None]: ...
def read(
    source: str | PathLike[str], *, format: str | None = None, errors: Errors = "raise"
) -> list[Puzzle] | list[Puzzle | None]:
    """Every puzzle of a file or of a text, in any format, whatever their boards and rules.

    Lists of lines need no reading: the verbs over many puzzles take them as they are.

    Parameters
    ----------
    source : str or path
        The text itself, or the path of a file.
    format : str, optional
        The format, where it should not be guessed.
    errors : {'raise', 'null'}
        What becomes of a record that is no puzzle: it raises, or leaves ``None`` in its place.

    Examples
    --------
    >>> import sudolab
    >>> sudolab.read("1...............\\n12..34..2..1....\\n")
    [Puzzle('1...............'), Puzzle('12..34..2..1....')]
    """
    if errors not in ("raise", "null"):
        raise UsageError(f"errors cannot be {errors!r}", remedy="use 'raise' or 'null'")
    if isinstance(source, str):
        text = source
    elif isinstance(source, PathLike):
        text = Path(source).read_text(encoding="utf-8-sig", errors="replace")
    else:
        raise UsageError(
            f"a source is a text or a path, not {type(source).__name__}",
            remedy="use pathlib.Path for the name of a file",
        )
    puzzles: list[Puzzle | None] = []
    for found, error in _core.read_puzzles(text, format):
        if error is not None and errors == "raise":
            raise error
        puzzles.append(None if found is None else Puzzle._of(found))
    return puzzles
