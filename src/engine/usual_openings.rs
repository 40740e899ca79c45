//! The openings that people of a level know, for personalities that have none of their own.

use std::sync::LazyLock;

use crate::book::OpeningBook;
use crate::personality::Personality;

/// Below this rating the openings are those of beginners.
const CLUB_ELO: i32 = 1_500;

static BEGINNERS: LazyLock<Personality> = LazyLock::new(|| knows("beginners"));
static CLUB_PLAYERS: LazyLock<Personality> = LazyLock::new(|| knows("classical"));

/// The opening book at a rating.
pub(super) fn usual_openings(elo: i32) -> &'static OpeningBook {
    match elo < CLUB_ELO {
        true => BEGINNERS.opening_book(),
        false => CLUB_PLAYERS.opening_book(),
    }
}

/// Somebody with a shipped repertoire.
fn knows(repertoire: &str) -> Personality {
    let text = format!("[identity]\nname = 'it'\n[book]\nrepertoire = '{repertoire}'\n");
    // A test reads both, so the other arm is never taken.
    Personality::parse("usual openings", &text).unwrap_or_else(|_| Personality::plain())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_knows_openings() {
        for elo in [500, 1_499, 1_500, 2_800] {
            assert!(!usual_openings(elo).is_empty(), "{elo}");
        }
        assert_ne!(usual_openings(1_000), usual_openings(2_000));
    }
}
