"""The laboratory on a cluster of Dask workers.

Scheduler and workers need this package, the workers in the very same build. Work is cut into batches; no more of them are on
the way than keep the workers busy, so that the client's memory stays the same however much there is.

Examples
--------
The examples here run on one worker in this process; `docs/cluster.md` leads to more.

>>> from distributed import Client
>>> from sudolab import dask as lab
>>> client = Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None)
>>> [int(batch.to_numpy().sum()) for batch in lab.count_many(client, ["1..............."] * 5, batch=2)]
[4, 4, 2]
>>> client.close()
"""

from __future__ import annotations

import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import sudolab
from sudolab import _core
from sudolab.blocks import Lines, refuse_one, speaks_arrow, texts_of
from sudolab.errors import ClusterError, StudyError, SudolabError, UsageError
from sudolab.many import BATCH, Errors, batch_size
from sudolab.puzzle import _seed, _whole
from sudolab.study import Own, Report, Study
from sudolab.table import Results
from sudolab.telling import Progress, Telling

try:
    from distributed import CancelledError, Client, Future, as_completed, get_worker
    from distributed.scheduler import KilledWorker
except ImportError as error:
    raise ImportError(
        "sudolab.dask needs Dask: pip install 'sudolab[dask]', or pip install dask distributed"
    ) from error


def solve_many(
    client: Client,
    data: Any,
    *,
    batch: int = BATCH,
    errors: Errors = "raise",
    ordered: bool = True,
) -> Iterator[Results]:
    """Solves puzzles on a cluster; see :func:`sudolab.solve_many` for what a result has.

    Parameters
    ----------
    client : distributed.Client
        The cluster.
    data : bag, array, dataframe or series of Dask, or an iterable of any length
        The puzzles. Partitions of a Dask collection stay where they are; a table has its puzzles in
        the column of that name, or in its only one.
    batch : int
        Puzzles in a piece of work, where they come from an iterable.
    errors : {'raise', 'null'}
        What becomes of a row that is no puzzle. An error tells its row within the batch.
    ordered : bool
        Whether results come in the order of the input, or as they are completed.

    Yields
    ------
    Results
        One for each batch.

    Examples
    --------
    >>> from distributed import Client
    >>> from sudolab import dask as lab
    >>> client = Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None)
    >>> [batch.to_list("status") for batch in lab.solve_many(client, ["1234341221434..."])]
    [['solved']]
    >>> client.close()
    """
    return _spread(client, data, batch, ordered, "solve_many", {"errors": errors})


def count_many(
    client: Client,
    data: Any,
    limit: int | None = 2,
    *,
    batch: int = BATCH,
    errors: Errors = "raise",
    ordered: bool = True,
) -> Iterator[Results]:
    """Counts solutions on a cluster; the other parameters are those of :func:`solve_many`.

    Parameters
    ----------
    limit : int, optional
        Where the count ends; 2 proves uniqueness, ``None`` counts all.

    Examples
    --------
    >>> from distributed import Client
    >>> from sudolab import dask as lab
    >>> client = Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None)
    >>> lines = iter(["1234341221434321"] * 3)
    >>> [n for batch in lab.count_many(client, lines, batch=2) for n in batch.to_list()]
    [1, 1, 1]
    >>> client.close()
    """
    options = {"limit": limit, "errors": errors}
    return _spread(client, data, batch, ordered, "count_many", options)


def rate_many(
    client: Client,
    data: Any,
    profiles: str | Iterable[str] | None = None,
    *,
    uniqueness: bool = True,
    time_limit: float | None = None,
    batch: int = 1000,
    errors: Errors = "raise",
    ordered: bool = True,
) -> Iterator[Results]:
    """Rates puzzles on a cluster; the other parameters are those of :func:`solve_many`.

    Parameters
    ----------
    profiles, uniqueness, time_limit
        As :func:`sudolab.rate_many` has them.

    Examples
    --------
    >>> from distributed import Client
    >>> from sudolab import dask as lab
    >>> client = Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None)
    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [batch.to_list("er") for batch in lab.rate_many(client, [easy])]
    [[1.2]]
    >>> client.close()
    """
    options = {
        "profiles": profiles if isinstance(profiles, str) else list(profiles or ()),
        "uniqueness": uniqueness,
        "time_limit": time_limit,
        "errors": errors,
    }
    return _spread(client, data, batch, ordered, "rate_many", options)


