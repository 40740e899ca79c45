//! The policy: the network's opinion of each legal move.

use super::NetworkWeights;
use super::forward::{NetworkInput, Pass, logits};
use super::layout::Layout;
use super::planes::{rating_inputs, square_pair};
use crate::board::{Move, Piece, Position};
use crate::strength::LastMove;

/// By how much the logarithm of a lesser promotion's share is below that of the queen's, which the
/// network does not tell apart.
const LESSER_PROMOTION: f32 = 5.0;

/// A network ready to be asked.
pub struct PolicyNetwork {
    weights: NetworkWeights,
    layout: Layout,
    pass: Pass,
}

impl PolicyNetwork {
    /// A network with these weights.
    pub fn new(weights: NetworkWeights) -> PolicyNetwork {
        PolicyNetwork {
            weights,
            layout: Layout::new(),
            pass: Pass::new(),
        }
    }

    /// The natural logarithm of the share that each of these moves, all legal ones of the position,
    /// has for a player of this rating. The opponent's rating counts as the same.
    pub fn policy(
        &mut self,
        position: &Position,
        last: Option<LastMove>,
        elo: i32,
        moves: &[Move],
    ) -> Vec<f32> {
        let input = NetworkInput::new(position, last, rating_inputs(elo, None));
        self.pass.run(&self.weights, &self.layout, &input);
        let pairs: Vec<usize> = moves.iter().map(|&mv| square_pair(position, mv)).collect();
        let mut logits = logits(&self.pass, &self.weights, &self.layout, &pairs);
        for (logit, mv) in logits.iter_mut().zip(moves) {
            if mv.promotion.is_some_and(|piece| piece != Piece::Queen) {
                *logit -= LESSER_PROMOTION;
            }
        }
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
        let total = most + sum.ln();
        logits.into_iter().map(|logit| logit - total).collect()
    }
}

/// The policy of somebody to whom all moves look alike.
pub fn policy_without_network(moves: &[Move]) -> Vec<f32> {
    vec![-(moves.len().max(1) as f32).ln(); moves.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_lesser_promotions_are_rare() {
        let position: Position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
        let weight = |index: usize| 0.05 * (index as f32 * 0.7).sin();
        let weights = (0..NetworkWeights::COUNT).map(weight).collect();
        let mut network = PolicyNetwork::new(NetworkWeights(weights));
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let policy = network.policy(&position, None, 1_500, &moves);
        let sum: f32 = policy.iter().map(|share| share.exp()).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        let of = |text: &str| {
            let mv = position.parse_move(text).unwrap();
            policy[moves.iter().position(|&other| other == mv).unwrap()]
        };
        assert!((of("a7a8q") - of("a7a8n") - LESSER_PROMOTION).abs() < 1e-4);
        assert_ne!(of("e1d1"), of("e1f1"));
        let again = network.policy(&position, None, 2_200, &moves);
        assert_ne!(policy, again, "the rating counts");
        assert_eq!(network.policy(&position, None, 1_500, &moves), policy);
        assert_eq!(policy_without_network(&moves[..1]), [0.0]);
    }
}
