use super::*;
use sudolab_grid::halt::Halt;
use sudolab_grid::rule::Rule;
use sudolab_grid::{Board, Cell, Digit, Grid, Puzzle, Solution};

fn puzzle(board: &std::sync::Arc<Board>, line: &str, rules: &[&str]) -> Puzzle {
    let rules = rules.iter().map(|text| Rule::from_text(text, board).unwrap()).collect();
    Puzzle::new(board.grid_from_line(line).unwrap()).with_rules(rules).unwrap()
}

/// All steps of a puzzle, each confirmed, and how it ended.
fn told(puzzle: &Puzzle) -> (Vec<Step>, End, Position) {
    let halt = Halt::never();
    let mut path = Path::new(Position::new(puzzle).unwrap(), &halt);
    let mut steps = Vec::new();
    for (before, step) in path.by_ref() {
        match check(&before, &step) {
            Ok(()) | Err(Fault::TooLarge) => {}
            Err(fault) => panic!("{}: {fault}", words(&before, &step)),
        }
        steps.push(step);
    }
    (steps, path.end().unwrap(), path.position().clone())
}

/// Grid of a small killer: every cage of two cells of it, as rules.
fn small_killer() -> Puzzle {
    let board = Board::of_size(4).unwrap();
    // 1 2 | 3 4
    // 3 4 | 1 2
    // 2 1 | 4 3
    // 4 3 | 2 1
    let cages = [
        "cage 3 r1c1 r1c2",
        "cage 4 r1c3 r2c3",
        "cage 6 r1c4 r2c4",
        "cage 7 r2c1 r2c2",
        "cage 6 r3c1 r4c1",
        "cage 4 r3c2 r4c2",
        "cage 7 r3c3 r3c4",
        "cage 3 r4c3 r4c4",
    ];
    puzzle(&board, "................", &cages)
}

#[test]
fn a_cage_leaves_what_its_sum_allows() {
    let puzzle = small_killer();
    let position = Position::new(&puzzle).unwrap();
    let halt = Halt::never();
    let (before, step) = Path::new(position, &halt).next().unwrap();
    assert_eq!(step.technique, Technique::Rule);
    assert_eq!(check(&before, &step), Ok(()));
    let text = words(&before, &step).to_string();
    assert_eq!(
        text,
        "“cage 3 r1c1 r1c2” leaves 1 and 2 to r1c1 and 1 and 2 to r1c2. \
         So r1c1 and r1c2 are not 3 or 4."
    );
}

#[test]
fn a_step_that_a_filling_contradicts_is_not_confirmed() {
    let puzzle = small_killer();
    let position = Position::new(&puzzle).unwrap();
    let wrong = Step {
        technique: Technique::Rule,
        effect: Effect {
            eliminations: vec![(Cell::new(0), Digit::from_number(1).unwrap())],
            ..Effect::default()
        },
        reason: Reason::Rule { rule: 0, cells: vec![Cell::new(0), Cell::new(1)] },
    };
    assert_eq!(check(&position, &wrong), Err(Fault::Wrong("some filling keeps the rule")));
    let single = Step {
        technique: Technique::NakedSingle,
        effect: Effect {
            placements: vec![(Cell::new(0), Digit::from_number(1).unwrap())],
            ..Effect::default()
        },
        reason: Reason::NakedSingle,
    };
    assert!(check(&position, &single).is_err());
}

#[test]
fn a_six_by_six_puzzle_is_solved_by_its_houses() {
    let board = Board::of_size(6).unwrap();
    let line = "5....44.......6.4....26...2....1.6..";
    let solved = told(&puzzle(&board, line, &[]));
    assert_eq!(solved.1, End::Solved);
    assert!(solved.0.iter().all(|step| step.technique != Technique::Rule));
}

