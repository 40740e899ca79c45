//! The personality in the conversation: its buttons, its words, its opening book, and the
//! parameters that Chessmaster's command sets.

use std::path::PathBuf;

use super::ChessmasterPair;
use super::explaining::ExplanationForm;
use super::{Effect, Occasion, PersonalityInForce, Session, SpelledBookMove};
use super::{Refusal, Reply};
use crate::book::KnownMove;
use crate::engine::options::ButtonOption;
use crate::personality::{ChessmasterError, ChessmasterSettings};

impl Session {
    pub(super) fn press(&mut self, button: ButtonOption) {
        match button {
            ButtonOption::Why => self.explain(ExplanationForm::InWords),
            ButtonOption::SavePersonality => {
                let path = &self.options.settings().save_file;
                match path.is_empty() {
                    false => {
                        let path = PathBuf::from(path);
                        self.effects.push(Effect::SavePersonality(path));
                    }
                    true => {
                        let advice = "SaveFile is empty, expected the path of a new file";
                        self.say(Reply::UserError(advice.to_owned()));
                    }
                }
            }
            ButtonOption::ShowPersonality => {
                self.effects
                    .extend([Effect::AskPersonality, Effect::AskSummary]);
            }
        }
    }

    /// Another character is in force. The front end hears its name, and a person who chose it while
    /// games are played hears what to expect.
    pub(super) fn somebody_plays(&mut self, character: PersonalityInForce) {
        let was_chosen = std::mem::take(&mut self.is_choosing);
        self.draw_state.policy = character.draws;
        self.level_elo = character.level_elo;
        if self.character == character.title {
            return;
        }
        self.character = character.title;
        if self.is_introduced {
            self.say(Reply::NowPlays(self.character.clone()));
        }
        if self.is_introduced && self.has_begun && was_chosen {
            let (title, blurb) = (&self.character, character.blurb);
            self.say(Reply::Note(format!("{title} plays now.\n{blurb}")));
        }
    }

    /// Passes words on to the opponent: where it sits at this front end, beside the thinking.
    pub(super) fn speak_to_opponent(&mut self, words: String) {
        match self.opponent_is_here {
            false => self.say(Reply::Tell(words)),
            true => self.remark(words),
        }
    }

    /// Lets the personality greet or take leave, where it may talk.
    pub(super) fn speak(&mut self, occasion: Occasion) {
        if self.options.settings().talk {
            self.effects.push(Effect::AskWords(occasion));
        }
    }

    /// Asks for the book moves of the position on the board.
    pub(super) fn ask_book(&mut self) {
        match self.game.as_ref().map(|game| game.position().clone()) {
            Some(position) => self.effects.push(Effect::AskBook(Box::new(position))),
            None => self.say(Reply::NoBookMoves),
        }
    }

    pub(super) fn show_book(&mut self, known: Vec<KnownMove>) {
        let position = self.game.as_ref().map(|game| game.position().clone());
        let Some(position) = position.filter(|_| !known.is_empty()) else {
            return self.say(Reply::NoBookMoves);
        };
        let spelled = |known: KnownMove| {
            let after = position.play(known.mv);
            let replies = known.replies.iter();
            SpelledBookMove {
                mv: self.spell(&position, known.mv),
                chance_permille: known.chance_permille,
                replies: replies.map(|&reply| self.spell(&after, reply)).collect(),
            }
        };
        let spelled = known.into_iter().map(spelled).collect();
        self.say(Reply::BookMoves(spelled));
    }

    /// Sets all parameters of a line or, when one of them is wrong, none.
    pub(super) fn set_chessmaster(&mut self, pairs: &[ChessmasterPair]) {
        let mut settings = self.chessmaster.clone();
        for pair in pairs {
            if let Err(error) = put(&mut settings, pair) {
                return self.refuse_pair(pair, &error);
            }
        }
        if settings.table_mib() != self.chessmaster.table_mib() {
            self.effects
                .extend(settings.table_mib().map(Effect::SetMemory));
        }
        self.chessmaster = settings.clone();
        self.effects
            .push(Effect::ImitateChessmaster(Box::new(settings)));
        self.personality_has_changed();
    }

    fn refuse_pair(&mut self, pair: &ChessmasterPair, error: &ChessmasterError) {
        let expected = error.expectation();
        let text = match pair {
            ChessmasterPair::Default => "cm_parm default".to_owned(),
            ChessmasterPair::Set(key, value) => format!("cm_parm {key}={value}"),
        };
        self.refuse(Refusal::Expected(expected), &text);
    }

    /// The deepest iteration in play: by the front end's limit, and by Chessmaster's parameters.
    pub(super) fn deepest_plies(&self) -> Option<u32> {
        let limits = [self.depth_plies, self.chessmaster.max_depth_plies()];
        limits.into_iter().flatten().min()
    }
}

fn put(settings: &mut ChessmasterSettings, pair: &ChessmasterPair) -> Result<(), ChessmasterError> {
    match pair {
        ChessmasterPair::Default => settings.reset(),
        ChessmasterPair::Set(key, value) => settings.set(key, *value)?,
    }
    Ok(())
}
