//! Who plays: the buttons about the character, and Chessmaster's way to describe one.
//!
//! Owns what is asked of the engine for them. It must not know how a character is made of numbers.

use std::path::PathBuf;

use super::ChessmasterPair;
use super::explaining::ExplanationForm;
use super::{Effect, Occasion, Session};
use super::{Refusal, Reply};
use crate::board::Move;
use crate::engine::options::ButtonOption;
use crate::personality::{ChessmasterError, ChessmasterSettings};

impl Session {
    pub(super) fn press(&mut self, button: ButtonOption) {
        match button {
            ButtonOption::Explain => self.explain(ExplanationForm::ByButton),
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

    /// Has the character say what it says on an occasion, when it may talk.
    pub(super) fn speak(&mut self, occasion: Occasion) {
        if self.options.settings().talk {
            self.effects.push(Effect::AskWords(occasion));
        }
    }

    /// Asks what is remembered of the position on the board.
    pub(super) fn ask_book(&mut self) {
        match self.game.as_ref().map(|game| game.position().clone()) {
            Some(position) => self.effects.push(Effect::AskBook(Box::new(position))),
            None => self.say(Reply::NoBookMoves),
        }
    }

    pub(super) fn show_book(&mut self, known: Vec<(Move, u32)>) {
        let position = self.game.as_ref().map(|game| game.position().clone());
        let Some(position) = position.filter(|_| !known.is_empty()) else {
            return self.say(Reply::NoBookMoves);
        };
        let known = known.into_iter();
        let spelled = known.map(|(mv, permille)| (self.spell(&position, mv), permille));
        let spelled = spelled.collect();
        self.say(Reply::BookMoves(spelled));
    }

    /// All of a line or, when something in it is wrong, nothing.
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

    /// The deepest iteration in play: by `sd`, and by the depth that Chessmaster's character has.
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
