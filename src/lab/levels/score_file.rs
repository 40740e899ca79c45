//! The file of root scores: searching is the slow part of a fit, so its results are kept.
//!
//! The first line tells of which search they are, each further line is a position: its game and ply,
//! and the scores of its legal moves, in the order of the board library. An interrupted run goes on
//! where it ended; a line that was cut off is made again.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use thiserror::Error;

use super::human_positions::HumanPosition;
use crate::lab::bench::{DEFAULT_DEPTH_PLIES, bench};
use crate::lab::parallel::in_order;
use crate::search::RepetitionPolicy;
use crate::strength::{DEPTHS_PLIES, RootScores, SCORED_BY, ScoreQuestion, ScoreSearcher};

/// Positions whose scores are written at once.
const CHUNK: usize = 64;

/// Why scores cannot be kept in a file.
#[derive(Debug, Error)]
pub enum ScoreFileError {
    /// The system could not read or write.
    #[error("{0}")]
    System(#[from] io::Error),
    /// The file is of another search.
    #[error("the scores are of '{found}', expected '{expected}'; remove the file to search again")]
    Search {
        /// The first line.
        found: String,
        /// The line of this search.
        expected: String,
    },
}

type Scores = Vec<[i16; DEPTHS_PLIES.len()]>;

/// The scores of all positions, those that the file lacks searched now and added to it. `progress` is
/// given the number of positions that are done each time.
///
/// # Errors
/// All of [`ScoreFileError`].
pub fn scores_of(
    path: &Path,
    positions: &[HumanPosition],
    threads: usize,
    mut progress: impl FnMut(usize),
) -> Result<Vec<RootScores>, ScoreFileError> {
    let title = title();
    let mut known = read(path, &title)?;
    let missing: Vec<&HumanPosition> = positions
        .iter()
        .filter(|it| !known.contains_key(&(it.game.clone(), it.ply)))
        .collect();
    progress(positions.len() - missing.len());
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    if file.metadata()?.len() == 0 {
        writeln!(file, "{title}")?;
    }
    let chunks: Vec<&[&HumanPosition]> = missing.chunks(CHUNK).collect();
    let mut written = Ok(());
    let search = |number: u64| search_chunk(chunks[number as usize]);
    let keep = |found: Vec<(&HumanPosition, Scores)>| {
        let lines: String = found.iter().map(|(it, scores)| line(it, scores)).collect();
        written = file.write_all(lines.as_bytes());
        progress(found.len());
        let found = found.into_iter();
        known.extend(found.map(|(it, scores)| ((it.game.clone(), it.ply), scores)));
        written.is_ok()
    };
    in_order(threads, chunks.len() as u64, search, keep);
    written?;
    let scores = |it: &HumanPosition| RootScores {
        moves: it.position.legal_moves().into_iter().collect(),
        cp: known[&(it.game.clone(), it.ply)].clone(),
    };
    Ok(positions.iter().map(scores).collect())
}

fn search_chunk<'p>(chunk: &[&'p HumanPosition]) -> Vec<(&'p HumanPosition, Scores)> {
    let mut searcher = ScoreSearcher::new();
    let scores = |it: &&'p HumanPosition| {
        (
            *it,
            searcher
                .scores(&ScoreQuestion::neutral(&it.position), || false)
                .cp,
        )
    };
    chunk.iter().map(scores).collect()
}

/// Which search the scores are of: the signature changes with the evaluation and the search.
fn title() -> String {
    let signature = bench(
        DEFAULT_DEPTH_PLIES,
        RepetitionPolicy::default(),
        SCORED_BY,
        |_, _| (),
    );
    let nodes = signature.map_or(0, |total| total.nodes);
    format!("root scores 2, bench {nodes}, depths {DEPTHS_PLIES:?}")
}

fn line(it: &HumanPosition, scores: &Scores) -> String {
    let mut line = format!("{} {}", it.game, it.ply);
    for score in scores.iter().flatten() {
        let _ = write!(line, " {score}");
    }
    line.push('\n');
    line
}

/// The scores by game and ply.
type KnownScores = HashMap<(String, u32), Scores>;

fn read(path: &Path, title: &str) -> Result<KnownScores, ScoreFileError> {
    let mut known = HashMap::new();
    if !path.exists() {
        return Ok(known);
    }
    let mut input = BufReader::new(File::open(path)?);
    let mut text = String::new();
    input.read_line(&mut text)?;
    if !text.is_empty() && text.trim_end() != title {
        return Err(ScoreFileError::Search {
            found: text.trim_end().to_owned(),
            expected: title.to_owned(),
        });
    }
    let mut whole = text.len();
    loop {
        text.clear();
        if input.read_line(&mut text)? == 0 {
            return Ok(known);
        }
        match text.strip_suffix('\n').and_then(parse) {
            Some((key, scores)) => known.insert(key, scores),
            None => {
                OpenOptions::new()
                    .write(true)
                    .open(path)?
                    .set_len(whole as u64)?;
                return Ok(known);
            }
        };
        whole += text.len();
    }
}

fn parse(line: &str) -> Option<((String, u32), Scores)> {
    let mut words = line.split(' ');
    let game = words.next()?.to_owned();
    let ply = words.next()?.parse().ok()?;
    let numbers: Vec<i16> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let scores = numbers.as_chunks().0.to_vec();
    Some(((game, ply), scores))
}
