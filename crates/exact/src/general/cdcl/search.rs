//! The loop: propagate, learn, restart, decide; and the enumeration of solutions.

use super::analyze::Analysis;
use super::arena::Arena;
use super::listener::{Listener, Silence};
use super::order::Order;
use super::problem::{Lists, Literal, Problem};
use super::propagate::Conflict;
use super::propagate::{Left, Watch};
use super::reduce;
use super::restart::{Mode, Restarts};
use super::theory::{NoTheory, Theory};
use super::trail::{Reason, Trail};
use crate::general::TELL_EVERY;
use sudolab_grid::halt::{Meter, Stop};

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decided {
    /// An assignment that satisfies everything; [`Solver::is_true`] tells it.
    Model,
    /// There is none, or none left.
    Exhausted,
}

/// A solver for one problem.
///
/// ```
/// use sudolab_exact::general::cdcl::{Decided, GroupKind, Literal, Problem, Solver};
///
/// // Two of three switches in two groups: 0 or 1; 1 or 2.
/// let mut problem = Problem::new(3);
/// problem.add_group(GroupKind::ExactlyOne, [0, 1].into_iter());
/// problem.add_group(GroupKind::ExactlyOne, [1, 2].into_iter());
/// let mut solver = Solver::new(problem, vec![0.0; 3]);
/// let mut models = Vec::new();
/// while solver.solve(&mut |_| Ok(())) == Ok(Decided::Model) {
///     models.push([0, 1, 2].map(|v| solver.is_true(v)));
///     solver.exclude_model();
/// }
/// models.sort();
/// assert_eq!(models, [[false, true, false], [true, false, true]]);
/// ```
#[derive(Clone, Debug)]
pub struct Solver<T = NoTheory> {
    /// The members of exactly-one groups.
    pub(super) exactly: Lists,
    /// The exactly-one groups of each variable.
    pub(super) groups_of: Lists,
    /// The variables that share a group with each variable.
    pub(super) peers: Lists,
    pub(super) left: Vec<Left>,
    pub(super) trail: Trail,
    /// For each literal the literals that follow from it by learned pairs.
    pub(super) pairs: Vec<Vec<Literal>>,
    pub(super) watches: Vec<Vec<Watch>>,
    pub(super) arena: Arena,
    pub(super) order: Order,
    pub(super) phases: Vec<bool>,
    pub(super) analysis: Analysis,
    restarts: Restarts,
    /// The phases of the largest assignment without conflict in this turn, and its size.
    best_phases: Vec<bool>,
    best_size: usize,
    pub(super) ticks: u64,
    told: u64,
    conflicts: u64,
    decisions: u64,
    next_round: u64,
    rounds: u64,
    pub(super) refuted: bool,
    /// Ticks at the end of the last round of making clauses shorter.
    pub(super) vivified_at: u64,
    /// What was learned, clause by clause, if someone wants to see it.
    pub(super) log: Option<Vec<Box<[Literal]>>>,
    pub(super) theory: T,
    /// Explanations the theory was asked for since the last restart.
    pub(super) explained: Lists,
    /// Memory for talking with the theory.
    pub(super) follows: Vec<Literal>,
    pub(super) explanation: Vec<Literal>,
}

/// How much of their activity variables keep from conflict to conflict.
const KEEP_ACTIVITY: f64 = 0.95;

/// The same in focused turns, which follow the last conflicts closely. Of three hard pencil-mark grids this
/// settled two in 0.62 and 0.77 times the conflicts, the third in 0.94 times.
const KEEP_ACTIVITY_FOCUSED: f64 = 0.85;

impl Solver {
    /// A solver whose variables start with these activities; missing ones are 0.
    pub fn new(problem: Problem, activities: Vec<f64>) -> Solver {
        Solver::with_theory(problem, activities, NoTheory)
    }
}

