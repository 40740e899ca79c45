//! One line of bytes, as a GUI or a broken pipe may send it: the grammar reads anything.
#![no_main]

use libfuzzer_sys::fuzz_target;
use masque::line_reader::LineReader;
use masque::xboard;

fuzz_target!(|bytes: &[u8]| {
    for line in LineReader::new(bytes) {
        // Blanks around a line mean nothing.
        let command = xboard::parse(&line);
        assert_eq!(command, xboard::parse(&format!(" {line}\t\r")), "{line:?}");
    }
});
