"""Studies from Python: plans, rows, reports, own algorithms."""

import gc
import time
import weakref

import numpy as np
import pytest
import sudolab
from puzzles import EASY, naive, told

PLAN = {
    "name": "small",
    "seed": 7,
    "algorithms": ["dlx", {"id": "annealing", "label": "warm", "set": {"temperature": 0.5}}],
    "puzzles": [{"builtin": "top95", "take": 3}],
    "protocol": {"kind": "fixed", "runs": 2, "time_limit": "5s", "tick_limit": 20000},
}


def test_a_study_runs_keeps_its_rows_and_reports(tmp_path):
    study = sudolab.Study(PLAN, tmp_path)
    assert (study.name, study.algorithms, study.missing()) == ("small", ["dlx", "warm"], 12)
    seen = []
    report = study.run(progress=lambda done, total: seen.append((done, total)))
    assert study.missing() == 0 and seen[-1][0] <= 12
    rows = study.rows()
    assert len(rows) == 12 and rows.to_numpy().min() > 0
    assert study.to_arrow().num_rows == 12 == len(rows.to_pandas())
    assert report.answer and report.page.exists() and "dlx" in str(report)
    assert report.figures and report.figure(report.figures[0].stem).startswith("<svg")
    # A notebook shows the answer, the standings and a figure.
    shown = report._repr_html_()
    assert "<p>" in shown and "<svg" in shown and shown.count("<tr>") == 1 + 2
    standings = report.table()
    assert {row["algorithm"] for row in standings} == {"dlx", "warm"}
    assert all(f"<td>{row['algorithm']}</td>" in shown for row in standings)
    assert "12 of 12" in study._repr_html_()
    with pytest.raises(KeyError, match="algorithms"):
        report.table("none such")
    with pytest.raises(KeyError):
        report.figure("none such")
    # The same call goes on with nothing.
    assert told(sudolab.Study(PLAN, tmp_path).run() and study.rows()) == told(rows)


def test_plans_come_as_file_text_name_and_mapping(tmp_path):
    (tmp_path / "mine.txt").write_text(EASY + "\n")
    text = 'name = "by file"\nalgorithms = ["fast"]\n[[puzzles]]\nfile = "mine.txt"\n'
    (tmp_path / "plan.toml").write_text(text)
    assert sudolab.Study(tmp_path / "plan.toml", tmp_path / "a").missing() == 1
    assert sudolab.Study(str(tmp_path / "plan.toml"), tmp_path / "b").name == "by file"
    inline = text.replace("mine.txt", str(tmp_path / "mine.txt"))
    assert sudolab.Study(inline, tmp_path / "c").missing() == 1
    assert len(sudolab.Study("quick", tmp_path / "d").algorithms) > 20


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ("no-such-file.toml", "no-such-file"),
        ({**PLAN, "algorithms": ["fastt"]}, "fastt"),
        ({**PLAN, "puzzles": [{"builtin": "nothing"}]}, "nothing"),
        ({**PLAN, "colour": "red"}, "colour"),
        ("name = ", "TOML"),
    ],
)
def test_a_plan_that_cannot_be_used_says_why(plan, words, tmp_path):
    with pytest.raises(sudolab.StudyError, match=words):
        sudolab.Study(plan, tmp_path)


def test_a_plan_is_run_with_other_algorithms_than_its_own(tmp_path):
    study = sudolab.Study(PLAN, tmp_path, instead=["fast", "dlx"])
    assert study.algorithms == ["fast", "dlx"] and study.missing() == 12
    with pytest.raises(sudolab.StudyError, match="fastt"):
        sudolab.Study(PLAN, tmp_path, instead=["fastt"])
    with pytest.raises(sudolab.UsageError):
        sudolab.Study(PLAN, tmp_path, instead="fast")
    with pytest.raises(sudolab.StudyError, match="no list of algorithms"):
        sudolab.Study('name = "x"\n', tmp_path, instead=["fast"])


def test_a_folder_with_another_study_is_left_alone(tmp_path):
    sudolab.Study(PLAN, tmp_path).run()
    other = sudolab.Study({**PLAN, "seed": 8}, tmp_path)
    with pytest.raises(sudolab.StudyError, match="seed"):
        other.run()
    with pytest.raises(sudolab.UsageError):
        sudolab.Study(7, tmp_path)


def mine(clues):
    """Fills a 4x4 board by trying; gives up on larger ones."""
    if clues.shape != (4, 4):
        return None
    return next(naive(clues.ravel().tolist()), None)


