//! Regions that the solver has to find: chaos construction, and clues about them.
//!
//! The region of each cell is a cell beside the grid. Regions are numbered in the order in which
//! their first cells lie, so that the same regions are the same numbers.

use super::demand::hang_together;
use super::judge::{breach, judge, values};
use super::marks::{Colour, InnerSign};
use super::parts::{Parts, check_cells};
use super::{Automaton, Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Digit, DigitSet, Grid};

/// Unknown regions, or a clue about them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Regions {
    /// The grid falls into connected regions of so many cells, each without a repeated digit: the
    /// cells, and for each of them the cell that holds its region.
    Unknown(Box<[Cell]>, Box<[Cell]>, usize),
    /// A cell says how many cells are seen along arms that begin in the same cell, as long as they
    /// stay in its region; so many less. All lists after the first are region cells.
    Run(Cell, Box<[Box<[Cell]>]>, i64),
    /// A cell says how many of some cells are in the region of the first of them; so many less.
    Count(Cell, Box<[Cell]>, i64),
}

impl Regions {
    /// Cells, the cells that hold their regions, and the size of each region.
    pub fn unknown(
        cells: Vec<Cell>,
        regions: Vec<Cell>,
        size: usize,
    ) -> Result<Regions, RuleError> {
        let lists = vec![cells, regions];
        let numbers = vec![i64::try_from(size).unwrap_or(0)];
        Regions::from_parts("unknown-regions", Parts { words: Vec::new(), numbers, lists })
    }

    /// The cell that says how many, and the arms of region cells.
    pub fn run(says: Cell, arms: Vec<Vec<Cell>>, less: i64) -> Result<Regions, RuleError> {
        let lists = [vec![vec![says]], arms].concat();
        Regions::from_parts("region-run", Parts { words: Vec::new(), numbers: vec![less], lists })
    }

    /// The cell that says how many, and region cells.
    pub fn count(says: Cell, cells: Vec<Cell>, less: i64) -> Result<Regions, RuleError> {
        let lists = vec![vec![says], cells];
        Regions::from_parts("region-count", Parts { words: Vec::new(), numbers: vec![less], lists })
    }
}

impl Regions {
    /// The line of a clue and what accepts it; `None` when that is too large.
    fn line(&self, board: &Board) -> Option<(Vec<Cell>, Automaton)> {
        match self {
            Regions::Unknown(..) => None,
            Regions::Run(says, arms, less) => {
                // The start, then the rest of each arm, then the cell that says how many.
                let mut cells = vec![arms[0][0]];
                let mut begins: Vec<usize> = Vec::new();
                for arm in arms {
                    begins.push(cells.len());
                    cells.extend(&arm[1..]);
                }
                let last = cells.len();
                cells.push(*says);
                let most = board.first_value() + board.size() as i64 + less;
                let automaton = Automaton::explore(
                    Walk::default(),
                    board.digits(),
                    |walk, digit| {
                        let at = walk.at + 1;
                        if walk.at == last {
                            let said = board.value(digit) + less;
                            return (said == walk.seen).then_some(Walk { at, ..Walk::default() });
                        }
                        if walk.at == 0 {
                            return Some(Walk { at, region: Some(digit), alive: true, seen: 1 });
                        }
                        let alive = walk.alive || begins.contains(&walk.at);
                        let alive = alive && Some(digit) == walk.region;
                        let seen = walk.seen + i64::from(alive);
                        (seen <= most && walk.at < last).then_some(Walk {
                            at,
                            alive,
                            seen,
                            ..*walk
                        })
                    },
                    |walk| walk.at == last + 1,
                );
                Some((cells, automaton?))
            }
            Regions::Count(says, region_cells, less) => {
                let mut cells = region_cells.to_vec();
                let last = cells.len();
                cells.push(*says);
                let automaton = Automaton::explore(
                    Walk::default(),
                    board.digits(),
                    |walk, digit| {
                        let at = walk.at + 1;
                        let region = walk.region.or(Some(digit));
                        if walk.at == last {
                            let said = board.value(digit) + less;
                            return (said == walk.seen).then_some(Walk { at, ..Walk::default() });
                        }
                        let seen = walk.seen + i64::from(region == Some(digit));
                        (walk.at < last).then_some(Walk { at, region, alive: true, seen })
                    },
                    |walk| walk.at == last + 1,
                );
                Some((cells, automaton?))
            }
        }
    }
}

