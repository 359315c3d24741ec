//! The batch engine, built for every instruction set this machine has, against the naive
//! solver and against known counts.

use sudolab_exact::naive::NaiveBoard;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::{BatchCount, BatchEngine, InstructionSet};
use sudolab_grid::random::Random;
use sudolab_testkit::outside;

#[test]
fn every_engine_agrees_with_the_naive_solver_on_random_puzzles() {
    let mut puzzles = Vec::new();
    let mut rng = Random::new(1);
    for n_clues in [18, 22, 26, 30, 34, 40, 60, 81] {
        for _ in 0..12 {
            puzzles.push(from_a_full_grid(&mut rng, n_clues));
            puzzles.push(spoilt(&mut rng, n_clues));
            puzzles.push(scattered(&mut rng, n_clues / 3));
        }
    }
    let naive = NaiveBoard::nine();
    for limit in [1, 2, 50] {
        let expected: Vec<u64> =
            puzzles.iter().map(|clues| naive.count(&allowed(clues), limit)).collect();
        for (name, verdicts) in run_all(&puzzles, limit) {
            for (k, verdict) in verdicts.iter().enumerate() {
                assert_eq!(
                    verdict.solutions, expected[k],
                    "{name:?}, limit {limit}: {:?}",
                    puzzles[k]
                );
                check_solution(&puzzles[k], verdict);
            }
        }
    }
}

#[test]
fn a_verdict_does_not_depend_on_the_other_puzzles_of_the_batch() {
    let mut rng = Random::new(2);
    let puzzles: Vec<Clues> = (0..700).map(|k| from_a_full_grid(&mut rng, 19 + k % 17)).collect();
    for limit in [1, 2, 3, 7, 100] {
        let whole = run(&mut BatchEngine::new(), &puzzles, limit);
        for size in [1, 3, 64, 300] {
            let mut engine = BatchEngine::new();
            let n = if size == 1 { 60 } else { puzzles.len() };
            let parts: Vec<BatchCount> =
                puzzles[..n].chunks(size).flat_map(|part| run(&mut engine, part, limit)).collect();
            for k in 0..n {
                assert_eq!(parts[k], whole[k], "limit {limit}, batches of {size}, puzzle {k}");
            }
        }
    }
}

#[test]
fn all_instruction_sets_give_the_same_verdicts_to_the_last_guess() {
    let mut rng = Random::new(3);
    let puzzles: Vec<Clues> = (0..600).map(|k| from_a_full_grid(&mut rng, 20 + k % 12)).collect();
    for limit in [1, 2, 1000] {
        let all = run_all(&puzzles, limit);
        for (name, verdicts) in &all {
            assert_eq!(verdicts, &all[0].1, "{name:?}, limit {limit}");
        }
    }
}

#[test]
fn restricted_candidates_are_respected() {
    let mut rng = Random::new(4);
    let naive = NaiveBoard::nine();
    let puzzles: Vec<[u16; 81]> = (0..150)
        .map(|k| {
            let solution = from_a_full_grid(&mut rng, 81);
            // Every third puzzle need not admit the grid it was made from.
            let kept = if k % 3 == 0 { 75 } else { 81 };
            let mut masks = [0u16; 81];
            for cell in 0..81 {
                let noise = rng.bits() as u16 & rng.bits() as u16 & 0x1ff;
                let digit = 1 << (solution.0[cell] - 1);
                masks[cell] = if cell < kept { noise | digit } else { noise };
            }
            masks
        })
        .collect();
    for name in InstructionSet::ALL {
        let Some(mut engine) = BatchEngine::with(name) else { continue };
        let mut verdicts = vec![BatchCount::NONE; puzzles.len()];
        engine.run_candidates(&puzzles, 20, &mut verdicts);
        let mut some = 0;
        for (masks, verdict) in puzzles.iter().zip(&verdicts) {
            let allowed: Vec<u64> = masks.iter().map(|&mask| u64::from(mask)).collect();
            assert_eq!(verdict.solutions, naive.count(&allowed, 20), "{name:?}: {masks:?}");
            some += verdict.solutions;
        }
        assert!(some > 0, "the puzzles should not all be impossible");
    }
}

#[test]
fn odd_batches_are_no_trouble() {
    let mut engine = BatchEngine::new();
    engine.run(&[], 2, &mut []);
    let blank = [Clues([0; 81])];
    assert_eq!(run(&mut engine, &blank, 0), [BatchCount::NONE]);
    assert_eq!(run(&mut engine, &blank, 1)[0].solutions, 1);
    assert_eq!(run(&mut engine, &blank, 20_000)[0].solutions, 20_000);
    assert_eq!(run(&mut engine, &[Clues([10; 81])], 2)[0].solutions, 0, "no digit is a ten");
}

#[test]
fn the_edge_cases_have_their_known_counts() {
    let Some(text) = outside::shared("edge/invalid_and_edge_cases.tsv") else { return };
    let (mut puzzles, mut counts) = (Vec::new(), Vec::new());
    for line in text.lines().skip(1) {
        let mut fields = line.split('\t');
        puzzles.push(parse(fields.next().expect("a puzzle")));
        counts.push(fields.next().expect("a count").to_owned());
    }
    for (name, verdicts) in run_all(&puzzles, 2000) {
        for (verdict, count) in verdicts.iter().zip(&counts) {
            let expected = count.trim_start_matches(">=").parse::<u64>().expect("a number");
            assert_eq!(verdict.solutions, expected, "{name:?}");
        }
    }
}

