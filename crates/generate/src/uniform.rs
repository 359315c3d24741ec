//! Full grids of the classic board, every one of the 6 670 903 752 021 072 936 960 equally likely.
//!
//! Idea: forget the cells and remember only which digits stand together. A box is settled by the
//! digits of its three rows and the digits of its three columns, two partitions of the nine digits
//! into triples, of which each triple of one meets each triple of the other in one digit: the
//! partitions are *transversal*.
//!
//! ```text
//!   box 1   box 2   box 3
//!   1 2 3 | 4 5 6 | 7 8 9      rows    {123}{456}{789}  {456}{789}{123}  {789}{123}{456}
//!   4 5 6 | 7 8 9 | 1 2 3      columns {147}{258}{369}  ...
//!   7 8 9 | 1 2 3 | 4 5 6
//! ```
//!
//! A grid is three *band patterns* (the row partitions of a band's boxes, of which each row covers
//! all digits: 1680 x 56 of them) and three *stack patterns* (the same for columns) that are
//! transversal in all nine boxes. Given the stacks, the bands do not know of each other: the
//! number of grids over three stack patterns is the product of the numbers N of band patterns that
//! fit each band, and N is a small table over three partitions.
//!
//! So a grid is drawn by
//!
//! 1. a band pattern for the top, and for each stack a pattern among those that fit the top box; there
//!    are 36 x 56 of them up to the order of columns, whatever the box, so the top band costs nothing.
//!    The first box may be one and the same each time, since digits are shuffled in the end;
//! 2. keeping that with probability N N' / max N², where N and N' belong to the other two bands, and
//!    beginning again otherwise; one of 75 is kept. Most fall at the second stack already, by the
//!    most that N and N' can be with any third;
//! 3. a band pattern for the middle and one for the bottom, each equally likely among those that fit;
//! 4. shuffling rows in bands, columns in stacks, and digits.
//!
//! Nothing is approximate. A test sums the products over all patterns and finds the number of grids
//! that B. Felgenhauer and F. Jarvis counted (*Enumerating possible Sudoku grids*, 2005), who also
//! work with the 56 arrangements; the split into independent bands and the sampler are ours.
//!
//! Tried and dropped: completing random beginnings by search. It is no faster, and favours grids
//! with few neighbours in the order of the search (see `docs/generate.md` for the measured bias).

use std::sync::OnceLock;
use sudolab_grid::random::Random;

/// Partitions of nine digits into three triples.
const PARTITIONS: usize = 280;
/// Partitions transversal to a given one.
const TRANSVERSALS: usize = 36;
/// Ways to go on to the other two boxes of a band.
const WAYS: usize = 56;
/// Patterns of a stack whose top box has given rows, up to the order of columns.
const STACKS: usize = TRANSVERSALS * WAYS;

/// A full grid in reading order, each equally likely.
pub(crate) fn uniform_grid(random: &mut Random) -> [u8; 81] {
    Tables::get().draw(random)
}

type Triples = [u16; 3];

/// What the draws need; made once, in some milliseconds.
struct Tables {
    /// Each partition as sets of digits, bit `d - 1` for digit `d`, by their lowest digits.
    partitions: Vec<Triples>,
    /// The partitions transversal to each.
    transversals: Vec<[u16; TRANSVERSALS]>,
    /// The same as bits.
    is_transversal: Vec<[u64; 5]>,
    /// The second and third partitions of each pattern that begins with a partition.
    ways: Vec<[[u16; 2]; WAYS]>,
    /// The same with the triples in the order of the first partition's.
    ordered: Vec<[[Triples; 2]; WAYS]>,
    /// What each partition becomes when another is renamed to be the first.
    renamed: Vec<[u16; PARTITIONS]>,
    /// For columns (first, b, c): the number of band patterns that fit, up to the order of rows.
    n_fits: Vec<[u16; PARTITIONS]>,
    /// The most of them for columns (first, b, any).
    most_fits: [u16; PARTITIONS],
    max_fits: u32,
}

