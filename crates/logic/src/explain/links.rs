//! Words for alternating chains, remote pairs, colours and almost locked sets.

use super::{count, digit_names, list, names};
use crate::position::Position;
use crate::step::{AlternatingChain, GroupNode};
use sudolab_grid::nine::{Cell, Cells, Digit, Digits, House};

fn node_name(node: &GroupNode) -> String {
    if node.cells.len() == 1 {
        return format!("{} in {}", node.digit, names(node.cells));
    }
    format!("{} in one of {}", node.digit, names(node.cells))
}

/// `r1c2 is 5`, `r1c2 is not 5`, `one of r1c2 and r1c3 is 5`, `neither of r1c2 and r1c3 is 5`.
fn stated(node: &GroupNode, true_: bool) -> String {
    let (cells, digit) = (names(node.cells), node.digit);
    match (node.cells.len(), true_) {
        (1, true) => format!("{cells} is {digit}"),
        (1, false) => format!("{cells} is not {digit}"),
        (_, true) => format!("one of {cells} is {digit}"),
        (2, false) => format!("neither of {cells} is {digit}"),
        (_, false) => format!("none of {cells} is {digit}"),
    }
}

/// Why a node is true when the one before it is false.
fn strong_words(position: &Position, off: &GroupNode, on: &GroupNode) -> String {
    if off.digit != on.digit {
        return ", its only other candidate".to_owned();
    }
    let both = off.cells.union(on.cells);
    let house = House::all()
        .find(|house| !both.is_empty() && position.cells_with_in(on.digit, *house) == both);
    match house {
        Some(house) if on.cells.len() == 1 => format!(", the only other place in {house}"),
        Some(house) => format!(", the only other places in {house}"),
        None => String::new(),
    }
}

/// Where two nodes are that are not both true.
fn weak_words(on: &GroupNode, off: &GroupNode) -> String {
    if on.digit != off.digit {
        return String::new();
    }
    let both = on.cells.union(off.cells);
    match both.common_houses().next() {
        Some(house) => format!(" ({house})"),
        None => String::new(),
    }
}

pub(super) fn alternating(
    position: &Position,
    chain: &AlternatingChain,
    sets: &[(usize, Cells)],
) -> (String, Vec<String>) {
    let (Some(first), Some(last)) = (chain.nodes.first(), chain.nodes.last()) else {
        return (String::new(), Vec::new());
    };
    let mut sentences = vec![format!("Suppose {}.", stated(first, false))];
    for (index, pair) in chain.nodes[1..].chunks(2).enumerate() {
        let Some(on) = pair.first() else { continue };
        let before = 2 * index;
        let why = match sets.iter().find(|(at, _)| *at == before) {
            Some((_, set)) => format!(", because of the set {}", names(*set)),
            None => strong_words(position, &chain.nodes[before], on),
        };
        let mut sentence = format!("Then {}{why}", stated(on, true));
        if let Some(off) = pair.get(1) {
            sentence.push_str(&format!(", so {}{}", stated(off, false), weak_words(on, off)));
        }
        sentence.push('.');
        sentences.push(sentence);
    }
    if first == last {
        sentences.push("That contradicts the start, so it is true.".to_owned());
    } else if chain.closed {
        sentences.push(
            "That in turn is at odds with the start, so the chain closes: of any two \
             neighbours in it exactly one is true."
                .to_owned(),
        );
    } else {
        sentences.push(format!(
            "So {} or {}. What cannot be true with either of them is false.",
            stated(first, true),
            stated(last, true)
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
    let touching = |a: Cells, b: Cells| {
        a.into_iter().find_map(|cell| Some((cell, cell.peers().intersection(b).first()?)))
    };
    match groups {
        [sides] => {
            let wrapped = sides.iter().find_map(|&side| touching(side, side));
            if let Some((one, other)) = wrapped {
                sentences.push(format!(
                    "{one} and {other} are on one side and see each other: that side is false."
                ));
            }
            sentences.push("A cell that sees both sides cannot hold it.".to_owned());
        }
        _ => {
            if let [[a, b], [c, d], ..] = groups {
                let pairs = [(a, c), (a, d), (b, c), (b, d)];
                let seen = pairs.into_iter().find_map(|(&x, &y)| touching(x, y));
                if let Some((one, other)) = seen {
                    sentences.push(format!(
                        "{one} and {other} see each other, so their sides are not both true, and \
                         one of the two opposite sides is."
                    ));
                }
            }
            sentences.push(
                "A cell that sees both of these opposite sides cannot hold it, and a side that \
                 sees both sides of the other group is false."
                    .to_owned(),
            );
        }
    }
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
                if set.len() == 1 {
                    "one cell".to_owned()
                } else {
                    format!("{} cells", count(set.len()))
                },
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
