//! The least isomorph of a 9x9 grid, row by row.
//!
//! Idea: build the least string row after row and keep every partial isomorph that reaches it. A
//! partial isomorph is kept *lazily*. It says which rows come first, but about the columns only
//! what the rows so far have decided: an ordered partition of each stack's columns into classes,
//! any order inside a class giving the same rows so far.
//!
//! ```text
//! row chosen first   . 5 . | . . . | 8 . 2        the string  0 0 0 | 0 0 1 | 0 2 3
//! stacks in order      2       1       3
//! classes            {c4 c5 c6} | {c1 c3} {c2} | {c8} {c7 c9}
//! ```
//!
//! Digits are renamed in the order they appear, so in the picture 8 and 2 get the labels 2 and 3,
//! but which gets which hangs on the order of c7 and c9. That, too, is kept open: a digit is
//! *anchored* to the column in which it first appeared, and its label is the place of that column
//! plus a constant. The partition of the columns is thus the whole unknown. The next row is
//! written from left to right, blanks first in each class; where a class leaves a choice the least
//! label that can still be had is taken, which fixes a column of this row and perhaps the anchor
//! of its digit, and only true ties branch. A stack that has been blank in all rows so far has no
//! place among its like yet (a *fresh* stack); fresh stacks stand leftmost.
//!
//! Rows of a band with the same content, bands with the same rows and columns that tie with the
//! same content can change places without changing anything, so only one of them is tried and the
//! others are counted. Therefore grids with much room for symmetry (empty, nearly empty) cost
//! nothing extra, and no case needs a fallback.
//!
//! The number of isomorphs that reach the least string is the number of automorphisms: each
//! surviving partial isomorph stands for a product of factorials of them.
//!
//! Grids that break the rules have a least form as well; nothing here leans on the rules except
//! the speed.

/// A grid's least isomorph and how it is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Least {
    /// The least isomorph, row by row, 0 for a blank.
    pub values: [u8; 81],
    /// How many isomorphs, relabellings included, lead from the grid to itself.
    pub automorphisms: u64,
    /// Where each cell goes, for one of the isomorphs that reach `values`.
    pub cells: [u8; 81],
    /// What each digit becomes, index 0 being the blank.
    pub digits: [u8; 10],
}

/// Finds least isomorphs; keep one for many grids, it reuses its memory.
#[derive(Clone, Debug, Default)]
pub struct LeastForm {
    /// The partial isomorphs that reach the least rows so far, and those of the row before.
    now: Vec<Partial>,
    before: Vec<Partial>,
}

/// No digit has been anchored yet.
const NOWHERE: u8 = u8::MAX;

/// What rows, columns and bands of one orientation look like.
struct View {
    /// The values of each row.
    rows: [[u8; 9]; 9],
    /// For each row, which columns hold a clue.
    clues: [u16; 9],
    /// For each row the earlier row of its band with the same content, or itself.
    row_twin: [u8; 9],
    /// For each band the earlier band with the same rows, or itself.
    band_twin: [u8; 3],
    /// The values of each column as one number.
    columns: [u64; 9],
}

/// A partial isomorph: see the essay above.
#[derive(Clone, Copy, Debug)]
struct Partial {
    /// How many complete isomorphs the choices so far stand for.
    weight: u64,
    // The tables are longer than needed, so that an index of four bits needs no check.
    /// The columns in order of place; inside a class the order means nothing yet.
    column_at: [u8; 16],
    /// The place of each column.
    place_of: [u8; 16],
    /// Bit p: a class begins at place p. Bit 9 closes the last one.
    borders: u16,
    /// The column each digit is anchored to, and what is added to its place to get the label.
    anchor: [u8; 16],
    offset: [i8; 16],
    next_label: u8,
    /// How many stacks, leftmost, have been blank in every row so far.
    fresh: u8,
    transposed: bool,
    rows_used: u16,
    row_at: [u8; 9],
}

impl LeastForm {
    /// A finder without any grid yet.
    pub fn new() -> LeastForm {
        LeastForm::default()
    }

