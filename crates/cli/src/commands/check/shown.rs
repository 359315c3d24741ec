//! What `sudolab check` shows of a puzzle.

use super::Checking;
use crate::batch::Report;
use crate::exit::Exit;
use crate::form::Form;
use crate::paint::Paint;
use sudolab::Puzzle;
use sudolab_wire::{CheckStatus, Checked};

/// Shows a row in the form that was asked for; whatever is not proper is told by the status.
pub(super) fn show(work: &Checking, row: Checked, report: &mut Report) {
    if row.status != CheckStatus::Unique {
        report.exit = report.exit.and(Exit::SomeFailed);
    }
    let clues = row.clues.map(|n| n.to_string()).unwrap_or_default();
    match work.form {
        Form::Csv => {
            let minimal = row.minimal.map_or("", |yes| if yes { "yes" } else { "no" });
            report.row([&row.puzzle, row.status.word(), &clues, minimal]);
        }
        Form::Json => report.object(&row),
        Form::Line => report.line(row.status.word()),
        Form::Text => report.line(&text(work.paint, &row)),
    }
}

/// The row in words.
fn text(paint: Paint, row: &Checked) -> String {
    let status = match row.status {
        CheckStatus::Unique => paint.good(row.status.word()),
        _ => paint.bad(row.status.word()),
    };
    let mut text = format!("{}: {status}", row.puzzle);
    if let Some(clues) = row.clues {
        text.push_str(&format!(", {clues} clues"));
    }
    match &row.redundant {
        Some(spare) if spare.is_empty() => text.push_str(", minimal"),
        Some(spare) => {
            text.push_str(&format!(", not minimal: {} can go, each alone", spare.join(", ")));
        }
        None => {}
    }
    if let Some(form) = &row.minimal_form {
        text.push_str(&format!("; one minimal form: {form}"));
    }
    if let Some(reason) = &row.reason {
        text.push_str(&format!(" ({reason}"));
        if let Some(cells) = &row.differ_in {
            text.push_str(&format!("; two of them differ in {}", first_of(cells)));
        }
        text.push(')');
    }
    text
}

/// Names of cells, as many as a line bears.
fn first_of(cells: &[String]) -> String {
    const MOST: usize = 12;
    match cells.len() {
        0..=MOST => cells.join(", "),
        n => format!("{} and {} more cells", cells[..MOST].join(", "), n - MOST),
    }
}

/// A proper puzzle of which nothing else is known.
pub(super) fn proper(puzzle: &Puzzle) -> Checked {
    Checked {
        clues: Some(puzzle.n_clues()),
        differ_in: None,
        minimal: None,
        minimal_form: None,
        puzzle: puzzle.to_string(),
        reason: None,
        redundant: None,
        status: CheckStatus::Unique,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_twelve_cells_and_counts_the_rest() {
        let names = |n: usize| (1..=n).map(|i| format!("r1c{i}")).collect::<Vec<_>>();
        assert_eq!(first_of(&names(2)), "r1c1, r1c2");
        assert!(first_of(&names(12)).ends_with("r1c11, r1c12"));
        assert!(first_of(&names(14)).ends_with("r1c11, r1c12 and 2 more cells"));
    }
}
