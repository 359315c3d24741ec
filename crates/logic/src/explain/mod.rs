//! Words for steps: what to look at, why it holds, what follows.
//!
//! The search knows no words; they are made here from the reason of a step and the
//! position it was found in. A step becomes a title, sentences that a learner can
//! follow one by one, and a conclusion.

use crate::position::Position;
use crate::step::{Effect, Escape, Reason, Step};
use std::fmt;
use sudolab_grid::nine::{Cell, Cells, Digit, Digits, House};

mod chains;
mod links;
pub mod shown;

/// A step in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The technique and where it is.
    pub title: String,
    /// Why the step holds, one thought per sentence.
    pub sentences: Vec<String>,
    /// What follows.
    pub conclusion: String,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        for sentence in &self.sentences {
            writeln!(f, "  {sentence}")?;
        }
        write!(f, "  {}", self.conclusion)
    }
}

/// Where a pattern is and why it holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// What stands behind the name in the title, such as ` in row 3`.
    pub place: String,
    /// Why the step holds, one thought per sentence.
    pub sentences: Vec<String>,
}

/// Puts a step into words.
pub fn explain(position: &Position, step: &Step) -> Explanation {
    let Words { place, sentences } = (step.technique.entry().tell)(position, step);
    Explanation {
        title: format!("{}{place}", step.technique),
        sentences,
        conclusion: conclusion(&step.effect),
    }
}

/// The words of a reason of the catalogue, whatever technique bears it.
pub fn by_reason(position: &Position, step: &Step) -> Words {
    let (place, sentences) = words(position, &step.reason);
    Words { place, sentences }
}

/// The words of a full house.
pub(crate) fn full_house(position: &Position, step: &Step) -> Words {
    let told = by_reason(position, step);
    let Reason::HiddenSingle { house, single } = &step.reason else { return told };
    let (cell, digit) = (single.cell, single.digit);
    let sentence = format!("In {house} only {cell} is empty, and only {digit} is missing.");
    Words { sentences: vec![sentence], ..told }
}

/// The words of an avoidable rectangle, with what keeps it from being filled.
pub(crate) fn avoidable_rectangle(position: &Position, step: &Step) -> Words {
    let mut told = by_reason(position, step);
    if let Reason::AvoidableRectangle { cells, .. } = &step.reason {
        told.sentences.extend(way_out(position, cells, &step.effect));
    }
    told
}

/// What a step does, as a sentence: `So r1c2 is 5.` or `So r1c2 cannot be 5.`
pub fn conclusion(effect: &Effect) -> String {
    if !effect.placements.is_empty() {
        let placed: Vec<String> =
            effect.placements.iter().map(|c| format!("{} is {}", c.cell, c.digit)).collect();
        return format!("So {}.", list(&placed, "and"));
    }
    // Digits that go from the same cells are told together.
    let mut parts: Vec<(Cells, Digits)> = Vec::new();
    for digit in Digit::all() {
        let gone = effect.eliminations.iter().filter(|c| c.digit == digit);
        let cells: Cells = gone.map(|c| c.cell).collect();
        match parts.iter_mut().find(|(known, _)| *known == cells) {
            _ if cells.is_empty() => {}
            Some((_, digits)) => digits.insert(digit),
            None => parts.push((cells, Digits::only(digit))),
        }
    }
    let parts: Vec<String> = parts
        .iter()
        .map(|&(cells, digits)| {
            let digits: Vec<String> = digits.into_iter().map(|digit| digit.to_string()).collect();
            format!("{} cannot be {}", names(cells), list(&digits, "or"))
        })
        .collect();
    // Parts that hold lists themselves are told apart by semicolons.
    match parts.iter().any(|part| part.contains(',')) {
        true if parts.len() > 1 => format!("So {}.", parts.join("; ")),
        _ => format!("So {}.", list(&parts, "and")),
    }
}

/// What keeps an avoidable rectangle from being filled.
fn way_out(position: &Position, cells: &[Cell], effect: &Effect) -> Vec<String> {
    let open: Vec<Cell> =
        cells.iter().copied().filter(|&cell| position.value(cell).is_none()).collect();
    match (&open[..], effect.eliminations.first()) {
        (&[cell], Some(gone)) if gone.cell == cell => {
            vec![format!("{} in {cell} would complete that.", gone.digit)]
        }
        (&[first, second], Some(gone)) => vec![
            format!("To avoid that, one of {first} and {second} must be {}.", gone.digit),
            format!("A cell that sees both cannot be {}.", gone.digit),
        ],
        _ => Vec::new(),
    }
}

