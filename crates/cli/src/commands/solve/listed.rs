//! `solve --solutions N`: the solutions of one puzzle, written as they are found.

use super::{Row, Shown, Working};
use crate::batch::Report;
use crate::exit::Exit;
use crate::input::Place;
use std::ops::ControlFlow;
use sudolab::exact::Conflicts;
use sudolab::{Halt, Listed, More, Puzzle, Solution, SolveReport, Solved};

/// So many solutions are held back until the search has ended and its cost is known. Of a longer
/// list every solution is written as soon as it is found, without the cost of the search.
const HELD: usize = 1000;

impl Working {
    pub(super) fn list(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        place: Place<'_>,
        halt: &Halt<'_>,
        report: &mut Report,
    ) {
        if let Some(conflicts) = Conflicts::of(puzzle) {
            let clash = SolveReport::without_work(Solved::Conflict(conflicts));
            return self.shown.solved(puzzle, place, &clash, report);
        }
        let shown = &self.shown;
        let mut held = Vec::new();
        let mut n = 0_u64;
        let ended = self.solving.each(puzzle, limit, halt, &mut |solution| {
            n += 1;
            if n as usize <= HELD {
                held.push(solution);
                return ControlFlow::Continue(());
            }
            for one in held.drain(..).chain([solution]) {
                shown.one_of_many(puzzle, &one, report);
            }
            report.grown()
        });
        let listed = match ended {
            Ok(listed) => listed,
            Err(error) => return shown.refused(puzzle, place, &error.to_string(), report),
        };
        if listed.wrong {
            // What was found before stands; nothing is concluded from it.
            for solution in &held {
                shown.one_of_many(puzzle, solution, report);
            }
            return shown.solved(puzzle, place, &cost(&listed, Solved::Wrong), report);
        }
        match (listed.more, n) {
            (More::Unknown(stop), 0) => {
                return shown.solved(puzzle, place, &cost(&listed, Solved::Stopped(stop)), report);
            }
            (_, 0) => return shown.solved(puzzle, place, &cost(&listed, Solved::None), report),
            (More::Unknown(_), _) => report.exit = report.exit.and(Exit::Limit),
            (More::Yes, _) => {
                report.notes.push(format!("{place}: the first {limit} of more solutions"));
            }
            (More::No, _) if n < limit => {
                let s = if n == 1 { "" } else { "s" };
                report.notes.push(format!("{place}: it has {n} solution{s} only, all listed"));
            }
            (More::No, _) => {}
        }
        for solution in held {
            shown.listed(puzzle, solution, n, &listed, report);
        }
    }
}

impl Shown {
    /// One of the solutions of a search that has ended, of `n` in all.
    fn listed(
        &self,
        puzzle: &Puzzle,
        solution: Solution,
        n: u64,
        listed: &Listed,
        report: &mut Report,
    ) {
        let one = match listed.more {
            More::No if n == 1 => Solved::Unique(solution.clone()),
            More::Unknown(stop) if n == 1 => Solved::Unproved { first: solution.clone(), stop },
            _ => Solved::Several(solution.clone()),
        };
        let row = Row::new(puzzle.to_string(), &cost(listed, one));
        self.row(&row, Some((puzzle, &solution)), None, report);
    }
}

/// How a listing ended, with what it cost.
fn cost(listed: &Listed, solved: Solved) -> SolveReport {
    SolveReport {
        solved,
        guesses: listed.guesses,
        ticks: listed.ticks,
        elapsed: listed.elapsed,
        trail: Vec::new(),
        best: None,
    }
}
