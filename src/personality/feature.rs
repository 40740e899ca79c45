//! The table of root-move features: key, scale, fading, meaning and measure of each.
//!
//! A new feature is one row here and its measure in `features/`. The file format, its errors, the
//! options and the page of keys follow [`Feature::ALL`]; `taste` turns measures into centipawns.

use super::candidate_move::CandidateMove;
use super::features::{
    attack, endings, habits, king, manner, material, opening, pawns, pieces, sight, signature,
};

/// The heaviest weight of a feature, either way, in centipawns for a full wish.
const MAX_WEIGHT_CP: i32 = 100;

/// What the sign of a feature's weight means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightScale {
    /// A positive weight likes the feature, a negative one avoids it.
    Wish,
    /// An axis with a name at each end.
    Bipolar {
        /// What negative weights want.
        negative: &'static str,
        /// What positive weights want.
        positive: &'static str,
    },
    /// An amount, which is never negative.
    Amount,
}

/// When a taste acts and when it has faded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fade {
    /// The whole game long.
    Never,
    /// Falls evenly from full strength at move 1 to nothing after this full move.
    UntilMove(u32),
    /// Acts in full during so many full moves, then not at all.
    FirstMoves(u32),
    /// Falls with the material: full strength with every piece on the board, nothing with kings and
    /// pawns only.
    Middlegame,
    /// Grows as the pieces are exchanged.
    Endgame,
}

impl Fade {
    /// How much of the taste is left, in permille, at a full move (from 1) and with this much
    /// material in permille of all pieces.
    pub fn left_permille(self, fullmove: u32, phase_permille: i32) -> i32 {
        let played = fullmove.saturating_sub(1);
        match self {
            Fade::Never => 1_000,
            Fade::UntilMove(last) => {
                let left = last.saturating_sub(played);
                i32::try_from(1_000 * u64::from(left) / u64::from(last.max(1))).unwrap_or(0)
            }
            Fade::FirstMoves(count) => 1_000 * i32::from(played < count),
            Fade::Middlegame => phase_permille,
            Fade::Endgame => 1_000 - phase_permille,
        }
    }
}

/// All that there is to know about a feature.
#[derive(Clone, Copy, Debug)]
pub struct FeatureDescription {
    /// Its key in `[taste]`.
    pub key: &'static str,
    /// What the sign of its weight means.
    pub scale: WeightScale,
    /// How its taste fades when a file does not say.
    pub fade: Fade,
    /// What a move does that has all of it, in one sentence.
    pub meaning: &'static str,
    /// Its measure in permille, -1000 to 1000.
    pub(super) measure: fn(&CandidateMove<'_>) -> i32,
}

impl FeatureDescription {
    /// The smallest weight, in centipawns for a full wish.
    pub fn min_cp(&self) -> i32 {
        match self.scale {
            WeightScale::Amount => 0,
            WeightScale::Wish | WeightScale::Bipolar { .. } => -MAX_WEIGHT_CP,
        }
    }

    /// The largest weight, in centipawns for a full wish.
    pub fn max_cp(&self) -> i32 {
        MAX_WEIGHT_CP
    }
}

/// Writes the enum, the list of all and the descriptions from one list.
macro_rules! features {
    ($($name:ident $key:literal $measure:path, $scale:expr, $fade:expr, $meaning:literal;)+) => {
        /// Something that a root move can be or do, and that a personality can have a taste for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Feature {
            $(#[doc = $meaning] $name,)+
        }

        impl Feature {
            /// Every feature, in the order of a chess textbook: opening, king, attack, material,
            /// pawns, pieces, habits.
            pub const ALL: &'static [Feature] = &[$(Feature::$name,)+];

            /// Its key, range, fading and meaning.
            pub fn description(self) -> &'static FeatureDescription {
                match self {
                    $(Feature::$name => const {
                        &FeatureDescription {
                            key: $key,
                            scale: $scale,
                            fade: $fade,
                            meaning: $meaning,
                            measure: $measure,
                        }
                    },)+
                }
            }
        }
    };
}

use Fade::{Endgame, Middlegame, Never, UntilMove};
use WeightScale::{Amount, Bipolar, Wish};

