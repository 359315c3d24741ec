//! Kraken fish: a finned fish whose fins need not see what goes, because chains lead there.
//!
//! Either a fin holds the digit or the fish is a plain one, and then each cover line has the
//! digit in one of its base places.
//!
//! *Type 1*: a place that the plain fish would clear goes when every fin leads to its end.
//! *Type 2*: any candidate goes when every fin leads to its end, and every base place of one
//! cover line does too.
//!
//! The fish are plain lines, two to four, with at most two fins. The chains are those of
//! HoDoKu's tables, with links between candidates and groups of them ([`crate::tabling`]).
//! HoDoKu also searches fish with boxes, and takes the shortest of many chains; here each
//! candidate is told once, with the first fish that removes it.
//!
//! Order: smaller fish first; digits; rows as base, then columns; base lines, then cover lines,
//! as sets of places in ascending numerical order; cover lines; candidates.

use super::{Flow, subsets_within};
use crate::check::{CheckError, Justified};
use crate::entry::Entry;
use crate::explain::shown::Shown;
use crate::explain::{Words, house_names, names};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, OwnReason, Reason, Step};
use crate::tabling::{Implied, Statement, Tabling};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Candidate, Cells, Digit, Digits, House};

/// Kraken Fish Type 1.
pub static KRAKEN_FISH_1: Entry =
    Entry::new("kraken-fish-1", "Kraken Fish Type 1", Family::Fish, HODOKU)
        .code("0371")
        .found_by(|p, _, pulse, v| find(p, Technique::KrakenFish1, pulse, v))
        .checked_by(confirm)
        .told_by(tell)
        .drawn_by(picture)
        .unlisted()
        .taught_by(&KRAKEN_FISH_1_LESSON);

/// Kraken Fish Type 2.
pub static KRAKEN_FISH_2: Entry =
    Entry::new("kraken-fish-2", "Kraken Fish Type 2", Family::Fish, HODOKU)
        .code("0372")
        .found_by(|p, _, pulse, v| find(p, Technique::KrakenFish2, pulse, v))
        .checked_by(confirm)
        .told_by(tell)
        .drawn_by(picture)
        .unlisted()
        .taught_by(&KRAKEN_FISH_2_LESSON);

/// The most fins, as HoDoKu's solver has it for this technique.
const MAX_FINS: usize = 2;

/// A finned fish of lines.
struct Fish {
    digit: Digit,
    base: Vec<House>,
    cover: Vec<House>,
    in_base: Cells,
    fins: Cells,
}

