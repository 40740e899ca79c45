//! Root scores: what short searches of different depths say of every legal move.
//!
//! Each move is searched by itself, so that its score is exact, up to the last of the depths or to a
//! number of nodes; the clock plays no part. The table is shared by the moves of a position and
//! cleared before the next, so that the scores depend on the position alone.

use crate::board::{Move, Position};
use crate::endgame::solve_all;
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

/// Searches the moves of positions, one position after another.
pub struct ScoreSearcher {
    thread: SearchThread,
    table: TranspositionTable,
}

impl ScoreSearcher {
    /// A searcher with the default parameters of the search.
    pub fn new() -> ScoreSearcher {
        // So that no score depends on when they are solved.
        solve_all();
        ScoreSearcher {
            thread: SearchThread::new(),
            table: TranspositionTable::new(TABLE_MIB),
        }
    }

    /// The scores of all legal moves. They do not depend on what was searched before.
    pub fn scores(&mut self, position: &Position) -> RootScores {
        self.thread.forget();
        self.table.clear();
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let cp = moves.iter().map(|&mv| self.search(position, mv)).collect();
        RootScores { moves, cp }
    }

    fn search(&mut self, position: &Position, mv: Move) -> [i16; DEPTHS_PLIES.len()] {
        let mut request = SearchRequest::neutral(position.clone());
        request.root_moves = vec![mv];
        request.limits = SearchLimits {
            depth_plies: DEPTHS_PLIES.into_iter().max(),
            nodes: Some(NODES_PER_MOVE),
            soft_nodes: None,
        };
        let mut depths = ScoresByDepth::default();
        let control = SearchControl::start(None);
        search(
            &request,
            &mut self.thread,
            &self.table,
            &control,
            &mut depths,
        );
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

    fn scores(fen: &str) -> (Position, RootScores) {
        let position: Position = fen.parse().unwrap();
        let scores = ScoreSearcher::new().scores(&position);
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
            assert_eq!(searcher.scores(&position), fresh, "{fen}");
        }
    }
}