/// Places in a list of cells that touch.
fn touching(cells: &[Cell], board: &Board) -> Vec<(u16, u16)> {
    let place = |cell: Cell| cells.iter().position(|&other| other == cell);
    let mut pairs: Vec<(u16, u16)> = Vec::new();
    for (a, b) in board.touching() {
        if let (Some(a), Some(b)) = (place(a), place(b)) {
            pairs.push((a as u16, b as u16));
        }
    }
    pairs
}

impl RuleKind for Regions {
    const NAMES: &'static [&'static str] = &["unknown-regions", "region-run", "region-count"];

    fn name(&self) -> &'static str {
        match self {
            Regions::Unknown(..) => "unknown-regions",
            Regions::Run(..) => "region-run",
            Regions::Count(..) => "region-count",
        }
    }

    fn parts(&self) -> Parts {
        let (number, lists) = match self {
            Regions::Unknown(cells, regions, size) => {
                (*size as i64, vec![cells.to_vec(), regions.to_vec()])
            }
            Regions::Run(says, arms, less) => {
                let arms = arms.iter().map(|arm| arm.to_vec());
                (*less, [vec![*says]].into_iter().chain(arms).collect())
            }
            Regions::Count(says, cells, less) => (*less, vec![vec![*says], cells.to_vec()]),
        };
        Parts { words: Vec::new(), numbers: vec![number], lists }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Regions, RuleError> {
        parts.expect(name, 0, 1, parts.lists.len().max(2))?;
        let number = parts.numbers[0];
        let needs = |what: &str| Err(RuleError::Needs { kind: name, what: what.to_owned() });
        if name == "unknown-regions" {
            let [cells, regions] = parts.lists.as_slice() else {
                return needs("2 lists of cells");
            };
            check_cells(name, cells, 1)?;
            check_cells(name, regions, 1)?;
            let size = usize::try_from(number).unwrap_or(0);
            if size == 0 || cells.len() != regions.len() || !cells.len().is_multiple_of(size) {
                return needs("as many region cells as cells, a multiple of the size of a region");
            }
            let (cells, regions) = (cells.clone().into(), regions.clone().into());
            return Ok(Regions::Unknown(cells, regions, size));
        }
        let (&[says], rest) = (parts.lists[0].as_slice(), &parts.lists[1..]) else {
            return needs("1 cell before the region cells");
        };
        if rest.iter().any(Vec::is_empty) || !(-1..=1).contains(&number) {
            return needs("region cells in every list, and a number of -1, 0 or 1");
        }
        match rest {
            [cells] if name == "region-count" => {
                check_cells(name, cells, 1)?;
                Ok(Regions::Count(says, cells.clone().into(), number))
            }
            _ if name == "region-count" => needs("1 list of region cells"),
            arms if arms.iter().all(|arm| arm[0] == arms[0][0]) => {
                let arms = arms.iter().map(|arm| arm.clone().into()).collect();
                Ok(Regions::Run(says, arms, number))
            }
            _ => needs("arms that begin in the same cell"),
        }
    }

    fn fits(&self, board: &Board) -> Result<(), RuleError> {
        match self {
            Regions::Unknown(cells, _, size) => {
                let many = cells.len() / size > board.size() || *size > board.size();
                let why = "fewer digits than regions or cells of a region";
                if many { Err(RuleError::Board { kind: self.name(), why }) } else { Ok(()) }
            }
            _ if self.line(board).is_none() => {
                Err(RuleError::Board { kind: self.name(), why: "so many region cells" })
            }
            _ => Ok(()),
        }
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        match self {
            Regions::Unknown(cells, regions, size) => {
                let (Some(held), Some(region)) = (values(grid, cells), values(grid, regions))
                else {
                    return Ok(());
                };
                let mut order = region.clone();
                order.retain({
                    let mut seen = Vec::new();
                    move |number| {
                        let new = !seen.contains(number);
                        seen.push(*number);
                        new
                    }
                });
                let first = grid.board().first_value();
                if order.iter().enumerate().any(|(i, &number)| number != first + i as i64) {
                    return breach(regions, "regions are not numbered in their order");
                }
                for number in order {
                    let of = |i: &usize| region[*i] == number;
                    let inside: Vec<usize> = (0..cells.len()).filter(of).collect();
                    let here: Vec<Cell> = inside.iter().map(|&i| cells[i]).collect();
                    if inside.len() != *size {
                        return breach(&here, format!("their region has not {size} cells"));
                    }
                    let mut inner: Vec<i64> = inside.iter().map(|&i| held[i]).collect();
                    inner.sort_unstable();
                    if inner.windows(2).any(|pair| pair[0] == pair[1]) {
                        return breach(&here, "their region holds a digit twice");
                    }
                }
                match hang_together(&region, &touching(cells, grid.board())) {
                    true => Ok(()),
                    false => breach(cells, "a region does not hang together"),
                }
            }
            Regions::Run(says, arms, less) => {
                let cells = [&[*says], &arms.concat()[..]].concat();
                judge(grid, &cells, |held| {
                    let (mut seen, mut at) = (1, 1);
                    for arm in arms {
                        let arm = &held[at..at + arm.len()];
                        seen +=
                            arm[1..].iter().take_while(|&&region| region == arm[0]).count() as i64;
                        at += arm.len();
                    }
                    let said = held[0] + less;
                    if seen == said { Ok(()) } else { Err(format!("{seen} are seen, not {said}")) }
                })
            }
            Regions::Count(says, cells, less) => {
                let all = [&[*says], &cells[..]].concat();
                judge(grid, &all, |held| {
                    let same = held[1..].iter().filter(|&&region| region == held[1]).count() as i64;
                    let said = held[0] + less;
                    let what = || format!("{same} are in the region, not {said}");
                    if same == said { Ok(()) } else { Err(what()) }
                })
            }
        }
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        match self {
            Regions::Unknown(cells, regions, size) => {
                let n_regions = cells.len() / size;
                let numbers: Vec<Digit> = (0..n_regions).filter_map(Digit::from_index).collect();
                let digits: DigitSet = numbers.iter().copied().collect();
                for &cell in regions {
                    lowering.demand(Demand::Allowed { cell, digits });
                }
                let times = (*size).min(255) as u8;
                let multiset = numbers.iter().map(|&number| (number, times, times)).collect();
                lowering.demand(Demand::Among { cells: regions.to_vec(), multiset });
                let pairs = regions.iter().copied().zip(cells.iter().copied()).collect();
                lowering.demand(Demand::PairsDiffer(pairs));
                let touching = touching(cells, board);
                lowering.demand(Demand::Connected { cells: regions.to_vec(), touching });
                // A region may first appear only after the one before it.
                let in_order = Automaton::explore(
                    0usize,
                    digits,
                    |&met, digit| (digit.index() <= met).then(|| met.max(digit.index() + 1)),
                    |_| true,
                );
                let automaton = in_order.expect("there are as many states as regions, and one");
                lowering.demand(Demand::Line { cells: regions.to_vec(), automaton });
            }
            Regions::Run(..) | Regions::Count(..) => {
                let (cells, automaton) = self.line(board).expect("it fits the board");
                lowering.demand(Demand::Line { cells, automaton });
            }
        }
    }

    fn marks(&self, board: &Board) -> Vec<Mark> {
        match self {
            Regions::Unknown(_, _, size) => vec![Mark::Note(format!(
                "The grid falls into connected regions of {size} cells without a repeated digit, to be found."
            ))],
            Regions::Run(says, arms, _) => {
                let names: Vec<String> =
                    arms.iter().map(|arm| board.name(arm[arm.len() - 1])).collect();
                let what = format!(
                    "{} says how many cells of its region are seen towards {}.",
                    board.name(*says),
                    names.join(", ")
                );
                vec![Mark::Sign { cell: *says, sign: InnerSign::Circle }, Mark::Note(what)]
            }
            Regions::Count(says, ..) => {
                vec![Mark::Shade { cells: vec![*says], colour: Colour::Yellow }]
            }
        }
    }
}

/// How far a line of regions is read.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Walk {
    at: usize,
    region: Option<Digit>,
    alive: bool,
    seen: i64,
}
