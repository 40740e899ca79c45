//! `Session`: the conversation between a front end and the engine as a pure state machine.
//!
//! Owns the state of the game and of the conversation, and decides everything: each [`Event`] is
//! answered with [`Effect`]s for others to perform. It reads no clock, no file and no stream; the
//! time comes with each event. xboard, a terminal and a chess server all feed the same machine
//! with typed commands, and it must not know which.

mod analysis;
mod character;
mod draws;
mod explaining;
mod game;
mod play;
mod setup;
mod thinking;

use std::path::PathBuf;
use std::time::Duration;

use super::clock::Clock;
use super::command::Command;
use super::reply::{Refusal, Reply, Spelled};
use crate::board::{Color, Game, GameEnd, Move, Position};
use crate::engine::options::OptionTable;
use crate::engine::{Explanation, PersonalityChoice, SearchId, SearchOrder};
use crate::personality::{ChessmasterSettings, DrawPolicy, Parameter};
use crate::search::{SearchOutcome, SearchProgress, SearchReport, TimeBudget};

use draws::Temper;
use explaining::{Asked, Explaining};
use thinking::Thinking;

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
    /// The answer to [`Effect::Choose`]: the personality in force, or why not.
    Chosen(Result<Character, String>),
    /// The answer to [`Effect::OpenTablebases`]: what was found there, line by line.
    TablesOpened(Vec<String>),
    /// The answer to [`Effect::SavePersonality`]: where it was written, or why not.
    Saved(Result<String, String>),
    /// The answer to [`Effect::AskPersonality`]: the character as the text of its file.
    Described(String),
    /// The answer to [`Effect::AskSummary`].
    Summarised(String),
    /// The answer to [`Effect::AskBook`]: each move with its chance in permille.
    Remembered(Vec<(Move, u32)>),
    /// The answer to [`Effect::AskWords`], if there is anything to say.
    Spoken(Option<String>),
    /// Why a search comes to its move, where it came far enough, just before it ends.
    Explained(SearchId, Option<Box<Explanation>>),
    /// The front end is gone.
    EndOfInput,
}

/// What a session knows of the personality in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Character {
    /// What to call it.
    pub title: String,
    /// How it treats draws and lost games.
    pub draws: DrawPolicy,
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
    /// Change the personality and report at once how that went: [`Event::Chosen`].
    Choose(PersonalityChoice),
    /// Set a number of the character otherwise, or no longer; report at once: [`Event::Chosen`].
    Adjust(Parameter, Option<i32>),
    /// Put Chessmaster's settings on top of the character; report at once: [`Event::Chosen`].
    Imitate(Box<ChessmasterSettings>),
    /// Write the character to a file and report at once how that went: [`Event::Saved`].
    SavePersonality(PathBuf),
    /// Say at once who plays: [`Event::Described`].
    AskPersonality,
    /// Say so in one line: [`Event::Summarised`].
    AskSummary,
    /// Say at once what the character remembers of a position: [`Event::Remembered`].
    AskBook(Box<Position>),
    /// Say at once what the character has to say: [`Event::Spoken`].
    AskWords(Occasion),
    /// Look for tablebases in these directories and say at once what was found:
    /// [`Event::TablesOpened`].
    OpenTablebases(String),
    /// The engine is rated so much above its opponent.
    SetRatingLead(i32),
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

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variant {
    Normal,
    Fischerandom,
}

/// What the engine is doing.
#[derive(Clone, Debug)]
enum Mode {
    /// It plays neither side.
    Force,
    /// The opponent is on move, or the game is over.
    Waiting {
        engine: Color,
        expected: Option<Move>,
    },
    /// The opponent is on move, and the engine thinks as if the expected move had been made.
    Pondering {
        engine: Color,
        expected: Move,
        search: SearchId,
        /// The outcome, when the search has ended before the opponent's move.
        ready: Option<SearchOutcome>,
    },
    /// The engine is the side on move.
    Thinking {
        search: SearchId,
        /// When its clock started.
        since: Duration,
        /// Pings to be answered after the move.
        pongs: Vec<String>,
    },
    /// It shows what it thinks of the position on the board.
    Analysing {
        /// `None` where there is nothing to search.
        search: Option<SearchId>,
    },
    /// It stands still.
    Paused(Standstill),
}

