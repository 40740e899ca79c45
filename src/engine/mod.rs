//! The engine: everything that lasts longer than one search.
//!
//! That is the search thread with the transposition table, the personality, the settings and the
//! seed of the game. The engine carries out what a session decides and never blocks: the results
//! of a search arrive later as [`EngineEvent`]s.

mod current_personality;
mod event;
mod explanation;
mod explanation_text;
mod explanation_words;
mod hash_size;
mod learning;
mod level_choice;
mod level_explanation;
mod level_play;
pub mod options;
mod order;
pub mod request;
mod table_allocation;
pub mod taste_phrases;
mod worker;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::board::Position;
use crate::book::KnownMove;
use crate::endgame::{Tablebase, TablebaseError};
use crate::learning::GameReport;
use crate::personality::{
    ChessmasterSettings, DrawPolicy, NumberKey, Parameter, Personality, PlayingStrength, Roster,
    SaveError,
};
use crate::search::{SearchControl, SearchProgress, TimeBudget};

use crate::strength::Level;

use current_personality::CurrentPersonality;
use learning::EngineLearning;
use options::{Choice, EngineSettings, OptionTable};
use request::PlayerProfile;
use worker::{SearchJob, Worker};

pub use current_personality::{ChoiceRefused, PersonalityChoice};
pub use event::EngineEvent;
pub use explanation::{Concession, ExplainedMove, ExplainedSearch, Explanation};
pub use hash_size::{DEFAULT_HASH_MIB, LEAST_HASH_MIB};
pub use level_choice::level_of;
pub use level_explanation::ExplainedLevel;
pub use order::{SearchAs, SearchId, SearchOrder, SearchPurpose};

/// The largest number of search threads.
pub const MOST_THREADS: usize = 64;

/// The engine's name and version, without its personality.
pub const NAME: &str = concat!("Masque ", env!("CARGO_PKG_VERSION"));

/// What an engine starts with.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// The size of the transposition table, which is allocated when it is first needed.
    pub hash_mib: usize,
    /// The personality to begin with.
    pub personality: Personality,
    /// The personalities to choose from.
    pub roster: Roster,
    /// The values that the option table begins with.
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

/// The engine; the module says what it holds.
pub struct Engine {
    worker: Worker,
    /// The stop flag and clock of the latest search.
    control: Option<Arc<SearchControl>>,
    /// The position of the latest search.
    searched: Option<Position>,
    personality: CurrentPersonality,
    settings: EngineSettings,
    game_seed: u64,
    tablebase: Arc<Tablebase>,
    /// By how many rating points the engine is above its opponent.
    rating_lead: i32,
    /// Whether the opponent is a program, or rated like one.
    meets_program: bool,
    /// The opponent's rating, where it was told, and what was learnt of it.
    opponent_elo: Option<i32>,
    learning: EngineLearning,
}

impl Engine {
    /// Starts the search thread. `events` is called on that thread and should only pass them on.
    pub fn new(
        config: EngineConfig,
        events: impl FnMut(EngineEvent) + Send + 'static,
    ) -> std::io::Result<Engine> {
        let hash_mib = hash_size::limited_to_machine(config.hash_mib);
        let mut engine = Engine {
            worker: Worker::spawn(hash_mib, Box::new(events))?,
            control: None,
            searched: None,
            personality: CurrentPersonality::new(config.personality, config.roster),
            learning: EngineLearning::off(config.settings.learning_file.clone()),
            settings: config.settings,
            game_seed: 0,
            tablebase: Arc::default(),
            rating_lead: 0,
            meets_program: false,
            opponent_elo: None,
        };
        engine.draw_seed();
        engine.learning.switch(engine.settings.learn);
        if !config.tablebase_directories.is_empty() {
            engine.open_tablebases(&config.tablebase_directories);
        }
        Ok(engine)
    }

