//! From features to centipawns: how the tastes of a personality become a bonus for each root move.
//!
//! The measure of each feature is multiplied by its weight and by what is left of the taste. The
//! products are summed, and the sums are rounded to centipawns and fitted into the concession. All
//! arithmetic is in integers, so that every machine agrees.

use super::Personality;
use super::candidate_move::{CandidateMove, RootPosition};
use super::feature::{Fade, Feature};
use super::signature::Signature;
use crate::board::{Game, Move};
use crate::endgame::Prospects;
use crate::search::MAX_BONUS_CP;

/// The factor for the weights of endings, where all moves to choose from lead to the same
/// proven result. Scores are guesses there, so that they should only choose between equal moves: with
/// this factor a sixth of the replies outweighs a queen. docs/lab-notes/matches.md says what that is worth.
const PROVEN_WEIGHT_FACTOR: i32 = 100;

/// How much a personality cares for one feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taste {
    /// Centipawns for a full wish.
    pub weight_cp: i32,
    /// When it acts.
    pub fade: Fade,
}

/// What one feature contributes to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contribution {
    /// The feature.
    pub feature: Feature,
    /// What the move has of it, in permille of a full wish.
    pub measure_permille: i32,
    /// The measure times the weight, after fading, rounded to centipawns.
    pub contribution_cp: i32,
}

/// What a personality thinks of one move, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTaste {
    /// The move.
    pub mv: Move,
    /// Every feature of the move that the personality has a weight for.
    pub contributions: Vec<Contribution>,
    /// The sum of the contributions before their rounding, in centipawns.
    pub wish_cp: i32,
    /// The part that fits into the concession, in centipawns: the bonus of the move.
    pub bonus_cp: i32,
}

impl MoveTaste {
    /// A move without any taste.
    pub fn none(mv: Move) -> MoveTaste {
        MoveTaste {
            mv,
            contributions: Vec::new(),
            wish_cp: 0,
            bonus_cp: 0,
        }
    }

    /// The contributions to the bonus, the strongest first, and what the personality's limit cut off.
    pub fn reasons(&self) -> String {
        let mut parts: Vec<&Contribution> = self.contributions.iter().collect();
        parts.retain(|part| part.contribution_cp != 0);
        parts.sort_by_key(|part| std::cmp::Reverse(part.contribution_cp.abs()));
        if parts.is_empty() {
            return "no taste about it".to_owned();
        }
        let named: Vec<String> = parts
            .iter()
            .map(|part| format!("{} {:+}", part.feature.key(), part.contribution_cp))
            .collect();
        let cut = match self.wish_cp == self.bonus_cp {
            true => String::new(),
            false => format!(" ({:+} held to {:+})", self.wish_cp, self.bonus_cp),
        };
        format!("{}{cut}", named.join(", "))
    }
}

/// The tastes for all legal moves, in the order of the move generator. With a single legal move its
/// bonus is 0.
pub(super) fn of_moves(
    personality: &Personality,
    game: &Game,
    seed: u64,
    prospects: Option<&Prospects>,
) -> Vec<MoveTaste> {
    let legal = game.position().legal_moves();
    if legal.is_empty() {
        return Vec::new();
    }
    let root = RootPosition::new(game, seed, &personality.signature, prospects);
    // Between moves of one proven result there is nothing to concede.
    let (weight_factor, max_concession_cp) = match prospects.is_some_and(Prospects::are_proven) {
        true => (PROVEN_WEIGHT_FACTOR, MAX_BONUS_CP),
        false => (1, personality.max_concession_cp()),
    };
    let common = common_tastes(personality).filter(|_| prospects.is_some());
    let tastes: Vec<(Feature, Taste)> = personality.tastes().chain(common).collect();
    let mut moves: Vec<MoveTaste> = legal
        .iter()
        .map(|&mv| of_move(&tastes, weight_factor, &CandidateMove::new(&root, mv)))
        .collect();
    if moves.len() > 1 {
        let wishes: Vec<i32> = moves.iter().map(|taste| taste.wish_cp).collect();
        let bonuses = bonuses_of_wishes(max_concession_cp, &wishes);
        for (taste, bonus_cp) in moves.iter_mut().zip(bonuses) {
            taste.bonus_cp = bonus_cp;
        }
    }
    moves
}

/// The tastes for endings that cannot be won, as far as the personality has the common ones.
fn common_tastes(personality: &Personality) -> impl Iterator<Item = (Feature, Taste)> {
    let common = Feature::ALL.iter().filter(|feature| {
        let has_own = personality.tastes().any(|(liked, _)| liked == **feature);
        feature.is_for_endings() && !has_own
    });
    common.map(|&feature| {
        let fade = feature.description().fade;
        let weight_cp = feature.default_cp();
        (feature, Taste { weight_cp, fade })
    })
}

