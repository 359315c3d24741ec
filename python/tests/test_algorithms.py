"""One run of one algorithm."""

import pickle

import pytest
import sudolab
from puzzles import EASY, EASY_SOLUTION, HARD, SEVERAL
from sudolab import Puzzle


def test_every_algorithm_is_described_and_runs():
    known = sudolab.algorithms()
    assert len(known) >= 30 and known["annealing"].uses_seed
    for name in known:
        outcome = sudolab.run(name, EASY, seed=1, ticks=2000, time_limit=5)
        assert outcome.algorithm == name and outcome.verdict != "wrong"
        assert outcome.solution in (None, EASY_SOLUTION)


def test_the_same_seed_gives_the_same_run():
    first, again = (sudolab.run("annealing", HARD, seed=5, ticks=10**7) for _ in range(2))
    assert (first.ticks, first.verdict) == (again.ticks, again.verdict)
    assert sudolab.run("annealing", HARD, seed=6, ticks=10**7).ticks != first.ticks


def test_limits_and_settings_are_kept():
    assert sudolab.run("boltzmann", HARD, ticks=10).verdict == "tick-limit"
    assert sudolab.run("annealing-chi-lange", SEVERAL, time_limit=0.05).seconds < 5
    rules = sudolab.run("rules-human", HARD, rules=["naked-single"], guess="no")
    assert rules.verdict == "unsolved"
    with pytest.raises(sudolab.BoardError):
        sudolab.run("rules-human", Puzzle("1..............."))


def test_a_notebook_shows_what_there_is_as_tables():
    known = sudolab.algorithms()
    shown = known._repr_html_()
    assert shown.count("<tr>") == 1 + len(known) and "<td>Dancing links</td>" in shown
    assert known == dict(known) and pickle.loads(pickle.dumps(known))._repr_html_() == shown
    assert "<td>Dancing links</td>" in known["dlx"]._repr_html_()
    techniques = sudolab.techniques()
    assert techniques._repr_html_().count("<tr>") == 1 + len(techniques)
    assert "<td>X-Wing</td>" in techniques["x-wing"]._repr_html_()
    for value, words in (
        (Puzzle(EASY).rate(), "<th>ER, EP, ED</th><td>1.2, "),
        (Puzzle(EASY).check(), "<th>status</th><td>unique</td>"),
        (Puzzle(EASY).count(), "<th>complete</th><td>yes</td>"),
        (sudolab.run("dlx", EASY), f"<th>solution</th><td>{EASY_SOLUTION}</td>"),
        (sudolab.trace("dlx", EASY), "<td>end</td><td>1</td>"),
    ):
        assert words in value._repr_html_(), value
    # What says nothing is left out.
    assert "reason" not in Puzzle(EASY).check()._repr_html_()
    assert "reason" in Puzzle(SEVERAL).check()._repr_html_()
