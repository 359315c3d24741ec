//! Mutant fish: any rows, columns and boxes as base, any as cover.
//!
//! Up to four houses all bases and covers are gone through, as for Franken fish
//! ([`super::franken_fish`]). For five and six the search goes from the place that is to lose the digit. Suppose the digit is there:
//! then its peers do not hold it. If now some `n` houses, none of which holds the place,
//! keep all their places inside `n - 1` others and share none, the digit is short of
//! houses, so the supposition was wrong. These `n` houses are the base, the `n - 1`
//! others and a house of the place itself are the cover, and the base places that went
//! with the supposition are fins unless covered. That finds every fish whose fins the
//! place sees, and needs no search over bases: for a set of `n - 1` covers the base
//! houses can be read off.
//!
//! A fish is mutant when it is neither a plain nor a Franken fish: base or cover has both
//! rows and columns or boxes alone, or both have rows (columns). Others go under simpler names
//! and are left out. At most five fins, as for Franken fish.
//!
//! Order: digits; places (from five houses on); base and cover houses, rows, columns,
//! boxes. Large fish swarm on an open board: after a set number of tries the search gives
//! up.

use super::franken_fish::{self, MAX_ENDO_FINS, MAX_FINS, is_franken};
use super::{Flow, Searching, answered, beat, ended};
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use crate::unstopped::unstopped;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Cell, Cells, Digit, House};

/// Mutant X-Wing.
pub static MUTANT_X_WING: Entry =
    Entry::new("mutant-x-wing", "Mutant X-Wing", Family::Fish, HODOKU)
        .code("0350")
        .found_by(|p, _, pulse, v| find_within(p, 2, false, pulse, v))
        .unlisted()
        .taught_by(&MUTANT_X_WING_LESSON);

/// Mutant Swordfish.
pub static MUTANT_SWORDFISH: Entry =
    Entry::new("mutant-swordfish", "Mutant Swordfish", Family::Fish, HODOKU)
        .code("0351")
        .found_by(|p, _, pulse, v| find_within(p, 3, false, pulse, v))
        .unlisted()
        .taught_by(&MUTANT_SWORDFISH_LESSON);

/// Mutant Jellyfish.
pub static MUTANT_JELLYFISH: Entry =
    Entry::new("mutant-jellyfish", "Mutant Jellyfish", Family::Fish, HODOKU)
        .code("0352")
        .found_by(|p, _, pulse, v| find_within(p, 4, false, pulse, v))
        .unlisted()
        .taught_by(&MUTANT_JELLYFISH_LESSON);

/// Mutant Squirmbag.
pub static MUTANT_SQUIRMBAG: Entry =
    Entry::new("mutant-squirmbag", "Mutant Squirmbag", Family::Fish, HODOKU)
        .code("0353")
        .found_by(|p, _, pulse, v| find_within(p, 5, false, pulse, v))
        .unlisted()
        .taught_by(&MUTANT_SQUIRMBAG_LESSON);

/// Mutant Whale.
pub static MUTANT_WHALE: Entry = Entry::new("mutant-whale", "Mutant Whale", Family::Fish, HODOKU)
    .code("0354")
    .found_by(|p, _, pulse, v| find_within(p, 6, false, pulse, v))
    .unlisted()
    .taught_by(&MUTANT_WHALE_LESSON);

/// Finned Mutant X-Wing.
pub static FINNED_MUTANT_X_WING: Entry =
    Entry::new("finned-mutant-x-wing", "Finned Mutant X-Wing", Family::Fish, HODOKU)
        .code("0360")
        .found_by(|p, _, pulse, v| find_within(p, 2, true, pulse, v))
        .unlisted()
        .taught_by(&FINNED_MUTANT_X_WING_LESSON);

