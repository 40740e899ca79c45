//! The kinds of errors that a level can make more or fewer of.

use super::level::ErrorRates;
use super::root_scores::{DEPTHS_PLIES, RootScores};
use super::seen_move::SeenMove;

/// Two pawns lost by exchanges: what hangs.
const HANGING_CP: i32 = 200;
/// A loss that the deepest look sees and that nobody would call a matter of taste.
const BLUNDER_CP: i32 = 150;
/// A loss that matters little to the first look.
const UNSEEN_CP: i32 = 60;
/// A loss that spoils a position a little.
const SLIP_CP: i32 = 50;
/// Up to this share of the pieces it is an endgame.
const ENDGAME_PHASE: f32 = 0.35;

/// The factor on the odds of a move under these rates; 1 for a move that is no error of any kind.
pub(super) fn error_factor(it: &SeenMove<'_>, scores: &RootScores, rates: &ErrorRates) -> f64 {
    let last_look = DEPTHS_PLIES.len() - 1;
    let loss_cp = scores.loss_cp(it.number, last_look);
    let hangs = it.replies.best_cp >= HANGING_CP && loss_cp >= BLUNDER_CP;
    let is_quiet = it.captured.is_none() && !it.gives_check;
    let is_unseen = scores.loss_cp(it.number, 0) <= UNSEEN_CP;
    let of_kind = match () {
        () if hangs => rates.hanging,
        () if loss_cp >= BLUNDER_CP && is_unseen => rates.long_lines,
        () if is_quiet && loss_cp >= SLIP_CP => rates.quiet_moves,
        () => 100,
    };
    let spoils_ending = it.seen.phase <= ENDGAME_PHASE && loss_cp >= SLIP_CP;
    let of_ending = if spoils_ending { rates.endgame } else { 100 };
    f64::from(of_kind) / 100.0 * f64::from(of_ending) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::strength::network::policy_without_network;
    use crate::strength::root_scores::{ScoreQuestion, ScoreSearcher};
    use crate::strength::seen_move::SeenPosition;

    fn factor(fen: &str, mv: &str, rates: ErrorRates) -> f64 {
        let position: Position = fen.parse().unwrap();
        let question = ScoreQuestion::neutral(&position);
        let scores = ScoreSearcher::new().scores(&question, || false);
        let policy = policy_without_network(&scores.moves);
        let seen = SeenPosition::new(&position, None, &scores, &policy);
        let mv = position.parse_move(mv).unwrap();
        let number = scores.moves.iter().position(|&it| it == mv).unwrap();
        error_factor(&SeenMove::new(&seen, number), &scores, &rates)
    }

    #[test]
    fn each_kind_has_its_rate() {
        let rates = ErrorRates {
            hanging: 150,
            quiet_moves: 70,
            long_lines: 30,
            endgame: 20,
        };
        let attacked = "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3";
        assert_eq!(factor(attacked, "a7a6", rates), 1.5);
        assert_eq!(factor(attacked, "d5a5", rates), 1.0);
        // The pawn that decides is not stopped in time.
        let ending = "8/8/8/4k2P/8/8/8/6K1 b - - 0 1";
        assert!(factor(ending, "e5d4", rates) <= 0.2);
        assert_eq!(factor(ending, "e5d4", ErrorRates::USUAL), 1.0);
    }
}
