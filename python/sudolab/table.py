"""Results by column, for NumPy and for everything that speaks Arrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from sudolab import _core
from sudolab.errors import SudolabError
from sudolab.puzzle import Puzzle
from sudolab.showing import table


class Results(Sequence[dict[str, Any]]):
    """Results by column, one row for each puzzle.

    A row is a mapping; a column is an array. Whatever speaks Arrow reads it without a copy:
    ``polars.DataFrame(results)``, ``pyarrow.table(results)``, ``duckdb.sql("FROM results")``.

    Examples
    --------
    >>> import sudolab
    >>> results = sudolab.count_many(["1...............", "1234341221434321"])
    >>> results.to_numpy()
    array([2, 1], dtype=uint64)
    >>> results[1]
    {'solutions': 1, 'complete': True, 'problem': None}
    """

    __slots__ = ("_table", "_main", "_problems")

    def __init__(
        self,
        table: _core.Table,
        main: str,
        problems: dict[int, SudolabError] | None = None,
    ) -> None:
        self._table = table
        self._main = main
        self._problems = problems

    def __len__(self) -> int:
        return len(self._table)

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        if isinstance(index, slice):
            return [self[row] for row in range(*index.indices(len(self)))]
        row = index + len(self) if index < 0 else index
        if not 0 <= row < len(self):
            raise IndexError("there is no such row")
        return dict(zip(self.columns, self._table.row(row), strict=True))

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._table.names()

    @property
    def problems(self) -> dict[int, SudolabError]:
        """What went wrong, by row."""
        if self._problems is None:
            self._problems = dict(self._table.problems())
        return self._problems

    @property
    def end(self) -> str | None:
        """Why it ended before all was done; ``None`` when all is done."""
        return self._table.end()

    def to_numpy(self, column: str | None = None) -> NDArray[Any]:
        """A column as an array; the one the verb is about when none is named.

        Solutions and puzzles become ``(n, cells)`` of ``uint8``, zeros where there is none. Numbers
        that are missing in some rows make a masked array.

        Examples
        --------
        >>> import sudolab
        >>> results = sudolab.solve_many(["1234341221434...", "............4321"], errors="null")
        >>> results.to_numpy().shape, results.to_numpy("guesses").dtype
        ((2, 16), dtype('uint64'))
        """
        name = self._main if column is None else column
        if name in ("solution", "puzzle"):
            return self._table.cells(name)
        if self._table.is_text(name):
            return self._table.objects(name)
        values = self._table.column(name)
        missing = self._table.missing(name)
        if missing is not None and missing.any():
            masked: NDArray[Any] = np.ma.masked_array(values, mask=missing)
            return masked
        array: NDArray[Any] = values
        return array

    def to_list(self, column: str | None = None) -> list[Any]:
        """A column as a list, ``None`` where it says nothing; the one the verb is about when none is named.

        Examples
        --------
        >>> import sudolab
        >>> sudolab.count_many(["1...............", "q"], errors="null").to_list()
        [2, None]
        """
        name = self._main if column is None else column
        values = self._table.column(name)
        if isinstance(values, list):
            return values
        missing = self._table.missing(name)
        if missing is None:
            return list(values.tolist())
        return [None if gap else value for value, gap in zip(values.tolist(), missing)]

    def puzzles(self) -> list[Puzzle]:
        """The column of puzzles, each with its board and its rules.

        Examples
        --------
        >>> import sudolab
        >>> [jigsaw] = sudolab.generate(size=6, regions="random", seed=2).puzzles()
        >>> jigsaw.count().solutions
        1
        """
        whole = "record" in self.columns
        lines, records = (self.to_list(name) for name in ("puzzle", "record" if whole else "puzzle"))
        return [Puzzle(record or line) for line, record in zip(lines, records, strict=True)]

    def to_arrow(self) -> Any:
        """A pyarrow table.

        Examples
        --------
        >>> import sudolab
        >>> sudolab.count_many(["1..............."]).to_arrow().column_names
        ['solutions', 'complete', 'problem']
        """
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """A pandas data frame.

        Examples
        --------
        >>> import sudolab
        >>> sudolab.count_many(["1..............."]).to_pandas().shape
        (1, 3)
        """
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """A polars data frame.

        Examples
        --------
        >>> import sudolab
        >>> sudolab.count_many(["1..............."]).to_polars()["solutions"].to_list()
        [2]
        """
        import polars

        return polars.DataFrame(self)

    def __arrow_c_schema__(self) -> Any:
        return self._table.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        return self._table.__arrow_c_array__(requested_schema)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._table.__arrow_c_stream__(requested_schema)

    def __reduce__(self) -> tuple[Any, ...]:
        told = (self._table.columns(), self.end, self._main, self.problems)
        return _restored, told

    def __repr__(self) -> str:
        bad = len(self.problems)
        told = f", {bad} problems" if bad else ""
        return f"<Results: {len(self)} rows of {', '.join(self.columns)}{told}>"

    def _repr_html_(self) -> str:
        shown = table(self.columns, (row.values() for row in self[:10]))
        more = f"<p>{len(self)} rows</p>" if len(self) > 10 else ""
        return shown + more


def _restored(
    columns: list[Any], end: str | None, main: str, problems: dict[int, SudolabError]
) -> Results:
    return Results(_core.Table.of_columns(columns, end), main, problems)
