//! The engine: everything that lasts longer than one search.
//!
//! Owns the transposition table, the search thread, the personality, the roster, the seed of the
//! game and the typed list of options. It performs what a conversation decides and never blocks:
//! results arrive later as [`EngineEvent`]s. It must not know protocols, clocks on the wall of a
//! GUI, or whose turn it is.

mod explanation;
mod memory;
pub mod options;
pub mod request;
mod tables;
mod worker;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use thiserror::Error;

use crate::board::{Game, Move, Position};
use crate::endgame::{Tablebase, TablebaseError};
use crate::personality::{
    Adjustments, ChessmasterSettings, Parameter, Personality, PersonalityError, Roster, SaveError,
};
use crate::search::{
    SearchControl, SearchLimits, SearchOutcome, SearchProgress, SearchReport, TimeBudget,
};

use options::{EngineSettings, OptionTable};
use request::PlayerProfile;
use worker::{Assignment, Worker};

pub use explanation::{Concession, ExplainedMove, ExplainedSearch, Explanation};
pub use memory::{DEFAULT_HASH_MIB, LEAST_HASH_MIB};

/// More threads than this are not started, whatever is asked for.
pub const MOST_THREADS: usize = 64;

/// The engine's name and version, without its character.
pub const NAME: &str = concat!("Masque ", env!("CARGO_PKG_VERSION"));

/// Which search an order started and an event belongs to; later searches have larger numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(pub u64);

/// Why a search is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPurpose {
    /// To move.
    Play,
    /// To be ready when the opponent makes the expected move.
    Ponder,
    /// To show what it thinks.
    Analyse,
    /// To say what it would play, and why.
    Explain,
}

/// Whose taste and judgement a search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchAs {
    /// The loaded personality's.
    Personality,
    /// Nobody's.
    Neutral,
}

/// A search to be started.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOrder {
    /// Returns with each of its events.
    pub id: SearchId,
    /// The game up to the position to be searched.
    pub game: Game,
    /// Where the search ends by itself.
    pub limits: SearchLimits,
    /// Its clock, which starts when the order is given; `None` runs until limits or a stop.
    pub budget: Option<TimeBudget>,
    /// Why it is made.
    pub purpose: SearchPurpose,
    /// In character or not.
    pub search_as: SearchAs,
    /// The moves to choose from; empty means all.
    pub root_moves: Vec<Move>,
    /// How many best lines to report, at least 1.
    pub lines: usize,
    /// Whether a move may come from the character's memory instead of a search.
    pub may_play_book: bool,
}

impl SearchOrder {
    /// An order in character without a clock: all root moves, one line, nothing from the book.
    pub fn new(game: Game, limits: SearchLimits, purpose: SearchPurpose) -> SearchOrder {
        SearchOrder {
            id: SearchId::default(),
            game,
            limits,
            budget: None,
            purpose,
            search_as: SearchAs::Personality,
            root_moves: Vec::new(),
            lines: 1,
            may_play_book: false,
        }
    }
}

/// News from the search thread.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineEvent {
    /// A better or deeper line.
    Report(SearchId, SearchReport),
    /// Just before the end of every search but an analysis: why it comes to its move, where it
    /// came far enough to say so.
    Explained(SearchId, Option<Box<Explanation>>),
    /// The end of a search; every order gets exactly one.
    Finished(SearchId, SearchOutcome),
}

/// Which personality to play with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonalityChoice {
    /// One of the roster, by name.
    Named(String),
    /// A TOML file of the user's.
    File(PathBuf),
}

/// What an engine starts with.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// Transposition table size; allocated when it is first needed.
    pub hash_mib: usize,
    /// The character to begin with.
    pub personality: Personality,
    /// The characters to choose from.
    pub roster: Roster,
    /// The values that the option list begins with.
    pub settings: EngineSettings,
    /// Where tablebases are looked for at the start.
    pub tablebase_directories: Vec<PathBuf>,
}

impl Default for EngineConfig {
    fn default() -> EngineConfig {
        EngineConfig {
            hash_mib: DEFAULT_HASH_MIB,
            personality: Personality::neutral(),
            roster: Roster::built_in(),
            settings: EngineSettings::default(),
            tablebase_directories: Vec::new(),
        }
    }
}

/// Why a personality could not be chosen; the one before stays.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct ChoiceRefused(#[from] PersonalityError);

