//! What the engines certify holds, and what is tampered with does not.

use sudolab_exact::{ExactSolver, NotCertified, certify};
use sudolab_grid::halt::Halt;
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Digit, Grid, Puzzle, Rule};
use sudolab_witness::{Doubt, Reader, check};

const PROPER: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn text_of(puzzle: &Puzzle, limit: usize) -> String {
    certify(puzzle, limit, &Halt::never()).expect("nothing stops it").to_string()
}

fn verdict(text: &str) -> Result<(), String> {
    let mut reader = Reader::new(text.as_bytes());
    match reader.next_certificate() {
        Ok(Some(certificate)) => check(&certificate).map_err(|Doubt(why)| why),
        Ok(None) => Err("empty".to_owned()),
        Err(Doubt(why)) => Err(why),
    }
}

#[test]
fn a_proper_puzzle_is_certified() {
    let puzzle: Puzzle = PROPER.parse().unwrap();
    let text = text_of(&puzzle, 2);
    assert!(text.contains("claim exactly 1"), "{text}");
    assert_eq!(verdict(&text), Ok(()));
}

#[test]
fn an_impossible_puzzle_is_certified() {
    // The blanks of the first row need a 9 twice over.
    let line = format!("12345678.{}........9{}", ".".repeat(9), ".".repeat(54));
    let text = text_of(&line.parse().unwrap(), 2);
    assert!(text.contains("claim exactly 0"), "{text}");
    assert_eq!(verdict(&text), Ok(()));
}

#[test]
fn all_solutions_of_a_puzzle_are_certified_and_a_missing_one_is_noticed() {
    let puzzle: Puzzle = "1...............".parse().unwrap();
    let text = text_of(&puzzle, usize::MAX);
    assert!(text.contains("claim exactly 72"), "{text}");
    assert_eq!(verdict(&text), Ok(()));
    // One solution less, and the claim with it.
    let at = text.find("solution").unwrap();
    let end = at + text[at..].find('\n').unwrap() + 1;
    let less = format!("{}{}", &text[..at], &text[end..]).replace("exactly 72", "exactly 71");
    assert!(verdict(&less).is_err());
}

#[test]
fn a_limit_gives_a_claim_of_at_least() {
    let text = text_of(&"1...............".parse().unwrap(), 2);
    assert!(text.contains("claim at-least 2"), "{text}");
    assert_eq!(verdict(&text), Ok(()));
}

#[test]
fn every_line_left_out_or_changed_is_noticed_where_it_matters() {
    let text = text_of(&PROPER.parse().unwrap(), 2);
    let lines: Vec<&str> = text.lines().collect();
    let proof = lines.iter().position(|&line| line == "proof").unwrap();
    // Without the whole proof nothing is proved.
    let bare = format!("{}\nend\n", lines[..=proof].join("\n"));
    assert!(verdict(&bare).unwrap_err().contains("ends before"));
    // A clue less: the proof is of another puzzle.
    let weaker = text.replacen("givens 4", "givens .", 1);
    assert!(verdict(&weaker).is_err(), "a clue less");
    // A clue more that the solution does not have.
    let other = text.replacen("givens 4.", "givens 42", 1);
    assert!(verdict(&other).unwrap_err().contains("must hold"), "a clue more");
    // Two digits of the solution swapped.
    let solution = lines.iter().find(|line| line.starts_with("solution")).unwrap();
    let mut swapped: Vec<char> = solution.chars().collect();
    swapped.swap(9, 10);
    let wrong = text.replace(solution, &swapped.into_iter().collect::<String>());
    assert!(verdict(&wrong).unwrap_err().contains("is none"), "a wrong solution");
    // A clause that does not follow.
    let unfounded = text.replacen("proof\n", "proof\n-1 0\n1 0\n", 1);
    assert!(verdict(&unfounded).unwrap_err().contains("does not follow"));
    // The solution twice.
    let twice = text.replace(solution, &format!("{solution}\n{solution}"));
    let twice = twice.replace("exactly 1", "exactly 2");
    assert!(verdict(&twice).unwrap_err().contains("the same"));
}

