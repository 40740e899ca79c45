//! The data of a fit: positions as evaluation coefficients, with the results of their games and
//! perhaps scores.
//!
//! There are four forms of input: EPD with a result in `c9`, lines of text `FEN | cp | result`, games
//! of self-play, and the older records of positions. Scores and results are from White's view.

use std::io::{self, BufRead};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use thiserror::Error;

use super::resolver::Resolver;
use crate::board::{FenError, Position};
use crate::evaluation::coefficients::{
    Coefficient, InterpolationWeights, PositionCoefficients, push_coefficients,
};
use crate::lab::training::position_record::{
    POSITIONS_MAGIC, PositionRecordError, PositionRecordReader,
};
use crate::lab::training::shard::{GAMES_MAGIC, ShardError, ShardReader};

/// Why data cannot be used.
#[derive(Debug, Error)]
pub enum DataError {
    /// The system could not read on.
    #[error("{source_name}: cannot read on: {error}")]
    Read {
        /// The name of the input.
        source_name: String,
        /// What the system says.
        error: io::Error,
    },
    /// A line of text that is neither EPD nor `FEN | cp | result`.
    #[error("{source_name}, line {line}: {what}")]
    Line {
        /// The name of the input.
        source_name: String,
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong and what was expected.
        what: String,
    },
    /// A broken file of games.
    #[error("{source_name}: {error}")]
    Games {
        /// The name of the input.
        source_name: String,
        /// What is wrong.
        error: ShardError,
    },
    /// Not a file of games, where there has to be one.
    #[error("{source_name}: no games of self-play, expected a file of `masque lab selfplay`")]
    NoGames {
        /// The name of the input.
        source_name: String,
    },
    /// A broken file of records in the older format.
    #[error("{source_name}: {error}")]
    Records {
        /// The name of the input.
        source_name: String,
        /// What is wrong.
        error: PositionRecordError,
    },
    /// There is more data than the numbers of the compact form can address.
    #[error(
        "{source_name}: more data than fits, expected at most {limit} coefficients and {sources} inputs"
    )]
    TooMuch {
        /// The name of the input.
        source_name: String,
        /// The most coefficients of all positions together.
        limit: u32,
        /// The most inputs.
        sources: u8,
    },
}

/// One position in compact form, 16 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    start: u32,
    length: u16,
    /// The score that came with it, in centipawns.
    pub score_cp: Option<i16>,
    interpolation: InterpolationWeights,
    /// The result in half points: 0, 1, 2.
    pub half_points: u8,
    /// The number of its input.
    pub source: u8,
}

/// A position with its result, before it is turned into coefficients.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    /// The position.
    pub position: Position,
    /// A search's score in centipawns, if known.
    pub score_cp: Option<i16>,
    /// The result in half points: 0, 1, 2.
    pub half_points: u8,
}

/// All positions, with all their coefficients in one vector.
#[derive(Default)]
pub struct Dataset {
    coefficients: Vec<Coefficient>,
    samples: Vec<Sample>,
    sources: Vec<String>,
}

/// The numbers of the samples to learn from, and of those to check with.
pub struct Split {
    /// To learn from.
    pub training: Vec<u32>,
    /// Held out.
    pub held_out: Vec<u32>,
}

/// The data are split in blocks of this many neighbours, because neighbours may be of one game.
const BLOCK: usize = 500;
/// The least number of blocks; smaller data get smaller blocks.
const LEAST_BLOCKS: usize = 50;
/// One block in this many is held out.
const HELD_OUT_SHARE: u32 = 10;

