//! The place of a line among others in the order of words.
//!
//! Each other line is compared from the front: as long as both have the same single candidate the
//! comparison is open, and the first difference decides it. A line that can only come before is
//! counted as before; when as many do as may, the rest comes after, and the other way round. What
//! comes after begins, at its first open place, with nothing less than our least candidate there.
//!
//! Where every digit is known to begin equally many lines, those that begin with our first digit are
//! counted among themselves as well, which says more as long as the other beginnings are open.

use super::propagator::{Mask, Nothing, Scratch};

/// A line and those it is compared with, as places of the propagator's list.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) line: Box<[u16]>,
    pub(super) others: Box<[Box<[u16]>]>,
    /// How many of the others come before it, if that is asked.
    pub(super) before: Option<u32>,
    /// Whether others may be equal to it; they then count as before or after, as is needed.
    pub(super) ties: bool,
    /// How many others begin with the same digit, and how many of these come before it.
    pub(super) alike: Option<(u32, u32)>,
}

/// How another line may compare with ours: bits.
type Sides = u8;
const BEFORE: Sides = 1;
const EQUAL: Sides = 2;
const AFTER: Sides = 4;

impl Order {
    pub(super) fn filter(&self, local: &mut [Mask], scratch: &mut Scratch) -> Result<(), Nothing> {
        scratch.ticks += self.others.len() as u64;
        let (mut before, mut maybe, mut after) = (0, 0, 0);
        let first = local[usize::from(self.line[0])];
        let (mut alike_before, mut alike_after) = (0, 0);
        for other in &self.others {
            let sides = self.sides(other, local, 0);
            if sides == 0 {
                return Err(Nothing);
            }
            before += u32::from(sides == BEFORE);
            after += u32::from(sides == AFTER);
            maybe += 1;
            if local[usize::from(other[0])] == first && first.is_power_of_two() {
                alike_before += u32::from(sides == BEFORE);
                alike_after += u32::from(sides == AFTER);
            }
        }
        let Some(wanted) = self.before else { return Ok(()) };
        if before > wanted || maybe - after < wanted {
            return Err(Nothing);
        }
        let (all_after, all_before) = (before == wanted, maybe - after == wanted);
        let (mut alike_are_after, mut alike_are_before) = (false, false);
        if let Some((n, wanted)) = self.alike {
            if alike_before > wanted || alike_after > n - wanted.min(n) {
                return Err(Nothing);
            }
            alike_are_after = alike_before == wanted;
            alike_are_before = alike_after == n - wanted.min(n);
        }
        if !(all_after || all_before || alike_are_after || alike_are_before) {
            return Ok(());
        }
        for other in &self.others {
            let sides = self.sides(other, local, 0);
            if sides == BEFORE || sides == AFTER {
                continue;
            }
            let is_alike = first.is_power_of_two() && local[usize::from(other[0])] == first;
            if all_after || is_alike && alike_are_after {
                self.put(other, local, AFTER)?;
            }
            if all_before || is_alike && alike_are_before {
                self.put(other, local, BEFORE)?;
            }
        }
        Ok(())
    }

    /// How another line may compare with ours, from a place on.
    fn sides(&self, other: &[u16], local: &[Mask], from: usize) -> Sides {
        let mut sides = 0;
        for (&a, &b) in self.line[from..].iter().zip(&other[from..]) {
            let (ours, theirs) = (local[usize::from(a)], local[usize::from(b)]);
            if a != b {
                // The least of one against the largest of the other.
                if least(theirs) < largest(ours) {
                    sides |= BEFORE;
                }
                if largest(theirs) > least(ours) {
                    sides |= AFTER;
                }
                if ours & theirs == 0 {
                    return sides;
                }
            }
            if sides == BEFORE | AFTER {
                break;
            }
        }
        sides | if self.ties { EQUAL } else { 0 }
    }

    /// Another line comes after ours, or before it, or is equal to it if it may be.
    fn put(&self, other: &[u16], local: &mut [Mask], side: Sides) -> Result<(), Nothing> {
        for (i, (&a, &b)) in self.line.iter().zip(other).enumerate() {
            let (a, b) = (usize::from(a), usize::from(b));
            let (ours, theirs) = (local[a], local[b]);
            if a == b || ours == theirs && ours.is_power_of_two() {
                continue;
            }
            // Equal here only if the rest can still decide it so.
            let rest = self.sides(other, local, i + 1);
            let equal = rest & (side | EQUAL) != 0;
            let (low, high) = if side == AFTER { (ours, theirs) } else { (theirs, ours) };
            // What is below or at the least candidate of the lower, above or at the largest of the
            // upper.
            let bottom = low & low.wrapping_neg();
            let top = 1 << (Mask::BITS - 1 - high.leading_zeros());
            let high = high & !(bottom - 1) & if equal { Mask::MAX } else { !bottom };
            let low = low & (top | (top - 1)) & if equal { Mask::MAX } else { !top };
            if low == 0 || high == 0 {
                return Err(Nothing);
            }
            (local[a], local[b]) = if side == AFTER { (low, high) } else { (high, low) };
            return Ok(());
        }
        // All equal.
        if self.ties { Ok(()) } else { Err(Nothing) }
    }
}

fn least(set: Mask) -> u32 {
    set.trailing_zeros()
}

fn largest(set: Mask) -> u32 {
    Mask::BITS - 1 - set.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_place_among_those_that_begin_alike_bounds_what_comes_next() {
        // Ours begins with 2; one of the two others begins with 2 too, and comes before.
        let word = |a: u16, b: u16| -> Box<[u16]> { [a, b].into() };
        let order = Order {
            line: word(0, 1),
            others: [word(2, 3), word(4, 5)].into(),
            before: Some(1),
            ties: false,
            alike: None,
        };
        let mut local = [0b0010, 0b0110, 0b0010, 0b1111, 0b0100, 0b1111];
        assert_eq!(order.filter(&mut local, &mut Scratch::default()), Ok(()));
        assert_eq!(local, [0b0010, 0b0110, 0b0010, 0b0011, 0b0100, 0b1111]);
        let none = Order { before: Some(0), ..order };
        let mut local = [0b0010, 0b0110, 0b0010, 0b0011, 0b0100, 0b1111];
        assert_eq!(none.filter(&mut local, &mut Scratch::default()), Err(Nothing));
    }
}
