//! The tree below the root: alpha-beta with principal variation search, fail-soft.
//!
//! Owns the state of one running search and the interior node, which reads as the list of its
//! steps. It must not know bonuses: every score here is objective.

use std::ops::ControlFlow;

use crate::board::{BitBoard, KeyHistory, Move, Piece, Position};
use crate::endgame::{Tablebase, WinDrawLoss};
use crate::evaluation::Evaluator;
use crate::score::{MAX_PLY, Score};
use crate::search::control::SearchControl;
use crate::search::correction::{Corrections, pawn_key};
use crate::search::estimate::Judged;
use crate::search::heuristics::{Context, Heuristics, PAWN_STRUCTURES, PieceTo};
use crate::search::limits::Bound;
use crate::search::parameters::{FIFTY_MOVE_SALT_FROM, NODES_PER_POLL, SearchParameters};
use crate::search::reductions::Reductions;
use crate::search::repetition::{RepetitionPolicy, RepetitionStatus};
use crate::search::selectivity::Selectivity;
use crate::search::threads::{Company, Part};
use crate::search::transposition::{TableEntry, TranspositionTable};
use crate::search::variation::Variations;
use crate::search::window::Window;

/// One search in progress.
pub(super) struct Tree<'a> {
    pub(super) part: Part,
    pub(super) company: &'a Company,
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a SearchControl,
    pub(super) heuristics: &'a mut Heuristics,
    pub(super) corrections: &'a mut Corrections,
    pub(super) parameters: &'a SearchParameters,
    pub(super) reductions: &'a Reductions,
    pub(super) evaluator: Evaluator,
    pub(super) tablebase: Option<&'a Tablebase>,
    pub(super) tablebase_hits: u64,
    /// By how many centipawns a draw is worth less to the side that searches.
    pub(super) contempt_cp: i32,
    /// Mixed into the key of every cache whose content depends on the judgement or on the worth
    /// of a draw.
    pub(super) salt: u64,
    /// Game and path, the current node's position last.
    pub(super) keys: KeyHistory,
    pub(super) repetition: RepetitionPolicy,
    /// What table entries depend on besides the position: `salt`, and draws of the game.
    pub(super) table_salt: u64,
    /// The topmost ply that a draw by repetition in the current subtree rests on.
    pub(super) rests_on_ply: usize,
    pub(super) variations: Variations,
    /// The path, by ply.
    pub(super) frames: Vec<Frame>,
    pub(super) selectivity: Selectivity,
    /// The iteration, in plies; lines longer than twice this are not extended.
    pub(super) iteration_plies: usize,
    pub(super) node_limit: u64,
    pub(super) nodes: u64,
    pub(super) selective_depth_plies: u32,
    pub(super) stopped: bool,
}

/// What the path remembers of a node while its subtree is searched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    /// Static evaluation; `None` in check.
    pub(super) evaluation: Option<Score>,
    /// The move under search; `None` while passing.
    pub(super) moved: Option<PieceTo>,
    /// The same if it is a quiet move of a node with a depth.
    pub(super) quiet: Option<Move>,
    /// By how much it is reduced.
    pub(super) reduction_plies: i32,
    /// What the opponent attacks, as far as quiet moves have been judged.
    pub(super) attacked: BitBoard,
    /// A move to be left out, while its singularity is tested.
    pub(super) excluded: Option<Move>,
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
    pub(super) fn is_principal(&self) -> bool {
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

/// What is known about a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) in_check: bool,
    /// What it is among the positions before it.
    pub(super) standing: RepetitionStatus,
    /// Static evaluation; `None` in check.
    pub(super) judged: Option<Judged>,
    /// The best estimate without a search; `None` in check.
    pub(super) estimate: Option<Score>,
    /// Whether the side to move stands better than at its last turn.
    pub(super) improving: bool,
    /// Half-moves to the fifty-move rule.
    pub(super) halfmoves_left: i32,
    /// What the table knows.
    pub(super) known: Option<TableEntry>,
}

