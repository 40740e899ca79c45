//! Tuning: one interface for whatever has numbers ([`subjects`]), whatever they are judged by
//! ([`objectives`]), and whichever way better ones are looked for ([`methods`]).

pub mod evaluation;
pub mod interface;
pub mod journal;
pub mod journal_part;
pub mod journal_text;
pub mod methods;
pub mod objectives;
pub mod pairs;
pub mod race;
pub mod run;
pub mod subjects;
pub mod taste;
#[cfg(test)]
mod test_bowls;
