//! The ladder on which the league begins.

use super::member::Member;

/// The members of a division.
pub const PLACES: usize = 6;

/// The characters with their levels, the highest division first. The person begins on the last place of
/// the last division.
const LADDER: [[(&str, i32); PLACES]; 5] = [
    [
        ("magician", 2_800),
        ("constrictor", 2_700),
        ("lion", 2_600),
        ("escapist", 2_520),
        ("clockmaker", 2_450),
        ("bulwark", 2_400),
    ],
    [
        ("dynamist", 2_330),
        ("prophet", 2_270),
        ("hypermodern", 2_210),
        ("scientist", 2_150),
        ("classicist", 2_100),
        ("romantic", 2_050),
    ],
    [
        ("firebrand", 2_000),
        ("weaver", 1_950),
        ("locksmith", 1_900),
        ("castellan", 1_850),
        ("merchant", 1_800),
        ("gambler", 1_750),
    ],
    [
        ("hoarder", 1_700),
        ("miser", 1_650),
        ("swapper", 1_600),
        ("anarchist", 1_550),
        ("springer", 1_500),
        ("prelate", 1_450),
    ],
    [
        ("tortoise", 1_400),
        ("roadmaster", 1_300),
        ("parrot", 1_200),
        ("courier", 1_150),
        ("countess", 1_100),
        ("magpie", 1_000),
    ],
];
/// Those whom the person meets first.
const LAST_DIVISION: [(&str, i32); PLACES - 1] = [
    ("woodpecker", 900),
    ("sailor", 800),
    ("boomerang", 700),
    ("vagabond", 600),
    ("piper", 500),
];

/// The divisions of a new league, the highest first.
pub fn new_ladder() -> Vec<Vec<Member>> {
    let character = |&(name, elo): &(&str, i32)| Member::Character {
        name: name.to_owned(),
        elo,
    };
    let division = |members: &[(&str, i32)]| members.iter().map(character).collect();
    let mut ladder: Vec<Vec<Member>> = LADDER.iter().map(|it| division(it)).collect();
    let mut last: Vec<Member> = division(&LAST_DIVISION);
    last.push(Member::Person);
    ladder.push(last);
    ladder
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_rung_is_above_the_next_and_nobody_stands_on_two() {
        let ladder = new_ladder();
        assert!(ladder.iter().all(|division| division.len() == PLACES));
        let members: Vec<&Member> = ladder.iter().flatten().collect();
        let levels: Vec<i32> = members.iter().filter_map(|it| it.elo()).collect();
        assert!(
            levels.is_sorted_by(|above, below| above > below),
            "{levels:?}"
        );
        let names: BTreeSet<String> = members.iter().map(|it| it.to_string()).collect();
        assert_eq!(names.len(), 36);
    }
}
