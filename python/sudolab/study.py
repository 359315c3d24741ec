"""Studies: algorithms compared on the same puzzles, with every run kept."""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudolab import _core
from sudolab.errors import StudyError, UsageError
from sudolab.showing import facts, table
from sudolab.table import Results
from sudolab.telling import Progress, Telling, n_jobs

Own: TypeAlias = "Callable[[NDArray[np.uint8]], object] | Callable[[NDArray[np.uint8], int], object]"
"""An algorithm written in Python: it is handed the clues, and a seed if it takes two arguments."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a study found.

    Attributes
    ----------
    answer : tuple of str
        The answer in a few sentences.
    page : Path
        The whole report as one page.
    figures : tuple of Path
        Its pictures, as SVG.
    text : str
        For a reproduction the published figures with ours beside them.
    """

    answer: tuple[str, ...]
    page: Path
    figures: tuple[Path, ...] = field(repr=False)
    text: str = field(default="", repr=False)

    def __str__(self) -> str:
        return "\n".join(_plain(sentence) for sentence in self.answer)

    def figure(self, name: str) -> str:
        """A picture by its name, as SVG.

        Raises
        ------
        KeyError
            When there is none of that name; the message lists those there are.

        Examples
        --------
        >>> report.figure(report.figures[0].stem)[:4]  # of the example of Study
        '<svg'
        """
        for path in self.figures:
            if path.stem == name:
                return path.read_text(encoding="utf-8")
        raise KeyError(f"{name!r}; there are {', '.join(path.stem for path in self.figures)}")

    def table(self, name: str = "algorithms") -> list[dict[str, str]]:
        """A table by its name, a mapping for each row; the standings when none is named.

        Raises
        ------
        KeyError
            When there is none of that name; the message lists those there are.

        Examples
        --------
        >>> # That of the example of Study.
        >>> [(row["algorithm"], row["solved"]) for row in report.table()]
        [('dlx', '2'), ('mine', '0')]
        """
        folder = self.page.parent / "tables"
        path = folder / f"{name}.csv"
        if not path.is_file():
            known = ", ".join(sorted(path.stem for path in folder.glob("*.csv")))
            raise KeyError(f"{name!r}; there are {known}")
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def _repr_html_(self) -> str:
        told = "".join(f"<p>{html.escape(_plain(sentence))}</p>" for sentence in self.answer)
        try:
            rows = self.table()
            shown = [name for name in _STANDINGS if name in rows[0]]
        except (KeyError, IndexError, OSError):
            standings = ""
        else:
            heads = (_STANDINGS[name] for name in shown)
            standings = table(heads, ([_number(row[name]) for name in shown] for row in rows))
        drawn = self.figures[0].read_text(encoding="utf-8") if self.figures else ""
        text = f"<pre>{html.escape(self.text)}</pre>" if self.text else ""
        page = f"<p><code>{html.escape(str(self.page))}</code></p>"
        figure = f'<div style="max-width:48rem">{drawn}</div>' if drawn else ""
        return told + text + standings + figure + page