/// The engine; see the module for what it owns.
pub struct Engine {
    worker: Worker,
    running: Option<Arc<SearchControl>>,
    /// The position of the last search that was started.
    searched: Option<Position>,
    /// The character as it was chosen.
    base: Arc<Personality>,
    /// What somebody has set otherwise about it.
    adjustments: Adjustments,
    /// What Chessmaster's commands have set; the adjustments come on top.
    chessmaster: ChessmasterSettings,
    /// The character that comes of all this.
    personality: Arc<Personality>,
    /// The character the engine was started with, which need not be on the roster.
    first_personality: Arc<Personality>,
    roster: Roster,
    settings: EngineSettings,
    game_seed: u64,
    tablebase: Arc<Tablebase>,
    rating_lead: i32,
}

impl Engine {
    /// Starts the search thread. `events` is called on that thread and should only pass them on.
    pub fn new(
        config: EngineConfig,
        events: impl FnMut(EngineEvent) + Send + 'static,
    ) -> std::io::Result<Engine> {
        let personality = Arc::new(config.personality);
        log::info!("personality: {}", personality.title());
        let mut engine = Engine {
            worker: Worker::spawn(memory::within_reach(config.hash_mib), Box::new(events))?,
            running: None,
            searched: None,
            first_personality: Arc::clone(&personality),
            base: Arc::clone(&personality),
            adjustments: Adjustments::new(),
            chessmaster: ChessmasterSettings::default(),
            personality,
            roster: config.roster,
            settings: config.settings,
            game_seed: 0,
            tablebase: Arc::default(),
            rating_lead: 0,
        };
        engine.draw_seed();
        if !config.tablebase_directories.is_empty() {
            engine.open_tablebases(&config.tablebase_directories);
        }
        Ok(engine)
    }

    /// Starts a search that was asked for at a moment, from which its clock runs; one that is still
    /// running is stopped and its events still come.
    pub fn start(&mut self, asked: Instant, mut order: SearchOrder) {
        self.stop();
        self.searched = Some(order.game.position().clone());
        if order.search_as == SearchAs::Personality {
            order.budget = order.budget.map(|budget| self.paced(budget));
        }
        let control = Arc::new(SearchControl::started_at(asked, order.budget));
        self.running = Some(Arc::clone(&control));
        self.worker.search(Assignment {
            order,
            control,
            player: PlayerProfile {
                personality: Arc::clone(&self.personality),
                seed: self.game_seed,
                rating_lead: self.rating_lead,
                repetition: self.settings.repetition,
                tablebase: Arc::clone(&self.tablebase),
            },
        });
    }

    /// Ends the running search, if any; its outcome still comes.
    pub fn stop(&mut self) {
        if let Some(control) = &self.running {
            control.stop();
        }
    }

    /// The expected move was made, at a moment: the running search gets its clock.
    pub fn ponder_hit(&mut self, hit: Instant, budget: TimeBudget) {
        if let Some(control) = &self.running {
            control.start_clock(hit, self.paced(budget));
        }
    }

    /// What the character takes of a budget for the position that is searched.
    fn paced(&self, budget: TimeBudget) -> TimeBudget {
        let searched = self.searched.as_ref();
        searched.map_or(budget, |position| {
            self.personality.paced(budget, position, self.game_seed)
        })
    }

    /// What the character remembers of a position: each move with its chance in permille.
    pub fn remembered(&self, position: &Position) -> Vec<(Move, u32)> {
        self.personality.opening_book().chances_permille(position)
    }

    /// Where the latest search stands, if it has begun with a root move.
    pub fn progress(&self) -> Option<(SearchId, SearchProgress)> {
        self.worker.progress()
    }

    /// Forgets the old game and draws a new seed.
    pub fn new_game(&mut self) {
        self.rating_lead = 0;
        self.draw_seed();
        self.worker.new_game();
    }

    /// Looks for tablebases in these directories and returns what was found, line by line: broken
    /// files, then how many are sound. Where nothing is found those at hand stay, and only the log
    /// says so, for GUIs name directories that need not exist.
    pub fn open_tablebases(&mut self, directories: &[PathBuf]) -> Vec<String> {
        let (tablebase, errors) = Tablebase::open(directories);
        for error in &errors {
            log::warn!("tablebases: {error}");
        }
        let is_broken = |error: &&TablebaseError| matches!(error, TablebaseError::Broken { .. });
        let broken = errors.iter().filter(is_broken);
        let mut lines: Vec<String> = broken.map(TablebaseError::to_string).collect();
        if !tablebase.is_empty() {
            let (results, distances) = tablebase.counts();
            let men = tablebase.largest_men();
            lines.push(format!(
                "tablebases: {results} with results and {distances} with distances, up to {men} men"
            ));
            log::info!("{}", lines[lines.len() - 1]);
            self.tablebase = Arc::new(tablebase);
        }
        lines
    }

