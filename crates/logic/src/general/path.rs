//! The steps from a position to the solution, and what they cost.

use super::position::Position;
use super::rules::{self, Quiet, Said};
use super::step::{Dead, Effect, Reason, Step};
use super::{first, fish, forcing, locked, singles, subsets, trial};
use crate::technique::Technique;
use crate::techniques::Flow;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Halt, Pulse, Stop};

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
        let single = first(|visit| singles::hidden(position, visit))
            .or_else(|| first(|visit| singles::naked(position, visit)));
        if let Some(step) = single {
            return Ok(Ok(step));
        }
        match rules::find(position, &mut self.quiet, pulse)? {
            Said::Step(step) => return Ok(Ok(step)),
            Said::Dead(dead) => return Ok(Err(End::Broken(dead))),
            Said::Nothing => {}
        }
        let mut found = None;
        let _ = patterns(position, pulse, &mut |step| {
            found = Some(step);
            ControlFlow::Break(())
        })?;
        if let Some(step) = found {
            return Ok(Ok(step));
        }
        for (_, find) in LAST {
            if let Some(step) = find(position, &self.quiet, pulse)? {
                return Ok(Ok(step));
            }
        }
        Ok(Err(End::Stuck))
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

type FindOne = fn(&Position, &Quiet, &mut Pulse<'_>) -> Result<Option<Step>, Stop>;

/// What is looked for when no pattern is found.
const LAST: [(Technique, FindOne); 2] =
    [(Technique::Trial, trial::find), (Technique::Forcing, forcing::find)];

/// Hands out every locked candidate, subset and fish, the small ones first.
fn patterns(
    position: &Position,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let mut flow = locked::find(position, visit);
    for size in 2..=4 {
        for find in [subsets::naked, subsets::hidden, fish::find] {
            if flow.is_break() {
                return Ok(flow);
            }
            flow = find(position, size, pulse, visit)?;
        }
    }
    Ok(flow)
}

/// Hands out every step that a position offers, two of a technique with the same effect once, of the
/// techniques that were asked for, or of all where none was. Trials and forcing are looked for where
/// they were asked for or there is nothing else, and of them one.
///
/// # Errors
/// What stopped it; what was handed out before stands.
pub fn every_step_within(
    position: &Position,
    asked: &[Technique],
    halt: &Halt<'_>,
    tell: &mut dyn FnMut(Step),
) -> Result<(), Stop> {
    halt.check()?;
    if position.dead().is_some() || position.is_solved() {
        return Ok(());
    }
    let mut told: Vec<(Technique, Effect)> = Vec::new();
    let wanted = |technique: Technique| asked.is_empty() || asked.contains(&technique);
    let visit: &mut dyn FnMut(Step) -> Flow = &mut |step: Step| {
        let key = (step.technique, step.effect.clone());
        if wanted(step.technique) && !told.contains(&key) {
            told.push(key);
            tell(step);
        }
        ControlFlow::Continue(())
    };
    let _ = singles::hidden(position, visit);
    let _ = singles::naked(position, visit);
    let _ = rules::every(position, &mut halt.pulse(), visit)?;
    let _ = patterns(position, &mut halt.pulse(), visit)?;
    let (quiet, mut found_any) = (Quiet::default(), !told.is_empty());
    for (technique, find) in LAST {
        if (asked.is_empty() && !found_any) || asked.contains(&technique) {
            let step = find(position, &quiet, &mut halt.pulse())?;
            found_any |= step.is_some();
            step.into_iter().for_each(&mut *tell);
        }
    }
    Ok(())
}
