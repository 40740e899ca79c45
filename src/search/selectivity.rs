//! Selectivity: how much a search prunes and reduces, on Chessmaster's scale of 0 to 16.
//!
//! One table says what a step on the scale does to each family of pruning. It changes the
//! [`SearchParameters`], so the steps of a node need not know the scale. The keys of the transposition
//! table need no salt for it: a score stays the result of a search to some depth, whatever was pruned.

use crate::search::parameters::SearchParameters;

/// A step on the scale: 0 prunes nothing, [`Selectivity::NORMAL`] makes the engine strongest, and
/// higher steps prune more than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Selectivity(u8);

/// How much each family prunes at one step, in percent of normal.
struct PruningStrength {
    /// Whole nodes: null move pruning and reverse futility pruning.
    nodes_percent: i32,
    /// Single moves: late move, futility, history and SEE pruning.
    moves_percent: i32,
    /// Plies: late move reductions.
    plies_percent: i32,
}

const fn pruning_strength(
    nodes_percent: i32,
    moves_percent: i32,
    plies_percent: i32,
) -> PruningStrength {
    PruningStrength {
        nodes_percent,
        moves_percent,
        plies_percent,
    }
}

/// What each step means. Pruning of nodes comes first because it risks least, then reductions, then
/// pruning of moves; beyond normal all grow together. The values are untested guesses.
const TABLE: [PruningStrength; 17] = [
    pruning_strength(0, 0, 0),
    pruning_strength(40, 0, 0),
    pruning_strength(60, 0, 20),
    pruning_strength(70, 20, 40),
    pruning_strength(80, 40, 55),
    pruning_strength(85, 55, 65),
    pruning_strength(90, 70, 75),
    pruning_strength(94, 80, 85),
    pruning_strength(97, 90, 93),
    pruning_strength(100, 100, 100),
    pruning_strength(104, 108, 104),
    pruning_strength(108, 116, 108),
    pruning_strength(112, 124, 112),
    pruning_strength(116, 132, 116),
    pruning_strength(120, 140, 120),
    pruning_strength(125, 150, 125),
    pruning_strength(130, 160, 130),
];

impl Selectivity {
    /// Nothing is pruned or reduced: every move is searched to the full depth by alpha-beta.
    pub const FULL_WIDTH: Selectivity = Selectivity(0);
    /// The search's parameters as they are.
    pub const NORMAL: Selectivity = Selectivity(9);
    /// The step that prunes most.
    pub const MAX: Selectivity = Selectivity(TABLE.len() as u8 - 1);

    /// A step; a number beyond the scale means its end.
    pub fn new(step: u8) -> Selectivity {
        Selectivity(step).min(Selectivity::MAX)
    }

    /// The step's number.
    pub fn step(self) -> u8 {
        self.0
    }

    /// The parameters of a search with this selectivity.
    pub(super) fn applied_to(self, parameters: &SearchParameters) -> SearchParameters {
        let mut applied = parameters.clone();
        let PruningStrength {
            nodes_percent,
            moves_percent,
            plies_percent,
        } = TABLE[usize::from(self.0)];
        let less_in = |percent: i32, values: &mut [&mut i32]| {
            for value in values {
                **value = **value * percent / 100;
            }
        };
        let more_in = |percent: i32, values: &mut [&mut i32]| {
            for value in values {
                **value = **value * 100 / percent.max(1);
            }
        };
        more_in(nodes_percent, &mut [&mut applied.reverse_futility_cp]);
        less_in(
            nodes_percent,
            &mut [
                &mut applied.reverse_futility_to_plies,
                &mut applied.null_move_base_plies,
            ],
        );
        less_in(
            moves_percent,
            &mut [
                &mut applied.late_move_pruning_to_plies,
                &mut applied.futility_to_plies,
                &mut applied.history_pruning_to_plies,
                &mut applied.see_pruning_to_plies,
            ],
        );
        more_in(
            moves_percent,
            &mut [
                &mut applied.late_move_pruning_base,
                &mut applied.futility_base_cp,
                &mut applied.futility_ply_cp,
                &mut applied.history_pruning_per_ply,
                &mut applied.see_quiet_cp,
                &mut applied.see_tactical_cp,
            ],
        );
        less_in(plies_percent, &mut [&mut applied.reduction_base_permille]);
        more_in(
            plies_percent,
            &mut [
                &mut applied.reduction_divisor_permille,
                &mut applied.reduction_history,
            ],
        );
        applied
    }
}

impl Default for Selectivity {
    fn default() -> Selectivity {
        Selectivity::NORMAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::reductions::ReductionTable;

    #[test]
    fn normal_changes_nothing_and_the_scale_has_ends() {
        let parameters = SearchParameters::default();
        assert_eq!(Selectivity::default().applied_to(&parameters), parameters);
        assert_eq!(Selectivity::new(200), Selectivity::MAX);
        assert_eq!(Selectivity::MAX.step(), 16);
        assert_eq!(Selectivity::new(0), Selectivity::FULL_WIDTH);
    }

    #[test]
    fn each_step_prunes_no_less_than_the_one_before() {
        let parameters = SearchParameters::default();
        let steps = (0..=Selectivity::MAX.step()).map(|step| {
            let applied = Selectivity::new(step).applied_to(&parameters);
            let reduction = ReductionTable::new(&applied).basic_plies(20, 30);
            (step, applied, reduction)
        });
        let steps: Vec<_> = steps.collect();
        for pair in steps.windows(2) {
            let [(_, less, less_plies), (step, more, more_plies)] = pair else {
                continue;
            };
            assert!(more_plies >= less_plies, "{step}");
            assert!(more.futility_to_plies >= less.futility_to_plies, "{step}");
            assert!(more.futility_ply_cp <= less.futility_ply_cp, "{step}");
            assert!(
                more.reverse_futility_cp < less.reverse_futility_cp,
                "{step}"
            );
        }
        let [(_, _, none), .., (_, _, most)] = &steps[..] else {
            return;
        };
        assert!(most > none);
    }
}
