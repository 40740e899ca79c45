//! Writes games in PGN's export format: tag pairs, numbered moves in SAN, lines of limited length.

use super::GameResult;
use crate::board::{Color, Game, Position};
use crate::wrapping::wrapped;

/// The longest line of movetext in characters (section 4.3 of the standard).
const LINE_LENGTH: usize = 79;

/// What a game record says besides its moves. Empty texts become `?`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnTags {
    /// The name of the match or tournament.
    pub event: String,
    /// The place.
    pub site: String,
    /// `YYYY.MM.DD`.
    pub date: String,
    /// The round of the match; empty becomes `-`.
    pub round: String,
    /// The player of the white pieces.
    pub white: String,
    /// The player of the black pieces.
    pub black: String,
    /// The result, also at the end of the movetext.
    pub result: GameResult,
    /// Further tag pairs in order, for example `TimeControl` and `Termination`.
    pub others: Vec<(String, String)>,
}

impl Game {
    /// The game in PGN, ending in an empty line.
    pub fn pgn(&self, tags: &PgnTags) -> String {
        self.annotated_pgn(tags, &[])
    }

    /// The same with a comment behind each move; moves without one have an empty text or are
    /// beyond the end of `comments`.
    pub fn annotated_pgn(&self, tags: &PgnTags, comments: &[String]) -> String {
        let mut text = String::new();
        for (name, value) in self.tag_pairs(tags) {
            let value = escape(&value);
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        text.push('\n');
        let movetext = format!("{} {}", self.movetext(comments).join(" "), tags.result);
        text.push_str(&wrapped(&movetext, LINE_LENGTH).join("\n"));
        text.push_str("\n\n");
        text
    }

    fn tag_pairs(&self, tags: &PgnTags) -> Vec<(String, String)> {
        let known = |text: &str| match text {
            "" => "?".to_owned(),
            _ => text.to_owned(),
        };
        let round = match tags.round.as_str() {
            "" => "-".to_owned(),
            round => round.to_owned(),
        };
        let date = match tags.date.as_str() {
            "" => "????.??.??".to_owned(),
            date => date.to_owned(),
        };
        let roster = [
            ("Event", known(&tags.event)),
            ("Site", known(&tags.site)),
            ("Date", date),
            ("Round", round),
            ("White", known(&tags.white)),
            ("Black", known(&tags.black)),
            ("Result", tags.result.to_string()),
        ];
        let mut pairs: Vec<(String, String)> = roster
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        let start = self.start();
        if *start != Position::start() {
            if !start.castles_classically() {
                pairs.push(("Variant".to_owned(), "Chess960".to_owned()));
            }
            pairs.push(("SetUp".to_owned(), "1".to_owned()));
            pairs.push(("FEN".to_owned(), start.fen()));
        }
        pairs.extend(tags.others.iter().cloned());
        pairs
    }

    /// The words of the moves in SAN with their numbers: `1.`, `e4`, `e5`, `2.`; `1...` when Black
    /// begins and behind a comment.
    pub fn movetext(&self, comments: &[String]) -> Vec<String> {
        let mut words = Vec::with_capacity(self.len() * 2);
        let mut is_interrupted = true;
        for (ply, (position, mv)) in self.past().iter().enumerate() {
            if position.side_to_move() == Color::White || is_interrupted {
                words.push(position.move_number());
            }
            words.push(position.san(*mv));
            let comment = comments.get(ply).map_or("", String::as_str);
            is_interrupted = !comment.is_empty();
            if is_interrupted {
                words.extend(comment_words(comment));
            }
        }
        words
    }
}

/// A comment in its braces, which cannot stand inside it.
fn comment_words(comment: &str) -> Vec<String> {
    let inside: String = comment
        .chars()
        .map(|letter| match letter {
            '{' => '(',
            '}' => ')',
            letter => letter,
        })
        .filter(|letter| letter.is_whitespace() || !letter.is_control())
        .collect();
    let text = format!("{{{inside}}}");
    text.split_whitespace().map(str::to_owned).collect()
}

/// A tag's value: quotes and backslashes escaped, control characters left out.
fn escape(value: &str) -> String {
    value
        .chars()
        .filter(|letter| !letter.is_control())
        .flat_map(|letter| {
            let escaped = matches!(letter, '"' | '\\').then_some('\\');
            escaped.into_iter().chain([letter])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(start: Position, moves: &str) -> Game {
        let mut game = Game::new(start);
        for text in moves.split_whitespace() {
            let mv = game.position().parse_move(text).unwrap();
            game.play(mv);
        }
        game
    }

    #[test]
    fn a_short_game_is_written_in_full() {
        let game = game(Position::start(), "f3 e5 g4 Qh4");
        let tags = PgnTags {
            event: "A \"quoted\" \\ event".to_owned(),
            date: "2026.01.31".to_owned(),
            round: "7.1".to_owned(),
            white: "Somebody".to_owned(),
            black: "masque".to_owned(),
            result: GameResult::Win(Color::Black),
            others: vec![("TimeControl".to_owned(), "300+3".to_owned())],
            ..PgnTags::default()
        };
        insta::assert_snapshot!(game.pgn(&tags), @r#"
        [Event "A \"quoted\" \\ event"]
        [Site "?"]
        [Date "2026.01.31"]
        [Round "7.1"]
        [White "Somebody"]
        [Black "masque"]
        [Result "0-1"]
        [TimeControl "300+3"]

        1. f3 e5 2. g4 Qh4# 0-1
        "#);
    }

    #[test]
    fn a_game_from_a_position_says_which() {
        let start: Position = "4k3/8/8/8/8/8/4p3/K7 b - - 0 40".parse().unwrap();
        let text = game(start, "Kd7 Kb2").pgn(&PgnTags::default());
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 0 40\"]"));
        assert!(text.ends_with("\n\n40... Kd7 41. Kb2 *\n\n"), "{text}");
        assert!(!text.contains("Variant"));
        let chess960 = Game::new(Position::chess960_start(0)).pgn(&PgnTags::default());
        assert!(chess960.contains("[Variant \"Chess960\"]"));
    }

    #[test]
    fn comments_stand_behind_their_moves() {
        let game = game(Position::start(), "e4 e5 Nf3 Nc6");
        let comments = ["", "[%clk 0:05:00] {so}\nso", "", ""].map(str::to_owned);
        let text = game.annotated_pgn(&PgnTags::default(), &comments);
        let movetext = text.split("\n\n").nth(1);
        let expected = "1. e4 e5 {[%clk 0:05:00] (so) so} 2. Nf3 Nc6 *";
        assert_eq!(movetext, Some(expected));
        let comments = ["book".to_owned()];
        let text = game.annotated_pgn(&PgnTags::default(), &comments);
        assert!(text.contains("1. e4 {book} 1... e5 2. Nf3"), "{text}");
    }

    #[test]
    fn lines_are_short_and_nothing_is_lost() {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(40);
        let text = game(Position::start(), &shuffle).pgn(&PgnTags::default());
        assert!(text.lines().all(|line| line.len() <= LINE_LENGTH));
        let movetext = text.split("\n\n").nth(1).unwrap();
        assert_eq!(movetext.split_whitespace().count(), 160 + 80 + 1);
    }
}