/// Where the pattern is, for the title, and the sentences.
fn words(position: &Position, reason: &Reason) -> (String, Vec<String>) {
    match reason {
        Reason::NakedSingle { single } => (
            format!(" in {}", single.cell),
            vec![format!("{} has one candidate left: {}.", single.cell, single.digit)],
        ),
        Reason::HiddenSingle { house, single } => (
            format!(" in {house}"),
            vec![format!("In {house} only {} can still take {}.", single.cell, single.digit)],
        ),
        Reason::Locked { digit, base, cover, single_in } => {
            let cells = names(position.cells_with_in(*digit, *base));
            let mut sentences = vec![
                format!("In {base} the digit {digit} can only go to {cells}."),
                format!("All of these lie in {cover}, so its place in {cover} is one of them."),
                format!("The rest of {cover} cannot hold {digit}."),
            ];
            if let Some(house) = single_in {
                sentences.push(format!("That leaves one place for {digit} in {house}."));
            }
            (format!(" of {digit} in {base} and {cover}"), sentences)
        }
        Reason::NakedSubset { house, cells, digits } => (
            format!(" in {house}"),
            vec![
                format!(
                    "In {house} the {} cells {} hold no other candidates than {}.",
                    count(cells.len()),
                    names(*cells),
                    digit_names(*digits)
                ),
                "As many cells as digits: these digits fill these cells.".to_owned(),
                "No other cell that sees all of them can hold one of these digits.".to_owned(),
            ],
        ),
        Reason::HiddenSubset { house, cells, digits, single } => {
            let mut sentences = vec![
                format!(
                    "In {house} the digits {} have no other places than {}.",
                    digit_names(*digits),
                    names(*cells)
                ),
                "As many digits as cells: these cells hold nothing else.".to_owned(),
            ];
            if let Some(single) = single {
                sentences.push(format!("That leaves one place for {} in {house}.", single.digit));
            }
            (format!(" in {house}"), sentences)
        }
        Reason::Fish { digit, base, cover, fins } => {
            let (base, cover) = (house_names(base), house_names(cover));
            let mut sentences = vec![format!(
                "In {base} the digit {digit} can only go to cells of {cover}{}.",
                if fins.is_empty() { String::new() } else { format!(", or to {}", names(*fins)) }
            )];
            if fins.is_empty() {
                sentences
                    .push(format!("Each base house needs its {digit}, so they use up {cover}."));
                sentences.push(format!("No other cell of {cover} can hold {digit}."));
            } else {
                sentences.push(format!(
                    "If none of the extra cells holds {digit}, the rest of {cover} loses it; if \
                     one of them does, the cells that see it lose it."
                ));
            }
            (format!(" of {digit} in {base}"), sentences)
        }
        Reason::Wing { pivot, pincers, digit } => {
            let digits = |cell: Cell| digit_names(position.candidates(cell));
            let [left, right] = *pincers;
            let mut sentences = vec![
                format!(
                    "{pivot} ({}) sees {left} ({}) and {right} ({}).",
                    digits(pivot.to_owned()),
                    digits(left),
                    digits(right)
                ),
                format!("Whatever {pivot} holds, {digit} ends up in one of the three cells."),
            ];
            if !position.candidates(*pivot).contains(*digit) {
                sentences[1] =
                    format!("Whatever {pivot} holds, one of {left} and {right} must be {digit}.");
            }
            (format!(" at {pivot}"), sentences)
        }
        Reason::UniqueLoop(unique) => {
            let [v, w] = unique.digits;
            let cells: Vec<String> = unique.cells.iter().map(Cell::to_string).collect();
            let mut sentences = vec![format!(
                "If the cells {} held only {v} and {w}, the two digits could be swapped all \
                 round and the puzzle would have two solutions.",
                list(&cells, "and")
            )];
            sentences.extend(escape_words(&unique.escape));
            (format!(" of {v} and {w}"), sentences)
        }
        Reason::BivalueGrave(grave) => {
            let surplus: Vec<String> = grave
                .surplus
                .iter()
                .map(|(cell, digits)| format!("{} in {cell}", digit_names(*digits)))
                .collect();
            let mut sentences = vec![
                format!(
                    "Without {} every empty cell would have two candidates and every digit two \
                     places in each house.",
                    list(&surplus, "and")
                ),
                "Such a position has two solutions or none, so one of these candidates is true."
                    .to_owned(),
            ];
            sentences.extend(escape_words(&grave.escape));
            (String::new(), sentences)
        }
        Reason::AlignedExclusion { base, excluders } => {
            let cells: Vec<String> = base.iter().map(Cell::to_string).collect();
            (
                format!(" at {}", list(&cells, "and")),
                vec![
                    format!("Go through the digits of {} together.", list(&cells, "and")),
                    format!(
                        "A combination is impossible when cells that see each other get the same \
                         digit, or when one of {} is left without a candidate.",
                        names(*excluders)
                    ),
                    "What is removed occurs in no possible combination.".to_owned(),
                ],
            )
        }
        Reason::Chains(chain) => chains::words(position, chain),
        Reason::Alternating(chain) => links::alternating(position, chain, &[]),
        Reason::AlternatingThroughSets { chain, sets } => {
            let (place, mut sentences) = links::alternating(position, chain, sets);
            sentences.splice(0..0, links::sets_on_the_way(position, chain, sets));
            (place, sentences)
        }
        Reason::Joined(reasons) => {
            let told: Vec<(String, Vec<String>)> =
                reasons.iter().map(|reason| words(position, reason)).collect();
            let place = told.first().map(|(place, _)| place.clone()).unwrap_or_default();
            (place, told.into_iter().flat_map(|(_, sentences)| sentences).collect())
        }
        Reason::DeathBlossom { stem, petals } => links::death_blossom(position, *stem, petals),
        Reason::Templates { digit, settled } => {
            let mut sentences: Vec<String> = settled
                .iter()
                .map(|c| {
                    format!("Every way to place all {}s on the board uses {}.", c.digit, c.cell)
                })
                .collect();
            sentences.push(format!(
                "Go through the ways to place all {digit}s{}: a cell in all of them holds {digit}, \
                 a cell in none of them does not.",
                if settled.is_empty() { "" } else { " in the other cells" }
            ));
            (format!(" of {digit}"), sentences)
        }
        Reason::RemotePair { cells, digits } => links::remote_pair(cells, *digits),
        Reason::Colours { digit, groups } => links::colours(*digit, groups),
        Reason::AvoidableRectangle { cells, digits: [v, w] } => (
            format!(" of {v} and {w}"),
            vec![
                format!(
                    "None of the cells {} is a clue.",
                    list(&cells.iter().map(Cell::to_string).collect::<Vec<_>>(), "and")
                ),
                format!(
                    "If they held {v} and {w} in turn, the two digits could be swapped and the \
                     puzzle would have two solutions."
                ),
            ],
        ),
        Reason::AlmostLockedSets { sets, links } => {
            links::almost_locked_sets(position, sets, links)
        }
        Reason::SueDeCoq { crossing, houses, wings } => {
            let [line, block] = houses;
            let digits = |cells: Cells| {
                let all = cells
                    .into_iter()
                    .fold(Digits::EMPTY, |set, cell| set.union(position.candidates(cell)));
                format!("{} ({})", names(cells), digit_names(all))
            };
            (
                format!(" where {line} and {block} cross"),
                vec![
                    format!(
                        "Take {} with {} in {line} and {} in {block}.",
                        digits(*crossing),
                        digits(wings[0]),
                        digits(wings[1])
                    ),
                    "Together these are as many cells as digits, and each digit fits only once: \
                     every one of them is used up here."
                        .to_owned(),
                    "The rest of the line and of the box loses the digits kept there.".to_owned(),
                ],
            )
        }
        Reason::Solution { single } => (
            format!(" at {}", single.cell),
            vec![format!(
                "No technique leads on; the only solution, found by search, has {} in {}.",
                single.digit, single.cell
            )],
        ),
        Reason::Own(own) => {
            let digits: Vec<String> = own.digits.into_iter().map(|d| d.to_string()).collect();
            let cells = names(own.cells);
            (format!(" at {cells}"), vec![format!("Look at {} in {cells}.", list(&digits, "and"))])
        }
    }
}