def generate(
    client: Client,
    count: int,
    *,
    batch: int = 1000,
    seed: int = 0,
    ordered: bool = True,
    **order: Any,
) -> Iterator[Results]:
    """Makes puzzles on a cluster. The same seed and batch give the same puzzles.

    Parameters
    ----------
    client : distributed.Client
        The cluster.
    count : int
        How many.
    batch : int
        Puzzles in a piece of work.
    seed : int
        Each batch has a seed of its own, made from this one and its number.
    ordered : bool
        Whether batches come in their order, or as they are completed.
    **order
        What else :func:`sudolab.generate` takes.

    Examples
    --------
    >>> from distributed import Client
    >>> from sudolab import dask as lab
    >>> client = Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None)
    >>> [len(batch) for batch in lab.generate(client, 5, batch=3, size=4, seed=1)]
    [3, 2]
    >>> client.close()
    """
    size = batch_size(batch)
    whole = _whole(count, "count", 2**63)
    seed = _seed(seed)

    def orders() -> Iterator[tuple[int, dict[str, Any]]]:
        for number, first in enumerate(range(0, whole, size)):
            own = int(np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)[0])
            yield min(size, whole - first), {**order, "seed": own}

    calls = ((_generate, (_this_build(), n, told)) for n, told in orders())
    return _in_flight(client, calls, ordered, _MAKE_AGAIN)


def run_study(
    client: Client,
    plan: str | Path | Mapping[str, Any],
    output: str | Path = "sudolab-study",
    *,
    algorithms: Mapping[str, Own] | None = None,
    instead: Sequence[str] | None = None,
    batch: int | None = None,
    progress: Progress = None,
) -> Report:
    """Carries a study out on a cluster, or goes on with it, and writes the report.

    All runs of a puzzle happen on one worker. The client alone writes the result file, each row
    once; killed at any point, the same call goes on. Rows equal those of :meth:`sudolab.Study.run`
    but for times. Aspects besides solving are carried out by the client at the end.

    Parameters
    ----------
    client : distributed.Client
        The cluster. Give each worker process one thread: such a process is held to a core of its own.
    plan, output, algorithms, instead
        As :class:`sudolab.Study` has them.
    batch : int, optional
        Puzzles in a piece of work; when nothing is said, pieces grow until they take a second.
    progress : bool or callable, optional
        ``True`` shows a bar of tqdm; a callable is handed done and total.

    Examples
    --------
    >>> from distributed import Client
    >>> from sudolab import dask as lab
    >>> client = Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None)
    >>> import tempfile
    >>> plan = {"name": "spread", "algorithms": ["dlx"], "puzzles": [{"builtin": "top95", "take": 2}]}
    >>> [row["solved"] for row in lab.run_study(client, plan, tempfile.mkdtemp()).table()]
    ['2']
    >>> client.close()
    """
    study = Study(plan, output, algorithms=algorithms, instead=instead)
    _same_builds(client)
    with _told(_GOES_ON):
        n_threads = max(1, sum(client.nthreads().values()))
    desk = study._lab.desk(n_threads)
    try:
        _collect(client, study, desk, batch, progress)
    finally:
        desk.close()
    # Nothing is missing but aspects that the client carries out itself.
    return study.run(jobs=1)


def _collect(
    client: Client, study: Study, desk: _core.Intake, batch: int | None, progress: Progress
) -> None:
    pieces = study._lab.pieces(desk)
    total = sum(n for n, _ in pieces) + desk.n_known()
    parcels = _Parcels([piece for _, piece in pieces], batch)
    with _told(_GOES_ON):
        shared = client.scatter(
            (_this_build(), study.text, study._name, study._own), broadcast=True, hash=False
        )
    with Telling(progress) as tell:
        calls = ((_parcel, (shared, parcel)) for parcel in parcels)
        for host, rows, n_pieces, seconds in _in_flight(client, calls, False, _GOES_ON):
            desk.absorb(host, rows)
            parcels.learn(n_pieces, seconds)
            if tell is not None:
                tell(desk.n_known(), max(total, desk.n_known()))


