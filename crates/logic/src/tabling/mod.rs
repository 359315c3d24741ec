//! Nice loops, alternating inference chains, forcing chains and nets as HoDoKu 2.2
//! finds and chooses them, by tabling.
//!
//! For every candidate two tables are made, one for the premise that it is on and one
//! for the premise that it is off. A table holds everything that follows from its
//! premise, with the way back. Loops, contradictions and verities are then read off the
//! tables. `docs/hodoku-chains.md` has the whole definition.
//!
//! - [`Tabling::loops`]: plain links only, or with groups of candidates;
//! - [`Tabling::forcing_chains`]: plain links and groups;
//! - [`Tabling::forcing_nets`]: four rounds of singles behind each premise, and groups.
//!
//! Each gives the step HoDoKu would take next. Here the search is lazy: a closure of
//! bit sets says what the tables could prove, and only the tables that can be part of
//! the step are made.

mod closure;
mod forcing;
mod graph;
mod implied;
mod line;
mod lookahead;
mod loops;
mod notation;
mod proof;
mod propagation;
mod set_links;
mod table;

use crate::position::Position;
use crate::step::Step;
use crate::techniques::Flow;
use crate::unstopped::unstopped;
use graph::{Graph, Matter};
pub(crate) use implied::Implied;
use line::Piece;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Cell, Cells, Digit, House};

/// A step found by tabling, with its chains as HoDoKu tells them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The step; its reason is complete and does not need the chains.
    pub step: Step,
    /// Where a contradiction shows.
    pub place: Option<Place>,
    /// The chains, each from a premise.
    pub lines: Vec<Vec<Told>>,
}

/// Where a contradiction shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a cell.
    Cell(Cell),
    /// In a house.
    House(House),
}

/// A piece of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// The next statement.
    Main(Statement),
    /// Statements that follow from the one before and are needed further on.
    Branch(Vec<Statement>),
}

/// A statement of a chain: a digit is in one of some cells, or in none of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statement {
    /// The digit.
    pub digit: Digit,
    /// One cell, the cells of a group, or the cells of a set that may hold the digit.
    pub cells: Cells,
    /// Whether the digit is said to be in one of the cells.
    pub on: bool,
    /// The almost locked set the statement is about, when it is about one.
    pub set: Option<Cells>,
}

impl Found {
    /// The step in HoDoKu's notation, without the name of the technique.
    pub fn detail(&self) -> String {
        notation::detail(self)
    }
}

/// Which links loops may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Links {
    /// Between candidates.
    Plain,
    /// Between candidates and groups of them.
    Groups,
    /// Between candidates, groups and digits of almost locked sets.
    Sets,
}

/// What filling the graph and closing it count for on the pulse: some milliseconds at worst.
const FILLING: u64 = 1 << 14;

/// Finds steps by tabling; keeps its work space between positions.
#[derive(Default)]
pub struct Tabling {
    graph: Graph,
    closure: closure::Closure,
    table: table::Table,
    tables: forcing::Tables,
}

impl Tabling {
    /// A finder with no work space yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The nice loop or AIC HoDoKu would take, with groups or without.
    pub fn loops(&mut self, position: &Position, grouped: bool) -> Option<Found> {
        unstopped(|halt| self.loops_within(position, grouped, &mut halt.pulse()))
    }

    /// As [`Tabling::loops`], unless it is stopped.
    pub(super) fn loops_within(
        &mut self,
        position: &Position,
        grouped: bool,
        pulse: &mut Pulse<'_>,
    ) -> Result<Option<Found>, Stop> {
        self.fill(position, grouped, pulse)?;
        let loops = loops::find(position, &self.graph, &self.closure, &mut self.table, pulse)?;
        Ok(loops.first().map(|best| self.loop_found(position, best)))
    }

