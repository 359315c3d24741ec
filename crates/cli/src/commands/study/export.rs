//! Prints every run of a study.

use super::{FOLDER, failure};
use crate::args::Common;
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use sudolab_lab::store;

/// The runs to print.
#[derive(Args, Debug)]
pub struct Export {
    /// The study's folder
    #[arg(value_name = "DIR", default_value = FOLDER)]
    folder: PathBuf,

    /// The form
    #[arg(long, value_enum, default_value = "csv")]
    to: ExportForm,
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
        match self.to {
            ExportForm::Csv => csv_lines(&self.folder, common),
            ExportForm::Parquet => Err(Failure::Usage(
                "this build cannot write Parquet; use --to csv, or open study.sqlite directly"
                    .to_owned(),
            )),
        }
    }
}

fn csv_lines(folder: &Path, common: &Common) -> Result<Exit, Failure> {
    let mut output = Output::open(common.output.as_deref())?;
    let mut line = Vec::new();
    let written = store::export(folder, |fields| {
        line.clear();
        csv::push_line(&mut line, fields.iter().map(String::as_str));
        output.put(&line)
    });
    written.map_err(failure)??;
    output.finish()?;
    Ok(Exit::Fine)
}
