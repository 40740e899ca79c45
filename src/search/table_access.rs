//! How a node uses the transposition table (TT): its key, the table cutoff, and storing the result.

use crate::board::{Move, Piece, Position};
use crate::score::Score;
use crate::search::fifty_move::{fifty_move_salt, mate_beats_fifty_move_rule};
use crate::search::node_info::{NodeResult, NodeTask};
use crate::search::repetition::RepetitionStatus;
use crate::search::searcher::Searcher;
use crate::search::table_entry::TableEntry;
use crate::search::window::Bound;

impl Searcher<'_> {
    /// The position's key in the table. It covers everything that the score depends on.
    #[inline]
    pub(super) fn table_key(&self, position: &Position) -> u64 {
        let clock_salt = fifty_move_salt(position.halfmove_clock(), !self.is_selective());
        position.key() ^ self.table_salt ^ clock_salt
    }

    /// Starts to load the table's bucket for the position after a move that is about to be made.
    #[inline]
    pub(super) fn prefetch_child(&self, position: &Position, piece: Piece, mv: Move) {
        self.table
            .prefetch(position.likely_key_after(piece, mv) ^ self.table_salt);
    }

    /// The table's entry. There is none while a move is excluded, because the entry is about all
    /// moves.
    #[inline]
    pub(super) fn probe_table(&self, position: &Position, ply: usize) -> Option<TableEntry> {
        match self.stack[ply].excluded {
            None => self.table.probe(self.table_key(position)),
            Some(_) => None,
        }
    }

    /// Table cutoff: the table's score ends the node if it is deep enough and falls outside the
    /// window or is exact.
    ///
    /// There is none on the principal variation, which would lose its moves, unless an earlier game
    /// has taught the score; for a repetition, whose value depends on the path; and for a mate that
    /// the fifty-move rule may prevent. At full width the depth must be the same.
    #[inline]
    pub(super) fn table_cutoff(
        &self,
        position: &Position,
        table_entry: Option<TableEntry>,
        repetition: RepetitionStatus,
        task: &NodeTask,
    ) -> Option<Score> {
        if task.is_pv_node() {
            return self.learned_score(position, repetition, task);
        }
        let entry = table_entry?;
        let depth_plies = i32::from(entry.depth_plies);
        let is_deep_enough = match self.is_selective() {
            false => depth_plies == task.depth_plies,
            true => depth_plies >= task.depth_plies,
        };
        if !is_deep_enough
            || repetition == RepetitionStatus::Repeated
            || !mate_beats_fifty_move_rule(entry.score, position.halfmove_clock())
        {
            return None;
        }
        let score = entry.score.relative_to_root(task.ply);
        let cuts = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= task.window.beta,
            Bound::Upper => score <= task.window.alpha,
        };
        cuts.then_some(score)
    }

    /// The learned score of a node on the principal variation, where it is deep enough. It is an upper
    /// bound and taken for the value: nobody knows better yet.
    #[inline]
    fn learned_score(
        &self,
        position: &Position,
        repetition: RepetitionStatus,
        task: &NodeTask,
    ) -> Option<Score> {
        let learned = self.learned.find(position)?;
        let clock = position.halfmove_clock();
        let counts = i32::from(learned.depth_plies) >= task.depth_plies
            && repetition != RepetitionStatus::Repeated
            && fifty_move_salt(clock, false) == 0
            && mate_beats_fifty_move_rule(learned.ceiling, clock);
        counts.then(|| learned.ceiling.relative_to_root(task.ply))
    }

    /// Stores a node's result and updates correction history. Of a score that depends on the path
    /// only the best move and the static evaluation are stored.
    pub(super) fn store_result(
        &mut self,
        position: &Position,
        task: &NodeTask,
        result: NodeResult,
    ) {
        let NodeResult {
            best,
            best_move,
            static_evaluation,
            depends_on_path,
            was_pv,
        } = result;
        let bound = if best >= task.window.beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let Some(evaluation) = static_evaluation {
            let depth_plies = task.depth_plies;
            self.update_correction_history(
                position,
                depth_plies,
                evaluation,
                best_move,
                best,
                bound,
            );
        }
        let evaluation = static_evaluation.map(|evaluation| evaluation.raw);
        let key = self.table_key(position);
        if depends_on_path {
            return self.table.store_without_score(key, best_move, evaluation);
        }
        self.table.store(
            key,
            TableEntry {
                best: best_move,
                score: best.relative_to_node(task.ply),
                evaluation,
                depth_plies: task.depth_plies.clamp(0, 255) as u8,
                bound,
                was_pv,
            },
        );
    }
}
