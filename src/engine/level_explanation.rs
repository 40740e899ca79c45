//! Explanations of moves that were chosen at a level: how likely each move was for a player of the
//! rating, and what speaks for and against it.

use crate::board::{Move, Position, Square};
use crate::engine::taste_phrases::reasons;
use crate::personality::{Feature, MoveTaste};
use crate::strength::{Candidate, LevelChoice};

/// How many moves are listed, besides the one that was made.
const LISTED_MOVES: usize = 8;
/// A loss that is worth mentioning, in centipawns.
const NOTABLE_CP: i32 = 30;
/// A loss beyond which a number says nothing more.
const LARGE_CP: i32 = 1_000;

/// The choice of a player of a rating, the likeliest move first.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedLevel {
    /// The position.
    pub position: Position,
    /// The square where the opponent has just captured.
    pub captured_on: Option<Square>,
    /// The title of the personality.
    pub title: String,
    /// The probabilities and the choice.
    pub choice: LevelChoice,
    /// The bonuses of the moves with their reasons.
    pub tastes: Vec<MoveTaste>,
}

impl ExplainedLevel {
    pub(super) fn to_lines(&self, made: Option<Move>) -> Vec<String> {
        let mut lines = vec![format!(
            "{} at level {}; in how many of a hundred games it plays each move, the score of a short look, \
             and the bonus of its taste",
            self.title, self.choice.elo
        )];
        for (index, candidate) in self.choice.candidates.iter().enumerate() {
            let is_made = made == Some(candidate.mv);
            if index < LISTED_MOVES || is_made {
                let mark = if is_made { '*' } else { ' ' };
                lines.push(format!("{mark}{:2}. {}", index + 1, self.row(candidate)));
            }
        }
        if self.choice.candidates.len() > LISTED_MOVES {
            let rest = self.choice.candidates.len() - LISTED_MOVES;
            lines.push(format!("and {rest} more that are less likely"));
        }
        lines
    }

    fn row(&self, it: &Candidate) -> String {
        format!(
            "{:<7} {:5.1}  {:>7}  {:+4} cp  {}",
            self.position.san(it.mv),
            100.0 * it.probability,
            it.score.to_string(),
            it.taste_cp,
            self.verdict_on(it)
        )
    }

    /// What speaks for and against a move, in a few words.
    fn verdict_on(&self, it: &Candidate) -> String {
        let mut words = vec![match it.loss_cp {
            ..=0 => "the best by score".to_owned(),
            1..=NOTABLE_CP => "about as good".to_owned(),
            LARGE_CP.. => "loses everything".to_owned(),
            loss_cp => format!("loses {loss_cp} cp"),
        }];
        if self.takes_back(it.mv) {
            words.push("takes back".to_owned());
        }
        if self.choice.searched == Some(it.mv) {
            words.push("what its search found".to_owned());
        }
        words.extend(self.reasons(it.mv));
        words.join("; ")
    }

    fn takes_back(&self, mv: Move) -> bool {
        self.captured_on == Some(mv.to)
    }

    /// What the player likes about a move, in words. Its mood is none of them: at a level the noise of
    /// the game is much louder.
    fn reasons(&self, mv: Move) -> Option<String> {
        let taste = self.tastes.iter().find(|taste| taste.mv == mv)?;
        let parts = taste.contributions.iter();
        let firm = parts.filter(|part| part.feature != Feature::Randomness);
        reasons(firm)
    }

    pub(super) fn verdict(&self, made: Option<Move>) -> String {
        let chosen = self.choice.chosen();
        let Some(made) = made.filter(|&made| made != chosen.mv) else {
            return self.remark();
        };
        let found = self.choice.candidates.iter().find(|it| it.mv == made);
        let percent = found.map_or(0.0, |it| 100.0 * it.probability);
        format!(
            "{}: in {percent:.0} of 100 games at level {}; this time it would play {}",
            self.position.san(made),
            self.choice.elo,
            self.position.san(chosen.mv)
        )
    }

    pub(super) fn remark(&self) -> String {
        let chosen = self.choice.chosen();
        format!(
            "{}: in {:.0} of 100 games at level {}, {}",
            self.position.san(chosen.mv),
            100.0 * chosen.probability,
            self.choice.elo,
            self.verdict_on(chosen)
        )
    }

    pub(super) fn runner_up(&self) -> Option<String> {
        let mut others = self.choice.candidates.iter();
        let other = others.find(|it| it.mv != self.choice.chosen().mv)?;
        let percent = 100.0 * other.probability;
        Some(format!("{} {percent:.0} %", self.position.san(other.mv)))
    }

    /// The choice as the player would tell it.
    pub(super) fn in_words(&self, made: Option<Move>) -> String {
        let chosen = self.choice.chosen();
        let mv = made.unwrap_or(chosen.mv);
        let found = self.choice.candidates.iter().find(|it| it.mv == mv);
        let Some(it) = found else {
            return format!("I would not have played {}.", self.position.san(mv));
        };
        let often = in_tenths(it.probability);
        let mut said = format!(
            "At level {} I play {} here {often}.",
            self.choice.elo,
            self.position.san(mv)
        );
        if self.takes_back(mv) {
            said += " I take back.";
        }
        if self.choice.searched == Some(mv) {
            said += " It is what I found when I calculated.";
        }
        if let Some(liked) = self.reasons(mv) {
            said += &format!(" I like it for {liked}.");
        }
        let best = self.choice.best();
        if it.loss_cp > NOTABLE_CP && best.mv != mv {
            said += &format!(" {} was better.", self.position.san(best.mv));
        }
        said
    }
}

/// A probability as people say it.
fn in_tenths(probability: f64) -> String {
    match (probability * 10.0).round() as u32 {
        0 => "in less than one of 20 games".to_owned(),
        1..=9 => format!("in about {} of 10 games", (probability * 10.0).round()),
        _ => "in nearly every game".to_owned(),
    }
}
