//! Isomorphs: the same puzzle in other clothes.
//!
//! Digits can be renamed and cells moved so that every house stays a house; nothing about the
//! puzzle changes but its looks. On the classic board there are 2 x 6^8 = 3 359 232 ways to move
//! the cells (transposing, and permuting bands, stacks, and the rows and columns inside them) and
//! 9! ways to rename the digits (Russell & Jarvis, *Mathematics of Sudoku II*, 2006). On any board
//! with boxes the same moves exist, transposing only where boxes are square. Irregular boards and
//! boards with extra regions keep the eight turns and reflections of the square, which may lead to
//! another board: an [`Isomorph`] knows the board it starts from and the one it leads to.

use crate::random::Random;
use crate::{Board, Cell, Digit, DigitSet, Grid, Layout, Puzzle, Solution};
use std::fmt;
use std::sync::Arc;

/// A renaming of digits together with a move of cells that turns every house into a house.
///
/// ```
/// use sudolab_grid::{Isomorph, Puzzle, Symmetry, random::Random};
/// let puzzle: Puzzle = "1.3..2..........".parse()?;
/// let turned = Isomorph::symmetry(puzzle.board(), Symmetry::Rotate180).puzzle(&puzzle)?;
/// assert_eq!(turned.to_string(), "..........2..3.1");
///
/// let shuffle = Isomorph::random(puzzle.board(), &mut Random::new(7));
/// let back = shuffle.inverse();
/// assert_eq!(back.puzzle(&shuffle.puzzle(&puzzle)?)?, puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Isomorph {
    source: Arc<Board>,
    target: Arc<Board>,
    /// The new value of each value; a blank (0) stays blank.
    digits: Box<[u8]>,
    /// Where each cell goes.
    cells: Box<[Cell]>,
}

/// The turns and reflections of the square, other than doing nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Symmetry {
    /// A quarter turn clockwise.
    Rotate90,
    /// A half turn.
    Rotate180,
    /// A quarter turn anticlockwise.
    Rotate270,
    /// Left and right change places.
    MirrorHorizontal,
    /// Top and bottom change places.
    MirrorVertical,
    /// Rows become columns: reflection in the diagonal from the top left.
    Transpose,
    /// Reflection in the diagonal from the top right.
    AntiTranspose,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 7] = [
        Symmetry::Rotate90,
        Symmetry::Rotate180,
        Symmetry::Rotate270,
        Symmetry::MirrorHorizontal,
        Symmetry::MirrorVertical,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    /// Where the cell in a row and column goes on a square of `n` rows.
    fn place(self, n: usize, row: usize, column: usize) -> (usize, usize) {
        let (up, left) = (n - 1 - row, n - 1 - column);
        match self {
            Symmetry::Rotate90 => (column, up),
            Symmetry::Rotate180 => (up, left),
            Symmetry::Rotate270 => (left, row),
            Symmetry::MirrorHorizontal => (row, left),
            Symmetry::MirrorVertical => (up, column),
            Symmetry::Transpose => (column, row),
            Symmetry::AntiTranspose => (left, up),
        }
    }

    /// Whether rows become columns.
    fn turns_rows_into_columns(self) -> bool {
        !matches!(self, Symmetry::Rotate180 | Symmetry::MirrorHorizontal | Symmetry::MirrorVertical)
    }
}

/// Why an isomorph cannot be made or applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IsomorphError {
    /// The puzzle or grid lies on another board than the isomorph starts from.
    OtherBoard {
        /// The board the isomorph starts from.
        expected: String,
        /// The board that was given.
        found: String,
    },
    /// The list of digits does not name each digit of the board once.
    Relabelling,
    /// The order of rows or columns does not name each of them once.
    Order,
    /// The moved cells do not form the houses of the board.
    Houses {
        /// A house that is torn apart.
        house: String,
    },
    /// The puzzle has rules beyond the houses, and with other digits they would say something else.
    Rules(String),
    /// The puzzle has rules about where cells lie, which would say something else of moved cells.
    Places(String),
}

