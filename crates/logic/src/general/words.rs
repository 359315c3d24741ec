//! A step in words.

use super::ground::Ground;
use super::position::Position;
use super::step::{Dead, Effect, Reason, Step};
use std::fmt;
use sudolab_grid::{Cell, Digit, DigitSet};

/// A step in words: why it holds, and what follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    /// Why it holds, sentence by sentence.
    pub sentences: Vec<String>,
    /// What follows.
    pub conclusion: String,
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sentence in &self.sentences {
            write!(f, "{sentence} ")?;
        }
        f.write_str(&self.conclusion)
    }
}

/// A step of a position in words.
pub fn words(position: &Position, step: &Step) -> Words {
    let ground = position.ground();
    let mut sentences = Vec::new();
    match &step.reason {
        Reason::NakedSingle => {
            let cell = step.effect.placements.first().map(|&(cell, _)| cell);
            let name = cell.map_or_else(String::new, |cell| ground.board().name(cell));
            sentences.push(format!("{name} has one candidate left."));
        }
        Reason::HiddenSingle { group } => {
            let digit = step.effect.placements.first().map(|&(_, digit)| digit);
            let value = digit.map_or(0, |digit| ground.board().value(digit));
            sentences.push(format!(
                "In {} there is one place left for {value}.",
                group_name(ground, *group)
            ));
        }
        Reason::Rule { rule, cells } => {
            let left: Vec<String> = cells
                .iter()
                .filter(|cell| step.effect.eliminations.iter().any(|(gone, _)| gone == *cell))
                .map(|&cell| {
                    let gone: DigitSet = step
                        .effect
                        .eliminations
                        .iter()
                        .filter(|(other, _)| *other == cell)
                        .map(|&(_, digit)| digit)
                        .collect();
                    let kept = position.candidates(cell) - gone;
                    format!("{} to {}", digits(ground, kept, "and"), ground.board().name(cell))
                })
                .collect();
            sentences.push(format!(
                "{} leaves {}.",
                rule_name(ground, *rule),
                listed(&left, "and")
            ));
        }
        Reason::Locked { group, digit, cells } => sentences.push(format!(
            "In {} {} stands in {}, and each of them is seen from where it goes.",
            group_name(ground, *group),
            ground.board().value(*digit),
            names(ground, cells, "or"),
        )),
        Reason::NakedSubset { group, cells, digits: held } => sentences.push(format!(
            "In {} the cells {} have no candidates but {}.",
            group_name(ground, *group),
            names(ground, cells, "and"),
            digits(ground, *held, "and"),
        )),
        Reason::HiddenSubset { group, cells, digits: held } => sentences.push(format!(
            "In {} the digits {} have no places but {}.",
            group_name(ground, *group),
            digits(ground, *held, "and"),
            names(ground, cells, "and"),
        )),
        Reason::Fish { digit, base, cover } => {
            let named = |groups: &[usize]| {
                let all: Vec<String> = groups.iter().map(|&g| group_name(ground, g)).collect();
                listed(&all, "and")
            };
            sentences.push(format!(
                "In {} every place of {} lies in {}.",
                named(base),
                ground.board().value(*digit),
                named(cover),
            ));
        }
        Reason::Trial { tried: (cell, digit), steps, dead } => {
            let (name, value) = (ground.board().name(*cell), ground.board().value(*digit));
            sentences.push(format!("Suppose {name} were {value}."));
            let mut trial = position.clone();
            trial.place(*cell, *digit);
            for (number, step) in steps.iter().enumerate() {
                sentences.push(format!("({}) {}", number + 1, words(&trial, step)));
                trial.apply(&step.effect);
            }
            sentences.push(dead_end(ground, *dead));
        }
    }
    Words { sentences, conclusion: conclusion(ground, &step.effect) }
}

/// Why nothing can come of a position, as a sentence.
pub(crate) fn dead_end(ground: &Ground, dead: Dead) -> String {
    match dead {
        Dead::Cell(cell) => {
            format!("Then {} has no candidate left.", ground.board().name(cell))
        }
        Dead::Digit { group, digit } => format!(
            "Then {} has no place left for {}.",
            group_name(ground, group),
            ground.board().value(digit)
        ),
        Dead::Rule(rule) => format!("Then nothing keeps {}.", rule_name(ground, rule)),
    }
}

impl Dead {
    /// What is wrong, as a clause: `r1c1 has no candidate left`.
    pub fn clause(&self, ground: &Ground) -> String {
        let sentence = dead_end(ground, *self);
        sentence.trim_start_matches("Then ").trim_end_matches('.').to_owned()
    }
}

fn conclusion(ground: &Ground, effect: &Effect) -> String {
    let board = ground.board();
    let placed = effect
        .placements
        .iter()
        .map(|&(cell, digit)| format!("{} is {}", board.name(cell), board.value(digit)));
    let mut cells: Vec<Cell> = effect.eliminations.iter().map(|&(cell, _)| cell).collect();
    cells.dedup();
    // Cells that lose the same digits are told together.
    let mut gone: Vec<(DigitSet, Vec<Cell>)> = Vec::new();
    for cell in cells {
        let own = effect.eliminations.iter().filter(|(other, _)| *other == cell);
        let set: DigitSet = own.map(|&(_, digit)| digit).collect();
        match gone.iter_mut().find(|(known, _)| *known == set) {
            Some((_, all)) if !all.contains(&cell) => all.push(cell),
            Some(_) => {}
            None => gone.push((set, vec![cell])),
        }
    }
    let removed = gone.iter().map(|(set, cells)| {
        let verb = if cells.len() > 1 { "are" } else { "is" };
        format!("{} {verb} not {}", names(ground, cells, "and"), digits(ground, *set, "or"))
    });
    let all: Vec<String> = placed.chain(removed).collect();
    format!("So {}.", all.join("; "))
}

/// What a group is called: `row 3`, or the rule that asks for it.
pub(crate) fn group_name(ground: &Ground, group: usize) -> String {
    match ground.groups()[group].rule {
        Some(rule) => rule_name(ground, rule),
        None => ground.board().houses()[group].to_string(),
    }
}

/// What a rule is called: its text.
pub(crate) fn rule_name(ground: &Ground, rule: usize) -> String {
    ground.rule(rule).map_or_else(String::new, |rule| format!("“{}”", rule.text(ground.board())))
}

fn names(ground: &Ground, cells: &[Cell], word: &str) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| ground.board().name(cell)).collect();
    listed(&names, word)
}

fn digits(ground: &Ground, set: DigitSet, word: &str) -> String {
    if set.is_empty() {
        return "nothing".to_owned();
    }
    let value = |digit: Digit| ground.board().value(digit).to_string();
    listed(&set.iter().map(value).collect::<Vec<_>>(), word)
}

fn listed(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
