"""What algorithms tell while they run, as arrays."""

import pickle

import numpy as np
import pytest
import sudolab
from puzzles import EASY, HARD, SEVENTEEN
from sudolab import Puzzle


def test_every_algorithm_tells_a_trace_whose_arrays_fit_together():
    for name in sudolab.algorithms():
        trace = sudolab.trace(name, EASY, seed=1, ticks=300, events=400)
        n = trace.n_events
        assert trace.ticks.shape == (n,) and trace.boards.shape == (n, 81), name
        assert trace.boards.dtype == np.uint8 and trace.boards.max() <= 9
        assert (np.diff(trace.ticks.astype(np.int64)) >= 0).all()
        assert sum(trace.counts().values()) == n
        for kind, events in trace.items():
            assert all(len(column) == len(events["event"]) for column in events.values())
            assert (events["tick"] == trace.ticks[events["event"]]).all()
            assert (trace.kinds()[events["event"]] == kind).all()
        assert trace["end"]["verdict"].tolist() == [trace.outcome.verdict]
        run = sudolab.run(name, EASY, seed=1, ticks=300)
        assert (trace.outcome.verdict, trace.outcome.ticks) == (run.verdict, run.ticks), name


def test_boards_follow_from_the_events():
    trace = sudolab.trace("backtrack-thesis", HARD)
    board = Puzzle(HARD).to_numpy().ravel()
    for number, kind in enumerate(trace.kinds()):
        events = trace[kind]
        row = int(np.searchsorted(events["event"], number))
        if kind == "state":
            board = events["board"][row].copy()
        elif kind in ("guess", "assign"):
            board[events["cell"][row]] = events["digit"][row]
        elif kind == "retract":
            board[events["cell"][row]] = 0
        assert (trace.boards[number] == board).all()


def test_the_same_seed_tells_the_same_and_a_sample_tells_less():
    first, again = (sudolab.trace("annealing-lewis", HARD, seed=3, ticks=5000) for _ in range(2))
    assert first.counts() == again.counts() and (first.boards == again.boards).all()
    assert first.complete and first["energy"]["value"].dtype == np.float32
    thin = sudolab.trace("annealing-lewis", HARD, seed=3, ticks=5000, sample=500)
    assert thin.n_events < first.n_events / 10
    assert thin.outcome.ticks == first.outcome.ticks
    few = sudolab.trace("annealing-lewis", HARD, seed=3, ticks=5000, events=10)
    assert not few.complete and few.n_events == 11


def test_a_window_begins_with_the_board_as_it_stands():
    whole = sudolab.trace("backtrack-thesis", SEVENTEEN)
    part = sudolab.trace("backtrack-thesis", SEVENTEEN, first_tick=2000)
    assert part.ticks.min() >= 2000 and part.kinds()[0] == "state"
    after = whole.ticks >= 2000
    assert (whole.boards[after] == part.boards[1:]).all()


def test_fields_steps_and_populations_are_arrays():
    field = sudolab.trace("projections", HARD, ticks=2000, sample=50)["field"]
    assert field["values"].shape[1:] == (81, 9) and field["name"][0]
    steps = sudolab.trace("rules-human", EASY)["step"]
    assert steps["placed"].shape == steps["removed"].shape == (len(steps["technique"]), 81)
    solution = Puzzle(EASY).solve().to_numpy().ravel()
    placed = steps["placed"]
    assert ((placed == 0) | (placed == solution)).all() and (placed > 0).any()
    costs = sudolab.trace("ant-colony", HARD, ticks=2000)["population"]["costs"]
    assert costs.ndim == 2 and np.nanmin(costs) >= 0


def test_a_trace_shows_itself_and_can_be_pickled():
    trace = sudolab.trace("dlx", EASY)
    assert repr(trace).startswith("<Trace of dlx: ")
    again = pickle.loads(pickle.dumps(trace))
    assert again.counts() == trace.counts() and (again.boards == trace.boards).all()
    with pytest.raises(KeyError, match="end"):
        trace["temperature"]
    assert trace.get("temperature") is None and "end" in trace


@pytest.mark.parametrize(
    "options",
    [{"sample": 0}, {"sample": -1}, {"events": 1.5}, {"first_tick": -1}, {"colour": "red"}],
    ids=str,
)
def test_options_that_cannot_be_meant_are_refused(options):
    with pytest.raises(sudolab.UsageError):
        sudolab.trace("annealing", EASY, **options)
    with pytest.raises(sudolab.UnknownAlgorithm):
        sudolab.trace("annealingg", EASY)