impl<T: Theory> Solver<T> {
    /// The same, with constraints of another kind over the variables.
    pub fn with_theory(problem: Problem, mut activities: Vec<f64>, theory: T) -> Solver<T> {
        let n = problem.n_variables;
        activities.resize(n, 0.0);
        let groups_of = problem.exactly.inverted(n);
        let left: Vec<Left> = (0..problem.exactly.len())
            .map(|group| {
                let members = problem.exactly.get(group);
                Left { count: members.len() as u32, xor: members.iter().fold(0, |x, v| x ^ v) }
            })
            .collect();
        let peers = peers(&problem, &groups_of);
        let mut solver = Solver {
            groups_of,
            peers,
            left,
            exactly: problem.exactly,
            trail: Trail::new(n),
            pairs: vec![Vec::new(); 2 * n],
            watches: vec![Vec::new(); 2 * n],
            arena: Arena::default(),
            order: Order::new(activities),
            phases: vec![false; n],
            analysis: Analysis::new(n),
            restarts: Restarts::new(),
            best_phases: vec![false; n],
            best_size: 0,
            ticks: 0,
            told: 0,
            conflicts: 0,
            decisions: 0,
            next_round: reduce::FIRST_ROUND,
            rounds: 0,
            refuted: false,
            vivified_at: 0,
            log: None,
            theory,
            explained: Lists::new(),
            follows: Vec::new(),
            explanation: Vec::new(),
        };
        for group in 0..solver.left.len() {
            match solver.left[group] {
                Left { count: 0, .. } => solver.refuted = true,
                Left { count: 1, xor } => solver.hold(Literal::positive(xor)),
                _ => {}
            }
        }
        solver
    }

    /// From now on keeps every learned clause, in order. Each follows by unit propagation from the
    /// problem, the models excluded so far and the clauses learned before it.
    pub fn keep_log(&mut self) {
        self.log = Some(Vec::new());
    }

    /// The clauses learned since [`Solver::keep_log`].
    pub fn take_log(&mut self) -> Vec<Box<[Literal]>> {
        self.log.take().unwrap_or_default()
    }

    /// Adds a clause. Open decisions are taken back.
    pub fn add_clause(&mut self, literals: &[Literal]) {
        self.backtrack(0);
        if literals.iter().any(|&l| self.trail.value(l) > 0) {
            return;
        }
        let open: Vec<Literal> =
            literals.iter().copied().filter(|&l| self.trail.value(l) == 0).collect();
        match open.as_slice() {
            [] => self.refuted = true,
            &[only] => self.hold(only),
            &[a, b] => self.add_pair(a, b),
            long => {
                self.add_long(long, long.len() as u32, true);
            }
        }
    }

    /// Whether a variable is true in the model.
    pub fn is_true(&self, variable: u32) -> bool {
        self.trail.value(Literal::positive(variable)) > 0
    }

    /// Excludes the model just found, and nothing else: its decisions cannot all be repeated.
    pub fn exclude_model(&mut self) {
        let decisions: Vec<Literal> = self
            .trail
            .starts
            .iter()
            .rev()
            .map(|&start| !self.trail.literals[start as usize])
            .collect();
        let depth = decisions.len() as u32;
        if let Some(log) = &mut self.log {
            log.push(decisions.as_slice().into());
        }
        match decisions.as_slice() {
            [] => self.refuted = true,
            &[only] => {
                self.backtrack(0);
                self.hold(only);
            }
            &[last, before] => {
                self.backtrack(depth - 1);
                self.add_pair(last, before);
                self.trail.assign(last, Reason::Pair(before));
            }
            long => {
                self.backtrack(depth - 1);
                let clause = self.add_long(long, depth, true);
                self.trail.assign(long[0], Reason::Clause(clause));
            }
        }
    }

    /// Searches for a model, from where the last search ended or was stopped.
    pub fn solve(&mut self, meter: &mut dyn Meter) -> Result<Decided, Stop> {
        self.search(meter, &mut Silence)
    }

    /// The same with someone who listens.
    pub(in super::super) fn search<L: Listener>(
        &mut self,
        meter: &mut dyn Meter,
        ear: &mut L,
    ) -> Result<Decided, Stop> {
        loop {
            if self.refuted {
                return Ok(Decided::Exhausted);
            }
            if let Some(conflict) = self.propagate() {
                self.conflicts += 1;
                if L::IS_LISTENING {
                    ear.conflict(self);
                }
                // A theory may notice late what an earlier level has brought about.
                if let Conflict::Explained(explanation) = conflict {
                    self.backtrack(self.level_of_explanation(explanation));
                }
                if self.trail.depth() == 0 {
                    self.refuted = true;
                    continue;
                }
                self.note_size();
                let (level, glue) = self.analyze(conflict);
                self.backtrack(level);
                if L::IS_LISTENING {
                    ear.learned(self, self.analysis.clause.len(), level as usize);
                }
                self.learn(glue);
                self.order.decay(match self.restarts.mode {
                    Mode::Focused => KEEP_ACTIVITY_FOCUSED,
                    Mode::Opening | Mode::Stable => KEEP_ACTIVITY,
                });
                self.restarts.on_conflict(glue);
                continue;
            }
            if self.ticks - self.told >= TELL_EVERY {
                let spent = self.ticks - self.told;
                self.told = self.ticks;
                meter.spend(spent)?;
            }
            if self.restarts.is_due() {
                self.restart();
                if L::IS_LISTENING {
                    ear.restarted(self);
                }
                continue;
            }
            if self.conflicts >= self.next_round {
                self.rounds += 1;
                self.next_round =
                    self.conflicts + reduce::FIRST_ROUND + reduce::ROUND_GROWS * self.rounds;
                self.vivify();
                self.forget();
                continue;
            }
            if L::IS_LISTENING {
                ear.settled(self);
            }
            let Some(literal) = self.next_decision() else { return Ok(Decided::Model) };
            self.decisions += 1;
            self.trail.decide(literal);
            if L::IS_LISTENING {
                ear.decided(self, literal, self.trail.depth() as usize);
            }
        }
    }

