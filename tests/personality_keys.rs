//! The page of keys is the one that the program prints.
#![allow(clippy::unwrap_used)]

use masque::personality::{Personality, all_keys, keys_page};

const PAGE: &str = include_str!("../docs/personality-keys.md");

#[test]
fn the_page_is_what_the_program_prints() {
    let page = keys_page();
    for (number, (written, printed)) in PAGE.lines().zip(page.lines()).enumerate() {
        assert_eq!(
            written,
            printed,
            "line {}: renew it with `masque personality keys --markdown > docs/personality-keys.md`",
            number + 1
        );
    }
    assert_eq!(PAGE.lines().count(), page.lines().count());
}

#[test]
fn every_key_has_its_row() {
    for key in all_keys() {
        let row = format!("| `{}` | {} |", key.name, key.unit());
        assert!(PAGE.contains(&row), "{row}");
    }
}

/// The cells of each row of the page with its section.
fn rows() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut section = "";
    let mut rows = Vec::new();
    for line in PAGE.lines() {
        if let Some(name) = line.strip_prefix("## [") {
            section = name.trim_end_matches(']');
        } else if line.starts_with("| `") {
            rows.push((section, line.split(" | ").collect()));
        }
    }
    rows
}

fn parse(section: &str, assignment: &str) -> Result<Personality, String> {
    let text = match section {
        "identity" => format!("[identity]\nname = 'it'\n{assignment}"),
        _ => format!("[identity]\nname = 'it'\n[{section}]\n{assignment}"),
    };
    Personality::parse("it.toml", &text).map_err(|error| error.to_string())
}

/// The range in a cell such as `0 to 300, or { own, opponent }`.
fn range(cell: &str) -> Option<(i32, i32)> {
    let plain = cell.split(',').next().unwrap_or(cell);
    let (low, high) = plain.split_once(" to ")?;
    Some((low.parse().ok()?, high.parse().ok()?))
}

#[test]
fn ranges_and_defaults_are_as_the_page_says() {
    let mut numbers = 0;
    for (section, cells) in rows() {
        let key = cells[0].trim_start_matches("| ").trim_matches('`');
        let Some((low, high)) = range(cells[2]) else {
            continue;
        };
        // A rating is refused without its conditions.
        let also = match key {
            "elo" if section == "identity" => "\nelo_conditions = 'x'",
            "cost_elo" => "\ncost_conditions = 'x'",
            _ => "",
        };
        let set = |value: i32| parse(section, &format!("{key} = {value}{also}"));
        for value in [low, high] {
            let read = set(value);
            assert!(read.is_ok(), "{key} = {value}: {}", read.unwrap_err());
        }
        for value in [low - 1, high + 1] {
            assert!(
                set(value).is_err(),
                "{key} = {value} is outside the page's range"
            );
        }
        let default = cells[3].split(';').next().unwrap();
        if let Ok(default) = default.parse() {
            numbers += 1;
            let (said, unsaid) = (set(default).unwrap(), parse(section, "").unwrap());
            assert_eq!(said, unsaid, "{key} = {default} is not the default");
            let other = if default == high { low } else { high };
            assert_ne!(set(other).unwrap(), unsaid, "{key} does nothing");
        }
    }
    assert!(numbers > 90, "only {numbers} defaults are numbers");
}
