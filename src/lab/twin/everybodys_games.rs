//! The games of everybody: how many queens are traded, how near pieces come to the other king, and all other
//! traits, in games with the same colour and result as the player's, so that who wins more is not taken to
//! like what winners do.

use std::fmt::Write as _;

use super::player_games::SidedGame;
use crate::board::Color;
use crate::lab::matches::personality_match::PlayedGame;
use crate::lab::style::observation::traits;
use crate::lab::style::observed_games::ObservedGames;
use crate::lab::style::portrait::{PORTRAIT_FIRST_PLY, compared_places};

/// Games are told apart by colour, White first, and half points of the player.
const KINDS: usize = 6;
/// What the lines of a file begin with.
pub const LINE_START: &str = "games:";
/// What stands for a kind of which there is no game.
const UNKNOWN: &str = "-";

/// The mean traits of everybody's games of each kind.
#[derive(Clone, Debug, PartialEq)]
pub struct EverybodysGames {
    /// By kinds, by the traits that are compared.
    means: [Option<Vec<f64>>; KINDS],
    /// How far one game of a player is from the mean of these.
    deviations: Vec<f64>,
    /// How the games of single people among them differ from everybody's, in deviations of a game.
    people: Vec<Vec<f64>>,
}

/// How a player's games differ from everybody's.
#[derive(Clone, Debug, PartialEq)]
pub struct GamesShift {
    /// By the traits that are compared, in deviations of a game.
    pub shift: Vec<f64>,
    /// How many games it is from.
    pub games: usize,
}

