"""The verbs besides solving and rating: lists, proofs, other boards, files, timetables."""

import pickle
import subprocess
from pathlib import Path

import pytest
import sudolab
from puzzles import EASY, EASY_SOLUTION, HARD, NONE, SEVERAL, naive
from sudolab import Puzzle

FOUR = "12..34..2..1...."
KILLER = ".Cage~10~R1C1~R1C2~R2C1.Cage~8~R9C8~R9C9"


def test_every_solution_is_listed_once():
    few = Puzzle("1234............")
    expected = {"".join(map(str, s)) for s in naive(few.to_numpy().ravel().tolist())}
    found = few.solutions(None)
    assert {solution.line for solution in found} == expected and len(found) == len(expected)
    assert not any(solution.unique for solution in found)
    assert len(few.solutions(3)) == 3 and few.solutions(0) == []
    (only,) = Puzzle(EASY).solutions()
    assert only.line == EASY_SOLUTION and only.unique and only.to_numpy().shape == (9, 9)
    assert Puzzle(NONE).solutions() == []
    with pytest.raises(sudolab.ConflictError):
        Puzzle("11..............").solutions()
    with pytest.raises(sudolab.LimitError):
        Puzzle(SEVERAL).solutions(None, time_limit=0.05)


def test_a_certificate_is_checked_by_the_witness(tmp_path):
    from conftest import command

    text = Puzzle(HARD).certificate() + Puzzle(NONE).certificate()
    assert Puzzle(HARD).solve().line in text
    with pytest.raises(sudolab.LimitError):
        Puzzle("." * 256).certificate(time_limit=0)
    witness = command("sudolab-witness")
    if witness is None:
        pytest.skip("there is no witness; see python/test")
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_text(text)
    bad.write_text(text.replace(Puzzle(HARD).solve().line, EASY_SOLUTION))
    assert subprocess.run([witness, good], capture_output=True).returncode == 0
    assert subprocess.run([witness, bad], capture_output=True).returncode == 1


@pytest.mark.parametrize("source", [FOUR, "killer", "6x6"])
def test_other_boards_and_rules_are_explained_with_pictures(source):
    if source == FOUR:
        puzzle = Puzzle(FOUR)
    elif source == "killer":
        (puzzle,) = sudolab.generate(variants="killer", size=4, seed=3).puzzles()
    else:
        (puzzle,) = sudolab.generate(box="3x2", seed=3).puzzles()
    steps = puzzle.explain()
    assert steps.solved and steps.end.startswith("Solved in") and steps.warning is None
    assert all(step.picture.startswith("<svg") and step.text for step in steps)
    # The grid it begins with, and one for each step.
    assert steps._repr_html_().count("<svg") == len(steps) + 1
    # What the steps place is what the solution has.
    solved = puzzle.solve().to_numpy()
    for step in steps:
        for cell, digit in step.placements:
            row, column = (int(n) - 1 for n in cell[1:].split("c"))
            assert solved[row, column] == digit
    hint = puzzle.hint()
    assert hint and hint.step.picture.startswith("<svg") and str(hint)
    assert puzzle.hint(detail="area").area and not puzzle.hint(detail="area").step
    rating = puzzle.rate()
    assert rating.effort > 0 and rating.er is None and rating.hardest in rating.techniques
    with pytest.raises(sudolab.BoardError):
        puzzle.rate("se-1.2.1")
    with pytest.raises(sudolab.BoardError, match="hint"):
        puzzle.hints()
    assert pickle.loads(pickle.dumps(rating)) == rating
    full = Puzzle(puzzle.to_dict() | {"givens": puzzle.solve().line}) if source == FOUR else None
    assert full is None or full.hint().status == "solved"


def test_rules_that_cannot_hold_are_told_and_not_explained_away():
    puzzle = Puzzle(KILLER, format="iss")
    steps = puzzle.explain()
    assert not steps.solved and "more than one solution" in steps.warning
    none = Puzzle(".Cage~46~R1C1~R1C2", format="iss").explain()
    assert not none.solved and len(none) == 0
    assert "no solution" in none.warning and "cage 46 r1c1 r1c2" in none.end


