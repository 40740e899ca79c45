//! Options: what a user can set in a GUI, and the settings that come of it.
//!
//! The option table is the one list of options with their names, kinds, ranges, defaults and
//! meanings. Every front end shows and checks options from it.

mod levels;
mod option;
mod option_table;
mod settings;

pub use option::{
    ButtonOption, CheckOption, Choice, ComboOption, FileOption, OptionError, OptionKind,
    OptionSpec, SpinOption,
};
pub use option_table::OptionTable;
pub use settings::{EngineSettings, OptionChange};
