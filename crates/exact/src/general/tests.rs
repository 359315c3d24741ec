use super::*;
use std::collections::BTreeSet;
use sudolab_grid::halt::Halt;
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, DigitSet};
use sudolab_testkit::outside;

/// Every solution, by the plainest search there is.
fn naive(puzzle: &Puzzle) -> BTreeSet<Vec<u8>> {
    fn fill(puzzle: &Puzzle, grid: &mut Grid, at: usize, found: &mut BTreeSet<Vec<u8>>) {
        let board = puzzle.board();
        if at == board.n_cells() {
            found.insert(grid.values().to_vec());
            return;
        }
        let cell = Cell::new(at);
        for digit in puzzle.allowed(cell).iter() {
            if board.peer_list(cell).iter().all(|&p| p.index() > at || grid.get(p) != Some(digit)) {
                grid.set(cell, digit);
                fill(puzzle, grid, at + 1, found);
                grid.clear(cell);
            }
        }
    }
    let mut found = BTreeSet::new();
    fill(puzzle, &mut Grid::empty(puzzle.board().clone()), 0, &mut found);
    found
}

fn all_solutions(engine: &mut Engine, puzzle: &Puzzle) -> (BTreeSet<Vec<u8>>, Stats) {
    let mut found = BTreeSet::new();
    let stats = engine
        .for_each_solution(puzzle, &mut |_| Ok(()), &mut |values| {
            assert!(found.insert(values.to_vec()), "no solution comes twice");
            ControlFlow::Continue(())
        })
        .unwrap();
    assert!(stats.complete);
    assert_eq!(stats.solutions, found.len() as u64);
    (found, stats)
}

fn boards() -> Vec<Arc<Board>> {
    let four = Board::boxes(2, 2).unwrap();
    let window: Vec<Cell> = [5, 6, 9, 10].map(Cell::new).to_vec();
    let short: Vec<Cell> = [0, 7, 13].map(Cell::new).to_vec();
    let regions = [0, 0, 0, 0, 1, 2, 2, 0, 1, 1, 2, 3, 3, 1, 2, 3, 4, 3, 1, 2, 4, 4, 3, 4, 4];
    vec![
        four.with_extra(&four.diagonals()).unwrap(),
        four.with_extra(&[window]).unwrap(),
        four.with_extra(&[short]).unwrap(),
        Board::boxes(1, 4).unwrap(),
        Board::latin(4).unwrap(),
        Board::irregular(&regions).unwrap(),
        Board::boxes(2, 3).unwrap(),
        Board::boxes(3, 2).unwrap(),
        four,
    ]
}

/// A puzzle with some clues of a solution, now and then a wrong one, now and then candidates.
fn random_puzzle(board: &Arc<Board>, random: &mut Random) -> Puzzle {
    let full = Engine::new(board).solve(&Puzzle::new(Grid::empty(board.clone()))).unwrap();
    let Some(full) = full else { return Puzzle::new(Grid::empty(board.clone())) };
    let full = sudolab_grid::Isomorph::random(board, random).solution(&full).unwrap();
    let mut clues = Grid::empty(board.clone());
    let share = 0.25 + random.unit() * 0.4;
    for cell in board.cells() {
        if random.chance(share) {
            clues.set(cell, full.digit(cell));
        }
    }
    if random.chance(0.2) {
        let cell = Cell::new(random.index(board.n_cells()));
        clues.set(cell, board.digit(1 + random.index(board.size())).unwrap());
    }
    if random.chance(0.5) {
        return Puzzle::new(clues);
    }
    let sets = board.cells().map(|cell| {
        let kept = board.digits().iter().filter(|_| random.chance(0.7));
        let mut set: DigitSet = kept.collect();
        if random.chance(0.97) {
            set.insert(full.digit(cell));
        }
        set
    });
    let sets = sets.collect();
    Puzzle::with_candidates(clues, sets).unwrap()
}

#[test]
fn every_step_agrees_with_the_naive_search() {
    let mut random = Random::new(17);
    let (mut none, mut one, mut many) = (0, 0, 0);
    for board in boards() {
        let mut engines = [
            Settings::STAIRCASE,
            Settings::LEARNING,
            Settings::BRANCHING,
            Settings { patience: Some(20) },
        ]
        .map(|settings| Engine::with_settings(&board, settings));
        for _ in 0..60 {
            let puzzle = random_puzzle(&board, &mut random);
            let expected = naive(&puzzle);
            match expected.len() {
                0 => none += 1,
                1 => one += 1,
                _ => many += 1,
            }
            for engine in &mut engines {
                let (found, _) = all_solutions(engine, &puzzle);
                assert_eq!(found, expected, "{puzzle:?} {:?}", engine.settings);
                let limit = 1 + random.below(4) as u64;
                assert_eq!(engine.count(&puzzle, limit).unwrap(), limit.min(expected.len() as u64));
            }
        }
    }
    assert!(none > 20 && one > 20 && many > 100, "{none} {one} {many}");
}

#[test]
fn empty_boards_have_the_known_numbers_of_grids() {
    // 4x4 and 6x6: OEIS A107739 and A291187; Latin squares: A002860.
    let count = |board: Arc<Board>, settings| {
        Engine::with_settings(&board, settings)
            .count(&Puzzle::new(Grid::empty(board)), u64::MAX)
            .unwrap()
    };
    for settings in [Settings::STAIRCASE, Settings::LEARNING, Settings { patience: Some(40) }] {
        assert_eq!(count(Board::boxes(2, 2).unwrap(), settings), 288);
        assert_eq!(count(Board::latin(4).unwrap(), settings), 576);
    }
    assert_eq!(count(Board::latin(5).unwrap(), Settings::STAIRCASE), 161_280);
    let six = Board::boxes(2, 3).unwrap();
    let limited = Engine::new(&six).count(&Puzzle::new(Grid::empty(six)), 50_000).unwrap();
    assert_eq!(limited, 50_000);
}

