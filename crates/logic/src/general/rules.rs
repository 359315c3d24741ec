//! What one rule leaves to its cells, given what they may still hold.
//!
//! Pieces of rules are asked again only when the candidates of their variables have changed.

use super::fillings::{Left, left};
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
    order.sort_by_key(n_open);
    for number in order {
        let piece = &ground.pieces()[number];
        let sets = || piece.cells.iter().map(|cell| position.marks()[cell.index()]);
        if quiet.0[number].as_ref().is_some_and(|known| known.iter().copied().eq(sets())) {
            continue;
        }
        pulse.beat(1)?;
        let kept = match left(piece, position.marks(), ground.lowering(), pulse)? {
            Left::Nothing => return Ok(Said::Dead(Dead::Rule(piece.rule))),
            Left::Sets(kept) => kept,
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
        let reason = Reason::Rule { rule: piece.rule, cells };
        return Ok(Said::Step(Step { technique: Technique::Rule, effect, reason }));
    }
    Ok(Said::Nothing)
}
