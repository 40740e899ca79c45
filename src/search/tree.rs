//! The tree below the root: alpha-beta with principal variation search, fail-soft.
//!
//! Owns the state of one running search and the interior node, which reads as the list of its
//! steps. It must not know bonuses: every score here is objective.

use arrayvec::ArrayVec;

use crate::board::{KeyHistory, Move, Position};
use crate::evaluation::Evaluator;
use crate::score::{MAX_PLY, Score};
use crate::search::control::SearchControl;
use crate::search::heuristics::Heuristics;
use crate::search::limits::{Bound, Selectivity};
use crate::search::ordering::{Kind, MovePicker};
use crate::search::parameters::{
    NODES_PER_POLL, REDUCTION_FROM_MOVE, SearchParameters, TABLE_TRUST_HALFMOVES,
};
use crate::search::transposition::{TableEntry, TranspositionTable};
use crate::search::variation::Variations;
use crate::search::window::Window;

/// One search in progress.
pub(super) struct Tree<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a SearchControl,
    pub(super) heuristics: &'a mut Heuristics,
    pub(super) parameters: &'a SearchParameters,
    pub(super) reductions: &'a Reductions,
    pub(super) evaluator: Evaluator,
    /// Game and path, the current node's position last.
    pub(super) keys: KeyHistory,
    pub(super) variations: Variations,
    /// Static evaluations along the path, by ply; `None` in check.
    pub(super) evaluations: Vec<Option<Score>>,
    pub(super) selectivity: Selectivity,
    pub(super) node_limit: u64,
    pub(super) nodes: u64,
    pub(super) selective_depth_plies: u32,
    pub(super) stopped: bool,
}

/// What a node is asked: how deep, how far from the root, and which scores to tell apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) depth_plies: i32,
    pub(super) ply: usize,
    pub(super) window: Window,
    /// Whether the last move may be answered by passing.
    pub(super) null_move_allowed: bool,
}

impl Task {
    fn is_principal(&self) -> bool {
        self.window.alpha + 1 < self.window.beta
    }

    /// The task of the node after a move, before reductions.
    pub(super) fn child(&self, window: Window) -> Task {
        Task {
            depth_plies: self.depth_plies - 1,
            ply: self.ply + 1,
            window: window.negated(),
            null_move_allowed: true,
        }
    }
}

