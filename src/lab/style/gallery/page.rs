//! The HTML page of the gallery.

use std::fmt::Write;

use super::GalleryEntry;
use super::diagram;
use crate::board::{Color, Game};
use crate::lab::matches::personality_match::PlayedGame;
use crate::lab::style::fingerprint::BAG_SIZES;

/// The full moves after which a diagram is shown, besides the end of the game.
const SHOWN_AFTER_MOVES: [usize; 2] = [8, 18];
/// Rows of the table under a chart.
const ROWS: usize = 8;

const STYLE: &str = "body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
h1,h2{font-weight:normal}section{border-top:1px solid #bbb;padding:1rem 0}.blurb{font-style:italic}\
img{max-width:100%}table{border-collapse:collapse;font-size:.9rem}td,th{padding:.1rem .7rem;text-align:left}\
td.n{text-align:right}.boards{display:flex;flex-wrap:wrap;gap:1rem}.boards figure{margin:0;width:15rem}\
.board{width:15rem}.board .light{fill:#efe6d5}.board .dark{fill:#b99a76}\
.board text{font:27px 'DejaVu Sans','Segoe UI Symbol',sans-serif;text-anchor:middle}\
.moves{font-size:.95rem}nav a{margin-right:.8rem}";

/// The whole page.
pub(super) fn compose(entries: &[GalleryEntry], opponent: &str, conditions: &str) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Masque: the characters</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body>\n\
         <h1>The characters of Masque</h1>\n<p>{}</p>\n<nav>",
        escaped(conditions)
    );
    for entry in entries {
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "<a href=\"#{}\">{}</a>",
            entry.name,
            escaped(&entry.title)
        );
    }
    page.push_str("</nav>\n");
    for entry in entries {
        section(&mut page, entry, opponent);
    }
    page.push_str("</body></html>\n");
    page
}

fn section(page: &mut String, entry: &GalleryEntry, opponent: &str) {
    let fingerprint = &entry.fingerprint;
    let _ = write!(
        page,
        "<section id=\"{name}\">\n<h2>{}</h2>\n<p class=\"blurb\">{}</p>\n\
         <p>{} games: {:+.0} ± {:.0} Elo against {}; {} traits differ; one game is told apart with an area under the curve of {:.2}, {} games in {:.0} %.</p>\n\
         <img src=\"{name}.svg\" alt=\"What differs most in the games of {}\">\n",
        escaped(&entry.title),
        escaped(&entry.blurb),
        entry.games,
        fingerprint.rating.elo,
        fingerprint.rating.error,
        escaped(opponent),
        fingerprint.differing().len(),
        fingerprint.told.area.value,
        BAG_SIZES[BAG_SIZES.len() - 1],
        100.0 * fingerprint.told.from_most_games(),
        escaped(&entry.title),
        name = entry.name,
    );
    table(page, entry, opponent);
    if let Some(sample) = &entry.sample {
        game(page, entry, sample, opponent);
    }
    page.push_str("</section>\n");
}

fn table(page: &mut String, entry: &GalleryEntry, opponent: &str) {
    let _ = writeln!(
        page,
        "<table><tr><th>trait</th><th>{}</th><th>{}</th><th></th></tr>",
        escaped(&entry.title),
        escaped(opponent)
    );
    for row in entry.fingerprint.differing().into_iter().take(ROWS) {
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"n\">{:.2} ± {:.2}</td><td class=\"n\">{:.2} ± {:.2}</td><td>{}</td></tr>",
            row.of.key,
            row.subject.value,
            row.subject.error(),
            row.baseline.value,
            row.baseline.error(),
            escaped(row.of.meaning),
        );
    }
    page.push_str("</table>\n");
}

fn game(page: &mut String, entry: &GalleryEntry, sample: &PlayedGame, opponent: &str) {
    let players = match sample.side {
        Color::White => (entry.title.as_str(), opponent),
        Color::Black => (opponent, entry.title.as_str()),
    };
    let result = match (sample.half_points, sample.side) {
        (1, _) => "½–½",
        (2, Color::White) | (0, Color::Black) => "1–0",
        _ => "0–1",
    };
    let _ = write!(
        page,
        "<h3>{} – {}, {result}</h3>\n<div class=\"boards\">",
        escaped(players.0),
        escaped(players.1)
    );
    let mut so_far = Game::new(sample.game.start().clone());
    let mut moves = String::new();
    let last = sample.game.len();
    for (ply, mv) in sample.game.moves().enumerate() {
        let position = so_far.position();
        if position.side_to_move() == Color::White || ply == 0 {
            let dots = if position.side_to_move() == Color::White {
                "."
            } else {
                "..."
            };
            let _ = write!(moves, "{}{dots} ", position.fullmove_number());
        }
        let _ = write!(moves, "{} ", escaped(&position.san(mv)));
        so_far.play(mv);
        let made = ply + 1;
        if SHOWN_AFTER_MOVES
            .iter()
            .any(|shown| 2 * shown == made && made < last)
            || made == last
        {
            let _ = write!(
                page,
                "<figure>{}<figcaption>after move {}</figcaption></figure>",
                diagram::draw(so_far.position(), sample.side),
                made.div_ceil(2)
            );
        }
    }
    let _ = writeln!(page, "</div>\n<p class=\"moves\">{moves}{result}</p>");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
