//! Work that keeps a command busy for longer than anyone waits: every command, in every mode.
//!
//! The stories hold it that each ends at its limit and at a signal; the bench tells how soon.

use std::path::Path;

/// A puzzle that takes no time.
pub const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Candidates of a 9x9 puzzle that no search decides at once.
const MARKS: &str = "12345678912.4.678.1234.67891234.6789123456.891.3.5678.1....67..123.5678.123456789..3456.89123456789.234..789123456789..3456.8.123456789123.567...23.5678.12345678912345678912.4..789.2.4..7891234.67891234567891234..7891234567891234567891234..7.9.23456..9123456789.234.6789.2.4..7.912345678912345.78912.456789.2.4567891234567.9..3..6...1234.6...1234567891234567.9123456..912345.7891234567891234567891.34....912345678.12345678.123456789123456789123456789123.5.78.12..5678......678.1234567891.3456..91234567891234.6789123..6..91234.6.8912345.78912345678912.4567891.34...89123456789123456789..345.789123456789..345..891.3456789123456789.23456789..345..891234567.912.4567..123456789123456789123456789123.5678.12..5678..2..5678.123456789";

/// Needs nested chains from the first step on.
const NESTED: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// A line of a technique library; many of them are long work.
const LIBRARY_LINE: &str = ":0701:1:.1...78..7..2...+14.59.1.........29...+92....3.6..98...2..7.5....9.....1....34...6.:915 271 291:141 151::3";

/// Has no solution, and no clash that a search by chance could see.
const IMPOSSIBLE: &str =
    "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";

/// Thirteen cells of a row share twelve digits, and so the other thirteen digits twelve cells: no
/// search by cases refutes that while anyone waits.
fn hopeless() -> String {
    let few = "\"123456789ABC\"";
    let all = "\"123456789ABCDEFGHIJKLMNOP\"";
    let sets: Vec<&str> = (0..625).map(|cell| if cell < 13 { few } else { all }).collect();
    let givens = format!("{}1", ".".repeat(624));
    let candidates = sets.join(",");
    format!(
        "{{\"v\":1,\"size\":25,\"box\":[5,5],\"givens\":\"{givens}\",\"candidates\":[{candidates}]}}\n"
    )
}

/// The same as a timetable: thirteen rooms of a slot are left to twelve courses.
fn overbooked() -> String {
    let list = |name: &str, n: usize| {
        let all: Vec<String> = (1..=n).map(|i| format!("{name}{i}")).collect();
        all.join(", ")
    };
    let mut text =
        format!("slots: {}\nrooms: {}\ncourses: {}\n", list("s", 25), list("r", 25), list("c", 25));
    for (room, course) in (1..=13).flat_map(|r| (13..=25).map(move |c| (r, c))) {
        text.push_str(&format!("never: c{course}, s1, r{room}\n"));
    }
    text
}

const PLAN: &str = r#"
name = "long"
algorithms = ["boltzmann-thesis-slow", "backtrack-first"]
[[puzzles]]
builtin = "royle17-400"
[protocol]
kind = "fixed"
runs = 1000
time_limit = "100s"
"#;

const MAKING_PLAN: &str = r#"
name = "long before it begins"
algorithms = ["fast"]
[[puzzles]]
generate = { count = 1000000, clues = "22..23" }
[protocol]
kind = "fixed"
runs = 1
time_limit = "1s"
"#;

/// Writes the inputs that the cases name into a folder.
///
/// # Errors
/// When a file cannot be written.
pub fn write_inputs(folder: &Path) -> std::io::Result<()> {
    let put = |name: &str, text: &str| std::fs::write(folder.join(name), text);
    put("marks.txt", MARKS)?;
    put("hopeless.json", &hopeless())?;
    put("overbooked.txt", &overbooked())?;
    put("library.txt", &format!("{LIBRARY_LINE}\n").repeat(200_000))?;
    put("empty9.txt", &".".repeat(81))?;
    put("empty16.txt", &".".repeat(256))?;
    put("empty25.txt", &".".repeat(625))?;
    put("nested.txt", &format!("{NESTED}\n").repeat(20_000))?;
    put("impossible.txt", IMPOSSIBLE)?;
    put("plan.toml", PLAN)?;
    put("making.toml", MAKING_PLAN)?;
    Ok(())
}

