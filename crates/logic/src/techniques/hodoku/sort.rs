//! The sort that decides between steps of a family.
//!
//! HoDoKu gathers the steps of some families and takes the first after sorting. Its
//! comparison is no order: two steps with different eliminations may compare as equal
//! although each differs from a third. Then the winner depends on how the sort goes
//! about its work, and "the least step" is not defined. So the sort itself is part of
//! the definition: the merge sort of Tim Peters (2002, `listsort.txt` in the sources of
//! Python) with the constants of the Java library, which sorts lists with it:
//! lists below 32 elements by binary insertion after the first run; else runs of at
//! least 16 to 32 elements, merged while keeping the balance of lengths, galloping when
//! one side wins seven times in a row.
//!
//! The sort of the Rust library must not be used here: it may panic when a comparison
//! contradicts itself.

/// Sorts by a comparison that tells whether the first element goes before the second.
pub fn sort_by<T: Clone>(list: &mut [T], before: impl Fn(&T, &T) -> bool) {
    let n = list.len();
    if n < 2 {
        return;
    }
    if n < SHORT {
        let run = first_run(list, &before);
        insert_rest(list, run, &before);
        return;
    }
    let shortest = shortest_run(n);
    let mut merging = Merging { list, before, runs: Vec::new(), eagerness: EAGERNESS };
    let mut start = 0;
    while start < n {
        let rest = &mut merging.list[start..];
        let mut length = first_run(rest, &merging.before);
        if length < shortest {
            let forced = shortest.min(rest.len());
            insert_rest(&mut rest[..forced], length, &merging.before);
            length = forced;
        }
        merging.runs.push((start, length));
        merging.restore_balance();
        start += length;
    }
    merging.merge_all();
}

/// Below this many elements one run is made by insertion.
const SHORT: usize = 32;
/// How often one side has to win in a row before galloping begins.
const EAGERNESS: isize = 7;

/// The length of the run at the start of the list; a falling run is turned around.
fn first_run<T>(list: &mut [T], before: &impl Fn(&T, &T) -> bool) -> usize {
    if list.len() < 2 {
        return list.len();
    }
    let mut end = 2;
    if before(&list[1], &list[0]) {
        while end < list.len() && before(&list[end], &list[end - 1]) {
            end += 1;
        }
        list[..end].reverse();
    } else {
        while end < list.len() && !before(&list[end], &list[end - 1]) {
            end += 1;
        }
    }
    end
}