#[test]
#[ignore = "28 million grids: a minute"]
fn all_grids_of_six_by_six_are_counted() {
    let six = Board::boxes(2, 3).unwrap();
    let count = Engine::new(&six).count(&Puzzle::new(Grid::empty(six)), u64::MAX).unwrap();
    assert_eq!(count, 28_200_960);
}

#[test]
fn a_meter_that_says_stop_stops_and_the_same_ticks_stop_alike() {
    let Some(text) = outside::shared("larger/acs_general_25x25.tsv") else { return };
    let line = text.lines().find(|l| l.starts_with("45\t")).unwrap();
    let puzzle: Puzzle = line.split('\t').nth(2).unwrap().parse().unwrap();
    let mut engine = Engine::new(puzzle.board());
    let mut run = |limit: u64| {
        let mut spent = 0;
        engine.for_each_solution(
            &puzzle,
            &mut |ticks| {
                spent += ticks;
                if spent < limit { Ok(()) } else { Err(Stop::Ticks) }
            },
            &mut |_| ControlFlow::Continue(()),
        )
    };
    let first = run(20_000);
    let stats = first.as_ref().unwrap();
    assert_eq!(stats.stopped, Some(Stop::Ticks));
    assert!((20_000..60_000).contains(&stats.ticks), "{stats:?}");
    assert_eq!(run(20_000), first);
}

#[test]
fn boards_of_up_to_64_digits_are_solved() {
    for (size, boxes) in [(26, None), (36, Some((6, 6))), (49, Some((7, 7))), (64, Some((8, 8)))] {
        let board = match boxes {
            Some((rows, columns)) => Board::boxes(rows, columns).unwrap(),
            None => Board::latin(size).unwrap(),
        };
        // Each row is the one above moved on by a box, each band by one more.
        let (high, wide) =
            boxes.map_or((1, 1), |(rows, columns)| (rows as usize, columns as usize));
        let value = |row: usize, column: usize| (row % high * wide + row / high + column) % size;
        let mut full = Grid::empty(board.clone());
        for cell in board.cells() {
            let held = value(board.row(cell), board.column(cell));
            full.set(cell, board.digit(held + 1).unwrap());
        }
        assert!(Solution::check(&Puzzle::new(Grid::empty(board.clone())), full.clone()).is_ok());
        let mut random = Random::new(size as u64);
        let mut clues = full.clone();
        for cell in board.cells().filter(|_| random.chance(0.3)) {
            clues.clear(cell);
        }
        let puzzle = Puzzle::new(clues);
        let line = puzzle.to_string();
        assert_eq!(board.grid_from_line(&line).unwrap(), *puzzle.clues(), "{size}");
        let mut engine = Engine::new(&board);
        assert!(engine.solve(&puzzle).unwrap().is_some(), "{size}");
        // One clue twice in a row.
        let mut broken = full;
        let digit = broken.get(board.cell(0, 0)).unwrap();
        broken.clear(board.cell(0, 1));
        broken.set(board.cell(0, 1), digit);
        assert_eq!(engine.count(&Puzzle::new(broken), 2), Ok(0), "{size}");
    }
}

#[test]
fn a_puzzle_of_another_board_is_refused() {
    let mut engine = Engine::new(&Board::boxes(2, 2).unwrap());
    let error = engine.count(&Puzzle::new(Grid::empty(Board::classic())), 2).unwrap_err();
    assert!(error.to_string().contains("the puzzle is 9x9"), "{error}");
}

#[test]
fn the_classic_board_with_diagonals_is_solved() {
    let classic = Board::classic();
    let x = classic.with_extra(&classic.diagonals()).unwrap();
    let solution = Engine::new(&x).solve(&Puzzle::new(Grid::empty(x.clone()))).unwrap();
    assert!(solution.is_some());
}

#[test]
fn a_divided_search_does_the_same_with_and_without_hands() {
    use crate::split::{Hands, Wanted};
    // 6x6 with one row filled, and 16x16 with two: both take longer than a search stays undivided.
    let six: Puzzle = "123456..............................".parse().unwrap();
    let sixteen = format!("{}{}", "123456789ABCDEFG56781234DEFG9ABC", ".".repeat(224));
    let sixteen: Puzzle = sixteen.parse().unwrap();
    for (puzzle, settings, limit) in
        [(&six, Settings::LEARNING, 20_000), (&sixteen, Settings::STAIRCASE, 120_000)]
    {
        let mut engine = Engine::with_settings(puzzle.board(), settings);
        let mut first = Vec::new();
        let mut solutions = 0;
        let go_on = &mut |_| Ok(());
        let searched = engine.for_each_solution(puzzle, go_on, &mut |values| {
            solutions += 1;
            if first.len() < 5 {
                first.push(Box::from(values));
            }
            if solutions < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let stats = searched.unwrap();
        assert!(stats.ticks > cubes::ALONE, "{settings:?}: {stats:?} is too short to be divided");
        for free in [0, 2] {
            let wanted = Wanted { limit, keep: 5 };
            let searched =
                engine.search_with_hands(puzzle, &Hands::new(free), wanted, &Halt::never());
            let (tally, _) = searched.unwrap();
            let key = (tally.solutions(), tally.ticks(), tally.guesses());
            let expected = (stats.solutions, stats.ticks, stats.guesses);
            assert_eq!(key, expected, "{settings:?}, {free} hands");
            assert_eq!(tally.first(), first, "{settings:?}, {free} hands");
        }
    }
}
