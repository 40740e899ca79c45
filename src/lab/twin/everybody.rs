//! Everybody: the weights of all players together, beside which a single one is seen.

use std::fmt::Write as _;

use thiserror::Error;

use super::choice_data::{ObservedChoice, mean_log_likelihood};
use super::everybodys_games::{EverybodysGames, LINE_START};
use super::newton::{Ridge, fit};
use super::preference::{EVERYBODY, column_name, columns};

/// The weights that ship, made by `masque lab fit-everybody`.
const BUILT_IN: &str = include_str!("everybody.txt");
/// The weights of everybody are held at 0 so weakly.
const RIDGE: f64 = 1.0;

/// Why a text is not everybody's weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EverybodyError {
    /// A line is no name with a number.
    #[error("line {line}: `{text}`, expected the name of a column and a number")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A line about games is not the one that belongs there.
    #[error("line {line}: expected the games' next trait, its deviation, and six means or -")]
    Games {
        /// Which line, from 1.
        line: usize,
    },
    /// A column has a second line.
    #[error("line {line}: `{name}` is there twice, expected every column once")]
    Twice {
        /// Which line, from 1.
        line: usize,
        /// The name of the column.
        name: &'static str,
    },
    /// A column has no line.
    #[error("`{0}` is missing, expected a line for every column")]
    Missing(&'static str),
}

/// What everybody likes, and how everybody's games are.
#[derive(Clone, Debug, PartialEq)]
pub struct Everybody {
    /// One for each column.
    weights: Vec<f64>,
    games: Option<EverybodysGames>,
}

impl Everybody {
    /// The weights that ship.
    pub fn built_in() -> Everybody {
        // A test reads the file that ships, so the other arm is never taken.
        Everybody::parse(BUILT_IN).unwrap_or_else(|_| Everybody {
            weights: vec![0.0; columns()],
            games: None,
        })
    }

    /// Fits the weights to the choices of many.
    pub fn fit(choices: &[ObservedChoice], threads: usize) -> Everybody {
        let mut strength = vec![RIDGE; columns()];
        strength[EVERYBODY] = f64::INFINITY;
        let ridge = Ridge {
            centre: vec![0.0; columns()],
            strength,
        };
        let choices: Vec<&ObservedChoice> = choices.iter().collect();
        let found = fit(&choices, &ridge, &ridge.centre, threads);
        Everybody {
            weights: found.weights,
            games: None,
        }
    }

    /// The same with everybody's games.
    pub fn with_games(self, games: EverybodysGames) -> Everybody {
        Everybody {
            games: Some(games),
            ..self
        }
    }

    /// How everybody's games are, where that is known.
    pub fn games(&self) -> Option<&EverybodysGames> {
        self.games.as_ref()
    }

    /// The weights.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// How well they predict choices: the mean logarithm of their probabilities, in nats.
    pub fn log_likelihood(&self, choices: &[ObservedChoice]) -> f64 {
        mean_log_likelihood(choices.iter(), &self.weights)
    }

    /// Writes what everybody thinks of each alternative into its column.
    pub fn judge(&self, choices: &mut [ObservedChoice]) {
        for choice in choices {
            let utilities = choice.utilities(&self.weights);
            for (row, utility) in choice.rows.iter_mut().zip(utilities) {
                row.retain(|&(column, _)| usize::from(column) != EVERYBODY);
                row.insert(0, (EVERYBODY as u16, utility as f32));
            }
        }
    }

