//! From a puzzle to one with the rating or technique asked for.
//!
//! Few random puzzles have the rating wanted, but its neighbours are near: with a few more digits of the
//! solution a puzzle becomes easier, and with other clues of the same solution it may become harder. A
//! climb rates the puzzle and then
//!
//! - *too hard*: adds a random group of clues, after some moves more of them (only where redundant clues
//!   and their number are allowed);
//! - *too easy*: takes some groups away, adds others until the puzzle is proper, digs again, and keeps
//!   the result unless it is farther from the target.
//!
//! The clues are those of one solution all along, so puzzles of different attempts stay independent.
//! The price is a bias: puzzles made easier have more clues than dug ones, and climbing prefers what is
//! reached by short ways. `docs/generate.md` tells how many attempts hit without climbing.

use crate::dig::{Site, dig_proved};
use crate::order::Order;
use crate::workshop::{Rejected, Workshop, fits};
use sudolab_exact::UniquePuzzle;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Grid, Puzzle, Solution};
use sudolab_logic::position::Position;
use sudolab_logic::rating::hodoku::{HodokuProfile, HodokuRating, Level, Search};
use sudolab_logic::rating::se::{SeProfile, SeRating};

/// Moves of one climb.
const MOVES: usize = 24;
/// A puzzle easier than the target by more tenths than this is given up at once.
const FAR: u16 = 30;

/// A step of HoDoKu's levels, in tenths of the Explainer rating, for comparing distances.
const LEVEL: u16 = 10;

/// The ratings of a puzzle, as far as they were asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ratings {
    pub(crate) explainer: Option<SeRating>,
    pub(crate) hodoku: Option<HodokuRating>,
}

/// Where a rating lies, seen from the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    Hit,
    /// The ratings fit, but another technique is the hardest.
    Beside,
    TooEasy(u16),
    TooHard(u16),
}

impl Aim {
    fn of(order: &Order, ratings: &Ratings) -> Aim {
        let mut aim = Aim::Hit;
        if let Some(rating) = &ratings.explainer {
            aim = Aim::by_explainer(order, rating);
        }
        match &ratings.hodoku {
            Some(rating) if aim == Aim::Hit => Aim::by_hodoku(order, rating),
            _ => aim,
        }
    }

    fn by_explainer(order: &Order, rating: &SeRating) -> Aim {
        let range = order.ratings();
        let technique = order.explainer_technique();
        if rating.er < *range.start() {
            Aim::TooEasy(range.start().0 - rating.er.0)
        } else if rating.er > *range.end() {
            Aim::TooHard(rating.er.0 - range.end().0)
        } else if technique.is_some() && rating.hardest != technique {
            Aim::Beside
        } else {
            Aim::Hit
        }
    }

    fn by_hodoku(order: &Order, rating: &HodokuRating) -> Aim {
        let by = |higher: Level, lower: Level| LEVEL * (higher as u16 - lower as u16);
        if let Some(level) = order.level
            && level != rating.level
        {
            return if rating.level < level {
                Aim::TooEasy(by(level, rating.level))
            } else {
                Aim::TooHard(by(rating.level, level))
            };
        }
        let Some((technique, wanted)) = order.hodoku_technique() else { return Aim::Hit };
        if rating.hardest == Some(technique) {
            return Aim::Hit;
        }
        match rating.hardest.and_then(Search::of).map(Search::level) {
            Some(found) if found < wanted.level() => Aim::TooEasy(by(wanted.level(), found)),
            Some(found) if found > wanted.level() => Aim::TooHard(by(found, wanted.level())),
            _ => Aim::Beside,
        }
    }

    fn distance(self) -> u16 {
        match self {
            Aim::Hit => 0,
            Aim::Beside => 1,
            Aim::TooEasy(by) | Aim::TooHard(by) => 1 + by,
        }
    }
}

impl Workshop {
    /// The puzzle, or one of the same solution near it, with the rating asked for.
    pub(crate) fn rated(
        &mut self,
        order: &Order,
        mut clues: Grid,
        solution: &Solution,
        random: &mut Random,
        halt: &Halt<'_>,
    ) -> Result<(Grid, Ratings), Rejected> {
        if !order.has_target() {
            return Ok((clues, Ratings::default()));
        }
        let mut ratings = self.rate(order, &clues, halt)?;
        let mut aim = Aim::of(order, &ratings);
        let groups = order.symmetry.orbits(&order.board);
        let missed = |aim| if aim == Aim::Beside { Rejected::Technique } else { Rejected::Rating };
        // Moves in a row that left the puzzle too hard: the longer the way, the longer the steps.
        let mut still_hard = 0;
        for _ in 0..MOVES {
            let other = match aim {
                Aim::Hit => return Ok((clues, ratings)),
                _ if order.pattern.is_some() => return Err(missed(aim)),
                Aim::TooEasy(by) if by > FAR => return Err(missed(aim)),
                Aim::TooHard(_) if !order.minimal => {
                    easier(&clues, solution, &groups, 1 + still_hard / 4, random)
                }
                _ => self.elsewhere(order, &clues, solution, &groups, random, halt)?,
            };
            if fits(order, other.n_filled()).is_err()
                || order.minimal && !self.is_minimal(&other, halt)?
            {
                continue;
            }
            let next = self.rate(order, &other, halt)?;
            let next_aim = Aim::of(order, &next);
            let passed = matches!((aim, next_aim), (Aim::TooHard(_), Aim::TooEasy(_)));
            still_hard = if matches!(next_aim, Aim::TooHard(_)) { still_hard + 1 } else { 0 };
            if !passed && next_aim.distance() <= aim.distance() || next_aim == Aim::Hit {
                (clues, ratings, aim) = (other, next, next_aim);
            }
        }
        if aim == Aim::Hit { Ok((clues, ratings)) } else { Err(missed(aim)) }
    }

