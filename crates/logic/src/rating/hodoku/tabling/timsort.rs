//! Sorting as the Java library sorts lists.
//!
//! HoDoKu compares steps by a rule that is not transitive: of three steps the first may
//! count as equal to the second, the second to the third, and the third still as less
//! than the first. What comes out on top then depends on which pairs are compared, so
//! the algorithm is part of the definition: T. Peters' merge sort of natural runs
//! ("listsort", 2002) with the Java library's constants (runs of at least 16 to 32,
//! galloping after seven wins, binary insertion below 32).

use std::cmp::Ordering;

const MIN_MERGE: usize = 32;
const MIN_GALLOP: usize = 7;

/// Sorts `list` by `compare`.
pub(super) fn sort<T: Clone>(list: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
    let n = list.len();
    if n < 2 {
        return;
    }
    if n < MIN_MERGE {
        let run = first_run(list, compare);
        insert_rest(list, run, compare);
        return;
    }
    let min_run = min_run(n);
    let mut merger = Merger { compare, runs: Vec::new(), min_gallop: MIN_GALLOP };
    let mut low = 0;
    while low < n {
        let mut run = first_run(&mut list[low..], compare);
        if run < min_run {
            let forced = min_run.min(n - low);
            insert_rest(&mut list[low..low + forced], run, compare);
            run = forced;
        }
        merger.runs.push((low, run));
        merger.collapse(list);
        low += run;
    }
    merger.finish(list);
}

fn min_run(mut n: usize) -> usize {
    let mut odd = 0;
    while n >= MIN_MERGE {
        odd |= n & 1;
        n >>= 1;
    }
    n + odd
}

/// The length of the ascending run at the front; a strictly descending one is turned.
fn first_run<T>(list: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> usize {
    if list.len() < 2 {
        return list.len();
    }
    let mut end = 2;
    if compare(&list[1], &list[0]) == Ordering::Less {
        while end < list.len() && compare(&list[end], &list[end - 1]) == Ordering::Less {
            end += 1;
        }
        list[..end].reverse();
    } else {
        while end < list.len() && compare(&list[end], &list[end - 1]) != Ordering::Less {
            end += 1;
        }
    }
    end
}

/// Inserts what follows the first `sorted` elements by binary search.
fn insert_rest<T>(list: &mut [T], sorted: usize, compare: &impl Fn(&T, &T) -> Ordering) {
    for at in sorted..list.len() {
        let (mut left, mut right) = (0, at);
        while left < right {
            let middle = (left + right) / 2;
            if compare(&list[at], &list[middle]) == Ordering::Less {
                right = middle;
            } else {
                left = middle + 1;
            }
        }
        list[left..=at].rotate_right(1);
    }
}

struct Merger<'a, F> {
    compare: &'a F,
    /// Start and length of the runs that wait to be merged.
    runs: Vec<(usize, usize)>,
    min_gallop: usize,
}

