//! Words for chains: numbered implications, then what they prove.
//!
//! A step that a chain leans on on its way (a locked candidate, or a whole chain) is told
//! in full below the line that uses it, in lines numbered `14.1`, `14.2` and so on. It was
//! found in the position without the candidates that are gone by then, and is told there.

use super::list;
use crate::position::Position;
use crate::step::{Because, ChainNode, Chains, Claim, Reason, Step};
use sudolab_grid::nine::Candidate;

/// Where the chains start, for the title, and the sentences.
pub(super) fn words(position: &Position, chains: &Chains) -> (String, Vec<String>) {
    within(position, chains, "")
}

/// The same below the line with this number, such as `14.`; empty for the step itself.
fn within(position: &Position, chains: &Chains, prefix: &str) -> (String, Vec<String>) {
    let mut sentences = Vec::new();
    // Assumptions are named, implications numbered, so that each line can refer to
    // the lines it rests on.
    let mut labels = Vec::with_capacity(chains.nodes.len());
    let mut number = 0;
    for node in &chains.nodes {
        if node.because == Because::Assumed {
            labels.push(format!("the assumption that {}", says(node)));
            sentences.push(match prefix.strip_suffix('.') {
                None => format!("Suppose that {}.", says(node)),
                Some(outer) => format!("Within ({outer}) suppose that {}.", says(node)),
            });
            continue;
        }
        number += 1;
        let at = format!("{prefix}{number}");
        labels.push(format!("({at})"));
        if let Because::Rule(step) = &node.because {
            let from = parents(node, &labels);
            let without = without_parents(position, chains, node);
            let (place, below) = nested(&without, step, &format!("{at}."));
            sentences.push(format!(
                "({at}) From {from}: {}{place} shows that {}.",
                step.technique,
                says(node)
            ));
            sentences.extend(below);
        } else {
            sentences.push(format!("({at}) {}", implication(chains, node, &labels)));
        }
    }
    let (place, proof) = claim(chains, &labels);
    sentences.push(match prefix {
        "" => proof,
        _ => format!("({prefix}{}) {proof}", number + 1),
    });
    (place, sentences)
}

/// Where a step on the way is, and its own lines.
fn nested(position: &Position, step: &Step, prefix: &str) -> (String, Vec<String>) {
    if let Reason::Chains(chains) = &step.reason {
        return within(position, chains, prefix);
    }
    let told = (step.technique.entry().tell)(position, step);
    let numbered = told.sentences.iter().zip(1..);
    (told.place, numbered.map(|(line, n)| format!("({prefix}{n}) {line}")).collect())
}

/// The position in which a step on the way is found: what its parents say is gone.
pub(super) fn without_parents(position: &Position, chains: &Chains, node: &ChainNode) -> Position {
    let mut without = position.clone();
    for &parent in &node.parents {
        let Candidate { cell, digit } = chains.nodes[parent as usize].candidate;
        without.remove(cell, digit);
    }
    without
}

fn says(node: &ChainNode) -> String {
    let Candidate { cell, digit } = node.candidate;
    let verb = if node.on { "is" } else { "is not" };
    format!("{cell} {verb} {digit}")
}

/// The lines a node rests on.
fn parents(node: &ChainNode, labels: &[String]) -> String {
    let parents: Vec<String> =
        node.parents.iter().map(|&parent| labels[parent as usize].clone()).collect();
    list(&parents, "and")
}

fn implication(chains: &Chains, node: &ChainNode, labels: &[String]) -> String {
    let Candidate { cell, digit } = node.candidate;
    let from = parents(node, labels);
    let first = node.parents.first().map(|&parent| &chains.nodes[parent as usize]);
    match &node.because {
        // An assumption rests on nothing, and a step on the way is told with its own lines.
        Because::Assumed | Because::Rule(_) => String::new(),
        Because::CellIsTaken => format!("From {from}: {cell} is taken, so it is not {digit}."),
        Because::HouseHasIt(house) => match first {
            Some(parent) => format!(
                "From {from}: {house} has its {digit} in {}, so {cell} is not {digit}.",
                parent.candidate.cell
            ),
            None => String::new(),
        },
        Because::LastInCell => {
            format!("From {from}: nothing else is left for {cell}, so it is {digit}.")
        }
        Because::LastInHouse(house) => {
            format!("From {from}: {house} has no other place for {digit}, so {cell} is {digit}.")
        }
        Because::Absurd => format!(
            "{from} contradict each other. Nothing can come of the assumption, so it stands in \
             the way of nothing: {}.",
            says(node)
        ),
    }
}

fn claim(chains: &Chains, labels: &[String]) -> (String, String) {
    let node = |index: u32| &chains.nodes[index as usize];
    let label = |index: u32| labels[index as usize].as_str();
    match &chains.claim {
        Claim::Cycle { end } => (
            format!(" through {}", node(*end).candidate.cell),
            "The chain returns to its start and holds in both directions: of neighbouring nodes \
             one is true, so a candidate that is at odds with one node of either kind is false."
                .to_owned(),
        ),
        Claim::Opposite { end } => (
            format!(" at {}", node(*end).candidate.cell),
            format!("The assumption leads to its opposite: {}.", says(node(*end))),
        ),
        Claim::Contradiction { assumption, on, off } => (
            format!(" at {}", node(*assumption).candidate.cell),
            format!(
                "{} and {} contradict each other, so the assumption is false.",
                label(*on),
                label(*off)
            ),
        ),
        Claim::Either { when_on, .. } => (
            format!(" to {}", node(*when_on).candidate.cell),
            format!("Either way {}.", says(node(*when_on))),
        ),
        Claim::EveryDigitOf { cell, ends } => {
            (format!(" from {cell}"), format!("Whatever {cell} holds, {}.", says(node(ends[0]))))
        }
        Claim::EveryPlaceOf { house, digit, ends } => (
            format!(" from {digit} in {house}"),
            format!("Wherever {digit} goes in {house}, {}.", says(node(ends[0]))),
        ),
    }
}
