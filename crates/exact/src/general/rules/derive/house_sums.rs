//! Innies and outies: what is left of houses when the cages that fill them are taken out.
//!
//! A full group has a known sum. Over a region of disjoint full groups, the sums that lie mostly in
//! it are subtracted, as many as do not overlap; what remains is an equation of the cells of the
//! region that no sum covers (*innies*, counted +1) and the cells of sums outside it (*outies*,
//! counted -1). It is kept when few cells remain.

use super::super::compile::{Compiler, Equation};
use super::super::propagator::digits;
use std::collections::{BTreeMap, HashSet};

/// Longer equations say too little.
const MOST_TERMS: usize = 9;

pub(super) fn derive(compiler: &mut Compiler<'_>) {
    let cages: Vec<Equation> = compiler
        .equations
        .iter()
        .filter(|equation| equation.terms.len() > 1 && equation.terms.iter().all(|t| t.1 == 1))
        .cloned()
        .collect();
    if cages.is_empty() {
        return;
    }
    let full: Vec<Vec<u16>> = compiler
        .groups
        .iter()
        .filter(|group| compiler.digits_of_full(group).is_some())
        .cloned()
        .collect();
    let mut known: HashSet<Equation> = compiler.equations.iter().cloned().collect();
    for region in regions(&full) {
        let mut total = 0;
        let mut terms: BTreeMap<u16, i64> = BTreeMap::new();
        for &group in &region {
            let cells = &full[group];
            let all = compiler.digits_of_full(cells).unwrap_or(0);
            total += digits(all).map(|digit| compiler.value(cells[0], digit)).sum::<i64>();
            cells.iter().for_each(|&cell| *terms.entry(cell).or_default() += 1);
        }
        let inside: HashSet<u16> = terms.keys().copied().collect();
        // Those that lie in the region most.
        let mut order: Vec<(usize, usize, usize)> = Vec::new();
        for (number, cage) in cages.iter().enumerate() {
            let within = cage.terms.iter().filter(|(cell, _)| inside.contains(cell)).count();
            let without = cage.terms.len() - within;
            if within > without {
                order.push((without, usize::MAX - within, number));
            }
        }
        order.sort_unstable();
        let mut covered: HashSet<u16> = HashSet::new();
        for (_, _, number) in order {
            let cage = &cages[number];
            if cage.terms.iter().any(|(cell, _)| covered.contains(cell)) {
                continue;
            }
            total -= cage.total;
            for &(cell, _) in &cage.terms {
                covered.insert(cell);
                *terms.entry(cell).or_default() -= 1;
            }
        }
        if covered.is_empty() {
            continue;
        }
        let terms: Vec<(u16, i64)> = terms.into_iter().filter(|&(_, w)| w != 0).collect();
        if terms.len() > MOST_TERMS {
            continue;
        }
        let equation = Equation { terms, total };
        if known.insert(equation.clone()) {
            compiler.add_derived(&equation);
        }
    }
}

/// Sets of disjoint groups: single ones, and stretches of neighbours in the order they come.
fn regions(full: &[Vec<u16>]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for first in 0..full.len() {
        let mut region = vec![first];
        let mut cells: HashSet<u16> = full[first].iter().copied().collect();
        all.push(region.clone());
        for (next, group) in full.iter().enumerate().skip(first + 1) {
            if group.iter().any(|cell| cells.contains(cell)) {
                break;
            }
            cells.extend(group);
            region.push(next);
            all.push(region.clone());
        }
    }
    all
}