/// Finned Mutant Swordfish.
pub static FINNED_MUTANT_SWORDFISH: Entry =
    Entry::new("finned-mutant-swordfish", "Finned Mutant Swordfish", Family::Fish, HODOKU)
        .code("0361")
        .found_by(|p, _, pulse, v| find_within(p, 3, true, pulse, v))
        .unlisted()
        .taught_by(&FINNED_MUTANT_SWORDFISH_LESSON);

/// Finned Mutant Jellyfish.
pub static FINNED_MUTANT_JELLYFISH: Entry =
    Entry::new("finned-mutant-jellyfish", "Finned Mutant Jellyfish", Family::Fish, HODOKU)
        .code("0362")
        .found_by(|p, _, pulse, v| find_within(p, 4, true, pulse, v))
        .unlisted()
        .taught_by(&FINNED_MUTANT_JELLYFISH_LESSON);

/// Finned Mutant Squirmbag.
pub static FINNED_MUTANT_SQUIRMBAG: Entry =
    Entry::new("finned-mutant-squirmbag", "Finned Mutant Squirmbag", Family::Fish, HODOKU)
        .code("0363")
        .found_by(|p, _, pulse, v| find_within(p, 5, true, pulse, v))
        .unlisted()
        .taught_by(&FINNED_MUTANT_SQUIRMBAG_LESSON);

/// Finned Mutant Whale.
pub static FINNED_MUTANT_WHALE: Entry =
    Entry::new("finned-mutant-whale", "Finned Mutant Whale", Family::Fish, HODOKU)
        .code("0364")
        .found_by(|p, _, pulse, v| find_within(p, 6, true, pulse, v))
        .unlisted()
        .taught_by(&FINNED_MUTANT_WHALE_LESSON);

/// Number of cover and base houses tried before the search gives up: some 100 ms.
const MOST_TRIES: usize = 2_500_000;

/// Number of covers tried before the search through all bases gives up.
const MOST_COVERS: usize = 20_000_000;

/// Hands out mutant fish of this size, 2 to 6, plain ones only or finned ones too; nothing
/// for other sizes.
pub fn find(
    position: &Position,
    size: usize,
    finned: bool,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    unstopped(|halt| find_within(position, size, finned, &mut halt.pulse(), visit))
}

