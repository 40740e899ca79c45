//! A suite as an objective: positions with a best move (EPD), each searched with the same number of nodes;
//! what counts is how many are solved.

use thiserror::Error;

use crate::board::{FenError, Game, Move, MoveError, Position};
use crate::checksum::Fnv64;
use crate::lab::tuning::interface::{Objective, Subject, TrialError};

/// Why a text is no suite.
#[derive(Debug, Error)]
pub enum SuiteError {
    /// A line is no position.
    #[error("line {line}: {error}; expected a position as EPD")]
    Position {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        error: FenError,
    },
    /// A line tells no move.
    #[error("line {0}: no move to find, expected `bm MOVE;` or `am MOVE;`")]
    NoMove(usize),
    /// A move cannot be made.
    #[error("line {line}: '{text}': {error}")]
    Move {
        /// Which line, from 1.
        line: usize,
        /// The move.
        text: String,
        /// What is wrong with it.
        error: MoveError,
    },
    /// There is no position.
    #[error("there is no position in it")]
    Empty,
}

/// A position with what is to be played there.
#[derive(Clone, Debug, PartialEq)]
pub struct SuitePosition {
    position: Position,
    /// One of these solves it; none where only some are wrong.
    best: Vec<Move>,
    /// None of these solves it.
    wrong: Vec<Move>,
}

impl SuitePosition {
    fn is_solved_by(&self, mv: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&mv)) && !self.wrong.contains(&mv)
    }
}

/// The positions of an EPD text; empty lines and those that begin with `#` are left out.
///
/// # Errors
/// [`SuiteError`].
pub fn read_suite(text: &str) -> Result<Vec<SuitePosition>, SuiteError> {
    let lines = (1..).zip(text.lines());
    let filled = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let suite: Vec<SuitePosition> = filled
        .map(|(line, text)| read_line(line, text))
        .collect::<Result<_, _>>()?;
    match suite.is_empty() {
        true => Err(SuiteError::Empty),
        false => Ok(suite),
    }
}

fn read_line(line: usize, text: &str) -> Result<SuitePosition, SuiteError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (fields, rest) = words.split_at(words.len().min(4));
    let position = fields.join(" ").parse();
    let position: Position = position.map_err(|error| SuiteError::Position { line, error })?;
    let rest = rest.join(" ");
    let moves = |code: &str| -> Result<Vec<Move>, SuiteError> {
        let mut operations = rest.split(';').map(str::trim);
        let words = operations.find_map(|it| it.strip_prefix(code));
        let words = words.unwrap_or_default().split_whitespace();
        words
            .map(|text| {
                position.parse_move(text).map_err(|error| SuiteError::Move {
                    line,
                    text: text.to_owned(),
                    error,
                })
            })
            .collect()
    };
    let (best, wrong) = (moves("bm ")?, moves("am ")?);
    if best.is_empty() && wrong.is_empty() {
        return Err(SuiteError::NoMove(line));
    }
    Ok(SuitePosition {
        position,
        best,
        wrong,
    })
}

/// A suite for a subject.
pub struct Suite<'s> {
    /// What is tuned.
    pub subject: &'s dyn Subject,
    /// The positions.
    pub positions: Vec<SuitePosition>,
    /// Nodes for each position.
    pub nodes: u64,
    /// The seed of a personality's chance.
    pub seed: u64,
}

impl Suite<'_> {
    /// How many positions are solved with these values.
    fn solved(&self, values: &[f64]) -> usize {
        let mut player = self.subject.player(values, self.nodes, self.seed);
        let mut is_solved = |it: &&SuitePosition| {
            player.forget();
            let outcome = player.search(&Game::new(it.position.clone()));
            outcome.best.is_some_and(|mv| it.is_solved_by(mv))
        };
        let positions = self.positions.iter();
        positions.filter(|it| is_solved(it)).count()
    }
}

impl Objective for Suite<'_> {
    fn identity(&self) -> String {
        let mut hash = Fnv64::new();
        for it in &self.positions {
            hash.add(format!("{} {:?} {:?}", it.position.fen(), it.best, it.wrong).as_bytes());
        }
        format!(
            "a suite of {} positions ({:016x}), {} nodes each",
            self.positions.len(),
            hash.value(),
            self.nodes
        )
    }

    /// The positions that are not solved.
    fn value(&self, _trial: u64, values: &[f64]) -> Result<f64, TrialError> {
        Ok((self.positions.len() - self.solved(values)) as f64)
    }

    fn report(&self, start: &[f64], found: &[f64]) -> Vec<String> {
        let [before, after] = [start, found].map(|values| self.solved(values));
        let all = self.positions.len();
        vec![format!(
            "of {all} positions {before} solved before, {after} after"
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tuning::interface::starts;
    use crate::lab::tuning::subjects::search::{SearchNumbers, search_numbers};

    const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";";

    #[test]
    fn solved_positions_count() {
        let all = search_numbers();
        let places = all.choose(&[]).unwrap();
        let subject = SearchNumbers::new(all, places);
        let text = format!(
            "# one mate\n{MATE}\n\n{}\n",
            MATE.replace("bm Rd8#", "am Rd8")
        );
        let suite = Suite {
            subject: &subject,
            positions: read_suite(&text).unwrap(),
            nodes: 500,
            seed: 0,
        };
        let start = starts(subject.numbers());
        assert_eq!(suite.value(0, &start), Ok(1.0));
        assert_eq!(suite.compare(0, &start, &start), Ok(0.0));
        let lines = suite.report(&start, &start);
        assert_eq!(lines, ["of 2 positions 1 solved before, 1 after"]);
    }

    #[test]
    fn what_is_no_suite_is_refused_with_the_line() {
        let fault = |text: &str| read_suite(text).unwrap_err().to_string();
        assert!(fault("# nothing\n").contains("no position"));
        assert!(fault(&format!("{MATE}\n8/8 w")).starts_with("line 2: "));
        assert!(fault(&MATE.replace("bm", "xx")).starts_with("line 1: no move to find"));
        assert!(fault(&MATE.replace("Rd8#", "Ra8")).starts_with("line 1: 'Ra8': "));
    }
}
