//! `sudolab algorithms`: what there is.

use crate::args::Common;
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::{Form, Results};
use crate::output::Output;
use crate::paint::Paint;
use clap::Args;
use sudolab::registry;
use sudolab::solvers::Algorithm;
use sudolab_wire::{AlgorithmEntry, Authorship};

/// List the algorithms with their parameters
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab algorithms                      every algorithm, one line each
  sudolab algorithms boltzmann            one algorithm with its parameters
  sudolab algorithms --format csv         id,family,kind,source")]
pub struct Algorithms {
    #[command(flatten)]
    results: Results,

    /// Only this algorithm, with its parameters
    #[arg(value_name = "ID")]
    id: Option<String>,
}

impl Algorithms {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let chosen: Vec<&'static Algorithm> = match &self.id {
            Some(id) => vec![registry::find(id).map_err(|e| Failure::Usage(e.to_string()))?],
            None => registry::all().collect(),
        };
        let mut text = Vec::new();
        match self.results.form {
            Form::Csv => {
                csv::push_line(&mut text, ["id", "family", "kind", "source"]);
                for a in &chosen {
                    csv::push_line(&mut text, [a.id, &a.family.to_string(), kind(a), a.source]);
                }
            }
            Form::Json => {
                for a in &chosen {
                    let entry = AlgorithmEntry::from(*a);
                    text.extend_from_slice(sudolab_wire::line(&entry).as_bytes());
                    text.push(b'\n');
                }
            }
            Form::Line => {
                chosen
                    .iter()
                    .for_each(|a| text.extend_from_slice(format!("{}\n", a.id).as_bytes()));
            }
            Form::Text if self.id.is_some() => {
                chosen.iter().for_each(|a| text.extend_from_slice(page(a).as_bytes()));
            }
            Form::Text => {
                let width = chosen.iter().map(|a| a.id.len()).max().unwrap_or(0);
                let head = format!("{:width$}  {:10}  {:12}  {}", "id", "family", "kind", "title");
                let head = Paint::of(common).head(&head);
                text.extend_from_slice(format!("{head}\n").as_bytes());
                for a in &chosen {
                    let family = a.family.to_string();
                    let line =
                        format!("{:width$}  {:10}  {:12}  {}\n", a.id, family, kind(a), a.title);
                    text.extend_from_slice(line.as_bytes());
                }
            }
        }
        let mut output = Output::open(common.output.as_deref())?;
        output.put(&text)?;
        output.finish()?;
        Ok(Exit::Fine)
    }
}

fn kind(algorithm: &Algorithm) -> &'static str {
    Authorship::from(algorithm).word()
}

fn page(a: &Algorithm) -> String {
    let mut text = format!(
        "{}: {}\n  family   {}, {}\n  source   {}\n  boards   {}\n  tick     {}\n  proves   {}\n  seed     {}\n  threads  {}\n",
        a.id,
        a.title,
        a.family,
        kind(a),
        a.source,
        a.promises.boards,
        a.tick,
        match (a.promises.proves_impossible, a.counts(&a.defaults())) {
            (true, true) => "that there is no solution, or how many there are",
            (true, false) => "that there is no solution",
            _ => "nothing: it may find a solution, never that there is none",
        },
        if a.promises.uses_seed { "the run depends on it" } else { "not used" },
        a.parallel.map_or("one for each puzzle", |p| p.explanation()),
    );
    if a.parameters.is_empty() {
        text.push_str("  no parameters\n");
    }
    for (p, value) in a.defaults().iter() {
        text.push_str(&format!("  --set {}={}   ({})\n      {}\n", p.name, value, p.kind, p.help));
    }
    text
}
