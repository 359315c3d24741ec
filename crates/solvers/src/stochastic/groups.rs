//! Who disturbs whom, laid out flat for chains that run side by side.
//!
//! A digit in an open cell is disturbed by every peer that holds it too, and by each peer once,
//! also when it shares two houses with the cell. Counting peers one by one would cost twenty
//! steps for every change on a 9x9 board; counting by houses would count the peers in two houses
//! twice. So the peers of a cell are split into few groups without overlap: its box, what the row
//! has outside the box, what the column has outside the box.
//!
//! ```text
//!   B B B | r r r | r r r      B the box (the cell itself, *, among them)
//!   B * B | r r r | r r r      r the row outside the box: one group for B B B of that row
//!   B B B | . . . | . . .      c the column outside the box
//!   ------+-------+------
//!   . c . | . . . | . . .
//! ```
//!
//! A counter belongs to a group and a digit. A cell *reads* one counter for each of its own groups
//! (three here) and *writes* the counters of every group it lies in (five here: its box, two of
//! its row, two of its column). Cells of the same row and box share their groups. On other boards
//! the same splitting is done in the order box, row, column, further regions, so that every board
//! is served and the numbers of reads and writes stay small.

use super::reduced::Reduced;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use sudolab_grid::{Board, Cell, CellSet, Grid, HouseKind};

/// The counter no one writes: what cells with fewer groups than others read instead.
const SILENT: u16 = 0;
/// The counter no one reads.
const UNHEARD: u16 = 1;

/// The groups of a board: computed once, for all its puzzles.
#[derive(Clone, Debug)]
pub struct Geometry {
    board: Arc<Board>,
    /// The groups each cell reads; the first is the only one it lies in itself.
    read_by: Vec<Vec<u16>>,
    /// The groups each cell lies in.
    written_by: Vec<Vec<u16>>,
    n_groups: usize,
    n_reads: usize,
    n_writes: usize,
}

impl Geometry {
    /// Splits the peers of every cell into groups.
    pub fn new(board: &Arc<Board>) -> Geometry {
        let mut sets: Vec<CellSet> = Vec::new();
        let mut known: HashMap<CellSet, u16> = HashMap::new();
        let mut read_by = Vec::with_capacity(board.n_cells());
        for cell in board.cells() {
            let mut houses = board.houses_of(cell).to_vec();
            houses.sort_by_key(|&h| match board.houses()[h].kind() {
                HouseKind::Box => 0,
                _ => h + 1,
            });
            let mut covered = CellSet::EMPTY;
            let mut own = Vec::with_capacity(houses.len());
            for house in houses {
                let all: CellSet = board.houses()[house].cells().iter().copied().collect();
                let new = all - covered;
                covered |= all;
                if new.is_empty() {
                    continue;
                }
                let next = sets.len() as u16;
                let group = *known.entry(new).or_insert(next);
                if group == next {
                    sets.push(new);
                }
                own.push(group);
            }
            read_by.push(own);
        }
        let mut written_by = vec![Vec::new(); board.n_cells()];
        for (group, set) in sets.iter().enumerate() {
            set.iter().for_each(|cell| written_by[cell.index()].push(group as u16));
        }
        let most = |lists: &[Vec<u16>]| lists.iter().map(Vec::len).max().unwrap_or(0).max(1);
        Geometry {
            board: board.clone(),
            n_reads: most(&read_by),
            n_writes: most(&written_by),
            n_groups: sets.len(),
            read_by,
            written_by,
        }
    }

    /// Whether this is the geometry of a board.
    pub fn is_of(&self, board: &Arc<Board>) -> bool {
        Arc::ptr_eq(&self.board, board) || self.board == *board
    }
}

/// Candidates, the counters they read and the counters they write.
#[derive(Clone, Debug)]
pub struct Groups {
    /// The open cells.
    pub cells: Vec<Cell>,
    first: Vec<u32>,
    /// The digit value of each candidate.
    pub digits: Vec<u8>,
    /// Counters read by each candidate, `n_reads` of them one after the other. The first is the
    /// only one that counts the cell itself.
    pub reads: Vec<u16>,
    /// Reads for each candidate.
    pub n_reads: usize,
    /// Counters written by each candidate, `n_writes` of them one after the other.
    pub writes: Vec<u16>,
    /// Writes for each candidate.
    pub n_writes: usize,
    /// How many counters there are.
    pub n_counters: usize,
}

