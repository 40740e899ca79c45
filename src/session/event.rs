//! What a session hears and what it wants done.
//!
//! An answer is named after its question: `Effect::AskBook` is answered by `Event::Book`.

use std::path::PathBuf;

use super::{Command, Reply};
use crate::board::Position;
use crate::book::KnownMove;
use crate::engine::{EngineEvent, Explanation, PersonalityChoice, SearchId, SearchOrder};
use crate::learning::GameReport;
use crate::personality::{ChessmasterSettings, DrawPolicy, Parameter, PlayingStrength};
use crate::search::{SearchOutcome, SearchProgress, SearchReport, TimeBudget};

/// What a session hears.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The front end asks for something.
    Command(Command),
    /// A search has a new line.
    Report(SearchId, SearchReport),
    /// The answer to [`Effect::AskProgress`].
    Progress(Option<(SearchId, SearchProgress)>),
    /// A search has ended.
    Finished(SearchId, SearchOutcome),
    /// The answer to [`Effect::ChoosePersonality`]: the personality in force, or why not.
    PersonalityChosen(Result<PersonalityInForce, String>),
    /// The answer to [`Effect::OpenTablebases`]: what was found there, line by line.
    TablebasesOpened(Vec<String>),
    /// The answer to [`Effect::SavePersonality`]: where it was written, or why not.
    PersonalitySaved(Result<String, String>),
    /// The answer to [`Effect::AskPersonality`]: the character as the text of its file.
    Personality(String),
    /// The answer to [`Effect::AskSummary`].
    Summary(String),
    /// The answer to [`Effect::AskBook`].
    Book(Vec<KnownMove>),
    /// The answer to [`Effect::AskWords`], if there is anything to say.
    Words(Option<String>),
    /// Why a search comes to its move, where it came far enough, just before it ends.
    Explained(SearchId, Option<Box<Explanation>>),
    /// The front end is gone.
    EndOfInput,
}

/// What a session knows of the personality in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonalityInForce {
    /// What to call it, with its level.
    pub title: String,
    /// What to expect of it, in a sentence or two.
    pub blurb: String,
    /// How it treats draws and lost games.
    pub draws: DrawPolicy,
    /// The rating at which it plays; `None` is full strength.
    pub level_elo: Option<i32>,
}

/// What a session wants done, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Tell the front end.
    Say(Reply),
    /// Start a search; one that is still running ends.
    Start(Box<SearchOrder>),
    /// The running search gets a clock.
    PonderHit(TimeBudget),
    /// The running search ends.
    Stop,
    /// Report at once where the search stands: [`Event::Progress`].
    AskProgress,
    /// Forget the old game.
    NewGame,
    /// Change the personality and report at once how that went: [`Event::PersonalityChosen`].
    ChoosePersonality(PersonalityChoice),
    /// Set a number of the character otherwise, or no longer; report at once: [`Event::PersonalityChosen`].
    AdjustPersonality(Parameter, Option<i32>),
    /// Put Chessmaster's settings on top of the character; report at once: [`Event::PersonalityChosen`].
    ImitateChessmaster(Box<ChessmasterSettings>),
    /// Write the character to a file and report at once how that went: [`Event::PersonalitySaved`].
    SavePersonality(PathBuf),
    /// Say at once who plays: [`Event::Personality`].
    AskPersonality,
    /// Say so in short: [`Event::Summary`].
    AskSummary,
    /// Say at once what the character remembers of a position: [`Event::Book`].
    AskBook(Box<Position>),
    /// Say at once what the character has to say: [`Event::Words`].
    AskWords(Occasion),
    /// Look for tablebases in these directories and say at once what was found:
    /// [`Event::TablebasesOpened`].
    OpenTablebases(String),
    /// Learn from a game.
    Learn(Box<GameReport>),
    /// Switch learning on or off.
    SetLearning(bool),
    /// Change how strong the engine plays, `None` as the personality says; report at once:
    /// [`Event::PersonalityChosen`].
    SetStrength(Option<PlayingStrength>),
    /// The opponent is called and rated so, where that is known; report at once:
    /// [`Event::PersonalityChosen`].
    SetOpponent {
        /// The name.
        name: Option<String>,
        /// The rating.
        elo: Option<i32>,
    },
    /// The engine is rated so much above its opponent.
    SetRatingLead(i32),
    /// Whether the engine's opponent is a program, or a player rated like one.
    SetMeetsProgram(bool),
    /// Change the seed.
    SetSeed(Option<u64>),
    /// Change the size of all tables, in MiB.
    SetMemory(usize),
    /// Change the number of search threads.
    SetCores(usize),
    /// End the program.
    Quit,
}

/// When a character has something to say to its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// At its first move of a game.
    Greeting,
    /// When a game is over.
    Farewell,
}

impl From<EngineEvent> for Event {
    fn from(event: EngineEvent) -> Event {
        match event {
            EngineEvent::Report(id, report) => Event::Report(id, report),
            EngineEvent::Explained(id, explanation) => Event::Explained(id, explanation),
            EngineEvent::Finished(id, outcome) => Event::Finished(id, outcome),
        }
    }
}
