//! The page of a twin: what a player likes, avoids, and does otherwise than everybody. It is one file without
//! scripts, in the dress of the gallery.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use super::amplitude::Amplitude;
use super::differing::DifferingChoice;
use super::player_games::SidedGame;
use super::taste_fit::{Explained, TasteFit};
use super::twin_file::{WrittenTaste, written_tastes};
use crate::lab::style::gallery::diagram;
use crate::lab::style::gallery::html::{escaped, page_head, write_page};
use crate::lab::style::portrait::Likeness;

/// Tastes that the chart has at most.
const MOST_TASTES: usize = 24;
/// Characters that are named.
const MOST_CHARACTERS: usize = 5;
/// The height of a row of the chart, the room for names and the width of the bars, in SVG units.
const ROW: f64 = 22.0;
const NAMES: f64 = 150.0;
const BARS: f64 = 260.0;

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct TwinReport<'r> {
    /// The player's name.
    pub player: &'r str,
    /// Which games, in words.
    pub taken: &'r str,
    /// What was fitted, unless there were too few games.
    pub taste: Option<(&'r TasteFit, Amplitude)>,
    /// Where the player differs most from everybody.
    pub differing: &'r [DifferingChoice],
    /// The games that these are from.
    pub games: &'r [SidedGame<'r>],
    /// Characters, the most similar first.
    pub nearest: &'r [Likeness],
    /// Habits, a sentence each.
    pub habits: &'r [String],
}

/// Writes `index.html` into a directory, which is created when it is missing, and returns its path.
///
/// # Errors
/// What the system says of the directory or the file.
pub fn write(directory: &Path, report: &TwinReport<'_>) -> io::Result<PathBuf> {
    write_page(directory, &compose(report))
}

fn compose(report: &TwinReport<'_>) -> String {
    let mut page = page_head(&format!("The twin of {}", report.player));
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "{}\n<header>\n<h1>The twin of {}</h1>\n<p>{}</p>\n</header>\n<main class=\"cards\">\n",
        diagram::empty_boards(),
        escaped(report.player),
        escaped(report.taken)
    );
    if let Some((fitted, amplitude)) = report.taste {
        section(&mut page, "Likes and avoids, beside others", |page| {
            let tastes = written_tastes(fitted, &amplitude);
            chart(page, &tastes);
            for (one, other, _) in &fitted.entangled {
                let _ = writeln!(
                    page,
                    "<p>{} and {} go together: the one may stand for the other.</p>",
                    one.key(),
                    other.key()
                );
            }
        });
        section(&mut page, "What explains the moves", |page| {
            explained(page, &fitted.explained);
        });
        section(&mut page, "Nearest characters", |page| {
            nearest(page, report.nearest)
        });
    }
    section(&mut page, "Habits", |page| {
        for words in report.habits {
            let _ = writeln!(page, "<p>{}</p>", escaped(words));
        }
    });
    for it in report.differing {
        section(&mut page, "Otherwise than everybody", |page| {
            position(page, report, it)
        });
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn section(page: &mut String, title: &str, inside: impl FnOnce(&mut String)) {
    let _ = writeln!(page, "<section class=\"card\">\n<h3>{title}</h3>");
    inside(page);
    page.push_str("</section>\n");
}

/// A bar for each of the strongest tastes, with its interval.
fn chart(page: &mut String, tastes: &[WrittenTaste]) {
    let shown = &tastes[..tastes.len().min(MOST_TASTES)];
    if shown.is_empty() {
        page.push_str("<p>Nothing: the moves are those of anybody.</p>\n");
        return;
    }
    let reach = |it: &WrittenTaste| f64::from(it.weight_cp.abs()) + it.error_cp;
    let most = shown.iter().map(reach).fold(1.0, f64::max);
    let height = ROW * shown.len() as f64;
    let middle = NAMES + BARS / 2.0;
    let x = |cp: f64| middle + cp / most * BARS / 2.0;
    let _ = write!(
        page,
        "<svg class=\"radar\" viewBox=\"0 0 {} {height}\" role=\"img\" aria-label=\"Tastes in centipawns\">\
         <path d=\"M{middle} 0v{height}\"/>",
        NAMES + BARS
    );
    for (row, it) in shown.iter().enumerate() {
        let y = ROW * row as f64 + ROW / 2.0;
        let cp = f64::from(it.weight_cp);
        let key = it.fitted.feature.key();
        let (left, right) = (x(cp.min(0.0)), x(cp.max(0.0)));
        let (low, high) = (x(cp - it.error_cp), x(cp + it.error_cp));
        let _ = write!(
            page,
            "<g><title>{key} {cp:+} +- {:.0}</title><text x=\"0\" y=\"{}\">{key}</text>\
             <rect class=\"dot\" x=\"{left:.1}\" y=\"{}\" width=\"{:.1}\" height=\"10\"/>\
             <path class=\"level\" d=\"M{low:.1} {y}H{high:.1}\"/></g>",
            it.error_cp,
            y + 4.0,
            y - 5.0,
            right - left
        );
    }
    page.push_str("</svg>\n<table>\n<thead><tr><th scope=\"col\">feature</th><th scope=\"col\">what it is</th><th scope=\"col\">centipawns</th></tr></thead>\n<tbody>\n");
    for it in shown {
        let description = it.fitted.feature.description();
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td class=\"number\">{:+} ± {:.0}</td></tr>",
            description.key,
            escaped(description.meaning),
            it.weight_cp,
            it.error_cp
        );
    }
    page.push_str("</tbody>\n</table>\n");
}