    /// Takes all decisions back.
    pub fn to_root(&mut self) {
        self.backtrack(0);
    }

    /// Assignments handled and watches visited so far.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Conflicts so far.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Decisions so far.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// A literal that holds from the start.
    pub(super) fn hold(&mut self, literal: Literal) {
        debug_assert_eq!(self.trail.depth(), 0);
        match self.trail.value(literal) {
            0 => self.trail.assign(literal, Reason::None),
            value => self.refuted |= value < 0,
        }
    }

    pub(super) fn add_pair(&mut self, a: Literal, b: Literal) {
        self.pairs[(!a).index()].push(b);
        self.pairs[(!b).index()].push(a);
    }

    pub(super) fn add_long(&mut self, literals: &[Literal], glue: u32, kept: bool) -> u32 {
        let clause = self.arena.add(literals, glue, kept);
        for i in 0..2 {
            let watch = Watch { clause, blocker: literals[1 - i] };
            self.watches[literals[i].index()].push(watch);
        }
        clause
    }

    /// Adds the learned clause and asserts its first literal.
    fn learn(&mut self, glue: u32) {
        let clause = std::mem::take(&mut self.analysis.clause);
        if let Some(log) = &mut self.log {
            log.push(clause.as_slice().into());
        }
        match clause.as_slice() {
            [] => self.refuted = true,
            &[only] => self.hold(only),
            &[first, second] => {
                self.add_pair(first, second);
                self.trail.assign(first, Reason::Pair(second));
            }
            long => {
                let at = self.add_long(long, glue, false);
                self.trail.assign(long[0], Reason::Clause(at));
            }
        }
        self.analysis.clause = clause;
    }

    /// Remembers the largest assignment without conflict.
    fn note_size(&mut self) {
        if self.restarts.mode != Mode::Stable {
            return;
        }
        let size = self.trail.starts.last().map_or(0, |&start| start as usize);
        if size > self.best_size {
            self.best_size = size;
            for literal in &self.trail.literals[..size] {
                self.best_phases[literal.variable()] = literal.is_positive();
            }
        }
    }

    fn restart(&mut self) {
        self.backtrack(0);
        self.explained.clear();
        if self.restarts.mode == Mode::Stable && self.best_size > 0 {
            self.phases.copy_from_slice(&self.best_phases);
            self.best_size = 0;
        }
        if self.restarts.restarted(self.ticks) {
            self.best_size = 0;
            self.best_phases.copy_from_slice(&self.phases);
        }
    }

    fn next_decision(&mut self) -> Option<Literal> {
        while let Some(variable) = self.order.pop() {
            if self.trail.is_open(variable) {
                let literal = Literal::positive(variable as u32);
                return Some(if self.phases[variable] { literal } else { !literal });
            }
        }
        None
    }
}

/// For each variable the others of its groups, each once.
fn peers(problem: &Problem, groups_of: &Lists) -> Lists {
    let loose_groups_of = problem.at_most.inverted(problem.n_variables);
    let mut peers = Lists::new();
    let mut met = vec![u32::MAX; problem.n_variables];
    let mut here = Vec::new();
    for variable in 0..problem.n_variables as u32 {
        here.clear();
        met[variable as usize] = variable;
        for (lists, of) in [(&problem.exactly, groups_of), (&problem.at_most, &loose_groups_of)] {
            for &group in of.get(variable as usize) {
                for &peer in lists.get(group as usize) {
                    if met[peer as usize] != variable {
                        met[peer as usize] = variable;
                        here.push(peer);
                    }
                }
            }
        }
        peers.push(here.iter().copied());
    }
    peers
}
