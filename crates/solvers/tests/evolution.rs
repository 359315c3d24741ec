//! What the evolved sequences, boards and colonies must show.

use sudolab_clock::unlimited;
use sudolab_grid::{Board, Grid, Puzzle};
use sudolab_solvers::evolution::{TrailError, audit, replay};
use sudolab_solvers::{Budget, Event, Fate, Outcome, RunVerdict, Task, registry};
use sudolab_testkit::{carried, table};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn task(id: &str) -> Task {
    Task::new(registry::find(id).unwrap())
}

fn solve(task: &Task, puzzle: &Puzzle, ticks: u64) -> Outcome {
    task.clone().budget(Budget::ticks(ticks)).solve(puzzle, &unlimited()).unwrap()
}

/// Solved runs with a trail: the published form, ours, and ours blind.
fn trails() -> Vec<(Puzzle, Outcome)> {
    let easy: Puzzle = EASY.parse().unwrap();
    let hard: Puzzle = HARD.parse().unwrap();
    let blind = task("gauge").set("feedback", "total").unwrap();
    let runs = [
        (task("gauge-2006"), &easy),
        (task("gauge"), &easy),
        (task("gauge"), &hard),
        (blind, &easy),
    ];
    let mut all = Vec::new();
    for (task, puzzle) in runs {
        for seed in 1..4 {
            let outcome = solve(&task.clone().seed(seed), puzzle, 1_000_000);
            assert_eq!(outcome.verdict, RunVerdict::Solved, "{task:?}");
            all.push((puzzle.clone(), outcome));
        }
    }
    all
}

fn renumbered(trail: &[String]) -> Vec<String> {
    let text = |line: &String| line.split_once(". ").unwrap().1.to_owned();
    trail.iter().enumerate().map(|(i, line)| format!("{}. {}", i + 1, text(line))).collect()
}

#[test]
fn the_trail_of_every_solved_run_replays_to_the_solution() {
    for (puzzle, outcome) in trails() {
        assert_eq!(replay(&puzzle, &outcome.trail).ok(), outcome.solution, "{:?}", outcome.trail);
    }
}

#[test]
fn a_trail_with_a_step_left_out_is_rejected() {
    for (puzzle, outcome) in trails() {
        for left_out in 0..outcome.trail.len() {
            let mut trail = outcome.trail.clone();
            trail.remove(left_out);
            if left_out < trail.len() {
                let line = left_out + 1;
                assert_eq!(replay(&puzzle, &trail), Err(TrailError::Number { line }));
            }
            let trail = renumbered(&trail);
            assert!(replay(&puzzle, &trail).is_err(), "{} left out", outcome.trail[left_out]);
        }
    }
}

#[test]
fn a_trail_with_another_digit_cell_or_rule_is_rejected() {
    for (puzzle, outcome) in trails() {
        for (i, line) in outcome.trail.iter().enumerate() {
            let (head, last) = line.split_at(line.len() - 1);
            let other = if last == "9" {
                "1".to_owned()
            } else {
                format!("{}", last.parse::<u8>().unwrap() + 1)
            };
            let forged = [
                format!("{head}{other}"),
                line.replace("RowFill row", "RowFill column"),
                line.replace("SliceDice", "RowFill"),
                line.replace("NakedPair", "NakedTriple"),
                line.replace(": r", ": rr"),
                line.replace(" loses ", " = "),
                String::new(),
            ];
            for forged in forged.into_iter().filter(|f| f != line) {
                let mut trail = outcome.trail.clone();
                trail[i] = forged;
                assert!(replay(&puzzle, &trail).is_err(), "{line} became {}", trail[i]);
            }
        }
    }
}

#[test]
fn a_trail_proves_nothing_about_another_puzzle() {
    let all = trails();
    let other: Puzzle = HARD.parse().unwrap();
    assert!(replay(&other, &all[0].1.trail).is_err());
    let conflict: Puzzle = format!("55{}", ".".repeat(79)).parse().unwrap();
    assert_eq!(replay(&conflict, &all[0].1.trail), Err(TrailError::Puzzle));
    assert_eq!(replay::<String>(&other, &[]), Err(TrailError::Unfinished { blanks: 64 }));
}

#[test]
fn a_trail_names_its_steps_as_people_read_them() {
    let outcome = solve(&task("gauge").seed(1), &EASY.parse().unwrap(), 1_000_000);
    assert_eq!(outcome.trail.len(), 51, "one line for each blank: {:#?}", outcome.trail);
    assert!(outcome.trail[0].starts_with("1. "));
    assert!(outcome.trail.iter().all(|line| line.contains(" = ")));
}

#[test]
fn clues_in_conflict_are_given_up_at_once() {
    let conflict: Puzzle = format!("55{}", ".".repeat(79)).parse().unwrap();
    for id in ["gauge-2006", "gauge", "genetic-cultural", "genetic", "ant-colony"] {
        let outcome = solve(&task(id), &conflict, 1000);
        assert_eq!((outcome.verdict, outcome.ticks), (RunVerdict::GaveUp, 0), "{id}");
    }
}

#[test]
fn boards_of_other_sizes_and_kinds_are_filled() {
    let classic = Board::classic();
    let boards = [
        Board::of_size(4).unwrap(),
        Board::of_size(6).unwrap(),
        Board::latin(7).unwrap(),
        Board::of_size(12).unwrap(),
        classic.with_extra(&classic.diagonals()).unwrap(),
    ];
    for board in boards {
        let puzzle = Puzzle::new(Grid::empty(board.clone()));
        for id in ["genetic-cultural", "genetic", "ant-colony"] {
            let weak = id == "genetic-cultural" && board.size() > 9;
            let verdict = solve(&task(id), &puzzle, if weak { 1000 } else { 20_000_000 }).verdict;
            assert!(verdict == RunVerdict::Solved || weak, "{id} on {board}: {verdict}");
        }
    }
}