features! {
    Development "development" opening::development, Wish, UntilMove(15),
        "A knight or bishop leaves the first rank; going back counts against.";
    SamePieceTwice "same_piece_twice" opening::same_piece_twice, Wish, UntilMove(12),
        "A developed piece moves again, unforced, while a knight or bishop is still at home.";
    EarlyQueen "early_queen" opening::early_queen, Wish, UntilMove(12),
        "The queen goes out, unforced, while two or more knights and bishops are still at home.";
    Hypermodern "hypermodern" opening::hypermodern,
        Bipolar { negative: "classical", positive: "hypermodern" }, UntilMove(14),
        "The centre is held by pieces from afar (positive) or taken with pawns (negative).";
    CentrePawns "centre_pawns" opening::centre_pawns, Wish, UntilMove(12),
        "A pawn comes to d4 or e4 from its own half; to c4 or f4 counts half.";
    Fianchetto "fianchetto" opening::fianchetto, Wish, UntilMove(16),
        "A bishop comes to the long diagonal at b2 or g2, or its pawn makes room for that.";
    FlankOpening "flank_opening" opening::flank_opening, Wish, UntilMove(8),
        "A wing pawn moves, or a knight goes to the edge, instead of the centre.";
    Gambit "gambit" opening::gambit, Wish, UntilMove(15),
        "A pawn is offered in the opening.";

    Castling "castling" king::castling, Wish, UntilMove(30),
        "The king castles, or the way for it is cleared; losing the right counts against.";
    OppositeCastling "opposite_castling" king::opposite_castling, Wish, Never,
        "Castling to the wing where the enemy king is not.";
    KingWalk "king_walk" king::king_walk, Wish, Middlegame,
        "The king walks forward from its first rank while pieces are on the board.";
    ShelterPawns "shelter_pawns" king::shelter_pawns, Wish, Middlegame,
        "A pawn in front of the own king moves and loosens its shelter.";
    GuardKing "guard_king" king::guard_king, Wish, Middlegame,
        "More own pieces watch over the squares around the own king.";

    KingApproach "king_approach" attack::king_approach, Wish, Middlegame,
        "A piece comes nearer to the enemy king.";
    KingAttackers "king_attackers" attack::king_attackers, Wish, Middlegame,
        "More own pieces bear on the squares around the enemy king.";
    KingZone "king_zone" attack::king_zone, Wish, Middlegame,
        "More squares around the enemy king are attacked by own pieces.";
    Threats "threats" attack::threats, Wish, Never,
        "More enemy pieces are attacked.";
    Checks "checks" attack::checks, Wish, Never,
        "The move gives check and loses nothing by exchanges.";
    UnsoundChecks "unsound_checks" attack::unsound_checks, Wish, Never,
        "The move gives check although exchanges lose something.";
    PawnStorm "pawn_storm" attack::pawn_storm, Wish, Middlegame,
        "A pawn runs at the castled enemy king while the own king is elsewhere.";

    Captures "captures" material::captures, Wish, Never,
        "The move captures; the more valuable the booty, the more.";
    QuietMoves "quiet_moves" material::quiet_moves, Wish, Never,
        "The move neither captures nor promotes nor gives check.";
    Sacrifice "sacrifice" material::sacrifice, Wish, Never,
        "Material is newly put at the opponent's mercy; a rook's worth or more is in full.";
    ExchangeSacrifice "exchange_sacrifice" material::exchange_sacrifice, Wish, Never,
        "A rook is given for a knight or bishop.";
    Trades "trades" material::trades, Wish, Never,
        "Pieces of equal worth are traded.";
    TradeWhenAhead "trade_when_ahead" material::trade_when_ahead, Wish, Never,
        "Pieces are traded when ahead in material, and kept when behind.";
    PawnTrades "pawn_trades" material::pawn_trades, Wish, Never,
        "A pawn is traded for a pawn.";
    PawnTradesWhenBehind "pawn_trades_when_behind" material::pawn_trades_when_behind, Wish, Never,
        "Pawns are traded when behind in material, and kept when ahead.";
    QueenTrade "queen_trade" material::queen_trade, Wish, Never,
        "Queens are traded, or the trade is offered; running from an offer counts against.";
    BishopPair "bishop_pair" material::bishop_pair, Wish, Never,
        "The own two bishops stay together (giving one for a knight counts against), or the opponent's pair is broken.";
    BishopsOverKnights "bishops_over_knights" material::bishops_over_knights,
        Bipolar { negative: "keeps knights", positive: "keeps bishops" }, Never,
        "A knight is traded for a bishop (positive) or a bishop for a knight (negative).";

    Tension "tension" pawns::tension, Wish, Never,
        "Pawns come to face each other for capture; resolving such tension counts against.";
    OpenPosition "open_position" pawns::open_position,
        Bipolar { negative: "closes", positive: "opens" }, Never,
        "Files open and blocked pawns come free (positive), or pawns lock (negative).";
    PassedPawns "passed_pawns" pawns::passed_pawns, Wish, Never,
        "A passed pawn advances; the further, the more.";
    Blockade "blockade" pawns::blockade, Wish, Never,
        "A piece goes in front of an enemy passed pawn; leaving it counts against.";
    PawnStructure "pawn_structure" pawns::pawn_structure, Wish, Never,
        "Own pawns become less doubled and isolated; becoming more so counts against.";

    PawnAdvance "pawn_advance" pawns::pawn_advance, Wish, Never,
        "A pawn goes beyond the own half; the further, the more.";
    PawnChains "pawn_chains" pawns::pawn_chains, Wish, Never,
        "Pawns guard each other; leaving a chain counts against.";

    Forward "forward" pieces::forward, Wish, Middlegame,
        "A piece goes towards the opponent's side; going back counts against.";
    Mobility "mobility" pieces::mobility, Wish, Middlegame,
        "The own pieces gain safe squares.";
    Space "space" pieces::space, Wish, Middlegame,
        "Own pieces and pawns attack more squares of the enemy half.";
    Protection "protection" pieces::protection, Wish, Middlegame,
        "More own pawns and pieces are guarded.";
    Restraint "restraint" pieces::restraint, Wish, Middlegame,
        "The opponent's pieces lose safe squares without being captured.";
    Prophylaxis "prophylaxis" pieces::prophylaxis, Wish, Middlegame,
        "Squares of the own half, which the opponent's pieces could enter unguarded, are denied to them.";
    RookLines "rook_lines" pieces::rook_lines, Wish, Never,
        "A rook or queen reaches an open file or the seventh rank; leaving it counts against.";
    Outposts "outposts" pieces::outposts, Wish, Never,
        "A knight or bishop reaches a supported square no pawn can chase it from.";
    KnightOnRim "knight_on_rim" pieces::knight_on_rim, Wish, Never,
        "A knight goes to the edge of the board; leaving the edge counts against.";
    Complexity "complexity" pieces::complexity,
        Bipolar { negative: "simplifies", positive: "complicates" }, Never,
        "More captures are in the air for both sides (positive), or fewer (negative).";
    Centralisation "centralisation" manner::centralisation, Wish, Middlegame,
        "A piece comes nearer to the middle of the board; going away counts against.";
    KingsidePlay "kingside_play" manner::kingside_play,
        Bipolar { negative: "queenside", positive: "kingside" }, Middlegame,
        "The move goes to the kingside (positive) or to the queenside (negative).";
    PawnMoves "pawn_moves" manner::pawn_moves, Wish, Never,
        "A pawn moves.";
    KnightMoves "knight_moves" manner::knight_moves, Wish, Never,
        "A knight moves.";
    BishopMoves "bishop_moves" manner::bishop_moves, Wish, Never,
        "A bishop moves.";
    RookMoves "rook_moves" manner::rook_moves, Wish, Never,
        "A rook moves.";
    QueenMoves "queen_moves" manner::queen_moves, Wish, Never,
        "The queen moves.";
    KingMoves "king_moves" manner::king_moves, Wish, Middlegame,
        "The king moves without need, other than by castling.";
    LongMoves "long_moves" manner::long_moves, Wish, Never,
        "A piece travels far; the further, the more.";
    HiddenMoves "hidden_moves" sight::hidden_moves, Wish, Never,
        "The move is hard to see for a human: long, backward, quiet, or far from the last move.";

    Repetition "repetition" habits::repetition, Wish, Never,
        "The position has been on the board before.";
    MoveBack "move_back" habits::move_back, Wish, Never,
        "The move takes the own previous move back.";
    Progress "progress" habits::progress, Wish, Endgame,
        "A capture or pawn move after fifteen moves without one.";
    Underpromotion "underpromotion" habits::underpromotion, Wish, Never,
        "A pawn promotes to less than a queen; unless this is positive, never where a queen is as good.";
    Copycat "copycat" habits::copycat, Wish, Never,
        "The move mirrors the opponent's last move.";
    Revenge "revenge" habits::revenge, Wish, Never,
        "The move captures the same kind of piece as the opponent just captured.";
    Signature "signature" signature::signature, Wish, Never,
        "A square or castling of [signature]: liked ones count for, avoided ones against.";
    Swindle "swindle" endings::swindle, Wish, Never,
        "In an ending that cannot be won, few of the opponent's replies keep the result; 60 is left out against a program or a player rated 2400 or more.";
    KeepMaterial "keep_material" endings::keep_material, Wish, Never,
        "In a drawn ending with more material, an exchange into what cannot mate counts against.";
    TrivialDrawCaptures "trivial_draw_captures" endings::trivial_draw_captures, Wish, Never,
        "In a drawn ending with the same pieces and no pawns, a piece is captured.";
    Randomness "randomness" habits::randomness, Amount, Never,
        "Chance: for each move of a position a number of its own, drawn from the game's seed.";
}

