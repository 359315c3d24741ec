//! Who works on which part of which puzzle, and what the parts add up to.
//!
//! A puzzle starts as one task. When lanes fall idle and no puzzle is left, an idle
//! lane takes over the oldest open node of a busy one: the subtree that the busy lane
//! would have entered last. So the tasks of a puzzle form a list in the order in which
//! one lane would have visited them:
//!
//! ```text
//! head                                  a split inserts right behind its victim:
//!  task 1 -> task 2 -> task 3           task 1 -> new -> task 2 -> task 3
//! ```
//!
//! Verdicts must not depend on how the work was shared. Finished tasks are therefore
//! added up only from the head of the list, and the sum stops where the search of a
//! single lane would have stopped. If the limit falls inside a finished task, its guesses
//! up to that solution are needed: they were written down for the first solution, and
//! for others (limits above 2) the task is searched again with the smaller limit.

use super::BatchCount;
use super::node::Node;

/// No task, or no lane.
pub(super) const NONE: u32 = u32::MAX;

/// A part of the search tree of a puzzle.
pub(super) struct Task {
    /// The puzzle it belongs to.
    puzzle: u32,
    /// The next task of the puzzle in the order of the search.
    next: u32,
    /// The lane at work on it, or [`NONE`] once finished.
    lane: u32,
    /// Whether it is the first task of its puzzle.
    is_head: bool,
    /// Stop at so many solutions.
    quota: u64,
    /// Whether it stopped because of the quota.
    stopped: bool,
    /// Guesses made when the first solution was found.
    guesses_at_first: u64,
    /// Found so far.
    pub(super) found: BatchCount,
    /// Where the part begins, to search it again.
    root: Node,
}

/// All tasks of the batch.
pub(super) struct Ledger {
    limit: u64,
    tasks: Vec<Task>,
    free: Vec<u32>,
    /// Lanes that lost their task to a decision elsewhere.
    pub(super) released: Vec<u32>,
    /// Tasks that wait for a lane.
    pub(super) waiting: Vec<u32>,
    /// Puzzles whose verdicts were completed lately.
    pub(super) settled: Vec<u32>,
}

/// What to do after a solution.
#[derive(PartialEq, Eq)]
pub(super) enum After {
    /// Go on with the search.
    Continue,
    /// The task has all solutions it needs.
    Enough,
}

impl Ledger {
    pub(super) fn new() -> Self {
        Self {
            limit: 0,
            tasks: Vec::new(),
            free: Vec::new(),
            released: Vec::new(),
            waiting: Vec::new(),
            settled: Vec::new(),
        }
    }

    /// Forgets everything and takes a new limit.
    pub(super) fn start(&mut self, limit: u64) {
        self.limit = limit;
        self.tasks.clear();
        self.free.clear();
        self.released.clear();
        self.waiting.clear();
        self.settled.clear();
    }

    /// The puzzle of a task.
    #[inline(always)]
    pub(super) fn puzzle(&self, task: u32) -> usize {
        self.tasks[task as usize].puzzle as usize
    }

    /// Opens a puzzle in a lane.
    #[inline(always)]
    pub(super) fn open(&mut self, puzzle: usize, lane: usize, root: &Node) -> u32 {
        self.add(Task {
            puzzle: puzzle as u32,
            next: NONE,
            lane: lane as u32,
            is_head: true,
            quota: self.limit,
            stopped: false,
            guesses_at_first: 0,
            found: BatchCount::NONE,
            root: *root,
        })
    }

    /// Hands the last part of a task, which begins at `root`, to another lane.
    pub(super) fn split(&mut self, victim: u32, lane: usize, root: &Node) -> u32 {
        let (puzzle, next) = (self.tasks[victim as usize].puzzle, self.tasks[victim as usize].next);
        let task = self.add(Task {
            puzzle,
            next,
            lane: lane as u32,
            is_head: false,
            quota: self.limit,
            stopped: false,
            guesses_at_first: 0,
            found: BatchCount::NONE,
            root: *root,
        });
        self.tasks[victim as usize].next = task;
        task
    }

