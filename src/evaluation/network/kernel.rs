//! Which instructions of the processor the network is computed with: those that every processor of its
//! kind has, or wider ones where they are found when the program runs.
//!
//! All kernels are the same code, compiled once for each, so that they agree. This is the only file of
//! the evaluation with `unsafe` code: a function that is compiled for more than the program requires may
//! only be called on a processor that can do it, which is for us to see to.

#![allow(unsafe_code)]

use super::NetworkState;
use crate::board::Position;

/// A way to compute the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kernel {
    /// Made true by [`Kernel::here`] alone, where the processor has AVX2 and BMI.
    wide: bool,
}

impl Kernel {
    /// The kernel of every processor.
    #[cfg(test)]
    pub(super) const PORTABLE: Kernel = Kernel { wide: false };

    /// The fastest kernel for the processor that the program runs on.
    pub(super) fn here() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        let wide = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        #[cfg(not(target_arch = "x86_64"))]
        let wide = false;
        Kernel { wide }
    }

    /// [`NetworkState::compute`] by this kernel.
    #[inline(always)]
    pub(super) fn compute(self, state: &mut NetworkState, position: &Position) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: `wide` is true only where the processor has these instructions.
            return unsafe { compute_wide(state, position) };
        }
        state.compute(position)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn compute_wide(state: &mut NetworkState, position: &Position) -> i32 {
    state.compute(position)
}
