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
use crate::engine::taste_phrases::reasons;
use crate::lab::style::gallery::diagram;
use crate::lab::style::gallery::html::{escaped, page_head, write_page};
use crate::lab::style::portrait::Likeness;

/// Tastes that the chart has at most.
const MOST_TASTES: usize = 24;
/// Characters that are named.
const MOST_CHARACTERS: usize = 5;
/// The width of both sides of a bar, in SVG units.
const BAR: f64 = 260.0;

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
        section(
            &mut page,
            "card wide",
            "Likes and avoids, beside others",
            |page| {
                tastes_table(page, &written_tastes(fitted, &amplitude, None));
                for (one, other, _) in &fitted.entangled {
                    let _ = writeln!(
                        page,
                        "<p>{} and {} go together: the one may stand for the other.</p>",
                        one.key(),
                        other.key()
                    );
                }
            },
        );
        section(&mut page, "card", "What explains the moves", |page| {
            explained(page, &fitted.explained);
        });
        section(&mut page, "card", "Nearest characters", |page| {
            nearest(page, report.nearest)
        });
    }
    section(&mut page, "card", "Habits", |page| {
        for words in report.habits {
            let _ = writeln!(page, "<p>{}</p>", escaped(words));
        }
    });
    for it in report.differing {
        section(&mut page, "card", "Otherwise than everybody", |page| {
            position(page, report, it)
        });
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn section(page: &mut String, class: &str, title: &str, inside: impl FnOnce(&mut String)) {
    let _ = writeln!(page, "<section class=\"{class}\">\n<h3>{title}</h3>");
    inside(page);
    page.push_str("</section>\n");
}

/// The strongest tastes, each with a bar and its interval.
fn tastes_table(page: &mut String, tastes: &[WrittenTaste]) {
    let shown = &tastes[..tastes.len().min(MOST_TASTES)];
    if shown.is_empty() {
        page.push_str("<p>Nothing: the moves are those of anybody.</p>\n");
        return;
    }
    let reach = |it: &WrittenTaste| it.found_cp.abs() + it.error_cp;
    let most_cp = shown.iter().map(reach).fold(1.0, f64::max);
    page.push_str(
        "<table>\n<caption>Pale rows may be chance.</caption>\n<thead><tr><th scope=\"col\">what</th>\
         <th scope=\"col\">avoids, likes</th><th scope=\"col\">cp</th></tr></thead>\n<tbody>\n",
    );
    for it in shown {
        let description = it.fitted.feature.description();
        let _ = writeln!(
            page,
            "<tr{}><th scope=\"row\">{}<small>{}</small></th><td>{}</td><td class=\"number\">{:+.0} ± {:.0}</td></tr>",
            match it.fitted.is_certain() {
                true => "",
                false => " class=\"chance\"",
            },
            description.key,
            escaped(description.meaning),
            bar(it, most_cp),
            it.found_cp,
            it.error_cp
        );
    }
    page.push_str("</tbody>\n</table>\n");
}

/// A bar from the middle to what was found, with a line over the interval; the edge is this many centipawns.
fn bar(it: &WrittenTaste, most_cp: f64) -> String {
    let x = |cp: f64| BAR / 2.0 * (1.0 + cp / most_cp);
    let cp = it.found_cp;
    let (left, right) = (x(cp.min(0.0)), x(cp.max(0.0)));
    let (low, high) = (x(cp - it.error_cp), x(cp + it.error_cp));
    format!(
        "<svg class=\"bar\" viewBox=\"0 0 {BAR} 14\" aria-hidden=\"true\"><path d=\"M{} 0v14\"/>\
         <rect x=\"{left:.1}\" y=\"2\" width=\"{:.1}\" height=\"10\"/>\
         <path class=\"interval\" d=\"M{low:.1} 7H{high:.1}\"/></svg>",
        BAR / 2.0,
        right - left
    )
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
    if let Some(liked) = reasons(&it.liked) {
        let _ = writeln!(page, "<p class=\"comment\">“I like it for {liked}.”</p>");
    }
}
