//! The games of a match kept in a PGN file, pair by pair, so that a match that was broken off can go on.

use std::io;
use std::path::{Path, PathBuf};

use super::kept_file::{KeptFile, KeptGamesError};
use super::personality_match::PlayedGame;
use crate::board::{Color, GameResult, PgnGame, PgnTags, read_pgn};

/// The tag that says how many plies of a game are its given opening.
pub const OPENING_PLIES_TAG: &str = "OpeningPlies";

/// A file of games that is open for more.
pub struct KeptGames {
    file: KeptFile,
    /// The names of the subject and its opponent.
    players: [String; 2],
}

/// What was found when a file of games was opened.
pub struct FoundGames {
    /// The file, to which games can be added.
    pub file: KeptGames,
    /// The pairs that are in it already, numbered from the first one asked for.
    pub pairs: Vec<[PlayedGame; 2]>,
    /// Where games of other conditions were put, and the first line that differs.
    pub set_aside: Option<(PathBuf, String)>,
}

impl KeptGames {
    /// Opens a file of games, or makes it. `conditions` is a text of lines; `first` is the number of
    /// the match's first pair.
    ///
    /// # Errors
    ///
    /// All of [`KeptGamesError`]; the games in the file are then as they were.
    pub fn open(
        path: &Path,
        conditions: &str,
        players: [&str; 2],
        first: u32,
    ) -> Result<FoundGames, KeptGamesError> {
        let found = KeptFile::open(path, conditions, 2, |text| read_pairs(text, first))?;
        Ok(FoundGames {
            file: KeptGames {
                file: found.file,
                players: players.map(str::to_owned),
            },
            pairs: found.read,
            set_aside: found.set_aside,
        })
    }

    /// Adds a finished pair behind the others.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn add(&mut self, pair: &[PlayedGame; 2]) -> io::Result<()> {
        let text: String = pair.iter().map(|played| self.record(played)).collect();
        self.file.add(&text)
    }

    fn record(&self, played: &PlayedGame) -> String {
        let [subject, opponent] = &self.players;
        let (white, black) = match played.side {
            Color::White => (subject, opponent),
            Color::Black => (opponent, subject),
        };
        let tags = PgnTags {
            event: format!("Games of {subject}"),
            site: "masque".to_owned(),
            round: round(played.opening, played.side),
            white: white.clone(),
            black: black.clone(),
            result: match played.half_points {
                2 => GameResult::Win(played.side),
                1 => GameResult::Draw,
                _ => GameResult::Win(!played.side),
            },
            others: vec![(OPENING_PLIES_TAG.to_owned(), played.first_ply.to_string())],
            ..PgnTags::default()
        };
        played.game.pgn(&tags)
    }
}

/// The length of the given opening of a recorded game in plies, if a tag says it.
pub fn opening_plies(recorded: &PgnGame) -> Option<usize> {
    let tag = recorded.tags.get(OPENING_PLIES_TAG);
    tag.and_then(|text| text.parse().ok())
}

fn round(opening: u32, side: Color) -> String {
    let game = match side {
        Color::White => 1,
        Color::Black => 2,
    };
    format!("{}.{game}", u64::from(opening) + 1)
}

fn read_pairs(text: &str, first: u32) -> Result<Vec<[PlayedGame; 2]>, KeptGamesError> {
    let mut games = read_pgn(text).into_iter().enumerate();
    let mut pairs = Vec::new();
    let mut read = |opening: u32, side: Color| match games.next() {
        None => Ok(None),
        Some((index, game)) => read_game(index + 1, game?, opening, side).map(Some),
    };
    for opening in first.. {
        let pair = (read(opening, Color::White)?, read(opening, Color::Black)?);
        match pair {
            (Some(white), Some(black)) => pairs.push([white, black]),
            _ => break,
        }
    }
    Ok(pairs)
}

