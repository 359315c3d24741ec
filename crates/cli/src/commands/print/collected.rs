//! The puzzles of a book, proved as they are read.

use super::Print;
use super::choices::Ratings;
use super::proof::{Proof, Proved};
use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Chunk;
use crate::{interrupt, say};
use std::ops::ControlFlow;
use sudolab::in_order::{Line, in_order};
use sudolab::sheets::Printable;

impl Print {
    /// The puzzles that may be printed; what may not is told.
    pub(super) fn collect(&self, common: &Common) -> Result<(Vec<Printable>, Exit), Failure> {
        let (mut chunks, _) = self.input.open(common)?;
        let mut entries = Vec::new();
        let mut exit = Exit::Fine;
        let fail_fast = self.input.fail_fast;
        let mut told = 0;
        let ended: ControlFlow<()> = in_order(
            Line::with_jobs(common.n_jobs()),
            || if interrupt::is_raised() { None } else { chunks.next() },
            || {
                let mut proof = Proof::new(self.ratings, common);
                move |chunk: Chunk| -> Vec<Proved> {
                    // Of a run that was interrupted nothing is printed: thousands of puzzles at
                    // hand need neither be looked at nor told.
                    let wanted = chunk.entries.iter().take_while(|_| !interrupt::is_raised());
                    wanted.map(|entry| proof.entry(entry)).collect()
                }
            },
            |proved: Vec<Proved>| {
                for Proved { entry, problem, notes } in proved {
                    if interrupt::is_raised() {
                        break;
                    }
                    notes.iter().filter(|_| !common.quiet).for_each(|note| say::note(note));
                    told += entry.iter().filter(|entry| entry.rating.is_some()).count();
                    entries.extend(entry);
                    if let Some((message, status)) = problem {
                        say::problem(&message);
                        exit = exit.and(status);
                    }
                    if fail_fast && exit != Exit::Fine {
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            },
        );
        if ended.is_break() {
            return Err(Failure::Stopped);
        }
        if interrupt::is_raised() {
            return Err(Failure::Interrupted);
        }
        if self.ratings == Ratings::Told && told == 0 && !entries.is_empty() {
            say::note(
                "--ratings told: the input tells no rating, so none is printed; use --ratings er or level",
            );
        }
        Ok((entries, exit))
    }
}
