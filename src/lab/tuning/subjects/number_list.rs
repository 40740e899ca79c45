//! Numbers by name: which of them are tuned, and files of values (`name = value`).

use std::collections::BTreeMap;

use thiserror::Error;
use toml::Spanned;

use crate::lab::tuning::interface::TunedNumber;

/// Why a name or a file of values is refused.
#[derive(Debug, Error)]
pub enum NumberError {
    /// There is no number of this name.
    #[error("'{name}' is no parameter of {owner}, expected '{nearest}' or another of its kind")]
    Unknown {
        /// What was given.
        name: String,
        /// Whose number it should be.
        owner: &'static str,
        /// The most similar known name.
        nearest: String,
    },
    /// The text is not a list of whole numbers.
    #[error("expected lines `name = whole number`: {0}")]
    Toml(#[from] toml::de::Error),
    /// A line with an unknown name or a wrong value.
    #[error("line {line}: {what}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        what: Box<NumberError>,
    },
    /// A text that gives no value.
    #[error("'{0}' gives no value, expected NAME=WHOLE NUMBER")]
    NoValue(String),
    /// A value outside its range.
    #[error("{value} is no value of '{name}', expected {min} to {max}")]
    Range {
        /// What was given.
        value: i64,
        /// The number.
        name: String,
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
}

/// All numbers of something, with the values that they have there.
#[derive(Clone, Debug)]
pub struct NumberList {
    /// Whose they are, after "of".
    pub owner: &'static str,
    /// The numbers.
    pub numbers: Vec<TunedNumber>,
}

impl NumberList {
    fn unknown(&self, name: &str) -> NumberError {
        let likeness = |number: &&TunedNumber| strsim::jaro_winkler(name, &number.name);
        let mut numbers = self.numbers.iter();
        let first = numbers.next();
        let nearest = first.map(|first| {
            numbers.fold(first, |best, other| {
                match likeness(&other) > likeness(&best) {
                    true => other,
                    false => best,
                }
            })
        });
        NumberError::Unknown {
            name: name.to_owned(),
            owner: self.owner,
            nearest: nearest.map_or(String::new(), |number| number.name.clone()),
        }
    }

    /// The places of the numbers of these names or groups, in the order of the list. No names mean all.
    ///
    /// # Errors
    /// When a name is unknown.
    pub fn choose(&self, names: &[String]) -> Result<Vec<usize>, NumberError> {
        let mut chosen = vec![names.is_empty(); self.numbers.len()];
        for name in names {
            let mut is_known = false;
            for (chosen, number) in chosen.iter_mut().zip(&self.numbers) {
                let is_meant = number.name == *name || number.group == *name;
                *chosen |= is_meant;
                is_known |= is_meant;
            }
            if !is_known {
                return Err(self.unknown(name));
            }
        }
        let places = chosen.iter().enumerate().filter(|(_, chosen)| **chosen);
        Ok(places.map(|(place, _)| place).collect())
    }

    /// Sets the value of a name.
    fn set(&mut self, name: &str, value: i64) -> Result<(), NumberError> {
        let unknown = self.unknown(name);
        let mut numbers = self.numbers.iter_mut();
        let number = numbers.find(|number| number.name == name).ok_or(unknown)?;
        if !(number.min..=number.max).contains(&(value as f64)) {
            return Err(NumberError::Range {
                value,
                name: number.name.clone(),
                min: number.min,
                max: number.max,
            });
        }
        number.start = value as f64;
        Ok(())
    }

    /// The list with the values of a file; numbers that it does not name keep theirs.
    ///
    /// # Errors
    /// When a line names no number, or a value outside its range.
    pub fn with_file(&self, text: &str) -> Result<NumberList, NumberError> {
        let given: BTreeMap<String, Spanned<i64>> = toml::from_str(text)?;
        let mut list = self.clone();
        for (name, value) in &given {
            list.set(name, *value.get_ref())
                .map_err(|what| NumberError::Line {
                    line: 1 + text[..value.span().start].matches('\n').count(),
                    what: Box::new(what),
                })?;
        }
        Ok(list)
    }

    /// The list with values as people type them, each `name=value`.
    ///
    /// # Errors
    /// When a text is no such thing, names no number, or a value outside its range.
    pub fn with_values(&self, texts: &[String]) -> Result<NumberList, NumberError> {
        let mut list = self.clone();
        for text in texts {
            let no_value = || NumberError::NoValue(text.clone());
            let (name, value) = text.split_once('=').ok_or_else(no_value)?;
            let value = value.trim().parse().map_err(|_| no_value())?;
            list.set(name.trim(), value)?;
        }
        Ok(list)
    }

    /// The numbers at these places.
    pub fn at(&self, places: &[usize]) -> Vec<TunedNumber> {
        let numbers = places.iter().filter_map(|&place| self.numbers.get(place));
        numbers.cloned().collect()
    }

    /// The values of all numbers in whole numbers, with other ones at some places.
    pub fn values_with(&self, places: &[usize], values: &[f64]) -> Vec<i32> {
        let mut all: Vec<i32> = self
            .numbers
            .iter()
            .map(|number| number.start as i32)
            .collect();
        for (&place, &value) in places.iter().zip(values) {
            if let Some(own) = all.get_mut(place) {
                *own = value.round() as i32;
            }
        }
        all
    }

    /// The text of a file with the values at some places, and all others that differ from `built_in`.
    pub fn format(&self, values: &[i32], places: &[usize], built_in: &[i32]) -> String {
        let lines = self.numbers.iter().zip(values).zip(built_in).enumerate();
        lines
            .filter(|(place, ((_, value), built_in))| places.contains(place) || value != built_in)
            .map(|(_, ((number, value), _))| format!("{} = {value}\n", number.name))
            .collect()
    }
}