impl Feature {
    /// Its key in `[taste]`.
    pub fn key(self) -> &'static str {
        self.description().key
    }

    /// The weight of a personality whose file does not have the key, in centipawns for a full wish.
    pub const fn default_cp(self) -> i32 {
        match self.is_for_endings() {
            true => 60,
            false => 0,
        }
    }

    /// Whether it acts in nothing but endings that cannot be won, where objective scores do not
    /// distinguish the moves. Every personality has such features unless its file says otherwise.
    pub const fn is_for_endings(self) -> bool {
        matches!(
            self,
            Feature::Swindle | Feature::KeepMaterial | Feature::TrivialDrawCaptures
        )
    }

    /// The feature with this key.
    pub fn from_key(key: &str) -> Option<Feature> {
        Feature::ALL
            .iter()
            .copied()
            .find(|feature| feature.key() == key)
    }

    /// What a move has of it, in permille of a full wish.
    pub(super) fn measure_permille(self, candidate: &CandidateMove<'_>) -> i32 {
        (self.description().measure)(candidate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique_words_that_fit_an_option() {
        for (number, &feature) in Feature::ALL.iter().enumerate() {
            let description = feature.description();
            assert_eq!(feature as usize, number);
            assert_eq!(Feature::from_key(description.key), Some(feature));
            assert!(
                description
                    .key
                    .chars()
                    .all(|letter| matches!(letter, 'a'..='z' | '_'))
            );
            assert!(description.meaning.ends_with('.'));
            assert!(description.min_cp() <= 0 && description.max_cp() > 0);
        }
    }

    #[test]
    fn tastes_fade_as_they_say() {
        assert_eq!(Fade::UntilMove(10).left_permille(1, 0), 1_000);
        assert_eq!(Fade::UntilMove(10).left_permille(6, 0), 500);
        assert_eq!(Fade::UntilMove(10).left_permille(11, 0), 0);
        assert_eq!(Fade::UntilMove(10).left_permille(u32::MAX, 0), 0);
        assert_eq!(Fade::FirstMoves(3).left_permille(3, 0), 1_000);
        assert_eq!(Fade::FirstMoves(3).left_permille(4, 0), 0);
        assert_eq!(Fade::Middlegame.left_permille(9, 700), 700);
        assert_eq!(Fade::Endgame.left_permille(9, 700), 300);
        assert_eq!(Fade::Never.left_permille(300, 0), 1_000);
    }
}