impl Tables {
    fn get() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Tables::new)
    }

    fn new() -> Tables {
        let partitions = partitions();
        let index = |triples: Triples| {
            let mut sorted = triples;
            sorted.sort_unstable_by_key(|t| t.trailing_zeros());
            let found = partitions.binary_search(&sorted);
            found.expect("three disjoint triples are a partition") as u16
        };
        let meet = |a: &Triples, b: &Triples| {
            a.iter().all(|x| b.iter().all(|y| (x & y).count_ones() == 1))
        };
        let transversals: Vec<[u16; TRANSVERSALS]> = partitions
            .iter()
            .map(|a| {
                let mut others = (0..PARTITIONS).filter(|&b| meet(a, &partitions[b]));
                std::array::from_fn(|_| others.next().expect("there are 36 for each") as u16)
            })
            .collect();
        let mut is_transversal = vec![[0u64; 5]; PARTITIONS];
        for (bits, others) in is_transversal.iter_mut().zip(&transversals) {
            others.iter().for_each(|&b| bits[usize::from(b) / 64] |= 1 << (b % 64));
        }
        let ordered: Vec<[[Triples; 2]; WAYS]> = partitions.iter().map(ways_on).collect();
        let ways: Vec<[[u16; 2]; WAYS]> =
            ordered.iter().map(|all| all.map(|way| way.map(index))).collect();
        let renamed = partitions
            .iter()
            .map(|a| {
                let to = renaming(a);
                std::array::from_fn(|b| index(partitions[b].map(|t| rename(t, &to))))
            })
            .collect();
        let mut n_fits = vec![[0u16; PARTITIONS]; PARTITIONS];
        for &rows in &transversals[0] {
            for &[second, third] in &ways[usize::from(rows)] {
                for &b in &transversals[usize::from(second)] {
                    for &c in &transversals[usize::from(third)] {
                        n_fits[usize::from(b)][usize::from(c)] += 1;
                    }
                }
            }
        }
        let most_fits =
            std::array::from_fn(|b| n_fits[b].iter().copied().max().unwrap_or_default());
        let max_fits = n_fits.iter().flatten().copied().max().unwrap_or(1);
        Tables {
            transversals,
            is_transversal,
            ways,
            ordered,
            renamed,
            n_fits,
            most_fits,
            max_fits: u32::from(max_fits),
            partitions,
        }
    }

    /// Band patterns that fit three column partitions, up to the order of rows.
    #[inline]
    fn fits(&self, [a, b, c]: [u16; 3]) -> u32 {
        let to = &self.renamed[usize::from(a)];
        u32::from(self.n_fits[usize::from(to[usize::from(b)])][usize::from(to[usize::from(c)])])
    }

    /// The most band patterns that fit two column partitions and any third.
    #[inline]
    fn most_fits(&self, a: u16, b: u16) -> u32 {
        u32::from(self.most_fits[usize::from(self.renamed[usize::from(a)][usize::from(b)])])
    }

    fn draw(&self, random: &mut Random) -> [u8; 81] {
        // The first box is one and the same; digits are shuffled in the end.
        let corner = usize::from(self.transversals[0][0]);
        loop {
            // One draw for the top band and two stacks.
            let drawn = random.index(WAYS * WAYS * STACKS);
            let (top, way) = (drawn % WAYS, drawn / WAYS % WAYS);
            let [second, third] = self.ways[0][top];
            // For each stack the column partition of its top box, the way on, and the partitions of
            // the other two boxes. What two of them rule out needs no third.
            let first = (corner, way, self.ways[corner][way]);
            let second = self.stack(second, drawn / (WAYS * WAYS));
            let bound =
                self.most_fits(first.2[0], second.2[0]) * self.most_fits(first.2[1], second.2[1]);
            if random.below(self.max_fits * self.max_fits) >= bound {
                continue;
            }
            let third = self.stack(third, random.index(STACKS));
            let [middle, bottom] =
                [0, 1].map(|band| [first.2[band], second.2[band], third.2[band]]);
            if random.below(bound) >= self.fits(middle) * self.fits(bottom) {
                continue;
            }
            let bands = [
                (0, top),
                self.band_that_fits(middle, random),
                self.band_that_fits(bottom, random),
            ];
            let stacks = [first, second, third].map(|(columns, way, _)| (columns, way));
            return self.grid(bands, stacks, random);
        }
    }

    /// A pattern for a stack whose top box has these rows: its column partition, the way on and where
    /// it leads.
    #[inline(always)]
    fn stack(&self, rows: u16, drawn: usize) -> (usize, usize, [u16; 2]) {
        let columns = usize::from(self.transversals[usize::from(rows)][drawn % TRANSVERSALS]);
        let way = drawn / TRANSVERSALS % WAYS;
        (columns, way, self.ways[columns][way])
    }

    /// A band pattern over three column partitions, each that fits equally likely.
    fn band_that_fits(&self, columns: [u16; 3], random: &mut Random) -> (usize, usize) {
        let [a, b, c] = columns.map(usize::from);
        let meets =
            |x: u16, of: usize| self.is_transversal[of][usize::from(x) / 64] >> (x % 64) & 1 == 1;
        loop {
            let drawn = random.index(STACKS);
            let rows = usize::from(self.transversals[a][drawn % TRANSVERSALS]);
            let way = drawn / TRANSVERSALS;
            let [second, third] = self.ways[rows][way];
            if meets(second, b) && meets(third, c) {
                return (rows, way);
            }
        }
    }

    /// The digits of the patterns, rows, columns and digits shuffled.
    fn grid(
        &self,
        bands: [(usize, usize); 3],
        stacks: [(usize, usize); 3],
        random: &mut Random,
    ) -> [u8; 81] {
        let mut names = [1u8, 2, 3, 4, 5, 6, 7, 8, 9];
        random.shuffle(&mut names);
        let row_sets = bands.map(|pattern| self.triples(pattern, random));
        let column_sets = stacks.map(|pattern| self.triples(pattern, random));
        let mut grid = [0; 81];
        for (cell, value) in grid.iter_mut().enumerate() {
            let (row, column) = (cell / 9, cell % 9);
            let (band, stack) = (row / 3, column / 3);
            let common = row_sets[band][stack][row % 3] & column_sets[stack][band][column % 3];
            *value = names[common.trailing_zeros() as usize % 9];
        }
        grid
    }

    /// The triples of a pattern's three boxes, its lines in random order.
    fn triples(&self, (first, way): (usize, usize), random: &mut Random) -> [Triples; 3] {
        let mut lines = [0, 1, 2];
        random.shuffle(&mut lines);
        let [second, third] = self.ordered[first][way];
        [self.partitions[first], second, third].map(|triples| lines.map(|line| triples[line]))
    }
}

