//! The node: alpha-beta below the root, as the list of its steps (fail-soft).
//!
//! Scores are objective here; the bonus of a root move is unknown below the root.

use std::ops::ControlFlow;

use crate::board::Position;
use crate::score::{MAX_PLY, Score};
use crate::search::fifty_move::halfmoves_left;
use crate::search::node_info::{NodeInfo, NodeTask};
use crate::search::repetition::RepetitionStatus;
use crate::search::searcher::Searcher;
use crate::search::table_entry::TableEntry;

impl Searcher<'_> {
    /// The score of a position from its side to move. It means nothing once
    /// [`Searcher::stopped`] is set.
    pub(super) fn node(&mut self, position: &Position, mut task: NodeTask) -> Score {
        // Check extension: an evasion is no quiet move, so that quiescence search waits for the
        // position after it.
        if position.in_check() {
            task.depth_plies = task.depth_plies.max(1);
        }

        // Quiescence search: no depth is left, so only captures and promotions are searched, until
        // the evaluation can be trusted.
        if task.depth_plies <= 0 {
            return self.quiescence(position, task);
        }

        // Limits and draws: the search may have to end here, and repetitions, the fifty-move rule
        // and insufficient material need no search.
        let repetition = match self.enter_node(position, task.ply) {
            ControlFlow::Continue(repetition) => repetition,
            ControlFlow::Break(score) => return score,
        };

        // Mate distance pruning: a shorter mate has been found already, so nothing from here can
        // change the score of the root.
        if !task.mate_distance_pruning() {
            return task.window.alpha;
        }

        // Transposition table: an earlier search of the position may answer this one; its move is
        // searched first otherwise.
        let table_entry = self.probe_table(position, task.ply);
        if let Some(score) = self.table_cutoff(position, table_entry, repetition, &task) {
            return score;
        }

        // Tablebases: an ending that they cover has a known result, so that no search is needed
        // below it.
        if let Some(score) = self.tablebase_score(position, &task) {
            return score;
        }

        // Static evaluation: most steps below compare it with the window, to tell hopeless and won
        // positions without a search.
        let node = self.node_info(position, &task, repetition, table_entry);

        // Hindsight: the evaluation shows what the last move gained or lost, which teaches the
        // history and reduces bad moves further.
        if let Some(loss_cp) = self.loss_by_last_move_cp(task.ply) {
            self.update_history_by_evaluation(position, task.ply, loss_cp);
            task.depth_plies -= self.hindsight_reduction_plies(&task, loss_cp);
        }

        // Reverse futility pruning: the evaluation is so far above beta that a shallow search will
        // hardly bring it down.
        if let Some(score) = self.reverse_futility_pruning(&task, &node) {
            return score;
        }

        // Null move pruning: the position is so good that even passing fails high, so a real move
        // will, too.
        if let Some(score) = self.null_move_pruning(position, &task, &node) {
            return score;
        }

        // Internal iterative reduction: a node that should fail high and has no move from an earlier
        // search is searched less deeply, for it will have one the next time.
        task.depth_plies -= self.iterative_reduction_plies(&task, &node);

        // The moves: principal variation search, with extensions, reductions and pruning of single
        // moves.
        self.search_moves(position, &task, &node)
    }

    /// Counts the node, and breaks with a score when the search has to end, the rules make a draw or
    /// the line is too long. Otherwise it tells whether the position is a repetition.
    #[inline]
    pub(super) fn enter_node(
        &mut self,
        position: &Position,
        ply: usize,
    ) -> ControlFlow<Score, RepetitionStatus> {
        self.pv_table.clear(ply);
        if self.count_node(ply) {
            return ControlFlow::Break(Score::DRAW);
        }
        let repetition = self.repetition_policy.status(&self.keys, ply);
        if let RepetitionStatus::Draw { rests_on_ply } = repetition {
            self.rests_on_ply = self.rests_on_ply.min(rests_on_ply);
            return ControlFlow::Break(self.repetition_score(ply, rests_on_ply));
        }
        let is_fifty_move_draw = position.is_fifty_move_draw() && !position.is_checkmate();
        if is_fifty_move_draw || position.is_insufficient_material() {
            return ControlFlow::Break(self.draw_score(ply));
        }
        if ply + 1 >= MAX_PLY {
            return ControlFlow::Break(self.evaluator.evaluate(position));
        }
        ControlFlow::Continue(repetition)
    }

    /// Everything that the steps need to know about the node before its moves are searched.
    #[inline]
    fn node_info(
        &mut self,
        position: &Position,
        task: &NodeTask,
        repetition: RepetitionStatus,
        table_entry: Option<TableEntry>,
    ) -> NodeInfo {
        let ply = task.ply;
        let in_check = position.in_check();
        let static_evaluation = if in_check {
            None
        } else {
            Some(self.static_evaluation(position, table_entry))
        };
        let corrected = static_evaluation.map(|evaluation| evaluation.corrected);
        self.stack[ply].static_evaluation = corrected;
        NodeInfo {
            in_check,
            repetition,
            static_evaluation,
            evaluation: corrected
                .map(|evaluation| self.evaluation_refined_by_table(evaluation, table_entry, ply)),
            improving: self.is_improving(ply),
            halfmoves_left: halfmoves_left(position.halfmove_clock()),
            table_entry,
        }
    }
}
