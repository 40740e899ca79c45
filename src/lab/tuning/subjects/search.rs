//! The numbers of the search as a subject, and the lines to put into the source.

use super::number_list::NumberList;
use crate::lab::matches::game::Player;
use crate::lab::tuning::interface::{Subject, TunedNumber};
use crate::search::{ParameterInfo, SearchParameters};

/// Some numbers of the search, the others as they are.
pub struct SearchNumbers {
    all: NumberList,
    places: Vec<usize>,
    numbers: Vec<TunedNumber>,
}

/// All numbers of the search with their built-in values.
pub fn search_numbers() -> NumberList {
    let number = |info: &ParameterInfo| TunedNumber {
        name: info.name.to_owned(),
        group: info.name.to_owned(),
        start: info.default.into(),
        min: info.min.into(),
        max: info.max.into(),
    };
    NumberList {
        owner: "the search",
        numbers: SearchParameters::LIST.iter().map(number).collect(),
    }
}

impl SearchNumbers {
    /// The numbers at these places of the list of all, which has their values.
    pub fn new(all: NumberList, places: Vec<usize>) -> SearchNumbers {
        SearchNumbers {
            numbers: all.at(&places),
            all,
            places,
        }
    }

    /// The parameters with these values of the tuned numbers, rounded.
    pub fn parameters(&self, values: &[f64]) -> SearchParameters {
        SearchParameters::from_values(&self.all.values_with(&self.places, values))
    }

    /// The new lines for src/search/parameters.rs, for parameters that differ from their default.
    pub fn source_lines(&self, values: &[f64]) -> Vec<String> {
        let values = self.parameters(values).values();
        let rows = SearchParameters::LIST.iter().zip(values);
        rows.filter(|(info, value)| info.default != *value)
            .map(|(info, value)| source_line(info, value))
            .collect()
    }
}

impl Subject for SearchNumbers {
    fn numbers(&self) -> &[TunedNumber] {
        &self.numbers
    }

    fn write(&self, values: &[f64]) -> String {
        let values = self.all.values_with(&self.places, values);
        let built_in = SearchParameters::default().values();
        self.all.format(&values, &self.places, &built_in)
    }

    fn player(&self, values: &[f64], nodes: u64, _seed: u64) -> Player {
        Player::new(self.parameters(values), nodes)
    }
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

    fn subject(from: &str, only: &[&str]) -> SearchNumbers {
        let all = search_numbers().with_file(from).unwrap();
        let names: Vec<String> = only.iter().map(|&name| name.to_owned()).collect();
        let places = all.choose(&names).unwrap();
        SearchNumbers::new(all, places)
    }

    #[test]
    fn names_are_chosen_in_the_order_of_the_list() {
        let names = ["null_move_margin_cp", "aspiration_cp", "aspiration_cp"];
        let chosen = subject("", &names);
        let names: Vec<&str> = chosen.numbers().iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["aspiration_cp", "null_move_margin_cp"]);
        assert_eq!(
            subject("", &[]).numbers().len(),
            SearchParameters::LIST.len()
        );
        let error = search_numbers().choose(&["aspirations".to_owned()]);
        let error = error.unwrap_err().to_string();
        assert!(error.contains("'aspirations' is no parameter"), "{error}");
        assert!(error.contains("expected 'aspiration_"), "{error}");
    }

    #[test]
    fn only_tuned_parameters_change() {
        let subject = subject("", &["aspiration_cp", "reverse_futility_cp"]);
        let expected = SearchParameters {
            aspiration_cp: 33,
            reverse_futility_cp: 44,
            ..SearchParameters::default()
        };
        assert_eq!(subject.parameters(&[33.4, 43.5]), expected);
    }

    #[test]
    fn files_round_trip_and_wrong_lines_are_refused() {
        let known = subject("aspiration_cp = 31", &["reverse_futility_cp"]);
        let text = known.write(&[50.0]);
        assert_eq!(text, "aspiration_cp = 31\nreverse_futility_cp = 50\n");
        let again = subject(&text, &["reverse_futility_cp"]);
        assert_eq!(again.parameters(&[50.0]), known.parameters(&[50.0]));
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
            let error = search_numbers().with_file(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error} for {expected}");
        }
        for (text, expected) in [
            ("aspiration_cp", "'aspiration_cp' gives no value"),
            ("aspiration_cp=x", "expected NAME=WHOLE NUMBER"),
            ("aspiration_cp=1", "1 is no value of 'aspiration_cp'"),
        ] {
            let error = search_numbers().with_values(&[text.to_owned()]);
            let error = error.unwrap_err().to_string();
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
        let subject = subject("", &["aspiration_cp"]);
        let built_in = SearchParameters::default().aspiration_cp;
        assert!(subject.source_lines(&[built_in.into()]).is_empty());
        let lines = subject.source_lines(&[31.0]);
        assert!(lines.len() == 1 && lines[0].starts_with("    aspiration_cp: 31 in "));
        assert_eq!(
            [0, -999, 1_000, 1_234_567].map(grouped),
            ["0", "-999", "1_000", "1_234_567"]
        );
    }
}