fn of_move(
    tastes: &[(Feature, Taste)],
    weight_factor: i32,
    candidate: &CandidateMove<'_>,
) -> MoveTaste {
    let root = candidate.root;
    let fullmove = root.position.fullmove_number();
    let mut contributions = Vec::new();
    let mut wish_millionths = 0;
    for &(feature, taste) in tastes {
        let left_permille = taste.fade.left_permille(fullmove, root.phase_permille);
        if left_permille == 0 {
            continue;
        }
        let measure_permille = feature.measure_permille(candidate);
        if measure_permille == 0 {
            continue;
        }
        let weight_cp = match feature.is_for_endings() {
            true => weight_factor * taste.weight_cp,
            false => taste.weight_cp,
        };
        let millionths =
            i64::from(weight_cp) * i64::from(measure_permille) * i64::from(left_permille);
        wish_millionths += millionths;
        contributions.push(Contribution {
            feature,
            measure_permille,
            contribution_cp: rounded_cp(millionths),
        });
    }
    MoveTaste {
        mv: candidate.mv,
        wish_cp: rounded_cp(wish_millionths),
        contributions,
        bonus_cp: 0,
    }
}

/// How much a legal move has of every feature, in permille of a full wish after the default fading,
/// in the order of [`Feature::ALL`]. It belongs to no personality: signatures are empty and the seed
/// is 0.
pub fn measures_permille(game: &Game, mv: Move) -> Vec<i32> {
    measures_of_moves(game, &[mv]).remove(0)
}

/// [`measures_permille`] of several legal moves of one position, in their order.
pub fn measures_of_moves(game: &Game, moves: &[Move]) -> Vec<Vec<i32>> {
    let nobodys = Signature::default();
    let root = RootPosition::new(game, 0, &nobodys, None);
    let fullmove = root.position.fullmove_number();
    let measures = |&mv: &Move| {
        let candidate = CandidateMove::new(&root, mv);
        let measure = |feature: &Feature| {
            let fade = feature.description().fade;
            match fade.left_permille(fullmove, root.phase_permille) {
                0 => 0,
                left_permille => feature.measure_permille(&candidate) * left_permille / 1_000,
            }
        };
        Feature::ALL.iter().map(measure).collect()
    };
    moves.iter().map(measures).collect()
}

/// Millionths of a centipawn in centipawns; halves are rounded away from zero.
fn rounded_cp(millionths: i64) -> i32 {
    let rounded = (millionths.abs() + 500_000) / 1_000_000;
    (rounded * millionths.signum()) as i32
}

/// Turns wishes into bonuses that differ by no more than the concession; all in centipawns.
///
/// Wishes that differ by less stay as they are. Others are clamped to a window as wide as the
/// concession. The window lies around zero, the wish of an ordinary move, and is moved no further than
/// it must be to lie between the smallest and the largest wish, so that one extreme move does not level
/// all the others.
pub fn bonuses_of_wishes(max_concession_cp: i32, wishes: &[i32]) -> Vec<i32> {
    let (Some(&least), Some(&most)) = (wishes.iter().min(), wishes.iter().max()) else {
        return Vec::new();
    };
    let (low, high) = if most - least <= max_concession_cp {
        (least, most)
    } else {
        let low = (-max_concession_cp / 2).clamp(least, most - max_concession_cp);
        (low, low + max_concession_cp)
    };
    wishes.iter().map(|wish| (*wish).clamp(low, high)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wishes_within_the_concession_stay_as_they_are() {
        assert_eq!(bonuses_of_wishes(60, &[-50, 0, 10]), [-50, 0, 10]);
        assert_eq!(bonuses_of_wishes(0, &[7, 7]), [7, 7]);
    }

    #[test]
    fn an_outlandish_wish_does_not_level_the_others() {
        assert_eq!(bonuses_of_wishes(60, &[80, -15, 15]), [45, -15, 15]);
        assert_eq!(bonuses_of_wishes(60, &[-80, -15, 15]), [-45, -15, 15]);
        assert_eq!(bonuses_of_wishes(60, &[-80, 0, 80]), [-30, 0, 30]);
        assert_eq!(bonuses_of_wishes(0, &[-80, 0, 80]), [0, 0, 0]);
    }

    #[test]
    fn products_round_to_the_nearest_centipawn() {
        assert_eq!(rounded_cp(7_500_000), 8);
        assert_eq!(rounded_cp(-7_500_000), -8);
        assert_eq!(rounded_cp(-448_500), 0);
        assert_eq!(rounded_cp(100_000_000), 100);
    }

    proptest! {
        #[test]
        fn bonuses_keep_the_guarantee_and_the_order(
            wishes in prop::collection::vec(-2_000..2_000i32, 1..60),
            concession in 0..=300i32,
        ) {
            let bonuses = bonuses_of_wishes(concession, &wishes);
            let spread = bonuses.iter().max().unwrap() - bonuses.iter().min().unwrap();
            let wished = wishes.iter().max().unwrap() - wishes.iter().min().unwrap();
            prop_assert_eq!(spread, wished.min(concession));
            for (wish, bonus) in wishes.iter().zip(&bonuses) {
                for (other_wish, other_bonus) in wishes.iter().zip(&bonuses) {
                    if wish <= other_wish {
                        prop_assert!(bonus <= other_bonus);
                    }
                }
            }
        }
    }
}
