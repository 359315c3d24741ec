//! Turbot fish, X-Chain, XY-Chain and remote pair: chains that are walked.
//!
//! From every candidate, in ascending order of cell and digit, HoDoKu walks every chain
//! of strong and weak links in turn that begins with a strong link and visits no cell
//! twice (the last may be the first), and notes each end that removes something. A
//! candidate's links come from its row, its column and the rest of its box, in ascending
//! order.
//!
//! - *X-Chain* and *turbot fish* stay with one digit. A link is strong when its row (its
//!   column) holds two places; a link along a line is not strong for the sake of its box.
//!   A strong link may stand for a weak one. A turbot fish has exactly three links.
//! - *XY-Chains* go through cells with two candidates: strong from digit to digit in the
//!   cell, weak from cell to cell. *Remote pairs* do so through equal cells, at least four
//!   of them; a longer one removes for each two cells an odd number of cells apart.
//!
//! Chains have at most twenty links. A chain that removes the same as one before is noted
//! only if it is shorter (turbot fish: always). What was noted is then sorted: more
//! eliminations first; if the eliminations differ, by the sum of cell · weight + digit
//! with weights 1, 81, 161, …; if not, shorter chains first. The sum puts different
//! eliminations on a par, so the comparison is no order, see [`super::sort`].

use super::chosen::Chosen;
use super::notation::way;
use super::sort;
use crate::position::Position;
use crate::step::{AlternatingChain, GroupNode, Reason, Step};
use crate::technique::Technique;
use crate::techniques::Flow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits};

/// The step a search takes, if it finds one, unless it is stopped.
type Taken = Result<Option<Chosen>, Stop>;

/// The largest number of links.
const MOST_LINKS: usize = 20;

/// A chain that removes something.
#[derive(Clone)]
struct Noted {
    eliminations: Vec<Candidate>,
    chain: Vec<GroupNode>,
}

impl Noted {
    fn sum(&self) -> u32 {
        weighted_sum(&self.eliminations)
    }

    fn goes_before(&self, other: &Self) -> bool {
        let (mine, theirs) = (&self.eliminations, &other.eliminations);
        if mine.len() != theirs.len() {
            mine.len() > theirs.len()
        } else if mine != theirs {
            self.sum() < other.sum()
        } else {
            self.chain.len() < other.chain.len()
        }
    }
}

/// HoDoKu's sum over eliminations: cell · weight + digit, with growing weights.
pub(crate) fn weighted_sum(eliminations: &[Candidate]) -> u32 {
    let weights = (1..).step_by(80);
    eliminations
        .iter()
        .zip(weights)
        .map(|(c, weight)| c.cell.index() as u32 * weight + u32::from(c.digit.number()))
        .sum()
}

/// What a search keeps, and whom it asks whether to go on.
struct Notes<'a, 'h> {
    noted: Vec<Noted>,
    only_shorter: bool,
    pulse: &'a mut Pulse<'h>,
}

impl Notes<'_, '_> {
    fn note(&mut self, eliminations: Vec<Candidate>, chain: &[GroupNode]) {
        if self.only_shorter {
            let before = self.noted.iter().rev().find(|n| n.eliminations == eliminations);
            if before.is_some_and(|n| n.chain.len() <= chain.len()) {
                return;
            }
        }
        self.noted.push(Noted { eliminations, chain: chain.to_vec() });
    }

    fn first(mut self) -> Option<Noted> {
        sort::sort_by(&mut self.noted, Noted::goes_before);
        self.noted.into_iter().next()
    }
}

/// The turbot fish that is taken.
pub(crate) fn turbot(position: &Position, pulse: &mut Pulse<'_>) -> Taken {
    let noted = one_digit(position, 3, false, pulse)?.first();
    Ok(noted.map(|noted| alternating(Technique::TurbotFish, noted)))
}

/// The X-Chain that is taken.
pub(crate) fn x_chain(position: &Position, pulse: &mut Pulse<'_>) -> Taken {
    let noted = one_digit(position, MOST_LINKS, true, pulse)?.first();
    Ok(noted.map(|noted| alternating(Technique::XChain, noted)))
}

