//! Finders asked in every position on the way through a puzzle, as the Explainer's rating goes.

use std::ops::ControlFlow;
use sudolab_logic::check::check;
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_logic::step::Step;
use sudolab_logic::techniques::unique_loop::Coverage;
use sudolab_logic::techniques::{
    Flow, aligned_exclusion, almost_locked_set, bivalue_grave, unique_loop,
};

/// A finder that is asked for every step.
type Find = fn(&Position, &mut dyn FnMut(Step) -> Flow) -> Flow;

/// What a finder says along a path.
#[derive(Default)]
struct Along {
    /// Positions in which it finds something.
    found: usize,
    /// Positions in which it stays silent.
    silent: usize,
    /// The ids of what it found.
    ids: Vec<&'static str>,
}

/// Goes through a proper puzzle and asks the finder in every position. What it finds agrees with
/// its reason and with the solution.
fn along(line: &str, find: Find) -> Along {
    let start = Position::from_line(line).expect("a puzzle line");
    let mut path = Vec::new();
    let mut solved = start.clone();
    Rater::new().rate_with(&start, &SeProfile::default(), |at, step| {
        path.push(at.clone());
        solved = at.clone();
        step.step.effect.apply(&mut solved);
        ControlFlow::Continue(())
    });
    assert!(solved.is_solved(), "{line}");
    let mut said = Along::default();
    for position in &path {
        let mut n_steps = 0;
        let _ = find(position, &mut |step| {
            assert_eq!(check(position, &step), Ok(()), "{step:?}");
            for gone in &step.effect.eliminations {
                assert!(position.has(gone.cell, gone.digit), "{step:?}");
                assert_ne!(solved.value(gone.cell), Some(gone.digit), "{step:?}");
            }
            for placed in &step.effect.placements {
                assert_eq!(solved.value(placed.cell), Some(placed.digit), "{step:?}");
            }
            said.ids.push(step.technique.id());
            n_steps += 1;
            // Chains of sets are found by the thousand; a few of each position are enough.
            if n_steps < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        *(if n_steps == 0 { &mut said.silent } else { &mut said.found }) += 1;
    }
    said
}

/// A puzzle that needs an aligned triple exclusion, and has chains of sets on its way.
const TRIPLE: &str =
    "65.....3..7....25..19........7823....8......93..4.1......156.........7..9....8..6";

#[test]
fn aligned_triples_hold_on_the_way_through_a_puzzle_that_needs_one() {
    let said = along(TRIPLE, |p, v| aligned_exclusion::find_triples(p, v));
    assert!(said.found > 0 && said.silent > 0, "{} {}", said.found, said.silent);
}

#[test]
fn longer_chains_of_sets_hold_on_the_way_through_a_puzzle() {
    let finders: [Find; 3] = [
        |p, v| almost_locked_set::find_xz(p, v),
        |p, v| almost_locked_set::find_xy_wing(p, v),
        |p, v| almost_locked_set::find_chain(p, v),
    ];
    for find in finders {
        let said = along(TRIPLE, find);
        assert!(said.found > 0 && said.silent > 0, "{} {}", said.found, said.silent);
    }
}

#[test]
fn loops_hold_on_the_way_through_a_puzzle_that_has_one_of_six_cells() {
    let line = "8.........978...6.....3.1.........7..75...39.9..6..5.17......3..3.78......41....8";
    let finders: [Find; 2] = [
        |p, v| unique_loop::find(p, Coverage::Complete, v),
        |p, v| unique_loop::find(p, Coverage::Explainer121, v),
    ];
    for find in finders {
        let said = along(line, find);
        assert!(said.found > 0 && said.silent > said.found, "{} {}", said.found, said.silent);
    }
}

/// Puzzles on whose way Sudoku Explainer meets a grave of type 1 and one of type 2.
const GRAVES: [&str; 2] = [
    "329.5.....4.3....26...9........47.38....1..........7.4.9...2.73....69.1..64......",
    ".6...5...27......93...647......7..3....5...1...46....8...2.39.........6..23.5....",
];

#[test]
fn a_grave_shows_near_the_end_and_nowhere_before() {
    for (line, kind) in GRAVES.into_iter().zip(["bug-1", "bug-2"]) {
        let said = along(line, |p, v| bivalue_grave::find(p, v));
        assert!(said.found > 0 && said.silent > 30, "{} {} {line}", said.found, said.silent);
        assert!(said.ids.contains(&kind), "{:?}", said.ids);
    }
    let mut visit = |step: Step| panic!("{step:?} on an empty board");
    let _ = bivalue_grave::find(&Position::empty(), &mut visit);
}
