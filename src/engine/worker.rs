//! The search thread, which lasts from the engine's start to its end.
//!
//! It does one job after the other in the order in which they were given, so that the transposition
//! table is never resized during a search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::board::{Game, Move};
use crate::endgame::solve_at_leisure;
use crate::engine::event::EngineEvent;
use crate::engine::explanation::Explanation;
use crate::engine::order::{SearchId, SearchOrder, SearchPurpose};
use crate::engine::request::{PlayerProfile, SearchTools};
use crate::engine::table_allocation::TableAllocator;
use crate::search::{
    SearchControl, SearchObserver, SearchOutcome, SearchProgress, SearchReport, SearchThread,
};
use crate::strength::{LevelChoice, MovePredictor};

/// The stack of the search thread: several times what a search of full depth needs.
const STACK_BYTES: usize = 16 << 20;

/// How long a search waits for the whole table on a running clock, so that it is reproducible.
const REPRODUCIBLE_PATIENCE: Duration = Duration::from_millis(50);

/// A search and everything that it needs besides the table.
pub(super) struct SearchJob {
    pub order: SearchOrder,
    pub control: Arc<SearchControl>,
    pub player: PlayerProfile,
}

/// How long a stop waits for who is taking his time, at most.
const WAITING_STEP: Duration = Duration::from_millis(10);

enum WorkerJob {
    Search(Box<SearchJob>),
    Resize(usize),
    /// With whether it is played at a level.
    NewGame(bool),
    SetThreads(usize),
}

type Events = Box<dyn FnMut(EngineEvent) + Send>;
type SharedProgress = Arc<Mutex<Option<(SearchId, SearchProgress)>>>;

/// The engine's handle of the search thread.
pub(super) struct Worker {
    jobs: Sender<WorkerJob>,
    progress: SharedProgress,
}