class _Parcels:
    """Pieces put together so that a parcel takes about a second."""

    def __init__(self, pieces: list[str], batch: int | None) -> None:
        self._pieces = iter(pieces)
        self._size = 1 if batch is None else batch_size(batch)
        self._is_fixed = batch is not None

    def __iter__(self) -> Iterator[list[str]]:
        while parcel := list(islice(self._pieces, self._size)):
            yield parcel

    def learn(self, n_pieces: int, seconds: float) -> None:
        """A parcel of so many pieces took so long."""
        if not self._is_fixed and n_pieces >= self._size and seconds < 0.5:
            self._size = min(2 * self._size, 1000)


def _parcel(
    shared: tuple[str, str, str, list[Any]], pieces: list[str]
) -> tuple[str, str, int, float]:
    """Carries pieces out on a worker: its host, the rows, how many pieces, how long it took."""
    build, text, name, own = shared
    _same_build(build)
    began = time.perf_counter()
    rows = _core.run_parcel(text, name, own, pieces, _own_core())
    return socket.gethostname(), rows, len(pieces), time.perf_counter() - began


_core_lock: Any = None


def _own_core() -> int | None:
    """A physical core of this host that no other worker process has taken, kept as long as this one
    lives.

    A worker of several threads gets none: they would all be held to one core. Neither does one in a
    container that sees cores it does not have to itself: others that see them too know nothing of it.
    """
    global _core_lock
    if _core_lock is not None:
        return int(_core_lock[0])
    if get_worker().state.nthreads > 1 or _shares_cores():
        return None
    try:
        import fcntl
    except ImportError:
        return None
    folder = Path(tempfile.gettempdir()) / f"sudolab-cores-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    for core in _core.physical_cores():
        held = open(folder / str(core), "w")  # noqa: SIM115
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            held.close()
            continue
        _core_lock = (core, held)
        return core
    return None


_FIRST_PROCESSES = "pid:[4026531836]"
"""How Linux names the list of processes that is there from the start; a container has another."""


def _shares_cores() -> bool:
    """Whether this process lives in a container whose cores are those of others too.

    Where it was given some of the machine's by name, as the static policy of Kubernetes does, and no mere
    share of their time, they are its own.
    """
    try:
        if os.readlink("/proc/self/ns/pid") == _FIRST_PROCESSES:
            return False
        return len(os.sched_getaffinity(0)) >= (os.cpu_count() or 1)
    except (OSError, AttributeError):
        return False


_INSTALL = "install this very build of it where scheduler and workers run"


def _this_build() -> str:
    """Version, commit and compiler of the package in this process."""
    return _core.build()


def _same_build(wanted: str) -> None:
    """Refuses to work for a client of another build."""
    if _this_build() != wanted:
        here = f"{socket.gethostname()}, process {os.getpid()}"
        raise ClusterError(_other_builds({here: _this_build()}, wanted), remedy=_INSTALL)


def _same_builds(client: Client) -> None:
    """Refuses a cluster with workers of another build, or with none."""
    with _told(_GOES_ON):
        builds = client.run(_this_build)
    other = {at: build for at, build in builds.items() if build != _this_build()}
    if other:
        raise ClusterError(_other_builds(other, _this_build()), remedy=_INSTALL)
    if not builds:
        raise ClusterError("the cluster has no worker", remedy="start workers, then call again")


def _other_builds(found: Mapping[str, str], wanted: str) -> str:
    told = ", ".join(f"{at} has {build}" for at, build in sorted(found.items()))
    return f"workers of another version are refused: {told}, and this is {wanted}"


def _spread(
    client: Client,
    data: Any,
    batch: int,
    ordered: bool,
    verb: str,
    options: dict[str, Any],
) -> Iterator[Results]:
    size = batch_size(batch)
    blocks: Iterable[Any]
    if (parts := _partitions(data)) is not None:
        blocks = (client.compute(part) for part in parts)
    else:
        blocks = _blocks(data, size)
    calls = ((_verb, (_this_build(), verb, block, options)) for block in blocks)
    return _in_flight(client, calls, ordered, _CALL_AGAIN)


