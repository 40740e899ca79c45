//! Root scores: what short searches of different depths say of every legal move.
//!
//! Each move is searched by itself, so that its score is exact, up to the last of the depths or to a
//! number of nodes; the clock plays no part. First every move is looked at once, then the most
//! promising first at all depths, so that a search that is stopped knows something of all. The table is
//! shared by the moves of a position and cleared before the next, so that the scores depend on the
//! question alone.

use std::cmp::Reverse;

use crate::board::{KeyHistory, Move, Position};
use crate::endgame::solve_all;
use crate::evaluation::{EvaluationKind, EvaluationWeights};
use crate::score::Score;
use crate::search::{
    Bound, SearchControl, SearchLimits, SearchObserver, SearchProgress, SearchReport,
    SearchRequest, SearchThread, TranspositionTable, search,
};

/// The depths whose scores are kept, in plies with the move itself.
pub const DEPTHS_PLIES: [u32; 3] = [1, 3, 5];
/// Nodes for one move; a depth that they do not reach has the score of the one before.
const NODES_PER_MOVE: u64 = 6_000;
const TABLE_MIB: usize = 1;
/// Scores are told within this, mates too.
const LIMIT_CP: i32 = 1_500;

/// The legal moves of a position with their scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootScores {
    /// All legal moves, in the order of the board library.
    pub moves: Vec<Move>,
    /// Their scores in centipawns from the side to move, at [`DEPTHS_PLIES`]. Mates are numbers beyond
    /// every other score.
    pub cp: Vec<[i16; DEPTHS_PLIES.len()]>,
}

impl RootScores {
    /// A score within 15 pawns, for differences.
    pub fn bounded_cp(&self, number: usize, depth: usize) -> i32 {
        i32::from(self.cp[number][depth]).clamp(-LIMIT_CP, LIMIT_CP)
    }

    /// The best score at a depth, within 15 pawns.
    pub fn best_cp(&self, depth: usize) -> i32 {
        let all = (0..self.cp.len()).map(|number| self.bounded_cp(number, depth));
        all.max().unwrap_or(0)
    }

    /// By how much a move is worse than the best at a depth, at least 0.
    pub fn loss_cp(&self, number: usize, depth: usize) -> i32 {
        self.best_cp(depth) - self.bounded_cp(number, depth)
    }

    /// How many moves have a better score at a depth.
    pub fn better(&self, number: usize, depth: usize) -> usize {
        let own = self.bounded_cp(number, depth);
        (0..self.cp.len())
            .filter(|&other| self.bounded_cp(other, depth) > own)
            .count()
    }

    /// The score of a move at a depth as the search tells it.
    pub fn score(&self, number: usize, depth: usize) -> Score {
        Score::from_raw(i32::from(self.cp[number][depth]))
    }
}

/// What is to be scored, and as whom.
#[derive(Clone, Debug)]
pub struct ScoreQuestion {
    /// The position.
    pub position: Position,
    /// The positions of the game up to it: a repetition is a draw.
    pub history: KeyHistory,
    /// How the scorer judges positions.
    pub weights: EvaluationWeights,
}

impl ScoreQuestion {
    /// A position without a past, as the engine judges it.
    pub fn neutral(position: &Position) -> ScoreQuestion {
        ScoreQuestion {
            position: position.clone(),
            history: KeyHistory::starting_at(position),
            weights: EvaluationWeights::neutral(),
        }
    }
}

/// The evaluation whose scores the weights of the choice were fitted to.
pub const SCORED_BY: EvaluationKind = EvaluationKind::Classical;

/// Searches the moves of positions, one position after another.
pub struct ScoreSearcher {
    thread: SearchThread,
    table: TranspositionTable,
    nodes: u64,
}

impl ScoreSearcher {
    /// A searcher with the default parameters of the search.
    pub fn new() -> ScoreSearcher {
        // So that no score depends on when they are solved.
        solve_all();
        ScoreSearcher {
            thread: SearchThread::new(),
            table: TranspositionTable::new(TABLE_MIB),
            nodes: 0,
        }
    }

