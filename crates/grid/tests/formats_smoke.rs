//! A smoke run of what the fuzz targets do, on the stable toolchain: every reader meets some ten
//! thousand spoilt inputs, and must end, without panic, within its limits.

use std::path::Path;
use sudolab_grid::formats::{Format, Json, Limits, Manner, ReadOptions, Records, WriteOptions, lz};
use sudolab_grid::random::Random;

/// The texts to start from: all fixtures, and links with packed payloads.
fn seeds() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    let mut seeds: Vec<Vec<u8>> = paths.iter().map(|p| std::fs::read(p).unwrap()).collect();
    let marked = String::from_utf8(
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pencilmarks.txt"))
            .unwrap(),
    )
    .unwrap();
    let document =
        Records::new(marked.as_bytes(), ReadOptions::default()).next().unwrap().unwrap().document;
    for format in Format::ALL {
        let options = WriteOptions {
            with_notes: true,
            columns: vec!["all".into()],
            ..WriteOptions::default()
        };
        if let Ok(written) = format.write(&document, &options) {
            seeds.push(written.text.into_bytes());
        }
    }
    seeds
}

/// Spoils an input: bytes changed, taken out, put in, doubled, cut, joined with another.
fn spoil(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = random.pick(seeds).unwrap().clone();
    let tokens: [&[u8]; 24] = [
        b"\n",
        b"\r\n",
        b"\n\n",
        b"|",
        b"+---+",
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b"<",
        b">",
        b"&#",
        b":",
        b"~",
        b"*",
        b"%",
        b"\xef\xbb\xbf",
        b"\xff",
        b"\0",
        b"https://",
        b"99999999999999999999",
        b"scl",
        b"\xc3\xa9",
    ];
    for _ in 0..1 + random.index(6) {
        let at = random.index(bytes.len() + 1);
        match random.index(8) {
            0 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            1 if at < bytes.len() => bytes[at] = b"0123456789.-_*xX?,;: \t"[random.index(22)],
            2 if at < bytes.len() => {
                let end = (at + 1 + random.index(20)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => {
                bytes.splice(at..at, random.pick(&tokens).unwrap().iter().copied());
            }
            4 => {
                let end = (at + random.index(200)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            5 => bytes.truncate(at),
            6 => {
                let other = random.pick(seeds).unwrap();
                let from = random.index(other.len() + 1);
                bytes.extend_from_slice(&other[from..]);
            }
            _ => {}
        }
    }
    bytes.truncate(20_000);
    bytes
}

fn options(random: &mut Random) -> ReadOptions {
    let mut options = ReadOptions::default();
    if random.chance(0.5) {
        options.from = random.pick(&Format::ALL).copied();
    }
    if random.chance(0.2) {
        options.file = Some(
            ["a.sdk", "a.csv", "a.ss", "a.sdx", "a.opensudoku", "a.jsonl"][random.index(6)]
                .to_owned(),
        );
    }
    options.manner = [Manner::Strict, Manner::Usual, Manner::Lenient][random.index(3)];
    options.keep_marked = random.chance(0.3);
    if random.chance(0.1) {
        options.limits = Limits { line: 500, payload: 2000, expansion: 5 };
    }
    options
}

#[test]
fn no_spoilt_input_upsets_a_reader() {
    let seeds = seeds();
    let mut random = Random::new(20261115);
    let (mut good, mut bad) = (0u32, 0u32);
    for round in 0..12_000 {
        let bytes = spoil(&seeds, &mut random);
        let options = options(&mut random);
        let mut n = 0;
        for record in Records::new(bytes.as_slice(), options.clone()) {
            n += 1;
            assert!(n <= bytes.len() + 1, "round {round}: more records than bytes");
            match record {
                Ok(record) => {
                    good += 1;
                    record.content_errors();
                    record.document.to_puzzle();
                    record.document.to_puzzle_with_placed();
                    if round % 8 == 0 {
                        for format in Format::ALL {
                            let _ = format.write(&record.document, &WriteOptions::default());
                        }
                    }
                }
                Err(error) => {
                    bad += 1;
                    assert!(!error.to_string().is_empty());
                }
            }
        }
        let mut quick = Records::new(bytes.as_slice(), options);
        let mut m = 0;
        while quick.next_quick().is_some() {
            m += 1;
        }
        assert_eq!(n, m, "round {round}: both ways give as many records");
    }
    assert!(good > 1000 && bad > 1000, "{good} good, {bad} bad: the spoiling is out of balance");
}

#[test]
fn no_junk_upsets_the_packing_layers() {
    let mut random = Random::new(5);
    let packed = lz::to_base64(&"{\"size\":9,\"grid\":[[{},{}]]}".repeat(20));
    for _ in 0..20_000 {
        let mut bytes = packed.clone().into_bytes();
        for _ in 0..1 + random.index(4) {
            let at = random.index(bytes.len());
            bytes[at] = b"ABCDwxyz0189+/-_$= "[random.index(19)];
        }
        bytes.truncate(random.index(bytes.len() + 1));
        let text = String::from_utf8(bytes).unwrap();
        for unpacked in lz::unpack(&text, 4096).unwrap_or_default() {
            assert!(unpacked.len() <= 4096);
            let _ = Json::parse(&unpacked);
        }
        let bytes: Vec<u8> = (0..random.index(150)).map(|_| random.below(256) as u8).collect();
        if let Ok(text) = lz::decompress(&bytes, 1000) {
            assert!(text.len() <= 1000);
        }
    }
}
