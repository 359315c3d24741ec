//! Requests answered: what a door does with one, whichever door it is.
//!
//! ```
//! use sudolab::Halt;
//! use sudolab_wire::request::CheckRequest;
//!
//! let request: CheckRequest = sudolab_wire::read("{\"puzzle\": \"1.3.............\"}")?;
//! let checked = request.answer(&Halt::never())?;
//! assert_eq!(checked.status.word(), "multiple");
//! # Ok::<(), sudolab_wire::Error>(())
//! ```

use crate::anywhere::ending_words_anywhere;
use crate::counted::digits_of_cells;
use crate::error::{Error, ErrorCode, elsewhere};
use crate::hint::{Hint, Hinted};
use crate::progress::Teller;
use crate::rated::{EffortRated, Rated};
use crate::request::{
    CheckRequest, CountRequest, ExplainRequest, GenerateRequest, HintRequest, ProfileName,
    RateRequest, Seconds, SolveRequest, TraceRequest,
};
use crate::shape::Shape;
use crate::step::{Explanation, Step, Subject, ending_words, explain_warning};
use crate::{Checked, Counted, Made, Outcome, Solved, Traced};
use std::ops::ControlFlow;
use sudolab::solvers::{Budget, Parallel, TaskError};
use sudolab::{
    Answer, CountEnd, End, ExactSolver, Halt, HintedAnywhere, Improper, NotExplained, NotHinted,
    NotRated, NotTold, Profile, Puzzle, Raters, Solving, Stop, Task, Told, Verdict, registry,
};
use sudolab_grid::formats::Document;
use sudolab_grid::module::PLAIN;
use sudolab_grid::nine;
use sudolab_logic::general;
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile, price};
use sudolab_logic::technique::Technique;
use sudolab_logic::techniques::named;
use sudolab_trace::{Recorded, Watching, record_heard};

/// The limit of a request under the caller's.
pub(crate) fn limited<'a>(halt: &'a Halt<'a>, limit: Option<Seconds>) -> Result<Halt<'a>, Error> {
    let own = Halt::under(halt);
    let Some(limit) = limit else { return Ok(own) };
    let length = limit.duration()?;
    match halt.clock() {
        Some(clock) => Ok(own.within(length, clock)),
        None => Err(Error::new(ErrorCode::Usage, "there is no clock here to keep a time limit")
            .remedy("leave the time limit out")
            .in_field("time_limit")),
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        let code = match stop {
            Stop::Time => ErrorCode::TimeLimit,
            Stop::Ticks => ErrorCode::TickLimit,
            Stop::Cancelled => ErrorCode::Cancelled,
        };
        Error::new(code, stop.to_string())
    }
}

impl SolveRequest {
    /// The algorithm with its settings.
    ///
    /// # Errors
    /// When there is no such algorithm, or its settings do not go together.
    pub fn task(&self) -> Result<Task, Error> {
        let usage = |text: String| Error::new(ErrorCode::Usage, text);
        let id = self.algorithm.as_deref().unwrap_or("fast");
        let algorithm =
            registry::find(id).map_err(|e| usage(e.to_string()).in_field("algorithm"))?;
        let mut settings = algorithm.defaults();
        for (name, value) in &self.set {
            let set = settings.set(name, value);
            set.map_err(|e| usage(format!("{id}: {e}")).in_field("set"))?;
        }
        let lanes = self.lanes.unwrap_or(1);
        if lanes > 1 && algorithm.parallel != Some(Parallel::SideBySide) {
            return Err(usage(format!("{id} has no runs to put side by side"))
                .remedy("leave the lanes out, or use a stochastic algorithm such as annealing")
                .in_field("lanes"));
        }
        let task = Task::new(algorithm).settings(settings).seed(self.seed);
        let task = task.lanes(usize::from(lanes));
        task.build().map_err(|e| usage(format!("{id}: {e}")).in_field("set"))?;
        Ok(task)
    }

