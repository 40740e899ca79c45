//! A shard: a file with the games of consecutive seeds, and everything needed to trust it.
//!
//! All numbers are little-endian.
//!
//! ```text
//! header   8  "MASQUEGM"
//!          2  version, now 1
//!          2  a: bytes of the arguments
//!          8  bench signature of the program that played
//!          8  FNV-1a hash (64 bits) of the arguments
//!          8  seed of the first game; each next game has the next
//!          8  number of games
//!          a  the arguments: all that shaped the games besides their seeds, as UTF-8 text
//!          4  FNV-1a hash (32 bits) of the header so far
//! games    one after another, see [`super::game_record`]
//! trailer  8  number of searched moves in all games
//!          8  bytes of all games
//!          8  FNV-1a hash (64 bits) of all bytes of the file before it
//! ```
//!
//! A file that was cut off has no trailer, so that it never looks whole.

use std::io::{self, ErrorKind, Read, Write};

use thiserror::Error;

use crate::checksum::{Fnv64, fnv32};

use super::game_record::{GameFault, TrainingGame};

/// The first bytes of every file of games.
pub const GAMES_MAGIC: [u8; 8] = *b"MASQUEGM";

const VERSION: u16 = 1;
/// The header without the arguments and its checksum.
const FIXED_HEADER_BYTES: usize = 44;
const TRAILER_BYTES: usize = 24;

/// What a shard says about itself before its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardHeader {
    /// The nodes of the benchmark, which sign the search that played.
    pub bench_signature: u64,
    /// All that shaped the games besides their seeds.
    pub arguments: String,
    /// The seed of the first game.
    pub first_seed: u64,
    /// How many games follow, each with the next seed.
    pub games: u64,
}

impl ShardHeader {
    /// The hash of the arguments.
    pub fn arguments_hash(&self) -> u64 {
        Fnv64::of(self.arguments.as_bytes())
    }

    /// The seed after the last game's.
    pub fn end_seed(&self) -> u64 {
        self.first_seed.saturating_add(self.games)
    }

    fn pack(&self) -> io::Result<Vec<u8>> {
        let too_long = |_| invalid("the arguments are longer than 65535 bytes");
        let length = u16::try_from(self.arguments.len()).map_err(too_long)?;
        let mut bytes = GAMES_MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        for number in [
            self.bench_signature,
            self.arguments_hash(),
            self.first_seed,
            self.games,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.arguments.as_bytes());
        bytes.extend(fnv32(&bytes).to_le_bytes());
        Ok(bytes)
    }
}

/// What a whole shard holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShardCounts {
    /// Searched moves of all games.
    pub searched_plies: u64,
    /// Bytes of all games, without header and trailer.
    pub game_bytes: u64,
}

/// Why a shard cannot be used.
#[derive(Debug, Error)]
pub enum ShardError {
    /// The system could not read on.
    #[error("cannot read on: {0}")]
    Read(#[from] io::Error),
    /// The file begins with something else.
    #[error(
        "this is no file of self-play games: it begins with `{found}`, expected `{}`",
        GAMES_MAGIC.escape_ascii()
    )]
    Alien {
        /// The bytes in place of the magic ones.
        found: String,
    },
    /// A format of another time.
    #[error("the file has version {0}, expected {VERSION}")]
    Version(u16),
    /// The header is cut off or has been changed.
    #[error("the header is damaged: {0}")]
    Header(String),
    /// A game that is cut off or makes no sense.
    #[error("game {number} (seed {seed}, at byte {offset}): {what}")]
    Game {
        /// The number of the game, from 1.
        number: u64,
        /// Its seed.
        seed: u64,
        /// Where it begins in the file.
        offset: u64,
        /// What is wrong and what was expected.
        what: String,
    },
    /// The trailer is cut off or does not fit the games.
    #[error("after the last game, at byte {offset}: {what}")]
    Trailer {
        /// Where the trailer begins in the file.
        offset: u64,
        /// What is wrong and what was expected.
        what: String,
    },
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, what)
}

/// Writes a shard from its header to its trailer.
pub struct ShardWriter<W> {
    out: W,
    hash: Fnv64,
    games_left: u64,
    counts: ShardCounts,
}

impl<W: Write> ShardWriter<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// What `out` says, or when the arguments do not fit.
    pub fn new(out: W, header: &ShardHeader) -> io::Result<ShardWriter<W>> {
        let mut writer = ShardWriter {
            out,
            hash: Fnv64::new(),
            games_left: header.games,
            counts: ShardCounts::default(),
        };
        writer.write(&header.pack()?)?;
        Ok(writer)
    }

    /// Writes the next game.
    ///
    /// # Errors
    /// What `out` says, or when the game does not fit.
    pub fn write_game(&mut self, game: &TrainingGame) -> io::Result<()> {
        let too_many = || invalid("more games than the header promises");
        self.games_left = self.games_left.checked_sub(1).ok_or_else(too_many)?;
        let bytes = game.pack()?;
        self.counts.searched_plies += game.searched.len() as u64;
        self.counts.game_bytes += bytes.len() as u64;
        self.write(&bytes)
    }

    /// Writes the trailer and returns what was written to, flushed.
    ///
    /// # Errors
    /// What `out` says, or when games are missing.
    pub fn finish(mut self) -> io::Result<(W, ShardCounts)> {
        if self.games_left > 0 {
            return Err(invalid("fewer games than the header promises"));
        }
        self.write(&self.counts.searched_plies.to_le_bytes())?;
        self.write(&self.counts.game_bytes.to_le_bytes())?;
        let checksum = self.hash.value();
        self.write(&checksum.to_le_bytes())?;
        self.out.flush()?;
        Ok((self.out, self.counts))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.add(bytes);
        self.out.write_all(bytes)
    }
}

