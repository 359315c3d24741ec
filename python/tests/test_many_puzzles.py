"""The verbs over many puzzles: every way in, every way out."""

import os
import threading
import time
from pathlib import Path

import numpy as np
import pytest
import sudolab
from hypothesis import given
from hypothesis import strategies as st
from puzzles import EASY, EASY_SOLUTION, HARD, NONE, SEVENTEEN, SEVERAL
from sudolab import Puzzle

LINES = [EASY, HARD, SEVENTEEN, NONE, SEVERAL, "55" + "." * 79]
STATUS = ["unique", "unique", "unique", "none", "multiple", "conflict"]


def forms():
    import pandas
    import polars
    import pyarrow

    array = np.stack([Puzzle(line).to_numpy().ravel() for line in LINES])
    yield "list", LINES
    yield "tuple", tuple(LINES)
    yield "puzzles", [Puzzle(line) for line in LINES]
    yield "array", array
    yield "cube", array.reshape(-1, 9, 9)
    yield "strided", np.repeat(array, 2, axis=0)[::2]
    yield "fortran", np.asfortranarray(array)
    yield "texts in an array", np.array(LINES)
    yield "objects in an array", np.array(LINES, dtype=object)
    yield "pyarrow", pyarrow.array(LINES)
    yield "pyarrow large", pyarrow.array(LINES, pyarrow.large_string())
    yield "pyarrow view", pyarrow.array(LINES, pyarrow.string_view())
    yield "pyarrow slice", pyarrow.array(["x", *LINES, "y"])[1:-1]
    yield "pyarrow chunks", pyarrow.chunked_array([LINES[:2], [], LINES[2:]])
    yield "pyarrow table", pyarrow.table({"puzzle": LINES, "other": range(len(LINES))})
    yield "polars", polars.Series(LINES)
    yield "polars frame", polars.DataFrame({"anything": LINES})
    yield "pandas", pandas.Series(LINES)
    yield "pandas arrow", pandas.Series(LINES, dtype="string[pyarrow]")
    yield "lines of a file", [line + "\n" for line in LINES]
    yield "lines of a file elsewhere", [line + "\r\n" for line in LINES]
    yield "pandas frame", pandas.DataFrame({"puzzle": LINES})


@pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data in forms()])
def test_every_way_in_gives_the_same_rows(data):
    checked = sudolab.check_many(data)
    assert checked.to_list() == STATUS
    assert checked.to_numpy("clues").tolist() == [30, 17, 17, 17, 0, 2]
    assert sudolab.count_many(data).to_numpy().tolist() == [1, 1, 1, 0, 2, 0]
    solved = sudolab.solve_many(data)
    cells = solved.to_numpy()
    assert cells.shape == (6, 81) and cells.dtype == np.uint8
    assert "".join(map(str, cells[0])) == EASY_SOLUTION
    assert cells[3].tolist() == [0] * 81
    assert solved.to_list("status") == ["solved"] * 3 + ["none", "multiple", "conflict"]


def test_a_relation_of_duckdb_is_a_way_in():
    import duckdb
    import pyarrow

    # Made here and not among the others: what is alive when Python ends DuckDB reports as lost.
    relation = duckdb.from_arrow(pyarrow.table({"puzzle": LINES, "other": range(len(LINES))}))
    assert sudolab.check_many(relation).to_list() == STATUS
    assert sudolab.count_many(relation).to_numpy().tolist() == [1, 1, 1, 0, 2, 0]


def test_every_way_out_gives_the_same_rows():
    import duckdb
    import pyarrow

    results = sudolab.count_many([EASY, None, SEVERAL], errors="null")
    assert results.columns == ["solutions", "complete", "problem"]
    expected = {"solutions": [1, None, 2], "complete": [True, None, False]}
    table = results.to_arrow()
    for name, column in expected.items():
        assert table[name].to_pylist() == column
        assert results.to_polars()[name].to_list() == column
        assert results.to_list(name) == column
    assert pyarrow.record_batch(results).num_rows == 3
    assert results.to_pandas()["solutions"].isna().tolist() == [False, True, False]
    assert duckdb.sql("SELECT sum(solutions) FROM results").fetchall() == [(3,)]
    masked = results.to_numpy()
    assert masked.mask.tolist() == [False, True, False] and masked.sum() == 3
    assert "no puzzle" in results[1]["problem"]
    assert results[-1] == results[2] and len(results[:2]) == 2
    with pytest.raises(IndexError):
        results[3]
    with pytest.raises(KeyError):
        results.to_numpy("colour")
    assert "<table>" in results._repr_html_() and "1 problem" in repr(results)


