//! The prediction: how likely each legal move is for a player of a rating.

use super::choice_weights::ChoiceWeights;
use super::features::feature_values;
use super::last_move::LastMove;
use super::network::{NetworkWeights, PolicyNetwork};
use super::root_scores::{RootScores, ScoreQuestion, ScoreSearcher};
use crate::board::{Move, Position};

/// Predicts the moves of people.
pub struct MovePredictor {
    weights: ChoiceWeights,
    network: PolicyNetwork,
    searcher: ScoreSearcher,
}

impl MovePredictor {
    /// A predictor with the weights and the network that ship.
    pub fn new() -> MovePredictor {
        let network = PolicyNetwork::new(NetworkWeights::built_in());
        MovePredictor::with(ChoiceWeights::built_in(), network)
    }

    /// A predictor with other weights and the network that they were fitted with.
    pub fn with(weights: ChoiceWeights, network: PolicyNetwork) -> MovePredictor {
        MovePredictor {
            weights,
            network,
            searcher: ScoreSearcher::new(),
        }
    }

    /// Every legal move with its probability, in the order of the board library. `last` is the
    /// opponent's move before, if it is known.
    pub fn probabilities(
        &mut self,
        position: &Position,
        last: Option<LastMove>,
        elo: i32,
    ) -> Vec<(Move, f64)> {
        let scores = self.scores(&ScoreQuestion::neutral(position), || false);
        let probabilities = self.probabilities_from(position, last, elo, &scores);
        scores.moves.into_iter().zip(probabilities).collect()
    }

    /// The scores on which predictions rest; see [`ScoreSearcher::scores`].
    pub fn scores(&mut self, question: &ScoreQuestion, must_end: impl Fn() -> bool) -> RootScores {
        self.searcher.scores(question, must_end)
    }

    /// The nodes of the latest question.
    pub fn nodes(&self) -> u64 {
        self.searcher.nodes()
    }

    /// The same from scores that are known already.
    pub fn probabilities_from(
        &mut self,
        position: &Position,
        last: Option<LastMove>,
        elo: i32,
        scores: &RootScores,
    ) -> Vec<f64> {
        let policy = self.network.policy(position, last, elo, &scores.moves);
        let features = feature_values(position, last, scores, &policy);
        self.weights.probabilities(elo, &features)
    }
}

impl Default for MovePredictor {
    fn default() -> MovePredictor {
        MovePredictor::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn predicted(fen: &str, last: &str, mv: &str, elo: i32) -> f64 {
        let position: Position = fen.parse().unwrap();
        let mut predictor = MovePredictor::new();
        let all = predictor.probabilities(&position, last.parse().ok(), elo);
        let sum: f64 = all.iter().map(|(_, probability)| probability).sum();
        assert!((sum - 1.0).abs() < 1e-9 && all.iter().all(|&(_, share)| share > 0.0));
        assert_eq!(all.len(), position.legal_moves().len());
        let mv = position.parse_move(mv).unwrap();
        let found = all.into_iter().find(|&(other, _)| other == mv);
        found.unwrap().1
    }

    #[test]
    fn people_take_back_and_the_strong_see_more() {
        let exchange = "r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";
        for elo in [800, 1_400, 2_000] {
            let taken = |mv| predicted(exchange, "b5c6", mv, elo);
            let taken = taken("d7c6") + taken("b7c6");
            assert!(taken > 0.5, "{elo}: {taken}");
        }
        let hanging = "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3";
        let blunder = |elo| predicted(hanging, "b1c3", "a7a6", elo);
        assert!(
            blunder(900) > blunder(2_200),
            "{} {}",
            blunder(900),
            blunder(2_200)
        );
        assert!(blunder(2_200) < 0.01, "{}", blunder(2_200));
    }
}
