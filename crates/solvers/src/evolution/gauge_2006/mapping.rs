//! From genome to sequence, section 2.2 of the paper.
//!
//! A genome is a row of (position, value) pairs. The first position, modulo the length, is the place
//! of the first value; each later position, modulo the places still free, counts through those from
//! the left. So every genome fills every place exactly once, and a change of one position may shift
//! all later values.
//!
//! The paper's own example slips once: it takes "(2 mod 3) = 1" for its second pair, where 2 mod 3 is
//! 2, and so prints 1,2,5,4 for a string that its rule maps to 1,2,4,5. The rule is what we follow;
//! the tests hold both.

/// Puts the values of `N` genes into their places, given their positions in order.
#[inline]
pub(super) fn placed<const N: usize, T: Copy + Default>(
    position: impl Fn(usize) -> usize,
    value: impl Fn(usize) -> T,
) -> [T; N] {
    let mut free: [u8; N] = std::array::from_fn(|i| i as u8);
    let mut placed = [T::default(); N];
    for gene in 0..N {
        let n_free = N - gene;
        let at = position(gene) % n_free;
        placed[usize::from(free[at])] = value(gene);
        free.copy_within(at + 1..n_free, at);
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example's genotype: four pairs of two position bits and four value bits.
    const GENOTYPE: &str = "001001101101110100010010";

    fn pairs() -> Vec<(usize, usize)> {
        let read = |bits: &str| usize::from_str_radix(bits, 2).unwrap();
        let gene = |i: usize| &GENOTYPE[6 * i..6 * i + 6];
        (0..4).map(|i| (read(&gene(i)[..2]), read(&gene(i)[2..]))).collect()
    }

    fn phenotype(positions: [usize; 4]) -> [usize; 4] {
        let pairs = pairs();
        placed(|gene| positions[gene], |gene| pairs[gene].1 % 8)
    }

    #[test]
    fn the_papers_string_is_read_as_the_papers_pairs() {
        assert_eq!(pairs(), [(0, 9), (2, 13), (3, 4), (1, 2)]);
    }

    #[test]
    fn the_papers_pairs_map_by_its_rule_and_to_its_print_only_with_its_slip() {
        assert_eq!(phenotype([0, 2, 3, 1]), [1, 2, 4, 5], "2 mod 3 is 2");
        assert_eq!(phenotype([0, 1, 3, 1]), [1, 2, 5, 4], "as printed: 1 in place of 2 mod 3");
    }

    #[test]
    fn every_genome_fills_every_place_once() {
        let mut genes: [usize; 81] = placed(|gene| gene * 7919 % 256, |gene| gene);
        genes.sort_unstable();
        assert!(genes.iter().enumerate().all(|(i, &gene)| gene == i));
    }
}