fn explained(page: &mut String, explained: &Explained) {
    let rows = [
        (
            "scores alone, over chance",
            explained.score - explained.chance,
        ),
        (
            "what everybody likes, more",
            explained.everybody - explained.score,
        ),
        (
            "the player's own taste, more",
            explained.own - explained.everybody,
        ),
    ];
    page.push_str("<table>\n<caption>nats a move, in games held back</caption>\n<tbody>\n");
    for (what, nats) in rows {
        let _ = writeln!(
            page,
            "<tr><td>{what}</td><td class=\"number\">{nats:+.4}</td></tr>"
        );
    }
    page.push_str("</tbody>\n</table>\n");
}

fn nearest(page: &mut String, ranked: &[Likeness]) {
    page.push_str("<table>\n<tbody>\n");
    for it in ranked.iter().take(MOST_CHARACTERS) {
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"number\">{:+.2}</td></tr>",
            escaped(&it.name),
            it.cosine
        );
    }
    page.push_str("</tbody>\n</table>\n");
}

fn position(page: &mut String, report: &TwinReport<'_>, it: &DifferingChoice) {
    let game = report.games[it.game as usize];
    let (position, _) = &game.played.game.past()[it.ply];
    let tag = |name| game.played.tags.get(name).map_or("?", String::as_str);
    let number = position.move_number();
    let (own, everybodys) = (position.san(it.own), position.san(it.everybodys));
    let alt = format!("The board before {number}{own}");
    let percent = |probability: f64| 100.0 * probability;
    let _ = writeln!(
        page,
        "<p>{} – {}</p>\n<figure>{}<figcaption>{}</figcaption></figure>\n\
         <p><strong>{number} {own}</strong> ({:.0} %; everybody {:.0} %), where everybody plays \
         <strong>{everybodys}</strong> ({:.0} %; the player {:.0} %).</p>",
        escaped(tag("White")),
        escaped(tag("Black")),
        diagram::draw(position, game.side, Some(it.own), &alt),
        escaped(&alt),
        percent(it.own_probability[0]),
        percent(it.own_probability[1]),
        percent(it.everybodys_probability[1]),
        percent(it.everybodys_probability[0]),
    );
}