/// What the search of a node found.
pub(super) struct Finding {
    pub(super) best: Score,
    /// The move that raised alpha, if any did.
    pub(super) best_move: Option<Move>,
    pub(super) judged: Option<Judged>,
    /// Whether the score is true on every path to the position.
    pub(super) is_true_everywhere: bool,
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
        let standing = match self.enter(position, task.ply) {
            ControlFlow::Continue(standing) => standing,
            ControlFlow::Break(score) => return score,
        };
        if !clip_to_mate_distance(&mut task) {
            return task.window.alpha;
        }
        let known = self.probe(position, task.ply);
        if let Some(score) = self.table_cutoff(position, known, standing, &task) {
            return score;
        }
        if let Some(score) = self.tablebase_score(position, &task) {
            return score;
        }
        let node = self.look(position, &task, standing, known);
        self.look_back(position, &mut task);
        if let Some(score) = self.reverse_futility_cutoff(&task, &node) {
            return score;
        }
        if let Some(score) = self.null_move_cutoff(position, &task, &node) {
            return score;
        }
        self.search_moves(position, &task, &node)
    }

    /// Counts the node, watches the limits, and scores what the rules decide. Otherwise says what
    /// the position is among those before it.
    #[inline]
    pub(super) fn enter(
        &mut self,
        position: &Position,
        ply: usize,
    ) -> ControlFlow<Score, RepetitionStatus> {
        self.nodes += 1;
        self.variations.clear(ply);
        self.selective_depth_plies = self.selective_depth_plies.max(ply as u32);
        if self.nodes >= self.node_limit || self.nodes.is_multiple_of(NODES_PER_POLL) && self.poll()
        {
            self.stopped = true;
        }
        if self.stopped {
            return ControlFlow::Break(Score::DRAW);
        }
        let standing = self.repetition.status(&self.keys, ply);
        if let RepetitionStatus::Draw { rests_on_ply } = standing {
            self.rests_on_ply = self.rests_on_ply.min(rests_on_ply);
            return ControlFlow::Break(self.draw(ply));
        }
        let fifty_moves = position.is_fifty_move_draw() && !position.is_checkmate();
        if fifty_moves || position.is_insufficient_material() {
            return ControlFlow::Break(self.draw(ply));
        }
        if ply + 1 >= MAX_PLY {
            return ControlFlow::Break(self.evaluator.evaluate(position));
        }
        ControlFlow::Continue(standing)
    }

    /// What a draw is worth to the side to move `ply` plies below the root.
    #[inline]
    pub(super) fn draw(&self, ply: usize) -> Score {
        Score::from_cp(match ply.is_multiple_of(2) {
            true => -self.contempt_cp,
            false => self.contempt_cp,
        })
    }

    /// The tablebases' result, asked once after each capture or pawn move: what follows keeps it.
    #[inline]
    fn tablebase_score(&mut self, position: &Position, task: &Task) -> Option<Score> {
        let tablebase = self.tablebase?;
        let is_asked = position.halfmove_clock() == 0
            && task.ply > 0
            && self.frames[task.ply].excluded.is_none()
            && tablebase.covers(position);
        if !is_asked {
            return None;
        }
        let outcome = tablebase.outcome(position)?;
        self.tablebase_hits += 1;
        Some(match outcome {
            WinDrawLoss::Win => Score::tablebase_win_in(task.ply),
            WinDrawLoss::Loss => Score::tablebase_loss_in(task.ply),
            WinDrawLoss::Draw | WinDrawLoss::CursedWin | WinDrawLoss::BlessedLoss => {
                self.draw(task.ply)
            }
        })
    }

    /// Whether somebody or something wants the search to end.
    fn poll(&self) -> bool {
        let must_end = match self.part {
            Part::Leader => self.all_nodes() >= self.node_limit || self.control.is_out_of_time(),
            Part::Helper { .. } => {
                self.company.add_helper_nodes(NODES_PER_POLL);
                self.company.is_over()
            }
        };
        must_end || self.control.is_stopped()
    }

    /// Nodes of all threads, as far as they are known.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + self.company.helper_nodes()
    }

    /// The position's key in the table: everything that its score depends on.
    #[inline]
    pub(super) fn key(&self, position: &Position) -> u64 {
        // The evaluation fades a little with every half-move: at full width that counts, too.
        let from = match self.is_selective() {
            false => 0,
            true => FIFTY_MOVE_SALT_FROM,
        };
        let clock = position.halfmove_clock();
        let clock_salt = if clock < from {
            0
        } else {
            fifty_move_salt(clock)
        };
        position.key() ^ self.table_salt ^ clock_salt
    }

    /// Begins to fetch what the table knows of the position after a move that is about to be made.
    #[inline]
    pub(super) fn prefetch_child(&self, position: &Position, piece: Piece, mv: Move) {
        self.table
            .prefetch(position.likely_key_after(piece, mv) ^ self.table_salt);
    }

    /// What the table knows; nothing while a move is excluded, for then it is another question.
    #[inline]
    fn probe(&self, position: &Position, ply: usize) -> Option<TableEntry> {
        match self.frames[ply].excluded {
            None => self.table.probe(self.key(position)),
            Some(_) => None,
        }
    }

    /// The table's score, where it is deep enough and settles the window. Not on the principal
    /// variation, which would lose its moves, not for a repetition, whose value depends on the
    /// path, and not for a mate that the fifty-move rule may forestall. At full width a deeper
    /// search is another question.
    #[inline]
    pub(super) fn table_cutoff(
        &self,
        position: &Position,
        known: Option<TableEntry>,
        standing: RepetitionStatus,
        task: &Task,
    ) -> Option<Score> {
        let entry = known?;
        let depth_plies = i32::from(entry.depth_plies);
        let answers = match self.is_selective() {
            false => depth_plies == task.depth_plies,
            true => depth_plies >= task.depth_plies,
        };
        if !answers || task.is_principal() || standing == RepetitionStatus::Repeated {
            return None;
        }
        let mate_plies = entry
            .score
            .mate_distance_plies()
            .map_or(0, i32::unsigned_abs);
        if mate_plies + position.halfmove_clock() > 100 {
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

    /// Everything that can be known without searching a move.
    #[inline]
    fn look(
        &mut self,
        position: &Position,
        task: &Task,
        standing: RepetitionStatus,
        known: Option<TableEntry>,
    ) -> Node {
        let ply = task.ply;
        let in_check = position.in_check();
        let judged = if in_check {
            None
        } else {
            Some(self.judge(position, known))
        };
        let evaluation = judged.map(|judged| judged.corrected);
        self.frames[ply].evaluation = evaluation;
        let before = ply
            .checked_sub(2)
            .and_then(|before| self.frames[before].evaluation);
        let improving = matches!((before, evaluation), (Some(before), Some(now)) if now > before);
        Node {
            in_check,
            standing,
            judged,
            estimate: evaluation.map(|evaluation| self.estimate(evaluation, known, ply)),
            improving,
            halfmoves_left: 100 - position.halfmove_clock() as i32,
            known,
        }
    }

    /// Where the quiet moves of the node at `ply` are judged.
    #[inline]
    pub(super) fn context(&self, position: &Position, ply: usize) -> Context {
        let before = |plies| {
            ply.checked_sub(plies)
                .and_then(|ply| self.frames[ply].moved)
        };
        Context {
            color: position.side_to_move(),
            before: [before(1), before(2)],
            attacked: position.attacked_by(!position.side_to_move()),
            pawns: (pawn_key(position) >> (64 - PAWN_STRUCTURES.ilog2())) as usize,
        }
    }

    /// Stores a node's result and learns where it contradicts the evaluation. Of a score that is
    /// not true on every path nothing is kept but the move and what was judged without a path.
    pub(super) fn remember(&mut self, position: &Position, task: &Task, finding: Finding) {
        let Finding {
            best,
            best_move,
            judged,
            is_true_everywhere,
        } = finding;
        let bound = if best >= task.window.beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let Some(judged) = judged {
            self.learn_correction(position, task, judged, best, best_move, bound);
        }
        let evaluation = judged.map(|judged| judged.plain);
        let key = self.key(position);
        if !is_true_everywhere {
            return self.table.hint(key, best_move, evaluation);
        }
        self.table.store(
            key,
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

/// What to mix into the table's keys near the fifty-move limit, where a score is true for one
/// count of half-moves only.
#[inline]
fn fifty_move_salt(halfmove_clock: u32) -> u64 {
    // An odd multiplier spreads the clock over the whole key.
    u64::from(halfmove_clock).wrapping_mul(0xd6e8_feb8_6659_fd93)
}