/// Inserts the elements from `sorted` on, each behind its equals, by binary search.
fn insert_rest<T>(list: &mut [T], sorted: usize, before: &impl Fn(&T, &T) -> bool) {
    for next in sorted.max(1)..list.len() {
        let (mut low, mut high) = (0, next);
        while low < high {
            let middle = (low + high) / 2;
            if before(&list[next], &list[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        list[low..=next].rotate_right(1);
    }
}

/// Runs are at least this long, 16 to 32: the five leading bits of the length, plus one
/// if any bit behind them is set, so that the number of runs is near a power of two.
fn shortest_run(mut n: usize) -> usize {
    let mut odd = 0;
    while n >= SHORT {
        odd |= n & 1;
        n >>= 1;
    }
    n + odd
}

struct Merging<'a, T, B> {
    list: &'a mut [T],
    before: B,
    /// Start and length of the runs that wait to be merged.
    runs: Vec<(usize, usize)>,
    eagerness: isize,
}

impl<T: Clone, B: Fn(&T, &T) -> bool> Merging<'_, T, B> {
    /// Merges until each run is longer than the next two together.
    fn restore_balance(&mut self) {
        while self.runs.len() > 1 {
            let mut n = self.runs.len() - 2;
            let length = |i: usize| self.runs[i].1;
            if (n > 0 && length(n - 1) <= length(n) + length(n + 1))
                || (n > 1 && length(n - 2) <= length(n) + length(n - 1))
            {
                if length(n - 1) < length(n + 1) {
                    n -= 1;
                }
            } else if length(n) > length(n + 1) {
                break;
            }
            self.merge_at(n);
        }
    }

    fn merge_all(&mut self) {
        while self.runs.len() > 1 {
            let mut n = self.runs.len() - 2;
            if n > 0 && self.runs[n - 1].1 < self.runs[n + 1].1 {
                n -= 1;
            }
            self.merge_at(n);
        }
    }

    fn merge_at(&mut self, i: usize) {
        let (left, n_left) = self.runs[i];
        let (right, n_right) = self.runs[i + 1];
        self.runs[i].1 = n_left + n_right;
        self.runs.remove(i + 1);
        // What of the left run stays in front, and of the right run behind, is not moved.
        let key = self.list[right].clone();
        let skip = gallop_right(&key, &self.list[left..right], 0, &self.before);
        let (left, n_left) = (left + skip, n_left - skip);
        if n_left == 0 {
            return;
        }
        let key = self.list[left + n_left - 1].clone();
        let run = &self.list[right..right + n_right];
        let n_right = gallop_left(&key, run, n_right - 1, &self.before);
        if n_right == 0 {
            return;
        }
        if n_left <= n_right {
            self.merge_upwards(left, n_left, right, n_right);
        } else {
            self.merge_downwards(left, n_left, right, n_right);
        }
    }

    /// Merges from the front; the left run is the shorter one.
    fn merge_upwards(&mut self, left: usize, n_left: usize, right: usize, n_right: usize) {
        let held: Vec<T> = self.list[left..left + n_left].to_vec();
        let end = right + n_right;
        let (mut from_left, mut from_right, mut to) = (0, right, left);
        self.list[to] = self.list[from_right].clone();
        to += 1;
        from_right += 1;
        if from_right < end && n_left > 1 {
            'merging: loop {
                let (mut wins_left, mut wins_right) = (0, 0);
                // One at a time, until one side seems to win for good.
                loop {
                    if (self.before)(&self.list[from_right], &held[from_left]) {
                        self.list[to] = self.list[from_right].clone();
                        (to, from_right) = (to + 1, from_right + 1);
                        (wins_right, wins_left) = (wins_right + 1, 0);
                        if from_right == end {
                            break 'merging;
                        }
                    } else {
                        self.list[to] = held[from_left].clone();
                        (to, from_left) = (to + 1, from_left + 1);
                        (wins_left, wins_right) = (wins_left + 1, 0);
                        if n_left - from_left == 1 {
                            break 'merging;
                        }
                    }
                    if wins_left.max(wins_right) >= self.eagerness {
                        break;
                    }
                }
                // Galloping.
                loop {
                    let key = self.list[from_right].clone();
                    let n = gallop_right(&key, &held[from_left..], 0, &self.before);
                    self.list[to..to + n].clone_from_slice(&held[from_left..from_left + n]);
                    (to, from_left) = (to + n, from_left + n);
                    if n_left - from_left <= 1 {
                        break 'merging;
                    }
                    self.list[to] = key;
                    (to, from_right) = (to + 1, from_right + 1);
                    if from_right == end {
                        break 'merging;
                    }
                    let m =
                        gallop_left(&held[from_left], &self.list[from_right..end], 0, &self.before);
                    for _ in 0..m {
                        self.list[to] = self.list[from_right].clone();
                        (to, from_right) = (to + 1, from_right + 1);
                    }
                    if from_right == end {
                        break 'merging;
                    }
                    self.list[to] = held[from_left].clone();
                    (to, from_left) = (to + 1, from_left + 1);
                    if n_left - from_left == 1 {
                        break 'merging;
                    }
                    self.eagerness -= 1;
                    if (n as isize) < EAGERNESS && (m as isize) < EAGERNESS {
                        break;
                    }
                }
                self.eagerness = self.eagerness.max(0) + 2;
            }
            self.eagerness = self.eagerness.max(1);
        }
        // What is left: the last of the left run goes behind the rest of the right run.
        while from_right < end && n_left - from_left <= 1 {
            self.list[to] = self.list[from_right].clone();
            (to, from_right) = (to + 1, from_right + 1);
        }
        for element in &held[from_left..] {
            self.list[to] = element.clone();
            to += 1;
        }
    }

    /// Merges from the back; the right run is the shorter one.
    fn merge_downwards(&mut self, left: usize, n_left: usize, right: usize, n_right: usize) {
        let held: Vec<T> = self.list[right..right + n_right].to_vec();
        // All three count what is left, so the next element stands one below.
        let (mut from_left, mut from_right, mut to) = (left + n_left, n_right, right + n_right);
        to -= 1;
        from_left -= 1;
        self.list[to] = self.list[from_left].clone();
        if from_left > left && n_right > 1 {
            'merging: loop {
                let (mut wins_left, mut wins_right) = (0, 0);
                loop {
                    if (self.before)(&held[from_right - 1], &self.list[from_left - 1]) {
                        to -= 1;
                        from_left -= 1;
                        self.list[to] = self.list[from_left].clone();
                        (wins_left, wins_right) = (wins_left + 1, 0);
                        if from_left == left {
                            break 'merging;
                        }
                    } else {
                        to -= 1;
                        from_right -= 1;
                        self.list[to] = held[from_right].clone();
                        (wins_right, wins_left) = (wins_right + 1, 0);
                        if from_right == 1 {
                            break 'merging;
                        }
                    }
                    if wins_left.max(wins_right) >= self.eagerness {
                        break;
                    }
                }
                loop {
                    let run = &self.list[left..from_left];
                    let keep =
                        gallop_right(&held[from_right - 1], run, run.len() - 1, &self.before);
                    let n = run.len() - keep;
                    for _ in 0..n {
                        to -= 1;
                        from_left -= 1;
                        self.list[to] = self.list[from_left].clone();
                    }
                    if from_left == left {
                        break 'merging;
                    }
                    to -= 1;
                    from_right -= 1;
                    self.list[to] = held[from_right].clone();
                    if from_right == 1 {
                        break 'merging;
                    }
                    let key = self.list[from_left - 1].clone();
                    let keep = gallop_left(&key, &held[..from_right], from_right - 1, &self.before);
                    let m = from_right - keep;
                    for _ in 0..m {
                        to -= 1;
                        from_right -= 1;
                        self.list[to] = held[from_right].clone();
                    }
                    if from_right <= 1 {
                        break 'merging;
                    }
                    to -= 1;
                    from_left -= 1;
                    self.list[to] = key;
                    if from_left == left {
                        break 'merging;
                    }
                    self.eagerness -= 1;
                    if (n as isize) < EAGERNESS && (m as isize) < EAGERNESS {
                        break;
                    }
                }
                self.eagerness = self.eagerness.max(0) + 2;
            }
            self.eagerness = self.eagerness.max(1);
        }
        while from_left > left && from_right <= 1 {
            to -= 1;
            from_left -= 1;
            self.list[to] = self.list[from_left].clone();
        }
        while from_right > 0 {
            to -= 1;
            from_right -= 1;
            self.list[to] = held[from_right].clone();
        }
    }
}