impl fmt::Display for IsomorphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IsomorphError::OtherBoard { expected, found } => {
                write!(f, "this isomorph starts from a {expected} board; the given one is {found}")
            }
            IsomorphError::Relabelling => {
                f.write_str("a relabelling needs each digit of the board exactly once")
            }
            IsomorphError::Order => {
                f.write_str("an order of rows or columns needs each of them exactly once")
            }
            IsomorphError::Houses { house } => write!(
                f,
                "{house} would be torn apart; move whole bands and stacks, or rows and columns within one"
            ),
            IsomorphError::Rules(kinds) => write!(
                f,
                "the puzzle has rules beyond the houses ({kinds}), which other digits would change; move cells alone"
            ),
            IsomorphError::Places(kind) => write!(
                f,
                "the puzzle has a rule about where cells lie ({kind}), which moving them would change"
            ),
        }
    }
}

impl std::error::Error for IsomorphError {}

impl Isomorph {
    /// The isomorph that changes nothing.
    pub fn identity(board: &Arc<Board>) -> Isomorph {
        Isomorph {
            source: board.clone(),
            target: board.clone(),
            digits: (0..=board.size() as u8).collect(),
            cells: board.cells().collect(),
        }
    }

    /// A turn or reflection. The board it leads to may be another one: boxes of 2x3 cells become
    /// 3x2 by transposing, and an irregular region map turns along. A board of its own form stays
    /// as it is unless its cells go to one another and its houses stay houses.
    pub fn symmetry(board: &Arc<Board>, symmetry: Symmetry) -> Isomorph {
        let n = board.rows();
        let to = |cell: Cell| {
            let (row, column) = board.place(cell).filter(|_| board.columns() == n)?;
            let (row, column) = symmetry.place(n, row, column);
            board.cell_at(row, column)
        };
        let cells: Option<Box<[Cell]>> = board.cells().map(to).collect();
        let Some(cells) = cells else { return Isomorph::identity(board) };
        if board.frame().is_some() && torn_house(board, &cells, board).is_some() {
            return Isomorph::identity(board);
        }
        let target = image(board, &cells, symmetry.turns_rows_into_columns());
        Isomorph { target, cells, ..Isomorph::identity(board) }
    }

    /// A renaming: digit 1 becomes the first of the list, 2 the second, and so on.
    pub fn relabel(board: &Arc<Board>, to: &[Digit]) -> Result<Isomorph, IsomorphError> {
        let all: DigitSet = to.iter().copied().collect();
        if to.len() != board.size() || all != board.digits() {
            return Err(IsomorphError::Relabelling);
        }
        let digits = std::iter::once(0).chain(to.iter().map(|d| d.value())).collect();
        Ok(Isomorph { digits, ..Isomorph::identity(board) })
    }

    /// A new order of rows and columns: the first row of the result is row `rows[0]` of the
    /// original (counted from 0), and so on. Every house must stay a house.
    pub fn lines(
        board: &Arc<Board>,
        rows: &[usize],
        columns: &[usize],
    ) -> Result<Isomorph, IsomorphError> {
        if board.frame().is_some() {
            return Err(IsomorphError::Order);
        }
        let (to_row, to_column) = (inverse_order(board, rows)?, inverse_order(board, columns)?);
        let cells: Box<[Cell]> = board
            .cells()
            .map(|c| board.cell(to_row[board.row(c)], to_column[board.column(c)]))
            .collect();
        match torn_house(board, &cells, board) {
            Some(house) => Err(IsomorphError::Houses { house: board.houses()[house].to_string() }),
            None => Ok(Isomorph { cells, ..Isomorph::identity(board) }),
        }
    }