impl Tree<'_> {
    /// The value of a position, objective and from its side to move. Meaningless once
    /// [`Tree::stopped`] is set.
    pub(super) fn node(&mut self, position: &Position, mut task: Task) -> Score {
        let in_check = position.in_check();
        // Checks are looked through: an evasion is no rest.
        task.depth_plies += i32::from(in_check);
        if task.depth_plies <= 0 {
            return self.quiescence(position, task);
        }
        if let Some(score) = self.enter(position, task.ply) {
            return score;
        }
        if !clip_to_mate_distance(&mut task) {
            return task.window.alpha;
        }
        let known = self.table.probe(self.key(position));
        if let Some(score) = table_cutoff(known, position, &task) {
            return score;
        }
        let table_move = known.and_then(|entry| entry.best);
        let evaluation = match in_check {
            true => None,
            false => Some(self.evaluate(position, known)),
        };
        self.evaluations[task.ply] = evaluation;
        let improving = self.is_improving(task.ply);
        if let Some(score) = self.reverse_futility_cutoff(&task, evaluation, improving) {
            return score;
        }
        if let Some(score) = self.null_move_cutoff(position, &task, evaluation) {
            return score;
        }
        if self.is_poorly_ordered(&task, table_move) {
            task.depth_plies -= 1;
        }
        self.search_moves(position, &task, table_move, evaluation, improving)
    }

    /// Counts the node, watches the limits, and scores what the rules decide.
    #[inline]
    pub(super) fn enter(&mut self, position: &Position, ply: usize) -> Option<Score> {
        self.nodes += 1;
        self.variations.clear(ply);
        self.selective_depth_plies = self.selective_depth_plies.max(ply as u32);
        if self.nodes >= self.node_limit
            || self.nodes.is_multiple_of(NODES_PER_POLL)
                && (self.control.is_stopped() || self.control.is_out_of_time())
        {
            self.stopped = true;
        }
        if self.stopped {
            return Some(Score::DRAW);
        }
        let fifty_moves = position.is_fifty_move_draw() && !position.is_checkmate();
        if fifty_moves || position.is_insufficient_material() || self.keys.is_search_draw(ply) {
            return Some(Score::DRAW);
        }
        if ply + 1 >= MAX_PLY {
            return Some(self.evaluator.evaluate(position));
        }
        None
    }

    /// The position's key in every cache that depends on the evaluation.
    #[inline]
    pub(super) fn key(&self, position: &Position) -> u64 {
        position.key() ^ self.evaluator.salt()
    }

    /// The static evaluation, from the table where it is known.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &Position, known: Option<TableEntry>) -> Score {
        match known.and_then(|entry| entry.evaluation) {
            Some(evaluation) => evaluation,
            None => self.evaluator.evaluate(position),
        }
    }

    /// Whether the side to move stands better than at its last turn.
    fn is_improving(&self, ply: usize) -> bool {
        let before = ply
            .checked_sub(2)
            .and_then(|before| self.evaluations[before]);
        matches!((before, self.evaluations[ply]), (Some(before), Some(now)) if now > before)
    }

    /// Reverse futility: so far above beta that a shallow search will hardly come down to it.
    fn reverse_futility_cutoff(
        &self,
        task: &Task,
        evaluation: Option<Score>,
        improving: bool,
    ) -> Option<Score> {
        let evaluation = evaluation?;
        let plies = task.depth_plies - i32::from(improving);
        let margin_cp = self.parameters.reverse_futility_cp * plies;
        let applies = self.selectivity != Selectivity::FullWidth
            && !task.is_principal()
            && task.depth_plies <= self.parameters.reverse_futility_to_plies
            && !task.window.beta.is_decisive()
            && evaluation - margin_cp >= task.window.beta;
        applies.then_some(evaluation)
    }

    /// Internal iterative reduction: without a table move the order is poor; a shallower search
    /// finds one for the next time.
    fn is_poorly_ordered(&self, task: &Task, table_move: Option<Move>) -> bool {
        self.selectivity != Selectivity::FullWidth
            && table_move.is_none()
            && task.depth_plies >= self.parameters.iterative_from_plies
    }

    /// Passing the move and still failing high: the position is too good to need its move.
    /// Not in check, and not with king and pawns only, where passing is too often best.
    fn null_move_cutoff(
        &mut self,
        position: &Position,
        task: &Task,
        evaluation: Option<Score>,
    ) -> Option<Score> {
        let beta = task.window.beta;
        let evaluation = evaluation.filter(|&evaluation| {
            evaluation >= beta
                && self.selectivity != Selectivity::FullWidth
                && !task.is_principal()
                && task.null_move_allowed
                && task.depth_plies >= self.parameters.null_move_from_plies
                && !beta.is_loss()
                && position.has_pieces(position.side_to_move())
        })?;
        let margin_cp = evaluation.raw() - beta.raw();
        let reduction = self.parameters.null_move_base_plies
            + task.depth_plies / self.parameters.null_move_divisor_plies
            + (margin_cp / self.parameters.null_move_margin_cp)
                .min(self.parameters.null_move_margin_plies);
        let passed = position.play_null()?;
        self.keys.push_null(&passed);
        let mut child = task.child(Window::null_above(beta - 1));
        child.depth_plies = task.depth_plies - reduction;
        child.null_move_allowed = false;
        let score = -self.node(&passed, child);
        self.keys.pop();
        if self.stopped || score < beta {
            return None;
        }
        // A mate found after passing is not proven; the cutoff is.
        Some(if score.is_decisive() { beta } else { score })
    }

    /// All moves, best first; the rest of the node once it has to be searched.
    fn search_moves(
        &mut self,
        position: &Position,
        task: &Task,
        table_move: Option<Move>,
        evaluation: Option<Score>,
        improving: bool,
    ) -> Score {
        let color = position.side_to_move();
        let in_check = position.in_check();
        let mut picker = MovePicker::all(position, table_move, self.heuristics.killers(task.ply));
        let mut window = task.window;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut quiets_tried = ArrayVec::<Move, 64>::new();

        while let Some((mv, kind)) = picker.next(position, self.heuristics) {
            let may_prune = self.selectivity != Selectivity::FullWidth
                && !task.is_principal()
                && !in_check
                && number > 0
                && !best.is_loss();
            if may_prune && kind == Kind::Quiet {
                if self.is_too_late(task, number, improving)
                    || self.is_futile(task, window, evaluation)
                {
                    picker.skip_quiet_moves();
                    continue;
                }
            }
            if may_prune && self.loses_material(position, task, mv, kind) {
                continue;
            }
            number += 1;
            let child = position.play(mv);
            self.table.prefetch(self.key(&child));
            let reduction = match kind {
                Kind::Quiet => self.reduction(LateMove {
                    depth_plies: task.depth_plies,
                    number,
                    is_principal: task.is_principal(),
                    evades_check: in_check,
                    gives_check: child.in_check(),
                    improving,
                    history: self.heuristics.quiet_score(color, mv),
                }),
                Kind::Tactical => 0,
            };
            self.keys.push(&child);
            let score = self.search_move(&child, task, window, number, reduction);
            self.keys.pop();
            if self.stopped {
                return Score::DRAW;
            }
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
                if kind == Kind::Quiet {
                    let depth = task.depth_plies;
                    self.heuristics.reward_quiet(
                        self.parameters,
                        color,
                        mv,
                        &quiets_tried,
                        depth,
                        task.ply,
                    );
                }
                break;
            }
            if kind == Kind::Quiet {
                // A refutation this late says little about the moves before it.
                let _ = quiets_tried.try_push(mv);
            }
        }
        if number == 0 {
            return if position.in_check() {
                Score::mated_in(task.ply)
            } else {
                Score::DRAW
            };
        }
        self.remember(
            position,
            task,
            Finding {
                best,
                best_move,
                evaluation,
            },
        );
        best
    }

    /// Late move pruning: at low depth so many moves have failed that the rest will too.
    fn is_too_late(&self, task: &Task, tried: usize, improving: bool) -> bool {
        let depth = task.depth_plies;
        let enough = self.parameters.late_move_base + depth * depth;
        depth <= self.parameters.late_move_to_plies
            && tried as i32 >= if improving { enough } else { enough / 2 }
    }

    /// Futility: so far below alpha that a quiet move will hardly lift it.
    fn is_futile(&self, task: &Task, window: Window, evaluation: Option<Score>) -> bool {
        let Some(evaluation) = evaluation else {
            return false;
        };
        let depth = task.depth_plies;
        let margin_cp = self.parameters.futility_base_cp + self.parameters.futility_ply_cp * depth;
        depth <= self.parameters.futility_to_plies
            && !window.alpha.is_decisive()
            && evaluation + margin_cp <= window.alpha
    }

    /// Static exchange pruning: the move gives away more than its depth could win back.
    fn loses_material(&self, position: &Position, task: &Task, mv: Move, kind: Kind) -> bool {
        let depth = task.depth_plies;
        let allowed_cp = match kind {
            Kind::Quiet => self.parameters.exchange_quiet_cp * depth,
            Kind::Tactical => self.parameters.exchange_tactical_cp * depth,
        };
        depth <= self.parameters.exchange_to_plies
            && !position.exchange_is_at_least(mv, -allowed_cp)
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
        if number == 1 {
            return -self.node(child, task.child(window));
        }
        let null_window = task.child(Window::null_above(window.alpha));
        let reduced = Task {
            depth_plies: null_window.depth_plies - reduction,
            ..null_window
        };
        let mut score = -self.node(child, reduced);
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
        if self.selectivity == Selectivity::FullWidth
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

    /// Stores the node's result.
    pub(super) fn remember(&self, position: &Position, task: &Task, finding: Finding) {
        let Finding {
            best,
            best_move,
            evaluation,
        } = finding;
        let bound = if best >= task.window.beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(
            self.key(position),
            TableEntry {
                best: best_move,
                score: best.relative_to_node(task.ply),
                evaluation,
                depth_plies: task.depth_plies.clamp(0, 255) as u8,
                bound,
            },
        );
    }
}