/// The XY-Chain that is taken.
pub(crate) fn xy_chain(position: &Position, pulse: &mut Pulse<'_>) -> Taken {
    let noted = Pairs::new(position, pulse).walk_all()?.first();
    Ok(noted.map(|noted| alternating(Technique::XyChain, noted)))
}

/// Hands out every turbot fish, X-Chain, XY-Chain or remote pair that is noted, in the order
/// of the walk; nothing for other techniques.
///
/// # Errors
/// What stopped the walk.
pub(crate) fn find(
    position: &Position,
    technique: Technique,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let notes = match technique {
        Technique::TurbotFish => one_digit(position, 3, true, pulse)?,
        Technique::XChain => one_digit(position, MOST_LINKS, true, pulse)?,
        Technique::XyChain => Pairs::new(position, pulse).walk_all()?,
        Technique::RemotePair => {
            let mut noted = remote_pairs(position, pulse)?.noted.into_iter();
            return Ok(noted.try_for_each(|noted| visit(remote(position, noted).step)));
        }
        _ => return Ok(Flow::Continue(())),
    };
    let mut noted = notes.noted.into_iter();
    Ok(noted.try_for_each(|noted| visit(alternating(technique, noted).step)))
}

fn alternating(technique: Technique, noted: Noted) -> Chosen {
    let chain = AlternatingChain { nodes: noted.chain, closed: false };
    Chosen::removal(technique, noted.eliminations, Reason::Alternating(chain))
}

// ---- One digit ----------------------------------------------------------------------

/// A link of one digit to another cell.
#[derive(Clone, Copy)]
struct Link {
    to: Cell,
    strong: bool,
}

/// The links of one digit.
struct Digitwise {
    digit: Digit,
    places: Cells,
    links: [Links; 81],
    most_links: usize,
}

#[derive(Clone, Copy)]
struct Links {
    list: [Link; 20],
    n: usize,
}

fn one_digit<'a, 'h>(
    position: &Position,
    most_links: usize,
    only_shorter: bool,
    pulse: &'a mut Pulse<'h>,
) -> Result<Notes<'a, 'h>, Stop> {
    let mut notes = Notes { noted: Vec::new(), only_shorter, pulse };
    let empty = Links { list: [Link { to: Cell::new(0), strong: false }; 20], n: 0 };
    let mut walks = Vec::with_capacity(9);
    for digit in Digit::all() {
        let mut walk =
            Digitwise { digit, places: position.cells_with(digit), links: [empty; 81], most_links };
        walk.link(position);
        walks.push(walk);
    }
    for start in position.empty_cells() {
        for digit in position.candidates(start) {
            walks[digit.index()].walk(start, &mut notes)?;
        }
    }
    Ok(notes)
}

impl Digitwise {
    fn link(&mut self, position: &Position) {
        for cell in self.places {
            let mut linked = Cells::only(cell);
            let links = &mut self.links[cell.index()];
            for house in cell.houses() {
                let strong = position.places(house, self.digit).count_ones() == 2;
                for to in position.cells_with_in(self.digit, house).without(linked) {
                    // In the box only what no line of the cell holds.
                    let in_line = to.row() == cell.row() || to.column() == cell.column();
                    if house.index() >= 18 && in_line {
                        continue;
                    }
                    links.list[links.n] = Link { to, strong };
                    links.n += 1;
                    linked.insert(to);
                }
            }
        }
    }

    fn node(&self, cell: Cell) -> GroupNode {
        GroupNode { digit: self.digit, cells: Cells::only(cell) }
    }

    fn of(&self, cell: Cell) -> &[Link] {
        let links = &self.links[cell.index()];
        &links.list[..links.n]
    }

    fn walk(&self, start: Cell, notes: &mut Notes<'_, '_>) -> Result<(), Stop> {
        let targets = self.places.intersection(start.peers());
        if targets.is_empty() || !self.of(start).iter().any(|link| link.strong) {
            return Ok(());
        }
        // How many links a useful end is away at least, when the next link is weak
        // (strong): computed backwards, so that walks that lead nowhere are cut.
        let mut useful = Cells::EMPTY;
        for cell in self.places {
            if !cell.peers().intersection(targets).is_empty() {
                useful.insert(cell);
            }
        }
        let away = self.distances(useful);
        let mut chain = Vec::with_capacity(MOST_LINKS + 1);
        chain.push(self.node(start));
        for link in self.of(start) {
            if link.strong {
                chain.push(self.node(link.to));
                let visited = Cells::only(start);
                self.extend(start, link.to, false, visited, &away, &mut chain, notes)?;
                chain.pop();
            }
        }
        Ok(())
    }

