//! The training of the policy network: moves of people in, weights out, by gradient descent.
//!
//! [`moves`] reads games, [`gradient`] goes back through the network, and [`learner`] hands both to the
//! trainer.

pub mod gradient;
pub mod learner;
pub mod moves;