/// Mate-distance pruning: no line from here is better than mating at once or worse than being
/// mated now. Returns whether any score is left to tell apart.
fn clip_to_mate_distance(task: &mut Task) -> bool {
    let Window { alpha, beta } = task.window;
    let alpha = alpha.max(Score::mated_in(task.ply));
    let beta = beta.min(Score::mate_in(task.ply + 1));
    task.window = Window { alpha, beta };
    alpha < beta
}

/// The table's score, where it is deep enough and settles the window. Not on the principal
/// variation, which would lose its moves, and not where the fifty-move rule is near.
#[inline]
pub(super) fn table_cutoff(
    known: Option<TableEntry>,
    position: &Position,
    task: &Task,
) -> Option<Score> {
    let entry = known?;
    if task.is_principal()
        || i32::from(entry.depth_plies) < task.depth_plies
        || position.halfmove_clock() >= TABLE_TRUST_HALFMOVES
    {
        return None;
    }
    let score = entry.score.relative_to_root(task.ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= task.window.beta,
        Bound::Upper => score <= task.window.alpha,
    };
    settles.then_some(score)
}

/// What the search of a node found.
pub(super) struct Finding {
    pub(super) best: Score,
    /// The move that raised alpha, if any did.
    pub(super) best_move: Option<Move>,
    pub(super) evaluation: Option<Score>,
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

/// The late move reductions by depth and move number, in plies.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    plies: Vec<i8>,
}

impl Reductions {
    const SIDE: usize = 64;

    pub(super) fn new(parameters: &SearchParameters) -> Reductions {
        let base = f64::from(parameters.reduction_base_permille) / 1e3;
        let divisor = f64::from(parameters.reduction_divisor_permille) / 1e3;
        let entry = |index: usize| {
            let (depth, number) = (index / Self::SIDE, index % Self::SIDE);
            let logs = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (base + logs / divisor) as i8
        };
        Reductions {
            plies: (0..Self::SIDE * Self::SIDE).map(entry).collect(),
        }
    }

    #[inline]
    pub(super) fn of(&self, depth_plies: i32, number: usize) -> i32 {
        let depth = (depth_plies.max(0) as usize).min(Self::SIDE - 1);
        i32::from(self.plies[depth * Self::SIDE + number.min(Self::SIDE - 1)])
    }
}