impl Dataset {
    /// The samples.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The names of the inputs, by their numbers.
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// The coefficients of a sample.
    #[inline]
    pub fn coefficients(&self, sample: &Sample) -> PositionCoefficients<'_> {
        let start = sample.start as usize;
        PositionCoefficients {
            coefficients: &self.coefficients[start..start + usize::from(sample.length)],
            interpolation: sample.interpolation,
        }
    }

    /// Splits the samples into blocks of neighbours and holds out a tenth of the blocks.
    pub fn split(&self, seed: u64) -> Split {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut training, mut held_out) = (Vec::new(), Vec::new());
        let block = BLOCK.min(self.samples.len() / LEAST_BLOCKS).max(1);
        let numbers: Vec<u32> = (0..self.samples.len() as u32).collect();
        for numbers in numbers.chunks(block) {
            match random.next_u32() % HELD_OUT_SHARE {
                0 => held_out.extend(numbers),
                _ => training.extend(numbers),
            }
        }
        Split { training, held_out }
    }

    /// The numbers among these that belong to one input.
    pub fn of_source(&self, numbers: &[u32], source: usize) -> Vec<u32> {
        let is_of_source =
            |number: &u32| usize::from(self.samples[*number as usize].source) == source;
        numbers.iter().copied().filter(is_of_source).collect()
    }

    /// Reads an input to its end and returns how many positions it gave. With a resolver,
    /// each position is replaced by the quiet one at the end of its captures. `progress` is called
    /// for every position.
    ///
    /// # Errors
    /// When the input cannot be read or holds anything but positions with results.
    pub fn read(
        &mut self,
        name: &str,
        input: impl BufRead,
        mut resolver: Option<&mut Resolver>,
        mut progress: impl FnMut(),
    ) -> Result<usize, DataError> {
        let before = self.samples.len();
        self.sources.push(name.to_owned());
        let mut add = |labelled: Labelled| {
            progress();
            let resolved = resolver
                .as_deref_mut()
                .map(|it| it.resolve(&labelled.position));
            self.add(&Labelled {
                position: resolved.unwrap_or(labelled.position),
                ..labelled
            })
        };
        read_labelled(name, input, &mut add)?;
        Ok(self.samples.len() - before)
    }

    /// Adds a position to the latest input.
    fn add(&mut self, labelled: &Labelled) -> Result<(), DataError> {
        let too_much = |sources: &[String]| DataError::TooMuch {
            source_name: sources.last().cloned().unwrap_or_default(),
            limit: u32::MAX,
            sources: u8::MAX,
        };
        let start = self.coefficients.len();
        push_coefficients(&labelled.position, &mut self.coefficients);
        let source = self.sources.len().saturating_sub(1);
        let (Ok(start), Ok(length), Ok(source)) = (
            u32::try_from(start),
            u16::try_from(self.coefficients.len() - start),
            u8::try_from(source),
        ) else {
            return Err(too_much(&self.sources));
        };
        self.samples.push(Sample {
            start,
            length,
            score_cp: labelled.score_cp,
            interpolation: InterpolationWeights::of(&labelled.position),
            half_points: labelled.half_points,
            source,
        });
        Ok(())
    }
}

#[cfg(test)]
impl Dataset {
    /// A set of these positions as its only source.
    pub(in crate::lab::tuning) fn of(positions: impl IntoIterator<Item = Labelled>) -> Dataset {
        let mut dataset = Dataset::default();
        dataset.sources.push("made for a test".to_owned());
        for labelled in positions {
            dataset.add(&labelled).unwrap();
        }
        dataset
    }
}

/// Reads the positions of an input, in whichever of the four forms it has, and hands them to `add`.
///
/// # Errors
/// When the input cannot be read or holds anything but positions with results, and those of `add`.
pub fn read_labelled(
    name: &str,
    mut input: impl BufRead,
    mut add: impl FnMut(Labelled) -> Result<(), DataError>,
) -> Result<(), DataError> {
    let source_name = || name.to_owned();
    let start = input.fill_buf().map_err(|error| DataError::Read {
        source_name: source_name(),
        error,
    })?;
    if start.starts_with(&GAMES_MAGIC) {
        let broken = |error| DataError::Games {
            source_name: source_name(),
            error,
        };
        for game in ShardReader::new(input).map_err(broken)? {
            for quiet in game.map_err(broken)?.quiet_positions() {
                add(Labelled {
                    position: quiet.position,
                    score_cp: Some(quiet.white_cp),
                    half_points: quiet.white_half_points,
                })?;
            }
        }
    } else if start.starts_with(&POSITIONS_MAGIC) {
        let broken = |error| DataError::Records {
            source_name: source_name(),
            error,
        };
        for record in PositionRecordReader::new(input).map_err(broken)? {
            let record = record.map_err(broken)?;
            add(Labelled {
                position: record.position,
                score_cp: Some(record.white_cp),
                half_points: record.white_half_points,
            })?;
        }
    } else {
        for (line, number) in input.lines().zip(1..) {
            let line = line.map_err(|error| DataError::Read {
                source_name: source_name(),
                error,
            })?;
            let labelled = parse_line(&line).map_err(|what| DataError::Line {
                source_name: source_name(),
                line: number,
                what,
            })?;
            labelled.map(&mut add).transpose()?;
        }
    }
    Ok(())
}

/// The position in a line, `None` for an empty line; the error says what was expected.
fn parse_line(line: &str) -> Result<Option<Labelled>, String> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(None);
    }
    match line.contains('|') {
        true => parse_bars(line),
        false => parse_epd(line),
    }
    .map(Some)
}

/// `FEN | cp | result`.
fn parse_bars(line: &str) -> Result<Labelled, String> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [fen, score, result] = fields[..] else {
        return Err(format!(
            "{} fields, expected 'FEN | cp | result'",
            fields.len()
        ));
    };
    let score_cp: i32 = score
        .parse()
        .map_err(|_| format!("the score is '{score}', expected whole centipawns"))?;
    Ok(Labelled {
        position: parse_fen(fen)?,
        score_cp: Some(score_cp.clamp(i16::MIN.into(), i16::MAX.into()) as i16),
        half_points: parse_result(result)?,
    })
}