/// As [`find`], unless it is stopped.
pub(crate) fn find_within(
    position: &Position,
    size: usize,
    finned: bool,
    pulse: &mut Pulse<'_>,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Result<Flow, Stop> {
    use Technique as T;
    let names = match size {
        2 => [T::MutantXWing, T::FinnedMutantXWing],
        3 => [T::MutantSwordfish, T::FinnedMutantSwordfish],
        4 => [T::MutantJellyfish, T::FinnedMutantJellyfish],
        5 => [T::MutantSquirmbag, T::FinnedMutantSquirmbag],
        6 => [T::MutantWhale, T::FinnedMutantWhale],
        _ => return Ok(ControlFlow::Continue(())),
    };
    if size <= 4 {
        let most_fins = if finned { MAX_FINS } else { 0 };
        let most = MOST_COVERS;
        return franken_fish::find_mutant(position, size, names, most_fins, most, pulse, visit);
    }
    let mut tries = 0;
    for digit in Digit::all() {
        let all = position.cells_with(digit);
        for target in all {
            let left = all.without(target.peers()).without(Cells::only(target));
            let houses: Vec<(House, Cells)> = House::all()
                .filter(|house| !house.cells().contains(target))
                .map(|house| (house, left.intersection(house.cells())))
                .filter(|(house, _)| !position.cells_with_in(digit, *house).is_empty())
                .collect();
            let houses = &houses;
            let tries = &mut tries;
            let mut search =
                TargetSearch { position, digit, target, size, names, houses, tries, pulse, visit };
            let searching = search.choose(0, &mut Vec::new(), Cells::EMPTY);
            if searching.is_break() {
                return ended(searching);
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

struct TargetSearch<'a, 'h, V: ?Sized> {
    position: &'a Position,
    digit: Digit,
    target: Cell,
    size: usize,
    names: [Technique; 2],
    /// Houses without the target, with the places left in them.
    houses: &'a [(House, Cells)],
    tries: &'a mut usize,
    pulse: &'a mut Pulse<'h>,
    visit: &'a mut V,
}

impl<V: FnMut(Step) -> Flow + ?Sized> TargetSearch<'_, '_, V> {
    /// Adds cover houses up to one less than the size.
    fn choose(&mut self, from: usize, cover: &mut Vec<usize>, covered: Cells) -> Searching {
        if cover.len() + 1 == self.size {
            return self.read_base(cover, covered);
        }
        for index in from..self.houses.len() {
            let cells = self.houses[index].1;
            // A cover that covers nothing new makes a larger fish of a smaller one.
            if cells.without(covered).is_empty() {
                continue;
            }
            self.count()?;
            cover.push(index);
            let flow = self.choose(index + 1, cover, covered.union(cells));
            cover.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Counts a try; breaks off when there were too many.
    fn count(&mut self) -> Searching {
        *self.tries += 1;
        if *self.tries > MOST_TRIES {
            return ControlFlow::Break(None);
        }
        beat(self.pulse, 1)
    }

    fn read_base(&mut self, cover: &[usize], covered: Cells) -> Searching {
        let inside: Vec<(House, Cells)> = self
            .houses
            .iter()
            .enumerate()
            .filter(|(index, (_, cells))| !cover.contains(index) && cells.is_subset(covered))
            .map(|(_, &house)| house)
            .collect();
        if inside.len() < self.size {
            return ControlFlow::Continue(());
        }
        let mut base = Vec::with_capacity(self.size);
        self.choose_base(&inside, &mut base, Cells::EMPTY, cover)
    }

    /// Picks houses without common places.
    fn choose_base(
        &mut self,
        inside: &[(House, Cells)],
        base: &mut Vec<House>,
        taken: Cells,
        cover: &[usize],
    ) -> Searching {
        if base.len() == self.size {
            return self.hand_out(base, cover);
        }
        for (index, &(house, cells)) in inside.iter().enumerate() {
            if inside.len() - index + base.len() < self.size {
                break;
            }
            if cells.intersection(taken).is_empty() {
                self.count()?;
                base.push(house);
                let flow = self.choose_base(&inside[index + 1..], base, taken.union(cells), cover);
                base.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    fn hand_out(&mut self, base: &[House], cover: &[usize]) -> Searching {
        let all = self.position.cells_with(self.digit);
        let cells_of = |houses: &[House]| {
            houses.iter().fold(Cells::EMPTY, |set, house| set.union(house.cells()))
        };
        let in_base = all.intersection(cells_of(base));
        let twice = base.iter().enumerate().fold(Cells::EMPTY, |twice, (index, house)| {
            twice.union(house.cells().intersection(cells_of(&base[..index])))
        });
        let endo_fins = twice.intersection(all);
        if endo_fins.len() > MAX_ENDO_FINS {
            return ControlFlow::Continue(());
        }
        for last in self.target.houses() {
            let mut houses: Vec<House> = cover.iter().map(|&c| self.houses[c].0).collect();
            houses.push(last);
            let in_cover = cells_of(&houses);
            let fins = in_base.without(in_cover).union(endo_fins);
            if is_franken(base, &houses) || fins.len() > MAX_FINS {
                continue;
            }
            // Everything the fish removes, the target among it.
            let covered_twice =
                houses.iter().enumerate().fold(Cells::EMPTY, |twice, (i, house)| {
                    twice.union(house.cells().intersection(cells_of(&houses[..i])))
                });
            let losing = in_cover.without(in_base).union(covered_twice).intersection(all);
            let seen = if fins.is_empty() { Cells::ALL } else { fins.common_peers() };
            answered((self.visit)(Step {
                technique: self.names[usize::from(!fins.is_empty())],
                effect: Effect::remove_digit(losing.intersection(seen), self.digit),
                reason: Reason::Fish {
                    digit: self.digit,
                    base: base.to_vec(),
                    cover: houses,
                    fins,
                },
            }))?;
        }
        ControlFlow::Continue(())
    }
}

const WHY_FINNED: &str = "Either no fin holds the digit and the fish is complete, or one does. What sees \
          all fins and lies in the cover goes in both cases.";

static MUTANT_X_WING_LESSON: Lesson = Lesson {
    what: "A fish of two houses of any kind: rows, columns and boxes may stand mixed on \
          both sides. All places of the digit in the base houses lie in two cover houses.",
    why: "The base houses need the digit two times, in different cells. The two cover \
          houses take it two times at most, so nothing of it is left for their other cells.",
    when: "A row and a column as base with a box and a line as cover, or the like. It is \
          rare, and locked candidates or a kite often tell the same.",
    other_names: &[],
    example: "6.+4..8+57+9+5..+49+61+3+2.+93.7.+684..+6..+94...51+6...+989......26.6+9\
              1+8.+2..8.5.+62+9....2+954+8+63:\
              544 145 351 751 355 366 766 771 182 782",
};

static MUTANT_SWORDFISH_LESSON: Lesson = Lesson {
    what: "A fish of three houses of any kind: rows, columns and boxes may stand mixed on \
          both sides. All places of the digit in the base houses lie in three cover houses.",
    why: "The base houses need the digit three times, in different cells. The three cover \
          houses take it three times at most, so nothing of it is left for their other cells.",
    when: "Seldom the only step: coloured links of the digit mostly show the same.",
    other_names: &[],
    example: common_position!(""),
};

static MUTANT_JELLYFISH_LESSON: Lesson = Lesson {
    what: "A fish of four houses of any kind: rows, columns and boxes may stand mixed on \
          both sides. All places of the digit in the base houses lie in four cover houses.",
    why: "The base houses need the digit four times, in different cells. The four cover \
          houses take it four times at most, so nothing of it is left for their other cells.",
    when: "Found by programs. As an exercise it shows that fish are nothing but counting.",
    other_names: &[],
    example: "7...6+8+1.2.8...+1...1627.+58..2.5.+79....+1+6+5+827.987+9+6.45+2.+6.1..\
              32....+8..+7..6..+78.+691.:",
};

static MUTANT_SQUIRMBAG_LESSON: Lesson = Lesson {
    what: "A fish of five houses of any kind: rows, columns and boxes may stand mixed on \
          both sides. All places of the digit in the base houses lie in five cover houses.",
    why: "The base houses need the digit five times, in different cells. The five cover \
          houses take it five times at most, so nothing of it is left for their other cells.",
    when: "Found by programs only, and not by all of them.",
    other_names: &[],
    example: "..+64+38.+9.+319+275......6..3....4.+5...3+6+9+378.2.5..+1+3...8.1..+82.\
              .+39.6...3...+9+385.7.24:\
              719 627 231 531 731 232 532 732 138 438 139 839 242 146 946 147 647 748 965 \
              466 666 667 767 777 781 783 185 188 511 573",
};

static MUTANT_WHALE_LESSON: Lesson = Lesson {
    what: "A fish of six houses of any kind: rows, columns and boxes may stand mixed on \
          both sides. All places of the digit in the base houses lie in six cover houses.",
    why: "The base houses need the digit six times, in different cells. The six cover \
          houses take it six times at most, so nothing of it is left for their other cells.",
    when: "Found by programs only; the limit of what is worth a search.",
    other_names: &[],
    example: "4.8..+29.6...+9+6+4...1+6+95+87+2+439+4.+82..+61..6..+98.+4+8..4.6.+9.+6\
              +927.14...+8+4+69....5.12+486.9:\
              312 118 722 728 552 752 155 355 358 758 362 762 567 387 588 788 589 392",
};

static FINNED_MUTANT_X_WING_LESSON: Lesson = Lesson {
    what: "A mutant X-Wing but for some extra places of the digit, the fins. Candidates \
          of the cover houses that see all fins go.",
    why: WHY_FINNED,
    when: "Many patterns of one digit are of this shape: 2-string kites and empty \
          rectangles among them.",
    other_names: &[],
    example: common_position!(""),
};

static FINNED_MUTANT_SWORDFISH_LESSON: Lesson = Lesson {
    what: "A mutant Swordfish but for some extra places of the digit, the fins. \
          Candidates of the cover houses that see all fins go.",
    why: WHY_FINNED,
    when: "Turbot fish and short X-chains can be read as one.",
    other_names: &[],
    example: common_position!("114 535"),
};

static FINNED_MUTANT_JELLYFISH_LESSON: Lesson = Lesson {
    what: "A mutant Jellyfish but for some extra places of the digit, the fins. \
          Candidates of the cover houses that see all fins go.",
    why: WHY_FINNED,
    when: "Where X-chains of one digit lead on, there is mostly a fish of this kind that \
          says the same in one breath.",
    other_names: &[],
    example: "+1+4+7..9.6.3+5+82+67..4+96+2...3+7.+721+6..5..4.+6.....7+5.9+7..42+6+6+\
              15...+78.2+9+41+78+6+53+87+35.+6.+4+1:\
              155 355 855 955 156 356",
};

static FINNED_MUTANT_SQUIRMBAG_LESSON: Lesson = Lesson {
    what: "A mutant Squirmbag but for some extra places of the digit, the fins. \
          Candidates of the cover houses that see all fins go.",
    why: WHY_FINNED,
    when: "Found by programs only; a chain says the same in smaller steps.",
    other_names: &[],
    example: "+1+4+7..9.6.3+5+82+67..4+96+2...3+7.+721+6..5..4.+6.....7+5.9+7..42+6+6+\
              15...+78.2+9+41+78+6+53+87+35.+6.+4+1:\
              155 355 855 955 156 356",
};

static FINNED_MUTANT_WHALE_LESSON: Lesson = Lesson {
    what: "A mutant Whale but for some extra places of the digit, the fins. Candidates of \
          the cover houses that see all fins go.",
    why: WHY_FINNED,
    when: "Found by programs only; a chain says the same in smaller steps.",
    other_names: &[],
    example: "...2+4.+3..3...6..2+4+246..+35.+9...3...+97.+39.+274...+78.+94+2+3...+3.\
              7+26+51.5+1.3+8+7+4+27...5.98+3:\
              111 511 124 824 924 526 141 641 142 543 146 694",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::regression::Case;

    const JELLYFISH: &str = ":0362:4:....27.3+9+3.164+9+2...9+2..+5..+6+13.9...28+9.8..+26+1..+25..13+9...+9+2.8.5+3.....39622.+3.+9...1:447 772 781 782 792 892:417::";

    #[test]
    fn a_finned_mutant_jellyfish_is_found_and_confirmed() {
        let case = Case::read(JELLYFISH).expect("a good line").expect("no comment");
        let mut found = false;
        let _ = find(&case.position, 4, true, &mut |step| {
            assert_eq!(check(&case.position, &step), Ok(()));
            found |= step.effect.eliminations == case.eliminations;
            ControlFlow::Continue(())
        });
        assert!(found);
    }

    #[test]
    fn the_first_position_of_a_puzzle_of_singles_has_no_small_mutant_fish() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let mut position = Position::from_line(line).expect("a puzzle");
        while let Some((_, single, _)) = position.first_hidden_single() {
            position.place(single.cell, single.digit);
        }
        let first = super::super::first(&position, |p, visit| find(p, 2, true, visit));
        assert_eq!(first, None);
    }
}
