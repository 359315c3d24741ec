//! What the engines of the `exact` room do, as events of a run.
//!
//! The engines tell whole positions; what has changed since the last one becomes single events. A
//! position in which most cells changed is shown whole.

use crate::{Clash, Event, Run};
use std::cell::RefCell;
use sudolab_exact::Moment;
use sudolab_grid::{Cell, Digit, DigitSet, Puzzle};

/// Turns the moments of a search into events. The run is shared with the search's meter.
pub(super) struct Watcher<'s, 'r, 'a> {
    run: &'s RefCell<&'r mut Run<'a>>,
    /// Ticks of the run before the search.
    before: u64,
    /// The board as the observer knows it.
    board: Vec<u8>,
    restarts: u64,
}

impl<'s, 'r, 'a> Watcher<'s, 'r, 'a> {
    pub(super) fn new(run: &'s RefCell<&'r mut Run<'a>>, puzzle: &Puzzle) -> Watcher<'s, 'r, 'a> {
        let before = run.borrow().ticks();
        Watcher { run, before, board: puzzle.clues().values().to_vec(), restarts: 0 }
    }

    pub(super) fn see(&mut self, ticks: u64, moment: Moment<'_>) {
        let mut run = self.run.borrow_mut();
        let tick = self.before + ticks;
        let mut tell = |event: Event<'_>| run.tell_at(tick, &event);
        match moment {
            Moment::Position(values) => {
                let changes = values.iter().zip(&self.board).filter(|(new, old)| new != old);
                if changes.count() > values.len() / 2 {
                    tell(Event::State { board: values });
                } else {
                    let cells = values.iter().zip(&self.board).enumerate();
                    for (place, (&new, _)) in cells.filter(|(_, (new, old))| new != old) {
                        let cell = Cell::new(place);
                        tell(match Digit::from_number(new) {
                            Some(digit) => Event::Assign { cell, digit },
                            None => Event::Retract { cell },
                        });
                    }
                }
                self.board.copy_from_slice(values);
            }
            Moment::Guess { cell, digit, rest, depth } => {
                self.board[cell] = digit;
                let Some(digit) = Digit::from_number(digit) else { return };
                let (cell, rest) = (Cell::new(cell), DigitSet::from_bits(rest));
                tell(Event::Guess { cell, digit, rest, depth });
            }
            Moment::Conflict { house } => {
                tell(Event::Conflict(house.map_or(Clash::Somewhere, Clash::House)));
            }
            Moment::Decide { cell, digit, holds, level } => {
                let Some(digit) = Digit::from_number(digit) else { return };
                tell(Event::Decide { cell: Cell::new(cell), digit, holds, level });
            }
            Moment::Learn { size, level } => tell(Event::Learn { size, level }),
            Moment::Restart => {
                self.restarts += 1;
                tell(Event::Restart { number: self.restarts });
            }
            _ => {}
        }
    }
}

/// Shows a solution: long searches end where nobody looks on.
pub(super) fn show(run: &RefCell<&mut Run<'_>>, board: &[u8]) {
    run.borrow_mut().show(board);
}
