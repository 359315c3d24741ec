//! The sweep: every rule once, for all digits and cells, without branches inside.
//!
//! 1. A digit with one place left in a row is put there: the other digits leave the cell.
//! 2. A cell with one candidate left gets it: the digit leaves the rest of the row.
//! 3. Within a band, the three rows of a digit lie in three different boxes. Of the nine
//!    mini-rows only those stay that belong to one of the six permutations still possible.
//! 4. Within a stack, the same with columns: bands in place of rows, columns in place of boxes.
//!
//! Rules 3 and 4 are exact for one digit in one band or stack, so rows are enough in rules 1
//! and 2: when a box or column has one place left for a digit, 3 and 4 clear the rest of the
//! row. Rules 1 and 2 both read the position at the beginning of the sweep; doing them one
//! after the other would save few sweeps and cost a longer chain of dependent operations.
//!
//! A position is dead when a cell has no candidate or a digit has no place in a row. An empty
//! row empties its band by rule 3, so looking at one row of each band is enough.
//!
//! A position in which every digit has one place in every row is a solution if it comes out of
//! rules 3 and 4 alive and its cells are all covered: what these rules leave has support, and
//! with one place per row the only support is the position itself.

use crate::simd::rows::{CELLS_LANE, Lanes, Rows};

/// A position: the rows of all digits, see [`crate::simd::rows`].
pub(super) type PackedPosition<V> = [V; 6];

/// What propagation came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Swept {
    /// There is no solution below this position.
    Dead,
    /// Every cell has its digit.
    Solved,
    /// Several digits are possible somewhere, and no rule applies.
    Open,
}

/// The nine cells of a row.
pub(super) const ROW: u16 = 0x1ff;

/// Sweeps a position, which has to come out of rules 3 and 4, until the singles give nothing
/// new. Rules 3 and 4 might give a little more after that, at the price of half a sweep for
/// every guess: not running them again made the hardest sets 10 to 20 % faster.
#[inline(always)]
pub(super) fn propagate<V: Rows>(x: &mut PackedPosition<V>) -> Swept {
    let mut more = beyond_first(x);
    loop {
        let before = sum(x);
        if !singles(x, &more).all() {
            return Swept::Dead;
        }
        if sum(x).equal(before).all() {
            return Swept::Open;
        }
        bands(x);
        stacks(x);
        let zero = V::splat(0);
        if !x[0].equal(zero).or(x[3].equal(zero)).equal(zero).all() {
            return Swept::Dead;
        }
        more = beyond_first(x);
        if is_zero(&more) {
            return if is_covered(x) { Swept::Solved } else { Swept::Dead };
        }
    }
}

#[inline(always)]
fn is_zero<V: Rows>(x: &PackedPosition<V>) -> bool {
    let [a, b, c, d, e, f] = *x;
    a.or(b).or(c.or(d)).or(e.or(f)).equal(V::splat(0)).all()
}

/// Whether a position out of rules 3 and 4 is a solution.
#[inline(always)]
pub(super) fn is_full<V: Rows>(x: &PackedPosition<V>) -> bool {
    is_zero(&beyond_first(x)) && is_covered(x)
}

/// The places of each lane without the first; zero where at most one is left.
#[inline(always)]
fn beyond_first<V: Rows>(x: &PackedPosition<V>) -> PackedPosition<V> {
    let mut more = *x;
    for row in &mut more {
        *row = row.and(row.add(V::splat(0xffff)));
    }
    more
}

/// Candidates only ever disappear, so this sum of rows changes whenever anything does.
#[inline(always)]
fn sum<V: Rows>(x: &PackedPosition<V>) -> V {
    x[0].add(x[1]).add(x[2].add(x[3])).add(x[4].add(x[5]))
}