fn escape_words(escape: &Escape) -> Vec<String> {
    match escape {
        Escape::OneCell { cell } => {
            vec![format!("Only {cell} has further candidates, so it takes one of those.")]
        }
        Escape::OneDigit { cells, digit } => vec![
            format!("To avoid that, one of {} must be {digit}.", names(*cells)),
            format!("A cell that sees all of them cannot be {digit}."),
        ],
        Escape::NakedSubset { cells, house, others, digits } => vec![
            format!("To avoid that, one of {} takes a further candidate.", names(*cells)),
            format!(
                "Together with {} in {house} that makes as many cells as digits: {}.",
                names(*others),
                digit_names(*digits)
            ),
        ],
        Escape::HiddenSubset { cells, house, others, digits } => vec![
            format!("To avoid that, one of {} takes a further candidate.", names(*cells)),
            format!(
                "In {house} that leaves {} and one of these cells for the digits {}.",
                names(*others),
                digit_names(*digits)
            ),
        ],
        Escape::Crossed { cells, digit } => vec![
            format!("In both rows and both columns the digit {digit} goes nowhere else."),
            format!(
                "In {} it would fill the other corners with the second digit, so it goes to \
                 the other two corners.",
                names(*cells)
            ),
        ],
        Escape::HiddenCorner { cell, digit } => vec![
            format!(
                "In row and column of {cell} the digit {digit} goes nowhere outside these cells."
            ),
            format!("With the other digit in {cell} the pattern would be complete."),
        ],
        Escape::Locked { cells, house, digit } => vec![
            format!("In {house} the digit {digit} can only go to {}.", names(*cells)),
            format!("One of them takes {digit}, and the other must take a further candidate."),
        ],
    }
}

