//! The page of keys is the one that the program prints.
#![allow(clippy::unwrap_used)]

use masque::personality::{all_keys, keys_page};

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