    /// Solves the puzzle.
    ///
    /// # Errors
    /// When the request cannot be meant, or the algorithm does not take the puzzle.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<Solved, Error> {
        let puzzle = self.puzzle.puzzle()?;
        let halt = limited(halt, self.time_limit)?;
        let refused = |e: &dyn std::fmt::Display| Error::new(ErrorCode::Board, e.to_string());
        let mut solving = Solving::new(self.task()?).map_err(|e| refused(&e))?;
        let report = solving.solve(&puzzle, &halt).map_err(|e| refused(&e))?;
        Ok(Solved::new(puzzle.to_string(), &report))
    }
}

/// The most bytes of frames in one answer. A run goes on without being recorded beyond them, and its
/// trace is not complete.
const MOST_FRAME_BYTES: u64 = 32 << 20;

impl TraceRequest {
    /// The algorithm with its settings and limits.
    ///
    /// # Errors
    /// When there is no such algorithm, or its settings do not go together.
    pub fn task(&self) -> Result<Task, Error> {
        let solve = SolveRequest {
            algorithm: self.algorithm.clone(),
            seed: self.seed,
            set: self.set.clone(),
            ..SolveRequest::default()
        };
        let budget = self.tick_limit.map_or(Budget::UNLIMITED, Budget::ticks);
        solve.task().map(|task| task.budget(budget))
    }

    /// Runs the algorithm and records what it tells.
    ///
    /// # Errors
    /// When the request cannot be meant, or the algorithm does not take the puzzle.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<Traced, Error> {
        let (traced, recorded) = self.recorded(halt, &mut |_| {})?;
        Ok(traced.with_frames(&recorded))
    }

    /// The same with the frames beside it, while it is told how many ticks have gone by.
    ///
    /// # Errors
    /// When the request cannot be meant, or the algorithm does not take the puzzle.
    pub fn recorded(
        &self,
        halt: &Halt<'_>,
        tell: &mut dyn FnMut(String),
    ) -> Result<(Traced, Recorded), Error> {
        if self.sample == 0 {
            return Err(Error::new(ErrorCode::Usage, "0 ticks between two looks")
                .remedy("use 1 for every event, or more to thin them out")
                .in_field("sample"));
        }
        let puzzle = self.puzzle.puzzle()?;
        let task = self.task()?;
        let halt = limited(halt, self.time_limit)?;
        let watching = Watching {
            sample: self.sample,
            from: self.from,
            events: self.events,
            bytes: MOST_FRAME_BYTES,
        };
        let refused = |e: TaskError| Error::new(ErrorCode::Board, e.to_string());
        let worked = || halt.clock().and_then(|clock| clock.cpu());
        let began = worked();
        let mut teller = Teller::new("ticks", self.tick_limit, &halt, tell);
        let recorded = record_heard(&task, &puzzle, watching, &halt, &mut |tick| teller.at(tick));
        let (recorded, outcome) = recorded.map_err(refused)?;
        let worked = began.zip(worked()).map(|(began, ended)| ended.saturating_sub(began));
        let outcome = Outcome::new(task.algorithm().id, self.seed, &outcome);
        let outcome = outcome.with_conflicts(&puzzle);
        let traced = Traced::new(&recorded, outcome, self.sample).with_cpu(worked);
        Ok((traced, recorded))
    }
}

impl CheckRequest {
    /// Checks the puzzle.
    ///
    /// # Errors
    /// When the request cannot be meant.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<Checked, Error> {
        let puzzle = self.puzzle.puzzle()?;
        let halt = limited(halt, self.time_limit)?;
        let verdict = sudolab::check(&puzzle, &halt);
        let mut checked = Checked::new(&puzzle, &verdict);
        if let (Ok(Verdict::Unique(proper)), true) = (&verdict, self.minimal) {
            let spare = sudolab::redundant_clues(proper, &halt)?;
            checked = checked.with_redundant(&puzzle, &spare);
            if !spare.is_empty() {
                let less = sudolab::minimize(proper, 0, &halt)?;
                checked.minimal_form = Some(less.puzzle().to_string());
            }
        }
        Ok(checked)
    }
}

