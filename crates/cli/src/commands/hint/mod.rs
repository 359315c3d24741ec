//! `sudolab hint`.

mod shown;

use crate::args::{Common, Input};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::{StepForm, Steps};
use crate::subjects::{self, Subject};
use clap::Args;
use sudolab::logic::rating::se::Rater;
use sudolab::logic::technique::Technique;
use sudolab::{
    Hinted, HintedAnywhere, NotHinted, all_hints_anywhere, all_hints_with, hint_anywhere, hint_with,
};
use sudolab_wire::page::{self, PageKind, Sheet};
use sudolab_wire::{Detail, Drawing, hint_warning, stop_words};

/// The next step only, as much of it as you want to know
///
/// Works from any position: placed digits and pencil marks of the input count, and are held against
/// the solution before a step is looked for. Where the clues have several solutions, no technique is
/// used that assumes a single one.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudolab hint puzzles.txt --detail area
  sudolab hint puzzles.txt --all
  sudolab hint puzzles.txt --all --technique kraken-fish-1,forcing-chain-verity
  sudolab hint puzzles.txt --format html --output hints.html
  sudolab hint puzzles.txt --detail cells --format json")]
pub struct Hint {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    steps: Steps,

    /// How much to tell: where to look, the technique, the cells, or everything
    #[arg(long, value_name = "DETAIL", default_value = "full", value_parser = ["area", "technique", "cells", "full"])]
    detail: String,

    /// List every step that is there now, not only the next one; in words the first ten of each
    /// technique, with -v all of them
    #[arg(long, conflicts_with = "technique_order")]
    all: bool,

    /// With --all: look for these techniques alone (by id, name or HoDoKu's code, with commas between),
    /// also for those that the list leaves out, such as mutant fish and forcing chains
    #[arg(long, value_name = "NAME", requires = "all", value_delimiter = ',')]
    technique: Vec<String>,

    /// Order of techniques: easiest to see first, or as the rating counts
    #[arg(long, value_name = "ORDER", default_value = "human", value_parser = ["rating", "human"])]
    technique_order: String,
}

impl Hint {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let form = self.steps.form;
        if matches!(form, StepForm::Html | StepForm::Svg) && self.detail() != Detail::Full {
            let text =
                "a picture shows the whole step; leave out --detail, or use --format text or json";
            return Err(Failure::Usage(text.to_owned()));
        }
        let asked = self.technique.iter().map(|name| super::techniques::named(name));
        let asked = asked.collect::<Result<Vec<Technique>, Failure>>()?;
        let mut rater = Rater::new();
        let kind = if self.all { PageKind::EveryStep } else { PageKind::Hint };
        subjects::told(&self.input, common, form, kind, |subject, sheet| {
            let elsewhere = !sudolab::is_classic(&subject.document.to_puzzle());
            let (said, exit) = match self.all {
                true if elsewhere => self.every_anywhere(subject, &asked, common, sheet),
                true => self.every(subject, &asked, common, sheet),
                false if elsewhere => self.anywhere(subject, common, sheet),
                false => self.one(subject, &mut rater, common, sheet),
            };
            let said = match (said, form) {
                (Some(said), StepForm::Html) => {
                    let line = subject.document.to_puzzle_with_placed().to_string();
                    Some(page::html_name(&subject.name(), &line) + &said)
                }
                (said, _) => said,
            };
            (said.map(|said| format!("{said}\n")).unwrap_or_default(), exit)
        })
    }

    fn detail(&self) -> Detail {
        match self.detail.as_str() {
            "area" => Detail::Area,
            "technique" => Detail::Technique,
            "cells" => Detail::Cells,
            _ => Detail::Full,
        }
    }

    /// What is said about one puzzle; nothing where it goes to the messages.
    fn one(
        &self,
        subject: &Subject<'_>,
        rater: &mut Rater,
        common: &Common,
        sheet: &mut Sheet,
    ) -> (Option<String>, Exit) {
        let order = subjects::order(&self.technique_order);
        let advice = match hint_with(rater, subject.document, order, &subject.halt) {
            Ok(advice) => advice,
            Err(why) => return (None, not_hinted(subject, why)),
        };
        let mut exit = Exit::Fine;
        if let Some(improper) = &advice.improper {
            subject.tell(hint_warning(improper));
            exit = Exit::SomeFailed;
        }
        if let Hinted::Step(told) = &advice.hinted {
            let said = self.step(subject, told, advice.improper.as_ref(), sheet);
            return (self.with_board(said, || Drawing::new(told), common), exit);
        }
        let (said, end) = self.instead(subject, &advice.hinted, common, sheet);
        (said, exit.and(end))
    }

    /// What is said about one puzzle on a board of any kind.
    fn anywhere(
        &self,
        subject: &Subject<'_>,
        common: &Common,
        sheet: &mut Sheet,
    ) -> (Option<String>, Exit) {
        let (hinted, improper) = match hint_anywhere(subject.document, &subject.halt) {
            Ok(found) => found,
            Err(stop) => return (None, not_hinted(subject, NotHinted::Stopped(stop))),
        };
        let mut exit = Exit::Fine;
        if let Some(improper) = &improper {
            subject.tell(hint_warning(improper));
            exit = Exit::SomeFailed;
        }
        if let HintedAnywhere::Step(told) = &hinted {
            let said = self.step_anywhere(subject, told, improper.as_ref(), sheet);
            return (self.with_board(said, || Drawing::anywhere(told), common), exit);
        }
        let (said, end) = self.instead_anywhere(subject, &hinted, common, sheet);
        (said, exit.and(end))
    }

    /// Every step of one puzzle on a board of any kind.
    fn every_anywhere(
        &self,
        subject: &Subject<'_>,
        asked: &[Technique],
        common: &Common,
        sheet: &mut Sheet,
    ) -> (Option<String>, Exit) {
        let all = match all_hints_anywhere(subject.document, asked, &subject.halt) {
            Ok(all) => all,
            Err(stop) => return (None, not_hinted(subject, NotHinted::Stopped(stop))),
        };
        let improper = all.improper.as_ref();
        let said = self.listed(&all.steps, subject, common, |told| {
            self.step_anywhere(subject, told, improper, sheet)
        });
        let otherwise = all.otherwise.as_ref();
        let instead = otherwise.map(|said| self.instead_anywhere(subject, said, common, sheet));
        self.gathered(subject, improper, said, all.stopped, instead)
    }

    /// Every step of one puzzle.
    fn every(
        &self,
        subject: &Subject<'_>,
        asked: &[Technique],
        common: &Common,
        sheet: &mut Sheet,
    ) -> (Option<String>, Exit) {
        let all = match all_hints_with(subject.document, asked, &subject.halt) {
            Ok(all) => all,
            Err(why) => return (None, not_hinted(subject, why)),
        };
        let improper = all.improper.as_ref();
        let said = self
            .listed(&all.steps, subject, common, |told| self.step(subject, told, improper, sheet));
        let otherwise = all.otherwise.as_ref();
        let instead = otherwise.map(|hinted| self.instead(subject, hinted, common, sheet));
        self.gathered(subject, improper, said, all.stopped, instead)
    }
}

/// Tells why there is no hint.
fn not_hinted(subject: &Subject<'_>, why: NotHinted) -> Exit {
    match why {
        NotHinted::Stopped(stop) => {
            subject.tell(&format!("no hint: {}", stop_words(stop)));
            subjects::stopped(stop)
        }
        NotHinted::Position(error) => {
            subject.tell(&error.to_string());
            Exit::SomeFailed
        }
    }
}
