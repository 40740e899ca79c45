//! A made-up entry for the tests of the gallery.

use super::{GalleryEntry, MoveComment, SampleGame};
use crate::board::{Color, Game};
use crate::lab::matches::personality_match::PlayedGame;
use crate::lab::style::fingerprint::Fingerprint;
use crate::lab::style::observation::{place, traits};
use crate::lab::style::observed_games::ObservedGames;
use crate::personality::Personality;

/// Forty games whose traits wobble, some of them shifted by so many units.
fn games(shifts: &[(&str, f64)]) -> ObservedGames {
    let mut samples = ObservedGames::default();
    for number in 0..40_u32 {
        let mut game = vec![f64::from(number % 7) - 3.0; traits().len()];
        for (key, shift) in shifts {
            game[place(key).unwrap()] += shift;
        }
        samples.games.push(game);
        samples.openings.push(number / 2);
        samples.sides.push(Color::White);
        samples.half_points.push(1);
    }
    samples
}

/// The fingerprint of games in which these traits are shifted; a shift of 2 is about one standard
/// deviation.
pub fn fingerprint_of(shifts: &[(&str, f64)]) -> Fingerprint {
    Fingerprint::of(&games(shifts), &games(&[]), 1, 1)
}

/// A personality who trades everything, with a game of six moves and a comment.
pub fn entry() -> GalleryEntry {
    let text = r#"
        [identity]
        name = "trader"
        title = "The Trader & Sons"
        group = "temperaments"
        blurb = "Takes <everything> it can."
        style = ["trades", "endings"]
        claims = ["more trades", "less tension"]
        greeting = "What will you give me for it?"
        [book]
        white = ["1. d4 d5 2. c4"]
        black = ["1. e4 e5 2. Nf3 Nc6", { line = "1. e4 c6", weight = 3 }]
    "#;
    let mut game = Game::default();
    for san in ["d4", "d5", "c4", "Nf6", "cxd5", "Nxd5"] {
        let mv = game.position().parse_move(san).unwrap();
        game.play(mv);
    }
    GalleryEntry {
        personality: Personality::parse("trader.toml", text).unwrap(),
        fingerprint: fingerprint_of(&[("trades", 4.0)]),
        games: 40,
        sample: Some(SampleGame {
            played: PlayedGame {
                game,
                opening: 0,
                first_ply: 0,
                side: Color::White,
                half_points: 2,
            },
            comments: vec![MoveComment {
                ply: 4,
                concession_cp: 12,
                text: "I like trades; Neutral would play Nc3, which scores 12 cp better."
                    .to_owned(),
            }],
        }),
    }
}
