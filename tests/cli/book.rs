//! `book make` from outside: both kinds of books, games that cannot be read, and what is refused.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::sandbox::{Sandbox, out, texts};

fn game(white: &str, moves: &str, result: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"Z\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n")
}

/// Three games of A, one of them with a senseless move, in two files.
fn sandbox_with_games() -> Sandbox {
    let sandbox = Sandbox::new();
    let first = game("A", "1. b3 e5 2. Bb2 Nc6", "1-0") + &game("A", "1. b3 e5 2. Kf6", "1-0");
    sandbox.write("one.pgn", &first);
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    let second = game("A", "1. b3 e5 2. Bb2 d6", "1/2-1/2");
    packed.write_all(second.as_bytes()).unwrap();
    fs::write(sandbox.path().join("two.pgn.gz"), packed.finish().unwrap()).unwrap();
    sandbox
}

fn make<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec![
        "book",
        "make",
        "one.pgn",
        "two.pgn.gz",
        "--least-games",
        "2",
    ];
    words.extend(more);
    words
}

#[test]
fn a_personality_plays_what_was_made_of_games() {
    let sandbox = sandbox_with_games();
    let said = out(&sandbox
        .run(&make(&["--player", "a", "-o", "books/a.toml"]))
        .success());
    assert!(said.starts_with("books/a.toml: 2 positions from 2 games\nskipped games: 1\n"));
    assert!(
        said.contains("one.pgn: game 2, line 11: `Kf6` is no legal move here"),
        "{said}"
    );
    let repertoire = fs::read_to_string(sandbox.path().join("books/a.toml")).unwrap();
    assert_eq!(
        repertoire,
        "# From 2 games, the moves of a.\nwhite = [\n    \
         { line = \"b3 e5 Bb2\", weight = 3 },\n]\nblack = [\n]\n"
    );
    out(&sandbox.run(&make(&["-o", "a.bin"])).success());
    for (name, key) in [
        ("lines", "repertoire = 'books/a.toml'"),
        ("file", "guide = 'a.bin'"),
    ] {
        let file = format!("{name}.toml");
        sandbox.write(
            &file,
            &format!("[identity]\nname = '{name}'\n\n[book]\n{key}\n"),
        );
        let words = [
            "explain",
            "--personality",
            &file,
            "--nodes",
            "2000",
            "startpos",
        ];
        let explained = out(&sandbox.run(&words).success());
        assert!(
            explained.starts_with("b3: from its opening lines\n"),
            "{explained}"
        );
    }
}

#[test]
fn what_cannot_become_a_book_is_refused() {
    let sandbox = sandbox_with_games();
    sandbox.write("none.pgn", "");
    sandbox.write("bad.pgn", &game("A", "1. Kf6", "1-0"));
    for (words, expected) in [
        (
            make(&["-o", "a.txt"]),
            "a.txt: expected a name that ends in .bin",
        ),
        (
            make(&["-o", "a.bin", "--player", "B"]),
            "there is no game of a player whose name begins with `B`",
        ),
        (
            vec!["book", "make", "one.pgn", "-o", "a.bin"],
            "no move was made in 3 of the 1 games",
        ),
        (
            vec!["book", "make", "bad.pgn", "-o", "a.bin"],
            "bad.pgn: game 1, line 5: `Kf6` is no legal move here",
        ),
        (
            vec!["book", "make", "none.pgn", "-o", "a.bin"],
            "there is no game in the files",
        ),
        (
            vec!["book", "make", "missing.pgn", "-o", "a.bin"],
            "missing.pgn",
        ),
    ] {
        let refused = texts(&sandbox.run(&words).failure()).1;
        assert!(refused.contains(expected), "{words:?}: {refused}");
        assert!(!sandbox.path().join("a.bin").exists());
    }
}
