//! One line of bytes, as a GUI or a broken pipe may send it: the grammar reads anything.
#![no_main]

use libfuzzer_sys::fuzz_target;
use masque::protocol::{Command, Lines};

fuzz_target!(|bytes: &[u8]| {
    for line in Lines::new(bytes) {
        // Blanks around a line mean nothing.
        let command = Command::parse(&line);
        assert_eq!(command, Command::parse(&format!(" {line}\t\r")), "{line:?}");
    }
});