/// A small number as a word.
pub(crate) fn count(n: usize) -> String {
    const WORDS: [&str; 10] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn list(items: &[String], joint: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} {joint} {last}", init.join(", ")),
    }
}

pub(crate) fn names(cells: Cells) -> String {
    list(&cells.into_iter().map(|cell| cell.to_string()).collect::<Vec<_>>(), "and")
}

fn digit_names(digits: Digits) -> String {
    list(&digits.into_iter().map(|digit| digit.to_string()).collect::<Vec<_>>(), "and")
}

pub(crate) fn house_names(houses: &[House]) -> String {
    list(&houses.iter().map(House::to_string).collect::<Vec<_>>(), "and")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::board;
    use crate::techniques::{first, hidden_single, naked_single, turbot};
    use sudolab_grid::nine::Candidate;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_naked_single_reads_as_two_short_sentences() {
        let position = Position::from_line(LINE).expect("a puzzle");
        let step = first(&position, |p, v| naked_single::find(p, v)).expect("a single");
        assert_eq!(
            explain(&position, &step).to_string(),
            "Naked Single in r5c5\n  r5c5 has one candidate left: 5.\n  So r5c5 is 5."
        );
    }

    #[test]
    fn eliminations_from_the_same_cells_are_told_together() {
        let gone = |cell: usize, digit: u8| {
            Candidate::new(Cell::new(cell), Digit::from_number(digit).expect("a digit"))
        };
        let told = |gone: Vec<Candidate>| conclusion(&Effect::remove(gone));
        assert_eq!(told(vec![gone(0, 5), gone(0, 8)]), "So r1c1 cannot be 5 or 8.");
        assert_eq!(
            told(vec![gone(0, 5), gone(1, 5), gone(0, 8)]),
            "So r1c1 and r1c2 cannot be 5 and r1c1 cannot be 8."
        );
        assert_eq!(
            told(vec![gone(0, 1), gone(0, 2), gone(0, 3), gone(1, 4)]),
            "So r1c1 cannot be 1, 2 or 3; r1c2 cannot be 4."
        );
    }

    #[test]
    fn links_are_told_with_their_house() {
        let (skyscraper, position) = {
            let position = board().only(1, House::row(0), &[11, 15]);
            let position = position.only(1, House::row(4), &[51, 56]);
            let step = first(&position, |p, v| turbot::find_skyscrapers(p, v));
            (step.expect("a skyscraper"), position)
        };
        let told = explain(&position, &skyscraper);
        assert_eq!(
            told.sentences,
            [
                "Suppose r1c5 is not 1.",
                "Then r1c1 is 1, the only other place in row 1, so r5c1 is not 1 (column 1).",
                "Then r5c6 is 1, the only other place in row 5.",
                "So r1c5 is 1 or r5c6 is 1. What cannot be true with either of them is false.",
            ]
        );
    }

    #[test]
    fn a_hidden_single_names_its_house() {
        let position = Position::from_line(LINE).expect("a puzzle");
        let step = first(&position, |p, v| hidden_single::find(p, v)).expect("a single");
        assert_eq!(
            explain(&position, &step).to_string(),
            "Hidden Single in box 2\n  In box 2 only r1c6 can still take 8.\n  So r1c6 is 8."
        );
    }
}
