//! Personalities: read from TOML files and written to them, and what they make of the moves of a
//! position.
//!
//! A personality has two halves. Its *taste* is a number per root move: features measure what a
//! move is (`features`), weights say how much that is liked (`taste`). Its *judgement* is a weight
//! in percent per family of evaluation terms, which acts at the leaves; with it goes how much the
//! search leaves out (`selectivity`).
//!
//! Every key of a file has one row. Plain numbers are in `numbers`, features in `feature`, sliders
//! in `slider`, families of evaluation terms in `family_keys`, and texts, lists and books in the
//! file of their section in `keys`. Reader, writer, comparison, mixture, options and the page of
//! keys walk these rows.

mod adjusted;
mod annotated;
mod candidate_move;
mod chessmaster;
mod chessmaster_keys;
mod comparison;
mod document;
mod draws;
mod error;
mod family_keys;
mod feature;
mod feature_counts;
mod features;
mod file_check;
mod file_lookup;
mod identity;
pub mod import;
mod keys;
mod numbers;
mod pacing;
mod parameter;
mod promotions;
mod reader;
mod repertoires;
mod roster;
mod roster_page;
mod signature;
mod slider;
mod slider_expansion;
mod strength;
mod taste;
mod title;
mod writer;

use crate::board::{Game, Position};
use crate::book::OpeningBook;
use crate::endgame::Prospects;
use crate::evaluation::EvaluationWeights;
use crate::search::{RootBonus, Selectivity, TimeBudget};

use file_lookup::FileLookup;
use identity::PersonalityIdentity;
use numbers::Numbers;
use signature::Signature;

pub use chessmaster::{ChessmasterError, ChessmasterSettings};
pub use comparison::KeyDifference;
pub use draws::DrawPolicy;
pub use error::{FileRefusal, PersonalityError};
pub use family_keys::{MAX_PERCENT, family_key};
pub use feature::{Fade, Feature, FeatureDescription, WeightScale};
pub(crate) use feature_counts::FeatureCounts;
pub use identity::{Claim, ClaimedElo};
pub use keys::{KeyRow, all_keys, keys_page};
pub use numbers::{NumberKey, NumberRow};
pub use parameter::{Adjustments, Parameter};
pub use repertoires::repertoire_names;
pub use roster::Roster;
pub use slider::Slider;
pub use strength::{LEVEL_ELO, PlayingStrength, StrengthError};
pub use taste::{
    Contribution, MoveTaste, Taste, bonuses_of_wishes, measures_of_moves, measures_permille,
};
pub use title::{Title, TitleError};
pub use writer::SaveError;

/// The most centipawns that a personality may give up for its taste in one move.
pub const MAX_CONCESSION_CP: i32 = 300;
/// What a personality may give up when its file does not say.
pub const DEFAULT_CONCESSION_CP: i32 = 60;
/// Neutral's chance, in centipawns.
const NEUTRAL_CHANCE_CP: i32 = 2;
/// The most characters of a name and of a title.
const NAME_CHARS: usize = 24;
const TITLE_CHARS: usize = 40;

/// A validated personality; immutable and cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Personality {
    identity: PersonalityIdentity,
    /// The sliders that are set, in their order; what they add is in the tastes and weights.
    sliders: Vec<(Slider, i32)>,
    /// The features whose weight is not the default, in the order of [`Feature::ALL`].
    tastes: Vec<(Feature, Taste)>,
    signature: Signature,
    weights: EvaluationWeights,
    opening_book: OpeningBook,
    strength: PlayingStrength,
    numbers: Numbers,
}

/// Whether a text is one word of `a-z`, `0-9` and `_` that begins with a letter.
fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && text
            .chars()
            .all(|letter| matches!(letter, 'a'..='z' | '0'..='9' | '_'))
}

impl Personality {
    /// Every key at its default: the engine as it is, on which files are based. The benchmark and
    /// the tuning of the engine use it, because it leaves nothing to chance.
    pub fn plain() -> Personality {
        Personality {
            identity: PersonalityIdentity {
                name: "plain".to_owned(),
                title: "Plain".to_owned(),
                blurb: "Plays the move that the search holds best.".to_owned(),
                ..PersonalityIdentity::default()
            },
            sliders: Vec::new(),
            tastes: Vec::new(),
            signature: Signature::default(),
            weights: EvaluationWeights::neutral(),
            opening_book: OpeningBook::default(),
            strength: PlayingStrength::Full,
            numbers: Numbers::default(),
        }
    }

    /// The personality that plays where nobody else is chosen, and with which others are compared:
    /// the plain engine, but it chooses between equal moves by chance. It is what
    /// `personalities/neutral.toml` says.
    pub fn neutral() -> Personality {
        let mut neutral = Personality::plain();
        neutral.identity = PersonalityIdentity {
            name: "neutral".to_owned(),
            title: "Neutral".to_owned(),
            blurb: "Plays the move that the search holds best. Where two are as good, it tosses a coin."
                .to_owned(),
            ..PersonalityIdentity::default()
        };
        neutral.put_weight(Feature::Randomness, NEUTRAL_CHANCE_CP);
        neutral
    }