def test_lines_of_an_open_file_are_read_as_fast_as_without_their_ends(tmp_path):
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{SEVENTEEN}\n" * 20_000)

    def seconds(lines):
        began = time.process_time()
        assert len(sudolab.count_many(lines, jobs=1)) == 20_000
        return time.process_time() - began

    with file.open() as opened:
        lines = list(opened)
    assert lines[0].endswith("\n")
    bare = [line.strip() for line in lines]
    # One by one they take some ten times as long.
    assert min(seconds(lines) / seconds(bare) for _ in range(3)) < 3
    with file.open() as opened:
        assert sum(batch.to_numpy().sum() for batch in sudolab.count_many(opened)) == 20_000


def test_columns_of_text_leave_as_arrays_and_travel_as_they_lie():
    import pickle

    rows = [EASY, None, SEVERAL, "q"] * 50
    results = sudolab.solve_many(rows, errors="null")
    for name in ("status", "solution", "problem"):
        column = results.to_numpy(name) if name != "solution" else None
        if column is not None:
            assert column.dtype == object and column.tolist() == results.to_list(name)
    again = pickle.loads(pickle.dumps(results))
    assert again.to_arrow().equals(results.to_arrow())
    assert sorted(again.problems) == sorted(results.problems)
    # Rows without a problem cost a number and not a list, and a solution little more than its digits.
    many = sudolab.solve_many([EASY] * 10_000)
    assert len(pickle.dumps(many)) < 10_000 * (81 + 3 * 8 + 8 + len("solved"))
    none = sudolab.count_many([EASY] * 10_000)
    assert len(pickle.dumps(none)) < 10_000 * 10
    for empty in (sudolab.solve_many([]), sudolab.solve_many([None], errors="null")):
        assert pickle.loads(pickle.dumps(empty)).to_arrow().equals(empty.to_arrow())
    with pytest.raises(TypeError, match="holds no text"):
        results._table.objects("guesses")


def test_a_column_that_lies_askew_is_copied():
    import pyarrow

    def moved(buffer):
        """The same bytes at an odd address, as they lie after a network brought them."""
        room = bytearray(b"\0" * (len(buffer) + 16))
        start = 1 + (-pyarrow.py_buffer(room).address) % 8
        room[start : start + len(buffer)] = buffer.to_pybytes()
        return pyarrow.py_buffer(room).slice(start, len(buffer))

    for kind in (pyarrow.string(), pyarrow.large_string()):
        _, places, texts = pyarrow.array(LINES, kind).buffers()
        askew = pyarrow.Array.from_buffers(kind, len(LINES), [None, moved(places), moved(texts)])
        assert askew.buffers()[1].address % 8 == 1
        assert sudolab.check_many(askew).to_list() == STATUS
        assert sudolab.check_many(pyarrow.chunked_array([askew, askew])).to_list() == 2 * STATUS


def test_a_column_that_was_changed_on_the_way_is_refused():
    table = sudolab.solve_many([EASY, HARD])._table
    columns = {name: (values, missing) for name, values, missing in table.columns()}
    places, bytes_ = columns["solution"][0]
    for wrong in (
        (places[::-1].copy(), bytes_),
        (places + 1, bytes_),
        (places - 1, bytes_),
        (places[:0], bytes_),
        (places, bytes_ | 0x80),
        (places, bytes_[:5]),
    ):
        with pytest.raises(sudolab.UsageError, match="form of this version"):
            sudolab._core.Table.of_columns([("solution", wrong, None)], None)


def test_boards_of_other_sizes_stand_beside_each_other():
    rows = ["1...............", EASY, "." * 36, "1234341221434..."]
    assert sudolab.count_many(rows).to_numpy().tolist() == [2, 1, 2, 1]
    solved = sudolab.solve_many(rows)
    assert [len(line) for line in solved.to_list()] == [16, 81, 36, 16]
    with pytest.raises(sudolab.UsageError, match="sizes"):
        solved.to_numpy()
    square = np.zeros((2, 16), dtype=np.uint8)
    assert sudolab.count_many(square, None).to_numpy().tolist() == [288, 288]


def test_no_rows_are_no_trouble():
    for nothing in ([], np.zeros((0, 81), dtype=np.uint8), iter([])):
        results = sudolab.count_many(nothing)
        assert len(list(results)) == 0
    assert sudolab.solve_many([]).to_numpy().shape == (0, 81)


