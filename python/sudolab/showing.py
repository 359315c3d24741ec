"""Values as tables, for notebooks."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from typing import TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Rows below a head; what says nothing leaves its place empty."""
    names = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(map(_field, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"


def facts(told: Mapping[str, object]) -> str:
    """Names beside what they stand for; what says nothing is left out."""
    there = ((name, value) for name, value in told.items() if value not in (None, (), {}))
    rows = (f"<tr><th>{html.escape(name)}</th>{_field(value)}</tr>" for name, value in there)
    return f"<table><tbody>{''.join(rows)}</tbody></table>"


def _field(value: object) -> str:
    return f"<td>{html.escape(words(value))}</td>"


def words(value: object) -> str:
    """A value as it stands in a table.

    Examples
    --------
    >>> [words(value) for value in (0.00012345, 12.0, True, ("r1c1", "r1c2"), {"naked-pair": 2}, None)]
    ['0.0001234', '12', 'yes', 'r1c1, r1c2', 'naked-pair 2', '']
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (tuple, list)):
        return ", ".join(map(words, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {words(each)}" for name, each in value.items())
    return str(value)


class Entries(dict[_Key, _Value]):
    """A mapping to entries of one kind that a notebook shows as a table of some of their fields."""

    def __init__(self, entries: Mapping[_Key, _Value], fields: Iterable[str]) -> None:
        super().__init__(entries)
        self._fields = tuple(fields)

    def __reduce__(self) -> tuple[object, ...]:
        return Entries, (dict(self), self._fields)

    def _repr_html_(self) -> str:
        rows = ([getattr(entry, name) for name in self._fields] for entry in self.values())
        return table(self._fields, rows)
