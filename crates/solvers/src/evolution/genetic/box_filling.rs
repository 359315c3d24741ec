//! Filled boards on which every box holds each digit once, and the walk that improves them.
//!
//! The cells are divided into groups that must each hold every digit: the boxes, or the rows of
//! a Latin square. A filling gives each group a permutation of its missing digits, so only the
//! other houses, the lines, can repeat a digit, and the cost is how often they do. A move swaps
//! two open cells of a group; it is tried only when each may hold the other's digit.
//!
//! Lines are stored in slots so that a cell lies in at most one line of a slot and two cells of a
//! common line find it in the same slot: slot 0 rows, slot 1 columns, further slots for extra
//! regions. A cell without a line in a slot is given line 0, which nothing counts. Then a swap
//! inside one line is "equal entries", and its cost is zero without a special case.

use crate::stochastic::reduced::Reduced;
use sudolab_grid::HouseKind;
use sudolab_grid::random::Random;

/// What all fillings of a puzzle have in common.
pub(super) struct Frame {
    pub size: usize,
    /// The digits each cell may hold, bit 0 for digit 1.
    candidates: Vec<u32>,
    /// The open cells of each group that has any.
    pub groups: Vec<Vec<u16>>,
    /// The open cells that may change places.
    pairs: Vec<[u16; 2]>,
    slots: usize,
    /// Lines of a cell, slot by slot.
    lines: Vec<u16>,
    n_lines: usize,
    /// The placed digits; open cells hold `u8::MAX`.
    placed: Vec<u8>,
}

/// A filling: digits counted from 0, how often each line holds each digit, and the cost.
#[derive(Clone)]
pub(super) struct Filling {
    pub digits: Vec<u8>,
    counts: Vec<u8>,
    pub cost: i32,
}

/// Thresholds for accepting a move: a rise of the cost by `delta` is accepted when it is at most
/// `-T ln(u)`, so a table of that for evenly spread u replaces the exponential. With 4096 entries
/// a rise by more than 9 T is never accepted, where the exact rule would in one of 8000 cases.
pub(super) struct Noise(Vec<f32>);

const NOISE: usize = 4096;

impl Noise {
    pub fn new(temperature: f64) -> Noise {
        let threshold = |k: usize| -temperature * ((k as f64 + 0.5) / NOISE as f64).ln();
        Noise((0..NOISE).map(|k| threshold(k) as f32).collect())
    }
}

impl Frame {
    pub fn new(reduced: &Reduced) -> Frame {
        let board = reduced.board();
        let boxed = board.houses().iter().any(|h| h.kind() == HouseKind::Box);
        let grouping = if boxed { HouseKind::Box } else { HouseKind::Row };
        let is_open = |c: &&sudolab_grid::Cell| reduced.grid.get(**c).is_none();
        let (mut groups, mut taken, mut lines) = (Vec::new(), Vec::<Vec<bool>>::new(), Vec::new());
        let mut slot_lines: Vec<Vec<u16>> = Vec::new();
        for house in board.houses() {
            if house.kind() == grouping {
                let open: Vec<u16> =
                    house.cells().iter().filter(is_open).map(|c| c.index() as u16).collect();
                groups.push(open);
                continue;
            }
            let fits = |of: &Vec<bool>| house.cells().iter().all(|c| !of[c.index()]);
            let slot = taken.iter().position(fits).unwrap_or_else(|| {
                taken.push(vec![false; board.n_cells()]);
                slot_lines.push(vec![0; board.n_cells()]);
                taken.len() - 1
            });
            lines.push(slot);
            for cell in house.cells() {
                taken[slot][cell.index()] = true;
                slot_lines[slot][cell.index()] = lines.len() as u16;
            }
        }
        groups.retain(|open| !open.is_empty());
        let candidates: Vec<u32> = reduced.candidates.iter().map(|set| set.bits() as u32).collect();
        let mut pairs = Vec::new();
        for group in &groups {
            for (i, &a) in group.iter().enumerate() {
                for &b in &group[i + 1..] {
                    let common = candidates[usize::from(a)] & candidates[usize::from(b)];
                    if common.count_ones() >= 2 {
                        pairs.push([a, b]);
                    }
                }
            }
        }
        let slots = slot_lines.len();
        Frame {
            size: board.size(),
            candidates,
            groups,
            pairs,
            slots,
            lines: (0..board.n_cells())
                .flat_map(|c| slot_lines.iter().map(move |s| s[c]))
                .collect(),
            n_lines: lines.len() + 1,
            placed: reduced.grid.values().iter().map(|v| v.wrapping_sub(1)).collect(),
        }
    }

    /// The board with the placed digits only.
    pub fn blank(&self) -> Filling {
        let counts = vec![0; self.n_lines * self.size];
        let mut filling = Filling { digits: self.placed.clone(), counts, cost: 0 };
        for cell in 0..self.placed.len() {
            if self.placed[cell] != u8::MAX {
                filling.count(self, cell, 1);
            }
        }
        filling
    }

