//! What `explain` and `hint` share: where logic begins, when it has to stop, and steps as JSON.

use crate::args::Input;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Entry, Place};
use crate::{interrupt, say};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use sudolab_exact::{ExactSolver, true_candidates};
use sudolab_grid::formats::Document;
use sudolab_grid::{DigitSet, Puzzle};
use sudolab_logic::board::Candidate;
use sudolab_logic::explain::explain;
use sudolab_logic::hint::{Hint, Order};
use sudolab_logic::position::Position;
use sudolab_logic::step::Effect;

/// A puzzle of the input, with what tells it from the others.
pub struct Subject<'a> {
    /// What the input says.
    pub document: &'a Document,
    /// Its number in the input, from 1.
    pub number: usize,
    /// Where it stands.
    pub place: Place<'a>,
}

impl Subject<'_> {
    /// Its name or title, where the input gives it one.
    pub fn id(&self) -> Option<&str> {
        let meta = &self.document.meta;
        meta.id.as_deref().or(meta.title.as_deref())
    }

    /// Tells a problem with it.
    pub fn tell(&self, problem: &str) {
        say::problem(&format!("{}: {}: {problem}", self.place, self.document.to_puzzle()));
    }
}

/// Works on the puzzles of the input one after the other.
pub fn each(
    input: &Input,
    quiet: bool,
    mut work: impl FnMut(&Subject<'_>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let (mut chunks, _) = input.open()?;
    let mut exit = Exit::Fine;
    let mut number = 0;
    while let Some(chunk) = chunks.next() {
        for entry in chunk.entries {
            if interrupt::is_raised() {
                return Ok(Exit::Interrupted);
            }
            number += 1;
            let place = entry.place();
            let one = match &entry {
                Entry::Nine { clues, .. } => {
                    work(&Subject { document: &input::document(clues), number, place })?
                }
                Entry::Record(record) => {
                    entry.notes().iter().filter(|_| !quiet).for_each(|note| say::note(note));
                    work(&Subject { document: &record.document, number, place })?
                }
                Entry::Bad { error, .. } => {
                    say::problem(&error.to_string());
                    Exit::SomeFailed
                }
                Entry::Failed(failure) => {
                    say::problem(&failure.to_string());
                    failure.exit()
                }
            };
            exit = exit.and(one);
            if input.fail_fast && exit != Exit::Fine {
                say::problem("stopped at the first problem, as --fail-fast asks");
                return Ok(exit);
            }
        }
    }
    if number == 0 {
        say::problem("the input holds no puzzle; give puzzles, files, or lines on standard input");
        return Ok(exit.and(Exit::SomeFailed));
    }
    Ok(exit)
}

/// The question a search asks: is the time up, or was there an interrupt?
pub fn stop_after(limit: Option<Duration>) -> impl Fn() -> bool + Clone + 'static {
    let deadline = limit.map(|limit| Instant::now() + limit);
    move || interrupt::is_raised() || deadline.is_some_and(|at| Instant::now() >= at)
}

/// The exit status and the words for a search that was stopped.
pub fn stopped() -> (Exit, &'static str) {
    if interrupt::is_raised() {
        (Exit::Interrupted, "interrupted")
    } else {
        (Exit::Limit, "stopped by the time limit")
    }
}

/// What the solutions of a puzzle with several of them leave open.
pub struct Open(Vec<DigitSet>);

impl Open {
    /// The digits that stand in some solution, cell by cell.
    pub fn of(puzzle: &Puzzle) -> Open {
        Open(true_candidates(&mut ExactSolver::new(), puzzle))
    }

    /// Whether each candidate left stands in some solution, and none stands alone: then there is
    /// nothing that a step could remove or place, and no need to look for one.
    pub fn is_all_that_is_left(&self, position: &Position) -> bool {
        position.empty_cells().into_iter().all(|cell| {
            let left = position.candidates(cell);
            left.len() > 1 && u32::from(left.bits()) & !self.0[cell.index()].bits() == 0
        })
    }
}

/// What is said then.
pub const NOTHING_TO_FIND: &str =
    "Every candidate left stands in some solution: nothing more follows from the clues.";

/// The order an option names; clap has refused all other words.
pub fn order(name: &str) -> Order {
    if name == "human" { Order::Human } else { Order::Rating }
}

/// The cells a step changes, each once.
pub fn cells(effect: &Effect) -> Vec<String> {
    let all = effect.placements.iter().chain(&effect.eliminations);
    let mut names: Vec<String> = all.map(|c| c.cell.to_string()).collect();
    names.dedup();
    names
}

/// A step as JSON: what was found, what it does, why.
pub fn step_json(subject: &Subject<'_>, number: usize, position: &Position, hint: &Hint) -> Value {
    let words = explain(position, &hint.step);
    let list = |candidates: &[Candidate]| -> Vec<Value> {
        let one = |c: &Candidate| json!({"cell": c.cell.to_string(), "digit": c.digit.number()});
        candidates.iter().map(one).collect()
    };
    json!({
        "puzzle": subject.number,
        "line": subject.place.line,
        "id": subject.id(),
        "number": number,
        "technique": hint.step.technique.id(),
        "name": hint.step.technique.name(),
        "code": hint.step.technique.hodoku_code(),
        "se": hint.difficulty.map(|d| f64::from(d.0) / 10.0),
        "cells": cells(&hint.step.effect),
        "placements": list(&hint.step.effect.placements),
        "eliminations": list(&hint.step.effect.eliminations),
        "text": words.sentences.join(" "),
        "conclusion": words.conclusion,
    })
}