/// What is seen in sides of games after the opening.
pub fn observed(sides: &[SidedGame<'_>]) -> ObservedGames {
    let mut games = ObservedGames::default();
    for (number, SidedGame { played, side }) in (0..).zip(sides) {
        games.add(&PlayedGame {
            game: played.game.clone(),
            opening: number,
            first_ply: PORTRAIT_FIRST_PLY,
            side: *side,
            half_points: played.result.half_points(*side).unwrap_or(1),
        });
    }
    games
}

impl EverybodysGames {
    /// Of the games of several groups, each of which counts as much as any other.
    pub fn of(groups: &[ObservedGames]) -> EverybodysGames {
        let kinds: Vec<[Vec<Vec<f64>>; KINDS]> = groups.iter().map(by_kind).collect();
        let means = std::array::from_fn(|kind| {
            let means = kinds.iter().filter_map(|group| mean(&group[kind]));
            mean(&means.collect::<Vec<_>>())
        });
        let mut squares = vec![0.0; compared_places().len()];
        let mut count = 0.0;
        for games in kinds.iter().flatten() {
            let Some(mean) = mean(games) else { continue };
            for game in games {
                count += 1.0;
                for (sum, (value, mean)) in squares.iter_mut().zip(game.iter().zip(&mean)) {
                    *sum += (value - mean).powi(2);
                }
            }
        }
        let deviation = |square: f64| (square / f64::max(count, 1.0)).sqrt();
        EverybodysGames {
            means,
            deviations: squares.into_iter().map(deviation).collect(),
            people: Vec::new(),
        }
    }

    /// The same with the games of single people, whom a player may be like.
    pub fn with_people(self, people: &[ObservedGames]) -> EverybodysGames {
        let shifts = people.iter().filter_map(|games| self.shift(games));
        EverybodysGames {
            people: shifts.map(|of| of.shift).collect(),
            ..self
        }
    }

    /// How the games of single people differ from everybody's, by the traits that are compared, in deviations
    /// of a game.
    pub fn people(&self) -> &[Vec<f64>] {
        &self.people
    }

    /// How a player's games differ from everybody's of the same kind. Games of a kind that nobody else has
    /// do not count; `None` when none is left.
    pub fn shift(&self, games: &ObservedGames) -> Option<GamesShift> {
        let kinds = by_kind(games);
        let mut shift = vec![0.0; self.deviations.len()];
        let mut count = 0;
        for (games, means) in kinds.iter().zip(&self.means) {
            let Some(means) = means else { continue };
            count += games.len();
            for game in games {
                for (sum, (value, mean)) in shift.iter_mut().zip(game.iter().zip(means)) {
                    *sum += value - mean;
                }
            }
        }
        for (sum, deviation) in shift.iter_mut().zip(&self.deviations) {
            *sum = match *deviation > 0.0 {
                true => *sum / (deviation * count as f64),
                false => 0.0,
            };
        }
        (count > 0).then_some(GamesShift {
            shift,
            games: count,
        })
    }

    /// Lines of a file, one for each trait: its deviation, its mean in games that White lost, drew and
    /// won, and Black, and how far the single people are from everybody.
    pub fn to_lines(&self) -> String {
        let mut text = String::new();
        let all = traits();
        for (number, place) in compared_places().into_iter().enumerate() {
            let _ = write!(
                text,
                "{LINE_START}{} {:.4}",
                all[place].key, self.deviations[number]
            );
            for mean in &self.means {
                let _ = match mean {
                    Some(mean) => write!(text, " {:.4}", mean[number]),
                    None => write!(text, " {UNKNOWN}"),
                };
            }
            for shift in &self.people {
                let _ = write!(text, " {:.4}", shift[number]);
            }
            text.push('\n');
        }
        text
    }

    /// Reads such lines, which have to be those of all traits in their order. Fails with the number of the
    /// first that is not as it should be, from 0; that of all lines where one is missing.
    pub fn of_lines(lines: &[&str]) -> Result<EverybodysGames, usize> {
        let all = traits();
        let places = compared_places();
        let mut means: [Option<Vec<f64>>; KINDS] = std::array::from_fn(|_| Some(Vec::new()));
        let mut deviations = Vec::new();
        let mut people: Option<Vec<Vec<f64>>> = None;
        for number in 0..places.len().max(lines.len()) {
            let refused = || number.min(lines.len());
            let place = *places.get(number).ok_or_else(refused)?;
            let mut words = lines.get(number).ok_or_else(refused)?.split_whitespace();
            let name = words.next().and_then(|word| word.strip_prefix(LINE_START));
            let words: Vec<&str> = words.collect();
            if name != Some(all[place].key) || words.len() < 1 + KINDS {
                return Err(number);
            }
            let (words, shifts) = words.split_at(1 + KINDS);
            let people = people.get_or_insert_with(|| vec![Vec::new(); shifts.len()]);
            if people.len() != shifts.len() {
                return Err(number);
            }
            let value = |word: &str| word.parse().ok().filter(|it: &f64| it.is_finite());
            deviations.push(value(words[0]).ok_or(number)?);
            for (mean, word) in means.iter_mut().zip(&words[1..]) {
                match (mean.as_mut(), value(word)) {
                    (Some(mean), Some(value)) => mean.push(value),
                    (Some(known), None) if *word == UNKNOWN && known.is_empty() => *mean = None,
                    (None, None) if *word == UNKNOWN => {}
                    _ => return Err(number),
                }
            }
            for (person, word) in people.iter_mut().zip(shifts) {
                person.push(value(word).ok_or(number)?);
            }
        }
        Ok(EverybodysGames {
            means,
            deviations,
            people: people.unwrap_or_default(),
        })
    }
}

/// The traits that are compared, of games of each kind.
fn by_kind(games: &ObservedGames) -> [Vec<Vec<f64>>; KINDS] {
    let places = compared_places();
    let mut kinds: [Vec<Vec<f64>>; KINDS] = Default::default();
    for (number, seen) in games.games.iter().enumerate() {
        let first = match games.sides[number] {
            Color::White => 0,
            Color::Black => KINDS / 2,
        };
        let kind = first + usize::from(games.half_points[number]);
        kinds[kind].push(places.iter().map(|&place| seen[place]).collect());
    }
    kinds
}

/// The mean of some rows; `None` without any.
fn mean(rows: &[Vec<f64>]) -> Option<Vec<f64>> {
    let mut sums = rows.first()?.clone();
    for row in &rows[1..] {
        sums.iter_mut().zip(row).for_each(|(sum, one)| *sum += one);
    }
    let count = rows.len() as f64;
    Some(sums.into_iter().map(|sum| sum / count).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of White, one for each value: how it ended, and what every trait is.
    fn games(values: &[(u8, f64)]) -> ObservedGames {
        let mut games = ObservedGames::default();
        for (number, &(half_points, value)) in (0..).zip(values) {
            games.games.push(vec![value; traits().len()]);
            games.openings.push(number);
            games.sides.push(Color::White);
            games.half_points.push(half_points);
        }
        games
    }

    #[test]
    fn games_are_compared_with_those_that_ended_alike() {
        let everybody = EverybodysGames::of(&[
            games(&[(2, 10.0), (2, 12.0), (0, 1.0), (0, 3.0)]),
            games(&[(2, 13.0), (2, 15.0), (2, 13.0), (2, 15.0)]),
        ]);
        // Winners have 11 and 14, so 12.5; every game is 1 from its mean.
        let shift = everybody.shift(&games(&[(2, 12.5), (2, 13.5)])).unwrap();
        assert_eq!(shift.games, 2);
        assert!(
            shift.shift.iter().all(|it| (it - 0.5).abs() < 1e-12),
            "{shift:?}"
        );
        let shift = everybody.shift(&games(&[(0, 2.0), (1, 99.0)])).unwrap();
        assert_eq!(shift.games, 1);
        assert!(shift.shift.iter().all(|it| it.abs() < 1e-12), "{shift:?}");
        assert_eq!(everybody.shift(&games(&[(1, 5.0)])), None);
    }

    #[test]
    fn lines_are_read_again_and_wrong_ones_named() {
        let everybody = EverybodysGames::of(&[games(&[(2, 10.0), (2, 12.0)])])
            .with_people(&[games(&[(2, 11.5)]), games(&[(2, 10.0)])]);
        assert_eq!(everybody.people().len(), 2);
        let text = everybody.to_lines();
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[0].ends_with(" - - 11.0000 - - - 0.5000 -1.0000"),
            "{}",
            lines[0]
        );
        assert_eq!(EverybodysGames::of_lines(&lines), Ok(everybody));
        assert_eq!(EverybodysGames::of_lines(&lines[..5]), Err(5));
        let mut wrong = lines.clone();
        wrong[3] = "games:nothing 1 2 3 4 5 6 7";
        assert_eq!(EverybodysGames::of_lines(&wrong), Err(3));
        let changed = lines[7].replace("11.0000", "-");
        wrong = lines.clone();
        wrong[7] = &changed;
        assert_eq!(EverybodysGames::of_lines(&wrong), Err(7));
        wrong = lines.clone();
        let longer = format!("{} 0.5", lines[9]);
        wrong[9] = &longer;
        assert_eq!(EverybodysGames::of_lines(&wrong), Err(9));
        wrong = lines.clone();
        wrong.push(lines[0]);
        assert_eq!(EverybodysGames::of_lines(&wrong), Err(lines.len()));
    }
}
