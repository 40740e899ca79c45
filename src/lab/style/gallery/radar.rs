//! The radar of six words: what a personality's games are like beside those of its baseline, in words
//! that a club player uses.
//!
//! Each word stands for several traits. Its value is the mean of their shifts, in standard deviations
//! of one game, with the sign turned where less of a trait means more of the word.

use std::f64::consts::{PI, TAU};
use std::fmt::Write;

use super::html::escaped;
use crate::lab::style::fingerprint::Fingerprint;

/// A word and its traits, those that speak for it and those that speak against it.
struct Axis {
    word: &'static str,
    more: &'static [&'static str],
    less: &'static [&'static str],
}

const AXES: [Axis; 6] = [
    Axis {
        word: "Attack",
        more: &[
            "attackers",
            "king_attackers",
            "king_approach",
            "pawn_storm",
            "check_rate",
        ],
        less: &["king_distance"],
    },
    Axis {
        word: "Risk",
        more: &["gambit", "sacrifice", "offer_rate", "complexity"],
        less: &["balance"],
    },
    Axis {
        word: "Trades",
        more: &["trades", "queens_off", "capture_rate"],
        less: &["material_20", "material_30"],
    },
    Axis {
        word: "Closed play",
        more: &["blocked_pawns", "pawn_chains"],
        less: &["open_lines", "open_position", "their_safe_squares"],
    },
    Axis {
        word: "Pawn play",
        more: &["pawn_rate", "pawn_advance", "advanced_pawns", "space"],
        less: &[],
    },
    Axis {
        word: "King safety",
        more: &["guards", "guard_king", "shelter_pawns_left", "castling"],
        less: &["king_rank", "castling_move"],
    },
];

/// The shift at the edge of the radar and, inwards, at its centre, in standard deviations.
const REACH: f64 = 0.75;
/// The radius of the radar and its centre in SVG units.
const RADIUS: f64 = 70.0;
const CENTRE: (f64, f64) = (130.0, 92.0);

/// Each word with its value.
pub(super) fn values(fingerprint: &Fingerprint) -> [(&'static str, f64); 6] {
    let shift = |key: &&str| {
        let row = fingerprint.rows.iter().find(|row| row.of.key == *key);
        row.map_or(0.0, |row| row.difference.effect)
    };
    AXES.map(|axis| {
        let sum =
            axis.more.iter().map(shift).sum::<f64>() - axis.less.iter().map(shift).sum::<f64>();
        (axis.word, sum / (axis.more.len() + axis.less.len()) as f64)
    })
}

/// The drawing. The dashed ring is the baseline.
pub(super) fn draw(fingerprint: &Fingerprint, title: &str, baseline: &str) -> String {
    let values = values(fingerprint);
    let said: Vec<String> = values
        .iter()
        .map(|(word, value)| format!("{word} {value:+.1}"))
        .collect();
    let mut svg = format!(
        r#"<svg class="radar" viewBox="0 0 260 188" role="img" aria-label="{} beside {}: {}">"#,
        escaped(title),
        escaped(baseline),
        said.join(", ")
    );
    let ring = |share: f64| outline(std::array::from_fn(|_| share));
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        r#"<polygon class="edge" points="{}"/><polygon class="level" points="{}"/>"#,
        ring(1.0),
        ring(0.5)
    );
    for place in 0..AXES.len() {
        let ((x, y), (cx, cy)) = (point(place, 1.0), CENTRE);
        let _ = write!(
            svg,
            r#"<path class="spoke" d="M{cx:.0} {cy:.0}L{x:.1} {y:.1}"/>"#
        );
    }
    let _ = write!(
        svg,
        r#"<polygon class="own" points="{}"/>"#,
        outline(values.map(|(_, value)| share(value)))
    );
    for (place, (word, value)) in values.into_iter().enumerate() {
        let (x, y) = point(place, share(value));
        let _ = write!(
            svg,
            r#"<circle class="dot" cx="{x:.1}" cy="{y:.1}" r="2.6"/>"#
        );
        // The words above and below need more room than those beside.
        let away = if place % 3 == 0 { 1.19 } else { 1.13 };
        let (x, y) = point(place, away);
        let anchor = match x - CENTRE.0 {
            far if far > 9.0 => "start",
            far if far < -9.0 => "end",
            _ => "middle",
        };
        let _ = write!(
            svg,
            r#"<text x="{x:.1}" y="{:.1}" text-anchor="{anchor}">{word}</text>"#,
            y + 4.0
        );
    }
    svg.push_str("</svg>");
    svg
}

/// The distance of a value from the centre, in radii.
fn share(value: f64) -> f64 {
    (0.5 + 0.5 * value / REACH).clamp(0.04, 1.0)
}

/// The point of an axis at a distance from the centre in radii; the first axis points up.
fn point(place: usize, share: f64) -> (f64, f64) {
    let angle = TAU * place as f64 / AXES.len() as f64 - PI / 2.0;
    (
        CENTRE.0 + RADIUS * share * angle.cos(),
        CENTRE.1 + RADIUS * share * angle.sin(),
    )
}

fn outline(shares: [f64; 6]) -> String {
    let points = shares.into_iter().enumerate().map(|(place, share)| {
        let (x, y) = point(place, share);
        format!("{x:.1},{y:.1}")
    });
    points.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::style::gallery::made_up::fingerprint_of;
    use crate::lab::style::observation::place;

    #[test]
    fn every_word_stands_for_traits_that_exist_and_for_its_own_only() {
        let mut keys: Vec<&str> = AXES
            .iter()
            .flat_map(|axis| axis.more.iter().chain(axis.less).copied())
            .collect();
        assert!(keys.iter().all(|key| place(key).is_some()), "{keys:?}");
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn shifts_for_and_against_a_word_move_it_out_and_in() {
        let fingerprint =
            fingerprint_of(&[("trades", 2.0), ("material_20", -2.0), ("guards", -2.0)]);
        let value = |word: &str| {
            let values = values(&fingerprint);
            values.iter().find(|one| one.0 == word).unwrap().1
        };
        assert!(value("Trades") > 0.3, "{}", value("Trades"));
        assert!(value("King safety") < -0.1);
        assert!(value("Attack").abs() < 1e-9);
        assert!(share(0.0) == 0.5 && share(9.0) == 1.0 && share(-9.0) > 0.0);
        let svg = draw(&fingerprint, "The <Trader>", "Neutral");
        assert!(
            svg.contains("The &lt;Trader&gt; beside Neutral: Attack +0.0, Risk"),
            "{svg}"
        );
    }
}
