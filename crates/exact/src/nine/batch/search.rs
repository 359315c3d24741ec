//! The rounds of a batch: sweep, look, guess or refill.

use super::choose::{Links, choose};
use super::fewest::fewest;
use super::ledger::{After, Ledger, NONE};
use super::node::Node;
use super::sweep::{Candidates, Cells, Report, sweep};
use super::transpose::{Rack, gather, spread};
use super::{BatchCount, Effort};
use crate::nine::Clues;
use crate::simd::{Isa, Kernel, Vector};
use sudolab_grid::halt::{Pulse, Stop};

/// What a lane has to do.
struct Lane {
    /// The task at work, or [`NONE`].
    task: u32,
    /// Open nodes, the deepest last. Those below `bottom` were given away.
    stack: Vec<Node>,
    bottom: usize,
}

impl Lane {
    #[inline(always)]
    fn pop(&mut self) -> Option<Node> {
        if self.stack.len() > self.bottom {
            return self.stack.pop();
        }
        self.clear();
        None
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.stack.clear();
        self.bottom = 0;
    }
}

/// The room of an engine, kept between batches.
pub(super) struct BatchSearch<I: Isa> {
    pub(super) isa: I,
    candidates: Box<Candidates<I::Vector>>,
    cells: Box<Cells<I::Vector>>,
    links: Box<Links<I::Vector>>,
    rack: Box<Rack<I::Vector>>,
    lanes: Vec<Lane>,
    ledger: Ledger,
    pub(super) effort: Effort,
}

impl<I: Isa> BatchSearch<I> {
    pub(super) fn new(isa: I) -> Self {
        Self {
            isa,
            candidates: Candidates::empty(),
            cells: Cells::new(),
            links: Links::new(),
            rack: Rack::empty(),
            lanes: (0..64 * I::Vector::WORDS)
                .map(|_| Lane { task: NONE, stack: Vec::with_capacity(32), bottom: 0 })
                .collect(),
            ledger: Ledger::new(),
            effort: Effort::default(),
        }
    }
}

/// Where puzzles come from.
pub(super) trait Source {
    /// Whether the source wants to hear of verdicts, and excludes solutions.
    fn listens(&self) -> bool;

    /// The next puzzle and the place of its verdict; `None` when there is none now.
    fn next(&mut self) -> Option<(usize, Root<'_>)>;

    /// The verdict at a place is complete.
    fn settled(&mut self, place: usize, verdict: &BatchCount);

    /// Whether a solution of the puzzle at a place does not count.
    fn excludes(&self, place: usize, solution: &[u8; 81]) -> bool;
}

/// What the search of a puzzle begins with.
pub(super) enum Root<'a> {
    /// Its clues.
    Clues(&'a Clues),
    /// Its clues, and a cell with the digit it must not hold.
    Asked(Clues, Option<(u8, u8)>),
    /// The candidates of each cell.
    Candidates(&'a [u16; 81]),
}

impl Root<'_> {
    #[inline(always)]
    fn node<V: Vector>(&self) -> Node {
        let (clues, ruled_out) = match self {
            Root::Candidates(masks) => return Node::from_candidates(masks),
            Root::Clues(clues) => (*clues, None),
            Root::Asked(clues, ruled_out) => (clues, *ruled_out),
        };
        let mut node = Node::from_clues::<V>(clues);
        if let Some((cell, digit)) = ruled_out {
            node.remove(usize::from(digit) - 1, usize::from(cell));
        }
        node
    }
}

/// A batch to be searched.
pub(super) struct Drive<'a, I: Isa> {
    pub(super) search: &'a mut BatchSearch<I>,
    pub(super) source: &'a mut dyn Source,
    pub(super) limit: u64,
    pub(super) out: &'a mut [BatchCount],
    /// Beats once a round, that is every few tens of microseconds.
    pub(super) pulse: Pulse<'a>,
}

type Words<I> = <<I as Isa>::Vector as Vector>::Words;

