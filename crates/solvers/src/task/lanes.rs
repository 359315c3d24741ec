//! Several lanes of one puzzle: on threads that take turns, or one after another in rounds.

use super::{Task, TaskError};
#[cfg(any(test, not(feature = "threads")))]
use crate::Stop;
use crate::side_by_side::{self, Arrival};
use crate::{Answer, Best, Event, Observer, Outcome};
#[cfg(feature = "threads")]
use crate::{Solver, turns::Turns};
#[cfg(feature = "threads")]
use std::sync::Arc;
#[cfg(feature = "threads")]
use std::thread::ScopedJoinHandle;
use std::time::Duration;
#[cfg(feature = "threads")]
use sudolab_exact::split::Hands;
use sudolab_grid::Puzzle;
use sudolab_grid::halt::Halt;

/// What each lane came to, or why there are no lanes.
type Arrivals = Result<Vec<Arrival>, TaskError>;

/// Ticks of a lane in the first round where there are no threads; each round has twice as many.
#[cfg(any(test, not(feature = "threads")))]
const FIRST_ROUND: u64 = 4096;

impl Task {
    /// Solves with several lanes. The observer hears the end of it: lanes think at the same time.
    pub(super) fn run_lanes(
        &self,
        puzzle: &Puzzle,
        repeat: u64,
        observer: Option<&mut dyn Observer>,
        halt: &Halt<'_>,
    ) -> Result<Outcome, TaskError> {
        let started = halt.now();
        let arrivals = self.arrivals(puzzle, repeat, halt)?;
        let elapsed = halt.now().saturating_sub(started);
        let outcome = self.of_lanes(puzzle, arrivals, elapsed);
        if let Some(observer) = observer {
            observer.event(0, &Event::State { board: puzzle.clues().values() });
            let mut tell = |event: Event<'_>| observer.event(outcome.ticks, &event);
            if let Some(Best { cost, board, .. }) = &outcome.best {
                tell(Event::Improved { cost: *cost, board });
            }
            if let Some(solution) = &outcome.solution {
                tell(Event::State { board: solution.grid().values() });
                tell(Event::Solved(solution.grid()));
            }
        }
        Ok(outcome)
    }

    /// The outcome of the lane that counts.
    fn of_lanes(&self, puzzle: &Puzzle, arrivals: Vec<Arrival>, elapsed: Duration) -> Outcome {
        let outcome = |arrival| self.outcome(puzzle, arrival, elapsed);
        let mut outcomes: Vec<Outcome> = arrivals.into_iter().map(outcome).collect();
        let counts = side_by_side::winner(&outcomes);
        let verdict = side_by_side::verdict(&outcomes, counts);
        let mut outcome = outcomes.swap_remove(counts);
        outcome.verdict = verdict;
        outcome
    }

    #[cfg(not(feature = "threads"))]
    fn arrivals(&self, puzzle: &Puzzle, repeat: u64, halt: &Halt<'_>) -> Arrivals {
        self.arrivals_in_rounds(puzzle, repeat, halt)
    }

    /// The lanes on threads.
    #[cfg(feature = "threads")]
    fn arrivals(&self, puzzle: &Puzzle, repeat: u64, halt: &Halt<'_>) -> Arrivals {
        self.limits(halt)?;
        let n = self.n_lanes();
        let hands = self.hands.clone();
        let hands = hands.unwrap_or_else(|| Arc::new(Hands::beside_the_first(self.threads)));
        let turns = Turns::new(n, &hands);
        let solvers = (0..n).map(|_| self.build()).collect::<Result<Vec<_>, _>>()?;
        let run_lane = |lane: usize, mut solver: Box<dyn Solver>| {
            turns.enter(lane);
            // A lane's limits begin with its first turn.
            let own = match self.limits(halt) {
                Ok(own) => own,
                Err(error) => {
                    turns.fail();
                    return Err(error);
                }
            };
            let mut run = self.start(puzzle, repeat, None, &own).in_lane(&turns, lane);
            *run.random() = self.stream(puzzle, repeat, lane);
            let answer = self.guarded(|| solver.solve(puzzle, &mut run));
            let (ticks, guesses, best, _, trail) = run.finish();
            match answer {
                Ok(answer) => {
                    let arrived = matches!(answer, Ok(Answer::Solved(_) | Answer::Impossible));
                    turns.leave(lane, ticks, arrived);
                    Ok(Arrival { answer, ticks, guesses, best, trail })
                }
                Err(error) => {
                    turns.fail();
                    Err(error)
                }
            }
        };
        std::thread::scope(|scope| {
            let lanes = solvers.into_iter().enumerate();
            let lanes = lanes.map(|(lane, solver)| scope.spawn(move || run_lane(lane, solver)));
            let lanes: Vec<_> = lanes.collect();
            let end =
                |lane: ScopedJoinHandle<'_, _>| lane.join().expect("panics are caught inside");
            lanes.into_iter().map(end).collect()
        })
    }

