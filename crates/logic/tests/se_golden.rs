//! The profile `se-1.2.1` against ratings and step lists of Sudoku Explainer itself.

use std::collections::HashMap;
use std::ops::ControlFlow;
use sudolab_grid::testdata::shared;
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile};

/// One line of a golden step list, without id and number.
fn line(step: &sudolab_logic::rating::se::SeStep) -> String {
    let placement = step.step.effect.placements.first().map(|c| c.to_string()).unwrap_or_default();
    let eliminations: Vec<String> =
        step.step.effect.eliminations.iter().map(|c| format!("{}-{}", c.cell, c.digit)).collect();
    format!("{},{},{placement},{}", step.explainer_name(), step.difficulty, eliminations.join(" "))
}

#[test]
fn ratings_and_step_lists_equal_those_of_sudoku_explainer() {
    let Some(ratings) = shared("golden/ratings.csv") else {
        return;
    };
    let Some(steps) = shared("golden/se_steps.csv") else {
        return;
    };
    let mut golden: HashMap<&str, Vec<&str>> = HashMap::new();
    for row in steps.lines().skip(1) {
        let mut parts = row.splitn(3, ',');
        let (Some(id), Some(_), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
            panic!("a short row: {row}");
        };
        golden.entry(id).or_default().push(rest);
    }
    let mut rater = Rater::new();
    let (mut n, mut wrong_rating, mut wrong_steps) = (0, Vec::new(), Vec::new());
    for row in ratings.lines().skip(1) {
        let columns: Vec<&str> = row.split(',').collect();
        let position = Position::from_line(columns[2]).expect("a golden puzzle");
        let mut path = Vec::new();
        let rating = rater.rate_with(&position, &SeProfile::default(), |_, step| {
            path.push(line(step));
            ControlFlow::Continue(())
        });
        n += 1;
        let ours = [rating.er, rating.ep, rating.ed].map(|r| r.to_string());
        if ours[..] != columns[3..6] {
            wrong_rating.push(format!("{} {ours:?} {:?}", columns[0], &columns[3..6]));
        }
        let theirs = &golden[columns[0]];
        if path.len() != theirs.len() || path.iter().zip(theirs).any(|(a, b)| a != b) {
            let at = path.iter().zip(theirs).position(|(a, b)| a != b).unwrap_or(0);
            wrong_steps.push(format!(
                "{} step {}: ours {:?}, golden {:?}",
                columns[0],
                at + 1,
                path.get(at),
                theirs.get(at)
            ));
        }
    }
    eprintln!(
        "{n} puzzles, {} other ratings, {} other paths",
        wrong_rating.len(),
        wrong_steps.len()
    );
    for message in wrong_rating.iter().chain(&wrong_steps).take(20) {
        eprintln!("{message}");
    }
    assert!(wrong_rating.is_empty() && wrong_steps.is_empty());
}

#[test]
fn without_uniqueness_ratings_equal_those_of_the_reference() {
    let Some(ratings) = shared("golden/ratings.csv") else {
        return;
    };
    let mut rater = Rater::new();
    let profile = SeProfile { uniqueness: false };
    for row in ratings.lines().skip(1) {
        let columns: Vec<&str> = row.split(',').collect();
        let position = Position::from_line(columns[2]).expect("a golden puzzle");
        let rating = rater.rate(&position, &profile);
        let ours = [rating.er, rating.ep, rating.ed].map(|r| r.to_string());
        assert_eq!(ours[..], columns[17..20], "{}", columns[0]);
    }
}

/// Rates a puzzle and compares all three numbers.
fn check_rating(rater: &mut Rater, puzzle: &str, expected: [&str; 3], what: &str) {
    let position = Position::from_line(puzzle).expect("a golden puzzle");
    let rating = rater.rate(&position, &SeProfile::default());
    assert_eq!([rating.er, rating.ep, rating.ed].map(|r| r.to_string()), expected, "{what}");
}

#[test]
fn reference_cases_and_extreme_puzzles_rate_as_in_sudoku_explainer() {
    let Some(cases) = shared("9x9/se121_reference_cases.tsv") else { return };
    let Some(extreme) = shared("golden/extreme.csv") else { return };
    let mut rater = Rater::new();
    for row in cases.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        check_rating(&mut rater, columns[0], [columns[1], columns[2], columns[3]], columns[4]);
    }
    for row in extreme.lines().skip(1) {
        let columns: Vec<&str> = row.split(',').collect();
        if !columns[4].is_empty() {
            check_rating(&mut rater, columns[2], [columns[4], columns[5], columns[6]], columns[0]);
        }
    }
}

#[test]
#[ignore = "a minute or more: ratings up to 11.7"]
fn the_most_extreme_puzzles_rate_as_in_the_corrected_reimplementation() {
    let Some(extreme) = shared("golden/extreme.csv") else { return };
    let mut rater = Rater::new();
    for row in extreme.lines().skip(1) {
        let columns: Vec<&str> = row.split(',').collect();
        check_rating(&mut rater, columns[2], [columns[8], columns[9], columns[10]], columns[0]);
    }
}
