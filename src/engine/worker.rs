//! The search thread: one that lasts from the engine's start to its end.
//!
//! Owns the tables and the [`SearchThread`], and does one job after the other in the order in which
//! they were given; that is what makes resizing safe. It must not know why a job was given.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::board::{Game, Move};
use crate::endgame::solve_at_leisure;
use crate::engine::explanation::Explanation;
use crate::engine::request::{PlayerProfile, SearchTools};
use crate::engine::tables::{Patience, Tables};
use crate::engine::{EngineEvent, SearchId, SearchOrder, SearchPurpose};
use crate::score::Score;
use crate::search::{
    SearchControl, SearchObserver, SearchOutcome, SearchProgress, SearchReport, SearchThread,
};

/// The search thread's stack: a tree of full depth with its move lists fits several times over.
const STACK_BYTES: usize = 16 << 20;

/// A search and everything that it needs beside the table.
pub(super) struct Assignment {
    pub order: SearchOrder,
    pub control: Arc<SearchControl>,
    pub player: PlayerProfile,
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
            if order.purpose != SearchPurpose::Analyse {
                self.explain(order, None);
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
            player,
        } = assignment;
        if let Some(mv) = player.book_move(order) {
            self.explain(order, Some(Explanation::from_book(order, player, mv)));
            return unsearched(Some(mv), control);
        }
        let mut messenger = Messenger {
            id: order.id,
            events: &mut self.events,
            progress: &self.progress,
        };
        let tools = SearchTools {
            thread: &mut self.thread,
            helpers: &mut self.helpers,
            table: self.tables.at_hand(patience(order)),
            control,
        };
        let decision = player.search(order, tools, &mut messenger);
        if order.purpose != SearchPurpose::Analyse {
            let explanation = Explanation::of(&order.game, &player.personality, &decision);
            log_decision(order, explanation.as_ref(), &decision.outcome);
            self.explain(order, explanation);
        }
        decision.outcome
    }

    fn explain(&mut self, order: &SearchOrder, explanation: Option<Explanation>) {
        (self.events)(EngineEvent::Explained(order.id, explanation.map(Box::new)));
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

/// One line for each move: the move, its score and bonus, the runner-up and the work done.
fn log_decision(order: &SearchOrder, explanation: Option<&Explanation>, outcome: &SearchOutcome) {
    let Some(explanation) = explanation else {
        return;
    };
    let runner_up = explanation.runner_up();
    log::info!(
        "{:?}: {}; {} nodes in {:.3} s{}",
        order.purpose,
        explanation.remark(),
        outcome.nodes,
        outcome.elapsed.as_secs_f64(),
        runner_up.map_or_else(String::new, |move_text| format!("; then {move_text}"))
    );
}

/// Carries a search's news to the engine's owner.
struct Messenger<'a> {
    id: SearchId,
    events: &'a mut Events,
    progress: &'a SharedProgress,
}

impl SearchObserver for Messenger<'_> {
    fn report(&mut self, report: SearchReport) {
        (self.events)(EngineEvent::Report(self.id, report));
    }

    fn progress(&mut self, progress: SearchProgress) {
        let mut latest = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        *latest = Some((self.id, progress));
    }
}
