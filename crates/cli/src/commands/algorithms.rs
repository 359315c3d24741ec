//! `sudolab algorithms`: what there is.

use crate::args::{Common, ResultFormat};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use clap::Args;
use serde_json::json;
use sudolab_solvers::{Algorithm, registry};

/// List the algorithms with their parameters
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab algorithms                      every algorithm, one line each
  sudolab algorithms boltzmann            one algorithm with its parameters
  sudolab algorithms --format csv         id,family,kind,source")]
pub struct Algorithms {
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
        match common.format {
            ResultFormat::Csv => {
                csv::push_line(&mut text, ["id", "family", "kind", "source"]);
                for a in &chosen {
                    csv::push_line(&mut text, [a.id, &a.family.to_string(), kind(a), a.source]);
                }
            }
            ResultFormat::Json => {
                for a in &chosen {
                    text.extend_from_slice(describe(a).to_string().as_bytes());
                    text.push(b'\n');
                }
            }
            ResultFormat::Line => {
                chosen
                    .iter()
                    .for_each(|a| text.extend_from_slice(format!("{}\n", a.id).as_bytes()));
            }
            ResultFormat::Text if self.id.is_some() => {
                chosen.iter().for_each(|a| text.extend_from_slice(page(a).as_bytes()));
            }
            ResultFormat::Text => {
                let width = chosen.iter().map(|a| a.id.len()).max().unwrap_or(0);
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
    if algorithm.as_published { "as-published" } else { "ours" }
}

fn describe(a: &Algorithm) -> serde_json::Value {
    let parameters: Vec<_> = a
        .defaults()
        .iter()
        .map(|(p, value)| {
            json!({"name": p.name, "default": value, "takes": p.kind.to_string(), "help": p.help})
        })
        .collect();
    json!({
        "id": a.id, "title": a.title, "family": a.family.to_string(), "kind": kind(a),
        "source": a.source, "tick": a.tick, "boards": a.promises.boards.to_string(),
        "proves_impossible": a.promises.proves_impossible, "uses_seed": a.promises.uses_seed,
        "counts": a.build_counter.is_some(), "parallel": a.parallel.map(|p| p.word()),
        "parameters": parameters,
    })
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
        match (a.promises.proves_impossible, a.build_counter.is_some()) {
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