impl<F> Merger<'_, F> {
    fn collapse<T: Clone>(&mut self, list: &mut [T])
    where
        F: Fn(&T, &T) -> Ordering,
    {
        while self.runs.len() > 1 {
            let mut n = self.runs.len() - 2;
            let len = |index: usize| self.runs[index].1;
            if (n > 0 && len(n - 1) <= len(n) + len(n + 1))
                || (n > 1 && len(n - 2) <= len(n) + len(n - 1))
            {
                if len(n - 1) < len(n + 1) {
                    n -= 1;
                }
            } else if len(n) > len(n + 1) {
                break;
            }
            self.merge_at(list, n);
        }
    }

    fn finish<T: Clone>(&mut self, list: &mut [T])
    where
        F: Fn(&T, &T) -> Ordering,
    {
        while self.runs.len() > 1 {
            let mut n = self.runs.len() - 2;
            if n > 0 && self.runs[n - 1].1 < self.runs[n + 1].1 {
                n -= 1;
            }
            self.merge_at(list, n);
        }
    }

    fn merge_at<T: Clone>(&mut self, list: &mut [T], at: usize)
    where
        F: Fn(&T, &T) -> Ordering,
    {
        let (mut base1, mut len1) = self.runs[at];
        let (base2, mut len2) = self.runs[at + 1];
        self.runs[at].1 = len1 + len2;
        self.runs.remove(at + 1);
        let skip = self.gallop_right(&list[base2], &list[base1..base1 + len1], 0);
        base1 += skip;
        len1 -= skip;
        if len1 == 0 {
            return;
        }
        len2 = self.gallop_left(&list[base1 + len1 - 1], &list[base2..base2 + len2], len2 - 1);
        if len2 == 0 {
            return;
        }
        if len1 <= len2 {
            self.merge_low(list, base1, len1, base2, len2);
        } else {
            self.merge_high(list, base1, len1, base2, len2);
        }
    }

    /// Where the key belongs in the run, before its equals.
    fn gallop_left<T>(&self, key: &T, run: &[T], hint: usize) -> usize
    where
        F: Fn(&T, &T) -> Ordering,
    {
        let greater = |index: usize| (self.compare)(key, &run[index]) == Ordering::Greater;
        let (mut last, mut offset) = (0usize, 1usize);
        let (mut low, mut high);
        if greater(hint) {
            let max = run.len() - hint;
            while offset < max && greater(hint + offset) {
                last = offset;
                offset = offset * 2 + 1;
            }
            offset = offset.min(max);
            low = last + hint + 1;
            high = offset + hint;
        } else {
            let max = hint + 1;
            while offset < max && !greater(hint - offset) {
                last = offset;
                offset = offset * 2 + 1;
            }
            offset = offset.min(max);
            low = hint + 1 - offset;
            high = hint - last;
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if greater(middle) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        high
    }

    /// Where the key belongs in the run, behind its equals.
    fn gallop_right<T>(&self, key: &T, run: &[T], hint: usize) -> usize
    where
        F: Fn(&T, &T) -> Ordering,
    {
        let less = |index: usize| (self.compare)(key, &run[index]) == Ordering::Less;
        let (mut last, mut offset) = (0usize, 1usize);
        let (mut low, mut high);
        if less(hint) {
            let max = hint + 1;
            while offset < max && less(hint - offset) {
                last = offset;
                offset = offset * 2 + 1;
            }
            offset = offset.min(max);
            low = hint + 1 - offset;
            high = hint - last;
        } else {
            let max = run.len() - hint;
            while offset < max && !less(hint + offset) {
                last = offset;
                offset = offset * 2 + 1;
            }
            offset = offset.min(max);
            low = last + hint + 1;
            high = offset + hint;
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if less(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        high
    }

    /// Merges two neighbouring runs from the front, the first being the shorter.
    fn merge_low<T: Clone>(
        &mut self,
        list: &mut [T],
        base1: usize,
        len1: usize,
        base2: usize,
        len2: usize,
    ) where
        F: Fn(&T, &T) -> Ordering,
    {
        let first: Vec<T> = list[base1..base1 + len1].to_vec();
        let (mut a, mut b, mut to) = (0, base2, base1);
        let end2 = base2 + len2;
        let put = |list: &mut [T], to: &mut usize, b: &mut usize| {
            list[*to] = list[*b].clone();
            *to += 1;
            *b += 1;
        };
        put(list, &mut to, &mut b);
        let mut min_gallop = self.min_gallop;
        'outer: loop {
            if b == end2 || a + 1 == len1 {
                break;
            }
            let (mut wins1, mut wins2) = (0usize, 0usize);
            loop {
                if (self.compare)(&list[b], &first[a]) == Ordering::Less {
                    put(list, &mut to, &mut b);
                    wins2 += 1;
                    wins1 = 0;
                    if b == end2 {
                        break 'outer;
                    }
                } else {
                    list[to] = first[a].clone();
                    to += 1;
                    a += 1;
                    wins1 += 1;
                    wins2 = 0;
                    if a + 1 == len1 {
                        break 'outer;
                    }
                }
                if (wins1 | wins2) >= min_gallop {
                    break;
                }
            }
            loop {
                wins1 = self.gallop_right(&list[b], &first[a..], 0);
                for _ in 0..wins1 {
                    list[to] = first[a].clone();
                    to += 1;
                    a += 1;
                }
                if wins1 != 0 && a + 1 >= len1 {
                    break 'outer;
                }
                put(list, &mut to, &mut b);
                if b == end2 {
                    break 'outer;
                }
                wins2 = self.gallop_left(&first[a], &list[b..end2], 0);
                for _ in 0..wins2 {
                    put(list, &mut to, &mut b);
                }
                if wins2 != 0 && b == end2 {
                    break 'outer;
                }
                list[to] = first[a].clone();
                to += 1;
                a += 1;
                if a + 1 == len1 {
                    break 'outer;
                }
                min_gallop = min_gallop.saturating_sub(1);
                if wins1 < MIN_GALLOP && wins2 < MIN_GALLOP {
                    break;
                }
            }
            min_gallop += 2;
        }
        self.min_gallop = min_gallop.max(1);
        // What is left of the second run goes before the rest of the first only when
        // one element of the first is left; otherwise the second is used up.
        while b < end2 {
            put(list, &mut to, &mut b);
        }
        for element in &first[a..] {
            list[to] = element.clone();
            to += 1;
        }
    }

    /// Merges two neighbouring runs from the back, the second being the shorter.
    fn merge_high<T: Clone>(
        &mut self,
        list: &mut [T],
        base1: usize,
        len1: usize,
        base2: usize,
        len2: usize,
    ) where
        F: Fn(&T, &T) -> Ordering,
    {
        let second: Vec<T> = list[base2..base2 + len2].to_vec();
        // Numbers of elements left of each run; the next place to write is before both.
        let (mut n1, mut n2) = (len1, len2);
        let put1 = |list: &mut [T], n1: &mut usize, n2: usize| {
            list[base1 + *n1 + n2 - 1] = list[base1 + *n1 - 1].clone();
            *n1 -= 1;
        };
        let put2 = |list: &mut [T], n1: usize, n2: &mut usize| {
            list[base1 + n1 + *n2 - 1] = second[*n2 - 1].clone();
            *n2 -= 1;
        };
        put1(list, &mut n1, n2);
        let mut min_gallop = self.min_gallop;
        'outer: loop {
            if n1 == 0 || n2 == 1 {
                break;
            }
            let (mut wins1, mut wins2) = (0usize, 0usize);
            loop {
                if (self.compare)(&second[n2 - 1], &list[base1 + n1 - 1]) == Ordering::Less {
                    put1(list, &mut n1, n2);
                    wins1 += 1;
                    wins2 = 0;
                    if n1 == 0 {
                        break 'outer;
                    }
                } else {
                    put2(list, n1, &mut n2);
                    wins2 += 1;
                    wins1 = 0;
                    if n2 == 1 {
                        break 'outer;
                    }
                }
                if (wins1 | wins2) >= min_gallop {
                    break;
                }
            }
            loop {
                let run = &list[base1..base1 + n1];
                wins1 = n1 - self.gallop_right(&second[n2 - 1], run, n1 - 1);
                for _ in 0..wins1 {
                    put1(list, &mut n1, n2);
                }
                if wins1 != 0 && n1 == 0 {
                    break 'outer;
                }
                put2(list, n1, &mut n2);
                if n2 == 1 {
                    break 'outer;
                }
                wins2 = n2 - self.gallop_left(&list[base1 + n1 - 1], &second[..n2], n2 - 1);
                for _ in 0..wins2 {
                    put2(list, n1, &mut n2);
                }
                if wins2 != 0 && n2 <= 1 {
                    break 'outer;
                }
                put1(list, &mut n1, n2);
                if n1 == 0 {
                    break 'outer;
                }
                min_gallop = min_gallop.saturating_sub(1);
                if wins1 < MIN_GALLOP && wins2 < MIN_GALLOP {
                    break;
                }
            }
            min_gallop += 2;
        }
        self.min_gallop = min_gallop.max(1);
        if n2 == 1 {
            // The last of the second run goes in front of what is left of the first.
            while n1 > 0 {
                put1(list, &mut n1, n2);
            }
        }
        while n2 > 0 {
            put2(list, n1, &mut n2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_grid::random::Random;

    #[test]
    fn with_a_proper_order_it_sorts_and_keeps_equals_in_place() {
        let mut rng = Random::new(7);
        for n in [0, 1, 2, 5, 31, 32, 33, 64, 100, 257, 1000] {
            for spread in [2u32, 5, 40, 100_000] {
                let mut list: Vec<(u32, usize)> =
                    (0..n).map(|index| (rng.below(spread), index)).collect();
                let mut expected = list.clone();
                expected.sort_by_key(|&(key, _)| key);
                sort(&mut list, &|a, b| a.0.cmp(&b.0));
                assert_eq!(list, expected, "{n} elements below {spread}");
            }
        }
    }

    #[test]
    fn a_later_shorter_step_stays_behind_when_a_stranger_stands_between() {
        // Equal unless of one family; of one family the shorter is less.
        let compare = |a: &(char, u32), b: &(char, u32)| {
            if a.0 == b.0 { a.1.cmp(&b.1) } else { Ordering::Equal }
        };
        let mut list = [('a', 10), ('b', 8), ('a', 6)];
        sort(&mut list, &compare);
        assert_eq!(list, [('a', 10), ('b', 8), ('a', 6)]);
        let mut list = [('b', 8), ('a', 10), ('a', 6)];
        sort(&mut list, &compare);
        assert_eq!(list, [('b', 8), ('a', 6), ('a', 10)]);
    }
}