    fn fill(
        &mut self,
        position: &Position,
        grouped: bool,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Stop> {
        pulse.beat(FILLING)?;
        self.graph.start(position);
        self.graph.add_plain_links(position);
        if grouped {
            self.graph.add_groups(position);
        }
        self.closure.compute(&self.graph.links);
        Ok(())
    }

    /// Hands out every loop and chain in HoDoKu's order: with groups, and with groups
    /// and almost locked sets, if asked for.
    pub fn all_loops(&mut self, position: &Position, links: Links) -> Vec<Found> {
        unstopped(|halt| self.all_loops_within(position, links, &mut halt.pulse()))
    }

    /// As [`Tabling::all_loops`], unless it is stopped.
    pub(crate) fn all_loops_within(
        &mut self,
        position: &Position,
        links: Links,
        pulse: &mut Pulse<'_>,
    ) -> Result<Vec<Found>, Stop> {
        self.graph.start(position);
        self.graph.add_plain_links(position);
        if links != Links::Plain {
            self.graph.add_groups(position);
        }
        pulse.beat(FILLING)?;
        if links == Links::Sets {
            set_links::add(&mut self.graph, position);
            pulse.beat(FILLING)?;
        }
        self.closure.compute(&self.graph.links);
        let loops = loops::find(position, &self.graph, &self.closure, &mut self.table, pulse)?;
        Ok(loops.iter().map(|found| self.loop_found(position, found)).collect())
    }

    /// Hands out every forcing chain, or every forcing net: for each conclusion the best
    /// contradiction and the best verity.
    pub fn all_forcing(
        &mut self,
        position: &Position,
        nets: bool,
        visit: &mut dyn FnMut(Found) -> Flow,
    ) -> Flow {
        unstopped(|halt| self.all_forcing_within(position, nets, &mut halt.pulse(), visit))
    }

    /// As [`Tabling::all_forcing`], unless it is stopped.
    pub(crate) fn all_forcing_within(
        &mut self,
        position: &Position,
        nets: bool,
        pulse: &mut Pulse<'_>,
        visit: &mut dyn FnMut(Found) -> Flow,
    ) -> Result<Flow, Stop> {
        if nets {
            self.fill_nets(position, pulse)?;
        } else {
            self.fill(position, true, pulse)?;
        }
        let mut search = self.forcing(position, nets, pulse);
        for conclusion in search.conclusions() {
            for found in search.steps_to(conclusion)?.into_iter().flatten() {
                if visit(found).is_break() {
                    return Ok(Flow::Break(()));
                }
            }
        }
        Ok(Flow::Continue(()))
    }

    /// What follows from single candidates, over links between candidates and groups.
    pub(crate) fn implied(&mut self, position: &Position) -> Implied<'_> {
        self.graph.start(position);
        self.graph.add_plain_links(position);
        self.graph.add_groups(position);
        self.closure.compute(&self.graph.links);
        Implied::new(&self.graph, &self.closure)
    }

