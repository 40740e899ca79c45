//! The shipped personalities and a user's own.

use masque::personality::{Personality, Roster};

#[test]
fn neutral_is_first_and_has_no_opinion() {
    let roster = Roster::built_in();
    assert_eq!(roster.names().next(), Some("neutral"));
    let neutral = roster.find("neutral").unwrap();
    assert_eq!(neutral, &Personality::neutral());
    assert_eq!(neutral.tastes().count(), 0);
    assert!(neutral.weights().is_neutral());
}
