//! The searches of the profile `hodoku-2.2` on the positions of HoDoKu's technique library.

use sudolab_logic::check::check;
use sudolab_logic::rating::hodoku::{Rater, Search};
use sudolab_logic::regression::Case;
use sudolab_logic::technique::Technique;
use sudolab_testkit::{carried, shared};

/// The search that looks for a technique; nothing for techniques that are off by default.
fn search_for(technique: Technique) -> Option<Search> {
    use Technique as T;
    Some(match technique {
        T::LockedPair => Search::LockedPair,
        T::LockedTriple => Search::LockedTriple,
        T::Pointing => Search::Pointing,
        T::Claiming => Search::Claiming,
        T::NakedPair => Search::NakedPair,
        T::NakedTriple => Search::NakedTriple,
        T::NakedQuad => Search::NakedQuad,
        T::HiddenPair => Search::HiddenPair,
        T::HiddenTriple => Search::HiddenTriple,
        T::HiddenQuad => Search::HiddenQuad,
        T::XWing => Search::XWing,
        T::Swordfish => Search::Swordfish,
        T::Jellyfish => Search::Jellyfish,
        T::RemotePair => Search::RemotePair,
        T::Bug1 => Search::BivalueGrave,
        T::Skyscraper => Search::Skyscraper,
        T::TwoStringKite => Search::TwoStringKite,
        T::TurbotFish => Search::TurbotFish,
        T::EmptyRectangle => Search::EmptyRectangle,
        T::WWing => Search::WWing,
        T::XyWing => Search::XyWing,
        T::XyzWing => Search::XyzWing,
        T::UniqueRectangle1 => Search::UniqueRectangle1,
        T::UniqueRectangle2 => Search::UniqueRectangle2,
        T::UniqueRectangle3 => Search::UniqueRectangle3,
        T::UniqueRectangle4 => Search::UniqueRectangle4,
        T::UniqueRectangle5 => Search::UniqueRectangle5,
        T::UniqueRectangle6 => Search::UniqueRectangle6,
        T::HiddenRectangle => Search::HiddenRectangle,
        T::AvoidableRectangle1 => Search::AvoidableRectangle1,
        T::AvoidableRectangle2 => Search::AvoidableRectangle2,
        T::FinnedXWing => Search::FinnedXWing,
        T::SashimiXWing => Search::SashimiXWing,
        T::FinnedSwordfish => Search::FinnedSwordfish,
        T::SashimiSwordfish => Search::SashimiSwordfish,
        T::FinnedJellyfish => Search::FinnedJellyfish,
        T::SashimiJellyfish => Search::SashimiJellyfish,
        T::SueDeCoq => Search::SueDeCoq,
        T::SimpleColorsTrap | T::SimpleColorsWrap => Search::SimpleColors,
        T::MultiColors1 | T::MultiColors2 => Search::MultiColors,
        T::XChain => Search::XChain,
        T::XyChain => Search::XyChain,
        T::AlsXz => Search::AlsXz,
        T::AlsXyWing => Search::AlsXyWing,
        T::AlsXyChain => Search::AlsChain,
        T::FrankenXWing => Search::FrankenXWing,
        T::FrankenSwordfish => Search::FrankenSwordfish,
        T::FinnedFrankenXWing => Search::FinnedFrankenXWing,
        T::FinnedFrankenSwordfish => Search::FinnedFrankenSwordfish,
        _ => return None,
    })
}

/// Asks each search at the positions of a library; the codes of those that found nothing.
fn ask(text: &str) -> Vec<String> {
    let mut rater = Rater::new();
    let (mut n, mut same) = (0, 0);
    let mut silent = Vec::new();
    for line in text.lines() {
        let Ok(Some(case)) = Case::read(line) else { continue };
        // Empty rectangles of two places and overlapping sets are options, off by default.
        let option = ["0402-1", "0902-2", "0903-2"].contains(&case.code.as_str());
        if case.must_find_nothing || case.siamese || option {
            continue;
        }
        let Some(search) = case.technique.and_then(search_for) else { continue };
        n += 1;
        let Some(found) = rater.search(&case.position, search) else {
            silent.push(case.code);
            continue;
        };
        if let Err(error) = check(&case.position, &found.step) {
            panic!("{line}: {}: {}: {error}", found.name(), found.detail(&case.position));
        }
        same += usize::from(found.step.effect.eliminations == case.eliminations);
    }
    eprintln!("{n} positions, {same} with the step of the library, {} silent", silent.len());
    assert!(n > 400);
    silent
}

#[test]
fn every_search_finds_a_sound_step_where_the_carried_library_has_one() {
    let silent = ask(&carried::text("golden/techniques.txt"));
    // Two sashimi jellyfish that the search of the rating passes over; the named finder has them.
    assert_eq!(silent, ["0322", "0322"]);
}

#[test]
fn every_search_finds_a_sound_step_where_the_library_has_one() {
    let Some(text) = shared("hodoku/reglib-1.3-visible.txt") else { return };
    // One chain of almost locked sets needs a link from a later set to an earlier one, which
    // the solver of 2.2.0 does not follow.
    assert_eq!(ask(&text), ["0903"]);
}
