//! masque on an Internet chess server: the server is one more front end of the same conversation.
//!
//! Owns what a chess server says and hears. The files [`line`], [`timeseal`], [`style12`],
//! [`message`], [`movelist`] and [`outgoing`] turn bytes into facts and commands into bytes; they
//! hold no socket and no clock, so that tests can feed them anything. [`config`], [`policy`],
//! [`opponents`], [`login`] and [`bridge`] decide, pure as well. Only [`host`] and `connection`
//! meet the world: sockets, threads, files. None of them knows how a search works.

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
pub mod password;
pub mod policy;
pub mod speaker;
pub mod style12;
pub mod timeseal;

pub use config::FicsConfig;
pub use host::{FicsError, OperatorRequest, play};
