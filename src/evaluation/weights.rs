//! Evaluation weights: percentages for every family of terms, own and opponent apart (after the
//! options of Chessmaster and HIARCS).
//!
//! `own` is the side for which the engine searches (the side to move at the root), so a weighted
//! evaluation depends on it. Every cache whose content depends on the evaluation mixes
//! [`EvaluationWeights::salt`] into its key.

use std::sync::Arc;

use super::EvaluationKind;
use super::parameter_table::ParameterTable;
use crate::board::Color;

/// A weight in percent of normal.
pub type Percent = u16;

/// A family of evaluation terms that is weighted as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// The value of pawns.
    Pawns,
    /// The value of knights.
    Knights,
    /// The value of bishops.
    Bishops,
    /// The value of rooks.
    Rooks,
    /// The value of queens.
    Queens,
    /// The pair of bishops and other sums of material that differ from their parts.
    Imbalance,
    /// Piece-square tables.
    Placement,
    /// Safe squares of pieces.
    Mobility,
    /// Pawns and pieces on the four central squares and their attacks on them.
    Centre,
    /// The safety of this side's king: shelter, storm, attackers near it.
    KingSafety,
    /// Passed pawns.
    PassedPawns,
    /// Weak pawns: isolated, doubled, backward.
    PawnWeakness,
    /// Connected pawns, phalanxes and chains.
    PawnChains,
    /// Outposts of minor pieces, good and bad bishops.
    Outposts,
    /// Rooks and queens on open files and the seventh rank.
    Lines,
    /// Attacks on pieces.
    Threats,
    /// Safe squares behind the own pawns.
    Space,
}

impl Family {
    /// Every family, in the order of the variants.
    pub const ALL: [Family; 17] = [
        Family::Pawns,
        Family::Knights,
        Family::Bishops,
        Family::Rooks,
        Family::Queens,
        Family::Imbalance,
        Family::Placement,
        Family::Mobility,
        Family::Centre,
        Family::KingSafety,
        Family::PassedPawns,
        Family::PawnWeakness,
        Family::PawnChains,
        Family::Outposts,
        Family::Lines,
        Family::Threats,
        Family::Space,
    ];
}

/// Tells the evaluation with the network from the classical one in keys: all its bits look random.
const NETWORK_SALT: u64 = 0x6a09_e667_f3bc_c909;

/// Normal weight.
pub(super) const NORMAL: Percent = 100;

/// Weights in percent for every family, own and opponent apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationWeights {
    own: [Percent; Family::ALL.len()],
    opponent: [Percent; Family::ALL.len()],
    neutral: bool,
    kind: EvaluationKind,
    /// Values that take the place of those that are built in.
    values: Option<Arc<ParameterTable>>,
}

/// Everything at 100 %.
pub(super) static NEUTRAL: EvaluationWeights = EvaluationWeights {
    own: [NORMAL; Family::ALL.len()],
    opponent: [NORMAL; Family::ALL.len()],
    neutral: true,
    kind: EvaluationKind::Network,
    values: None,
};

impl EvaluationWeights {
    /// Everything at 100 %.
    pub fn neutral() -> EvaluationWeights {
        NEUTRAL.clone()
    }

    /// The same weights for an evaluation of this kind.
    pub fn for_kind(self, kind: EvaluationKind) -> EvaluationWeights {
        EvaluationWeights { kind, ..self }
    }

    /// The kind of evaluation that they weigh.
    pub fn kind(&self) -> EvaluationKind {
        self.kind
    }

    /// The same weights with one family changed.
    pub fn with(mut self, family: Family, own: Percent, opponent: Percent) -> EvaluationWeights {
        self.own[family as usize] = own;
        self.opponent[family as usize] = opponent;
        self.neutral = self
            .own
            .iter()
            .chain(&self.opponent)
            .all(|&weight| weight == NORMAL)
            && self.values.is_none();
        self
    }

    /// The same weights for an evaluation whose parameters have these values (middlegame, endgame): a
    /// classical one, since the network learnt what the built-in ones say.
    pub fn with_values(self, values: &[[f64; 2]]) -> EvaluationWeights {
        EvaluationWeights {
            values: Some(Arc::new(ParameterTable::of(values))),
            neutral: false,
            ..self
        }
    }

    /// The values that take the place of those that are built in.
    #[inline]
    pub(super) fn values(&self) -> Option<&ParameterTable> {
        self.values.as_deref()
    }

    /// The weights that treat both sides alike: for each family the mean of the two.
    pub fn balanced(&self) -> EvaluationWeights {
        let mean = |family| (self.of(family, true) + self.of(family, false)) / 2;
        let same =
            |weights: EvaluationWeights, family| weights.with(family, mean(family), mean(family));
        Family::ALL.into_iter().fold(self.clone(), same)
    }

    /// Whether everything is at 100 %, which costs nothing.
    #[inline]
    pub fn is_neutral(&self) -> bool {
        self.neutral
    }

    /// The weight of a family for the searching side or its opponent.
    #[inline]
    pub fn of(&self, family: Family, is_own: bool) -> Percent {
        if is_own {
            self.own[family as usize]
        } else {
            self.opponent[family as usize]
        }
    }

    /// The weight of a slot: a family's, or normal for the terms that none weighs.
    #[inline]
    pub(super) fn of_slot(&self, slot: usize, is_own: bool) -> Percent {
        let side = if is_own { &self.own } else { &self.opponent };
        side.get(slot).copied().unwrap_or(NORMAL)
    }

    /// What is mixed into every key of a cache that depends on the evaluation: the same for all neutral
    /// weights of a kind, and 0 for the classical ones.
    pub fn salt(&self, own_side: Color) -> u64 {
        let kind = match self.kind {
            EvaluationKind::Network => NETWORK_SALT,
            EvaluationKind::Classical => 0,
        };
        if self.is_neutral() {
            return kind;
        }
        // FNV-1a, then a finaliser so that all 64 bits depend on every weight.
        let bytes = self
            .own
            .iter()
            .chain(&self.opponent)
            .flat_map(|weight| weight.to_le_bytes());
        let side = own_side as u8;
        let values = self.values.as_ref().map(|table| table.hash.to_le_bytes());
        let hash = bytes
            .chain([side])
            .chain(values.into_iter().flatten())
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
        let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^ (hash >> 29) ^ kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neutral_weights_share_a_salt_and_others_have_their_own() {
        let classical = EvaluationWeights::neutral().for_kind(EvaluationKind::Classical);
        let network = EvaluationWeights::neutral().for_kind(EvaluationKind::Network);
        assert_eq!(classical.salt(Color::White), 0);
        assert_ne!(network.salt(Color::White), 0);
        for neutral in [classical, network] {
            assert!(neutral.is_neutral());
            assert_eq!(neutral.salt(Color::White), neutral.salt(Color::Black));
            let changed = neutral.clone().with(Family::Mobility, 120, 100);
            assert!(!changed.is_neutral());
            let mut salts = std::collections::BTreeSet::from([neutral.salt(Color::White)]);
            let other_way = neutral.clone().with(Family::Mobility, 100, 120);
            for weights in [&changed, &other_way] {
                for color in Color::ALL {
                    assert!(salts.insert(weights.salt(color)));
                }
            }
            assert_eq!(changed.with(Family::Mobility, 100, 100), neutral);
        }
    }

    #[test]
    fn families_are_listed_in_the_order_of_their_numbers() {
        for (number, family) in Family::ALL.into_iter().enumerate() {
            assert_eq!(family as usize, number);
        }
    }
}
