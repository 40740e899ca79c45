//! A configuration file: anything is read or refused with its place.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use masque::config::Config;

fuzz_target!(|text: &str| {
    if let Err(error) = Config::parse(text, Path::new("/etc/masque.toml")) {
        assert!(
            error.to_string().starts_with("/etc/masque.toml:"),
            "{error}"
        );
    }
});
