//! Syzygy tablebases (Ronald de Man, 2013): results (WDL) and distances to zeroing (DTZ) of all
//! positions with few men.
//!
//! The reader is the project's own: the libraries at hand either bind the licence or map files into
//! memory and follow their pointers, so that a truncated or damaged file ends the process. Here a
//! file is bytes, every access is checked, and a table that contradicts itself gives no answer.

mod index;
mod material;
mod pairs;
mod table;
mod tablebase;

pub(super) use tablebase::is_zeroing;
pub use tablebase::{Tablebase, TablebaseError};
