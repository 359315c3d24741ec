//! The instructions `gauge` evolves: small conclusions on shared pencil marks.
//!
//! Each is blind in the paper's sense: it names a place and digits without looking at the board,
//! and finds out by trying whether it has an effect. All of them only place digits that must
//! stand there or strike marks that cannot, so a sequence never has to take anything back, and
//! what one sequence concludes another can conclude as well, later or in another order.

use super::super::marks::{self, HOUSES, Marks, Words, is_one, unfold};
use super::super::trail::{AuditEffect, AuditRule, AuditStep};
use sudolab_grid::random::Random;
use sudolab_grid::{Digit, DigitSet};

/// The tiers of instructions, simplest first.
pub(super) const TIERS: [&str; 6] = ["singles", "locked", "pairs", "triples", "fish", "trial"];

/// One instruction with its operands.
///
/// ```text
/// rule                   place            set
/// fills, Pointing, ...   house 0..27      the digit, or the two or three digits
/// Fish                   digit, + 16 when the lines are columns   the two or three lines
/// Trial                  cell             the digit
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Instruction {
    rule: AuditRule,
    place: u8,
    set: u16,
}

const COLUMNS: u8 = 16;

impl Instruction {
    /// A random instruction of a tier, each equally likely.
    #[inline]
    pub fn draw(tier: usize, random: &mut Random) -> Instruction {
        let r = random.below(1 << 30) as usize;
        let make = |rule, place: usize, set| Instruction { rule, place: place as u8, set };
        let digit = 1u16 << (r % 9);
        let nth = r / 9 % 9;
        match tier {
            0 => match r / 81 % 4 {
                0 => make(AuditRule::SliceDice, 18 + nth, digit),
                1 => make(AuditRule::RowFill, nth, digit),
                2 => make(AuditRule::ColFill, 9 + nth, digit),
                _ => make(AuditRule::RaisingNumbers, 18 + nth, digit),
            },
            1 => match r / 81 % 3 {
                0 => make(AuditRule::Pointing, 18 + nth, digit),
                1 => make(AuditRule::Claiming, nth, digit),
                _ => make(AuditRule::Claiming, 9 + nth, digit),
            },
            2 | 3 => {
                let rule = if r & 1 == 0 { AuditRule::NakedSet } else { AuditRule::HiddenSet };
                make(rule, random.index(27), distinct(tier, random))
            }
            4 => {
                let size = 2 + usize::from(random.below(3) > 0);
                let columns = if r & 1 == 0 { 0 } else { COLUMNS };
                make(AuditRule::Fish, nth + usize::from(columns), distinct(size, random))
            }
            _ => make(AuditRule::Trial, random.index(81), digit),
        }
    }

    /// Whether it fills a cell rather than striking marks.
    #[inline]
    pub fn fills(self) -> bool {
        (self.rule as usize) < AuditRule::LastRemaining as usize
    }

    /// Carries it out; tells whether it had an effect.
    #[inline]
    pub fn apply(self, board: &mut Marks) -> bool {
        let (place, digit) = (usize::from(self.place), self.set.trailing_zeros() as usize);
        match self.rule {
            AuditRule::SliceDice | AuditRule::RowFill | AuditRule::ColFill => {
                let places = board.places(place, digit);
                if is_one(places) {
                    board.place(unfold(place, places), digit);
                    return true;
                }
                false
            }
            AuditRule::RaisingNumbers => {
                let only = board.only(place - 18, digit);
                if only != 0 {
                    board.place(unfold(place, only), digit);
                    return true;
                }
                false
            }
            AuditRule::Pointing | AuditRule::Claiming => locked(board, place, digit),
            AuditRule::NakedSet => naked_set(board, place, self.set),
            AuditRule::HiddenSet => hidden_set(board, place, self.set),
            AuditRule::Fish => {
                fish(board, place % usize::from(COLUMNS), self.place & COLUMNS != 0, self.set)
            }
            AuditRule::Trial => trial(board, place, digit),
            AuditRule::LastRemaining => false,
        }
    }

    /// The instruction as an observer sees it.
    pub fn shown(self) -> crate::Instruction {
        let (house, digits) = match self.rule {
            AuditRule::Fish => (None, 1 << (self.place % COLUMNS)),
            AuditRule::Trial => (None, u64::from(self.set)),
            _ => (Some(usize::from(self.place)), u64::from(self.set)),
        };
        crate::Instruction { rule: self.rule, house, digits: DigitSet::from_bits(digits) }
    }

    /// The step it makes on a board, in words and checked effects; `None` when it has none.
    pub fn step(self, board: &mut Marks) -> Option<AuditStep> {
        let before = board.clone();
        if !self.apply(board) {
            return None;
        }
        let set = DigitSet::from_bits(u64::from(self.set));
        let fish_digit = DigitSet::from_bits(1 << (self.place % COLUMNS));
        let place = usize::from(self.place);
        let mut effects = Vec::new();
        for at in 0..81 {
            let placed = board.values()[at];
            let lost = before.digits(at) & !board.digits(at);
            if placed != before.values()[at] {
                effects.extend(
                    Digit::from_number(placed).map(|d| AuditEffect::Placed(marks::cell(at), d)),
                );
            } else if lost != 0 && !self.fills() {
                let lost = DigitSet::from_bits(u64::from(lost));
                effects.push(AuditEffect::Lost(marks::cell(at), lost));
            }
        }
        let first_line = if self.place & COLUMNS == 0 { 0 } else { 9 };
        let (houses, cell, digits) = match self.rule {
            AuditRule::Fish => {
                (set.iter().map(|d| first_line + d.index()).collect(), None, fish_digit)
            }
            AuditRule::Trial => (Vec::new(), Some(marks::cell(place)), set),
            _ => (vec![place], None, set),
        };
        Some(AuditStep { rule: self.rule, houses, cell, digits, effects })
    }
}

