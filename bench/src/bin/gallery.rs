//! Draws every kind of figure with made-up numbers, ordinary and awkward, into a folder:
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin gallery -- target/gallery
//! ```

use std::path::Path;
use sudolab_grid::random::Random;
use sudolab_lab::plot::{
    Axis, Bins, Boxes, Curve, Figure, Fit, FiveNumbers, Lifetimes, Measure, Ranked, Rate, Sample,
    Span, Unit, box_plot, cactus, critical_difference, density_with_fit, ecdf, histogram,
    histogram_tail, line_chart, overlap_curve, performance_profile, scatter, sorted_differences,
    sorted_values, speed_up, success_rate, survival,
};
use sudolab_lab::stats::fit::Family;
use sudolab_lab::stats::{self, KaplanMeier, Observation};

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned());
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    for (name, figure) in ordinary().into_iter().chain(awkward()) {
        std::fs::write(folder.join(format!("{name}.svg")), figure.svg())?;
    }
    Ok(())
}

const LIMIT: f64 = 20.0;

/// Log-normal times, as (values seen, number beyond the limit).
fn times(n: usize, median: f64, spread: f64, source: &mut Random) -> (Vec<f64>, usize) {
    let all: Vec<f64> = (0..n)
        .map(|_| median * (spread * stats::special::normal_quantile(source.unit())).exp())
        .collect();
    let seen: Vec<f64> = all.iter().copied().filter(|t| *t <= LIMIT).collect();
    let beyond = n - seen.len();
    (seen, beyond)
}

fn sample(label: &str, n: usize, median: f64, spread: f64, source: &mut Random) -> Sample {
    let (seen, beyond) = times(n, median, spread, source);
    Sample::new(label, seen).with_beyond(beyond, LIMIT)
}