/// Reads the games of a shard one after another and checks everything on the way; the end of the
/// iterator without an error says that the whole file is sound.
pub struct ShardReader<R> {
    input: R,
    header: ShardHeader,
    hash: Fnv64,
    /// Bytes read so far.
    offset: u64,
    games_read: u64,
    counts: ShardCounts,
    is_over: bool,
}

impl<R: Read> ShardReader<R> {
    /// A reader of a shard whose header is in order.
    ///
    /// # Errors
    /// When the input begins with something else, or the header is damaged.
    pub fn new(mut input: R) -> Result<ShardReader<R>, ShardError> {
        let (header, bytes) = read_header(&mut input)?;
        let mut hash = Fnv64::new();
        hash.add(&bytes);
        Ok(ShardReader {
            input,
            header,
            hash,
            offset: bytes.len() as u64,
            games_read: 0,
            counts: ShardCounts::default(),
            is_over: false,
        })
    }

    /// What the shard says about itself.
    pub fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// What the games read so far hold.
    pub fn counts(&self) -> ShardCounts {
        self.counts
    }

    fn next_game(&mut self) -> Result<Option<TrainingGame>, ShardError> {
        if self.games_read == self.header.games {
            self.is_over = true;
            return self.check_trailer().map(|()| None);
        }
        match TrainingGame::read(&mut self.input) {
            Ok((game, bytes)) => {
                self.hash.add(&bytes);
                self.offset += bytes.len() as u64;
                self.games_read += 1;
                self.counts.searched_plies += game.searched.len() as u64;
                self.counts.game_bytes += bytes.len() as u64;
                Ok(Some(game))
            }
            Err(fault) => {
                self.is_over = true;
                Err(self.place(fault))
            }
        }
    }

    /// The error for what is wrong with the next game.
    fn place(&self, fault: GameFault) -> ShardError {
        let what = match fault {
            GameFault::Read(error) => return ShardError::Read(error),
            GameFault::CutOff => format!(
                "the file ends within it; {} games were promised",
                self.header.games
            ),
            GameFault::Nonsense(what) => what,
        };
        ShardError::Game {
            number: self.games_read + 1,
            seed: self.header.first_seed.saturating_add(self.games_read),
            offset: self.offset,
            what,
        }
    }

    fn check_trailer(&mut self) -> Result<(), ShardError> {
        let bytes = read_up_to(&mut self.input, TRAILER_BYTES + 1)?;
        let offset = self.offset;
        let broken = |what: String| Err(ShardError::Trailer { offset, what });
        if bytes.len() != TRAILER_BYTES {
            return broken(match bytes.len() > TRAILER_BYTES {
                true => "there are bytes beyond the end".to_owned(),
                false => format!("the file ends after {} bytes of the trailer", bytes.len()),
            });
        }
        let long = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let [searched_plies, game_bytes, checksum] = [0, 8, 16].map(long);
        let said = ShardCounts {
            searched_plies,
            game_bytes,
        };
        if said != self.counts {
            return broken(format!(
                "{said:?} are promised, but found {:?}",
                self.counts
            ));
        }
        self.hash.add(&bytes[..16]);
        let found = self.hash.value();
        if checksum != found {
            return broken(format!(
                "the checksum is {checksum:016x}, but the file has {found:016x}"
            ));
        }
        Ok(())
    }
}

impl<R: Read> Iterator for ShardReader<R> {
    type Item = Result<TrainingGame, ShardError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.is_over {
            true => None,
            false => self.next_game().transpose(),
        }
    }
}

/// A shard's header with its bytes, whose checksum is right.
fn read_header(input: &mut impl Read) -> Result<(ShardHeader, Vec<u8>), ShardError> {
    let mut bytes = read_up_to(input, FIXED_HEADER_BYTES)?;
    if !bytes.starts_with(&GAMES_MAGIC) {
        let found = bytes[..bytes.len().min(8)].escape_ascii().to_string();
        return Err(ShardError::Alien { found });
    }
    let cut_off = || ShardError::Header("the file ends within it".to_owned());
    let short = |at: usize| u16::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
    if bytes.len() < FIXED_HEADER_BYTES {
        return Err(cut_off());
    }
    if short(8) != VERSION {
        return Err(ShardError::Version(short(8)));
    }
    let long = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
    let arguments_length = usize::from(short(10));
    let [bench_signature, arguments_hash, first_seed, games] = [12, 20, 28, 36].map(long);
    let rest = read_up_to(input, arguments_length + 4)?;
    let Some((arguments, checksum)) = rest.split_at_checked(arguments_length) else {
        return Err(cut_off());
    };
    bytes.extend(arguments);
    if checksum.len() < 4 {
        return Err(cut_off());
    }
    let expected = fnv32(&bytes).to_le_bytes();
    if checksum != expected {
        return Err(ShardError::Header(format!(
            "its checksum is {checksum:02x?}, but its bytes make {expected:02x?}"
        )));
    }
    let header = ShardHeader {
        bench_signature,
        arguments: String::from_utf8_lossy(arguments).into_owned(),
        first_seed,
        games,
    };
    if header.arguments_hash() != arguments_hash {
        return Err(ShardError::Header(
            "the hash of the arguments is not theirs".to_owned(),
        ));
    }
    bytes.extend(checksum);
    Ok((header, bytes))
}

/// The next `length` bytes of the input, fewer where it ends.
fn read_up_to(input: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
pub(in crate::lab) mod tests;
