//! Files that name other files: bases, repertoires and books.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};

use masque::board::Position;
use masque::personality::{Personality, Roster};
use tempfile::TempDir;

/// A directory with these files.
fn directory(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    directory
}

fn path(directory: &TempDir, name: &str) -> PathBuf {
    directory.path().join(name)
}

fn load(path: &Path) -> Result<Personality, String> {
    let loaded = Roster::built_in().load(&path.display().to_string());
    loaded.map_err(|error| error.to_string())
}

fn complaint(text: &str) -> String {
    let directory = directory(&[("mine.toml", text)]);
    load(&path(&directory, "mine.toml")).unwrap_err()
}

fn weight(personality: &Personality, key: &str) -> Option<i32> {
    let mut tastes = personality.tastes();
    let found = tastes.find(|(feature, _)| feature.key() == key);
    found.map(|(_, taste)| taste.weight_cp)
}

#[test]
fn a_key_that_is_not_written_has_the_value_of_the_base() {
    let directory = directory(&[
        (
            "base.toml",
            "[identity]\nname = 'base'\ngreeting = 'Hello'\n\
             [taste]\nchecks = 9\ncastling = 20\nmax_concession_cp = 33\n\
             [judgement]\nmobility = { own = 150, opponent = 80 }\n\
             [book]\nwhite = ['e4']\nmode = 'wild'\n[time]\npace = 70",
        ),
        (
            "mine.toml",
            "[identity]\nname = 'mine'\nbased_on = 'base'\n\
             [taste]\nchecks = 0\ntrades = 5\n[judgement]\nmobility = { own = 90 }",
        ),
        (
            "third.toml",
            "[identity]\nname = 'third'\nbased_on = './mine.toml'\n[book]\nwhite = ['d4']",
        ),
    ]);
    let mine = load(&path(&directory, "mine.toml")).unwrap();
    assert_eq!(mine.name(), "mine");
    assert_eq!(
        (weight(&mine, "checks"), weight(&mine, "castling")),
        (None, Some(20))
    );
    assert_eq!(weight(&mine, "trades"), Some(5));
    assert_eq!(mine.max_concession_cp(), 33);
    assert_eq!(mine.greeting(), None);
    let mobility = masque::evaluation::Family::Mobility;
    let both = |who: &Personality| {
        (
            who.weights().of(mobility, true),
            who.weights().of(mobility, false),
        )
    };
    assert_eq!(both(&mine), (90, 80));
    assert!(mine.to_toml().contains("pace = 70"));
    let third = load(&path(&directory, "third.toml")).unwrap();
    assert_eq!(both(&third), (90, 80));
    let lines = third.opening_book().repertoire.lines().to_vec();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].moves, "d4");
    assert_eq!(third.opening_book().mode.name(), "wild");
}

#[test]
fn files_may_be_based_on_one_another_in_any_order_and_on_the_roster() {
    let directory = directory(&[
        ("a.toml", "[identity]\nname = 'a'\nbased_on = 'z'\n"),
        (
            "z.toml",
            "[identity]\nname = 'z'\nbased_on = 'firebrand'\n[taste]\nchecks = 77",
        ),
        (
            "miser.toml",
            "[identity]\nname = 'miser'\nbased_on = 'miser'\n[taste]\nchecks = 66",
        ),
    ]);
    let mut roster = Roster::built_in();
    let shipped = roster.find("miser").unwrap().clone();
    assert_eq!(roster.add_directory(directory.path()), []);
    let a = roster.find("a").unwrap();
    assert_eq!(weight(a, "checks"), Some(77));
    assert_eq!(
        weight(a, "sacrifice"),
        weight(roster.find("firebrand").unwrap(), "sacrifice")
    );
    let miser = roster.find("miser").unwrap();
    assert_eq!(weight(miser, "checks"), Some(66));
    assert_eq!(weight(miser, "captures"), weight(&shipped, "captures"));
}

#[test]
fn circles_and_missing_bases_are_refused_with_their_place() {
    let circle = directory(&[
        ("a.toml", "[identity]\nname = 'a'\nbased_on = 'b'"),
        ("b.toml", "[identity]\nname = 'b'\nbased_on = 'c'"),
        ("c.toml", "[identity]\nname = 'c'\nbased_on = 'a'"),
        (
            "self.toml",
            "[identity]\nname = 'self'\nbased_on = './self.toml'",
        ),
    ]);
    let error = load(&path(&circle, "a.toml")).unwrap_err();
    assert!(
        error.contains("c.toml:3:12: this goes round in a circle: a on b on c on a"),
        "{error}"
    );
    let error = load(&path(&circle, "self.toml")).unwrap_err();
    assert!(
        error.contains("self.toml:3:12: this goes round in a circle"),
        "{error}"
    );
    let error = complaint("[identity]\nname = 'mine'\nbased_on = 'firebrnd'");
    assert!(
        error.contains("mine.toml:3:12: nobody is called `firebrnd`"),
        "{error}"
    );
    assert!(error.ends_with("did you mean `firebrand`?"), "{error}");
    let error = complaint("[identity]\nname = 'mine'\nbased_on = 'gone/nobody.toml'");
    assert!(error.contains("cannot be read"), "{error}");
    let broken = directory(&[
        ("a.toml", "[identity]\nname = 'a'\nbased_on = 'b'"),
        ("b.toml", "[identity]\nname = 'b'\n[taste]\nchecs = 1"),
    ]);
    let error = load(&path(&broken, "a.toml")).unwrap_err();
    assert!(error.contains("b.toml:4:1: unknown key `checs`"), "{error}");
}

