//! `Session`: the conversation between a front end and the engine as a pure state machine.
//!
//! A session keeps the game and the state of the conversation and decides everything: each
//! [`Event`] is answered with [`Effect`]s for others to perform. It reads no clock, no file and no
//! stream; the time comes with each event. xboard, a terminal and a chess server all feed the same
//! machine with typed commands.

mod analysis;
mod clock;
mod command;
mod conversation;
mod draws;
mod event;
mod explaining;
mod game;
mod learning;
mod personality;
mod play;
mod reply;
mod setup;
mod thinking;

use std::time::Duration;

use crate::board::{Color, Game, GameEnd, Move, Position};
use crate::engine::options::OptionTable;
use crate::engine::{Explanation, SearchId};
use crate::personality::ChessmasterSettings;
use crate::search::SearchOutcome;

use clock::Clock;
use draws::DrawState;
use explaining::{ExplanationForm, PendingExplanation};
use learning::GameNotes;
use thinking::Thinking;

pub use command::{ChessmasterPair, Command, GameTime, RootMoves};
pub use conversation::Conversation;
pub use event::{Effect, Event, Occasion, PersonalityInForce};
pub use reply::{
    AnalysisStatus, MoveRefusal, Refusal, Reply, SearchMeasures, Spelled, SpelledBookMove,
    ThinkingLine,
};

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
        since: Duration,
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
    /// It is paused.
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

/// A ponder search that was stopped before the opponent moved. Some clients stop it at every move, and
/// ask for a search of the same position when the expected move has come.
#[derive(Clone, Debug)]
struct StoppedPonder {
    /// The game after the expected move.
    game: Game,
    /// How long it was searched.
    time: Duration,
}

/// The state machine; see the description of the file.
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
    stopped_ponder: Option<StoppedPonder>,
    /// When the event came that is being answered; zero between events.
    now: Duration,
    thinking: Thinking,
    draw_state: DrawState,
    notes: GameNotes,
    /// By how much the engine is rated above its opponent; 0 when nobody says.
    rating_lead: i32,
    /// The opponent is a program.
    meets_computer: bool,
    /// The ending that was announced for the position on the board or those just before it.
    announced: Option<GameEnd>,
    /// Whether the front end takes comments.
    comments_are_welcome: bool,
    /// Whether the front end was told who plays, and wants to hear of a change.
    is_introduced: bool,
    /// The opponent sits at this front end, and words for it should not interrupt anybody.
    opponent_is_here: bool,
    /// A first game was asked for: from then on the settings are changed by a person.
    has_begun: bool,
    /// A personality was chosen, and the answer is still to come.
    is_choosing: bool,
    /// The explanation that is being searched for.
    explaining: Option<PendingExplanation>,
    /// The next own move is to be explained when it is made.
    explain_next: Option<ExplanationForm>,
    /// Why the engine made its last move.
    last_explanation: Option<Box<Explanation>>,
    chessmaster: ChessmasterSettings,
    options: OptionTable,
    character: String,
    /// The rating at which it plays; `None` is full strength.
    level_elo: Option<i32>,
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
            stopped_ponder: None,
            now: Duration::ZERO,
            thinking: Thinking::default(),
            draw_state: DrawState::default(),
            notes: GameNotes::default(),
            rating_lead: 0,
            meets_computer: false,
            announced: None,
            comments_are_welcome: true,
            is_introduced: false,
            opponent_is_here: false,
            has_begun: false,
            is_choosing: false,
            explaining: None,
            explain_next: None,
            last_explanation: None,
            chessmaster: ChessmasterSettings::default(),
            options,
            character: character.to_owned(),
            level_elo: None,
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
        self.now = now;
        match event {
            Event::Command(command) => self.obey(now, command),
            Event::Report(id, report) => self.show_report(now, id, report),
            Event::Progress(progress) => self.show_status(progress),
            Event::Finished(id, outcome) => self.finished(now, id, outcome),
            Event::PersonalityChosen(Ok(character)) => self.somebody_plays(character),
            Event::TablebasesOpened(lines) => self.comment_lines(lines.iter().map(String::as_str)),
            Event::PersonalityChosen(Err(message)) => {
                self.is_choosing = false;
                self.say(Reply::UserError(message));
            }
            Event::PersonalitySaved(Ok(path)) => {
                self.say(Reply::Note(format!(
                    "{} is saved in {path}",
                    self.character
                )));
            }
            Event::PersonalitySaved(Err(message)) => self.say(Reply::UserError(message)),
            Event::Personality(text) => self.comment_lines(text.lines()),
            Event::Summary(text) => self.say(Reply::Note(text)),
            Event::Book(known) => self.show_book(known),
            Event::Words(Some(words)) => self.speak_to_opponent(words),
            Event::Words(None) => {}
            Event::Explained(id, explanation) => self.explained(id, explanation),
            Event::EndOfInput => self.quit(),
        }
        self.now = Duration::ZERO;
        std::mem::take(&mut self.effects)
    }

    fn obey(&mut self, now: Duration, command: Command) {
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
            Command::Nothing | Command::OpponentClock(_) => {}
            Command::Ics(host) => self.opponent_is_here = host == "-",
            Command::Computer => self.meet_computer(),
            Command::Name(name) => self.notes.name(name),
            Command::TablebasePath(path) => self.set_tablebase_path(path),
            Command::Rating(own, opponent) => self.set_ratings(own, opponent),
            Command::WithoutComments => self.comments_are_welcome = false,
            Command::WithoutSearchMeasures => self.thinking.has_measures = false,
            Command::Introduce => self.introduce(),
            Command::Ping(token) => self.ping(token),
            Command::Quit => self.quit(),

            Command::New => self.new_game(),
            Command::Variant(name) => self.set_variant(&name),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::UserMove(text) => self.user_move(now, text),
            Command::Undo => self.take_back(1, "undo"),
            Command::Remove => self.take_back(2, "remove"),
            Command::Result(result) => self.result(result),

            Command::Force => self.force(),
            Command::Go => self.go(now),
            Command::PlayOther => self.play_other(),
            Command::MoveNow => self.move_now(),
            Command::Draw => self.draw_state.draw_is_offered = true,
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
            Command::Explain => self.explain(ExplanationForm::InNumbers),
            Command::Why => self.explain(ExplanationForm::InWords),
            Command::Chessmaster(pairs) => self.set_chessmaster(&pairs),

            Command::Malformed(text) => self.refuse(Refusal::BadArgument, &text),
            Command::Uci => self.refuse(Refusal::OtherProtocol, "uci"),
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

    /// Says lines of text for people, where the front end takes them.
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
        self.hand_over_notes(self.result_on_board());
        self.effects.extend([Effect::Stop, Effect::Quit]);
    }

    /// Ends whatever search is running, so that nothing will be heard of it, answers the pings
    /// that waited for its move, and leaves force mode behind. Returns the colour that the
    /// engine played.
    fn interrupt(&mut self) -> Option<Color> {
        self.explain_no_more();
        self.note_stopped_ponder();
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
