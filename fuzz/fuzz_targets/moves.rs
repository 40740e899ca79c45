//! Moves as text, line by line from a position on the first line: what is accepted is legal and is
//! understood again in both notations; the game is written as PGN at the end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use masque::board::{Game, PgnTags, Position};

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let start = lines.next().and_then(|fen| fen.parse::<Position>().ok());
    let mut game = start.map_or_else(Game::default, Game::new);
    for line in lines.take(300) {
        if line == "undo" {
            game.undo();
            continue;
        }
        let position = game.position();
        let Ok(mv) = position.parse_move(line) else {
            continue;
        };
        assert!(position.is_legal(mv), "{line} in {}", position.fen());
        for spelled in [position.san(mv), position.coordinate_960(mv)] {
            assert_eq!(position.parse_move(&spelled), Ok(mv), "{}", position.fen());
        }
        game.play(mv);
        let _ = game.ended_by();
    }
    assert!(game.pgn(&PgnTags::default()).ends_with("\n\n"));
});
