//! Every step of every named technique holds: by its reason and against the solution.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use sudolab_grid::testdata::shared;
use sudolab_logic::check::check;
use sudolab_logic::explain::explain;
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_logic::step::Step;
use sudolab_logic::technique::Technique;
use sudolab_logic::techniques::named;

/// The finished grid, by the rated solver, whose steps have a test of their own.
fn solution(start: &Position) -> Position {
    let mut last = start.clone();
    Rater::new().rate_with(start, &SeProfile::default(), |at, step| {
        last = at.clone();
        step.step.effect.apply(&mut last);
        ControlFlow::Continue(())
    });
    last
}

fn assert_holds(position: &Position, solved: &Position, step: &Step, line: &str) {
    let told = || format!("{line}\n{position:?}\n{step:?}");
    assert_eq!(check(position, step), Ok(()), "{}", told());
    for placed in &step.effect.placements {
        assert_eq!(solved.value(placed.cell), Some(placed.digit), "{}", told());
    }
    for removed in &step.effect.eliminations {
        assert!(position.has(removed.cell, removed.digit), "gone already: {}", told());
        assert_ne!(solved.value(removed.cell), Some(removed.digit), "{}", told());
    }
    let words = explain(position, step);
    assert!(!words.sentences.is_empty() && words.conclusion.starts_with("So "), "{}", told());
}

/// Solves as far as the techniques go, the first of the catalogue first; wherever the
/// basic ones find nothing, confirms every step of every technique.
fn confirm(line: &str, counts: &mut BTreeMap<&'static str, usize>) {
    let mut position = Position::from_line(line).expect("a puzzle line");
    let solved = solution(&position);
    assert!(solved.is_solved(), "{line}");
    let basic = Technique::ALL.iter().position(|&t| t == Technique::HiddenQuad).expect("listed");
    let mut n_rounds = 0;
    while !position.is_solved() {
        let mut first: Option<Step> = None;
        for (index, &technique) in Technique::ALL.iter().enumerate() {
            let mut n_steps = 0;
            let _ = named::find(&position, technique, &mut |step| {
                if n_steps < 200 {
                    assert_holds(&position, &solved, &step, line);
                }
                *counts.entry(technique.id()).or_insert(0) += 1;
                first.get_or_insert(step);
                n_steps += 1;
                if index <= basic { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if index <= basic && first.is_some() {
                break;
            }
        }
        n_rounds +=
            usize::from(first.as_ref().is_some_and(|s| s.technique > Technique::HiddenQuad));
        match first {
            Some(step) if n_rounds <= 3 => step.effect.apply(&mut position),
            _ => return,
        }
    }
}

#[test]
#[ignore = "half a minute to a minute: exhaustive chains over every ninth exemplar"]
fn every_step_of_the_named_techniques_is_confirmed_by_its_reason_and_by_the_solution() {
    let Some(exemplars) = shared("hodoku/exemplars-1.0.tsv") else { return };
    let mut counts = BTreeMap::new();
    let lines: Vec<&str> =
        exemplars.lines().skip(1).filter_map(|row| row.split('\t').next()).collect();
    for line in lines.iter().step_by(9) {
        confirm(line, &mut counts);
    }
    eprintln!("{counts:?}");
    let n_steps: usize = counts.values().sum();
    assert!(n_steps > 5_000, "only {n_steps} steps: {counts:?}");
    for id in ["skyscraper", "w-wing", "xy-chain", "als-xz", "finned-x-wing", "aic", "sue-de-coq"] {
        assert!(counts.contains_key(id), "no {id} among {counts:?}");
    }
}