impl<I: Isa> Kernel<I::Vector> for Drive<'_, I> {
    type Output = Result<(), Stop>;

    #[inline(always)]
    fn run(mut self) -> Result<(), Stop> {
        self.search.ledger.start(self.limit);
        let n_lanes = self.search.lanes.len();
        for lane in &mut self.search.lanes {
            lane.task = NONE;
            lane.clear();
        }
        let listens = self.source.listens();
        let mut busy = 0;
        for lane in 0..n_lanes {
            if self.feed(lane, listens) {
                busy += 1;
            } else {
                // A batch that was stopped may have left something there.
                self.search.rack.set(lane, &Node([0; super::node::WORDS]));
            }
        }
        while busy > 0 {
            self.pulse.beat(1)?;
            let isa = self.search.isa;
            isa.run(Load { search: self.search });
            let outcome = loop {
                let outcome = isa.run(Sweeps { search: self.search });
                let idle = n_lanes - busy;
                if (n_ready(&outcome) - idle) * 2 >= busy {
                    break outcome;
                }
            };
            self.search.effort.rounds += 1;
            let paired = isa.run(Store { search: self.search });
            for q in 0..I::Vector::WORDS {
                self.guess(q, &outcome, &paired);
                self.retire(q, &outcome, listens);
            }
            while let Some(lane) = self.search.ledger.released.pop() {
                let lane = &mut self.search.lanes[lane as usize];
                lane.task = NONE;
                lane.clear();
            }
            if listens {
                for place in self.search.ledger.settled.drain(..) {
                    self.source.settled(place as usize, &self.out[place as usize]);
                }
            } else {
                self.search.ledger.settled.clear();
            }
            busy = 0;
            let mut victim = 0;
            for lane in 0..n_lanes {
                if self.search.lanes[lane].task != NONE
                    || self.feed(lane, listens)
                    || self.steal(lane, &mut victim)
                {
                    busy += 1;
                }
            }
        }
        Ok(())
    }
}

/// How many lanes wait, idle ones included.
#[inline(always)]
fn n_ready<W: AsRef<[u64]>>(outcome: &Outcome<W>) -> usize {
    let mut n = 0;
    for word in outcome.ready.as_ref() {
        n += word.count_ones();
    }
    n as usize
}

/// Lanes by what the sweeps found.
struct Outcome<W> {
    /// Waiting for an action of any kind.
    ready: W,
    /// At a standstill: guess.
    stuck: W,
    /// Solved.
    solved: W,
    /// Solved or contradictory.
    over: W,
}

