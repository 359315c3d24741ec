//! Stories of puzzles with rules.

mod random_rules;

use std::ops::ControlFlow;
use sudolab_exact::general::{RuleEngine, Settings};
use sudolab_exact::{ExactSolver, NotCertified, certify, redundant_clues, true_candidates};
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::{Puzzle, Rule};

const STEPS: [Settings; 3] = [Settings::STAIRCASE, Settings::LEARNING, Settings::BRANCHING];

#[test]
fn the_engine_and_plain_counting_agree_on_random_demands() {
    for number in 0..500 {
        let case = random_rules::case(number);
        for settings in STEPS {
            let mut engine = RuleEngine::of_demands(&case.board, &case.demands, settings);
            let mut found = Vec::new();
            let stats = engine
                .for_each_solution(&case.puzzle, &mut |_| Ok(()), &mut |values| {
                    found.push(values.to_vec());
                    ControlFlow::Continue(())
                })
                .unwrap();
            found.sort();
            let demands = case.demands.demands();
            assert!(stats.complete, "case {number}");
            assert_eq!(
                found, case.solutions,
                "case {number}, {settings:?}: {:?} {demands:#?}",
                case.puzzle
            );
        }
    }
}

/// A 9x9 puzzle without clues, with these rules.
fn ruled(texts: &[&str]) -> Puzzle {
    let plain: Puzzle = ".".repeat(81).parse().unwrap();
    let rules = texts.iter().map(|text| Rule::from_text(text, plain.board()).unwrap()).collect();
    plain.with_rules(rules).unwrap()
}

#[test]
fn a_cage_that_cannot_be_filled_leaves_no_solution() {
    let mut solver = ExactSolver::new();
    assert!(solver.solve(&ruled(&["cage 4 r1c1 r1c2 r1c3"])).is_none());
    assert!(solver.solve(&ruled(&["cage 6 r1c1 r1c2 r1c3"])).is_some());
    // 1, 2 and 3 are used up in the row.
    let both = ruled(&["cage 6 r1c1 r1c2 r1c3", "cage 9 r1c4 r1c5 r1c6"]);
    assert!(solver.solve(&both).is_none());
}

#[test]
fn a_thermometer_of_nine_cells_tells_them_all() {
    let line: Vec<String> = (1..=9).map(|c| format!("r1c{c}")).collect();
    let puzzle = ruled(&[&format!("thermometer {}", line.join(" "))]);
    let solution = ExactSolver::new().solve(&puzzle).unwrap();
    assert!(solution.to_string().starts_with("123456789"));
}

#[test]
fn true_candidates_and_redundant_clues_know_the_rules() {
    let plain: Puzzle = "1...............".parse().unwrap();
    let rule = |text| Rule::from_text(text, plain.board()).unwrap();
    let puzzle = plain
        .clone()
        .with_rules(vec![
            rule("thermometer r1c1 r1c2 r1c3 r1c4"),
            rule("cage 3 r2c3 r3c3"),
            rule("thermometer r2c1 r2c2"),
        ])
        .unwrap();
    let mut solver = ExactSolver::new();
    let sets = true_candidates(&mut solver, &puzzle);
    let row: Vec<String> = sets[..4].iter().map(|set| set.to_string()).collect();
    assert_eq!(row, ["1", "2", "3", "4"]);
    if solver.count(&puzzle, 2).solutions == 1 {
        // The thermometer says what the clue says.
        assert_eq!(redundant_clues(&mut solver, &puzzle).len(), 1);
    }
}

#[test]
fn a_certificate_covers_sums_and_rules_on_few_cells_and_says_when_it_does_not() {
    let row: Vec<String> = (1..=9).map(|column| format!("r1c{column}")).collect();
    let row = row.join(" ");
    let long = format!("sum 90 {row} {}", row.replace("r1", "r5"));
    for (rule, line) in [
        ("cage 6 r1c1 r1c2 r1c3", "\nextra 1 2 3\n"),
        ("cage 6 r1c1 r1c2 r1c3", "\nsum 6 6 1 2 3\n"),
        ("arrow r5c5 / r1c1 r1c2", "\nsum 0 0 "),
        (long.as_str(), "\nsum 90 90 1 2 3 4 5 6 7 8 9 37 38 "),
        ("thermometer r1c1 r1c2 r1c3", "\nnever "),
    ] {
        let text = certify(&ruled(&[rule]), 2, &Halt::never()).expect(rule).to_string();
        assert!(text.contains(line), "{rule}: {text}");
    }
    let expression = format!("regex =.*1.*2.* {row}");
    let refused = certify(&ruled(&[&expression]), 2, &Halt::never());
    assert_eq!(refused, Err(NotCertified::Rules("regex".to_owned())));
}

#[test]
fn a_search_with_rules_stops_soon_after_it_is_told_to() {
    let puzzle = ruled(&["cage 15 r1c1 r1c2 r2c1", "thermometer r5c5 r5c6 r6c6 r7c6"]);
    for settings in STEPS {
        let (mut told, mut largest) = (0, 0);
        let mut meter = |ticks| {
            told += ticks;
            largest = largest.max(ticks);
            if told < 100_000 { Ok(()) } else { Err(Stop::Ticks) }
        };
        let mut engine = RuleEngine::new(&puzzle, settings);
        let stats = engine
            .for_each_solution(&puzzle, &mut meter, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        assert_eq!(stats.stopped, Some(Stop::Ticks), "{settings:?}");
        assert!(!stats.complete && stats.solutions > 0);
        assert!(largest < 20_000, "{largest} ticks passed without a word, {settings:?}");
    }
}
