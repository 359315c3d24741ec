//! Figures from ordinary and from awkward numbers: always a well-formed picture.

use sudolab_grid::random::Random;
use sudolab_lab::plot::*;

const LIMIT: f64 = 20.0;

/// Every kind of figure of one list of values, with and without values beyond the limit.
fn all_figures(values: &[f64], n_beyond: usize) -> Vec<(&'static str, Figure)> {
    let time = Measure::time();
    let plain = Sample::new("a < b & \"c\"", values.to_vec());
    let sample = if n_beyond > 0 { plain.with_beyond(n_beyond, LIMIT) } else { plain };
    let with_intervals =
        sample.clone().with_intervals(values.iter().map(|v| (v * 0.5, v * 2.0)).collect());
    let set = std::slice::from_ref(&sample);
    let pairs: Vec<(f64, f64)> = values
        .iter()
        .map(|&v| (v, v * v))
        .chain((0..n_beyond).map(|i| (f64::INFINITY, if i % 2 == 0 { 1.0 } else { f64::INFINITY })))
        .collect();
    let differences: Vec<f64> = pairs.iter().map(|p| p.0 - p.1).collect();
    let ratios: Vec<f64> = pairs.iter().map(|p| p.0 / p.1).collect();
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let lives = Lifetimes {
        label: "lives & times".to_owned(),
        steps: sorted.iter().map(|&v| (v, 0.5, 0.4, 0.6)).collect(),
        stopped: vec![LIMIT; n_beyond],
        until: sorted.iter().copied().chain(vec![LIMIT; n_beyond]).collect(),
    };
    let curve = Curve::new("curve", values.iter().map(|&v| (v, v)).collect())
        .with_band(values.iter().map(|&v| (v, v - 1.0, v + 1.0)).collect());
    let spans: Vec<Span> =
        values.iter().map(|&v| Span { x: v, y: v, low: v / 2.0, high: v * 2.0 }).collect();
    let (density, quantile) = (|t: f64| (-t).exp(), |p: f64| -(1.0 - p).ln());
    let fits = [Fit { label: "exponential".to_owned(), density: &density, quantile: &quantile }];
    let bands = vec!["easy".to_owned(), "a band with a long name".to_owned(), "hard".to_owned()];
    let five = |scale: f64| FiveNumbers {
        low: scale,
        q1: scale * 2.0,
        median: scale * 3.0,
        q3: scale * 4.0,
        high: f64::INFINITY,
    };
    let boxes = [
        Boxes {
            label: "one".to_owned(),
            bands: vec![values.first().map(|&v| five(v)), None, Some(five(1.0))],
        },
        Boxes { label: "two".to_owned(), bands: Vec::new() },
    ];
    let ranked: Vec<Ranked> =
        values.iter().map(|&v| Ranked { label: format!("{v}"), mean_rank: v }).take(50).collect();
    vec![
        ("histogram", histogram(&sample, &time, Bins::Linear)),
        ("histogram log", histogram(&sample, &time, Bins::Log)),
        ("tail", histogram_tail(&sample, &time, 1.0)),
        ("sorted", sorted_values(&[with_intervals], &time)),
        ("ecdf", ecdf(set, &time)),
        ("cactus", cactus(set, Some(&sample), &time)),
        ("density", density_with_fit(&sample, &time, Bins::Linear, &fits)),
        ("density log", density_with_fit(&sample, &time, Bins::Log, &fits)),
        ("scatter", scatter(&pairs, "first", "second", (n_beyond > 0).then_some(LIMIT), &time)),
        ("differences", sorted_differences(&differences, "first", "second", &time)),
        (
            "success",
            success_rate(
                &[Rate { label: "r".to_owned(), spans: spans.clone() }],
                Axis::linear("share", Unit::Percent),
            ),
        ),
        ("overlap", overlap_curve(std::slice::from_ref(&curve), &curve.band)),
        ("critical difference", critical_difference(&ranked, 1.0)),
        ("speed-up", speed_up(&[("s".to_owned(), spans)])),
        ("boxes", box_plot(&bands, &boxes, Some(LIMIT), "band", &time)),
        ("survival", survival(&[lives], LIMIT, &time)),
        ("ratios", sorted_ratios(&ratios, "first", "second", &time)),
        (
            "profile",
            performance_profile(&[("p".to_owned(), values.to_vec(), values.len() + n_beyond)]),
        ),
        (
            "line",
            line_chart(
                "line",
                "",
                &[curve],
                Axis::log("x", Unit::Plain),
                Axis::log("y", Unit::Seconds),
            ),
        ),
    ]
}

/// A picture is sound when its tags close, its numbers are numbers and everything is on the page.
fn check(name: &str, case: &str, figure: &Figure) {
    for svg in [figure.svg(), figure.clone().wide(300.0).svg()] {
        let where_ = format!("{name} of {case}");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{where_}");
        let odd = svg.split(['"', '>', '<']).find(|a| a.contains("NaN") || a.contains("inf "));
        assert_eq!(odd, None, "{where_}");
        let opened = svg.matches('<').count();
        let closed = svg.matches("/>").count() + 2 * svg.matches("</").count();
        assert_eq!(opened, closed, "{where_}: tags do not close");
        let view_box = attribute(&svg, "viewBox");
        let [_, _, width, height] = numbers(&view_box)[..] else { panic!("{where_}: {view_box}") };
        assert!(
            (100.0..1000.0).contains(&width) && (50.0..1500.0).contains(&height),
            "{where_}: {view_box}"
        );
        for d in svg.split(" d=\"").skip(1) {
            let d = &d[..d.find('"').expect("closed")];
            assert!(d.starts_with('M'), "{where_}: {d}");
            absolute_points(d, |x, y| {
                assert!(
                    (-2.0..=width + 2.0).contains(&x) && (-2.0..=height + 2.0).contains(&y),
                    "{where_}: {x} {y} off the page in {d}"
                );
            });
        }
    }
}

