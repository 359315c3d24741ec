//! A 9x9 puzzle in the middle of being solved: placed digits and pencil marks.
//!
//! The marks are held three ways at once, because each technique asks in its own
//! direction and the answer should be one load:
//!
//! ```text
//! candidates[cell]      which digits a cell may still hold     (naked sets, chains)
//! places[house][digit]  at which places a house takes a digit  (hidden sets, fish, strong links)
//! by_digit[digit]       which cells may still hold a digit     (locked candidates, colours)
//! ```
//!
//! Removing one candidate updates all three in a handful of instructions. A placed
//! cell has no candidates.

use std::fmt;
use std::ops::Deref;
use sudolab_exact::UniquePuzzle;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits, House};

/// The pencil marks of a position, in the three views.
///
/// Chains work on copies of the marks alone: what is placed does not change inside
/// an assumption.
#[derive(Clone, PartialEq, Eq)]
pub struct Marks {
    candidates: [u16; 81],
    places: [[u16; 9]; 27],
    by_digit: [Cells; 9],
}

impl Marks {
    /// The digits a cell may still hold; none for a filled cell.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> Digits {
        Digits::from_bits(self.candidates[cell.index()])
    }

    /// The places of a house that may still take a digit, as nine bits.
    #[inline]
    pub fn places(&self, house: House, digit: Digit) -> u16 {
        self.places[house.index()][digit.index()]
    }

    /// The places of a house for each digit in turn.
    #[inline]
    pub fn places_by_digit(&self, house: House) -> &[u16; 9] {
        &self.places[house.index()]
    }

    /// The cells that may still hold a digit.
    #[inline]
    pub fn cells_with(&self, digit: Digit) -> Cells {
        self.by_digit[digit.index()]
    }

    /// The cells of a house that may still hold a digit.
    #[inline]
    pub fn cells_with_in(&self, digit: Digit, house: House) -> Cells {
        self.by_digit[digit.index()].intersection(house.cells())
    }

    /// Whether a cell may still hold a digit.
    #[inline]
    pub fn has(&self, cell: Cell, digit: Digit) -> bool {
        self.candidates[cell.index()] >> digit.index() & 1 != 0
    }

    /// The digits that some of the cells may still hold.
    #[inline]
    pub fn candidates_in(&self, cells: Cells) -> Digits {
        cells.into_iter().fold(Digits::EMPTY, |union, cell| union.union(self.candidates(cell)))
    }

    /// The candidates of these digits in these cells, cell by cell.
    #[inline]
    pub fn among(&self, cells: Cells, digits: Digits) -> impl Iterator<Item = Candidate> + '_ {
        cells.into_iter().flat_map(move |cell| {
            let there = self.candidates(cell).intersection(digits);
            there.into_iter().map(move |digit| Candidate::new(cell, digit))
        })
    }

    /// The cells with at least one candidate.
    #[inline]
    pub fn marked_cells(&self) -> Cells {
        self.by_digit.iter().fold(Cells::EMPTY, |union, &cells| union.union(cells))
    }

    /// The cells by number of candidates: entry `n` holds those with exactly `n`, for
    /// `n` from 1 to 4; entry 0 holds those with at least one.
    ///
    /// Counted for all cells at once: the nine planes are added as one-bit numbers into
    /// a counter of three bits and an overflow.
    pub fn cells_by_size(&self) -> [Cells; 5] {
        let (mut ones, mut twos, mut fours, mut more) = (0u128, 0u128, 0u128, 0u128);
        for plane in self.by_digit.map(Cells::bits) {
            let carry = ones & plane;
            ones ^= plane;
            let carry_two = twos & carry;
            twos ^= carry;
            more |= fours & carry_two;
            fours ^= carry_two;
        }
        let below_four = !fours & !more;
        [
            ones | twos | fours | more,
            ones & !twos & below_four,
            twos & !ones & below_four,
            ones & twos & below_four,
            fours & !ones & !twos & !more,
        ]
        .map(Cells::from_bits)
    }

    /// Cells with exactly this many candidates.
    pub fn cells_of_size(&self, n_candidates: usize) -> Cells {
        match n_candidates {
            1..=4 => self.cells_by_size()[n_candidates],
            _ => self
                .marked_cells()
                .into_iter()
                .filter(|&cell| self.candidates(cell).len() == n_candidates)
                .collect(),
        }
    }

    /// Number of candidates on the whole board.
    pub fn n_candidates(&self) -> usize {
        self.by_digit.iter().map(|cells| cells.len()).sum()
    }

    /// Removes a candidate; does nothing when it is gone already.
    #[inline]
    pub fn remove(&mut self, cell: Cell, digit: Digit) {
        self.candidates[cell.index()] &= !(1 << digit.index());
        self.by_digit[digit.index()].remove(cell);
        for house in cell.houses() {
            self.places[house.index()][digit.index()] &= !(1 << house.place(cell));
        }
    }

    /// Every candidate, cell by cell.
    pub fn all_candidates(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.marked_cells().into_iter().flat_map(|cell| {
            self.candidates(cell).into_iter().map(move |digit| Candidate::new(cell, digit))
        })
    }
}

