//! Tables of comma-separated values with a line of column names, plain or compressed by gzip.
//!
//! No value of these tables contains a comma, so there are no quotes.

use std::io::{self, BufRead};
use std::path::Path;

use thiserror::Error;

use crate::files;

/// Why a table cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// The system could not read on.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// A column is missing.
    #[error("there is no column '{0}'")]
    Column(&'static str),
    /// A line with too many or too few values.
    #[error("line {line} has {found} values, expected {expected}")]
    Width {
        /// The number of the line, from 1.
        line: usize,
        /// How many values it has.
        found: usize,
        /// How many columns there are.
        expected: usize,
    },
    /// A value that cannot be understood.
    #[error("line {line}: '{text}' is no {expected}")]
    Value {
        /// The number of the line, from 1.
        line: usize,
        /// The value.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
}

/// A line of a table.
pub struct TableRow {
    line: usize,
    values: Vec<String>,
}

impl TableRow {
    /// The value of the column with this number among those asked for.
    pub fn text(&self, column: usize) -> &str {
        &self.values[column]
    }

    /// The value as whatever `read` makes of it.
    ///
    /// # Errors
    /// [`TableError::Value`] when `read` makes nothing of it.
    pub fn value<T>(
        &self,
        column: usize,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, TableError> {
        read(self.text(column)).ok_or_else(|| TableError::Value {
            line: self.line,
            text: self.text(column).to_owned(),
            expected,
        })
    }
}

/// Calls `visit` with each line, the values in the order of `columns`; other columns are left out.
///
/// # Errors
/// All of [`TableError`], and those of `visit`.
pub fn read_table(
    path: &Path,
    columns: &[&'static str],
    visit: impl FnMut(&TableRow) -> Result<(), TableError>,
) -> Result<(), TableError> {
    read_lines(files::open_unpacked(path)?, columns, visit)
}

fn read_lines(
    input: impl BufRead,
    columns: &[&'static str],
    mut visit: impl FnMut(&TableRow) -> Result<(), TableError>,
) -> Result<(), TableError> {
    let mut lines = input.lines();
    let header = lines.next().transpose()?.unwrap_or_default();
    let names: Vec<&str> = header.trim_end().split(',').collect();
    let place = |column: &&'static str| {
        let place = names.iter().position(|name| name == column);
        place.ok_or(TableError::Column(column))
    };
    let places: Vec<usize> = columns.iter().map(place).collect::<Result<_, _>>()?;
    for (line, text) in (2..).zip(lines) {
        let text = text?;
        let values: Vec<&str> = text.trim_end().split(',').collect();
        if values.len() != names.len() {
            return Err(TableError::Width {
                line,
                found: values.len(),
                expected: names.len(),
            });
        }
        let values = places.iter().map(|&place| values[place].to_owned());
        visit(&TableRow {
            line,
            values: values.collect(),
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::Write;

    fn sum(path: &Path) -> Result<i32, TableError> {
        let mut sum = 0;
        read_table(path, &["number"], |row| {
            sum += row.value(0, "number", |text| text.parse::<i32>().ok())?;
            Ok(())
        })?;
        Ok(sum)
    }

    #[test]
    fn plain_and_compressed_tables_are_read_by_column_name() {
        let directory = tempfile::tempdir().unwrap();
        let text = "name,number\na,1\nb,20\n";
        let plain = directory.path().join("t.csv");
        std::fs::write(&plain, text).unwrap();
        assert_eq!(sum(&plain).unwrap(), 21);
        let packed = directory.path().join("t.csv.gz");
        let file = File::create(&packed).unwrap();
        let mut writer = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        writer.write_all(text.as_bytes()).unwrap();
        writer.finish().unwrap();
        assert_eq!(sum(&packed).unwrap(), 21);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("t.csv");
        for (text, expected) in [
            ("name\na\n", "there is no column 'number'"),
            ("name,number\na,1\nb\n", "line 3 has 1 values, expected 2"),
            ("name,number\na,x\n", "line 2: 'x' is no number"),
        ] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(sum(&path).unwrap_err().to_string(), expected);
        }
    }
}
