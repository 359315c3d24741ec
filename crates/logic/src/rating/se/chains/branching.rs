//! Chains from several assumptions of which one must hold, and contradictions.
//!
//! For each cell in turn and each of its candidates:
//!
//! - *contradiction*: the candidate on (or off) leads to a clash;
//! - *double*: the candidate on and off lead to the same end;
//! - *region*: all places of the digit in a box, row or column lead to the same end,
//!   taken up when the candidate stands at the first of them;
//! - *cell*: all candidates of the cell lead to the same end.
//!
//! All hints of a search share their base difficulty, which grows with complexity, so
//! the winner is the one of lowest complexity, then kind, then first met. A lower
//! bound of the complexity, kept with every node, spares counting the ancestors of
//! nearly all others.

use super::hint::{Best, Chain, ChainKind, Ends, Hint, LegNode, length_increment};
use super::links::{Closure, Links};
use super::planes::{Code, N_CODES, Planes, cell_of, code, digit_of};
use super::rules::RuleBook;
use super::run::{ChainRun, End, Manner, Tally};
use crate::position::{Marks, Position};
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Cell, Cells, Digit, House, HouseKind};

/// The branching searches of Sudoku Explainer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Contradictions of one digit in a dynamic run.
    Nishio,
    /// Cell and region chains without taking candidates away.
    Multiple,
    /// Dynamic chains; level 0 is plain, 1 applies rules, 2 to 5 nest chains.
    Dynamic { level: u8 },
}

impl Mode {
    /// The difficulty before the increment for length.
    pub(crate) fn base(self) -> f64 {
        match self {
            Self::Nishio => 7.5,
            Self::Multiple => 8.0,
            Self::Dynamic { level: 0 } => 8.5,
            Self::Dynamic { level: 1 } => 8.5 + 0.5,
            Self::Dynamic { level } => 9.5 + 0.5 * f64::from(level - 2),
        }
    }

    /// The nesting level.
    pub(crate) fn level(self) -> u8 {
        match self {
            Self::Dynamic { level } => level,
            Self::Nishio | Self::Multiple => 0,
        }
    }

    fn manner(self) -> Manner {
        match self {
            Self::Nishio => Manner { by_cell: false, dynamic: true, level: 0 },
            Self::Multiple => Manner { by_cell: true, dynamic: false, level: 0 },
            Self::Dynamic { level } => Manner { by_cell: true, dynamic: true, level },
        }
    }
}

/// What looking at one candidate counts for on the pulse, beside the runs it asks for.
const CANDIDATE: u64 = 64;

/// A search with its reusable tables.
pub(crate) struct Branching {
    /// Runs with a candidate on, made when first asked for.
    runs: Vec<ChainRun>,
    n_runs: usize,
    run_of: Box<[u16; N_CODES]>,
    off_run: Box<ChainRun>,
    tally: Tally,
    rules: RuleBook,
    links: Links,
    closure: Closure,
    reached: Box<[Planes; N_CODES]>,
}

const NO_RUN: u16 = u16::MAX;

impl Branching {
    pub(crate) fn new() -> Self {
        Self {
            runs: Vec::new(),
            n_runs: 0,
            run_of: Box::new([NO_RUN; N_CODES]),
            off_run: Box::new(ChainRun::new()),
            tally: Tally::default(),
            rules: RuleBook::new(),
            links: Links::new(),
            closure: Closure::new(),
            reached: Box::new([Planes::EMPTY; N_CODES]),
        }
    }

