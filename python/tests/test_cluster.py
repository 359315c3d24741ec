"""The laboratory on Dask workers that are processes, some of which are killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import sudolab
from puzzles import EASY, SEVENTEEN, SEVERAL
from puzzles import told as told_rows

distributed = pytest.importorskip("distributed")
from sudolab import dask as lab  # noqa: E402

PLAN = {
    "name": "spread",
    "seed": 3,
    "algorithms": ["dlx", "annealing", "backtrack-thesis"],
    "puzzles": [{"builtin": "royle17-400", "take": 12}],
    "protocol": {"kind": "fixed", "runs": 2, "time_limit": "60s", "tick_limit": 30000},
}

# Pieces that take so long that something can be killed among them.
SLOW = {
    **PLAN,
    "algorithms": ["dlx", "annealing-lewis"],
    "puzzles": [{"builtin": "royle17-400", "take": 16}],
    "protocol": {"kind": "fixed", "runs": 2, "time_limit": "60s", "tick_limit": 5_000_000},
}


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def told(folder, plan=PLAN):
    """Everything of the rows but what was measured."""
    return told_rows(sudolab.Study(plan, folder).rows())


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    folder = tmp_path_factory.mktemp("local")
    sudolab.Study(PLAN, folder).run()
    return told(folder)


def test_batches_come_in_order_from_an_iterator(client):
    lines = [EASY, SEVERAL, SEVENTEEN] * 40
    batches = list(lab.count_many(client, iter(lines), batch=25))
    assert [len(batch) for batch in batches] == [25, 25, 25, 25, 20]
    assert [n for batch in batches for n in batch.to_list()] == [1, 2, 1] * 40
    solved = list(lab.solve_many(client, lines, batch=50, ordered=False))
    assert sum(len(batch) for batch in solved) == 120
    rated = next(iter(lab.rate_many(client, [EASY])))
    assert rated.to_numpy().tolist() == [1.2]


def test_collections_of_dask_are_worked_on_where_they_are(client):
    import dask.array
    import dask.bag
    import dask.dataframe
    import pandas

    lines = [EASY, SEVERAL] * 10
    cells = np.stack([sudolab.Puzzle(line).to_numpy().ravel() for line in lines])
    frame = pandas.DataFrame({"puzzle": lines, "other": range(20)})
    for data in (
        dask.bag.from_sequence(lines, npartitions=4),
        dask.array.from_array(cells, chunks=(5, 40)),
        dask.dataframe.from_pandas(frame, npartitions=3),
        dask.dataframe.from_pandas(frame, npartitions=3)["puzzle"],
        cells,
    ):
        counts = [n for batch in lab.count_many(client, data, batch=7) for n in batch.to_list()]
        assert counts == [1, 2] * 10


def test_every_way_in_is_one_of_the_cluster_too(client):
    import duckdb
    import pandas
    import polars
    import pyarrow

    lines = [EASY, SEVERAL, SEVENTEEN] * 3
    counts = [1, 2, 1] * 3
    two = {"puzzle": lines, "other": list(range(9))}
    cells = np.stack([sudolab.Puzzle(line).to_numpy().ravel() for line in lines])
    for name, data in {
        "tuple": tuple(lines),
        "puzzles": [sudolab.Puzzle(line) for line in lines],
        "generator": (line for line in lines),
        "lines of a file": (line + "\n" for line in lines),
        "rows of cells": list(cells),
        "pyarrow array": pyarrow.array(lines),
        "pyarrow chunks": pyarrow.chunked_array([lines[:2], [], lines[2:]]),
        "pyarrow table": pyarrow.table(two),
        "pyarrow batch": pyarrow.record_batch({"any": lines}),
        "polars": polars.Series(lines),
        "polars frame": polars.DataFrame(two),
        "pandas": pandas.Series(lines),
        "pandas frame": pandas.DataFrame(two),
        "pandas frame of one column": pandas.DataFrame({7: lines}),
        "duckdb": duckdb.from_arrow(pyarrow.table(two)),
        "texts in an array": np.array(lines),
        "cube": cells.reshape(-1, 9, 9),
    }.items():
        found = [n for batch in lab.count_many(client, data, batch=4) for n in batch.to_list()]
        assert found == counts, name
    made = sudolab.generate(5, seed=2)
    solved = [s for batch in lab.solve_many(client, made, batch=2) for s in batch.to_list()]
    assert solved == made.to_list("solution")
    # Boards that their lines do not tell.
    six = sudolab.generate(3, box="3x2", seed=1)
    solved = [s for batch in lab.solve_many(client, six, batch=2) for s in batch.to_list()]
    assert solved == six.to_list("solution")


def test_what_is_no_batch_is_refused(client):
    import pandas

    several = pandas.DataFrame({"a": [EASY], "b": [EASY]})
    counted = sudolab.count_many([EASY])
    for data in (None, EASY, EASY.encode(), {"givens": EASY}, 5, several, sudolab.Puzzle(EASY), counted):
        with pytest.raises(sudolab.UsageError):
            list(lab.count_many(client, data))


def test_bad_rows_raise_or_become_null_as_on_one_machine(client):
    rows = [EASY, "q", None, EASY]
    with pytest.raises(sudolab.ParseError):
        list(lab.count_many(client, rows))
    (results,) = lab.count_many(client, rows, errors="null")
    assert results.to_list() == [1, None, None, 1] and sorted(results.problems) == [1, 2]
    with pytest.raises(sudolab.UsageError):
        list(lab.count_many(client, rows, batch=0))
    (results,) = lab.count_many(client, [EASY, "\ud800"], errors="null")
    assert results.to_list() == [1, None]


def test_a_batch_that_fails_is_tried_once(client, tmp_path):
    def count_calls(folder):
        import os
        import uuid

        import sudolab

        real = sudolab.count_many

        def counted(*args, **how):
            open(os.path.join(folder, uuid.uuid4().hex), "w").close()
            return real(*args, **how)

        sudolab.count_many, sudolab._real = counted, real

    def restore():
        import sudolab

        sudolab.count_many = sudolab._real

    client.run(count_calls, str(tmp_path))
    try:
        with pytest.raises(sudolab.ParseError):
            list(lab.count_many(client, ["q"]))
    finally:
        client.run(restore)
    assert len(list(tmp_path.iterdir())) == 1


def test_work_that_ends_worker_after_worker_is_said(tmp_path):
    import dask

    def end(part):
        import os

        os._exit(1)

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        import dask.bag

        deadly = dask.bag.from_sequence([EASY], npartitions=1).map_partitions(end)
        with pytest.raises(sudolab.ClusterError, match="ended several workers") as error:
            list(lab.count_many(client, deadly))
    assert "the same call goes on" not in str(error.value)


def test_more_is_on_the_way_when_workers_join(tmp_path):
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 1
            yield EASY

    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        results = lab.count_many(client, endless(), batch=1)
        next(results)
        assert taken == 2 * 1 + 2
        cluster.scale(2)
        client.wait_for_workers(2, timeout=60)
        next(results)
        next(results)
        # Three were handed out, and twice two and two are on the way.
        assert taken == 2 + 2 * 2 + 2
        results.close()


def test_the_client_takes_no_more_from_an_iterator_than_keeps_the_workers_busy(client):
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 1
            yield EASY

    results = lab.count_many(client, endless(), batch=10)
    for _ in range(5):
        next(results)
    results.close()
    assert taken <= 10 * (5 + 2 * 2 + 2)


def test_puzzles_are_made_and_the_same_seed_makes_the_same(client):
    first = [p for made in lab.generate(client, 50, batch=20, seed=4) for p in made.to_list()]
    again = [p for made in lab.generate(client, 50, batch=20, seed=4) for p in made.to_list()]
    assert first == again and len(set(first)) == 50
    assert set(sudolab.check_many(first).to_list()) == {"unique"}


def test_a_study_has_the_rows_of_a_local_one(client, local, tmp_path):
    seen = []
    report = lab.run_study(client, PLAN, tmp_path, progress=lambda *args: seen.append(args))
    assert told(tmp_path) == local and seen[-1] == (72, 72)
    assert report.page.exists()
    rows = sudolab.Study(PLAN, tmp_path).rows().to_pandas()
    assert rows["host"].notna().all() and (rows["host"] != "local").all()
    # All runs of a puzzle on one core of one host.
    assert (rows.groupby("puzzle")["core"].nunique(dropna=False) == 1).all()
    # The same call goes on with nothing, and a local study with the same file as well.
    lab.run_study(client, PLAN, tmp_path)
    sudolab.Study(PLAN, tmp_path).run()
    assert told(tmp_path) == local


def test_a_study_of_the_thesis_protocol_keeps_its_repeats_together(client, tmp_path):
    plan = {
        **PLAN,
        "algorithms": ["dlx"],
        "protocol": {"kind": "thesis", "min_runs": 3, "max_runs": 5, "time_limit": "10s"},
    }
    lab.run_study(client, plan, tmp_path)
    study = sudolab.Study(plan, tmp_path)
    counts = study.rows().to_pandas().groupby("puzzle")["repeat"].agg(list)
    assert study.missing() == 0 and all(c == list(range(len(c))) and len(c) >= 3 for c in counts)


def test_own_algorithms_travel_to_the_workers(client, tmp_path):
    def mine(clues):
        import sudolab

        return sudolab.Puzzle(clues).solve().to_numpy()

    plan = {**PLAN, "puzzles": [{"builtin": "top95", "take": 2}]}
    lab.run_study(client, plan, tmp_path, algorithms={"mine": mine})
    rows = sudolab.Study(plan, tmp_path, algorithms={"mine": mine}).rows().to_pandas()
    assert set(rows[rows.label == "mine"]["verdict"]) == {"solved"}


def test_workers_of_another_build_are_refused(client, tmp_path):
    def change(build):
        import sudolab.dask

        sudolab.dask._this_build = lambda: build

    here = sudolab._core.build()
    assert here.startswith(f"sudolab {sudolab.__version__} (") and "instructions" not in here
    one = list(client.scheduler_info(n_workers=-1)["workers"])[0]
    # The same version, another commit.
    other = here.replace(" (", " (commit 0123456789ab, ", 1)
    client.run(change, other, workers=[one])
    try:
        with pytest.raises(sudolab.ClusterError, match="0123456789ab"):
            lab.run_study(client, PLAN, tmp_path)
        with pytest.raises(sudolab.ClusterError, match="0123456789ab"):
            list(lab.count_many(client, [EASY] * 40, batch=1))
    finally:
        client.run(change, here, workers=[one])
    assert not (tmp_path / "study.sqlite").exists()


def test_a_worker_is_held_to_a_physical_core_that_is_its_own(monkeypatch, tmp_path):
    monkeypatch.setattr(lab.tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(lab, "get_worker", lambda: SimpleNamespace(state=SimpleNamespace(nthreads=1)))
    monkeypatch.setattr(lab, "_shares_cores", lambda: False)
    # One processor of each core, as the compiled half tells.
    monkeypatch.setattr(lab._core, "physical_cores", lambda: [0, 4])
    taken = []
    for _ in range(3):
        monkeypatch.setattr(lab, "_core_lock", None)
        taken.append((lab._own_core(), lab._core_lock))
    assert [core for core, _ in taken] == [0, 4, None]
    # In a container that sees what others see it is held to none.
    monkeypatch.setattr(lab, "_shares_cores", lambda: True)
    monkeypatch.setattr(lab, "_core_lock", None)
    del taken
    assert lab._own_core() is None


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="the system does not tell")
def test_a_container_shares_its_cores_unless_some_were_given_to_it(monkeypatch):
    for namespace, n_allowed, shares in (
        (lab._FIRST_PROCESSES, 8, False),
        ("pid:[4026532201]", 8, True),
        ("pid:[4026532201]", 2, False),
    ):
        monkeypatch.setattr(lab.os, "readlink", lambda _, told=namespace: told)
        monkeypatch.setattr(lab.os, "sched_getaffinity", lambda _, n=n_allowed: set(range(n)))
        monkeypatch.setattr(lab.os, "cpu_count", lambda: 8)
        assert lab._shares_cores() == shares


def test_an_own_algorithm_that_does_not_return_is_ended_on_a_worker(client, tmp_path):
    def endless(clues):
        while True:
            pass

    plan = {
        **PLAN,
        "algorithms": ["dlx"],
        "puzzles": [{"builtin": "top95", "take": 2}],
        "protocol": {"kind": "fixed", "runs": 1, "time_limit": "0.2s"},
    }
    lab.run_study(client, plan, tmp_path, algorithms={"endless": endless})
    rows = sudolab.Study(plan, tmp_path, algorithms={"endless": endless}).rows().to_pandas()
    assert set(rows[rows.label == "endless"]["verdict"]) == {"time-limit"}
    assert set(rows[rows.label == "dlx"]["verdict"]) == {"solved"}


class Cluster:
    """A scheduler and two workers as processes of the system, which can be killed."""

    def __init__(self, folder):
        self.folder = folder
        self.port = _free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.processes = []
        self.start_scheduler()
        self.workers = [self.start_worker() for _ in range(2)]

    def _start(self, module, *arguments):
        log = open(self.folder / f"{module.split('.')[-1]}-{len(self.processes)}.log", "w")
        process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments], stdout=log, stderr=log, cwd=self.folder
        )
        self.processes.append(process)
        return process

    def start_scheduler(self):
        self.scheduler = self._start(
            "distributed.cli.dask_scheduler",
            *("--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"),
        )

    def start_worker(self):
        return self._start(
            "distributed.cli.dask_worker",
            *(self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
            *("--death-timeout", "60"),
        )

    def close(self):
        for process in self.processes:
            process.kill()
            process.wait()


def _free_port():
    import socket

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


CALL = """
import json, sys
from distributed import Client
from sudolab.dask import run_study
plan = json.loads(sys.argv[3])
with Client(sys.argv[1], timeout=60) as client:
    client.wait_for_workers(1, timeout=60)
    run_study(client, plan, sys.argv[2], batch=1)
