//! What one rule leaves to its cells, given what they may still hold.
//!
//! Pieces of rules are asked again only when the candidates of their variables have changed.

use super::fillings::{Left, left};
use super::ground::Source;
use super::position::Position;
use super::step::{Dead, Effect, Reason, Step};
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{COMMON, Family};
use crate::technique::Technique;
use crate::techniques::Flow;
use std::ops::ControlFlow;
use sudolab_grid::DigitSet;
use sudolab_grid::halt::{Pulse, Stop};

/// What one rule leaves to its cells.
pub static RULE: Entry =
    Entry::new("rule", "Rule", Family::Rules, COMMON).elsewhere().taught_by(&Lesson {
        what: "One rule, such as a cage, an arrow or a thermometer: a candidate of its cells that \
               stands in no filling which keeps the rule goes.",
        why: "The cells of the rule are filled somehow in the solution, from the candidates they still \
              have, and so that the rule holds. A candidate in none of these fillings is not in the \
              solution.",
        when: "In every puzzle with rules, from the first step on: small and large sums, the ends of \
               lines, and whenever a cell of the rule has lost candidates since one last looked.",
        other_names: &["Cage Combinations", "Killer Combinations"],
        example: r#"{"puzzle": "................", "rules": ["cage 3 r1c1 r1c2", "cage 7 r2c1 r2c2", "cage 3 r4c3 r4c4"]}"#,
    });

/// What was seen of each piece the last time it had nothing to say.
#[derive(Clone, Default)]
pub(super) struct Quiet(Vec<Option<Box<[DigitSet]>>>);

/// What the rules say.
pub(super) enum Said {
    Step(Step),
    Dead(Dead),
    Nothing,
}

/// The first rule that takes a candidate away; pieces with few open cells first.
pub(super) fn find(
    position: &Position,
    quiet: &mut Quiet,
    pulse: &mut Pulse<'_>,
) -> Result<Said, Stop> {
    for number in order(position) {
        match of_piece(position, number, quiet, pulse)? {
            Said::Nothing => {}
            said => return Ok(said),
        }
    }
    Ok(Said::Nothing)
}

/// What every rule takes away, in the same order.
pub(super) fn every(
    position: &Position,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let mut quiet = Quiet::default();
    for number in order(position) {
        if let Said::Step(step) = of_piece(position, number, &mut quiet, pulse)?
            && visit(step).is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The numbers of the pieces, what a rule says by itself before what houses say with it.
fn order(position: &Position) -> Vec<usize> {
    let pieces = position.ground().pieces();
    let n_open = |number: &usize| {
        let cells = pieces[*number].cells.iter();
        cells.filter(|cell| position.marks()[cell.index()].len() > 1).count()
    };
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order
        .sort_by_key(|number| (matches!(pieces[*number].source, Source::Total(_)), n_open(number)));
    order
}

/// What one piece of a rule says.
fn of_piece(
    position: &Position,
    number: usize,
    quiet: &mut Quiet,
    pulse: &mut Pulse<'_>,
) -> Result<Said, Stop> {
    let ground = position.ground();
    let n_cells = position.board().n_cells();
    quiet.0.resize(ground.pieces().len(), None);
    let piece = &ground.pieces()[number];
    let sets = || piece.cells.iter().map(|cell| position.marks()[cell.index()]);
    if quiet.0[number].as_ref().is_some_and(|known| known.iter().copied().eq(sets())) {
        return Ok(Said::Nothing);
    }
    pulse.beat(1)?;
    let kept = match left(piece, position.marks(), ground.lowering(), pulse)? {
        Left::Sets(kept) => kept,
        Left::Nothing => match piece.source {
            Source::Rule(rule) => return Ok(Said::Dead(Dead::Rule(rule))),
            // A cell loses all it has, which is a dead end that everybody sees.
            Source::Total(_) => {
                let open = piece.cells.iter().position(|&c| position.digit(c).is_none());
                let keeps = |place: usize| {
                    if Some(place) == open { DigitSet::EMPTY } else { !DigitSet::EMPTY }
                };
                (0..piece.cells.len()).map(keeps).collect()
            }
        },
    };
    let eliminations: Vec<_> = piece
        .cells
        .iter()
        .zip(kept)
        .filter(|(cell, _)| cell.index() < n_cells)
        .flat_map(|(&cell, kept)| {
            (position.candidates(cell) - kept).iter().map(move |digit| (cell, digit))
        })
        .collect();
    if eliminations.is_empty() {
        quiet.0[number] = Some(sets().collect());
        return Ok(Said::Nothing);
    }
    let cells = piece.cells.iter().copied().filter(|cell| cell.index() < n_cells).collect();
    let effect = Effect { eliminations, ..Effect::default() };
    let (technique, reason) = match &piece.source {
        Source::Rule(rule) => (Technique::Rule, Reason::Rule { rule: *rule, cells }),
        Source::Total(total) => {
            let (groups, rules) = (total.groups.clone(), total.rules.clone());
            (Technique::HouseTotal, Reason::Total { groups, rules, cells })
        }
    };
    Ok(Said::Step(Step { technique, effect, reason }))
}
