//! A step in words.

use super::check::total_of;
use super::ground::Ground;
use super::position::Position;
use super::step::{Dead, Effect, Reason, Step, Supposed};
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
        Reason::Rule { rule, .. } => {
            let left = kept(position, step);
            sentences.push(format!("{} leaves {left}.", rule_name(ground, *rule)));
        }
        Reason::Total { groups, rules, .. } => {
            sentences.push(total_in_words(ground, groups, rules));
            sentences.push(format!("That leaves {}.", kept(position, step)));
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
        Reason::Forcing { group, cases } => {
            let name = |case: &Supposed| {
                let (cell, digit) = case.tried;
                format!("{} is {}", ground.board().name(cell), ground.board().value(digit))
            };
            let all: Vec<String> = cases.iter().map(name).collect();
            let within = match group {
                Some(group) => format!("In {} ", group_name(ground, *group)),
                None => "Either ".to_owned(),
            };
            sentences.push(format!("{within}{}.", listed(&all, "or")));
            for case in cases {
                sentences.push(format!("Suppose {}.", name(case)));
                let mut trial = position.clone();
                trial.place(case.tried.0, case.tried.1);
                for (number, step) in case.steps.iter().enumerate() {
                    sentences.push(format!("({}) {}", number + 1, words(&trial, step)));
                    trial.apply(&step.effect);
                }
                if let Some(dead) = case.dead {
                    sentences.push(dead_end(ground, dead));
                }
            }
            sentences.push("All of them lead to the same.".to_owned());
        }
    }
    Words { sentences, conclusion: conclusion(ground, &step.effect) }
}

/// What the cells of a step keep: `1 and 3 to r1c1 and 2 to r1c2`.
fn kept(position: &Position, step: &Step) -> String {
    let ground = position.ground();
    let mut cells: Vec<Cell> = step.effect.eliminations.iter().map(|&(cell, _)| cell).collect();
    cells.dedup();
    let left: Vec<String> = cells
        .into_iter()
        .map(|cell| {
            let lost = step.effect.eliminations.iter().filter(|(other, _)| *other == cell);
            let gone: DigitSet = lost.map(|&(_, digit)| digit).collect();
            let kept = position.candidates(cell) - gone;
            format!("{} to {}", digits(ground, kept, "and"), ground.board().name(cell))
        })
        .collect();
    listed(&left, "and")
}

/// What houses and rules leave: `row 1 sums to 45, of which “cage 15 …” is 15: r1c8 - r2c9 = 8`.
fn total_in_words(ground: &Ground, groups: &[usize], rules: &[usize]) -> String {
    let board = ground.board();
    let houses: Vec<String> = groups.iter().map(|&group| group_name(ground, group)).collect();
    let verb = if groups.len() > 1 { "sum" } else { "sums" };
    let all: i64 = board.digits().iter().map(|digit| board.value(digit)).sum();
    let of_rules: Vec<String> = rules.iter().map(|&rule| rule_name(ground, rule)).collect();
    let Some((mut terms, mut sum)) = total_of(ground, groups, rules) else { return String::new() };
    // What only counts against the houses is told the other way round.
    if terms.iter().all(|&(_, weight)| weight < 0) {
        terms.iter_mut().for_each(|(_, weight)| *weight = -*weight);
        sum = -sum;
    }
    let mut left = String::new();
    for (cell, weight) in terms {
        let sign = match (weight < 0, left.is_empty()) {
            (true, true) => "-",
            (true, false) => " - ",
            (false, true) => "",
            (false, false) => " + ",
        };
        let times = if weight.abs() == 1 { String::new() } else { format!("{} x ", weight.abs()) };
        left.push_str(&format!("{sign}{times}{}", board.name(cell)));
    }
    format!(
        "{} {verb} to {}. With {} taken away, {left} = {sum}.",
        listed(&houses, "and"),
        all * groups.len() as i64,
        listed(&of_rules, "and")
    )
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
