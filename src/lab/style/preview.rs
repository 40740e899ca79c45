//! A preview of somebody: what they play in ten typical positions, beside somebody else.

use crate::board::{Game, Move};
use crate::engine::request::PlayerProfile;
use crate::engine::{Explanation, SearchOrder, SearchPurpose};
use crate::search::{SearchLimits, TranspositionTable};

/// What is at stake, and how the position arises.
const TYPICAL: [(&str, &str); 10] = [
    ("The first move", ""),
    ("An answer to 1. e4", "e4"),
    (
        "Italian game: develop, castle, or offer a pawn",
        "e4 e5 Nf3 Nc6 Bc4 Bc5",
    ),
    ("Queen's gambit: take it, hold, or hit back", "d4 d5 c4"),
    (
        "Sicilian dragon: to which side does the king go?",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O",
    ),
    (
        "French advance: a closed centre",
        "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3 c4",
    ),
    (
        "King's Indian: the centre is locked, the wings are open",
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7",
    ),
    (
        "An isolated pawn: attack with it, or look after it",
        "e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3 e6 Nf3 Be7 cxd5 Nxd5 Bd3 Nc6 O-O O-O Re1 Nf6",
    ),
    (
        "Queen's gambit exchanged: which wing?",
        "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 c6 e3 Be7 Bd3 Nbd7 Qc2 O-O Nf3 Re8 O-O Nf8",
    ),
    (
        "No queens, nothing happens: what now?",
        "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 Qe2 Qe7 d3 Nf6 Bg5 Nbd7 Nc3 Qxe2+ Bxe2 h6 Bh4 g6",
    ),
];
const TABLE_MIB: usize = 8;

/// A typical position, and what two players do in it.
#[derive(Clone, Debug)]
pub struct PreviewedPosition {
    /// What is at stake.
    pub title: &'static str,
    /// The moves that lead to it.
    pub game: Game,
    /// What each of the players plays, and why.
    pub choices: [PreviewedMove; 2],
}

/// A move and its reasons.
#[derive(Clone, Debug)]
pub struct PreviewedMove {
    /// The move.
    pub mv: Move,
    /// Why, in its player's words.
    pub words: String,
}

/// What two players do in the typical positions with `nodes` for a move, one position after the other.
/// They play as in a game, with their opening lines; positions in which the nodes do not suffice for a
/// first look are left out.
pub fn preview(
    players: [&PlayerProfile; 2],
    nodes: u64,
) -> impl Iterator<Item = PreviewedPosition> {
    TYPICAL.into_iter().filter_map(move |(title, moves)| {
        let game = Game::from_moves(moves).ok()?;
        let [one, other] = players.map(|player| choice(player, &game, nodes));
        Some(PreviewedPosition {
            title,
            choices: [one?, other?],
            game,
        })
    })
}

fn choice(player: &PlayerProfile, game: &Game, nodes: u64) -> Option<PreviewedMove> {
    let limits = SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    };
    let order = SearchOrder {
        may_play_book: true,
        ..SearchOrder::new(game.clone(), limits, SearchPurpose::Explain)
    };
    let table = TranspositionTable::new(TABLE_MIB);
    let explanation = Explanation::search(&order, player, &table)?;
    Some(PreviewedMove {
        mv: explanation.chosen()?,
        words: explanation.in_words(None),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::Roster;
    use std::sync::Arc;

    #[test]
    fn every_position_is_reached_and_has_both_choices() {
        let roster = Roster::built_in();
        let player = |name| PlayerProfile::new(Arc::new(roster.load(name).unwrap()), 1);
        let (own, other) = (player("hypermodern"), player("neutral"));
        let previewed: Vec<PreviewedPosition> = preview([&own, &other], 2_000).collect();
        assert_eq!(previewed.len(), TYPICAL.len());
        for ((_, moves), it) in TYPICAL.iter().zip(&previewed) {
            assert_eq!(it.game.len(), moves.split_whitespace().count());
            for choice in &it.choices {
                let san = it.game.position().san(choice.mv);
                assert!(choice.words.contains(&san), "{san}: {}", choice.words);
            }
        }
        let differing = previewed
            .iter()
            .filter(|it| it.choices[0].mv != it.choices[1].mv);
        assert!((2..=9).contains(&differing.count()));
    }
}
