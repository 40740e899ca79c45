//! Playing on an Internet chess server of the FICS family (Free Internet Chess Server): the server
//! is one more front end of the same conversation.
//!
//! Bytes become lines in [`line`] and [`timeseal`], [`speaker`] tells whose words a line shows,
//! [`message`], [`style12`] and [`movelist`] say what it means, and [`bridge`] decides what is done,
//! with [`config`], [`policy`], [`opponents`] and [`login`]. None of these has a socket or a clock,
//! so that tests can feed them anything. [`host`] and `connection` have the sockets, threads and
//! files, and [`outward`] makes every text fit to leave the process.

pub mod bridge;
pub mod config;
mod connection;
pub mod host;
pub mod journal;
pub mod line;
pub mod lock;
pub mod login;
pub mod message;
pub mod movelist;
pub mod opponents;
pub mod outgoing;
mod outward;
pub mod password;
pub mod policy;
pub mod speaker;
pub mod style12;
pub mod timeseal;

pub use config::FicsConfig;
pub use host::{FicsError, OperatorRequest, play};
pub use outward::outward;