/// What a pause has interrupted.
#[derive(Clone, Debug)]
enum Standstill {
    Force,
    Waiting {
        engine: Color,
        expected: Option<Move>,
    },
    Thinking {
        pongs: Vec<String>,
    },
    Analysing,
}

/// The state machine.
#[derive(Clone, Debug)]
pub struct Session {
    mode: Mode,
    /// `None` after a refused position, until a new game or a valid one.
    game: Option<Game>,
    variant: Variant,
    clock: Clock,
    depth_plies: Option<u32>,
    /// Root moves not to be considered in the position on the board.
    excluded: Vec<Move>,
    ponders: bool,
    thinking: Thinking,
    temper: Temper,
    /// By how much the engine is rated above its opponent; 0 when nobody says.
    rating_lead: i32,
    /// The ending that was announced for the position on the board or those just before it.
    announced: Option<GameEnd>,
    /// The lines of the obsolete `edit` are passed over until its final dot.
    skips_edit_lines: bool,
    /// Whether the front end takes comments.
    comments_are_welcome: bool,
    /// The explanation that is being searched for.
    explaining: Option<Explaining>,
    /// Somebody wants an explanation of the move that is being thought about.
    explain_next: Option<Asked>,
    /// Why the engine made its last move.
    last_explanation: Option<Box<Explanation>>,
    chessmaster: ChessmasterSettings,
    options: OptionTable,
    character: String,
    last_search: SearchId,
    /// What the current step wants done.
    effects: Vec<Effect>,
}

impl Session {
    /// A session about to begin its first game; `character` is the personality's title.
    pub fn new(character: &str, options: OptionTable) -> Session {
        Session {
            mode: Mode::Waiting {
                engine: Color::Black,
                expected: None,
            },
            game: Some(Game::default()),
            variant: Variant::Normal,
            clock: Clock::new(),
            depth_plies: None,
            excluded: Vec::new(),
            ponders: false,
            thinking: Thinking::default(),
            temper: Temper::default(),
            rating_lead: 0,
            announced: None,
            skips_edit_lines: false,
            comments_are_welcome: true,
            explaining: None,
            explain_next: None,
            last_explanation: None,
            chessmaster: ChessmasterSettings::default(),
            options,
            character: character.to_owned(),
            last_search: SearchId::default(),
            effects: Vec::new(),
        }
    }

    /// The game on the board; `None` after a refused position.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The options with their present values.
    pub fn options(&self) -> &OptionTable {
        &self.options
    }

    /// The title of the personality in force.
    pub fn character(&self) -> &str {
        &self.character
    }

    /// Whether the engine is on move and searching.
    pub fn is_thinking(&self) -> bool {
        matches!(self.mode, Mode::Thinking { .. })
    }

    /// Answers one event. `now` is the time since the program's start and never runs backwards.
    pub fn step(&mut self, now: Duration, event: Event) -> Vec<Effect> {
        match event {
            Event::Command(command) => self.obey(now, command),
            Event::Report(id, report) => self.show_report(now, id, report),
            Event::Progress(progress) => self.show_status(progress),
            Event::Finished(id, outcome) => self.finished(now, id, outcome),
            Event::Chosen(Ok(character)) => {
                self.character = character.title;
                self.temper.policy = character.draws;
            }
            Event::TablesOpened(lines) => self.comment_lines(lines.iter().map(String::as_str)),
            Event::Chosen(Err(message)) => self.say(Reply::UserError(message)),
            Event::Saved(Ok(path)) => {
                self.say(Reply::Note(format!(
                    "{} is saved in {path}",
                    self.character
                )));
            }
            Event::Saved(Err(message)) => self.say(Reply::UserError(message)),
            Event::Described(text) => self.comment_lines(text.lines()),
            Event::Summarised(text) => self.say(Reply::Note(text)),
            Event::Remembered(known) => self.show_book(known),
            Event::Spoken(Some(words)) => self.say(Reply::Tell(words)),
            Event::Spoken(None) => {}
            Event::Explained(id, explanation) => self.explained(id, explanation),
            Event::EndOfInput => self.quit(),
        }
        std::mem::take(&mut self.effects)
    }

