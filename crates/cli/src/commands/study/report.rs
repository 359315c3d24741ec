//! Writes the report of a study.

use super::{FOLDER, failure, print};
use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use clap::Args;
use std::path::{Path, PathBuf};
use sudolab_lab::report::Report;
use sudolab_lab::store;

/// A report to write.
#[derive(Args, Debug)]
pub struct WriteReport {
    /// The study's folder
    #[arg(value_name = "DIR", default_value = FOLDER)]
    folder: PathBuf,
}

impl WriteReport {
    /// Writes it and says the answer.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        print(common, &write_report(&self.folder)?)
    }
}

/// Writes the report of the study in a folder; its answer, and where the report is.
pub fn write_report(folder: &Path) -> Result<String, Failure> {
    let content = store::read(folder).map_err(failure)?;
    let report = Report::of(&content);
    let page = report
        .write(folder)
        .map_err(|e| Failure::file("write into", &folder.display().to_string(), &e))?;
    let mut text = report.answer().join("\n\n");
    text.push_str(&format!("\n\nReport: {}\n", page.display()));
    Ok(text)
}
