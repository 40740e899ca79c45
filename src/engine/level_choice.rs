//! At which level a personality plays: as its file says, or at its opponent's.

use crate::personality::{LEVEL_ELO, NumberKey, Parameter, Personality, PlayingStrength};
use crate::strength::{ErrorRates, Level};

/// The rating at which somebody without a rating is met.
const UNRATED_ELO: i32 = 1_500;

/// The level that a personality plays at when it is as strong as `strength` says, against an opponent
/// of this rating; `None` is full strength.
pub fn level_of(
    personality: &Personality,
    strength: PlayingStrength,
    opponent_elo: Option<i32>,
) -> Option<Level> {
    let elo = match strength {
        PlayingStrength::Full => return None,
        PlayingStrength::Elo(elo) => elo,
        PlayingStrength::Opponent => opponent_elo.unwrap_or(UNRATED_ELO),
    };
    let rate = |key| personality.value_of(Parameter::Number(key));
    Some(Level {
        elo: elo.clamp(*LEVEL_ELO.start(), *LEVEL_ELO.end()),
        errors: ErrorRates {
            hanging: rate(NumberKey::HangingErrors),
            quiet_moves: rate(NumberKey::QuietErrors),
            long_lines: rate(NumberKey::LongLineErrors),
            endgame: rate(NumberKey::EndgameErrors),
        },
    })
}
