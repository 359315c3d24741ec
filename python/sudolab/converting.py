"""Puzzles in other formats."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any, Unpack, overload

from sudolab import _core
from sudolab.errors import SudolabWarning
from sudolab.many import How, _many, _told_how
from sudolab.table import Results


@overload
def convert(
    data: str,
    to: str,
    *,
    from_format: str | None = ...,
    blank: str | None = ...,
    style: str | None = ...,
    strict: bool = ...,
    **how: Unpack[How],
) -> str: ...
@overload
def convert(
    data: Iterator[Any],
    to: str,
    *,
    from_format: str | None = ...,
    blank: str | None = ...,
    style: str | None = ...,
    strict: bool = ...,
    **how: Unpack[How],
) -> Iterator[Results]: ...
@overload
def convert(
    data: Any,
    to: str,
    *,
    from_format: str | None = ...,
    blank: str | None = ...,
    style: str | None = ...,
    strict: bool = ...,
    **how: Unpack[How],
) -> Results: ...
@_told_how
def convert(
    data: Any,
    to: str,
    *,
    from_format: str | None = None,
    blank: str | None = None,
    style: str | None = None,
    strict: bool = False,
    **how: Unpack[How],
) -> str | Results | Iterator[Results]:
    """Puzzles in another format; :func:`formats` lists them.

    Parameters
    ----------
    data : str, list of str, array of shape (n, 81), Arrow strings, or an iterator
        One text gives one text with every puzzle of it. Many puzzles give a row for each; an
        iterator gives an iterator of results, one for each batch.
    to : str
        The format.
    from_format : str, optional
        The format of the text, where it should not be guessed.
    blank, style : str, optional
        The symbol of a blank, and the variety of a format that has several.
    strict : bool
        Whether what the format cannot carry is refused. Otherwise it is told, as a warning for one
        text and in the column ``lost`` for many puzzles.
    errors, jobs, progress, batch
        For many puzzles, as :func:`solve_many` has them.

    Returns
    -------
    str or Results
        Results have the columns ``text``, ``lost`` and ``problem``.

    Examples
    --------
    >>> import sudolab
    >>> print(sudolab.convert("1234341221434321", "grid"))
    +-----+-----+
    | 1 2 | 3 4 |
    | 3 4 | 1 2 |
    +-----+-----+
    | 2 1 | 4 3 |
    | 4 3 | 2 1 |
    +-----+-----+
    >>> rows = sudolab.convert(["1...............", "q"], "line", blank="0", errors="null")
    >>> rows.to_list()
    ['1000000000000000', None]
    """
    if not isinstance(data, str):
        verb = partial(
            _core.convert_many,
            to=to,
            from_format=from_format,
            blank=blank,
            style=style,
            strict=strict,
        )
        return _many(data, verb, "text", how)
    written, losses = _core.convert(data, to, from_format, blank, style, strict)
    for loss in losses:
        warnings.warn(loss, SudolabWarning, stacklevel=2)
    return written.removesuffix("\n")


def formats() -> dict[str, str]:
    """The formats that can be written, by name, with what each is.

    Examples
    --------
    >>> import sudolab
    >>> "grid" in sudolab.formats()
    True
    """
    return {name: title for name, title, writable in _core.formats() if writable}