/// A position: what is placed, what was given, what may still go where.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    marks: Marks,
    values: [u8; 81],
    empty: Cells,
    givens: Cells,
    /// Per house the digits with exactly one place left, kept up to date because the
    /// hidden single is by far the most frequent step.
    singles: [u16; 27],
    n_empty: [u8; 27],
    /// The houses with such a digit, and those with one empty cell, as sets of bits
    /// in the order boxes, columns, rows.
    with_single: u32,
    with_one_empty: u32,
}

/// The bit of a house in the order boxes, columns, rows.
#[inline]
const fn rank(house: House) -> u32 {
    1 << (26 - house.index() / 9 * 9 - 8 + house.number())
}

impl Deref for Position {
    type Target = Marks;

    #[inline]
    fn deref(&self) -> &Marks {
        &self.marks
    }
}

/// What shows that a position has no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breach {
    /// A cell without a digit has no candidate left.
    EmptyCell(Cell),
    /// A house has no place left for a digit it lacks.
    NoPlace {
        /// The house.
        house: House,
        /// The digit.
        digit: Digit,
    },
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyCell(cell) => write!(f, "{cell} has no candidate left"),
            Self::NoPlace { house, digit } => write!(f, "{house} has no place left for {digit}"),
        }
    }
}

/// Why a list of clues is no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// A number above 9 was given for a cell.
    NotADigit {
        /// The cell.
        cell: Cell,
        /// The number found there.
        number: u8,
    },
    /// The puzzle is not on the classic 9x9 board.
    OtherBoard,
    /// The puzzle has rules beyond the houses.
    Rules,
    /// Two cells of one house hold the same digit.
    Conflict {
        /// The first of the two cells.
        first: Cell,
        /// The second of the two cells.
        second: Cell,
        /// The digit in both.
        digit: Digit,
    },
    /// A clue that the puzzle's own candidates for its cell rule out.
    Excluded {
        /// The cell.
        cell: Cell,
        /// The clue in it.
        digit: Digit,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotADigit { cell, number } => {
                write!(f, "{cell}: {number} is not a digit; use 1-9, or 0 for a blank")
            }
            Self::OtherBoard => f.write_str(
                "human techniques know the classic 9x9 board only; solve other boards instead",
            ),
            Self::Rules => {
                f.write_str("human techniques know rows, columns and boxes only, no other rules")
            }
            Self::Conflict { first, second, digit } => {
                write!(f, "{first} and {second} both hold {digit}; change or clear one of them")
            }
            Self::Excluded { cell, digit } => write!(
                f,
                "{cell} holds {digit}, which its candidates exclude; remove the digit or put it back among them"
            ),
        }
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// The empty board with every candidate.
    pub fn empty() -> Self {
        Self {
            marks: Marks {
                candidates: [0x1ff; 81],
                places: [[0x1ff; 9]; 27],
                by_digit: [Cells::ALL; 9],
            },
            values: [0; 81],
            empty: Cells::ALL,
            givens: Cells::EMPTY,
            singles: [0; 27],
            n_empty: [9; 27],
            with_single: 0,
            with_one_empty: 0,
        }
    }

    /// The position after placing these clues: 81 numbers row by row, 0 for a blank.
    /// Candidates are all digits that no peer holds.
    ///
    /// # Errors
    /// When a number is above 9 or two clues contradict each other.
    pub fn from_clues(clues: &[u8; 81]) -> Result<Self, PositionError> {
        let mut position = Self::empty();
        // Which digits each house holds already.
        let mut held = [0u16; 27];
        for cell in Cell::all() {
            let number = clues[cell.index()];
            if number == 0 {
                continue;
            }
            let Some(digit) = Digit::from_number(number) else {
                return Err(PositionError::NotADigit { cell, number });
            };
            for house in cell.houses() {
                if held[house.index()] >> digit.index() & 1 != 0 {
                    let first = house.cells().into_iter().find(|c| clues[c.index()] == number);
                    let first = first.unwrap_or(cell);
                    return Err(PositionError::Conflict { first, second: cell, digit });
                }
                held[house.index()] |= 1 << digit.index();
                position.count_filled(house);
            }
            position.values[cell.index()] = number;
            position.empty.remove(cell);
        }
        position.givens = Cells::ALL.without(position.empty);
        position.fill(&held);
        Ok(position)
    }

    /// Computes all marks from the digits each house holds.
    fn fill(&mut self, held: &[u16; 27]) {
        let marks = &mut self.marks;
        marks.candidates = [0; 81];
        for cell in self.empty {
            let used = cell.houses().map(|house| held[house.index()]);
            marks.candidates[cell.index()] = 0x1ff & !(used[0] | used[1] | used[2]);
        }
        // A digit may go where neither row, column nor box holds it.
        for digit in Digit::all() {
            let mut cells = self.empty;
            for house in House::all() {
                if held[house.index()] >> digit.index() & 1 != 0 {
                    cells = cells.without(house.cells());
                }
            }
            marks.by_digit[digit.index()] = cells;
        }
        for house in House::all() {
            let cells: [u16; 9] =
                std::array::from_fn(|place| marks.candidates[house.cell(place).index()]);
            let places = transpose(&cells);
            let mut singles = 0;
            for (digit, &set) in places.iter().enumerate() {
                singles |= u16::from(set != 0 && set & (set - 1) == 0) << digit;
            }
            marks.places[house.index()] = places;
            self.singles[house.index()] = singles;
            if singles != 0 {
                self.with_single |= rank(house);
            }
        }
    }

    /// The position with these digits placed (0 for a blank) and these pencil marks
    /// in the blank cells. Marks of filled cells are ignored, and so are marks that
    /// a placed peer rules out. Nothing else is checked: the marks may be wrong.
    ///
    /// # Errors
    /// When a number is above 9 or two placed digits contradict each other.
    pub fn from_marks(values: &[u8; 81], marks: &[Digits; 81]) -> Result<Self, PositionError> {
        let mut position = Self::from_clues(values)?;
        for cell in position.empty {
            for digit in position.candidates(cell).without(marks[cell.index()]) {
                position.remove(cell, digit);
            }
        }
        Ok(position)
    }

    /// The position of a puzzle: its clues, and its stated candidates if it has any.
    ///
    /// # Errors
    /// When the board is not the classic 9x9 one, when two clues contradict each other, or when a
    /// clue is not among the candidates that the puzzle states for its cell.
    pub fn from_puzzle(puzzle: &sudolab_grid::Puzzle) -> Result<Self, PositionError> {
        if puzzle.has_rules() {
            return Err(PositionError::Rules);
        }
        let clues = puzzle.clues().as_nine().ok_or(PositionError::OtherBoard)?;
        let Some(stated) = puzzle.stated_candidates() else { return Self::from_clues(clues) };
        let mut marks = [Digits::EMPTY; 81];
        for (cell, &digits) in Cell::all().zip(stated) {
            let Ok(allowed) = Digits::try_from(digits) else {
                return Err(PositionError::OtherBoard);
            };
            if let Some(digit) = Digit::from_number(clues[cell.index()])
                && !allowed.contains(digit)
            {
                return Err(PositionError::Excluded { cell, digit });
            }
            marks[cell.index()] = allowed;
        }
        Self::from_marks(clues, &marks)
    }

    /// The position of a proper puzzle. All techniques may be used on it, also those that assume
    /// that there is one solution.
    ///
    /// # Errors
    /// When the board is not the classic 9x9 one.
    pub fn of_proper(puzzle: &UniquePuzzle) -> Result<Self, PositionError> {
        Self::from_puzzle(puzzle.puzzle())
    }

    /// Reads 81 characters, `1`-`9` for clues and `.`, `0` or `_` for blanks. For
    /// files of puzzles use the reader of the `grid` crate, whose errors are richer.
    pub fn from_line(line: &str) -> Option<Self> {
        let mut clues = [0; 81];
        let bytes = line.as_bytes();
        if bytes.len() < 81 {
            return None;
        }
        for (clue, &byte) in clues.iter_mut().zip(bytes) {
            *clue = match byte {
                b'1'..=b'9' => byte - b'0',
                b'.' | b'0' | b'_' => 0,
                _ => return None,
            };
        }
        Self::from_clues(&clues).ok()
    }

    /// The pencil marks.
    #[inline]
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The digit placed in a cell.
    #[inline]
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        Digit::from_number(self.values[cell.index()])
    }

    /// The cells without a digit.
    #[inline]
    pub fn empty_cells(&self) -> Cells {
        self.empty
    }

    /// The cells that were clues.
    #[inline]
    pub fn givens(&self) -> Cells {
        self.givens
    }

    /// The digits with exactly one place left in a house.
    #[inline]
    pub fn hidden_singles(&self, house: House) -> Digits {
        Digits::from_bits(self.singles[house.index()])
    }

    /// The first hidden single: a house, its last place for a digit, and whether it is
    /// the last empty cell of the house too. Full houses come first; then boxes go
    /// before columns before rows, and smaller digits before larger.
    #[inline]
    pub fn first_hidden_single(&self) -> Option<(House, Candidate, bool)> {
        let full = self.with_single & self.with_one_empty;
        let set = if full != 0 { full } else { self.with_single };
        if set == 0 {
            return None;
        }
        let rank = set.trailing_zeros() as usize;
        let house = House::new(18 - rank / 9 * 9 + rank % 9);
        let digit = Digit::from_index(self.singles[house.index()].trailing_zeros() as usize);
        let place = self.marks.places(house, digit).trailing_zeros() as usize;
        Some((house, Candidate::new(house.cell(place), digit), full != 0))
    }

    /// The same position with only these of its filled cells counted as clues; the
    /// others are the player's. Techniques that avoid a second solution may use the
    /// player's digits but not the clues.
    #[must_use]
    pub fn with_givens(mut self, givens: Cells) -> Self {
        self.givens = givens.without(self.empty);
        self
    }

    /// Number of empty cells in a house.
    #[inline]
    pub fn n_empty_in(&self, house: House) -> usize {
        self.n_empty[house.index()] as usize
    }

    /// Whether every cell holds a digit.
    #[inline]
    pub fn is_solved(&self) -> bool {
        self.empty.is_empty()
    }

    /// Whether some empty cell has no candidate left, or some house no place for a
    /// digit it lacks: then the position has no solution.
    pub fn is_broken(&self) -> bool {
        self.breach().is_some()
    }

    /// What shows that the position has no solution, if something does at a glance.
    pub fn breach(&self) -> Option<Breach> {
        // The digits without a place are those that stand: any other is missing.
        let full = |house: House| {
            let places = self.marks.places_by_digit(house);
            let open = places.iter().map(|&places| u8::from(places != 0)).sum::<u8>();
            open >= self.n_empty[house.index()]
        };
        let filled = |cell: Cell| !self.candidates(cell).is_empty();
        if self.empty.into_iter().all(filled) && House::all().all(full) {
            return None;
        }
        let empty = self.empty.into_iter().find(|&cell| self.candidates(cell).is_empty());
        let homeless = |house: House| {
            let placed: Digits =
                house.cells().into_iter().filter_map(|cell| self.value(cell)).collect();
            let mut missing = Digits::ALL.without(placed).into_iter();
            missing.find(|&digit| self.places(house, digit) == 0).map(|digit| (house, digit))
        };
        empty.map(Breach::EmptyCell).or_else(|| {
            let (house, digit) = House::all().find_map(homeless)?;
            Some(Breach::NoPlace { house, digit })
        })
    }

    /// The placed digits as 81 numbers, 0 for a blank.
    pub fn values(&self) -> &[u8; 81] {
        &self.values
    }

    /// Places a digit and removes it from the candidates of the peers.
    #[inline]
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        for other in self.candidates(cell) {
            self.remove(cell, other);
        }
        self.values[cell.index()] = digit.number();
        self.empty.remove(cell);
        for house in cell.houses() {
            self.count_filled(house);
        }
        for peer in self.marks.by_digit[digit.index()].intersection(cell.peers()) {
            self.remove(peer, digit);
        }
    }

    #[inline]
    fn count_filled(&mut self, house: House) {
        let n_empty = &mut self.n_empty[house.index()];
        *n_empty -= 1;
        let bit = rank(house);
        self.with_one_empty = self.with_one_empty & !bit | if *n_empty == 1 { bit } else { 0 };
    }

    /// Removes a candidate; does nothing when it is gone already.
    #[inline]
    pub fn remove(&mut self, cell: Cell, digit: Digit) {
        self.marks.remove(cell, digit);
        for house in cell.houses() {
            let places = self.marks.places(house, digit);
            let one = places != 0 && places & (places - 1) == 0;
            let singles = &mut self.singles[house.index()];
            *singles = *singles & !(1 << digit.index()) | u16::from(one) << digit.index();
            let bit = rank(house);
            self.with_single = self.with_single & !bit | if *singles != 0 { bit } else { 0 };
        }
    }
}

