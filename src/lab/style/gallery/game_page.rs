//! A game on a card: its moves with the comments between them, and diagrams.

use std::fmt::Write;

use super::diagram;
use super::html::escaped;
use super::sample_game::{MoveComment, SampleGame};
use crate::board::{Color, Game, Move, Position};

/// Diagrams at the moves that gave up most, besides the one at the end.
const DIAGRAMS_AT_COMMENTS: usize = 2;

/// Adds the game to a page.
pub(super) fn write(page: &mut String, sample: &SampleGame, title: &str, opponent: &str) {
    let played = &sample.played;
    let players = match played.side {
        Color::White => [title, opponent],
        Color::Black => [opponent, title],
    };
    let result = match (played.half_points, played.side) {
        (1, _) => "½–½",
        (2, Color::White) | (0, Color::Black) => "1–0",
        _ => "0–1",
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        page,
        "<h4>{} – {}, {result}</h4>\n<div class=\"game\">",
        escaped(players[0]),
        escaped(players[1])
    );
    let shown = shown(&sample.comments);
    let mut so_far = Game::new(played.game.start().clone());
    let mut line = String::new();
    for (ply, mv) in played.game.moves().enumerate() {
        let comment = sample.comments.iter().find(|comment| comment.ply == ply);
        let numbered = numbered(so_far.position(), mv);
        let opens_line = line.is_empty() || so_far.position().side_to_move() == Color::White;
        let text = match opens_line {
            true => numbered.clone(),
            false => so_far.position().san(mv),
        };
        so_far.play(mv);
        match comment {
            None => {
                let _ = write!(line, "{} ", escaped(&text));
            }
            Some(comment) => {
                let _ = writeln!(
                    page,
                    "<p>{}<strong>{}</strong></p>\n<p class=\"comment\">“{}”</p>",
                    std::mem::take(&mut line),
                    escaped(&text),
                    escaped(&comment.text)
                );
            }
        }
        if shown.contains(&ply) {
            figure(page, so_far.position(), played.side, mv, &numbered);
        }
        if ply + 1 == played.game.len() {
            let _ = writeln!(page, "<p>{line}<strong>{result}</strong></p>");
            figure(page, so_far.position(), played.side, mv, &numbered);
        }
    }
    page.push_str("</div>\n");
}

/// The plies of the comments with the largest concessions.
fn shown(comments: &[MoveComment]) -> Vec<usize> {
    let mut largest: Vec<&MoveComment> = comments.iter().collect();
    largest.sort_by_key(|comment| std::cmp::Reverse(comment.concession_cp));
    let plies = largest.iter().take(DIAGRAMS_AT_COMMENTS);
    plies.map(|comment| comment.ply).collect()
}

/// `12...Nf6`.
fn numbered(position: &Position, mv: Move) -> String {
    format!("{}{}", position.move_number(), position.san(mv))
}

fn figure(page: &mut String, position: &Position, seen_from: Color, last: Move, after: &str) {
    let side = match seen_from {
        Color::White => "White",
        Color::Black => "Black",
    };
    let alt = format!("The board after {after}, seen from {side}");
    let _ = writeln!(
        page,
        "<figure>{}<figcaption>after {}</figcaption></figure>",
        diagram::draw(position, seen_from, Some(last), &alt),
        escaped(after)
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::style::gallery::made_up;

    #[test]
    fn comments_stand_at_their_moves_and_the_end_is_shown() {
        let mut sample = made_up::entry().sample.unwrap();
        let mut page = String::new();
        write(&mut page, &sample, "The Trader", "Neutral");
        assert!(
            page.contains("<h4>The Trader – Neutral, 1–0</h4>"),
            "{page}"
        );
        let commented = "<p>1.d4 d5 2.c4 Nf6 <strong>3.cxd5</strong></p>\n\
             <p class=\"comment\">“I like trades; Neutral would play Nc3, which scores 12 cp better.”</p>";
        assert!(page.contains(commented), "{page}");
        assert!(
            page.contains("<p>3...Nxd5 <strong>1–0</strong></p>"),
            "{page}"
        );
        assert!(page.contains("aria-label=\"The board after 3.cxd5, seen from White\""));
        assert_eq!(page.matches("<figure>").count(), 2);

        sample.played.side = Color::Black;
        let mut other = String::new();
        write(&mut other, &sample, "The Trader", "Neutral");
        assert!(other.contains("<h4>Neutral – The Trader, 0–1</h4>"));
    }
}