fn find(
    position: &Position,
    technique: Technique,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let mut tabling = Tabling::new();
    let implied = tabling.implied_within(position, pulse)?;
    let mut told: Vec<Candidate> = Vec::new();
    for size in 2..=4 {
        for digit in Digit::all() {
            for (base_start, cover_start) in [(0, 9), (9, 0)] {
                pulse.beat(64)?;
                let places: [u16; 9] = std::array::from_fn(|line| {
                    position.places(House::new(base_start + line), digit)
                });
                let filled = (0..9).filter(|&line| places[line] != 0);
                let eligible = filled.fold(0u16, |set, line| set | 1 << line);
                for lines in subsets_within(eligible, size) {
                    let crossings = members(lines).fold(0, |set, line| set | places[line]);
                    for covers in subsets_within(crossings, size) {
                        let n_fins: u32 =
                            members(lines).map(|l| (places[l] & !covers).count_ones()).sum();
                        if n_fins == 0 || n_fins as usize > MAX_FINS {
                            continue;
                        }
                        pulse.beat(16)?;
                        let houses =
                            |start, set| members(set).map(|l| House::new(start + l)).collect();
                        let base: Vec<House> = houses(base_start, lines);
                        let cover: Vec<House> = houses(cover_start, covers);
                        let all = position.cells_with(digit);
                        let in_base = all.intersection(union(&base));
                        let fins = in_base.without(union(&cover));
                        let fish = Fish { digit, base, cover, in_base, fins };
                        let flow = fish.hand_out(position, technique, &implied, &mut told, visit);
                        if flow.is_break() {
                            return Ok(flow);
                        }
                    }
                }
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

impl Fish {
    fn hand_out(
        &self,
        position: &Position,
        technique: Technique,
        implied: &Implied<'_>,
        told: &mut Vec<Candidate>,
        visit: &mut dyn FnMut(Step) -> Flow,
    ) -> Flow {
        let on = |cell| Candidate::new(cell, self.digit);
        if technique == Technique::KrakenFish1 {
            let losing = union(&self.cover).without(self.in_base);
            let losing = losing.intersection(position.cells_with(self.digit));
            // What sees all fins goes with the fish itself.
            for cell in losing.without(self.fins.common_peers()) {
                if self.fins.into_iter().all(|fin| implied.ends(on(fin), on(cell))) {
                    self.give(technique, self.fins, on(cell), told, visit)?;
                }
            }
            return ControlFlow::Continue(());
        }
        for house in &self.cover {
            let starts = self.in_base.intersection(house.cells()).union(self.fins);
            let starts_on: Vec<Candidate> = starts.into_iter().map(on).collect();
            for gone in implied.ended_by_all(&starts_on) {
                // The chain of a start must not end the start itself.
                if !starts_on.contains(&gone) {
                    self.give(technique, starts, gone, told, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn give(
        &self,
        technique: Technique,
        starts: Cells,
        gone: Candidate,
        told: &mut Vec<Candidate>,
        visit: &mut dyn FnMut(Step) -> Flow,
    ) -> Flow {
        if told.contains(&gone) {
            return ControlFlow::Continue(());
        }
        told.push(gone);
        let houses = self.base.iter().chain(&self.cover).copied().collect();
        visit(Step {
            technique,
            effect: Effect::remove([gone]),
            reason: Reason::Own(Box::new(OwnReason {
                houses,
                cells: starts,
                digits: Digits::only(self.digit),
                candidates: Vec::new(),
            })),
        })
    }
}

fn members(lines: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |line| lines >> line & 1 != 0)
}

fn union(houses: &[House]) -> Cells {
    houses.iter().fold(Cells::EMPTY, |set, house| set.union(house.cells()))
}

/// The fish of a reason, and where its chains start.
struct Parts<'a> {
    digit: Digit,
    base: &'a [House],
    cover: &'a [House],
    in_base: Cells,
    starts: Cells,
}

impl<'a> Parts<'a> {
    fn of(position: &Position, step: &'a Step) -> Result<Self, CheckError> {
        let Reason::Own(own) = &step.reason else {
            return Err(CheckError::Premise("the reason is no fish with chains"));
        };
        let (base, cover) = own.houses.split_at(own.houses.len() / 2);
        let fits = own.digits.len() == 1 && base.len() == cover.len();
        let Some(digit) = own.digits.first().filter(|_| fits) else {
            return Err(CheckError::Premise("no digit, or not as many covers as bases"));
        };
        let in_base = position.cells_with(digit).intersection(union(base));
        Ok(Self { digit, base, cover, in_base, starts: own.cells })
    }
}

/// From the definition, and by carrying the assumptions out: a start leads to the end of a
/// candidate when singles and locked candidates remove it, or leave nothing for some cell.
fn confirm(position: &Position, step: &Step) -> Result<Justified, CheckError> {
    let Parts { digit, base, cover, in_base, starts } = Parts::of(position, step)?;
    let premise = |holds: bool, what| if holds { Ok(()) } else { Err(CheckError::Premise(what)) };
    for (index, house) in base.iter().enumerate() {
        let here = position.cells_with_in(digit, *house);
        premise(!here.is_empty(), "a base house has no place")?;
        let before = union(&base[..index]);
        premise(here.intersection(before).is_empty(), "base houses overlap")?;
    }
    let fins = in_base.without(union(cover));
    premise(fins.is_subset(starts), "a fin is left out")?;
    let covered = |house: &House| in_base.intersection(house.cells()).is_subset(starts);
    let any_candidate = cover.iter().any(covered);
    let cleared = union(cover).without(in_base);
    let mut justified = Vec::new();
    for &gone in &step.effect.eliminations {
        let by_fish = gone.digit == digit && cleared.contains(gone.cell);
        let by_all =
            starts.into_iter().all(|start| leads_to(position, Candidate::new(start, digit), gone));
        if (by_fish || any_candidate) && by_all {
            justified.push(gone);
        }
    }
    Ok(Justified::remove(justified))
}

/// Whether a digit in a cell removes a candidate, by singles and locked candidates alone.
fn leads_to(position: &Position, start: Candidate, gone: Candidate) -> bool {
    let mut at = position.clone();
    at.place(start.cell, start.digit);
    loop {
        let held = at.value(gone.cell);
        if !at.has(gone.cell, gone.digit) && held != Some(gone.digit) || at.is_broken() {
            return true;
        }
        let before = at.n_candidates();
        for cell in at.empty_cells() {
            if let Some(digit) = at.candidates(cell).single() {
                at.place(cell, digit);
            }
        }
        while let Some((_, single, _)) = at.first_hidden_single() {
            at.place(single.cell, single.digit);
        }
        for digit in Digit::all() {
            for house in House::all() {
                let places = at.cells_with_in(digit, house);
                let seen = places.common_peers().intersection(at.cells_with(digit));
                if !places.is_empty() {
                    seen.into_iter().for_each(|cell| at.remove(cell, digit));
                }
            }
        }
        if at.n_candidates() == before {
            return false;
        }
    }
}

fn tell(position: &Position, step: &Step) -> Words {
    let Ok(Parts { digit, base, cover, in_base, starts }) = Parts::of(position, step) else {
        return Words::default();
    };
    let fins = in_base.without(union(cover));
    let mut sentences = vec![
        format!(
            "In {} the digit {digit} can only go to cells of {}, or to {}.",
            house_names(base),
            house_names(cover),
            names(fins)
        ),
        if starts == fins {
            format!(
                "If none of the extra cells holds {digit}, the rest of {} loses it.",
                house_names(cover)
            )
        } else {
            format!("So one of {} holds {digit}.", names(starts))
        },
    ];
    let mut tabling = Tabling::new();
    let implied = tabling.implied(position);
    for &gone in &step.effect.eliminations {
        for start in starts {
            let chain = implied.chain(Candidate::new(start, digit), gone);
            let links: Vec<String> = chain.iter().map(statement).collect();
            if let [first, rest @ ..] = links.as_slice() {
                sentences.push(format!("If {first}, then {}.", rest.join(", then ")));
            }
        }
    }
    Words { place: format!(" of {digit} in {}", house_names(base)), sentences }
}

fn statement(said: &Statement) -> String {
    let cells: Vec<String> = said.cells.into_iter().map(|cell| cell.to_string()).collect();
    match (said.on, cells.as_slice()) {
        (true, [cell]) => format!("{cell} is {}", said.digit),
        (false, [cell]) => format!("{cell} is not {}", said.digit),
        (true, _) => format!("one of {} is {}", names(said.cells), said.digit),
        (false, _) => format!("none of {} is {}", names(said.cells), said.digit),
    }
}

fn picture(position: &Position, step: &Step) -> Shown {
    let Ok(Parts { digit, base, in_base, starts, .. }) = Parts::of(position, step) else {
        return Shown::default();
    };
    let mut shown = Shown { houses: base.to_vec(), cells: in_base, ..Shown::default() };
    shown.on.extend(starts.into_iter().map(|start| Candidate::new(start, digit)));
    let mut tabling = Tabling::new();
    let implied = tabling.implied(position);
    for &gone in &step.effect.eliminations {
        for start in starts {
            let chain = implied.chain(Candidate::new(start, digit), gone);
            for pair in chain.windows(2) {
                let first = |said: &Statement| {
                    said.cells.first().map(|cell| Candidate::new(cell, said.digit))
                };
                if let (Some(from), Some(to)) = (first(&pair[0]), first(&pair[1])) {
                    shown.links.push((from, to, !pair[0].on));
                }
            }
        }
    }
    shown
}

static KRAKEN_FISH_1_LESSON: Lesson = Lesson {
    what: "A finned fish whose fins do not see the cell that loses the digit: from \
          every fin a chain leads there.",
    why: "If no fin is true, the fish clears the cell; if one is, its chain does.",
    when: "When a finned fish nearly clears a cell: look whether chains close the \
          gap.",
    other_names: &[],
    example: "6.+4..8.7....+49.1....3.7..84..+6...4...51.....89......26.6+91.....8.5\
              ..2.....2.54..3:528 944 145 146 348 948 954 771 182 782 688 988 794 79\
              7 198",
};

static KRAKEN_FISH_2_LESSON: Lesson = Lesson {
    what: "A finned fish and a cover line: from each place of the digit in that \
          line, and from each fin, a chain leads to the same candidate, which \
          goes.",
    why: "The fish says that one of these places or one of the fins is true, and \
          each of them refutes the candidate.",
    when: "It needs many chains that end alike; a program looks for it where little \
          else is left.",
    other_names: &[],
    example: "6.+4..8.7....+49.1....3.7..84..+6...4...51.....89......26.6+91.....8.5\
              ..2.....2.54..3:528 944 145 146 348 948 954 771 182 782 688 988 794 79\
              7 198",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::explain::explain;
    use crate::regression::Case;
    use crate::techniques::named;

    const LINES: [&str; 2] = [TYPE_1, TYPE_2];
    const TYPE_1: &str = ":0371:3:6.+4..8.7....+49.1....3.7..84..+6...4...51.....89......26.6+91.....8.5..2.....2.54..3:528 944 145 146 348 948 954 771 182 782 688 988 794 797 198:355::";
    const TYPE_2: &str = ":0372:9:6.+4..8.7....+49.1....3.7..84..+6...4...51.....89......26.6+91.....8.5..2.....2.54..3:528 944 145 146 348 948 954 771 182 782 688 988 794 797 198:346::";

    fn case(line: &str) -> Case {
        Case::read(line).expect("a good line").expect("no comment")
    }

    fn wanted(case: &Case) -> Step {
        let mut found = None;
        let technique = case.technique.expect("of the catalogue");
        let _ = named::find(&case.position, technique, &mut |step| {
            assert_eq!(check(&case.position, &step), Ok(()), "{step:?}");
            if step.effect.eliminations == case.eliminations {
                found = Some(step);
            }
            ControlFlow::Continue(())
        });
        found.expect("the step of the line")
    }

    #[test]
    fn every_step_is_confirmed_and_told_with_a_chain_for_each_start() {
        for line in LINES {
            let case = case(line);
            let step = wanted(&case);
            let Reason::Own(own) = &step.reason else { panic!("{step:?}") };
            let told = explain(&case.position, &step);
            assert_eq!(told.sentences.len(), 2 + own.cells.len(), "{told:?}");
            let gone = step.effect.eliminations[0];
            let end = format!("{} is not {}.", gone.cell, gone.digit);
            assert!(told.sentences[2..].iter().all(|s| s.ends_with(&end)), "{told:?}");
            assert!(!Shown::of_step(&case.position, &step).links.is_empty());
        }
    }

    #[test]
    fn a_start_that_is_left_out_or_leads_nowhere_is_noticed() {
        let case = case(TYPE_1);
        let step = wanted(&case);
        let Reason::Own(own) = &step.reason else { panic!("{step:?}") };
        let mut fewer = own.clone();
        fewer.cells = fewer.cells.without_first();
        let fewer = Step { reason: Reason::Own(fewer), ..step.clone() };
        assert!(matches!(check(&case.position, &fewer), Err(CheckError::Premise(_))));
        let solved = case.placements.clone();
        assert!(solved.is_empty());
        let free = case.position.all_candidates().find(|&candidate| {
            let mut other = step.clone();
            other.effect = Effect::remove([candidate]);
            check(&case.position, &other) == Err(CheckError::Elimination(candidate))
        });
        assert!(free.is_some(), "not everything is justified");
    }

    #[test]
    fn a_position_without_fins_or_chains_has_none() {
        let empty = Position::empty();
        for technique in [Technique::KrakenFish1, Technique::KrakenFish2] {
            let found = named::find(&empty, technique, &mut |_| ControlFlow::Break(()));
            assert_eq!(found, Ok(ControlFlow::Continue(())));
        }
    }
}
