//! What a search thread keeps from move to move of a game.

use crate::board::Color;
use crate::evaluation::{EvaluationWeights, Evaluator};
use crate::search::correction_history::CorrectionHistory;
use crate::search::histories::Histories;
use crate::search::killer_moves::KillerMoves;
use crate::search::parameters::SearchParameters;
use crate::search::reductions::ReductionTable;

/// The histories, the parameters and the evaluator of one thread.
#[derive(Debug)]
pub struct SearchThread {
    pub(super) parameters: SearchParameters,
    pub(super) killers: KillerMoves,
    pub(super) histories: Histories,
    pub(super) corrections: CorrectionHistory,
    pub(super) reductions: ReductionTable,
    pub(super) evaluator: Evaluator,
}

impl SearchThread {
    /// A thread with empty histories.
    pub fn new() -> SearchThread {
        SearchThread::with_parameters(SearchParameters::default())
    }

    /// A thread that searches with other parameters than the default ones, for tuning.
    pub fn with_parameters(parameters: SearchParameters) -> SearchThread {
        let reductions = ReductionTable::new(&parameters);
        SearchThread {
            parameters,
            killers: KillerMoves::new(),
            histories: Histories::new(),
            corrections: CorrectionHistory::new(),
            reductions,
            evaluator: Evaluator::new(EvaluationWeights::neutral(), Color::White),
        }
    }

    /// Forgets the game. The next search is the same as a new thread's.
    pub fn forget(&mut self) {
        self.histories = Histories::new();
        self.corrections = CorrectionHistory::new();
    }
}

impl Default for SearchThread {
    fn default() -> SearchThread {
        SearchThread::new()
    }
}
