//! Rules in their own text and constraints of Interactive Sudoku Solver: what is read can be judged,
//! lowered, drawn, written and read again; and a small puzzle with the rules of the text has as many
//! solutions as there are grids that every rule lets pass, which the certificate says too.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use sudolab_exact::naive::NaiveBoard;
use sudolab_exact::{ExactSolver, certify};
use sudolab_grid::formats::{Format, ReadOptions, WriteOptions, read_one};
use sudolab_grid::halt::Halt;
use sudolab_grid::{Board, Grid, Puzzle, Rule};
use sudolab_witness::{Reader, check};

/// A board and all its grids.
fn all_grids(latin: bool) -> &'static (Arc<Board>, Vec<Grid>) {
    static BOTH: OnceLock<[(Arc<Board>, Vec<Grid>); 2]> = OnceLock::new();
    let both = BOTH.get_or_init(|| {
        let boards = [Board::of_size(4), Board::latin(4)];
        boards.map(|board| {
            let board = board.expect("boards that exist");
            let houses =
                board.houses().iter().map(|h| h.cells().iter().map(|c| c.index()).collect());
            let naive = NaiveBoard { n_values: 4, n_cells: 16, houses: houses.collect() };
            let mut grids = Vec::new();
            ExactSolver::kept(|solver| {
                solver.each_solution(&Puzzle::new(Grid::empty(board.clone())), |grid| {
                    grids.push(grid.clone());
                    ControlFlow::Continue(())
                });
            });
            assert_eq!(grids.len() as u64, naive.count(&[15; 16], u64::MAX));
            (board, grids)
        })
    });
    &both[usize::from(latin)]
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (board, grids) = all_grids(text.starts_with(' '));
    let mut rules = Vec::new();
    for line in text.lines().take(4) {
        let Ok(rule) = Rule::from_text(line.trim(), board) else { continue };
        let again = Rule::from_text(&rule.text(board), board).expect("we read what we write");
        assert_eq!(again, rule);
        rule.marks(board);
        let _ = rule.holds(&Grid::empty(board.clone()));
        rules.push(rule);
    }
    if !rules.is_empty()
        && let Ok(puzzle) = Puzzle::new(Grid::empty(board.clone())).with_rules(rules)
    {
        count(&puzzle, grids);
    }
    let options = ReadOptions::from_format(Format::Iss);
    let Ok(record) = read_one(&format!(".{text}"), &options) else { return };
    let puzzle = record.document.to_puzzle();
    let json = Format::Json.write(&record.document, &WriteOptions::default());
    let json = json.expect("our JSON holds every puzzle").text;
    let again = read_one(&json, &ReadOptions::default()).expect("we read what we write");
    assert_eq!(again.document.to_puzzle(), puzzle);
    if puzzle.board().n_cells() < 100 {
        puzzle.lower();
    }
    if let Ok(written) = Format::Iss.write(&record.document, &WriteOptions::default()) {
        read_one(&written.text, &options).expect("we read what we write");
    }
});

/// The engine counts what the judges let pass, and the certificate holds.
fn count(puzzle: &Puzzle, grids: &[Grid]) {
    let passes = |grid: &&Grid| puzzle.rules().hold(grid).is_ok();
    let expected = grids.iter().filter(passes).count();
    let mut found = 0;
    ExactSolver::kept(|solver| {
        solver.each_solution(puzzle, |_| {
            found += 1;
            ControlFlow::Continue(())
        });
    });
    assert_eq!(found, expected, "{}", puzzle.key());
    let Ok(certificate) = certify(puzzle, usize::MAX, &Halt::never()) else { return };
    assert_eq!(certificate.solutions.len(), expected, "certificate: {}", puzzle.key());
    // Checking takes longer than finding; a few say as much as all.
    if expected < 40 {
        let text = certificate.to_string();
        let read = Reader::new(text.as_bytes()).next_certificate();
        let read = read.ok().flatten().expect("a certificate");
        assert!(check(&read).is_ok(), "{text}");
    }
}
