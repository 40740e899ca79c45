//! `Selectivity`: how much a search leaves out on suspicion, on Chessmaster's scale of 0 to 16.
//!
//! One table says what a step on the scale does to each family of pruning; it acts by making other
//! [`SearchParameters`], so the steps of the tree never hear of it. Scores stay what they are, the
//! result of a search of some depth under one judgement, and selective searches of one depth
//! differ from each other anyway: the keys of the table need no salt for it.

use crate::search::parameters::SearchParameters;

/// A step on the scale: 0 leaves out nothing, [`Selectivity::NORMAL`] is what makes the engine
/// strongest, more is bolder still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Selectivity(u8);

/// How eagerly each family prunes at one step, in percent of normal.
struct Eagerness {
    /// Whole nodes: null move and reverse futility.
    nodes_percent: i32,
    /// Single moves: late moves, futility, history and exchanges.
    moves_percent: i32,
    /// Plies: late move reductions.
    plies_percent: i32,
}

const fn eagerness(nodes_percent: i32, moves_percent: i32, plies_percent: i32) -> Eagerness {
    Eagerness {
        nodes_percent,
        moves_percent,
        plies_percent,
    }
}

/// What each step means. Nodes come first, for cutting them risks least, then plies, then moves;
/// beyond normal all grow together. The values between are drawn by eye.
const TABLE: [Eagerness; 17] = [
    eagerness(0, 0, 0),
    eagerness(40, 0, 0),
    eagerness(60, 0, 20),
    eagerness(70, 20, 40),
    eagerness(80, 40, 55),
    eagerness(85, 55, 65),
    eagerness(90, 70, 75),
    eagerness(94, 80, 85),
    eagerness(97, 90, 93),
    eagerness(100, 100, 100),
    eagerness(104, 108, 104),
    eagerness(108, 116, 108),
    eagerness(112, 124, 112),
    eagerness(116, 132, 116),
    eagerness(120, 140, 120),
    eagerness(125, 150, 125),
    eagerness(130, 160, 130),
];

impl Selectivity {
    /// Nothing is left out: every move is searched to the full depth (alpha-beta itself loses
    /// nothing).
    pub const FULL_WIDTH: Selectivity = Selectivity(0);
    /// The search's parameters as they are.
    pub const NORMAL: Selectivity = Selectivity(9);
    /// The boldest.
    pub const MAX: Selectivity = Selectivity(TABLE.len() as u8 - 1);

    /// A step; beyond the scale its end.
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
        let Eagerness {
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
                &mut applied.late_move_to_plies,
                &mut applied.futility_to_plies,
                &mut applied.history_pruning_to_plies,
                &mut applied.exchange_to_plies,
            ],
        );
        more_in(
            moves_percent,
            &mut [
                &mut applied.late_move_base,
                &mut applied.futility_base_cp,
                &mut applied.futility_ply_cp,
                &mut applied.history_pruning_per_ply,
                &mut applied.exchange_quiet_cp,
                &mut applied.exchange_tactical_cp,
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
    use crate::search::reductions::Reductions;

    #[test]
    fn normal_changes_nothing_and_the_scale_has_ends() {
        let parameters = SearchParameters::default();
        assert_eq!(Selectivity::default().applied_to(&parameters), parameters);
        assert_eq!(Selectivity::new(200), Selectivity::MAX);
        assert_eq!(Selectivity::MAX.step(), 16);
        assert_eq!(Selectivity::new(0), Selectivity::FULL_WIDTH);
    }

    #[test]
    fn each_step_leaves_out_no_less_than_the_one_before() {
        let parameters = SearchParameters::default();
        let steps = (0..=Selectivity::MAX.step()).map(|step| {
            let applied = Selectivity::new(step).applied_to(&parameters);
            let reduction = Reductions::new(&applied).of(20, 30);
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
