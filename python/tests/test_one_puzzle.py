"""The verbs on one puzzle."""

import pickle

import numpy as np
import pytest
import sudolab
from hypothesis import given
from hypothesis import strategies as st
from puzzles import EASY, EASY_SOLUTION, HARD, NONE, SEVENTEEN, SEVERAL, clashes, naive
from sudolab import Puzzle


def test_a_puzzle_is_read_from_text_array_and_mapping_alike():
    puzzle = Puzzle(EASY)
    square = puzzle.to_numpy()
    assert square.shape == (9, 9) and square.dtype == np.uint8
    assert Puzzle(square) == Puzzle(square.ravel()) == Puzzle(square.tolist()) == puzzle
    assert Puzzle(puzzle.to_dict()) == puzzle
    assert Puzzle({"givens": EASY}) == puzzle
    assert Puzzle(puzzle) == puzzle and hash(Puzzle(puzzle)) == hash(puzzle)
    assert Puzzle(puzzle.to("grid")) == puzzle
    assert puzzle.n_clues == 30 and puzzle.size == 9 and str(puzzle) == EASY


def test_a_proper_puzzle_has_its_solution():
    solution = Puzzle(EASY).solve()
    assert solution.line == EASY_SOLUTION == str(solution) and solution.unique
    assert solution.to_numpy()[0].tolist() == [5, 3, 4, 6, 7, 8, 9, 1, 2]


def test_puzzles_without_one_solution_say_why():
    with pytest.raises(sudolab.NotUniqueError) as several:
        Puzzle(SEVERAL).solve()
    assert several.value.cells
    assert not Puzzle(SEVERAL).solve(unique=False).unique
    with pytest.raises(sudolab.NoSolutionError):
        Puzzle(NONE).solve()
    with pytest.raises(sudolab.ConflictError) as clash:
        Puzzle("55" + "." * 79).solve()
    assert clash.value.cells == ("r1c1", "r1c2")
    for wrong in (several, clash):
        assert isinstance(wrong.value, ValueError)


def test_solutions_are_counted_up_to_a_limit_or_all():
    assert Puzzle("." * 16).count(None) == sudolab.Count(288, True)
    assert Puzzle("." * 16).count(5) == sudolab.Count(5, False)
    assert int(Puzzle(EASY).count()) == 1
    assert Puzzle(NONE).count() == sudolab.Count(0, True)
    limited = Puzzle(SEVERAL).count(None, time_limit=0.05)
    assert limited.stopped and not limited.complete


def test_the_verdict_names_what_is_wrong():
    assert Puzzle(HARD).check()
    assert Puzzle(SEVERAL).check().status == "multiple"
    assert Puzzle(NONE).check().status == "none"
    verdict = Puzzle("5" + "." * 7 + "5" + "." * 72).check()
    assert verdict.status == "conflict" and verdict.cells == ("r1c1", "r1c9")
    assert "row 1" in verdict.reason
    full = Puzzle(EASY).check(minimal=True)
    assert full.minimal is False and len(full.redundant) == 22
    assert Puzzle(full.minimal_form).check(minimal=True).minimal is True


def test_a_rating_has_numbers_level_and_techniques():
    rating = Puzzle(EASY).rate()
    assert (rating.er, rating.ep, rating.ed) == (1.2, 1.2, 1.2)
    assert (rating.level, rating.score, rating.word) == ("Easy", 204, "beginner")
    assert rating.techniques["hidden-single"] > 0
    assert set(Puzzle(EASY).rate("all").profiles) == {
        "se-1.2.1", "hodoku-2.2", "qqwing", "thesis", "human"
    }
    with pytest.raises(sudolab.NotUniqueError):
        Puzzle(SEVERAL).rate()
    with pytest.raises(sudolab.ConflictError) as clash:
        Puzzle("55" + "." * 79).rate()
    assert clash.value.cells == ("r1c1", "r1c2")
    with pytest.raises(sudolab.BoardError):
        Puzzle("1234341221434...").rate("hodoku-2.2")
    with pytest.raises(sudolab.UsageError, match="profile"):
        Puzzle(EASY).rate("mine")


def test_a_hint_tells_as_much_as_was_asked():
    puzzle = Puzzle(EASY)
    area = puzzle.hint(detail="area")
    assert area.status == "step" and area.area and area.technique is None
    assert puzzle.hint(detail="technique").technique == "hidden-single"
    assert puzzle.hint(detail="cells").cells
    full = puzzle.hint()
    assert full and full.step.placements and full.step.picture.startswith("<svg")
    assert puzzle.hint(order="rating").step.difficulty == 1.2
    assert Puzzle(EASY_SOLUTION).hint().status == "solved"


