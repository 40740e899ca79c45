//! The search thread: one that lasts from the engine's start to its end.
//!
//! Owns the tables and the [`SearchThread`], and does one job after the other in the order in which
//! they were given; that is what makes resizing safe. It must not know why a job was given.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::board::{Game, Move};
use crate::endgame::{Prospects, ProvenMoves, Tablebase, solve_ahead, solve_at_leisure};
use crate::engine::explanation::{Explanation, Lines, Views, remark};
use crate::engine::tables::{Patience, Tables};
use crate::engine::{EngineEvent, Manner, Purpose, SearchId, SearchOrder};
use crate::evaluation::EvaluationWeights;
use crate::personality::{MoveTaste, Personality};
use crate::score::Score;
use crate::search::{
    RepetitionPolicy, RootBonus, SearchControl, SearchObserver, SearchOutcome, SearchProgress,
    SearchReport, SearchRequest, SearchThread, Selectivity, TranspositionTable,
    prospects_by_search, search_together,
};

/// The search thread's stack: a tree of full depth with its move lists fits several times over.
const STACK_BYTES: usize = 16 << 20;

/// A search and everything that it needs beside the table.
pub(super) struct Assignment {
    pub order: SearchOrder,
    pub control: Arc<SearchControl>,
    pub personality: Arc<Personality>,
    pub seed: u64,
    pub repetition: RepetitionPolicy,
    pub tablebase: Arc<Tablebase>,
    /// By how much the side that searches is rated above its opponent.
    pub rating_lead: i32,
}

enum Job {
    Search(Box<Assignment>),
    Resize(usize),
    NewGame,
    Employ(usize),
}

type Events = Box<dyn FnMut(EngineEvent) + Send>;
type SharedProgress = Arc<Mutex<Option<(SearchId, SearchProgress)>>>;

/// The engine's end of the thread.
pub(super) struct Worker {
    jobs: Sender<Job>,
    progress: SharedProgress,
}