/// From the digits of nine cells to the cells of nine digits.
fn transpose(cells: &[u16; 9]) -> [u16; 9] {
    let mut places = [0; 9];
    for (place, &digits) in cells.iter().enumerate() {
        for (digit, set) in places.iter_mut().enumerate() {
            *set |= (digits >> digit & 1) << place;
        }
    }
    places
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::all() {
            match self.value(cell) {
                Some(digit) => write!(f, "{digit:<10}")?,
                None => {
                    let marks: String =
                        self.candidates(cell).into_iter().map(|d| d.to_string()).collect();
                    write!(f, "{:<10}", format!("({marks})"))?;
                }
            }
            if cell.column() == 8 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn the_three_views_of_the_marks_agree_after_every_move() {
        let mut position = Position::from_line(EASY).expect("a proper line");
        for _ in 0..5 {
            let cells = position.empty_cells().into_iter();
            let cell = cells.max_by_key(|&c| position.candidates(c).len()).expect("not solved");
            let mut digits = position.candidates(cell).into_iter();
            let (first, second) = (digits.next(), digits.next());
            position.remove(cell, first.expect("several candidates"));
            agree(&position);
            position.place(cell, second.expect("several candidates"));
            agree(&position);
        }
    }

    fn agree(position: &Position) {
        let by_size = position.cells_by_size();
        for cell in Cell::all() {
            let n = position.candidates(cell).len();
            for size in 1..5 {
                assert_eq!(by_size[size].contains(cell), n == size);
            }
        }
        for house in House::all() {
            let n_empty = house.cells().intersection(position.empty_cells()).len();
            assert_eq!(position.n_empty_in(house), n_empty);
        }
        let mut first = None;
        let _ = crate::techniques::hidden_single::find(position, &mut |step| {
            first = step.effect.placements.first().copied();
            std::ops::ControlFlow::Break(())
        });
        assert_eq!(position.first_hidden_single().map(|(_, single, _)| single), first);
        for cell in Cell::all() {
            for digit in Digit::all() {
                let has = position.has(cell, digit);
                assert_eq!(position.cells_with(digit).contains(cell), has);
                for house in cell.houses() {
                    assert_eq!(position.places(house, digit) >> house.place(cell) & 1 != 0, has);
                }
            }
        }
    }

    #[test]
    fn two_equal_clues_in_a_house_are_named() {
        let mut clues = [0; 81];
        clues[0] = 7;
        clues[8] = 7;
        let error = Position::from_clues(&clues).expect_err("a conflict");
        assert_eq!(error.to_string(), "r1c1 and r1c9 both hold 7; change or clear one of them");
    }

    #[test]
    fn given_marks_replace_the_computed_ones() {
        let values = [0; 81];
        let mut marks = [Digits::ALL; 81];
        marks[0] = Digits::from_bits(0b11);
        let position = Position::from_marks(&values, &marks).expect("no clue, no conflict");
        assert_eq!(position.candidates(Cell::new(0)).len(), 2);
        assert_eq!(position.places(House::row(0), Digit::from_index(2)), 0x1fe);
    }
}
