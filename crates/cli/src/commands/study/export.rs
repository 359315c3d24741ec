//! Prints every run of a study, or what its other aspects measured.

use super::{FOLDER, failure};
use crate::args::Common;
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::path::PathBuf;
use sudolab::lab::parquet::Writer;
use sudolab::lab::store::{Part, Runs};

/// The runs to print.
#[derive(Args, Debug)]
pub struct Export {
    /// The study's folder
    #[arg(value_name = "DIR", default_value = FOLDER)]
    folder: PathBuf,

    /// The form
    #[arg(long, value_enum, default_value = "csv")]
    to: ExportForm,

    /// What to print
    #[arg(long, value_enum, default_value = "runs")]
    table: ExportTable,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ExportTable {
    /// One row per run
    Runs,
    /// The Explainer ratings of the puzzles
    Ratings,
    /// The puzzles that algorithms made
    Generated,
    /// Every measurement of several threads
    Speeds,
}

impl ExportTable {
    fn part(self) -> Part {
        match self {
            ExportTable::Runs => Part::Runs,
            ExportTable::Ratings => Part::Ratings,
            ExportTable::Generated => Part::Generated,
            ExportTable::Speeds => Part::Speeds,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ExportForm {
    /// Comma-separated, with a header
    Csv,
    /// Apache Parquet
    Parquet,
}

impl Export {
    /// Prints them.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        // Nothing is printed of a study that is not there.
        let runs = Runs::of(&self.folder).map_err(failure)?;
        let output = Sink(Output::open(common.output.as_deref())?);
        // Half a table is of no use: it stays under its partial name, and a signal ends it.
        interrupt::at_once(|| self.write(&runs, output))
    }

    fn write(&self, runs: &Runs, mut output: Sink) -> Result<Exit, Failure> {
        match self.to {
            ExportForm::Csv => csv_lines(runs, self.table.part(), &mut output.0)?,
            ExportForm::Parquet if output.0.is_terminal() => {
                return Err(Failure::Usage(
                    "Parquet is not for a terminal; name a file with --output".to_owned(),
                ));
            }
            ExportForm::Parquet => parquet(runs, self.table.part(), &mut output)?,
        }
        output.0.finish()?;
        Ok(Exit::Fine)
    }
}

fn csv_lines(runs: &Runs, part: Part, output: &mut Output) -> Result<(), Failure> {
    let mut line = Vec::new();
    csv::push_line(&mut line, part.columns().iter().map(|c| c.name));
    output.put(&line)?;
    let mut texts = vec![String::new(); part.columns().len()];
    runs.each_of(part, |fields| {
        for (text, field) in texts.iter_mut().zip(fields) {
            text.clear();
            // Writing to a string cannot fail.
            let _ = write!(text, "{field}");
        }
        line.clear();
        csv::push_line(&mut line, texts.iter().map(String::as_str));
        output.put(&line)
    })
    .map_err(failure)?
}

fn parquet(runs: &Runs, part: Part, output: &mut Sink) -> Result<(), Failure> {
    let mut table = Writer::new(output, part.columns()).map_err(unwrapped)?;
    runs.each_of(part, |fields| table.put(fields).map_err(unwrapped)).map_err(failure)??;
    table.finish().map_err(unwrapped)?;
    Ok(())
}

/// The output as a writer; what goes wrong there travels inside an error of the system's kind.
struct Sink(Output);

impl std::io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.put(bytes).map_err(std::io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn unwrapped(error: std::io::Error) -> Failure {
    match error.downcast::<Failure>() {
        Ok(failure) => failure,
        Err(error) => Failure::file("write", "the table", &error),
    }
}
