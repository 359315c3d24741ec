//! Every step holds: by its own reason, and against the solution.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use sudolab_logic::check::check;
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_testkit::table::rows;
use sudolab_testkit::{carried, shared};

/// Solves each puzzle step by step; checks every step from its reason, and that no
/// step contradicts the final grid. Returns the number of steps by technique.
fn check_all<'a>(lines: impl Iterator<Item = &'a str>) -> BTreeMap<&'static str, usize> {
    let mut rater = Rater::new();
    let mut counts = BTreeMap::new();
    for line in lines {
        let start = Position::from_line(line).expect("a puzzle line");
        let mut steps = Vec::new();
        let mut position = start.clone();
        rater.rate_with(&start, &SeProfile::default(), |at, step| {
            if let Err(error) = check(at, &step.step) {
                panic!("{line}: {}: {error}\n{at:?}\n{:?}", step.explainer_name(), step.step);
            }
            position = at.clone();
            step.step.effect.apply(&mut position);
            steps.push(step.step.clone());
            ControlFlow::Continue(())
        });
        assert!(position.is_solved(), "{line} is not solved");
        for step in steps {
            for placed in &step.effect.placements {
                assert_eq!(position.value(placed.cell), Some(placed.digit), "{line} {step:?}");
            }
            for removed in &step.effect.eliminations {
                assert_ne!(position.value(removed.cell), Some(removed.digit), "{line} {step:?}");
            }
            *counts.entry(step.technique.id()).or_insert(0) += 1;
        }
    }
    counts
}

#[test]
fn every_step_of_the_carried_puzzles_is_confirmed_by_its_reason_and_by_the_solution() {
    let ratings = rows(&carried::text("golden/ratings.csv.gz"), ["puzzle"]);
    let counts = check_all(ratings.iter().step_by(2).map(|[puzzle]| puzzle.as_str()));
    assert!(counts.values().sum::<usize>() > 25_000);
}

#[test]
fn every_step_of_the_golden_puzzles_is_confirmed_by_its_reason_and_by_the_solution() {
    let Some(ratings) = shared("golden/ratings.csv") else { return };
    let counts = check_all(ratings.lines().skip(1).filter_map(|row| row.split(',').nth(2)));
    assert!(counts.values().sum::<usize>() > 25_000);
}

#[test]
#[ignore = "about two minutes: more than 100 000 steps, among them nested chains"]
fn a_hundred_thousand_steps_hold() {
    let mut lines = Vec::new();
    for (file, n) in [
        ("9x9/magictour_top1465.txt", 1465),
        ("9x9/top95.txt", 95),
        ("9x9/sudocue_top10000.txt", 300),
        ("9x9/generated_minimal_random.txt", 300),
    ] {
        let Some(text) = shared(file) else { return };
        lines.extend(text.lines().take(n).map(str::to_owned));
    }
    let Some(extreme) = shared("golden/extreme.csv") else { return };
    lines
        .extend(extreme.lines().skip(1).filter_map(|row| row.split(',').nth(2)).map(str::to_owned));
    let counts = check_all(lines.iter().map(String::as_str));
    eprintln!("{counts:?}");
    assert!(counts.values().sum::<usize>() > 100_000);
}
