//! Late move reductions by depth and move number.

use crate::search::parameters::SearchParameters;

const SIDE: usize = 64;

/// The reductions in plies, computed once.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    plies: Vec<i8>,
}

impl Reductions {
    pub(super) fn new(parameters: &SearchParameters) -> Reductions {
        let base = f64::from(parameters.reduction_base_permille) / 1e3;
        let divisor = f64::from(parameters.reduction_divisor_permille) / 1e3;
        let entry = |index: usize| {
            let (depth, number) = (index / SIDE, index % SIDE);
            let logs = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (base + logs / divisor) as i8
        };
        Reductions {
            plies: (0..SIDE * SIDE).map(entry).collect(),
        }
    }

    /// The reduction of the `number`th move at some depth.
    #[inline]
    pub(super) fn of(&self, depth_plies: i32, number: usize) -> i32 {
        let depth = (depth_plies.max(0) as usize).min(SIDE - 1);
        i32::from(self.plies[depth * SIDE + number.min(SIDE - 1)])
    }
}
