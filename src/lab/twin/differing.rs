//! Where a player differs most from everybody: the positions to show.

use std::collections::BTreeSet;

use super::scored_choice::ScoredChoice;
use super::taste_fit::TasteFit;
use crate::board::Move;
use crate::lab::statistics::place_of_largest;

/// Moves that give up more are blunders rather than a matter of taste, in centipawns.
const BLUNDER_CP: f32 = 120.0;

/// A position in which the player chose otherwise than everybody would.
#[derive(Clone, Copy, Debug, PartialEq)]
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
}

/// The positions in which what the player chose is most a matter of the player's own taste, at most one of
/// a game.
pub fn differing(
    choices: &[ScoredChoice],
    fitted: &TasteFit,
    count: usize,
) -> Vec<DifferingChoice> {
    let mut found: Vec<(f64, DifferingChoice)> = choices
        .iter()
        .filter_map(|it| {
            let own = it.choice.probabilities(&fitted.weights);
            let everybodys = it.choice.probabilities(&fitted.everybodys);
            let chosen = it.choice.chosen;
            let usual = place_of_largest(everybodys.iter().copied())?;
            let is_taste = usual != chosen && it.losses_cp[chosen] <= BLUNDER_CP;
            let gain =
                (own[chosen] / everybodys[chosen]).ln() + (everybodys[usual] / own[usual]).ln();
            (is_taste && gain > 0.0).then_some((
                gain,
                DifferingChoice {
                    game: it.choice.game,
                    ply: it.ply,
                    own: it.moves[chosen],
                    own_probability: [own[chosen], everybodys[chosen]],
                    everybodys: it.moves[usual],
                    everybodys_probability: [own[usual], everybodys[usual]],
                },
            ))
        })
        .collect();
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut games = BTreeSet::new();
    found.retain(|(_, it)| games.insert(it.game));
    found.truncate(count);
    found.into_iter().map(|(_, it)| it).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::lab::twin::choice_data::ObservedChoice;
    use crate::lab::twin::made_up::{column_of, fit_with};
    use crate::personality::Feature;

    /// A choice between an ordinary move and a check, which was given and costs so much.
    fn check(game: u32, ply: usize, cost_cp: f32) -> ScoredChoice {
        let start = Position::start();
        let column = column_of(Feature::Checks) as u16;
        ScoredChoice {
            ply,
            moves: ["d4", "e4"]
                .map(|san| start.parse_move(san).unwrap())
                .into(),
            losses_cp: vec![0.0, cost_cp],
            choice: ObservedChoice {
                game,
                chosen: 1,
                rows: vec![Vec::new(), vec![(2, -cost_cp / 100.0), (column, 1.0)]],
            },
        }
    }

    #[test]
    fn what_is_most_a_matter_of_taste_is_shown_once_a_game() {
        let mut fitted = fit_with(&[]);
        fitted.everybodys[2] = 1.0;
        fitted.weights = fitted.everybodys.clone();
        fitted.weights[column_of(Feature::Checks)] = 2.0;
        let mut ordinary = check(3, 4, 20.0);
        ordinary.choice.chosen = 0;
        let choices = [
            check(1, 10, 20.0),
            check(1, 12, 90.0),
            check(2, 6, 50.0),
            check(2, 8, 500.0),
            ordinary,
        ];
        let found = differing(&choices, &fitted, 5);
        let mut places: Vec<(u32, usize)> = found.iter().map(|it| (it.game, it.ply)).collect();
        places.sort_unstable();
        assert_eq!(places.iter().map(|it| it.0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(places[1], (2, 6));
        for it in &found {
            assert!(it.own != it.everybodys && it.own_probability[0] > it.own_probability[1]);
            assert!(it.everybodys_probability[1] > it.everybodys_probability[0]);
        }
        assert_eq!(differing(&choices, &fitted, 1).len(), 1);
    }
}