    /// For each cell the least number of links to a useful end when the next link is
    /// weak and when it is strong.
    fn distances(&self, useful: Cells) -> [[u8; 81]; 2] {
        const FAR: u8 = u8::MAX;
        let mut away = [[FAR; 81]; 2];
        // An end is reached by a strong link.
        let mut frontier = [Cells::EMPTY, Cells::EMPTY];
        for cell in self.places {
            if self.of(cell).iter().any(|link| link.strong && useful.contains(link.to)) {
                away[1][cell.index()] = 1;
                frontier[1].insert(cell);
            }
        }
        let mut steps = 1;
        while steps < MOST_LINKS as u8 && !(frontier[0].is_empty() && frontier[1].is_empty()) {
            steps += 1;
            let mut next = [Cells::EMPTY, Cells::EMPTY];
            for strong in [false, true] {
                let from = usize::from(strong);
                for cell in frontier[1 - from] {
                    for link in self.of(cell) {
                        if (link.strong || !strong) && away[from][link.to.index()] == FAR {
                            away[from][link.to.index()] = steps;
                            next[from].insert(link.to);
                        }
                    }
                }
            }
            frontier = next;
        }
        away
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a walk")]
    fn extend(
        &self,
        start: Cell,
        cell: Cell,
        strong: bool,
        visited: Cells,
        away: &[[u8; 81]; 2],
        chain: &mut Vec<GroupNode>,
        notes: &mut Notes<'_, '_>,
    ) -> Result<(), Stop> {
        notes.pulse.beat(1)?;
        if chain.len() - 1 + away[usize::from(strong)][cell.index()] as usize > self.most_links {
            return Ok(());
        }
        let visited_next = visited.union(Cells::only(cell));
        for link in self.of(cell) {
            if strong && !link.strong {
                continue;
            }
            let is_loop = visited.contains(link.to);
            if is_loop && link.to != start {
                continue;
            }
            chain.push(self.node(link.to));
            if strong && (self.most_links > 3 || chain.len() == 4) {
                let seen = start.peers().intersection(link.to.peers());
                let gone = self.places.intersection(seen);
                if !gone.is_empty() {
                    let gone = gone.into_iter().map(|c| Candidate::new(c, self.digit)).collect();
                    notes.note(gone, chain);
                }
            }
            if chain.len() - 1 < self.most_links && !is_loop {
                self.extend(start, link.to, !strong, visited_next, away, chain, notes)?;
            }
            chain.pop();
        }
        Ok(())
    }
}

// ---- Cells with two candidates ------------------------------------------------------

/// The cells with two candidates, numbered, and who sees whom by which digit.
struct Pairs<'a, 'h> {
    position: &'a Position,
    cells: Vec<Cell>,
    /// The two digits of each cell.
    digits: Vec<[Digit; 2]>,
    /// For each cell and each of its digits the cells it sees by that digit, in the order
    /// of the links.
    links: Vec<[Vec<u8>; 2]>,
    notes: Notes<'a, 'h>,
}

/// A cell on the way: its number and which of its digits leads on.
#[derive(Clone, Copy)]
struct Station {
    cell: usize,
    out: usize,
}

impl<'a, 'h> Pairs<'a, 'h> {
    fn new(position: &'a Position, pulse: &'a mut Pulse<'h>) -> Self {
        let set = position.cells_of_size(2);
        let cells: Vec<Cell> = set.into_iter().collect();
        let mut number = [0u8; 81];
        for (i, cell) in cells.iter().enumerate() {
            number[cell.index()] = i as u8;
        }
        let digits: Vec<[Digit; 2]> = cells
            .iter()
            .map(|&cell| {
                let own = position.candidates(cell);
                let first = own.first().unwrap_or(Digit::from_index(0));
                [first, own.without(Digits::only(first)).first().unwrap_or(first)]
            })
            .collect();
        let links = cells
            .iter()
            .zip(&digits)
            .map(|(&cell, own)| {
                own.map(|digit| {
                    let places = position.cells_with(digit).intersection(set);
                    let mut list = Vec::new();
                    let mut seen = Cells::only(cell);
                    for house in cell.houses() {
                        let here = places.intersection(house.cells()).without(seen);
                        list.extend(here.into_iter().map(|c| number[c.index()]));
                        seen = seen.union(house.cells());
                    }
                    list
                })
            })
            .collect();
        let notes = Notes { noted: Vec::new(), only_shorter: true, pulse };
        Self { position, cells, digits, links, notes }
    }