_CALL_AGAIN = "batches that were handed out are done; call again with the puzzles that are left"
_MAKE_AGAIN = "batches that were handed out are done; the same call makes them and all others again"
_GOES_ON = "rows that came back are kept, and the same call goes on"


def _partitions(data: Any) -> list[Any] | None:
    """The partitions of a Dask collection."""
    if not hasattr(data, "to_delayed"):
        return None
    if hasattr(data, "rechunk"):
        # A puzzle lies in one chunk.
        whole = data.rechunk({axis: -1 for axis in range(1, data.ndim)})
        return list(whole.to_delayed().ravel())
    return list(data.to_delayed())


def _blocks(data: Any, size: int) -> Iterator[Any]:
    """Puzzles in blocks that travel fast: arrays as they are, texts joined to one."""
    refuse_one(data)
    if isinstance(data, Results):
        made = texts_of(data)
        if isinstance(made, Results):
            rows = (made._table.rows(first, size) for first in range(0, len(made), size))
            return (_joined(table) or table.column("puzzle") for table in rows)
        data = made
    if isinstance(data, np.ndarray):
        return (data[first : first + size] for first in range(0, len(data), size))
    return _cut(_column(data), size)


def _cut(column: Any, size: int) -> Iterator[Any]:
    """A column or any other iterable in blocks of so many puzzles, as they travel."""
    for cut, listed in _CUTS:
        if hasattr(column, cut) and hasattr(column, listed) and hasattr(column, "__len__"):
            for first in range(0, len(column), size):
                rows = column.iloc[first : first + size] if cut == "iloc" else column.slice(first, size)
                yield _joined(rows) or getattr(rows, listed)()
            return
    if speaks_arrow(column):
        yield from _cut(_read_arrow(column), size)
        return
    try:
        rest = iter(column)
    except TypeError:
        raise UsageError(
            f"many puzzles are a list, an array or a column, not {type(column).__name__}"
        ) from None
    while block := list(islice(rest, size)):
        yield _joined(block) or block


# How pandas, pyarrow and polars cut a column, and how they make a list of it.
_CUTS = (("iloc", "tolist"), ("slice", "to_pylist"), ("slice", "to_list"))


def _read_arrow(data: Any) -> Any:
    """Something that speaks Arrow and that nothing more is known of, as a column of pyarrow."""
    try:
        import pyarrow
    except ImportError:
        raise UsageError(
            f"reading {type(data).__name__} needs pyarrow", remedy="pip install pyarrow"
        ) from None
    try:
        return _column(pyarrow.table(data))
    except (TypeError, ValueError):
        return pyarrow.chunked_array(data)


def _joined(rows: Any) -> Lines | None:
    """Texts as one, which travels faster than a list of them; nothing where they are other things."""
    if not isinstance(rows, list) and not speaks_arrow(rows):
        return None
    try:
        joined = _core.joined(rows)
    except SudolabError:
        return None
    return None if joined is None else Lines(joined)


def _verb(build: str, verb: str, block: Any, options: dict[str, Any]) -> Results:
    """A verb on one batch, on a worker."""
    _same_build(build)
    if not isinstance(block, (Lines, list, np.ndarray)):
        column = _column(block)
        block = column if speaks_arrow(column) else list(column)
    call: Callable[..., Results] = getattr(sudolab, verb)
    return call(block, jobs=1, **options)


def _column(data: Any) -> Any:
    """The puzzles of a table: its column of that name, or its only one."""
    names = getattr(data, "column_names", None)
    if names is None:
        names = getattr(data, "columns", None)
    if names is None or callable(names):
        return data
    names = list(names)
    if "puzzle" in names:
        return data["puzzle"]
    if len(names) == 1:
        return data[names[0]]
    raise UsageError(
        "the table has several columns and none of them is called puzzle",
        remedy="hand in one column",
    )


def _generate(build: str, count: int, order: dict[str, Any]) -> Results:
    _same_build(build)
    return sudolab.generate(count, jobs=1, **order)


