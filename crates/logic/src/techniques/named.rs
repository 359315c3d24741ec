//! The finder of a technique by its name in the catalogue.

use super::{
    Flow, almost_locked_set, alternating_chain, avoidable_rectangle, bivalue_grave, colours,
    death_blossom, dual, empty_rectangle, finned_fish, fish, franken_fish, hidden_single,
    hidden_subset, locked_candidates, locked_subset, mutant_fish, naked_single, naked_subset,
    remote_pair, sue_de_coq, templates, turbot, unique_rectangle, w_wing, wing,
};
use crate::position::Position;
use crate::rating::hodoku::tabling::{Links, Tabling};
use crate::rating::hodoku::{subsets as hodoku_subsets, sue_de_coq as hodoku_sue_de_coq, walk};
use crate::step::Step;
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every step of one technique, or says that there is no finder for it yet.
///
/// Techniques that bear HoDoKu's names are those of HoDoKu: a unique rectangle may
/// miss candidates, a locked pair is more than a naked pair.
///
/// # Errors
/// [`NoFinder`] when the technique is in the catalogue but cannot be searched for here.
pub fn find(
    position: &Position,
    technique: Technique,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, NoFinder> {
    use Technique as T;
    // A finder of a family hands out its siblings too; they are not asked for.
    let visit = &mut |step: Step| {
        if step.technique == technique { visit(step) } else { ControlFlow::Continue(()) }
    };
    Ok(match technique {
        T::FullHouse => hidden_single::find_full_houses(position, visit),
        T::HiddenSingle => hidden_single::find_hidden(position, visit),
        T::NakedSingle => naked_single::find(position, visit),
        T::Pointing => locked_candidates::find_pointing(position, visit),
        T::Claiming => locked_candidates::find_claiming(position, visit),
        T::LockedPair
        | T::LockedTriple
        | T::NakedPair
        | T::NakedTriple
        | T::NakedQuad
        | T::HiddenPair
        | T::HiddenTriple
        | T::HiddenQuad => subsets(position, technique, visit),
        T::XWing => fish::find(position, 2, visit),
        T::Swordfish => fish::find(position, 3, visit),
        T::Jellyfish => fish::find(position, 4, visit),
        T::Squirmbag => fish::find(position, 5, visit),
        T::Bug1 => bivalue_grave::find(position, visit),
        T::XyWing => wing::find_xy(position, visit),
        T::XyzWing => wing::find_xyz(position, visit),
        T::FinnedXWing | T::SashimiXWing => finned_fish::find(position, 2, visit),
        T::FinnedSwordfish | T::SashimiSwordfish => finned_fish::find(position, 3, visit),
        T::FinnedJellyfish | T::SashimiJellyfish => finned_fish::find(position, 4, visit),
        T::FrankenXWing | T::FinnedFrankenXWing => franken_fish::find(position, 2, visit),
        T::FrankenSwordfish | T::FinnedFrankenSwordfish => franken_fish::find(position, 3, visit),
        T::FrankenJellyfish | T::FinnedFrankenJellyfish => franken_fish::find(position, 4, visit),
        T::Skyscraper => turbot::find_skyscrapers(position, visit),
        T::TwoStringKite => turbot::find_kites(position, visit),
        T::TurbotFish => walked(position, technique, visit),
        T::EmptyRectangle => empty_rectangle::find(position, visit),
        T::SimpleColorsTrap | T::SimpleColorsWrap => colours::find_simple(position, visit),
        T::MultiColors1 | T::MultiColors2 => colours::find_multi(position, visit),
        T::UniqueRectangle1
        | T::UniqueRectangle2
        | T::UniqueRectangle3
        | T::UniqueRectangle4
        | T::UniqueRectangle5
        | T::UniqueRectangle6
        | T::HiddenRectangle => unique_rectangle::find(position, visit),
        T::AvoidableRectangle1 | T::AvoidableRectangle2 => {
            avoidable_rectangle::find(position, visit)
        }
        T::WWing => w_wing::find(position, visit),
        T::RemotePair => {
            let flow = remote_pair::find(position, visit);
            if flow.is_break() { flow } else { walked(position, technique, visit) }
        }
        T::XChain | T::XyChain => {
            let flow = alternating_chain::find(position, technique, visit);
            if flow.is_break() { flow } else { walked(position, technique, visit) }
        }
        T::ContinuousNiceLoop | T::DiscontinuousNiceLoop | T::Aic => {
            loops(position, &[Links::Plain], visit)
        }
        T::GroupedContinuousNiceLoop | T::GroupedDiscontinuousNiceLoop | T::GroupedAic => {
            loops(position, &[Links::Groups, Links::Sets], visit)
        }
        T::ForcingChainContradiction | T::ForcingChainVerity => forcing(position, false, visit),
        T::ForcingNetContradiction | T::ForcingNetVerity => forcing(position, true, visit),
        T::AlsXz => almost_locked_set::find_xz(position, visit),
        T::AlsXyWing => almost_locked_set::find_xy_wing(position, visit),
        T::AlsXyChain => almost_locked_set::find_chain(position, visit),
        T::SueDeCoq => {
            // HoDoKu's wings may hold more than the digits they share out.
            let flow = sue_de_coq::find(position, visit);
            if flow.is_break() {
                flow
            } else {
                hodoku_sue_de_coq::find(position, &mut |found| visit(found.step))
            }
        }
        T::DualTwoStringKite => dual::find_kites(position, visit),
        T::DualEmptyRectangle => dual::find_rectangles(position, visit),
        T::DeathBlossom => death_blossom::find(position, visit),
        T::TemplateSet => templates::find_set(position, visit),
        T::TemplateDelete => templates::find_delete(position, visit),
        T::MutantXWing
        | T::MutantSwordfish
        | T::MutantJellyfish
        | T::MutantSquirmbag
        | T::MutantWhale => mutant(position, technique, false, visit),
        T::FinnedMutantXWing
        | T::FinnedMutantSwordfish
        | T::FinnedMutantJellyfish
        | T::FinnedMutantSquirmbag
        | T::FinnedMutantWhale => mutant(position, technique, true, visit),
        _ => return Err(NoFinder),
    })
}

/// Subsets, first those without singles among their members. HoDoKu clears every house
/// that holds all cells of a naked subset, the finder of the catalogue one house at a time.
fn subsets(position: &Position, technique: Technique, visit: &mut dyn FnMut(Step) -> Flow) -> Flow {
    use Technique as T;
    match technique {
        T::LockedPair => locked_subset::find(position, 2, visit),
        T::LockedTriple => locked_subset::find(position, 3, visit),
        T::NakedPair => naked_subset::find(position, 2, visit),
        T::NakedTriple => naked_subset::find(position, 3, visit),
        T::NakedQuad => naked_subset::find(position, 4, visit),
        T::HiddenPair => hidden_subset::find(position, 2, visit),
        T::HiddenTriple => hidden_subset::find(position, 3, visit),
        T::HiddenQuad => hidden_subset::find(position, 4, visit),
        _ => ControlFlow::Continue(()),
    }?;
    hodoku_subsets::find(position, technique, visit)
}

fn mutant(
    position: &Position,
    technique: Technique,
    finned: bool,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Flow {
    match mutant_fish::size(technique) {
        Some(size) => mutant_fish::find(position, size, finned, visit),
        None => ControlFlow::Continue(()),
    }
}

/// Chains that HoDoKu walks. The searches for shortest chains between two ends find
/// longer ones than it walks, but of several between the same ends only one.
fn walked(position: &Position, technique: Technique, visit: &mut dyn FnMut(Step) -> Flow) -> Flow {
    walk::all(position, technique).into_iter().try_for_each(visit)
}

/// Grouped loops and chains without links through almost locked sets.
pub(crate) fn find_grouped(
    position: &Position,
    technique: Technique,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Flow {
    loops(position, &[Links::Groups], &mut |step| {
        if step.technique == technique { visit(step) } else { ControlFlow::Continue(()) }
    })
}

/// Nice loops and alternating chains, first with the simpler links.
fn loops(position: &Position, links: &[Links], visit: &mut dyn FnMut(Step) -> Flow) -> Flow {
    let mut tabling = Tabling::new();
    for &links in links {
        for found in tabling.all_loops(position, links) {
            visit(found.step)?;
        }
    }
    ControlFlow::Continue(())
}

fn forcing(position: &Position, nets: bool, visit: &mut dyn FnMut(Step) -> Flow) -> Flow {
    Tabling::new().all_forcing(position, nets, &mut |found| visit(found.step))
}

/// There is no finder for this technique yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoFinder;

impl std::fmt::Display for NoFinder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("there is no finder for this technique yet")
    }
}

impl std::error::Error for NoFinder {}