    /// Starts a search that was asked for at the moment `asked`, from which its time counts. A
    /// search that is still running is stopped first, and its events still come.
    pub fn start(&mut self, asked: Instant, mut order: SearchOrder) {
        self.stop();
        self.searched = Some(order.game.position().clone());
        if order.search_as == SearchAs::Personality && order.purpose == SearchPurpose::Play {
            order.budget = order.budget.map(|budget| self.paced(budget));
        }
        let control = Arc::new(SearchControl::started_at(asked, order.budget));
        self.control = Some(Arc::clone(&control));
        self.worker.search(SearchJob {
            order,
            control,
            player: self.player(),
        });
    }

    /// Who plays now.
    fn player(&self) -> PlayerProfile {
        PlayerProfile {
            personality: Arc::clone(self.personality.get()),
            seed: self.game_seed,
            rating_lead: self.rating_lead,
            meets_program: self.meets_program,
            repetition: self.settings.repetition,
            evaluation: self.settings.evaluation,
            tablebase: Arc::clone(&self.tablebase),
            experience: self.learning.experience(),
            level: self.level(),
        }
    }

    /// The level of the searches to come; `None` is full strength.
    pub fn level(&self) -> Option<Level> {
        let personality = self.personality.get();
        let strength = self.settings.strength.unwrap_or(personality.strength());
        level_of(personality, strength, self.opponent_elo)
    }

    /// Stops the running search, if there is one; its outcome still comes.
    pub fn stop(&mut self) {
        if let Some(control) = &self.control {
            control.stop();
        }
    }

    /// The opponent made the expected move at the moment `hit`: from then on the running search has
    /// a time budget.
    pub fn ponder_hit(&mut self, hit: Instant, budget: TimeBudget) {
        if let Some(control) = &self.control {
            control.start_clock(hit, self.paced(budget));
        }
    }

    /// The part of a budget that the personality uses for the position that is searched.
    fn paced(&self, budget: TimeBudget) -> TimeBudget {
        let searched = self.searched.as_ref();
        searched.map_or(budget, |position| {
            let personality = self.personality.get();
            personality.paced(budget, position, self.game_seed)
        })
    }

    /// What the personality's opening book knows in a position.
    pub fn book_moves(&self, position: &Position) -> Vec<KnownMove> {
        let player = self.player();
        let book = player.personality.opening_book();
        book.known_moves(position, |mv| player.book_chance_permille(position, mv))
    }

    /// How far the latest search has come; `None` before it has begun with a root move.
    pub fn progress(&self) -> Option<(SearchId, SearchProgress)> {
        self.worker.progress()
    }

    /// Switches learning on or off.
    pub fn set_learning(&mut self, is_on: bool) {
        self.settings.learn = is_on;
        self.learning.switch(is_on);
    }

    /// Learns from a game, if learning is on. The file is written soon, on a thread of its own.
    pub fn learn(&self, played: &GameReport) {
        self.learning.learn(played, self.personality.get());
    }

    /// What a user should be told that went wrong since this was asked last.
    pub fn take_complaints(&mut self) -> Vec<String> {
        self.learning.take_complaints()
    }

    /// Forgets the old game (table, histories, opponent) and draws a new seed; takes what was learnt by
    /// now.
    pub fn new_game(&mut self) {
        self.rating_lead = 0;
        self.meets_program = false;
        self.opponent_elo = None;
        self.learning.refresh();
        self.draw_seed();
        self.worker.new_game(self.level().is_some());
    }

    /// Looks for tablebases in these directories and returns lines for the user: the broken files,
    /// then how many sound ones there are. When there are none, the tablebases in use stay and only
    /// the log says so, because GUIs name directories that need not exist.
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

    /// Says by how many rating points the engine is above its opponent in this game.
    pub fn set_rating_lead(&mut self, points: i32) {
        self.rating_lead = points;
    }

