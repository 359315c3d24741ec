//! The same proofs before a checker that is others' work: `drat-trim`, where it is on the path or
//! named by DRAT_TRIM.

use std::path::Path;
use std::process::Command;
use sudolab_exact::certify;
use sudolab_grid::halt::Halt;
use sudolab_grid::{Board, Grid, Puzzle};

/// What the outside checker says of the first certificate of a text; nothing where it is not here.
fn outside(folder: &Path, certificate: &str) -> Option<String> {
    let checker = std::env::var_os("DRAT_TRIM").unwrap_or_else(|| "drat-trim".into());
    let place = |name: &str| folder.join(name);
    std::fs::write(place("proof.cert"), certificate).expect("there is room");
    let status = Command::new(env!("CARGO_BIN_EXE_sudolab-drat"))
        .args([place("proof.cert"), place("proof.cnf"), place("proof.drat")])
        .status()
        .expect("our own program starts");
    assert!(status.success(), "{certificate}");
    let ran = Command::new(checker).args([place("proof.cnf"), place("proof.drat")]).output();
    Some(String::from_utf8_lossy(&ran.ok()?.stdout).into_owned())
}

/// Puzzles with no, one and several solutions, of several boards.
fn puzzles() -> Vec<Puzzle> {
    let lines = [
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
        "1...............",
        "12.3............",
    ];
    let mut puzzles: Vec<Puzzle> = lines.iter().map(|line| line.parse().unwrap()).collect();
    let latin = Grid::empty(Board::latin(3).unwrap());
    puzzles.push(Puzzle::new(latin));
    puzzles
}

#[test]
fn an_outside_checker_believes_our_proofs_and_no_broken_one() {
    let folder = std::env::temp_dir().join(format!("sudolab-drat-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for puzzle in puzzles() {
        let certificate = certify(&puzzle, usize::MAX, &Halt::never()).unwrap().to_string();
        let Some(said) = outside(&folder, &certificate) else {
            eprintln!("LEFT OUT: drat-trim is not on the path, and DRAT_TRIM names none");
            break;
        };
        assert!(said.contains("s VERIFIED"), "{}: {said}", puzzle.key());
        // Without a listed solution the clauses can be satisfied, and no proof of that is believed.
        let Some(at) = certificate.find("solution ") else { continue };
        let end = at + certificate[at..].find('\n').unwrap() + 1;
        let n = certificate.matches("\nsolution ").count();
        let less = format!("{}{}", &certificate[..at], &certificate[end..])
            .replace(&format!("claim exactly {n}"), &format!("claim exactly {}", n - 1));
        let said = outside(&folder, &less).unwrap();
        assert!(!said.contains("s VERIFIED"), "{}: {said}", puzzle.key());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
