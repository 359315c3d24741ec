//! Basic, finned, sashimi and Franken fish.
//!
//! Order: digits; rows as base before columns as base; combinations of base houses, the
//! first varying slowest, houses numbered rows, columns, boxes; for each, combinations
//! of those houses of the other kind that touch the base. In a Franken search boxes may
//! be base and cover. The first fish that removes something is taken.
//!
//! A fin is a place of the base outside the cover, an endo-fin one in two base houses;
//! at most five fins together, at most two of them endo-fins. A finned fish removes
//! what a fish would and what sees every fin besides. A place in two covers goes too.
//! A basic fish with fins is *sashimi* when some base house keeps at most one place
//! without its fins. A Franken search may come across a fish with nothing but boxes on
//! one side, which HoDoKu calls mutant; it counts as what was looked for.

use super::found::{HodokuStep, Pattern};
use super::order::Search;
use crate::board::{Candidate, Cell, Cells, Digit, House};
use crate::position::Position;
use crate::step::Reason;
use crate::technique::Technique;

/// The largest number of fins.
const MOST_FINS: usize = 5;
/// The largest number of places in two base houses.
const MOST_ENDO_FINS: usize = 2;

/// The first X-Wing (size 2), swordfish or jellyfish.
pub(super) fn basic(position: &Position, size: usize) -> Option<HodokuStep> {
    let (search, technique) = match size {
        2 => (Search::XWing, Technique::XWing),
        3 => (Search::Swordfish, Technique::Swordfish),
        _ => (Search::Jellyfish, Technique::Jellyfish),
    };
    lines_of_digits(position, |lines| {
        lines.bases(
            size,
            |places, _| (places.count_ones() as usize) <= size,
            |base, union| {
                if union.count_ones() as usize != size {
                    return None;
                }
                let gone = lines.cover_cells(union).without(lines.base_cells(base));
                let fish = Fish::new(lines, base, union, Cells::EMPTY);
                (!gone.is_empty()).then(|| fish.step(search, technique, gone, Cells::EMPTY))
            },
        )
    })
}

/// The first finned fish that is not sashimi, and the first that is. The second is
/// only known when there is none of the first kind.
pub(super) fn finned(position: &Position, size: usize) -> [Option<HodokuStep>; 2] {
    let mut sashimi = None;
    let plain = lines_of_digits(position, |lines| {
        lines.bases(
            size,
            |_, _| true,
            |base, union| {
                // The fins lie in one box, so they take up three lines at most.
                let n = union.count_ones() as usize;
                if n <= size || n > size + 3 {
                    return None;
                }
                for cover in subsets(union, size) {
                    let finned = union & !cover;
                    if !within_chute(finned) {
                        continue;
                    }
                    let with_fins = (0..9)
                        .filter(|&line| base >> line & 1 != 0 && lines.places[line] & finned != 0)
                        .fold(0u16, |set, line| set | 1 << line);
                    if !within_chute(with_fins) {
                        continue;
                    }
                    let in_base = lines.base_cells(base);
                    let fins = in_base.intersection(lines.all_cover_cells(finned));
                    if fins.len() > MOST_FINS {
                        continue;
                    }
                    let gone =
                        lines.cover_cells(cover).without(in_base).intersection(fins.common_peers());
                    if gone.is_empty() {
                        continue;
                    }
                    let is_sashimi = (0..9).any(|line| {
                        base >> line & 1 != 0 && (lines.places[line] & cover).count_ones() <= 1
                    });
                    if is_sashimi && sashimi.is_some() {
                        continue;
                    }
                    let (search, technique) = finned_name(size, is_sashimi);
                    let fish = Fish::new(lines, base, cover, fins);
                    let step = fish.step(search, technique, gone, Cells::EMPTY);
                    if !is_sashimi {
                        return Some(step);
                    }
                    sashimi = Some(step);
                }
                None
            },
        )
    });
    [plain, sashimi]
}

fn finned_name(size: usize, sashimi: bool) -> (Search, Technique) {
    match (size, sashimi) {
        (2, false) => (Search::FinnedXWing, Technique::FinnedXWing),
        (2, true) => (Search::SashimiXWing, Technique::SashimiXWing),
        (3, false) => (Search::FinnedSwordfish, Technique::FinnedSwordfish),
        (3, true) => (Search::SashimiSwordfish, Technique::SashimiSwordfish),
        (_, false) => (Search::FinnedJellyfish, Technique::FinnedJellyfish),
        (_, true) => (Search::SashimiJellyfish, Technique::SashimiJellyfish),
    }
}

/// Whether the lines lie in one band or stack.
fn within_chute(lines: u16) -> bool {
    lines & !0b111 == 0 || lines & !0b11_1000 == 0 || lines & !0b1_1100_0000 == 0
}

