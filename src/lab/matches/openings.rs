//! The openings of a match: drawn by chance and judged balanced by a search, or read from a file of
//! positions (EPD, FEN) or of games (PGN). No two openings of a match are the same.

use std::collections::HashSet;

use thiserror::Error;

use super::chance::opening_chance;
use super::game::Player;
use crate::board::{FenError, Game, PgnError, PgnTags, Position, read_pgn};
use crate::checksum::Fnv64;
use crate::lab::parallel::in_order;
use crate::search::SearchParameters;

/// The default number of random plies of an opening.
pub const BALANCED_OPENING_PLIES: u32 = 8;
/// An opening is drawn again when a search finds it further than this from even, in centipawns.
pub const BALANCED_CP: i32 = 50;
/// Nodes of the search that judges whether a drawn opening is balanced.
pub const JUDGE_NODES: u64 = 10_000;

/// Why a file of openings could not be read.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// A line is no position.
    #[error("line {line}: {error}; expected a position as FEN or EPD")]
    Position {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        error: FenError,
    },
    /// A game cannot be read.
    #[error(transparent)]
    Game(#[from] PgnError),
    /// In an opening there is nothing left to play.
    #[error("opening {number}: the game is over")]
    Over {
        /// Which opening of the file, from 1.
        number: usize,
    },
}

/// Openings of exactly `plies` random moves that are balanced. They depend on `seed` alone, a
/// longer list begins with the shorter one, and other seeds draw anew.
pub fn draw_openings(count: usize, plies: u32, seed: u64, threads: usize) -> Vec<Game> {
    let mut openings = DistinctOpenings::default();
    let draw = |number: u64| {
        let mut random = opening_chance(seed, number);
        let mut judge = Player::new(SearchParameters::default(), JUDGE_NODES);
        judge.draw_balanced_opening(plies, BALANCED_CP, &mut random)
    };
    if count > 0 {
        in_order(threads, u64::MAX, draw, |opening| {
            openings.add(opening);
            openings.openings.len() < count
        });
    }
    openings.openings
}

/// The openings of a file in its order: one for each line that begins with a position, or for each
/// game of a PGN file. Those that lead to the same position as an earlier one are left out.
///
/// # Errors
///
/// The first line or game that cannot be read, and openings in which the game is over.
pub fn read_openings(text: &str) -> Result<Vec<Game>, OpeningsError> {
    let openings = match begins_with_position(text) {
        true => read_positions(text)?,
        false => {
            let games = read_pgn(text).into_iter();
            games
                .map(|game| Ok(game?.game))
                .collect::<Result<_, PgnError>>()?
        }
    };
    let mut distinct = DistinctOpenings::default();
    for (index, opening) in openings.into_iter().enumerate() {
        if opening.ended_by().is_some() {
            return Err(OpeningsError::Over { number: index + 1 });
        }
        distinct.add(opening);
    }
    Ok(distinct.openings)
}

/// A checksum of openings in their order.
pub fn checksum(openings: &[Game]) -> u64 {
    let texts = openings.iter().map(|one| one.pgn(&PgnTags::default()));
    Fnv64::of(texts.collect::<String>().as_bytes())
}

/// Whether the first line with something on it holds a position and not the beginning of a game.
fn begins_with_position(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    let placement = first.and_then(|line| line.split_whitespace().next());
    placement.is_some_and(|word| word.contains('/'))
}

fn read_positions(text: &str) -> Result<Vec<Game>, OpeningsError> {
    let lines = (1..).zip(text.lines());
    let filled = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let read = |(line, text): (usize, &str)| match read_position(text) {
        Ok(position) => Ok(Game::new(position)),
        Err(error) => Err(OpeningsError::Position { line, error }),
    };
    filled.map(read).collect()
}

/// A position as FEN, or as EPD with the counters in the operations `hmvc` and `fmvn`.
fn read_position(line: &str) -> Result<Position, FenError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (fields, rest) = words.split_at(words.len().min(4));
    let operand = |name: &str| {
        let place = rest.iter().position(|word| *word == name)?;
        let number = rest.get(place + 1)?.trim_end_matches(';');
        number.parse::<u16>().ok()
    };
    let counter = |place: usize, name: &str, default: u16| {
        let plain = rest.get(place).and_then(|word| word.parse().ok());
        plain.or_else(|| operand(name)).unwrap_or(default)
    };
    let (halfmoves, fullmoves) = (counter(0, "hmvc", 0), counter(1, "fmvn", 1));
    format!("{} {halfmoves} {fullmoves}", fields.join(" ")).parse()
}

/// Openings of which no two lead to the same position.
#[derive(Default)]
struct DistinctOpenings {
    openings: Vec<Game>,
    seen: HashSet<String>,
}

impl DistinctOpenings {
    fn add(&mut self, opening: Game) {
        // The same men, rights and side to move; how long it took does not matter.
        let fen = opening.position().fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        if self.seen.insert(fields.join(" ")) {
            self.openings.push(opening);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[test]
    fn drawn_openings_are_balanced_distinct_and_depend_on_their_seed_alone() {
        let openings = draw_openings(3, 8, 1, 2);
        assert_eq!(openings.len(), 3);
        assert!(openings.iter().all(|opening| opening.len() == 8));
        assert_eq!(openings[..2], draw_openings(2, 8, 1, 1));
        assert_ne!(openings[0], draw_openings(1, 8, 9, 1)[0]);
        // There is one opening of no plies, and it can be drawn as often as one likes.
        assert_eq!(draw_openings(1, 0, 1, 1), [Game::default()]);
    }

    #[test]
    fn positions_are_read_in_order_and_once() {
        let moved = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
        let text = format!("\n{moved} hmvc 2; fmvn 5; c1 \"e4\";\n{START} 0 1\n{moved} 0 1\n");
        let openings = read_openings(&text).unwrap();
        let fens: Vec<String> = openings.iter().map(|one| one.position().fen()).collect();
        assert_eq!(fens, [format!("{moved} 2 5"), format!("{START} 0 1")]);
        let turned: Vec<Game> = openings.iter().rev().cloned().collect();
        assert_ne!(checksum(&openings), checksum(&turned));
    }

    #[test]
    fn games_are_openings_with_their_moves() {
        let openings = read_openings("[White \"A\"]\n\n1. e4 c5 *\n\n1. d4 *\n").unwrap();
        assert_eq!([openings[0].len(), openings[1].len()], [2, 1]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let refused = |text: &str| read_openings(text).unwrap_err().to_string();
        let said = refused(&format!("{START}\n8/8/8 w - -\n"));
        assert!(
            said.starts_with("line 2: ") && said.contains("expected a position"),
            "{said}"
        );
        let said = refused("1. e4 e4 *");
        assert!(said.starts_with("game 1, line 1: `e4`"), "{said}");
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert_eq!(refused(mated), "opening 1: the game is over");
    }
}
