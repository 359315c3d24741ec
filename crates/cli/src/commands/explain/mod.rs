//! `sudolab explain`.

mod anywhere;
mod trail;

use crate::args::{AlgorithmArgs, Common, Input};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::{StepForm, Steps};
use crate::subjects::{self, Subject};
use clap::Args;
use sudolab::{End, NotExplained, Order, Profile, Raters, Rating, Task, Told};
use sudolab_wire::page::{self, PageKind, Story};
use sudolab_wire::{ending_words, explain_warning, stop_words};

/// Solve puzzles as a person would, step by step, each with its reason
///
/// A puzzle with several solutions is explained as far as logic goes that does not assume a single
/// one; a puzzle with none up to the contradiction, where logic finds it. Boards of other sizes and
/// puzzles with rules are explained by the techniques that hold everywhere, in one order.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudolab explain puzzles.txt --format json
  sudolab explain puzzles.txt --format html --output steps.html
  sudolab explain puzzles.txt --format svg --output steps.svg
  sudolab explain puzzles.txt --algorithm gauge --seed 7 --format html --output trail.html")]
pub struct Explain {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    steps: Steps,

    /// Order of techniques: as the rating counts, or easiest to see first
    #[arg(long, value_name = "ORDER", default_value = "rating", value_parser = ["rating", "human"])]
    technique_order: String,

    /// Show in place of a person's steps the audit trail of this algorithm: gauge or gauge-2006
    #[arg(long, value_name = "ID", conflicts_with = "technique_order")]
    algorithm: Option<String>,

    /// A parameter of the algorithm; may be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "algorithm")]
    set: Vec<String>,
}

impl Explain {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let form = self.steps.form;
        let evolving = self.evolving(common)?;
        subjects::told(&self.input, common, form, PageKind::Explanation, |subject, sheet| {
            let mut text = String::new();
            let exit = match &evolving {
                Some(task) => trail::one(task, form, subject, &mut text, sheet),
                None if !sudolab::is_classic(&subject.document.to_puzzle()) => {
                    anywhere::one(form, subject, &mut text, sheet)
                }
                None => self.one(subject, &mut |part| match part {
                    Part::Text(part) => text.push_str(&part),
                    Part::Picture(told) => page::draw_step(sheet, told),
                }),
            };
            (text, exit)
        })
    }

    /// The algorithm whose trail is asked for, if one is.
    fn evolving(&self, common: &Common) -> Result<Option<Task>, Failure> {
        let Some(id) = &self.algorithm else { return Ok(None) };
        if !trail::KEEP_ONE.contains(&id.as_str()) {
            return Err(Failure::Usage(format!(
                "{id} keeps no audit trail; {} do",
                trail::KEEP_ONE.join(" and ")
            )));
        }
        let (algorithm, set) = (Some(id.clone()), self.set.clone());
        AlgorithmArgs { algorithm, set, lanes: 1 }.task(id, common).map(Some)
    }

    fn one(&self, subject: &Subject<'_>, tell: &mut dyn FnMut(Part<'_>)) -> Exit {
        let form = self.steps.form;
        let halt = subject.halt;
        let puzzle = subject.document.to_puzzle();
        let order = subjects::order(&self.technique_order);
        let mut steps = match sudolab::explain_any(&puzzle, order, &halt) {
            Ok(steps) => steps,
            Err(NotExplained::Stopped(stop)) => {
                subject.tell(stop_words(stop));
                return subjects::stopped(stop);
            }
            Err(NotExplained::Position(error)) => {
                subject.tell(&error.to_string());
                return Exit::SomeFailed;
            }
        };
        if let Some(improper) = steps.improper() {
            subject.tell(explain_warning(improper));
        }
        if form == StepForm::Text {
            tell(Part::Text(subject.left_out_line()));
        }
        let mut story = Story::new(subject.number, &subject.name(), &puzzle);
        for step in steps.by_ref().flatten() {
            tell(match form {
                StepForm::Text => Part::Text(page::text_step(&step)),
                StepForm::Html => {
                    story.step(&step);
                    continue;
                }
                StepForm::Svg => Part::Picture(&step),
                StepForm::Json => {
                    let step = sudolab_wire::Step::new(subject.wire(), &step);
                    let line = sudolab_wire::line_without(&step, &subject.left_out());
                    Part::Text(format!("{line}\n"))
                }
            });
        }
        let end = steps.end().unwrap_or(End::Stuck);
        let mut rating = steps.rating().copied();
        let (n_steps, is_improper) = (steps.n_steps(), steps.improper().is_some());
        // The steps of a person are not those the rating counts.
        if form == StepForm::Text && order == Order::Human && end == End::Solved {
            let rated = steps.proper().map(|p| Raters::new().rate(p, Profile::Explainer, &halt));
            if let Some(Ok(Rating::Explainer { rating: told, .. })) = rated {
                rating = Some(told);
            }
        }
        let words = ending_words(end, n_steps, rating.as_ref());
        match form {
            StepForm::Text => tell(Part::Text(format!("{words}\n\n"))),
            StepForm::Html => tell(Part::Text(story.end(&words))),
            StepForm::Json | StepForm::Svg if end != End::Solved => subject.tell(&words),
            StepForm::Json | StepForm::Svg => {}
        }
        let exit = match end {
            End::Solved => Exit::Fine,
            End::Stopped(stop) => {
                if matches!(form, StepForm::Text | StepForm::Html) {
                    subject.tell(&words);
                }
                subjects::stopped(stop)
            }
            End::Broken(_) | End::Open | End::Stuck => Exit::SomeFailed,
        };
        if is_improper { exit.and(Exit::SomeFailed) } else { exit }
    }
}

/// A piece of an explanation.
enum Part<'a> {
    Text(String),
    Picture(&'a Told),
}