    /// The least isomorph of a grid: the isomorph whose cells, read row by row with 0 for a
    /// blank, come first in lexicographic order.
    ///
    /// Values above 9 are taken as blanks.
    pub fn find(&mut self, values: &[u8; 81]) -> Least {
        let rows: [[u8; 9]; 9] = std::array::from_fn(|r| {
            std::array::from_fn(|c| if values[9 * r + c] <= 9 { values[9 * r + c] } else { 0 })
        });
        let turned = std::array::from_fn(|r| std::array::from_fn(|c| rows[c][r]));
        let views = [View::new(rows), View::new(turned)];
        self.now.clear();
        self.now.extend([false, true].map(Partial::start));
        let mut least = [0u64; 9];
        for (k, best) in least.iter_mut().enumerate() {
            *best = self.add_row(&views, k);
        }
        let first = self.now[0];
        let unused = 9 - (first.next_label - 1);
        let orders: u64 = self.now.iter().map(Partial::complete_weight).sum();
        let view = &views[usize::from(first.transposed)];
        let mut cells = [0; 81];
        for (r, &row) in first.row_at.iter().enumerate() {
            for (c, &column) in first.column_at[..9].iter().enumerate() {
                let from = match first.transposed {
                    false => 9 * row + column,
                    true => 9 * column + row,
                };
                cells[usize::from(from)] = (9 * r + c) as u8;
            }
        }
        debug_assert!((0..9).all(|r| first.pack(view, r) == least[r]));
        Least {
            values: std::array::from_fn(|i| (least[i / 9] >> (4 * (8 - i % 9)) & 15) as u8),
            automorphisms: orders * factorial(unused),
            cells,
            digits: first.labels(),
        }
    }

    /// Extends every partial isomorph by each row that may come next as row `k`, keeps those that
    /// give the least one, and returns it.
    fn add_row(&mut self, views: &[View; 2], k: usize) -> u64 {
        std::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
        let mut search = RowSearch { best: u64::MAX, found: &mut self.now };
        for partial in &self.before {
            let view = &views[usize::from(partial.transposed)];
            let bands = match k % 3 {
                0 => 0..3,
                _ => {
                    let band = usize::from(partial.row_at[k - 1] / 3);
                    band..band + 1
                }
            };
            for band in bands {
                let band_factor = match k % 3 {
                    0 => match partial.free_twin_bands(view, band) {
                        0 => continue,
                        twins => twins,
                    },
                    _ => 1,
                };
                for row in 3 * band..3 * band + 3 {
                    let twins = partial.free_twin_rows(view, row);
                    if twins == 0 {
                        continue;
                    }
                    let mut next = *partial;
                    next.weight *= band_factor * twins;
                    next.rows_used |= 1 << row;
                    next.row_at[k] = row as u8;
                    search.order_fresh_stacks(next, view, row);
                }
            }
        }
        search.best
    }
}

impl View {
    fn new(rows: [[u8; 9]; 9]) -> View {
        let pack = |values: &mut dyn Iterator<Item = u8>| {
            values.fold(0u64, |packed, value| packed << 4 | u64::from(value))
        };
        let packed: [u64; 9] = std::array::from_fn(|r| pack(&mut rows[r].iter().copied()));
        let twin = |r: usize| (r / 3 * 3..r).find(|&s| packed[s] == packed[r]).unwrap_or(r);
        let sorted: [[u64; 3]; 3] = std::array::from_fn(|b| {
            let mut band = [packed[3 * b], packed[3 * b + 1], packed[3 * b + 2]];
            band.sort_unstable();
            band
        });
        let band_twin = |b: usize| (0..b).find(|&a| sorted[a] == sorted[b]).unwrap_or(b);
        View {
            clues: std::array::from_fn(|r| {
                (0..9).fold(0, |mask, c| mask | u16::from(rows[r][c] != 0) << c)
            }),
            row_twin: std::array::from_fn(|r| twin(r) as u8),
            band_twin: std::array::from_fn(|b| band_twin(b) as u8),
            columns: std::array::from_fn(|c| pack(&mut rows.iter().map(|row| row[c]))),
            rows,
        }
    }
}

