//! What stays the same while a puzzle is solved: groups, who sees whom, and what the rules ask.

use super::totals::{Total, totals};
use std::collections::BTreeSet;
use sudolab_grid::rule::{Demand, Lowering, Rule};
use sudolab_grid::{Board, Cell, DigitSet, Puzzle};

/// Cells in which no digit repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The cells in ascending order.
    pub cells: Vec<Cell>,
    /// Whether every digit of the board stands in it.
    pub is_full: bool,
    /// The rule that asks for it, by its number; none for a house, whose number is the group's.
    pub rule: Option<usize>,
}

/// Where a piece comes from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// The rule with this number.
    Rule(usize),
    /// Houses and rules together.
    Total(Total),
}

/// A piece of a rule that can be thought about by itself: its variables and what it asks of them.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) source: Source,
    /// The variables, each once; some may be helpers, which are no cells of the board.
    pub(super) cells: Vec<Cell>,
    pub(super) demands: Vec<Demand>,
    /// Places in `cells` of variables that differ.
    pub(super) differ: Vec<Vec<usize>>,
}

/// A piece with more variables is thought about demand by demand, and of a single demand with more
/// only that is seen which each variable shows by itself.
pub(super) const MOST_CELLS: usize = 14;

/// A puzzle, prepared for logic.
#[derive(Clone, Debug)]
pub struct Ground {
    puzzle: Puzzle,
    lowering: Lowering,
    groups: Vec<Group>,
    /// The groups of each cell.
    groups_of: Vec<Vec<usize>>,
    /// The cells that differ from each cell, ascending.
    seen: Vec<Vec<Cell>>,
    /// What each variable may hold before any clue is looked at.
    domains: Vec<DigitSet>,
    pieces: Vec<Piece>,
}