def test_results_do_not_depend_on_the_number_of_threads():
    made = sudolab.generate(3000, seed=5)
    one = sudolab.solve_many(made, jobs=1)
    three = sudolab.solve_many(made, jobs=3)
    assert one.to_arrow().equals(three.to_arrow())
    assert one.to_list() == made.to_list("solution")


def test_an_iterator_gives_batches_in_order():
    lines = (line for _ in range(50) for line in (EASY, SEVERAL))
    batches = list(sudolab.count_many(lines, batch=30))
    assert [len(batch) for batch in batches] == [30, 30, 30, 10]
    counts = [n for batch in batches for n in batch.to_numpy().tolist()]
    assert counts == [1, 2] * 50
    seen = []
    for _ in sudolab.count_many(iter([EASY] * 25), batch=10, progress=lambda *told: seen.append(told)):
        pass
    assert seen == [(10, 0), (20, 0), (25, 0)]


def test_progress_is_told_and_its_exception_ends_the_work():
    told = []
    sudolab.count_many([SEVENTEEN] * 20_000, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (20_000, 20_000) and told == sorted(told)
    sudolab.count_many([EASY], progress=True)

    def refuse(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        sudolab.count_many([SEVENTEEN] * 20_000, progress=refuse)


def test_other_threads_go_on_meanwhile():
    ticks = 0
    stop = threading.Event()

    def count():
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    try:
        Puzzle(SEVERAL).count(None, time_limit=0.5)
    finally:
        stop.set()
        other.join()
    # Had the interpreter been held, there would be one or two.
    assert ticks > 20


def test_ratings_of_many_are_those_of_one():
    rated = sudolab.rate_many([EASY, HARD, SEVERAL], ["se-1.2.1", "hodoku-2.2"], errors="null")
    for row, line in enumerate((EASY, HARD)):
        one = Puzzle(line).rate()
        told = rated[row]
        assert (told["er"], told["ep"], told["ed"]) == (one.er, one.ep, one.ed)
        assert (told["level"], told["score"], told["hardest"]) == (one.level, one.score, one.hardest)
    assert "more than one solution" in rated[2]["problem"] and rated[2]["er"] is None
    with pytest.raises(sudolab.NotUniqueError) as error:
        sudolab.rate_many([EASY, SEVERAL])
    assert error.value.row == 1
    assert sudolab.rate_many([EASY], "hodoku-2.2").to_numpy().tolist() == [204]
    every = sudolab.rate_many([EASY, HARD], "all")
    for row, line in enumerate((EASY, HARD)):
        profiles = Puzzle(line).rate("all").profiles
        human = profiles["human"]
        told = every[row]
        assert told["qqwing"] == profiles["qqwing"]["level"]
        assert told["seconds"] == human["expected_seconds"]
        assert (told["seconds_low"], told["seconds_high"]) == (human["low"], human["high"])
    assert sudolab.rate_many([EASY], "qqwing").to_list() == [every[0]["qqwing"]]
    assert sudolab.rate_many([EASY], "human").to_numpy().tolist() == [every[0]["seconds"]]


def test_puzzles_are_made_to_order_and_the_same_seed_makes_the_same():
    made = sudolab.generate(20, clues="24..27", symmetry="rot180", seed=3, rated=True)
    assert len(made) == 20 and set(sudolab.check_many(made).to_list()) == {"unique"}
    assert made.to_numpy("clues").min() >= 24 and made.to_numpy("clues").max() <= 27
    assert made.to_numpy("er").min() >= 1.0
    again = sudolab.generate(20, clues="24..27", symmetry="rot180", seed=3, rated=True, jobs=1)
    assert made.to_list("puzzle") == again.to_list("puzzle")
    assert sudolab.solve_many(made).to_list() == made.to_list("solution")
    six = sudolab.generate(2, box="3x2", seed=1)
    assert all(puzzle.size == 6 and puzzle.check() for puzzle in six.puzzles())
    jigsaw = sudolab.generate(1, regions="random", size=6, seed=1)
    assert jigsaw.puzzles()[0].check()


def test_what_a_time_limit_cuts_off_is_said():
    with pytest.warns(sudolab.SudolabWarning, match="time limit"):
        made = sudolab.generate(10_000, er="9.0..9.5", time_limit=0.2)
    assert made.end and len(made) < 10_000


def test_texts_are_converted():
    text = "\n".join([EASY, HARD])
    table = sudolab.convert(text, "csv")
    assert sudolab.convert(table, "line").splitlines() == [EASY, HARD]
    with pytest.raises(sudolab.ParseError) as error:
        sudolab.convert(EASY + "\nq" + EASY[1:], "grid")
    assert error.value.line == 2


@pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data in forms()])
def test_many_puzzles_are_converted_row_by_row(data):
    converted = sudolab.convert(data, "line", blank="0")
    assert converted.columns == ["text", "lost", "problem"]
    assert converted.to_list() == [line.replace(".", "0") for line in LINES]