impl Worker {
    pub fn spawn(hash_mib: usize, events: Events) -> std::io::Result<Worker> {
        let (jobs, inbox) = channel();
        let progress = SharedProgress::default();
        let mut state = WorkerState {
            table: TableAllocator::new(hash_mib),
            thread: SearchThread::new(),
            helpers: Vec::new(),
            predictor: None,
            events,
            progress: Arc::clone(&progress),
        };
        thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || state.work(inbox))?;
        Ok(Worker { jobs, progress })
    }

    pub fn search(&self, job: SearchJob) {
        self.give(WorkerJob::Search(Box::new(job)));
    }

    pub fn resize(&self, hash_mib: usize) {
        self.give(WorkerJob::Resize(hash_mib));
    }

    pub fn new_game(&self, at_level: bool) {
        self.give(WorkerJob::NewGame(at_level));
    }

    /// From the next search on, `threads` threads search together.
    pub fn set_threads(&self, threads: usize) {
        self.give(WorkerJob::SetThreads(threads));
    }

    fn give(&self, job: WorkerJob) {
        if self.jobs.send(job).is_err() {
            log::error!("the search thread has ended");
        }
    }

    pub fn progress(&self) -> Option<(SearchId, SearchProgress)> {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the search thread keeps from job to job.
struct WorkerState {
    table: TableAllocator,
    thread: SearchThread,
    helpers: Vec<SearchThread>,
    predictor: Option<MovePredictor>,
    events: Events,
    progress: SharedProgress,
}

impl WorkerState {
    fn work(&mut self, inbox: Receiver<WorkerJob>) {
        for job in inbox {
            match job {
                WorkerJob::Search(job) => self.search(&job),
                WorkerJob::Resize(hash_mib) => self.table.resize(hash_mib),
                WorkerJob::NewGame(at_level) => self.new_game(at_level),
                WorkerJob::SetThreads(threads) => {
                    self.helpers
                        .resize_with(threads.saturating_sub(1), SearchThread::new);
                }
            }
        }
    }

    fn new_game(&mut self, at_level: bool) {
        if at_level {
            // Now, and not on the clock of the first move.
            self.predictor.get_or_insert_with(MovePredictor::new);
        }
        self.thread.forget();
        self.helpers.iter_mut().for_each(SearchThread::forget);
        self.table.prepare();
    }

    /// Carries out a search. The order is finished even when the search panics.
    fn search(&mut self, job: &SearchJob) {
        let SearchJob { order, control, .. } = job;
        let outcome = catch_unwind(AssertUnwindSafe(|| self.carry_out(job)));
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

    fn carry_out(&mut self, job: &SearchJob) -> SearchOutcome {
        let SearchJob {
            order,
            control,
            player,
        } = job;
        if let Some(mv) = player.book_move(order) {
            self.explain(order, Some(Explanation::from_book(order, player, mv)));
            take_time(player, order, control, None);
            return SearchOutcome::unsearched(Some(mv), control.elapsed());
        }
        let mut observer = EventSender {
            id: order.id,
            events: &mut self.events,
            progress: &self.progress,
        };
        let tools = SearchTools {
            thread: &mut self.thread,
            helpers: &mut self.helpers,
            predictor: &mut self.predictor,
            table: self.table.table(|| cannot_wait_for_table(order, control)),
            control,
        };
        let mut decision = player.search(order, tools, &mut observer);
        if order.purpose != SearchPurpose::Analyse {
            let explanation = Explanation::of(&order.game, &player.personality, &decision);
            log_decision(order, explanation.as_ref(), &decision.outcome);
            self.explain(order, explanation);
        }
        if decision.choice.is_some() {
            take_time(player, order, control, decision.choice.as_ref());
            // Otherwise the clock would take it for a delay on the way.
            decision.outcome.elapsed = control.elapsed();
        }
        decision.outcome
    }

    fn explain(&mut self, order: &SearchOrder, explanation: Option<Explanation>) {
        (self.events)(EngineEvent::Explained(order.id, explanation.map(Box::new)));
    }
}

/// Whether a search has to begin without the whole table: when it was stopped, and while a clock runs.
/// One that is limited in nodes or plies, so that it should be the same each time it is made, waits
/// as long as a table of usual size takes.
fn cannot_wait_for_table(order: &SearchOrder, control: &SearchControl) -> bool {
    let clock_runs = control.has_budget() || order.purpose == SearchPurpose::Play;
    let patience = match order.limits.are_reproducible() {
        true => REPRODUCIBLE_PATIENCE,
        false => Duration::ZERO,
    };
    control.is_stopped() || clock_runs && control.elapsed() >= patience
}

/// At a level, waits as long as a person would think about the choice; a stop ends it.
fn take_time(
    player: &PlayerProfile,
    order: &SearchOrder,
    control: &SearchControl,
    choice: Option<&LevelChoice>,
) {
    let is_person = player.level_for(order).is_some() && order.purpose == SearchPurpose::Play;
    let Some(for_a_move) = control.soft_limit().filter(|_| is_person) else {
        return;
    };
    let time = player.thinking_time(&order.game, choice, for_a_move);
    while control.elapsed() < time && !control.is_stopped() && !control.is_out_of_time() {
        thread::sleep(WAITING_STEP.min(time.saturating_sub(control.elapsed())));
    }
}

/// Any legal move, for a search that panicked: no move at all would lose the game.
fn any_move(game: &Game, allowed: &[Move], control: &SearchControl) -> SearchOutcome {
    let legal = game.position().legal_moves();
    SearchOutcome::unsearched(
        allowed.first().or(legal.first()).copied(),
        control.elapsed(),
    )
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

/// Passes the news of a search on to the engine's owner.
struct EventSender<'a> {
    id: SearchId,
    events: &'a mut Events,
    progress: &'a SharedProgress,
}

impl SearchObserver for EventSender<'_> {
    fn report(&mut self, report: SearchReport) {
        (self.events)(EngineEvent::Report(self.id, report));
    }

    fn progress(&mut self, progress: SearchProgress) {
        let mut latest = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        *latest = Some((self.id, progress));
    }
}