impl<I: Isa> Drive<'_, I> {
    /// Guesses in every lane of a word that is at a standstill.
    #[inline(always)]
    fn guess(&mut self, q: usize, outcome: &Outcome<Words<I>>, paired: &Words<I>) {
        let BatchSearch { rack, lanes, ledger, .. } = &mut *self.search;
        let mut bits = outcome.stuck.as_ref()[q];
        while bits != 0 {
            let lane = q * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let state = &mut lanes[lane];
            if !ledger.wants(state.task, lane) {
                continue;
            }
            ledger.guess(state.task);
            let mut cell = rack.index(lane);
            if paired.as_ref()[q] >> (lane % 64) & 1 == 0 {
                cell = fewest(&rack.get(lane));
            }
            let candidates = rack.candidates(lane, cell);
            let digit = candidates.trailing_zeros() as usize;
            // The child that rules the digit out waits; the one that places it goes on here.
            // Words are copied one by one: they were just written one by one, and a
            // wider read would have to wait for them.
            state.stack.push(rack.get(lane));
            if let Some(second) = state.stack.last_mut() {
                second.remove(digit, cell);
            }
            let mut others = candidates & (candidates - 1);
            while others != 0 {
                rack.remove(lane, others.trailing_zeros() as usize, cell);
                others &= others - 1;
            }
        }
    }

    /// Ends the node of every lane of a word that is solved or contradictory.
    #[inline(always)]
    fn retire(&mut self, q: usize, outcome: &Outcome<Words<I>>, listens: bool) {
        let BatchSearch { rack, lanes, ledger, .. } = &mut *self.search;
        let mut bits = outcome.over.as_ref()[q];
        while bits != 0 {
            let i = bits.trailing_zeros() as usize;
            let lane = q * 64 + i;
            bits &= bits - 1;
            let state = &mut lanes[lane];
            if !ledger.wants(state.task, lane) {
                continue;
            }
            if outcome.solved.as_ref()[q] >> i & 1 == 1 {
                let excluded = listens
                    && self.source.excludes(
                        ledger.puzzle(state.task),
                        &rack.get(lane).to_digits::<I::Vector>(),
                    );
                if !excluded
                    && ledger.solution(state.task, || rack.get(lane).to_digits::<I::Vector>())
                        == After::Enough
                {
                    state.clear();
                }
            }
            if let Some(node) = state.pop() {
                rack.set(lane, &node);
            } else {
                ledger.close(state.task, self.out);
                state.task = NONE;
            }
        }
    }

    /// Gives an idle lane a waiting task or the next puzzle.
    #[inline(always)]
    fn feed(&mut self, lane: usize, listens: bool) -> bool {
        let BatchSearch { rack, lanes, ledger, .. } = &mut *self.search;
        if let Some(task) = ledger.waiting.pop() {
            lanes[lane].task = task;
            let root = ledger.resume(task, lane);
            rack.set(lane, &root);
            return true;
        }
        let Some((place, root)) = self.source.next() else {
            return false;
        };
        let root = root.node::<I::Vector>();
        if listens {
            self.out[place] = BatchCount::NONE;
        }
        lanes[lane].task = ledger.open(place, lane, &root);
        rack.set(lane, &root);
        true
    }

    /// Gives an idle lane the oldest open node of a busy one, looking from `victim` on.
    #[inline(always)]
    fn steal(&mut self, lane: usize, victim: &mut usize) -> bool {
        let BatchSearch { rack, lanes, ledger, .. } = &mut *self.search;
        while *victim < lanes.len() {
            let from = &mut lanes[*victim];
            *victim += 1;
            if from.stack.len() > from.bottom {
                let root = from.stack[from.bottom];
                from.bottom += 1;
                let task = ledger.split(from.task, lane, &root);
                lanes[lane].task = task;
                rack.set(lane, &root);
                return true;
            }
        }
        rack.set(lane, &Node([0; super::node::WORDS]));
        false
    }
}

/// Nodes into lanes.
struct Load<'a, I: Isa> {
    search: &'a mut BatchSearch<I>,
}

impl<I: Isa> Kernel<I::Vector> for Load<'_, I> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        spread(&self.search.rack, &mut self.search.candidates);
    }
}

/// Chooses cells and takes the lanes back to nodes; returns the lanes with a cell chosen.
struct Store<'a, I: Isa> {
    search: &'a mut BatchSearch<I>,
}

impl<I: Isa> Kernel<I::Vector> for Store<'_, I> {
    type Output = Words<I>;
    #[inline(always)]
    fn run(self) -> Words<I> {
        let BatchSearch { candidates, cells, links, rack, .. } = self.search;
        let (index, found) = choose(candidates, cells, links);
        gather(candidates, &index, rack);
        found.to_words()
    }
}

/// A plain sweep and a checking one.
struct Sweeps<'a, I: Isa> {
    search: &'a mut BatchSearch<I>,
}

impl<I: Isa> Kernel<I::Vector> for Sweeps<'_, I> {
    type Output = Outcome<Words<I>>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let BatchSearch { candidates, cells, effort, .. } = self.search;
        effort.sweeps += 2;
        sweep::<I::Vector, false>(candidates, cells);
        let Report { alive, changed, open } = sweep::<I::Vector, true>(candidates, cells);
        let solved = alive.minus(open);
        let over = I::Vector::ones().minus(alive).or(solved);
        let stuck = alive.and(open).minus(changed);
        Outcome {
            ready: over.or(stuck).to_words(),
            stuck: stuck.to_words(),
            solved: solved.to_words(),
            over: over.to_words(),
        }
    }
}
