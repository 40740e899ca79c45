//! The root of the search, the only place where a bonus meets a score.
//!
//! Each move's window is shifted by its bonus on the way down, and its score on the way up, in every
//! kind of window and re-search; see [`Window::objective`] and [`prefer`].

use crate::board::{Move, Piece, Position};
use crate::score::Score;
use crate::search::bonus::prefer;
use crate::search::histories::PieceTo;
use crate::search::lesser_promotion::{are_rivals, gain_over, is_lesser, no_gain_over};
use crate::search::move_picker::tactical_order;
use crate::search::node_info::NodeTask;
use crate::search::principal_variation::PrincipalVariation;
use crate::search::reductions::LateMove;
use crate::search::report::{RootMoveScore, SearchObserver, SearchProgress};
use crate::search::request::SearchRequest;
use crate::search::searcher::Searcher;
use crate::search::table_entry::TableEntry;
use crate::search::window::{Bound, Window};

/// Good captures come before every quiet move, whatever its history.
const GOOD_CAPTURE_ORDER: i32 = 1_000_000;

/// A move at the root and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    pub(super) bonus_cp: i32,
    /// The objective score when the move was last best, from the side to move at the root.
    pub(super) score: Score,
    /// [`Self::score`] with the bonus; minus infinity while the move has never been best.
    pub(super) preferred: Score,
    pub(super) bound: Bound,
    /// Its principal variation, the move itself first.
    pub(super) variation: PrincipalVariation,
    /// The result of its latest search, whether it was best or not.
    pub(super) latest: Option<RootMoveScore>,
    /// Nodes searched below it so far.
    pub(super) nodes: u64,
}

impl RootMove {
    /// Whether this move promotes to less than a queen on the squares of `queen`, and its bonus is
    /// not the larger one, so that it has to be a gain.
    fn yields_to(&self, queen: &RootMove) -> bool {
        are_rivals(queen.mv, self.mv) && self.bonus_cp <= queen.bonus_cp
    }

    fn note_latest(&mut self, depth_plies: u32, score: Score, bound: Bound) {
        self.latest = Some(RootMoveScore {
            mv: self.mv,
            score,
            bound,
            bonus_cp: self.bonus_cp,
            depth_plies,
        });
    }
}

/// The root position and its moves, the best so far first.
pub(super) struct RootSearch {
    pub(super) position: Position,
    pub(super) moves: Vec<RootMove>,
    /// Whether the search chooses among all legal moves without any bonus and no promotion to less
    /// than a queen, so that the root's score is the value of the position.
    is_objective: bool,
}

/// The moves to choose from: those that the request names, and of them those that keep the result
/// that tablebases know, unless all of them give it away.
fn allowed_moves(request: &SearchRequest) -> Vec<Move> {
    let legal = request.position.legal_moves().into_iter();
    let asked: Vec<Move> = legal
        .filter(|mv| request.root_moves.is_empty() || request.root_moves.contains(mv))
        .collect();
    let Some(proven_moves) = &request.proven_moves else {
        return asked;
    };
    let keeping = proven_moves.keeping();
    let kept = asked.iter().copied().filter(|mv| keeping.contains(mv));
    let kept: Vec<Move> = kept.collect();
    if kept.is_empty() { asked } else { kept }
}

/// The order of a root move before the first iteration: the table's move, good captures, and the rest
/// by history and bonus.
fn first_order(
    position: &Position,
    root: &RootMove,
    table_move: Option<Move>,
    searcher: &Searcher<'_>,
) -> i32 {
    let mv = root.mv;
    let is_good_capture = position.is_tactical(mv) && position.static_exchange_is_at_least(mv, 0);
    match position.piece_on(mv.from) {
        _ if Some(mv) == table_move => i32::MAX,
        Some(_) if is_good_capture => {
            let this = PieceTo::of(position, mv);
            GOOD_CAPTURE_ORDER + tactical_order(position, this, mv, searcher.histories)
        }
        Some(piece) => {
            let context = searcher.history_context(position, 0);
            searcher
                .histories
                .in_context(context)
                .quiet_score(piece, mv)
                + root.bonus_cp
        }
        None => i32::MIN,
    }
}