    /// A random isomorph that leads back to the same board, each equally likely among those known:
    /// all moves and renamings on boards with boxes and Latin squares; renamings and the turns and
    /// reflections that keep the regions on irregular boards and those with extra regions.
    pub fn random(board: &Arc<Board>, random: &mut Random) -> Isomorph {
        let mut digits: Vec<u8> = (1..=board.size() as u8).collect();
        random.shuffle(&mut digits);
        digits.insert(0, 0);
        let moved = match Blocks::of(board) {
            Some(blocks) => {
                let rows = random_order(board.size(), blocks.rows, random);
                let columns = random_order(board.size(), blocks.columns, random);
                let lines = Isomorph::lines(board, &rows, &columns)
                    .expect("whole bands and stacks keep the houses of a board with boxes");
                if blocks.transposes && random.below(2) == 1 {
                    lines.then(&Isomorph::symmetry(board, Symmetry::Transpose))
                } else {
                    lines
                }
            }
            None => {
                let mut kept: Vec<Isomorph> = Symmetry::ALL
                    .into_iter()
                    .map(|symmetry| Isomorph::symmetry(board, symmetry))
                    .filter(|isomorph| isomorph.target == *board)
                    .collect();
                kept.push(Isomorph::identity(board));
                kept.swap_remove(random.index(kept.len()))
            }
        };
        Isomorph { digits: digits.into(), ..moved }
    }

    /// Moves without renaming, by the parts the canonical forms work out.
    pub(crate) fn from_parts(board: &Arc<Board>, digits: &[u8], cells: Vec<Cell>) -> Isomorph {
        Isomorph {
            source: board.clone(),
            target: board.clone(),
            digits: digits.into(),
            cells: cells.into(),
        }
    }

    /// The board it starts from.
    pub fn source(&self) -> &Arc<Board> {
        &self.source
    }

    /// The board it leads to.
    pub fn target(&self) -> &Arc<Board> {
        &self.target
    }

    /// What a digit becomes.
    pub fn digit(&self, digit: Digit) -> Digit {
        Digit::from_number(self.digits[usize::from(digit.value())]).expect("digits become digits")
    }

    /// Where a cell goes.
    pub fn cell(&self, cell: Cell) -> Cell {
        self.cells[cell.index()]
    }

    /// First this one, then the other.
    ///
    /// # Panics
    /// When the other does not start from the board this one leads to.
    pub fn then(&self, other: &Isomorph) -> Isomorph {
        assert!(self.target == other.source, "the second isomorph starts where the first leads");
        Isomorph {
            source: self.source.clone(),
            target: other.target.clone(),
            digits: self.digits.iter().map(|&v| other.digits[usize::from(v)]).collect(),
            cells: self.cells.iter().map(|&c| other.cell(c)).collect(),
        }
    }

    /// The isomorph that undoes this one.
    pub fn inverse(&self) -> Isomorph {
        let mut digits = self.digits.clone();
        for (from, &to) in self.digits.iter().enumerate() {
            digits[usize::from(to)] = from as u8;
        }
        let mut cells = self.cells.clone();
        for (from, &to) in self.cells.iter().enumerate() {
            cells[to.index()] = Cell::new(from);
        }
        Isomorph { source: self.target.clone(), target: self.source.clone(), digits, cells }
    }

    /// The isomorph of a grid.
    pub fn grid(&self, grid: &Grid) -> Result<Grid, IsomorphError> {
        self.check_board(grid.board())?;
        let mut values = vec![0; self.cells.len()];
        for (&value, &to) in grid.values().iter().zip(&self.cells) {
            values[to.index()] = self.digits[usize::from(value)];
        }
        Ok(Grid::from_values(self.target.clone(), &values)
            .expect("renamed digits of a grid fit its board"))
    }

    /// The isomorph of a puzzle, stated candidates and rules included.
    pub fn puzzle(&self, puzzle: &Puzzle) -> Result<Puzzle, IsomorphError> {
        let moved = self.clues_and_candidates(puzzle)?;
        if !puzzle.has_rules() {
            return Ok(moved);
        }
        let renames = self.digits.iter().enumerate().any(|(from, &to)| from != usize::from(to));
        if renames {
            return Err(IsomorphError::Rules(puzzle.rules().kinds()));
        }
        let moves = puzzle.board().cells().any(|cell| self.cell(cell) != cell);
        if let Some(rule) = puzzle.rules().iter().find(|rule| moves && rule.is_about_places()) {
            return Err(IsomorphError::Places(rule.name().to_owned()));
        }
        let to = |cell| self.cell(cell);
        let rules: Result<Vec<_>, _> = puzzle.rules().iter().map(|rule| rule.moved(&to)).collect();
        let moved = rules.and_then(|rules| moved.with_rules(rules));
        Ok(moved.expect("moved cells lie on the board they moved to, each in its own place"))
    }

