//! Almost locked sets: XZ-rule, XY-Wing, chain.
//!
//! The sets are listed once per position: rows, columns, boxes; in each house the sets of
//! one to eight empty cells with one digit more than cells, each before the larger ones
//! that begin with it; a set of cells already listed is left out. Two sets without a
//! common cell are *linked* by a digit of both when every place in one sees every place
//! in the other. Links lead from earlier sets to later ones and are listed in that order;
//! two sets may be linked by two digits.
//!
//! - *XZ-rule*: the first link whose sets have another digit in common that goes
//!   somewhere. For two digits also what the sets lock each for itself.
//! - *XY-Wing*: the first pair of links (the first varying slowest) with one set in common
//!   whose outer sets have no common cell and a common digit that goes somewhere, other
//!   than all digits of the links.
//! - *Chain*: every chain of three or more links; of two digits of a link the one that
//!   led into the set does not lead out, and at the start both are tried in turn. Per set
//!   of eliminations the chain with fewest cells is kept, the first of them. More
//!   eliminations win, then the smaller sum (see [`super::walk`]), then what was found
//!   first. When both digits of a link could lead on, the next link only has to differ
//!   from the smaller one.
//!
//! Since links lead forward only, a chain cannot meet itself: what can follow depends only
//! on the last set and the digit that led into it. So the chains need not be walked one
//! by one, as HoDoKu does; reachable states are found in one pass per start.

use super::chosen::Chosen;
use super::notation::{almost_locked_set, commas, digits_removed, plain};
use super::walk::weighted_sum;
use crate::position::Position;
use crate::step::Reason;
use crate::technique::Technique;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits, House};

/// One digit more than cells.
#[derive(Clone)]
struct Set {
    cells: Cells,
    digits: Digits,
    /// For each digit of the set its places in it, and the places outside that see all
    /// of these.
    places: [Cells; 9],
    seen: [Cells; 9],
    /// All places outside that see the places of some digit.
    reach: Cells,
}

/// Two sets, by number, and the digits that link them.
#[derive(Clone, Copy)]
struct Link {
    from: u32,
    to: u32,
    first: Digit,
    second: Option<Digit>,
}

impl Link {
    fn digits(self) -> Digits {
        self.second.into_iter().chain([self.first]).collect()
    }
}

/// What comparing one set, or one link, with all others counts for on the pulse, and what
/// following all chains with one beginning does.
const SET: u64 = 32;
const SPREAD: u64 = 1024;

/// The sets of a position and their links.
pub(crate) struct Sets {
    sets: Vec<Set>,
    links: Vec<Link>,
    /// Where the links of each set begin; one entry more than sets.
    starts: Vec<usize>,
}

impl Sets {
    /// Lists the sets and the links of a position.
    pub(crate) fn new(position: &Position, pulse: &mut Pulse<'_>) -> Result<Self, Stop> {
        let sets = list(position);
        let mut links = Vec::new();
        let mut starts = Vec::with_capacity(sets.len() + 1);
        for (i, a) in sets.iter().enumerate() {
            pulse.beat(SET)?;
            starts.push(links.len());
            for (j, b) in sets.iter().enumerate().skip(i + 1) {
                if b.cells.intersection(a.reach).is_empty()
                    || !a.cells.intersection(b.cells).is_empty()
                {
                    continue;
                }
                let linked = |d: &Digit| b.places[d.index()].is_subset(a.seen[d.index()]);
                let mut digits = a.digits.intersection(b.digits).into_iter().filter(linked);
                if let Some(first) = digits.next() {
                    let second = digits.last();
                    links.push(Link { from: i as u32, to: j as u32, first, second });
                }
            }
        }
        starts.push(links.len());
        Ok(Self { sets, links, starts })
    }

    fn ends(&self, link: Link) -> [&Set; 2] {
        [&self.sets[link.from as usize], &self.sets[link.to as usize]]
    }

