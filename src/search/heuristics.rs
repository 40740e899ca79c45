//! What earlier nodes suggest about moves: killers and the history of quiet moves.
//!
//! Heuristics order and reduce; they never decide a score by themselves.

use crate::board::{Color, Move};
use crate::score::MAX_PLY;
use crate::search::parameters::*;

/// The two quiet moves that last refuted a node at some ply.
pub(super) type Killers = [Option<Move>; 2];

/// The memory of one search thread, kept between moves of a game.
#[derive(Clone, Debug)]
pub(super) struct Heuristics {
    killers: Vec<Killers>,
    /// By colour, origin and target; within `-HISTORY_MAX..=HISTORY_MAX`.
    quiet: Vec<i16>,
}

impl Heuristics {
    pub(super) fn new() -> Heuristics {
        Heuristics {
            killers: vec![[None; 2]; MAX_PLY],
            quiet: vec![0; 2 * 64 * 64],
        }
    }

    /// Killers belong to plies of one search; the history stays.
    pub(super) fn start_search(&mut self) {
        self.killers.fill([None; 2]);
    }

    pub(super) fn killers(&self, ply: usize) -> Killers {
        self.killers[ply]
    }

    /// How well a quiet move has done elsewhere.
    #[inline]
    pub(super) fn quiet_score(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.quiet[quiet_index(color, mv)])
    }

    /// A quiet move refuted a node; those tried before it did not.
    pub(super) fn reward_quiet(
        &mut self,
        color: Color,
        best: Move,
        tried_before: &[Move],
        depth_plies: i32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        let bonus = (depth_plies * depth_plies * HISTORY_DEPTH_FACTOR).min(HISTORY_BONUS_MAX);
        adjust(&mut self.quiet[quiet_index(color, best)], bonus);
        for &mv in tried_before {
            adjust(&mut self.quiet[quiet_index(color, mv)], -bonus);
        }
    }
}

/// Moves a history value towards its limit, the slower the nearer it is ("gravity").
fn adjust(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[inline]
fn quiet_index(color: Color, mv: Move) -> usize {
    (color as usize * 64 + mv.from as usize) * 64 + mv.to as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn history_stays_in_range_and_forgets() {
        let mv = Position::start().parse_move("e2e4").unwrap();
        let mut heuristics = Heuristics::new();
        for _ in 0..10_000 {
            heuristics.reward_quiet(Color::White, mv, &[], 60, 3);
        }
        let high = heuristics.quiet_score(Color::White, mv);
        assert!(high > HISTORY_MAX / 2 && high <= HISTORY_MAX);
        let other = Position::start().parse_move("d2d4").unwrap();
        for _ in 0..10_000 {
            heuristics.reward_quiet(Color::White, other, &[mv], 60, 3);
        }
        let low = heuristics.quiet_score(Color::White, mv);
        assert!((-HISTORY_MAX..-HISTORY_MAX / 2).contains(&low));
        assert_eq!(heuristics.killers(3), [Some(other), Some(mv)]);
        assert_eq!(heuristics.quiet_score(Color::Black, mv), 0);
    }
}
