//! Every step of every named technique holds: by its reason and against the solution.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use sudolab_logic::check::check;
use sudolab_logic::explain::explain;
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_logic::step::Step;
use sudolab_logic::technique::Technique;
use sudolab_logic::techniques::named;
use sudolab_testkit::table::rows;
use sudolab_testkit::{carried, shared};

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

/// How much is looked at.
struct Thoroughness {
    /// Positions of a puzzle in which the basic techniques find nothing.
    positions: usize,
    /// Steps of one technique in one position.
    steps: usize,
    /// Whether forcing nets are looked for, which take longest.
    nets: bool,
}

/// Solves as far as the techniques go, the first of the catalogue first; wherever the
/// basic ones find nothing, confirms the steps of every technique.
fn confirm(line: &str, how: &Thoroughness, counts: &mut BTreeMap<&'static str, usize>) {
    let mut position = Position::from_line(line).expect("a puzzle line");
    let solved = solution(&position);
    assert!(solved.is_solved(), "{line}");
    let basic = Technique::ALL.iter().position(|&t| t == Technique::HiddenQuad).expect("listed");
    let mut n_rounds = 0;
    while !position.is_solved() {
        let mut first: Option<Step> = None;
        for (index, &technique) in Technique::ALL.iter().enumerate() {
            let is_net = technique.name().starts_with("Forcing Net");
            if is_net && !how.nets {
                continue;
            }
            let most = if index <= basic { 1 } else { how.steps };
            let mut n_steps = 0;
            let _ = named::find(&position, technique, &mut |step| {
                assert_holds(&position, &solved, &step, line);
                *counts.entry(technique.id()).or_insert(0) += 1;
                first.get_or_insert(step);
                n_steps += 1;
                if n_steps < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            if index <= basic && first.is_some() {
                break;
            }
        }
        n_rounds +=
            usize::from(first.as_ref().is_some_and(|s| s.technique > Technique::HiddenQuad));
        match first {
            Some(step) if n_rounds <= how.positions => step.effect.apply(&mut position),
            _ => return,
        }
    }
}

fn lines(file: &str) -> Option<Vec<String>> {
    let text = shared(file)?;
    let puzzle =
        |row: &str| row.split(['\t', ',']).find(|field| field.len() == 81).map(str::to_owned);
    Some(text.lines().filter_map(puzzle).collect())
}

fn told(counts: &BTreeMap<&'static str, usize>) -> usize {
    let n_steps: usize = counts.values().sum();
    eprintln!("{n_steps} steps of {} techniques: {counts:?}", counts.len());
    n_steps
}

/// Confirms a sample of the steps on some puzzles, and that common techniques are among them.
fn confirm_a_sample<'a>(lines: impl Iterator<Item = &'a String>) {
    let how = Thoroughness { positions: 1, steps: 8, nets: false };
    let mut counts = BTreeMap::new();
    for line in lines {
        confirm(line, &how, &mut counts);
    }
    assert!(told(&counts) > 1_000);
    for id in ["skyscraper", "w-wing", "xy-chain", "als-xz", "finned-x-wing", "aic"] {
        assert!(counts.contains_key(id), "no {id} among {counts:?}");
    }
}

#[test]
fn a_sample_of_the_steps_on_the_carried_puzzles_holds() {
    let ratings = rows(&carried::text("golden/ratings.csv.gz"), ["puzzle", "hodoku_level"]);
    let hard = ratings.iter().filter(|[_, level]| level == "Unfair" || level == "Extreme");
    confirm_a_sample(hard.step_by(20).map(|[puzzle, _]| puzzle));
}

#[test]
fn a_sample_of_the_steps_of_the_named_techniques_holds() {
    let Some(lines) = lines("hodoku/exemplars-1.0.tsv") else { return };
    confirm_a_sample(lines.iter().step_by(17));
}

#[test]
#[ignore = "a minute of processor time: a hundred thousand steps, forcing nets among them"]
fn a_hundred_thousand_steps_of_the_named_techniques_hold() {
    let how = Thoroughness { positions: 4, steps: 40, nets: true };
    let mut counts = BTreeMap::new();
    for (file, every) in [
        ("hodoku/exemplars-1.0.tsv", 1),
        ("9x9/magictour_top1465.txt", 5),
        ("9x9/generated_minimal_random.txt", 50),
    ] {
        let Some(lines) = lines(file) else { return };
        for line in lines.iter().step_by(every) {
            confirm(line, &how, &mut counts);
            if counts.values().sum::<usize>() > 120_000 {
                break;
            }
        }
    }
    assert!(told(&counts) > 100_000);
}