#[test]
fn clues_that_clash_are_refused_by_name() {
    let board = Board::of_size(4).unwrap();
    let twice = puzzle(&board, "11..............", &[]);
    assert!(Position::new(&twice).unwrap_err().to_string().contains("r1c1"));
    let cage = puzzle(&board, "1234............", &["cage 5 r1c1 r1c2"]);
    let said = Position::new(&cage).unwrap_err().to_string();
    assert!(said.contains("cage 5 r1c1 r1c2"), "{said}");
    let even = puzzle(&board, "1...............", &["even r1c1"]);
    assert!(Position::new(&even).is_err());
}

#[test]
fn cells_a_knights_move_apart_see_each_other() {
    let board = Board::of_size(9).unwrap();
    let line = format!("1{}", ".".repeat(80));
    let position = Position::new(&puzzle(&board, &line, &["jump 1 2"])).unwrap();
    let one = Digit::from_number(1).unwrap();
    let knight = board.cell_named("r2c3").unwrap();
    let corner = board.cell_named("r4c3").unwrap();
    assert!(!position.candidates(knight).contains(one));
    assert!(position.candidates(corner).contains(one));
}

#[test]
fn a_position_without_a_solution_ends_with_what_shows_it() {
    let board = Board::of_size(4).unwrap();
    let none = puzzle(&board, "................", &["cage 3 r1c1 r1c2", "cage 3 r1c3 r1c4"]);
    let (_, end, position) = told(&none);
    let End::Broken(dead) = end else { panic!("{end:?}") };
    assert!(!dead.clause(position.ground()).is_empty());
}

/// Every grid of 4x4 that keeps a puzzle, by trying all.
fn count_out(puzzle: &Puzzle) -> Vec<Grid> {
    fn fill(puzzle: &Puzzle, grid: &mut Grid, at: usize, found: &mut Vec<Grid>) {
        let Some(cell) = puzzle.board().cells().nth(at) else {
            if Solution::check(puzzle, grid.clone()).is_ok() {
                found.push(grid.clone());
            }
            return;
        };
        let allowed = puzzle.allowed(cell) & grid.open_digits(cell);
        if grid.get(cell).is_some() {
            return fill(puzzle, grid, at + 1, found);
        }
        for digit in allowed.iter() {
            grid.set(cell, digit);
            fill(puzzle, grid, at + 1, found);
            grid.clear(cell);
        }
    }
    let mut found = Vec::new();
    fill(puzzle, &mut puzzle.clues().clone(), 0, &mut found);
    found
}

#[test]
fn no_step_removes_what_some_solution_needs_whatever_the_rules() {
    let board = Board::of_size(4).unwrap();
    let mut random = sudolab_grid::random::Random::new(11);
    let name = |random: &mut sudolab_grid::random::Random| {
        format!("r{}c{}", 1 + random.below(4), 1 + random.below(4))
    };
    let (mut solved, mut kinds) = (0, std::collections::BTreeSet::new());
    for _ in 0..400 {
        let mut rules: Vec<Rule> = Vec::new();
        while rules.len() < 4 {
            let (a, b, c) = (name(&mut random), name(&mut random), name(&mut random));
            let total = 3 + random.below(8);
            let text = match random.below(9) {
                0 => format!("cage {total} {a} {b}"),
                1 => format!("sum {total} {a} {b} {c}"),
                2 => format!("thermometer {a} {b}"),
                3 => format!("whisper 2 {a} {b} {c}"),
                4 => format!("white-dot 1 {a} {b}"),
                5 => format!("even {a}"),
                6 => format!("arrow {a} / {b} {c}"),
                7 => "jump 1 2".to_owned(),
                _ => format!("either {{ cage {total} {a} {b} | greater {a} {c} }}"),
            };
            rules.extend(Rule::from_text(&text, &board).ok());
        }
        let Ok(puzzle) = Puzzle::new(Grid::empty(board.clone())).with_rules(rules) else {
            continue;
        };
        let solutions = count_out(&puzzle);
        let Ok(position) = Position::new(&puzzle) else {
            assert!(solutions.is_empty());
            continue;
        };
        let halt = Halt::never();
        let mut path = Path::new(position, &halt);
        for (before, step) in path.by_ref() {
            kinds.insert(step.technique.id());
            for solution in &solutions {
                let cell = |cell: Cell| solution.get(cell).unwrap();
                let text = || words(&before, &step).to_string();
                for &(at, digit) in &step.effect.eliminations {
                    assert_ne!(cell(at), digit, "{}", text());
                }
                for &(at, digit) in &step.effect.placements {
                    assert_eq!(cell(at), digit, "{}", text());
                }
            }
            match check(&before, &step) {
                Ok(()) | Err(Fault::TooLarge) => {}
                Err(fault) => panic!("{}: {fault}", words(&before, &step)),
            }
        }
        match path.end().unwrap() {
            End::Solved => {
                assert_eq!(solutions.len(), 1);
                assert_eq!(path.position().grid(), solutions[0]);
                solved += 1;
            }
            End::Broken(_) => assert!(solutions.is_empty()),
            End::Stuck => {}
            End::Stopped(_) => unreachable!("nothing stops it"),
        }
    }
    assert!(solved > 5, "{solved} solved");
    assert!(kinds.contains("rule") && kinds.contains("trial"), "{kinds:?}");
}

