//! Endings whose result is known: Syzygy tables, read without any trust in the files.
//!
//! Owns the tables, what they say about a position and about each move of a root, and what a
//! result leaves open: which moves make it hardest for the opponent. It must not know how a search
//! or a character uses that.
//!
//! The reader is the project's own: the libraries at hand either bind the licence or map files into
//! memory and follow their pointers, so that a truncated or damaged file ends the process. Here a
//! file is bytes, every access is checked, and a table that contradicts itself just does not answer.

mod indexing;
mod material;
mod pairs;
mod prospects;
mod root;
mod table;
mod tablebase;

pub use prospects::{MoveProspects, Prospects};
pub use root::{RootVerdicts, Verdict, as_proven};
pub use tablebase::{Outcome, Tablebase, TablebaseError};
