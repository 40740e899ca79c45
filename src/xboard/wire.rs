//! xboard's lines for what a session says.
//!
//! xboard looks for certain words anywhere in a complaint and acts on them, so complaints that echo
//! somebody's text are kept harmless. What is told to the user or the opponent it shows as it is.

use std::time::Duration;

use super::features;
use crate::board::{Color, GameEnd};
use crate::score::Score;
use crate::search::Bound;
use crate::session::{AnalysisStatus, Reply, SpelledBookMove, ThinkingLine};
use crate::wrapping::wrapped;

/// The longest echo of somebody's text, in characters.
const LONGEST_ECHO: usize = 100;
/// The width of a note, in characters.
const NOTE_WIDTH: usize = 72;
/// The longest principal variation, in moves.
const LONGEST_VARIATION: usize = 40;
/// A mate in N moves is written as this much plus N.
const MATE_OFFSET: i32 = 100_000;

/// Words that make xboard act wherever they stand in a complaint.
const HAZARDS: [&str; 13] = [
    "time",
    "otim",
    "draw",
    "analyze",
    "protover",
    "offer",
    "not found",
    "no such file",
    "permission denied",
    "can't alloc",
    "unknown host",
    "no remote directory",
    "illegal move",
];
/// Words that make xboard overlook a refused move.
const HAZARDS_IN_MOVES: [&str; 12] = [
    "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random",
    "depth", "accepted",
];

/// The text of a reply on the wire, without its last line end.
pub fn wire_text(reply: &Reply) -> String {
    match reply {
        Reply::Introduction { character, options } => features::lines(character, options),
        Reply::Move(mv) => format!("move {}", mv.text),
        Reply::Pong(token) => format!("pong {token}"),
        Reply::Thinking(line) => thinking(line),
        Reply::Result(ending) => format!("{} {{{ending}}}", result_of(*ending)),
        Reply::Resign => "resign".to_owned(),
        Reply::OfferDraw => "offer draw".to_owned(),
        Reply::Hint(mv) => format!("Hint: {}", mv.text),
        Reply::Status(status) => status_line(status),
        // The empty line is the end of the list.
        Reply::NoBookMoves => " no book moves\n".to_owned(),
        Reply::BookMoves(known) => known.iter().map(book_line).collect(),
        Reply::Tell(words) => format!("tellopponent {}", one_line(words)),
        Reply::Remark { line, words } => remark(line, words),
        Reply::NowPlays(character) => format!("feature {}", features::name(character)),
        Reply::IllegalMove { why, text } => {
            format!("{why}: {}", harmless(&printable(text), &HAZARDS_IN_MOVES))
        }
        Reply::Error { why, text } => {
            let why = harmless(&visible(&why.to_string()), &[]);
            format!("Error ({why}): {}", harmless(&printable(text), &[]))
        }
        Reply::IllegalPosition { fen, reason } => {
            let (fen, reason) = (printable(fen), printable(reason));
            format!("tellusererror Illegal position: {fen} ({reason})")
        }
        Reply::UserError(message) => format!("tellusererror {}", one_line(message)),
        Reply::Note(message) | Reply::Reasons(message) => note(message),
        Reply::Comment(text) => format!("# {}", visible(text)).trim_end().to_owned(),
    }
}

fn thinking(line: &ThinkingLine) -> String {
    let more_numbers = line.measures.map_or(String::new(), |measures| {
        let per_second = line.nodes as f64 / line.elapsed.as_secs_f64().max(0.001);
        format!(
            " {} {} {}",
            measures.selective_depth_plies, per_second as u64, measures.tablebase_hits
        )
    });
    let variation = line.variation.iter().take(LONGEST_VARIATION);
    let moves: Vec<&str> = variation.map(|mv| &*mv.text).collect();
    // Apart from the move, which python-chess could not read otherwise.
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => " !",
        Bound::Upper => " ?",
    };
    format!(
        "{:3} {:6} {:6} {:9}{more_numbers}\t{}{bound}",
        line.depth_plies,
        wire_score(line.score),
        centiseconds(line.elapsed),
        line.nodes,
        moves.join(" "),
    )
}

/// A move of the book, its chance and the replies that are expected.
fn book_line(known: &SpelledBookMove) -> String {
    let percent = known.chance_permille / 10;
    let mut line = format!(" {:8}{percent:3} %", known.mv.text);
    if !known.replies.is_empty() {
        let replies: Vec<&str> = known.replies.iter().map(|reply| &*reply.text).collect();
        line += &format!("  then {}", replies.join(" "));
    }
    line + "\n"
}

/// The last line of thinking again, with words behind its first move. So they stand where people look
/// for what the engine thinks, and programs still find the move.
fn remark(line: &ThinkingLine, words: &str) -> String {
    let mut line = line.clone();
    line.depth_plies = line.depth_plies.max(1);
    if let Some(measures) = &mut line.measures {
        measures.selective_depth_plies = measures.selective_depth_plies.max(1);
    }
    line.variation.truncate(1);
    let words = harmless(&one_line(words), &[]).replace(['(', '{'], "[");
    format!("{} {{{}}}", thinking(&line), words.replace([')', '}'], "]"))
}