def test_every_step_of_a_position_is_listed():
    steps = Puzzle(EASY).hints()
    assert len(steps) > 10 and [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert all(step.picture.startswith("<svg") for step in steps)
    assert Puzzle(EASY).hint().step.conclusion in {step.conclusion for step in steps}
    assert Puzzle(EASY_SOLUTION).hints() == []
    with pytest.raises(sudolab.ConflictError):
        Puzzle("11" + "." * 79).hints()


def test_turns_and_names_of_digits():
    puzzle = Puzzle(EASY)
    cells = puzzle.to_numpy()
    assert (puzzle.transform(rotate=90).to_numpy() == cells[::-1].T).all()
    assert (puzzle.transform(rotate=180).to_numpy() == cells[::-1, ::-1]).all()
    assert (puzzle.transform(mirror="horizontal").to_numpy() == cells[:, ::-1]).all()
    assert (puzzle.transform(mirror="vertical").to_numpy() == cells[::-1]).all()
    assert (puzzle.transform(mirror="diagonal").to_numpy() == cells.T).all()
    assert (puzzle.transform(mirror="antidiagonal").to_numpy() == cells[::-1, ::-1].T).all()
    named = puzzle.transform(relabel="987654321").to_numpy()
    assert (named == (10 - cells) * (cells > 0)).all()
    for wrong in ({}, {"rotate": 45}, {"mirror": "sideways"}, {"relabel": "112"}):
        with pytest.raises(sudolab.UsageError):
            puzzle.transform(**wrong)


def test_variants_are_made_with_their_rules():
    made = sudolab.generate(3, variants=["thermometer"], size=6, seed=5)
    puzzles = made.puzzles()
    assert all(puzzle.check() and "rules" in puzzle.to_dict() for puzzle in puzzles)
    assert made.to_list("record")[0].startswith("{")
    # The other verbs take them with their rules, which the lines alone do not tell.
    assert set(sudolab.check_many(made).to_list()) == {"unique"}
    assert "multiple" in sudolab.check_many(made.to_list("puzzle")).to_list()
    assert sudolab.solve_many(made).to_list() == made.to_list("solution")
    assert all(effort > 0 for effort in sudolab.rate_many(made).to_list("effort"))
    latin = sudolab.generate(2, size=5, box="none", seed=1)
    assert set(sudolab.check_many(latin).to_list()) == {"unique"}
    assert sudolab.generate(2, seed=1).to_list("record") == [None, None]
    with pytest.raises(sudolab.UsageError, match="nonsense"):
        sudolab.generate(variants="nonsense")


def test_ratings_of_a_mixed_batch_are_told_where_they_mean_something():
    mixed = sudolab.rate_many([EASY, FOUR])
    assert mixed.to_list("er") == [1.2, None] and mixed.to_list("effort")[0] is None
    assert mixed.to_list("effort")[1] == Puzzle(FOUR).rate().effort
    hodoku = sudolab.rate_many([EASY], "hodoku-2.2")
    assert hodoku.to_list("hardest") == [Puzzle(EASY).rate("hodoku-2.2").hardest] != [None]
    with pytest.raises(sudolab.BoardError):
        sudolab.rate_many([FOUR], "se-1.2.1")


def test_a_file_of_any_format_is_read(tmp_path):
    puzzles = [Puzzle(EASY), Puzzle(HARD)]
    for name in ("line", "grid", "sdm", "json"):
        text = sudolab.convert(f"{EASY}\n{HARD}\n", name)
        file = tmp_path / f"puzzles.{name}"
        file.write_text(text)
        assert sudolab.read(file) == puzzles == sudolab.read(text), name
    mixed = f"{EASY}\nq{EASY[1:]}\n{FOUR}\n"
    with pytest.raises(sudolab.ParseError) as error:
        sudolab.read(mixed)
    assert error.value.row == 1 and error.value.line == 2
    assert sudolab.read(mixed, errors="null") == [Puzzle(EASY), None, Puzzle(FOUR)]
    assert sudolab.read("") == []
    with pytest.raises(FileNotFoundError):
        sudolab.read(tmp_path / "none")
    for wrong in (5, None, b"1"):
        with pytest.raises(sudolab.UsageError, match="Path"):
            sudolab.read(wrong)
    with pytest.raises(sudolab.UsageError):
        sudolab.read(EASY, errors="ignore")
    with pytest.raises(sudolab.UsageError):
        sudolab.read(EASY, format="nonsense")


WEEK = """
slots: Mon, Tue, Wed
rooms: Hall, Lab
courses: Algebra, Biology, Drama
never: Drama, Mon, Lab
fixed: Algebra, Mon, Hall
"""


def test_a_timetable_is_completed_with_reasons_or_says_what_clashes():
    done = sudolab.timetable(WEEK)
    assert done and done.status == "complete" and done.table[0][0] == "Algebra"
    assert all(step.text for step in done.trail) and str(done.trail[0]).startswith("1. ")
    assert done.to_pandas().loc["Mon", "Hall"] == "Algebra" and "Algebra" in str(done)
    assert "<table>" in done._repr_html_() and "<table" in done.page and "Algebra" in done.page
    assert pickle.loads(pickle.dumps(done)) == done
    clash = sudolab.timetable(WEEK + "never: Algebra, Mon\n")
    assert not clash and clash.status == "none" and clash.clashing and clash.table is None
    assert clash.clashing[0] in clash._repr_html_()
    with pytest.raises(sudolab.ParseError):
        sudolab.timetable("nonsense")
    with pytest.raises(sudolab.UnknownAlgorithm):
        sudolab.timetable(WEEK, algorithm="fastt")


def test_the_catalogue_of_techniques_is_told():
    known = sudolab.techniques()
    assert len(known) > 100 and known["x-wing"].code == "0300" and known["x-wing"].why
    for name in ("x-wing", "xy-wing", "naked-pair", "hidden-triple", "swordfish", "w-wing"):
        found = {step.technique for step in Puzzle(known[name].example).hints()}
        assert name in found, name
    assert all(Puzzle(t.example).n_clues >= 0 for t in known.values() if t.example)
