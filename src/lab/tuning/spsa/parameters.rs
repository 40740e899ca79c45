//! Search parameters by name: which of them are tuned, files of values (`name = value`), and the lines
//! to put into the source.

use std::collections::BTreeMap;

use thiserror::Error;
use toml::Spanned;

use super::Tunable;
use crate::search::{ParameterInfo, SearchParameters};

/// Why a name or a file of values is refused.
#[derive(Debug, Error)]
pub enum ParameterError {
    /// There is no parameter of this name.
    #[error("'{name}' is no parameter of the search, expected '{nearest}' or another of its kind")]
    Unknown {
        /// What was given.
        name: String,
        /// The most similar known name.
        nearest: &'static str,
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
        what: Box<ParameterError>,
    },
    /// A value outside its range.
    #[error("{value} is no value of '{}', expected {} to {}", .info.name, .info.min, .info.max)]
    Range {
        /// What was given.
        value: i64,
        /// The parameter.
        info: ParameterInfo,
    },
}

/// The number of a parameter in the list of all.
fn find(name: &str) -> Result<usize, ParameterError> {
    let list = SearchParameters::LIST;
    let likeness = |info: &&ParameterInfo| strsim::jaro_winkler(name, info.name);
    let nearest = || {
        list.iter()
            .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
    };
    list.iter()
        .position(|info| info.name == name)
        .ok_or_else(|| ParameterError::Unknown {
            name: name.to_owned(),
            nearest: nearest().map_or("", |info| info.name),
        })
}

/// The numbers of the named parameters in the list of all, in its order. No names mean all
/// parameters.
///
/// # Errors
/// When a name is unknown.
pub fn choose(names: &[String]) -> Result<Vec<usize>, ParameterError> {
    if names.is_empty() {
        return Ok((0..SearchParameters::LIST.len()).collect());
    }
    let numbers: Result<Vec<usize>, _> = names.iter().map(|name| find(name)).collect();
    let mut numbers = numbers?;
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

/// The chosen parameters with their values in `base` as start.
pub fn tunables(base: &SearchParameters, chosen: &[usize]) -> Vec<Tunable> {
    let values = base.values();
    let tunable = |&number: &usize| {
        let info = SearchParameters::LIST.get(number)?;
        Some(Tunable {
            name: info.name,
            start: *values.get(number)?,
            min: info.min,
            max: info.max,
        })
    };
    chosen.iter().filter_map(tunable).collect()
}

/// Reads a file of values. Parameters that it does not name keep their default.
///
/// # Errors
/// When a line names no parameter, or a value outside its range.
pub fn parse(text: &str) -> Result<SearchParameters, ParameterError> {
    let given: BTreeMap<String, Spanned<i64>> = toml::from_str(text)?;
    let mut values = SearchParameters::default().values();
    for (name, given) in &given {
        let set = || {
            let number = find(name)?;
            let (info, value) = (SearchParameters::LIST[number], *given.get_ref());
            let in_range = i32::try_from(value)
                .ok()
                .filter(|value| (info.min..=info.max).contains(value));
            let value = in_range.ok_or(ParameterError::Range { value, info })?;
            Ok((number, value))
        };
        let (number, value) = set().map_err(|what| ParameterError::Line {
            line: 1 + text[..given.span().start].matches('\n').count(),
            what: Box::new(what),
        })?;
        values[number] = value;
    }
    Ok(SearchParameters::from_values(&values))
}

/// The text of a file with the chosen parameters, and all others that differ from their default.
pub fn format(parameters: &SearchParameters, chosen: &[usize]) -> String {
    let values = SearchParameters::LIST.iter().zip(parameters.values());
    values
        .enumerate()
        .filter(|(number, (info, value))| chosen.contains(number) || info.default != *value)
        .map(|(_, (info, value))| format!("{} = {value}\n", info.name))
        .collect()
}

/// The new lines for src/search/parameters.rs, for parameters that differ from their default.
pub fn source_lines(parameters: &SearchParameters) -> Vec<String> {
    let values = SearchParameters::LIST.iter().zip(parameters.values());
    values
        .filter(|(info, value)| info.default != *value)
        .map(|(info, value)| source_line(info, value))
        .collect()
}

fn source_line(info: &ParameterInfo, value: i32) -> String {
    let [value, min, max] = [value, info.min, info.max].map(grouped);
    format!("    {}: {value} in {min}..={max};", info.name)
}

/// A number in the form of the source, with underscores between thousands.
fn grouped(number: i32) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_chosen_in_the_order_of_the_list() {
        let names = ["null_move_margin_cp", "aspiration_cp", "aspiration_cp"];
        let chosen = choose(&names.map(str::to_owned)).unwrap();
        let names = |chosen: &[usize]| -> Vec<&str> {
            let tunables = tunables(&SearchParameters::default(), chosen);
            tunables.iter().map(|tunable| tunable.name).collect()
        };
        assert_eq!(names(&chosen), ["aspiration_cp", "null_move_margin_cp"]);
        assert_eq!(choose(&[]).unwrap().len(), SearchParameters::LIST.len());
        let error = choose(&["aspirations".to_owned()]).unwrap_err().to_string();
        assert!(error.contains("'aspirations' is no parameter"), "{error}");
        assert!(error.contains("expected 'aspiration_"), "{error}");
    }

    #[test]
    fn files_round_trip_and_wrong_lines_are_refused() {
        let parameters = SearchParameters {
            aspiration_cp: 31,
            ..SearchParameters::default()
        };
        let chosen = choose(&["reverse_futility_cp".to_owned()]).unwrap();
        let text = format(&parameters, &chosen);
        assert_eq!(parse(&text).unwrap(), parameters);
        assert!(text.contains("reverse_futility_cp = ") && text.lines().count() == 2);
        assert_eq!(parse("# nothing\n").unwrap(), SearchParameters::default());
        for (text, expected) in [
            (
                "aspiration_cp = 20\nfutlity_ply_cp = 3",
                "line 2: 'futlity_ply_cp' is no",
            ),
            (
                "\n\naspiration_cp = 1000",
                "line 3: 1000 is no value of 'aspiration_cp'",
            ),
            ("aspiration_cp = 99999999999", "99999999999 is no value"),
            ("aspiration_cp = 2.5", "whole number"),
            ("aspiration_cp = 20\naspiration_cp = 21", "duplicate"),
            ("good morning", "expected lines"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error} for {expected}");
        }
    }

    #[test]
    fn source_lines_have_the_form_of_the_source() {
        let source = include_str!("../../../search/parameters.rs").replace('_', "");
        for info in SearchParameters::LIST {
            let line = source_line(info, info.default).replace('_', "");
            assert!(source.contains(&line), "{line}");
        }
        assert!(source_lines(&SearchParameters::default()).is_empty());
        let parameters = SearchParameters {
            aspiration_cp: 31,
            ..SearchParameters::default()
        };
        let lines = source_lines(&parameters);
        assert!(lines.len() == 1 && lines[0].starts_with("    aspiration_cp: 31 in "));
        assert_eq!(
            [0, -999, 1_000, 1_234_567].map(grouped),
            ["0", "-999", "1_000", "1_234_567"]
        );
    }
}
