//! Work that keeps a command busy for longer than anyone waits: every command, in every mode, on
//! every input that is hard for something.
//!
//! The stories hold it that each ends at its limit and at a signal; the bench tells how soon. The
//! table is a product: [`VERBS`] says which modes a command has and which inputs it takes, and
//! [`cases`] joins each mode with each of them. A few cases about which more is known stand in
//! [`CASES`] by themselves. A command that stands in neither and not in [`AT_ONCE`] fails a story.

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

/// The same board with rules beyond it, on cells that have nothing to do with what is hopeless:
/// cages, long sums, arrows, lines, an expression.
fn ruled() -> String {
    let row = |row: usize, from: usize, to: usize| {
        let cells: Vec<String> = (from..=to).map(|column| format!("r{row}c{column}")).collect();
        cells.join(" ")
    };
    let mut rules = vec![
        format!("sum 325 {}", row(5, 1, 25)),
        format!("thermometer {}", row(7, 3, 12)),
        format!("renban {}", row(9, 3, 20)),
        format!("regex =.*(12|3.)*.* {}", row(11, 1, 12)),
        format!("between {}", row(13, 4, 14)),
    ];
    for at in 0..10 {
        rules.push(format!("cage {} {}", 60 + at, row(15 + at, 2, 9)));
        rules.push(format!("arrow r{}c12 / {}", 15 + at, row(15 + at, 13, 16)));
    }
    let rules: Vec<String> = rules.iter().map(|rule| format!("\"{rule}\"")).collect();
    hopeless().trim_end().trim_end_matches('}').to_owned()
        + &format!(",\"rules\":[{}]}}\n", rules.join(","))
}

/// So many rules that to read what they ask of an engine is work by itself.
fn many_rules() -> String {
    let rules: Vec<String> = (0..3000)
        .map(|i| {
            let (row, column) = (1 + i % 22, 1 + i / 22 % 20);
            let cell = |down: usize, on: usize| format!("r{}c{}", row + down, column + on);
            let line = [cell(0, 0), cell(1, 1), cell(2, 2), cell(1, 3), cell(2, 4), cell(3, 5)];
            match i % 3 {
                0 => format!("\"sum {} {}\"", 20 + i % 100, line.join(" ")),
                1 => format!("\"sum-line 30 {}\"", line.join(" ")),
                _ => format!("\"regex =(..|...)* {}\"", line.join(" ")),
            }
        })
        .collect();
    format!(
        "{{\"v\":1,\"size\":25,\"box\":[5,5],\"givens\":\"{}1\",\"rules\":[{}]}}\n",
        ".".repeat(624),
        rules.join(",")
    )
}

/// Cages and nothing else: it has more solutions than anyone counts.
const KILLER: &str = "{\"v\":1,\"size\":9,\"givens\":\".................................................................................\",\"rules\":[\"cage 30 r1c1 r1c2 r1c3 r2c3 r2c4\",\"cage 34 r4c4 r4c5 r5c5 r5c6 r6c6 r6c7\",\"cage 15 r8c1 r9c1\"]}";

/// Regions that nobody tells.
const REGIONS: &str = ".ChaosConstruction";

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
    // Seventeen clues in three rows: no puzzle has them there.
    put("few.txt", &format!("{}{}\n", "x".repeat(17), ".".repeat(64)))?;
    put("empty64.txt", &".".repeat(64 * 64))?;
    put("ruled.json", &ruled())?;
    put("many-rules.json", &many_rules())?;
    put("killer.json", KILLER)?;
    put("regions.txt", REGIONS)?;
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

/// A command, its modes and what it is tried on.
pub struct Verb {
    /// Its name.
    pub name: &'static str,
    /// Options that make it do other work; `&[]` is the plain command.
    pub modes: &'static [&'static [&'static str]],
    /// Files, joined with each mode; none for a command that reads no puzzles.
    pub inputs: &'static [&'static str],
}

/// Inputs each of which is hard for some search, rating or reader of rules.
const HARD: &[&str] = &[
    "hopeless.json",
    "marks.txt",
    "nested.txt",
    "empty25.txt",
    "empty64.txt",
    "ruled.json",
    "many-rules.json",
    "killer.json",
    "regions.txt",
];

