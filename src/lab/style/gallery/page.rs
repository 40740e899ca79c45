//! The HTML page of the gallery: its head, its table of contents and the groups of cards.

use std::fmt::Write;

use super::GalleryEntry;
use super::card;
use super::diagram;
use super::html::{escaped, page_head};

/// The group of those who belong to none.
const OTHERS: &str = "others";

/// The whole page.
pub(super) fn compose(entries: &[GalleryEntry], baseline: &str, conditions: &str) -> String {
    let groups = groups(entries);
    let mut page = page_head("Masque: the characters");
    page.push_str(&diagram::empty_boards());
    page.push_str("\n<header>\n<h1>The characters of Masque</h1>\n");
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "<p>{}</p>\n<p>A radar shows a character beside {baseline}, who is the dashed ring: further out is \
         more, further in is less, and the edge is three quarters of a standard deviation of one game.</p>\n</header>\n",
        escaped(conditions),
        baseline = escaped(baseline)
    );
    contents(&mut page, &groups);
    page.push_str("<main>\n");
    for (group, members) in &groups {
        let _ = writeln!(
            page,
            "<section aria-labelledby=\"group-{id}\">\n<h2 id=\"group-{id}\">{}</h2>\n<div class=\"cards\">",
            escaped(&capitalised(group)),
            id = escaped(group)
        );
        for entry in members {
            card::write(&mut page, entry, baseline);
        }
        page.push_str("</div>\n</section>\n");
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// The entries by group, the groups in the order of their first members.
fn groups(entries: &[GalleryEntry]) -> Vec<(&str, Vec<&GalleryEntry>)> {
    let mut groups: Vec<(&str, Vec<&GalleryEntry>)> = Vec::new();
    for entry in entries {
        let group = entry.personality.group().unwrap_or(OTHERS);
        match groups.iter_mut().find(|(name, _)| *name == group) {
            Some((_, members)) => members.push(entry),
            None => groups.push((group, vec![entry])),
        }
    }
    groups
}

fn contents(page: &mut String, groups: &[(&str, Vec<&GalleryEntry>)]) {
    page.push_str("<nav aria-label=\"Characters\">\n<ul>\n");
    for (group, members) in groups {
        let _ = write!(
            page,
            "<li><a class=\"group\" href=\"#group-{}\">{}</a>",
            escaped(group),
            escaped(&capitalised(group))
        );
        for entry in members {
            let _ = write!(
                page,
                " <a href=\"#{}\">{}</a>",
                entry.personality.name(),
                escaped(entry.personality.title())
            );
        }
        page.push_str("</li>\n");
    }
    page.push_str("</ul>\n</nav>\n");
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::style::gallery::made_up;
    use crate::personality::Roster;

    #[test]
    fn groups_have_headings_and_contents_lead_to_the_cards() {
        let mut other = made_up::entry();
        other.personality = Roster::built_in().find("classicist").unwrap().clone();
        let page = compose(
            &[made_up::entry(), other, made_up::entry()],
            "Neutral",
            "2 < 3 games",
        );
        assert!(page.starts_with("<!DOCTYPE html>"));
        assert!(page.contains("<p>2 &lt; 3 games</p>"));
        let place = |text: &str| {
            page.find(text)
                .unwrap_or_else(|| panic!("{text} in {page}"))
        };
        let temperaments = place("<h2 id=\"group-temperaments\">Temperaments</h2>");
        let schools = place("<h2 id=\"group-schools\">Schools</h2>");
        assert!(temperaments < schools);
        let cards: Vec<usize> = page.match_indices("<article").map(|(at, _)| at).collect();
        assert!(
            cards[..2]
                .iter()
                .all(|&at| temperaments < at && at < schools)
        );
        assert!(cards[2] > schools);
        place("<a href=\"#classicist\">The Classicist</a>");
        place("<a href=\"#trader\">The Trader &amp; Sons</a>");
        assert!(!page.contains("<script"));
    }
}