    /// The first step of the XZ-rule.
    pub(crate) fn xz(&self) -> Option<Chosen> {
        self.links.iter().find_map(|&link| {
            let [a, b] = self.ends(link);
            let mut eliminations = Vec::new();
            let mut common = Digits::EMPTY;
            for digit in [Some(link.first), link.second].into_iter().flatten() {
                common = common.union(common_digits(a, b, Digits::only(digit), &mut eliminations));
            }
            if link.second.is_some() {
                let before = eliminations.len();
                lock(a, b, link.digits(), &mut eliminations);
                lock(b, a, link.digits(), &mut eliminations);
                if eliminations.len() > before {
                    common = Digits::EMPTY;
                }
            }
            if eliminations.is_empty() {
                return None;
            }
            let links = link.digits();
            let reason = Reason::AlmostLockedSets {
                sets: vec![a.cells, b.cells],
                links: links.into_iter().collect(),
            };
            let text = in_letters(&[a, b], "X", links, common);
            Some(Chosen::removal(Technique::AlsXz, eliminations, reason).told(text))
        })
    }

    /// The first XY-Wing.
    pub(crate) fn xy_wing(&self, pulse: &mut Pulse<'_>) -> Result<Option<Chosen>, Stop> {
        // The links of each set, whichever way they lead, in the order of the list.
        let mut of_set: Vec<Vec<u32>> = vec![Vec::new(); self.sets.len()];
        for (i, link) in self.links.iter().enumerate() {
            of_set[link.from as usize].push(i as u32);
            of_set[link.to as usize].push(i as u32);
        }
        for (i, &one) in self.links.iter().enumerate() {
            pulse.beat(SET)?;
            let behind = |list: &Vec<u32>| list.partition_point(|&l| l as usize <= i);
            let (from, to) = (&of_set[one.from as usize], &of_set[one.to as usize]);
            let (mut a, mut b) = (&from[behind(from)..], &to[behind(to)..]);
            loop {
                // The smaller of the two heads.
                let other = match (a.first(), b.first()) {
                    (Some(&x), Some(&y)) if y < x => y,
                    (Some(&x), _) => x,
                    (None, Some(&y)) => y,
                    (None, None) => break,
                };
                if a.first() == Some(&other) {
                    a = &a[1..];
                } else {
                    b = &b[1..];
                }
                let found = self.wing(one, self.links[other as usize]);
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    fn wing(&self, one: Link, two: Link) -> Option<Chosen> {
        if one.second.is_none() && two.second.is_none() && one.first == two.first {
            return None;
        }
        let (pivot, left, right) = if one.from == two.from {
            (one.from, one.to, two.to)
        } else if one.to == two.from {
            (one.to, one.from, two.to)
        } else {
            (one.to, one.from, two.from)
        };
        let [a, b, c] = [left, right, pivot].map(|i| &self.sets[i as usize]);
        if left == right || !a.cells.intersection(b.cells).is_empty() {
            return None;
        }
        let links = one.digits().union(two.digits());
        let mut eliminations = Vec::new();
        let common = common_digits(a, b, links, &mut eliminations);
        if eliminations.is_empty() {
            return None;
        }
        let chosen = one
            .digits()
            .into_iter()
            .flat_map(|x| two.digits().into_iter().map(move |y| [x, y]))
            .find(|[x, y]| x != y)?;
        let reason = Reason::AlmostLockedSets {
            sets: vec![a.cells, c.cells, b.cells],
            links: chosen.to_vec(),
        };
        let text = in_letters(&[a, b, c], "X,Y", links, common);
        Some(Chosen::removal(Technique::AlsXyWing, eliminations, reason).told(text))
    }
}

/// Two or three sets by letters, the digits that link them, and those they have in common besides.
fn in_letters(sets: &[&Set], names: &str, links: Digits, common: Digits) -> String {
    let mut text = String::new();
    for (letter, set) in ('A'..).zip(sets) {
        text += &format!("{letter}={}, ", almost_locked_set(set.cells, set.digits));
    }
    text += &format!("{names}={}", commas(links));
    if !common.is_empty() {
        text += &format!(", Z={}", commas(common));
    }
    text
}

/// Adds the places that see every place of a common digit in both sets, and says which
/// digits go somewhere.
fn common_digits(a: &Set, b: &Set, except: Digits, gone: &mut Vec<Candidate>) -> Digits {
    let mut used = Digits::EMPTY;
    for digit in a.digits.intersection(b.digits).without(except) {
        let cells = a.seen[digit.index()].intersection(b.seen[digit.index()]);
        if !cells.is_empty() {
            used.insert(digit);
            gone.extend(cells.into_iter().map(|cell| Candidate::new(cell, digit)));
        }
    }
    used
}

/// Adds what a set linked twice locks for itself.
fn lock(set: &Set, other: &Set, links: Digits, gone: &mut Vec<Candidate>) {
    for digit in set.digits.without(links) {
        let cells = set.seen[digit.index()].without(other.cells);
        gone.extend(cells.into_iter().map(|cell| Candidate::new(cell, digit)));
    }
}

fn list(position: &Position) -> Vec<Set> {
    let mut sets = Vec::with_capacity(256);
    for house in House::all() {
        let mut cells = [Cell::new(0); 9];
        let mut n = 0;
        for cell in house.cells().intersection(position.empty_cells()) {
            cells[n] = cell;
            n += 1;
        }
        grow(position, house, &cells[..n], Cells::EMPTY, Digits::EMPTY, &mut sets);
    }
    sets
}

fn grow(
    position: &Position,
    house: House,
    from: &[Cell],
    chosen: Cells,
    digits: Digits,
    sets: &mut Vec<Set>,
) {
    for (i, &cell) in from.iter().enumerate() {
        let mut cells = chosen;
        cells.insert(cell);
        let (all, n) = (digits.union(position.candidates(cell)), cells.len());
        let rest = &from[i + 1..];
        // Each further cell makes up for one digit too many at best.
        if n > 8 || all.len() > n + 1 + rest.len() {
            continue;
        }
        if all.len() == n + 1 && !listed_before(house, cells, n) {
            sets.push(set(position, cells, all));
        }
        grow(position, house, rest, cells, all, sets);
    }
}

/// Whether an earlier house holds all the cells too.
fn listed_before(house: House, cells: Cells, n: usize) -> bool {
    match house.index() {
        0..9 => false,
        9..18 => n == 1,
        _ => {
            let Some(first) = cells.first() else { return false };
            let [row, column, _] = first.houses();
            cells.is_subset(row.cells()) || cells.is_subset(column.cells())
        }
    }
}

fn set(position: &Position, cells: Cells, digits: Digits) -> Set {
    let mut set = Set {
        cells,
        digits,
        places: [Cells::EMPTY; 9],
        seen: [Cells::EMPTY; 9],
        reach: Cells::EMPTY,
    };
    for digit in digits {
        let with = position.cells_with(digit);
        let places = with.intersection(cells);
        let seen = places.common_peers().intersection(with).without(cells);
        set.places[digit.index()] = places;
        set.seen[digit.index()] = seen;
        set.reach = set.reach.union(seen);
    }
    set
}

// ---- Chains -------------------------------------------------------------------------

/// A link as a chain uses it: which digits it takes, and which one the next link must
/// not lead out by.
#[derive(Clone, Copy)]
struct Use {
    taken: Digits,
    into: Digit,
}

/// How a chain that entered a set by `into` can use a link.
fn use_of(link: Link, into: Digit) -> Option<Use> {
    let only = |digit| Some(Use { taken: Digits::only(digit), into: digit });
    match link.second {
        None if link.first == into => None,
        None => only(link.first),
        Some(second) if second == into => only(link.first),
        Some(second) if link.first == into => only(second),
        Some(_) => Some(Use { taken: link.digits(), into: link.first }),
    }
}

/// One way to begin: the first set, its link, and the digit taken.
#[derive(Clone, Copy)]
struct Beginning {
    set: usize,
    link: usize,
    digit: Digit,
}

/// The eliminations of a chain, digit by digit.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Prize {
    digits: Digits,
    cells: [Cells; 9],
}

impl Prize {
    fn candidates(&self) -> Vec<Candidate> {
        let of = |digit: Digit| {
            let cells = self.cells[digit.index()].into_iter();
            cells.map(move |cell| Candidate::new(cell, digit))
        };
        self.digits.into_iter().flat_map(of).collect()
    }
}

/// The cost of what cannot be.
const NEVER: u32 = u32::MAX;

/// A chain: sets by number, and the digits of the links.
struct Chain {
    sets: Vec<usize>,
    links: Vec<Digits>,
    n_cells: usize,
    /// The choices made on the way, to tell which chain is found first.
    choices: Vec<usize>,
}

impl Sets {
    /// The chain that is taken.
    pub(crate) fn chain(&self, pulse: &mut Pulse<'_>) -> Result<Option<Chosen>, Stop> {
        let mut best: Option<(usize, u32)> = None;
        let mut prizes: Vec<(Prize, Vec<Beginning>)> = Vec::new();
        let mut reached = vec![[0u8; 9]; self.sets.len()];
        for start in 0..self.sets.len() {
            for beginning in self.beginnings(start) {
                pulse.beat(SPREAD)?;
                self.spread(beginning, &mut reached, |prize| {
                    let candidates = prize.candidates();
                    let key = (usize::MAX - candidates.len(), weighted_sum(&candidates));
                    if best.is_none_or(|b| key < b) {
                        best = Some(key);
                        prizes.clear();
                    }
                    if best == Some(key) {
                        match prizes.iter_mut().find(|(other, _)| *other == prize) {
                            Some((_, list)) => {
                                if list.last().is_none_or(|b| {
                                    (b.link, b.digit) != (beginning.link, beginning.digit)
                                }) {
                                    list.push(beginning);
                                }
                            }
                            None => prizes.push((prize, vec![beginning])),
                        }
                    }
                });
            }
        }
        Ok(self.first_of(prizes))
    }

    /// The step of the chain that is found first among equally good ones.
    fn first_of(&self, prizes: Vec<(Prize, Vec<Beginning>)>) -> Option<Chosen> {
        let (prize, beginnings) = prizes.into_iter().min_by_key(|(prize, beginnings)| {
            let first = beginnings[0];
            let chain = self.trace(first, prize, false);
            ((first.link, first.digit), chain.map(|c| c.choices).unwrap_or_default())
        })?;
        let mut shortest: Option<Chain> = None;
        for &beginning in &beginnings {
            let chain = self.trace(beginning, &prize, true)?;
            if shortest.as_ref().is_none_or(|s| chain.n_cells < s.n_cells) {
                shortest = Some(chain);
            }
        }
        Some(self.chain_step(shortest?, &prize))
    }

    fn beginnings(&self, set: usize) -> impl Iterator<Item = Beginning> + '_ {
        (self.starts[set]..self.starts[set + 1]).flat_map(move |link| {
            let Link { first, second, .. } = self.links[link];
            [Some(first), second].into_iter().flatten().map(move |digit| Beginning {
                set,
                link,
                digit,
            })
        })
    }

    /// What a chain removes that ends in a set by these digits.
    fn prize(&self, beginning: Beginning, end: usize, taken: Digits) -> Option<Prize> {
        let (a, b) = (&self.sets[beginning.set], &self.sets[end]);
        let mut except = taken;
        except.insert(beginning.digit);
        let mut prize = Prize { digits: Digits::EMPTY, cells: [Cells::EMPTY; 9] };
        for digit in a.digits.intersection(b.digits).without(except) {
            let cells = a.seen[digit.index()].intersection(b.seen[digit.index()]);
            if !cells.is_empty() {
                prize.digits.insert(digit);
                prize.cells[digit.index()] = cells;
            }
        }
        (!prize.digits.is_empty()).then_some(prize)
    }

    /// Follows all chains with this beginning and tells what those of three or more links
    /// remove. `reached` holds for each set and digit that leads in with how many links
    /// (one, two, more) it can be reached.
    fn spread(&self, beginning: Beginning, reached: &mut [[u8; 9]], mut tell: impl FnMut(Prize)) {
        let begin = self.links[beginning.link].to as usize;
        for state in &mut reached[begin..] {
            *state = [0; 9];
        }
        reached[begin][beginning.digit.index()] = 1;
        for set in begin..self.sets.len() {
            for into in Digit::all() {
                let with = reached[set][into.index()];
                if with == 0 {
                    continue;
                }
                let then = with << 1 & 0b111 | with & 0b100;
                for &link in &self.links[self.starts[set]..self.starts[set + 1]] {
                    let Some(next) = use_of(link, into) else { continue };
                    let to = link.to as usize;
                    reached[to][next.into.index()] |= then;
                    if then & 0b100 != 0
                        && let Some(prize) = self.prize(beginning, to, next.taken)
                    {
                        tell(prize);
                    }
                }
            }
        }
    }

    /// The chain with this beginning and this prize: the one with fewest cells, or the one
    /// found first.
    fn trace(&self, beginning: Beginning, prize: &Prize, fewest: bool) -> Option<Chain> {
        let begin = self.links[beginning.link].to as usize;
        // The least further cells to an end, by set and digit that led in.
        let n = self.sets.len();
        let mut cost = vec![[NEVER; 9]; n];
        for set in (begin..n).rev() {
            for into in Digit::all() {
                cost[set][into.index()] = self
                    .links_of(set)
                    .map(|i| self.cost_of(beginning, prize, self.links[i], into, true, &cost))
                    .min()
                    .unwrap_or(NEVER);
            }
        }
        let mut chain = Chain {
            sets: vec![beginning.set, begin],
            links: vec![Digits::only(beginning.digit)],
            n_cells: self.sets[beginning.set].cells.len() + self.sets[begin].cells.len(),
            choices: Vec::new(),
        };
        let (mut set, mut into) = (begin, beginning.digit);
        loop {
            // The second link is never the last.
            let may_end = chain.links.len() > 1;
            let costs =
                |i: &usize| self.cost_of(beginning, prize, self.links[*i], into, may_end, &cost);
            let mut ways = self.links_of(set).filter(|i| costs(i) != NEVER);
            let chosen = if fewest { ways.min_by_key(costs) } else { ways.next() }?;
            let link = self.links[chosen];
            let next = use_of(link, into)?;
            (set, into) = (link.to as usize, next.into);
            chain.sets.push(set);
            chain.links.push(next.taken);
            chain.n_cells += self.sets[set].cells.len();
            chain.choices.push(chosen);
            if may_end && self.prize(beginning, set, next.taken).as_ref() == Some(prize) {
                return Some(chain);
            }
        }
    }

    fn links_of(&self, set: usize) -> std::ops::Range<usize> {
        self.starts[set]..self.starts[set + 1]
    }

    /// The least cells of a chain that goes on by this link and may end with it or not.
    fn cost_of(
        &self,
        beginning: Beginning,
        prize: &Prize,
        link: Link,
        into: Digit,
        may_end: bool,
        cost: &[[u32; 9]],
    ) -> u32 {
        let Some(next) = use_of(link, into) else { return NEVER };
        let to = link.to as usize;
        let own = self.sets[to].cells.len() as u32;
        if may_end && self.prize(beginning, to, next.taken).as_ref() == Some(prize) {
            return own;
        }
        cost[to][next.into.index()].saturating_add(own)
    }

    fn chain_step(&self, chain: Chain, prize: &Prize) -> Chosen {
        let cells = chain.sets.iter().map(|&i| self.sets[i].cells).collect();
        let reason = Reason::AlmostLockedSets { sets: cells, links: distinct(&chain.links) };
        let eliminations = prize.candidates();
        let gone = plain(digits_removed(&eliminations));
        let mut text = format!("{gone}- ");
        for (i, &set) in chain.sets.iter().enumerate() {
            let set = &self.sets[set];
            text += &almost_locked_set(set.cells, set.digits);
            if let Some(&link) = chain.links.get(i) {
                text += &format!(" -{}- ", plain(link));
            }
        }
        text += &format!(" -{gone}");
        Chosen::removal(Technique::AlsXyChain, eliminations, reason).told(text)
    }
}

/// One digit of each link, each other than the one before.
fn distinct(links: &[Digits]) -> Vec<Digit> {
    let mut chosen: Vec<Digit> = Vec::with_capacity(links.len());
    for (i, &link) in links.iter().enumerate() {
        let taken = chosen.last().map_or(Digits::EMPTY, |&digit| Digits::only(digit));
        let free = link.without(taken);
        // If possible leave the next link what it needs.
        let next = links.get(i + 1).filter(|next| next.len() == 1);
        let spare = free.without(next.copied().unwrap_or(Digits::EMPTY));
        chosen.extend(spare.first().or(free.first()).or(link.first()));
    }
    chosen
}