/// All partitions, sorted.
fn partitions() -> Vec<Triples> {
    let triples = || (0u16..512).filter(|t| t.count_ones() == 3);
    let mut all = Vec::with_capacity(PARTITIONS);
    for a in triples().filter(|a| a & 1 == 1) {
        for b in triples().filter(|b| a & b == 0) {
            let c = 511 & !(a | b);
            if b.trailing_zeros() < c.trailing_zeros() {
                all.push([a, b, c]);
            }
        }
    }
    all.sort_unstable();
    all
}

/// The triples of the two other boxes, line by line, so that each line holds all digits. They come
/// in the order that renaming the first partition's would give, so a way means the same for all.
fn ways_on(first: &Triples) -> [[Triples; 2]; WAYS] {
    let mut ways = Vec::with_capacity(WAYS);
    let triples = || (0u16..512).filter(|t| t.count_ones() == 3);
    for a in triples().filter(|a| a & first[0] == 0) {
        for b in triples().filter(|b| b & (first[1] | a) == 0) {
            let c = 511 & !(a | b);
            if c & first[2] == 0 {
                let second = [a, b, c];
                let third = std::array::from_fn(|i| 511 & !(first[i] | second[i]));
                ways.push([second, third]);
            }
        }
    }
    ways.try_into().expect("there are 56 ways on from each partition")
}

/// The renaming that turns a partition into {1 2 3} {4 5 6} {7 8 9}.
fn renaming(partition: &Triples) -> [u8; 9] {
    let mut to = [0; 9];
    let digits = partition.iter().flat_map(|&t| (0..9).filter(move |d| t >> d & 1 == 1));
    for (new, old) in digits.enumerate() {
        to[old] = new as u8;
    }
    to
}