"""


def _call(cluster, folder):
    import json

    return subprocess.Popen(
        [sys.executable, "-c", CALL, cluster.address, str(folder), json.dumps(SLOW)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def _until_rows(folder, least, process):
    """Waits until a study has so many rows; its client goes on."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        assert process.poll() is None, process.stderr.read().decode()
        try:
            if len(sudolab.Study(SLOW, folder).rows()) >= least:
                return
        except sudolab.StudyError:
            pass
        time.sleep(0.02)
    raise AssertionError(f"there are no {least} rows after two minutes")


def _is_busy(client, worker):
    """Whether the scheduler sees work on a worker; one that begins is given its time."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        pids = client.run(os.getpid)
        (address,) = (address for address, pid in pids.items() if pid == worker.pid)
        if client.processing()[address]:
            return True
        time.sleep(0.02)
    return False


@pytest.fixture(scope="module")
def slow_local(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slow")
    sudolab.Study(SLOW, folder).run()
    return told(folder, SLOW)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise")
@pytest.mark.parametrize("number", range(int(os.environ.get("SUDOLAB_ROUNDS", "1"))))
def test_whatever_is_killed_no_row_is_lost_or_twice(number, slow_local, tmp_path):
    cluster = Cluster(tmp_path)
    folder = tmp_path / "study"
    try:
        # A worker dies in the middle of a batch; the study goes on with the other.
        call = _call(cluster, folder)
        _until_rows(folder, 8, call)
        with distributed.Client(cluster.address, timeout=60) as asking:
            assert _is_busy(asking, cluster.workers[number % 2]), "nothing would be lost"
            cluster.workers[number % 2].send_signal(signal.SIGKILL)
        _until_rows(folder, 20, call)
        # The client dies.
        call.send_signal(signal.SIGKILL)
        call.wait()
        assert 20 <= len(sudolab.Study(SLOW, folder).rows()) < 64
        cluster.start_worker()
        # The scheduler dies under the next client, and is started again.
        call = _call(cluster, folder)
        _until_rows(folder, 40, call)
        cluster.scheduler.send_signal(signal.SIGKILL)
        cluster.scheduler.wait()
        cluster.start_scheduler()
        for _ in range(3):
            if call.wait(timeout=120) == 0:
                break
            cluster.start_worker()
            call = _call(cluster, folder)
        assert call.returncode == 0, call.stderr.read().decode()
    finally:
        cluster.close()
    assert told(folder, SLOW) == slow_local


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise")
def test_a_worker_killed_during_a_batch_costs_no_row(tmp_path):
    # Each takes a while, so that a worker is in the middle of a batch.
    made = sudolab.generate(40, er="8.0..9.5", seed=2).to_list("puzzle")
    expected = sudolab.rate_many(made).to_list()
    cluster = Cluster(tmp_path)
    try:
        with distributed.Client(cluster.address, timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
            rates = []
            for number, batch in enumerate(lab.rate_many(client, made, batch=4)):
                if number == 1:
                    assert _is_busy(client, cluster.workers[0]), "nothing would be lost"
                    cluster.workers[0].send_signal(signal.SIGKILL)
                rates.extend(batch.to_list())
    finally:
        cluster.close()
    assert rates == expected


def test_the_command_of_the_module_runs_a_study(client, local, tmp_path):
    plan = tmp_path / "plan.toml"
    from sudolab.study import _toml

    plan.write_text(_toml(PLAN))
    command = [sys.executable, "-m", "sudolab.dask", str(plan)]
    where = ["--dask", client.scheduler.address, "--output", str(tmp_path / "out")]
    done = subprocess.run([*command, *where], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Report:" in done.stdout and told(tmp_path / "out") == local
    assert "72 of 72 runs" in done.stderr
    # Functions travel by name: had they come from __main__, each parcel would take another core.
    rows = sudolab.Study(PLAN, tmp_path / "out").rows().to_pandas()
    assert rows.groupby("host")["core"].nunique(dropna=False).max() <= 2
    quiet = [*command, *where, "--quiet"]
    again = subprocess.run(quiet, capture_output=True, text=True, cwd=tmp_path)
    assert again.returncode == 0 and again.stderr == "" and "Report:" in again.stdout
    # With other algorithms than the plan's.
    other = [*where[:3], str(tmp_path / "one"), "--algorithm", "fast,dlx", "--quiet"]
    done = subprocess.run([*command, *other], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    labels = sudolab.Study(PLAN, tmp_path / "one", instead=["fast", "dlx"]).rows().to_list("label")
    assert set(labels) == {"fast", "dlx"}
    gone = [*command, "--dask", "tcp://127.0.0.1:1", "--output", str(tmp_path / "other")]
    soon = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "2s"}
    refused = subprocess.run(gone, capture_output=True, text=True, cwd=tmp_path, env=soon)
    assert refused.returncode == 3 and "no scheduler" in refused.stderr
    assert not Path(tmp_path / "other").exists()


@pytest.mark.skipif("SUDOLAB_BIN" not in os.environ, reason="there is no command; see python/test")
def test_the_installed_command_calls_the_package(client, local, tmp_path):
    from sudolab.study import _toml

    plan = tmp_path / "plan.toml"
    plan.write_text(_toml(PLAN))
    command = [os.environ["SUDOLAB_BIN"], "study", str(plan), "--dask", client.scheduler.address]
    environment = {**os.environ, "SUDOLAB_PYTHON": sys.executable}
    done = subprocess.run(
        [*command, "--output", str(tmp_path / "out"), "--algorithm", "dlx,annealing,backtrack-thesis"],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "Report:" in done.stdout and told(tmp_path / "out") == local
    hosts = set(sudolab.Study(PLAN, tmp_path / "out").rows().to_list("host"))
    assert hosts and "local" not in hosts