impl Ground {
    /// Prepares a puzzle.
    pub fn new(puzzle: &Puzzle) -> Ground {
        let board = puzzle.board();
        let mut groups: Vec<Group> = board
            .houses()
            .iter()
            .map(|house| Group {
                cells: house.cells().to_vec(),
                is_full: house.cells().len() == board.size(),
                rule: None,
            })
            .collect();
        // Rules are lowered one after the other, so that each demand is known by its rule.
        let mut lowering = Lowering::new(board);
        let mut owners: Vec<usize> = Vec::new();
        for (number, rule) in puzzle.rules().iter().enumerate() {
            rule.lower(board, &mut lowering);
            owners.resize(lowering.demands().len(), number);
        }
        let mut domains: Vec<DigitSet> =
            (0..lowering.n_variables()).map(|i| lowering.domain(Cell::new(i))).collect();
        for cell in board.cells() {
            domains[cell.index()] = domains[cell.index()] & stated(puzzle, cell);
        }
        let mut seen: Vec<BTreeSet<Cell>> = vec![BTreeSet::new(); lowering.n_variables()];
        let mut rest: Vec<(usize, Demand)> = Vec::new();
        for (&rule, demand) in owners.iter().zip(lowering.demands()) {
            match demand {
                Demand::Allowed { cell, digits } => {
                    domains[cell.index()] = domains[cell.index()] & *digits;
                }
                Demand::Different(cells) => {
                    let mut cells = cells.clone();
                    cells.sort_unstable();
                    let is_board = cells.iter().all(|cell| cell.index() < board.n_cells());
                    if is_board && distinct(&cells) {
                        let is_full = cells.len() == board.size();
                        groups.push(Group { cells, is_full, rule: Some(rule) });
                    } else {
                        rest.push((rule, demand.clone()));
                    }
                }
                Demand::Pair { a, b, table }
                    if a != b && is_difference(table, &domains, *a, *b) =>
                {
                    seen[a.index()].insert(*b);
                    seen[b.index()].insert(*a);
                }
                _ => rest.push((rule, demand.clone())),
            }
        }
        let mut groups_of = vec![Vec::new(); lowering.n_variables()];
        for (number, group) in groups.iter().enumerate() {
            for &cell in &group.cells {
                groups_of[cell.index()].push(number);
                let others = group.cells.iter().filter(|&&other| other != cell);
                seen[cell.index()].extend(others);
            }
        }
        let seen: Vec<Vec<Cell>> = seen.into_iter().map(|set| set.into_iter().collect()).collect();
        let mut pieces = pieces(&rest, &seen);
        pieces.extend(totals(board, &groups, &rest).into_iter().filter_map(|total| {
            let cells = total.terms.iter().map(|&(cell, _)| cell).collect();
            let demand = Demand::equation(total.terms.clone(), total.sum);
            piece(Source::Total(total), cells, vec![demand], &seen)
        }));
        Ground { puzzle: puzzle.clone(), lowering, groups, groups_of, seen, domains, pieces }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Its board.
    pub fn board(&self) -> &Board {
        self.puzzle.board()
    }

    /// The groups: the houses of the board by their numbers, then those that rules ask for.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The numbers of the groups a cell lies in.
    pub fn groups_of(&self, cell: Cell) -> &[usize] {
        &self.groups_of[cell.index()]
    }

    /// The cells that cannot hold the same digit as this one, by a house or by a rule.
    pub fn seen_by(&self, cell: Cell) -> &[Cell] {
        &self.seen[cell.index()]
    }

    /// Whether two cells cannot hold the same digit.
    pub fn sees(&self, a: Cell, b: Cell) -> bool {
        self.seen[a.index()].binary_search(&b).is_ok()
    }

    /// A rule of the puzzle by its number.
    pub fn rule(&self, number: usize) -> Option<&Rule> {
        self.puzzle.rules().as_slice().get(number)
    }

    pub(super) fn lowering(&self) -> &Lowering {
        &self.lowering
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub(super) fn domains(&self) -> &[DigitSet] {
        &self.domains
    }
}

/// What the puzzle states for a cell, its clue left aside.
fn stated(puzzle: &Puzzle, cell: Cell) -> DigitSet {
    puzzle.stated_candidates().map_or(puzzle.board().digits(), |all| all[cell.index()])
}

fn distinct(sorted: &[Cell]) -> bool {
    sorted.windows(2).all(|two| two[0] != two[1])
}

/// Whether a table says that two variables differ, and no more.
fn is_difference(table: &[DigitSet], domains: &[DigitSet], a: Cell, b: Cell) -> bool {
    let other = domains[b.index()];
    domains[a.index()].iter().all(|digit| {
        let allowed = table.get(digit.index()).copied().unwrap_or_default() & other;
        allowed == other - DigitSet::only(digit)
    })
}

/// The variables of a demand, each once, ascending.
pub(super) fn variables(demand: &Demand) -> Vec<Cell> {
    let mut cells = match demand {
        Demand::Different(cells) => cells.clone(),
        Demand::Allowed { cell, .. } => vec![*cell],
        Demand::Pair { a, b, .. } => vec![*a, *b],
        Demand::Sum { terms, .. } => terms.iter().map(|&(cell, _)| cell).collect(),
        Demand::Line { cells, .. }
        | Demand::Among { cells, .. }
        | Demand::Connected { cells, .. } => cells.clone(),
        Demand::Either(ways) => ways.iter().flatten().flat_map(variables).collect(),
        Demand::PairsDiffer(pairs) => pairs.iter().flat_map(|&(a, b)| [a, b]).collect(),
        Demand::Order { line, others, .. } => {
            line.iter().chain(others.iter().flatten()).copied().collect()
        }
        // A demand that is newer than this room is not thought about.
        _ => Vec::new(),
    };
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Whether this room understands a demand well enough to think about it.
fn is_known(demand: &Demand) -> bool {
    match demand {
        Demand::Either(ways) => ways.iter().flatten().all(is_known),
        demand => !variables(demand).is_empty(),
    }
}

/// The demands that are this one together, each about fewer variables where that can be.
fn parts(demand: &Demand) -> Vec<Demand> {
    match demand {
        // No line is equal to another: two at a time.
        Demand::Order { line, others, before: None, ties, alike } => {
            let of = |other: &Vec<Cell>| Demand::Order {
                line: line.clone(),
                others: vec![other.clone()],
                before: None,
                ties: *ties,
                alike: *alike,
            };
            others.iter().map(of).collect()
        }
        demand => vec![demand.clone()],
    }
}

fn pieces(demands: &[(usize, Demand)], seen: &[Vec<Cell>]) -> Vec<Piece> {
    let mut all = Vec::new();
    let mut rest = demands;
    while let Some(&(rule, _)) = rest.first() {
        let n = rest.iter().take_while(|(owner, _)| *owner == rule).count();
        let (own, later) = rest.split_at(n);
        rest = later;
        let own: Vec<Demand> =
            own.iter().flat_map(|(_, demand)| parts(demand)).filter(is_known).collect();
        let mut cells: Vec<Cell> = own.iter().flat_map(variables).collect();
        cells.sort_unstable();
        cells.dedup();
        if cells.len() <= MOST_CELLS {
            all.extend(piece(Source::Rule(rule), cells, own, seen));
        } else {
            for demand in own {
                let cells = variables(&demand);
                all.extend(piece(Source::Rule(rule), cells, vec![demand], seen));
            }
        }
    }
    all
}

fn piece(
    source: Source,
    cells: Vec<Cell>,
    demands: Vec<Demand>,
    seen: &[Vec<Cell>],
) -> Option<Piece> {
    if demands.is_empty() {
        return None;
    }
    let differ = cells
        .iter()
        .map(|cell| {
            let sees = |other: &Cell| seen[cell.index()].binary_search(other).is_ok();
            (0..cells.len()).filter(|&place| sees(&cells[place])).collect()
        })
        .collect();
    Some(Piece { source, cells, demands, differ })
}
