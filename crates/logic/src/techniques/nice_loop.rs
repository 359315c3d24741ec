//! Nice loops and alternating inference chains, plain and grouped, found by HoDoKu's tables
//! ([`crate::tabling`]), first with the simpler links.

use super::Flow;
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::Step;
use crate::tabling::{Links, Tabling};
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};

/// Continuous Nice Loop.
pub static CONTINUOUS_NICE_LOOP: Entry =
    Entry::new("continuous-nice-loop", "Continuous Nice Loop", Family::Chains, HODOKU)
        .code("0706")
        .found_by(|p, _, pulse, v| find(p, &[Links::Plain], pulse, v))
        .taught_by(&CONTINUOUS_NICE_LOOP_LESSON);

/// Discontinuous Nice Loop.
pub static DISCONTINUOUS_NICE_LOOP: Entry =
    Entry::new("discontinuous-nice-loop", "Discontinuous Nice Loop", Family::Chains, HODOKU)
        .code("0707")
        .found_by(|p, _, pulse, v| find(p, &[Links::Plain], pulse, v))
        .taught_by(&DISCONTINUOUS_NICE_LOOP_LESSON);

/// Alternating Inference Chain.
pub static AIC: Entry = Entry::new("aic", "Alternating Inference Chain", Family::Chains, HODOKU)
    .code("0708")
    .found_by(|p, _, pulse, v| find(p, &[Links::Plain], pulse, v))
    .taught_by(&AIC_LESSON);

/// Grouped Continuous Nice Loop.
pub static GROUPED_CONTINUOUS_NICE_LOOP: Entry = Entry::new(
    "grouped-continuous-nice-loop",
    "Grouped Continuous Nice Loop",
    Family::Chains,
    HODOKU,
)
.code("0709")
.found_by(|p, scan, pulse, v| find(p, grouped(scan), pulse, v))
.taught_by(&GROUPED_CONTINUOUS_NICE_LOOP_LESSON);

/// Grouped Discontinuous Nice Loop.
pub static GROUPED_DISCONTINUOUS_NICE_LOOP: Entry = Entry::new(
    "grouped-discontinuous-nice-loop",
    "Grouped Discontinuous Nice Loop",
    Family::Chains,
    HODOKU,
)
.code("0710")
.found_by(|p, scan, pulse, v| find(p, grouped(scan), pulse, v))
.taught_by(&GROUPED_DISCONTINUOUS_NICE_LOOP_LESSON);

/// Grouped Alternating Inference Chain.
pub static GROUPED_AIC: Entry =
    Entry::new("grouped-aic", "Grouped Alternating Inference Chain", Family::Chains, HODOKU)
        .code("0711")
        .found_by(|p, scan, pulse, v| find(p, grouped(scan), pulse, v))
        .taught_by(&GROUPED_AIC_LESSON);

/// Groups, and links through almost locked sets, which are an option that HoDoKu has switched off by
/// default.
fn grouped(scan: Scan) -> &'static [Links] {
    if scan == Scan::Hodoku { &[Links::Groups] } else { &[Links::Groups, Links::Sets] }
}

