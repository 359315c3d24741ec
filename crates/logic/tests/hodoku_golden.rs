//! The profile `hodoku-2.2` against ratings and step lists of HoDoKu itself.

use std::collections::HashMap;
use std::ops::ControlFlow;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::single::{SingleEngine, Start};
use sudolab_grid::testdata::shared;
use sudolab_logic::check::check;
use sudolab_logic::position::Position;
use sudolab_logic::rating::hodoku::{HodokuProfile, Rater};

/// The columns of a golden file by name, row by row.
fn rows<'a>(text: &'a str, wanted: &[&str]) -> Vec<Vec<&'a str>> {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let columns: Vec<usize> = wanted
        .iter()
        .map(|name| head.iter().position(|h| h == name).expect("a golden column"))
        .collect();
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            columns.iter().map(|&column| fields[column]).collect()
        })
        .collect()
}

/// Rates every puzzle of a golden file and lists the ones that differ in level or score.
fn differences(text: &str) -> (usize, Vec<String>) {
    let mut rater = Rater::new();
    let profile = HodokuProfile::default();
    let mut wrong = Vec::new();
    let rows = rows(text, &["puzzle", "hodoku_level", "hodoku_score"]);
    for row in &rows {
        let position = Position::from_line(row[0]).expect("a golden puzzle");
        let rating = rater.rate(&position, &profile);
        let ours = [rating.level.to_string(), rating.score.to_string()];
        if ours[..] != row[1..] {
            wrong.push(format!("{}: {ours:?}, golden {:?}", row[0], &row[1..]));
        }
    }
    (rows.len(), wrong)
}

#[test]
fn level_score_and_step_list_equal_those_of_hodoku() {
    let Some(ratings) = shared("golden/ratings.csv") else {
        return;
    };
    let Some(steps) = shared("golden/hodoku_steps.csv") else {
        return;
    };
    let mut golden: HashMap<&str, Vec<String>> = HashMap::new();
    for row in steps.lines().skip(1) {
        let parts: Vec<&str> = row.splitn(4, ',').collect();
        let [id, _, technique, detail] = parts[..] else { panic!("a short row: {row}") };
        golden.entry(id).or_default().push(format!("{technique}: {}", detail.trim_matches('"')));
    }
    let mut rater = Rater::new();
    let profile = HodokuProfile::default();
    let mut engine = SingleEngine::new();
    let (mut n, mut n_steps) = (0, 0);
    let (mut wrong_rating, mut wrong_steps) = (Vec::new(), Vec::new());
    for row in rows(&ratings, &["id", "puzzle", "hodoku_level", "hodoku_score"]) {
        let position = Position::from_line(row[1]).expect("a golden puzzle");
        let clues = Clues(*position.values());
        let solution = engine.solve(&Start::Clues(clues)).expect("a golden puzzle has a solution");
        let mut path = Vec::new();
        let rating = rater.rate_with(&position, &profile, |at, step| {
            path.push(format!("{}: {}", step.name(), step.detail()));
            if let Err(error) = check(at, &step.step) {
                panic!("{} step {}, {}: {error}", row[0], path.len(), path[path.len() - 1]);
            }
            let holds =
                |c: &sudolab_logic::board::Candidate| solution[c.cell.index()] == c.digit.number();
            assert!(step.step.effect.placements.iter().all(holds), "{}: {:?}", row[0], path.last());
            assert!(!step.eliminations.iter().any(holds), "{}: {:?}", row[0], path.last());
            ControlFlow::Continue(())
        });
        n += 1;
        n_steps += path.len();
        let ours = [rating.level.to_string(), rating.score.to_string()];
        if ours[..] != row[2..] {
            wrong_rating.push(format!("{} {ours:?}, golden {:?}", row[0], &row[2..]));
        }
        let theirs = &golden[row[0]];
        if path != *theirs {
            let at = path.iter().zip(theirs).position(|(a, b)| a != b).unwrap_or(path.len());
            let (a, b) = (path.get(at), theirs.get(at));
            wrong_steps.push(format!("{} step {}: ours {a:?}, golden {b:?}", row[0], at + 1));
        }
    }
    eprintln!(
        "hodoku-2.2: {n} puzzles, {n_steps} steps checked; rating differs on {}, path on {}",
        wrong_rating.len(),
        wrong_steps.len()
    );
    assert_eq!(n, 430);
    assert!(wrong_rating.is_empty(), "{wrong_rating:#?}");
    // A premise that contradicts itself: HoDoKu names a place there that an earlier search
    // happened to leave behind. The step is the same.
    assert!(wrong_steps.len() <= 3, "{wrong_steps:#?}");
}

#[test]
fn level_and_score_of_puzzles_people_solved_equal_those_of_hodoku() {
    let Some(text) = shared("golden/human_times.csv") else {
        return;
    };
    let (n, wrong) = differences(&text);
    assert_eq!(n, 1073);
    assert!(wrong.is_empty(), "{} differ: {wrong:#?}", wrong.len());
}

#[test]
fn level_and_score_of_extreme_puzzles_equal_those_of_hodoku() {
    let Some(text) = shared("golden/extreme.csv") else {
        return;
    };
    let (n, wrong) = differences(&text);
    assert_eq!(n, 28);
    assert!(wrong.is_empty(), "{} differ: {wrong:#?}", wrong.len());
}