def test_an_own_algorithm_enters_a_study_and_is_checked_and_timed(tmp_path):
    seeds = []

    def seeded(clues, seed):
        seeds.append(seed)
        return None

    def liar(clues):
        return np.ones_like(clues)

    def broken(clues):
        raise RuntimeError("out of ideas")

    def late(clues):
        return "1234341221434321" if clues[0, 0] else None

    (tmp_path / "small.txt").write_text("1...............\n..3.............\n")
    plan = {
        "name": "own",
        "algorithms": ["backtrack-thesis"],
        "puzzles": [{"file": str(tmp_path / "small.txt")}],
        "protocol": {"kind": "fixed", "runs": 2, "time_limit": "5s"},
    }
    own = {"mine": mine, "seeded": seeded, "liar": liar, "broken": broken, "late": late}
    study = sudolab.Study(plan, tmp_path / "out", algorithms=own)
    report = study.run(jobs=1)
    rows = study.rows().to_pandas()
    verdicts = rows.groupby("label")["verdict"].agg(lambda v: sorted(set(v)))
    assert verdicts["mine"] == ["solved"] and verdicts["backtrack-thesis"] == ["solved"]
    assert verdicts["seeded"] == ["unsolved"] and verdicts["liar"] == ["wrong"]
    assert verdicts["broken"] == ["panicked"] and verdicts["late"] == ["solved", "unsolved"]
    assert rows[rows.label == "broken"]["note"].str.contains("out of ideas").all()
    assert (rows[rows.label == "mine"]["cpu_seconds"] > 0).all()
    assert set(rows[rows.label == "mine"]["algorithm"]) == {"python-mine"}
    assert len(set(seeds)) >= 4 and report.page.exists()
    # The report says which of them are Python.
    assert set(rows[rows.label != "backtrack-thesis"]["family"]) == {"Python"}
    page = report.page.read_text(encoding="utf-8")
    standings = page[page.index("Every algorithm, best first") :]
    told_of = standings[standings.index(">mine<") :].split("</tr>")[0]
    assert ">Python<" in told_of
    native = standings[standings.index(">backtrack-thesis<") :].split("</tr>")[0]
    assert ">exact<" in native and ">Python<" not in native
    # The same function under the same name goes on.
    assert sudolab.Study(plan, tmp_path / "out", algorithms=own).missing() == 0


def test_an_own_algorithm_that_does_not_return_is_ended_by_its_limit(tmp_path):
    tidied = []

    def endless(clues):
        try:
            while True:
                pass
        finally:
            tidied.append(len(tidied))

    def stubborn(clues):
        for _ in range(2):
            try:
                while True:
                    pass
            except BaseException:
                pass
        return None

    plan = {
        **PLAN,
        "algorithms": ["dlx"],
        "puzzles": [{"builtin": "top95", "take": 1}],
        "protocol": {"kind": "fixed", "runs": 1, "time_limit": "0.3s"},
    }
    own = {"endless": endless, "stubborn": stubborn, "mine": mine}
    study = sudolab.Study(plan, tmp_path, algorithms=own)
    began = time.monotonic()
    study.run(jobs=1)
    assert time.monotonic() - began < 60
    rows = study.rows().to_pandas().set_index("label")
    assert rows.loc["endless", "verdict"] == "time-limit" == rows.loc["stubborn", "verdict"]
    # The limit is CPU time; where the machine gives a thread none, ten times as long on the wall.
    cpu, wall = rows.loc["endless", ["cpu_seconds", "wall_seconds"]]
    assert (cpu >= 0.3 or wall >= 3) and tidied
    # What runs after it is not touched.
    assert rows.loc["mine", "verdict"] == "unsolved" and rows.loc["dlx", "verdict"] == "solved"


def test_a_function_is_kept_no_longer_than_its_study(tmp_path):
    class Held:
        pass

    def study_with(held, folder):
        def own(clues):
            return None if held else None

        return sudolab.Study(PLAN, folder, algorithms={"own": own})

    held = Held()
    alive = weakref.ref(held)
    study = study_with(held, tmp_path)
    del held
    gc.collect()
    assert alive() is not None
    del study
    gc.collect()
    assert alive() is None
    # The name is free again, and several may have it at once.
    first, second = (study_with(number, tmp_path / str(number)) for number in (0, 1))
    assert first.algorithms == second.algorithms == ["dlx", "warm", "own"]


def test_what_cannot_be_an_algorithm_is_refused(tmp_path):
    for wrong in (5, lambda: None, lambda a, b, c: None):
        with pytest.raises(sudolab.UsageError):
            sudolab.Study(PLAN, tmp_path, algorithms={"wrong": wrong})
    with pytest.raises(sudolab.StudyError, match="two algorithms"):
        sudolab.Study(PLAN, tmp_path, algorithms={"dlx": mine})


def test_a_paper_is_reproduced_in_small(tmp_path):
    report = sudolab.reproduce("gauge", tmp_path, scale=0.02)
    assert report.page.exists() and report.answer and report.text
    with pytest.raises(sudolab.UsageError, match="thesis"):
        sudolab.reproduce("bible", tmp_path)
