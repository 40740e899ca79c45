//! Tailoring: the weights with which a twin's games as a whole become like the player's.
//!
//! What tells a person from others is seen better in whole games than move by move: how long pieces stay on
//! the board, how near they come to the other king, how often a move gives check. The weights are those whose
//! effects, as measured in games of masque, go as far in the direction of the player's games as they can.
//! What somebody has in common with a group of people says less than what is his own: a twin that only goes the
//! easiest way towards a quiet player becomes like the quietest of all. So wishes that go towards other people
//! cost more (linear discriminant analysis; Fisher 1936).
//! In the opening people repeat theory, and their games say nothing: wishes for the opening are left to the
//! choices of moves.

use super::amplitude::covariance_among_moves;
use super::everybodys_games::GamesShift;
use super::preference::{columns, feature_columns, fitted_features};
use super::scored_choice::ScoredChoice;
use super::taste_fit::TasteFit;
use super::wish_effects::WishEffects;
use crate::lab::cholesky::dot;
use crate::lab::style::observation::{is_of_the_opening, traits};
use crate::lab::style::portrait::compared_places;
use crate::personality::Feature;

/// What a weight costs, in squared deviations of a game for a squared centipawn: effects are not known without
/// error.
const RIDGE: f64 = 0.01;
/// The same for a squared centipawn by which bonuses vary among the moves of a position.
const VARIANCE_PRICE: f64 = 0.03;
/// The same for a squared deviation by which they go towards one of the people that everybody is made of. It does not
/// matter whether the player is one of them: what all weights have in common is scaled afterwards.
const PEOPLE_PRICE: f64 = 10.0;
/// How much weaker masque becomes for a squared centipawn by which bonuses vary among the moves of a position:
/// measured on the 320 personalities of the effects.
const ELO_PER_SQUARED_CP: f64 = 2.4;
/// So many traits are named.
const NAMED: usize = 8;

/// How large a tailored twin may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TailoringBudget {
    /// How far it may go in the player's direction, 1 being as far as the player.
    pub exaggeration: f64,
    /// How much weaker it may become, in Elo.
    pub cost_elo: f64,
}

/// The weights of a tailored twin.
#[derive(Clone, Debug, PartialEq)]
pub struct Tailoring {
    /// The weights in centipawns for a full wish.
    pub weights_cp: Vec<(Feature, f64)>,
    /// How far it goes in the player's direction, 1 being as far as the player.
    pub reached: f64,
    /// How much weaker it is expected to be, in Elo.
    pub cost_elo: f64,
    /// How many games it is from.
    pub games: usize,
    /// In what the player's games differ most from everybody's: the words for the trait, and how far, in
    /// deviations of a game.
    pub traits: Vec<(String, f64)>,
}

impl Tailoring {
    /// The weight of a feature, if it is not left to the choices of moves.
    pub fn weight_cp(&self, feature: Feature) -> Option<f64> {
        let found = self.weights_cp.iter().find(|(of, _)| *of == feature);
        found.map(|(_, cp)| *cp)
    }
}

/// The weights for a player with these choices, fitted, whose games differ like this, where those of other
/// people differ like those. `None` when they differ by no more than chance.
pub fn tailored(
    choices: &[ScoredChoice],
    fitted: &TasteFit,
    games: &GamesShift,
    people: &[Vec<f64>],
    effects: &WishEffects,
    budget: TailoringBudget,
) -> Option<Tailoring> {
    let square = |shift: &[f64]| dot(shift, shift);
    let seen = effects.independent(&games.shift);
    // What chance adds to the length of a shift is no exaggeration of the player.
    let sure = 1.0 - effects.chance_square(games.games) / square(&seen);
    if sure <= 0.0 || sure.is_nan() {
        return None;
    }
    let is_free: Vec<bool> = fitted_features()
        .map(|feature| {
            let is_fitted = fitted.tastes.iter().any(|it| it.feature == feature);
            is_fitted && !is_of_the_opening(feature)
        })
        .collect();
    let covariance = covariance_among_moves(choices, columns());
    let places: Vec<usize> = feature_columns().map(|(column, _)| column).collect();
    let towards: Vec<Vec<f64>> = people.iter().map(|of| effects.towards(of)).collect();
    let direction = effects.wishes_for(&games.shift, &is_free, |one, other| {
        let ridge = if one == other { RIDGE } else { 0.0 };
        let alike: f64 = towards.iter().map(|of| of[one] * of[other]).sum();
        ridge + VARIANCE_PRICE * covariance[places[one]][places[other]] + PEOPLE_PRICE * alike
    });
    let shift = effects.independent(&effects.shift_of(&direction));
    let reach = dot(&shift, &seen) / (sure.sqrt() * square(&seen));
    let varied = |(one, cp): (usize, &f64)| -> f64 {
        let row = places.iter().zip(&direction);
        cp * row
            .map(|(&other, it)| covariance[places[one]][other] * it)
            .sum::<f64>()
    };
    let cost = ELO_PER_SQUARED_CP * direction.iter().enumerate().map(varied).sum::<f64>();
    if reach <= 0.0 || cost <= 0.0 {
        return None;
    }
    let factor = (budget.exaggeration / reach).min((budget.cost_elo / cost).sqrt());
    Some(Tailoring {
        weights_cp: fitted_features()
            .zip(&direction)
            .filter(|(_, weight)| **weight != 0.0)
            .map(|(feature, weight)| (feature, factor * weight))
            .collect(),
        reached: factor * reach,
        cost_elo: factor * factor * cost,
        games: games.games,
        traits: named_traits(games),
    })
}