def test_pencil_marks_count_in_a_hint():
    puzzle = Puzzle(EASY)
    marks = [[] if digit else list(range(1, 10)) for digit in puzzle.to_numpy().ravel()]
    assert puzzle.hint(marks)
    # The solution has a 4 in r1c3; a player who struck it out is told.
    marks[2] = [1, 2]
    told = puzzle.hint(marks)
    assert told.status == "problem" and "r1c3" in str(told)
    with pytest.raises(sudolab.UsageError, match="81"):
        puzzle.hint([[1]])
    with pytest.raises(sudolab.UsageError):
        puzzle.hint([[10]] * 81)


def test_an_explanation_reaches_the_solution_and_shows_itself():
    steps = Puzzle(EASY).explain()
    assert steps.solved and len(steps) == 51 and steps[0].number == 1
    assert "<svg" in steps._repr_html_() and steps.end in str(steps)
    assert [step.number for step in steps] == list(range(1, 52))
    open_end = Puzzle(SEVERAL).explain()
    assert not open_end.solved and open_end.warning
    with pytest.raises(sudolab.ConflictError):
        Puzzle("55" + "." * 79).explain()


def test_puzzles_are_remade():
    puzzle = Puzzle(EASY)
    minimal = puzzle.minimize(seed=3)
    assert minimal.check(minimal=True).minimal
    assert minimal == puzzle.minimize(seed=3) != puzzle.minimize(seed=4)
    assert Puzzle(SEVENTEEN).ease(46, seed=1).n_clues == 46
    assert puzzle.shuffle(seed=9).canonical() == puzzle.canonical()
    with pytest.raises(sudolab.NotUniqueError):
        Puzzle(SEVERAL).minimize()
    with pytest.raises(sudolab.UsageError):
        puzzle.ease(20)


def test_formats_are_written_and_read_again():
    puzzle = Puzzle(EASY)
    for name in sudolab.formats():
        text = puzzle.to(name)
        assert Puzzle(text).to_numpy().tolist() == puzzle.to_numpy().tolist(), name
    assert puzzle.to("line", blank="0") == EASY.replace(".", "0")
    with pytest.raises(sudolab.UsageError):
        puzzle.to("papyrus")
    with pytest.raises(sudolab.UsageError):
        puzzle.to("line", blank="5")
    with pytest.warns(sudolab.SudolabWarning):
        Puzzle({"givens": EASY, "title": "with a name"}).to("grid")


def test_boards_of_other_sizes_and_shapes_work():
    six = Puzzle("1" + "." * 35)
    assert six.size == 6 and six.count(3).solutions == 3
    assert Puzzle("." * 256).solve(unique=False).to_numpy().max() == 16
    jigsaw = {"givens": "." * 16, "regions": "1112122233443344"}
    puzzle = Puzzle(jigsaw)
    assert puzzle.count(None).solutions > 0 and puzzle != Puzzle("." * 16)
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle


