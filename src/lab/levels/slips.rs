//! What a player does where people err: how often he hangs pieces, takes back, and sees a mate in one.
//! The same counts for people of a rating and for a level's own games tell whether it errs as they do.

use crate::board::{Color, Game, Move, Piece, Position};

/// From so much on that the opponent then wins by exchanges, beyond what the move itself has won, it hangs
/// something: two pawns.
const HANGING_CP: i32 = 200;

/// Counts of moves, of one player or of many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlipCounts {
    /// All moves.
    pub moves: u32,
    /// Moves after which an exchange wins two pawns or more for the opponent, beyond what the move has won.
    pub hanging: u32,
    /// Moves after which such an exchange takes the queen.
    pub queen_hanging: u32,
    /// Positions in which taking back wins something.
    pub could_take_back: u32,
    /// Moves that did take back there.
    pub took_back: u32,
    /// Positions with a mate in one.
    pub could_mate: u32,
    /// Moves that did mate.
    pub mated: u32,
    /// Moves that gave check.
    pub checks: u32,
}

impl SlipCounts {
    /// Counts the moves of one side of a game.
    pub fn count_side(&mut self, game: &Game, side: Color) {
        let past = game.past();
        for (ply, (position, mv)) in past.iter().enumerate() {
            if position.side_to_move() == side {
                let before = ply.checked_sub(1).map(|before| &past[before]);
                self.count(position, before, *mv);
            }
        }
    }

    /// Counts a move; `before` is the position and the move before it.
    fn count(&mut self, position: &Position, before: Option<&(Position, Move)>, mv: Move) {
        let next = position.play(mv);
        let add = |count: &mut u32, happened: bool| *count += u32::from(happened);
        add(&mut self.moves, true);
        add(&mut self.checks, next.in_check());
        let lost_cp = HANGING_CP + lead_cp(&next, !next.side_to_move())
            - lead_cp(position, position.side_to_move());
        add(
            &mut self.hanging,
            next.can_win_by_capture(lost_cp, |_| true),
        );
        let takes_queen = |it: Move| next.captured_piece(it) == Some(Piece::Queen);
        add(
            &mut self.queen_hanging,
            next.can_win_by_capture(lost_cp, takes_queen),
        );
        let taken_on = before
            .filter(|(position, mv)| position.captured_piece(*mv).is_some())
            .map(|(_, mv)| mv.to);
        let takes_back =
            |it: Move| taken_on == Some(it.to) && position.captured_piece(it).is_some();
        let legal = position.legal_moves();
        let wins_back = |&it: &Move| takes_back(it) && position.static_exchange_is_at_least(it, 1);
        if legal.iter().any(wins_back) {
            self.could_take_back += 1;
            add(&mut self.took_back, takes_back(mv));
        }
        let mates = |&it: &Move| position.play(it).is_checkmate();
        if legal.iter().any(mates) {
            self.could_mate += 1;
            add(&mut self.mated, next.is_checkmate());
        }
    }

    /// What is counted, in words, with how often it happened in percent of how often it could.
    pub fn rates(&self) -> [(&'static str, f64); 5] {
        let percent = |count: u32, of: u32| 100.0 * f64::from(count) / f64::from(of.max(1));
        [
            ("hangs two pawns", percent(self.hanging, self.moves)),
            ("hangs the queen", percent(self.queen_hanging, self.moves)),
            ("takes back", percent(self.took_back, self.could_take_back)),
            ("mates in one", percent(self.mated, self.could_mate)),
            ("checks", percent(self.checks, self.moves)),
        ]
    }
}

/// A side's material less the other's.
fn lead_cp(position: &Position, side: Color) -> i32 {
    position.material_cp(side) - position.material_cp(!side)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(moves: &str, side: Color) -> SlipCounts {
        let mut counts = SlipCounts::default();
        counts.count_side(&Game::from_moves(moves).unwrap(), side);
        counts
    }

    #[test]
    fn what_hangs_is_counted_for_who_left_it() {
        // The queen walks in front of a pawn, and is not taken.
        let moves = "e2e4 d7d6 d1h5 a7a6 h5g5 h7h6 a2a3";
        let white = counts(moves, Color::White);
        assert_eq!((white.moves, white.hanging, white.queen_hanging), (4, 1, 1));
        let black = counts(moves, Color::Black);
        assert_eq!((black.moves, black.hanging), (3, 0));
        // What is taken back was not hung.
        let trade = counts("e2e4 e7e5 d1g4 d8g5 g4g5 a7a6", Color::White);
        assert_eq!((trade.moves, trade.hanging), (3, 0));
        let lost = counts("e2e4 e7e5 d1g4 d8g5 g4d7 c8d7", Color::White);
        assert_eq!((lost.hanging, lost.queen_hanging), (1, 1));
    }

    #[test]
    fn taking_back_counts_where_it_wins() {
        let taken_back = counts("e2e4 d7d5 e4d5 d8d5", Color::Black);
        assert_eq!((taken_back.could_take_back, taken_back.took_back), (1, 1));
        let forgotten = counts("e2e4 d7d5 e4d5 a7a6 d5d6", Color::Black);
        assert_eq!((forgotten.could_take_back, forgotten.took_back), (1, 0));
    }

    #[test]
    fn mates_in_one_are_found_or_not() {
        let found = counts("f2f3 e7e5 g2g4 d8h4", Color::Black);
        assert_eq!((found.could_mate, found.mated, found.checks), (1, 1, 1));
        let missed = counts("f2f3 e7e5 g2g4 a7a6", Color::Black);
        assert_eq!((missed.could_mate, missed.mated), (1, 0));
        let rates = found.rates();
        assert_eq!(rates[3], ("mates in one", 100.0));
    }
}
