//! What `sudolab hint` shows: a step, every step, or what stands in its place.

use super::Hint;
use crate::args::Common;
use crate::exit::Exit;
use crate::form::StepForm;
use crate::paint::Paint;
use crate::subjects::Subject;
use std::fmt::Write;
use sudolab::{AllAdvice, Hinted, Improper, Told};
use sudolab_wire::page::{self, Sheet};
use sudolab_wire::{Drawing, Hint as Row, terminal};

/// How many steps of a technique `--all` tells in words; the other forms have all of them.
const TOLD_OF_EACH: usize = 10;

impl Hint {
    /// A step in the form that was asked for; nothing where it goes to the sheet.
    pub(super) fn step(
        &self,
        subject: &Subject<'_>,
        told: &Told,
        improper: Option<&Improper>,
        sheet: &mut Sheet,
    ) -> Option<String> {
        let row = Row::new(subject.wire(), self.detail(), told, improper);
        match self.steps.form {
            StepForm::Text => Some(subject.left_out_line() + &row.sentence(told)),
            StepForm::Json => Some(sudolab_wire::line_without(&row, &subject.left_out())),
            StepForm::Html => Some(page::html_step(told)),
            StepForm::Svg => {
                page::draw_step(sheet, told);
                None
            }
        }
    }

    /// The cells that change and nothing else: which digit it is stays to be found.
    pub(super) fn only_cells(&self, drawing: Drawing) -> Drawing {
        let changed = drawing.placements.iter().chain(&drawing.eliminations);
        let cells = changed.map(|mark| mark.cell.clone()).collect();
        Drawing {
            cells,
            candidates: drawing.candidates,
            clues: drawing.clues,
            title: drawing.title,
            values: drawing.values,
            ..Drawing::default()
        }
    }

    /// What is said where there is no step.
    pub(super) fn instead(
        &self,
        subject: &Subject<'_>,
        hinted: &Hinted,
        common: &Common,
        sheet: &mut Sheet,
    ) -> (Option<String>, Exit) {
        let json = self.steps.form == StepForm::Json;
        let puzzle = subject.number;
        let problem = match hinted {
            Hinted::Step(told) => told.text(),
            Hinted::Solved if json => {
                let solved = sudolab_wire::Hinted::Solved { puzzle, solved: true };
                return (
                    Some(sudolab_wire::line_without(&solved, &subject.left_out())),
                    Exit::Fine,
                );
            }
            Hinted::Solved => return (self.said(subject, "The puzzle is solved."), Exit::Fine),
            Hinted::Wrong(wrong) => wrong.to_string(),
            Hinted::Nothing(why) => why.to_string(),
        };
        let drawing = match hinted {
            Hinted::Wrong(wrong) => Drawing::wrong(subject.document, wrong),
            _ => None,
        };
        if let Some(drawing) = drawing.filter(|drawing| !drawing.signs().is_empty()) {
            let said = match self.steps.form {
                StepForm::Html => Some(page::html_wrong(&drawing, &problem)),
                StepForm::Svg => {
                    subject.tell(&problem);
                    sheet.add(&problem, &drawing);
                    None
                }
                StepForm::Text => {
                    let board = Paint::of(common).board(&terminal::board(&drawing));
                    let board = board.trim_end_matches('\n');
                    Some(format!("{}{problem}\n\n{board}", subject.left_out_line()))
                }
                StepForm::Json => {
                    let problem = sudolab_wire::Hinted::Problem { problem, puzzle };
                    Some(sudolab_wire::line_without(&problem, &subject.left_out()))
                }
            };
            return (said, Exit::SomeFailed);
        }
        self.problem(subject, problem)
    }

    /// What is wrong, or that there is no step.
    pub(super) fn problem(&self, subject: &Subject<'_>, problem: String) -> (Option<String>, Exit) {
        let said = match self.steps.form {
            StepForm::Json => {
                let problem = sudolab_wire::Hinted::Problem { problem, puzzle: subject.number };
                Some(sudolab_wire::line_without(&problem, &subject.left_out()))
            }
            _ => self.said(subject, &problem),
        };
        (said, Exit::SomeFailed)
    }

    /// A sentence, in a form that has room for one.
    fn said(&self, subject: &Subject<'_>, sentence: &str) -> Option<String> {
        match self.steps.form {
            StepForm::Text | StepForm::Json => Some(subject.left_out_line() + sentence),
            StepForm::Html => Some(page::html_end(sentence)),
            StepForm::Svg => {
                subject.tell(sentence);
                None
            }
        }
    }
}

/// Every step, one line for each, under the name of its technique, of each the first few unless all
/// are wanted; nothing where there is none.
pub(super) fn grouped(all: &AllAdvice, in_full: bool) -> Option<String> {
    let most = if in_full { usize::MAX } else { TOLD_OF_EACH };
    let mut names: Vec<&str> = Vec::new();
    for told in &all.steps {
        let name = told.hint.step.technique.name();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let (mut out, mut n_left_out) = (String::new(), 0);
    for name in names {
        let steps: Vec<&Told> =
            all.steps.iter().filter(|told| told.hint.step.technique.name() == name).collect();
        // Writing to a string cannot fail.
        let _ = match steps.len() {
            1 => writeln!(out, "{name}: 1 step"),
            n => writeln!(out, "{name}: {n} steps"),
        };
        for told in steps.iter().take(most) {
            let words = told.words();
            let place = words.title.strip_prefix(name).unwrap_or(&words.title).trim();
            let comma = if place.is_empty() { "" } else { ": " };
            let _ = writeln!(out, "  {}. {place}{comma}{}", told.number, words.conclusion);
        }
        if let left @ 1.. = steps.len().saturating_sub(most) {
            let _ = writeln!(out, "  and {left} more");
            n_left_out += left;
        }
    }
    if n_left_out > 0 {
        let _ = writeln!(
            out,
            "{} steps in all, of each technique the first {TOLD_OF_EACH}; -v tells the other \
             {n_left_out} too.",
            all.steps.len()
        );
    }
    Some(out.trim_end().to_owned()).filter(|out| !out.is_empty())
}
