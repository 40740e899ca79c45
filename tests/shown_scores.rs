//! The score that leaves a search says who stands better, whatever weights its own side has.
#![allow(clippy::unwrap_used)]

use masque::board::Game;
use masque::lab::matches::game::Player;
use masque::personality::{Personality, Roster};
use masque::search::SearchOutcome;

/// How far a view of the initial position may be from neutral's, in centipawns.
const OTHER_VIEW_CP: i32 = 45;

fn at_the_start(personality: &Personality) -> SearchOutcome {
    Player::with_personality(personality, 1, 4_000).search(&Game::default())
}

fn weighted(key: &str) -> Personality {
    let text = format!("[identity]\nname = 'it'\n[judgement]\n{key}");
    Personality::parse("it.toml", &text).unwrap()
}

#[test]
fn nobody_thinks_the_initial_position_won_or_lost() {
    let neutral_cp = at_the_start(&Personality::plain()).score.raw();
    let roster = Roster::built_in();
    let heavy = [
        "queens = { own = 115 }",
        "queens = { own = 85 }",
        "rooks = { own = 100, opponent = 130 }",
        "pawns = { own = 130, opponent = 90 }",
    ];
    let others = heavy.map(weighted);
    for personality in roster.iter().chain(&others) {
        let outcome = at_the_start(personality);
        let cp = outcome.score.raw();
        let name = personality.name();
        assert!((cp - neutral_cp).abs() <= OTHER_VIEW_CP, "{name}: {cp}");
        for known in outcome.root_moves {
            assert!(known.score.raw() < neutral_cp + 150, "{name}: {known:?}");
        }
    }
}