/// What a limit on the time of one puzzle does to a command.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Limit {
    /// It is told by the status.
    Told,
    /// The command ends; whether it decided the puzzle before is a matter of the machine.
    Ends,
    /// Each puzzle is little work, and there are many: the limit is on each, not on all.
    OnEach,
}
use Limit::{Ends, OnEach, Told};

/// Commands and modes with hard inputs; `-` is [`EASY`] on every line of an endless input.
pub const CASES: &[(&[&str], Limit)] = &[
    (&["solve", "hopeless.json"], Told),
    (&["solve", "hopeless.json", "--jobs", "1"], Told),
    (&["solve", "marks.txt"], Ends),
    (&["solve", "empty9.txt", "--solutions", "100000000", "--output", "list"], Told),
    (&["solve", "hopeless.json", "--proof", "proof"], Told),
    (&["solve", "nested.txt", "--algorithm", "backtrack-first"], OnEach),
    (&["solve", "-"], OnEach),
    (&["solve", "-", "--jobs", "1"], OnEach),
    (&["check", "hopeless.json"], Told),
    (&["check", "hopeless.json", "--minimal"], Told),
    (&["check", "hopeless.json", "--proof", "proof"], Told),
    (&["check", "marks.txt"], Ends),
    (&["check", "marks.txt", "--minimal"], Ends),
    (&["check", "marks.txt", "--proof", "proof"], Ends),
    (&["check", "-", "--minimal"], OnEach),
    (&["count", "empty9.txt", "--limit", "all"], Told),
    (&["count", "empty9.txt", "--limit", "all", "--jobs", "2"], Told),
    (&["count", "empty16.txt", "--limit", "all"], Told),
    (&["count", "empty25.txt", "--limit", "all"], Told),
    (&["count", "hopeless.json", "--true-candidates"], Told),
    (&["count", "marks.txt", "--true-candidates"], Ends),
    (&["count", "-", "--limit", "20000"], OnEach),
    (&["count", "hopeless.json", "--proof", "proof"], Told),
    (&["rate", "hopeless.json"], Told),
    (&["rate", "marks.txt"], Ends),
    (&["rate", "nested.txt"], OnEach),
    (&["rate", "nested.txt", "--profile", "hodoku-2.2"], OnEach),
    (&["rate", "nested.txt", "--profile", "thesis"], OnEach),
    (&["explain", "hopeless.json"], Told),
    (&["explain", "marks.txt"], Ends),
    (&["explain", "nested.txt"], OnEach),
    (&["explain", "nested.txt", "--technique-order", "human", "--format", "html"], OnEach),
    (&["hint", "hopeless.json"], Told),
    (&["hint", "marks.txt"], Ends),
    (&["hint", "nested.txt"], OnEach),
    (&["generate", "--count", "100000000"], OnEach),
    (&["generate", "--er", "11..11.9", "--count", "1"], Told),
    (&["generate", "--size", "25", "--clues", "150..160"], Told),
    (&["ease", "hopeless.json", "--clues", "620"], Told),
    (&["minimize", "hopeless.json"], Told),
    (&["minimize", "-"], OnEach),
    (&["transform", "-", "--canonical"], OnEach),
    (&["convert", "-", "--to", "json"], OnEach),
    (&["bench", "-", "--algorithm", "backtrack-first"], OnEach),
    (&["bench", "impossible.txt", "--algorithm", "annealing"], Ends),
    (&["study", "plan.toml", "--output", "study"], OnEach),
    (&["study", "making.toml", "--output", "other"], OnEach),
    (&["reproduce", "thesis", "--output", "thesis"], OnEach),
    (&["techniques", "--check", "library.txt"], OnEach),
    (&["timetable", "overbooked.txt"], Told),
    (&["print", "nested.txt", "--ratings", "er", "--output", "book.pdf"], OnEach),
    (&["print", "hopeless.json", "--output", "page.pdf"], Told),
];

/// An argument that names an input of `folder`, as it is called from another folder.
#[must_use]
pub fn beside(folder: &Path, argument: &str) -> String {
    let path = folder.join(argument);
    if path.is_file() { path.display().to_string() } else { argument.to_owned() }
}