fn attribute(svg: &str, name: &str) -> String {
    let start = svg.find(&format!("{name}=\"")).expect("present") + name.len() + 2;
    svg[start..].split('"').next().unwrap_or_default().to_owned()
}

fn numbers(text: &str) -> Vec<f64> {
    text.split(' ').filter_map(|t| t.parse().ok()).collect()
}

/// Starts of subpaths and ends of absolute lines.
fn absolute_points(d: &str, mut visit: impl FnMut(f64, f64)) {
    let mut at = (0.0, 0.0);
    let mut rest = d;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |i| i + 1);
        let values = numbers(&rest[1..end]);
        match (command, &values[..]) {
            ('M' | 'L', [x, y]) => at = (*x, *y),
            ('H', [x]) => at.0 = *x,
            ('V', [y]) => at.1 = *y,
            ('M' | 'L' | 'H' | 'V', other) => panic!("{command} {other:?} in {d}"),
            _ => {}
        }
        if matches!(command, 'M' | 'L' | 'H' | 'V') {
            visit(at.0, at.1);
        }
        rest = &rest[end..];
    }
}

#[test]
fn any_numbers_make_a_sound_picture() {
    let mut source = Random::new(3);
    let cases: [(&str, Vec<f64>, usize); 14] = [
        ("nothing", vec![], 0),
        ("only timeouts", vec![], 7),
        ("one value", vec![0.42], 0),
        ("one value and a timeout", vec![0.42], 1),
        ("zeros", vec![0.0; 5], 0),
        ("a zero and a timeout", vec![0.0], 3),
        ("equal values", vec![3.0; 9], 2),
        ("negative values", vec![-1.0, -2.0], 0),
        ("not numbers", vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.0], 0),
        ("tiny", vec![1e-300, 1e-290], 0),
        ("huge", vec![1e300, 1e308], 0),
        ("denormal", vec![5e-324, 1.0], 1),
        ("six decades", (0..500).map(|_| 10f64.powf(source.unit() * 6.0 - 6.0)).collect(), 20),
        ("nearly equal", vec![1.0, 1.0 + 1e-15], 0),
    ];
    for (case, values, n_beyond) in &cases {
        for (name, figure) in all_figures(values, *n_beyond) {
            check(name, case, &figure);
        }
    }
}

#[test]
fn the_same_numbers_give_the_same_bytes() {
    let values: Vec<f64> = (1..200).map(|i| f64::from(i).sqrt()).collect();
    for ((name, a), (_, b)) in all_figures(&values, 3).into_iter().zip(all_figures(&values, 3)) {
        assert_eq!(a.svg(), b.svg(), "{name}");
    }
}

#[test]
fn a_million_points_stay_a_small_file() {
    let mut source = Random::new(5);
    let values: Vec<f64> = (0..1_000_000).map(|_| 10f64.powf(source.unit() * 6.0 - 6.0)).collect();
    let pairs: Vec<(f64, f64)> =
        values.iter().map(|&v| (v, v * (source.unit() * 4.0).exp())).collect();
    let sample = Sample::new("many", values.clone());
    let set = std::slice::from_ref(&sample);
    let time = Measure::time();
    for (name, figure) in [
        ("scatter", scatter(&pairs, "first", "second", None, &time)),
        ("ecdf", ecdf(set, &time)),
        ("sorted", sorted_values(set, &time)),
        ("differences", sorted_differences(&values, "first", "second", &time)),
        ("histogram", histogram(&sample, &time, Bins::Log)),
    ] {
        let bytes = figure.svg().len();
        assert!(bytes < 600_000, "{name}: {bytes} bytes");
    }
}

#[test]
fn the_legend_of_forty_series_stands_below_the_frame() {
    let samples: Vec<Sample> = (0..40)
        .map(|i| {
            Sample::new(format!("algorithm {i}"), vec![f64::from(i) + 1.0, f64::from(i) + 2.0])
        })
        .collect();
    let svg = ecdf(&samples, &Measure::time()).svg();
    // The frame is the only closed rectangle drawn with an ink outline.
    let frame = svg.lines().find(|l| l.contains("s-ink") && l.contains("Z\"")).expect("a frame");
    let mut bottom = 0.0f64;
    absolute_points(&attribute(frame, "d"), |_, y| bottom = bottom.max(y));
    for i in 0..40 {
        let entry =
            svg.lines().find(|l| l.contains(&format!(">algorithm {i}<"))).expect("an entry");
        let y: f64 = attribute(entry, " y").parse().expect("a number");
        assert!(y > bottom, "entry {i} at {y}, frame down to {bottom}");
    }
}

#[test]
fn unsolved_instances_show_as_a_gap_and_are_counted() {
    let sample = Sample::new("rules", vec![1.0, 2.0, 3.0]).with_beyond(1, LIMIT);
    let svg = ecdf(&[sample], &Measure::time()).svg();
    assert!(svg.contains("rules (1 of 4 unsolved)"), "{svg}");
}

#[test]
fn differences_tell_their_signs() {
    let svg = sorted_differences(
        &[-1.0, 2.0, 3.0, 0.0, f64::INFINITY],
        "backtrack",
        "rules",
        &Measure::time(),
    )
    .svg();
    assert!(svg.contains("smaller:\u{a0}1\u{a0}(20.0\u{a0}%)"), "{svg}");
    assert!(svg.contains("smaller:\u{a0}3\u{a0}(60.0\u{a0}%)"), "{svg}");
    assert!(svg.contains("equal:\u{a0}1"), "{svg}");
}