_STANDINGS = {
    "algorithm": "algorithm",
    "family": "family",
    "solved": "solved",
    "n": "of",
    "median_seconds": "median s",
    "geometric_mean_seconds": "typical s",
    "max_seconds": "slowest s",
    "slower_than_winner": "slower than the first",
    "holm_p": "p",
}
"""What a notebook shows of the standings."""


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _plain(sentence: str) -> str:
    """A sentence without the marks that stand for bold and for links."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", sentence).replace("**", "")


class Study:
    """A plan carried out: every run is a row, written as soon as it ends.

    Parameters
    ----------
    plan : str, Path or mapping
        A file, the text of a plan, the name of a built-in plan such as ``quick``, or the plan as a
        mapping.
    output : str or Path
        The folder of the result file and the report. A study that is there already is gone on with.
    algorithms : mapping of str to callable, optional
        Own algorithms by label. Each is called with the clues as a ``(9, 9)`` array, 0 for a blank,
        and returns a filled array, a line of digits, or ``None`` when it gives up. If it takes a
        second argument, it is handed a seed. Answers are checked, calls are timed as for all others,
        and the report says that they are Python. One that goes on when its time is spent is ended
        between two steps of Python.
    instead : sequence of str, optional
        Algorithms of the registry to run instead of the plan's.

    Examples
    --------
    >>> import tempfile, sudolab
    >>> def give_up(clues):
    ...     return None
    >>> study = sudolab.Study(
    ...     {
    ...         "name": "a first look",
    ...         "algorithms": ["dlx"],
    ...         "puzzles": [{"builtin": "top95", "take": 2}],
    ...         "protocol": {"kind": "fixed", "runs": 1, "time_limit": "5s"},
    ...     },
    ...     tempfile.mkdtemp(),
    ...     algorithms={"mine": give_up},
    ... )
    >>> study.missing()
    4
    >>> report = study.run()
    >>> study.missing(), sorted(set(study.rows().to_list("verdict")))
    (0, ['solved', 'unsolved'])
    """

    def __init__(
        self,
        plan: str | Path | Mapping[str, Any],
        output: str | Path = "sudolab-study",
        *,
        algorithms: Mapping[str, Own] | None = None,
        instead: Sequence[str] | None = None,
    ) -> None:
        self.text, self._name, base = _plan(plan)
        if instead is not None:
            self.text = _with_others(self.text, self._name, instead)
        self.output = Path(output)
        self._own = [(label, *_own(label, own)) for label, own in (algorithms or {}).items()]
        self._lab = _core.Lab(self.text, self._name, base, self.output, self._own)

    @property
    def name(self) -> str:
        """The name of the study."""
        return self._lab.name()

    @property
    def algorithms(self) -> list[str]:
        """The labels of the algorithms."""
        return self._lab.labels()

    def run(self, *, jobs: int | None = None, progress: Progress = None) -> Report:
        """Carries the plan out, or goes on with it, and writes the report.

        Ctrl-C ends it; every run that had ended is kept, and the same call goes on.

        Parameters
        ----------
        jobs : int, optional
            Threads that measure; one on each physical core when nothing is said.
        progress : bool or callable, optional
            ``True`` shows a bar of tqdm; a callable is handed done and total.

        Examples
        --------
        >>> study.run(jobs=1).page.name  # of the example of Study
        'report.html'
        """
        with Telling(progress) as tell:
            self._lab.run(n_jobs(jobs), tell)
        return self.report()

    def missing(self) -> int:
        """How many runs are missing; in the thesis' protocol pairs of puzzle and algorithm.

        Examples
        --------
        >>> import tempfile, sudolab
        >>> plan = {"name": "one", "algorithms": ["dlx"], "puzzles": [{"builtin": "top95", "take": 5}]}
        >>> sudolab.Study(plan, tempfile.mkdtemp()).missing()
        5
        """
        return self._lab.missing()[0]

    def rows(self) -> Results:
        """Every run so far: a row with its puzzle, algorithm, verdict, ticks and times.

        Examples
        --------
        >>> sorted(study.rows().to_list("verdict"))  # of the example of Study
        ['solved', 'solved', 'unsolved', 'unsolved']
        """
        return Results(self._lab.rows(), "cpu_seconds")

    def to_arrow(self) -> Any:
        """Every run so far as a pyarrow table, which :meth:`rows` tells about.

        Examples
        --------
        >>> study.to_arrow().num_rows  # of the example of Study
        4
        """
        return self.rows().to_arrow()

    def report(self) -> Report:
        """Writes the report of what there is.

        Examples
        --------
        >>> study.report().page.name  # of the example of Study
        'report.html'
        """
        return _report(self._lab.report(), self.output)

    def _repr_html_(self) -> str:
        missing, total = self._lab.missing()
        return facts(
            {
                "study": self.name,
                "algorithms": self.algorithms,
                "puzzles": self._lab.n_puzzles(),
                "runs": f"{total - missing} of {total}",
                "results": str(self.output),
            }
        )

    def __repr__(self) -> str:
        return f"<Study {self.name!r}: {len(self.algorithms)} algorithms, {self._lab.n_puzzles()} puzzles>"


def reproduce(
    paper: str,
    output: str | Path | None = None,
    *,
    scale: float | None = None,
    jobs: int | None = None,
    progress: Progress = None,
) -> Report:
    """Repeats the experiments of a founding paper, with the published figures beside ours.

    Parameters
    ----------
    paper : {'thesis', 'chi-lange', 'gauge', 'draft'}
        The paper.
    output : str or Path, optional
        The folder; ``sudolab-reproduce-PAPER`` when none is named.
    scale : float, optional
        The fraction of the published work; what takes about two minutes when nothing is said.
    jobs, progress : optional
        Threads, and who is told how far it is, as :func:`sudolab.solve_many` has them.

    Examples
    --------
    >>> import sudolab
    >>> report = sudolab.reproduce("thesis")  # doctest: +SKIP
    >>> print(report.text)  # doctest: +SKIP
    """
    folder = Path(output) if output is not None else Path(f"sudolab-reproduce-{paper}")
    with Telling(progress) as tell:
        text, told = _core.reproduce(paper, folder, scale, n_jobs(jobs), tell)
    report = _report(told, folder)
    return Report(report.answer, report.page, report.figures, text)


def _report(told: tuple[list[str], Path, list[str]], folder: Path) -> Report:
    answer, page, names = told
    figures = (folder / "figures" / f"{name}.svg" for name in names)
    return Report(tuple(answer), Path(page), tuple(path for path in figures if path.exists()))


def _plan(plan: str | Path | Mapping[str, Any]) -> tuple[str, str, Path]:
    """The text of a plan, its name in messages, and the folder its files are relative to."""
    if isinstance(plan, Mapping):
        return _toml(plan), "the plan", Path(".")
    if isinstance(plan, str):
        if "\n" in plan or "=" in plan:
            return plan, "the plan", Path(".")
        built_in = _core.builtin_plan(plan)
        if built_in is not None and not Path(plan).is_file():
            return built_in, plan, Path(".")
    elif not isinstance(plan, Path):
        raise UsageError(
            f"a plan is a file, a text or a mapping, not {type(plan).__name__}",
            remedy="see the documentation of Study",
        )
    path = Path(plan)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError(
            f"cannot read the plan {path}: {error}", remedy="name a file or a built-in plan"
        ) from None
    return text, str(path), path.parent


def _with_others(text: str, name: str, ids: Sequence[str]) -> str:
    """The text of a plan with other algorithms than its own."""
    if isinstance(ids, str) or not all(isinstance(id, str) for id in ids):
        raise UsageError("algorithms are a list of ids", remedy='write ["dlx", "fast"]')
    changed = _core.with_algorithms(text, list(ids))
    if changed is None:
        raise StudyError(f"{name}: it has no list of algorithms to replace")
    return changed


def _own(label: str, own: Own) -> tuple[Callable[..., object], bool]:
    import inspect

    if not isinstance(label, str) or not label:
        raise UsageError("an own algorithm needs a name")
    if not callable(own):
        raise UsageError(f"{label} is no function", remedy="hand in something that can be called")
    try:
        places = [
            parameter
            for parameter in inspect.signature(own).parameters.values()
            if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
            and parameter.default is parameter.empty
        ]
    except (TypeError, ValueError):
        places = [None]  # type: ignore[list-item]
    if len(places) == 2:
        return own, True
    if len(places) != 1:
        raise UsageError(
            f"{label} takes {len(places)} arguments", remedy="take the clues, or clues and seed"
        )
    return _Seedless(own), False


class _Seedless:
    """Hands a function the clues alone."""

    def __init__(self, own: Callable[..., object]) -> None:
        self._own = own

    def __call__(self, clues: NDArray[np.uint8], _: int) -> object:
        return self._own(clues)


def _toml(plan: Mapping[str, Any]) -> str:
    """A mapping as TOML: each key on a line, inner mappings inline."""
    return "\n".join(f"{_key(name)} = {_value(value)}" for name, value in plan.items()) + "\n"


def _key(name: object) -> str:
    text = str(name)
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else _quoted(text)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    escaped = re.sub(r"[\x00-\x1f\x7f]", lambda m: f"\\u{ord(m.group()):04x}", escaped)
    return f'"{escaped}"'


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, Path)):
        return _quoted(str(value))
    if isinstance(value, (int, float, np.integer, np.floating)):
        return repr(value.item() if isinstance(value, np.generic) else value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(part) for part in value) + "]"
    raise UsageError(f"a plan cannot hold {type(value).__name__}", remedy="use text and numbers")