    fn clues_and_candidates(&self, puzzle: &Puzzle) -> Result<Puzzle, IsomorphError> {
        let clues = self.grid(puzzle.clues())?;
        let Some(stated) = puzzle.stated_candidates() else {
            return Ok(Puzzle::new(clues));
        };
        let mut sets = vec![DigitSet::EMPTY; self.cells.len()];
        for (set, &to) in stated.iter().zip(&self.cells) {
            sets[to.index()] = set.iter().map(|d| self.digit(d)).collect();
        }
        Ok(Puzzle::with_candidates(clues, sets).expect("there is one set for each cell"))
    }

    /// The isomorph of a solution.
    pub fn solution(&self, solution: &Solution) -> Result<Solution, IsomorphError> {
        let grid = self.grid(solution.grid())?;
        let empty = Puzzle::new(Grid::empty(self.target.clone()));
        Ok(Solution::check(&empty, grid).expect("an isomorph keeps the rules"))
    }

    fn check_board(&self, board: &Arc<Board>) -> Result<(), IsomorphError> {
        if *board == self.source {
            return Ok(());
        }
        let mut expected = self.source.to_string();
        let mut found = board.to_string();
        if expected == found {
            // Two boards of one kind: the reader needs to be told that the regions differ.
            expected.push_str(" (one region map)");
            found.push_str(" (another region map)");
        }
        Err(IsomorphError::OtherBoard { expected, found })
    }
}

impl fmt::Debug for Isomorph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Isomorph")
            .field("source", &self.source.to_string())
            .field("digits", &self.digits)
            .field("cells", &self.cells)
            .finish()
    }
}

/// How rows and columns of a board hang together: bands of `rows` rows, stacks of `columns`
/// columns.
pub(crate) struct Blocks {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) transposes: bool,
}

impl Blocks {
    /// `None` for irregular boards and those with extra regions.
    pub(crate) fn of(board: &Board) -> Option<Blocks> {
        if board.extra_regions().next().is_some() {
            return None;
        }
        let n = board.size();
        let (rows, columns) = match board.layout() {
            Layout::Boxes { rows, columns } => (usize::from(*rows), usize::from(*columns)),
            // One band of all rows: every order of rows and of columns keeps a Latin square.
            Layout::Latin => (n, n),
            Layout::Regions(_) | Layout::Free => return None,
        };
        Some(Blocks { rows, columns, transposes: rows == columns })
    }
}

/// A random order of `n` lines that keeps blocks of `block` lines together.
fn random_order(n: usize, block: usize, random: &mut Random) -> Vec<usize> {
    let mut blocks: Vec<usize> = (0..n / block).collect();
    random.shuffle(&mut blocks);
    let mut order = Vec::with_capacity(n);
    for b in blocks {
        let mut lines: Vec<usize> = (b * block..(b + 1) * block).collect();
        random.shuffle(&mut lines);
        order.append(&mut lines);
    }
    order
}

fn inverse_order(board: &Board, order: &[usize]) -> Result<Vec<usize>, IsomorphError> {
    let n = board.size();
    let mut inverse = vec![usize::MAX; n];
    for (to, &from) in order.iter().enumerate() {
        if from < n {
            inverse[from] = to;
        }
    }
    if order.len() != n || inverse.contains(&usize::MAX) {
        return Err(IsomorphError::Order);
    }
    Ok(inverse)
}

/// The first house of `from` that the move does not turn into a house of `to`.
fn torn_house(from: &Board, cells: &[Cell], to: &Board) -> Option<usize> {
    let houses: std::collections::HashSet<&[Cell]> =
        to.houses().iter().map(|house| house.cells()).collect();
    from.houses().iter().position(|house| {
        let mut moved: Vec<Cell> = house.cells().iter().map(|c| cells[c.index()]).collect();
        moved.sort_unstable();
        !houses.contains(moved.as_slice())
    })
}

