//! Positions whose score fell: what a search believed before the last own move turned out to be wrong.

use crate::board::{Color, Move, Position};
use crate::learning::game_report::{GameReport, OwnSearch};
use crate::score::Score;

/// A fall of so many centipawns from one own move to the next is remembered.
const STEEP_FALL_CP: i32 = 80;
/// Searches of fewer plies are not believed.
const LEAST_DEPTH_PLIES: u32 = 8;
/// Who was below this already has nothing to learn from a fall, in centipawns.
const HOPELESS_CP: i32 = -600;
/// From this half-move clock on, the fifty-move rule has a say in the score.
const LAST_HALFMOVE_CLOCK: u32 = 60;

/// A position is looked for from this many plies before it on.
const PLIES_AHEAD: u32 = 40;
/// Loss and gain of a move shift a position by this many plies at most, so that it is still found.
const PLIES_ASIDE: u32 = 2;

/// A position of which masque knows better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedPosition {
    /// The position, the engine to move.
    pub position: Position,
    /// The most that it is worth to the side to move, objectively.
    pub ceiling: Score,
    /// The depth of the search that says so, in plies.
    pub depth_plies: u8,
    /// The move that was found best.
    pub best: Option<Move>,
    /// The salt of the transposition table in that search, with the fingerprint of the evaluation.
    pub salt: u64,
    /// The game in which it was last met, in the file's count.
    pub last_game: u32,
}

impl LearnedPosition {
    /// Whether a search from `root` could come across it, as far as the men on the board and the move
    /// numbers tell.
    pub fn is_near(&self, root: &Position) -> bool {
        let (here, there) = (ply(root), ply(&self.position));
        let men = |position: &Position| position.occupied().len();
        (here..=here + PLIES_AHEAD).contains(&(there + PLIES_ASIDE))
            && men(&self.position) <= men(root)
    }

    /// How long it is kept beside others: a ply of depth is worth ten games of age.
    pub(super) fn worth(&self) -> u64 {
        u64::from(self.last_game) + 10 * u64::from(self.depth_plies)
    }
}

/// The number of plies before a position, from its move number.
fn ply(position: &Position) -> u32 {
    let moves = position.fullmove_number().saturating_sub(1);
    moves
        .saturating_mul(2)
        .saturating_add(u32::from(position.side_to_move() == Color::Black))
}

/// The positions of a game whose score fell steeply since the own move before. `fingerprint` stands for
/// the evaluation.
pub(super) fn fallen(played: &GameReport, fingerprint: u64) -> Vec<LearnedPosition> {
    let pairs = played.own.windows(2);
    let fallen = pairs.filter_map(|pair| {
        let (before, after) = (pair[0].search?, pair[1].search?);
        let (position, mv) = played.game.past().get(pair[1].ply)?;
        let ceiling = steep_fall(&before, &after)?;
        let is_next = pair[0].ply + 2 == pair[1].ply && *mv == pair[1].mv;
        let counts = is_next && position.halfmove_clock() <= LAST_HALFMOVE_CLOCK;
        counts.then(|| LearnedPosition {
            position: position.clone(),
            ceiling,
            depth_plies: after.depth_plies.min(u8::MAX.into()) as u8,
            best: Some(*mv),
            salt: after.salt ^ fingerprint,
            last_game: 0,
        })
    });
    fallen.collect()
}

/// What the later position is worth at most, if that is a steep fall. A score of exactly a draw is not
/// believed, because it may come from the moves of this very game.
fn steep_fall(before: &OwnSearch, after: &OwnSearch) -> Option<Score> {
    let ceiling = after.ceiling?;
    let is_deep = before.depth_plies.min(after.depth_plies) >= LEAST_DEPTH_PLIES;
    let is_same_search = before.salt == after.salt;
    let had_hope = before.score.raw() >= HOPELESS_CP;
    let has_fallen = before.score.raw() - ceiling.raw() >= STEEP_FALL_CP;
    let is_steep = is_deep && is_same_search && had_hope && has_fallen;
    (is_steep && ceiling != Score::DRAW).then_some(ceiling)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Game;
    use crate::learning::game_report::OwnMove;

    fn search(cp: i32, depth_plies: u32, salt: u64) -> OwnSearch {
        OwnSearch {
            score: Score::from_cp(cp),
            ceiling: Some(Score::from_cp(cp + 5)),
            depth_plies,
            salt,
        }
    }

    fn game_of(searches: [OwnSearch; 2]) -> GameReport {
        let mut played = GameReport::default();
        for text in ["f3", "e5", "g4"] {
            let mv = played.game.position().parse_move(text).unwrap();
            if played.game.len().is_multiple_of(2) {
                played.own.push(OwnMove {
                    ply: played.game.len(),
                    mv,
                    search: Some(searches[played.own.len()]),
                });
            }
            played.game.play(mv);
        }
        played
    }

    #[test]
    fn a_steep_fall_at_depth_is_remembered() {
        let played = game_of([search(10, 12, 3), search(-200, 11, 3)]);
        let learned = fallen(&played, 0x10);
        assert_eq!(learned.len(), 1);
        let learned = &learned[0];
        assert_eq!(learned.position, played.game.past()[2].0);
        assert_eq!(
            (learned.ceiling, learned.depth_plies),
            (Score::from_cp(-195), 11)
        );
        assert_eq!(learned.position.san(learned.best.unwrap()), "g4");
        assert_eq!(learned.salt, 0x13);
    }

    #[test]
    fn what_proves_nothing_is_not() {
        let unbounded = OwnSearch {
            ceiling: None,
            ..search(-200, 12, 0)
        };
        for (why, before, after) in [
            ("no fall", search(10, 12, 0), search(-60, 12, 0)),
            ("shallow", search(10, 12, 0), search(-200, 7, 0)),
            ("shallow before", search(10, 7, 0), search(-200, 12, 0)),
            ("other weights", search(10, 12, 0), search(-200, 12, 1)),
            ("lost before", search(-700, 12, 0), search(-900, 12, 0)),
            ("a draw", search(210, 12, 0), search(-5, 12, 0)),
            ("open", search(210, 12, 0), unbounded),
        ] {
            assert_eq!(fallen(&game_of([before, after]), 0), [], "{why}");
        }
        let mut gap = game_of([search(10, 12, 0), search(-200, 12, 0)]);
        gap.own[0].ply = 1;
        assert_eq!(fallen(&gap, 0), []);
    }

    #[test]
    fn positions_are_looked_for_from_shortly_before_them() {
        let played = game_of([search(10, 12, 3), search(-200, 11, 3)]);
        let learned = fallen(&played, 0).remove(0);
        assert!(learned.is_near(&Position::start()));
        assert!(learned.is_near(&learned.position));
        let fewer_men = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1";
        assert!(!learned.is_near(&fewer_men.parse().unwrap()));
        let later = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9";
        assert!(!learned.is_near(&later.parse().unwrap()));
        let mut far = Game::new(learned.position.clone()).position().clone();
        far = far.fen().replace(" 2", " 40").parse().unwrap();
        let far = LearnedPosition {
            position: far,
            ..learned
        };
        assert!(!far.is_near(&Position::start()));
    }
}
