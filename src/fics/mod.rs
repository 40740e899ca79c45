//! masque on an Internet chess server: the server is one more front end of the same conversation.
//!
//! Owns what a chess server says and hears. The files [`line`], [`timeseal`], [`style12`],
//! [`message`], [`movelist`] and [`outgoing`] turn bytes into facts and commands into bytes; they
//! hold no socket and no clock, so that tests can feed them anything. None of them knows how a
//! search works.

pub mod line;
pub mod message;
pub mod movelist;
pub mod outgoing;
pub mod style12;
pub mod timeseal;