#[test]
fn what_is_no_certificate_is_refused_with_its_line() {
    let text = text_of(&"1.3..2..........".parse().unwrap(), 1000);
    let check = |from: &str, to: &str, expected: &str| {
        let why = verdict(&text.replacen(from, to, 1)).unwrap_err();
        assert!(why.contains(expected), "{from} -> {to}: {why}");
    };
    check("sudolab-certificate 1", "sudolab-certificate 2", "line 1:");
    check("size 4", "size 65", "line 2:");
    check("size 4\n", "", "expected 'size N'");
    check("boxes 2x2", "boxes 2x3", "do not fit");
    check("givens 1", "givens 5", "line 4:");
    check("givens 1", "givens 11", "numbers where");
    check("claim exactly", "claim about", "claim");
    check("proof\n", "proof\n65 0\n", "names no candidate");
    check("proof\n", "proof\nx 0\n", "ends with 0");
    check("proof\n", "proof\n99999999999 0\n", "ends with 0");
    check("proof\n", "proof\n-2147483648 0\n", "names no candidate");
    check("claim", "sum 1 2\nclaim", "a sum is two bounds");
    check("claim", "sum 1 2 17\nclaim", "a sum is two bounds");
    check("claim", "sum 1 2 0\nclaim", "a sum is two bounds");
    check("claim", "sum 1 2 -3\nclaim", "comes to");
    check("claim", &format!("sum 1 2{}\nclaim", " 3".repeat(600)), "no room");
    check("proof\n", "proof\n5\n", "ends with 0");
    check("proof\n", "proof\n0 5 0\n", "ends with 0");
    check("end\n", "", "'end'");
    check("boxes 2x2", "boxes 2x2\nthermometer 1 2 3", "'thermometer' is not expected");
}

/// The rules of a puzzle, and what a certificate of it holds.
fn ruled(size: usize, rules: &[&str]) -> Puzzle {
    let grid = Grid::empty(Board::of_size(size).unwrap());
    with_rules(grid, rules)
}

fn with_rules(grid: Grid, rules: &[&str]) -> Puzzle {
    let board = grid.board().clone();
    let rules = rules.iter().map(|text| Rule::from_text(text, &board).unwrap());
    Puzzle::new(grid).with_rules(rules.collect()).unwrap()
}

/// Rules that are written as what they forbid, each with a line of the certificate.
const RULES: [(&str, &str); 17] = [
    ("jump 1 2", "extra "),
    ("even r1c1 r2c3", "allowed "),
    ("one-of 1 4 r2c2 r2c3", "allowed "),
    ("thermometer r1c1 r2c1 r3c2", "never "),
    ("whisper 2 r1c1 r1c2 r2c3", "never "),
    ("renban r1c1 r1c2 r2c1", "never "),
    ("white-dot 1 r1c1 r1c2", "never "),
    ("black-dot 2 r2c2 r3c2", "never "),
    ("negative-kropki r1c1 r1c2", "never "),
    ("nonconsecutive 1", "never "),
    ("cage 7 r1c1 r1c2 r2c2", "sum "),
    ("sum 12 r1c2 r1c3 r2c3 r2c2", "sum "),
    ("sum 5 r1c1 r2c3", "never "),
    ("sum 21 r1c1 r1c2 r2c2 r2c3 r3c3 r3c4 r4c4", "sum "),
    ("sum 90 r1c1 r1c2 r2c2 r2c3", "sum "),
    ("arrow r1c1 / r1c2 r2c3", "sum "),
    ("palindrome r1c1 r1c2 r2c3", "never "),
];

#[test]
fn rules_are_certified_as_what_they_forbid() {
    let mut solver = ExactSolver::new();
    for (rule, line) in RULES {
        for rules in [vec![rule], vec![rule, "thermometer r4c1 r4c2"]] {
            let puzzle = ruled(4, &rules);
            let n = solver.count(&puzzle, 1000).solutions as usize;
            let text = text_of(&puzzle, 1000);
            assert!(text.contains(&format!("\n{line}")), "{rule}: {text}");
            assert!(text.contains(&format!("claim exactly {n}\n")), "{rule}: {text}");
            assert_eq!(verdict(&text), Ok(()), "{rule}: {text}");
        }
    }
}

#[test]
fn a_certificate_whose_rules_were_changed_is_refused() {
    for (rule, line) in RULES {
        let puzzle = ruled(4, &[rule]);
        let text = text_of(&puzzle, 1000);
        let n_lines = text.lines().filter(|l| l.starts_with(line)).count();
        // Without the rule there are more grids than the certificate knows.
        let freed: String =
            text.lines().filter(|l| !l.starts_with(line)).map(|l| format!("{l}\n")).collect();
        let why = verdict(&freed).expect_err(rule);
        let doubts = ["follow", "ends before", "names no candidate"];
        assert!(doubts.iter().any(|doubt| why.contains(doubt)), "{rule}, freed: {why}");
        assert!(n_lines > 0);
        // With something forbidden that a listed solution holds.
        let Some(at) = text.find("\nsolution ").map(|at| at + 10) else { continue };
        let digits: Vec<usize> = text[at..at + 16].bytes().map(|b| usize::from(b - b'0')).collect();
        let never = format!("never {} {}\nclaim", digits[0], 4 + digits[1]);
        let stricter = text.replacen("claim", &never, 1);
        assert!(verdict(&stricter).unwrap_err().contains("is none: cell 1 may not"), "{rule}");
    }
}

