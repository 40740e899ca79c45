//! Where a player differs most from everybody: the positions to show.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::choice_data::SparseRow;
use super::scored_choice::ScoredChoice;
use super::taste_fit::{FittedTaste, TasteFit};
use crate::board::Move;
use crate::lab::statistics::place_of_largest;
use crate::personality::{Contribution, Feature};

/// Moves that give up more are blunders rather than a matter of taste, in centipawns.
const BLUNDER_CP: f32 = 120.0;

/// A position in which the player chose otherwise than everybody would.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferingChoice {
    /// The number of the game.
    pub game: u32,
    /// The half-moves before the position.
    pub ply: usize,
    /// What the player chose.
    pub own: Move,
    /// How likely that is for the player and for everybody.
    pub own_probability: [f64; 2],
    /// What everybody would most likely have chosen.
    pub everybodys: Move,
    /// How likely that is for the player and for everybody.
    pub everybodys_probability: [f64; 2],
    /// What the player likes about the own move beside the other, the most first.
    pub liked: Vec<Contribution>,
}

impl DifferingChoice {
    /// The taste that says most in it.
    fn theme(&self) -> Option<Feature> {
        self.liked.first().map(|it| it.feature)
    }
}

/// The positions in which what the player chose is most a matter of the player's own taste, at most one of
/// a game: first the strongest for each taste, then others. Where tastes are known to differ from
/// everybody's, the others do not count.
pub fn differing(
    choices: &[ScoredChoice],
    fitted: &TasteFit,
    count: usize,
) -> Vec<DifferingChoice> {
    let has_certain = fitted.tastes.iter().any(FittedTaste::is_certain);
    let tastes: Vec<&FittedTaste> = (fitted.tastes.iter())
        .filter(|it| it.is_certain() || !has_certain)
        .collect();
    let mut found: Vec<(i32, DifferingChoice)> = choices
        .iter()
        .filter_map(|it| differs(it, fitted, &tastes))
        .collect();
    found.sort_by_key(|&(gain, _)| Reverse(gain));
    let mut games = BTreeSet::new();
    found.retain(|(_, it)| games.insert(it.game));
    let mut themes = BTreeSet::new();
    let (mut first, others): (Vec<_>, Vec<_>) =
        (found.into_iter().map(|(_, it)| it)).partition(|it| themes.insert(it.theme()));
    first.extend(others);
    first.truncate(count);
    first
}

/// The choice, with what these tastes say for it in centipawns; `None` where it is no matter of taste.
fn differs(
    it: &ScoredChoice,
    fitted: &TasteFit,
    tastes: &[&FittedTaste],
) -> Option<(i32, DifferingChoice)> {
    let own = it.choice.probabilities(&fitted.weights);
    let everybodys = it.choice.probabilities(&fitted.everybodys);
    let chosen = it.choice.chosen;
    let usual = place_of_largest(everybodys.iter().copied())?;
    if usual == chosen || it.losses_cp[chosen] > BLUNDER_CP {
        return None;
    }
    let more =
        |column| value(&it.choice.rows[chosen], column) - value(&it.choice.rows[usual], column);
    let mut liked: Vec<Contribution> = (tastes.iter())
        .map(|taste| contribution(taste, more(taste.column)))
        .collect();
    let gain: i32 = liked.iter().map(|it| it.contribution_cp).sum();
    liked.retain(|it| it.contribution_cp > 0);
    liked.sort_by_key(|it| Reverse(it.contribution_cp));
    let choice = DifferingChoice {
        game: it.choice.game,
        ply: it.ply,
        own: it.moves[chosen],
        own_probability: [own[chosen], everybodys[chosen]],
        everybodys: it.moves[usual],
        everybodys_probability: [own[usual], everybodys[usual]],
        liked,
    };
    (gain > 0).then_some((gain, choice))
}

