//! Follows golden HoDoKu step lists and tells, per technique, how often the next step is
//! the golden one: `cargo run --example hodoku_replay -- ratings.csv hodoku_steps.csv`.

use std::collections::{BTreeMap, HashMap};
use sudolab_logic::board::{Candidate, Cell, Digit};
use sudolab_logic::position::Position;
use sudolab_logic::rating::hodoku::board::Board;
use sudolab_logic::rating::hodoku::{Rater, Search, single_step};

fn main() {
    let mut args = std::env::args().skip(1);
    let read =
        |path: Option<String>| std::fs::read_to_string(path.expect("a path")).expect("a file");
    let (ratings, steps) = (read(args.next()), read(args.next()));
    let show: usize = args.next().map_or(3, |n| n.parse().expect("a number"));
    let mut golden: HashMap<&str, Vec<(String, String)>> = HashMap::new();
    for row in steps.lines().skip(1) {
        let mut parts = row.splitn(4, ',');
        let id = parts.next().expect("an id");
        parts.next();
        let technique = parts.next().expect("a technique").to_owned();
        let detail = parts.next().unwrap_or("").trim_matches('"').to_owned();
        golden.entry(id).or_default().push((technique, detail));
    }
    let mut rater = Rater::new();
    let mut table: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut shown: HashMap<String, usize> = HashMap::new();
    let (mut whole, mut n) = (0, 0);
    for row in ratings.lines().skip(1) {
        let columns: Vec<&str> = row.split(',').collect();
        let Some(path) = golden.get(columns[0]) else { continue };
        let mut board = Board::new(&Position::from_line(columns[2]).expect("a puzzle"));
        let mut all = true;
        for (number, (technique, detail)) in path.iter().enumerate() {
            let tabled = ["Nice Loop", "AIC", "Forcing"].iter().any(|t| technique.contains(t));
            let before = board.clone();
            let ours = match board.next_single() {
                Some(single) => Some(single_step(single)),
                None => rater.harder(board.position()),
            };
            let limit = if technique.contains("Forcing") {
                8000
            } else if technique.contains("Grouped") {
                5620
            } else {
                5550
            };
            let text = match &ours {
                Some(s) if !(tabled && s.search.index() > limit) => {
                    format!("{}: {}", s.name(), s.detail())
                }
                _ => "nothing".to_owned(),
            };
            let theirs = format!("{technique}: {detail}");
            let equal = if tabled { text == "nothing" } else { text == theirs };
            let entry = table.entry(technique.clone()).or_default();
            entry[usize::from(equal)] += 1;
            if !equal {
                all = false;
                let count = shown.entry(technique.clone()).or_default();
                *count += 1;
                if *count <= show {
                    println!("{} {}: {theirs}\n      ours {text}", columns[0], number + 1);
                }
            }
            // Follow the golden path; if ours is the same, by ours, which knows the order.
            if equal && !tabled {
                let step = ours.expect("a step");
                sudolab_logic::rating::hodoku::apply(&step, &mut board);
            } else {
                let _ = (&before, Search::ALL);
                follow(&mut board, detail);
            }
        }
        n += 1;
        whole += usize::from(all);
    }
    for (technique, [wrong, right]) in table {
        println!("{right:>6} of {:>6} {technique}", right + wrong);
    }
    println!("{whole} of {n} paths");
}

/// Applies the effect of a golden step.
fn follow(board: &mut Board, detail: &str) {
    let first = detail.split(" | ").next().expect("a line");
    let effect = first.rsplit("=> ").next().expect("an effect");
    for part in effect.split(", ") {
        if let Some((cells, digit)) = part.split_once("<>") {
            let digit = Digit::from_number(digit.parse().expect("a digit")).expect("a digit");
            for cell in cells.split(',').flat_map(expand) {
                board.remove(cell, digit);
            }
        } else if let Some((cell, digit)) = part.split_once('=') {
            let digit = Digit::from_number(digit.parse().expect("a digit")).expect("a digit");
            for cell in expand(cell) {
                let single = Candidate::new(cell, digit);
                board.place(single.cell, single.digit);
            }
        }
    }
}

fn expand(text: &str) -> Vec<Cell> {
    let (rows, columns) = text[1..].split_once('c').expect("rows and columns");
    let numbers = |s: &str| s.bytes().map(|b| usize::from(b - b'1')).collect::<Vec<_>>();
    let columns = numbers(columns);
    let all = |r: usize| columns.iter().map(move |&c| Cell::at(r, c)).collect::<Vec<_>>();
    numbers(rows).into_iter().flat_map(all).collect()
}