    fn obey(&mut self, now: Duration, command: Command) {
        if self.passes_over(&command) {
            return;
        }
        if self.is_paused() && ends_pause(&command) {
            return self.end_pause(now, command);
        }
        self.decide(now, command);
    }

    fn is_paused(&self) -> bool {
        matches!(self.mode, Mode::Paused(_))
    }

    /// Ends the pause for a command that acts on the game, unless it is refused: then nothing has
    /// happened but the refusal.
    fn end_pause(&mut self, now: Duration, command: Command) {
        let paused = self.clone();
        self.resume(now);
        self.decide(now, command);
        let is_refusal = |effect: &Effect| {
            matches!(
                effect,
                Effect::Say(Reply::Error { .. } | Reply::IllegalMove { .. })
            )
        };
        if let Some(place) = self.effects.iter().position(is_refusal) {
            let refusal = self.effects.swap_remove(place);
            *self = paused;
            self.effects.push(refusal);
        }
    }

    /// The one list of what each command does.
    fn decide(&mut self, now: Duration, command: Command) {
        match command {
            Command::Empty
            | Command::Xboard
            | Command::Accepted(_)
            | Command::NotNeeded
            | Command::Random
            | Command::ObsoleteColor
            | Command::Name(_)
            | Command::Ics(_)
            | Command::Computer
            | Command::OpponentClock(_) => {}
            Command::TablebasePath(text) => self.set_tablebase_path(&text),
            Command::Rating(own, opponent) => self.set_ratings(own, opponent),
            Command::Rejected(feature) => self.rejected(&feature),
            Command::Protover(_) => self.say_features(),
            Command::Ping(token) => self.ping(token),
            Command::Quit => self.quit(),

            Command::New => self.new_game(),
            Command::Variant(name) => self.set_variant(&name),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::UserMove(text) => self.user_move(now, text),
            Command::Undo => self.take_back(1, "undo"),
            Command::Remove => self.take_back(2, "remove"),
            Command::Result(_) => self.result(),

            Command::Force => self.force(),
            Command::Go => self.go(now),
            Command::PlayOther => self.play_other(),
            Command::MoveNow => self.move_now(),
            Command::Draw => self.temper.draw_is_offered = true,
            Command::Hint => self.hint(),
            Command::Book => self.ask_book(),
            Command::Hard => self.ponders = true,
            Command::Easy => self.ponder_no_more(),
            Command::Pause => self.pause(now),
            Command::Resume => self.resume(now),

            Command::Analyze => self.analyze(),
            Command::Exit => self.exit(),
            Command::Status => self.ask_status(),
            Command::Exclude(moves) => self.exclude(moves),
            Command::Include(moves) => self.include(moves),

            Command::Level(control) => self.set_level(control),
            Command::MoveTime(limit) => self.clock.set_move_time(limit),
            Command::Depth(plies) => self.set_depth(plies),
            Command::NodesPerSecond(nodes) => self.clock.set_nodes_per_second(nodes),
            Command::OwnClock(remaining) => self.clock.tell(remaining),
            Command::Post => self.thinking.is_shown = true,
            Command::NoPost => self.thinking.is_shown = false,
            Command::Memory(mib) => self.effects.push(Effect::SetMemory(mib)),
            Command::Cores(cores) => self.set_cores(cores),
            Command::Option { name, value } => self.set_option(&name, value.as_deref()),

            Command::Personality => self.effects.push(Effect::AskPersonality),
            Command::Explain => self.explain(Asked::InWords),
            Command::Chessmaster(pairs) => self.set_chessmaster(&pairs),

            Command::Edit => {
                self.skips_edit_lines = true;
                self.refuse(Refusal::UnknownCommand, "edit");
            }
            Command::Malformed(text) => self.malformed(&text),
            Command::Unknown(text) => self.refuse(Refusal::UnknownCommand, &text),
        }
    }