    /// Gives a group a random permutation that its cells allow. Digits are tried in the order
    /// `wish` asks for (largest first); `false` when there is none at all.
    pub fn permute(
        &self,
        filling: &mut Filling,
        group: usize,
        wish: impl Fn(usize, usize) -> f32,
        random: &mut Random,
    ) -> bool {
        let cells = &self.groups[group];
        for &cell in cells {
            filling.put(self, usize::from(cell), u8::MAX);
        }
        let n = cells.len();
        // Each digit knows the place of the cell that has it.
        let mut owner = [u8::MAX; 32];
        let mut order: [u8; 32] = std::array::from_fn(|i| i as u8);
        random.shuffle(&mut order[..n]);
        let mut wishes = [[0f32; 32]; 32];
        for (i, &cell) in cells.iter().enumerate() {
            for (digit, wished) in wishes[i][..self.size].iter_mut().enumerate() {
                *wished = wish(usize::from(cell), digit) - (1.0 - random.unit_f32()).ln().abs();
            }
        }
        for &i in &order[..n] {
            if !self.augment(cells, usize::from(i), &mut owner, &wishes, &mut 0) {
                return false;
            }
        }
        for (digit, &i) in owner[..self.size].iter().enumerate() {
            if i != u8::MAX {
                filling.put(self, usize::from(cells[usize::from(i)]), digit as u8);
            }
        }
        true
    }

    /// Finds a digit for a cell, moving earlier cells to other digits if need be.
    fn augment(
        &self,
        cells: &[u16],
        i: usize,
        owner: &mut [u8; 32],
        wishes: &[[f32; 32]; 32],
        seen: &mut u32,
    ) -> bool {
        loop {
            let mut rest = self.candidates[usize::from(cells[i])] & !*seen;
            if rest == 0 {
                return false;
            }
            // The free digit most wished for, or else the taken one.
            let (mut best, mut wished) = (0, (false, f32::NEG_INFINITY));
            while rest != 0 {
                let digit = rest.trailing_zeros() as usize;
                let key = (owner[digit] == u8::MAX, wishes[i][digit]);
                if key > wished || wished.1 == f32::NEG_INFINITY {
                    (best, wished) = (digit, key);
                }
                rest &= rest - 1;
            }
            *seen |= 1 << best;
            let other = owner[best];
            if other == u8::MAX || self.augment(cells, usize::from(other), owner, wishes, seen) {
                owner[best] = i as u8;
                return true;
            }
        }
    }

    /// Gives a group the digits it has in another filling.
    pub fn adopt(&self, filling: &mut Filling, group: usize, from: &Filling) {
        for &cell in &self.groups[group] {
            filling.put(self, usize::from(cell), from.digits[usize::from(cell)]);
        }
    }

    /// Gives a group the digits of another filling unless that raises the cost.
    pub fn exchange(&self, filling: &mut Filling, group: usize, from: &Filling) {
        let before = filling.cost;
        let mut kept = [0; 32];
        for (kept, &cell) in kept.iter_mut().zip(&self.groups[group]) {
            *kept = filling.digits[usize::from(cell)];
        }
        self.adopt(filling, group, from);
        if filling.cost > before {
            for (&kept, &cell) in kept.iter().zip(&self.groups[group]) {
                filling.put(self, usize::from(cell), kept);
            }
        }
    }

    /// Tries so many swaps, or fewer when the cost falls to 0, and returns how many. `pull` adds to
    /// the price of a swap.
    #[inline]
    pub fn walk(
        &self,
        filling: &mut Filling,
        moves: u64,
        noise: &Noise,
        pull: Option<&[f32]>,
        random: &mut Random,
    ) -> u64 {
        if self.slots == 2 {
            self.walk_slots::<2>(filling, moves, noise, pull, random)
        } else {
            self.walk_slots::<0>(filling, moves, noise, pull, random)
        }
    }

    /// `SLOTS` is the number of slots, or 0 to look it up.
    fn walk_slots<const SLOTS: usize>(
        &self,
        filling: &mut Filling,
        moves: u64,
        noise: &Noise,
        pull: Option<&[f32]>,
        random: &mut Random,
    ) -> u64 {
        let slots = if SLOTS == 0 { self.slots } else { SLOTS };
        let size = self.size;
        if self.pairs.is_empty() {
            return moves;
        }
        let Filling { digits, counts, cost } = filling;
        for made in 1..=moves {
            let bits = random.bits();
            let [a, b] = self.pairs[(((bits >> 32) * self.pairs.len() as u64) >> 32) as usize];
            let (a, b) = (usize::from(a), usize::from(b));
            let (x, y) = (usize::from(digits[a]), usize::from(digits[b]));
            if self.candidates[a] >> y & self.candidates[b] >> x & 1 == 0 {
                continue;
            }
            let mut delta = 0;
            for slot in 0..slots {
                let p = usize::from(self.lines[a * slots + slot]) * size;
                let q = usize::from(self.lines[b * slots + slot]) * size;
                if p != q {
                    delta += i32::from(counts[p + y] > 0) - i32::from(counts[p + x] > 1)
                        + i32::from(counts[q + x] > 0)
                        - i32::from(counts[q + y] > 1);
                }
            }
            let mut price = delta as f32;
            if let Some(pull) = pull {
                price += pull[a * size + y] + pull[b * size + x]
                    - pull[a * size + x]
                    - pull[b * size + y];
            }
            if price > noise.0[bits as usize % NOISE] {
                continue;
            }
            for slot in 0..slots {
                let p = usize::from(self.lines[a * slots + slot]) * size;
                let q = usize::from(self.lines[b * slots + slot]) * size;
                counts[p + x] -= 1;
                counts[p + y] += 1;
                counts[q + y] -= 1;
                counts[q + x] += 1;
            }
            digits.swap(a, b);
            *cost += delta;
            if *cost == 0 {
                return made;
            }
        }
        moves
    }
}

