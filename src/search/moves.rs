//! The moves of an interior node: which are searched, how deep, and what is learned from them.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::board::{Move, Piece, Position};
use crate::score::Score;
use crate::search::heuristics::{Context, PieceTo, history_bonus};
use crate::search::limits::Bound;
use crate::search::ordering::{Kind, MovePicker};
use crate::search::parameters::REDUCTION_FROM_MOVE;
use crate::search::repetition::{PathDependence, RepetitionStatus};
use crate::search::tree::{Finding, Node, Task, Tree};
use crate::search::window::Window;

/// Moves tried before a refutation, as far as they are remembered: a refutation later than this
/// says little about those before it.
type Tried = ArrayVec<(Move, Piece), 48>;

/// A move about to be searched.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    mv: Move,
    piece: Piece,
    kind: Kind,
    /// Its place in the order, from 1.
    number: usize,
    /// A quiet move's history score.
    history: i32,
}

impl Tree<'_> {
    /// Searches the moves, best first, and stores what was found.
    pub(super) fn search_moves(&mut self, position: &Position, task: &Task, node: &Node) -> Score {
        let table_move = node.known.and_then(|entry| entry.best);
        let killers = self.heuristics.killers(task.ply);
        let context = self.context(position, task.ply);
        self.frames[task.ply].attacked = context.attacked;
        let mut picker = MovePicker::all(position, table_move, killers, context);
        let excluded = self.frames[task.ply].excluded;
        let may_prune = self.may_prune_moves(task, node);
        let mut window = task.window;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut tried_quiet = Tried::new();
        let mut tried_tactical = Tried::new();
        let mut dependence = PathDependence::begin(&mut self.rests_on_ply);

        while let Some((mv, kind)) = picker.next(position, self.heuristics) {
            if Some(mv) == excluded {
                continue;
            }
            let piece = position.piece_on(mv.from).unwrap_or(Piece::Pawn);
            self.prefetch_child(position, piece, mv);
            let history = match kind {
                Kind::Quiet => self.heuristics.quiet_score(context, piece, mv),
                Kind::Tactical => 0,
            };
            if may_prune && number > 0 && !best.is_loss() {
                if kind == Kind::Quiet
                    && (self.is_too_late(task, node, number)
                        || self.is_futile(task, node, window.alpha))
                    && !picker.keep_only_checks(position, mv)
                {
                    continue;
                }
                if kind == Kind::Quiet && self.has_failed_elsewhere(task, history)
                    || self.loses_material(position, task, mv, kind)
                {
                    continue;
                }
            }
            number += 1;
            let candidate = Candidate {
                mv,
                piece,
                kind,
                number,
                history,
            };
            let score = self.search_candidate(position, task, node, window, candidate);
            if self.stopped {
                return Score::DRAW;
            }
            dependence.add_move(&mut self.rests_on_ply, score >= window.beta);
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    window.alpha = score;
                    if task.is_principal() {
                        self.variations.extend(task.ply, mv);
                    }
                }
            }
            if window.alpha >= window.beta {
                self.learn(
                    position,
                    task,
                    context,
                    candidate,
                    &tried_quiet,
                    &tried_tactical,
                );
                break;
            }
            let tried = match kind {
                Kind::Quiet => &mut tried_quiet,
                Kind::Tactical => &mut tried_tactical,
            };
            // Full is full; see `Tried`.
            let _ = tried.try_push((mv, piece));
        }
        let depends_on_path = dependence.end(&mut self.rests_on_ply, task.ply);
        if number == 0 {
            return match (excluded, node.in_check) {
                (Some(_), _) => task.window.alpha,
                (None, true) => Score::mated_in(task.ply),
                (None, false) => self.draw(task.ply),
            };
        }
        if excluded.is_none() {
            let is_true_everywhere = node.standing == RepetitionStatus::New && !depends_on_path;
            let finding = Finding {
                best,
                best_move,
                judged: node.judged,
                is_true_everywhere,
            };
            self.remember(position, task, finding);
        }
        best
    }

    /// Makes one move and searches what follows.
    #[inline]
    fn search_candidate(
        &mut self,
        position: &Position,
        task: &Task,
        node: &Node,
        window: Window,
        candidate: Candidate,
    ) -> Score {
        let Candidate {
            mv,
            piece,
            kind,
            number,
            history,
        } = candidate;
        let extension = match self.extension(position, task, node, mv) {
            ControlFlow::Continue(extension_plies) => extension_plies,
            ControlFlow::Break(score) => return score,
        };
        let task = &Task {
            depth_plies: task.depth_plies + extension,
            ..*task
        };
        let child = position.play(mv);
        let reduction = match kind {
            Kind::Quiet => self.reduction(LateMove {
                depth_plies: task.depth_plies,
                number,
                is_principal: task.is_principal(),
                evades_check: node.in_check,
                gives_check: child.in_check(),
                improving: node.improving,
                history,
            }),
            Kind::Tactical => 0,
        };
        let frame = &mut self.frames[task.ply];
        frame.moved = Some(PieceTo::new(position.side_to_move(), piece, mv.to));
        frame.quiet = (kind == Kind::Quiet).then_some(mv);
        self.keys.push(&child);
        let score = self.search_move(&child, task, window, number, reduction);
        self.keys.pop();
        score
    }

    /// Singular extension: a table move without which the node would fail is worth more plies;
    /// when even the others would fail high it is worth fewer. Breaks with a score that several
    /// moves reach and that refutes the node by itself (multi-cut).
    fn extension(
        &mut self,
        position: &Position,
        task: &Task,
        node: &Node,
        mv: Move,
    ) -> ControlFlow<Score, i32> {
        let Some(entry) = node.known.filter(|entry| entry.best == Some(mv)) else {
            return ControlFlow::Continue(0);
        };
        let score = entry.score.relative_to_root(task.ply);
        if !self.is_selective()
            || task.depth_plies < self.parameters.singular_from_plies
            || task.ply >= 2 * self.iteration_plies
            || i32::from(entry.depth_plies) + self.parameters.singular_table_plies
                < task.depth_plies
            || entry.bound == Bound::Upper
            || score.is_decisive()
        {
            return ControlFlow::Continue(0);
        }
        let margin_cp = self.parameters.singular_margin_percent * task.depth_plies / 100;
        let bound = score - margin_cp;
        let mut others = Task {
            depth_plies: (task.depth_plies - 1) / 2,
            window: Window::null_above(bound - 1),
            ..*task
        };
        // The check was counted when the node was entered.
        others.depth_plies -= i32::from(node.in_check);
        self.frames[task.ply].excluded = Some(mv);
        let best_other = self.node(position, others);
        self.frames[task.ply].excluded = None;
        if self.stopped {
            ControlFlow::Continue(0)
        } else if best_other < bound {
            let far = best_other < bound - self.parameters.singular_double_cp;
            ControlFlow::Continue(1 + i32::from(far && !task.is_principal()))
        } else if bound >= task.window.beta && !task.is_principal() {
            ControlFlow::Break(bound)
        } else if score >= task.window.beta {
            ControlFlow::Continue(-1)
        } else {
            ControlFlow::Continue(0)
        }
    }

    /// Principal variation search: the first move with the full window, every later one first
    /// reduced and with a null window, and again in full where it surprises.
    #[inline]
    pub(super) fn search_move(
        &mut self,
        child: &Position,
        task: &Task,
        window: Window,
        number: usize,
        reduction: i32,
    ) -> Score {
        self.frames[task.ply].reduction_plies = 0;
        if number == 1 {
            return -self.node(child, task.child(window));
        }
        let null_window = task.child(Window::null_above(window.alpha));
        let reduced = Task {
            depth_plies: null_window.depth_plies - reduction,
            ..null_window
        };
        self.frames[task.ply].reduction_plies = reduction;
        let mut score = -self.node(child, reduced);
        self.frames[task.ply].reduction_plies = 0;
        if reduction > 0 && score > window.alpha && !self.stopped {
            score = -self.node(child, null_window);
        }
        if score > window.alpha && score < window.beta && !self.stopped {
            score = -self.node(child, task.child(window));
        }
        score
    }

    /// By how many plies a late quiet move is looked at less deeply.
    #[inline]
    pub(super) fn reduction(&self, late: LateMove) -> i32 {
        if !self.is_selective()
            || late.depth_plies < self.parameters.reduction_from_plies
            || late.number < REDUCTION_FROM_MOVE
            || late.evades_check
        {
            return 0;
        }
        let mut reduction = self.reductions.of(late.depth_plies, late.number);
        reduction -= i32::from(late.is_principal);
        reduction -= i32::from(late.gives_check);
        reduction += i32::from(!late.improving);
        reduction -= late.history / self.parameters.reduction_history;
        reduction.clamp(0, late.depth_plies - 2)
    }

    /// The refuting move rises in the histories, those tried before it fall.
    fn learn(
        &mut self,
        position: &Position,
        task: &Task,
        context: Context,
        refutation: Candidate,
        tried_quiet: &Tried,
        tried_tactical: &Tried,
    ) {
        let bonus = history_bonus(self.parameters, task.depth_plies);
        match refutation.kind {
            Kind::Quiet => {
                self.heuristics.note_killer(refutation.mv, task.ply);
                let Candidate { mv, piece, .. } = refutation;
                self.heuristics.adjust_quiet(context, piece, mv, bonus);
                for &(mv, piece) in tried_quiet {
                    self.heuristics.adjust_quiet(context, piece, mv, -bonus);
                }
            }
            Kind::Tactical => self.adjust_capture(position, refutation.mv, bonus),
        }
        for &(mv, _) in tried_tactical {
            self.adjust_capture(position, mv, -bonus);
        }
    }

    fn adjust_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        if let Some(captured) = position.captured_piece(mv) {
            self.heuristics
                .adjust_capture(PieceTo::of(position, mv), captured, bonus);
        }
    }
}

/// What a quiet move's reduction depends on.
pub(super) struct LateMove {
    /// Depth of the node that makes the move, in plies.
    pub(super) depth_plies: i32,
    /// The move's place in the order, from 1.
    pub(super) number: usize,
    pub(super) is_principal: bool,
    pub(super) evades_check: bool,
    pub(super) gives_check: bool,
    pub(super) improving: bool,
    /// The move's history score.
    pub(super) history: i32,
}
