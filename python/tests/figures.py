"""Measures what docs/python.md and docs/cluster.md say: `python/test figures`.

Rates are per second of CPU time, so that other work on the machine changes them little. Each figure is
the median of several rounds, with the least and the most beside it; what is compared takes turns
within a round. `--library` names the program that proves the same puzzles without Python
(`python/examples/proofs.rs`).
"""

from __future__ import annotations

import argparse
import gc
import gzip
import multiprocessing
import os
import resource
import signal
import statistics
import subprocess
import threading
import time
from pathlib import Path

import numpy as np
import sudolab
from puzzles import SEVENTEEN
from sudolab import Puzzle

ROUNDS = 7
ROYLE = Path(__file__).resolve().parents[2] / "data" / "puzzles" / "royle17.txt.gz"


def taken(call, clock=time.process_time):
    """The seconds of a call, by CPU time or by another clock."""
    began = clock()
    call()
    return clock() - began


def spread(numbers, form):
    """The median of some numbers and their range."""
    low, middle, high = min(numbers), statistics.median(numbers), max(numbers)
    return f"{middle:{form}} ({low:{form}} to {high:{form}})"


def resident():
    """Megabytes of memory that this process holds."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20


def seventeens(n):
    """Royle's 17-clue puzzles, as texts, over and over."""
    with gzip.open(ROYLE, "rt", encoding="ascii") as file:
        lines = [line[:81] for line in file if len(line) > 80]
    return (lines * (n // len(lines) + 1))[:n]


class Library:
    """The same proofs without Python, in a process of its own."""

    def __init__(self, program, lines):
        self._child = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._child.stdin.write("\n".join(lines) + "\n\n")
        self._n = len(lines)

    def seconds(self):
        """CPU seconds for all puzzles."""
        self._child.stdin.write("go\n")
        self._child.stdin.flush()
        unique, seconds = self._child.stdout.readline().split()
        assert int(unique) == self._n
        return float(seconds)

    def close(self):
        self._child.stdin.close()
        self._child.wait()


def batches(n, program):
    import polars
    import pyarrow

    lines = seventeens(n)
    cells = cells_of(lines)
    forms = {
        "count_many, NumPy (n, 81)": lambda: sudolab.count_many(cells, jobs=1),
        "count_many, pyarrow": lambda data=pyarrow.array(lines): sudolab.count_many(data, jobs=1),
        "count_many, polars": lambda data=polars.Series(lines): sudolab.count_many(data, jobs=1),
        "count_many, list of str": lambda: sudolab.count_many(lines, jobs=1),
        "solve_many, NumPy (n, 81)": lambda: sudolab.solve_many(cells, jobs=1),
    }
    library = Library(program, lines) if program else None
    seconds = {name: [] for name in forms}
    own = []
    for number in range(ROUNDS + 1):
        if library:
            own.append(library.seconds())
        for name, call in forms.items():
            seconds[name].append(taken(call))
        if number == 0:
            # The first round warms up.
            own.clear()
            for times in seconds.values():
                times.clear()
    print(f"{n:,} 17-clue puzzles on one thread, thousand proofs per CPU second:")
    if library:
        library.close()
        print(f"  {'the library alone':26} {spread([n / t / 1000 for t in own], ',.0f')}")
    for name, times in seconds.items():
        over = ""
        if own:
            ratios = [100 * (t / alone - 1) for t, alone in zip(times, own, strict=True)]
            over = f", over the library: {spread(ratios, '+.1f')} %"
        print(f"  {name:26} {spread([n / t / 1000 for t in times], ',.0f')}{over}")


def threads(n):
    cells = cells_of(seventeens(n))
    ratios = []
    for _ in range(ROUNDS):
        one, two = (
            taken(lambda jobs=jobs: sudolab.count_many(cells, jobs=jobs), time.perf_counter)
            for jobs in (1, 2)
        )
        ratios.append(one / two)
    print(f"two threads against one, on the wall: {spread(ratios, '.2f')}")


def cells_of(lines):
    cells = np.frombuffer("".join(lines).replace(".", "0").encode(), np.uint8) - ord("0")
    return cells.reshape(len(lines), 81)


def verbs(n):
    """Verbs that take long, by the package itself."""
    lines = seventeens(49_158)[::12][:n]
    print("one thread, CPU seconds for a thousand puzzles:")
    made = sudolab.generate(n, seed=7, jobs=1).to_list("puzzle")
    for name, call in {
        "generate": lambda: sudolab.generate(n, seed=1, jobs=1),
        "rate_many, 17 clues": lambda: sudolab.rate_many(lines, "se-1.2.1", jobs=1),
        "rate_many, as generated": lambda: sudolab.rate_many(made, "se-1.2.1", jobs=1),
    }.items():
        times = [1000 * taken(call) / n for _ in range(min(ROUNDS, 3))]
        print(f"  {name:24} {spread(times, '.3f')}")


def small_calls():
    print("one small call, microseconds of CPU time:")
    puzzle = Puzzle(SEVENTEEN)
    n = 2000
    for name, call in {
        "Puzzle(text)": lambda: Puzzle(SEVENTEEN),
        ".count()": puzzle.count,
        ".solve()": puzzle.solve,
        ".check()": puzzle.check,
    }.items():
        times = [taken(lambda call=call: [call() for _ in range(n)]) for _ in range(ROUNDS)]
        print(f"  {name:14} {spread([1e6 * t / n for t in times], '.1f')}")


def memory(n):
    def endless():
        for _ in range(n):
            yield SEVENTEEN

    done = 0
    seen = []
    for batch in sudolab.count_many(endless(), batch=50_000):
        done += len(batch)
        seen.append(resident())
    tenth = max(1, len(seen) // 10)
    first, last = seen[tenth : 2 * tenth] or seen, seen[-tenth:]
    print(
        f"memory over {done:,} puzzles from an iterator: {max(first):.1f} MB at most in its second "
        f"tenth, {max(last):.1f} MB in its last"
    )


def leaks(n):
    puzzle = Puzzle(SEVENTEEN)

    def calls(n):
        for i in range(n):
            puzzle.count()
            Puzzle(SEVENTEEN)
            if i % 100 == 0:
                sudolab.count_many([SEVENTEEN, None], errors="null").to_list()

    calls(n // 10)
    gc.collect()
    before = resident()
    calls(n)
    gc.collect()
    print(f"resident memory over {n:,} calls: {before:.1f} MB before, {resident():.1f} MB after")


def interrupts():
    """Time from a signal to its exception, for a long count on two threads."""
    times = []
    for _ in range(ROUNDS):
        sent = 0.0

        def send():
            nonlocal sent
            sent = time.perf_counter()
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(0.3, send)
        timer.start()
        try:
            sudolab.count_many(["." * 81] * 8, None)
        except KeyboardInterrupt:
            times.append(1000 * (time.perf_counter() - sent))
        timer.join()
    print(f"Ctrl-C to KeyboardInterrupt, milliseconds: {spread(times, '.0f')}")


def cluster(n_rated, n_counted):
    from distributed import Client, LocalCluster
    from sudolab import dask as lab

    made = sudolab.generate(n_rated, seed=1).to_list("puzzle")
    halves = [made[::2], made[1::2]]
    lines = seventeens(min(n_counted, 100_000))
    with (
        multiprocessing.get_context("spawn").Pool(2) as pool,
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as workers,
        Client(workers) as client,
    ):
        pool.map(_rate, [half[:2] for half in halves])
        list(lab.rate_many(client, made[:4], batch=2))
        size = max(1, n_rated // 16)
        seconds = {"two local processes": [], "two Dask workers": []}
        for _ in range(ROUNDS):
            local = taken(lambda: pool.map(_rate, halves, chunksize=1), time.perf_counter)
            spread_out = taken(
                lambda: list(lab.rate_many(client, made, batch=size)), time.perf_counter
            )
            seconds["two local processes"].append(local)
            seconds["two Dask workers"].append(spread_out)
        print(f"rate_many of {n_rated:,} puzzles, seconds on the wall:")
        for name, times in seconds.items():
            print(f"  {name:20} {spread(times, '.2f')}")
        ratios = [a / b for a, b in zip(*seconds.values(), strict=True)]
        print(f"  efficiency           {spread(ratios, '.2f')}")
        before = _cpu_seconds(client)
        began = time.perf_counter()
        counted, seen = 0, []
        endless = (line for _ in range(n_counted // len(lines)) for line in lines)
        for batch in lab.count_many(client, endless):
            counted += len(batch)
            seen.append(resident())
        passed = time.perf_counter() - began
        after = _cpu_seconds(client)
        million = 1e6 / counted
        print(f"count_many of {counted:,} 17-clue puzzles from an iterator, for a million of them:")
        print(f"  on the wall with two workers {passed * million:.2f} s")
        for name in before:
            print(f"  CPU time of the {name:12} {(after[name] - before[name]) * million:.2f} s")
        tenth = max(1, len(seen) // 10)
        first, last = max(seen[tenth : 2 * tenth] or seen), max(seen[-tenth:])
        print(f"  memory of the client {first:.1f} MB at most in the second tenth, {last:.1f} MB in the last")


def _cpu_seconds(client):
    """CPU seconds so far of the client with its scheduler, and of the workers."""
    workers = client.run(time.process_time)
    return {"client": time.process_time(), "workers": sum(workers.values())}


def _rate(lines):
    return len(sudolab.rate_many(lines, jobs=1))


FIGURES = {
    "batches": lambda told: batches(told.puzzles, told.library),
    "threads": lambda told: threads(told.puzzles),
    "small-calls": lambda told: small_calls(),
    "interrupts": lambda told: interrupts(),
    "verbs": lambda told: verbs(told.rated),
    "leaks": lambda told: leaks(told.calls),
    "memory": lambda told: memory(told.stream),
    "cluster": lambda told: cluster(told.rated, 2 * told.puzzles),
}
"""Each with its name, so that a measurement can be cut into pieces."""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", help="the program of examples/proofs.rs")
    parser.add_argument("--puzzles", type=int, default=500_000)
    parser.add_argument("--stream", type=int, default=10_000_000)
    parser.add_argument("--calls", type=int, default=1_000_000)
    parser.add_argument("--rated", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("what", nargs="*", help="some of these: " + ", ".join(FIGURES))
    told = parser.parse_args()
    ROUNDS = told.rounds
    for name in told.what or FIGURES:
        FIGURES[name](told)