def _in_flight(
    client: Client,
    calls: Iterable[tuple[Callable[..., Any], tuple[Any, ...]]],
    ordered: bool,
    remedy: str,
) -> Iterator[Any]:
    """Submits calls, no more than keep the workers busy, and yields what they return.

    The remedy is what helps when scheduler or workers are lost.
    """
    waiting = iter(calls)
    flying: list[Future[Any]] = []

    def submitted() -> list[Future[Any]]:
        """More calls, as there is room: workers may come and go meanwhile."""
        with _told(remedy):
            most = 2 * max(1, sum(client.nthreads().values())) + 2
            # A batch that fails would fail again; one whose worker dies Dask gives to another.
            more = [
                client.submit(function, *arguments, pure=False, retries=0)
                for function, arguments in islice(waiting, max(0, most - len(flying)))
            ]
        flying.extend(more)
        return more

    try:
        submitted()
        if ordered:
            while flying:
                with _told(remedy):
                    result = flying[0].result()
                flying.pop(0).release()
                yield result
                submitted()
            return
        done = as_completed(flying)
        for future in done:
            with _told(remedy):
                result = future.result()
            flying.remove(future)
            future.release()
            yield result
            for more in submitted():
                done.add(more)
    finally:
        if flying:
            try:
                client.cancel(flying)
            except Exception:  # noqa: BLE001 - the scheduler may be gone, which is told elsewhere
                pass


@contextmanager
def _told(remedy: str) -> Iterator[None]:
    """Says what became of the cluster in words of this package."""
    try:
        yield
    except SudolabError:
        raise
    except KilledWorker as error:
        raise ClusterError(
            f"one piece of work ended several workers: {error}",
            remedy=f"look whether they run out of memory, or use a smaller batch; {remedy}",
        ) from error
    except ImportError as error:
        raise ClusterError(
            f"a worker cannot import the package: {error}", remedy=_INSTALL
        ) from error
    except (CancelledError, OSError, TimeoutError) as error:
        raise ClusterError(
            f"the cluster lost a piece of work: {error!r}",
            remedy=f"start scheduler and workers again; {remedy}",
        ) from error


def main(arguments: list[str] | None = None) -> int:
    """Carries a study out on a cluster: ``python -m sudolab.dask PLAN --dask ADDRESS``."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m sudolab.dask", description=main.__doc__)
    parser.add_argument("plan", help="a file, or the name of a built-in plan")
    parser.add_argument("--dask", required=True, metavar="ADDRESS", help="of the scheduler")
    parser.add_argument(
        "--algorithm", metavar="ID", help="instead of the plan's, separated by commas"
    )
    parser.add_argument("--output", default="sudolab-study", help="the folder of the results")
    parser.add_argument("--quiet", action="store_true", help="tell nothing but errors on the way")
    told = parser.parse_args(arguments)
    try:
        with Client(told.dask) as client:
            progress = None if told.quiet else _Line()
            instead = None if told.algorithm is None else told.algorithm.split(",")
            report = run_study(
                client, told.plan, told.output, instead=instead, progress=progress
            )
            if progress is not None:
                progress.end()
    except ClusterError as error:
        print(f"sudolab: {error}", file=sys.stderr)
        return 3
    except (OSError, TimeoutError) as error:
        print(f"sudolab: there is no scheduler at {told.dask}: {error}", file=sys.stderr)
        return 3
    except SudolabError as error:
        print(f"sudolab: {error}", file=sys.stderr)
        return 2 if isinstance(error, StudyError) else 1
    except KeyboardInterrupt:
        print("sudolab: interrupted; the same command goes on", file=sys.stderr)
        return 130
    print(report)
    print(f"\nReport: {report.page}")
    return 0


class _Line:
    """How far a study is, on standard error: a line that changes, or one every half minute in a file."""

    def __init__(self) -> None:
        self._changes = sys.stderr.isatty()
        self._next = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now < self._next and done < total:
            return
        self._next = now + (0.2 if self._changes else 30.0)
        start, end = ("\r", "") if self._changes else ("", "\n")
        print(f"{start}{done} of {total} runs", end=end, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Nothing more is told."""
        if self._changes:
            print(file=sys.stderr)


if __name__ == "__main__":
    # By its name, so that what travels to the workers is found there, and is not a copy of its own.
    from sudolab.dask import main as started

    sys.exit(started())
