//! Franken fish: fish in which boxes take part, plain or finned.
//!
//! The base houses are rows and boxes and the cover houses columns and boxes, or the
//! other way round, with at least one box among them. Base houses may overlap: a place
//! in two of them is a fin too, because it could serve both. Cover houses may overlap
//! as well: a place in two of them would use both up, so it loses the digit even when
//! it belongs to the base. At most five fins, two of them places in two base houses; a
//! losing place must see them all.
//!
//! The same search with all houses as base and as cover finds mutant fish
//! ([`super::mutant_fish`]).
//!
//! Order: digits; rows as base, then columns; base houses, then cover houses, lines
//! before boxes. HoDoKu wants base houses with no more places than the size where there are no fins. Fish of five to seven houses swarm on an open board: after a set number of
//! covers the search for them gives up.

use super::{Flow, Searching, answered, beat, ended};
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use crate::unstopped::unstopped;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Cell, Cells, Digit, House, HouseKind};

/// Franken X-Wing.
pub static FRANKEN_X_WING: Entry =
    Entry::new("franken-x-wing", "Franken X-Wing", Family::Fish, HODOKU)
        .code("0330")
        .found_by(|p, scan, pulse, v| scanned(p, 2, false, scan, pulse, v))
        .taught_by(&FRANKEN_X_WING_LESSON);

/// Franken Swordfish.
pub static FRANKEN_SWORDFISH: Entry =
    Entry::new("franken-swordfish", "Franken Swordfish", Family::Fish, HODOKU)
        .code("0331")
        .found_by(|p, scan, pulse, v| scanned(p, 3, false, scan, pulse, v))
        .taught_by(&FRANKEN_SWORDFISH_LESSON);

/// Franken Jellyfish.
pub static FRANKEN_JELLYFISH: Entry =
    Entry::new("franken-jellyfish", "Franken Jellyfish", Family::Fish, HODOKU)
        .code("0332")
        .found_by(|p, _, pulse, v| find_within(p, 4, pulse, v))
        .taught_by(&FRANKEN_JELLYFISH_LESSON);

/// Franken Squirmbag.
pub static FRANKEN_SQUIRMBAG: Entry =
    Entry::new("franken-squirmbag", "Franken Squirmbag", Family::Fish, HODOKU)
        .code("0333")
        .found_by(|p, _, pulse, v| search(p, 5, 0, Scan::Explainer, pulse, v))
        .unlisted()
        .taught_by(&FRANKEN_SQUIRMBAG_LESSON);

/// Franken Whale.
pub static FRANKEN_WHALE: Entry =
    Entry::new("franken-whale", "Franken Whale", Family::Fish, HODOKU)
        .code("0334")
        .found_by(|p, _, pulse, v| search(p, 6, 0, Scan::Explainer, pulse, v))
        .unlisted()
        .taught_by(&FRANKEN_WHALE_LESSON);

/// Franken Leviathan.
pub static FRANKEN_LEVIATHAN: Entry =
    Entry::new("franken-leviathan", "Franken Leviathan", Family::Fish, HODOKU)
        .code("0335")
        .found_by(|p, _, pulse, v| search(p, 7, 0, Scan::Explainer, pulse, v))
        .unlisted()
        .taught_by(&FRANKEN_LEVIATHAN_LESSON);

/// Finned Franken X-Wing.
pub static FINNED_FRANKEN_X_WING: Entry =
    Entry::new("finned-franken-x-wing", "Finned Franken X-Wing", Family::Fish, HODOKU)
        .code("0340")
        .found_by(|p, scan, pulse, v| scanned(p, 2, true, scan, pulse, v))
        .taught_by(&FINNED_FRANKEN_X_WING_LESSON);

/// Finned Franken Swordfish.
pub static FINNED_FRANKEN_SWORDFISH: Entry =
    Entry::new("finned-franken-swordfish", "Finned Franken Swordfish", Family::Fish, HODOKU)
        .code("0341")
        .found_by(|p, scan, pulse, v| scanned(p, 3, true, scan, pulse, v))
        .taught_by(&FINNED_FRANKEN_SWORDFISH_LESSON);

