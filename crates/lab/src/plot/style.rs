//! How series are told apart: by colour on a screen, by dash and marker on any printer.
//!
//! Eight colours after Okabe and Ito (2008), which people with the usual colour deficiencies
//! can tell apart, six dash patterns and eight markers. The numbers of dash and marker step on
//! together so that the first 48 series all differ without any colour.

/// The place of a series in the order of styles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// The ink of text and axes, solid.
    Ink,
    /// A series, counted from 0.
    Series(usize),
}

const LIGHT: [&str; 8] =
    ["#0063a6", "#c44e00", "#00805c", "#a8447f", "#8a6500", "#2b8fc9", "#5c4a9e", "#5a5a5a"];

const DASHES: [&str; 6] =
    ["", "5 1.8", "1.6 1.6", "7 1.8 1.6 1.8", "3.2 1.4", "8 1.6 1.4 1.4 1.4 1.6"];

/// The stylesheet with which inline figures follow the theme of their page.
///
/// It reads the page's `--ink` and `--paper` where they are defined, and has a set of lighter
/// series colours for `prefers-color-scheme: dark` and for pages that set
/// `data-theme="dark"` on their root.
pub const STYLESHEET: &str = "\
.sudolab-figure{color:var(--ink,#1a1a1a);max-width:100%;height:auto}
.sudolab-figure .paper{fill:var(--paper,#ffffff)}
.sudolab-figure .s-paper{stroke:var(--paper,#ffffff)}
.sudolab-figure{--c0:#0063a6;--c1:#c44e00;--c2:#00805c;--c3:#a8447f;--c4:#8a6500;--c5:#2b8fc9;--c6:#5c4a9e;--c7:#5a5a5a}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]) .sudolab-figure{color:var(--ink,#e6e6e6);--c0:#56b4e9;--c1:#ff8c42;--c2:#35c79b;--c3:#e08bbf;--c4:#e6b422;--c5:#9ad8ff;--c6:#b3a4f5;--c7:#bdbdbd}
:root:not([data-theme=light]) .sudolab-figure .paper{fill:var(--paper,#16181c)}
:root:not([data-theme=light]) .sudolab-figure .s-paper{stroke:var(--paper,#16181c)}}
:root[data-theme=dark] .sudolab-figure{color:var(--ink,#e6e6e6);--c0:#56b4e9;--c1:#ff8c42;--c2:#35c79b;--c3:#e08bbf;--c4:#e6b422;--c5:#9ad8ff;--c6:#b3a4f5;--c7:#bdbdbd}
:root[data-theme=dark] .sudolab-figure .paper{fill:var(--paper,#16181c)}
:root[data-theme=dark] .sudolab-figure .s-paper{stroke:var(--paper,#16181c)}
.sudolab-figure .s-c0{stroke:var(--c0)}.sudolab-figure .f-c0{fill:var(--c0)}
.sudolab-figure .s-c1{stroke:var(--c1)}.sudolab-figure .f-c1{fill:var(--c1)}
.sudolab-figure .s-c2{stroke:var(--c2)}.sudolab-figure .f-c2{fill:var(--c2)}
.sudolab-figure .s-c3{stroke:var(--c3)}.sudolab-figure .f-c3{fill:var(--c3)}
.sudolab-figure .s-c4{stroke:var(--c4)}.sudolab-figure .f-c4{fill:var(--c4)}
.sudolab-figure .s-c5{stroke:var(--c5)}.sudolab-figure .f-c5{fill:var(--c5)}
.sudolab-figure .s-c6{stroke:var(--c6)}.sudolab-figure .f-c6{fill:var(--c6)}
.sudolab-figure .s-c7{stroke:var(--c7)}.sudolab-figure .f-c7{fill:var(--c7)}
@media print{.sudolab-figure{color:#000;--c0:#0063a6;--c1:#c44e00;--c2:#00805c;--c3:#a8447f;--c4:#8a6500;--c5:#2b8fc9;--c6:#5c4a9e;--c7:#5a5a5a}
.sudolab-figure .paper{fill:#fff}.sudolab-figure .s-paper{stroke:#fff}}
";

/// A shape that marks points of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marker {
    Disc,
    Square,
    Triangle,
    Cross,
    Diamond,
    Plus,
    Ring,
    Nabla,
}

impl Style {
    pub(crate) fn colour(self) -> Option<usize> {
        match self {
            Self::Ink => None,
            Self::Series(i) => Some(i % LIGHT.len()),
        }
    }

    pub(crate) fn dashes(self) -> &'static str {
        match self {
            Self::Ink => "",
            Self::Series(i) => DASHES[i % DASHES.len()],
        }
    }

    pub(crate) fn marker(self) -> Marker {
        use Marker::{Cross, Diamond, Disc, Nabla, Plus, Ring, Square, Triangle};
        const MARKERS: [Marker; 8] = [Disc, Square, Triangle, Cross, Diamond, Plus, Ring, Nabla];
        match self {
            Self::Ink => Disc,
            Self::Series(i) => MARKERS[(i + i / DASHES.len()) % MARKERS.len()],
        }
    }

    /// Where along a line the first marker stands, as a part of the distance between two, so
    /// that markers of neighbouring series do not meet.
    pub(crate) fn phase(self) -> f64 {
        match self {
            Self::Ink => 0.5,
            // Multiples of the golden section spread evenly whatever their number.
            Self::Series(i) => (0.3 + i as f64 * 0.618_034).fract(),
        }
    }
}

pub(crate) fn light_colour(colour: usize) -> &'static str {
    LIGHT[colour % LIGHT.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_eight_series_differ_without_colour() {
        let looks: Vec<_> =
            (0..48).map(|i| (Style::Series(i).dashes(), Style::Series(i).marker())).collect();
        for (i, look) in looks.iter().enumerate() {
            assert!(!looks[..i].contains(look), "{i}");
        }
    }

    #[test]
    fn the_stylesheet_knows_every_colour() {
        for colour in 0..LIGHT.len() {
            assert!(STYLESHEET.contains(&format!("--c{colour}:{}", LIGHT[colour])));
            assert!(
                STYLESHEET.contains(&format!(".s-c{colour}{{"))
                    && STYLESHEET.contains(&format!(".f-c{colour}{{"))
            );
        }
    }
}