    /// The lanes one after another, in rounds of twice as many ticks each until one arrives: an
    /// endless lane keeps no other from arriving. A lane whose ration is spent begins anew in the
    /// next round, so that all cost about twice what the last round does. What a lane that can no
    /// longer win had come to counts for nothing, so it is not run to that tick.
    #[cfg(any(test, not(feature = "threads")))]
    fn arrivals_in_rounds(&self, puzzle: &Puzzle, repeat: u64, halt: &Halt<'_>) -> Arrivals {
        // One limit for all, as for lanes that take turns.
        let own = self.limits(halt)?;
        let most = self.budget.ticks.unwrap_or(u64::MAX);
        let mut lanes: Vec<Option<Arrival>> = (0..self.n_lanes()).map(|_| None).collect();
        // Whether a lane has ended for good.
        let mut ended = vec![false; lanes.len()];
        let mut ration = FIRST_ROUND;
        loop {
            for lane in 0..lanes.len() {
                if ended[lane] {
                    continue;
                }
                let ticks = ration.min(most);
                let arrival = self.lane(puzzle, repeat, lane, ticks, &own)?;
                match arrival.answer {
                    Err(Stop::Ticks) if ticks < most => {}
                    // Time is up: what the lane had come to before is more than what it has now.
                    Err(Stop::Time | Stop::Cancelled)
                        if lanes[lane].as_ref().is_some_and(|l| l.ticks > arrival.ticks) =>
                    {
                        if let Some(before) = &mut lanes[lane] {
                            before.answer = arrival.answer;
                        }
                        ended[lane] = true;
                        continue;
                    }
                    _ => ended[lane] = true,
                }
                lanes[lane] = Some(arrival);
            }
            let arrived =
                |lane: &&Arrival| matches!(lane.answer, Ok(Answer::Solved(_) | Answer::Impossible));
            let first = lanes.iter().flatten().filter(arrived).map(|lane| lane.ticks).min();
            match first {
                // Everyone could have arrived by then.
                Some(ticks) if ration > ticks => break,
                Some(ticks) => ration = ticks + 1,
                None if ended.iter().all(|&ended| ended) => break,
                None => ration = ration.saturating_mul(2),
            }
        }
        // A lane that was left at its ration could no longer win.
        let lanes = lanes.into_iter().flatten().zip(ended).map(|(mut lane, ended)| {
            if !ended {
                lane.answer = Err(Stop::Cancelled);
            }
            lane
        });
        Ok(lanes.collect())
    }

    /// One lane from its start, up to so many ticks.
    #[cfg(any(test, not(feature = "threads")))]
    fn lane(
        &self,
        puzzle: &Puzzle,
        repeat: u64,
        lane: usize,
        ticks: u64,
        halt: &Halt<'_>,
    ) -> Result<Arrival, TaskError> {
        let mut solver = self.build()?;
        let limit = (ticks < u64::MAX).then_some(ticks);
        let mut run = crate::Run::new(halt, limit, self.stream(puzzle, repeat, lane));
        let answer = self.guarded(|| solver.solve(puzzle, &mut run))?;
        let (ticks, guesses, best, _, trail) = run.finish();
        Ok(Arrival { answer, ticks, guesses, best, trail })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Parallel, RunVerdict, registry};

    /// Seventeen clues: too hard for a small budget.
    const SEVENTEEN: &str =
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

    /// Most of its blanks filled: for every algorithm.
    const VERY_EASY: &str =
        "5346789126721953481983425678597.14234268537917139248569615372842.7419635.452861.9";

    #[test]
    fn rounds_and_turns_come_to_the_same_outcome() {
        let side_by_side = registry::all().filter(|a| a.parallel == Some(Parallel::SideBySide));
        let mut solved = 0;
        for algorithm in side_by_side {
            for (line, ticks) in [(VERY_EASY, 50_000_000), (SEVENTEEN, 3000), (SEVENTEEN, 9000)] {
                let puzzle: Puzzle = line.parse().expect("a puzzle");
                for lanes in [2, 5] {
                    let task = Task::new(algorithm).seed(3).lanes(lanes);
                    let task = task.budget(Budget::ticks(ticks));
                    let halt = Halt::never();
                    let told = |arrivals: Arrivals| {
                        let arrivals = arrivals.expect("no algorithm panics");
                        let o = task.of_lanes(&puzzle, arrivals, Duration::ZERO);
                        (o.verdict, o.solution, o.ticks, o.guesses, o.best, o.trail)
                    };
                    let in_turns = told(task.arrivals(&puzzle, 0, &halt));
                    let in_rounds = told(task.arrivals_in_rounds(&puzzle, 0, &halt));
                    assert_eq!(in_rounds, in_turns, "{} with {lanes} lanes", algorithm.id);
                    solved += u32::from(in_turns.0 == RunVerdict::Solved);
                }
            }
        }
        assert!(solved > 10, "{solved} solved");
    }
}