/// The traits that differ most, the clearest first.
fn named_traits(games: &GamesShift) -> Vec<(String, f64)> {
    let all = traits();
    let mut named: Vec<(String, f64)> = compared_places()
        .into_iter()
        .zip(&games.shift)
        .map(|(place, shift)| (all[place].name(), *shift))
        .collect();
    named.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
    named.truncate(NAMED);
    named
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::twin::choice_data::ObservedChoice;
    use crate::lab::twin::made_up::{column_of, fit_with};

    const BUDGET: TailoringBudget = TailoringBudget {
        exaggeration: 2.0,
        cost_elo: 20.0,
    };

    /// Positions in which a move gives check, another trades queens, and the third does neither.
    fn choices() -> Vec<ScoredChoice> {
        let row = |feature| vec![(column_of(feature) as u16, 1.0)];
        let choice = |game| ScoredChoice {
            ply: 20,
            moves: Vec::new(),
            losses_cp: vec![0.0, 5.0, 10.0],
            choice: ObservedChoice {
                game,
                chosen: 0,
                rows: vec![Vec::new(), row(Feature::Checks), row(Feature::QueenTrade)],
            },
        };
        (0..50).map(choice).collect()
    }

    /// The games of somebody with these wishes, as many as that.
    fn games(wishes: &[(Feature, f64)], games: usize) -> GamesShift {
        let cp = |feature| {
            wishes
                .iter()
                .find(|it| it.0 == feature)
                .map_or(0.0, |it| it.1)
        };
        let wishes_cp: Vec<f64> = fitted_features().map(cp).collect();
        GamesShift {
            shift: WishEffects::built_in().unwrap().shift_of(&wishes_cp),
            games,
        }
    }

    fn fitted() -> TasteFit {
        fit_with(&[
            (Feature::Checks, 1.0),
            (Feature::QueenTrade, 1.0),
            (Feature::Development, 9.0),
        ])
    }

    fn tailored_to(games: &GamesShift, budget: TailoringBudget) -> Option<Tailoring> {
        let effects = WishEffects::built_in().unwrap();
        tailored(&choices(), &fitted(), games, &[], &effects, budget)
    }

    #[test]
    fn who_checks_in_games_gets_a_wish_for_checks() {
        let player = games(&[(Feature::Checks, 20.0)], 5_000);
        let twin = tailored_to(&player, BUDGET).unwrap();
        let weight = |feature| twin.weight_cp(feature).unwrap_or(0.0);
        assert!(weight(Feature::Checks) > 2.0, "{twin:?}");
        // The opening is left to choices, and what no choice shows gets nothing.
        assert_eq!(twin.weight_cp(Feature::Development), None);
        assert_eq!(twin.weight_cp(Feature::Space), None);
        let told: Vec<&str> = twin.traits.iter().map(|(name, _)| name.as_str()).collect();
        assert!(told.contains(&"share of checks"), "{told:?}");
    }

    #[test]
    fn what_others_have_too_counts_less() {
        let player = games(
            &[(Feature::Checks, 20.0), (Feature::QueenTrade, 20.0)],
            5_000,
        );
        let other = games(&[(Feature::QueenTrade, 20.0)], 5_000).shift;
        let effects = WishEffects::built_in().unwrap();
        let trades_per_check = |people: &[Vec<f64>]| {
            let twin = tailored(&choices(), &fitted(), &player, people, &effects, BUDGET).unwrap();
            let weight = |feature| twin.weight_cp(feature).unwrap_or(0.0);
            weight(Feature::QueenTrade) / weight(Feature::Checks)
        };
        let alone = trades_per_check(&[]);
        let beside = trades_per_check(&[other]);
        assert!(alone > 0.2 && beside < 0.9 * alone, "{beside} {alone}");
        // Nobody's shift, and the player's own, change nothing.
        let nobody = vec![0.0; player.shift.len()];
        for same in [nobody, player.shift.clone()] {
            let same = trades_per_check(&[same]);
            assert!((same - alone).abs() < 1e-6, "{same} {alone}");
        }
    }

    #[test]
    fn a_twin_costs_and_exaggerates_no_more_than_it_may() {
        let player = games(&[(Feature::Checks, 20.0)], 5_000);
        let cheap = TailoringBudget {
            cost_elo: 1.0,
            ..BUDGET
        };
        let cheap = tailored_to(&player, cheap).unwrap();
        assert!((cheap.cost_elo - 1.0).abs() < 1e-9, "{cheap:?}");
        let same = TailoringBudget {
            exaggeration: 1.0,
            cost_elo: 400.0,
        };
        let same = tailored_to(&player, same).unwrap();
        assert!((same.reached - 1.0).abs() < 1e-9, "{same:?}");
        assert!(same.cost_elo > cheap.cost_elo && same.cost_elo < 400.0);
    }

    #[test]
    fn what_may_be_chance_makes_no_twin() {
        assert_eq!(
            tailored_to(&games(&[(Feature::Checks, 20.0)], 2), BUDGET),
            None
        );
        assert_eq!(tailored_to(&games(&[], 1_000), BUDGET), None);
    }
}