    /// Reads the text of a file. Empty lines and lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// All of [`EverybodyError`].
    pub fn parse(text: &str) -> Result<Everybody, EverybodyError> {
        let names: Vec<&'static str> = (0..columns()).map(column_name).collect();
        let mut found = vec![None; columns()];
        // This column is what the others come to, and has no weight.
        found[EVERYBODY] = Some(0.0);
        let mut games: Vec<(usize, &str)> = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            if text.starts_with(LINE_START) {
                games.push((line, text));
                continue;
            }
            let refuse = || EverybodyError::Line {
                line,
                text: text.to_owned(),
            };
            let (name, number) = text.split_once(' ').ok_or_else(refuse)?;
            let column = names.iter().position(|known| *known == name);
            let column = column.filter(|&column| column != EVERYBODY);
            let column = column.ok_or_else(refuse)?;
            let number = number.trim().parse().ok().filter(|it: &f64| it.is_finite());
            let weight = number.ok_or_else(refuse)?;
            if found[column].replace(weight).is_some() {
                let name = names[column];
                return Err(EverybodyError::Twice { line, name });
            }
        }
        let weights = found.into_iter().zip(names);
        let weights = weights.map(|(weight, name)| weight.ok_or(EverybodyError::Missing(name)));
        let lines: Vec<&str> = games.iter().map(|(_, text)| *text).collect();
        let read = (!lines.is_empty()).then(|| EverybodysGames::of_lines(&lines));
        let of_line = |number: usize| {
            games
                .get(number)
                .map_or(text.lines().count() + 1, |it| it.0)
        };
        Ok(Everybody {
            weights: weights.collect::<Result<_, _>>()?,
            games: read.transpose().map_err(|number| EverybodyError::Games {
                line: of_line(number),
            })?,
        })
    }

    /// The text of a file with these weights, after remarks of a line each.
    pub fn to_text(&self, remarks: &[String]) -> String {
        let mut text = String::new();
        for remark in remarks {
            let _ = writeln!(text, "# {remark}");
        }
        for (column, weight) in self.weights.iter().enumerate().skip(EVERYBODY + 1) {
            let _ = writeln!(text, "{} {weight:.5}", column_name(column));
        }
        if let Some(games) = &self.games {
            text.push_str(&games.to_lines());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::twin::preference::{LARGE_LOSS, SMALL_LOSS, logits_per_cp};

    #[test]
    fn what_ships_can_be_read_and_wants_good_moves() {
        let everybody = Everybody::parse(BUILT_IN).unwrap();
        assert_eq!(everybody, Everybody::built_in());
        let mut same = vec![0.0; columns()];
        same[EVERYBODY] = 1.0;
        let worth = logits_per_cp(&same, everybody.weights());
        assert!((0.01..0.1).contains(&worth), "{worth}");
        let text = everybody.to_text(&["One.".to_owned(), "Two.".to_owned()]);
        assert!(text.starts_with("# One.\n# Two.\nsmall_loss "), "{text}");
        assert_eq!(Everybody::parse(&text), Ok(everybody));
    }

    #[test]
    fn wrong_texts_are_refused() {
        let refused = |text: &str| Everybody::parse(text).unwrap_err().to_string();
        assert_eq!(
            refused("# remark\nsmall_los 1.0"),
            "line 2: `small_los 1.0`, expected the name of a column and a number"
        );
        assert!(refused("everybody 1.0").starts_with("line 1"));
        assert!(refused("checks nan").starts_with("line 1"));
        assert_eq!(
            refused("checks 1.0"),
            "`small_loss` is missing, expected a line for every column"
        );
        let twice = BUILT_IN.replacen("large_loss", "small_loss", 1);
        assert!(
            refused(&twice).ends_with("`small_loss` is there twice, expected every column once")
        );
    }

    #[test]
    fn who_always_takes_the_better_move_is_found_to_want_it() {
        let choice = |game: u32| ObservedChoice {
            game,
            chosen: usize::from(game.is_multiple_of(4)),
            rows: vec![Vec::new(), vec![(1, -0.3), (2, -0.3)]],
        };
        let mut choices: Vec<ObservedChoice> = (0..400).map(choice).collect();
        let everybody = Everybody::fit(&choices, 1);
        let worth = 0.3 * (everybody.weights[SMALL_LOSS] + everybody.weights[LARGE_LOSS]);
        assert!((worth - 3.0_f64.ln()).abs() < 0.1, "{worth}");
        everybody.judge(&mut choices);
        everybody.judge(&mut choices);
        assert_eq!(choices[0].rows[1].len(), 3);
        assert!((f64::from(choices[0].rows[1][0].1) + worth).abs() < 1e-6);
    }
}