def test_what_cannot_be_converted_raises_or_becomes_null():
    marked = Puzzle({"givens": EASY, "title": "with a name"})
    rows = [EASY, "q", None, marked, "1" + "." * 15]
    converted = sudolab.convert(rows, "grid", errors="null")
    assert [text is None for text in converted.to_list()] == [False, True, True, False, False]
    assert sorted(converted.problems) == [1, 2] and converted[1]["problem"]
    assert [lost is not None for lost in converted.to_list("lost")] == [
        False, False, False, True, False
    ]
    assert converted[0]["text"] == Puzzle(EASY).to("grid")
    strict = sudolab.convert(rows, "grid", errors="null", strict=True)
    assert sorted(strict.problems) == [1, 2, 3]
    with pytest.raises(sudolab.ParseError) as error:
        sudolab.convert(rows, "grid")
    assert error.value.row == 1
    batches = list(sudolab.convert(iter([EASY] * 5), "json", batch=2))
    assert [len(batch) for batch in batches] == [2, 2, 1]
    assert all(Puzzle(text).line == EASY for batch in batches for text in batch.to_list())


def test_boards_that_lines_do_not_tell_are_kept():
    six = sudolab.generate(3, box="3x2", seed=1)
    assert sudolab.solve_many(six).to_list() == six.to_list("solution")
    jigsaw = sudolab.generate(2, regions="random", size=6, seed=1)
    assert sudolab.check_many(jigsaw).to_list() == ["unique"] * 2


def test_puzzles_are_made_to_every_order():
    plain = sudolab.generate(4, seed=9)
    assert sudolab.generate(2, seed=9, skip=2).to_list() == plain.to_list()[2:]
    pattern = "".join("x" if cell % 3 else "." for cell in range(81))
    (made,) = sudolab.generate(1, pattern=pattern, seed=1).to_list()
    assert all((clue != ".") <= (cell % 3 > 0) for cell, clue in enumerate(made))
    filled = sudolab.generate(2, method="fill", clues="30..40", seed=1)
    dug = sudolab.generate(2, method="dig", clues="30..40", seed=1)
    assert filled.to_list() != dug.to_list()
    assert set(sudolab.check_many(filled).to_list()) == {"unique"}
    (wing,) = sudolab.generate(1, technique="x-wing", seed=1).to_list()
    used = Puzzle(wing).rate().profiles["se-1.2.1"]["techniques"]
    assert used.get("x-wing") or Puzzle(wing).rate("hodoku-2.2").techniques.get("x-wing")
    judged = sudolab.generate(
        1, algorithm="backtrack-thesis", settings={"digits": "random"}, seed=1
    )
    assert sudolab.check_many(judged).to_list() == ["unique"]
    with pytest.raises(sudolab.UsageError):
        sudolab.generate(1, algorithm="backtrack-thesis", settings={"colour": "red"})


@given(st.lists(st.sampled_from(LINES), max_size=40), st.integers(1, 3))
def test_many_and_one_agree(lines, jobs):
    counted = sudolab.count_many(lines, jobs=jobs).to_numpy().tolist()
    assert counted == [Puzzle(line).count().solutions for line in lines]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is asked for otherwise")
def test_memory_does_not_grow_with_calls_or_with_an_iterator():
    def resident():
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def work(n):
        puzzle = Puzzle(SEVENTEEN)
        for number in range(n):
            puzzle.count()
            Puzzle(SEVENTEEN)
            if number % 100 == 0:
                sudolab.count_many([SEVENTEEN, None], errors="null").to_list()
        for batch in sudolab.count_many((SEVENTEEN for _ in range(2 * n)), batch=5000):
            assert len(batch) == 5000

    work(5000)
    before = resident()
    work(50_000)
    # A leak of a hundred bytes for each call or puzzle would be 15 MB.
    assert resident() - before < 8