/// Rules 1 and 2; the result has all bits set unless the position turned out dead.
#[inline(always)]
fn singles<V: Rows>(x: &mut PackedPosition<V>, more: &PackedPosition<V>) -> V {
    let zero = V::splat(0);
    let mut hidden = *x;
    for i in 0..6 {
        hidden[i] = x[i].and(more[i].equal(zero));
    }
    let nine = V::nine([x[3], x[4], x[5]]);
    let nine_hidden = nine.and(nine.and(nine.add(V::splat(0xffff))).equal(zero));

    let claimed = claims(&hidden).add(nine_hidden);
    let placed = claimed.spread();
    let (once, twice) = digits_once_twice(x);
    let covered = once.or(nine);
    let naked = covered.minus(twice.or(once.and(nine))).spread();

    for i in 0..6 {
        let kept = x[i].minus(placed[i]).or(hidden[i]);
        let sole = x[i].and(naked[i]);
        x[i] = kept.and(sole.or(sole.equal(zero)));
    }
    covered.or(claimed.and(V::load(&CARRY))).or(V::load(&NO_ROW)).equal(V::splat(ROW))
}

/// Rule 3.
#[inline(always)]
pub(super) fn bands<V: Rows>(x: &mut PackedPosition<V>) {
    let (a, b) = x.split_at_mut(3);
    band_pair(a);
    band_pair(b);
}

#[inline(always)]
fn band_pair<V: Rows>(x: &mut [V]) {
    let (x0, x1, x2) = (twin_mini_rows(x[0]), twin_mini_rows(x[1]), twin_mini_rows(x[2]));
    let (n0, n1, n2) = (x0.shift_down::<3>(), x1.shift_down::<3>(), x2.shift_down::<3>());
    let (a0, a1, a2) = (x0.shift_down::<6>(), x1.shift_down::<6>(), x2.shift_down::<6>());
    let cells = V::splat(0b111);
    x[0] = x[0].and(n1.and(a2).or(a1.and(n2)).times(cells));
    x[1] = x[1].and(n2.and(a0).or(a2.and(n0)).times(cells));
    x[2] = x[2].and(n0.and(a1).or(a0.and(n1)).times(cells));
}

/// The mini-rows with a candidate, each at the bit of its first cell, and twice in a lane, so
/// that a shift brings the next box, or the one after it, to every box.
#[inline(always)]
fn twin_mini_rows<V: Rows>(row: V) -> V {
    let mini = row.or(row.shift_down::<1>()).or(row.shift_down::<2>());
    mini.and(V::splat(0b001_001_001)).times(V::splat(1 | 1 << 9))
}

/// Rule 4.
#[inline(always)]
pub(super) fn stacks<V: Rows>(x: &mut PackedPosition<V>) {
    // The mini-columns with a candidate.
    let a = x[0].or(x[1]).or(x[2]);
    let b = x[3].or(x[4]).or(x[5]);
    let (next_a, next_b) = V::other_bands(next_column(a), next_column(b));
    let (after_a, after_b) = V::other_bands(column_after(a), column_after(b));
    for half in 0..2 {
        let supported = next_a[half].and(after_b[half]).or(after_a[half].and(next_b[half]));
        for r in 0..3 {
            x[3 * half + r] = x[3 * half + r].and(supported);
        }
    }
}

/// In place of each column, the next one of its stack.
#[inline(always)]
fn next_column<V: Rows>(x: V) -> V {
    let down = x.shift_down::<1>().and(V::splat(0b011_011_011));
    down.or(x.shift_up::<2>().and(V::splat(0b100_100_100)))
}

/// In place of each column, the one after the next of its stack.
#[inline(always)]
fn column_after<V: Rows>(x: V) -> V {
    let down = x.shift_down::<2>().and(V::splat(0b001_001_001));
    down.or(x.shift_up::<1>().and(V::splat(0b110_110_110)))
}

