//! Of several steps the profile `hodoku-2.2` takes the one HoDoKu takes: one or two
//! positions for each technique.

use std::collections::BTreeSet;
use sudolab_grid::nine::Candidate;
use sudolab_logic::check::check;
use sudolab_logic::rating::hodoku::{HodokuProfile, Rater, Search};
use sudolab_logic::regression::Case;

const CHOICES: &str = include_str!("../fixtures/hodoku_choices.txt");

#[test]
fn in_every_position_the_step_of_hodoku_is_taken_and_holds() {
    let mut rater = Rater::new();
    let mut seen = BTreeSet::new();
    let mut n = 0;
    for line in CHOICES.lines().filter(|line| !line.starts_with('#')) {
        let (position, expected) = line.split_once('\t').expect("a position and a step");
        let case = Case::read(position).expect("a library line").expect("no comment");
        let found = rater.harder(&case.position, &HodokuProfile::default());
        let found = found.unwrap_or_else(|| panic!("nothing found, but there is {expected}"));
        assert_eq!(format!("{}: {}", found.name(), found.detail(&case.position)), expected);
        if let Err(error) = check(&case.position, &found.step) {
            panic!("{expected}: {error}");
        }
        // The order of eliminations and the effect tell the same.
        let sorted: BTreeSet<Candidate> = found.eliminations.iter().copied().collect();
        assert!(sorted.iter().eq(&found.step.effect.eliminations), "{expected}");
        seen.insert(found.search);
        n += 1;
    }
    assert!(n > 100);
    // Searches that hardly ever find anything first are tested by the technique library.
    let rare = [
        Search::UniqueRectangle5,
        Search::FrankenXWing,
        Search::FrankenSwordfish,
        Search::FinnedFrankenXWing,
    ];
    let singles = [Search::FullHouse, Search::NakedSingle, Search::HiddenSingle];
    for search in Search::ALL {
        assert!(
            seen.contains(search) || rare.contains(search) || singles.contains(search),
            "{search:?}"
        );
    }
}

#[test]
fn without_uniqueness_no_step_assumes_one_solution() {
    let mut rater = Rater::new();
    let mut n = 0;
    for line in CHOICES.lines().filter(|line| !line.starts_with('#')) {
        let (position, expected) = line.split_once('\t').expect("a position and a step");
        let case = Case::read(position).expect("a library line").expect("no comment");
        let profile = HodokuProfile { uniqueness: false };
        let found = rater.harder(&case.position, &profile);
        let found = found.unwrap_or_else(|| panic!("nothing found, but there is {expected}"));
        assert!(!found.search.assumes_uniqueness(), "{expected}");
        let with = rater.harder(&case.position, &HodokuProfile::default());
        n += usize::from(with.as_ref() != Some(&found));
    }
    assert!(n >= 10, "uniqueness made a difference in {n} positions only");
}
