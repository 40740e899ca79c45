//! The engine: everything that lasts longer than one search.
//!
//! Owns the transposition table, the search thread, the personality, the roster, the seed of the
//! game and the typed list of options. It performs what a conversation decides and never blocks:
//! results arrive later as [`EngineEvent`]s. It must not know protocols, clocks on the wall of a
//! GUI, or whose turn it is.

mod explanation;
mod memory;
pub mod options;
mod tables;
mod worker;

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

use options::{OptionList, Settings};
use worker::{Assignment, Worker};

pub use explanation::{ExplainedMove, Explanation};
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
pub enum Purpose {
    /// To move.
    Play,
    /// To be ready when the opponent makes the expected move.
    Ponder,
    /// To show what it thinks.
    Analyse,
    /// To say of every move what the character makes of it.
    Explain {
        /// The move that was made in the position, if one was.
        made: Option<Move>,
    },
}

/// Whose taste and judgement a search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The loaded personality's.
    InCharacter,
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
    pub purpose: Purpose,
    /// In character or not.
    pub manner: Manner,
    /// The moves to choose from; empty means all.
    pub root_moves: Vec<Move>,
    /// How many best lines to report, at least 1.
    pub lines: usize,
    /// Whether a move may come from the character's memory instead of a search.
    pub may_recall: bool,
}

/// News from the search thread.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineEvent {
    /// A better or deeper line.
    Report(SearchId, SearchReport),
    /// Just before the end of a search for a move: why this one.
    Remark(SearchId, String),
    /// Just before the end of a search for an explanation: what came of it, if it came far enough.
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
    pub settings: Settings,
    /// Where tablebases are looked for at the start.
    pub tablebase_directories: Vec<PathBuf>,
}

