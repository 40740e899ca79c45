//! Reads games from PGN files leniently: tags, moves and results count; comments, variations, move
//! numbers and annotation glyphs are passed over.

use std::collections::BTreeMap;

use thiserror::Error;

use super::GameResult;
use crate::board::{Color, Game, Position};

/// A game as it stands in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct PgnGame {
    /// The tags by name.
    pub tags: BTreeMap<String, String>,
    /// The main line.
    pub game: Game,
    /// The result behind the moves, else that of the tags.
    pub result: GameResult,
    /// What the mover's clock showed after a move, in seconds, by the number of half-moves made: of
    /// comments such as `[%clk 0:04:59]`.
    pub clocks_s: BTreeMap<usize, f64>,
}

impl PgnGame {
    /// The sides of which the players' names begin with `name`, in capitals or not.
    pub fn sides_of(&self, name: &str) -> impl Iterator<Item = Color> {
        let name = name.to_lowercase();
        let sides = [("White", Color::White), ("Black", Color::Black)].into_iter();
        sides.filter_map(move |(tag, color)| {
            let called = self.tags.get(tag)?.to_lowercase();
            called.starts_with(&name).then_some(color)
        })
    }
}

/// Why a game could not be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PgnError {
    /// The tag `FEN` holds no position.
    #[error("game {game}, line {line}: the tag FEN is `{found}`, expected a position")]
    Start {
        /// Which game, from 1.
        game: usize,
        /// Which line, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// A word is no legal move.
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
pub fn read_pgn(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line(index + 1, line);
    }
    reader.finish();
    reader.games
}

#[derive(Default)]
struct Reader {
    games: Vec<Result<PgnGame, PgnError>>,
    tags: BTreeMap<String, String>,
    game: Option<Game>,
    error: Option<PgnError>,
    /// How many variations are open around the current place.
    variations: usize,
    in_comment: bool,
    /// The comment as far as it was read.
    comment: String,
    clocks_s: BTreeMap<usize, f64>,
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
                '}' if self.in_comment => self.end_comment(),
                _ if self.in_comment => self.comment.push(letter),
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

    fn end_comment(&mut self) {
        self.in_comment = false;
        let seconds = clock_s(&std::mem::take(&mut self.comment));
        if let (Some(game), Some(seconds), 0) = (&self.game, seconds, self.variations) {
            self.clocks_s.insert(game.len(), seconds);
        }
    }

    fn tag(&mut self, line: &str) {
        if self.game.is_some() {
            self.finish();
        }
        if let Some((name, value)) = tag_pair(line) {
            self.tags.insert(name.to_owned(), value);
        }
    }

    fn word(&mut self, line: usize, word: &str) {
        if word.is_empty() || self.variations > 0 || word.starts_with('$') {
            return;
        }
        if let Some(result) = GameResult::parse(word) {
            self.begin(line);
            return self.end(result);
        }
        // A move number, perhaps with the move itself behind it.
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
            let tagged = self.tags.get("Result");
            let result = tagged.and_then(|text| GameResult::parse(text));
            self.end(result.unwrap_or_default());
        }
        self.tags.clear();
    }

    fn end(&mut self, result: GameResult) {
        let (Some(game), tags) = (self.game.take(), std::mem::take(&mut self.tags)) else {
            return;
        };
        self.variations = 0;
        let clocks_s = std::mem::take(&mut self.clocks_s);
        self.games.push(match self.error.take() {
            Some(error) => Err(error),
            None => Ok(PgnGame {
                tags,
                game,
                result,
                clocks_s,
            }),
        });
    }
}

/// The seconds of `[%clk 1:04:59.5]` in a comment.
fn clock_s(comment: &str) -> Option<f64> {
    let (_, after) = comment.split_once("[%clk")?;
    let (time, _) = after.split_once(']')?;
    let mut parts = time.trim().split(':').map(|part| {
        let number = part.parse().ok();
        number.filter(|number: &f64| number.is_finite() && *number >= 0.0)
    });
    parts.try_fold(0.0, |sum, part| Some(60.0 * sum + part?))
}

/// The name and the value of a tag pair such as `[White "Anna"]`, the value without its quotes and
/// backslashes.
fn tag_pair(line: &str) -> Option<(&str, String)> {
    let inside = line.strip_prefix('[')?.trim_end_matches(']');
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let value = value.trim();
    let value = value.strip_prefix('"').unwrap_or(value);
    let value = value.strip_suffix('"').unwrap_or(value);
    let mut plain = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => plain.extend(letters.next()),
            _ => plain.push(letter),
        }
    }
    Some((name, plain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

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
        let games: Vec<_> = read_pgn(TWO).into_iter().map(Result::unwrap).collect();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].game.len(), 7);
        assert!(games[0].game.position().is_checkmate());
        assert_eq!(games[0].result, GameResult::Win(Color::White));
        assert_eq!(games[0].tags["White"], "Anna \"the\" Fox");
        assert_eq!(games[1].game.len(), 2);
        assert_eq!(games[1].result, GameResult::Unfinished);
        assert!(!games[1].tags.contains_key("Black"));
    }

    #[test]
    fn a_game_without_an_end_ends_where_the_next_begins() {
        let games = read_pgn("[White \"A\"]\n\n1. d4 d5 2. c4\n\n[White \"B\"]\n\n1. O-O");
        assert_eq!(games[0].as_ref().unwrap().game.len(), 3);
        assert_eq!(
            games[1].as_ref().unwrap_err().to_string(),
            "game 2, line 7: `O-O` is no legal move here"
        );
    }

    #[test]
    fn clocks_stand_at_their_moves() {
        let text = "1. e4 {[%eval 0.2] [%clk 1:00:02.5]} e5 {so ([%clk} (1... c5 {[%clk 0:00:01]}) \
                    2. Nf3 {[%clk\n 0:59:00] (} Nc6 {[%clk x:1]} *";
        let game = read_pgn(text).remove(0).unwrap();
        let expected = [(1, 3_602.5), (3, 3_540.0)];
        assert_eq!(game.clocks_s, BTreeMap::from(expected));
        assert_eq!(game.game.len(), 4);
    }

    #[test]
    fn a_bad_game_does_not_spoil_the_next() {
        let games =
            read_pgn("1. e4 e5 2. Ke3 Nc6 1-0\n\n[FEN \"8/8\"]\n1. a4 0-1\n\n1. c4 1/2-1/2");
        assert!(matches!(games[0], Err(PgnError::Move { line: 1, .. })));
        assert!(matches!(games[1], Err(PgnError::Start { game: 2, .. })));
        assert_eq!(games[2].as_ref().unwrap().result, GameResult::Draw);
    }
}