#[test]
fn rules_with_too_much_to_forbid_are_refused_with_their_names() {
    let cells: Vec<String> = (1..=9).map(|c| format!("r1c{c} r2c{c} r3c{c} r4c{c}")).collect();
    let cells = cells.join(" ");
    for rule in [format!("sum 180 {cells} {cells}"), format!("regex =.*1.*2.* {cells}")] {
        let board = Board::of_size(9).unwrap();
        let rule = Rule::from_text(&rule, &board).unwrap();
        let puzzle = Puzzle::new(Grid::empty(board)).with_rules(vec![rule]).unwrap();
        let refused = certify(&puzzle, 2, &Halt::never()).unwrap_err();
        assert!(matches!(refused, NotCertified::Rules(_)), "{refused}");
    }
}

/// A sum that was changed, and a partial sum that a proof may not use as it likes.
#[test]
fn a_sum_is_held_against_the_solutions_and_the_proof() {
    let rules = ["sum 10 r1c1 r2c2 r3c3 r4c4", "sum 7 r1c3 r2c3 r2c4", "arrow r4c1 / r3c1 r3c2"];
    let puzzle = ruled(4, &rules);
    let text = text_of(&puzzle, 1000);
    assert_eq!(verdict(&text), Ok(()), "{text}");
    let expected = ExactSolver::new().count(&puzzle, 1000).solutions;
    assert!(expected > 0 && text.contains(&format!("claim exactly {expected}\n")), "{text}");
    let changed = text.replacen("sum 10 10", "sum 11 11", 1);
    assert!(verdict(&changed).unwrap_err().contains("a sum from 11 to 11 comes to 10"));
    let wider = text.replacen("sum 10 10", "sum 9 11", 1);
    assert!(verdict(&wider).is_err(), "{wider}");
    // The first partial sum of all is no fact.
    let unfounded = text.replacen("proof\n", "proof\n66 0\n", 1);
    assert!(verdict(&unfounded).unwrap_err().contains("does not follow"));
}

#[test]
fn the_checker_stays_short_enough_to_be_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let mut n_lines = 0;
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        // The converter for other checkers, in a folder of its own, is no part of it.
        if entry.path().is_file() {
            n_lines += std::fs::read_to_string(entry.path()).unwrap().lines().count();
        }
    }
    assert!((300..600).contains(&n_lines), "{n_lines} lines");
}

/// Random small puzzles of every kind, against counting.
#[test]
fn certificates_agree_with_counting_on_random_boards() {
    let mut random = Random::new(20);
    let mut solver = ExactSolver::new();
    let jigsaw = Board::irregular(&[0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3]).unwrap();
    let classic = Board::of_size(4).unwrap();
    let diagonal = classic.with_extra(&classic.diagonals()).unwrap();
    let boards = [classic, Board::latin(4).unwrap(), jigsaw, diagonal, Board::of_size(6).unwrap()];
    for round in 0..400 {
        let board = &boards[round % boards.len()];
        let mut grid = Grid::empty(board.clone());
        for cell in board.cells() {
            if random.below(3) == 0 {
                let digit = random.index(board.size());
                grid.set(cell, Digit::from_index(digit).unwrap());
            }
        }
        let puzzle = match random.below(2) {
            0 => Puzzle::new(grid),
            _ => {
                let mut sets = vec![board.digits(); board.n_cells()];
                for set in &mut sets {
                    if random.below(4) == 0 {
                        set.remove(Digit::from_index(0).unwrap());
                    }
                }
                Puzzle::with_candidates(grid, sets).unwrap()
            }
        };
        let n = solver.count(&puzzle, 300).solutions as usize;
        let text = text_of(&puzzle, 300);
        assert_eq!(verdict(&text), Ok(()), "{text}");
        let mut reader = Reader::new(text.as_bytes());
        let read = reader.next_certificate().unwrap().unwrap();
        assert_eq!((read.claimed, read.is_least), (n, n == 300), "{text}");
    }
}
