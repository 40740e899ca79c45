//! Principal variation search (PVS, Tony Marsland and Murray Campbell 1982): the moves of a node, the
//! first with the full window, the others with a null window that only asks whether they are better.

use std::ops::ControlFlow;

use crate::board::{Move, Piece, Position};
use crate::score::Score;
use crate::search::histories::{HistoryContext, PieceTo};
use crate::search::history_update::TriedMoves;
use crate::search::move_picker::{MoveKind, MovePicker, PickedMove};
use crate::search::node_info::{NodeInfo, NodeResult, NodeTask};
use crate::search::reductions::LateMove;
use crate::search::repetition::{PathDependence, RepetitionStatus};
use crate::search::searcher::Searcher;
use crate::search::window::Window;

impl Searcher<'_> {
    /// Searches the moves of a node, the best first, and stores the result.
    pub(super) fn search_moves(
        &mut self,
        position: &Position,
        task: &NodeTask,
        node: &NodeInfo,
    ) -> Score {
        let table_move = node.table_entry.and_then(|entry| entry.best);
        let killers = self.killers.at(task.ply);
        let context = self.history_context(position, task.ply);
        self.stack[task.ply].attacked = context.attacked;
        let mut picker = MovePicker::all(position, table_move, killers, context);
        let excluded = self.stack[task.ply].excluded;
        let may_prune = self.may_prune_moves(task, node);
        let mut window = task.window;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut searched = 0;
        let mut tried = TriedMoves::default();
        let mut dependence = PathDependence::begin(&mut self.rests_on_ply);

        while let Some((mv, kind)) = picker.next(position, self.histories) {
            if Some(mv) == excluded {
                continue;
            }
            let number = searched + 1;
            let picked = self.picked_move(position, context, mv, kind, number);
            if may_prune
                && searched > 0
                && !best.is_loss()
                && self.prunes_move(position, task, node, window.alpha, &picked, &mut picker)
            {
                continue;
            }
            searched += 1;
            let score = self.search_picked_move(position, task, node, window, &picked);
            if self.stopped {
                return Score::DRAW;
            }
            dependence.add_move(&mut self.rests_on_ply, score >= window.beta);
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    window.alpha = score;
                    if task.is_pv_node() {
                        self.pv_table.update(task.ply, mv);
                    }
                }
            }
            if window.alpha >= window.beta {
                self.learn_from_cutoff(position, task, context, &picked, &tried);
                break;
            }
            tried.add(&picked);
        }
        let depends_on_path = dependence.end(&mut self.rests_on_ply, task.ply);
        if searched == 0 {
            return self.score_without_moves(task, node);
        }
        if excluded.is_none() {
            let result = NodeResult {
                best,
                best_move,
                static_evaluation: node.static_evaluation,
                depends_on_path: depends_on_path || node.repetition != RepetitionStatus::New,
                was_pv: task.is_pv_node() || node.was_pv(),
            };
            self.store_result(position, task, result);
        }
        best
    }

    /// A move with what pruning and reductions ask about it. The processor begins to load its entry of
    /// the transposition table.
    #[inline]
    fn picked_move(
        &self,
        position: &Position,
        context: HistoryContext,
        mv: Move,
        kind: MoveKind,
        number: usize,
    ) -> PickedMove {
        let piece = position.piece_on(mv.from).unwrap_or(Piece::Pawn);
        self.prefetch_child(position, piece, mv);
        PickedMove {
            mv,
            piece,
            kind,
            number,
            history: match kind {
                MoveKind::Quiet => self.histories.in_context(context).quiet_score(piece, mv),
                MoveKind::Tactical => {
                    let this = PieceTo::new(position.side_to_move(), piece, mv.to);
                    self.histories.tactical_score(position, this, mv)
                }
            },
        }
    }

    /// The score of a node without a legal move: mate or stalemate. If the only move is excluded, no
    /// other move is better than alpha.
    fn score_without_moves(&self, task: &NodeTask, node: &NodeInfo) -> Score {
        match (self.stack[task.ply].excluded, node.in_check) {
            (Some(_), _) => task.window.alpha,
            (None, true) => Score::mated_in(task.ply),
            (None, false) => self.draw_score(task.ply),
        }
    }

    /// Makes one move and searches the position after it, extended or reduced.
    #[inline]
    fn search_picked_move(
        &mut self,
        position: &Position,
        task: &NodeTask,
        node: &NodeInfo,
        window: Window,
        picked: &PickedMove,
    ) -> Score {
        let &PickedMove {
            mv,
            piece,
            kind,
            number,
            history,
        } = picked;
        let extension_plies = match self.singular_extension(position, task, node, mv) {
            ControlFlow::Continue(extension_plies) => extension_plies,
            ControlFlow::Break(score) => return score,
        };
        let task = &NodeTask {
            depth_plies: task.depth_plies + extension_plies,
            ..*task
        };
        let child = position.play(mv);
        let is_tactical = kind == MoveKind::Tactical;
        let may_reduce =
            mv.promotion.is_none() && self.may_reduce(task.depth_plies, number, node.in_check);
        let reduction_plies = match may_reduce {
            true => self.reductions.reduction_plies(
                self.parameters,
                LateMove {
                    depth_plies: task.depth_plies,
                    number,
                    is_pv_node: task.is_pv_node(),
                    was_pv: node.was_pv(),
                    is_tactical,
                    wins_exchange: is_tactical && position.static_exchange_is_at_least(mv, 0),
                    gives_check: child.in_check(),
                    improving: node.improving,
                    history,
                },
            ),
            false => 0,
        };
        let entry = &mut self.stack[task.ply];
        entry.moved = Some(PieceTo::new(position.side_to_move(), piece, mv.to));
        entry.quiet = (!is_tactical).then_some(mv);
        self.keys.push(&child);
        let score = self.search_child(&child, task, window, number, reduction_plies);
        self.keys.pop();
        score
    }

    /// The PVS rule: the first move is searched with the full window. Every later move is first
    /// searched reduced and with a null window, then in full depth if it raises alpha, and with the
    /// full window if it still does.
    #[inline]
    pub(super) fn search_child(
        &mut self,
        child: &Position,
        task: &NodeTask,
        window: Window,
        number: usize,
        reduction_plies: i32,
    ) -> Score {
        self.stack[task.ply].reduction_plies = 0;
        if number == 1 {
            return -self.node(child, task.child(window));
        }
        let null_window = task.child(Window::null_above(window.alpha));
        let reduced = NodeTask {
            depth_plies: null_window.depth_plies - reduction_plies,
            is_cut_node: true,
            ..null_window
        };
        self.stack[task.ply].reduction_plies = reduction_plies;
        let mut score = -self.node(child, reduced);
        self.stack[task.ply].reduction_plies = 0;
        if reduction_plies > 0 && score > window.alpha && !self.stopped {
            score = -self.node(child, null_window);
        }
        if score > window.alpha && score < window.beta && !self.stopped {
            score = -self.node(child, task.child(window));
        }
        score
    }
}
