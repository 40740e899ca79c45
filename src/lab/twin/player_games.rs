//! Whose games they are: a player's name as people write it, in several files and spellings.

use std::collections::BTreeMap;

use crate::board::{Color, PgnGame};

/// So many names are shown to somebody who asked for one that is not there.
const NAMES_SHOWN: usize = 8;

/// A game of the player, and which side it was.
#[derive(Clone, Copy, Debug)]
pub struct SidedGame<'g> {
    /// The game.
    pub played: &'g PgnGame,
    /// The player's colour.
    pub side: Color,
}

/// The games of a player.
#[derive(Clone, Debug, Default)]
pub struct FoundPlayer<'g> {
    /// The games, in their order.
    pub games: Vec<SidedGame<'g>>,
    /// The spellings under which they were found, with the number of games, the most frequent first.
    pub names: Vec<(String, usize)>,
}

impl<'g> FoundPlayer<'g> {
    /// The games of whom a name means. The words of the name have to be among those of the player's name
    /// in the file, whatever their order, capitals and punctuation; if nobody has them in full, they
    /// may be beginnings of words.
    pub fn of(games: &'g [PgnGame], name: &str) -> FoundPlayer<'g> {
        let whole = FoundPlayer::matching(games, |called| {
            means(name, called, |word, wanted| word == wanted)
        });
        match whole.games.is_empty() {
            true => FoundPlayer::matching(games, |called| {
                means(name, called, |word, wanted| word.starts_with(wanted))
            }),
            false => whole,
        }
    }

    fn matching(games: &'g [PgnGame], is_meant: impl Fn(&str) -> bool) -> FoundPlayer<'g> {
        let mut found = FoundPlayer::default();
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for played in games {
            for (side, called) in players(played) {
                if is_meant(called) {
                    found.games.push(SidedGame { played, side });
                    *names.entry(called).or_default() += 1;
                }
            }
        }
        found.names = most_frequent(names);
        found
    }
}

/// Every side of every game, for whoever plays it; not those of the player with these spellings.
pub fn sides_of_others<'g>(games: &'g [PgnGame], player: &[(String, usize)]) -> Vec<SidedGame<'g>> {
    let is_other = |called: &str| player.iter().all(|(name, _)| name != called);
    let sided = games
        .iter()
        .flat_map(|played| Color::ALL.map(|side| SidedGame { played, side }));
    sided
        .filter(|it| name_of(it.played, it.side).is_none_or(is_other))
        .collect()
}

/// The sides of whoever plays most of these; none where nobody has a name.
pub fn main_player<'g>(sides: &[SidedGame<'g>]) -> Vec<SidedGame<'g>> {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for called in sides.iter().filter_map(|it| name_of(it.played, it.side)) {
        *names.entry(called).or_default() += 1;
    }
    let names = most_frequent(names);
    let Some((main, _)) = names.first() else {
        return Vec::new();
    };
    let is_main = |it: &&SidedGame<'g>| name_of(it.played, it.side) == Some(main);
    sides.iter().filter(is_main).copied().collect()
}

/// The names that somebody may have meant: similar ones first, then those with most games.
pub fn names_to_choose(games: &[PgnGame], name: &str) -> Vec<(String, usize)> {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, called) in games.iter().flat_map(players) {
        *names.entry(called).or_default() += 1;
    }
    let wanted = words(name).join(" ");
    let likeness = |called: &str| {
        let whole = words(called);
        let parts = whole.iter().map(|word| strsim::jaro_winkler(word, &wanted));
        let best = parts.fold(strsim::jaro_winkler(&whole.join(" "), &wanted), f64::max);
        // Unlikely names are told apart by their games alone.
        (best * 10.0).max(8.0) as u32
    };
    let mut chosen = most_frequent(names);
    chosen.sort_by_cached_key(|(called, _)| std::cmp::Reverse(likeness(called)));
    chosen.truncate(NAMES_SHOWN);
    chosen
}

/// The name of a side, if the game has one.
fn name_of(played: &PgnGame, side: Color) -> Option<&str> {
    let tag = match side {
        Color::White => "White",
        Color::Black => "Black",
    };
    let name = played.tags.get(tag)?.trim();
    (!name.is_empty() && name != "?").then_some(name)
}

fn players(played: &PgnGame) -> impl Iterator<Item = (Color, &str)> {
    let sides = Color::ALL.into_iter();
    sides.filter_map(|side| Some((side, name_of(played, side)?)))
}

fn most_frequent(names: BTreeMap<&str, usize>) -> Vec<(String, usize)> {
    let names = names.into_iter();
    let mut names: Vec<(String, usize)> = names.map(|(name, n)| (name.to_owned(), n)).collect();
    names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    names
}

fn means(name: &str, called: &str, fits: impl Fn(&str, &str) -> bool) -> bool {
    let (wanted, called) = (words(name), words(called));
    let has = |wanted: &String| called.iter().any(|word| fits(word, wanted));
    !wanted.is_empty() && wanted.iter().all(has)
}

/// The words of a name in small letters.
fn words(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::read_pgn;

    fn games() -> Vec<PgnGame> {
        let pairs = [
            ("Tal, Mihail", "Smyslov, V."),
            ("Botvinnik, M", "Tal, M."),
            ("Talbot, J", "Tal, Mihail"),
            ("?", "Talbot, J"),
        ];
        let text: String = pairs
            .iter()
            .map(|(white, black)| {
                format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n")
            })
            .collect();
        read_pgn(&text).into_iter().map(Result::unwrap).collect()
    }

    #[test]
    fn a_name_means_whoever_has_its_words() {
        let games = games();
        let of = |name| {
            let found = FoundPlayer::of(&games, name);
            (found.games.len(), found.names)
        };
        let named = |name: &str, count| (name.to_owned(), count);
        assert_eq!(
            of("tal"),
            (3, vec![named("Tal, Mihail", 2), named("Tal, M.", 1)])
        );
        assert_eq!(of("Mihail TAL").1, [named("Tal, Mihail", 2)]);
        assert_eq!(of("smysl").1, [named("Smyslov, V.", 1)]);
        assert_eq!(of("karpov").0, 0);
        assert_eq!(of("").0, 0);
        let tal = FoundPlayer::of(&games, "Tal").games;
        assert_eq!(
            tal.iter().map(|it| it.side).collect::<Vec<_>>()[1..],
            [Color::Black; 2]
        );
    }

    #[test]
    fn who_is_unknown_is_offered_the_nearest_and_the_most_frequent() {
        let games = games();
        let offered = names_to_choose(&games, "Smislov");
        assert_eq!(offered[0].0, "Smyslov, V.");
        assert_eq!(offered[1].1, 2);
        assert_eq!(offered.len(), 5);
    }

    #[test]
    fn others_are_all_but_the_player() {
        let games = games();
        let tal = FoundPlayer::of(&games, "Tal");
        let others = sides_of_others(&games, &tal.names);
        assert_eq!(others.len(), 5);
        // Of the others Talbot plays most, once with each colour.
        let sides: Vec<Color> = main_player(&others).iter().map(|it| it.side).collect();
        assert_eq!(sides, Color::ALL);
        assert!(main_player(&[]).is_empty());
    }
}
