"""Bad input gets a clear error, and never ends the process."""

import numpy as np
import pytest
import sudolab
from hypothesis import given
from hypothesis import strategies as st
from puzzles import EASY
from sudolab import Puzzle


@pytest.mark.parametrize(
    "source",
    [
        "",
        "x",
        "12q4............",
        "1" * 80,
        "\0" * 81,
        "∅" * 81,
        "\ud800",
        EASY[:40] + "\udfff" + EASY[41:],
        "9" * 1_000_000,
        "{" * 1_000_000,
        "\n" * 1_000_000,
        None,
        7,
        1.5,
        b"1" * 81,
        True,
        object(),
        {},
        {"givens": 5},
        {"givens": EASY, "no such field": object()},
        [],
        [1, 2, 3],
        [[1, 2], [3]],
        [10] * 81,
        [-1] * 81,
        ["a"] * 81,
        [None] * 81,
        [2**80] * 81,
        np.zeros((9, 9)),
        np.zeros((9, 8), dtype=int),
        np.zeros((3, 3, 9), dtype=int),
        np.full((9, 9), np.nan),
        np.array(["5"] * 81),
    ],
    ids=lambda value: repr(value).split(" at 0x")[0][:30],
)
def test_what_is_no_puzzle_is_refused(source):
    with pytest.raises(sudolab.ParseError) as error:
        Puzzle(source)
    assert str(error.value) and len(str(error.value)) < 1000


def test_the_place_of_a_bad_symbol_is_told():
    with pytest.raises(sudolab.ParseError) as error:
        Puzzle(EASY[:11] + "q" + EASY[12:])
    assert (error.value.line, error.value.column) == (1, 12)
    with pytest.raises(sudolab.ParseError) as error:
        Puzzle([0] * 40 + [11] + [0] * 40)
    assert error.value.cell == "r5c5"


@pytest.mark.parametrize(
    "data",
    [
        None,
        5,
        EASY,
        b"abc",
        {"givens": EASY},
        object(),
        [EASY, 5],
        [EASY, b"1"],
        np.zeros((2, 81)),
        np.zeros((2, 81), dtype=np.int64),
        np.zeros((2, 80), dtype=np.uint8),
        np.zeros((2, 9, 8), dtype=np.uint8),
        np.zeros(81, dtype=np.uint8),
        np.zeros((2, 81), dtype=complex),
        [np.zeros(81, dtype=np.uint8), np.zeros(16, dtype=np.uint8)],
        np.array([[EASY], [EASY]]),
    ],
    ids=lambda value: repr(value).split(" at 0x")[0][:30],
)
@pytest.mark.parametrize("verb", ["solve_many", "count_many", "check_many", "rate_many"])
def test_what_is_no_batch_is_refused(verb, data):
    with pytest.raises(sudolab.UsageError):
        getattr(sudolab, verb)(data)


def test_a_bad_row_raises_with_its_number_or_becomes_null_with_its_reason():
    rows = [EASY, "q" * 81, None, "1" * 17, "x" * 1_000_000, EASY]
    for verb in (sudolab.solve_many, sudolab.count_many, sudolab.check_many, sudolab.rate_many):
        with pytest.raises(sudolab.ParseError) as error:
            verb(rows)
        assert error.value.row == 1
        results = verb(rows, errors="null")
        assert len(results) == 6 and sorted(results.problems) == [1, 2, 3, 4]
        assert all(results[row]["problem"] for row in (1, 2, 3, 4))
        assert results[0] == results[5] and results[0]["problem"] is None
    array = np.zeros((3, 81), dtype=np.uint8)
    array[1, 7] = 12
    with pytest.raises(sudolab.ParseError) as error:
        sudolab.count_many(array)
    assert (error.value.row, error.value.cell) == (1, "r1c8")


def test_half_a_surrogate_spoils_its_row_alone():
    rows = [EASY, "\ud800", EASY[:80] + "\udc00", EASY]
    checked = sudolab.check_many(rows, errors="null")
    assert checked.to_list() == ["unique", "syntax", "syntax", "unique"]
    converted = sudolab.convert(rows, "line", errors="null")
    assert converted.to_list() == [EASY, None, None, EASY]
    with pytest.raises(sudolab.ParseError):
        sudolab.convert("\ud800", "line")
    with pytest.raises(sudolab.ParseError):
        Puzzle({"givens": "\ud800"})