fn read_game(
    number: usize,
    recorded: PgnGame,
    opening: u32,
    side: Color,
) -> Result<PlayedGame, KeptGamesError> {
    let wrong = |tag: &'static str, expected: String| KeptGamesError::Tag {
        game: number,
        tag,
        found: recorded.tags.get(tag).cloned().unwrap_or_default(),
        expected,
    };
    let expected = round(opening, side);
    if recorded.tags.get("Round") != Some(&expected) {
        return Err(wrong("Round", format!("`{expected}`")));
    }
    let half_points = recorded.result.half_points(side);
    Ok(PlayedGame {
        opening,
        first_ply: opening_plies(&recorded)
            .ok_or_else(|| wrong(OPENING_PLIES_TAG, "a number of plies".to_owned()))?,
        side,
        half_points: half_points
            .ok_or_else(|| wrong("Result", "the result of a finished game".to_owned()))?,
        game: recorded.game,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::board::Game;

    const FIRST: u32 = 4;

    /// A pair from an opening of two plies.
    fn pair(opening: u32, half_points: u8) -> [PlayedGame; 2] {
        let mut game = Game::default();
        for text in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
            let mv = game.position().parse_move(text).unwrap();
            game.play(mv);
        }
        [Color::White, Color::Black].map(|side| PlayedGame {
            game: game.clone(),
            opening,
            first_ply: 2,
            side,
            half_points,
        })
    }

    fn open(path: &Path, conditions: &str) -> FoundGames {
        KeptGames::open(path, conditions, ["lion", "neutral"], FIRST).unwrap()
    }

    #[test]
    fn a_file_that_was_cut_anywhere_goes_on_to_the_same_bytes() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.pgn");
        let pairs = [pair(4, 2), pair(5, 0), pair(6, 1)];
        let mut found = open(&path, "nodes = 1\n");
        pairs.iter().for_each(|pair| found.file.add(pair).unwrap());
        drop(found);
        let whole = fs::read(&path).unwrap();
        let text = String::from_utf8_lossy(&whole);
        assert!(
            text.contains(
                "[Round \"5.1\"]\n[White \"lion\"]\n[Black \"neutral\"]\n[Result \"1-0\"]"
            )
        );
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut found = open(&path, "nodes = 1\n");
            let there = found.pairs.len();
            assert_eq!(found.pairs, pairs[..there], "{length}");
            assert!(found.set_aside.is_none());
            for pair in &pairs[there..] {
                found.file.add(pair).unwrap();
            }
            drop(found);
            assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
        }
    }

    #[test]
    fn games_of_other_conditions_are_kept_aside() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.pgn");
        for (nodes, aside) in [
            (1, None),
            (2, Some("games.pgn.1")),
            (3, Some("games.pgn.2")),
        ] {
            let mut found = open(&path, &format!("[match]\nnodes = {nodes}\n"));
            assert!(found.pairs.is_empty());
            let (place, said) = found.set_aside.take().unzip();
            assert_eq!(place, aside.map(|name| directory.path().join(name)));
            if let Some(said) = said {
                assert_eq!(
                    said,
                    format!("`nodes = {}` before, `nodes = {nodes}` now", nodes - 1)
                );
            }
            found.file.add(&pair(FIRST, 1)).unwrap();
        }
        let kept = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
        assert_eq!(kept("games.conditions.1"), "[match]\nnodes = 1\n");
        assert_eq!(kept("games.pgn.2"), kept("games.pgn"));
    }

    #[test]
    fn one_program_adds_games_and_foreign_games_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.pgn");
        let mut found = open(&path, "");
        let again = KeptGames::open(&path, "", ["a", "b"], FIRST);
        assert!(matches!(again, Err(KeptGamesError::Busy)));
        found.file.add(&pair(9, 1)).unwrap();
        drop(found);
        let wrong = KeptGames::open(&path, "", ["a", "b"], FIRST).err().unwrap();
        let expected = "game 1: the tag Round is `10.1`, expected `5.1`";
        assert_eq!(wrong.to_string(), expected);
    }
}