fn ordinary() -> Vec<(&'static str, Figure)> {
    let mut source = Random::new(7);
    let time = Measure::time();
    let rules = sample("rules-thesis", 3000, 0.02, 0.9, &mut source);
    let backtrack = sample("backtrack-thesis", 3000, 0.15, 2.2, &mut source);
    let boltzmann = sample("boltzmann-thesis-slow", 400, 4.0, 0.7, &mut source);
    let fast = sample("fast", 3000, 2e-6, 0.6, &mut source);
    let all = [rules.clone(), backtrack.clone(), boltzmann.clone(), fast.clone()];
    let mut figures = vec![
        ("histogram-linear", histogram(&rules, &time, Bins::Linear)),
        ("histogram-log", histogram(&backtrack, &time, Bins::Log)),
        ("histogram-tail", histogram_tail(&backtrack, &time, 5.0)),
        ("ecdf", ecdf(&all, &time)),
    ];

    let with_intervals = |s: &Sample| {
        let intervals = s.values.iter().map(|v| (v / 1.3, v * 1.3)).collect();
        s.clone().with_intervals(intervals)
    };
    figures.push((
        "sorted-values",
        sorted_values(&[with_intervals(&rules), with_intervals(&backtrack)], &time),
    ));

    let exponential = Sample::new(
        "backtrack on one puzzle",
        (0..1000).map(|_| -0.3 * (1.0 - source.unit()).ln()).collect(),
    );
    let fitted = Family::Exponential
        .fit(&stats::seen(&exponential.values))
        .expect("a thousand positive times");
    let normal = Family::LogNormal
        .fit(&stats::seen(&exponential.values))
        .expect("a thousand positive times");
    let (e_density, e_quantile) = (|t: f64| fitted.law.density(t), |p: f64| fitted.law.quantile(p));
    let (n_density, n_quantile) = (|t: f64| normal.law.density(t), |p: f64| normal.law.quantile(p));
    let fits = [
        Fit { label: "exponential".to_owned(), density: &e_density, quantile: &e_quantile },
        Fit { label: "log-normal".to_owned(), density: &n_density, quantile: &n_quantile },
    ];
    figures.push(("density-linear", density_with_fit(&exponential, &time, Bins::Linear, &fits)));
    figures.push(("density-log", density_with_fit(&exponential, &time, Bins::Log, &fits)));

    let pairs: Vec<(f64, f64)> = (0..900)
        .map(|_| {
            let hard = stats::special::normal_quantile(source.unit());
            let time = |median: f64, spread: f64, source: &mut Random| {
                let own = stats::special::normal_quantile(source.unit());
                let t = median * (spread * (0.6 * hard + 0.8 * own)).exp();
                if t > LIMIT { f64::INFINITY } else { t }
            };
            (time(0.3, 2.4, &mut source), time(0.06, 1.3, &mut source))
        })
        .collect();
    figures
        .push(("scatter", scatter(&pairs, "backtrack-thesis", "rules-thesis", Some(LIMIT), &time)));
    let differences: Vec<f64> = pairs.iter().map(|p| p.0 - p.1).collect();
    figures.push((
        "sorted-differences",
        sorted_differences(&differences, "backtrack", "rules", &time),
    ));

    let best = sample("virtual best", 3000, 2e-6, 0.55, &mut source);
    figures.push(("cactus", cactus(&all, Some(&best), &time)));

    let rate = |label: &str, middle: f64| Rate {
        label: label.to_owned(),
        spans: (2..=9)
            .map(|i| {
                let x = f64::from(i) / 10.0;
                let k = (95.0 / (1.0 + (-(x - middle) * 18.0).exp())).round() as usize;
                let interval = stats::wilson(k, 95, 0.95).expect("95 runs");
                Span { x, y: k as f64 / 95.0, low: interval.low, high: interval.high }
            })
            .collect(),
    };
    let rates =
        [rate("annealing-chi-lange", 0.45), rate("projections", 0.3), rate("boltzmann", 0.52)];
    figures.push((
        "success-rate",
        success_rate(
            &rates,
            Axis::linear("share of cells given", Unit::Percent).starting_at(0.0).ending_at(1.0),
        ),
    ));

    let overlap = |label: &str, pull: f64| {
        let points: Vec<(f64, f64)> =
            (1..=25).map(|k| (f64::from(k) / 100.0, (f64::from(k) / 100.0).powf(pull))).collect();
        let band = points.iter().map(|&(x, y)| (x, y - 0.02, y + 0.02)).collect();
        Curve::new(label, points).with_band(band)
    };
    figures.push((
        "overlap",
        overlap_curve(
            &[overlap("rules / backtrack", 0.7), overlap("rules / boltzmann", 0.95)],
            &[(0.01, 0.0, 0.06), (0.1, 0.04, 0.17), (0.25, 0.17, 0.33)],
        ),
    ));

    let ranked = |ranks: &[(&str, f64)]| -> Vec<Ranked> {
        ranks
            .iter()
            .map(|&(label, mean_rank)| Ranked { label: label.to_owned(), mean_rank })
            .collect()
    };
    let six = ranked(&[
        ("fast", 1.1),
        ("dlx", 2.2),
        ("rules-thesis", 2.6),
        ("backtrack", 4.1),
        ("annealing", 5.2),
        ("boltzmann", 5.8),
    ]);
    figures.push(("critical-difference", critical_difference(&six, 0.9)));

    let speed = |label: &str, part: f64| {
        let spans = [1, 2, 4, 8, 16]
            .map(|n| {
                let n = f64::from(n);
                let y = 1.0 / (1.0 - part + part / n);
                Span { x: n, y, low: y * 0.93, high: y * 1.06 }
            })
            .to_vec();
        (label.to_owned(), spans)
    };
    figures.push((
        "speed-up",
        speed_up(&[
            speed("many puzzles at once", 0.99),
            speed("one search, split", 0.9),
            speed("rules by house", 0.3),
        ]),
    ));

    let bands: Vec<String> =
        ["17–20", "21–24", "25–28", "29–32", "33 and more"].map(str::to_owned).to_vec();
    let boxes = |label: &str, scale: f64, beyond: bool| Boxes {
        label: label.to_owned(),
        bands: (0..5)
            .map(|i| {
                let m = scale * 10f64.powi(-i);
                let high = if beyond && i == 0 { f64::INFINITY } else { m * 30.0 };
                Some(FiveNumbers { low: m / 20.0, q1: m / 3.0, median: m, q3: m * 3.5, high })
            })
            .collect(),
    };
    figures.push((
        "box-plot",
        box_plot(
            &bands,
            &[boxes("backtrack", 1.0, true), boxes("rules", 0.02, false)],
            Some(LIMIT),
            "clues",
            &time,
        ),
    ));

    let curve = |label: &str, scale: f64, source: &mut Random| {
        let runs: Vec<Observation> = (0..60)
            .map(|_| -scale * (1.0 - source.unit()).ln())
            .map(|t| if t > LIMIT { Observation::Beyond(LIMIT) } else { Observation::Seen(t) })
            .collect();
        let km = KaplanMeier::of(&runs, 0.95).expect("sixty runs");
        let step = |s: &stats::Survival| (s.time, s.share, s.interval.low, s.interval.high);
        Lifetimes {
            label: label.to_owned(),
            steps: km.steps.iter().map(step).collect(),
            stopped: km.stopped,
            until: runs.iter().map(|o| o.number()).collect(),
        }
    };
    let curves = [
        curve("boltzmann-thesis-fast", 3.0, &mut source),
        curve("boltzmann-thesis-slow", 9.0, &mut source),
    ];
    figures.push(("survival", survival(&curves, LIMIT, &time)));

    let observed = |s: &Sample| -> Vec<Observation> {
        let mut list = stats::seen(&s.values);
        list.extend(std::iter::repeat_n(Observation::Beyond(LIMIT), s.n_beyond));
        list
    };
    let three = [&rules, &backtrack, &fast].map(observed);
    let profiles = stats::performance_profile(&three).expect("equal lengths");
    let named: Vec<(String, Vec<f64>, usize)> = ["rules", "backtrack", "fast"]
        .iter()
        .zip(profiles)
        .map(|(name, p)| ((*name).to_owned(), p.factors, p.n))
        .collect();
    figures.push(("performance-profile", performance_profile(&named)));

    let against = |label: &str, best: f64| {
        let points: Vec<(f64, f64)> = (1..=20)
            .map(|i| {
                let t = f64::from(i) * 0.1;
                (t, 0.05 * ((t - best) * 2.2).abs().exp())
            })
            .collect();
        let band = points.iter().map(|&(x, y)| (x, y / 1.4, y * 1.4)).collect();
        Curve::new(label, points).with_band(band)
    };
    figures.push((
        "temperature",
        line_chart(
            "Time against temperature",
            "Median time to solve against the temperature at the start; bands are 95 % intervals.",
            &[against("annealing", 0.5), against("boltzmann", 1.1)],
            Axis::linear("temperature", Unit::Plain),
            Axis::log("time", Unit::Seconds),
        ),
    ));
    figures
}