#[test]
fn the_multi_solution_puzzles_have_their_known_counts() {
    let Some(text) = outside::shared("edge/serg_multi_solution.tsv") else { return };
    let rows: Vec<(Clues, u64)> = text
        .lines()
        .skip(1)
        .map(|line| {
            let mut fields = line.split('\t');
            let clues = parse(fields.next().expect("a puzzle"));
            (clues, fields.next().expect("a count").parse().expect("a number"))
        })
        .collect();
    let puzzles: Vec<Clues> = rows.iter().map(|row| row.0).collect();
    let verdicts = run(&mut BatchEngine::new(), &puzzles, u64::MAX);
    for (row, verdict) in rows.iter().zip(&verdicts) {
        assert_eq!(verdict.solutions, row.1, "{:?}", row.0);
        check_solution(&row.0, verdict);
    }
}

#[test]
fn the_puzzles_of_the_large_files_have_one_solution_each() {
    for file in [
        "9x9/royle17_49158.txt",
        "9x9/generated_minimal_random.txt",
        "9x9/magictour_top1465.txt",
        "9x9/forum_hardest_1106.tsv",
        "9x9/forum_hardest_1905_11plus.txt",
    ] {
        let Some(lines) = outside::shared_lines(file) else { continue };
        let puzzles: Vec<Clues> = lines.iter().map(|line| parse(line)).collect();
        let verdicts = run(&mut BatchEngine::new(), &puzzles, 2);
        for (clues, verdict) in puzzles.iter().zip(&verdicts) {
            assert_eq!(verdict.solutions, 1, "{file}: {clues:?}");
            check_solution(clues, verdict);
        }
    }
}

fn run(engine: &mut BatchEngine, puzzles: &[Clues], limit: u64) -> Vec<BatchCount> {
    let mut verdicts = vec![BatchCount::NONE; puzzles.len()];
    engine.run(puzzles, limit, &mut verdicts);
    verdicts
}

fn run_all(puzzles: &[Clues], limit: u64) -> Vec<(InstructionSet, Vec<BatchCount>)> {
    let engines = InstructionSet::ALL.into_iter().filter_map(BatchEngine::with);
    engines.map(|mut engine| (engine.instructions(), run(&mut engine, puzzles, limit))).collect()
}

/// A verdict's solution keeps the clues and the rules, and is there if there are any.
fn check_solution(clues: &Clues, verdict: &BatchCount) {
    if verdict.solutions == 0 {
        assert_eq!(verdict.solution, [0; 81]);
        return;
    }
    let digits = verdict.solution;
    for cell in 0..81 {
        assert!(clues.0[cell] == 0 || clues.0[cell] == digits[cell], "a clue was changed");
    }
    for house in NaiveBoard::nine().houses {
        let seen = house.iter().fold(0u32, |seen, &cell| seen | 1 << digits[cell]);
        assert_eq!(seen, 0b11_1111_1110, "a house lacks a digit: {digits:?}");
    }
}

fn parse(line: &str) -> Clues {
    let mut clues = Clues([0; 81]);
    for (cell, byte) in line.bytes().take(81).enumerate() {
        clues.0[cell] = if byte.is_ascii_digit() { byte - b'0' } else { 0 };
    }
    clues
}

fn allowed(clues: &Clues) -> Vec<u64> {
    clues.0.iter().map(|&clue| if clue > 0 { 1 << (clue - 1) } else { 0x1ff }).collect()
}

/// Some cells of a shuffled full grid: at least one solution, often many.
fn from_a_full_grid(rng: &mut Random, n_clues: usize) -> Clues {
    let (rows, columns) = (shuffled_lines(rng), shuffled_lines(rng));
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    rng.shuffle(&mut digits);
    let mut order: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut order);
    let mut clues = Clues([0; 81]);
    for &cell in &order[..n_clues] {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        clues.0[cell] = digits[(row % 3 * 3 + row / 3 + column) % 9];
    }
    clues
}

fn shuffled_lines(rng: &mut Random) -> Vec<usize> {
    let mut bands = [0, 1, 2];
    rng.shuffle(&mut bands);
    let mut lines = Vec::new();
    for band in bands {
        let mut inner = [0, 1, 2];
        rng.shuffle(&mut inner);
        lines.extend(inner.map(|k| band * 3 + k));
    }
    lines
}

/// As above with one clue changed: mostly impossible, sometimes for deep reasons.
fn spoilt(rng: &mut Random, n_clues: usize) -> Clues {
    let mut clues = from_a_full_grid(rng, n_clues);
    let cell = rng.index(81);
    clues.0[cell] = 1 + rng.index(9) as u8;
    clues
}

/// Clues at random: conflicts, contradictions, many solutions.
fn scattered(rng: &mut Random, n_clues: usize) -> Clues {
    let mut clues = Clues([0; 81]);
    for _ in 0..n_clues {
        clues.0[rng.index(81)] = 1 + rng.index(9) as u8;
    }
    clues
}
