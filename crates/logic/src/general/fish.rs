//! Fish: the places of a digit in some rows lie in as many columns, or the other way round.

use super::position::Position;
use super::step::{Effect, Reason, Step};
use super::subsets::combine;
use crate::technique::Technique;
use crate::techniques::Flow;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::{Cell, Digit, DigitSet, HouseKind};

/// Every fish of a size, rows before columns.
pub(super) fn find(
    position: &Position,
    k: usize,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let Some(technique) = Technique::basic_fish(k) else { return Ok(ControlFlow::Continue(())) };
    for (base, cover) in [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)]
    {
        let (base, cover) = (lines(position, base), lines(position, cover));
        for digit in position.board().digits().iter() {
            // For each base line the cover lines of the places of the digit.
            let mut numbers: Vec<usize> = Vec::new();
            let mut sets: Vec<DigitSet> = Vec::new();
            for &line in &base {
                let places = position.places(line, digit);
                if position.has(line, digit) || !(1..=k).contains(&places.len()) {
                    continue;
                }
                let covers: Option<Vec<Digit>> = places
                    .iter()
                    .map(|&cell| {
                        let at = cover.iter().position(|&other| holds(position, other, cell))?;
                        Digit::from_index(at)
                    })
                    .collect();
                let Some(covers) = covers else { continue };
                numbers.push(line);
                sets.push(covers.into_iter().collect());
            }
            let flow = combine(&sets, k, pulse, &mut |chosen, at| {
                let bases: Vec<usize> = chosen.iter().map(|&i| numbers[i]).collect();
                let covers: Vec<usize> = at.iter().map(|place| cover[place.index()]).collect();
                let goes = |cell: &Cell| !bases.iter().any(|&line| holds(position, line, *cell));
                let eliminations: Vec<(Cell, Digit)> = covers
                    .iter()
                    .flat_map(|&line| position.places(line, digit))
                    .filter(goes)
                    .map(|cell| (cell, digit))
                    .collect();
                if eliminations.is_empty() {
                    return ControlFlow::Continue(());
                }
                let effect = Effect { eliminations, ..Effect::default() };
                let reason = Reason::Fish { digit, base: bases, cover: covers };
                visit(Step { technique, effect, reason })
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The full rows or columns of the board, as groups.
fn lines(position: &Position, kind: HouseKind) -> Vec<usize> {
    let houses = position.board().houses().iter().enumerate();
    houses
        .filter(|&(number, house)| {
            house.kind() == kind && position.ground().groups()[number].is_full
        })
        .map(|(number, _)| number)
        .collect()
}

fn holds(position: &Position, group: usize, cell: Cell) -> bool {
    position.ground().groups()[group].cells.binary_search(&cell).is_ok()
}