/// What a taste says for a move that has so much more of its feature than another.
fn contribution(taste: &FittedTaste, more: f64) -> Contribution {
    Contribution {
        feature: taste.feature,
        measure_permille: (1_000.0 * more).round() as i32,
        contribution_cp: (taste.cp * more).round() as i32,
    }
}

/// What a row has in this column.
fn value(row: &SparseRow, column: usize) -> f64 {
    let found = row.iter().find(|it| usize::from(it.0) == column);
    found.map_or(0.0, |&(_, value)| value.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::lab::twin::choice_data::ObservedChoice;
    use crate::lab::twin::made_up::{column_of, fit_with};
    use crate::personality::Feature;

    /// A choice between an ordinary move and one that has so much of this feature, which was made and costs
    /// so much.
    fn choice(game: u32, ply: usize, cost_cp: f32, feature: Feature, much: f32) -> ScoredChoice {
        let start = Position::start();
        let column = column_of(feature) as u16;
        ScoredChoice {
            ply,
            moves: ["d4", "e4"]
                .map(|san| start.parse_move(san).unwrap())
                .into(),
            losses_cp: vec![0.0, cost_cp],
            choice: ObservedChoice {
                game,
                chosen: 1,
                rows: vec![Vec::new(), vec![(2, -cost_cp / 100.0), (column, much)]],
            },
        }
    }

    fn check(game: u32, ply: usize, cost_cp: f32) -> ScoredChoice {
        choice(game, ply, cost_cp, Feature::Checks, 1.0)
    }

    fn places(found: &[DifferingChoice]) -> Vec<(u32, usize)> {
        found.iter().map(|it| (it.game, it.ply)).collect()
    }

    /// Somebody who likes checks and gambits, and perhaps trades.
    fn somebody() -> TasteFit {
        let mut fitted = fit_with(&[
            (Feature::Checks, 20.0),
            (Feature::Gambit, 10.0),
            (Feature::Trades, 4.0),
        ]);
        fitted.everybodys[2] = 1.0;
        fitted.weights = fitted.everybodys.clone();
        fitted.weights[column_of(Feature::Checks)] = 2.0;
        fitted
    }

    #[test]
    fn what_is_most_a_matter_of_taste_is_shown_once_a_game() {
        let fitted = somebody();
        let mut ordinary = check(3, 4, 20.0);
        ordinary.choice.chosen = 0;
        let choices = [
            choice(1, 10, 20.0, Feature::Checks, 0.5),
            choice(1, 12, 90.0, Feature::Checks, 0.9),
            check(2, 6, 50.0),
            check(2, 8, 500.0),
            ordinary,
        ];
        let found = differing(&choices, &fitted, 5);
        assert_eq!(places(&found), [(2, 6), (1, 12)]);
        for it in &found {
            assert!(it.own != it.everybodys && it.own_probability[0] > it.own_probability[1]);
            assert!(it.everybodys_probability[1] > it.everybodys_probability[0]);
        }
        let liked = Contribution {
            feature: Feature::Checks,
            measure_permille: 900,
            contribution_cp: 18,
        };
        assert_eq!(found[1].liked, [liked]);
        assert_eq!(differing(&choices, &fitted, 1).len(), 1);
    }

    #[test]
    fn every_certain_taste_is_shown_before_any_is_shown_again() {
        let mut fitted = somebody();
        let choices = [
            check(1, 4, 20.0),
            check(2, 6, 20.0),
            choice(3, 8, 20.0, Feature::Gambit, 0.8),
            choice(4, 8, 20.0, Feature::Gambit, -0.8),
            choice(5, 8, 20.0, Feature::Trades, 1.0),
        ];
        assert_eq!(
            places(&differing(&choices, &fitted, 5)),
            [(1, 4), (3, 8), (2, 6)]
        );
        // Somebody of whom nothing is certain shows what there is.
        fitted.tastes.retain(|it| it.feature == Feature::Trades);
        assert_eq!(places(&differing(&choices, &fitted, 5)), [(5, 8)]);
    }
}