impl CountRequest {
    /// Counts the solutions.
    ///
    /// # Errors
    /// When the request cannot be meant, or what stopped it.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<Counted, Error> {
        self.answer_telling(halt, &mut |_| {})
    }

    /// The same, while it is told how many there are so far.
    ///
    /// # Errors
    /// When the request cannot be meant, or what stopped it.
    pub fn answer_telling(
        &self,
        halt: &Halt<'_>,
        tell: &mut dyn FnMut(String),
    ) -> Result<Counted, Error> {
        let puzzle = self.puzzle.puzzle()?;
        let halt = limited(halt, self.time_limit)?;
        let limit = self.limit.number();
        let mut teller = Teller::new("solutions", (limit < u64::MAX).then_some(limit), &halt, tell);
        let counted = sudolab::count_heard(&puzzle, limit, &halt, &mut |n| teller.at(n));
        let sets = match self.true_candidates {
            true => Some(sudolab::true_candidates(&puzzle, &halt)?),
            false => None,
        };
        Ok(Counted {
            complete: counted.end == CountEnd::Complete,
            puzzle: puzzle.to_string(),
            solutions: counted.solutions,
            true_candidates: sets.map(|sets| digits_of_cells(&sets)),
        })
    }
}

impl RateRequest {
    /// Rates the puzzle.
    ///
    /// # Errors
    /// When the puzzle is not proper or not 9x9, or what stopped it.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<Rated, Error> {
        self.answer_telling(halt, &mut |_| {})
    }

    /// The same, while it is told how many steps have been found.
    ///
    /// # Errors
    /// When the puzzle is not proper or not 9x9, or what stopped it.
    pub fn answer_telling(
        &self,
        halt: &Halt<'_>,
        tell: &mut dyn FnMut(String),
    ) -> Result<Rated, Error> {
        let puzzle = self.puzzle.puzzle()?;
        let halt = limited(halt, self.time_limit)?;
        let refused = |code, text: String| Error::new(code, text).in_field("puzzle");
        let is_classic = sudolab::is_classic(&puzzle);
        if !is_classic && !self.profiles.is_empty() {
            return Err(refused(ErrorCode::Board, NotRated::Board.to_string())
                .remedy("leave the profiles out to have the effort of a person's steps"));
        }
        let answered = ExactSolver::kept(|solver| solver.answer_within(&puzzle, &halt))?;
        let proper = match answered.answer {
            Answer::Unique(proper) => proper,
            Answer::Unproved { stop, .. } => return Err(stop.into()),
            Answer::Several(_) => {
                let text = "it has more than one solution".to_owned();
                return Err(refused(ErrorCode::Multiple, text));
            }
            Answer::None => return Err(refused(ErrorCode::None, "it has no solution".to_owned())),
            Answer::Conflict(why) => return Err(refused(ErrorCode::Conflict, why.to_string())),
        };
        let mut rated = Rated::new(&puzzle, answered.guesses);
        if !is_classic {
            rated.effort = Some(EffortRated::of(&proper, &halt).map_err(|why| match why {
                NotTold::Stopped(stop) => Error::from(stop),
                NotTold::Clash(clash) => refused(ErrorCode::Conflict, clash.to_string()),
            })?);
            return Ok(rated);
        }
        let mut raters = Raters::new().uniqueness(self.uniqueness);
        let mut teller = Teller::new("steps", None, &halt, tell);
        let mut n_steps = 0;
        for (_, profile) in Profile::ALL {
            let named = self.profiles.iter().any(|&name| Profile::from(name) == profile);
            if !named && !self.profiles.is_empty() {
                continue;
            }
            let rating = raters.rate_heard(&proper, profile, &halt, &mut |_| {
                n_steps += 1;
                teller.at(n_steps);
            });
            let rating = rating.map_err(|why| match why {
                NotRated::Stopped(stop) => stop.into(),
                other => refused(ErrorCode::Board, other.to_string()),
            })?;
            rated.add(&rating, self.uniqueness);
        }
        Ok(rated)
    }
}

impl From<ProfileName> for Profile {
    fn from(name: ProfileName) -> Profile {
        match name {
            ProfileName::Se => Profile::Explainer,
            ProfileName::Hodoku => Profile::Hodoku,
            ProfileName::Qqwing => Profile::Qqwing,
            ProfileName::Thesis => Profile::Thesis,
            ProfileName::Human => Profile::Human,
        }
    }
}