fn rename(triple: u16, to: &[u8; 9]) -> u16 {
    (0..9).filter(|d| triple >> d & 1 == 1).fold(0, |set, d| set | 1 << to[d])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_grids_keep_the_rules() {
        let mut random = Random::new(1);
        for _ in 0..2000 {
            let grid = uniform_grid(&mut random);
            let mut houses = [0u16; 27];
            for (cell, &digit) in grid.iter().enumerate() {
                let (row, column) = (cell / 9, cell % 9);
                for house in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
                    houses[house] |= 1 << digit;
                }
            }
            assert_eq!(houses, [0b11_1111_1110; 27]);
        }
    }

    #[test]
    fn the_tables_have_the_known_sizes() {
        let tables = Tables::get();
        assert_eq!(tables.partitions.len(), PARTITIONS);
        // Three equal partitions: a Latin square of order three within each triple, rows unordered.
        assert_eq!(tables.max_fits, 12 * 12 * 12 / 6);
        let of_first: u32 = tables.n_fits.iter().flatten().map(|&n| u32::from(n)).sum();
        assert_eq!(of_first as usize, TRANSVERSALS * WAYS * TRANSVERSALS * TRANSVERSALS);
    }

    /// The weights are right: summed over all patterns they count all grids.
    #[test]
    fn the_products_sum_to_the_number_of_grids() {
        let tables = Tables::get();
        // Patterns of the first stack fall into classes by renaming: those whose second partition
        // equals the first (up to order), and the others. One of each class stands for all.
        let classes = [true, false].map(|pure| {
            let of = |way: &&[u16; 2]| (way[0] == 0) == pure;
            let size = tables.ways[0].iter().filter(of).count();
            (size as u128, *tables.ways[0].iter().find(of).expect("both kinds exist"))
        });
        let mut counted = Vec::new();
        for (size, [a2, a3]) in classes {
            let mut sum = 0u128;
            for b1 in 0..PARTITIONS {
                for [b2, b3] in &tables.ways[b1] {
                    let rows = |a: usize, b: usize| {
                        let to = &tables.renamed[a];
                        (to, &tables.n_fits[usize::from(to[b])])
                    };
                    let (to1, n1) = rows(0, b1);
                    let (to2, n2) = rows(usize::from(a2), usize::from(*b2));
                    let (to3, n3) = rows(usize::from(a3), usize::from(*b3));
                    for c1 in 0..PARTITIONS {
                        let n = u64::from(n1[usize::from(to1[c1])]);
                        if n == 0 {
                            continue;
                        }
                        let mut inner = 0u64;
                        for &[c2, c3] in &tables.ways[c1] {
                            inner += u64::from(n2[usize::from(to2[usize::from(c2)])])
                                * u64::from(n3[usize::from(to3[usize::from(c3)])]);
                        }
                        sum += u128::from(n * inner);
                    }
                }
            }
            // The order of rows in three bands and of columns in three stacks, and 280 first partitions.
            counted.push(size * sum * 6u128.pow(6) * PARTITIONS as u128);
        }
        assert_eq!(counted.iter().sum::<u128>(), 6_670_903_752_021_072_936_960);
        // Drawn grids have stacks and bands of the first class as often as all grids have.
        let share = counted[0] as f64 / counted.iter().sum::<u128>() as f64;
        let n = 20_000;
        let mut random = Random::new(8);
        let mut of_line = [0u32; 6];
        for _ in 0..n {
            let grid = uniform_grid(&mut random);
            for (line, count) in of_line.iter_mut().enumerate() {
                *count += u32::from(is_pure(&grid, line));
            }
        }
        let expected = f64::from(n) * share;
        let deviation = (expected * (1.0 - share)).sqrt();
        let chi2: f64 =
            of_line.iter().map(|&k| ((f64::from(k) - expected) / deviation).powi(2)).sum();
        // Six lines of boxes, nearly independent: mean 6; 30 is beyond one in ten thousand.
        assert!(chi2 < 30.0, "{of_line:?}, expected {expected}");
    }

    /// Whether the triples of the first box's lines also are those of the second's, in band 0 to 2
    /// or stack 3 to 5.
    fn is_pure(grid: &[u8; 81], line: usize) -> bool {
        let at = |k: usize, place: usize| {
            usize::from(
                grid[if line < 3 {
                    (line * 3 + k) * 9 + place
                } else {
                    place * 9 + (line - 3) * 3 + k
                }],
            )
        };
        let triple =
            |k: usize, from: usize| (from..from + 3).fold(0u16, |set, i| set | 1 << at(k, i));
        (0..3).all(|k| (0..3).any(|j| triple(j, 3) == triple(k, 0)))
    }
}
