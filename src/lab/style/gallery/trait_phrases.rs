//! More or less of a trait, as people would say it.

use crate::lab::style::trait_names;

/// The traits whose names do not go with `more` and `less`: the key, then the phrase for a higher
/// number and the one for a lower number.
const PHRASES: &[(&str, &str, &str)] = &[
    (
        "balance",
        "further ahead in material",
        "not so far ahead in material",
    ),
    (
        "bishop_pair",
        "keeps or wins the bishop pair more often",
        "lets the bishop pair go more often",
    ),
    (
        "bishop_pairs",
        "has both bishops at move 25 more often",
        "has both bishops at move 25 less often",
    ),
    (
        "bishops_less_knights",
        "bishops rather than knights",
        "knights rather than bishops",
    ),
    (
        "castles_long",
        "castles long more often",
        "castles long less often",
    ),
    (
        "castles_short",
        "castles short more often",
        "castles short less often",
    ),
    ("castling_move", "castles later", "castles earlier"),
    (
        "hypermodern",
        "pieces out before centre pawns",
        "centre pawns before pieces",
    ),
    (
        "king_distance",
        "pieces further from their king",
        "pieces closer to their king",
    ),
    (
        "king_rank",
        "a king that walks up the board",
        "a king that stays at home",
    ),
    ("length", "longer games", "shorter games"),
    (
        "opposite_kings",
        "kings on opposite wings more often",
        "kings on opposite wings less often",
    ),
    (
        "prophylaxis",
        "more of their threats prevented",
        "fewer of their threats prevented",
    ),
    ("protection", "more men guarded", "fewer men guarded"),
    (
        "queen_out",
        "the queen comes out later",
        "the queen comes out earlier",
    ),
    (
        "queens_off",
        "queens off by move 30 more often",
        "queens off by move 30 less often",
    ),
    (
        "restraint",
        "more of their freedom taken",
        "less of their freedom taken",
    ),
    (
        "safe_squares",
        "more freedom for its own pieces",
        "less freedom for its own pieces",
    ),
    (
        "same_piece_twice",
        "the same piece moved twice more often",
        "the same piece moved twice less often",
    ),
    (
        "their_safe_squares",
        "more freedom for their pieces",
        "less freedom for their pieces",
    ),
];

/// A trait's name beginning so counts a share of all moves, which goes without saying.
const SHARE: &str = "share of ";
/// Words that end the part of a name which says what is counted.
const STOPS: &[&str] = &[
    "after", "at", "before", "by", "for", "from", "in", "into", "of", "on", "over", "round",
    "that", "the", "to", "when", "with",
];

/// More of a trait, or less of it.
pub(super) fn phrase(key: &str, more: bool) -> String {
    if let Some((_, higher, lower)) = PHRASES.iter().find(|(of, _, _)| *of == key) {
        return if more { *higher } else { *lower }.to_owned();
    }
    let name = trait_names::name(key);
    let counted = name.strip_prefix(SHARE).unwrap_or(&name);
    let word = match (more, is_plural(counted)) {
        (true, _) => "more",
        (false, true) => "fewer",
        (false, false) => "less",
    };
    format!("{word} {counted}")
}

/// Whether a name counts things: `trades of pieces`, and not `pawn tension made`.
fn is_plural(name: &str) -> bool {
    name.split(' ')
        .take_while(|word| !STOPS.contains(word))
        .any(|word| word.ends_with('s') && !word.ends_with("ss"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::style::observation::{place, traits};

    #[test]
    fn every_trait_can_be_said_both_ways() {
        for one in traits() {
            let (more, less) = (phrase(one.key, true), phrase(one.key, false));
            assert_ne!(more, less);
            assert!(!more.contains('_') && !more.contains("share"), "{more}");
        }
        assert!(PHRASES.iter().all(|(key, _, _)| place(key).is_some()));
    }

    #[test]
    fn what_is_counted_becomes_fewer_and_what_is_measured_becomes_less() {
        assert_eq!(phrase("trades", false), "fewer trades of pieces");
        assert_eq!(phrase("tension", false), "less pawn tension made");
        assert_eq!(phrase("progress", false), "less progress after shuffling");
        assert_eq!(phrase("capture_rate", true), "more captures");
        assert_eq!(phrase("queen_out", false), "the queen comes out earlier");
    }
}