impl Partial {
    fn start(transposed: bool) -> Partial {
        let order = std::array::from_fn(|i| i as u8);
        Partial {
            weight: 1,
            column_at: order,
            place_of: order,
            borders: 0b10_0100_1001,
            anchor: [NOWHERE; 16],
            offset: [0; 16],
            next_label: 1,
            fresh: 3,
            transposed,
            rows_used: 0,
            row_at: [0; 9],
        }
    }

    /// How many rows like this one are still free in its band; 0 when this one is used or when an
    /// earlier one of them stands for it.
    fn free_twin_rows(&self, view: &View, row: usize) -> u64 {
        let free = |r: usize| self.rows_used >> r & 1 == 0;
        let band = row / 3 * 3..row / 3 * 3 + 3;
        let mut twins = band.filter(|&r| free(r) && view.row_twin[r] == view.row_twin[row]);
        match twins.next() {
            Some(first) if first == row => 1 + twins.count() as u64,
            _ => 0,
        }
    }

    /// The same for bands none of whose rows is used.
    fn free_twin_bands(&self, view: &View, band: usize) -> u64 {
        let free = |b: usize| self.rows_used >> (3 * b) & 7 == 0;
        let mut twins = (0..3).filter(|&b| free(b) && view.band_twin[b] == view.band_twin[band]);
        match twins.next() {
            Some(first) if first == band => 1 + twins.count() as u64,
            _ => 0,
        }
    }

    /// Where the class of a place begins.
    #[inline]
    fn class_start(&self, place: usize) -> usize {
        let below = self.borders & ((2u16 << place) - 1);
        15 - below.leading_zeros() as usize
    }

    /// Where the class of a place ends, one beyond its last place.
    #[inline]
    fn class_end(&self, place: usize) -> usize {
        (self.borders & !((2u16 << place) - 1)).trailing_zeros() as usize
    }

    #[inline]
    fn swap_places(&mut self, a: usize, b: usize) {
        self.column_at.swap(a, b);
        self.place_of[usize::from(self.column_at[a]) & 15] = a as u8;
        self.place_of[usize::from(self.column_at[b]) & 15] = b as u8;
    }

    /// Puts a column first in its class and into a class of its own.
    #[inline]
    fn settle(&mut self, column: u8) {
        let place = usize::from(self.place_of[usize::from(column) & 15]);
        if self.borders >> place & 3 == 3 {
            return;
        }
        let start = self.class_start(place);
        self.swap_places(start, place);
        self.borders |= 2 << start;
    }

    /// Puts a column first in its class and gives its digit the least label it can have.
    #[inline]
    fn choose(&mut self, column: u8, values: &[u8; 9]) {
        self.settle(column);
        let digit = usize::from(values[usize::from(column)]);
        if self.anchor[digit] == NOWHERE {
            self.anchor[digit] = column;
            let place = self.place_of[usize::from(column) & 15];
            self.offset[digit] = self.next_label as i8 - place as i8;
            self.next_label += 1;
        } else {
            self.settle(self.anchor[digit]);
        }
    }

    /// Gives the next labels to the new digits at the places of a class, whatever the order of its
    /// columns will be. Not possible, and nothing done, when one of them occurs twice.
    #[inline]
    fn anchor_all(&mut self, values: &[u8; 9], place: usize, end: usize) -> bool {
        let columns = &self.column_at[place..end];
        let seen = columns.iter().fold(0u16, |set, &c| set | 1 << values[usize::from(c)]);
        if seen.count_ones() as usize != end - place {
            return false;
        }
        for &column in columns {
            let digit = usize::from(values[usize::from(column)]);
            self.anchor[digit] = column;
            self.offset[digit] = self.next_label as i8 - place as i8;
        }
        self.next_label += (end - place) as u8;
        true
    }

