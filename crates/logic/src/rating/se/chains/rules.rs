//! The rules a dynamic run may apply when its links lead no further.
//!
//! In the order of Sudoku Explainer: locked candidates, hidden pairs, naked pairs,
//! X-Wings; then, by level, whole chains: forcing chains and cycles (2 and 3),
//! multiple chains (3), dynamic chains (4 and 5), dynamic chains that nest forcing
//! chains (5). All hints of the first rule that yields something are used.
//!
//! A hint counts only if it has a parent: a candidate that was there at the outset
//! and had to go first. Its eliminations are queued cell by cell in row order; version
//! 1.2.1 leaves that order to the identity of objects in memory, later versions fixed
//! it so.

use super::branching::{Branching, Mode};
use super::hint::{All, Chain, ChainRule, Ends, Hint, LegNode, Nested, PathNode, Pattern};
use super::links::Cause;
use super::planes::{Code, Planes, code};
use super::run::{Applied, Rules, gone_for};
use super::unary::Unary;
use crate::entry::Scan;
use crate::position::{Marks, Position};
use crate::techniques::locked_candidates::for_each_confined;
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Cells, Digit, House, HouseKind};

/// What one application of the rules counts for on the pulse, beside the runs nested in it.
const RULES: u64 = 256;

/// The rules, with the searches that the chains among them need.
pub(crate) struct RuleBook {
    unary: Option<Box<Unary>>,
    branching: Option<Box<Branching>>,
}

impl RuleBook {
    pub(crate) fn new() -> Self {
        Self { unary: None, branching: None }
    }
}

