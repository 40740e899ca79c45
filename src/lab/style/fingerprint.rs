//! The fingerprint of a personality: which traits of its games differ from those of a baseline, and
//! what that says about its claims.

use std::fmt;

use super::cross_validation::{AreaUnderCurve, CrossValidation, PlayerGames};
use super::observation::{Trait, traits};
use super::observed_games::ObservedGames;
use crate::lab::matches::elo::{EloEstimate, elo_estimate};
use crate::lab::statistics::{Difference, Mean, holm};
use crate::personality::Claim;

/// The level of significance: chance shows such a difference, in any trait, in less than one of a
/// hundred fingerprints.
pub const SIGNIFICANT: f64 = 0.01;
/// The sizes of the bags of games that the classifier is asked about.
pub const BAG_SIZES: [usize; 4] = [1, 5, 10, 20];
/// The largest area under the curve at which a player without style still counts as not told apart.
/// Above it the measure sees more than style, and everything that it says is void.
pub const VOID_ABOVE: f64 = 0.57;

/// The difference of one trait.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The trait.
    pub of: Trait,
    /// Its mean in the personality's games, over openings.
    pub subject: Mean,
    /// Its mean in the baseline's games, over openings.
    pub baseline: Mean,
    /// The size of the difference, and its probability for this trait alone. The games of an opening
    /// count as one observation.
    pub difference: Difference,
    /// The probability corrected for the number of traits.
    pub corrected_p: f64,
}

impl Row {
    /// Whether the trait differs significantly.
    pub fn is_significant(&self) -> bool {
        self.corrected_p < SIGNIFICANT
    }
}

/// What the games say about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimVerdict {
    /// The trait differs significantly in the claimed direction.
    Confirmed,
    /// The trait does not differ significantly.
    Open,
    /// The trait differs significantly in the other direction.
    Contradicted,
}

impl fmt::Display for ClaimVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ClaimVerdict::Confirmed => "confirmed",
            ClaimVerdict::Open => "open",
            ClaimVerdict::Contradicted => "contradicted",
        })
    }
}

/// How a personality's games differ from a baseline's.
#[derive(Clone, Debug)]
pub struct Fingerprint {
    /// Every trait, in the order of [`traits`].
    pub rows: Vec<Row>,
    /// The personality's rating above its opponent's in the observed games.
    pub rating: EloEstimate,
    /// How well it is told from the baseline.
    pub told: ToldApart,
}

/// How well two players are told apart by their games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToldApart {
    /// From a single game.
    pub area: AreaUnderCurve,
    /// For each of [`BAG_SIZES`], the share of right answers to the question which of the two played.
    pub accuracies: [f64; BAG_SIZES.len()],
}

impl ToldApart {
    /// Asks a classifier about the games of two players; `seed` is that of its bags.
    pub fn of(one: &ObservedGames, other: &ObservedGames, seed: u64, threads: usize) -> ToldApart {
        let players = [classifier_games(one), classifier_games(other)];
        let judged = CrossValidation::of(&players, threads);
        ToldApart {
            area: judged.area_under_curve(seed),
            accuracies: BAG_SIZES.map(|bag| judged.accuracy(bag, seed)),
        }
    }

    /// The share of right answers from the largest bags.
    pub fn from_most_games(&self) -> f64 {
        self.accuracies[BAG_SIZES.len() - 1]
    }
}

impl Fingerprint {
    /// Compares a personality's games with a baseline's. `seed` is that of the classifier's bags.
    pub fn of(
        subject: &ObservedGames,
        baseline: &ObservedGames,
        seed: u64,
        threads: usize,
    ) -> Fingerprint {
        let traits = traits().into_iter().enumerate();
        let mut rows: Vec<Row> = traits
            .map(|(index, of)| {
                let (own, base) = (subject.column(index), baseline.column(index));
                let difference = own.difference(&base);
                Row {
                    of,
                    subject: own.mean(),
                    baseline: base.mean(),
                    difference,
                    corrected_p: difference.p,
                }
            })
            .collect();
        let corrected = holm(&rows.iter().map(|row| row.difference.p).collect::<Vec<_>>());
        for (row, corrected_p) in rows.iter_mut().zip(corrected) {
            row.corrected_p = corrected_p;
        }
        Fingerprint {
            rows,
            rating: elo_estimate(subject.pair_scores().into_iter()),
            told: ToldApart::of(subject, baseline, seed, threads),
        }
    }

    /// The traits that differ significantly, the largest effect first.
    pub fn differing(&self) -> Vec<&Row> {
        let mut differing: Vec<&Row> = self
            .rows
            .iter()
            .filter(|row| row.is_significant())
            .collect();
        differing.sort_by(|a, b| {
            let size = |row: &Row| row.difference.effect.abs();
            size(b).total_cmp(&size(a))
        });
        differing
    }

    /// What the games say about a claim; `None` for a trait that does not exist.
    pub fn judge(&self, claim: &Claim) -> Option<ClaimVerdict> {
        let row = self.rows.iter().find(|row| row.of.key == claim.of)?;
        Some(
            match (
                row.is_significant(),
                (row.difference.effect > 0.0) == claim.more,
            ) {
                (false, _) => ClaimVerdict::Open,
                (true, true) => ClaimVerdict::Confirmed,
                (true, false) => ClaimVerdict::Contradicted,
            },
        )
    }
}

/// Observed games in the form for the classifier.
pub fn classifier_games(samples: &ObservedGames) -> PlayerGames<'_> {
    PlayerGames {
        games: &samples.games,
        openings: &samples.openings,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    /// Games whose traits are all a little different from each other, the first by `more`.
    fn samples(more: f64) -> ObservedGames {
        let mut samples = ObservedGames::default();
        for number in 0..60_u32 {
            let wobble = f64::from(number % 7) - 3.0;
            let mut game = vec![wobble; traits().len()];
            game[0] += more;
            samples.games.push(game);
            samples.openings.push(number / 2);
            samples.sides.push(Color::White);
            samples.half_points.push(1);
        }
        samples
    }

    #[test]
    fn differing_traits_are_found_and_claims_are_judged() {
        let fingerprint = Fingerprint::of(&samples(4.0), &samples(0.0), 1, 1);
        let differing = fingerprint.differing();
        assert_eq!(differing.len(), 1);
        let key = differing[0].of.key;
        assert!(
            (1.9..2.1).contains(&differing[0].difference.effect),
            "{:?}",
            differing[0]
        );
        let verdict = |key: &str, more| {
            let of = key.to_owned();
            fingerprint.judge(&Claim { more, of })
        };
        assert_eq!(verdict(key, true), Some(ClaimVerdict::Confirmed));
        assert_eq!(verdict(key, false), Some(ClaimVerdict::Contradicted));
        assert_eq!(verdict("length", true), Some(ClaimVerdict::Open));
        assert_eq!(verdict("beauty", true), None);
        assert!(fingerprint.told.from_most_games() > 0.95);
        assert!(fingerprint.rating.elo.abs() < 1e-9);
    }

    #[test]
    fn equal_games_show_no_difference() {
        let fingerprint = Fingerprint::of(&samples(0.0), &samples(0.0), 1, 1);
        assert!(fingerprint.differing().is_empty());
    }
}