/// The cells claimed by digits 1 to 8 of which each claims one cell of a row, as a sum: if two
/// digits claim the same cell, the carry hits a cell that no digit claims, which then loses all
/// its candidates, or leaves the row.
#[inline(always)]
fn claims<V: Rows>(x: &PackedPosition<V>) -> V {
    let h0 = added(V::halves(x[0], x[3]));
    let h1 = added(V::halves(x[1], x[4]));
    let h2 = added(V::halves(x[2], x[5]));
    added(V::eighths(added(V::quarters(h0, h1)), added(V::quarters(h2, h2))))
}

#[inline(always)]
fn added<V: Rows>((a, b): (V, V)) -> V {
    a.add(b)
}

/// The cells with at least one, and with at least two, of digits 1 to 8.
#[inline(always)]
fn digits_once_twice<V: Rows>(x: &PackedPosition<V>) -> (V, V) {
    let (a0, b0) = V::halves(x[0], x[3]);
    let (a1, b1) = V::halves(x[1], x[4]);
    let (a2, b2) = V::halves(x[2], x[5]);
    let (o0, o1, o2) = (a0.or(b0), a1.or(b1), a2.or(b2));
    let (t0, t1, t2) = (a0.and(b0), a1.and(b1), a2.and(b2));
    let (p1, p2) = join(V::quarters(o0, o1), V::quarters(t0, t1));
    let (q1, q2) = join(V::quarters(o2, o2), V::quarters(t2, t2));
    join(V::eighths(p1, q1), V::eighths(p2, q2))
}

/// Counts of two parts, at least one and at least two, to the counts of the whole.
#[inline(always)]
fn join<V: Rows>(once: (V, V), twice: (V, V)) -> (V, V) {
    (once.0.or(once.1), twice.0.or(twice.1).or(once.0.and(once.1)))
}

/// The cells with at least one, two and three digits.
#[inline(always)]
pub(super) fn digits_up_to_three<V: Rows>(x: &PackedPosition<V>) -> [V; 3] {
    let (a0, b0) = V::halves(x[0], x[3]);
    let (a1, b1) = V::halves(x[1], x[4]);
    let (a2, b2) = V::halves(x[2], x[5]);
    let (o0, o1, o2) = (a0.or(b0), a1.or(b1), a2.or(b2));
    let (t0, t1, t2) = (a0.and(b0), a1.and(b1), a2.and(b2));
    let (once, twice) = (V::quarters(o0, o1), V::quarters(t0, t1));
    let (p1, p2) = join(once, twice);
    let p3 = once.0.and(twice.1).or(once.1.and(twice.0));
    let (once, twice) = (V::quarters(o2, o2), V::quarters(t2, t2));
    let (q1, q2) = join(once, twice);
    let q3 = once.0.and(twice.1).or(once.1.and(twice.0));
    let (once, twice, thrice) = (V::eighths(p1, q1), V::eighths(p2, q2), V::eighths(p3, q3));
    let (one, two) = join(once, twice);
    let three = thrice.0.or(thrice.1).or(once.0.and(twice.1)).or(once.1.and(twice.0));
    let nine = V::nine([x[3], x[4], x[5]]);
    [one.or(nine), two.or(one.and(nine)), three.or(two.and(nine))]
}

/// Whether every cell has a candidate.
#[inline(always)]
fn is_covered<V: Rows>(x: &PackedPosition<V>) -> bool {
    let (once, _) = digits_once_twice(x);
    let cells = once.or(V::nine([x[3], x[4], x[5]]));
    cells.or(V::load(&NO_ROW)).equal(V::splat(ROW)).all()
}

/// Full rows in the lanes of a *cells* vector that mean nothing.
pub(super) static NO_ROW: Lanes = {
    let mut lanes = [ROW; 16];
    let mut i = 0;
    while i < 9 {
        lanes[CELLS_LANE[i]] = 0;
        i += 1;
    }
    Lanes(lanes)
};

/// The bits beyond the row in the lanes of a *cells* vector that mean something.
static CARRY: Lanes = {
    let mut lanes = [0; 16];
    let mut i = 0;
    while i < 9 {
        lanes[CELLS_LANE[i]] = !ROW;
        i += 1;
    }
    Lanes(lanes)
};
