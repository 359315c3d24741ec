//! The forms of results: each command has an option with those it knows, and no others.

use crate::failure::Failure;
use clap::{Args, ValueEnum};

/// The option `--format` of a command, with the forms it knows.
#[derive(Args, Clone, Debug)]
pub struct FormOption<F: ValueEnum + Send + Sync + 'static> {
    /// Form of the results
    #[arg(
        short = 'f',
        long = "format",
        value_name = "FORMAT",
        value_enum,
        default_value = "text",
        help_heading = "Common options"
    )]
    pub form: F,
}

/// How most results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// For people
    Text,
    /// One plain line each
    Line,
    /// Comma-separated, with a header
    Csv,
    /// One JSON object on each line
    Json,
}

/// The option of commands that write results.
pub type Results = FormOption<Form>;

/// How measurements are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TableForm {
    /// For people
    Text,
    /// Comma-separated, with a header
    Csv,
    /// One JSON object on each line
    Json,
}

/// The option of commands that write tables.
pub type Tables = FormOption<TableForm>;

/// How steps are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StepForm {
    /// Words for a terminal
    Text,
    /// One JSON object on each line
    Json,
    /// A page with words and pictures
    Html,
    /// The pictures alone
    Svg,
}

/// The option of commands that write steps.
pub type Steps = FormOption<StepForm>;

/// For commands of which the option would have no meaning: it gets an answer with a remedy.
#[derive(Args, Clone, Debug)]
pub struct NoForm {
    #[arg(short = 'f', long = "format", value_name = "FORMAT", hide = true)]
    form: Option<String>,
}

impl NoForm {
    /// Refuses it.
    pub fn refuse(&self, remedy: &str) -> Result<(), Failure> {
        match self.form {
            None => Ok(()),
            Some(_) => Err(Failure::Usage(format!("--format has no meaning here; {remedy}"))),
        }
    }
}
