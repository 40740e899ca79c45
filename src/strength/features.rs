//! The table of features of a root move, a row each: the key that the file of weights names, what it
//! means, and the measure.

use super::last_move::LastMove;
use super::root_scores::RootScores;
use super::score_measures as score;
use super::seen_move::{SeenMove, SeenPosition};
use super::static_measures as it;
use crate::board::Position;

/// One thing that a person may see in a move.
pub struct MoveFeature {
    /// Its name in the file of weights.
    pub key: &'static str,
    /// What it says of a move.
    pub meaning: &'static str,
    measure: fn(&SeenMove<'_>) -> f32,
}

const fn row(
    key: &'static str,
    measure: fn(&SeenMove<'_>) -> f32,
    meaning: &'static str,
) -> MoveFeature {
    MoveFeature {
        key,
        meaning,
        measure,
    }
}

/// All features. What has no unit is yes or no; a share of material is the hyperbolic tangent of
/// centipawns over 300.
pub const FEATURES: &[MoveFeature] = &[
    row(
        "policy",
        score::policy,
        "logarithm of the policy network's share",
    ),
    row("policy_share", score::policy_share, "the share itself"),
    row(
        "near_loss_1",
        score::near_loss::<0>,
        "tanh of the loss at depth 1 over 60",
    ),
    row("near_loss_3", score::near_loss::<1>, "the same at depth 3"),
    row("near_loss_5", score::near_loss::<2>, "the same at depth 5"),
    row(
        "far_loss_1",
        score::far_loss::<0>,
        "tanh of the loss at depth 1 over 300",
    ),
    row("far_loss_3", score::far_loss::<1>, "the same at depth 3"),
    row("far_loss_5", score::far_loss::<2>, "the same at depth 5"),
    row(
        "result_loss_1",
        score::result_loss::<0>,
        "loss of the expected result at depth 1",
    ),
    row(
        "result_loss_3",
        score::result_loss::<1>,
        "the same at depth 3",
    ),
    row(
        "result_loss_5",
        score::result_loss::<2>,
        "the same at depth 5",
    ),
    row(
        "place_1",
        score::place::<0>,
        "1 over the place among the moves at depth 1",
    ),
    row("place_3", score::place::<1>, "the same at depth 3"),
    row("place_5", score::place::<2>, "the same at depth 5"),
    row(
        "allows_mate_3",
        score::allows_mate::<1>,
        "allows a mate that depth 3 sees",
    ),
    row(
        "allows_mate_5",
        score::allows_mate::<2>,
        "allows a mate that depth 5 sees",
    ),
    row(
        "forces_mate_3",
        score::forces_mate::<1>,
        "mates by force as depth 3 sees it",
    ),
    row(
        "forces_mate_5",
        score::forces_mate::<2>,
        "mates by force as depth 5 sees it",
    ),
    row(
        "opening_policy",
        score::opening_policy,
        "logarithm of the network's share, in the first five moves only",
    ),
    row(
        "opening_policy_share",
        score::opening_policy_share,
        "the share itself, in the first five moves only",
    ),
    row(
        "opening_loss_1",
        score::opening_loss::<0>,
        "near_loss_1 in the first five moves only",
    ),
    row(
        "opening_loss_3",
        score::opening_loss::<1>,
        "near_loss_3 in the first five moves only",
    ),
    row(
        "opening_loss_5",
        score::opening_loss::<2>,
        "near_loss_5 in the first five moves only",
    ),
    row(
        "opening_result_loss_3",
        score::opening_result_loss::<1>,
        "result_loss_3 in the first five moves only",
    ),
    row("takes_pawn", it::takes_pawn, "captures a pawn"),
    row(
        "takes_minor",
        it::takes_minor,
        "captures a knight or bishop",
    ),
    row("takes_rook", it::takes_rook, "captures a rook"),
    row("takes_queen", it::takes_queen, "captures a queen"),
    row(
        "exchange_wins",
        it::exchange_wins,
        "share of material that the exchange wins",
    ),
    row(
        "exchange_loses",
        it::exchange_loses,
        "share of material that the exchange loses",
    ),
    row(
        "takes_last_mover",
        it::takes_last_mover,
        "captures the piece that moved last",
    ),
    row(
        "takes_last_mover_well",
        it::takes_last_mover_well,
        "does so without loss",
    ),
    row("trades", it::trades, "captures a piece of the same worth"),
    row(
        "trades_ahead",
        it::trades_ahead,
        "does so, by the lead in material over 500 cp",
    ),
    row("trades_queens", it::trades_queens, "queen takes queen"),
    row(
        "hangs_mover",
        it::hangs_mover,
        "share that the opponent wins on the move's square",
    ),
    row(
        "leaves_hanging",
        it::leaves_hanging,
        "share that the opponent wins elsewhere",
    ),
    row(
        "leaves_queen",
        it::leaves_queen,
        "leaves the queen to be taken",
    ),
    row(
        "rescues",
        it::rescues,
        "share of material that was threatened and is not any more",
    ),
    row(
        "flees",
        it::flees,
        "share of material that was threatened on the origin",
    ),
    row(
        "adds_danger",
        it::adds_danger,
        "share that the opponent wins and did not threaten",
    ),
    row(
        "threatens",
        it::threatens,
        "share that the move threatens to win",
    ),
    row(
        "gives_up_chance",
        it::gives_up_chance,
        "captures nothing though there is a share to win",
    ),
    row("check", it::check, "gives check"),
    row(
        "safe_check",
        it::safe_check,
        "gives check and the piece cannot be won",
    ),
    row("mate", it::mate, "mates"),
    row("stalemate", it::stalemate, "stalemates"),
    row("promotes", it::promotes, "promotes to a queen"),
    row("underpromotes", it::underpromotes, "promotes to less"),
    row("castles_short", it::castles_short, "castles short"),
    row("castles_long", it::castles_long, "castles long"),
    row("spoils_castling", it::spoils_castling, "gives up castling"),
    row("knight", it::knight, "a knight moves"),
    row("bishop", it::bishop, "a bishop moves"),
    row("rook", it::rook, "a rook moves"),
    row("queen", it::queen, "the queen moves"),
    row("king", it::king, "the king moves"),
    row(
        "pawn_late",
        it::pawn_late,
        "a pawn moves, by the share of pieces gone",
    ),
    row(
        "rook_late",
        it::rook_late,
        "a rook moves, by the share of pieces gone",
    ),
    row(
        "queen_late",
        it::queen_late,
        "the queen moves, by the share of pieces gone",
    ),
    row(
        "king_late",
        it::king_late,
        "the king moves, by the share of pieces gone",
    ),
    row("king_runs", it::king_runs, "the king moves out of check"),
    row(
        "takes_checker",
        it::takes_checker,
        "captures the piece that gives check",
    ),
    row("retreats", it::retreats, "a piece goes back"),
    row(
        "goes_sideways",
        it::goes_sideways,
        "a piece stays on its rank",
    ),
    row(
        "advances",
        it::advances,
        "ranks that a piece goes forward, over 7",
    ),
    row(
        "far_from_last",
        it::far_from_last,
        "king steps from the last move's target, over 7",
    ),
    row(
        "begins_far_from_last",
        it::begins_far_from_last,
        "the same from the origin",
    ),
    row(
        "attacks_last_mover",
        it::attacks_last_mover,
        "attacks the piece that moved last",
    ),
    row(
        "long_diagonal",
        it::long_diagonal,
        "four squares or more along a diagonal",
    ),
    row(
        "long_line",
        it::long_line,
        "four squares or more along a rank or file",
    ),
    row("long_retreat", it::long_retreat, "three ranks or more back"),
    row(
        "to_centre",
        it::to_centre,
        "how much nearer to the centre, -1 to 1",
    ),
    row(
        "knight_to_rim",
        it::knight_to_rim,
        "a knight goes to the edge",
    ),
    row(
        "toward_king",
        it::toward_king,
        "king steps nearer to the enemy king, over 7",
    ),
    row("double_step", it::double_step, "a pawn goes two squares"),
    row(
        "edge_pawn",
        it::edge_pawn,
        "a pawn of the a- or h-file goes forward",
    ),
    row(
        "centre_pawn",
        it::centre_pawn,
        "a pawn of the d- or e-file moves",
    ),
    row(
        "pushes_passed",
        it::pushes_passed,
        "a passed pawn goes forward; its rank over 7",
    ),
    row(
        "pawn_attacks_piece",
        it::pawn_attacks_piece,
        "a pawn attacks a piece",
    ),
    row(
        "opens_shelter",
        it::opens_shelter,
        "a pawn before the own king moves, by phase",
    ),
    row(
        "develops",
        it::develops,
        "a knight or bishop leaves the first rank, by phase",
    ),
    row(
        "moves_again",
        it::moves_again,
        "a knight or bishop moves again, by phase",
    ),
    row(
        "early_queen",
        it::early_queen,
        "the queen moves before the minor pieces, by phase",
    ),
    row(
        "rook_to_open_file",
        it::rook_to_open_file,
        "a rook goes to a file without own pawns",
    ),
    row(
        "to_attacked",
        it::to_attacked,
        "goes where the opponent attacks",
    ),
    row(
        "to_pawn_attacked",
        it::to_pawn_attacked,
        "a piece goes where a pawn attacks it",
    ),
    row(
        "from_attacked",
        it::from_attacked,
        "an attacked piece moves",
    ),
    row(
        "from_pawn_attacked",
        it::from_pawn_attacked,
        "a piece that a pawn attacks moves",
    ),
    row(
        "to_defended",
        it::to_defended,
        "goes where an own piece stands behind it",
    ),
    row(
        "gains_mobility",
        it::gains_mobility,
        "squares that a piece gains, over 10",
    ),
];

/// The features of every move of `scores`, in the order of [`FEATURES`]. `policy` is the logarithm of
/// each move's share.
pub fn feature_values(
    position: &Position,
    last: Option<LastMove>,
    scores: &RootScores,
    policy: &[f32],
) -> Vec<[f32; FEATURES.len()]> {
    let seen = SeenPosition::new(position, last, scores, policy);
    let of_move = |number| {
        let seen_move = SeenMove::new(&seen, number);
        std::array::from_fn(|index| (FEATURES[index].measure)(&seen_move))
    };
    (0..scores.moves.len()).map(of_move).collect()
}