fn awkward() -> Vec<(&'static str, Figure)> {
    let mut source = Random::new(8);
    let time = Measure::time();
    let mut figures = Vec::new();
    let many: Vec<Sample> = (0..40)
        .map(|i| {
            sample(
                &format!("algorithm-{i:02}-with-variant"),
                300,
                1e-6 * 1.5f64.powi(i),
                1.5,
                &mut source,
            )
        })
        .collect();
    figures.push(("x-forty-ecdf", ecdf(&many, &time)));
    figures.push(("x-forty-cactus", cactus(&many, None, &time)));
    let ranks: Vec<Ranked> = (0..40)
        .map(|i| Ranked {
            label: format!("algorithm-{i:02}"),
            mean_rank: 1.5 + 0.95 * f64::from(i),
        })
        .collect();
    figures.push(("x-forty-ranks", critical_difference(&ranks, 3.4)));

    let one = Sample::new("one run", vec![0.42]);
    let none = Sample::new("never finished", Vec::new()).with_beyond(50, LIMIT);
    let zero = Sample::new("too fast to measure", vec![0.0; 30]);
    let empty = Sample::new("not run", Vec::new());
    for (name, s) in [("one", &one), ("beyond", &none), ("zero", &zero), ("empty", &empty)] {
        let figure =
            |kind: &str| -> &'static str { Box::leak(format!("x-{name}-{kind}").into_boxed_str()) };
        let set = std::slice::from_ref(s);
        figures.push((figure("histogram"), histogram(s, &time, Bins::Linear)));
        figures.push((figure("histogram-log"), histogram(s, &time, Bins::Log)));
        figures.push((figure("ecdf"), ecdf(set, &time)));
        figures.push((figure("cactus"), cactus(set, None, &time)));
        figures.push((figure("sorted"), sorted_values(set, &time)));
        let pairs: Vec<(f64, f64)> = s
            .values
            .iter()
            .map(|&v| (v, v))
            .chain((0..s.n_beyond).map(|_| (f64::INFINITY, f64::INFINITY)))
            .collect();
        figures.push((figure("scatter"), scatter(&pairs, "first", "second", s.limit, &time)));
        figures
            .push((figure("differences"), sorted_differences(&s.values, "first", "second", &time)));
    }
    let million: Vec<(f64, f64)> = (0..1_000_000)
        .map(|_| {
            let z = |source: &mut Random| stats::special::normal_quantile(source.unit());
            let shared = z(&mut source);
            let t = |m: f64, source: &mut Random| {
                let t = m * (2.0 * shared + 1.2 * z(source)).exp();
                if t > LIMIT { f64::INFINITY } else { t }
            };
            (t(1e-2, &mut source), t(1e-3, &mut source))
        })
        .collect();
    figures
        .push(("x-million-scatter", scatter(&million, "backtrack", "rules", Some(LIMIT), &time)));
    let differences: Vec<f64> = million.iter().map(|p| p.0 - p.1).collect();
    figures.push((
        "x-million-differences",
        sorted_differences(&differences, "backtrack", "rules", &time),
    ));
    let (seen, beyond) = times(1_000_000, 1e-3, 3.0, &mut source);
    let long = Sample::new("six decades", seen).with_beyond(beyond, LIMIT);
    figures.push(("x-million-ecdf", ecdf(std::slice::from_ref(&long), &time)));
    figures.push(("x-million-sorted", sorted_values(std::slice::from_ref(&long), &time)));
    figures.push(("x-million-histogram", histogram(&long, &time, Bins::Linear)));
    figures.push(("x-million-histogram-log", histogram(&long, &time, Bins::Log)));
    figures
}