    /// The engine is rated so many points above its opponent in this game.
    pub fn set_rating_lead(&mut self, points: i32) {
        self.rating_lead = points;
    }

    /// The seed of all randomness from the next game on; `None` draws one from the clock for each
    /// game. The current game's seed changes too, so that a seed may be set at any time.
    pub fn set_seed(&mut self, seed: Option<u64>) {
        self.settings.seed = seed;
        self.draw_seed();
    }

    fn draw_seed(&mut self) {
        self.game_seed = self.settings.seed.unwrap_or_else(|| {
            let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
            since_epoch.map_or(1, |elapsed| elapsed.as_nanos() as u64)
        });
        log::debug!("seed of the game: {}", self.game_seed);
    }

    /// Gives the tables a new size, when the running search has ended. Sizes out of reach are
    /// brought within it.
    pub fn set_hash_mib(&mut self, size_mib: usize) {
        self.worker.resize(memory::within_reach(size_mib));
    }

    /// How many threads search together from the next search on, at least 1 and at most
    /// [`MOST_THREADS`].
    pub fn set_threads(&mut self, threads: usize) {
        self.worker.employ(threads.clamp(1, MOST_THREADS));
    }

    /// Chooses the personality of the searches to come and returns its title.
    pub fn choose(&mut self, choice: &PersonalityChoice) -> Result<&str, ChoiceRefused> {
        let personality = match choice {
            PersonalityChoice::Named(name) if *name == self.first_personality.name() => {
                Arc::clone(&self.first_personality)
            }
            PersonalityChoice::Named(name) => Arc::new(self.roster.find(name)?.clone()),
            PersonalityChoice::File(path) => Arc::new(self.roster.load(&path.to_string_lossy())?),
        };
        self.base = personality;
        Ok(self.compose())
    }

    /// Sets a number of the character otherwise, whoever is chosen, or leaves it as the
    /// personality says. Returns the title of what comes of it.
    pub fn adjust(&mut self, parameter: Parameter, value: Option<i32>) -> &str {
        match value {
            Some(value) => self.adjustments.insert(parameter, value),
            None => self.adjustments.remove(&parameter),
        };
        self.compose()
    }

    /// Plays with Chessmaster's settings on top of the character; adjustments go over them.
    /// Returns the title of what comes of it.
    pub fn set_chessmaster(&mut self, settings: ChessmasterSettings) -> &str {
        for (key, value) in settings.without_effect() {
            log::info!("cm_parm {key}={value} is kept, has no effect yet");
        }
        for (key, value) in settings.held_back() {
            log::info!("cm_parm {key}={value} is more than a personality may have");
        }
        self.chessmaster = settings;
        self.compose()
    }

    /// The character in force from what was chosen and what was set.
    fn compose(&mut self) -> &str {
        let mut adjustments = self.chessmaster.adjustments(&self.base);
        adjustments.extend(&self.adjustments);
        self.personality = Arc::new(self.base.adjusted(&adjustments));
        let set = adjustments.iter();
        let set: Vec<String> = set
            .map(|(what, value)| format!(" {}={value}", what.name()))
            .collect();
        log::info!("personality: {}{}", self.personality.title(), set.concat());
        self.personality.title()
    }

    /// Writes the character in force to a file.
    ///
    /// # Errors
    ///
    /// See [`Personality::save`].
    pub fn save_personality(&self, path: &Path) -> Result<(), SaveError> {
        self.personality.save(path)
    }

    /// The personality of the searches to come.
    pub fn personality(&self) -> &Personality {
        &self.personality
    }

    /// The personalities to choose from.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// Every option with its present value.
    pub fn options(&self) -> OptionTable {
        let mut names: Vec<String> = self.roster.names().map(str::to_owned).collect();
        let first = self.first_personality.name();
        if !names.iter().any(|name| name == first) {
            names.insert(0, first.to_owned());
        }
        OptionTable::new(names, self.base.name(), self.settings.clone())
    }
}

impl Drop for Engine {
    /// Stops the search without waiting for its thread: leaving must not depend on how long an
    /// allocation takes. The thread ends by itself when it finds nobody at the other end.
    fn drop(&mut self) {
        self.stop();
    }
}
