//! Which variable to decide next: the most active one.
//!
//! A variable gains activity whenever it takes part in a conflict, and the gain grows
//! geometrically, so that recent conflicts count most (Moskewicz et al. 2001; Eén & Sörensson
//! 2003). The open variables wait in a binary heap.

/// Activities and the heap of variables by activity.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    activity: Vec<f64>,
    gain: f64,
    heap: Vec<u32>,
    /// The place of each variable in the heap, or `ABSENT`.
    place: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;
const RESCALE_ABOVE: f64 = 1e100;

impl Order {
    /// All variables, active as told.
    pub(super) fn new(activity: Vec<f64>) -> Order {
        let n = activity.len();
        let mut order = Order {
            activity,
            gain: 1.0,
            heap: (0..n as u32).collect(),
            place: (0..n as u32).collect(),
        };
        for at in (0..n / 2).rev() {
            order.sink(at);
        }
        order
    }

    /// Which of two variables is the more active.
    pub(super) fn compare(&self, a: usize, b: usize) -> std::cmp::Ordering {
        self.activity[a].total_cmp(&self.activity[b])
    }

    pub(super) fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.gain;
        if self.activity[variable] > RESCALE_ABOVE {
            self.activity.iter_mut().for_each(|a| *a /= RESCALE_ABOVE);
            self.gain /= RESCALE_ABOVE;
        }
        if self.place[variable] != ABSENT {
            self.rise(self.place[variable] as usize);
        }
    }

    /// Makes earlier conflicts count less by this factor.
    pub(super) fn decay(&mut self, factor: f64) {
        self.gain /= factor;
    }

    #[inline]
    pub(super) fn insert(&mut self, variable: usize) {
        if self.place[variable] == ABSENT {
            self.place[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    pub(super) fn pop(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        self.place[first as usize] = ABSENT;
        let last = self.heap.pop().expect("the heap has a first item");
        if last != first {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sink(0);
        }
        Some(first as usize)
    }

    fn rise(&mut self, mut at: usize) {
        let variable = self.heap[at];
        let activity = self.activity[variable as usize];
        while at > 0 {
            let parent = (at - 1) / 2;
            let above = self.heap[parent];
            if self.activity[above as usize] >= activity {
                break;
            }
            self.heap[at] = above;
            self.place[above as usize] = at as u32;
            at = parent;
        }
        self.heap[at] = variable;
        self.place[variable as usize] = at as u32;
    }

    fn sink(&mut self, mut at: usize) {
        let variable = self.heap[at];
        let activity = self.activity[variable as usize];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            let right = child + 1;
            if right < self.heap.len()
                && self.activity[self.heap[right] as usize]
                    > self.activity[self.heap[child] as usize]
            {
                child = right;
            }
            let below = self.heap[child];
            if self.activity[below as usize] <= activity {
                break;
            }
            self.heap[at] = below;
            self.place[below as usize] = at as u32;
            at = child;
        }
        self.heap[at] = variable;
        self.place[variable as usize] = at as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_comes_first() {
        let mut order = Order::new(vec![1.0, 5.0, 3.0, 4.0, 2.0]);
        for _ in 0..10 {
            order.bump(4);
        }
        let all: Vec<usize> = std::iter::from_fn(|| order.pop()).collect();
        assert_eq!(all, [4, 1, 3, 2, 0]);
        order.insert(0);
        order.insert(3);
        order.insert(0);
        assert_eq!((order.pop(), order.pop(), order.pop()), (Some(3), Some(0), None));
    }
}
