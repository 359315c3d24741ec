//! Words for alternating chains, remote pairs, colours and almost locked sets.

use super::{digit_names, list, names};
use crate::board::{Cell, Cells, Digit, Digits};
use crate::position::Position;
use crate::step::{AlternatingChain, GroupNode};

fn node_name(node: &GroupNode) -> String {
    if node.cells.len() == 1 {
        return format!("{} in {}", node.digit, names(node.cells));
    }
    format!("{} in one of {}", node.digit, names(node.cells))
}

pub(super) fn alternating(chain: &AlternatingChain) -> (String, Vec<String>) {
    let (Some(first), Some(last)) = (chain.nodes.first(), chain.nodes.last()) else {
        return (String::new(), Vec::new());
    };
    let mut sentences = vec![format!("Suppose {} is false.", node_name(first))];
    for pair in chain.nodes[1..].chunks(2) {
        match pair {
            [on, off] => sentences.push(format!(
                "Then {} is true, and so {} is false.",
                node_name(on),
                node_name(off)
            )),
            [on] => sentences.push(format!("Then {} is true.", node_name(on))),
            _ => {}
        }
    }
    if first == last {
        sentences.push("That contradicts the start, so it is true.".to_owned());
    } else if chain.closed {
        sentences.push(
            "That makes the start false, so the chain closes: of any two neighbours in it \
             exactly one is true."
                .to_owned(),
        );
    } else {
        sentences.push(format!(
            "So at least one holds: {} or {}. What both forbid is false.",
            node_name(first),
            node_name(last)
        ));
    }
    (format!(" from {} to {}", node_name(first), node_name(last)), sentences)
}

/// The almost locked sets a chain leads through.
pub(super) fn sets_on_the_way(
    position: &Position,
    chain: &AlternatingChain,
    sets: &[(usize, Cells)],
) -> Vec<String> {
    sets.iter()
        .filter_map(|&(at, set)| {
            let node = chain.nodes.get(at)?;
            let digits = set
                .into_iter()
                .fold(Digits::EMPTY, |union, cell| union.union(position.candidates(cell)));
            Some(format!(
                "{} have the digits {}, one more than cells: without {} they hold all the others.",
                names(set),
                digit_names(digits),
                node.digit
            ))
        })
        .collect()
}

pub(super) fn remote_pair(cells: &[Cell], digits: Digits) -> (String, Vec<String>) {
    let path: Vec<String> = cells.iter().map(Cell::to_string).collect();
    (
        format!(" of {}", digit_names(digits)),
        vec![
            format!(
                "The cells {} hold only {}, and each sees the next.",
                list(&path, "and"),
                digit_names(digits)
            ),
            "So they hold the two digits in turn, whichever comes first.".to_owned(),
            "A cell that sees two of them an odd number of steps apart can hold neither."
                .to_owned(),
        ],
    )
}

pub(super) fn colours(digit: Digit, groups: &[[Cells; 2]]) -> (String, Vec<String>) {
    let mut sentences: Vec<String> = groups
        .iter()
        .map(|[first, second]| {
            format!(
                "Pairs of last places for {digit} join these cells: either all of {} hold it, \
                 or all of {}.",
                names(*first),
                names(*second)
            )
        })
        .collect();
    sentences.push(
        match groups.len() {
            1 => "What sees both sides cannot hold it, and a side that sees itself is false.",
            _ => "Sides that see each other are not both true, so one of their opposites is.",
        }
        .to_owned(),
    );
    (format!(" of {digit}"), sentences)
}

pub(super) fn death_blossom(
    position: &Position,
    stem: Cell,
    petals: &[Cells],
) -> (String, Vec<String>) {
    let mut sentences: Vec<String> = position
        .candidates(stem)
        .into_iter()
        .zip(petals)
        .map(|(digit, &petal)| {
            let digits = petal
                .into_iter()
                .fold(Digits::EMPTY, |union, cell| union.union(position.candidates(cell)));
            format!(
                "If {stem} is {digit}, {} (digits {}) cannot hold {digit} and hold all the others.",
                names(petal),
                digit_names(digits)
            )
        })
        .collect();
    sentences.push("A digit common to all of them is in one of them either way.".to_owned());
    (format!(" at {stem}"), sentences)
}

pub(super) fn almost_locked_sets(
    position: &Position,
    sets: &[Cells],
    links: &[Digit],
) -> (String, Vec<String>) {
    let mut sentences: Vec<String> = sets
        .iter()
        .map(|&set| {
            let digits = set
                .into_iter()
                .fold(Digits::EMPTY, |union, cell| union.union(position.candidates(cell)));
            format!(
                "{}: {} for the digits {}, one more than cells.",
                names(set),
                if set.len() == 1 { "one cell".to_owned() } else { format!("{} cells", set.len()) },
                digit_names(digits)
            )
        })
        .collect();
    let linking: Vec<String> = links.iter().map(Digit::to_string).collect();
    sentences.push(format!(
        "Only one of two neighbouring sets can hold the digit that joins them ({}); the other \
         then holds all its other digits.",
        list(&linking, "and")
    ));
    sentences.push("What is removed would leave some set with too few digits.".to_owned());
    (String::new(), sentences)
}
