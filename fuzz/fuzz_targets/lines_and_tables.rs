//! Lines, candidate lines, library lines, tables, killers in a line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudolab_grid::formats::{Format, ReadOptions, Records};

const FORMATS: [Format; 7] = [
    Format::Line,
    Format::Sdm,
    Format::Sukaku,
    Format::Hodoku,
    Format::Csv,
    Format::Tsv,
    Format::SumoCue,
];

// The first byte chooses the format.
fuzz_target!(|data: &[u8]| {
    let Some((&first, text)) = data.split_first() else { return };
    let format = FORMATS[usize::from(first) % FORMATS.len()];
    for record in Records::new(text, ReadOptions::from_format(format)).flatten() {
        record.content_errors();
    }
});
