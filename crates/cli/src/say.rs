//! Messages to the user, on standard error.

use anstyle::{AnsiColor, Style};
use std::io::Write;

const PROBLEM: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default();

/// Something went wrong.
pub fn problem(text: &str) {
    line(PROBLEM, "sudolab:", text);
}

/// Something the user may want to know.
pub fn note(text: &str) {
    line(NOTE, "note:", text);
}

fn line(style: Style, head: &str, text: &str) {
    // A closed standard error is no reason to stop.
    let _ = writeln!(anstream::stderr(), "{style}{head}{style:#} {text}");
}
