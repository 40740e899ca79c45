//! A FEN: whatever is accepted is written and read again as the same position, and can be
//! evaluated and searched through.
#![no_main]

use libfuzzer_sys::fuzz_target;
use masque::board::{Color, Position};
use masque::evaluation::{EvaluationWeights, Evaluator};

fuzz_target!(|text: &str| {
    let Ok(position) = text.parse::<Position>() else {
        return;
    };
    let fen = position.fen();
    let again: Position = fen.parse().expect("what is written can be read");
    assert_eq!(again.fen(), fen);
    assert_eq!(again.key(), position.key(), "{fen}");
    for own_side in [Color::White, Color::Black] {
        let _ = Evaluator::new(EvaluationWeights::neutral(), own_side).evaluate(&position);
    }
    for mv in position.legal_moves() {
        let after = position.play(mv);
        assert_eq!(position.parse_move(&position.san(mv)), Ok(mv), "{fen}");
        after
            .fen()
            .parse::<Position>()
            .expect("moves lead to positions");
    }
});
