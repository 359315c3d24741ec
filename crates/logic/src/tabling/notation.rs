//! Chains in HoDoKu's notation, so that steps can be compared with its own.
//!
//! ```text
//! 5 r5c5 -5- r4c6 =5= r4c2 … =9= r5c5 => r5c5<>5          a loop, weak -, strong =
//! 8 8- r5c9 -3- r5c3 … -8 => r6c8,r789c9<>8               an AIC
//! in r6c5 => r5c9=3 | r5c9<>3 r5c5=3 … | …                a contradiction, one chain per bar
//! => r1c2<>4 | r1c1=4 r1c2<>4 | r4c1=4 (r5c3<>4) …        a verity, branches in brackets
//! ```

use super::{Found, Place, Statement, Told};
use crate::technique::Technique;
use crate::techniques::hodoku::notation::{cell_list, removals, short};
use sudolab_grid::nine::Candidate;

/// The step in HoDoKu's words, without the name of the technique.
pub(super) fn detail(found: &Found) -> String {
    use Technique as T;
    match found.step.technique {
        T::ForcingChainContradiction
        | T::ForcingChainVerity
        | T::ForcingNetContradiction
        | T::ForcingNetVerity => forcing(found),
        _ => alternating(found),
    }
}

fn forcing(found: &Found) -> String {
    let mut text = String::new();
    match found.place {
        Some(Place::Cell(cell)) => text.push_str(&format!("in {cell}")),
        Some(Place::House(house)) => text.push_str(&format!("in {}", short(house))),
        None => {}
    }
    match found.step.effect.placements.first() {
        Some(placed) if text.is_empty() => text.push_str(&format!("=> {placed}")),
        Some(placed) => text.push_str(&format!(" => {placed}")),
        None => push_removals(&mut text, &found.step.effect.eliminations),
    }
    for line in &found.lines {
        text.push_str(" | ");
        text.push_str(&told(line));
    }
    text
}

/// One chain: the statements of the main line, branches in brackets. A chain of one
/// statement names it twice, as its start and as its end.
fn told(line: &[Told]) -> String {
    let mut words: Vec<String> = line
        .iter()
        .map(|told| match told {
            Told::Main(statement) => statement_text(statement),
            Told::Branch(statements) => {
                let inner: Vec<String> = statements.iter().map(statement_text).collect();
                format!("({})", inner.join(" "))
            }
        })
        .collect();
    if words.len() == 1 {
        words.push(words[0].clone());
    }
    words.join(" ")
}

fn statement_text(statement: &Statement) -> String {
    let sign = if statement.on { "=" } else { "<>" };
    format!("{}{sign}{}", cell_list(statement.cells), statement.digit)
}

fn alternating(found: &Found) -> String {
    use Technique as T;
    let Some(line) = found.lines.first() else { return String::new() };
    let chain: Vec<&Statement> = line
        .iter()
        .filter_map(|told| match told {
            Told::Main(statement) => Some(statement),
            Told::Branch(_) => None,
        })
        .collect();
    let mut text = String::new();
    let mut last = None;
    for (index, statement) in chain.iter().enumerate() {
        let cell = statement.cells.first();
        if cell == last {
            continue;
        }
        last = cell;
        if index > 0 {
            let sign = if statement.on { '=' } else { '-' };
            text.push_str(&format!(" {sign}{}{sign} ", statement.digit));
        }
        match statement.set {
            Some(set) => text.push_str(&format!("ALS:{}", cell_list(set))),
            None => text.push_str(&cell_list(statement.cells)),
        }
    }
    let (first, end) = (chain[0], chain[chain.len() - 1]);
    match found.step.technique {
        T::ContinuousNiceLoop | T::GroupedContinuousNiceLoop => {
            // The digits by which the loop leaves its first cell and comes back to it.
            let leaves = chain.iter().find(|s| s.cells.first() != first.cells.first());
            let stays = chain.iter().rev().take_while(|s| s.cells.first() == end.cells.first());
            let returns = stays.last().map_or(end.digit, |s| s.digit);
            let leaves = leaves.map_or(first.digit, |s| s.digit);
            text = format!("{returns}= {text} ={leaves}");
        }
        T::Aic | T::GroupedAic => text = format!("{}- {text} -{}", first.digit, end.digit),
        _ => {}
    }
    let mut eliminations = found.step.effect.eliminations.clone();
    eliminations.sort_by_key(|c| (c.digit, c.cell));
    let mut digits: Vec<String> = eliminations.iter().map(|c| c.digit.to_string()).collect();
    digits.dedup();
    let mut text = format!("{} {text}", digits.join("/"));
    push_removals(&mut text, &eliminations);
    text
}

fn push_removals(text: &mut String, eliminations: &[Candidate]) {
    removals(text, eliminations).expect("writing to a string does not fail");
}
