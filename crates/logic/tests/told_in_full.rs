//! Words leave no reason out: what a chain leans on is told below the line that leans on it.

use std::collections::HashSet;
use std::ops::ControlFlow;
use sudolab_logic::explain::explain;
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_logic::step::{Because, Reason, Step};
use sudolab_testkit::carried;

/// Two puzzles that need chains within chains: rated 10.7 and 10.5.
const NESTED: [&str; 2] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
];

/// How many steps stand within a step, at any depth, and how many of them are chains.
fn within(step: &Step) -> (usize, usize) {
    let Reason::Chains(chains) = &step.reason else { return (0, 0) };
    let mut sum = (0, 0);
    for node in &chains.nodes {
        if let Because::Rule(inner) = &node.because {
            let (all, chains) = within(inner);
            let is_chain = matches!(inner.reason, Reason::Chains(_));
            sum = (sum.0 + 1 + all, sum.1 + usize::from(is_chain) + chains);
        }
    }
    sum
}

/// Every number in parentheses, such as `14.2`.
fn numbers(sentence: &str) -> Vec<&str> {
    let inner = sentence.split('(').skip(1).filter_map(|part| part.split(')').next());
    let is_number = |text: &&str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    inner.filter(is_number).collect()
}

/// Reads the words of every step of a puzzle; the steps within steps, and the chains of them.
fn read(puzzle: &str) -> (usize, usize) {
    let position = Position::from_line(puzzle).expect("a puzzle line");
    let (mut n_within, mut n_chains) = (0, 0);
    Rater::new().rate_with(&position, &SeProfile::default(), |at, rated| {
        let (step, told) = (&rated.step, explain(at, &rated.step));
        assert!(!told.sentences.is_empty(), "{}: no reason at all", told.title);
        if !matches!(step.reason, Reason::Chains(_)) {
            return ControlFlow::Continue(());
        }
        let (all, chains) = within(step);
        (n_within, n_chains) = (n_within + all, n_chains + chains);
        let mut known: HashSet<&str> = HashSet::new();
        let mut n_shown = 0;
        for (index, sentence) in told.sentences.iter().enumerate() {
            let found = numbers(sentence);
            // Two that contradict each other are cited, not told.
            let tells = sentence.starts_with('(') && !sentence.contains(" contradict each other");
            let (own, cited) = match (tells, &found[..]) {
                (true, [own, cited @ ..]) => (Some(*own), cited),
                (_, cited) => (None, cited),
            };
            // What a line rests on stands above it.
            for number in cited {
                assert!(known.contains(number), "{sentence}: ({number}) is not told before");
            }
            if let Some(own) = own {
                assert!(known.insert(own), "{sentence}: the number is there twice");
            }
            // A step that is leant on is told at once below.
            if let (true, Some(own)) = (sentence.contains(" shows that "), own) {
                n_shown += 1;
                let below = &told.sentences[index + 1..];
                let mine = below.first().is_some_and(|next| {
                    next.starts_with(&format!("({own}.1)"))
                        || next.starts_with(&format!("Within ({own}) suppose"))
                });
                assert!(mine, "{sentence}: no reason below");
                let last = below.iter().rev().find(|line| line.starts_with(&format!("({own}.")));
                assert!(last.is_some(), "{sentence}: it does not end");
            }
        }
        assert_eq!(n_shown, all, "{}: a step within it is not told", told.title);
        ControlFlow::Continue(())
    });
    (n_within, n_chains)
}

#[test]
fn no_sentence_of_the_golden_puzzles_lacks_its_reason() {
    let ratings = carried::text("golden/ratings.csv.gz");
    let puzzles = ratings.lines().skip(1).filter_map(|row| row.split(',').nth(2));
    let mut n_read = 0;
    // None of them needs a chain within a chain: those have a test of their own below.
    for puzzle in puzzles.take(400) {
        read(puzzle);
        n_read += 1;
    }
    assert_eq!(n_read, 400);
}

#[test]
fn chains_within_chains_are_told_to_the_bottom() {
    for puzzle in NESTED {
        let (n_within, n_chains) = read(puzzle);
        assert!(n_within > 20 && n_chains > 5, "{n_within} within, {n_chains} of them chains");
    }
}
