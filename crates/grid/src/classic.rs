//! The houses of the classic board, looked at all at once.
//!
//! A digit is a bit. In a house without a repeated digit the sum of the bits equals their union;
//! a repeated bit makes the sum larger. Nine sums and nine unions of nine numbers each are what
//! vector instructions are made for, so the compiler turns these loops into a few of them.

/// Sums and unions of the rows, the columns and the boxes.
struct Totals {
    sums: [u16; 27],
    unions: [u16; 27],
}

impl Totals {
    fn of(values: &[u8; 81]) -> Totals {
        let mut totals = Totals { sums: [0; 27], unions: [0; 27] };
        let mut bits = [[0u16; 9]; 9];
        for (row, of) in bits.iter_mut().zip(values.chunks_exact(9)) {
            for (bit, &value) in row.iter_mut().zip(of) {
                // Digit 1 is bit 0; a blank is no bit at all.
                *bit = (1u16 << (value & 15)) >> 1;
            }
        }
        for (r, row) in bits.iter().enumerate() {
            for (c, &bit) in row.iter().enumerate() {
                totals.sums[9 + c] += bit;
                totals.unions[9 + c] |= bit;
            }
            let band = 18 + r / 3 * 3;
            for stack in 0..3 {
                let [a, b, c] = [row[3 * stack], row[3 * stack + 1], row[3 * stack + 2]];
                let (sum, union) = (a + b + c, a | b | c);
                totals.sums[r] += sum;
                totals.unions[r] |= union;
                totals.sums[band + stack] += sum;
                totals.unions[band + stack] |= union;
            }
        }
        totals
    }
}

/// Whether no house of the classic board holds a digit twice.
pub(crate) fn no_digit_repeats(values: &[u8; 81]) -> bool {
    let totals = Totals::of(values);
    totals.sums == totals.unions
}

/// Whether every house of the classic board holds every digit.
pub(crate) fn every_house_is_full(values: &[u8; 81]) -> bool {
    Totals::of(values).unions == [0x1ff; 27]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::{Grid, Puzzle};

    #[test]
    fn a_repeated_digit_is_seen_in_every_house() {
        let board = crate::Board::classic();
        let mut random = Random::new(3);
        for _ in 0..2000 {
            let mut values = [0u8; 81];
            for _ in 0..random.index(12) {
                values[random.index(81)] = 1 + random.index(9) as u8;
            }
            let mut repeats = false;
            for house in board.houses() {
                for (i, a) in house.cells().iter().enumerate() {
                    let rest = &house.cells()[i + 1..];
                    let held = values[a.index()];
                    repeats |= held != 0 && rest.iter().any(|b| values[b.index()] == held);
                }
            }
            assert_eq!(no_digit_repeats(&values), !repeats);
            let conflicts = Puzzle::new(Grid::nine(values).unwrap()).conflicts();
            assert_eq!(conflicts.is_empty(), !repeats);
        }
    }

    #[test]
    fn a_solution_fills_every_house_and_a_changed_one_does_not() {
        let line =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let solved: Puzzle = line.parse().unwrap();
        let solved = *solved.as_nine().unwrap();
        assert!(every_house_is_full(&solved));
        for cell in 0..81 {
            for value in 0..=9 {
                let mut other = solved;
                other[cell] = value;
                assert_eq!(every_house_is_full(&other), value == solved[cell]);
            }
        }
    }
}