impl ExplainRequest {
    /// Explains the puzzle, as far as it gets.
    ///
    /// # Errors
    /// When clues clash, or what stopped it before it began.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<Explanation, Error> {
        self.answer_telling(halt, &mut |_| {})
    }

    /// The same, while it is told how many steps there are so far.
    ///
    /// # Errors
    /// When clues clash, or what stopped it before it began.
    pub fn answer_telling(
        &self,
        halt: &Halt<'_>,
        tell: &mut dyn FnMut(String),
    ) -> Result<Explanation, Error> {
        let puzzle = self.puzzle.puzzle()?;
        let halt = limited(halt, self.time_limit)?;
        let mut teller = Teller::new("steps", None, &halt, tell);
        if !sudolab::is_classic(&puzzle) {
            return self.answer_anywhere(&puzzle, &halt, &mut teller);
        }
        let order = self.technique_order.into();
        let mut steps = sudolab::explain_any(&puzzle, order, &halt).map_err(|why| match why {
            NotExplained::Stopped(stop) => stop.into(),
            NotExplained::Position(error) => {
                Error::new(ErrorCode::Board, error.to_string()).in_field("puzzle")
            }
        })?;
        let told = steps.by_ref().flatten().map(|told| {
            teller.at(told.number as u64);
            let step = Step::new(Subject::ONLY, &told);
            if self.drawing { step.drawn(&told) } else { step }
        });
        let told = told.collect();
        let end = steps.end().unwrap_or(End::Stuck);
        Ok(Explanation {
            end: ending_words(end, steps.n_steps(), steps.rating()),
            puzzle: puzzle.to_string(),
            solved: end == End::Solved,
            steps: told,
            warning: steps.improper().map(|improper| explain_warning(improper).to_owned()),
        })
    }
}

impl ExplainRequest {
    /// The same on any board with any rules.
    fn answer_anywhere(
        &self,
        puzzle: &Puzzle,
        halt: &Halt<'_>,
        teller: &mut Teller<'_>,
    ) -> Result<Explanation, Error> {
        let mut steps = sudolab::explain_anywhere(puzzle, halt).map_err(|why| match why {
            NotTold::Stopped(stop) => stop.into(),
            NotTold::Clash(clash) => {
                Error::new(ErrorCode::Conflict, clash.to_string()).in_field("puzzle")
            }
        })?;
        let told = steps.by_ref().flatten().map(|told| {
            teller.at(told.number as u64);
            let step = Step::anywhere(Subject::ONLY, &told);
            if self.drawing { step.drawn_anywhere(&told) } else { step }
        });
        let told = told.collect();
        let end = steps.end().unwrap_or(general::End::Stuck);
        Ok(Explanation {
            end: ending_words_anywhere(end, steps.position(), steps.effort()),
            puzzle: puzzle.to_string(),
            solved: end == general::End::Solved,
            steps: told,
            warning: steps.improper().map(|improper| explain_warning(improper).to_owned()),
        })
    }
}

impl HintRequest {
    /// The same on any board with any rules.
    fn answer_anywhere(
        &self,
        document: &Document,
        asked: Option<Technique>,
        halt: &Halt<'_>,
    ) -> Result<Hinted, Error> {
        let puzzle = Subject::ONLY.number;
        let (hinted, improper) = match asked {
            None => sudolab::hint_anywhere(document, halt)?,
            Some(technique) => {
                let all = sudolab::all_hints_anywhere(document, &[technique], halt)?;
                let first = all.steps.into_iter().next().map(Box::new).map(HintedAnywhere::Step);
                let otherwise = all.otherwise.unwrap_or(HintedAnywhere::NotHere);
                (first.unwrap_or(otherwise), all.improper)
            }
        };
        Ok(match hinted {
            HintedAnywhere::Step(told) => {
                let mut hint = Hint::anywhere(Subject::ONLY, self.detail, &told, improper.as_ref());
                if let Some(step) = hint.step.take_if(|_| self.drawing) {
                    hint.step = Some(Box::new(step.drawn_anywhere(&told)));
                }
                Hinted::Hint(Box::new(hint))
            }
            HintedAnywhere::NotHere => {
                let name = asked.map_or("step", Technique::name);
                Hinted::Problem { problem: format!("There is no {name} in this position."), puzzle }
            }
            HintedAnywhere::Solved => Hinted::Solved { puzzle, solved: true },
            HintedAnywhere::Wrong(wrong) => Hinted::Problem { problem: wrong.what, puzzle },
            HintedAnywhere::Stuck => {
                Hinted::Problem { problem: sudolab::NoStep::Stuck.to_string(), puzzle }
            }
        })
    }

