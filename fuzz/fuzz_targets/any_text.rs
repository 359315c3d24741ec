//! Detection, and whatever it finds: both ways through the stream give as many records, and what
//! was read can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudolab_grid::formats::{Format, ReadOptions, Records, WriteOptions, read_one};

fuzz_target!(|data: &[u8]| {
    let mut n = 0;
    for record in Records::new(data, ReadOptions::default()) {
        n += 1;
        let Ok(record) = record else { continue };
        record.content_errors();
        let text = Format::Json
            .write(&record.document, &WriteOptions::default())
            .expect("JSON holds every document");
        let back = read_one(&text.text, &ReadOptions::default()).expect("we read what we write");
        assert_eq!(back.document.givens(), record.document.givens());
        assert_eq!(back.document.values(), record.document.values());
        assert_eq!(back.document.candidates(), record.document.candidates());
    }
    let mut quick = Records::new(data, ReadOptions::default());
    let mut m = 0;
    while quick.next_quick().is_some() {
        m += 1;
    }
    assert_eq!(n, m);
});
