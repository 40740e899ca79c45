//! The training of the policy network: moves of people in, weights out, by gradient descent.
//!
//! [`moves`] reads games, [`gradient`] goes back through the network, [`trainer`] takes the steps and
//! [`checkpoint`] keeps them. The weights depend on games, settings and seed alone, not on the number
//! of threads or on being stopped and resumed.

pub mod checkpoint;
pub mod gradient;
pub mod moves;
pub mod trainer;
