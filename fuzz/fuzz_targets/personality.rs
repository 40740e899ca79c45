//! A personality file: what is accepted is written and read again as the same character, and judges
//! a position; what is refused says where.
#![no_main]

use libfuzzer_sys::fuzz_target;
use masque::board::Game;
use masque::personality::Personality;

fuzz_target!(|text: &str| {
    match Personality::parse("fuzz.toml", text) {
        Ok(character) => {
            let again = Personality::parse("again.toml", &character.to_toml());
            assert_eq!(again.expect("what is written can be read"), character);
            assert!(!character.summary().is_empty());
            let _ = character.explain(&Game::default(), 1);
        }
        Err(error) => assert!(error.to_string().starts_with("fuzz.toml:"), "{error}"),
    }
});