/// Where the key belongs in a run, before its equals; the search starts at `hint` and
/// doubles its stride.
fn gallop_left<T>(key: &T, run: &[T], hint: usize, before: &impl Fn(&T, &T) -> bool) -> usize {
    gallop(run, hint, |element| before(element, key))
}

/// Where the key belongs in a run, behind its equals.
fn gallop_right<T>(key: &T, run: &[T], hint: usize, before: &impl Fn(&T, &T) -> bool) -> usize {
    gallop(run, hint, |element| !before(key, element))
}

/// The first place at which `below` no longer holds.
fn gallop<T>(run: &[T], hint: usize, below: impl Fn(&T) -> bool) -> usize {
    let (mut low, mut high);
    let (mut last, mut stride) = (0, 1);
    if below(&run[hint]) {
        let most = run.len() - hint;
        while stride < most && below(&run[hint + stride]) {
            last = stride;
            stride = stride * 2 + 1;
        }
        low = hint + last + 1;
        high = hint + stride.min(most);
    } else {
        let most = hint + 1;
        while stride < most && !below(&run[hint - stride]) {
            last = stride;
            stride = stride * 2 + 1;
        }
        low = hint + 1 - stride.min(most);
        high = hint - last;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if below(&run[middle]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_grid::random::Random;

    #[test]
    fn a_true_order_is_sorted_stably_at_every_length() {
        let mut random = Random::new(7);
        for n in 0..200 {
            for keys in [2, 9, 1000] {
                let mut list: Vec<(u32, usize)> = (0..n).map(|i| (random.below(keys), i)).collect();
                // Some lists begin with long runs, which make the merges gallop.
                if n % 3 == 0 {
                    list[..n / 2].sort_unstable();
                    for (i, element) in list.iter_mut().enumerate() {
                        element.1 = i;
                    }
                }
                let mut expected = list.clone();
                expected.sort_by_key(|&(key, _)| key);
                sort_by(&mut list, |a, b| a.0 < b.0);
                assert_eq!(list, expected, "{n} elements, {keys} keys");
            }
        }
    }

    #[test]
    fn a_comparison_that_is_no_order_still_ends_and_follows_binary_insertion() {
        // a and c differ, b is equal to both: c is inserted behind b, not before a.
        let mut list = vec!["a2", "b", "a1"];
        sort_by(&mut list, |x, y| x.len() == 2 && y.len() == 2 && x < y);
        assert_eq!(list, ["a2", "b", "a1"]);
    }
}