#[test]
fn a_run_that_ends_early_still_shows_its_best_board() {
    let puzzle: Puzzle = HARD.parse().unwrap();
    for id in ["gauge-2006", "gauge", "genetic-cultural", "genetic", "ant-colony"] {
        let outcome = solve(&task(id), &puzzle, 300);
        let best = outcome.best.expect("a best board");
        let keeps_clues = puzzle.clues().filled().all(|(c, d)| best.board[c.index()] == d.value());
        assert!(best.cost > 0.0 && best.cost.is_finite() && keeps_clues, "{id}: {best:?}");
    }
}

#[test]
fn published_gauge_solves_puzzles_of_53_blanks_in_800_generations() {
    let lines = carried::puzzles("royle17.txt.gz");
    let mut tried = 0;
    for line in lines.iter().step_by(4001) {
        let puzzle: Puzzle = line.parse().unwrap();
        let singles = task("gauge").set("tiers", "singles").unwrap();
        let Some(solution) = solve(&singles, &puzzle, 100_000).solution else { continue };
        let mut grid = puzzle.clues().clone();
        let blanks: Vec<_> = grid.blanks().collect();
        blanks.iter().step_by(5).take(11).for_each(|&c| grid.set(c, solution.digit(c)));
        let eased = Puzzle::new(grid);
        assert_eq!(eased.n_clues(), 28);
        let outcome = solve(&task("gauge-2006"), &eased, u64::MAX);
        assert_eq!(outcome.verdict, RunVerdict::Solved, "{eased}");
        tried += 1;
    }
    assert!(tried >= 3, "only {tried} of the sample fall to singles");
}

#[test]
fn locked_candidates_and_pairs_open_puzzles_that_singles_leave_shut() {
    let graded = table::rows(&carried::text("golden/ratings.csv.gz"), ["puzzle", "qqwing_grade"]);
    let intermediate: Vec<&String> =
        graded.iter().filter(|[_, grade]| grade == "intermediate").map(|[line, _]| line).collect();
    assert!(intermediate.len() >= 11, "{} intermediate puzzles", intermediate.len());
    for line in intermediate.into_iter().take(11) {
        let puzzle: Puzzle = line.parse().unwrap();
        let with = |tiers| solve(&task("gauge").set("tiers", tiers).unwrap(), &puzzle, 200_000);
        assert_eq!(with("singles").verdict, RunVerdict::GaveUp, "{puzzle}");
        let outcome = with("singles,locked,pairs,triples");
        assert_eq!(outcome.verdict, RunVerdict::Solved, "{puzzle}");
        assert_eq!(replay(&puzzle, &outcome.trail).ok(), outcome.solution);
        assert!(outcome.trail.iter().any(|line| line.contains(" loses ")));
    }
}

#[test]
fn a_run_of_gauge_goes_on_after_its_first_success_when_asked() {
    let easy: Puzzle = EASY.parse().unwrap();
    let to_the_end = task("gauge-2006").set("stop", "end").unwrap();
    let (mut best, mut placed, mut fates) = (Vec::new(), Vec::new(), Vec::new());
    let mut observer = |_: u64, event: &Event<'_>| {
        if let Event::Program(program) = event {
            assert!(program.mean_fitness <= program.best_fitness);
            assert!(program.mean_successes <= program.most_successes as f64);
            best.push(program.best_fitness);
            placed.push(program.most_placed);
            fates.push(program.fates.to_vec());
        }
    };
    let mut solver = to_the_end.build().unwrap();
    let outcome =
        to_the_end.run(&mut *solver, &easy, 0, Some(&mut observer), &unlimited()).unwrap();
    assert_eq!((outcome.verdict, outcome.ticks), (RunVerdict::Solved, 100 + 800 * 100));
    assert_eq!(replay(&easy, &outcome.trail).ok(), outcome.solution);
    assert_eq!(best.len(), 801, "the first population and each generation");
    // All 51 numbers are placed long before the end, and the fitness still rises.
    let success = placed.iter().position(|&n| n == 51).unwrap();
    assert!(
        success < 700 && best[800] > best[success],
        "{success}: {} {}",
        best[success],
        best[800]
    );
    // Successes have moved to the front.
    let place = |fates: &[Fate]| {
        let hits =
            fates.iter().enumerate().filter(|(_, f)| matches!(f, Fate::Placed | Fate::PlacedTwo));
        let (sum, n) = hits.fold((0, 0), |(sum, n), (i, _)| (sum + i, n + 1));
        (sum as f64 / n as f64, n)
    };
    let ((early, few), (late, many)) = (place(&fates[0]), place(&fates[800]));
    assert!(many > few && late < early + 10.0 && many >= 40, "{early} {few} {late} {many}");
    let first = solve(&task("gauge-2006"), &easy, 1_000_000);
    assert_eq!(first.ticks.div_ceil(100) - 1, success as u64, "the same stream of randomness");
}

#[test]
fn an_audit_gives_the_steps_as_data() {
    for (puzzle, outcome) in trails() {
        let audit = audit(&puzzle, &outcome.trail).unwrap();
        assert_eq!(Some(audit.solution), outcome.solution);
        let lines = audit.steps.iter().enumerate().map(|(i, step)| format!("{}. {step}", i + 1));
        assert_eq!(lines.collect::<Vec<_>>(), outcome.trail);
    }
}