    /// The nodes of the latest question.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The scores of all legal moves. They do not depend on what was searched before. Once
    /// `must_end` says so, the moves that are left keep the scores of the first look.
    pub fn scores(&mut self, question: &ScoreQuestion, must_end: impl Fn() -> bool) -> RootScores {
        self.thread.forget();
        self.table.clear();
        self.nodes = 0;
        let moves: Vec<Move> = question.position.legal_moves().into_iter().collect();
        let [first_look, .., last_look] = DEPTHS_PLIES;
        let mut cp: Vec<[i16; DEPTHS_PLIES.len()]> = moves
            .iter()
            .map(|&mv| self.search(question, mv, first_look))
            .collect();
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|&number| Reverse(cp[number]));
        for number in order {
            if must_end() {
                break;
            }
            cp[number] = self.search(question, moves[number], last_look);
        }
        RootScores { moves, cp }
    }

    /// The same for less work: only moves whose score at one depth is within so many centipawns of the
    /// best there, a number for each depth but the last, are looked at more deeply. The others keep
    /// what was seen of them.
    pub fn promising_scores(
        &mut self,
        question: &ScoreQuestion,
        within_cp: [i32; DEPTHS_PLIES.len() - 1],
    ) -> RootScores {
        self.thread.forget();
        self.table.clear();
        self.nodes = 0;
        let moves: Vec<Move> = question.position.legal_moves().into_iter().collect();
        let cp = vec![[0; DEPTHS_PLIES.len()]; moves.len()];
        let mut scores = RootScores { moves, cp };
        for (depth, depth_plies) in DEPTHS_PLIES.into_iter().enumerate() {
            let is_promising = |&number: &usize| match depth.checked_sub(1) {
                None => true,
                Some(before) => scores.loss_cp(number, before) <= within_cp[before],
            };
            let promising: Vec<usize> = (0..scores.moves.len()).filter(is_promising).collect();
            for number in promising {
                scores.cp[number] = self.search(question, scores.moves[number], depth_plies);
            }
        }
        scores
    }

    fn search(
        &mut self,
        question: &ScoreQuestion,
        mv: Move,
        depth_plies: u32,
    ) -> [i16; DEPTHS_PLIES.len()] {
        let mut request = SearchRequest::neutral(question.position.clone());
        request.history = question.history.clone();
        let weights = question.weights.clone();
        request.weights = weights.for_kind(SCORED_BY);
        request.root_moves = vec![mv];
        request.limits = SearchLimits {
            depth_plies: Some(depth_plies),
            nodes: Some(NODES_PER_MOVE),
            soft_nodes: None,
        };
        let mut depths = ScoresByDepth::default();
        let control = SearchControl::start(None);
        let outcome = search(
            &request,
            &mut self.thread,
            &self.table,
            &control,
            &mut depths,
        );
        self.nodes += outcome.nodes;
        depths.kept()
    }
}

impl Default for ScoreSearcher {
    fn default() -> ScoreSearcher {
        ScoreSearcher::new()
    }
}

/// The exact scores of a search by depth.
#[derive(Default)]
struct ScoresByDepth([Option<Score>; DEPTHS_PLIES.len()]);

impl ScoresByDepth {
    /// The scores; where a depth is missing, that of the depth before it.
    fn kept(&self) -> [i16; DEPTHS_PLIES.len()] {
        let mut latest = Score::DRAW;
        self.0.map(|score| {
            latest = score.unwrap_or(latest);
            latest.raw() as i16
        })
    }
}

impl SearchObserver for ScoresByDepth {
    fn report(&mut self, report: SearchReport) {
        let slot = DEPTHS_PLIES
            .iter()
            .position(|&plies| plies == report.depth_plies);
        if let Some(slot) = slot.filter(|_| report.bound == Bound::Exact) {
            self.0[slot] = Some(report.score);
        }
    }

    fn progress(&mut self, _: SearchProgress) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Game;

