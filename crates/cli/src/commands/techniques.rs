//! `sudolab techniques`.

use crate::args::{Common, ResultFormat};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use clap::Args;
use serde_json::json;
use sudolab_logic::technique::Technique;

/// List the techniques of the catalogue
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab techniques
  sudolab techniques --format csv")]
pub struct Techniques {}

impl Techniques {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let mut text = Vec::new();
        if common.format == ResultFormat::Csv {
            csv::push_line(&mut text, ["id", "name", "code"]);
        }
        for technique in Technique::ALL {
            let code = technique.hodoku_code().unwrap_or("");
            let line = match common.format {
                ResultFormat::Csv => {
                    csv::push_line(&mut text, [technique.id(), technique.name(), code]);
                    continue;
                }
                ResultFormat::Json => {
                    json!({"id": technique.id(), "name": technique.name(), "code": technique.hodoku_code()})
                        .to_string()
                }
                ResultFormat::Line => technique.id().to_owned(),
                ResultFormat::Text => format!("{:34} {:5} {}", technique.id(), code, technique.name()),
            };
            text.extend_from_slice(line.as_bytes());
            text.push(b'\n');
        }
        let mut output = Output::open(common.output.as_deref())?;
        output.put(&text)?;
        output.finish()?;
        Ok(Exit::Fine)
    }
}