#[test]
fn a_raised_flag_ends_a_path() {
    let puzzle = small_killer();
    let flag = std::sync::atomic::AtomicBool::new(true);
    let halt = Halt::never().cancelled_by(&flag);
    let mut path = Path::new(Position::new(&puzzle).unwrap(), &halt);
    assert!(path.next().is_none());
    assert_eq!(path.end(), Some(End::Stopped(sudolab_grid::halt::Stop::Cancelled)));
}

#[test]
fn effort_counts_every_step() {
    let (steps, end, _) = told(&small_killer());
    assert!(matches!(end, End::Solved | End::Stuck), "{end:?}");
    let mut effort = Effort::default();
    steps.iter().for_each(|step| effort.add(step));
    assert_eq!(effort.n_steps, steps.len());
    assert_eq!(effort.total, steps.iter().map(Effort::price).sum::<u32>());
}

#[test]
fn what_cages_leave_of_a_house_is_told_and_confirmed() {
    let board = Board::of_size(4).unwrap();
    // 2 3 | 1 4
    // 1 4 | 2 3
    let cages = ["cage 5 r1c1 r1c2", "cage 8 r1c3 r1c4 r2c4"];
    let puzzle = puzzle(&board, "................", &cages);
    let halt = Halt::never();
    let mut path = Path::new(Position::new(&puzzle).unwrap(), &halt);
    let (before, step) =
        path.by_ref().find(|(_, step)| step.technique == Technique::HouseTotal).unwrap();
    assert_eq!(check(&before, &step), Ok(()));
    let text = words(&before, &step).to_string();
    assert!(text.contains("taken away"), "{text}");
    // The same with a rule too few does not hold.
    let Reason::Total { groups, cells, .. } = step.reason.clone() else { unreachable!() };
    let less = Step { reason: Reason::Total { groups, rules: Vec::new(), cells }, ..step };
    assert_ne!(check(&before, &less), Ok(()));
}

#[test]
fn a_forcing_step_names_every_case() {
    let board = Board::of_size(4).unwrap();
    // Whatever r1c1 is, r1c2 is the other one of 1 and 2.
    let puzzle = puzzle(&board, "................", &["one-of 1 2 r1c1 r1c2"]);
    let position = Position::new(&puzzle).unwrap();
    let halt = Halt::never();
    let mut pulse = halt.pulse();
    let quiet = super::rules::Quiet::default();
    if let Some(step) = super::forcing::find(&position, &quiet, &mut pulse).unwrap() {
        assert_eq!(check(&position, &step), Ok(()));
        let Reason::Forcing { group, cases } = step.reason.clone() else { unreachable!() };
        assert!(words(&position, &step).to_string().contains("All of them lead to the same."));
        let fewer = Reason::Forcing { group, cases: cases[1..].to_vec() };
        assert_ne!(check(&position, &Step { reason: fewer, ..step }), Ok(()));
    } else {
        panic!("r1c1 and r1c2 hold 1 and 2 between them, whichever way");
    }
}