/// An EPD with the result as the operation `c9`.
fn parse_epd(line: &str) -> Result<Labelled, String> {
    let missing = || "no result, expected the operation c9 \"1-0\"; at the end".to_owned();
    let (fen, rest) = line.split_once(" c9 ").ok_or_else(missing)?;
    let result = rest.split('"').nth(1).ok_or_else(missing)?;
    let fields: Vec<&str> = fen.split_whitespace().take(4).collect();
    Ok(Labelled {
        position: parse_fen(&fields.join(" "))?,
        score_cp: None,
        half_points: parse_result(result)?,
    })
}

fn parse_fen(fen: &str) -> Result<Position, String> {
    fen.parse()
        .map_err(|error: FenError| format!("'{fen}': {error}"))
}

fn parse_result(text: &str) -> Result<u8, String> {
    match text {
        "1-0" | "1.0" | "1" => Ok(2),
        "1/2-1/2" | "0.5" => Ok(1),
        "0-1" | "0.0" | "0" => Ok(0),
        _ => Err(format!(
            "the result is '{text}', expected 1-0, 0-1, 1/2-1/2 or 1.0, 0.0, 0.5"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::training::game_record::tests::example;
    use crate::lab::training::position_record::PositionRecord;
    use crate::lab::training::position_record::tests::file;
    use crate::lab::training::shard::tests::shard_of;

    const FEN: &str = "r1bqkb1r/pp1n2pp/2n1pp2/3pP3/3P1P2/5N2/PP4PP/R1BQKBNR w KQkq -";

    fn read(bytes: &[u8]) -> Result<Dataset, String> {
        let mut dataset = Dataset::default();
        match dataset.read("data", bytes, None, || ()) {
            Ok(_) => Ok(dataset),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn all_input_forms_give_the_same_sample() {
        let record = PositionRecord {
            position: FEN.parse().unwrap(),
            white_cp: -35,
            white_half_points: 2,
            starts_game: true,
        };
        let records = file(std::slice::from_ref(&record));
        let epd = format!("{FEN} c9 \"1-0\";\n\n");
        let bars = format!("{FEN} 0 1 | -35 | 1.0\n");
        for (bytes, score_cp) in [
            (epd.as_bytes(), None),
            (bars.as_bytes(), Some(-35)),
            (&records[..], Some(-35)),
        ] {
            let dataset = read(bytes).unwrap();
            let [sample] = dataset.samples() else {
                panic!("{} samples", dataset.samples().len())
            };
            assert_eq!((sample.score_cp, sample.half_points), (score_cp, 2));
            let coefficients = dataset.coefficients(sample);
            let mut expected = Vec::new();
            push_coefficients(&record.position, &mut expected);
            assert_eq!(coefficients.coefficients, expected);
        }
    }

    #[test]
    fn games_give_their_quiet_positions() {
        let game = example();
        let quiet = game.quiet_positions();
        let bytes = shard_of(&[game.clone(), game]);
        let dataset = read(&bytes).unwrap();
        let scores = |sample: &Sample| (sample.score_cp, sample.half_points);
        let expected = quiet.iter().chain(&quiet);
        let expected = expected.map(|kept| (Some(kept.white_cp), kept.white_half_points));
        assert!(dataset.samples().iter().map(scores).eq(expected));
        let broken = read(&bytes[..bytes.len() - 40]).err().unwrap();
        assert!(broken.starts_with("data: game 2 (seed 41, "), "{broken}");
    }

    #[test]
    fn bad_lines_are_refused_with_their_place() {
        for (text, expected) in [
            ("hello", "data, line 1: no result"),
            (
                &format!("{FEN} c9 \"1-0\";\n{FEN} c9 \"2-0\";"),
                "data, line 2: the result is '2-0'",
            ),
            (&format!("{FEN} | x | 1.0"), "the score is 'x'"),
            (&format!("{FEN} | 1.0"), "2 fields"),
            ("8/8 | 1 | 1.0", "line 1: '8/8': "),
        ] {
            let found = read(text.as_bytes()).err().unwrap();
            assert!(found.contains(expected), "{found} for {expected}");
        }
    }

    #[test]
    fn a_split_holds_every_sample_once_and_depends_on_its_seed() {
        let labelled = Labelled {
            position: Position::start(),
            score_cp: None,
            half_points: 1,
        };
        let dataset = Dataset::of(vec![labelled; 3_000]);
        let split = dataset.split(1);
        assert!((100..600).contains(&split.held_out.len()));
        let mut all = [split.training.clone(), split.held_out].concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..3_000));
        assert_ne!(dataset.split(2).training, split.training);
    }

    #[test]
    fn samples_stay_small() {
        assert_eq!(size_of::<Coefficient>(), 4);
        assert!(size_of::<Sample>() <= 20);
    }
}
