//! What one rule leaves to its cells, given what they may still hold.
//!
//! Pieces of rules are asked again only when the candidates of their variables have changed.

use super::fillings::{Left, left};
use super::ground::Source;
use super::position::Position;
use super::step::{Dead, Effect, Reason, Step, Technique};
use sudolab_grid::DigitSet;
use sudolab_grid::halt::{Pulse, Stop};

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
    let ground = position.ground();
    let n_cells = position.board().n_cells();
    quiet.0.resize(ground.pieces().len(), None);
    let n_open = |number: &usize| {
        let cells = ground.pieces()[*number].cells.iter();
        cells.filter(|cell| position.marks()[cell.index()].len() > 1).count()
    };
    let mut order: Vec<usize> = (0..ground.pieces().len()).collect();
    // What a rule says by itself comes before what houses say with it.
    order.sort_by_key(|number| {
        (matches!(ground.pieces()[*number].source, Source::Total(_)), n_open(number))
    });
    for number in order {
        let piece = &ground.pieces()[number];
        let sets = || piece.cells.iter().map(|cell| position.marks()[cell.index()]);
        if quiet.0[number].as_ref().is_some_and(|known| known.iter().copied().eq(sets())) {
            continue;
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
            continue;
        }
        let cells = piece.cells.iter().copied().filter(|cell| cell.index() < n_cells).collect();
        let effect = Effect { eliminations, ..Effect::default() };
        let (technique, reason) = match &piece.source {
            Source::Rule(rule) => (Technique::Rule, Reason::Rule { rule: *rule, cells }),
            Source::Total(total) => {
                let (groups, rules) = (total.groups.clone(), total.rules.clone());
                (Technique::Total, Reason::Total { groups, rules, cells })
            }
        };
        return Ok(Said::Step(Step { technique, effect, reason }));
    }
    Ok(Said::Nothing)
}