impl Default for EngineConfig {
    fn default() -> EngineConfig {
        EngineConfig {
            hash_mib: DEFAULT_HASH_MIB,
            personality: Personality::neutral(),
            roster: Roster::built_in(),
            settings: Settings::default(),
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
    settings: Settings,
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
        if order.manner == Manner::InCharacter {
            order.budget = order.budget.map(|budget| self.paced(budget));
            let depths = [order.limits.depth_plies, self.personality.max_depth_plies()];
            order.limits.depth_plies = depths.into_iter().flatten().min();
        }
        let control = Arc::new(SearchControl::started_at(asked, order.budget));
        self.running = Some(Arc::clone(&control));
        self.worker.search(Assignment {
            order,
            control,
            personality: Arc::clone(&self.personality),
            seed: self.game_seed,
            repetition: self.settings.repetition,
            tablebase: Arc::clone(&self.tablebase),
            rating_lead: self.rating_lead,
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
        self.personality.memory().chances_permille(position)
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
    pub fn set_memory_mib(&mut self, size_mib: usize) {
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
    pub fn imitate(&mut self, settings: ChessmasterSettings) -> &str {
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
    pub fn options(&self) -> OptionList {
        let mut names: Vec<String> = self.roster.names().map(str::to_owned).collect();
        let first = self.first_personality.name();
        if !names.iter().any(|name| name == first) {
            names.insert(0, first.to_owned());
        }
        OptionList::new(names, self.base.name(), self.settings.clone())
    }
}

impl Drop for Engine {
    /// Stops the search without waiting for its thread: leaving must not depend on how long an
    /// allocation takes. The thread ends by itself when it finds nobody at the other end.
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    fn engine() -> (Engine, Receiver<EngineEvent>) {
        let (sender, events) = channel();
        let config = EngineConfig {
            hash_mib: 1,
            ..EngineConfig::default()
        };
        let engine = Engine::new(config, move |event| {
            let _ = sender.send(event);
        });
        (engine.unwrap(), events)
    }

    fn order(number: u64, depth_plies: Option<u32>) -> SearchOrder {
        SearchOrder {
            id: SearchId(number),
            game: Game::default(),
            limits: SearchLimits {
                depth_plies,
                nodes: None,
            },
            budget: None,
            purpose: Purpose::Play,
            manner: Manner::InCharacter,
            root_moves: Vec::new(),
            lines: 1,
            may_recall: true,
        }
    }

    fn finished(events: &Receiver<EngineEvent>) -> (SearchId, SearchOutcome) {
        loop {
            match events.recv_timeout(Duration::from_secs(20)).unwrap() {
                EngineEvent::Finished(id, outcome) => return (id, outcome),
                EngineEvent::Report(_, report) => assert!(!report.pv.is_empty()),
                EngineEvent::Remark(_, text) => assert!(!text.is_empty()),
                EngineEvent::Explained(_, explanation) => assert!(explanation.is_some()),
            }
        }
    }

    #[test]
    fn a_search_that_breaks_down_ends_with_a_legal_move() {
        let (sender, events) = channel();
        let mut is_first = true;
        let engine = Engine::new(EngineConfig::default(), move |event| {
            assert!(!std::mem::take(&mut is_first), "a failure for this test");
            let _ = sender.send(event);
        });
        let mut engine = engine.unwrap();
        for number in 1..=2 {
            engine.start(Instant::now(), order(number, Some(3)));
            let (id, outcome) = finished(&events);
            assert_eq!(id, SearchId(number));
            assert!(outcome.best.is_some());
            assert_eq!(outcome.nodes > 0, number == 2);
        }
    }

    #[test]
    fn every_order_finishes_once_and_in_order() {
        let (mut engine, events) = engine();
        engine.start(Instant::now(), order(1, None));
        engine.start(Instant::now(), order(2, None));
        engine.start(Instant::now(), order(3, Some(3)));
        for number in 1..=3 {
            let (id, outcome) = finished(&events);
            assert_eq!(id, SearchId(number));
            assert!(outcome.best.is_some());
        }
        assert!(events.try_recv().is_err());
    }

    #[test]
    fn a_ponder_hit_ends_an_endless_search() {
        let (mut engine, events) = engine();
        engine.start(Instant::now(), order(1, None));
        engine.ponder_hit(
            Instant::now(),
            TimeBudget {
                soft: Duration::from_millis(20),
                hard: Duration::from_millis(20),
            },
        );
        assert_eq!(finished(&events).0, SearchId(1));
        assert_eq!(engine.progress().map(|(id, _)| id), Some(SearchId(1)));
    }

    #[test]
    fn the_table_may_change_its_size_between_searches() {
        let (mut engine, events) = engine();
        engine.start(Instant::now(), order(1, None));
        engine.set_memory_mib(2);
        engine.new_game();
        engine.start(Instant::now(), order(2, Some(4)));
        assert_eq!(finished(&events).0, SearchId(1));
        assert_eq!(finished(&events).0, SearchId(2));
    }

    #[test]
    fn what_was_set_goes_over_whoever_is_chosen() {
        let (mut engine, _events) = engine();
        let castling = Parameter::Taste(crate::personality::Feature::Castling);
        let firebrand = PersonalityChoice::Named("firebrand".to_owned());
        let own = engine.roster().find("firebrand").unwrap().clone();
        assert_eq!(
            engine.adjust(castling, Some(33)),
            "Custom, based on Neutral"
        );
        assert_eq!(
            engine.choose(&firebrand).unwrap(),
            "Custom, based on The Firebrand"
        );
        let mut settings = ChessmasterSettings::default();
        settings.set("myq", 110).unwrap();
        settings.set("rnd", 40).unwrap();
        assert_eq!(engine.imitate(settings), "Custom, based on The Firebrand");
        assert_eq!(engine.personality().value_of(castling), 33);
        let randomness = Parameter::Taste(crate::personality::Feature::Randomness);
        assert_eq!(engine.personality().value_of(randomness), 40);
        assert_eq!(
            engine.adjust(randomness, Some(0)),
            "Custom, based on The Firebrand"
        );
        assert_eq!(engine.personality().value_of(randomness), 0);
        engine.adjust(randomness, None);
        engine.imitate(ChessmasterSettings::default());
        assert_eq!(engine.adjust(castling, None), "The Firebrand");
        assert_eq!(*engine.personality(), own);
    }

    #[test]
    fn an_explanation_comes_before_the_end() {
        let (mut engine, events) = engine();
        let mut explain = order(1, Some(3));
        explain.purpose = Purpose::Explain { made: None };
        explain.lines = 20;
        engine.start(Instant::now(), explain);
        let explained = std::iter::from_fn(|| events.recv().ok())
            .take_while(|event| !matches!(event, EngineEvent::Finished(..)))
            .find_map(|event| match event {
                EngineEvent::Explained(id, explanation) => Some((id, explanation)),
                _ => None,
            });
        let (id, explanation) = explained.unwrap();
        assert_eq!(id, SearchId(1));
        assert_eq!(explanation.unwrap().moves.len(), 20);
    }

    /// The nodes of the search for a first move, and the move.
    fn first_move(
        engine: &mut Engine,
        events: &Receiver<EngineEvent>,
        order: SearchOrder,
    ) -> (u64, String) {
        engine.start(Instant::now(), order);
        let (_, outcome) = finished(events);
        let best = outcome.best.map(|mv| Game::default().position().san(mv));
        (outcome.nodes, best.unwrap_or_default())
    }

    #[test]
    fn what_is_remembered_needs_no_search() {
        let (mut engine, events) = engine();
        let text = "[identity]\nname = 'it'\n[book]\nwhite = ['a4']\n[time]\nmax_depth_plies = 2";
        let personality = Personality::parse("it.toml", text).unwrap();
        engine.base = Arc::new(personality);
        engine.compose();
        let start = Game::default();
        let chances = engine.remembered(start.position());
        assert_eq!(chances.len(), 1);
        assert_eq!(chances[0].1, 1_000);
        let remembered = first_move(&mut engine, &events, order(1, Some(3)));
        assert_eq!(remembered, (0, "a4".to_owned()));
        // Neither who may not remember nor an analysis plays from memory.
        let mut searched = order(2, Some(3));
        searched.may_recall = false;
        assert!(first_move(&mut engine, &events, searched).0 > 0);
        let mut analysis = order(3, Some(3));
        analysis.purpose = Purpose::Analyse;
        assert!(first_move(&mut engine, &events, analysis).0 > 0);
        let mut neutral = order(4, Some(3));
        neutral.manner = Manner::Neutral;
        assert!(first_move(&mut engine, &events, neutral).0 > 0);
    }

    #[test]
    fn nobody_searches_deeper_than_it_does() {
        let (mut engine, events) = engine();
        let text = "[identity]\nname = 'it'\n[time]\nmax_depth_plies = 2";
        engine.base = Arc::new(Personality::parse("it.toml", text).unwrap());
        engine.compose();
        for (number, limit, expected) in [(1, None, 2), (2, Some(5), 2), (3, Some(1), 1)] {
            engine.start(Instant::now(), order(number, limit));
            assert_eq!(finished(&events).1.depth_plies, expected);
        }
    }

    #[test]
    fn a_refused_personality_leaves_the_old_one() {
        let (mut engine, _events) = engine();
        let nobody = PersonalityChoice::Named("nobody at all".to_owned());
        assert!(engine.choose(&nobody).is_err());
        let missing = PersonalityChoice::File("no/such/file.toml".into());
        assert!(engine.choose(&missing).is_err());
        assert_eq!(engine.personality().name(), "neutral");
    }
}
