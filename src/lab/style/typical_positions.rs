//! Ten typical positions, in which the characters show what they like: from the first move to an
//! ending without queens.

use crate::board::Game;

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

/// The positions with what is at stake in each, as the games that lead to them.
pub fn typical_positions() -> impl Iterator<Item = (&'static str, Game)> {
    TYPICAL
        .into_iter()
        .filter_map(|(title, moves)| Some((title, Game::from_moves(moves).ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_reached() {
        let games: Vec<Game> = typical_positions().map(|(_, game)| game).collect();
        assert_eq!(games.len(), TYPICAL.len());
        for ((_, moves), game) in TYPICAL.iter().zip(games) {
            assert_eq!(game.len(), moves.split_whitespace().count());
        }
    }
}