    /// As [`Tabling::implied`], unless it is stopped.
    pub(crate) fn implied_within(
        &mut self,
        position: &Position,
        pulse: &mut Pulse<'_>,
    ) -> Result<Implied<'_>, Stop> {
        self.fill(position, true, pulse)?;
        Ok(Implied::new(&self.graph, &self.closure))
    }

    fn loop_found(&self, position: &Position, found: &loops::Loop) -> Found {
        let pieces: Vec<Piece> = found.chain.iter().map(|&node| Piece::Main(node)).collect();
        Found {
            step: loops::step(position, &self.graph, found),
            place: None,
            lines: vec![statements(&self.graph, &pieces)],
        }
    }

    /// The forcing chain HoDoKu would take.
    pub fn forcing_chains(&mut self, position: &Position) -> Option<Found> {
        unstopped(|halt| self.forcing_within(position, false, &mut halt.pulse()))
    }

    /// The forcing net HoDoKu would take.
    pub fn forcing_nets(&mut self, position: &Position) -> Option<Found> {
        unstopped(|halt| self.forcing_within(position, true, &mut halt.pulse()))
    }

    /// The forcing chain or net HoDoKu would take, unless the search is stopped.
    pub(super) fn forcing_within(
        &mut self,
        position: &Position,
        nets: bool,
        pulse: &mut Pulse<'_>,
    ) -> Result<Option<Found>, Stop> {
        if nets {
            self.fill_nets(position, pulse)?;
        } else {
            self.fill(position, true, pulse)?;
        }
        self.forcing(position, nets, pulse).best()
    }

    fn fill_nets(&mut self, position: &Position, pulse: &mut Pulse<'_>) -> Result<(), Stop> {
        self.graph.start(position);
        lookahead::fill(&mut self.graph, position, pulse)?;
        self.graph.add_groups(position);
        pulse.beat(FILLING)?;
        self.closure.compute(&self.graph.links);
        Ok(())
    }

    fn forcing<'a, 'h>(
        &'a mut self,
        position: &'a Position,
        nets: bool,
        pulse: &'a mut Pulse<'h>,
    ) -> forcing::ForcingSearch<'a, 'h> {
        self.tables.clear(self.graph.n_plain());
        forcing::ForcingSearch {
            position,
            graph: &self.graph,
            closure: &self.closure,
            tables: &mut self.tables,
            nets,
            pulse,
        }
    }
}

/// A statement spelt out.
fn statement(graph: &Graph, node: graph::Node) -> Statement {
    Statement {
        digit: graph.digit(node),
        cells: graph.cells(node),
        on: node % 2 == 1,
        set: match graph.subject(node) {
            Matter::InSet(in_set) => Some(in_set.set),
            _ => None,
        },
    }
}

/// A chain with its statements spelt out.
fn statements(graph: &Graph, pieces: &[Piece]) -> Vec<Told> {
    let statement = |node: graph::Node| statement(graph, node);
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Main(node) => Told::Main(statement(*node)),
            Piece::Branch(nodes) => Told::Branch(nodes.iter().map(|&n| statement(n)).collect()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::technique::Technique;
    use crate::techniques::laid::board;

    #[test]
    fn two_strong_links_make_a_loop_and_without_one_there_is_none() {
        let whole = board().only(1, House::row(0), &[12, 17]).only(1, House::column(2), &[23, 83]);
        let found = Tabling::new().loops(&whole, false).expect("a loop");
        assert_eq!(found.step.technique, Technique::DiscontinuousNiceLoop);
        assert_eq!(check(&whole, &found.step), Ok(()));
        let told = "1 r8c7 -1- r8c3 =1= r2c3 -1- r1c2 =1= r1c7 -1- r8c7 => r8c7<>1";
        assert_eq!(found.detail(), told);
        let torn = board().only(1, House::row(0), &[12, 17]);
        assert_eq!(Tabling::new().loops(&torn, false), None);
    }

    #[test]
    fn a_group_joins_what_single_candidates_do_not() {
        // In row 1 the digit is in r1c7 or in one of r1c12.
        let whole =
            board().only(1, House::row(0), &[11, 12, 17]).only(1, House::column(2), &[33, 83]);
        assert_eq!(Tabling::new().loops(&whole, false), None);
        let found = Tabling::new().loops(&whole, true).expect("a loop");
        assert_eq!(found.step.technique, Technique::GroupedDiscontinuousNiceLoop);
        assert_eq!(check(&whole, &found.step), Ok(()));
        assert!(found.detail().contains("r1c12"), "{}", found.detail());
        assert!(found.detail().ends_with("=> r8c7<>1"), "{}", found.detail());
    }

    #[test]
    fn the_empty_board_forces_nothing() {
        assert_eq!(Tabling::new().loops(&board(), true), None);
        assert_eq!(Tabling::new().forcing_chains(&board()), None);
        assert_eq!(Tabling::new().forcing_nets(&board()), None);
    }
}