#[test]
fn a_long_chain_of_bases_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    for number in 0..40 {
        let text = format!(
            "[identity]\nname = 'p{number}'\nbased_on = 'p{}'",
            number + 1
        );
        std::fs::write(path(&directory, &format!("p{number}.toml")), text).unwrap();
    }
    let error = load(&path(&directory, "p0.toml")).unwrap_err();
    assert!(error.contains("are based on one another"), "{error}");
}

#[test]
fn books_and_repertoires_are_read_beside_the_file() {
    let directory = directory(&[
        (
            "mine.toml",
            "[identity]\nname = 'mine'\n[book]\nrepertoire = './lines.toml'\nmain = 'all.bin'\n\
             black = ['1. d4 Nf6']\ndepth_plies = 20\nforgets_after_ply = 6",
        ),
        (
            "lines.toml",
            "white = ['1. c4']\nblack = [{ line = '1. e4 e5', weight = 2 }]",
        ),
    ]);
    // The initial position with e2e4, and after it with e7e5, weight 3 each.
    let entry = |key: u64, bits: u16| {
        let mut bytes = key.to_be_bytes().to_vec();
        bytes.extend(bits.to_be_bytes());
        bytes.extend([0, 3, 0, 0, 0, 0]);
        bytes
    };
    let entries = [
        entry(0x463b_9618_1691_fc9c, 0x031c),
        entry(0x823c_9b50_fd11_4196, 0x0d24),
    ];
    std::fs::write(path(&directory, "all.bin"), entries.concat()).unwrap();
    let mine = load(&path(&directory, "mine.toml")).unwrap();
    let told = |fen: &str| -> Vec<String> {
        let position: Position = fen.parse().unwrap();
        let known = mine.opening_book().moves(&position).into_iter();
        known.map(|known| position.san(known.mv)).collect()
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(told(start), ["c4"]);
    assert_eq!(
        told("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        ["e5"]
    );
    assert_eq!(
        told("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"),
        ["Nf6"]
    );
    let text = mine.to_toml();
    assert_eq!(
        Personality::parse("copy.toml", &text),
        Ok(mine.clone()),
        "{text}"
    );
}

#[test]
fn mistakes_in_openings_are_refused_with_their_place() {
    let head = "[identity]\nname = 'mine'\n[book]\n";
    for (text, expected) in [
        ("main = 'gone.bin'", "mine.toml:4:8: the book "),
        ("guide = 'mine.toml'", "mine.toml:4:9: the book "),
        (
            "white = ['1. e4 e5 2. Nf4']",
            "mine.toml:4:10: `Nf4` is no legal move after e4 e5",
        ),
        (
            "black = ['1. e4']",
            "mine.toml:4:10: the line has no move for its colour",
        ),
        ("white = 'e4'", "mine.toml:4:9: this is text, not a list"),
        (
            "white = [{ weight = 1 }]",
            "mine.toml:4:10: this line has no moves",
        ),
        ("mode = 'wid'", "did you mean `wild`?"),
        ("repertoire = 'gambit'", "did you mean `gambits`?"),
        (
            "repertoire = 'gone.toml'",
            "gone.toml cannot be read: No such file or directory (os error 2)\n 4 | repertoire",
        ),
        (
            "depth_plies = 61",
            "expected a whole number from 0 to 60 (plies)",
        ),
    ] {
        let error = complaint(&format!("{head}{text}"));
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn hostile_files_are_refused_and_nothing_else_happens() {
    let deep = format!("x = {}{}", "[".repeat(20_000), "]".repeat(20_000));
    let tables = format!("[{}x]\ny = 1", "a.".repeat(5_000));
    for text in [
        deep.as_str(),
        tables.as_str(),
        "[identity]\nname = 'mine'\n[taste]\nchecks = nan",
        "[identity]\nname = 'mine'\n[taste]\nchecks = inf",
        "[identity]\nname = 'mine'\n[taste]\nchecks = 99999999999999999999999999999",
        "[identity]\nname = 'mine'\n[taste]\nchecks = 1e400",
        "[identity]\nname = 'mine'\nelo = 2000",
        "[identity]\nname = 'mine'\nelo_conditions = 'none'",
        "[identity]\nname = 'mine'\ncost_elo = 20",
        "[identity]\nname = 'mine'\ncost_elo = 1001\ncost_conditions = 'none'",
        "[identity]\nname = 'mine'\nstyle = ['a','b','c','d','e','f','g','h','i']",
        "[identity]\nname = 'mine'\n[taste]\naggression = 101",
        "[identity]\nname = 'mine'\n[signature]\nlikes = ['Nd9']",
        "[identity]\nname = 'mine'\n[time]\npace = 9",
    ] {
        let error = complaint(text);
        let is_placed = error.contains("mine.toml:") && error.contains("expected");
        let shown: String = error.chars().take(300).collect();
        assert!(is_placed, "{shown}");
    }
}
