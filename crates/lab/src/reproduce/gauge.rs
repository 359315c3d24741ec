//! GAuGE, table 2.

use super::claim::{Agreement, Claim};
use super::measured::Measured;
use crate::plot::{Measure, Sample, Unit, ecdf};
use crate::report::{Block, Field, Table, numbers};
use crate::stats::Summary;
use crate::store::Row;

const GAUGE: &str = "gauge-2006";
const SINGLES: &str = "rules-singles";

/// Table 2: puzzle of the book, blanks, mean placements, mean generation, successful runs of 30.
const TABLE_2: [(&str, u32, u32, u32, u32); 10] = [
    ("#111", 53, 53, 238, 30),
    ("#112", 51, 51, 181, 30),
    ("#113", 53, 53, 166, 30),
    ("#114", 53, 53, 210, 30),
    ("#115", 51, 51, 123, 30),
    ("#116", 53, 21, 55, 0),
    ("#117", 53, 13, 14, 0),
    ("#118", 54, 54, 301, 30),
    ("#119", 51, 51, 188, 30),
    ("#120", 51, 51, 135, 30),
];

/// Individuals of a generation, and of the first population: a tick is one individual judged.
const POPULATION: f64 = 100.0;

/// What the runs on one puzzle came to.
struct Line {
    blanks: usize,
    /// Placed by singles alone: the most the instructions can do.
    reachable: f64,
    runs: usize,
    solved: usize,
    placed: f64,
    /// Generations of the runs that solved.
    generations: Vec<f64>,
    puzzle: String,
}

/// Claims and figures.
pub fn compare(m: &Measured<'_>) -> (Vec<Claim>, Vec<Block>) {
    let kinds = [("symmetric", lines(m, "symmetric")), ("eased", lines(m, "eased"))];
    let hard = lines(m, "more than singles");
    let mut claims = Vec::new();
    for (kind, easy) in &kinds {
        singles(&mut claims, m, kind, easy);
    }
    let runs: usize = hard.iter().map(|l| l.runs).sum();
    let solved: usize = hard.iter().map(|l| l.solved).sum();
    claims.push(Claim {
        place: "table 2".into(),
        what: "puzzles that need more than singles: successful runs".into(),
        published: "0 of 60 (#116, #117)".into(),
        ours: format!("{solved} of {runs}"),
        agreement: Agreement::when(solved == 0),
        reading: "The four instructions are naked and hidden singles, and cannot do more.".into(),
        rows: m.rows(GAUGE),
    });
    let placed: Vec<String> =
        hard.iter().map(|l| format!("{:.1} of {:.0}", l.placed, l.reachable)).collect();
    let whole = hard.iter().all(|l| l.reachable - l.placed < 0.5);
    claims.push(Claim {
        place: "table 2, section 5".into(),
        what: "numbers placed there, against the most that the instructions can place".into(),
        published: "21 of 21 and 13 of 13".into(),
        ours: placed.join(" and "),
        agreement: Agreement::at_least_in_kind(whole),
        reading: "Mean over the runs; the most is what singles place when applied until nothing changes. When that is little, evolution finds all of it.".into(),
        rows: format!("{}, {GAUGE} and {SINGLES}", m.folder),
    });
    let samples: Vec<Sample> = kinds
        .iter()
        .map(|(kind, easy)| {
            let generations: Vec<f64> = easy.iter().flat_map(|l| l.generations.clone()).collect();
            let failed = easy.iter().map(|l| l.runs - l.solved).sum();
            let sample = Sample::new(*kind, generations);
            if failed > 0 { sample.with_beyond(failed, 800.0) } else { sample }
        })
        .collect();
    let mut figure = ecdf(&samples, &Measure::new("generation of success", Unit::Plain));
    figure.caption = format!(
        "Share of runs that have solved by a generation, over the puzzles of a kind. {}",
        figure.caption
    );
    let figure = Block::Figure { name: "generations".into(), figure };
    let table = table([&kinds[0].1, &kinds[1].1, &hard]);
    (claims, vec![Block::Table(table), figure])
}

