//! Words for chains: numbered implications, then what they prove.

use super::list;
use crate::board::Candidate;
use crate::step::{Because, ChainNode, Chains, Claim};

/// Where the chains start, for the title, and the sentences.
pub(super) fn words(chains: &Chains) -> (String, Vec<String>) {
    let mut sentences = Vec::new();
    // Assumptions are named, implications numbered, so that each line can refer to
    // the lines it rests on.
    let mut labels = Vec::with_capacity(chains.nodes.len());
    let mut number = 0;
    for node in &chains.nodes {
        if node.because == Because::Assumed {
            labels.push(format!("the assumption that {}", says(node)));
            sentences.push(format!("Suppose that {}.", says(node)));
        } else {
            number += 1;
            labels.push(format!("({number})"));
            sentences.push(format!("({number}) {}", implication(chains, node, &labels)));
        }
    }
    let (place, proof) = claim(chains, &labels);
    sentences.push(proof);
    (place, sentences)
}

fn says(node: &ChainNode) -> String {
    let Candidate { cell, digit } = node.candidate;
    let verb = if node.on { "is" } else { "is not" };
    format!("{cell} {verb} {digit}")
}

fn implication(chains: &Chains, node: &ChainNode, labels: &[String]) -> String {
    let Candidate { cell, digit } = node.candidate;
    let parents: Vec<String> =
        node.parents.iter().map(|&parent| labels[parent as usize].clone()).collect();
    let from = list(&parents, "and");
    let first = node.parents.first().map(|&parent| &chains.nodes[parent as usize]);
    match &node.because {
        Because::Assumed => String::new(),
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
        Because::Rule(step) => {
            format!("From {from}: {} is possible, so {cell} is not {digit}.", step.technique)
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
