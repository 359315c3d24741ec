//! The profile `hodoku-2.2` against ratings and step lists of HoDoKu itself.

mod compare;
use compare::{Compared, with_hodoku};
use sudolab_testkit::{carried, shared};

/// Puzzles of the carried set in which one step is worded differently: a premise contradicts
/// itself, and HoDoKu names a place there that an earlier search happened to leave behind.
/// The step is the same.
const WORDED_DIFFERENTLY: [&str; 4] = ["G0113", "G0244", "G0249", "G0381"];

#[test]
fn level_score_and_step_list_of_the_carried_set_equal_those_of_hodoku() {
    let compared = with_hodoku(
        &carried::text("golden/ratings.csv.gz"),
        &carried::text("golden/hodoku_steps.csv.gz"),
    );
    compared.tell("carried set");
    assert!(compared.n_puzzles > 1_000 && compared.n_steps > 50_000);
    assert!(compared.ratings.is_empty());
    assert_eq!(Compared::ids(&compared.paths), WORDED_DIFFERENTLY);
}

#[test]
fn level_score_and_step_list_equal_those_of_hodoku() {
    let Some(ratings) = shared("golden/ratings.csv") else { return };
    let Some(steps) = shared("golden/hodoku_steps.csv") else { return };
    let compared = with_hodoku(&ratings, &steps);
    compared.tell("outside set");
    assert_eq!(compared.n_puzzles, 430);
    assert!(compared.ratings.is_empty());
    // As above: the same steps in other words.
    assert!(compared.paths.len() <= 3);
}

/// Level and score alone, of a file without step lists.
fn check_numbers(file: &str, n: usize) {
    let Some(text) = shared(file) else { return };
    let text = text.replacen("game_no", "id", 1);
    let compared = with_hodoku(&text, "id,technique,detail");
    compared.tell(file);
    assert_eq!(compared.n_puzzles, n);
    assert!(compared.ratings.is_empty());
}

#[test]
fn level_and_score_of_puzzles_people_solved_equal_those_of_hodoku() {
    check_numbers("golden/human_times.csv", 1073);
}

#[test]
fn level_and_score_of_extreme_puzzles_equal_those_of_hodoku() {
    check_numbers("golden/extreme.csv", 28);
}
