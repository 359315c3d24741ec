//! `sudolab convert`; formats of which one puzzle fills a file are written in [`files`].

mod files;

use crate::args::{Common, Input};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::NoForm;
use crate::input::{self, Entry};
use crate::output::Output;
use crate::{interrupt, say};
use clap::Args;
use sudolab::formats::{Document, Format, FormatError, WriteError, WriteOptions, Writer};

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

    #[command(flatten)]
    form: NoForm,

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
        self.form.refuse("--to names the format to write")?;
        if self.list {
            let mut output = Output::open(common.output.as_deref())?;
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
        if to.fills_file() {
            return self.write_files(to, &options, common);
        }
        let mut output = Output::open(common.output.as_deref())?;
        let mut writer = Writer::new(to, &mut output, options);
        let mut broken = None;
        let exit = self.each(common, |document, is_last_at_hand| {
            let Some(document) = document else {
                writer.skip();
                return Ok(());
            };
            let written = writer.write(document);
            let flushed = if is_last_at_hand { writer.flush() } else { Ok(()) };
            match written.and_then(|()| Ok(flushed?)) {
                Err(WriteError::Io(error)) => {
                    broken = Some(error);
                    Err(Refusal::Stop)
                }
                Err(WriteError::Format(error)) => Err(Refusal::Record(error)),
                Ok(()) => Ok(()),
            }
        })?;
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

    /// Hands over the records one after the other, `None` for one that cannot be read, with a
    /// word whether the input has more at hand; tells what is wrong with them.
    fn each(
        &self,
        common: &Common,
        mut work: impl FnMut(Option<&Document>, bool) -> Result<(), Refusal>,
    ) -> Result<Exit, Failure> {
        let (mut chunks, _) = self.input.open(common)?;
        let mut exit = Exit::Fine;
        while let Some(chunk) = chunks.next() {
            let n = chunk.entries.len();
            for (i, entry) in chunk.entries.iter().enumerate() {
                let is_last_at_hand = chunk.is_last_at_hand && i + 1 == n;
                let place = entry.place();
                entry.notes().iter().filter(|_| !common.quiet).for_each(|note| say::note(note));
                let done = match entry {
                    Entry::Nine { clues, .. } => {
                        work(Some(&input::document(clues)), is_last_at_hand)
                    }
                    Entry::Record(record) => work(Some(&record.document), is_last_at_hand),
                    Entry::Bad { error, .. } => work(None, is_last_at_hand)
                        .and_then(|()| Err(Refusal::Record(error.clone()))),
                    Entry::Failed(failure) => {
                        exit = exit.and(failure.exit());
                        say::problem(&failure.to_string());
                        continue;
                    }
                };
                match done {
                    Ok(()) => {}
                    Err(Refusal::Stop) => return Ok(exit),
                    Err(Refusal::Record(error)) => {
                        let error = match (error.line(), place.file) {
                            (None, Some(file)) => error.on_line(place.line).in_file(file),
                            (None, None) => error.on_line(place.line),
                            _ => error,
                        };
                        say::problem(&error.to_string());
                        exit = exit.and(Exit::SomeFailed);
                    }
                }
                if self.input.fail_fast && exit != Exit::Fine {
                    return Ok(exit);
                }
            }
            if interrupt::is_raised() {
                return Ok(Exit::Interrupted);
            }
        }
        Ok(if interrupt::is_raised() { Exit::Interrupted } else { exit })
    }
}

/// Why a record is not written.
enum Refusal {
    /// It cannot be read, or the format has no place for it; the others go on.
    Record(FormatError),
    /// Nothing more can be written.
    Stop,
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
