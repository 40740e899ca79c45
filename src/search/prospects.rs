//! Prospects by search: how many replies to each root move are mistakes, found by shallow searches in
//! small endings before the search proper.
//!
//! With tablebases a swindle counts the replies that keep the result. Here, without tablebases, a reply
//! counts as good when its score is near that of the best reply.

use std::time::Duration;

use crate::board::Move;
use crate::endgame::{MoveProspects, Prospects};
use crate::evaluation::EvaluationWeights;
use crate::score::Score;
use crate::search::control::SearchControl;
use crate::search::lazy_smp::search;
use crate::search::report::{SearchObserver, SearchProgress, SearchReport};
use crate::search::request::{SearchLimits, SearchRequest};
use crate::search::search_thread::SearchThread;
use crate::search::transposition_table::TranspositionTable;
use crate::search::window::Bound;

/// Endings with more men have too many moves to search their replies. Untested guess.
const MOST_MEN: u32 = 7;
/// How deep each reply is searched, in plies. Untested guess.
const REPLY_PLIES: u32 = 4;
/// A reply that is worse than the best by more than this lets the result slip, in centipawns.
const SLIP_CP: i32 = 100;
/// Above this score an ending is played to be won, in centipawns.
const WINNABLE_CP: i32 = 150;
/// At most one in this many nodes of a search goes into its prospects.
const SHARE_OF_NODES: u64 = 8;
/// The most nodes that go into prospects.
const MOST_NODES: u64 = 40_000;
/// The largest share of the time for a move that goes into prospects.
const SHARE_OF_TIME: f64 = 0.125;
/// With less time than this for a move there are no prospects.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// The prospects of the root moves by shallow searches, and the nodes they took. `None` if the
/// position is no small ending or promises more than a draw, or if the clock leaves no time.
pub fn prospects_by_search(
    request: &SearchRequest,
    thread: &mut SearchThread,
    table: &TranspositionTable,
    control: &SearchControl,
) -> (Option<Prospects>, u64) {
    let position = &request.position;
    let moves = position.legal_moves();
    let is_hurried = control.soft_limit().is_some_and(|soft| soft < LEAST_TIME);
    if position.occupied().len() > MOST_MEN || moves.len() < 2 || is_hurried {
        return (None, 0);
    }
    let limit = request.limits.soft_nodes.or(request.limits.nodes);
    let all_nodes = limit.unwrap_or(u64::MAX);
    let budget = (all_nodes / SHARE_OF_NODES).min(MOST_NODES);
    let mut nodes = 0;
    let mut best = -Score::INFINITE;
    let mut found = Vec::new();
    for &mv in &moves {
        if control.is_stopped() || control.is_past_soft_limit(SHARE_OF_TIME) {
            return (None, nodes);
        }
        let left = budget.saturating_sub(nodes) / (moves.len() - found.len()) as u64;
        let (replies, used) = score_replies(request, mv, left, thread, table, control);
        nodes += used;
        let best_reply = replies.iter().map(|&(_, score)| score).max();
        best = best.max(-best_reply.unwrap_or(Score::DRAW));
        let slips = replies
            .iter()
            .filter(|&&(_, score)| Some(score + SLIP_CP) < best_reply)
            .count();
        found.push(MoveProspects {
            mv,
            slips_permille: (1_000 * slips / replies.len().max(1)) as i32,
            resistance_permille: 0,
        });
    }
    let is_winnable = best.raw() > WINNABLE_CP;
    ((!is_winnable).then(|| Prospects::new(found)), nodes)
}

/// The scores of all replies to a root move, from the opponent's side, and the nodes searched.
fn score_replies(
    request: &SearchRequest,
    mv: Move,
    nodes: u64,
    thread: &mut SearchThread,
    table: &TranspositionTable,
    control: &SearchControl,
) -> (Vec<(Move, Score)>, u64) {
    let after = request.position.play(mv);
    let mut history = request.history.clone();
    history.push(&after);
    let replies = after.legal_moves().len();
    let request = SearchRequest {
        position: after,
        history,
        limits: SearchLimits {
            depth_plies: Some(REPLY_PLIES),
            nodes: Some(nodes),
            ..SearchLimits::default()
        },
        lines: replies,
        weights: EvaluationWeights::neutral().for_kind(request.weights.kind()),
        ..SearchRequest::neutral(request.position.clone())
    };
    let mut listener = Replies::default();
    let outcome = search(&request, thread, table, control, &mut listener);
    (listener.scores, outcome.nodes)
}

/// The latest exact score of each reply.
#[derive(Default)]
struct Replies {
    scores: Vec<(Move, Score)>,
}

impl SearchObserver for Replies {
    fn report(&mut self, report: SearchReport) {
        let Some(&first) = report.pv.first().filter(|_| report.bound == Bound::Exact) else {
            return;
        };
        self.scores.retain(|&(mv, _)| mv != first);
        self.scores.push((first, report.score));
    }

    fn progress(&mut self, _: SearchProgress) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::time::TimeBudget;

    #[test]
    fn a_low_clock_leaves_no_time_for_prospects() {
        let request = SearchRequest::neutral("8/8/8/8/1R6/2K3b1/8/7k w - - 0 1".parse().unwrap());
        let look = |soft: Option<Duration>| {
            let budget = soft.map(|soft| TimeBudget {
                soft,
                hard: soft,
                is_banked: true,
            });
            let control = SearchControl::start(budget);
            let table = TranspositionTable::new(1);
            prospects_by_search(&request, &mut SearchThread::new(), &table, &control)
        };
        assert_eq!(look(Some(LEAST_TIME / 2)), (None, 0));
        assert!(look(Some(Duration::from_secs(3_600))).1 > 0);
        assert!(look(None).1 > 0);
    }
}
