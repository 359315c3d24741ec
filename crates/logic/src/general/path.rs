//! The steps from a position to the solution, and what they cost.

use super::position::Position;
use super::rules::{self, Quiet, Said};
use super::step::{Dead, Reason, Step, Technique};
use super::{fish, forcing, locked, singles, subsets, trial};
use sudolab_grid::halt::{Halt, Stop};

/// How a path ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every cell has its digit.
    Solved,
    /// There is no solution, and this shows it.
    Broken(Dead),
    /// No technique of this room finds a step.
    Stuck,
    /// It was stopped.
    Stopped(Stop),
}

/// What the steps of a path cost: our own measure for boards that the classic ratings do not know.
///
/// Each step has a price, and the effort is their sum. The prices are set by hand, not fitted to
/// people's times: they order puzzles of one kind, no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// The sum of the prices.
    pub total: u32,
    /// The dearest technique.
    pub hardest: Option<Technique>,
    /// The price of the dearest step.
    pub dearest: u32,
    /// How many steps.
    pub n_steps: usize,
}

impl Effort {
    /// The price of a step.
    pub fn price(step: &Step) -> u32 {
        match &step.reason {
            Reason::HiddenSingle { .. } => 4,
            Reason::NakedSingle => 6,
            Reason::Rule { cells, .. } => 10 + 2 * cells.len() as u32,
            Reason::Locked { .. } => 20,
            Reason::NakedSubset { cells, .. } => 15 * cells.len() as u32,
            Reason::HiddenSubset { cells, .. } => 20 * cells.len() as u32,
            Reason::Fish { base, .. } => 30 * base.len() as u32,
            Reason::Total { rules, cells, .. } => {
                20 + 2 * cells.len() as u32 + 4 * rules.len() as u32
            }
            Reason::Trial { steps, .. } => 100 + steps.iter().map(Effort::price).sum::<u32>(),
            Reason::Forcing { cases, .. } => {
                let steps = cases.iter().flat_map(|case| &case.steps);
                200 + steps.map(Effort::price).sum::<u32>()
            }
        }
    }

    /// Counts a step.
    pub fn add(&mut self, step: &Step) {
        let price = Effort::price(step);
        self.total += price;
        self.n_steps += 1;
        if price > self.dearest {
            (self.dearest, self.hardest) = (price, Some(step.technique));
        }
    }
}

/// Finds step after step.
pub struct Path<'a> {
    position: Position,
    quiet: Quiet,
    halt: &'a Halt<'a>,
    end: Option<End>,
    effort: Effort,
}

impl<'a> Path<'a> {
    /// Begins at a position.
    pub fn new(position: Position, halt: &'a Halt<'a>) -> Path<'a> {
        Path { position, quiet: Quiet::default(), halt, end: None, effort: Effort::default() }
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How it ended; nothing before the last step was asked for.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// What the steps so far cost.
    pub fn effort(&self) -> &Effort {
        &self.effort
    }

    fn look(&mut self) -> Result<Result<Step, End>, Stop> {
        let position = &self.position;
        if let Some(dead) = position.dead() {
            return Ok(Err(End::Broken(dead)));
        }
        if position.is_solved() {
            return Ok(Err(End::Solved));
        }
        self.halt.check()?;
        let mut pulse = self.halt.pulse();
        let pulse = &mut pulse;
        if let Some(step) = singles::hidden(position).or_else(|| singles::naked(position)) {
            return Ok(Ok(step));
        }
        match rules::find(position, &mut self.quiet, pulse)? {
            Said::Step(step) => return Ok(Ok(step)),
            Said::Dead(dead) => return Ok(Err(End::Broken(dead))),
            Said::Nothing => {}
        }
        if let Some(step) = locked::find(position) {
            return Ok(Ok(step));
        }
        for size in 2..=4 {
            let naked = subsets::naked(position, size, pulse)?;
            if let Some(step) = naked {
                return Ok(Ok(step));
            }
            if let Some(step) = subsets::hidden(position, size, pulse)? {
                return Ok(Ok(step));
            }
            if let Some(step) = fish::find(position, size, pulse)? {
                return Ok(Ok(step));
            }
        }
        if let Some(step) = trial::find(position, &self.quiet, pulse)? {
            return Ok(Ok(step));
        }
        Ok(forcing::find(position, &self.quiet, pulse)?.ok_or(End::Stuck))
    }
}

impl Iterator for Path<'_> {
    type Item = (Position, Step);

    /// The next step, with the position before it.
    fn next(&mut self) -> Option<(Position, Step)> {
        if self.end.is_some() {
            return None;
        }
        match self.look() {
            Ok(Ok(step)) => {
                let before = self.position.clone();
                self.position.apply(&step.effect);
                self.effort.add(&step);
                Some((before, step))
            }
            Ok(Err(end)) => {
                self.end = Some(end);
                None
            }
            Err(stop) => {
                self.end = Some(End::Stopped(stop));
                None
            }
        }
    }
}