impl Filling {
    /// Becomes a copy of another of the same puzzle without asking for memory.
    pub fn copy(&mut self, other: &Filling) {
        self.digits.copy_from_slice(&other.digits);
        self.counts.copy_from_slice(&other.counts);
        self.cost = other.cost;
    }

    /// Puts a digit into an open cell in place of what it holds; `u8::MAX` empties it.
    fn put(&mut self, frame: &Frame, cell: usize, digit: u8) {
        if self.digits[cell] != u8::MAX {
            self.count(frame, cell, -1);
        }
        self.digits[cell] = digit;
        if digit != u8::MAX {
            self.count(frame, cell, 1);
        }
    }

    fn count(&mut self, frame: &Frame, cell: usize, change: i8) {
        let digit = usize::from(self.digits[cell]);
        for slot in 0..frame.slots {
            let line = usize::from(frame.lines[cell * frame.slots + slot]);
            let count = &mut self.counts[line * frame.size + digit];
            if line > 0 {
                let repeated = if change > 0 { *count > 0 } else { *count > 1 };
                self.cost += i32::from(change) * i32::from(repeated);
            }
            *count = count.wrapping_add_signed(change);
        }
    }

    /// The values as boards have them, digits from 1.
    pub fn values(&self, into: &mut [u8]) {
        for (value, digit) in into.iter_mut().zip(&self.digits) {
            *value = digit.wrapping_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stochastic::reduced::Level;
    use sudolab_grid::{Board, Grid, Puzzle};

    /// The cost counted from scratch: repetitions in all houses.
    fn repetitions(board: &Board, filling: &Filling) -> i32 {
        let houses = board.houses().iter();
        houses
            .map(|house| {
                let mut seen = 0u32;
                house.cells().iter().for_each(|c| seen |= 1 << filling.digits[c.index()]);
                house.cells().len() as i32 - seen.count_ones() as i32
            })
            .sum()
    }

    #[test]
    fn cost_and_groups_hold_through_walks_on_every_kind_of_board() {
        let classic = Board::classic();
        let boards = [
            classic.clone(),
            classic.with_extra(&classic.diagonals()).unwrap(),
            Board::of_size(12).unwrap(),
            Board::of_size(25).unwrap(),
            Board::latin(7).unwrap(),
        ];
        let mut random = Random::new(8);
        for board in boards {
            let puzzle = Puzzle::new(Grid::empty(board.clone()));
            let reduced = Reduced::new(&puzzle, Level::Singles).unwrap();
            let frame = Frame::new(&reduced);
            let mut filling = frame.blank();
            for group in 0..frame.groups.len() {
                assert!(frame.permute(&mut filling, group, |_, _| 0.0, &mut random));
            }
            for _ in 0..20 {
                assert_eq!(filling.cost, repetitions(&board, &filling), "{board}");
                frame.walk(&mut filling, 500, &Noise::new(0.5), None, &mut random);
            }
            let mut other = filling.clone();
            frame.permute(&mut other, 1, |_, digit| digit as f32, &mut random);
            frame.adopt(&mut filling, 1, &other);
            assert_eq!(filling.cost, repetitions(&board, &filling), "{board}");
        }
    }

    #[test]
    fn a_permutation_is_found_even_when_only_one_fits() {
        // Row by row the cells may hold 1..=k, so only the identity fits.
        let board = Board::latin(6).unwrap();
        let sets = (0..36).map(|i| sudolab_grid::DigitSet::all(i as u8 % 6 + 1)).collect();
        let puzzle = Puzzle::with_candidates(Grid::empty(board), sets).unwrap();
        let reduced = Reduced::new(&puzzle, Level::Clues).unwrap();
        let frame = Frame::new(&reduced);
        let mut filling = frame.blank();
        let mut random = Random::new(1);
        for group in 0..6 {
            assert!(frame.permute(&mut filling, group, |_, d| d as f32, &mut random));
            let row: Vec<u8> = filling.digits[group * 6..][..6].to_vec();
            assert_eq!(row, [0, 1, 2, 3, 4, 5]);
        }
    }
}