impl Rules for RuleBook {
    fn apply(
        &mut self,
        frame: &Position,
        source: &Marks,
        working: &Marks,
        level: u8,
        list: &mut Vec<Applied>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Stop> {
        pulse.beat(RULES)?;
        locked(source, working, list);
        if list.is_empty() {
            hidden_pairs(frame, source, working, list);
        }
        if list.is_empty() {
            naked_pairs(frame, source, working, list);
        }
        if list.is_empty() {
            x_wings(frame, source, working, list);
        }
        if list.is_empty() && (2..4).contains(&level) {
            self.static_chains(source, working, list, pulse)?;
        }
        if list.is_empty() && level == 3 {
            self.branching_chains(frame, source, working, Mode::Multiple, list, pulse)?;
        }
        if list.is_empty() && level >= 4 {
            let mode = Mode::Dynamic { level: 0 };
            self.branching_chains(frame, source, working, mode, list, pulse)?;
        }
        if list.is_empty() && level >= 5 {
            let mode = Mode::Dynamic { level: level - 3 };
            self.branching_chains(frame, source, working, mode, list, pulse)?;
        }
        Ok(())
    }
}

impl RuleBook {
    fn static_chains(
        &mut self,
        source: &Marks,
        working: &Marks,
        list: &mut Vec<Applied>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Stop> {
        let unary = self.unary.get_or_insert_with(|| Box::new(Unary::new()));
        let mut all = All::default();
        unary.search(working, &mut all, pulse)?;
        use_hints(source, working, 0, all.0, list, |hint| match &hint.chain {
            Chain::Path(path) => Ok(legs_of_path(hint, path)),
            Chain::Ends(_) => Ok(Vec::new()),
        })
    }

    fn branching_chains(
        &mut self,
        frame: &Position,
        source: &Marks,
        working: &Marks,
        mode: Mode,
        list: &mut Vec<Applied>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Stop> {
        let branching = self.branching.get_or_insert_with(|| Box::new(Branching::new()));
        let mut all = All::default();
        branching.search(frame, working, mode, &mut all, pulse)?;
        use_hints(source, working, mode.level(), all.0, list, |hint| {
            branching.legs(frame, working, mode, hint, false, pulse)
        })
    }
}

/// Sorts the hints, and uses those that remove something no earlier one does.
fn use_hints(
    source: &Marks,
    working: &Marks,
    level: u8,
    mut hints: Vec<Hint>,
    list: &mut Vec<Applied>,
    mut legs_of: impl FnMut(&Hint) -> Result<Vec<Vec<LegNode>>, Stop>,
) -> Result<(), Stop> {
    hints.sort_by(|a, b| a.compare(b));
    let mut covered = Planes::EMPTY;
    let mut known: Vec<Planes> = Vec::new();
    for hint in hints {
        // Of several hints with the same effect only the first exists for Explainer.
        let is_new = hint.removed.codes().any(|code| !covered.contains(code));
        if !is_new || known.contains(&hint.removed) {
            continue;
        }
        known.push(hint.removed);
        let legs = legs_of(&hint)?;
        let parents = parents_of_chain(source, working, &hint, &legs);
        if parents.is_empty() {
            continue;
        }
        covered.unite(&hint.removed);
        let removed = hint.removed;
        let also_gone = gone_for_patterns(source, working, &legs, &parents);
        let nested = Arc::new(Nested { hint, legs, level, also_gone });
        push(&removed, &parents.into(), &ChainRule::Chain(nested), list);
    }
    Ok(())
}

/// Queues the eliminations of a hint in row order.
fn push(removed: &Planes, parents: &Arc<[Code]>, rule: &ChainRule, list: &mut Vec<Applied>) {
    for candidate in removed.candidates() {
        list.push(Applied {
            code: code(candidate.cell, candidate.digit),
            parents: Arc::clone(parents),
            rule: rule.clone(),
        });
    }
}

/// The candidates that had to go before the chain could be made.
fn parents_of_chain(
    source: &Marks,
    working: &Marks,
    hint: &Hint,
    legs: &[Vec<LegNode>],
) -> Vec<Code> {
    // An assumption of a cell chain holds by the cell, of a region chain by the house.
    let assumed = match &hint.chain {
        Chain::Ends(Ends::Cell { .. }) => Cause::Cell,
        Chain::Ends(Ends::Region { house, .. }) => Cause::House(house.kind()),
        _ => Cause::None,
    };
    let mut met = Planes::EMPTY;
    let mut parents = Vec::new();
    for node in legs.iter().flatten().filter(|node| node.on) {
        let cause = if node.cause == Cause::None { assumed } else { node.cause };
        gone_for(source, working, node.code, cause, |gone| {
            if !met.contains(gone) {
                met.insert(gone);
                parents.push(gone);
            }
        });
    }
    parents
}

/// The candidates that had to go for the patterns inside the legs, other than the
/// parents. Only chains that apply rules inside themselves have any.
fn gone_for_patterns(
    source: &Marks,
    working: &Marks,
    legs: &[Vec<LegNode>],
    parents: &[Code],
) -> Vec<Code> {
    let mut gone: Vec<Code> = Vec::new();
    for rule in legs.iter().flatten().filter_map(|node| node.rule.as_ref()) {
        match rule {
            // Everything the houses of the pattern have lost.
            ChainRule::Pattern(pattern) => {
                let cells = match *pattern {
                    Pattern::Locked { base, .. } => base.cells(),
                    Pattern::HiddenPair { house, .. } => house.cells(),
                    Pattern::NakedPair { house, places, .. } => house.cells_at(places),
                    Pattern::XWing { lines, .. } => lines[0].cells().union(lines[1].cells()),
                };
                for cell in cells {
                    for digit in source.candidates(cell).without(working.candidates(cell)) {
                        gone.push(code(cell, digit));
                    }
                }
            }
            ChainRule::Chain(nested) => {
                for node in nested.legs.iter().flatten().filter(|node| node.on) {
                    gone_for(source, working, node.code, node.cause, |code| gone.push(code));
                }
            }
        }
    }
    gone.sort_unstable();
    gone.dedup();
    gone.retain(|code| !parents.contains(code));
    gone
}

/// The legs of a static chain: one for a forcing chain; for a cycle both directions,
/// the second with the causes of the first, as Sudoku Explainer has it.
pub(crate) fn legs_of_path(hint: &Hint, path: &[PathNode]) -> Vec<Vec<LegNode>> {
    use super::hint::ChainKind;
    let is_cycle = matches!(hint.kind, ChainKind::Cycle | ChainKind::CycleX | ChainKind::CycleY);
    let n = path.len() as u32;
    let node = |index: usize, on: bool, cause: Cause, parent: Option<u32>| LegNode {
        code: path[index].code,
        on,
        cause,
        parents: parent.into_iter().collect(),
        rule: None,
    };
    // In a cycle the last node follows from the first, which says the same.
    let parent = |index: u32| match (index + 1 < n, is_cycle) {
        (true, _) => Some(index + 1),
        (false, true) => Some(0),
        (false, false) => None,
    };
    let forward: Vec<LegNode> =
        (0..path.len()).map(|i| node(i, path[i].on, path[i].cause, parent(i as u32))).collect();
    if !is_cycle {
        return vec![forward];
    }
    // Backwards from the source: it, then the node after it, and so on round.
    let order = std::iter::once(0).chain((1..path.len()).rev());
    let backward = order
        .enumerate()
        .map(|(position, i)| {
            let cause = if position == 0 { Cause::None } else { path[i].cause };
            node(i, !path[i].on, cause, parent(position as u32))
        })
        .collect();
    vec![forward, backward]
}

fn plane_of(cells: Cells, digit: Digit) -> Planes {
    let mut planes = Planes::EMPTY;
    planes.0[digit.index()] = cells.bits();
    planes
}

fn locked(source: &Marks, working: &Marks, list: &mut Vec<Applied>) {
    use HouseKind::{Box, Column, Row};
    for (base_kind, cover_kind) in [(Box, Column), (Box, Row), (Column, Box), (Row, Box)] {
        let _ = for_each_confined(working, base_kind, cover_kind, |base, cover, digit| {
            let removed = working.cells_with_in(digit, cover).without(base.cells());
            let gone = source.cells_with_in(digit, base).without(cover.cells());
            if !removed.is_empty() && !gone.is_empty() {
                let parents: Arc<[Code]> = gone.into_iter().map(|cell| code(cell, digit)).collect();
                let rule = ChainRule::Pattern(Pattern::Locked { digit, base, cover });
                push(&plane_of(removed, digit), &parents, &rule, list);
            }
            ControlFlow::Continue(())
        });
    }
}

fn hidden_pairs(frame: &Position, source: &Marks, working: &Marks, list: &mut Vec<Applied>) {
    for house in Scan::Explainer.houses() {
        if frame.n_empty_in(house) <= 4 {
            continue;
        }
        for second in 1..9 {
            let places = working.places(house, Digit::from_index(second));
            if places.count_ones() != 2 {
                continue;
            }
            for first in 0..second {
                if working.places(house, Digit::from_index(first)) != places {
                    continue;
                }
                let digits = 1u16 << first | 1 << second;
                let mut removed = Planes::EMPTY;
                for cell in house.cells_at(places) {
                    let pair = sudolab_grid::nine::Digits::from_bits(digits);
                    for digit in working.candidates(cell).without(pair) {
                        removed.insert(code(cell, digit));
                    }
                }
                if removed.is_empty() {
                    continue;
                }
                let mut parents = Vec::new();
                for place in (0..9).filter(|place| places >> place & 1 == 0) {
                    let cell = house.cell(place);
                    for digit in [first, second].map(Digit::from_index) {
                        if source.has(cell, digit) {
                            parents.push(code(cell, digit));
                        }
                    }
                }
                if !parents.is_empty() {
                    let rule = ChainRule::Pattern(Pattern::HiddenPair { house, places, digits });
                    push(&removed, &parents.into(), &rule, list);
                }
            }
        }
    }
}

fn naked_pairs(frame: &Position, source: &Marks, working: &Marks, list: &mut Vec<Applied>) {
    for house in Scan::Explainer.houses() {
        if frame.n_empty_in(house) < 4 {
            continue;
        }
        for second in 1..9 {
            let digits = working.candidates(house.cell(second));
            if digits.len() != 2 {
                continue;
            }
            for first in 0..second {
                if working.candidates(house.cell(first)) != digits {
                    continue;
                }
                let places = 1u16 << first | 1 << second;
                let mut removed = Planes::EMPTY;
                for cell in house.cells_at(0x1ff & !places) {
                    for digit in working.candidates(cell).intersection(digits) {
                        removed.insert(code(cell, digit));
                    }
                }
                if removed.is_empty() {
                    continue;
                }
                let mut parents = Vec::new();
                for cell in [first, second].map(|place| house.cell(place)) {
                    for digit in source.candidates(cell).without(digits) {
                        parents.push(code(cell, digit));
                    }
                }
                if !parents.is_empty() {
                    let rule = ChainRule::Pattern(Pattern::NakedPair {
                        house,
                        places,
                        digits: digits.bits(),
                    });
                    push(&removed, &parents.into(), &rule, list);
                }
            }
        }
    }
}

fn x_wings(frame: &Position, source: &Marks, working: &Marks, list: &mut Vec<Applied>) {
    for (base_start, cover_start) in [(9, 0), (0, 9)] {
        for second in 1..9 {
            for first in 0..second {
                let lines = [first, second].map(|line| House::new(base_start + line));
                for digit in Digit::all() {
                    let crossings = working.places(lines[1], digit);
                    if crossings.count_ones() != 2 || working.places(lines[0], digit) != crossings {
                        continue;
                    }
                    // Enough of the digit must be missing for the pattern to count.
                    if occurrences(frame, digit) + 4 > 9 {
                        continue;
                    }
                    let in_base = lines[0].cells().union(lines[1].cells());
                    let mut in_cover = Cells::EMPTY;
                    for line in (0..9).filter(|line| crossings >> line & 1 != 0) {
                        in_cover = in_cover.union(House::new(cover_start + line).cells());
                    }
                    let removed = working.cells_with(digit).intersection(in_cover).without(in_base);
                    if removed.is_empty() {
                        continue;
                    }
                    let mut parents = Vec::new();
                    for line in lines {
                        let gone = source.cells_with_in(digit, line).without(in_cover);
                        let gone = gone.without(working.cells_with(digit));
                        parents.extend(gone.into_iter().map(|cell| code(cell, digit)));
                    }
                    if !parents.is_empty() {
                        let rule = ChainRule::Pattern(Pattern::XWing { digit, lines, crossings });
                        push(&plane_of(removed, digit), &parents.into(), &rule, list);
                    }
                }
            }
        }
    }
}

fn occurrences(position: &Position, digit: Digit) -> usize {
    position.values().iter().filter(|&&value| value == digit.number()).count()
}