/// Finned Franken Jellyfish.
pub static FINNED_FRANKEN_JELLYFISH: Entry =
    Entry::new("finned-franken-jellyfish", "Finned Franken Jellyfish", Family::Fish, HODOKU)
        .code("0342")
        .found_by(|p, _, pulse, v| find_within(p, 4, pulse, v))
        .taught_by(&FINNED_FRANKEN_JELLYFISH_LESSON);

/// Finned Franken Squirmbag.
pub static FINNED_FRANKEN_SQUIRMBAG: Entry =
    Entry::new("finned-franken-squirmbag", "Finned Franken Squirmbag", Family::Fish, HODOKU)
        .code("0343")
        .found_by(|p, _, pulse, v| find_within(p, 5, pulse, v))
        .unlisted()
        .taught_by(&FINNED_FRANKEN_SQUIRMBAG_LESSON);

/// Finned Franken Whale.
pub static FINNED_FRANKEN_WHALE: Entry =
    Entry::new("finned-franken-whale", "Finned Franken Whale", Family::Fish, HODOKU)
        .code("0344")
        .found_by(|p, _, pulse, v| find_within(p, 6, pulse, v))
        .unlisted()
        .taught_by(&FINNED_FRANKEN_WHALE_LESSON);

/// Finned Franken Leviathan.
pub static FINNED_FRANKEN_LEVIATHAN: Entry =
    Entry::new("finned-franken-leviathan", "Finned Franken Leviathan", Family::Fish, HODOKU)
        .code("0345")
        .found_by(|p, _, pulse, v| find_within(p, 7, pulse, v))
        .unlisted()
        .taught_by(&FINNED_FRANKEN_LEVIATHAN_LESSON);

/// The most fins, as HoDoKu has it.
pub(super) const MAX_FINS: usize = 5;
/// How many of them may be places in two base houses.
pub(super) const MAX_ENDO_FINS: usize = 2;

/// Number of covers tried, from five houses on, before the search gives up: some tenths of a
/// second.
const MOST_COVERS: usize = 3_000_000;

/// Whether a fish goes under a simpler name than mutant: its base is rows (columns) with or without
/// boxes, its cover columns (rows) with or without boxes. One side of boxes alone is mutant.
pub(super) fn is_franken(base: &[House], cover: &[House]) -> bool {
    let lines_of = |houses: &[House], line| {
        houses.iter().any(|house| house.kind() == line)
            && houses.iter().all(|house| [line, HouseKind::Box].contains(&house.kind()))
    };
    let (row, column) = (HouseKind::Row, HouseKind::Column);
    [(row, column), (column, row)].into_iter().any(|(b, c)| lines_of(base, b) && lines_of(cover, c))
}

/// Hands out every Franken fish of this size, 2 to 7; nothing for other sizes.
pub fn find(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    unstopped(|halt| find_within(position, size, &mut halt.pulse(), visit))
}

/// As [`find`], unless it is stopped.
pub(crate) fn find_within(
    position: &Position,
    size: usize,
    pulse: &mut Pulse<'_>,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Result<Flow, Stop> {
    search(position, size, MAX_FINS, Scan::Explainer, pulse, visit)
}

/// As the scan says: HoDoKu looks for those without fins and for those with fins apart.
fn scanned(
    position: &Position,
    size: usize,
    with_fins: bool,
    scan: Scan,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let most_fins = if with_fins || scan != Scan::Hodoku { MAX_FINS } else { 0 };
    search(position, size, most_fins, scan, pulse, visit)
}