/// The board a turn or reflection leads to; the same one when all houses fall on houses.
fn image(board: &Arc<Board>, cells: &[Cell], transposed: bool) -> Arc<Board> {
    if torn_house(board, cells, board).is_none() {
        return board.clone();
    }
    let plain = match board.layout() {
        Layout::Boxes { rows, columns } if transposed => Board::boxes(*columns, *rows),
        Layout::Boxes { rows, columns } => Board::boxes(*rows, *columns),
        Layout::Latin => Board::latin(board.size()),
        Layout::Regions(map) => {
            let mut moved = map.clone();
            for (&region, &to) in map.iter().zip(cells) {
                moved[to.index()] = region;
            }
            Board::irregular(&moved)
        }
        Layout::Free => return board.clone(),
    };
    let extra: Vec<Vec<Cell>> = board
        .extra_regions()
        .map(|house| house.cells().iter().map(|c| cells[c.index()]).collect())
        .collect();
    let turned = plain.and_then(|b| b.with_extra(&extra));
    let turned = turned.and_then(|b| b.with_first_value(board.first_value()));
    turned.expect("a turned board is a board")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn boards() -> Vec<Arc<Board>> {
        let classic = Board::classic();
        let snake: Vec<u8> = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3].to_vec();
        vec![
            classic.clone(),
            classic.with_extra(&classic.diagonals()).unwrap(),
            Board::boxes(2, 3).unwrap(),
            Board::boxes(3, 4).unwrap(),
            Board::latin(7).unwrap(),
            Board::irregular(&snake).unwrap(),
        ]
    }

    /// A grid with every digit somewhere; the rules do not matter here.
    fn striped(board: &Arc<Board>) -> Grid {
        let n = board.size();
        let values: Vec<u8> = (0..n * n).map(|i| (i * i % (n + 1)) as u8).collect();
        Grid::from_values(board.clone(), &values).unwrap()
    }

    #[test]
    fn rules_move_with_their_cells_and_are_not_relabelled() {
        let puzzle: Puzzle = "1...............".parse().unwrap();
        let rule = crate::Rule::from_text("thermometer r1c1 r1c2", puzzle.board()).unwrap();
        let puzzle = puzzle.with_rules(vec![rule]).unwrap();
        let transpose = Isomorph::symmetry(puzzle.board(), Symmetry::Transpose);
        let moved = transpose.puzzle(&puzzle).unwrap();
        assert_eq!(moved.rules().as_slice()[0].text(moved.board()), "thermometer r1c1 r2c1");
        let digits: Vec<Digit> = [2, 1, 3, 4].into_iter().filter_map(Digit::from_number).collect();
        let relabelled = Isomorph::relabel(puzzle.board(), &digits).unwrap().puzzle(&puzzle);
        assert_eq!(relabelled, Err(IsomorphError::Rules("thermometer".into())));
        assert_eq!(
            crate::Canonical::of(&puzzle),
            Err(crate::CanonicalError::Rules("thermometer".into()))
        );
    }

    #[test]
    fn the_inverse_undoes_and_composition_acts_in_order() {
        let mut random = Random::new(3);
        for board in boards() {
            let grid = striped(&board);
            let (a, b) =
                (Isomorph::random(&board, &mut random), Isomorph::random(&board, &mut random));
            let both = a.then(&b).grid(&grid).unwrap();
            assert_eq!(both, b.grid(&a.grid(&grid).unwrap()).unwrap());
            assert_eq!(a.then(&a.inverse()), Isomorph::identity(&board));
            for symmetry in Symmetry::ALL {
                let turn = Isomorph::symmetry(&board, symmetry);
                let back = turn.inverse().grid(&turn.grid(&grid).unwrap()).unwrap();
                assert_eq!(back, grid, "{board} {symmetry:?}");
                assert!(torn_house(&board, &turn.cells, &turn.target).is_none());
            }
        }
    }

    #[test]
    fn random_isomorphs_keep_every_house() {
        let mut random = Random::new(11);
        for board in boards() {
            for _ in 0..20 {
                let isomorph = Isomorph::random(&board, &mut random);
                assert_eq!(isomorph.target(), &board);
                assert_eq!(torn_house(&board, &isomorph.cells, &board), None, "{board}");
            }
        }
    }

    #[test]
    fn quarter_turns_and_reflections_compose_as_in_the_square() {
        let board = Board::classic();
        let of = |s| Isomorph::symmetry(&board, s);
        let quarter = of(Symmetry::Rotate90);
        assert_eq!(quarter.then(&quarter), of(Symmetry::Rotate180));
        assert_eq!(quarter.then(&quarter).then(&quarter), of(Symmetry::Rotate270));
        assert_eq!(of(Symmetry::Transpose).then(&of(Symmetry::MirrorHorizontal)), quarter);
        assert_eq!(
            of(Symmetry::Rotate180).then(&of(Symmetry::Transpose)),
            of(Symmetry::AntiTranspose)
        );
        // The top left cell goes to the top right by a clockwise quarter turn.
        assert_eq!(quarter.cell(board.cell(0, 0)), board.cell(0, 8));
    }

    #[test]
    fn a_solution_stays_a_solution_and_candidates_move_along() {
        let puzzle: Puzzle = PUZZLE.parse().unwrap();
        let filled = puzzle.board().grid_from_line(SOLVED).unwrap();
        let solution = Solution::check(&puzzle, filled).unwrap();
        let stated =
            Puzzle::with_candidates(puzzle.clues().clone(), puzzle.open_candidates()).unwrap();
        let mut random = Random::new(5);
        for _ in 0..50 {
            let isomorph = Isomorph::random(puzzle.board(), &mut random);
            let moved = isomorph.puzzle(&stated).unwrap();
            let solved = isomorph.solution(&solution).unwrap();
            assert_eq!(Solution::check(&moved, solved.grid().clone()), Ok(solved));
            let open = Puzzle::new(moved.clues().clone()).open_candidates();
            assert_eq!(moved.stated_candidates(), Some(open.as_slice()));
        }
    }

    #[test]
    fn transposing_boxes_wider_than_high_leads_to_the_tall_board() {
        let wide = Board::boxes(2, 3).unwrap();
        let turned = Isomorph::symmetry(&wide, Symmetry::Transpose);
        assert_eq!(turned.target(), &Board::boxes(3, 2).unwrap());
        assert_eq!(Isomorph::symmetry(&wide, Symmetry::Rotate180).target(), &wide);
    }

    #[test]
    fn an_irregular_board_turns_its_regions_along() {
        let board = boards().pop().unwrap();
        let turned = Isomorph::symmetry(&board, Symmetry::MirrorHorizontal);
        let Layout::Regions(map) = turned.target().layout() else { panic!("still irregular") };
        assert_eq!(map[..4], [1, 0, 0, 0]);
    }

    #[test]
    fn wrong_lists_and_torn_houses_are_refused_with_a_reason() {
        let board = Board::classic();
        let digits: Vec<Digit> = board.digits().iter().collect();
        assert!(Isomorph::relabel(&board, &digits).is_ok());
        assert_eq!(Isomorph::relabel(&board, &digits[1..]), Err(IsomorphError::Relabelling));
        let same: Vec<usize> = (0..9).collect();
        assert_eq!(Isomorph::lines(&board, &same[1..], &same), Err(IsomorphError::Order));
        let mut swapped = same.clone();
        swapped.swap(2, 3);
        let error = Isomorph::lines(&board, &swapped, &same).unwrap_err();
        assert!(error.to_string().starts_with("box 1 would be torn apart"), "{error}");
        let error =
            Isomorph::identity(&Board::boxes(2, 2).unwrap()).grid(&Grid::empty(board)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "this isomorph starts from a 4x4 board; the given one is 9x9"
        );
    }
}
