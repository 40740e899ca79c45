//! Training data: self-play, the files in which its games are kept, and what can be learnt from.
//!
//! A file of games is a [`shard`]: the games of consecutive seeds, each depending on its seed and
//! on the arguments in the header alone. Shards of neighbouring seeds can be played anywhere and
//! merged into the file that one run would have written.

pub mod game_record;
pub mod merge;
pub mod position_record;
pub mod self_play;
pub mod shard;