    fn scores(fen: &str) -> (Position, RootScores) {
        let position: Position = fen.parse().unwrap();
        let question = ScoreQuestion::neutral(&position);
        let scores = ScoreSearcher::new().scores(&question, || false);
        (position, scores)
    }

    #[test]
    fn every_move_is_scored_and_mates_stand_out() {
        let (position, scores) = scores("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        assert_eq!(scores.moves.len(), position.legal_moves().len());
        let mate = position.parse_move("a1a8").unwrap();
        let number = scores.moves.iter().position(|&mv| mv == mate).unwrap();
        for depth in 0..DEPTHS_PLIES.len() {
            assert_eq!(scores.score(number, depth).mate_distance_plies(), Some(1));
            assert_eq!(scores.loss_cp(number, depth), 0);
            assert_eq!(scores.better(number, depth), 0);
        }
    }

    #[test]
    fn a_capture_that_loses_the_queen_shows_from_the_second_look_on() {
        let (position, scores) = scores("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1");
        let capture = position.parse_move("d1d5").unwrap();
        let number = scores.moves.iter().position(|&mv| mv == capture).unwrap();
        assert!(scores.loss_cp(number, 1) > 500, "{:?}", scores.cp[number]);
    }

    #[test]
    fn the_scores_do_not_depend_on_what_was_searched_before() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ];
        let mut searcher = ScoreSearcher::new();
        for fen in fens.into_iter().chain(fens) {
            let (position, fresh) = scores(fen);
            let question = ScoreQuestion::neutral(&position);
            assert_eq!(searcher.scores(&question, || false), fresh, "{fen}");
        }
    }

    #[test]
    fn who_has_no_time_still_knows_something_of_every_move() {
        let position: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse().unwrap();
        let question = ScoreQuestion::neutral(&position);
        let hasty = ScoreSearcher::new().scores(&question, || true);
        assert_eq!(hasty.moves.len(), position.legal_moves().len());
        let mate = position.parse_move("a1a8").unwrap();
        let number = hasty.moves.iter().position(|&mv| mv == mate).unwrap();
        assert_eq!(hasty.loss_cp(number, 2), 0);
        assert!(hasty.cp.iter().all(|[one, _, five]| one == five));
    }

    #[test]
    fn what_is_promising_is_looked_at_deeply_and_the_rest_at_least_once() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let (position, all) = scores(fen);
        let question = ScoreQuestion::neutral(&position);
        let mut searcher = ScoreSearcher::new();
        let some = searcher.promising_scores(&question, [400, 200]);
        let less = searcher.nodes();
        searcher.scores(&question, || false);
        assert!(less < searcher.nodes(), "{less} of {}", searcher.nodes());
        let last = DEPTHS_PLIES.len() - 1;
        let best = (0..all.moves.len()).min_by_key(|&number| all.loss_cp(number, last));
        assert!(some.loss_cp(best.unwrap(), last) <= 40);
        for number in 0..some.moves.len() {
            if some.loss_cp(number, 1) > 200 {
                assert_eq!(some.cp[number][last], some.cp[number][1]);
            }
        }
        let nothing = searcher.promising_scores(&question, [-1, -1]);
        assert!(nothing.cp.iter().all(|[one, _, five]| one == five));
    }

    #[test]
    fn a_repetition_is_seen_as_a_draw() {
        let mut game = Game::new("6k1/8/8/8/8/8/8/R5K1 w - - 0 1".parse().unwrap());
        for text in ["a1a7", "g8f8", "a7a1", "f8g8", "a1a7", "g8f8"] {
            game.play(game.position().parse_move(text).unwrap());
        }
        let question = ScoreQuestion {
            history: game.key_history(),
            ..ScoreQuestion::neutral(game.position())
        };
        let scores = ScoreSearcher::new().scores(&question, || false);
        let back = game.position().parse_move("a7a1").unwrap();
        let number = scores.moves.iter().position(|&mv| mv == back).unwrap();
        assert!(scores.loss_cp(number, 2) > 100, "{:?}", scores.cp[number]);
    }
}