    fn walk_all(mut self) -> Result<Notes<'a, 'h>, Stop> {
        for start in 0..self.cells.len() {
            for first in 0..2 {
                self.walk(start, first)?;
            }
        }
        Ok(self.notes)
    }

    fn walk(&mut self, start: usize, first: usize) -> Result<(), Stop> {
        let digit = self.digits[start][first];
        let targets = self.position.cells_with(digit).intersection(self.cells[start].peers());
        if targets.is_empty() {
            return Ok(());
        }
        // The least number of further cells to a useful end.
        let n = self.cells.len();
        const FAR: u8 = u8::MAX;
        let mut away = vec![[FAR; 2]; n];
        let mut frontier: Vec<Station> = Vec::new();
        for cell in 0..n {
            for out in 0..2 {
                if cell != start
                    && self.digits[cell][out] == digit
                    && !self.cells[cell].peers().intersection(targets).is_empty()
                {
                    away[cell][out] = 0;
                    frontier.push(Station { cell, out });
                }
            }
        }
        let mut steps = 0;
        while !frontier.is_empty() && steps < (MOST_LINKS / 2) as u8 {
            steps += 1;
            let mut next = Vec::new();
            for stop in frontier {
                // Who leads here leaves by the digit by which this cell is entered.
                let enter = 1 - stop.out;
                let by = self.digits[stop.cell][enter];
                for &from in &self.links[stop.cell][enter] {
                    let from = from as usize;
                    let out = usize::from(self.digits[from][1] == by);
                    if away[from][out] == FAR {
                        away[from][out] = steps;
                        next.push(Station { cell: from, out });
                    }
                }
            }
            frontier = next;
        }
        let here = Station { cell: start, out: 1 - first };
        if away[here.cell][here.out] as usize > MOST_LINKS / 2 - 1 {
            return Ok(());
        }
        let mut chain = Vec::with_capacity(MOST_LINKS);
        self.push(here, &mut chain);
        self.extend(here, here, digit, 0, 1, &away, &mut chain)
    }