    /// Offers every hint of the mode, in the order of generation.
    pub(crate) fn search(
        &mut self,
        frame: &Position,
        position: &Marks,
        mode: Mode,
        best: &mut impl Best,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Stop> {
        self.n_runs = 0;
        self.run_of.fill(NO_RUN);
        if mode == Mode::Multiple && !self.may_agree(position) {
            return Ok(());
        }
        for cell in position.marked_cells() {
            let digits = position.candidates(cell);
            let n = digits.len();
            let dynamic = mode != Mode::Multiple;
            if n < 2 || (n == 2 && !dynamic) {
                continue;
            }
            for digit in digits {
                pulse.beat(CANDIDATE)?;
                let source = code(cell, digit);
                if mode == Mode::Nishio {
                    self.nishio(frame, position, source, best, pulse)?;
                    continue;
                }
                let on = self.run_on(frame, position, source, mode, pulse)?;
                if dynamic {
                    self.contradiction(position, source, true, mode, best);
                    self.run_again(frame, position, source, false, mode, pulse)?;
                    self.contradiction(position, source, false, mode, best);
                    if n >= 3 {
                        self.doubles(position, source, on, mode, best);
                    }
                }
                self.regions(frame, position, cell, digit, mode, best, pulse)?;
            }
            if mode != Mode::Nishio {
                self.cell(frame, position, cell, mode, best, pulse)?;
            }
        }
        Ok(())
    }

    /// Nishio: a contradiction within one digit. The ordered run is made only where
    /// plain propagation on the plane of the digit has found that there is one.
    fn nishio(
        &mut self,
        frame: &Position,
        position: &Marks,
        source: Code,
        best: &mut impl Best,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Stop> {
        let plane = position.cells_with(digit_of(source));
        for on in [true, false] {
            if breaks(plane, cell_of(source), on) {
                if on {
                    self.run_on(frame, position, source, Mode::Nishio, pulse)?;
                } else {
                    self.run_again(frame, position, source, false, Mode::Nishio, pulse)?;
                }
                self.contradiction(position, source, on, Mode::Nishio, best);
            }
        }
        Ok(())
    }

    /// Whether some cell or house may yield a multiple chain.
    ///
    /// In a static run nothing is taken away, so all it puts off shows in the closure of
    /// the links. A common end that is on puts off the same rivals in every leg, so
    /// common ends that are off are all there is to look for. (A run that meets a
    /// contradiction stops early and puts off less; then this test says yes for nothing.)
    fn may_agree(&mut self, position: &Marks) -> bool {
        self.links.read(position);
        self.closure.compute(position, &self.links);
        let reached = &mut self.reached;
        for digit in Digit::all() {
            for cell in position.cells_with(digit) {
                let code = code(cell, digit);
                reached[code as usize] = self.closure.off_when_on(position, code);
            }
        }
        let agree = |codes: &mut dyn Iterator<Item = Code>| {
            let Some(first) = codes.next() else { return false };
            let mut common = reached[first as usize];
            for code in codes {
                common.intersect(&reached[code as usize]);
            }
            !common.is_empty()
        };
        let in_cell = position.marked_cells().into_iter().any(|cell| {
            let digits = position.candidates(cell);
            digits.len() > 2 && agree(&mut digits.into_iter().map(|digit| code(cell, digit)))
        });
        in_cell
            || House::all().any(|house| {
                Digit::all().any(|digit| {
                    let cells = house.cells_at(position.places(house, digit));
                    cells.len() > 1 && agree(&mut cells.into_iter().map(|cell| code(cell, digit)))
                })
            })
    }

    /// The legs of a hint of the last search, in full.
    pub(crate) fn legs(
        &mut self,
        frame: &Position,
        position: &Marks,
        mode: Mode,
        hint: &Hint,
        complete: bool,
        pulse: &mut Pulse<'_>,
    ) -> Result<Vec<Vec<LegNode>>, Stop> {
        let Chain::Ends(ends) = &hint.chain else {
            return Ok(Vec::new());
        };
        match *ends {
            Ends::Contradiction { source, on } => {
                let run = self.run_again(frame, position, source, on, mode, pulse)?;
                let clash = run.clash.map(|clash| clash.ends());
                let ends = clash.into_iter().flatten();
                Ok(ends.map(|end| run.leg(position, end, complete)).collect())
            }
            Ends::Double { source, end, on } => {
                let end = End::Node { code: end, on };
                let index = self.run_on(frame, position, source, mode, pulse)?;
                let first = self.runs[index].leg(position, end, complete);
                let second = self
                    .run_again(frame, position, source, false, mode, pulse)?
                    .leg(position, end, complete);
                Ok(vec![first, second])
            }
            Ends::Cell { cell, end, on } => position
                .candidates(cell)
                .into_iter()
                .map(|digit| {
                    let index = self.run_on(frame, position, code(cell, digit), mode, pulse)?;
                    Ok(self.runs[index].leg(position, End::Node { code: end, on }, complete))
                })
                .collect(),
            Ends::Region { house, digit, end, on } => house
                .cells_at(position.places(house, digit))
                .into_iter()
                .map(|cell| {
                    let index = self.run_on(frame, position, code(cell, digit), mode, pulse)?;
                    Ok(self.runs[index].leg(position, End::Node { code: end, on }, complete))
                })
                .collect(),
        }
    }

    fn run_again(
        &mut self,
        frame: &Position,
        position: &Marks,
        source: Code,
        on: bool,
        mode: Mode,
        pulse: &mut Pulse<'_>,
    ) -> Result<&ChainRun, Stop> {
        if on {
            let index = self.run_on(frame, position, source, mode, pulse)?;
            return Ok(&self.runs[index]);
        }
        let rules = &mut self.rules;
        self.off_run.follow(frame, position, source, false, mode.manner(), rules, pulse)?;
        Ok(&self.off_run)
    }

    /// The run with the candidate on, made now if need be.
    fn run_on(
        &mut self,
        frame: &Position,
        position: &Marks,
        source: Code,
        mode: Mode,
        pulse: &mut Pulse<'_>,
    ) -> Result<usize, Stop> {
        let known = self.run_of[source as usize];
        if known != NO_RUN {
            return Ok(known as usize);
        }
        let index = self.n_runs;
        if index == self.runs.len() {
            self.runs.push(ChainRun::new());
        }
        let rules = &mut self.rules;
        self.runs[index].follow(frame, position, source, true, mode.manner(), rules, pulse)?;
        self.n_runs += 1;
        self.run_of[source as usize] = index as u16;
        Ok(index)
    }

    fn contradiction(
        &mut self,
        position: &Marks,
        source: Code,
        on: bool,
        mode: Mode,
        best: &mut impl Best,
    ) {
        let run =
            if on { &self.runs[self.run_of[source as usize] as usize] } else { &self.off_run };
        let Some(clash) = run.clash else { return };
        let kind = if mode == Mode::Nishio { ChainKind::Nishio } else { ChainKind::Contradiction };
        let (removed, placed) = if on {
            (only(source), None)
        } else {
            (rivals_in_cell(position, source), Some(source))
        };
        if removed.is_empty() || !wants(best, mode, kind, run.clash_bound(clash)) {
            return;
        }
        self.tally.reset();
        for end in clash.ends() {
            run.count(position, end, &mut self.tally);
        }
        let chain = Chain::Ends(Ends::Contradiction { source, on });
        offer(best, mode, kind, self.tally.complexity(), removed, placed, chain);
    }

    fn doubles(
        &mut self,
        position: &Marks,
        source: Code,
        on_run: usize,
        mode: Mode,
        best: &mut impl Best,
    ) {
        let (with_on, with_off) = (&self.runs[on_run], &self.off_run);
        for on in [true, false] {
            let (mut both, other, list) = if on {
                (with_on.on, &with_off.on, &with_on.on_list)
            } else {
                (with_on.off, &with_off.off, &with_on.off_list)
            };
            both.intersect(other);
            if both.is_empty() {
                continue;
            }
            for &end in list.iter().filter(|&&end| both.contains(end)) {
                let bound = with_on.bound(end, on) + with_off.bound(end, on);
                if !wants(best, mode, ChainKind::Double, bound) {
                    continue;
                }
                let Some((removed, placed)) = outcome(position, end, on) else {
                    continue;
                };
                self.tally.reset();
                let node = End::Node { code: end, on };
                with_on.count(position, node, &mut self.tally);
                with_off.count(position, node, &mut self.tally);
                let chain = Chain::Ends(Ends::Double { source, end, on });
                let complexity = self.tally.complexity();
                offer(best, mode, ChainKind::Double, complexity, removed, placed, chain);
            }
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the frame, its marks and the halt travel together"
    )]
    fn regions(
        &mut self,
        frame: &Position,
        position: &Marks,
        cell: Cell,
        digit: Digit,
        mode: Mode,
        best: &mut impl Best,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Stop> {
        for kind in [HouseKind::Box, HouseKind::Row, HouseKind::Column] {
            let house = cell.house(kind);
            let places = position.places(house, digit);
            if places.count_ones() < 2 || places.trailing_zeros() as usize != house.place(cell) {
                continue;
            }
            let mut legs = [0; 9];
            let mut n_legs = 0;
            let mut rest = places;
            while rest != 0 {
                let other = house.cell(rest.trailing_zeros() as usize);
                rest &= rest - 1;
                legs[n_legs] = self.run_on(frame, position, code(other, digit), mode, pulse)?;
                n_legs += 1;
            }
            self.common_ends(
                position,
                &legs[..n_legs],
                mode,
                ChainKind::Region,
                best,
                |end, on| Ends::Region { house, digit, end, on },
            );
        }
        Ok(())
    }

    fn cell(
        &mut self,
        frame: &Position,
        position: &Marks,
        cell: Cell,
        mode: Mode,
        best: &mut impl Best,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Stop> {
        let mut legs = [0; 9];
        let mut n_legs = 0;
        for digit in position.candidates(cell) {
            legs[n_legs] = self.run_on(frame, position, code(cell, digit), mode, pulse)?;
            n_legs += 1;
        }
        self.common_ends(position, &legs[..n_legs], mode, ChainKind::Cell, best, |end, on| {
            Ends::Cell { cell, end, on }
        });
        Ok(())
    }

    /// Offers the ends common to all legs, in the order of the first leg.
    fn common_ends(
        &mut self,
        position: &Marks,
        legs: &[usize],
        mode: Mode,
        kind: ChainKind,
        best: &mut impl Best,
        ends: impl Fn(Code, bool) -> Ends,
    ) {
        let runs = &self.runs;
        for on in [true, false] {
            let first = &runs[legs[0]];
            let (mut common, list) =
                if on { (first.on, &first.on_list) } else { (first.off, &first.off_list) };
            for &leg in &legs[1..] {
                common.intersect(if on { &runs[leg].on } else { &runs[leg].off });
            }
            if common.is_empty() {
                continue;
            }
            for &end in list.iter().filter(|&&end| common.contains(end)) {
                let bound = legs.iter().map(|&leg| runs[leg].bound(end, on)).sum();
                if !wants(best, mode, kind, bound) {
                    continue;
                }
                let Some((removed, placed)) = outcome(position, end, on) else {
                    continue;
                };
                self.tally.reset();
                for &leg in legs {
                    runs[leg].count(position, End::Node { code: end, on }, &mut self.tally);
                }
                let chain = Chain::Ends(ends(end, on));
                offer(best, mode, kind, self.tally.complexity(), removed, placed, chain);
            }
        }
    }
}

/// Whether a digit that may go to the cells of `plane` runs into a contradiction when
/// it is assumed in `cell` (or not there): two of it in a house, or a house without.
fn breaks(plane: Cells, cell: Cell, on: bool) -> bool {
    let mut left = if on { plane.without(cell.peers()) } else { plane.without(Cells::only(cell)) };
    let mut worked_off = if on { Cells::only(cell) } else { Cells::EMPTY };
    loop {
        let mut last = Cells::EMPTY;
        for house in House::all() {
            let in_house = left.intersection(house.cells());
            if in_house.is_empty() {
                if !plane.intersection(house.cells()).is_empty() {
                    return true;
                }
            } else if in_house.without_first().is_empty() {
                last = last.union(in_house);
            }
        }
        let fresh = last.without(worked_off);
        if fresh.is_empty() {
            return false;
        }
        for single in fresh {
            left = left.without(single.peers());
        }
        if !last.is_subset(left) {
            return true;
        }
        worked_off = worked_off.union(fresh);
    }
}

/// What a common end removes and places; nothing when its cell is decided already.
fn outcome(position: &Marks, end: Code, on: bool) -> Option<(Planes, Option<Code>)> {
    if !on {
        return Some((only(end), None));
    }
    let removed = rivals_in_cell(position, end);
    (!removed.is_empty()).then_some((removed, Some(end)))
}

fn only(code: Code) -> Planes {
    let mut planes = Planes::EMPTY;
    planes.insert(code);
    planes
}

fn rivals_in_cell(position: &Marks, on: Code) -> Planes {
    let (cell, digit) = (cell_of(on), digit_of(on));
    let mut planes = Planes::EMPTY;
    for other in position.candidates(cell) {
        if other != digit {
            planes.insert(code(cell, other));
        }
    }
    planes
}

fn wants(best: &impl Best, mode: Mode, kind: ChainKind, complexity: u32) -> bool {
    best.wants(mode.base() + length_increment(complexity), complexity, kind.sort_key())
}

fn offer(
    best: &mut impl Best,
    mode: Mode,
    kind: ChainKind,
    complexity: u32,
    removed: Planes,
    placed: Option<Code>,
    chain: Chain,
) {
    let difficulty = mode.base() + length_increment(complexity);
    if best.wants(difficulty, complexity, kind.sort_key()) {
        best.take(Hint { kind, difficulty, complexity, removed, placed, chain });
    }
}
