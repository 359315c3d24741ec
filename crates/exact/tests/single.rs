//! The single-puzzle engine: its answers on puzzles with none, one and many solutions.

use std::collections::HashSet;
use std::ops::ControlFlow;

use sudolab_exact::naive::NaiveBoard;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::single::{Opening, SingleEngine};
use sudolab_grid::random::Random;
use sudolab_testkit::{carried, outside};

/// The engine in every form it has on this machine.
fn engines() -> [(&'static str, SingleEngine); 2] {
    [("detected", SingleEngine::new()), ("portable", SingleEngine::portable())]
}

fn clues(line: &str) -> Clues {
    let mut clues = [0; 81];
    for (clue, c) in clues.iter_mut().zip(line.chars()) {
        *clue = c.to_digit(10).unwrap_or(0) as u8;
    }
    Clues(clues)
}

/// The candidates that the naive solver starts from.
fn candidates(start: &Opening) -> Vec<u64> {
    match start {
        Opening::Clues(Clues(clues)) => {
            clues.iter().map(|&c| if c == 0 { 0x1ff } else { 1 << (c - 1) }).collect()
        }
        Opening::Candidates(masks) => masks.iter().map(|&m| u64::from(m)).collect(),
    }
}

/// Compares the set of solutions, up to a limit on their number, with the naive solver's.
fn agrees_with_naive(start: &Opening) -> u64 {
    const LIMIT: usize = 40;
    let board = NaiveBoard::nine();
    let mut expected = HashSet::new();
    board.for_each_solution(&candidates(start), |grid| {
        expected.insert(<[u8; 81]>::try_from(grid).unwrap());
        if expected.len() <= LIMIT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    for (name, mut engine) in engines() {
        let mut found = HashSet::new();
        engine.for_each_solution(start, |grid| {
            assert!(found.insert(*grid), "{name} gives a solution twice: {start:?}");
            if found.len() <= LIMIT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(found.len(), expected.len(), "{name}: {start:?}");
        if expected.len() <= LIMIT {
            assert_eq!(found, expected, "{name}: {start:?}");
        }
        for limit in [0, 1, 2, 17] {
            let count = engine.count(start, limit).solutions;
            assert_eq!(count, limit.min(expected.len() as u64), "{name} {limit}: {start:?}");
        }
        assert_eq!(engine.solve(start).is_some(), !expected.is_empty(), "{name}: {start:?}");
    }
    expected.len() as u64
}

/// A filled grid: a fixed pattern with digits, rows and columns in random order.
fn random_grid(random: &mut Random) -> [u8; 81] {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut digits);
    let mut order = || {
        let mut groups = [0, 1, 2];
        random.shuffle(&mut groups);
        let mut order = Vec::new();
        for group in groups {
            let mut members = [0, 1, 2];
            random.shuffle(&mut members);
            order.extend(members.map(|member| 3 * group + member));
        }
        order
    };
    let (rows, columns) = (order(), order());
    std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        digits[(row % 3 * 3 + row / 3 + column) % 9]
    })
}

#[test]
fn it_agrees_with_the_naive_solver_on_random_clues() {
    let mut random = Random::new(20);
    let mut seen = [0; 3];
    for round in 0..240 {
        let grid = random_grid(&mut random);
        let mut cells: Vec<usize> = (0..81).collect();
        random.shuffle(&mut cells);
        let mut puzzle = [0; 81];
        for &cell in &cells[..26 + random.index(30)] {
            puzzle[cell] = grid[cell];
        }
        if round % 3 == 0 {
            // One clue is wrong; often nothing is left.
            puzzle[cells[0]] = 1 + random.below(9) as u8;
        }
        let n = agrees_with_naive(&Opening::Clues(Clues(puzzle)));
        seen[n.min(2) as usize] += 1;
    }
    assert!(seen.iter().all(|&n| n >= 20), "none, one, many: {seen:?}");
}

#[test]
fn it_agrees_with_the_naive_solver_on_random_candidates() {
    let mut random = Random::new(21);
    let mut seen = [0; 3];
    for round in 0..240 {
        let grid = random_grid(&mut random);
        let share = 0.1 + 0.15 * random.unit();
        let mut masks: [u16; 81] = std::array::from_fn(|cell| {
            let mut mask = 1 << (grid[cell] - 1);
            for digit in 0..9 {
                mask |= u16::from(random.chance(share)) << digit;
            }
            mask
        });
        if round % 3 == 1 {
            // Two digits that may change places all over the grid.
            for cell in 0..81 {
                if grid[cell] <= 2 {
                    masks[cell] |= 0b11;
                }
            }
        }
        if round % 3 == 0 {
            for _ in 0..3 {
                let cell = random.index(81);
                masks[cell] &= !(1 << (grid[cell] - 1));
            }
        }
        let n = agrees_with_naive(&Opening::Candidates(masks));
        seen[n.min(2) as usize] += 1;
    }
    assert!(seen.iter().all(|&n| n >= 20), "none, one, many: {seen:?}");
}

#[test]
fn a_digit_repeated_in_any_house_leaves_no_solution() {
    for (first, second) in [(0, 8), (0, 1), (0, 72), (0, 9), (0, 10), (0, 20), (40, 44), (80, 60)] {
        for digit in 1..=9 {
            let mut puzzle = [0; 81];
            puzzle[first] = digit;
            puzzle[second] = digit;
            for (name, mut engine) in engines() {
                let count = engine.count(&Clues(puzzle).into(), 1);
                assert_eq!(count.solutions, 0, "{name}: {digit} at {first} and {second}");
            }
        }
    }
}

#[test]
fn filled_grids_are_solutions_exactly_when_they_are_valid() {
    let mut random = Random::new(22);
    for _ in 0..200 {
        let mut grid = random_grid(&mut random);
        for (name, mut engine) in engines() {
            assert_eq!(engine.solve(&Clues(grid).into()), Some(grid), "{name}");
        }
        let (a, b) = (random.index(81), random.index(81));
        let valid = grid[a] == grid[b];
        grid.swap(a, b);
        for (name, mut engine) in engines() {
            assert_eq!(engine.solve(&Clues(grid).into()).is_some(), valid, "{name}: {grid:?}");
        }
    }
}

#[test]
fn a_cell_without_candidates_leaves_no_solution() {
    for cell in 0..81 {
        let mut masks = [0x1ff; 81];
        masks[cell] = 0;
        for (name, mut engine) in engines() {
            assert_eq!(engine.count(&Opening::Candidates(masks), 1).solutions, 0, "{name}: {cell}");
        }
    }
}

#[test]
fn the_same_start_always_gives_the_same_trace() {
    let start = Opening::Clues(clues(&".".repeat(81)));
    let trace = |engine: &mut SingleEngine| {
        let mut grids = Vec::new();
        let guesses = engine.for_each_solution(&start, |grid| {
            grids.push(*grid);
            if grids.len() < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (grids, guesses)
    };
    let [(_, mut first), (_, mut second)] = engines();
    let expected = trace(&mut first);
    assert_eq!(trace(&mut first), expected);
    assert_eq!(trace(&mut second), expected);
}

#[test]
fn the_counts_of_the_edge_files_are_met() {
    for file in ["edge/invalid_and_edge_cases.tsv", "edge/serg_multi_solution.tsv"] {
        let Some(text) = outside::shared(file) else { continue };
        let mut n = 0;
        for line in text.lines().skip(1) {
            let mut fields = line.split('\t');
            let (Some(puzzle), Some(expected)) = (fields.next(), fields.next()) else { continue };
            let (limit, expected) = match expected.strip_prefix(">=") {
                Some(least) => (least.parse().unwrap(), least.parse().unwrap()),
                None => (1_000_000, expected.parse::<u64>().unwrap()),
            };
            for (name, mut engine) in engines() {
                // The portable engine is slower; a part of the large file tells enough.
                if name == "portable" && n >= 500 {
                    continue;
                }
                let count = engine.count(&clues(puzzle).into(), limit);
                assert_eq!(count.solutions, expected, "{name}: {file}: {puzzle}");
            }
            n += 1;
        }
        assert!(n > 10, "{file} has {n} puzzles");
    }
}

#[test]
fn the_carried_puzzles_have_one_solution() {
    let mut engine = SingleEngine::new();
    for file in ["royle17.txt.gz", "top95.txt"] {
        for line in carried::puzzles(file) {
            assert_eq!(engine.count(&clues(&line).into(), 2).solutions, 1, "{file}: {line}");
        }
    }
}

#[test]
fn the_puzzles_of_the_nine_by_nine_files_have_one_solution() {
    for file in [
        "9x9/royle17_49158.txt",
        "9x9/top95.txt",
        "9x9/magictour_top1465.txt",
        "9x9/forum_hardest_1905_11plus.txt",
        "9x9/forum_hardest_1106.tsv",
        "9x9/champagne_ph1910_sample.txt",
        "9x9/se_rated_hardest.tsv",
        "9x9/se_rated_exchange.tsv",
        "9x9/gsf_q2_taxonomy.txt",
        "9x9/sudocue_top10000.txt",
        "9x9/generated_minimal_random.txt",
    ] {
        let Some(lines) = outside::shared_lines(file) else { continue };
        let mut engine = SingleEngine::new();
        for line in &lines {
            assert_eq!(engine.count(&clues(line).into(), 2).solutions, 1, "{file}: {line}");
        }
        let mut portable = SingleEngine::portable();
        for line in lines.iter().step_by(20) {
            let (fast, slow) =
                (engine.solve(&clues(line).into()), portable.solve(&clues(line).into()));
            assert!(fast.is_some(), "{file}: {line}");
            assert_eq!(fast, slow, "{file}: {line}");
        }
    }
}
