//! The general engine on published puzzles: every one solved, every published solution found.

use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_exact::general::{Engine, Settings};
use sudolab_grid::{Board, Grid, Puzzle};
use sudolab_testkit::outside;

/// The lines of a table without its header, cut into fields.
fn rows(file: &str) -> Option<Vec<Vec<String>>> {
    let text = outside::shared(file)?;
    Some(text.lines().skip(1).map(|l| l.split('\t').map(str::to_owned).collect()).collect())
}

/// The puzzle has this solution and no other.
fn check_unique(engine: &mut Engine, puzzle: &Puzzle, solution: &str, name: &str) {
    let found = engine.solve(puzzle).unwrap().unwrap_or_else(|| panic!("{name} has a solution"));
    assert_eq!(found.to_string(), solution, "{name}");
    assert_eq!(engine.count(puzzle, 2).unwrap(), 1, "{name} is unique");
}

#[test]
fn each_4x4_grid_is_found_from_its_puzzle() {
    let Some(rows) = rows("larger/sudoku4_288.tsv") else { return };
    let mut engine = Engine::new(&Board::boxes(2, 2).unwrap());
    for row in &rows {
        check_unique(&mut engine, &row[0].parse().unwrap(), &row[1], &row[0]);
    }
    assert_eq!(rows.len(), 288);
}

#[test]
fn all_unique_16x16_puzzles_are_proven_unique() {
    let Some(rows) = rows("larger/sudoku16_unique.tsv") else { return };
    let mut engine = Engine::new(&Board::boxes(4, 4).unwrap());
    for row in &rows {
        check_unique(&mut engine, &row[1].parse().unwrap(), &row[2], &row[0]);
    }
    assert_eq!(rows.len(), 184);
}

#[test]
fn all_jigsaws_are_proven_unique() {
    let Some(rows) = rows("variants/jigsaw.tsv") else { return };
    for row in &rows {
        let mut symbols: Vec<char> = row[3].chars().collect();
        symbols.sort_unstable();
        symbols.dedup();
        let number = |s| symbols.binary_search(&s).unwrap() as u8;
        let board = Board::irregular(&row[3].chars().map(number).collect::<Vec<u8>>()).unwrap();
        let puzzle = Puzzle::new(board.grid_from_line(&row[2]).unwrap());
        check_unique(&mut Engine::new(&board), &puzzle, &row[4], &row[1]);
    }
    assert_eq!(rows.len(), 465);
}

#[test]
fn region_maps_are_told_apart_by_whether_they_admit_a_grid() {
    for (file, fillable) in [("valid", true), ("invalid", false)] {
        let Some(maps) = outside::shared_lines(&format!("variants/jigsaw_layouts_{file}.txt"))
        else {
            return;
        };
        for map in maps.iter().step_by(if fillable { 25 } else { 12 }) {
            let mut symbols: Vec<char> = map.chars().collect();
            symbols.sort_unstable();
            symbols.dedup();
            let number = |s| symbols.binary_search(&s).unwrap() as u8;
            let Ok(board) = Board::irregular(&map.chars().map(number).collect::<Vec<u8>>()) else {
                assert!(!fillable, "{map}");
                continue;
            };
            let empty = Puzzle::new(Grid::empty(board.clone()));
            assert_eq!(Engine::new(&board).solve(&empty).unwrap().is_some(), fillable, "{map}");
        }
    }
}

#[test]
fn the_12x12_and_25x25_samples_have_as_many_solutions_as_published() {
    for file in ["larger/sudoku12_samples.tsv", "larger/sudoku25_samples.tsv"] {
        let Some(rows) = rows(file) else { return };
        for row in &rows {
            let puzzle: Puzzle = row[3].parse().unwrap();
            let expected = if row[2] == "1" { 1 } else { 2 };
            let mut engine = Engine::new(puzzle.board());
            assert!(engine.solve(&puzzle).unwrap().is_some(), "{}", row[0]);
            assert_eq!(engine.count(&puzzle, 2).unwrap(), expected, "{}", row[0]);
        }
    }
}

#[test]
fn the_general_instances_are_solved_from_empty_to_full() {
    for (size, every) in [("9x9", 10), ("16x16", 25), ("25x25", 50)] {
        let Some(rows) = rows(&format!("larger/acs_general_{size}.tsv")) else { return };
        for row in rows.iter().step_by(every) {
            let puzzle: Puzzle = row[2].parse().unwrap();
            assert!(Engine::new(puzzle.board()).solve(&puzzle).unwrap().is_some(), "{row:?}");
        }
    }
}

#[test]
fn latin_squares_are_completed_or_refuted_as_published() {
    let Some(rows) = rows("variants/latin_qwh_qcp.tsv") else { return };
    let mut settled = 0;
    for row in &rows {
        let values: Vec<u8> = row[4].split(' ').filter_map(|v| v.parse().ok()).collect();
        // Orders above 64 are beyond our boards; orders from 25 on may take seconds.
        let Ok(board) = Board::latin(values.len().isqrt()) else { continue };
        if board.size() > 20 {
            continue;
        }
        let puzzle = Puzzle::new(Grid::from_values(board.clone(), &values).unwrap());
        let solved = Engine::new(&board).solve(&puzzle).unwrap().is_some();
        assert_eq!(solved, row[3] == "sat", "{}", row[0]);
        settled += 1;
    }
    assert!(settled > 15, "{settled}");
}

#[test]
fn exact_counts_of_puzzles_with_many_solutions_are_published_ones() {
    let Some(rows) = rows("edge/serg_multi_solution.tsv") else { return };
    let board = Board::classic();
    let mut staircase = Engine::new(&board);
    let mut learning = Engine::with_settings(&board, Settings::LEARNING);
    let mut compared = 0;
    for row in rows.iter().step_by(10) {
        let puzzle: Puzzle = row[0].parse().unwrap();
        let expected: u64 = row[1].parse().unwrap();
        assert_eq!(staircase.count(&puzzle, u64::MAX).unwrap(), expected, "{}", row[0]);
        if expected < 200 {
            assert_eq!(learning.count(&puzzle, u64::MAX).unwrap(), expected, "{}", row[0]);
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn the_same_puzzle_gives_the_same_work() {
    let Some(rows) = rows("larger/sudoku16_unique.tsv") else { return };
    let board: Arc<Board> = Board::boxes(4, 4).unwrap();
    let mut engine = Engine::new(&board);
    let mut work = |line: &str| {
        engine
            .for_each_solution(&line.parse().unwrap(), &mut |_| Ok(()), &mut |_| {
                ControlFlow::Continue(())
            })
            .unwrap()
    };
    for row in rows.iter().step_by(20) {
        let first = work(&row[1]);
        work(&rows[0][1]);
        assert_eq!(work(&row[1]), first, "{}", row[0]);
    }
}
