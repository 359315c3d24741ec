//! `sudolab convert`.

use crate::args::{Common, Input};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Entry};
use crate::output::Output;
use crate::{interrupt, say};
use clap::Args;
use sudolab_grid::formats::{Format, WriteError, WriteOptions, Writer};

/// Convert puzzles between formats, and to links for other programs
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab convert --list
  sudolab convert puzzles.txt --to sdm --output puzzles.sdm
  sudolab convert 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 --to grid
  sudolab convert 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 --to scf")]
pub struct Convert {
    #[command(flatten)]
    input: Input,

    /// Format to write
    #[arg(long, value_name = "FORMAT", default_value = "line")]
    to: String,

    /// Symbol for a blank cell, where the format leaves a choice
    #[arg(long, value_name = "SYMBOL")]
    blank: Option<char>,

    /// How a grid is drawn: ascii, unicode or compact
    #[arg(long, value_name = "STYLE", default_value = "ascii")]
    style: String,

    /// Write notes where the format has a simple and a full form
    #[arg(long)]
    with_notes: bool,

    /// Columns of a table, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<String>,

    /// List the formats
    #[arg(long)]
    list: bool,
}

impl Convert {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let mut output = Output::open(common.output.as_deref())?;
        if self.list {
            output.put(list().as_bytes())?;
            output.finish()?;
            return Ok(Exit::Fine);
        }
        let to: Format = self.to.parse().map_err(Failure::Usage)?;
        if !to.carries().writable {
            return Err(Failure::Usage(format!("{} can only be read", to.name())));
        }
        if let Some(blank) =
            self.blank.filter(|c| c.is_ascii_alphanumeric() && !matches!(c, '0' | 'x' | 'X'))
        {
            return Err(Failure::Usage(format!(
                "--blank {blank} would be read as a digit; use one of . 0 _ * - x ?"
            )));
        }
        let read = self.input.read_options()?;
        let options = WriteOptions {
            alphabet: read.alphabet.unwrap_or_default(),
            blank: self.blank,
            style: self.style.parse().map_err(Failure::Usage)?,
            with_notes: self.with_notes,
            strict: self.input.strict,
            columns: self.columns.clone(),
            ..WriteOptions::default()
        };
        let (mut chunks, _) = self.input.open()?;
        let mut writer = Writer::new(to, &mut output, options);
        let mut exit = Exit::Fine;
        let mut broken = None;
        'input: while let Some(chunk) = chunks.next() {
            for entry in chunk.entries {
                let (written, line) = match entry {
                    Entry::Nine { clues, place } => {
                        (writer.write(&input::document(&clues)), place.line)
                    }
                    Entry::Record(record) => {
                        for note in record.notes.iter().filter(|_| !common.quiet) {
                            say::note(note.to_string().trim_start_matches("note: "));
                        }
                        (writer.write(&record.document), record.line)
                    }
                    Entry::Bad { error, .. } => {
                        writer.skip();
                        let line = error.line().unwrap_or(1);
                        (Err(WriteError::Format(error)), line)
                    }
                    Entry::Failed(failure) => {
                        exit = exit.and(failure.exit());
                        say::problem(&failure.to_string());
                        continue;
                    }
                };
                match written {
                    Ok(()) => {}
                    Err(WriteError::Io(error)) => broken = Some(error),
                    Err(WriteError::Format(error)) => {
                        say::problem(&error.on_line(line).to_string());
                        exit = exit.and(Exit::SomeFailed);
                    }
                }
                if broken.is_some() || (self.input.fail_fast && exit != Exit::Fine) {
                    break 'input;
                }
            }
            if interrupt::is_raised() {
                exit = Exit::Interrupted;
                break;
            }
        }
        let losses = match (broken, writer.finish()) {
            (None, Ok((_, losses))) => losses,
            (Some(error), _) | (None, Err(error)) => return Err(output.failure(&error)),
        };
        if exit == Exit::Interrupted {
            output.keep_partial()?;
        } else {
            output.finish()?;
        }
        for loss in losses.iter().filter(|_| !common.quiet) {
            say::note(&loss.to_string());
        }
        Ok(exit)
    }
}

fn list() -> String {
    let mut text = String::from("name         reads  writes  many  what\n");
    for format in Format::ALL {
        let can = format.carries();
        let word = |yes: bool| if yes { "yes" } else { "-" };
        text.push_str(&format!(
            "{:12} yes    {:6}  {:4}  {}\n",
            format.name(),
            word(can.writable),
            word(can.many),
            format.title()
        ));
    }
    text
}