    /// The least label a digit can have when `column`, which stands at `place` at the latest, is
    /// put there. A digit that is not yet anchored gets the next label.
    #[inline]
    fn least_label(&self, digit: u8, column: u8, place: usize, end: usize) -> u8 {
        let anchor = self.anchor[usize::from(digit) & 15];
        if anchor == NOWHERE {
            return self.next_label;
        }
        let at = usize::from(self.place_of[usize::from(anchor) & 15]);
        let start = if anchor == column {
            place
        } else if (place..end).contains(&at) {
            // The anchor shares the class of the column, which takes the first place.
            place + 1
        } else {
            self.class_start(at)
        };
        (start as i8 + self.offset[usize::from(digit) & 15]) as u8
    }

    /// The complete isomorphs this one stands for, but for the unused digits.
    fn complete_weight(&self) -> u64 {
        let mut weight = self.weight * factorial(self.fresh);
        let mut start = 0;
        while start < 9 {
            let end = self.class_end(start);
            weight *= factorial((end - start) as u8);
            start = end;
        }
        weight
    }

    /// The label of every value; unused digits get the labels left over.
    fn labels(&self) -> [u8; 10] {
        let mut next = self.next_label;
        let mut labels = [0; 10];
        for digit in 1..10 {
            let anchor = self.anchor[digit];
            labels[digit] = if anchor == NOWHERE {
                next += 1;
                next - 1
            } else {
                (self.place_of[usize::from(anchor) & 15] as i8 + self.offset[digit]) as u8
            };
        }
        labels
    }

    /// Row `k` of the result as one number.
    fn pack(&self, view: &View, k: usize) -> u64 {
        let labels = self.labels();
        let row = &view.rows[usize::from(self.row_at[k])];
        let value = |&column: &u8| u64::from(labels[usize::from(row[usize::from(column)])]);
        self.column_at[..9].iter().fold(0, |packed, column| packed << 4 | value(column))
    }
}

/// The search for the least form of one row.
struct RowSearch<'a> {
    /// The least row so far, four bits for each value, the first place highest.
    best: u64,
    found: &'a mut Vec<Partial>,
}

