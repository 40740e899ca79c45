//! Learning: what masque remembers from game to game, off by default (after Crafty and HIARCS).
//!
//! The [`GameReport`] of a game gives a [`Lesson`], and lessons add up to an [`Experience`], which is kept in one
//! small [`LearningFile`]. Three things are learnt:
//!
//! * **Book moves.** Each book move that was played has a *trust*, from -1000 to 1000. Two things
//!   move it when a game is over: the result, and the scores of the first own moves out of the book,
//!   weighted by their depth and by the difference in rating. The last move at which the book had a
//!   choice gets all of it, every earlier choice half of the one after it. The trust scales the chance
//!   of a move among the others of its position, so that a line that lost out of the opening is not
//!   played again soon, whatever source it comes from, and the best of what is left is never nothing:
//!   where no move is trusted, all are played as if nothing had been learnt. Trust halves with every
//!   hundred games.
//! * **Positions.** Where the score fell steeply from one own move to the next, the later position is
//!   remembered with the most that it can be worth. Before a search from which it can be reached, the
//!   engine puts it into the transposition table (`src/search/learned.rs`). The score is objective, and
//!   it is remembered with the salt of the table and the fingerprint of the evaluation under which it
//!   was found, so that no other search ever reads it.
//! * **Opponents.** Results by name and personality, with the last rating.
//!
//! Time is counted in games, not by the clock, so that the same file and the same seed give the same
//! choice at any time. Facts of several engines at once come together because each adds only its own
//! lesson to what is on disk, under a lock. The file is text, with a version, a checksum and a bound; a
//! [`Learner`] reads and writes it on a thread of its own.

mod experience;
mod file;
mod game_report;
mod learner;
mod lesson;
mod opponents;
mod positions;
mod text;
mod trust;

pub use experience::{BookMoveRecord, Experience, Forgotten};
pub use file::{LearningError, LearningFile};
pub use game_report::{GameReport, OpponentIdentity, OwnMove, OwnSearch};
pub use learner::Learner;
pub use lesson::Lesson;
pub use opponents::{OpponentRecord, OpponentSummary};
pub use positions::LearnedPosition;
pub use text::FaultyText;
pub use trust::FULL_TRUST_PERMILLE;
