"""Many puzzles, however they come, in a form that the compiled half reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudolab.errors import UsageError
from sudolab.puzzle import Puzzle
from sudolab.table import Results


class Lines:
    """Texts as one, a line for each, as they travel fast.

    Examples
    --------
    >>> import sudolab
    >>> sudolab.count_many(Lines(b"1...............\\n1234341221434321")).to_list()
    [2, 1]
    """

    __slots__ = ("text",)

    def __init__(self, text: bytes) -> None:
        self.text = text


def block_of(data: Any) -> Any:
    """Puzzles in a form that the compiled half reads."""
    if isinstance(data, Lines):
        return data.text
    if isinstance(data, np.ndarray):
        return _array(data)
    refuse_one(data)
    if isinstance(data, Results):
        return texts_of(data)
    if speaks_arrow(data):
        return data
    try:
        listed = list(data)
    except TypeError:
        raise UsageError(
            f"many puzzles are a list, an array or a column, not {type(data).__name__}"
        ) from None
    if listed and isinstance(listed[0], np.ndarray):
        return _array(_stacked(listed))
    return [_text(item, row) for row, item in enumerate(listed)]


def speaks_arrow(data: Any) -> bool:
    """Whether something hands its rows over by Arrow's capsules."""
    return hasattr(data, "__arrow_c_array__") or hasattr(data, "__arrow_c_stream__")


def refuse_one(data: Any) -> None:
    """Says that one puzzle is not many."""
    if data is None or isinstance(data, (str, bytes, Mapping, Puzzle)):
        raise UsageError(
            f"many puzzles are a list, an array or a column, not {type(data).__name__}",
            remedy="put one puzzle into a list",
        )


def texts_of(results: Results) -> Any:
    """Puzzles that were made: as they lie, or as texts that tell the board where lines do not."""
    if "puzzle" not in results.columns:
        raise UsageError(
            f"these results have no puzzles, but {', '.join(results.columns)}",
            remedy="hand in those of generate, or a list of puzzles",
        )
    if "record" not in results.columns:
        return results
    records = results.to_list("record")
    if all(record is None for record in records):
        return results
    lines = results.to_list("puzzle")
    return [record or line for record, line in zip(records, lines, strict=True)]


def _text(item: Any, row: int) -> str | None:
    if item is None or isinstance(item, str):
        return item
    if isinstance(item, Puzzle):
        return item.line if item._read.is_plain() else item._read.object()
    if isinstance(item, float) and item != item:
        return None
    raise UsageError(
        f"a puzzle is text, and this is of type {type(item).__name__}",
        remedy="use lines of text, puzzles, or one array for all",
        row=row,
    )


def _stacked(rows: list[Any]) -> NDArray[Any]:
    shapes = {np.shape(row) for row in rows}
    if len(shapes) > 1:
        raise UsageError(
            f"the arrays are of {len(shapes)} shapes", remedy="put boards of one size together"
        )
    return np.stack(rows)


def _array(array: NDArray[Any]) -> Any:
    if array.dtype.kind in "OUT":
        if array.ndim != 1:
            raise UsageError(f"texts in an array of shape {array.shape}", remedy="use one row")
        return [_text(item, row) for row, item in enumerate(array.tolist())]
    if array.ndim == 3 and array.shape[1] == array.shape[2]:
        array = array.reshape(array.shape[0], -1)
    if array.ndim != 2:
        raise UsageError(
            f"an array of shape {array.shape} is no batch of puzzles",
            remedy="use (n, 81), or (n, 9, 9)",
        )
    if array.dtype != np.uint8:
        raise UsageError(
            f"the array holds {array.dtype}", remedy="use .astype(numpy.uint8), 0 for a blank"
        )
    return np.ascontiguousarray(array)
