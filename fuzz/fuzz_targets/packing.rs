//! The packing layers alone: limits hold, and what is packed comes back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudolab_grid::formats::{ReadOptions, Records, lz};

const LIMIT: usize = 1 << 16;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = lz::decompress(data, LIMIT) {
        assert!(text.len() <= LIMIT);
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    if !text.is_empty() && text.len() <= LIMIT {
        let back = lz::unpack(&lz::to_base64(text), LIMIT).expect("we unpack what we pack");
        assert!(back.iter().any(|t| t == text));
    }
    // zlib behind base32.
    let packed = format!("SCv7_32_{text}");
    Records::new(packed.as_bytes(), ReadOptions::default()).for_each(drop);
});
