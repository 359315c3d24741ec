//! The profile `qqwing` against what QQWing itself prints.

use sudolab_logic::position::Position;
use sudolab_logic::rating::qqwing::{QqwingLevel, QqwingRating, rate};
use sudolab_testkit::table::rows;
use sudolab_testkit::{carried, shared};

fn rating(line: &str) -> QqwingRating {
    rate(&Position::from_line(line).expect("a puzzle line"))
}

/// Grade and counts, in the order of the golden columns; counts after a guess are random, so
/// that experts have none.
fn told(ours: &QqwingRating) -> [String; 7] {
    let counts = [
        ours.singles,
        ours.hidden_singles,
        ours.naked_pairs,
        ours.hidden_pairs,
        ours.pointing,
        ours.box_line,
    ];
    let is_expert = ours.level == QqwingLevel::Expert;
    let mut told = [const { String::new() }; 7];
    told[0] = ours.level.word().to_owned();
    for (field, count) in told[1..].iter_mut().zip(counts).filter(|_| !is_expert) {
        *field = count.to_string();
    }
    told
}

#[test]
fn grades_and_counts_of_the_carried_set_are_those_qqwing_prints() {
    let ratings = carried::text("golden/ratings.csv.gz");
    let columns = [
        "puzzle",
        "qqwing_grade",
        "qqwing_singles",
        "qqwing_hidden_singles",
        "qqwing_naked_pairs",
        "qqwing_hidden_pairs",
        "qqwing_pointing",
        "qqwing_box_line",
    ];
    let golden = rows(&ratings, columns);
    for [puzzle, expected @ ..] in &golden {
        assert_eq!(told(&rating(puzzle)), *expected, "{puzzle}");
    }
    assert!(golden.len() > 1_000, "{} rows", golden.len());
}

#[test]
fn grades_and_counts_are_those_qqwing_prints() {
    let golden = include_str!("golden/qqwing-1.3.4.csv");
    let mut n_rows = 0;
    for row in golden.lines().filter(|row| !row.starts_with('#')).skip(1) {
        let columns: Vec<&str> = row.split(',').collect();
        let ours = rating(columns[0]);
        assert_eq!(ours.level.word(), columns[1], "{row}");
        if ours.level != QqwingLevel::Expert {
            let counts = [
                ours.singles,
                ours.hidden_singles,
                ours.naked_pairs,
                ours.hidden_pairs,
                ours.pointing,
                ours.box_line,
            ];
            assert_eq!(counts.map(|n| n.to_string())[..], columns[2..], "{row}");
        }
        n_rows += 1;
    }
    assert!(n_rows >= 60, "{n_rows} rows");
}

#[test]
fn four_thousand_puzzles_get_the_grade_they_were_published_with() {
    let Some(graded) = shared("9x9/qqwing_graded.tsv") else { return };
    let mut n_rows = 0;
    for row in graded.lines().skip(1) {
        let (puzzle, grade) = row.split_once('\t').expect("two columns");
        assert_eq!(rating(puzzle).level.word(), grade.trim(), "{puzzle}");
        n_rows += 1;
    }
    assert!(n_rows >= 4000, "{n_rows} rows");
}

#[test]
fn golden_puzzles_made_by_qqwing_get_the_grade_in_the_name_of_their_source() {
    let Some(ratings) = shared("golden/ratings.csv") else { return };
    let mut n_rows = 0;
    for row in ratings.lines().skip(1) {
        let columns: Vec<&str> = row.split(',').collect();
        if let Some(grade) = columns[1].strip_prefix("qqwing_") {
            assert_eq!(rating(columns[2]).level.word(), grade, "{}", columns[0]);
            n_rows += 1;
        }
    }
    assert!(n_rows > 100, "{n_rows} rows");
}
