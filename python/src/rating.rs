//! Ratings of many puzzles, and the columns that are told of them.

use crate::failure::Failure;
use crate::many::{Block, Columns, Worker};
use crate::rows::{Rows, Subject};
use arrow_array::ArrayRef;
use arrow_array::builder::{Float64Builder, LargeStringBuilder, UInt64Builder};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use sudolab::{Answer, ExactSolver, Halt, NotRated, NotTold, Profile, Raters, Stop, is_classic};
use sudolab_wire::{EffortRated, Error, ErrorCode, Rated};

/// Rates one puzzle after the other; one for each thread.
pub struct Rating {
    raters: Raters,
    profiles: Vec<Profile>,
    uniqueness: bool,
    limit: Option<Duration>,
}

impl Worker for Rating {
    type Row = Rated;

    fn block(
        &mut self,
        rows: &Rows<'_>,
        block: Range<usize>,
        halt: &Halt<'_>,
    ) -> Result<Block<Rated>, Stop> {
        let mut results = Vec::with_capacity(block.len());
        for row in block {
            let rated = rows.subject(row).and_then(|subject| self.rate(&subject, halt));
            halt.check()?;
            results.push(rated.map_err(|failure| Box::new(failure.in_row(row))));
        }
        Ok(results)
    }
}

impl Rating {
    /// By some profiles, each puzzle within a limit. With none it is the Explainer's rating on the plain
    /// 9x9 board, and the effort of a person's steps on every other.
    pub fn new(profiles: Vec<Profile>, uniqueness: bool, limit: Option<Duration>) -> Rating {
        let raters = Raters::new().uniqueness(uniqueness).counts(false);
        Rating { raters, profiles, uniqueness, limit }
    }

    fn rate(&mut self, subject: &Subject, halt: &Halt<'_>) -> Result<Rated, Failure> {
        let own = match (self.limit, halt.clock()) {
            (Some(limit), Some(clock)) => Halt::under(halt).within(limit, clock),
            _ => Halt::under(halt),
        };
        let refused = |code, text: &str| Failure::from(Error::new(code, text));
        let puzzle = subject.puzzle().ok_or_else(|| Failure::usage("it is no puzzle"))?;
        let is_classic = is_classic(&puzzle);
        if !is_classic && !self.profiles.is_empty() {
            return Err(refused(ErrorCode::Board, &NotRated::Board.to_string()));
        }
        let answered = ExactSolver::kept(|solver| solver.answer_within(&puzzle, &own))?;
        let proper = match answered.answer {
            Answer::Unique(proper) => proper,
            Answer::Unproved { stop, .. } => return Err(stop.into()),
            Answer::Several(_) => {
                return Err(refused(ErrorCode::Multiple, "it has more than one solution"));
            }
            Answer::None => return Err(refused(ErrorCode::None, "it has no solution")),
            Answer::Conflict(why) => return Err(Failure::conflict(&puzzle, &why)),
        };
        let mut rated = Rated::new(&puzzle, answered.guesses);
        if !is_classic {
            rated.effort = Some(EffortRated::of(&proper, &own).map_err(|why| match why {
                NotTold::Stopped(stop) => Failure::from(stop),
                NotTold::Clash(clash) => refused(ErrorCode::Board, &clash.to_string()),
            })?);
            return Ok(rated);
        }
        let usual = [Profile::Explainer];
        let asked = if self.profiles.is_empty() { &usual[..] } else { &self.profiles };
        for &profile in asked {
            let rating = self.raters.rate(&proper, profile, &own).map_err(|why| match why {
                NotRated::Stopped(stop) => Failure::from(stop),
                other => refused(ErrorCode::Board, &other.to_string()),
            })?;
            rated.add(&rating, self.uniqueness);
        }
        Ok(rated)
    }
}

/// The rating of each puzzle; columns of profiles that were not asked stay empty.
#[derive(Default)]
pub struct Ratings {
    er: Float64Builder,
    ep: Float64Builder,
    ed: Float64Builder,
    hardest: LargeStringBuilder,
    level: LargeStringBuilder,
    score: UInt64Builder,
    word: LargeStringBuilder,
    guesses: UInt64Builder,
    qqwing: LargeStringBuilder,
    effort: UInt64Builder,
    seconds: [Float64Builder; 3],
}

impl Columns for Ratings {
    type Row = Rated;

    fn append(&mut self, row: Option<&Rated>) {
        let se = row.and_then(|rated| rated.se.as_ref());
        self.er.append_option(se.map(|se| se.er));
        self.ep.append_option(se.map(|se| se.ep));
        self.ed.append_option(se.map(|se| se.ed));
        let hodoku = row.and_then(|rated| rated.hodoku.as_ref());
        let effort = row.and_then(|rated| rated.effort.as_ref());
        let hardest = se.map(|se| se.hardest.as_str());
        let hardest = hardest.or_else(|| hodoku.map(|hodoku| hodoku.hardest.as_str()));
        self.hardest
            .append_option(hardest.or_else(|| effort.map(|effort| effort.hardest.as_str())));
        self.effort.append_option(effort.map(|effort| u64::from(effort.total)));
        self.level.append_option(hodoku.map(|hodoku| hodoku.level.as_str()));
        self.score.append_option(hodoku.map(|hodoku| u64::from(hodoku.score)));
        self.word.append_option(row.and_then(|rated| rated.word.as_deref()));
        self.guesses.append_option(row.map(|rated| rated.search.guesses));
        let qqwing = row.and_then(|rated| rated.qqwing.as_ref());
        self.qqwing.append_option(qqwing.map(|qqwing| qqwing.level.as_str()));
        let human = row.and_then(|rated| rated.human.as_ref());
        let [seconds, low, high] = &mut self.seconds;
        seconds.append_option(human.map(|human| human.expected_seconds));
        low.append_option(human.map(|human| human.low));
        high.append_option(human.map(|human| human.high));
    }

    fn finish(mut self) -> Vec<(&'static str, ArrayRef)> {
        let [seconds, low, high] = &mut self.seconds;
        vec![
            ("er", Arc::new(self.er.finish())),
            ("ep", Arc::new(self.ep.finish())),
            ("ed", Arc::new(self.ed.finish())),
            ("hardest", Arc::new(self.hardest.finish())),
            ("level", Arc::new(self.level.finish())),
            ("score", Arc::new(self.score.finish())),
            ("word", Arc::new(self.word.finish())),
            ("guesses", Arc::new(self.guesses.finish())),
            ("qqwing", Arc::new(self.qqwing.finish())),
            ("effort", Arc::new(self.effort.finish())),
            ("seconds", Arc::new(seconds.finish())),
            ("seconds_low", Arc::new(low.finish())),
            ("seconds_high", Arc::new(high.finish())),
        ]
    }
}
