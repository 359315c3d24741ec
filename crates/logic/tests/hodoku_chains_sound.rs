//! Every loop, forcing chain and forcing net holds: by its reason and in the solution.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::single::{Opening, SingleEngine};
use sudolab_logic::check::check;
use sudolab_logic::explain::explain;
use sudolab_logic::position::Position;
use sudolab_logic::rating::hodoku::tabling::{Found, Links, Tabling};
use sudolab_logic::step::Step;
use sudolab_logic::techniques::{first, hidden_single, locked_candidates, naked_single};
use sudolab_testkit::table::rows;
use sudolab_testkit::{carried, shared};

fn solution(start: &Position) -> [u8; 81] {
    let start = Opening::Clues(Clues(*start.values()));
    SingleEngine::new().solve(&start).expect("a proper puzzle")
}

fn easy(position: &Position) -> Option<Step> {
    first(position, |p, visit| naked_single::find(p, visit))
        .or_else(|| first(position, |p, visit| hidden_single::find_hidden(p, visit)))
        .or_else(|| first(position, |p, visit| locked_candidates::find_pointing(p, visit)))
        .or_else(|| first(position, |p, visit| locked_candidates::find_claiming(p, visit)))
}

fn assert_holds(position: &Position, solved: &[u8; 81], found: &Found) {
    let step = &found.step;
    let told = || format!("{position:?}\n{} {}", step.technique, found.detail());
    assert_eq!(check(position, step), Ok(()), "{}", told());
    for placed in &step.effect.placements {
        assert_eq!(solved[placed.cell.index()], placed.digit.number(), "{}", told());
    }
    for removed in &step.effect.eliminations {
        assert!(position.has(removed.cell, removed.digit), "gone already: {}", told());
        assert_ne!(solved[removed.cell.index()], removed.digit.number(), "{}", told());
    }
    assert!(explain(position, step).conclusion.starts_with("So "), "{}", told());
}

/// Solves a puzzle by singles, locked candidates and tabling alone, and confirms every
/// step by tabling; `everything` confirms all steps found on the way, not only the
/// best ones.
fn confirm(line: &str, everything: bool, counts: &mut BTreeMap<&'static str, usize>) {
    let mut tabling = Tabling::new();
    let mut position = Position::from_line(line).expect("a puzzle line");
    let solved = solution(&position);
    while !position.is_solved() {
        if let Some(step) = easy(&position) {
            step.effect.apply(&mut position);
            continue;
        }
        let mut confirmed = |found: &Found| {
            assert_holds(&position, &solved, found);
            *counts.entry(found.step.technique.id()).or_insert(0) += 1;
        };
        if everything {
            for links in [Links::Plain, Links::Groups, Links::Sets] {
                tabling.all_loops(&position, links).iter().for_each(&mut confirmed);
            }
            for nets in [false, true] {
                let _ = tabling.all_forcing(&position, nets, &mut |found| {
                    confirmed(&found);
                    ControlFlow::Continue(())
                });
            }
        }
        let found = tabling
            .loops(&position, false)
            .or_else(|| tabling.loops(&position, true))
            .or_else(|| tabling.forcing_chains(&position))
            .or_else(|| tabling.forcing_nets(&position));
        let Some(found) = found else { return };
        confirmed(&found);
        found.step.effect.apply(&mut position);
    }
}

/// Confirms the steps taken on hard puzzles.
fn confirm_taken<'a>(lines: impl Iterator<Item = &'a str>) {
    let mut counts = BTreeMap::new();
    for line in lines {
        confirm(line, false, &mut counts);
    }
    eprintln!("{counts:?}");
    assert!(counts.values().sum::<usize>() > 2_000, "{counts:?}");
    for id in ["discontinuous-nice-loop", "grouped-aic", "forcing-chain-verity"] {
        assert!(counts.contains_key(id), "no {id} among {counts:?}");
    }
}

/// Confirms all steps found on some hard puzzles.
fn confirm_found<'a>(lines: impl Iterator<Item = &'a str>) {
    let mut counts = BTreeMap::new();
    for line in lines {
        confirm(line, true, &mut counts);
    }
    eprintln!("{counts:?}");
    assert!(counts.values().sum::<usize>() > 2_000, "{counts:?}");
    assert!(counts.contains_key("forcing-net-verity"), "{counts:?}");
}

/// The extreme puzzles of the carried set, by HoDoKu's level.
fn carried_extremes() -> Vec<String> {
    rows(&carried::text("golden/ratings.csv.gz"), ["puzzle", "hodoku_level"])
        .into_iter()
        .filter(|[_, level]| level == "Extreme")
        .map(|[puzzle, _]| puzzle)
        .collect()
}

#[test]
fn every_step_taken_on_the_extreme_carried_puzzles_holds() {
    confirm_taken(carried_extremes().iter().map(String::as_str));
}

#[test]
fn every_step_found_on_some_extreme_carried_puzzles_holds() {
    confirm_found(carried_extremes().iter().take(3).map(String::as_str));
}

#[test]
fn every_step_taken_on_hundreds_of_hard_puzzles_holds() {
    let Some(hard) = shared("9x9/magictour_top1465.txt") else { return };
    let lines: Vec<&str> = hard.lines().filter(|line| line.len() >= 81).collect();
    confirm_taken(lines.iter().copied().step_by(lines.len() / 520));
}

#[test]
fn every_step_found_on_some_hard_puzzles_holds() {
    let Some(hard) = shared("9x9/magictour_top1465.txt") else { return };
    let lines: Vec<&str> = hard.lines().filter(|line| line.len() >= 81).collect();
    confirm_found(lines.iter().copied().skip(3).step_by(lines.len() / 3));
}
