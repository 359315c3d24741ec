//! From the legs of a hint to a reason that can be checked and explained.

use super::hint::{Chain, ChainKind, ChainRule, Ends, Hint, LegNode, Nested, Pattern};
use super::links::Cause;
use super::planes::{Code, candidate_of, cell_of};
use crate::step::{Because, ChainNode, Chains, Claim, Effect, Reason, Step};
use crate::technique::Technique;
use std::collections::HashMap;
use sudolab_grid::nine::{Cells, Digits, House};

/// The reason of a hint with these legs.
pub(crate) fn reason(hint: &Hint, level: u8, legs: &[Vec<LegNode>]) -> Reason {
    let mut book = Book { nodes: Vec::new(), known: HashMap::new() };
    let claim = match &hint.chain {
        Chain::Path(_) if is_cycle(hint.kind) => Claim::Cycle { end: book.cycle(&legs[0]) },
        Chain::Path(_) => Claim::Opposite { end: book.leg(0, &legs[0]) },
        Chain::Ends(Ends::Contradiction { source, on }) => {
            // Both legs start from the one assumption and share their nodes.
            let [on_end, off_end] = [0, 1].map(|leg| book.leg(0, &legs[leg]));
            let assumption = book.known[&(0, *source, *on)];
            Claim::Contradiction { assumption, on: on_end, off: off_end }
        }
        Chain::Ends(Ends::Double { .. }) => {
            Claim::Either { when_on: book.leg(0, &legs[0]), when_off: book.leg(1, &legs[1]) }
        }
        Chain::Ends(Ends::Cell { cell, .. }) => {
            Claim::EveryDigitOf { cell: *cell, ends: book.legs(legs) }
        }
        Chain::Ends(Ends::Region { house, digit, .. }) => {
            Claim::EveryPlaceOf { house: *house, digit: *digit, ends: book.legs(legs) }
        }
    };
    Reason::Chains(Chains { claim, level, nodes: book.nodes })
}

/// The technique of a hint.
pub(crate) fn technique(hint: &Hint, dynamic: bool) -> Technique {
    match hint.kind {
        ChainKind::CycleX if cycle_cells(hint) == 4 => Technique::GeneralizedXWing,
        ChainKind::CycleX => Technique::BidirectionalXCycle,
        ChainKind::CycleY => Technique::BidirectionalYCycle,
        ChainKind::Cycle => Technique::BidirectionalCycle,
        ChainKind::ForcingX if hint.complexity == 6 => Technique::TurbotFish,
        ChainKind::ForcingX => Technique::ForcingXChain,
        ChainKind::Forcing => Technique::ForcingChain,
        ChainKind::Nishio => Technique::NishioForcingChain,
        ChainKind::Contradiction => Technique::DynamicContradiction,
        ChainKind::Double => Technique::DynamicDouble,
        ChainKind::Cell if dynamic => Technique::DynamicCell,
        ChainKind::Region if dynamic => Technique::DynamicRegion,
        ChainKind::Cell => Technique::CellForcingChains,
        ChainKind::Region => Technique::RegionForcingChains,
    }
}

/// The digit a hint places and the candidates it removes.
pub(crate) fn effect(hint: &Hint) -> Effect {
    Effect {
        placements: hint.placed.map(candidate_of).into_iter().collect(),
        eliminations: hint.removed.candidates(),
    }
}

fn is_cycle(kind: ChainKind) -> bool {
    matches!(kind, ChainKind::Cycle | ChainKind::CycleX | ChainKind::CycleY)
}

fn cycle_cells(hint: &Hint) -> usize {
    let Chain::Path(path) = &hint.chain else { return 0 };
    path.iter().map(|node| cell_of(node.code)).collect::<Cells>().len()
}

/// Collects nodes, parents before children. Nodes of legs with the same number are
/// shared.
struct Book {
    nodes: Vec<ChainNode>,
    known: HashMap<(usize, Code, bool), u32>,
}

impl Book {
    fn legs(&mut self, legs: &[Vec<LegNode>]) -> Vec<u32> {
        legs.iter().enumerate().map(|(number, leg)| self.leg(number, leg)).collect()
    }