/// Hands out every loop and chain with these links.
fn find(
    position: &Position,
    links: &[Links],
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let mut tabling = Tabling::new();
    for &links in links {
        for found in tabling.all_loops_within(position, links, pulse)? {
            if visit(found.step).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

static CONTINUOUS_NICE_LOOP_LESSON: Lesson = Lesson {
    what: "Strong and weak links in turn that close to a ring. Every weak link acts as a \
          strong one: what is at odds with both its ends goes.",
    why: "Of neighbours in the ring exactly one is true, whichever way round. So each \
          weak link has a true end as well.",
    when: "The richest of the chains: several candidates go at once, in cells and in \
          houses.",
    other_names: &["AIC Ring", "Cyclic AIC"],
    example: "..7953...38.+7..+9+5..+9..2+8.7..4..3.+7.5.3..7.12.+7..8.5.9.479+5..+8+3\
              .+261+38+7+54+9+8+5+3.+9..1+7:\
              429 437 439 641 243 644 646 659 669",
};

static DISCONTINUOUS_NICE_LOOP_LESSON: Lesson = Lesson {
    what: "A ring of links that alternates except at one candidate. With two weak links \
          there the candidate goes; with two strong ones it is true.",
    why: "Two weak links: if the candidate were true, going round would show it false. \
          Two strong links: if it were false, going round would show it true.",
    when: "The most general plain chain; HoDoKu counts most chains under this name.",
    other_names: &["AIC Type 1", "AIC Type 2"],
    example: ".1+4..78..7..2...+14.59+81+4....+3...29...+92....3.6+7+198+3..2..7.5....\
              9.....1....34...6.:\
              915 518 619 625 626 627 448 548 549 457 557 559 271 471 882 291 996",
};

static AIC_LESSON: Lesson = Lesson {
    what: "Strong and weak links in turn through any candidates, strong at both ends. \
          What is at odds with both ends goes.",
    why: "Along the chain each strong link says one of both is true, each weak one not \
          both are. If one end is false, all the rest follows, and the other end is true. So \
          one of the ends is true.",
    when: "When chains of one digit or of pairs alone do not suffice: cells and houses \
          alternate as links.",
    other_names: &["AIC"],
    example: "...+12..73..1....5.3+2.5+8.94+1.+1.+47........+1.5.....8354+1.48+97+613+\
              2+56+7.2..+1+981.2..+8+7+6+4:\
              612 613 241 941 643 847 653 753",
};

static GROUPED_CONTINUOUS_NICE_LOOP_LESSON: Lesson = Lesson {
    what: "A continuous nice loop in which a node may be a group of cells, or a link may \
          lead through an almost locked set.",
    why: "Of neighbours in the ring exactly one is true. A node may be a digit in two or \
          three cells of a box on a line: it is true when one of them holds it.",
    when: "When boxes have too many places for plain strong links.",
    other_names: &["Grouped AIC Ring"],
    example: ".13.9.2+8......3...7.......9.35...9.84..3...57.+71+85...+2.+2+7+5.6+8+9.\
              85+6+9+3..+21.492.8...:\
              724 125 425 725 135 435 436 145 245 645 155 397 398",
};

static GROUPED_DISCONTINUOUS_NICE_LOOP_LESSON: Lesson = Lesson {
    what: "A discontinuous nice loop in which a node may be a group of cells, or a link \
          may lead through an almost locked set.",
    why: "Going round the ring contradicts the candidate at its seam, or proves it. A \
          node may be a digit in two or three cells of a box on a line: it is true when one of \
          them holds it.",
    when: "When boxes have too many places for plain strong links; most hard puzzles \
          below forcing chains yield to it.",
    other_names: &["Grouped AIC"],
    example: "1+9+52...847.+8+4+1+5+2.+9.4+298.+1.+5+5.9.4..1.2+1.+5....7.8.+19.5..+9.\
              +1.54.2..+2...+9.+5185..+21..3:\
              317 336 844 646 358 368 672 381 687 697",
};

static GROUPED_AIC_LESSON: Lesson = Lesson {
    what: "An alternating inference chain in which a node may be a group of cells, or a \
          link may lead through an almost locked set.",
    why: "Along the chain each strong link says one of both is true, each weak one not \
          both are. If one end is false, all the rest follows, and the other end is true. A \
          node may be a digit in two or three cells of a box on a line: it is true when one of \
          them holds it.",
    when: "When boxes have too many places for plain strong links.",
    other_names: &["Grouped AIC"],
    example: "8..+1.+5..7.+1.7.4..+5.+75.2.1..+74..1..5...35.74..+58+1.4.+76...7.5+13.\
              ..+5.3.2...1+3.+4..+5.9:\
              927 336 636 339 839 944 946 847 955 258 685 488 888 689 889 695",
};