    fn say(&mut self, reply: Reply) {
        self.effects.push(Effect::Say(reply));
    }

    fn refuse(&mut self, why: Refusal, text: &str) {
        self.say(Reply::Error {
            why,
            text: text.to_owned(),
        });
    }

    /// Text beside the protocol, for front ends that take it.
    fn comment_lines<'t>(&mut self, lines: impl Iterator<Item = &'t str>) {
        if self.comments_are_welcome {
            for line in lines {
                self.say(Reply::Comment(line.to_owned()));
            }
        }
    }

    fn ping(&mut self, token: String) {
        if let Some(explaining) = &mut self.explaining {
            return explaining.pongs.push(token);
        }
        match &mut self.mode {
            Mode::Thinking { pongs, .. } | Mode::Paused(Standstill::Thinking { pongs }) => {
                pongs.push(token);
            }
            _ => self.say(Reply::Pong(token)),
        }
    }

    fn say_pongs(&mut self, pongs: Vec<String>) {
        let pongs = pongs
            .into_iter()
            .map(|token| Effect::Say(Reply::Pong(token)));
        self.effects.extend(pongs);
    }

    fn quit(&mut self) {
        self.effects.extend([Effect::Stop, Effect::Quit]);
    }

    /// Ends whatever search is running, so that nothing will be heard of it, answers the pings
    /// that waited for its move, and leaves force mode behind. Returns the colour that the
    /// engine played.
    fn interrupt(&mut self) -> Option<Color> {
        self.explain_no_more();
        match std::mem::replace(&mut self.mode, Mode::Force) {
            Mode::Force | Mode::Paused(Standstill::Force | Standstill::Analysing) => None,
            Mode::Waiting { engine, .. } | Mode::Paused(Standstill::Waiting { engine, .. }) => {
                Some(engine)
            }
            Mode::Pondering { engine, .. } => {
                self.effects.push(Effect::Stop);
                Some(engine)
            }
            Mode::Thinking { pongs, .. } => {
                self.effects.push(Effect::Stop);
                self.say_pongs(pongs);
                self.side_to_move()
            }
            Mode::Paused(Standstill::Thinking { pongs }) => {
                self.say_pongs(pongs);
                self.side_to_move()
            }
            Mode::Analysing { search } => {
                self.effects.extend(search.map(|_| Effect::Stop));
                None
            }
        }
    }

    fn side_to_move(&self) -> Option<Color> {
        self.game
            .as_ref()
            .map(|game| game.position().side_to_move())
    }

    fn next_search(&mut self) -> SearchId {
        self.last_search = SearchId(self.last_search.0 + 1);
        self.last_search
    }

    fn spell(&self, position: &Position, mv: Move) -> Spelled {
        let text = match self.variant {
            Variant::Normal => position.coordinate(mv),
            Variant::Fischerandom => position.coordinate_960(mv),
        };
        Spelled { mv, text }
    }
}

/// Whether a command acts on the game, so that a pause cannot go on.
fn ends_pause(command: &Command) -> bool {
    matches!(
        command,
        Command::New
            | Command::Variant(_)
            | Command::SetBoard(_)
            | Command::UserMove(_)
            | Command::Undo
            | Command::Remove
            | Command::Result(_)
            | Command::Force
            | Command::Go
            | Command::PlayOther
            | Command::MoveNow
            | Command::Analyze
            | Command::Exit
            | Command::Exclude(_)
            | Command::Include(_)
    )
}
