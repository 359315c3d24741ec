//! How generated puzzles look.

use crate::args::Common;
use crate::csv;
use crate::failure::Failure;
use crate::form::Form;
use crate::paint::Paint;
use std::sync::Arc;
use sudolab::{Board, Commission};
use sudolab_wire::shape::{Shape, document_line};
use sudolab_wire::{Made, Remade};

/// The form of the results, and what a line cannot say about the board.
pub struct Shown {
    form: Form,
    paint: Paint,
    shape: Shape,
}

/// Refuses a form that cannot say what the puzzles ask.
pub fn check(form: Form, commission: &Commission, board: &Board) -> Result<(), Failure> {
    let more = !commission.order.variants.is_empty() || board.extra_regions().next().is_some();
    match form {
        Form::Csv if more => Err(Failure::Usage(
            "a table has no columns for rules and extra regions; use --format json or line, which carry them"
                .to_owned(),
        )),
        _ => Ok(()),
    }
}

impl Shown {
    /// Results in a form, for puzzles of a board.
    pub fn new(form: Form, common: &Common, board: &Arc<Board>) -> Shown {
        Shown { form, paint: Paint::of(common), shape: Shape::of(board) }
    }

    /// What is written first.
    pub fn head(&self) -> Vec<u8> {
        let mut head = Vec::new();
        if self.form == Form::Csv {
            let columns = ["puzzle", "solution", "clues", "er", "level"];
            csv::push_line(&mut head, columns.into_iter().chain(self.shape.columns()));
        }
        head
    }

    /// One puzzle.
    pub fn puzzle(&self, made: &sudolab::Made) -> String {
        let row = Made::new(made, &self.shape);
        let er = row.er.map(|er| format!("{er:.1}")).unwrap_or_default();
        let level = row.level.as_deref().unwrap_or_default();
        match self.form {
            Form::Csv => {
                let mut out = Vec::new();
                let clues = row.clues.to_string();
                let fields = [row.puzzle.as_str(), &row.solution, &clues, &er, level];
                csv::push_line(&mut out, fields.into_iter().chain(self.shape.fields()));
                String::from_utf8_lossy(&out).into_owned()
            }
            Form::Json => format!("{}\n", sudolab_wire::line(&row)),
            Form::Line => self.line(made, &row),
            Form::Text => {
                // What is not the puzzle is a comment to the reader, so that the text is read back.
                let mut about = format!("# {} clues", row.clues);
                if !er.is_empty() {
                    about.push_str(&format!(", ER {er}, HoDoKu {level}"));
                }
                if let Some(effort) = row.effort {
                    about.push_str(&format!(", effort {effort}"));
                }
                for rule in row.rules.iter().flatten() {
                    about.push_str(&format!("\n# {rule}"));
                }
                for house in row.extra_regions.iter().flatten() {
                    about.push_str(&format!("\n# extra region {}", house.join(" ")));
                }
                let drawing = self.paint.puzzle(made.puzzle.puzzle());
                format!("{drawing}{}{about}\n\n", self.line(made, &row))
            }
        }
    }

    /// A puzzle on one line, with all that belongs to it.
    fn line(&self, made: &sudolab::Made, row: &Made) -> String {
        let puzzle = made.puzzle.puzzle();
        let plain = || format!("{}\n", row.puzzle);
        match row.rules {
            Some(_) => document_line(puzzle).unwrap_or_else(plain),
            None if self.shape.needs_more() => {
                format!("{}\n", sudolab_wire::line(&Remade::new(puzzle, None)))
            }
            None => plain(),
        }
    }
}
