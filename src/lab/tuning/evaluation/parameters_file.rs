//! The parameters file `src/evaluation/parameters.rs`: rewriting its numbers after a fit.
//!
//! Names, comments and order are kept; the numbers and the paragraph of provenance change. The
//! file is Rust source, so that the compiler checks a tuned file like any other code.

use std::fmt::Write;

use thiserror::Error;

use crate::evaluation::coefficients::ParameterValues;
use crate::evaluation::{TERMS, Term};

/// The text of the parameters file from which this program was built.
pub const BUILT_IN: &str = include_str!("../../../evaluation/parameters.rs");

/// The beginning of the paragraph that is replaced.
const PROVENANCE: &str = "//! Provenance: ";

/// The longest line of a paragraph.
const LINE_LENGTH: usize = 100;

/// Why a text is not a parameters file of this program.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ParametersFileError {
    /// A term is not there.
    #[error("the parameters file has no term \"{0}\" followed by '= [' and '];'")]
    MissingTerm(&'static str),
    /// A term has another number of entries.
    #[error("the term \"{name}\" has {found} entries in the parameters file, expected {expected}")]
    Length {
        /// The term.
        name: &'static str,
        /// How many entries the file has.
        found: usize,
        /// How many this program has.
        expected: usize,
    },
    /// The paragraph of provenance is not there.
    #[error("the parameters file has no paragraph that begins with '{PROVENANCE}'")]
    MissingProvenance,
}

/// The text of a parameters file with these values, rounded, and this provenance.
///
/// # Errors
/// When the text is not a parameters file with this program's terms.
pub fn rewrite(
    text: &str,
    values: &[[f64; 2]],
    provenance: &str,
) -> Result<String, ParametersFileError> {
    let mut text = replace_provenance(text, provenance)?;
    for term in &TERMS {
        let (start, end) = entries(&text, term)?;
        let found = text[start..end].matches('(').count();
        if found != term.length {
            return Err(ParametersFileError::Length {
                name: term.name,
                found,
                expected: term.length,
            });
        }
        let values = &values[term.start..term.start + term.length];
        text.replace_range(start..end, &format_entries(values));
    }
    Ok(text)
}

/// The values in the text of a parameters file.
///
/// # Errors
/// When the text is not a parameters file with this program's terms.
pub fn read(text: &str) -> Result<ParameterValues, ParametersFileError> {
    let mut values = ParameterValues::new();
    for term in &TERMS {
        let (start, end) = entries(text, term)?;
        let words =
            text[start..end].split(|letter: char| !(letter.is_ascii_digit() || letter == '-'));
        let numbers: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
        let pairs = numbers.as_chunks().0;
        if pairs.len() != term.length {
            return Err(ParametersFileError::Length {
                name: term.name,
                found: pairs.len(),
                expected: term.length,
            });
        }
        values.extend(pairs);
    }
    Ok(values)
}

/// The range of a term's entries in the text, without their brackets.
fn entries(text: &str, term: &Term) -> Result<(usize, usize), ParametersFileError> {
    let missing = || ParametersFileError::MissingTerm(term.name);
    let opening = format!("\"{}\" = [", term.name);
    let start = text.find(&opening).ok_or_else(missing)? + opening.len();
    let length = text[start..].find("];").ok_or_else(missing)?;
    Ok((start, start + length))
}

/// A single entry stays on the line of its name; several go below it, eight to a line.
fn format_entries(values: &[[f64; 2]]) -> String {
    let entry = |[middlegame, ending]: &[f64; 2]| {
        format!("({}, {})", middlegame.round() as i64, ending.round() as i64)
    };
    if let [value] = values {
        return entry(value);
    }
    let lines = values.chunks(8).map(|values| {
        let entries: Vec<String> = values.iter().map(entry).collect();
        format!("\n        {},", entries.join(", "))
    });
    lines.collect::<String>() + "\n    "
}

/// Replaces the paragraph that tells where the numbers came from.
fn replace_provenance(text: &str, provenance: &str) -> Result<String, ParametersFileError> {
    let start = text
        .find(PROVENANCE)
        .ok_or(ParametersFileError::MissingProvenance)?;
    let length: usize = text[start..]
        .split_inclusive('\n')
        .take_while(|line| line.starts_with("//! "))
        .map(str::len)
        .sum();
    let mut paragraph = String::new();
    let mut line = String::from(PROVENANCE.trim_end());
    for word in provenance.split_whitespace() {
        if line.len() + 1 + word.len() > LINE_LENGTH {
            let _ = writeln!(paragraph, "{line}");
            line = String::from("//!");
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(paragraph, "{line}");
    let mut text = text.to_owned();
    text.replace_range(start..start + length, &paragraph);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::coefficients::built_in_values;

    #[test]
    fn the_built_in_file_holds_the_built_in_values() {
        assert_eq!(read(BUILT_IN).unwrap(), built_in_values());
    }

    #[test]
    fn only_numbers_and_provenance_change() {
        let mut values = built_in_values();
        let same = rewrite(BUILT_IN, &values, "here").unwrap();
        assert_eq!(read(&same).unwrap(), values);
        assert_eq!(rewrite(&same, &values, "here").unwrap(), same);
        for (number, value) in values.iter_mut().enumerate() {
            *value = [value[0] - number as f64, value[1] + 0.4];
        }
        let words = "word ".repeat(60);
        let changed = rewrite(BUILT_IN, &values, &words).unwrap();
        let rounded: Vec<[f64; 2]> = values.iter().map(|pair| pair.map(f64::round)).collect();
        assert_eq!(read(&changed).unwrap(), rounded);
        assert!(changed.lines().all(|line| line.len() <= LINE_LENGTH + 20));
        assert_eq!(changed.matches("word").count(), 60);
        let names = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| line.contains("///"));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(names(&changed), names(BUILT_IN));
        assert_eq!(rewrite(&changed, &built_in_values(), "here").unwrap(), same);
    }

    #[test]
    fn another_file_is_refused() {
        let values = built_in_values();
        assert_eq!(
            rewrite("fn main() {}", &values, ""),
            Err(ParametersFileError::MissingProvenance)
        );
        let short = BUILT_IN.replacen("(0, 0), ", "", 1);
        let error = rewrite(&short, &values, "").unwrap_err().to_string();
        assert!(
            error.contains("\"pawn placement\" has 63 entries"),
            "{error}"
        );
        let renamed = BUILT_IN.replace("\"tempo\"", "\"haste\"");
        assert_eq!(
            rewrite(&renamed, &values, ""),
            Err(ParametersFileError::MissingTerm("tempo"))
        );
    }
}
