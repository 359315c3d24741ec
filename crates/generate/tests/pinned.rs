//! What orders make for a seed, attempt by attempt. A change of a line is a change of puzzles per
//! seed, which users have written down.

use std::path::Path;
use sudolab_exact::ExactSolver;
use sudolab_generate::{ClueSymmetry, Judge, Method, Order, Workshop, random_jigsaw};
use sudolab_grid::Board;
use sudolab_grid::halt::Halt;
use sudolab_grid::random::Random;
use sudolab_logic::rating::Tenths;
use sudolab_logic::technique::Technique;
use sudolab_solvers::registry;
use sudolab_testkit::pinned;

/// Orders with their names and the attempts made for each.
fn orders() -> Vec<(&'static str, u64, Order)> {
    let plain = Order::default;
    let on = |size| Order { board: Board::of_size(size).expect("a size"), ..plain() };
    let by = |id| Some(Judge::new(registry::find(id).expect("it is registered")));
    let tenths = |low, high| Some(Tenths::from_f64(low)..=Tenths::from_f64(high));
    let jigsaw = random_jigsaw(&mut ExactSolver::new(), 9, &mut Random::new(5), &Halt::never());
    let cells = Board::classic().cells().filter(|c| c.index() % 5 < 2);
    vec![
        ("plain", 40, plain()),
        ("minimal", 40, Order { minimal: true, ..plain() }),
        (
            "rot180 26..30",
            40,
            Order { clues: Some(26..=30), symmetry: ClueSymmetry::Rot180, ..plain() },
        ),
        ("full symmetry", 20, Order { symmetry: ClueSymmetry::Full, ..plain() }),
        ("er 2.0..3.4", 20, Order { er: tenths(2.0, 3.4), ..plain() }),
        ("er 7.0..7.5", 6, Order { er: tenths(7.0, 7.5), ..plain() }),
        ("x-wing", 10, Order { technique: Some(Technique::XWing), ..plain() }),
        ("pattern", 6, Order { pattern: Some(cells.collect()), ..plain() }),
        ("fill", 20, Order { method: Method::Fill, ..plain() }),
        ("fill minimal", 10, Order { method: Method::Fill, minimal: true, ..plain() }),
        (
            "fill 30..34 mirror",
            10,
            Order {
                method: Method::Fill,
                clues: Some(30..=34),
                symmetry: ClueSymmetry::Mirror,
                ..plain()
            },
        ),
        ("by dlx", 6, Order { decider: by("dlx"), ..plain() }),
        ("by rules-singles", 6, Order { decider: by("rules-singles"), ..plain() }),
        ("by dlx, fill", 4, Order { decider: by("dlx"), method: Method::Fill, ..plain() }),
        ("4x4", 20, on(4)),
        (
            "6x6 minimal rot180",
            20,
            Order { minimal: true, symmetry: ClueSymmetry::Rot180, ..on(6) },
        ),
        ("12x12", 4, on(12)),
        ("16x16", 2, on(16)),
        ("16x16 rot180", 2, Order { symmetry: ClueSymmetry::Rot180, ..on(16) }),
        ("latin 7", 10, Order { board: Board::latin(7).expect("a size"), ..plain() }),
        ("jigsaw", 6, Order { board: jigsaw.expect("nothing stops it"), ..plain() }),
        (
            "jigsaw fill",
            4,
            Order {
                board: random_jigsaw(
                    &mut ExactSolver::new(),
                    6,
                    &mut Random::new(5),
                    &Halt::never(),
                )
                .expect("nothing stops it"),
                method: Method::Fill,
                ..plain()
            },
        ),
    ]
}

#[test]
fn every_kind_of_order_makes_what_it_always_made() {
    let mut workshop = Workshop::new();
    let lines: Vec<String> = orders()
        .into_iter()
        .map(|(name, attempts, order)| {
            order.check().unwrap_or_else(|e| panic!("{name}: {e}"));
            let mut made = 0;
            let mut results = String::new();
            for result in workshop.attempts(&order, 7, 0..attempts) {
                match result {
                    Ok(one) => {
                        made += 1;
                        let (solution, undecided) = (one.puzzle.solution(), one.undecided);
                        results += &format!("{} {solution} {undecided}\n", one.puzzle);
                    }
                    Err(reason) => results += &format!("{reason}\n"),
                }
            }
            format!("{name}: {made} of {attempts} {}", pinned::digest(results.as_bytes()))
        })
        .collect();
    pinned::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pinned.txt"), &lines);
}
