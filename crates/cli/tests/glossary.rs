//! Words that were coined here stand in the glossary, and one word names one type.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Types whose names a reader cannot guess.
const COINED: [&str; 24] = [
    "Verdict",
    "RunVerdict",
    "Premise",
    "SolutionCount",
    "Hands",
    "Leash",
    "Workshop",
    "Quarry",
    "Judge",
    "Entry",
    "Catalogue",
    "Scan",
    "Desk",
    "Lesson",
    "Position",
    "Start",
    "Path",
    "Exemplar",
    "Drawing",
    "Sign",
    "Story",
    "Sheet",
    "Halt",
    "Pulse",
];

/// Words that once named two things and more; each names one type, or none any more.
const CLEARED: [&str; 8] = ["Verdict", "Kind", "Search", "Count", "Lane", "Lanes", "Judge", "Desk"];

/// Words of the glossary that name several types which mean the same, and why they are several.
const SHARED: &[(&str, usize, &str)] = &[
    ("Cell", 2, "of any board, and packed for 9x9 in grid::nine"),
    ("Digit", 2, "of any board, and packed for 9x9 in grid::nine"),
    ("House", 2, "of any board, and packed for 9x9 in grid::nine"),
    ("Puzzle", 2, "the witness shares no code with what it checks"),
    ("Step", 3, "of 9x9, of any board in logic::general, and as it looks outside"),
    ("Effect", 2, "of 9x9, and of any board in logic::general"),
    ("Position", 2, "of 9x9, and of any board in logic::general"),
    ("Path", 2, "of 9x9, and of any board in logic::general"),
    ("Group", 2, "the witness shares no code with what it checks"),
    ("Guess", 3, "each engine of exact keeps what its own search needs"),
    ("PencilMarks", 2, "the words of an option, and of a request"),
    ("Subject", 3, "of the command, as it looks outside, and of a batch in Python"),
];

/// Words of the glossary that still name things of another kind too, with how many types in all.
/// The list only gets shorter.
const STILL_DOUBLED: &[(&str, usize)] = &[("Reason", 3), ("Entry", 3), ("Form", 2), ("Effort", 5)];

/// Names of types that are defined more than once, privately or in another room. Only gets smaller.
const MOST_DOUBLED: usize = 207;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of every source file below a folder, without its unit tests.
fn sources(folder: &Path, all: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && path.file_name().is_some_and(|name| name != "tests.rs")
        {
            let text = fs::read_to_string(&path).expect("a source file");
            let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            all.push(own.to_owned());
        }
    }
}

/// The name of the type that a line defines. Types of a trait's implementation are no names of
/// their own.
fn defined(line: &str) -> Option<&str> {
    let mut words = line.trim_start();
    if let Some(rest) = words.strip_prefix("pub") {
        words = match rest.strip_prefix('(') {
            Some(limited) => limited.split_once(") ")?.1,
            None => rest.strip_prefix(' ')?,
        };
    }
    let (keyword, name) = words.split_once(' ')?;
    let is_definition = match keyword {
        "struct" | "enum" | "trait" | "union" => true,
        "type" => !line.starts_with(' '),
        _ => false,
    };
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    let name = &name[..end];
    (is_definition && name.starts_with(|c: char| c.is_ascii_uppercase())).then_some(name)
}

/// How often each name of a type is defined in the rooms and in the Python package.
fn types() -> BTreeMap<String, usize> {
    let mut code = Vec::new();
    for entry in fs::read_dir(root().join("crates")).expect("the crates").flatten() {
        sources(&entry.path().join("src"), &mut code);
    }
    sources(&root().join("python/src"), &mut code);
    let mut types = BTreeMap::new();
    for name in code.iter().flat_map(|text| text.lines()).filter_map(defined) {
        *types.entry(name.to_owned()).or_insert(0) += 1;
    }
    types
}

fn glossary() -> String {
    fs::read_to_string(root().join("docs/glossary.md")).expect("the glossary")
}

/// The words of the glossary's first column.
fn words(glossary: &str) -> Vec<&str> {
    glossary
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
        .flat_map(|words| words.split(", "))
        .collect()
}

/// As a type is written: `true candidate` is `TrueCandidate`.
fn as_type(word: &str) -> String {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    word.split([' ', '-']).filter(|part| !part.is_empty()).map(capital).collect()
}

#[test]
fn every_coined_word_is_a_type_and_stands_in_the_glossary_once() {
    let (types, glossary) = (types(), glossary());
    let words = words(&glossary);
    for name in COINED {
        assert!(types.contains_key(name), "{name} is no type any more; take it off this list");
        let rows = words.iter().filter(|word| as_type(word) == name).count();
        assert_eq!(rows, 1, "{name} stands in docs/glossary.md {rows} times");
    }
    let mut sorted = words.clone();
    sorted.sort_unstable();
    let twice = sorted.windows(2).find(|pair| pair[0] == pair[1]);
    assert_eq!(twice, None, "a word with two meanings");
}

#[test]
fn a_word_that_was_cleared_names_one_type_at_most() {
    let types = types();
    for name in CLEARED {
        let n = types.get(name).copied().unwrap_or(0);
        assert!(n <= 1, "{name} is defined {n} times; give the new one a name of its own");
    }
}

#[test]
fn a_word_of_the_glossary_names_one_type_or_says_why_not() {
    let (types, glossary) = (types(), glossary());
    let known = |name: &str| {
        let shared = SHARED.iter().map(|&(name, n, _)| (name, n));
        shared.chain(STILL_DOUBLED.iter().copied()).find(|known| known.0 == name).map(|k| k.1)
    };
    for word in words(&glossary) {
        let name = as_type(word);
        let n = types.get(&name).copied().unwrap_or(0);
        match known(&name) {
            None => assert!(n <= 1, "{name} is defined {n} times; choose another name"),
            Some(told) => assert_eq!(n, told, "{name}: bring the lists of this test up to date"),
        }
    }
    for name in SHARED.iter().map(|it| it.0).chain(STILL_DOUBLED.iter().map(|it| it.0)) {
        assert!(words(&glossary).iter().any(|word| as_type(word) == name), "{name} is no word");
    }
    assert!(SHARED.iter().all(|(.., why)| why.len() > 10));
}

#[test]
fn no_more_names_are_given_twice() {
    let doubled: Vec<_> = types().into_iter().filter(|&(_, n)| n > 1).collect();
    let n = doubled.len();
    assert!(n <= MOST_DOUBLED, "{n} names are doubled, {MOST_DOUBLED} were: {doubled:?}");
    assert_eq!(n, MOST_DOUBLED, "there are fewer now: write {n} into MOST_DOUBLED");
}

#[test]
fn definitions_are_told_from_other_lines() {
    let cases = [
        ("pub struct Cell(u16);", Some("Cell")),
        ("pub(super) enum Swept {", Some("Swept")),
        ("    pub enum Search { $( $search, )* }", Some("Search")),
        ("trait RuleKind: Sized {", Some("RuleKind")),
        ("type Find =", Some("Find")),
        ("    type Output = u8;", None),
        ("/// struct Cell", None),
        ("pub use cell::Cell;", None),
    ];
    for (line, name) in cases {
        assert_eq!(defined(line), name, "{line}");
    }
}