/// The subsets of nine bits with `size` members, the lowest member varying slowest.
fn subsets(members: u16, size: usize) -> impl Iterator<Item = u16> {
    let list: [u16; 9] = {
        let mut list = [0; 9];
        let mut rest = members;
        let mut n = 0;
        while rest != 0 {
            list[n] = rest & rest.wrapping_neg();
            rest &= rest - 1;
            n += 1;
        }
        list
    };
    let n = members.count_ones() as usize;
    let mut at = [0usize, 1, 2, 3];
    let mut more = n >= size;
    std::iter::from_fn(move || {
        if !more {
            return None;
        }
        let set = at[..size].iter().fold(0, |set, &i| set | list[i]);
        more = false;
        for level in (0..size).rev() {
            if at[level] < n - size + level {
                at[level] += 1;
                for next in level + 1..size {
                    at[next] = at[next - 1] + 1;
                }
                more = true;
                break;
            }
        }
        Some(set)
    })
}

/// The places of a digit, seen from the rows or from the columns.
struct Lines {
    digit: Digit,
    rows_are_base: bool,
    /// For each base line its places, as cover lines.
    places: [u16; 9],
    cells: Cells,
}

fn lines_of_digits(
    position: &Position,
    mut find: impl FnMut(&Lines) -> Option<HodokuStep>,
) -> Option<HodokuStep> {
    for digit in Digit::all() {
        let cells = position.cells_with(digit);
        if cells.is_empty() {
            continue;
        }
        for rows_are_base in [true, false] {
            let first = if rows_are_base { 0 } else { 9 };
            let places = std::array::from_fn(|i| position.places(House::new(first + i), digit));
            let found = find(&Lines { digit, rows_are_base, places, cells });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

impl Lines {
    fn base_house(&self, line: usize) -> House {
        if self.rows_are_base { House::row(line) } else { House::column(line) }
    }

    fn cover_house(&self, line: usize) -> House {
        if self.rows_are_base { House::column(line) } else { House::row(line) }
    }

    fn base_cells(&self, lines: u16) -> Cells {
        bits(lines).fold(Cells::EMPTY, |set, line| set.union(self.base_house(line).cells()))
    }

    fn all_cover_cells(&self, lines: u16) -> Cells {
        let all =
            bits(lines).fold(Cells::EMPTY, |set, line| set.union(self.cover_house(line).cells()));
        all.intersection(self.cells)
    }

    fn cover_cells(&self, lines: u16) -> Cells {
        self.all_cover_cells(lines)
    }

    /// Goes through the combinations of base lines and hands out each with the union of
    /// its places.
    fn bases(
        &self,
        size: usize,
        fits: impl Fn(u16, usize) -> bool,
        mut judge: impl FnMut(u16, u16) -> Option<HodokuStep>,
    ) -> Option<HodokuStep> {
        let usable = (0..9)
            .filter(|&line| self.places[line] != 0 && fits(self.places[line], line))
            .fold(0u16, |set, line| set | 1 << line);
        if (usable.count_ones() as usize) < size {
            return None;
        }
        subsets(usable, size).find_map(|base| {
            let union = bits(base).fold(0, |set, line| set | self.places[line]);
            judge(base, union)
        })
    }
}

fn bits(set: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |&i| set >> i & 1 != 0)
}

/// A fish that was found.
struct Fish {
    digit: Digit,
    base: Vec<House>,
    cover: Vec<House>,
    fins: Cells,
    endo_fins: Cells,
}

impl Fish {
    fn new(lines: &Lines, base: u16, cover: u16, fins: Cells) -> Self {
        Self {
            digit: lines.digit,
            base: bits(base).map(|line| lines.base_house(line)).collect(),
            cover: bits(cover).map(|line| lines.cover_house(line)).collect(),
            fins,
            endo_fins: Cells::EMPTY,
        }
    }

    fn step(
        self,
        search: Search,
        technique: Technique,
        gone: Cells,
        covered_twice: Cells,
    ) -> HodokuStep {
        let Self { digit, base, cover, fins, endo_fins } = self;
        let candidate = |cell: Cell| Candidate::new(cell, digit);
        let eliminations = gone.into_iter().chain(covered_twice).map(candidate).collect();
        let reason = Reason::Fish {
            digit,
            base: base.clone(),
            cover: cover.clone(),
            fins: fins.union(endo_fins),
        };
        let pattern = Pattern::Fish { digit, base, cover, fins, endo_fins };
        HodokuStep::removal(search, technique, eliminations, reason, pattern)
    }
}

/// The first Franken X-Wing (size 2) or swordfish (size 3), without fins or with.
pub(super) fn franken(position: &Position, size: usize, with_fins: bool) -> Option<HodokuStep> {
    let (search, technique) = match (size, with_fins) {
        (2, false) => (Search::FrankenXWing, Technique::FrankenXWing),
        (2, true) => (Search::FinnedFrankenXWing, Technique::FinnedFrankenXWing),
        (_, false) => (Search::FrankenSwordfish, Technique::FrankenSwordfish),
        (_, true) => (Search::FinnedFrankenSwordfish, Technique::FinnedFrankenSwordfish),
    };
    for digit in Digit::all() {
        for rows_are_base in [true, false] {
            let lines = if rows_are_base { [0..9, 9..18] } else { [9..18, 0..9] };
            let [base, cover] = lines.map(|lines| {
                lines
                    .chain(18..27)
                    .map(House::new)
                    .map(|house| (house, position.cells_with_in(digit, house)))
                    .filter(|(_, cells)| !cells.is_empty())
                    .collect::<Vec<_>>()
            });
            let fits = |&(_, cells): &(House, Cells)| with_fins || cells.len() <= size;
            let base: Vec<_> = base.into_iter().filter(fits).collect();
            let places = position.cells_with(digit);
            if with_fins && !may_catch(places, &base, rows_are_base, size) {
                continue;
            }
            let mut franken = Franken { digit, size, with_fins, base, cover, chosen: Vec::new() };
            if let Some((fish, gone, twice)) = franken.grow(0, Cells::EMPTY, Cells::EMPTY) {
                return Some(fish.step(search, technique, gone, twice));
            }
        }
    }
    None
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

struct Franken {
    digit: Digit,
    size: usize,
    with_fins: bool,
    base: Vec<(House, Cells)>,
    cover: Vec<(House, Cells)>,
    chosen: Vec<House>,
}

/// A fish, what it removes, and what of that is covered twice.
type Catch = (Fish, Cells, Cells);

impl Franken {
    /// Adds base houses from `start` on.
    fn grow(&mut self, start: usize, in_base: Cells, endo_fins: Cells) -> Option<Catch> {
        for next in start..self.base.len() {
            let (house, cells) = self.base[next];
            let twice = in_base.intersection(cells);
            if !twice.is_empty()
                && (!self.with_fins || endo_fins.len() + twice.len() > MOST_ENDO_FINS)
            {
                continue;
            }
            self.chosen.push(house);
            let (in_base, endo_fins) = (in_base.union(cells), endo_fins.union(twice));
            let found = if self.chosen.len() == self.size {
                self.cover(in_base, endo_fins)
            } else {
                self.grow(next + 1, in_base, endo_fins)
            };
            if found.is_some() {
                return found;
            }
            self.chosen.pop();
        }
        None
    }

    fn cover(&self, in_base: Cells, endo_fins: Cells) -> Option<Catch> {
        if endo_fins.common_peers().is_empty() {
            return None;
        }
        let mut useful = [(House::new(0), Cells::EMPTY); 18];
        let mut n = 0;
        let mut most = 0;
        for &(house, cells) in &self.cover {
            let inside = cells.intersection(in_base);
            if !inside.is_empty() && !self.chosen.contains(&house) {
                useful[n] = (house, cells);
                n += 1;
                most = most.max(inside.len());
            }
        }
        let mut covers = Covers {
            fish: self,
            in_base,
            endo_fins,
            useful: &useful[..n],
            most,
            chosen: [House::new(0); 3],
        };
        covers.grow(0, 0, Cells::EMPTY, Cells::EMPTY)
    }
}

struct Covers<'a> {
    fish: &'a Franken,
    in_base: Cells,
    endo_fins: Cells,
    useful: &'a [(House, Cells)],
    /// The largest number of base places in one cover house.
    most: usize,
    chosen: [House; 3],
}

impl Covers<'_> {
    fn grow(&mut self, level: usize, start: usize, covered: Cells, twice: Cells) -> Option<Catch> {
        let size = self.fish.size;
        let left = size - level;
        // What is left uncovered becomes fins, of which there are few.
        let open = self.in_base.without(covered).len();
        let allowed = if self.fish.with_fins { MOST_FINS } else { 0 };
        if open > allowed + left * self.most {
            return None;
        }
        if left == 0 {
            return self.catch(covered, twice);
        }
        for next in start..(self.useful.len() + 1).saturating_sub(left) {
            let (house, cells) = self.useful[next];
            self.chosen[level] = house;
            let twice = twice.union(covered.intersection(cells));
            let found = self.grow(level + 1, next + 1, covered.union(cells), twice);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn catch(&self, covered: Cells, twice: Cells) -> Option<Catch> {
        let fins = self.in_base.without(covered).union(self.endo_fins);
        if fins.is_empty() == self.fish.with_fins || fins.len() > MOST_FINS {
            return None;
        }
        let seen = fins.common_peers();
        let gone = covered.without(self.in_base).intersection(seen);
        let twice = twice.intersection(seen);
        if gone.is_empty() && twice.is_empty() {
            return None;
        }
        let fish = Fish {
            digit: self.fish.digit,
            base: sorted(&self.fish.chosen),
            cover: sorted(&self.chosen[..self.fish.size]),
            fins: fins.without(self.endo_fins),
            endo_fins: self.endo_fins,
        };
        Some((fish, gone, twice))
    }
}

fn sorted(houses: &[House]) -> Vec<House> {
    let mut houses = houses.to_vec();
    houses.sort_unstable();
    houses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_with_the_lowest_member_varying_slowest() {
        let sets: Vec<u16> = subsets(0b10_1101, 2).collect();
        assert_eq!(sets, [0b101, 0b1001, 0b10_0001, 0b1100, 0b10_0100, 0b10_1000]);
        assert_eq!(subsets(0b11, 3).count(), 0);
        assert_eq!(subsets(0x1ff, 4).count(), 126);
    }
}
