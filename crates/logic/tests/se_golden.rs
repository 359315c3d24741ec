//! The profile `se-1.2.1` against ratings and step lists of Sudoku Explainer itself.

mod compare;
use compare::{Compared, with_explainer, with_numbers};
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_testkit::table::rows;
use sudolab_testkit::{carried, shared};

/// Puzzles of the carried set on which Sukaku Forge differs from Sudoku Explainer. We agree
/// with the latter.
const FORGE_DIFFERS: [&str; 1] = ["G0997"];

#[test]
fn ratings_and_step_lists_of_the_carried_set_equal_those_of_sudoku_explainer() {
    let compared = with_explainer(
        &carried::text("golden/ratings.csv.gz"),
        &carried::text("golden/se_steps.csv.gz"),
    );
    compared.tell("carried set");
    assert!(compared.n_puzzles > 900 && compared.n_steps > 50_000);
    assert!(compared.ratings.is_empty() && compared.paths.is_empty());
}

#[test]
fn ratings_of_the_carried_set_equal_those_of_sukaku_forge_but_for_the_known_ones() {
    let ratings = carried::text("golden/ratings.csv.gz");
    let compared = with_numbers(&ratings, "forge", true);
    compared.tell("Sukaku Forge");
    assert_eq!(Compared::ids(&compared.ratings), FORGE_DIFFERS);
}

#[test]
fn ratings_of_the_carried_set_without_uniqueness_equal_those_of_sukaku_forge() {
    let compared = with_numbers(&carried::text("golden/ratings.csv.gz"), "se_nouniq", false);
    compared.tell("without uniqueness");
    assert!(compared.ratings.is_empty());
}

#[test]
fn hard_puzzles_of_the_carried_set_rate_as_in_sukaku_forge() {
    let hard = carried::text("golden/hard.csv.gz");
    for (prefix, uniqueness) in [("forge", true), ("se_nouniq", false)] {
        let compared = with_numbers(&hard, prefix, uniqueness);
        compared.tell(prefix);
        assert!(compared.n_puzzles >= 50);
        assert!(compared.ratings.is_empty(), "{prefix}");
    }
    // The other puzzles of the set end at 9.2.
    let harder = rows(&hard, ["forge_er"])
        .iter()
        .filter(|[er]| er.parse::<f64>().expect("a number") > 9.2)
        .count();
    assert!(harder >= 16, "{harder} puzzles above 9.2");
}

#[test]
fn ratings_and_step_lists_equal_those_of_sudoku_explainer() {
    let Some(ratings) = shared("golden/ratings.csv") else { return };
    let Some(steps) = shared("golden/se_steps.csv") else { return };
    let compared = with_explainer(&ratings, &steps);
    compared.tell("outside set");
    assert!(compared.ratings.is_empty() && compared.paths.is_empty());
}

#[test]
fn without_uniqueness_ratings_equal_those_of_the_reference() {
    let Some(ratings) = shared("golden/ratings.csv") else { return };
    let compared = with_numbers(&ratings, "se_nouniq", false);
    compared.tell("outside set without uniqueness");
    assert!(compared.ratings.is_empty());
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
