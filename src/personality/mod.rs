//! Personalities: characters read from TOML files, and what they make of the moves of a position.
//!
//! Owns the file format, the features a taste can be about, the arithmetic from taste to
//! centipawns and the roster of shipped characters. It must not know the search beyond
//! [`RootBonus`], nor any protocol.
//!
//! A character has two halves. Its *taste* is a number per root move: features measure what a move
//! is (`features`, no opinions), weights say how much that is liked (`taste`). Its *judgement* is a
//! weight in percent per family of evaluation terms, and acts at the leaves; with it goes how much
//! its search leaves out.

mod candidate_move;
mod chessmaster;
mod comparison;
mod composite;
mod draws;
mod error;
mod feature;
mod features;
mod file;
mod identity;
pub mod import;
mod judgement;
mod pace;
mod parameter;
mod picture;
mod reading;
mod repertoires;
mod roster;
mod roster_page;
mod signature;
mod taste;
mod writer;

use crate::board::{Game, Position};
use crate::book::OpeningBook;
use crate::endgame::Prospects;
use crate::evaluation::EvaluationWeights;
use crate::search::{RootBonus, Selectivity, TimeBudget};

use file::Surroundings;
use identity::PersonalityIdentity;
use pace::Pace;
use signature::Signature;

pub use chessmaster::{ChessmasterError, ChessmasterSettings};
pub use comparison::KeyDifference;
pub use composite::Composite;
pub use draws::{DrawKey, DrawNumber, DrawPolicy};
pub use error::{FileRefusal, PersonalityError};
pub use feature::{Description, Fade, Feature, WeightScale};
pub use file::{Key, all_keys, keys_page};
pub use identity::{Claim, ClaimedElo};
pub use judgement::{MAX_PERCENT, family_key};
pub use parameter::{Adjustments, Parameter};
pub(crate) use picture::Picture;
pub use roster::Roster;
pub use taste::{Contribution, MoveTaste, Taste, measures_permille};
pub use writer::SaveError;

/// The most centipawns that a personality may give up for its taste in one move.
pub const MAX_CONCESSION_CP: i32 = 300;
/// What a personality may give up when its file does not say.
pub const DEFAULT_CONCESSION_CP: i32 = 60;
/// Characters that a name and a title may have.
const NAME_CHARS: usize = 24;
const TITLE_CHARS: usize = 40;

/// A validated character; immutable and cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Personality {
    identity: PersonalityIdentity,
    /// Only those that are set, in their order; what they stand for is in the tastes and weights.
    composites: Vec<(Composite, i32)>,
    /// Only what has another weight than everybody's, in the order of [`Feature::ALL`].
    tastes: Vec<(Feature, Taste)>,
    signature: Signature,
    max_concession_cp: i32,
    weights: EvaluationWeights,
    selectivity: Selectivity,
    memory: OpeningBook,
    pace: Pace,
    /// The deepest search, in plies; `None` is no limit.
    max_depth_plies: Option<u32>,
    draws: DrawPolicy,
}

/// Whether a text is one word of `a-z`, `0-9` and `_` that begins with a letter.
fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && text
            .chars()
            .all(|letter| matches!(letter, 'a'..='z' | '0'..='9' | '_'))
}

impl Personality {
    /// No taste, normal judgement: the engine as it is.
    pub fn neutral() -> Personality {
        Personality {
            identity: PersonalityIdentity {
                name: "neutral".to_owned(),
                title: "Neutral".to_owned(),
                blurb: "Plays the move that the search holds best, and has no opinion beyond it."
                    .to_owned(),
                ..PersonalityIdentity::default()
            },
            composites: Vec::new(),
            tastes: Vec::new(),
            signature: Signature::default(),
            max_concession_cp: DEFAULT_CONCESSION_CP,
            weights: EvaluationWeights::neutral(),
            selectivity: Selectivity::NORMAL,
            memory: OpeningBook::default(),
            pace: Pace::default(),
            max_depth_plies: None,
            draws: DrawPolicy::default(),
        }
    }

    /// Reads and validates the text of a personality file. `source_name` is what errors call it.
    /// It can be based on a shipped personality, and on files by their paths.
    ///
    /// # Errors
    ///
    /// Whatever is refused is named with file, line, column and what was expected.
    pub fn parse(source_name: &str, text: &str) -> Result<Personality, PersonalityError> {
        file::parse(source_name, text, &Surroundings::default())
    }

