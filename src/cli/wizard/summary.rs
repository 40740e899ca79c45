//! The end of the wizard: what the file says, whom the personality is like, and what to do with it.

use std::path::Path;

use masque::lab::style::ranking::{TypicalPosition, nearest};
use masque::personality::{Personality, Roster};

/// How many characters are named as the nearest.
const NAMED_CHARACTERS: usize = 3;
/// Who is less like it than this is not named.
const LEAST_COSINE: f64 = 0.3;

/// What the file says about itself.
pub fn remarks(personality: &Personality) -> Vec<String> {
    vec![
        format!("{}, made by `masque personality new`.", personality.title()),
        "Change what you like, and look at it with `masque personality preview`. `masque personality \
         keys` lists every other key, and `masque personality check` finds mistakes."
            .to_owned(),
    ]
}

/// The lines of the file without its comments and without the items of lists.
pub fn keys_alone(personality: &Personality) -> Vec<String> {
    let text = personality.annotated_toml(&[]);
    let is_alone = |line: &&str| !line.is_empty() && !line.starts_with(['#', ' ', ']']);
    let lines = text.lines().filter(is_alone);
    let closed = lines.map(|line| match line.ends_with('[') {
        true => format!("{line} ... ]"),
        false => line.to_owned(),
    });
    closed.collect()
}

/// Whom the personality is like among the characters, in a sentence.
pub fn likeness(
    personality: &Personality,
    roster: &Roster,
    positions: &[TypicalPosition],
) -> String {
    let ranked = nearest(personality, roster, positions);
    if ranked.is_empty() {
        return "It likes no move better than another: it plays what the search holds best."
            .to_owned();
    }
    let alike = ranked.iter().filter(|it| it.cosine >= LEAST_COSINE);
    let named = alike.take(NAMED_CHARACTERS).map(|it| {
        let found = roster.find(&it.name);
        let title = found.map_or(it.name.as_str(), Personality::title);
        format!("{title} ({:.2})", it.cosine)
    });
    let named: Vec<String> = named.collect();
    match named.is_empty() {
        true => "Its wishes in the ten positions are like nobody else's.".to_owned(),
        false => format!(
            "Its wishes in the ten positions are most like those of {}; 1 is the same.",
            named.join(", ")
        ),
    }
}

/// What to do with the file: each in a word, with its command.
pub fn commands(file: &Path) -> [(&'static str, String); 3] {
    let file = quoted(&file.display().to_string());
    [
        ("play it", format!("masque play {file}")),
        ("see why", format!("masque personality preview {file}")),
        (
            "xboard",
            format!("xboard -fcp \"masque --personality {file}\""),
        ),
    ]
}

/// A path as one word of a command line.
fn quoted(path: &str) -> String {
    let is_simple = |letter: char| letter.is_alphanumeric() || "_-./\\:".contains(letter);
    match path.chars().all(is_simple) {
        true => path.to_owned(),
        false => format!("'{path}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_take_paths_with_blanks() {
        let [play, _, xboard] = commands(Path::new("my files/me.toml")).map(|(_, command)| command);
        assert_eq!(play, "masque play 'my files/me.toml'");
        assert_eq!(
            xboard,
            "xboard -fcp \"masque --personality 'my files/me.toml'\""
        );
        let [play, ..] = commands(Path::new("./me.toml")).map(|(_, command)| command);
        assert_eq!(play, "masque play ./me.toml");
    }

    #[test]
    fn who_likes_nothing_is_like_nobody() {
        let said = likeness(&Personality::neutral(), &Roster::built_in(), &[]);
        assert!(said.starts_with("It likes no move better"), "{said}");
    }

    #[test]
    fn the_keys_stand_alone() {
        let roster = Roster::built_in();
        let keys = keys_alone(roster.find("hypermodern").unwrap());
        assert!(
            keys.contains(&"repertoire = \"hypermodern\"".to_owned()),
            "{keys:?}"
        );
        assert!(keys.iter().all(|line| !line.starts_with('#')));
        let own = "[identity]\nname = 'it'\n[book]\nwhite = ['e4 e5', 'd4 d5']";
        let keys = keys_alone(&Personality::parse("it.toml", own).unwrap());
        assert_eq!(keys.last().unwrap(), "white = [ ... ]");
    }
}
