//! `sudolab transform`.

use crate::args::{Common, Input};
use crate::batch::{self, OneByOne, Report, Singly};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::{Form, Results};
use crate::input::Place;
use clap::{Args, ValueEnum};
use sudolab::{Halt, NotTransformed, Puzzle, Relabel, Stop, Symmetry, transform};
use sudolab_wire::shape::{document_line, line_loses};
use sudolab_wire::{Transformed, Transforming};

/// Turn puzzles into isomorphs: canonical form, shuffles, turns, relabelling
#[derive(Args, Debug)]
#[command(after_help = "\
Several may be combined; they are applied in the order canonical, shuffle, relabel, rotate, mirror.

Examples:
  sudolab transform puzzles.txt --canonical
  sudolab transform puzzles.txt --shuffle --seed 7
  sudolab transform 1.3............. --rotate 90
  sudolab transform 1.3............. --relabel 4321 --format csv")]
pub struct Transform {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    results: Results,

    /// The min-lex form: equal for all isomorphs of a puzzle
    #[arg(long)]
    canonical: bool,

    /// A random isomorph
    #[arg(long)]
    shuffle: bool,

    /// Rename digits: the digit at place d takes the place of d; `order` numbers them by first appearance
    #[arg(long, value_name = "DIGITS|order")]
    relabel: Option<Relabel>,

    /// Turn clockwise
    #[arg(long, value_name = "DEGREES", value_parser = ["90", "180", "270"])]
    rotate: Option<String>,

    /// Reflect
    #[arg(long, value_enum)]
    mirror: Option<Mirror>,
}

/// A reflection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Mirror {
    /// Left and right change places.
    Horizontal,
    /// Top and bottom change places.
    Vertical,
    /// Rows become columns.
    Diagonal,
    /// Reflection in the other diagonal.
    Antidiagonal,
}

impl Transform {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let what = self.what(common);
        if what == sudolab::Transform::new() {
            return Err(Failure::Usage(
                "say what to do: --canonical, --shuffle, --relabel, --rotate or --mirror"
                    .to_owned(),
            ));
        }
        let mut head = Vec::new();
        if self.results.form == Form::Csv {
            csv::push_line(&mut head, ["puzzle"]);
        }
        let make = || Singly(Working { what: &what, form: self.results.form });
        batch::run(common, &self.input, &head, make)
    }

    fn what(&self, common: &Common) -> sudolab::Transform {
        let turn = self.rotate.as_deref().map(|degrees| match degrees {
            "90" => Symmetry::Rotate90,
            "180" => Symmetry::Rotate180,
            _ => Symmetry::Rotate270,
        });
        let reflection = self.mirror.map(|mirror| match mirror {
            Mirror::Horizontal => Symmetry::MirrorHorizontal,
            Mirror::Vertical => Symmetry::MirrorVertical,
            Mirror::Diagonal => Symmetry::Transpose,
            Mirror::Antidiagonal => Symmetry::AntiTranspose,
        });
        sudolab::Transform {
            canonical: self.canonical,
            shuffle: self.shuffle.then_some(common.seed),
            relabel: self.relabel.clone(),
            symmetries: turn.into_iter().chain(reflection).collect(),
        }
    }
}

struct Working<'a> {
    what: &'a sudolab::Transform,
    form: Form,
}

impl OneByOne for Working<'_> {
    fn puzzle(&mut self, puzzle: Puzzle, place: Place<'_>, halt: &Halt<'_>, report: &mut Report) {
        let error = match transform(&puzzle, self.what, halt) {
            Ok(made) => return self.show(&puzzle, &made, report),
            // What is done is kept, and the run ends.
            Err(NotTransformed::Stopped(Stop::Cancelled)) => return,
            Err(error) => error,
        };
        self.unreadable(&puzzle.to_string(), &error.to_string(), report);
        report.fail(format!("{place}: {puzzle}: {error}"));
        if let NotTransformed::Stopped(_) = error {
            report.exit = report.exit.and(Exit::Limit);
        }
    }

    fn form(&self) -> Form {
        self.form
    }

    fn unreadable(&mut self, record: &str, problem: &str, report: &mut Report) {
        match self.form {
            Form::Csv => report.row([""]),
            Form::Json => report.object(&Transforming::refused(record, problem)),
            Form::Line | Form::Text => report.line(&format!("# {record}")),
        }
    }
}

impl Working<'_> {
    fn show(&self, source: &Puzzle, made: &sudolab::Transformed, report: &mut Report) {
        let puzzle = made.puzzle.to_string();
        if line_loses(&made.puzzle) {
            match document_line(&made.puzzle) {
                Some(object) if self.form != Form::Csv => {
                    report.out.extend_from_slice(object.as_bytes());
                }
                _ => report.fail(format!(
                    "{puzzle}: a table of puzzles cannot carry its regions or candidates; use --format json"
                )),
            }
            return;
        }
        match self.form {
            Form::Json => report.object(&Transforming::Transformed(Transformed {
                automorphisms: made.automorphisms,
                puzzle,
                source: source.to_string(),
            })),
            Form::Csv => report.row([puzzle.as_str()]),
            Form::Line | Form::Text => report.line(&puzzle),
        }
    }
}
