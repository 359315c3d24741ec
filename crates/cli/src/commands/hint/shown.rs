//! What `sudolab hint` shows: a step, every step, or what stands in its place.

use super::Hint;
use crate::args::Common;
use crate::exit::Exit;
use crate::form::StepForm;
use crate::paint::Paint;
use crate::subjects::{self, Subject};
use std::fmt::Write;
use sudolab::{Hinted, HintedAnywhere, Improper, NoStep, Stop, Told, ToldAnywhere};
use sudolab_wire::page::{self, Scene, Sheet, Staged};
use sudolab_wire::{
    Detail, Drawing, Hint as Row, hint_sentence, hint_warning, stop_words, terminal,
};

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
        self.shown(subject, &row, || row.sentence(told), told, sheet)
    }

    /// The same on a board of any kind.
    pub(super) fn step_anywhere(
        &self,
        subject: &Subject<'_>,
        told: &ToldAnywhere,
        improper: Option<&Improper>,
        sheet: &mut Sheet,
    ) -> Option<String> {
        let row = Row::anywhere(subject.wire(), self.detail(), told, improper);
        self.shown(subject, &row, || hint_sentence(told, self.detail()), told, sheet)
    }

    fn shown(
        &self,
        subject: &Subject<'_>,
        row: &Row,
        sentence: impl Fn() -> String,
        step: &impl Staged,
        sheet: &mut Sheet,
    ) -> Option<String> {
        match self.steps.form {
            StepForm::Text => Some(subject.left_out_line() + &sentence()),
            StepForm::Json => Some(sudolab_wire::line_without(row, &subject.left_out())),
            StepForm::Html => Some(page::html_step(step)),
            StepForm::Svg => {
                page::draw_step(sheet, step);
                None
            }
        }
    }

    /// A sentence with the board below it, where cells are told in a terminal.
    pub(super) fn with_board(
        &self,
        said: Option<String>,
        drawing: impl Fn() -> Drawing,
        common: &Common,
    ) -> Option<String> {
        let drawing = match (self.steps.form, self.detail()) {
            (StepForm::Text, Detail::Full) => drawing(),
            (StepForm::Text, Detail::Cells) => self.only_cells(drawing()),
            _ => return said,
        };
        let board = Paint::of(common).board(&terminal::board(&drawing));
        said.map(|said| format!("{said}\n\n{}", board.trim_end_matches('\n')))
    }

    /// Steps one after the other, in words under the names of their techniques.
    pub(super) fn listed<Step: Staged>(
        &self,
        steps: &[Step],
        subject: &Subject<'_>,
        common: &Common,
        mut one: impl FnMut(&Step) -> Option<String>,
    ) -> Vec<String> {
        if (self.steps.form, self.detail()) == (StepForm::Text, Detail::Full) {
            let scenes: Vec<Scene> = steps.iter().map(Staged::scene).collect();
            let words = grouped(&scenes, common.verbose > 0);
            return words.into_iter().map(|words| subject.left_out_line() + &words).collect();
        }
        steps.iter().filter_map(&mut one).collect()
    }

    /// All that is said about one puzzle, and how it went.
    pub(super) fn gathered(
        &self,
        subject: &Subject<'_>,
        improper: Option<&Improper>,
        mut said: Vec<String>,
        stopped: Option<Stop>,
        instead: Option<(Option<String>, Exit)>,
    ) -> (Option<String>, Exit) {
        let mut exit = Exit::Fine;
        if let Some(improper) = improper {
            subject.tell(hint_warning(improper));
            exit = Exit::SomeFailed;
        }
        if let Some(stop) = stopped {
            subject.tell(&format!("there may be more steps: {}", stop_words(stop)));
            exit = exit.and(subjects::stopped(stop));
        }
        if let Some((sentence, end)) = instead {
            said.extend(sentence);
            exit = exit.and(end);
        }
        (Some(said.join("\n")).filter(|said| !said.is_empty()), exit)
    }

    /// The cells that change and nothing else: which digit it is stays to be found.
    pub(super) fn only_cells(&self, drawing: Drawing) -> Drawing {
        let changed = drawing.placements.iter().chain(&drawing.eliminations);
        let cells = changed.map(|mark| mark.cell.clone()).collect();
        Drawing {
            board: drawing.board,
            rules: drawing.rules,
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
        self.drawn_problem(subject, problem, drawing, common, sheet)
    }

    /// The same on a board of any kind.
    pub(super) fn instead_anywhere(
        &self,
        subject: &Subject<'_>,
        hinted: &HintedAnywhere,
        common: &Common,
        sheet: &mut Sheet,
    ) -> (Option<String>, Exit) {
        let alike =
            |hinted: Hinted, sheet: &mut Sheet| self.instead(subject, &hinted, common, sheet);
        match hinted {
            HintedAnywhere::Step(told) => (Some(told.words().to_string()), Exit::Fine),
            HintedAnywhere::Solved => alike(Hinted::Solved, sheet),
            HintedAnywhere::Stuck => alike(Hinted::Nothing(NoStep::Stuck), sheet),
            HintedAnywhere::NotHere => alike(Hinted::Nothing(NoStep::NotHere), sheet),
            HintedAnywhere::Wrong(wrong) => {
                let drawing = Drawing::wrong_anywhere(subject.document, wrong);
                self.drawn_problem(subject, wrong.what.clone(), Some(drawing), common, sheet)
            }
        }
    }

    /// What is wrong, with its picture where there is something to point at.
    fn drawn_problem(
        &self,
        subject: &Subject<'_>,
        problem: String,
        drawing: Option<Drawing>,
        common: &Common,
        sheet: &mut Sheet,
    ) -> (Option<String>, Exit) {
        let puzzle = subject.number;
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
    fn problem(&self, subject: &Subject<'_>, problem: String) -> (Option<String>, Exit) {
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
fn grouped(all: &[Scene], in_full: bool) -> Option<String> {
    let most = if in_full { usize::MAX } else { TOLD_OF_EACH };
    let mut names: Vec<&str> = Vec::new();
    for scene in all {
        if !names.contains(&scene.name.as_str()) {
            names.push(&scene.name);
        }
    }
    let (mut out, mut n_left_out) = (String::new(), 0);
    for name in names {
        let steps: Vec<&Scene> = all.iter().filter(|scene| scene.name == name).collect();
        // Writing to a string cannot fail.
        let _ = match steps.len() {
            1 => writeln!(out, "{name}: 1 step"),
            n => writeln!(out, "{name}: {n} steps"),
        };
        for scene in steps.iter().take(most) {
            let place = scene.title.strip_prefix(name).unwrap_or(&scene.title).trim();
            let comma = if place.is_empty() { "" } else { ": " };
            let _ = writeln!(out, "  {}. {place}{comma}{}", scene.number, scene.conclusion);
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
            all.len()
        );
    }
    Some(out.trim_end().to_owned()).filter(|out| !out.is_empty())
}
