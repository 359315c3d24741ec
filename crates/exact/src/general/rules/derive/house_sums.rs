//! Innies and outies: what is left of houses when the cages that fill them are taken out.
//!
//! A full group has a known sum. Over a region of disjoint full groups, the sums that lie mostly in
//! it are subtracted, as many as do not overlap; what remains is an equation of the cells of the
//! region that no sum covers (*innies*, counted +1) and the cells of sums outside it (*outies*,
//! counted -1). It is kept when few cells remain.

use super::super::compile::{Compiler, Equation};
use super::super::propagator::digits;
use std::collections::HashSet;

/// Longer equations say too little.
const MOST_TERMS: usize = 9;

/// A set of variables, as bits.
type Variables = Vec<u64>;

/// A full group: its variables and the sum of its digits.
struct Full {
    cells: Variables,
    total: i64,
}

/// A sum that counts each of its variables once.
struct Cage {
    cells: Variables,
    n: usize,
    total: i64,
}

pub(super) fn derive(compiler: &mut Compiler<'_>) {
    let n_words = compiler.domains.len().div_ceil(64);
    let set = |cells: &mut dyn Iterator<Item = u16>| {
        let mut bits = vec![0u64; n_words];
        cells.for_each(|cell| bits[usize::from(cell) / 64] |= 1 << (cell % 64));
        bits
    };
    let cages: Vec<Cage> = compiler
        .equations
        .iter()
        .filter(|equation| equation.terms.len() > 1 && equation.terms.iter().all(|t| t.1 == 1))
        .map(|equation| Cage {
            cells: set(&mut equation.terms.iter().map(|&(cell, _)| cell)),
            n: equation.terms.len(),
            total: equation.total,
        })
        .collect();
    if cages.is_empty() {
        return;
    }
    let full: Vec<Full> = compiler
        .groups
        .iter()
        .filter_map(|group| {
            let all = compiler.digits_of_full(group)?;
            let total = digits(all).map(|digit| compiler.value(group[0], digit)).sum();
            Some(Full { cells: set(&mut group.iter().copied()), total })
        })
        .collect();
    let mut known: HashSet<Equation> = compiler.equations.iter().cloned().collect();
    let mut order: Vec<(usize, usize, usize)> = Vec::new();
    let mut inside = vec![0u64; n_words];
    let mut covered = vec![0u64; n_words];
    // Regions: single groups, and stretches of disjoint neighbours in the order they come.
    for first in 0..full.len() {
        inside.fill(0);
        let mut total_inside = 0;
        for group in &full[first..] {
            if group.cells.iter().zip(&inside).any(|(a, b)| a & b != 0) {
                break;
            }
            inside.iter_mut().zip(&group.cells).for_each(|(all, more)| *all |= more);
            total_inside += group.total;
            // The cages that lie in the region most.
            order.clear();
            for (number, cage) in cages.iter().enumerate() {
                let within = cage.cells.iter().zip(&inside);
                let within: usize = within.map(|(a, b)| (a & b).count_ones() as usize).sum();
                let without = cage.n - within;
                if within > without {
                    order.push((without, usize::MAX - within, number));
                }
            }
            if order.is_empty() {
                continue;
            }
            order.sort_unstable();
            covered.fill(0);
            let mut total = total_inside;
            for &(_, _, number) in &order {
                let cage = &cages[number];
                if cage.cells.iter().zip(&covered).all(|(a, b)| a & b == 0) {
                    total -= cage.total;
                    covered.iter_mut().zip(&cage.cells).for_each(|(all, more)| *all |= more);
                }
            }
            let n_terms = inside.iter().zip(&covered).map(|(a, b)| (a ^ b).count_ones() as usize);
            if n_terms.sum::<usize>() > MOST_TERMS {
                continue;
            }
            let mut terms = Vec::new();
            for (word, (&a, &b)) in inside.iter().zip(&covered).enumerate() {
                let weight = |bit: usize| if a >> bit & 1 == 1 { 1 } else { -1 };
                terms.extend(digits(a ^ b).map(|bit| ((word * 64 + bit) as u16, weight(bit))));
            }
            let equation = Equation { terms, total };
            if known.insert(equation.clone()) {
                compiler.add_derived(&equation);
            }
        }
    }
}