/// Commands that take hard inputs, with all modes.
pub const VERBS: &[Verb] = &[
    Verb {
        name: "solve",
        modes: &[
            &[],
            &["--solutions", "100000000", "--output", "list"],
            &["--proof", "proof"],
            &["--algorithm", "backtrack-first"],
            &["--algorithm", "backtrack-first", "--trace", "trace", "--sample", "1000"],
        ],
        inputs: HARD,
    },
    Verb { name: "check", modes: &[&[], &["--minimal"], &["--proof", "proof"]], inputs: HARD },
    Verb {
        name: "count",
        modes: &[
            &["--limit", "all"],
            &["--true-candidates"],
            &["--limit", "all", "--proof", "proof"],
            &["--limit", "all", "--algorithm", "cdcl"],
        ],
        inputs: HARD,
    },
    Verb {
        name: "rate",
        modes: &[
            &[],
            &["--profile", "se-1.2.1"],
            &["--profile", "hodoku-2.2"],
            &["--profile", "qqwing"],
            &["--profile", "thesis"],
            &["--profile", "human"],
        ],
        inputs: HARD,
    },
    Verb {
        name: "explain",
        modes: &[&[], &["--technique-order", "human", "--format", "html"]],
        inputs: HARD,
    },
    Verb { name: "hint", modes: &[&[], &["--all"]], inputs: HARD },
    Verb { name: "ease", modes: &[&["--clues", "40"]], inputs: HARD },
    Verb { name: "minimize", modes: &[&[]], inputs: HARD },
    Verb { name: "transform", modes: &[&["--canonical"], &["--shuffle"]], inputs: HARD },
    Verb { name: "convert", modes: &[&["--to", "json"]], inputs: HARD },
    Verb {
        name: "bench",
        modes: &[&["--algorithm", "fast", "--runs", "1"]],
        inputs: &["hopeless.json", "marks.txt", "ruled.json", "many-rules.json", "empty64.txt"],
    },
    Verb {
        name: "print",
        modes: &[&["--output", "page.pdf"], &["--ratings", "er", "--output", "page.pdf"]],
        inputs: HARD,
    },
    Verb {
        name: "generate",
        modes: &[
            &["--clues", "17..17"],
            &["--clues", "18..18", "--minimal"],
            &["--clues", "18..18", "--method", "fill"],
            &["--level", "extreme", "--count", "100000"],
            &["--er", "11..11.9"],
            &["--size", "12", "--effort", "100000..200000"],
            &["--pattern", "few.txt"],
            &["--size", "25", "--clues", "150..160"],
            &["--size", "12", "--regions", "random", "--clues", "20..25"],
            &["--variant", "killer", "--count", "100000"],
            &["--variant", "arrow", "--n-rules", "30..30", "--clues", "0..0"],
            &["--size", "16", "--variant", "killer,thermometer", "--count", "100000"],
            &["--algorithm", "backtrack-first", "--clues", "17..17"],
        ],
        inputs: &[],
    },
    Verb { name: "study", modes: &[&["--output", "study"]], inputs: &["plan.toml", "making.toml"] },
    Verb {
        name: "reproduce",
        modes: &[&["--output", "paper"]],
        inputs: &["thesis", "chi-lange", "gauge", "draft"],
    },
    Verb { name: "techniques", modes: &[&["--check", "library.txt"]], inputs: &[] },
    Verb { name: "timetable", modes: &[&[]], inputs: &["overbooked.txt"] },
];

/// Commands that say what they know at once, and one with a story of its own.
pub const AT_ONCE: &[&str] = &["algorithms", "completions", "man", "help", "serve"];

/// A case of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The command line.
    pub arguments: Vec<&'static str>,
    /// What a limit does to it.
    pub limit: Limit,
}

/// Every command in every mode on every input, after the cases of [`CASES`].
#[must_use]
pub fn cases() -> Vec<Case> {
    let mut all: Vec<Case> = Vec::new();
    for (arguments, limit) in CASES {
        all.push(Case { arguments: arguments.to_vec(), limit: *limit });
    }
    for Verb { name, modes, inputs } in VERBS {
        for mode in *modes {
            let mut add = |input: &[&'static str]| {
                let arguments: Vec<&str> = [&[*name], input, mode].concat();
                if all.iter().any(|case| case.arguments == arguments) {
                    return;
                }
                // Lists of many puzzles, and work that has no end of its own kind.
                let on_each = input == ["nested.txt"]
                    || ["study", "reproduce", "techniques"].contains(name)
                    || arguments.contains(&"100000");
                let limit = if on_each { Limit::OnEach } else { Limit::Ends };
                all.push(Case { arguments, limit });
            };
            match inputs {
                [] => add(&[]),
                inputs => inputs.iter().for_each(|&input| add(&[input])),
            }
        }
    }
    all
}

/// An argument that names an input of `folder`, as it is called from another folder.
#[must_use]
pub fn beside(folder: &Path, argument: &str) -> String {
    let path = folder.join(argument);
    if path.is_file() { path.display().to_string() } else { argument.to_owned() }
}