/// Puts each promotion to a queen before the lesser ones on the same squares, but behind one that was
/// found to be the best of all.
fn put_queens_first(moves: &mut [RootMove]) {
    for later in 1..moves.len() {
        let yields = |lesser: &RootMove| lesser.yields_to(&moves[later]);
        if let Some(earlier) = moves[..later].iter().position(yields) {
            let has_led = moves[earlier].preferred > -Score::INFINITE;
            moves[earlier + usize::from(earlier == 0 && has_led)..=later].rotate_right(1);
        }
    }
}

impl RootSearch {
    /// The root moves of a request in their first order.
    pub(super) fn new(request: &SearchRequest, searcher: &Searcher<'_>) -> RootSearch {
        let position = request.position.clone();
        let table_move = searcher
            .table
            .probe(searcher.table_key(&position))
            .and_then(|entry| entry.best);
        let mut moves: Vec<RootMove> = allowed_moves(request)
            .into_iter()
            .map(|mv| RootMove {
                mv,
                bonus_cp: request.bonus.of(mv),
                score: -Score::INFINITE,
                preferred: -Score::INFINITE,
                bound: Bound::Upper,
                variation: std::iter::once(mv).collect(),
                latest: None,
                nodes: 0,
            })
            .collect();
        moves.sort_by_cached_key(|root| {
            std::cmp::Reverse(first_order(&position, root, table_move, searcher))
        });
        put_queens_first(&mut moves);
        let promotes_to_less = moves.iter().any(|root| is_lesser(root.mv));
        let is_whole = moves.len() == position.legal_moves().len();
        let is_objective = is_whole && !promotes_to_less && request.bonus.is_zero();
        RootSearch {
            position,
            moves,
            is_objective,
        }
    }

    /// Searches the moves from index `first` on to `depth_plies` with a window of preferred scores,
    /// and moves the best to that index. Returns the best preferred score (fail-soft).
    pub(super) fn search(
        &mut self,
        searcher: &mut Searcher<'_>,
        depth_plies: i32,
        window: Window,
        first: usize,
        observer: &mut dyn SearchObserver,
    ) -> Score {
        for root in &mut self.moves[first..] {
            root.preferred = -Score::INFINITE;
        }
        let mut task = NodeTask {
            depth_plies,
            ply: 0,
            window,
            null_move_allowed: false,
            is_cut_node: false,
        };
        let mut best = -Score::INFINITE;
        let mut leader = first;
        let total = self.moves.len();
        for index in first..total {
            let number = index - first + 1;
            observer.progress(SearchProgress {
                depth_plies: depth_plies as u32,
                nodes: searcher.all_nodes(),
                elapsed: searcher.control.elapsed(),
                moves_left: total - index - 1,
                moves_total: total,
                current: self.moves[index].mv,
            });
            let alpha = task.window.alpha;
            let to_exceed = self.to_exceed(first, leader, index, alpha);
            task.window.alpha = to_exceed;
            task.window.beta = window.beta.max(to_exceed + 1);
            let nodes_before = searcher.nodes;
            let objective = self.search_root_move(searcher, &task, index, number);
            self.moves[index].nodes += searcher.nodes - nodes_before;
            if searcher.stopped {
                break;
            }
            let preferred = prefer(objective, self.moves[index].bonus_cp);
            let bound = task.window.bound_of(preferred);
            self.moves[index].note_latest(depth_plies as u32, objective, bound);
            if number > 1 && preferred <= to_exceed {
                best = best.max(preferred.min(alpha));
                task.window.alpha = alpha;
                continue;
            }
            if to_exceed < alpha {
                self.moves[leader].preferred = -Score::INFINITE;
            }
            (leader, best) = (index, preferred);
            self.note_best(searcher, index, objective, preferred, window);
            task.window.alpha = preferred.max(window.alpha);
            if preferred >= window.beta {
                break;
            }
        }
        // The sort is stable: moves that were never best keep their order behind those that were.
        self.moves[first..].sort_by_key(|root| std::cmp::Reverse(root.preferred));
        if !searcher.stopped {
            put_queens_first(&mut self.moves[first..]);
        }
        if !searcher.stopped && first == 0 {
            self.store(searcher, depth_plies);
        }
        best
    }