    fn push(&self, stop: Station, chain: &mut Vec<GroupNode>) {
        let (cells, digits) = (Cells::only(self.cells[stop.cell]), self.digits[stop.cell]);
        chain.push(GroupNode { cells, digit: digits[1 - stop.out] });
        chain.push(GroupNode { cells, digit: digits[stop.out] });
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a walk")]
    fn extend(
        &mut self,
        start: Station,
        at: Station,
        digit: Digit,
        visited: u128,
        n_cells: usize,
        away: &[[u8; 2]],
        chain: &mut Vec<GroupNode>,
    ) -> Result<(), Stop> {
        self.notes.pulse.beat(1)?;
        let visited = visited | 1 << at.cell;
        let by = self.digits[at.cell][at.out];
        for i in 0..self.links[at.cell][at.out].len() {
            let cell = self.links[at.cell][at.out][i] as usize;
            let next = Station { cell, out: usize::from(self.digits[cell][0] == by) };
            let least = away[next.cell][next.out] as usize;
            if visited >> cell & 1 != 0 || n_cells + 1 + least > MOST_LINKS / 2 {
                continue;
            }
            self.push(next, chain);
            if self.digits[cell][next.out] == digit {
                let seen = self.cells[start.cell].peers().intersection(self.cells[cell].peers());
                let gone = self.position.cells_with(digit).intersection(seen);
                if !gone.is_empty() {
                    let gone = gone.into_iter().map(|c| Candidate::new(c, digit)).collect();
                    self.notes.note(gone, chain);
                }
            }
            if n_cells + 1 < MOST_LINKS / 2 {
                self.extend(start, next, digit, visited, n_cells + 1, away, chain)?;
            }
            chain.truncate(chain.len() - 2);
        }
        Ok(())
    }
}

// ---- Remote pairs -------------------------------------------------------------------

/// The remote pair that is taken.
pub(crate) fn remote_pair(position: &Position, pulse: &mut Pulse<'_>) -> Taken {
    let noted = remote_pairs(position, pulse)?.first();
    Ok(noted.map(|noted| remote(position, noted)))
}

fn remote_pairs<'a, 'h>(
    position: &Position,
    pulse: &'a mut Pulse<'h>,
) -> Result<Notes<'a, 'h>, Stop> {
    let bivalue = position.cells_of_size(2);
    let mut notes = Notes { noted: Vec::new(), only_shorter: true, pulse };
    for start in bivalue {
        let own = position.candidates(start);
        let equal: Cells = bivalue.into_iter().filter(|&c| position.candidates(c) == own).collect();
        if equal.len() < 4 {
            continue;
        }
        for digit in own {
            let Some(other) = own.without(Digits::only(digit)).first() else { continue };
            let mut walk = Remote { position, equal, digits: [digit, other], cells: Vec::new() };
            walk.extend(start, Cells::EMPTY, &mut notes)?;
        }
    }
    Ok(notes)
}

fn remote(position: &Position, noted: Noted) -> Chosen {
    let cells: Vec<Cell> =
        noted.chain.iter().step_by(2).filter_map(|node| node.cells.first()).collect();
    let digits = position.candidates(cells[0]);
    let text = format!("{}/{} {}", noted.chain[0].digit, noted.chain[1].digit, way(&noted.chain));
    let reason = Reason::RemotePair { cells, digits };
    Chosen::removal(Technique::RemotePair, noted.eliminations, reason).told(text)
}

struct Remote<'a> {
    position: &'a Position,
    equal: Cells,
    digits: [Digit; 2],
    cells: Vec<Cell>,
}

impl Remote<'_> {
    fn extend(
        &mut self,
        cell: Cell,
        visited: Cells,
        notes: &mut Notes<'_, '_>,
    ) -> Result<(), Stop> {
        notes.pulse.beat(1)?;
        self.cells.push(cell);
        let visited = visited.union(Cells::only(cell));
        if self.cells.len() >= 4 && self.cells.len().is_multiple_of(2) {
            self.note(notes);
        }
        if self.cells.len() < MOST_LINKS / 2 {
            let mut seen = visited;
            for house in cell.houses() {
                let here = self.equal.intersection(house.cells()).without(seen);
                seen = seen.union(here);
                for next in here {
                    self.extend(next, visited, notes)?;
                }
            }
        }
        self.cells.pop();
        Ok(())
    }

    fn note(&self, notes: &mut Notes<'_, '_>) {
        let [digit, other] = self.digits;
        let n = self.cells.len();
        let common = |i: usize, j: usize| self.cells[i].peers().intersection(self.cells[j].peers());
        let with = |digit| self.position.cells_with(digit);
        if with(digit).intersection(common(0, n - 1)).is_empty() {
            return;
        }
        let mut seen = Cells::EMPTY;
        for i in 0..n {
            for j in (i + 3..n).step_by(2) {
                seen = seen.union(common(i, j));
            }
        }
        let mut two = [digit, other];
        two.sort_unstable();
        let eliminations = two
            .into_iter()
            .flat_map(|d| with(d).intersection(seen).into_iter().map(move |c| Candidate::new(c, d)))
            .collect();
        let chain: Vec<GroupNode> = self
            .cells
            .iter()
            .enumerate()
            .flat_map(|(i, &cell)| {
                let (into, out) = if i % 2 == 0 { (digit, other) } else { (other, digit) };
                let cells = Cells::only(cell);
                [GroupNode { cells, digit: into }, GroupNode { cells, digit: out }]
            })
            .collect();
        notes.note(eliminations, &chain);
    }
}