class Broken:
    """Says that it speaks Arrow, and does not."""

    def __init__(self, answer):
        self._answer = answer

    def __arrow_c_stream__(self, requested_schema=None):
        if isinstance(self._answer, BaseException):
            raise self._answer
        return self._answer


def test_what_goes_wrong_in_a_column_is_a_usage_error():
    import pyarrow

    used = pyarrow.table({"puzzle": [EASY]}).__arrow_c_stream__()
    assert sudolab.count_many(Broken(used)).to_list() == [1]
    wrong = pyarrow.array([EASY]).__arrow_c_array__()[0]
    for column in (
        Broken(used),
        Broken(wrong),
        Broken(7),
        Broken(RuntimeError("not today")),
        pyarrow.array([1, 2]),
        pyarrow.table({"a": [EASY], "b": [EASY]}),
    ):
        with pytest.raises(sudolab.UsageError):
            sudolab.count_many(column)
    with pytest.raises(KeyboardInterrupt):
        sudolab.count_many(Broken(KeyboardInterrupt()))


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_defect_of_the_library_is_an_exception_of_the_package(elsewhere):
    with pytest.raises(sudolab.DefectError, match="on purpose"):
        sudolab._core.fail_on_purpose(elsewhere)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Puzzle(EASY).count(-1),
        lambda: Puzzle(EASY).count(1.5),
        lambda: Puzzle(EASY).count(2**64),
        lambda: Puzzle(EASY).solve(time_limit=-1),
        lambda: Puzzle(EASY).solve(time_limit=float("nan")),
        lambda: Puzzle(EASY).minimize(seed=-1),
        lambda: Puzzle(EASY).hint(order="upwards"),
        lambda: Puzzle(EASY).hint(detail="some"),
        lambda: Puzzle(EASY).explain(order="none"),
        lambda: Puzzle(EASY, format="papyrus"),
        lambda: sudolab.count_many([EASY], jobs=0),
        lambda: sudolab.count_many([EASY], errors="ignore"),
        lambda: sudolab.count_many(iter([EASY]), batch=0),
        lambda: sudolab.rate_many([EASY], "thesis"),
        lambda: sudolab.generate(-1),
        lambda: sudolab.generate(1, clues="3"),
        lambda: sudolab.generate(1, clues="many"),
        lambda: sudolab.generate(1, size=7),
        lambda: sudolab.generate(1, symmetry="slanted"),
        lambda: sudolab.generate(1, level="fiendish"),
        lambda: sudolab.run("dlx", EASY, colour="red"),
        lambda: sudolab.run("annealing", EASY, cooling="warm"),
        lambda: sudolab.convert(EASY, "papyrus"),
        lambda: sudolab.convert([EASY], "papyrus"),
        lambda: sudolab.convert([EASY], "line", blank="5"),
        lambda: sudolab.convert([EASY], "line", errors="ignore"),
        lambda: sudolab.convert(5, "line"),
        lambda: sudolab.count_many(Puzzle(EASY)),
        lambda: sudolab.count_many(sudolab.count_many([EASY])),
    ],
)
def test_options_that_cannot_be_meant_are_refused(call):
    with pytest.raises(sudolab.UsageError):
        call()


def test_an_unknown_algorithm_is_named():
    with pytest.raises(sudolab.UnknownAlgorithm, match="fastt"):
        sudolab.run("fastt", EASY)
    with pytest.raises(sudolab.UnknownAlgorithm):
        sudolab.generate(1, algorithm="fastt")


# Half a surrogate is text to Python and to nobody else.
ANYTHING = st.characters()


@given(st.text(ANYTHING, max_size=200))
def test_no_text_ends_the_process(text):
    try:
        Puzzle(text).check()
    except sudolab.SudolabError:
        pass


@given(st.binary(max_size=200))
def test_no_bytes_end_the_process(data):
    try:
        Puzzle(data.decode("latin-1")).count()
    except sudolab.SudolabError:
        pass


@given(st.lists(st.one_of(st.none(), st.text(ANYTHING, max_size=90), st.just(EASY)), max_size=30))
def test_a_batch_of_anything_has_a_row_for_each(rows):
    results = sudolab.check_many(rows, errors="null")
    assert len(results) == len(rows)
    for row, status in zip(rows, results.to_list("status")):
        assert status == "unique" if row == EASY else True