    /// Looks for the next step.
    ///
    /// # Errors
    /// When the board is not 9x9, or what stopped it.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<Hinted, Error> {
        let document = self.puzzle.document()?;
        let halt = limited(halt, self.time_limit)?;
        if let Some(id) = &self.technique {
            if PLAIN {
                return Err(elsewhere());
            }
            return self.answer_by(id, &document, &halt);
        }
        if !sudolab::is_classic(&document.to_puzzle()) {
            return self.answer_anywhere(&document, None, &halt);
        }
        let order = self.technique_order.into();
        let advice = sudolab::hint(&document, order, &halt).map_err(|why| match why {
            NotHinted::Stopped(stop) => stop.into(),
            NotHinted::Position(error) => {
                Error::new(ErrorCode::Board, error.to_string()).in_field("puzzle")
            }
        })?;
        let puzzle = Subject::ONLY.number;
        Ok(match &advice.hinted {
            sudolab::Hinted::Step(told) => self.told(told, advice.improper.as_ref()),
            sudolab::Hinted::Solved => Hinted::Solved { puzzle, solved: true },
            sudolab::Hinted::Wrong(wrong) => Hinted::Problem { problem: wrong.to_string(), puzzle },
            sudolab::Hinted::Nothing(why) => Hinted::Problem { problem: why.to_string(), puzzle },
        })
    }
}

impl HintRequest {
    fn told(&self, told: &Told, improper: Option<&Improper>) -> Hinted {
        let mut hint = Hint::new(Subject::ONLY, self.detail, told, improper);
        if let Some(step) = hint.step.take_if(|_| self.drawing) {
            hint.step = Some(Box::new(step.drawn(told)));
        }
        Hinted::Hint(Box::new(hint))
    }

    /// The first step of one technique.
    fn answer_by(&self, id: &str, document: &Document, halt: &Halt<'_>) -> Result<Hinted, Error> {
        let usage = |text: String| Error::new(ErrorCode::Usage, text).in_field("technique");
        let technique =
            Technique::from_id(id).ok_or_else(|| usage(format!("there is no technique {id:?}")))?;
        if !sudolab::is_classic(&document.to_puzzle()) {
            return self.answer_anywhere(document, Some(technique), halt);
        }
        let position = Position::from_puzzle(&document.to_puzzle_with_placed())
            .map_err(|e| Error::new(ErrorCode::Board, e.to_string()).in_field("puzzle"))?;
        let givens = document.givens().filled();
        let givens = givens.filter_map(|(cell, _)| nine::Cell::try_from(cell).ok());
        let position = position.with_givens(givens.collect());
        let mut found = None;
        let searched = named::find_within(&position, technique, halt, &mut |step| {
            found = Some(step);
            ControlFlow::Break(())
        })?;
        if searched.is_err() {
            // Not searched for by itself: it is there when the rating would take it.
            let next = Rater::new().next_within(&position, &SeProfile::default(), halt)?;
            found = next.map(|next| next.step).filter(|step| step.technique == technique);
        }
        let Some(step) = found else {
            let problem = format!("There is no {} in this position.", technique.name());
            return Ok(Hinted::Problem { problem, puzzle: Subject::ONLY.number });
        };
        let difficulty = price(&step);
        let hint = sudolab_logic::hint::Hint { step, difficulty };
        Ok(self.told(&Told { number: 1, position, hint }, None))
    }
}

