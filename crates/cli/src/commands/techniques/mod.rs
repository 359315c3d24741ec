//! `sudolab techniques`: the catalogue, and `--check`, which runs the finders on the
//! lines of a HoDoKu technique library or of a list of exemplars.

mod library;

use crate::args::Common;
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::{Form, Results};
use crate::output::Output;
use crate::paint::Paint;
use clap::Args;
use std::path::PathBuf;
use sudolab::logic::technique::Technique;
use sudolab_wire::lesson::TechniquePage;
use sudolab_wire::{TechniqueEntry, terminal};

/// List the techniques of the catalogue, tell of one, or check them against a technique library
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab techniques
  sudolab techniques x-wing
  sudolab techniques --format csv
  sudolab techniques --check library.txt
  sudolab techniques --check exemplars.tsv")]
pub struct Techniques {
    #[command(flatten)]
    results: Results,

    /// Tell of this technique (its id, its name or HoDoKu's code): what it is, why it holds, when
    /// it appears, and a position with a step of it
    #[arg(value_name = "NAME", conflicts_with = "check")]
    name: Option<String>,

    /// Run the lines of a HoDoKu technique library, or of a list of exemplars (puzzle,
    /// code, technique, note, with tabs between): does the puzzle need the technique?
    /// The status is 1 when a technique that is there fails one of its lines
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

impl Techniques {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        if let Some(path) = &self.check {
            return library::check(common, path, self.results.form);
        }
        let only = self.name.as_deref().map(named).transpose()?;
        let mut text = Vec::new();
        if let (Some(technique), Form::Text) = (only, self.results.form) {
            let mut output = Output::open(common.output.as_deref())?;
            output.put(told(technique, Paint::of(common)).as_bytes())?;
            output.finish()?;
            return Ok(Exit::Fine);
        }
        if self.results.form == Form::Csv {
            csv::push_line(&mut text, ["id", "family", "kind", "source"]);
        }
        if self.results.form == Form::Text {
            let head = format!("{:34} {:18} {:5} {}", "id", "family", "code", "name");
            let head = Paint::of(common).head(&head);
            text.extend_from_slice(format!("{head}\n").as_bytes());
        }
        for technique in Technique::ALL.iter().filter(|t| only.is_none_or(|only| only == **t)) {
            let code = technique.hodoku_code().unwrap_or("");
            let line = match self.results.form {
                Form::Csv => {
                    let (family, kind) = (technique.family().id(), technique.kind().id());
                    csv::push_line(&mut text, [technique.id(), family, kind, technique.source()]);
                    continue;
                }
                Form::Json => sudolab_wire::line(&TechniqueEntry::from(*technique)),
                Form::Line => technique.id().to_owned(),
                Form::Text => format!(
                    "{:34} {:18} {:5} {}",
                    technique.id(),
                    technique.family(),
                    code,
                    technique.name()
                ),
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

/// The technique with this id, name or code.
pub(super) fn named(name: &str) -> Result<Technique, Failure> {
    let simple = |text: &str| {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect::<String>()
    };
    let wanted = simple(name);
    let all = || Technique::ALL.iter().copied();
    let exact = all().find(|t| {
        simple(t.id()) == wanted || simple(t.name()) == wanted || t.hodoku_code() == Some(name)
    });
    let near = || {
        let some: Vec<&str> = all()
            .filter(|t| simple(t.id()).contains(&wanted) || simple(t.name()).contains(&wanted))
            .map(Technique::id)
            .take(8)
            .collect();
        match some.is_empty() {
            true => "`sudolab techniques` lists all".to_owned(),
            false => format!("did you mean {}?", some.join(", ")),
        }
    };
    exact.ok_or_else(|| Failure::Usage(format!("there is no technique '{name}'; {}", near())))
}

/// All that is known of a technique, with the board of its example.
fn told(technique: Technique, paint: Paint) -> String {
    let page = TechniquePage::new(technique);
    let text = page.text();
    let (name, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let mut out = format!("{}\n{rest}", paint.head(name));
    if let Some(drawing) = page.drawing() {
        let board = paint.board(&terminal::board(drawing));
        out.push_str(&format!("\nAn example\n{board}\n{}\n", page.example_words()));
        if let Some(lesson) = technique.entry().lesson {
            out.push_str(&format!("\n{}\n", lesson.line()));
        }
    }
    out
}
