//! Explanations on boards of any kind, with any rules.

use crate::exit::Exit;
use crate::form::StepForm;
use crate::subjects::{self, Subject};
use sudolab::logic::general::End;
use sudolab::{NotTold, explain_anywhere};
use sudolab_wire::page::{self, Sheet, Story};
use sudolab_wire::{ending_words_anywhere, explain_warning, stop_words};

/// Explains one puzzle; text goes to `text`, pictures to the sheet.
pub fn one(form: StepForm, subject: &Subject<'_>, text: &mut String, sheet: &mut Sheet) -> Exit {
    let halt = &subject.halt;
    let puzzle = subject.document.to_puzzle();
    let mut steps = match explain_anywhere(&puzzle, halt) {
        Ok(steps) => steps,
        Err(NotTold::Stopped(stop)) => {
            subject.tell(stop_words(stop));
            return subjects::stopped(stop);
        }
        Err(NotTold::Clash(clash)) => {
            subject.tell(&clash.to_string());
            return Exit::SomeFailed;
        }
    };
    if let Some(improper) = steps.improper() {
        subject.tell(explain_warning(improper));
    }
    if form == StepForm::Text {
        text.push_str(&subject.left_out_line());
    }
    let mut story = Story::new(subject.number, &subject.name(), &puzzle);
    for told in steps.by_ref().flatten() {
        match form {
            StepForm::Text => text.push_str(&page::text_step(&told)),
            StepForm::Html => story.step(&told),
            StepForm::Svg => page::draw_step(sheet, &told),
            StepForm::Json => {
                let step = sudolab_wire::Step::anywhere(subject.wire(), &told);
                text.push_str(&sudolab_wire::line_without(&step, &subject.left_out()));
                text.push('\n');
            }
        }
    }
    let end = steps.end().unwrap_or(End::Stuck);
    let words = ending_words_anywhere(end, steps.position(), steps.effort());
    match form {
        StepForm::Text => text.push_str(&format!("{words}\n\n")),
        StepForm::Html => text.push_str(&story.end(&words)),
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
        End::Broken(_) | End::Stuck => Exit::SomeFailed,
    };
    if steps.improper().is_some() { exit.and(Exit::SomeFailed) } else { exit }
}