    /// Whether each other move is worse than the best one by `margin_cp` or more, as far as a search to
    /// `depth_plies` shows. What is known of the moves stays as it was.
    pub(super) fn leads_by(
        &mut self,
        searcher: &mut Searcher<'_>,
        margin_cp: i32,
        depth_plies: i32,
    ) -> bool {
        let best = self.moves[0].preferred;
        if best.is_decisive() {
            return false;
        }
        let window = Window::null_above(best - margin_cp);
        let before = self.moves.clone();
        let second = self.search(searcher, depth_plies, window, 1, &mut ());
        self.moves = before;
        !searcher.stopped && second <= window.alpha
    }

    /// The preferred score that the move at `index` has to exceed to be the best from `first` on, where
    /// the one at `leader` is the best so far and `alpha` is to be exceeded: less for a queen instead of
    /// a lesser promotion, and more the other way round.
    fn to_exceed(&self, first: usize, leader: usize, index: usize, alpha: Score) -> Score {
        let (this, leader) = (&self.moves[index], &self.moves[leader]);
        if index == first {
            alpha
        } else if leader.preferred == alpha && leader.yields_to(this) {
            gain_over(alpha)
        } else if self.moves[first..]
            .iter()
            .any(|queen| this.yields_to(queen))
        {
            no_gain_over(alpha)
        } else {
            alpha
        }
    }

    /// Searches one root move with its window shifted. Returns its objective score.
    fn search_root_move(
        &self,
        searcher: &mut Searcher<'_>,
        task: &NodeTask,
        index: usize,
        number: usize,
    ) -> Score {
        let RootMove { mv, bonus_cp, .. } = self.moves[index];
        let child = self.position.play(mv);
        let context = searcher.history_context(&self.position, 0);
        let piece = self.position.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let is_quiet = !self.position.is_tactical(mv);
        let may_reduce =
            is_quiet && searcher.may_reduce(task.depth_plies, number, self.position.in_check());
        let reduction_plies = match may_reduce {
            false => 0,
            true => searcher.reductions.reduction_plies(
                searcher.parameters,
                LateMove {
                    depth_plies: task.depth_plies,
                    number,
                    is_pv_node: true,
                    was_pv: false,
                    is_tactical: false,
                    wins_exchange: false,
                    gives_check: child.in_check(),
                    improving: true,
                    history: searcher
                        .histories
                        .in_context(context)
                        .quiet_score(piece, mv),
                },
            ),
        };
        // Nothing above the root corrects what a reduced search overlooks here.
        let reduction_plies =
            (reduction_plies - searcher.parameters.root_reduction_less_plies).max(0);
        let entry = &mut searcher.stack[0];
        entry.moved = Some(PieceTo::new(context.color, piece, mv.to));
        entry.quiet = is_quiet.then_some(mv);
        entry.attacked = context.attacked;
        searcher.keys.push(&child);
        let shifted = task.window.objective(bonus_cp);
        let score = searcher.search_child(&child, task, shifted, number, reduction_plies);
        searcher.keys.pop();
        score
    }

    fn note_best(
        &mut self,
        searcher: &Searcher<'_>,
        index: usize,
        objective: Score,
        preferred: Score,
        window: Window,
    ) {
        let root = &mut self.moves[index];
        root.score = objective;
        root.preferred = preferred;
        root.bound = window.bound_of(preferred);
        root.variation.clear();
        root.variation.push(root.mv);
        let room = root.variation.remaining_capacity();
        root.variation
            .extend(searcher.pv_table.line(1).iter().copied().take(room));
    }

    /// Stores the root in the transposition table, never with a preferred score. With a bonus, or
    /// with moves left out, the objective score of the chosen move is only a lower bound of the
    /// position's value.
    fn store(&self, searcher: &Searcher<'_>, depth_plies: i32) {
        let best = &self.moves[0];
        let bound = match (self.is_objective, best.bound) {
            (true, bound) => bound,
            (false, Bound::Exact | Bound::Lower) => Bound::Lower,
            (false, Bound::Upper) => return,
        };
        searcher.table.store(
            searcher.table_key(&self.position),
            TableEntry {
                best: Some(best.mv),
                score: best.score.relative_to_node(0),
                evaluation: None,
                depth_plies: depth_plies.clamp(0, 255) as u8,
                bound,
                was_pv: true,
            },
        );
    }
}