    /// Adds a leg and returns the index of its end, which is its first node.
    fn leg(&mut self, number: usize, leg: &[LegNode]) -> u32 {
        self.add(number, leg, 0)
    }

    fn add(&mut self, number: usize, leg: &[LegNode], index: usize) -> u32 {
        let node = &leg[index];
        let key = (number, node.code, node.on);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let parents: Vec<u32> =
            node.parents.iter().map(|&parent| self.add(number, leg, parent as usize)).collect();
        let because = because(node);
        let place = self.nodes.len() as u32;
        self.nodes.push(ChainNode {
            candidate: candidate_of(node.code),
            on: node.on,
            because,
            parents,
        });
        self.known.insert(key, place);
        place
    }

    /// Adds a cycle: the assumption, then the nodes in order back to it.
    fn cycle(&mut self, leg: &[LegNode]) -> u32 {
        let push = |nodes: &mut Vec<ChainNode>, node: &LegNode, because, parents| {
            nodes.push(ChainNode {
                candidate: candidate_of(node.code),
                on: node.on,
                because,
                parents,
            });
        };
        push(&mut self.nodes, &leg[0], Because::Assumed, Vec::new());
        for node in leg.iter().rev() {
            let parent = self.nodes.len() as u32 - 1;
            push(&mut self.nodes, node, because(node), vec![parent]);
        }
        self.nodes.len() as u32 - 1
    }
}

fn because(node: &LegNode) -> Because {
    let cell = cell_of(node.code);
    match (node.cause, &node.rule) {
        (_, Some(rule)) => Because::Rule(Box::new(step_of(rule, node.code))),
        (Cause::None | Cause::Rule, None) => Because::Assumed,
        (Cause::Cell, None) if node.on => Because::LastInCell,
        (Cause::Cell, None) => Because::CellIsTaken,
        (Cause::House(kind), None) if node.on => Because::LastInHouse(cell.house(kind)),
        (Cause::House(kind), None) => Because::HouseHasIt(cell.house(kind)),
    }
}

/// The step a rule stands for, with the one elimination it is used for.
fn step_of(rule: &ChainRule, removed: Code) -> Step {
    let (technique, reason) = match rule {
        ChainRule::Pattern(pattern) => pattern_reason(pattern),
        ChainRule::Chain(nested) => nested_reason(nested),
    };
    Step { technique, effect: Effect::remove([candidate_of(removed)]), reason }
}

fn pattern_reason(pattern: &Pattern) -> (Technique, Reason) {
    match *pattern {
        Pattern::Locked { digit, base, cover } => {
            let technique =
                if base.index() >= 18 { Technique::Pointing } else { Technique::Claiming };
            (technique, Reason::Locked { digit, base, cover, single_in: None })
        }
        Pattern::HiddenPair { house, places, digits } => {
            let (cells, digits) = (house.cells_at(places), Digits::from_bits(digits));
            (Technique::HiddenPair, Reason::HiddenSubset { house, cells, digits, single: None })
        }
        Pattern::NakedPair { house, places, digits } => {
            let (cells, digits) = (house.cells_at(places), Digits::from_bits(digits));
            (Technique::NakedPair, Reason::NakedSubset { house, cells, digits })
        }
        Pattern::XWing { digit, lines, crossings } => {
            let start = if lines[0].index() < 9 { 9 } else { 0 };
            let cover = (0..9)
                .filter(|line| crossings >> line & 1 != 0)
                .map(|line| House::new(start + line))
                .collect();
            let reason = Reason::Fish { digit, base: lines.to_vec(), cover, fins: Cells::EMPTY };
            (Technique::XWing, reason)
        }
    }
}

fn nested_reason(nested: &Nested) -> (Technique, Reason) {
    let dynamic = nested.hint.kind == ChainKind::Double
        || nested.hint.kind == ChainKind::Contradiction
        || nested.level > 0;
    (technique(&nested.hint, dynamic), reason(&nested.hint, nested.level, &nested.legs))
}