    /// Says how the opponent of this game is called and rated, where that is known. Who plays at its
    /// level is a little stronger or weaker by the results that were learnt.
    pub fn set_opponent(&mut self, name: Option<&str>, elo: Option<i32>) {
        let experience = self.learning.experience();
        let known = experience
            .zip(name)
            .and_then(|(known, name)| known.opponent(name));
        let offset = known.map_or(0, |summary| summary.level_offset());
        self.opponent_elo = elo.map(|elo| elo.saturating_add(offset));
    }

    /// Chooses how strong the searches to come play; `None` is as the personality says.
    pub fn set_strength(&mut self, strength: Option<PlayingStrength>) {
        self.settings.strength = strength;
    }

    /// Says whether the opponent of this game is a program, or a player rated like one.
    pub fn set_meets_program(&mut self, meets_program: bool) {
        self.meets_program = meets_program;
    }

    /// Sets the seed of all randomness, beginning with the current game. `None` draws one from the
    /// system's clock for each game.
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

    /// Gives the transposition table a new size as soon as the running search has ended. Sizes
    /// that the machine cannot hold are cut.
    pub fn set_hash_mib(&mut self, size_mib: usize) {
        self.worker.resize(hash_size::limited_to_machine(size_mib));
    }

    /// Sets how many threads search together (Lazy SMP) from the next search on, at least 1 and at
    /// most [`MOST_THREADS`].
    pub fn set_threads(&mut self, threads: usize) {
        self.worker.set_threads(threads.clamp(1, MOST_THREADS));
    }

    /// Chooses the personality of the searches to come.
    ///
    /// # Errors
    /// When it is not on the roster or its file is refused; the one before stays.
    pub fn choose(&mut self, choice: &PersonalityChoice) -> Result<(), ChoiceRefused> {
        self.personality.choose(choice)
    }

    /// Sets one number of the personality, whichever is chosen; `None` leaves it as the
    /// personality has it.
    pub fn adjust(&mut self, parameter: Parameter, value: Option<i32>) {
        self.personality.adjust(parameter, value);
    }

    /// Sets Chessmaster's parameters on top of the chosen personality; adjustments go over them.
    pub fn set_chessmaster(&mut self, settings: ChessmasterSettings) {
        self.personality.set_chessmaster(settings);
    }

    /// Writes the current personality to a file.
    ///
    /// # Errors
    ///
    /// See [`Personality::save`].
    pub fn save_personality(&self, path: &Path) -> Result<(), SaveError> {
        self.personality.get().save(path)
    }

    /// The personality of the searches to come.
    pub fn personality(&self) -> &Personality {
        self.personality.get()
    }

    /// Who plays as people should read it: the personality's title and its level.
    pub fn character(&self) -> String {
        let title = self.personality.get().title();
        match self.level() {
            Some(level) => format!("{title}, level {}", level.elo),
            None => title.to_owned(),
        }
    }

    /// How the personality treats draws and lost games, at its level.
    pub fn draws(&self) -> DrawPolicy {
        let mut draws = self.personality.get().draws();
        if let Some(level) = self.level() {
            let own_cp = draws.get(NumberKey::ResignBelow);
            if own_cp == NumberKey::ResignBelow.row().default {
                draws.set(NumberKey::ResignBelow, level.resigns_below_cp());
            }
        }
        draws
    }

    /// The personalities to choose from.
    pub fn roster(&self) -> &Roster {
        self.personality.roster()
    }

    /// Every option with its present value.
    pub fn options(&self) -> OptionTable {
        let label = |who: &Personality| Choice::new(who.name(), &who.title_with_level());
        OptionTable::new(
            self.personality.choices().map(label).collect(),
            self.personality.chosen_name(),
            self.settings.clone(),
        )
    }
}

impl Drop for Engine {
    /// Stops the search without waiting for its thread: leaving must not depend on how long an
    /// allocation takes. The thread ends by itself when it finds nobody at the other end.
    fn drop(&mut self) {
        self.stop();
    }
}