/// A set of two or three different numbers below nine.
fn distinct(size: usize, random: &mut Random) -> u16 {
    let mut set = 0u16;
    while (set.count_ones() as usize) < size.min(3) {
        set |= 1 << random.below(9);
    }
    set
}

/// A digit's places in one house all lie in a crossing house: the rest of that loses it.
fn locked(board: &mut Marks, house: usize, digit: usize) -> bool {
    let mut places = board.places(house, digit);
    if places == 0 {
        return false;
    }
    let first = marks::houses_of(unfold(house, places));
    let mut shared = [true; 3];
    while places != 0 {
        let of = marks::houses_of(unfold(house, places));
        for kind in 0..3 {
            shared[kind] &= of[kind] == first[kind];
        }
        places &= places - 1;
    }
    let crossing = match house {
        0..18 if shared[2] => first[2],
        18.. if shared[0] => first[0],
        18.. if shared[1] => first[1],
        _ => return false,
    };
    board.strike_all(digit, without(HOUSES[crossing], HOUSES[house]))
}

fn naked_set(board: &mut Marks, house: usize, set: u16) -> bool {
    let mut inside = board.blanks();
    for digit in (0..9).filter(|d| set >> d & 1 == 0) {
        inside = without(inside, board.of(digit));
    }
    inside = within(inside, HOUSES[house]);
    if count(inside) != set.count_ones() {
        return false;
    }
    let rest = without(HOUSES[house], inside);
    (0..9).filter(|d| set >> d & 1 == 1).fold(false, |hit, d| board.strike_all(d, rest) | hit)
}

fn hidden_set(board: &mut Marks, house: usize, set: u16) -> bool {
    let mut places = [0; 3];
    for digit in (0..9).filter(|d| set >> d & 1 == 1) {
        if board.holds(house, digit) {
            return false;
        }
        let of = board.of(digit);
        places = std::array::from_fn(|band| places[band] | of[band]);
    }
    places = within(places, HOUSES[house]);
    if count(places) != set.count_ones() {
        return false;
    }
    (0..9).filter(|d| set >> d & 1 == 0).fold(false, |hit, d| board.strike_all(d, places) | hit)
}

fn fish(board: &mut Marks, digit: usize, columns: bool, lines: u16) -> bool {
    let first = if columns { 9 } else { 0 };
    let mut crossed = 0;
    let mut base = [0; 3];
    for line in (0..9).filter(|l| lines >> l & 1 == 1) {
        let places = board.places(first + line, digit);
        if places == 0 {
            return false;
        }
        crossed |= places;
        base = std::array::from_fn(|band| base[band] | HOUSES[first + line][band]);
    }
    if crossed.count_ones() > lines.count_ones() {
        return false;
    }
    let mut cover = [0; 3];
    while crossed != 0 {
        let at = unfold(first, crossed);
        let house = HOUSES[if columns { at / 9 } else { 9 + at % 9 }];
        cover = std::array::from_fn(|band| cover[band] | house[band]);
        crossed &= crossed - 1;
    }
    board.strike_all(digit, without(cover, base))
}

fn trial(board: &mut Marks, cell: usize, digit: usize) -> bool {
    if !board.may(cell, digit) {
        return false;
    }
    let mut copy = board.clone();
    copy.place(cell, digit);
    if singles_contradict(&mut copy) {
        board.strike(cell, digit);
        return true;
    }
    false
}

/// Fills singles to the end; tells whether a cell or a digit is left without a place.
fn singles_contradict(board: &mut Marks) -> bool {
    loop {
        let before = board.n_blank();
        let (dead, single) = board.singles();
        if count(dead) > 0 {
            return true;
        }
        for cell in marks::cells(single) {
            let digits = board.digits(cell);
            if digits == 0 {
                return true;
            }
            board.place(cell, digits.trailing_zeros() as usize);
        }
        for house in 0..27 {
            for digit in 0..9 {
                let places = board.places(house, digit);
                if is_one(places) {
                    board.place(unfold(house, places), digit);
                } else if places == 0 && !board.holds(house, digit) {
                    return true;
                }
            }
        }
        if board.n_blank() == before {
            return false;
        }
    }
}

fn within(a: Words, b: Words) -> Words {
    std::array::from_fn(|band| a[band] & b[band])
}

fn without(a: Words, b: Words) -> Words {
    std::array::from_fn(|band| a[band] & !b[band])
}

fn count(words: Words) -> u32 {
    words.iter().map(|w| w.count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_grid::Puzzle;

    /// A puzzle that needs much more than singles, and its solution.
    const HARD: &str =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    const SOLVED: &str =
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

    #[test]
    fn no_instruction_of_any_tier_strikes_or_misplaces_a_digit_of_the_solution() {
        let puzzle: Puzzle = HARD.parse().unwrap();
        let start = Marks::new(&puzzle).unwrap();
        let right: Vec<u8> = SOLVED.bytes().map(|b| b - b'1').collect();
        let mut random = Random::new(2);
        let mut effects = [0u32; TIERS.len()];
        for _ in 0..20 {
            let mut board = start.clone();
            for _ in 0..20_000 {
                let tier = random.index(TIERS.len());
                effects[tier] += u32::from(Instruction::draw(tier, &mut random).apply(&mut board));
            }
            for (at, &digit) in right.iter().enumerate() {
                let value = board.values()[at];
                assert!(value == digit + 1 || value == 0 && board.may(at, usize::from(digit)));
            }
        }
        assert!(effects.iter().all(|&n| n > 0), "every tier was put to the test: {effects:?}");
    }
}