/// The claims on puzzles that fall to singles, for one kind of ours.
fn singles(claims: &mut Vec<Claim>, m: &Measured<'_>, kind: &str, easy: &[Line]) {
    let rows = format!("{} ({kind})", m.rows(GAUGE));
    let runs: usize = easy.iter().map(|l| l.runs).sum();
    let solved: usize = easy.iter().map(|l| l.solved).sum();
    claims.push(Claim {
        place: "table 2".into(),
        what: format!("puzzles that fall to singles ({kind}): successful runs"),
        published: "240 of 240 (8 puzzles, 30 runs each)".into(),
        ours: format!(
            "{solved} of {runs} ({}; {} puzzles)",
            numbers::percent(solved as f64 / runs.max(1) as f64),
            easy.len()
        ),
        agreement: Agreement::at_least_in_kind(solved == runs),
        reading: "Other puzzles with as many blanks: the book's are not at hand. What the paper leaves open (pairings in a generation, how a failed instruction is credited) is a setting of ours.".into(),
        rows: rows.clone(),
    });
    let mut by_blanks: Vec<(usize, f64)> = easy
        .iter()
        .filter_map(|l| Some((l.blanks, Summary::of(&l.generations).ok()?.mean)))
        .collect();
    let means: Vec<f64> = by_blanks.iter().map(|p| p.1).collect();
    let Ok(s) = Summary::of(&means) else { return };
    claims.push(Claim {
        place: "table 2".into(),
        what: format!("generation of success ({kind}), mean over the runs of a puzzle"),
        published: "123 to 301, on average 193".into(),
        ours: format!(
            "{:.0} to {:.0}, on average {:.0}",
            s.min,
            s.max,
            s.mean
        ),
        agreement: Agreement::at_least_in_kind((123.0..=301.0).contains(&s.mean)),
        reading: "A generation is taken as 50 pairings, as many offspring as individuals; with one pairing none would succeed in 800. Puzzles with equally many blanks differ in how many singles are open at a time.".into(),
        rows: rows.clone(),
    });
    by_blanks.sort_unstable_by_key(|&(blanks, _)| blanks);
    let (few, many) = by_blanks.split_at(by_blanks.len() / 2);
    if few.first().map(|p| p.0) == many.last().map(|p| p.0) {
        return;
    }
    let mean =
        |part: &[(usize, f64)]| part.iter().map(|p| p.1).sum::<f64>() / part.len().max(1) as f64;
    claims.push(Claim {
        place: "section 5".into(),
        what: format!("more blanks take more generations ({kind})"),
        published: "51 blanks 123 to 188, 54 blanks 301".into(),
        ours: format!(
            "the half with fewer blanks {:.0}, with more {:.0}",
            mean(few),
            mean(many)
        ),
        agreement: Agreement::when(mean(many) > mean(few)),
        reading: "With eight puzzles this is a hint either way: how many singles are open at a time matters as much as how many blanks there are.".into(),
        rows,
    });
}

fn lines(m: &Measured<'_>, set: &str) -> Vec<Line> {
    let (gauge, singles) = (m.in_set(GAUGE, set), m.in_set(SINGLES, set));
    let place = m.content.sets.iter().position(|s| s == set);
    let puzzles = m.content.puzzles.iter().filter(|p| Some(p.set) == place);
    puzzles
        .zip(gauge.rows.iter().zip(&singles.rows))
        .map(|(puzzle, (rows, by_singles))| {
            let blanks = puzzle.cells - puzzle.clues;
            let placed = |r: &Row| blanks as f64 - r.best_cost.unwrap_or(0.0);
            let solved: Vec<&Row> = rows.iter().filter(|r| r.ended.is_solved()).collect();
            Line {
                blanks,
                reachable: by_singles.first().map_or(blanks as f64, placed),
                runs: rows.len(),
                solved: solved.len(),
                placed: rows.iter().map(placed).sum::<f64>() / rows.len().max(1) as f64,
                generations: solved
                    .iter()
                    .map(|r| ((r.ticks as f64 - POPULATION) / POPULATION).ceil().max(0.0))
                    .collect(),
                puzzle: puzzle.line.clone(),
            }
        })
        .collect()
}

fn table([symmetric, eased, hard]: [&[Line]; 3]) -> Table {
    let head = |name: &str, words: &str| (name.to_owned(), words.to_owned());
    // The book's puzzles of each kind, with ours of the same kind beside them by blanks.
    let mut rows = Vec::new();
    for (successes, kind, lines) in
        [(30, "symmetric", symmetric), (30, "eased", eased), (0, "more than singles", hard)]
    {
        let mut theirs: Vec<_> = TABLE_2.iter().filter(|l| l.4 == successes).collect();
        let mut ours: Vec<&Line> = lines.iter().collect();
        theirs.sort_by_key(|l| (l.1, l.3));
        ours.sort_by_key(|l| l.blanks);
        for ((name, blanks, placed, generation, successes), line) in theirs.into_iter().zip(ours) {
            let mean = Summary::of(&line.generations).ok().map(|s| s.mean);
            rows.push(vec![
                Field::word(*name),
                Field::word(format!("{placed}/{blanks}")),
                Field::number(f64::from(*generation), generation.to_string()),
                Field::number(f64::from(*successes), format!("{successes}/30")),
                Field::word(kind),
                Field::word(format!("{}/{}", numbers::plain(line.placed), line.blanks)),
                Field::number(line.reachable, format!("{:.0}", line.reachable)),
                Field::maybe(mean, |x| format!("{x:.0}")),
                Field::number(line.solved as f64, format!("{}/{}", line.solved, line.runs)),
                Field::word(line.puzzle.clone()),
            ]);
        }
    }
    Table {
        name: "table-2",
        title: "Table 2: placements, generations, successful runs".into(),
        note: "The book's puzzles and ours, each sorted by blanks; they are not the same puzzles. For runs without success the paper also gives the generation of the last placement, which our rows do not hold.".into(),
        columns: vec![
            head("published_puzzle", "puzzle"),
            head("published_placed", "placed"),
            head("published_generation", "generation"),
            head("published_successes", "successes"),
            head("ours_kind", "ours"),
            head("ours_placed", "placed"),
            head("ours_reachable", "singles place"),
            head("ours_generation", "generation"),
            head("ours_successes", "successes"),
            head("ours_puzzle", "our puzzle"),
        ],
        rows,
        folded: false,
        shown: usize::MAX,
    }
}
