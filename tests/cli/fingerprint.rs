//! Fingerprints from outside: games that are kept, cut off and resumed, their openings, the control,
//! and likeness to players of a PGN file.

use std::fs;
use std::path::PathBuf;

use crate::sandbox::{Sandbox, out, texts};

/// Three balanced openings, the last as a FEN.
const OPENINGS: &str = "\
rn1qkbnr/pbp1pp1p/1p1p2p1/8/4P3/2PP4/PP2BPPP/RNBQK1NR w KQkq - hmvc 0; fmvn 5; id \"1\";
r1bqkb1r/ppp2ppp/2n2n2/3pp3/2P5/3P1N2/PP1NPPPP/R1BQKB1R w KQkq - hmvc 0; fmvn 5; id \"2\";
r1bqkb1r/pp2pppp/2n2n2/2pp4/8/BPN2N2/P1PPPPPP/R2QKB1R w KQkq - 2 5
";

fn fingerprint(sandbox: &Sandbox, words: &str) -> String {
    let words = format!("--seed 3 personality fingerprint {words}");
    let words: Vec<&str> = words.split(' ').collect();
    out(&sandbox.run(&words).success())
}

fn refused(sandbox: &Sandbox, words: &str) -> String {
    let words = format!("--seed 3 personality fingerprint {words}");
    let words: Vec<&str> = words.split(' ').collect();
    texts(&sandbox.run(&words).failure()).1
}

/// The file of a personality's kept games.
fn games(sandbox: &Sandbox, begins: &str) -> PathBuf {
    let entries = fs::read_dir(sandbox.path().join("kept")).unwrap();
    let mut paths = entries.map(|entry| entry.unwrap().path());
    let is_wanted = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with(begins) && name.ends_with(".pgn")
    };
    paths.find(is_wanted).unwrap()
}

#[test]
fn kept_games_are_resumed_to_the_same_bytes_and_never_mixed() {
    let sandbox = Sandbox::new();
    sandbox.write("openings.epd", OPENINGS);
    let line = "hypermodern --nodes 60 --openings openings.epd --keep kept --markdown";
    let whole = fingerprint(&sandbox, &format!("{line} --games 6"));
    assert!(whole.contains("| hypermodern | 0."), "{whole}");
    let path = games(&sandbox, "hypermodern-neutral-60-openings-seed3");
    let bytes = fs::read(&path).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert_eq!(text.matches("[White \"hypermodern\"]").count(), 3, "{text}");
    for round in ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"] {
        assert!(text.contains(&format!("[Round \"{round}\"]")), "{round}");
    }
    assert!(text.contains("R2QKB1R w KQkq - 2 5\"]"), "{text}");

    // Killed in the middle of the second pair; and with fewer games.
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(fingerprint(&sandbox, &format!("{line} --games 6")), whole);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    fs::remove_file(&path).unwrap();
    fingerprint(&sandbox, &format!("{line} --games 2 --threads 2"));
    assert!(bytes.starts_with(&fs::read(&path).unwrap()));
    fs::write(&path, &bytes).unwrap();

    // The same openings in another order are other games.
    let turned: Vec<&str> = OPENINGS.lines().rev().collect();
    sandbox.write("openings.epd", &turned.join("\n"));
    let words: Vec<String> = format!("--seed 3 personality fingerprint {line} --games 2")
        .split(' ')
        .map(str::to_owned)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (_, said) = texts(&sandbox.run(&words).success());
    assert!(said.contains("other conditions (`openings: "), "{said}");
    let aside = format!("{}.1", path.display());
    assert_eq!(fs::read(aside).unwrap(), bytes);
    assert!(fs::read(&path).unwrap().len() < bytes.len());
}

#[test]
fn openings_that_are_missing_or_wrong_are_named() {
    let sandbox = Sandbox::new();
    sandbox.write("openings.epd", OPENINGS);
    sandbox.write("wrong.epd", "8/8/8/8/8/8/8/8 w - -\n");
    let said = refused(&sandbox, "lion --openings openings.epd --first-opening 2");
    assert!(
        said.contains("3 different openings, that is 2 from number 2 on"),
        "{said}"
    );
    let said = refused(&sandbox, "lion --openings wrong.epd --games 2");
    assert!(said.contains("wrong.epd: line 1: "), "{said}");
    let said = refused(&sandbox, "lion --openings openings.epd --free");
    assert!(said.contains("cannot be used with"), "{said}");
}

