//! The levels in words, as the option *Level* offers them.

use super::option::Choice;
use crate::personality::PlayingStrength;

/// The values: what each is called, and how strong it is. `None` is as the personality says.
const LEVELS: &[(&str, Option<PlayingStrength>)] = &[
    ("As the personality", None),
    ("First steps", Some(PlayingStrength::Elo(600))),
    ("Beginner", Some(PlayingStrength::Elo(800))),
    ("Novice", Some(PlayingStrength::Elo(1_000))),
    ("Casual", Some(PlayingStrength::Elo(1_200))),
    ("Improver", Some(PlayingStrength::Elo(1_400))),
    ("Club player", Some(PlayingStrength::Elo(1_600))),
    ("Strong club player", Some(PlayingStrength::Elo(1_800))),
    ("Expert", Some(PlayingStrength::Elo(2_000))),
    ("Master", Some(PlayingStrength::Elo(2_200))),
    ("Grandmaster", Some(PlayingStrength::Elo(2_500))),
    ("Full strength", Some(PlayingStrength::Full)),
    ("Like the opponent", Some(PlayingStrength::Opponent)),
];
/// What stands for a strength between two levels: the option *Elo* has its number.
const BETWEEN: &str = "elo";

/// The choices of the option.
pub(super) fn level_choices() -> Vec<Choice> {
    let named = LEVELS.iter().map(|&(word, strength)| {
        let title = match strength {
            Some(PlayingStrength::Elo(elo)) => format!("{word} {elo}"),
            _ => word.to_owned(),
        };
        Choice::new(&name_of(strength), &title)
    });
    let between = Choice::new(BETWEEN, "By the number in Elo");
    named.chain([between]).collect()
}

/// The name of the choice for a strength.
pub(super) fn level_name(strength: Option<PlayingStrength>) -> String {
    match LEVELS.iter().any(|&(_, level)| level == strength) {
        true => name_of(strength),
        false => BETWEEN.to_owned(),
    }
}

/// The strength that a choice stands for; `None` for the one that stands for the option *Elo*.
pub(super) fn strength_of(name: &str) -> Option<Option<PlayingStrength>> {
    let mut levels = LEVELS.iter().map(|&(_, strength)| strength);
    levels.find(|&strength| name_of(strength) == name)
}

fn name_of(strength: Option<PlayingStrength>) -> String {
    match strength {
        None => "personality".to_owned(),
        Some(PlayingStrength::Full) => "full".to_owned(),
        Some(PlayingStrength::Opponent) => "opponent".to_owned(),
        Some(PlayingStrength::Elo(elo)) => elo.to_string(),
    }
}
