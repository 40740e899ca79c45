//! Numbers of a fingerprint in words for people.

use super::trait_phrases;
use crate::lab::matches::elo::EloEstimate;
use crate::lab::style::fingerprint::{BAG_SIZES, ClaimVerdict, Fingerprint, Row, ToldApart};
use crate::personality::Claim;

/// `12 Elo below Neutral, give or take 25, of 600 games`.
pub(super) fn strength(rating: &EloEstimate, games: usize, baseline: &str) -> String {
    let elo = rating.elo.round();
    let place = match elo {
        0.0 => format!("Level with {baseline}"),
        elo if elo < 0.0 => format!("{:.0} Elo below {baseline}", -elo),
        elo => format!("{elo:.0} Elo above {baseline}"),
    };
    format!(
        "{place}, give or take {:.0}, of {games} games",
        rating.error
    )
}

/// How often the player of a game, and of a bag of games, is told.
pub(super) fn told(told: &ToldApart, baseline: &str) -> String {
    let of_ten = |share: f64| (10.0 * share).round();
    format!(
        "A game alone tells it from {baseline} {:.0} times of 10, {} games {:.0} times of 100 (a guess would be right half the time)",
        of_ten(told.accuracies[0]),
        BAG_SIZES[BAG_SIZES.len() - 1],
        100.0 * told.from_most_games()
    )
}

/// `more trades of pieces`.
pub(super) fn difference(row: &Row) -> String {
    trait_phrases::phrase(row.of.key, row.difference.effect > 0.0)
}

/// How large a shift is.
pub(super) fn size(row: &Row) -> &'static str {
    match row.difference.effect.abs() {
        small if small < 0.25 => "a little",
        medium if medium < 0.5 => "clearly",
        large if large < 1.0 => "much",
        _ => "very much",
    }
}

/// The claim in words, and what the games say about it; nothing for a trait that does not exist.
pub(super) fn claim(claim: &Claim, fingerprint: &Fingerprint) -> Option<(String, ClaimVerdict)> {
    let verdict = fingerprint.judge(claim)?;
    Some((trait_phrases::phrase(&claim.of, claim.more), verdict))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::style::gallery::made_up::fingerprint_of;

    #[test]
    fn strength_is_said_with_its_direction_and_error() {
        let said = |elo| strength(&EloEstimate { elo, error: 24.6 }, 600, "Neutral");
        assert_eq!(
            said(-12.2),
            "12 Elo below Neutral, give or take 25, of 600 games"
        );
        assert_eq!(
            said(3.0),
            "3 Elo above Neutral, give or take 25, of 600 games"
        );
        assert_eq!(
            said(-0.3),
            "Level with Neutral, give or take 25, of 600 games"
        );
    }

    #[test]
    fn traits_and_claims_are_said_without_keys() {
        let fingerprint = fingerprint_of(&[("trades", -4.0), ("castling_move", -4.0)]);
        let differing = fingerprint.differing();
        let said: Vec<String> = differing.iter().map(|row| difference(row)).collect();
        assert_eq!(said, ["fewer trades of pieces", "castles earlier"]);
        assert_eq!(size(differing[0]), "very much");
        let judged = |text: &str| claim(&Claim::parse(text).unwrap(), &fingerprint);
        let (words, verdict) = judged("less trades").unwrap();
        assert_eq!(
            (words.as_str(), verdict),
            ("fewer trades of pieces", ClaimVerdict::Confirmed)
        );
        assert_eq!(judged("more space").unwrap().1, ClaimVerdict::Open);
        assert!(judged("more beauty").is_none());
    }
}
