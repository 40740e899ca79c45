//! Lines with options of other engines: `setoption name NAME value VALUE`, or `NAME = VALUE`.

use super::ImportError;
use crate::personality::error::shown;

/// An option that a line sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionLine {
    /// The line, from 1.
    pub line: usize,
    pub name: String,
    /// Empty for a button.
    pub value: String,
}

/// Every option of a text; comments begin with `;`, `#` or `//`, headings are in brackets.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<OptionLine>, ImportError> {
    let mut options = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split(';').next().unwrap_or_default().trim();
        let is_remark = line.starts_with(['#', '[']) || line.starts_with("//");
        if line.is_empty() || is_remark {
            continue;
        }
        let (name, value) = option(line).ok_or_else(|| ImportError::Line {
            file: file.to_owned(),
            line: index + 1,
            problem: format!("`{}` sets no option", shown(line)),
            expected: "a line such as `setoption name Contempt value 10`".to_owned(),
        })?;
        options.push(OptionLine {
            line: index + 1,
            name: name.trim().to_owned(),
            value: value.trim().to_owned(),
        });
    }
    Ok(options)
}

fn option(line: &str) -> Option<(&str, &str)> {
    let lower = line.to_ascii_lowercase();
    let Some(rest) = lower.strip_prefix("setoption name ") else {
        return line.split_once('=');
    };
    let start = line.len() - rest.len();
    match rest.find(" value ") {
        Some(at) => Some((
            &line[start..start + at],
            &line[start + at + " value ".len()..],
        )),
        None => Some((&line[start..], "")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_writing_are_read() {
        let text = "; a remark\n[head]\nsetoption name Own Attack value 120 ; more\r\n\
                    SetOption Name Clear Hash\nPawn Weakness = 90\n";
        let options = read("it", text).unwrap();
        let told: Vec<(usize, &str, &str)> = options
            .iter()
            .map(|option| (option.line, option.name.as_str(), option.value.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (3, "Own Attack", "120"),
                (4, "Clear Hash", ""),
                (5, "Pawn Weakness", "90")
            ]
        );
        let error = read("it", "x=1\nwhat is this\n").unwrap_err().to_string();
        assert!(error.starts_with("it:2: `what is this` sets no option"));
    }
}
