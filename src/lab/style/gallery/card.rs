//! The card of a personality.

use std::fmt::Write;

use super::html::escaped;
use super::{GalleryEntry, first_moves, game_page, radar, words};
use crate::lab::style::fingerprint::ClaimVerdict;

/// The differences that a card names at most.
const MOST_DIFFERENCES: usize = 12;

/// Adds the card to a page.
pub(super) fn write(page: &mut String, entry: &GalleryEntry, baseline: &str) {
    let personality = &entry.personality;
    let title = escaped(&personality.title_with_level());
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "<article class=\"card\" id=\"{}\">\n<h3>{title}</h3>\n",
        personality.name()
    );
    styles(page, entry);
    let _ = writeln!(
        page,
        "<p class=\"blurb\">{}</p>",
        escaped(personality.blurb())
    );
    if let Some(greeting) = personality.greeting() {
        let _ = writeln!(page, "<p class=\"greeting\">“{}”</p>", escaped(greeting));
    }
    page.push_str(&radar::draw(
        &entry.fingerprint,
        personality.title(),
        baseline,
    ));
    page.push_str("\n<dl>\n");
    facts(page, entry, baseline);
    page.push_str("</dl>\n<details>\n<summary>What differs, and a game</summary>\n");
    differences(page, entry, baseline);
    if let Some(sample) = &entry.sample {
        game_page::write(page, sample, personality.title(), baseline);
    }
    page.push_str("</details>\n</article>\n");
}

fn styles(page: &mut String, entry: &GalleryEntry) {
    let mut tags = String::new();
    for word in entry.personality.style() {
        let _ = write!(tags, "<li>{}</li>", escaped(word));
    }
    if let Some(group) = entry.personality.group() {
        let _ = write!(tags, "<li class=\"group\">{}</li>", escaped(group));
    }
    if !tags.is_empty() {
        let _ = writeln!(page, "<ul class=\"tags\">{tags}</ul>");
    }
}

/// Strength, how it is told, claims, first moves and how to play it.
fn facts(page: &mut String, entry: &GalleryEntry, baseline: &str) {
    let personality = &entry.personality;
    let mut fact = |name: &str, html: &str| {
        let _ = writeln!(page, "<div><dt>{name}</dt><dd>{html}</dd></div>");
    };
    let fingerprint = &entry.fingerprint;
    let mut strength = words::strength(&fingerprint.rating, entry.games, baseline);
    if let Some(claimed) = personality.claimed_elo() {
        let _ = write!(
            strength,
            "; about {} Elo ({})",
            claimed.elo, claimed.conditions
        );
    }
    fact("Strength and cost", &escaped(&strength));
    fact(
        "Told by its games",
        &escaped(&words::told(&fingerprint.told, baseline)),
    );
    let claims = claims(entry);
    if !claims.is_empty() {
        fact("Claims", &format!("<ul class=\"claims\">{claims}</ul>"));
    }
    let first = first_moves::sentences(personality.opening_book());
    fact(
        "First moves",
        &match first.is_empty() {
            true => "no book of its own: it decides at the board".to_owned(),
            false => first
                .iter()
                .map(|one| escaped(one))
                .collect::<Vec<_>>()
                .join("<br>"),
        },
    );
    let name = personality.name();
    fact(
        "Play it",
        &format!(
            "<code>masque play {name}</code><code>xboard -fcp \"masque --personality {name}\"</code>"
        ),
    );
}

/// The claims as items of a list.
fn claims(entry: &GalleryEntry) -> String {
    let mut items = String::new();
    for claim in entry.personality.claims() {
        let Some((phrase, verdict)) = words::claim(claim, &entry.fingerprint) else {
            continue;
        };
        let (class, mark, said) = match verdict {
            ClaimVerdict::Confirmed => ("confirmed", "✓", "confirmed"),
            ClaimVerdict::Open => ("open", "·", "not shown by these games"),
            ClaimVerdict::Contradicted => ("contradicted", "✗", "contradicted"),
        };
        let _ = write!(
            items,
            "<li class=\"{class}\"><span role=\"img\" aria-label=\"{said}\" title=\"{said}\">{mark}</span> {}</li>",
            escaped(&phrase)
        );
    }
    items
}

fn differences(page: &mut String, entry: &GalleryEntry, baseline: &str) {
    let differing = entry.fingerprint.differing();
    if differing.is_empty() {
        let _ = writeln!(
            page,
            "<p>Nothing differs from {} for certain.</p>",
            escaped(baseline)
        );
        return;
    }
    let _ = writeln!(
        page,
        "<table>\n<caption>Beside {}, of {} traits that differ</caption>\n\
         <thead><tr><th scope=\"col\">Its games show</th><th scope=\"col\">how much</th><th scope=\"col\">deviations</th></tr></thead>\n<tbody>",
        escaped(baseline),
        differing.len()
    );
    for row in differing.into_iter().take(MOST_DIFFERENCES) {
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td class=\"number\">{:.1}</td></tr>",
            escaped(&words::difference(row)),
            words::size(row),
            row.difference.effect.abs()
        );
    }
    page.push_str("</tbody>\n</table>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::style::gallery::made_up;

    fn card(entry: &GalleryEntry) -> String {
        let mut page = String::new();
        write(&mut page, entry, "Neutral");
        page
    }

    #[test]
    fn a_card_says_who_it_is_what_it_does_and_how_to_play_it() {
        let card = card(&made_up::entry());
        for text in [
            "<h3>The Trader &amp; Sons</h3>",
            "<li>endings</li>",
            "<li class=\"group\">temperaments</li>",
            "Takes &lt;everything&gt; it can.",
            "“What will you give me for it?”",
            "<svg class=\"radar\"",
            "<dd>Level with Neutral, give or take 0, of 40 games</dd>",
            "A game alone tells it from Neutral",
            "✓</span> more trades of pieces",
            "·</span> less pawn tension made",
            "As White: 1.d4<br>Against 1.e4: 1...c6 or 1...e5",
            "<code>masque play trader</code>",
            "masque --personality trader",
            "<td>more trades of pieces</td><td>very much</td>",
            "“I like trades; Neutral would play Nc3, which scores 12 cp better.”",
        ] {
            assert!(card.contains(text), "{text} in {card}");
        }
        assert!(!card.contains("capture_rate") && !card.contains("<everything>"));
    }

    #[test]
    fn what_is_missing_is_said_or_left_out() {
        let mut bare = made_up::entry();
        bare.personality = crate::personality::Personality::neutral();
        bare.fingerprint = made_up::fingerprint_of(&[]);
        bare.sample = None;
        let card = card(&bare);
        assert!(card.contains("Nothing differs from Neutral for certain."));
        assert!(card.contains("no book of its own"));
        assert!(!card.contains("Claims") && !card.contains("<table") && !card.contains("<h4>"));
    }
}