    /// Reads and validates the text of a personality file. `source_name` is what errors call it.
    /// It can be based on a shipped personality, and on files by their paths.
    ///
    /// # Errors
    ///
    /// A mistake is told with file, line, column and what was expected.
    pub fn parse(source_name: &str, text: &str) -> Result<Personality, PersonalityError> {
        let shipped = || Roster::built_in().members().to_vec();
        reader::parse(source_name, text, &FileLookup::of_text(shipped))
    }

    /// One word of `a-z`, `0-9` and `_`, unique in a [`Roster`].
    pub fn name(&self) -> &str {
        &self.identity.name
    }

    /// The name that people see: a few words on one line.
    pub fn title(&self) -> &str {
        &self.identity.title
    }

    /// One or two sentences, on one line, by which a player will recognise it at the board.
    pub fn blurb(&self) -> &str {
        &self.identity.blurb
    }

    /// The group in which lists show it, in one word.
    pub fn group(&self) -> Option<&str> {
        self.identity.group.as_deref()
    }

    /// What its games show more or less of than those of others.
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

    /// How strong it plays.
    pub fn strength(&self) -> PlayingStrength {
        self.strength
    }

    /// The title, with the rating where it plays at one.
    pub fn title_with_level(&self) -> String {
        match self.strength {
            PlayingStrength::Elo(elo) => format!("{} {elo}", self.title()),
            PlayingStrength::Full | PlayingStrength::Opponent => self.title().to_owned(),
        }
    }

    /// The same personality, as strong as this.
    pub fn with_strength(self, strength: PlayingStrength) -> Personality {
        Personality { strength, ..self }
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
    pub fn sliders(&self) -> impl Iterator<Item = (Slider, i32)> {
        self.sliders.iter().copied()
    }

    /// The openings that it knows.
    pub fn opening_book(&self) -> &OpeningBook {
        &self.opening_book
    }

    /// The deepest search that it makes, in plies; `None` is no limit.
    pub fn max_depth_plies(&self) -> Option<u32> {
        let plies = self.numbers.get(NumberKey::MaxDepth);
        let has_limit = !NumberKey::MaxDepth.is_no_limit(plies);
        has_limit.then_some(plies.unsigned_abs())
    }

    /// The time that it takes of the `budget` for a move, in a game of this seed.
    pub fn paced(&self, budget: TimeBudget, position: &Position, seed: u64) -> TimeBudget {
        pacing::paced(&self.numbers, budget, position, seed)
    }

    /// The judgement: neutral unless the file says otherwise.
    pub fn weights(&self) -> &EvaluationWeights {
        &self.weights
    }

    /// How much its search leaves out.
    pub fn selectivity(&self) -> Selectivity {
        let step = self.numbers.get(NumberKey::Selectivity);
        Selectivity::new(u8::try_from(step).unwrap_or(u8::MAX))
    }

    /// How it treats draws and lost games.
    pub fn draws(&self) -> DrawPolicy {
        DrawPolicy::new(self.numbers)
    }

    /// The features this personality cares about, in the order of [`Feature::ALL`].
    pub fn tastes(&self) -> impl Iterator<Item = (Feature, Taste)> {
        self.tastes.iter().copied()
    }

    /// The same tastes with neutral evaluation weights, nothing else set, and no opening book; for
    /// measuring what tastes alone cost.
    pub fn taste_alone(&self) -> Personality {
        let mut numbers = Numbers::default();
        numbers.set(NumberKey::Concession, self.max_concession_cp());
        Personality {
            identity: self.identity.clone(),
            sliders: Vec::new(),
            tastes: self.tastes.clone(),
            signature: self.signature.clone(),
            weights: EvaluationWeights::neutral(),
            opening_book: OpeningBook::default(),
            strength: PlayingStrength::Full,
            numbers,
        }
    }

    /// The same without the common taste for swindles: a program sees more by searching than the count
    /// of bad replies shows (docs/lab-notes/matches.md).
    pub fn against_programs(&self) -> Personality {
        let mut other = self.clone();
        if self.taste_for(Feature::Swindle).is_none() {
            other.put_weight(Feature::Swindle, 0);
        }
        other
    }

    /// The same personality without books and opening lines.
    pub fn without_opening_book(&self) -> Personality {
        Personality {
            opening_book: OpeningBook::default(),
            ..self.clone()
        }
    }

    /// The most that it gives up in one move, in centipawns of an even game: the bonuses of two moves
    /// never differ by more, so that its move never loses more expected score, by the search's own
    /// score, than this would in an even game.
    pub fn max_concession_cp(&self) -> i32 {
        self.numbers.get(NumberKey::Concession)
    }

    /// Its taste for each legal move of the position on the board.
    ///
    /// It depends on nothing but the personality, the game and the seed of the game, and is zero
    /// when there is no choice.
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

    /// The same with the prospects of an ending that cannot be won, and with the tastes for such
    /// endings that every personality has unless its file says otherwise.
    pub fn explain_ending(
        &self,
        game: &Game,
        seed: u64,
        prospects: Option<&Prospects>,
    ) -> Vec<MoveTaste> {
        let mut moves = taste::of_moves(self, game, seed, prospects);
        promotions::hold_lesser_promotions(self, &mut moves);
        moves
    }
}
