//! The finders on technique libraries: the carried one, and HoDoKu's regression library.

use std::collections::{BTreeMap, BTreeSet};
use sudolab_logic::regression::{Case, CaseResult};
use sudolab_logic::technique::Technique;
use sudolab_testkit::{carried, shared};

/// Techniques with a code of HoDoKu's of which the carried library has no line, and why.
const WITHOUT_A_LINE: [(&str, &str); 7] = [
    ("franken-leviathan", "none was met where HoDoKu was asked for it"),
    ("mutant-squirmbag", "HoDoKu was not asked for fish of this size"),
    ("mutant-whale", "likewise"),
    ("finned-mutant-jellyfish", "likewise"),
    ("finned-mutant-squirmbag", "likewise"),
    ("finned-mutant-whale", "likewise"),
    ("avoidable-rectangle-2", "none was met on the paths of the golden puzzles"),
];

/// Runs every line; the number of lines by code.
fn run(library: &str) -> BTreeMap<String, usize> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut failures = Vec::new();
    for (index, line) in library.lines().enumerate() {
        let Some(case) = Case::read(line).expect("a library line") else { continue };
        match case.run() {
            CaseResult::Passed => *counts.entry(case.code).or_default() += 1,
            CaseResult::NotThereYet => {
                failures.push(format!("line {} {}: no finder", index + 1, case.code));
            }
            CaseResult::Failed(reason) => {
                failures.push(format!("line {} {}: {reason}", index + 1, case.code));
            }
        }
    }
    eprintln!("{} passed: {counts:?}", counts.values().sum::<usize>());
    assert!(failures.is_empty(), "{} lines:\n{}", failures.len(), failures.join("\n"));
    counts
}

#[test]
fn every_line_of_the_carried_library_passes() {
    let counts = run(&carried::text("golden/techniques.txt"));
    let base = |code: &str| code.split('-').next().unwrap_or(code).to_owned();
    // Those that HoDoKu finds only when it is asked for them are tests of their own.
    let asked = carried::text("golden/large-fish.txt");
    let asked = asked.lines().filter_map(|line| line.split(':').nth(1));
    let codes = counts.keys().map(String::as_str).chain(asked);
    let covered: BTreeSet<String> = codes.filter(|code| !code.ends_with("-x")).map(base).collect();
    let bare: Vec<&str> = Technique::ALL
        .iter()
        .filter(|t| t.hodoku_code().is_some_and(|code| !covered.contains(code)))
        .map(|t| t.id())
        .collect();
    assert_eq!(bare, WITHOUT_A_LINE.map(|(id, _)| id));
    let silent = counts.keys().filter(|code| code.ends_with("-x")).count();
    assert!(silent >= 40, "{silent} codes have a line in which nothing must be found");
}

#[test]
fn the_lines_known_to_differ_still_do() {
    let text = carried::text("golden/techniques-that-differ.txt");
    for (index, line) in text.lines().enumerate() {
        let Some(case) = Case::read(line).expect("a library line") else { continue };
        let verdict = case.run();
        assert!(
            matches!(verdict, CaseResult::Failed(_)),
            "line {} {}: {verdict:?}; it belongs into techniques.txt now",
            index + 1,
            case.code
        );
    }
}

#[test]
fn every_line_of_the_library_passes() {
    let Some(library) = shared("hodoku/reglib-1.3-visible.txt") else { return };
    run(&library);
}