impl GenerateRequest {
    /// Makes the puzzles, as many as come before the limit.
    ///
    /// # Errors
    /// When the order cannot be meant or met.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<Vec<Made>, Error> {
        let mut all = Vec::new();
        self.answer_each(halt, |made| all.push(made))?;
        Ok(all)
    }

    /// Makes the puzzles and hands each over as soon as it is found.
    ///
    /// # Errors
    /// When the order cannot be meant or met.
    pub fn answer_each(&self, halt: &Halt<'_>, mut each: impl FnMut(Made)) -> Result<(), Error> {
        let halt = limited(halt, self.time_limit)?;
        let mut commission = self.commission(&halt)?;
        commission.order.rate = true;
        let board = commission.order.full_board();
        let shape = Shape::of(&board.map_err(|e| Error::new(ErrorCode::Usage, e.to_string()))?);
        sudolab::generate(&commission, &halt).for_each(|made| each(Made::new(&made, &shape)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::PuzzleInput;
    use std::time::Duration;
    use sudolab::grid::halt::{Clock, HandClock};

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn every_verb_answers_a_request_with_a_puzzle_alone() {
        let halt = Halt::never();
        let puzzle = PuzzleInput::from(EASY);
        let solve = SolveRequest { puzzle: puzzle.clone(), ..SolveRequest::default() };
        assert_eq!(solve.answer(&halt).expect("solved").status.word(), "solved");
        let check =
            CheckRequest { puzzle: puzzle.clone(), minimal: true, ..CheckRequest::default() };
        assert!(check.answer(&halt).expect("checked").minimal_form.is_some());
        let count = CountRequest { puzzle: puzzle.clone(), ..CountRequest::default() };
        assert_eq!(count.answer(&halt).expect("counted").solutions, 1);
        let rate = RateRequest { puzzle: puzzle.clone(), ..RateRequest::default() };
        assert_eq!(rate.answer(&halt).expect("rated").word.as_deref(), Some("beginner"));
        let explain = ExplainRequest { puzzle: puzzle.clone(), ..ExplainRequest::default() };
        assert_eq!(explain.answer(&halt).expect("explained").steps.len(), 51);
        let hint = HintRequest { puzzle, ..HintRequest::default() };
        assert!(matches!(hint.answer(&halt), Ok(Hinted::Hint(_))));
        let made = GenerateRequest { count: 2, ..GenerateRequest::default() }.answer(&halt);
        assert_eq!(made.expect("made").len(), 2);
    }

    /// A clock by which a thread works on while the wall stands still.
    struct Working(HandClock);

    impl Clock for Working {
        fn wall(&self) -> Duration {
            Duration::ZERO
        }
        fn cpu(&self) -> Option<Duration> {
            Some(self.0.wall())
        }
    }

    #[test]
    fn a_trace_tells_how_long_its_thread_worked_where_the_clock_knows() {
        let request = TraceRequest { puzzle: PuzzleInput::from(EASY), ..TraceRequest::default() };
        let clock = Working(HandClock::stepping(Duration::from_secs(1)));
        let traced = request.answer(&Halt::never().timed_by(&clock)).expect("a run");
        assert!(traced.cpu_seconds >= Some(1.0), "{:?}", traced.cpu_seconds);
        assert!(traced.outcome.seconds.abs() < 1e-9, "the wall stood still");
        let clock = HandClock::stepping(Duration::from_secs(1));
        let traced = request.answer(&Halt::never().timed_by(&clock)).expect("a run");
        assert_eq!(traced.cpu_seconds, None);
        assert!(!crate::line(&traced).contains("cpu_seconds"));
    }

    #[test]
    fn a_time_limit_is_kept_by_the_clock_of_the_halt_and_refused_without_one() {
        let limit = Some(Seconds(1.0));
        let open = PuzzleInput::from(".".repeat(81).as_str());
        let request = CountRequest {
            puzzle: open,
            limit: crate::request::CountLimit::UpTo(u64::MAX),
            time_limit: limit,
            ..CountRequest::default()
        };
        let without = request.answer(&Halt::never()).expect_err("there is no clock");
        assert_eq!(without.code, ErrorCode::Usage);
        let clock = HandClock::stepping(Duration::from_millis(100));
        let counted = request.answer(&Halt::never().timed_by(&clock)).expect("as far as it got");
        assert!(!counted.complete);
    }
}