impl Worker {
    pub fn spawn(hash_mib: usize, events: Events) -> std::io::Result<Worker> {
        let (jobs, inbox) = channel();
        let progress = SharedProgress::default();
        let mut bench = Bench {
            tables: Tables::new(hash_mib),
            thread: SearchThread::new(),
            helpers: Vec::new(),
            events,
            progress: Arc::clone(&progress),
        };
        thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || bench.work(inbox))?;
        Ok(Worker { jobs, progress })
    }

    pub fn search(&self, assignment: Assignment) {
        self.give(Job::Search(Box::new(assignment)));
    }

    pub fn resize(&self, hash_mib: usize) {
        self.give(Job::Resize(hash_mib));
    }

    pub fn new_game(&self) {
        self.give(Job::NewGame);
    }

    /// From the next search on, `threads` threads search together.
    pub fn employ(&self, threads: usize) {
        self.give(Job::Employ(threads));
    }

    fn give(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            log::error!("the search thread has ended");
        }
    }

    pub fn progress(&self) -> Option<(SearchId, SearchProgress)> {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the thread works with.
struct Bench {
    tables: Tables,
    thread: SearchThread,
    helpers: Vec<SearchThread>,
    events: Events,
    progress: SharedProgress,
}

impl Bench {
    fn work(&mut self, inbox: Receiver<Job>) {
        for job in inbox {
            match job {
                Job::Search(assignment) => self.search(&assignment),
                Job::Resize(hash_mib) => self.tables.resize(hash_mib),
                Job::NewGame => self.new_game(),
                Job::Employ(threads) => {
                    self.helpers
                        .resize_with(threads.saturating_sub(1), SearchThread::new);
                }
            }
        }
    }

    fn new_game(&mut self) {
        self.thread.forget();
        self.helpers.iter_mut().for_each(SearchThread::forget);
        self.tables.prepare();
    }

    /// Whatever breaks down on the way, the order is finished.
    fn search(&mut self, assignment: &Assignment) {
        let Assignment { order, control, .. } = assignment;
        let outcome = catch_unwind(AssertUnwindSafe(|| self.carry_out(assignment)));
        let outcome = outcome.unwrap_or_else(|_| {
            log::error!("the search failed in {}", order.game.position().fen());
            self.thread = SearchThread::new();
            if let Purpose::Explain { .. } = order.purpose {
                (self.events)(EngineEvent::Explained(order.id, None));
            }
            any_move(&order.game, &order.root_moves, control)
        });
        (self.events)(EngineEvent::Finished(order.id, outcome));
        solve_at_leisure(order.game.position());
    }

    fn carry_out(&mut self, assignment: &Assignment) -> SearchOutcome {
        let Assignment {
            order,
            control,
            personality,
            seed,
            repetition,
            tablebase,
            rating_lead,
        } = assignment;
        if let Some(mv) = recalled(order, personality, *seed) {
            return self.play_from_memory(order.id, mv, &order.game, control);
        }
        let mut request = SearchRequest {
            repetition: *repetition,
            ..request(order, Arc::clone(tablebase))
        };
        solve_ahead(&request.position);
        let table = self.tables.at_hand(patience(order));
        let mut views = Views {
            tastes: Vec::new(),
            proven_moves: proven_moves(&request, order.purpose),
        };
        if matches!(order.purpose, Purpose::Play | Purpose::Ponder) {
            request.proven_moves.clone_from(&views.proven_moves);
        }
        if order.manner == Manner::InCharacter {
            request.weights = personality.weights().clone();
            request.selectivity = personality.selectivity();
            request.contempt_cp = personality
                .draws()
                .contempt_cp(&request.position, *rating_lead);
            let known = views.proven_moves.as_ref();
            let prospects = prospects(&mut request, known, &mut self.thread, table, control);
            views.tastes = tastes(personality, &order.game, *seed, prospects.as_ref());
            request.bonus = views.bonus();
        }
        let mut messenger = Messenger {
            id: order.id,
            lines: Vec::new(),
            every_move: Lines::new(match order.purpose {
                Purpose::Explain { .. } => order.lines,
                Purpose::Play | Purpose::Ponder | Purpose::Analyse => 0,
            }),
            events: &mut self.events,
            progress: &self.progress,
        };
        let outcome = search_together(
            &request,
            &mut self.thread,
            &mut self.helpers,
            table,
            control,
            &mut messenger,
        );
        let news = match order.purpose {
            Purpose::Play | Purpose::Ponder => {
                let remark = remark(&order.game, &views.tastes, &outcome);
                log_outcome(order, remark.as_deref(), &outcome, &messenger.lines);
                remark.map(|text| EngineEvent::Remark(order.id, text))
            }
            Purpose::Explain { made } => {
                let lines = &messenger.every_move;
                let explanation = Explanation::of(&order.game, personality, &views, lines, made);
                Some(EngineEvent::Explained(order.id, explanation.map(Box::new)))
            }
            Purpose::Analyse => None,
        };
        if let Some(news) = news {
            (self.events)(news);
        }
        outcome
    }

    /// A move that needs no search.
    fn play_from_memory(
        &mut self,
        id: SearchId,
        mv: Move,
        game: &Game,
        control: &SearchControl,
    ) -> SearchOutcome {
        let text = format!("{}: from memory", game.position().san(mv));
        log::info!("{text}");
        (self.events)(EngineEvent::Remark(id, text));
        unsearched(Some(mv), control)
    }
}

/// What the character remembers of the position, where it may.
fn recalled(order: &SearchOrder, personality: &Personality, seed: u64) -> Option<Move> {
    let plays = matches!(order.purpose, Purpose::Play | Purpose::Ponder);
    let is_free = order.may_recall && order.root_moves.is_empty();
    match plays && is_free && order.manner == Manner::InCharacter {
        true => personality.memory().recall(order.game.position(), seed),
        false => None,
    }
}

/// Only a clock is a reason to hurry, and only where the search need not be the same each time.
fn patience(order: &SearchOrder) -> Patience {
    let counts = order.limits.depth_plies.is_some() || order.limits.nodes.is_some();
    match order.budget.is_some() && !counts {
        true => Patience::Hurries,
        false => Patience::Waits,
    }
}

/// The taste for each move; nothing, and no work, for who has none.
fn tastes(
    personality: &Personality,
    game: &Game,
    seed: u64,
    prospects: Option<&Prospects>,
) -> Vec<MoveTaste> {
    match prospects.is_some() || personality.tastes().next().is_some() {
        true => personality.explain_ending(game, seed, prospects),
        false => Vec::new(),
    }
}

/// What is left to play for, where the ending cannot be won: by tables, else by a shallow search
/// whose nodes count.
fn prospects(
    request: &mut SearchRequest,
    proven_moves: Option<&ProvenMoves>,
    thread: &mut SearchThread,
    table: &TranspositionTable,
    control: &SearchControl,
) -> Option<Prospects> {
    if let (Some(tablebase), Some(proven_moves)) = (&request.tablebase, proven_moves) {
        return Prospects::look_up(tablebase, &request.position, proven_moves);
    }
    let (prospects, nodes) = prospects_by_search(request, thread, table, control);
    if let Some(limit) = &mut request.limits.nodes {
        *limit = limit.saturating_sub(nodes).max(1);
    }
    prospects
}

/// What is known for certain of the moves, for whom it matters: analysis is a search's own view.
fn proven_moves(request: &SearchRequest, purpose: Purpose) -> Option<ProvenMoves> {
    let tablebase = request.tablebase.as_deref();
    match purpose {
        Purpose::Analyse => None,
        Purpose::Play | Purpose::Ponder | Purpose::Explain { .. } => {
            ProvenMoves::find(tablebase, &request.position, &request.history)
        }
    }
}

/// What is asked of the search, before any character and any table has its say.
fn request(order: &SearchOrder, tablebase: Arc<Tablebase>) -> SearchRequest {
    SearchRequest {
        proven_moves: None,
        position: order.game.position().clone(),
        history: order.game.key_history(),
        limits: order.limits,
        root_moves: order.root_moves.clone(),
        lines: order.lines.max(1),
        selectivity: Selectivity::NORMAL,
        repetition: RepetitionPolicy::default(),
        bonus: RootBonus::zero(),
        weights: EvaluationWeights::neutral(),
        contempt_cp: 0,
        tablebase: Some(tablebase).filter(|tablebase| !tablebase.is_empty()),
    }
}

/// What is left when a search breaks down: a game is not lost by a legal move that nobody chose.
fn any_move(game: &Game, allowed: &[Move], control: &SearchControl) -> SearchOutcome {
    let legal = game.position().legal_moves();
    unsearched(allowed.first().or(legal.first()).copied(), control)
}

/// A move of which no search knows anything.
fn unsearched(best: Option<Move>, control: &SearchControl) -> SearchOutcome {
    SearchOutcome {
        best,
        ponder: None,
        score: Score::DRAW,
        bonus_cp: 0,
        proven: None,
        tablebase_hits: 0,
        depth_plies: 0,
        nodes: 0,
        elapsed: control.elapsed(),
        root_moves: Vec::new(),
    }
}

fn log_outcome(
    order: &SearchOrder,
    remark: Option<&str>,
    outcome: &SearchOutcome,
    lines: &[SearchReport],
) {
    let (position, Some(remark)) = (order.game.position(), remark) else {
        return;
    };
    let runner_up = lines
        .iter()
        .find(|report| report.pv.first() != outcome.best.as_ref());
    log::info!(
        "{:?}: {remark}; {} nodes in {:.3} s{}",
        order.purpose,
        outcome.nodes,
        outcome.elapsed.as_secs_f64(),
        runner_up.map_or_else(String::new, |report| {
            let first = report.pv.first().map(|&mv| position.san(mv));
            format!(
                "; before it {} score {} bonus {} cp",
                first.unwrap_or_default(),
                report.score,
                report.bonus_cp
            )
        })
    );
}

/// Carries a search's news to the engine's owner.
struct Messenger<'a> {
    id: SearchId,
    /// The latest report of each first move, the newest first: the runner-up is among them.
    lines: Vec<SearchReport>,
    /// What a search that shows every move has come to.
    every_move: Lines,
    events: &'a mut Events,
    progress: &'a SharedProgress,
}

impl SearchObserver for Messenger<'_> {
    fn report(&mut self, report: SearchReport) {
        self.lines
            .retain(|line| line.pv.first() != report.pv.first());
        self.lines.insert(0, report.clone());
        self.every_move.take(&report);
        (self.events)(EngineEvent::Report(self.id, report));
    }

    fn progress(&mut self, progress: SearchProgress) {
        let mut latest = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        *latest = Some((self.id, progress));
    }
}