    /// One word of `a-z`, `0-9` and `_`, unique in a [`Roster`].
    pub fn name(&self) -> &str {
        &self.identity.name
    }

    /// What to call it before people: a few words on one line.
    pub fn title(&self) -> &str {
        &self.identity.title
    }

    /// One or two sentences, on one line, by which a player will recognise it at the board.
    pub fn blurb(&self) -> &str {
        &self.identity.blurb
    }

    /// With whom it stands in lists, in one word.
    pub fn group(&self) -> Option<&str> {
        self.identity.group.as_deref()
    }

    /// What its games shall show more or less of than those of others.
    pub fn claims(&self) -> &[Claim] {
        &self.identity.claims
    }

    /// Words for its style.
    pub fn style(&self) -> impl Iterator<Item = &str> {
        self.identity.style.iter().map(String::as_str)
    }

    /// The rating that it claims, with the conditions.
    pub fn claimed_elo(&self) -> Option<&ClaimedElo> {
        self.identity.elo.as_ref()
    }

    /// By how much it was found weaker than neutral, negative if stronger.
    pub fn cost(&self) -> Option<&ClaimedElo> {
        self.identity.cost.as_ref()
    }

    /// What it says to its opponent at the first move of a game.
    pub fn greeting(&self) -> Option<&str> {
        self.identity.greeting.as_deref()
    }

    /// What it says to its opponent when a game is over.
    pub fn farewell(&self) -> Option<&str> {
        self.identity.farewell.as_deref()
    }

    /// The sliders that are set, with their percentages.
    pub fn composites(&self) -> impl Iterator<Item = (Composite, i32)> {
        self.composites.iter().copied()
    }

    /// What it remembers of the openings.
    pub fn memory(&self) -> &OpeningBook {
        &self.memory
    }

    /// The deepest search that it makes, in plies; `None` is no limit.
    pub fn max_depth_plies(&self) -> Option<u32> {
        self.max_depth_plies
    }

    /// The time it takes for a move that could take `budget`, in a game of this seed.
    pub fn paced(&self, budget: TimeBudget, position: &Position, seed: u64) -> TimeBudget {
        self.pace.of(budget, position, seed)
    }

    /// The judgement: neutral unless the file says otherwise.
    pub fn weights(&self) -> &EvaluationWeights {
        &self.weights
    }

    /// How much its search leaves out.
    pub fn selectivity(&self) -> Selectivity {
        self.selectivity
    }

    /// How it treats draws and lost games.
    pub fn draws(&self) -> &DrawPolicy {
        &self.draws
    }

    /// The features this personality cares about, in the order of [`Feature::ALL`].
    pub fn tastes(&self) -> impl Iterator<Item = (Feature, Taste)> {
        self.tastes.iter().copied()
    }

    /// Its guarantee in centipawns: the bonuses of two moves never differ by more, so the move it
    /// chooses is never worse than the best, in the search's own eyes, by more than this.
    pub fn max_concession_cp(&self) -> i32 {
        self.max_concession_cp
    }

    /// Its taste for each legal move of the position on the board.
    ///
    /// Depends on nothing but the personality, the game and the seed of the game. Zero when there
    /// is no choice.
    pub fn root_bonus(&self, game: &Game, seed: u64) -> RootBonus {
        if self.tastes.is_empty() {
            return RootBonus::zero();
        }
        RootBonus::new(
            self.explain(game, seed)
                .into_iter()
                .map(|taste| (taste.mv, taste.bonus_cp)),
        )
    }

    /// The same as [`Self::root_bonus`] with its reasons, in the order of the legal moves.
    pub fn explain(&self, game: &Game, seed: u64) -> Vec<MoveTaste> {
        self.explain_ending(game, seed, None)
    }

    /// The same in an ending that cannot be won: with the prospects of its moves, and with the
    /// tastes for such endings that everybody has who does not say otherwise.
    pub fn explain_ending(
        &self,
        game: &Game,
        seed: u64,
        prospects: Option<&Prospects>,
    ) -> Vec<MoveTaste> {
        taste::of_moves(self, game, seed, prospects)
    }
}