    /// Takes up a waiting task in a lane; returns where it begins.
    pub(super) fn resume(&mut self, task: u32, lane: usize) -> Node {
        self.tasks[task as usize].lane = lane as u32;
        self.tasks[task as usize].root
    }

    /// Whether a lane still has to work on its task; it may have been released in this round.
    #[inline(always)]
    pub(super) fn wants(&self, task: u32, lane: usize) -> bool {
        task != NONE && self.tasks[task as usize].lane == lane as u32
    }

    /// Counts a guess.
    #[inline(always)]
    pub(super) fn guess(&mut self, task: u32) {
        self.tasks[task as usize].found.guesses += 1;
    }

    /// Counts a solution; the first one is asked for.
    #[inline(always)]
    pub(super) fn solution(&mut self, task: u32, digits: impl FnOnce() -> [u8; 81]) -> After {
        let task = &mut self.tasks[task as usize];
        if task.found.solutions == 0 {
            task.found.solution = digits();
            task.guesses_at_first = task.found.guesses;
        }
        task.found.solutions += 1;
        if task.found.solutions >= task.quota {
            task.stopped = true;
            return After::Enough;
        }
        After::Continue
    }

    /// Closes a task whose part is searched, and adds up what can be.
    #[inline(always)]
    pub(super) fn close(&mut self, task: u32, out: &mut [BatchCount]) {
        self.tasks[task as usize].lane = NONE;
        if self.tasks[task as usize].is_head {
            self.settle(task, out);
        }
    }

    /// Adds up finished tasks from the head of a list.
    fn settle(&mut self, mut head: u32, out: &mut [BatchCount]) {
        let sum = &mut out[self.tasks[head as usize].puzzle as usize];
        loop {
            let remaining = self.limit - sum.solutions;
            let task = &mut self.tasks[head as usize];
            task.is_head = true;
            let crossing = task.found.solutions >= remaining;
            if task.lane != NONE && !crossing {
                task.quota = remaining;
                return;
            }
            if crossing {
                let exact = task.stopped && task.found.solutions == remaining;
                if remaining > 1 && !exact {
                    // The limit lies somewhere inside this task: search it again.
                    let next = core::mem::replace(&mut task.next, NONE);
                    task.quota = remaining;
                    task.stopped = false;
                    task.found = BatchCount::NONE;
                    if task.lane != NONE {
                        self.released.push(task.lane);
                        task.lane = NONE;
                    }
                    self.waiting.push(head);
                    self.cancel(next);
                    return;
                }
                sum.guesses +=
                    if remaining == 1 { task.guesses_at_first } else { task.found.guesses };
                if sum.solutions == 0 {
                    sum.solution = task.found.solution;
                }
                sum.solutions = self.limit;
                self.settled.push(task.puzzle);
                self.cancel(head);
                return;
            }
            if sum.solutions == 0 {
                sum.solution = task.found.solution;
            }
            sum.solutions += task.found.solutions;
            sum.guesses += task.found.guesses;
            let (next, puzzle) = (task.next, task.puzzle);
            self.free.push(head);
            if next == NONE {
                self.settled.push(puzzle);
                return;
            }
            head = next;
        }
    }

    /// Drops a task and all behind it.
    fn cancel(&mut self, mut task: u32) {
        while task != NONE {
            let this = &mut self.tasks[task as usize];
            if this.lane != NONE {
                self.released.push(this.lane);
                this.lane = NONE;
            }
            self.free.push(task);
            task = this.next;
        }
    }

    #[inline(always)]
    fn add(&mut self, task: Task) -> u32 {
        if let Some(slot) = self.free.pop() {
            self.tasks[slot as usize] = task;
            slot
        } else {
            self.tasks.push(task);
            (self.tasks.len() - 1) as u32
        }
    }
}
