//! What a walk found, and how two tallies in a row make one.

/// What is asked of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The search ends with this many solutions; `u64::MAX` asks for all.
    pub limit: u64,
    /// How many of the first solutions are kept.
    pub keep: usize,
}

/// Solutions, work, and the best board on the way.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    wanted: Wanted,
    solutions: u64,
    /// Units of work.
    ticks: u64,
    /// Branches of the search.
    guesses: u64,
    /// Ticks and guesses at each solution, while it is open which one will be the last.
    marks: Vec<(u64, u64)>,
    /// The first solutions, values row by row.
    first: Vec<Box<[u8]>>,
    /// The lowest cost offered and the first board that had it.
    best: Option<(u64, Box<[u8]>)>,
}

/// Marks are kept for searches up to this many solutions; beyond, ticks and guesses of a search
/// that met its limit are those of all its parts.
const MARKS_UP_TO: u64 = 1 << 20;

impl Tally {
    /// Nothing yet.
    pub fn new(wanted: Wanted) -> Tally {
        Tally {
            wanted,
            solutions: 0,
            ticks: 0,
            guesses: 0,
            marks: Vec::new(),
            first: Vec::new(),
            best: None,
        }
    }

    /// Solutions found.
    #[inline(always)]
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Units of work done.
    #[inline(always)]
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Branches met.
    pub fn guesses(&self) -> u64 {
        self.guesses
    }

    /// The first solutions, values row by row, as many as were to be kept.
    pub fn first(&self) -> &[Box<[u8]>] {
        &self.first
    }

    /// The lowest cost offered and the first board that had it.
    pub fn best(&self) -> Option<(u64, &[u8])> {
        self.best.as_ref().map(|(cost, board)| (*cost, &**board))
    }

    /// Whether there are as many solutions as were asked for.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.solutions >= self.wanted.limit
    }

    /// Counts work.
    #[inline(always)]
    pub fn spend(&mut self, ticks: u64) {
        self.ticks += ticks;
    }

    /// Counts branches.
    #[inline(always)]
    pub fn add_guesses(&mut self, guesses: u64) {
        self.guesses += guesses;
    }

    /// Counts a solution; its values are asked for only if they are kept. `true` when there are
    /// enough.
    #[inline(always)]
    pub fn found(&mut self, values: impl FnOnce() -> Box<[u8]>) -> bool {
        self.solutions += 1;
        if self.first.len() < self.wanted.keep {
            self.first.push(values());
        }
        if self.wanted.limit <= MARKS_UP_TO {
            self.marks.push((self.ticks, self.guesses));
        }
        self.is_full()
    }

    /// Offers a board; it is copied only if its cost is lower than any before.
    #[inline(always)]
    pub fn offer(&mut self, cost: u64, board: &[u8]) {
        if self.best.as_ref().is_none_or(|(least, _)| cost < *least) {
            self.best = Some((cost, board.into()));
        }
    }

    /// Adds what the next part in the search order found.
    #[cfg(feature = "threads")]
    pub(super) fn append(&mut self, next: Tally) {
        let (ticks, guesses) = (self.ticks, self.guesses);
        self.marks.extend(next.marks.iter().map(|&(t, g)| (ticks + t, guesses + g)));
        self.solutions += next.solutions;
        self.ticks += next.ticks;
        self.guesses += next.guesses;
        let room = self.wanted.keep - self.first.len();
        self.first.extend(next.first.into_iter().take(room));
        if let Some((cost, board)) = next.best
            && self.best.as_ref().is_none_or(|(least, _)| cost < *least)
        {
            self.best = Some((cost, board));
        }
    }

    /// Forgets what was found and done after the last solution asked for.
    #[cfg(feature = "threads")]
    pub(super) fn cut_at_limit(&mut self) {
        if self.solutions < self.wanted.limit {
            return;
        }
        self.solutions = self.wanted.limit;
        let last = usize::try_from(self.wanted.limit).unwrap_or(usize::MAX).wrapping_sub(1);
        if let Some(&(ticks, guesses)) = self.marks.get(last) {
            (self.ticks, self.guesses) = (ticks, guesses);
        }
        self.first.truncate(last.saturating_add(1));
    }
}