/// A note for the user. xboard breaks the lines of a text that begins with two backslashes at `\n`.
fn note(message: &str) -> String {
    let lines = wrapped(message, NOTE_WIDTH);
    match &lines[..] {
        [] => "telluser".to_owned(),
        [line] => format!("telluser {}", visible(line)),
        lines => {
            let plain = |line: &String| visible(line).replace('\\', "/");
            let lines: Vec<String> = lines.iter().map(plain).collect();
            format!("telluser \\\\{}", lines.join("\\n"))
        }
    }
}

fn status_line(status: &AnalysisStatus) -> String {
    format!(
        "stat01: {} {} {} {} {} {}",
        centiseconds(status.elapsed),
        status.nodes,
        status.depth_plies,
        status.moves_left,
        status.moves_total,
        status.current.text,
    )
}

fn result_of(ending: GameEnd) -> &'static str {
    match ending.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

fn centiseconds(duration: Duration) -> u128 {
    duration.as_millis() / 10
}

/// Centipawns, or mates in full moves beyond [`MATE_OFFSET`].
fn wire_score(score: Score) -> i32 {
    match score.mate_distance_moves() {
        Some(moves) if moves > 0 => MATE_OFFSET + moves,
        Some(moves) => -MATE_OFFSET + moves,
        None => score.raw(),
    }
}

/// The beginning of somebody's text without control characters.
fn printable(text: &str) -> String {
    let visible = |letter: char| if letter.is_control() { '.' } else { letter };
    text.chars().take(LONGEST_ECHO).map(visible).collect()
}

/// Text without control characters, its columns kept.
fn visible(text: &str) -> String {
    let letters = text.trim_end().chars();
    letters
        .filter(|letter| !letter.is_control())
        .take(5 * LONGEST_ECHO)
        .collect()
}

/// A message of several lines on one, each run of blanks as one blank.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words
        .join(" ")
        .chars()
        .filter(|letter| !letter.is_control())
        .take(5 * LONGEST_ECHO)
        .collect()
}

/// The text with a star inside each word that xboard would act on.
fn harmless(text: &str, more_hazards: &[&str]) -> String {
    let mut text = text.to_owned();
    for hazard in HAZARDS.iter().chain(more_hazards) {
        // Lower case in ASCII only, so that places agree in both.
        while let Some(place) = text.to_ascii_lowercase().find(hazard) {
            let star = place + hazard.len() / 2;
            text.replace_range(star..=star, "*");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{MoveRefusal, Refusal};

    #[test]
    fn mates_are_written_in_full_moves() {
        assert_eq!(wire_score(Score::mate_in(1)), 100_001);
        assert_eq!(wire_score(Score::mate_in(5)), 100_003);
        assert_eq!(wire_score(Score::mated_in(2)), -100_001);
        assert_eq!(wire_score(Score::mated_in(4)), -100_002);
        assert_eq!(wire_score(Score::from_cp(-34)), -34);
    }

    #[test]
    fn echoes_are_short_printable_and_harmless() {
        let error = |text: &str| Reply::Error {
            why: Refusal::UnknownCommand,
            text: text.to_owned(),
        };
        let shown = wire_text(&error(&"x\u{7}".repeat(1_000)));
        assert_eq!(
            shown.chars().count(),
            "Error (unknown command): ".len() + 100
        );
        assert!(!shown.contains(char::is_control));
        for text in [
            "timetime",
            "Offer Draw",
            "file Not Found",
            "DRAW",
            "reanalyzed",
            "permission denied",
        ] {
            let shown = wire_text(&error(text)).to_lowercase();
            for hazard in HAZARDS {
                assert!(!shown.contains(hazard), "{shown}");
            }
        }
        let refused = Reply::IllegalMove {
            why: MoveRefusal::Illegal,
            text: "\u{e9}hint?".to_owned(),
        };
        assert_eq!(wire_text(&refused), "Illegal move: \u{e9}hi*t*");
    }

    #[test]
    fn every_line_is_one_line() {
        let refused = Reply::UserError("mine.toml:3: no\n  | ^^\nsuch\tkey".to_owned());
        assert_eq!(
            wire_text(&refused),
            "tellusererror mine.toml:3: no | ^^ such key"
        );
        let comment = Reply::Comment("a\n   b ".to_owned());
        assert_eq!(wire_text(&comment), "# a   b");
        let note = Reply::Note("The Draw Master".to_owned());
        assert_eq!(wire_text(&note), "telluser The Draw Master");
        let note = Reply::Note(format!("C:\\The\n\nDraw {}", "Master ".repeat(10)));
        assert_eq!(
            wire_text(&note),
            format!(
                "telluser \\\\C:/The\\n\\nDraw {}\\nMaster",
                ["Master"; 9].join(" ")
            )
        );
        assert_eq!(
            wire_text(&Reply::Result(GameEnd::Checkmate {
                winner: Color::Black
            })),
            "0-1 {Black mates}"
        );
        assert_eq!(
            wire_text(&Reply::Result(GameEnd::Stalemate)),
            "1/2-1/2 {Stalemate}"
        );
    }
}