    /// Another puzzle of the same solution, most of whose clues are the same.
    fn elsewhere(
        &mut self,
        order: &Order,
        clues: &Grid,
        solution: &Solution,
        groups: &[Vec<Cell>],
        random: &mut Random,
        halt: &Halt<'_>,
    ) -> Result<Grid, Stop> {
        let (mut held, mut blank): (Vec<&Vec<Cell>>, Vec<_>) =
            groups.iter().partition(|group| clues.get(group[0]).is_some());
        random.shuffle(&mut held);
        random.shuffle(&mut blank);
        let n_away = 1 + random.index(3);
        let mut other = clues.clone();
        for group in held.iter().take(n_away) {
            group.iter().for_each(|&cell| other.clear(cell));
        }
        for group in blank {
            if self.solver.count(&Puzzle::new(other.clone()), 2).solutions == 1 {
                break;
            }
            group.iter().for_each(|&cell| other.set(cell, solution.digit(cell)));
        }
        let other = UniquePuzzle::prove_within(&mut self.solver, Puzzle::new(other), halt)?;
        let Ok(other) = other else { return Ok(clues.clone()) };
        let floor =
            order.clues.as_ref().filter(|_| !order.minimal).map_or(0, |range| *range.start());
        let site = Site { groups, floor };
        Ok(dig_proved(&mut self.exact(halt), other, site, random)?.0.clues)
    }

    /// The ratings that the order speaks of. The Explainer rating is not followed beyond what the
    /// order can use, and HoDoKu's not asked for where that one is off already.
    fn rate(&mut self, order: &Order, clues: &Grid, halt: &Halt<'_>) -> Result<Ratings, Rejected> {
        let position = position(clues)?;
        let mut ratings = Ratings::default();
        if order.er.is_some() || order.explainer_technique().is_some() {
            let (profile, highest) = (SeProfile::default(), *order.ratings().end());
            let rated = self.rater.rate_up_to(&position, &profile, highest, halt)?;
            ratings.explainer = Some(rated);
        }
        let is_hit = Aim::of(order, &ratings) == Aim::Hit;
        if is_hit && (order.level.is_some() || order.hodoku_technique().is_some()) {
            ratings.hodoku = Some(self.hodoku_rating(&position, halt)?);
        }
        Ok(ratings)
    }

    /// Both ratings in full, for telling them; those known already are kept.
    pub(crate) fn told(
        &mut self,
        clues: &Grid,
        mut known: Ratings,
        halt: &Halt<'_>,
    ) -> Result<Ratings, Rejected> {
        let position = position(clues)?;
        if known.explainer.is_none() {
            let rated = self.rater.rate_unseen(&position, &SeProfile::default(), halt)?;
            known.explainer = Some(rated);
        }
        if known.hodoku.is_none() {
            known.hodoku = Some(self.hodoku_rating(&position, halt)?);
        }
        Ok(known)
    }

    fn hodoku_rating(
        &mut self,
        position: &Position,
        halt: &Halt<'_>,
    ) -> Result<HodokuRating, Stop> {
        self.hodoku.rate_unseen(position, &HodokuProfile::default(), halt)
    }
}

fn position(clues: &Grid) -> Result<Position, Rejected> {
    Position::from_puzzle(&Puzzle::new(clues.clone())).map_err(|_| Rejected::NoGrid)
}

/// The puzzle with some more random groups of clues.
fn easier(
    clues: &Grid,
    solution: &Solution,
    groups: &[Vec<Cell>],
    n: usize,
    random: &mut Random,
) -> Grid {
    let mut more = clues.clone();
    for _ in 0..n {
        let blank: Vec<&Vec<Cell>> =
            groups.iter().filter(|group| more.get(group[0]).is_none()).collect();
        let Some(group) = random.pick(&blank) else { break };
        group.iter().for_each(|&cell| more.set(cell, solution.digit(cell)));
    }
    more
}