def samurai():
    """Five overlapping squares: their line, and the solution."""
    middle = [[(3 * (r % 3) + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)]
    grid = [["#"] * 21 for _ in range(21)]
    for top, left in ((0, 0), (0, 12), (12, 0), (12, 12), (6, 6)):
        for r in range(9):
            for c in range(9):
                # Shifted so that the boxes they share are equal.
                down, right = (r - 6 + top) % 9, (c - 6 + left) % 9
                grid[top + r][left + c] = str(middle[down][right])
    return "".join("".join(row) for row in grid)


def test_a_board_of_several_squares_has_its_form():
    solution = samurai()
    puzzle = Puzzle("".join("." if i % 7 == 0 and s != "#" else s for i, s in enumerate(solution)))
    assert puzzle.shape == (21, 21) and puzzle.size == 9
    clues = puzzle.to_numpy()
    assert clues.shape == (21, 21) and clues.mask[0, 9] and clues.mask[0, 0] and clues[0, 1] > 0
    solved = puzzle.solve()
    found = solved.to_numpy()
    assert solved.line == solution and found.count() == 369 and found.mask[0, 9]
    expected = [0 if s == "#" else int(s) for s in solution]
    assert found.filled(0).ravel().tolist() == expected
    drawn = solved._repr_svg_()
    assert drawn.count("<text") == 369 and 'width="764"' in drawn
    assert puzzle._repr_svg_().count("<text") == puzzle.n_clues
    assert pickle.loads(pickle.dumps(solved)) == solved
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    # One array for a batch would not tell holes from blanks.
    with pytest.raises(sudolab.UsageError):
        sudolab.solve_many([puzzle]).to_numpy()


def test_rectangles_and_values_from_zero_have_their_form():
    wide = Puzzle(".Shape~4x6~6", format="iss")
    assert wide.shape == (4, 6)
    solved = wide.solve(unique=False)
    assert solved.to_numpy().shape == (4, 6) and solved.shape == (4, 6)
    assert 'width="224"' in wide._repr_svg_() and 'height="152"' in wide._repr_svg_()
    zero = Puzzle(".Shape~4x4~0-3", format="iss")
    values = zero.solve(unique=False).to_numpy()
    assert values.shape == (4, 4) and sorted(set(values.ravel().tolist())) == [0, 1, 2, 3]
    assert zero.to_numpy().mask.all()
    drawn = zero.solve(unique=False)._repr_svg_()
    assert drawn.count(">0</text>") == 4 and ">4</text>" not in drawn


def test_rules_are_drawn():
    rules = (
        ".Cage~10~R1C1~R1C2~R2C1.Thermo~R5C5~R5C6~R6C6.Arrow~R9C1~R8C2~R7C3.WhiteDot~R3C3~R3C4"
        ".BlackDot~R4C3~R4C4.X~R6C1~R6C2.GreaterThan~R7C8~R7C9.Quad~R1C8~1~2.Sandwich~9~R1"
    )
    puzzle = Puzzle(rules, format="iss")
    drawn = puzzle._repr_svg_()
    assert "stroke-dasharray" in drawn and ">10</text>" in drawn and ">X</text>" in drawn
    kinds = {mark[0] for mark in puzzle._read.marks()}
    assert {"cage", "line", "dot", "between", "greater", "corner", "outside"} <= kinds
    assert Puzzle("." * 81)._repr_svg_().count("<path") == 2
    even = Puzzle("E" + "." * 79 + "O")._repr_svg_()
    assert "<circle" in even and even.count("<rect") == 2
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle


def test_true_candidates_are_the_digits_of_all_solutions():
    cells = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    full = Puzzle(cells).true_candidates()
    assert full == [[digit] for digit in cells]
    few = Puzzle("1234............")
    solutions = list(naive(few.to_numpy().ravel().tolist()))
    expected = [sorted({solution[cell] for solution in solutions}) for cell in range(16)]
    assert few.true_candidates() == expected
    with pytest.raises(sudolab.LimitError):
        Puzzle("." * 256).true_candidates(time_limit=0)


def test_everything_can_be_pickled():
    puzzle = Puzzle(EASY)
    for thing in (
        puzzle,
        puzzle.solve(),
        puzzle.check(),
        puzzle.rate(),
        puzzle.explain(),
        sudolab.run("dlx", puzzle),
    ):
        again = pickle.loads(pickle.dumps(thing))
        assert again == thing
    error = sudolab.ParseError("wrong", line=2, column=3, remedy="do better", row=4)
    again = pickle.loads(pickle.dumps(error))
    assert (again.line, again.column, again.row, str(again)) == (2, 3, 4, str(error))


def test_a_notebook_shows_pictures():
    assert Puzzle(EASY)._repr_svg_().count("<text") == 30
    assert Puzzle(EASY).solve()._repr_svg_().count("<text") == 81
    assert "<svg" in Puzzle(EASY).hint()._repr_html_()


small = st.lists(st.integers(0, 4), min_size=16, max_size=16)


@given(small)
def test_the_naive_solver_agrees_on_small_boards(cells):
    puzzle = Puzzle(cells)
    expected = [] if clashes(cells) else list(naive(list(cells)))
    counted = puzzle.count(None)
    assert counted.solutions == len(expected) and counted.complete
    status = puzzle.check().status
    if clashes(cells):
        assert status == "conflict"
    else:
        assert status == ("none", "unique", "multiple")[min(len(expected), 2)]
    if len(expected) == 1:
        assert puzzle.solve().to_numpy().ravel().tolist() == expected[0]


@given(st.lists(st.sampled_from([0] * 30 + list(range(1, 10))), min_size=81, max_size=81))
def test_text_array_and_mapping_are_inverse(cells):
    puzzle = Puzzle(cells)
    assert puzzle.to_numpy().ravel().tolist() == cells
    assert Puzzle(puzzle.line) == Puzzle(puzzle.to_dict()) == Puzzle(puzzle.to("grid")) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle


@given(st.integers(0, 2**64 - 1))
def test_an_isomorph_keeps_canonical_form_and_number_of_solutions(seed):
    puzzle = Puzzle("12..3..........4")
    shuffled = puzzle.shuffle(seed=seed)
    assert shuffled.canonical() == puzzle.canonical()
    assert shuffled.count(None) == puzzle.count(None)
