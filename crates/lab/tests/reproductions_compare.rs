//! The founding papers' experiments in miniature: every part runs, resumes, and is compared.

use std::path::Path;
use std::time::Duration;
use sudolab_grid::halt::Halt;
use sudolab_lab::aspect;
use sudolab_lab::plan::{Plan, Repeats};
use sudolab_lab::reproduce::{Paper, Reproduction, Scale};
use sudolab_lab::runner::{self, Finish, Spread};
use sudolab_lab::store::{self, Content, Store};

fn run(plan: &Plan, folder: &Path) -> Content {
    let sets = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
    let mut store = Store::open(folder, plan, &sets, 2).unwrap();
    let never = Halt::never();
    let finish = runner::run(plan, &sets, &mut store, 2, &never, &mut |_| {}).unwrap();
    assert_eq!(finish, Finish::Complete);
    let finish = aspect::run(plan, &sets, &mut store, 2, &never, &mut |_, _, _| {}).unwrap();
    assert_eq!(finish, Finish::Complete);
    store.close().unwrap();
    store::read(folder).unwrap()
}

/// A few puzzles, a short limit and one or two runs of everything.
fn tiny(plan: &mut Plan) {
    plan.protocol.time_limit = Duration::from_millis(40);
    if let Repeats::Fixed { runs } = &mut plan.protocol.repeats {
        *runs = 1;
    }
    for source in &mut plan.sources {
        source.sample = Some(source.sample.unwrap_or(2).min(3));
        source.versions = 1;
    }
    if let Some(generation) = &mut plan.aspects.generation {
        generation.count = 1;
        generation.time_limit = Duration::from_millis(2);
    }
    if let Some(speed_up) = &mut plan.aspects.speed_up {
        speed_up.runs = 1;
        speed_up.puzzles = 2;
    }
}

fn reproduce(paper: Paper) -> (Vec<Content>, Reproduction, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let scale = Scale::new(0.001).unwrap();
    let parts = paper.parts(scale).unwrap();
    let contents: Vec<Content> = parts
        .into_iter()
        .map(|mut part| {
            tiny(&mut part.plan);
            run(&part.plan, &folder.path().join(part.folder))
        })
        .collect();
    let reproduction = Reproduction::of(paper, scale, &contents);
    reproduction.report().write(folder.path(), &Halt::never()).unwrap();
    for file in ["report.html", "report.md", "tables/published-and-ours.csv"] {
        assert!(folder.path().join(file).exists(), "{file}");
    }
    (contents, reproduction, folder)
}

/// Every claim has all its parts, and the words that are expected occur in some of them.
fn check(paper: Paper, least: usize, wanted: &[&str]) -> Vec<Content> {
    let (contents, reproduction, folder) = reproduce(paper);
    assert!(reproduction.claims.len() >= least, "{}", reproduction.text());
    for claim in &reproduction.claims {
        for text in [&claim.place, &claim.what, &claim.published, &claim.ours, &claim.reading] {
            assert!(!text.is_empty(), "{claim:?}");
            assert!(!text.contains("NaN"), "{claim:?}");
        }
        let named = claim.rows.split([',', ' ']).next().unwrap();
        assert!(folder.path().join(named).join(store::FILE_NAME).exists(), "{claim:?}");
    }
    let text = reproduction.text();
    for word in wanted {
        assert!(text.contains(word), "{word:?} not in {text}");
    }
    contents
}

#[test]
fn the_thesis_in_miniature() {
    check(
        Paper::Thesis,
        8,
        &[
            "all 49151, none unstable",
            "2324 of the 47",
            "98.5 % solved",
            "97.5 % solved",
            "worst 10 %",
        ],
    );
}

#[test]
fn chi_and_lange_in_miniature() {
    check(Paper::ChiLange, 11, &["39 of 95", "3 of 95", "74 of 87", "all 412", "figure 5"]);
}

#[test]
fn gauge_in_miniature() {
    check(Paper::Gauge, 4, &["240 of 240", "0 of 60", "21 of 21 and 13 of 13"]);
}

#[test]
fn the_draft_in_miniature_with_every_aspect() {
    let contents =
        check(Paper::Draft, 8, &["roughly 50 %", "10 or more", "difficult to generate", "threads"]);
    let aspects = &contents[1].aspects;
    assert_eq!(aspects.generated.len(), contents[1].algorithms.len());
    assert_eq!(aspects.ratings.len(), contents[1].puzzles.len());
    assert!(!aspects.speeds.is_empty());
}

#[test]
fn every_paper_has_its_plans_at_full_size_and_at_a_fraction() {
    for paper in Paper::ALL {
        let n = |scale: Scale| -> Vec<Option<usize>> {
            let parts = paper.parts(scale).unwrap();
            parts.iter().flat_map(|p| p.plan.sources.iter().map(|s| s.sample)).collect()
        };
        let (full, part) = (n(Scale::FULL), n(Scale::new(0.01).unwrap()));
        assert_eq!(full.len(), part.len());
        assert!(full.iter().zip(&part).all(|(f, p)| p <= f), "{}", paper.word());
    }
    let thesis = &Paper::Thesis.parts(Scale::FULL).unwrap()[0].plan;
    assert_eq!(thesis.sources[0].sample, Some(49158));
    assert_eq!(thesis.protocol.time_limit, Duration::from_secs(20));
    let (bound, bound_stochastic, patience) = (0.05, 1.0, Some(60.0));
    let spread = Spread::Mean;
    let wanted = Repeats::Thesis { least: 4, most: 100, spread, bound, bound_stochastic, patience };
    assert_eq!(thesis.protocol.repeats, wanted);
}
