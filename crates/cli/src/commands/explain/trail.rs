//! `explain --algorithm`: the audit trail of an evolved sequence, checked and shown step by step.

use crate::exit::Exit;
use crate::form::StepForm;
use crate::subjects::Subject;
use std::fmt::Write;
use sudolab::Task;
use sudolab::solvers::RunVerdict;
use sudolab::solvers::evolution::audit;
use sudolab_wire::page::{Sheet, Story};
use sudolab_wire::trail::audited;

/// The algorithms that keep an audit trail.
pub const KEEP_ONE: [&str; 2] = ["gauge", "gauge-2006"];

/// Shows the trail of one puzzle: words and objects go to the text, pictures to the sheet.
pub fn one(
    task: &Task,
    form: StepForm,
    subject: &Subject<'_>,
    text: &mut String,
    sheet: &mut Sheet,
) -> Exit {
    let puzzle = subject.document.to_puzzle();
    let algorithm = task.algorithm().id;
    let outcome = match task.solve(&puzzle, &subject.halt) {
        Ok(outcome) => outcome,
        Err(error) => {
            subject.tell(&error.to_string());
            return Exit::SomeFailed;
        }
    };
    if outcome.verdict != RunVerdict::Solved {
        let verdict = outcome.verdict;
        subject.tell(&format!("{algorithm} found no sequence that solves it ({verdict})"));
        return match verdict {
            RunVerdict::OutOfTime | RunVerdict::OutOfTicks => Exit::Limit,
            RunVerdict::Cancelled => Exit::Interrupted,
            _ => Exit::SomeFailed,
        };
    }
    let audit = match audit(&puzzle, &outcome.trail) {
        Ok(audit) => audit,
        Err(error) => {
            subject.tell(&format!("the trail of {algorithm} does not hold: {error}"));
            return Exit::SomeFailed;
        }
    };
    let steps = match audited(&puzzle, &audit) {
        Ok(steps) => steps,
        Err(error) => {
            subject.tell(&error.to_string());
            return Exit::SomeFailed;
        }
    };
    let mut story = Story::new(subject.number, &subject.name(), &puzzle);
    let mut n_steps = 0;
    for step in steps {
        n_steps += 1;
        match form {
            StepForm::Text => text.push_str(&step.text()),
            StepForm::Html => story.step(&step),
            StepForm::Svg => step.draw(sheet),
            StepForm::Json => {
                let data = step.data(algorithm, subject.wire());
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{}", sudolab_wire::line(&data));
            }
        }
    }
    let words = format!(
        "Solved by {n_steps} steps that {algorithm} evolved; each was checked to follow from those before it."
    );
    match form {
        StepForm::Text => {
            let _ = writeln!(text, "{words}\n");
        }
        StepForm::Html => text.push_str(&story.end(&words)),
        StepForm::Json | StepForm::Svg => {}
    }
    Exit::Fine
}