#[test]
fn free_games_the_control_and_the_table_of_games() {
    let sandbox = Sandbox::new();
    let line = "lion --games 10 --nodes 40 --free --control-nodes 0.5 --keep kept --csv games.csv";
    let said = fingerprint(&sandbox, line);
    assert!(
        said.contains("control: neutral with 50 % of the nodes, "),
        "{said}"
    );
    assert!(
        said.contains("a player without style from neutral: "),
        "{said}"
    );
    let control = fs::read_to_string(games(&sandbox, "neutral-at-20-neutral-40-free")).unwrap();
    assert!(
        control.contains("[White \"neutral-at-20\"]\n[Black \"neutral\"]"),
        "{control}"
    );
    let lion = fs::read_to_string(games(&sandbox, "lion-neutral-40-free")).unwrap();
    assert!(lion.contains("[OpeningPlies \"0\"]\n\n1. e4"), "{lion}");
    let table = fs::read_to_string(sandbox.path().join("games.csv")).unwrap();
    assert_eq!(
        table
            .lines()
            .filter(|line| line.starts_with("lion,"))
            .count(),
        10
    );
    assert_eq!(
        table
            .lines()
            .filter(|line| line.starts_with("neutral,"))
            .count(),
        10
    );
    let said = refused(&sandbox, "lion --control-nodes 1.5");
    assert!(said.contains("at most 1, such as 0.8"), "{said}");
}

#[test]
fn likeness_ranks_the_players_of_a_file() {
    let sandbox = Sandbox::new();
    sandbox.write("openings.epd", OPENINGS);
    let own = "--games 6 --nodes 60 --openings openings.epd --keep kept";
    fingerprint(&sandbox, &format!("lion {own}"));
    let kept = games(&sandbox, "lion-");
    let name = kept.file_name().unwrap().to_str().unwrap();
    let like = format!("--like kept/{name}:Lion --like kept/{name}:neutral");
    let said = fingerprint(&sandbox, &format!("lion {own} {like}"));
    let line = said.lines().find(|line| line.starts_with("lion is like "));
    let line = line.unwrap_or_else(|| panic!("{said}"));
    assert!(
        line.contains("Lion ") && line.contains("neutral "),
        "{line}"
    );
    let told = said.lines().find(|line| line.starts_with("  Lion: "));
    let told = told.unwrap_or_else(|| panic!("{said}"));
    assert!(told.contains("; against it "), "{told}");
    let said = refused(&sandbox, &format!("lion {own} --like kept/{name}:lion"));
    assert!(said.contains("at least twice"), "{said}");
    let said = refused(&sandbox, &format!("lion {own} --like kept/{name}:Tal"));
    assert!(said.contains("begins with `Tal`"), "{said}");
    let said = refused(&sandbox, &format!("lion {own} --like Tal"));
    assert!(said.contains("games.pgn:Tal"), "{said}");
}

#[test]
fn a_gallery_has_a_card_with_a_game_from_the_repertoire() {
    let sandbox = Sandbox::new();
    sandbox.write("openings.epd", OPENINGS);
    let line = "classicist --nodes 60 --games 4 --openings openings.epd --gallery pages";
    let said = fingerprint(&sandbox, line);
    assert!(said.contains("index.html"), "{said}");
    let page = fs::read_to_string(sandbox.path().join("pages/index.html")).unwrap();
    assert!(page.contains("<article class=\"card\" id=\"classicist\">"));
    assert!(page.contains("masque play classicist"));
    assert!(page.contains("As White: 1.e4 or 1.d4"), "{page}");
    let game = page.split("<div class=\"game\">").nth(1).unwrap();
    let begins = |first: &str| game.trim_start().starts_with(&format!("<p>{first}"));
    assert!(begins("1.") || begins("<strong>1."), "{game}");
    assert_eq!(
        game.matches("<figure>").count(),
        1 + game.matches("class=\"comment\"").count().min(2)
    );
}
