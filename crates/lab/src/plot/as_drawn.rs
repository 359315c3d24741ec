//! Three plain pictures of one sample of times, as older papers draw them: counts in intervals of
//! one width on a logarithmic axis, where an exponential law is a straight line; sorted values on a
//! linear axis; and the density with an exponential law, neither of them cut off.

use super::axis::{Axis, Measure, Unit};
use super::chart::Chart;
use super::figure::Figure;
use super::histogram::beyond_words;
use super::layer::{Bar, Layer};
use super::sample::{Sample, counted, in_words};
use super::style::Style;

/// How many values lie in each interval of one width, as points over a logarithmic axis.
pub fn counts_by_width(sample: &Sample, measure: &Measure, width: f64) -> Figure {
    let points: Vec<(f64, f64)> = counts(&sample.sorted(), width)
        .into_iter()
        .enumerate()
        .filter(|(_, n)| *n > 0)
        .map(|(i, n)| ((i as f64 + 0.5) * width, n as f64))
        .collect();
    let y = Axis::log("count", Unit::Plain);
    let chart = Chart::new(measure.linear_axis().starting_at(0.0), y).with(Layer::Points {
        label: None,
        points,
        style: Style::Series(0),
    });
    let caption = format!(
        "How many values of {} for {} lie in each interval of {} ({}{}); on the logarithmic axis an exponential law is a straight line. Intervals without a value are left out.",
        measure.name,
        sample.label,
        in_words(width, measure.unit),
        counted(sample.n(), "value"),
        beyond_words(sample)
    );
    Figure::new(sample.label.clone(), caption, chart)
}

/// The values in their order, on a linear axis.
pub fn sorted_linear(sample: &Sample, measure: &Measure) -> Figure {
    let values = sample.sorted();
    let points = values.iter().enumerate().map(|(i, &v)| (i as f64 + 1.0, v)).collect();
    let line = Layer::Line {
        label: None,
        points,
        style: Style::Series(0),
        stepped: false,
        mark_all: false,
    };
    let x = Axis::linear("puzzles, sorted", Unit::Plain).starting_at(0.0).whole();
    let chart = Chart::new(x, measure.linear_axis().starting_at(0.0)).with(line);
    let caption = format!(
        "Sorted values of {} for {} on a linear axis ({}{}).",
        measure.name,
        sample.label,
        counted(sample.n(), "value"),
        beyond_words(sample)
    );
    Figure::new(sample.label.clone(), caption, chart)
}

/// The density on a linear axis with an exponential law, its name and its rate, over its whole
/// height.
pub fn density_whole(sample: &Sample, measure: &Measure, law: &(String, f64)) -> Figure {
    let values = sample.sorted();
    let last = values.last().copied().unwrap_or(0.0);
    let n_bars = 40.0;
    let width = if last > 0.0 { last / n_bars } else { 1.0 };
    let n = values.len().max(1) as f64;
    let bars: Vec<Bar> = counts(&values, width)
        .into_iter()
        .enumerate()
        .map(|(i, count)| Bar {
            from: i as f64 * width,
            to: (i as f64 + 1.0) * width,
            height: count as f64 / n / width,
        })
        .collect();
    let (name, rate) = law;
    let end = n_bars * width;
    let points =
        (0..=400).map(|k| end * f64::from(k) / 400.0).map(|t| (t, rate * (-rate * t).exp()));
    let chart = Chart::new(
        measure.linear_axis().starting_at(0.0),
        Axis::linear("density", Unit::Plain).starting_at(0.0),
    )
    .with(Layer::Bars { label: Some(sample.label.clone()), bars, style: Style::Ink })
    .with(Layer::Line {
        label: Some(name.clone()),
        points: points.collect(),
        style: Style::Series(0),
        stepped: false,
        mark_all: false,
    });
    let caption = format!(
        "Density of {} for {} ({}) with an {name}; neither is cut off.",
        measure.name,
        sample.label,
        counted(values.len(), "value"),
    );
    Figure::new(sample.label.clone(), caption, chart)
}

/// The number of sorted, non-negative values in each interval of a width, from nought on.
fn counts(sorted: &[f64], width: f64) -> Vec<usize> {
    let mut counts = Vec::new();
    if !(width > 0.0 && width.is_finite()) {
        return counts;
    }
    for &value in sorted.iter().filter(|v| v.is_finite() && **v >= 0.0) {
        // No picture has more than a few thousand intervals.
        let place = ((value / width) as usize).min(4000);
        if counts.len() <= place {
            counts.resize(place + 1, 0);
        }
        counts[place] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_counted_once() {
        assert_eq!(counts(&[0.0, 0.4, 0.5, 1.2], 0.5), [2, 1, 1]);
        assert!(counts(&[1.0], 0.0).is_empty());
        assert_eq!(counts(&[], 1.0), Vec::<usize>::new());
    }

    #[test]
    fn the_law_is_drawn_to_its_top_even_where_it_is_higher_than_every_bar() {
        let sample = Sample::new("x", vec![5.0; 10]);
        let figure = density_whole(&sample, &Measure::time(), &("law".into(), 10.0));
        let super::super::figure::Content::Charts(charts) = &figure.content else { panic!() };
        let top =
            charts[0].layers.iter().flat_map(|l| l.ys().collect::<Vec<_>>()).fold(0.0, f64::max);
        assert!(top >= 10.0 && charts[0].y.to.is_none(), "the axis ends where the law does");
    }
}