impl Groups {
    /// The groups of a reduced puzzle. Placed cells need none: their digits are struck already.
    pub fn new(reduced: &Reduced, geometry: &Geometry) -> Groups {
        let size = reduced.board().size();
        let n = reduced.n_candidates();
        let mut this = Groups {
            cells: reduced.open.clone(),
            first: Vec::with_capacity(reduced.open.len() + 1),
            digits: Vec::with_capacity(n),
            reads: Vec::with_capacity(n * geometry.n_reads),
            n_reads: geometry.n_reads,
            writes: Vec::with_capacity(n * geometry.n_writes),
            n_writes: geometry.n_writes,
            n_counters: 2 + geometry.n_groups * size,
        };
        this.first.push(0);
        for &cell in &reduced.open {
            let read = &geometry.read_by[cell.index()];
            let written = &geometry.written_by[cell.index()];
            for digit in reduced.candidates[cell.index()].iter() {
                let counter = |&g: &u16| (2 + usize::from(g) * size + digit.index()) as u16;
                this.digits.push(digit.value());
                this.reads.extend(read.iter().map(counter));
                this.reads.extend(std::iter::repeat_n(SILENT, this.n_reads - read.len()));
                this.writes.extend(written.iter().map(counter));
                this.writes.extend(std::iter::repeat_n(UNHEARD, this.n_writes - written.len()));
            }
            this.first.push(this.digits.len() as u32);
        }
        this
    }

    /// The places of a square's candidates.
    #[inline(always)]
    pub fn of(&self, square: usize) -> Range<usize> {
        self.first[square] as usize..self.first[square + 1] as usize
    }

    /// The counters a candidate writes.
    pub fn writes_of(&self, candidate: usize) -> &[u16] {
        &self.writes[candidate * self.n_writes..(candidate + 1) * self.n_writes]
    }

    /// A grid filled with the value each square has.
    pub fn fill(&self, grid: &Grid, value: impl Fn(usize) -> u8) -> Grid {
        let mut filled = grid.values().to_vec();
        for (square, cell) in self.cells.iter().enumerate() {
            filled[cell.index()] = value(square);
        }
        Grid::from_values(grid.board().clone(), &filled)
            .expect("candidates are digits of the board")
    }
}

/// How many pairs of peers hold the same digit.
pub fn conflicts(grid: &Grid) -> u32 {
    let values = grid.values();
    let board = grid.board();
    let of = |cell: Cell| {
        let same = |p: &&Cell| values[p.index()] == values[cell.index()] && **p > cell;
        board.peer_list(cell).iter().filter(same).count() as u32
    };
    grid.filled().map(|(cell, _)| of(cell)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::reduced::Level;
    use super::*;
    use sudolab_grid::Puzzle;
    use sudolab_grid::random::Random;

    #[test]
    fn what_a_candidate_reads_is_how_many_peers_hold_its_digit() {
        let four = Board::of_size(4).unwrap();
        let boards = [
            Board::classic(),
            four.with_extra(&four.diagonals()).unwrap(),
            Board::latin(5).unwrap(),
            Board::irregular(&[0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]).unwrap(),
        ];
        let mut random = Random::new(1);
        for board in boards {
            let puzzle = Puzzle::new(Grid::empty(board.clone()));
            let reduced = Reduced::new(&puzzle, Level::Singles).unwrap();
            let groups = Groups::new(&reduced, &Geometry::new(&board));
            let chosen: Vec<usize> = (0..groups.cells.len())
                .map(|s| groups.of(s).start + random.index(groups.of(s).len()))
                .collect();
            let mut counters = vec![0u32; groups.n_counters];
            for &c in &chosen {
                groups.writes_of(c).iter().for_each(|&w| counters[usize::from(w)] += 1);
            }
            let grid = groups.fill(&reduced.grid, |s| groups.digits[chosen[s]]);
            for (square, &cell) in groups.cells.iter().enumerate() {
                for candidate in groups.of(square) {
                    let reads = &groups.reads[candidate * groups.n_reads..][..groups.n_reads];
                    let read: u32 = reads.iter().map(|&r| counters[usize::from(r)]).sum();
                    let digit = groups.digits[candidate];
                    let holds = |c: Cell| u32::from(grid.values()[c.index()] == digit);
                    let peers: u32 = board.peer_list(cell).iter().map(|&p| holds(p)).sum();
                    assert_eq!(read, peers + holds(cell), "{board} {cell:?} {digit}");
                }
            }
        }
        let classic = Reduced::new(&Puzzle::new(Grid::empty(Board::classic())), Level::Clues);
        let geometry = Geometry::new(&Board::classic());
        let groups = Groups::new(&classic.unwrap(), &geometry);
        assert_eq!((groups.n_reads, groups.n_writes), (3, 5));
    }

    #[test]
    fn conflicts_count_each_pair_once() {
        let mut line =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                .to_owned();
        let count = |line: &str| conflicts(line.parse::<Puzzle>().unwrap().clues());
        assert_eq!(count(&line), 0);
        // A second 3 in row 1 and box 1: r1c2 sees it once, column 1 and others too.
        line.replace_range(0..1, "3");
        assert_eq!(count(&line), 2);
    }
}
