//! What a person would say of a feature of a move: "I like it for ...".

use crate::personality::{Contribution, Feature};

/// No more reasons than this are said.
const MOST_REASONS: usize = 2;
/// What counts less than this is no reason, in centipawns.
const LEAST_REASON_CP: i32 = 2;

/// What a move is liked for that has much of the feature, and for what one that has the opposite.
fn phrases(feature: Feature) -> (&'static str, &'static str) {
    match feature {
        Feature::Development => ("the development", "the quiet retreat"),
        Feature::SamePieceTwice => ("one piece that does all the work", "the patience"),
        Feature::EarlyQueen => ("the queen in the open", "the queen at home"),
        Feature::Hypermodern => ("the centre held from afar", "the pawns in the centre"),
        Feature::CentrePawns => ("the pawns in the centre", "the centre left alone"),
        Feature::Fianchetto => ("the bishop on the long diagonal", "the other diagonals"),
        Feature::FlankOpening => ("the play on the wing", "the play in the centre"),
        Feature::Gambit => ("the gambit", "the pawn that stays mine"),
        Feature::Castling => ("the king in safety", "the king that keeps its choice"),
        Feature::OppositeCastling => ("the kings on opposite wings", "the kings on one wing"),
        Feature::KingWalk => ("the walk of the king", "the king that stays at home"),
        Feature::ShelterPawns => (
            "the pawns that leave my king",
            "the pawns that shelter my king",
        ),
        Feature::GuardKing => (
            "the guards around my king",
            "the guards that have better to do",
        ),
        Feature::KingApproach => ("the way towards your king", "the distance from your king"),
        Feature::KingAttackers => (
            "the pieces that look at your king",
            "the peace around your king",
        ),
        Feature::KingZone => (
            "the pressure around your king",
            "the peace around your king",
        ),
        Feature::Threats => ("the threats", "the absence of threats"),
        Feature::Checks => ("the check", "the check that I save"),
        Feature::UnsoundChecks => ("the check, sound or not", "the check that I save"),
        Feature::PawnStorm => ("the storm of pawns", "the pawns that stay behind"),
        Feature::Captures => ("the booty", "the capture that can wait"),
        Feature::QuietMoves => ("the quiet", "the action"),
        Feature::Sacrifice => ("the sacrifice", "the material that stays mine"),
        Feature::ExchangeSacrifice => ("the sacrifice of the exchange", "the rook that stays mine"),
        Feature::Trades => ("the trade", "the pieces that stay on"),
        Feature::TradeWhenAhead => ("the trade when I am ahead", "the pieces that stay on"),
        Feature::PawnTrades => ("the trade of pawns", "the pawns that stay on"),
        Feature::PawnTradesWhenBehind => ("the trade of pawns", "the pawns that stay on"),
        Feature::QueenTrade => ("the queens that come off", "the queens that stay on"),
        Feature::BishopPair => ("the pair of bishops", "the pair that is broken"),
        Feature::BishopsOverKnights => ("the bishop that stays", "the knight that stays"),
        Feature::Tension => ("the tension", "the tension resolved"),
        Feature::OpenPosition => ("the open lines", "the closed position"),
        Feature::PassedPawns => ("the passed pawn", "the passed pawn that waits"),
        Feature::Blockade => ("the blockade", "the blockade given up"),
        Feature::PawnStructure => ("the healthy pawns", "the ragged pawns"),
        Feature::PawnAdvance => ("the pawn that goes forward", "the pawn that stays"),
        Feature::PawnChains => ("the chain of pawns", "the chain dissolved"),
        Feature::Forward => ("the way forward", "the way back"),
        Feature::Mobility => ("the freedom of my pieces", "the modesty of my pieces"),
        Feature::Space => ("the space", "the space that I leave you"),
        Feature::Protection => ("everything guarded", "the loose ends"),
        Feature::Restraint => (
            "the freedom that it takes from you",
            "the freedom that it leaves you",
        ),
        Feature::Prophylaxis => (
            "the squares that it denies you",
            "the squares that it leaves you",
        ),
        Feature::RookLines => ("the open file", "the file left to others"),
        Feature::Outposts => ("the outpost", "the outpost given up"),
        Feature::KnightOnRim => ("the knight on the rim", "the knight away from the rim"),
        Feature::Complexity => ("the complications", "the simplicity"),
        Feature::Centralisation => ("the middle of the board", "the edge of the board"),
        Feature::KingsidePlay => ("the play on the kingside", "the play on the queenside"),
        Feature::PawnMoves => ("the pawn that moves", "the pawns that stay"),
        Feature::KnightMoves => ("the knight that moves", "the knights that stay"),
        Feature::BishopMoves => ("the bishop that moves", "the bishops that stay"),
        Feature::RookMoves => ("the rook that moves", "the rooks that stay"),
        Feature::QueenMoves => ("the queen that moves", "the queen that stays"),
        Feature::KingMoves => ("the king that moves", "the king that stays"),
        Feature::LongMoves => ("the long way", "the short way"),
        Feature::HiddenMoves => ("the surprise", "the plainness"),
        Feature::Repetition => ("the familiar position", "the new position"),
        Feature::MoveBack => ("the way back", "the way on"),
        Feature::Progress => ("the progress", "the waiting"),
        Feature::Underpromotion => ("the promotion that nobody expects", "the queen"),
        Feature::Copycat => ("the echo of your move", "a move of my own"),
        Feature::Revenge => ("the revenge", "the forgiveness"),
        Feature::Signature => (
            "the squares that I always choose",
            "the squares that I never choose",
        ),
        Feature::Swindle => ("the chance that you go wrong", "the calm"),
        Feature::KeepMaterial => ("the material that is left", "the draw without more trouble"),
        Feature::TrivialDrawCaptures => {
            ("the draw without more trouble", "the pieces that stay on")
        }
        Feature::Randomness => (
            "no better reason than my mood",
            "no better reason than my mood",
        ),
    }
}

/// What speaks most for a move of which this is liked, in words; `None` where nothing does.
pub fn reasons<'a>(contributions: impl IntoIterator<Item = &'a Contribution>) -> Option<String> {
    let mut liked: Vec<_> = contributions.into_iter().collect();
    liked.retain(|part| part.contribution_cp >= LEAST_REASON_CP);
    liked.sort_by_key(|part| std::cmp::Reverse(part.contribution_cp));
    let mut said: Vec<&str> = Vec::new();
    for part in liked {
        let (more, less) = phrases(part.feature);
        let phrase = if part.measure_permille > 0 {
            more
        } else {
            less
        };
        if said.len() < MOST_REASONS && !said.contains(&phrase) {
            said.push(phrase);
        }
    }
    (!said.is_empty()).then(|| said.join(" and "))
}
