//! Games from PGN files: whoever played them, they can be observed too.
//!
//! Owns the reading of the export format leniently: tags, movetext with comments, variations,
//! numbers and glyphs (which are passed over), results. It must not know what is looked for.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::board::{Game, Position};

/// A game as it stands in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The tags by name.
    pub tags: BTreeMap<String, String>,
    /// The main line.
    pub game: Game,
    /// White's half points, if the result is known.
    pub white_half_points: Option<u8>,
}

/// Why a game could not be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PgnError {
    /// The start position is none.
    #[error("game {game}, line {line}: the tag FEN is `{found}`, expected a position")]
    Start {
        /// Which game, from 1.
        game: usize,
        /// Which line, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// A move cannot be made.
    #[error("game {game}, line {line}: `{found}` is no legal move here")]
    Move {
        /// Which game, from 1.
        game: usize,
        /// Which line, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
}

/// Every game of a text, one result for each.
pub fn read(text: &str) -> Vec<Result<Recorded, PgnError>> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line(index + 1, line);
    }
    reader.finish();
    reader.games
}

#[derive(Default)]
struct Reader {
    games: Vec<Result<Recorded, PgnError>>,
    tags: BTreeMap<String, String>,
    game: Option<Game>,
    error: Option<PgnError>,
    /// Nested variations around the place where we are.
    variations: usize,
    in_comment: bool,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        let is_movetext = self.in_comment || self.variations > 0;
        if line.starts_with('%') && !is_movetext {
            return;
        }
        if line.trim_start().starts_with('[') && !is_movetext {
            return self.tag(line.trim());
        }
        let mut word = String::new();
        for letter in line.chars() {
            match letter {
                '}' if self.in_comment => self.in_comment = false,
                _ if self.in_comment => {}
                ';' => break,
                '{' | '(' | ')' | ' ' | '\t' => {
                    self.word(number, &std::mem::take(&mut word));
                    match letter {
                        '{' => self.in_comment = true,
                        '(' => self.variations += 1,
                        ')' => self.variations = self.variations.saturating_sub(1),
                        _ => {}
                    }
                }
                _ => word.push(letter),
            }
        }
        self.word(number, &word);
    }

    fn tag(&mut self, line: &str) {
        if self.game.is_some() {
            self.finish();
        }
        let inner = line.trim_start_matches('[').trim_end_matches(']');
        if let Some((name, value)) = inner.split_once(char::is_whitespace) {
            let value = value.trim().trim_matches('"').replace("\\\"", "\"");
            self.tags.insert(name.to_owned(), value);
        }
    }

    fn word(&mut self, line: usize, word: &str) {
        if word.is_empty() || self.variations > 0 || word.starts_with('$') {
            return;
        }
        if let Some(ended) = result(word) {
            self.begin(line);
            return self.end(ended.white_half_points());
        }
        // Numbers of moves, perhaps with the move itself behind them.
        let text = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let text = match word.starts_with(|c: char| c.is_ascii_digit()) && !word.starts_with("0-") {
            true => text,
            false => word,
        };
        let text = text.trim_end_matches(['!', '?']);
        if text.is_empty() || self.error.is_some() {
            return;
        }
        self.begin(line);
        let Some(game) = &mut self.game else { return };
        match game.position().parse_move(text) {
            Ok(mv) => game.play(mv),
            Err(_) => {
                self.error = Some(PgnError::Move {
                    game: self.games.len() + 1,
                    line,
                    found: word.to_owned(),
                });
            }
        }
    }

    /// The first word of a game's moves sets up its board.
    fn begin(&mut self, line: usize) {
        if self.game.is_some() {
            return;
        }
        let start = match self.tags.get("FEN") {
            None => Ok(Position::start()),
            Some(fen) => fen.parse().map_err(|_| PgnError::Start {
                game: self.games.len() + 1,
                line,
                found: fen.clone(),
            }),
        };
        match start {
            Ok(start) => self.game = Some(Game::new(start)),
            Err(error) => {
                self.game = Some(Game::default());
                self.error = Some(error);
            }
        }
    }

    fn finish(&mut self) {
        if self.game.is_some() {
            let tagged = self.tags.get("Result").and_then(|word| result(word));
            self.end(tagged.and_then(Ended::white_half_points));
        }
        self.tags.clear();
    }

    fn end(&mut self, white_half_points: Option<u8>) {
        let (Some(game), tags) = (self.game.take(), std::mem::take(&mut self.tags)) else {
            return;
        };
        self.variations = 0;
        self.games.push(match self.error.take() {
            Some(error) => Err(error),
            None => Ok(Recorded {
                tags,
                game,
                white_half_points,
            }),
        });
    }
}

/// What a result says, if a word is one.
fn result(word: &str) -> Option<Ended> {
    match word {
        "1-0" => Some(Ended::With(2)),
        "0-1" => Some(Ended::With(0)),
        "1/2-1/2" => Some(Ended::With(1)),
        "*" => Some(Ended::Unknown),
        _ => None,
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// With so many half points for White.
    With(u8),
    Unknown,
}

impl Ended {
    fn white_half_points(self) -> Option<u8> {
        match self {
            Ended::With(half_points) => Some(half_points),
            Ended::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = r#"[Event "A"]
[White "Anna \"the\" Fox"]
[Black "Bert"]
[Result "1-0"]

1. e4 {best by test} e5 2.Bc4 (2. Nf3 Nc6 (2... d6) 3. Bb5) 2... Nc6 $1 3. Qh5?! ; early
Nf6?? 4. Qxf7# 1-0

[White "C"]
[Result "1/2-1/2"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 Kd7 *
"#;

    #[test]
    fn main_lines_are_read_with_everything_around_them() {
        let games: Vec<_> = read(TWO).into_iter().map(Result::unwrap).collect();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].game.len(), 7);
        assert!(games[0].game.position().is_checkmate());
        assert_eq!(games[0].white_half_points, Some(2));
        assert_eq!(games[0].tags["White"], "Anna \"the\" Fox");
        assert_eq!(games[1].game.len(), 2);
        assert_eq!(games[1].white_half_points, None);
        assert!(!games[1].tags.contains_key("Black"));
    }

    #[test]
    fn a_game_without_an_end_ends_where_the_next_begins() {
        let games = read("[White \"A\"]\n\n1. d4 d5 2. c4\n\n[White \"B\"]\n\n1. O-O");
        assert_eq!(games[0].as_ref().unwrap().game.len(), 3);
        assert_eq!(
            games[1].as_ref().unwrap_err().to_string(),
            "game 2, line 7: `O-O` is no legal move here"
        );
    }

    #[test]
    fn a_bad_game_does_not_spoil_the_next() {
        let games = read("1. e4 e5 2. Ke3 Nc6 1-0\n\n[FEN \"8/8\"]\n1. a4 0-1\n\n1. c4 1/2-1/2");
        assert!(matches!(games[0], Err(PgnError::Move { line: 1, .. })));
        assert!(matches!(games[1], Err(PgnError::Start { game: 2, .. })));
        assert_eq!(games[2].as_ref().unwrap().white_half_points, Some(1));
    }
}
