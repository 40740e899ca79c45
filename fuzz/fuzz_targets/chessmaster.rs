//! Chessmaster's `cm_parm` lines: accepted settings make a character that can play and be written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use masque::personality::{ChessmasterSettings, Personality};
use masque::session::{ChessmasterPair, Command};

fuzz_target!(|text: &str| {
    let mut settings = ChessmasterSettings::default();
    for line in text.lines() {
        let Command::Chessmaster(pairs) = masque::xboard::parse(&format!("cm_parm {line}")) else {
            continue;
        };
        for pair in pairs {
            match pair {
                ChessmasterPair::Default => settings.reset(),
                ChessmasterPair::Set(key, value) => {
                    let before = settings.clone();
                    if settings.set(&key, value).is_err() {
                        assert_eq!(settings, before, "{key}={value}");
                    }
                }
            }
        }
        let base = Personality::neutral();
        let character = base.adjusted(&settings.adjustments(&base));
        let again = Personality::parse("again.toml", &character.to_toml());
        again.expect("what is written can be read");
        let _ = settings.max_depth_plies();
        let _ = settings.table_mib();
        let _ = (settings.without_effect(), settings.held_back());
    }
});