/// Hands out every Franken fish with so many fins at most.
fn search(
    position: &Position,
    size: usize,
    most_fins: usize,
    scan: Scan,
    pulse: &mut Pulse<'_>,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Result<Flow, Stop> {
    let names = match size {
        2 => [Technique::FrankenXWing, Technique::FinnedFrankenXWing],
        3 => [Technique::FrankenSwordfish, Technique::FinnedFrankenSwordfish],
        4 => [Technique::FrankenJellyfish, Technique::FinnedFrankenJellyfish],
        5 => [Technique::FrankenSquirmbag, Technique::FinnedFrankenSquirmbag],
        6 => [Technique::FrankenWhale, Technique::FinnedFrankenWhale],
        7 => [Technique::FrankenLeviathan, Technique::FinnedFrankenLeviathan],
        _ => return Ok(ControlFlow::Continue(())),
    };
    // Up to four houses everything is gone through.
    let mut tries = if size <= 4 { usize::MAX } else { MOST_COVERS };
    for digit in Digit::all() {
        let all = position.cells_with(digit);
        for (base_lines, cover_lines) in [(0, 9), (9, 0)] {
            let houses = |lines: usize| -> Vec<(House, Cells)> {
                (lines..lines + 9)
                    .chain(18..27)
                    .map(House::new)
                    .map(|house| (house, position.cells_with_in(digit, house)))
                    .filter(|(_, cells)| !cells.is_empty())
                    .collect()
            };
            let (mut bases, covers) = (houses(base_lines), houses(cover_lines));
            if scan == Scan::Hodoku {
                if most_fins == 0 {
                    bases.retain(|(_, cells)| cells.len() <= size);
                } else if !may_catch(all, &bases, base_lines == 0, size) {
                    continue;
                }
            }
            let mut search = FishSearch {
                digit,
                all,
                size,
                names,
                mutant: false,
                most_fins,
                covers: &covers,
                base: Vec::new(),
                tries: &mut tries,
                pulse,
                visit,
            };
            let searching = search.choose_base(&bases, Cells::EMPTY, Cells::EMPTY);
            if searching.is_break() {
                return ended(searching);
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Whether a fish with fins may remove some place; most often it cannot, and this is
/// quickly seen.
///
/// Put the digit into the place that is to go. What sees it is gone, the fins among it,
/// and its cover house is taken: so the base houses must get by with one cover house
/// less. A place that is itself in the base and in two covers leaves one base house and
/// two cover houses less.
fn may_catch(places: Cells, base: &[(House, Cells)], rows_are_base: bool, size: usize) -> bool {
    let line = |cell: Cell| if rows_are_base { cell.houses()[1] } else { cell.houses()[0] };
    places.into_iter().any(|place| {
        let gone = place.peers().union(Cells::only(place));
        let mut open = [(House::new(0), Cells::EMPTY); 18];
        let mut n = 0;
        for &(house, cells) in base {
            if house.cells().contains(place) {
                continue;
            }
            let left = cells.without(gone);
            if left.is_empty() {
                return true;
            }
            if coverable(left, size - 1, &line, &[house]) {
                open[n] = (house, left);
                n += 1;
            }
        }
        for i in 0..n {
            for j in i + 1..n {
                // A place in two base houses would be a fin, which sees the place.
                if !open[i].1.intersection(open[j].1).is_empty() {
                    continue;
                }
                let two = open[i].1.union(open[j].1);
                let houses = [open[i].0, open[j].0];
                if coverable(two, 1, &line, &houses) {
                    return true;
                }
                if size == 2 || !coverable(two, 2, &line, &houses) {
                    continue;
                }
                let third = |&(house, left): &(House, Cells)| {
                    two.intersection(left).is_empty()
                        && coverable(two.union(left), 2, &line, &[houses[0], houses[1], house])
                };
                if open[j + 1..n].iter().any(third) {
                    return true;
                }
            }
        }
        false
    })
}

/// Whether this many cover houses, none of them a base house, hold all the cells.
fn coverable(cells: Cells, n: usize, line: &impl Fn(Cell) -> House, base: &[House]) -> bool {
    let Some(first) = cells.first() else { return true };
    if n == 0 {
        return false;
    }
    [line(first), first.houses()[2]].into_iter().any(|house| {
        !base.contains(&house) && coverable(cells.without(house.cells()), n - 1, line, base)
    })
}

/// Hands out every mutant fish of a size with so many fins at most, plain and finned
/// under these names, or breaks off after a number of tries.
pub(super) fn find_mutant(
    position: &Position,
    size: usize,
    names: [Technique; 2],
    most_fins: usize,
    mut tries: usize,
    pulse: &mut Pulse<'_>,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Result<Flow, Stop> {
    for digit in Digit::all() {
        let houses: Vec<(House, Cells)> = House::all()
            .map(|house| (house, position.cells_with_in(digit, house)))
            .filter(|(_, cells)| !cells.is_empty())
            .collect();
        let mut search = FishSearch {
            digit,
            all: position.cells_with(digit),
            size,
            names,
            mutant: true,
            most_fins,
            covers: &houses,
            base: Vec::new(),
            tries: &mut tries,
            pulse,
            visit,
        };
        let searching = search.choose_base(&houses, Cells::EMPTY, Cells::EMPTY);
        if searching.is_break() {
            return ended(searching);
        }
    }
    Ok(ControlFlow::Continue(()))
}

struct FishSearch<'a, 'h, V: ?Sized> {
    digit: Digit,
    all: Cells,
    size: usize,
    names: [Technique; 2],
    /// Whether mutant fish are asked for rather than Franken fish.
    mutant: bool,
    most_fins: usize,
    covers: &'a [(House, Cells)],
    base: Vec<House>,
    /// How many sets of cover houses may still be tried.
    tries: &'a mut usize,
    pulse: &'a mut Pulse<'h>,
    visit: &'a mut V,
}

impl<V: FnMut(Step) -> Flow + ?Sized> FishSearch<'_, '_, V> {
    /// Adds base houses; `twice` are the places in two of them.
    fn choose_base(&mut self, rest: &[(House, Cells)], once: Cells, twice: Cells) -> Searching {
        if self.base.len() == self.size {
            // Only covers that cover something, and never a base house itself.
            let covers: Vec<(House, Cells)> = self
                .covers
                .iter()
                .filter(|(house, cells)| {
                    !self.base.contains(house) && !cells.intersection(once).is_empty()
                })
                .copied()
                .collect();
            // What the covers from each one on can still cover.
            let mut reach = vec![Cells::EMPTY; covers.len() + 1];
            for (index, (_, cells)) in covers.iter().enumerate().rev() {
                reach[index] = reach[index + 1].union(*cells);
            }
            let shape = Shape { base: once, twice };
            let rest = Rest { covers: &covers, reach: &reach };
            return self.choose_cover(rest, &shape, &mut Vec::new(), Cells::EMPTY, Cells::EMPTY);
        }
        for (index, &(house, cells)) in rest.iter().enumerate() {
            let twice = twice.union(once.intersection(cells));
            if twice.len() > MAX_ENDO_FINS.min(self.most_fins) {
                continue;
            }
            self.base.push(house);
            let flow = self.choose_base(&rest[index + 1..], once.union(cells), twice);
            self.base.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn choose_cover(
        &mut self,
        rest: Rest<'_>,
        shape: &Shape,
        cover: &mut Vec<House>,
        once: Cells,
        twice: Cells,
    ) -> Searching {
        beat(self.pulse, 1)?;
        let missing = self.size - cover.len();
        let open = shape.base.without(once).without(shape.twice);
        if missing == 0 || self.size > 4 {
            *self.tries = self.tries.saturating_sub(1);
            if *self.tries == 0 {
                return ControlFlow::Break(None);
            }
        }
        if missing == 0 {
            return self.hand_out(shape, cover, once, twice);
        }
        // What no cover is left for will be a fin, and something must see all of them.
        let certain = open.without(rest.reach[0]).union(shape.twice);
        if !certain.is_empty() && certain.common_peers().intersection(self.all).is_empty() {
            return ControlFlow::Continue(());
        }
        // What is left open becomes fins, so the best covers must bring it down.
        let mut best = [0; 7];
        for (_, cells) in rest.covers {
            let mut gain = cells.intersection(open).len();
            for most in &mut best[..missing] {
                if gain > *most {
                    std::mem::swap(&mut gain, most);
                }
            }
        }
        if open.len() + shape.twice.len() > self.most_fins + best.iter().sum::<usize>() {
            return ControlFlow::Continue(());
        }
        for (index, &(house, cells)) in rest.covers.iter().enumerate() {
            cover.push(house);
            let flow = self.choose_cover(
                rest.after(index),
                shape,
                cover,
                once.union(cells),
                twice.union(once.intersection(cells)),
            );
            cover.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn hand_out(&mut self, shape: &Shape, cover: &[House], once: Cells, twice: Cells) -> Searching {
        let has_box = || self.base.iter().chain(cover).any(|it| it.kind() == HouseKind::Box);
        if is_franken(&self.base, cover) == self.mutant || !self.mutant && !has_box() {
            return ControlFlow::Continue(());
        }
        let fins = shape.base.without(once).union(shape.twice);
        let losing = once.without(shape.base).union(twice).intersection(self.all);
        let seen = if fins.is_empty() { Cells::ALL } else { fins.common_peers() };
        let removed = losing.intersection(seen);
        if removed.is_empty() || fins.len() > self.most_fins {
            return ControlFlow::Continue(());
        }
        answered((self.visit)(Step {
            technique: self.names[usize::from(!fins.is_empty())],
            effect: Effect::remove_digit(removed, self.digit),
            reason: Reason::Fish {
                digit: self.digit,
                base: self.base.clone(),
                cover: cover.to_vec(),
                fins,
            },
        }))
    }
}

/// The cover houses that may still be chosen.
#[derive(Clone, Copy)]
struct Rest<'a> {
    covers: &'a [(House, Cells)],
    /// The places of all covers from each one on.
    reach: &'a [Cells],
}

impl Rest<'_> {
    fn after(self, index: usize) -> Self {
        Self { covers: &self.covers[index + 1..], reach: &self.reach[index + 1..] }
    }
}

/// The places of the chosen base houses.
struct Shape {
    base: Cells,
    twice: Cells,
}

const WHY_FINNED: &str = "Either no fin holds the digit and the fish is complete, or one does, and what \
          sees all of them loses the digit as well.";

const WHEN_FINNED: &str = "Only programs find it; a chain of the same digit says the same in fewer \
          houses.";

const WHY_LARGE_FINNED: &str = "Either one of the fins is true, or the fish holds without them; cells \
          that both would clear lose the digit.";

static FRANKEN_X_WING_LESSON: Lesson = Lesson {
    what: "A X-Wing in which boxes may stand for lines: two base houses (rows and boxes, \
          or columns and boxes) have all their places of a digit within two cover houses.",
    why: "The base houses do not share places, so they hold the digit two times. Two \
          cover houses take it two times at most, so all of it is in the base.",
    when: "A row and a box as base, two columns as cover, or the like. It is rare, for \
          locked candidates mostly come first.",
    other_names: &[],
    example: common_position!(""),
};

static FRANKEN_SWORDFISH_LESSON: Lesson = Lesson {
    what: "A Swordfish in which boxes may stand for lines: three base houses (rows and \
          boxes, or columns and boxes) have all their places of a digit within three cover \
          houses.",
    why: "The base houses do not share places, so they hold the digit three times. Three \
          cover houses take it three times at most, so all of it is in the base.",
    when: "When a digit of two rows and of a box lies in three columns. Boxes make the \
          pattern less regular than a plain fish and harder to see.",
    other_names: &[],
    example: common_position!(""),
};

static FRANKEN_JELLYFISH_LESSON: Lesson = Lesson {
    what: "A Jellyfish in which boxes may stand for lines: four base houses (rows and \
          boxes, or columns and boxes) have all their places of a digit within four cover \
          houses.",
    why: "The base houses do not share places, so they hold the digit four times. Four \
          cover houses take it four times at most, so all of it is in the base.",
    when: "Seldom; a search for it takes a program some time and a person an evening.",
    other_names: &[],
    example: common_position!(""),
};

static FINNED_FRANKEN_X_WING_LESSON: Lesson = Lesson {
    what: "A Franken X-Wing but for some extra places, the fins. Candidates of the cover \
          houses that see all fins go.",
    why: WHY_FINNED,
    when: "Often where locked candidates nearly fit; the eliminations are few.",
    other_names: &[],
    example: common_position!(""),
};

static FINNED_FRANKEN_SWORDFISH_LESSON: Lesson = Lesson {
    what: "A Franken Swordfish but for some extra places, the fins. Candidates of the \
          cover houses that see all fins go.",
    why: WHY_FINNED,
    when: "A frequent pattern of hard puzzles, if one looks at one digit at a time with \
          patience.",
    other_names: &[],
    example: common_position!(""),
};

static FINNED_FRANKEN_JELLYFISH_LESSON: Lesson = Lesson {
    what: "A Franken Jellyfish but for some extra places, the fins. Candidates of the \
          cover houses that see all fins go.",
    why: WHY_FINNED,
    when: "Frequent in number, and nearly never the easiest step that is there.",
    other_names: &[],
    example: common_position!(""),
};

static FRANKEN_SQUIRMBAG_LESSON: Lesson = Lesson {
    what: "A fish of five houses among which boxes stand beside rows or columns: \
          where all places of a digit in the five houses lie in five others, it \
          goes from the rest of those.",
    why: "The five houses have no cell in common and need the digit once each; the \
          five houses that cover their places take it once each, so they are \
          filled.",
    when: WHEN_FINNED,
    other_names: &[],
    example: "79.+683.14.1.9..6.......2.........8..18.4.9.76..7..+8...+8+3+12+9..+6.\
              +5+79..6.8.42+685..39:523 726 533 537 543 746 467 567 577",
};

static FINNED_FRANKEN_SQUIRMBAG_LESSON: Lesson = Lesson {
    what: "A Franken fish of five houses but for a few places, its fins: the digit \
          goes from cells of the cover that see all of them.",
    why: WHY_LARGE_FINNED,
    when: "Only programs find it; where it is needed, forcing chains are near.",
    other_names: &[],
    example: "7...6+8+1.2.8...+1...1627.+58..2.5.+79....+1+6+5+827.987+9+6.45+2.+6.1\
              ..32....+8..+7..6..+78.+691.:312 412 321 421 328 428 528 928 348 448 4\
              78 578 479 579 592",
};

static FRANKEN_WHALE_LESSON: Lesson = Lesson {
    what: "A fish of six houses among which boxes stand beside rows or columns: \
          where all places of a digit in the six houses lie in six others, it goes \
          from the rest of those.",
    why: "The six houses have no cell in common and need the digit once each; the \
          six houses that cover their places take it once each, so they are \
          filled.",
    when: WHEN_FINNED,
    other_names: &[],
    example: "..1...8..7+8......6+59.4+86.7.8+15..+39.7...8.5....2....+53+82....+8+7\
              +15.+78+51+24.+3+1+5.734.+8.:218 219 127 228 672 673 973",
};

static FINNED_FRANKEN_WHALE_LESSON: Lesson = Lesson {
    what: "A Franken fish of six houses but for a few places, its fins: the digit \
          goes from cells of the cover that see all of them.",
    why: WHY_LARGE_FINNED,
    when: "Only programs find it; where it is needed, forcing chains are near.",
    other_names: &[],
    example: "+3.+1+5+8+7.9...6..1.+5858..+64.+7+141.75+38+6......+613.+6....9+7+45+\
              86..+72.13+297..+5.+8.1..6.+8.2+7:219 477 484 485 492 497",
};

static FRANKEN_LEVIATHAN_LESSON: Lesson = Lesson {
    what: "A fish of seven houses among which boxes stand beside rows or columns: \
          where all places of a digit in the seven houses lie in seven others, it \
          goes from the rest of those.",
    why: "The seven houses have no cell in common and need the digit once each; \
          the seven houses that cover their places take it once each, so they are \
          filled.",
    when: WHEN_FINNED,
    other_names: &[],
    example: "584..23.9.7.639.8436...4.72.38.472.62...98457457.26..87.....8.5.239857\
              4.895.7.62.:",
};

static FINNED_FRANKEN_LEVIATHAN_LESSON: Lesson = Lesson {
    what: "A Franken fish of seven houses but for a few places, its fins: the digit \
          goes from cells of the cover that see all of them.",
    why: WHY_LARGE_FINNED,
    when: "Only programs find it; where it is needed, forcing chains are near.",
    other_names: &[],
    example: "31.+69.4+8+2+6....2.5+1..21..6+9....+5+6.+2+39+2..3+841+7+6.6+3.2.84+5\
              .2...6.+1.946.+1.+52..+3.+25..+6+4:",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn a_row_and_a_box_in_two_columns_clear_the_columns() {
        let row = board().only(1, House::row(0), &[14, 15]);
        let fish = row.clone().only(1, House::block(4), &[44, 45, 54, 55, 64, 65]);
        let found = told(&fish, |p, v| find(p, 2, v));
        let expected = "franken-x-wing r2c4<>1 r2c5<>1 r3c4<>1 r3c5<>1 r7c4<>1 r7c5<>1 \
                        r8c4<>1 r8c5<>1 r9c4<>1 r9c5<>1";
        assert!(found.contains(&expected.to_owned()), "{found:?}");
        assert!(!told(&row, |p, v| find(p, 2, v)).contains(&expected.to_owned()));
        assert!(told(&board(), |p, v| find(p, 3, v)).is_empty());
    }
}