impl RowSearch<'_> {
    /// Decides the order of the fresh stacks as far as the row tells them apart: blank ones first,
    /// then by number of clues; equal numbers are tried in every order.
    fn order_fresh_stacks(&mut self, mut partial: Partial, view: &View, row: usize) {
        let fresh = usize::from(partial.fresh);
        if fresh == 0 {
            return self.write(partial, view, row, 0, 0);
        }
        let count = |stack: u8| (view.clues[row] >> (3 * stack) & 7).count_ones();
        let mut stacks = [0u8; 3];
        for (i, stack) in stacks[..fresh].iter_mut().enumerate() {
            *stack = partial.column_at[3 * i] / 3;
        }
        let stacks = &mut stacks[..fresh];
        stacks.sort_unstable_by_key(|&s| count(s));
        let blank = stacks.iter().take_while(|&&s| count(s) == 0).count();
        partial.fresh = blank as u8;
        // At most three stacks: their orders are few enough to be written down.
        const ORDERS: [[usize; 3]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for order in ORDERS {
            let keeps = |i: usize| order[i] == i;
            let same_counts =
                |i: usize| order[i] < fresh && count(stacks[order[i]]) == count(stacks[i]);
            if !((0..blank).chain(fresh..3).all(keeps) && (blank..fresh).all(same_counts)) {
                continue;
            }
            let mut next = partial;
            for i in 0..fresh {
                for j in 0..3 {
                    let column = 3 * stacks[order[i]] + j as u8;
                    next.column_at[3 * i + j] = column;
                    next.place_of[usize::from(column) & 15] = (3 * i + j) as u8;
                }
            }
            self.write(next, view, row, 0, 0);
        }
    }

    /// Writes the row from a place on; `text` holds the places before it.
    fn write(&mut self, mut partial: Partial, view: &View, row: usize, place: usize, text: u64) {
        let (mut place, mut text) = (place, text);
        let values = &view.rows[row];
        while place < 9 {
            if partial.borders >> place & 3 == 3 {
                // The column is settled: it shows what it holds.
                let column = partial.column_at[place];
                let digit = values[usize::from(column)];
                text <<= 4;
                if digit != 0 {
                    text |= u64::from(partial.least_label(digit, column, place, place + 1));
                }
                place += 1;
                if self.is_worse(text, place) {
                    return;
                }
                if digit != 0 {
                    partial.choose(column, values);
                }
                continue;
            }
            let end = partial.class_end(place);
            // Blanks come first. In the middle of a class they are already gone.
            let mut blanks = place;
            for p in place..end {
                if values[usize::from(partial.column_at[p])] == 0 {
                    if p != blanks {
                        partial.swap_places(p, blanks);
                    }
                    blanks += 1;
                }
            }
            if blanks > place {
                text <<= 4 * (blanks - place);
                place = blanks;
                partial.borders |= 1 << blanks;
                if self.is_worse(text, place) {
                    return;
                }
                if place == end {
                    continue;
                }
            }
            // The least label each column of the class can show at this place.
            let mut labels = [0u8; 3];
            let mut least = partial.next_label;
            let mut tied = 0u16;
            for p in place..end {
                let column = partial.column_at[p];
                let digit = values[usize::from(column)];
                let label = partial.least_label(digit, column, place, end);
                labels[p - place] = label;
                if label < least {
                    least = label;
                    tied = 0;
                }
                if label == least {
                    tied |= 1 << column;
                }
            }
            if end - place > 1
                && self.whole_class_is_worse(&partial, values, place, end, text, labels)
            {
                return;
            }
            if least == partial.next_label && partial.anchor_all(values, place, end) {
                for label in least..partial.next_label {
                    text = text << 4 | u64::from(label);
                }
                place = end;
                if self.is_worse(text, place) {
                    return;
                }
                continue;
            }
            text = text << 4 | u64::from(least);
            place += 1;
            if self.is_worse(text, place) {
                return;
            }
            if tied & (tied - 1) == 0 {
                partial.choose(tied.trailing_zeros() as u8, values);
                continue;
            }
            let mut rest = tied;
            while rest != 0 {
                let column = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                let mut next = partial;
                // Columns of the same content can change places: one stands for all.
                let mut factor = 1;
                for twin in 0..9 {
                    if rest >> twin & 1 == 1
                        && view.columns[twin] == view.columns[usize::from(column)]
                    {
                        rest &= !(1 << twin);
                        factor += 1;
                    }
                }
                next.weight *= factor;
                next.choose(column, values);
                self.write(next, view, row, place, text);
            }
            return;
        }
        if text < self.best {
            self.best = text;
            self.found.clear();
        }
        self.found.push(partial);
    }

    /// Looks ahead to the end of a class before its ties branch. Digits with the same least label
    /// are anchored in one class and so take consecutive labels, in whichever order; only
    /// repeated digits and anchors inside the class itself would spoil that.
    #[inline]
    fn whole_class_is_worse(
        &self,
        partial: &Partial,
        values: &[u8; 9],
        place: usize,
        end: usize,
        text: u64,
        mut labels: [u8; 3],
    ) -> bool {
        let columns = &partial.column_at[place..end];
        let mut seen = 0u16;
        for &column in columns {
            let digit = values[usize::from(column)];
            let anchor = partial.anchor[usize::from(digit)];
            if seen >> digit & 1 == 1 || columns.contains(&anchor) {
                return false;
            }
            seen |= 1 << digit;
        }
        labels[..end - place].sort_unstable();
        let mut text = text;
        let (mut last, mut run) = (0, 0);
        for &label in &labels[..end - place] {
            run = if label == last { run + 1 } else { 0 };
            last = label;
            text = text << 4 | u64::from(label + run);
        }
        self.is_worse(text, end)
    }

    /// Whether the first `place` values are already greater than those of the best row.
    #[inline]
    fn is_worse(&self, text: u64, place: usize) -> bool {
        text > self.best >> (4 * (9 - place))
    }
}

fn factorial(n: u8) -> u64 {
    (1..=u64::from(n)).product()
}
