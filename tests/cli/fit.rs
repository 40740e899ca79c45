//! `personality fit` from outside: a twin that can be checked and played, a page, few games, and names that
//! nobody has. The games are the beginnings of some between masque's own characters.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::sandbox::{Sandbox, out, texts};

const GAMES: &str = include_str!("../data/twin.pgn");

/// The games, and a senseless one behind them, packed.
fn sandbox_with_games() -> Sandbox {
    let sandbox = Sandbox::new();
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(GAMES.as_bytes()).unwrap();
    packed.write_all(b"\n[White \"x\"]\n\n1. Kf6 *\n").unwrap();
    fs::write(
        sandbox.path().join("games.pgn.gz"),
        packed.finish().unwrap(),
    )
    .unwrap();
    sandbox
}

fn read(sandbox: &Sandbox, name: &str) -> String {
    fs::read_to_string(sandbox.path().join(name)).unwrap()
}

fn fit(words: &str) -> Vec<&str> {
    let words = ["personality", "fit"].into_iter().chain(words.split(' '));
    words.collect()
}

#[test]
fn a_twin_is_written_told_and_drawn_the_same_on_any_number_of_threads() {
    let sandbox = sandbox_with_games();
    let line = "games.pgn.gz --player HYPER --positions 100 --threads 2 -o me.toml --report page";
    let told = out(&sandbox.run(&fit(line)).success());
    assert!(
        told.starts_with("24 games of hypermodern (24)\nskipped games: 1\n"),
        "{told}"
    );
    for part in [
        "games.pgn.gz: game 25, ",
        "Likes and avoids, beside others\n",
        "scores alone ",
        "Nearest characters\n",
        "Where the player and everybody differ most\n",
        "  \"I like it for ",
        "No opening line was played in three games.\n",
        "The moves are likeliest at level ",
        "me.toml is written.",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
    let file = read(&sandbox, "me.toml");
    assert!(
        file.contains("# Games: 24 games of hypermodern (24); from games.pgn.gz.\n"),
        "{file}"
    );
    assert!(
        file.contains("max_concession_cp = 80\n") && !file.contains("[book]"),
        "{file}"
    );
    assert!(!file.contains("[strength]"), "{file}");
    let checked = out(&sandbox.run(&["personality", "check", "me.toml"]).success());
    assert!(checked.contains("me.toml"), "{checked}");
    let page = read(&sandbox, "page/index.html");
    for part in [
        "<title>The twin of hypermodern</title>",
        "prefers-color-scheme: dark",
        "class=\"board\"",
        "<svg class=\"bar\"",
        "“I like it for ",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.ends_with("</html>\n") && !page.contains("<script"));
    let line = "games.pgn.gz --player HYPER --positions 100 --threads 1 -o again/me.toml --level";
    sandbox.run(&fit(line)).success();
    let again = read(&sandbox, "again/me.toml");
    let (same, level) = again.split_once("\n[strength]\n").unwrap();
    assert!(
        level.starts_with("elo = ") && file.starts_with(same),
        "{again}"
    );
}

#[test]
fn a_twin_of_an_engine_is_rehearsed() {
    let sandbox = sandbox_with_games();
    let line = "games.pgn.gz --player HYPER --positions 100 --rehearse 200 -o";
    let run = |rest: &str| sandbox.run(&fit(&format!("{line} {rest}"))).success();
    let told = out(&run("me.toml --threads 2"));
    assert!(told.contains("me.toml is written."), "{told}");
    let file = read(&sandbox, "me.toml");
    assert!(
        file.contains("; beside masque without a taste at 200 nodes a move; seed "),
        "{file}"
    );
    assert!(file.contains("# Scaled by 1.00 to "), "{file}");
    sandbox.run(&["personality", "check", "me.toml"]).success();
    run("again/me.toml --threads 1");
    assert_eq!(read(&sandbox, "again/me.toml"), file);
}

#[test]
fn a_twin_exaggerates_as_far_as_it_is_told_and_may() {
    let sandbox = sandbox_with_games();
    let heaviest = |words: &str| {
        let line = format!(
            "games.pgn.gz --player HYPER --positions 100 --match choices -o me.toml {words}"
        );
        sandbox.run(&fit(&line)).success();
        let file = read(&sandbox, "me.toml");
        let scaled = file.split_once("# Scaled by ").unwrap().1;
        scaled.split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    let plain = heaviest("--exaggerate 1 --mean-concession 50");
    let more = heaviest("--exaggerate 3 --mean-concession 50");
    assert!(more > 1.5 * plain && plain > 0.0, "{plain} {more}");
    let no_dearer = heaviest("--exaggerate 3 --mean-concession 0.01");
    assert!(no_dearer < more, "{no_dearer} {more}");
    let refused = "games.pgn.gz --player HYPER -o you.toml --exaggerate 0.5";
    let refused = texts(&sandbox.run(&fit(refused)).failure()).1;
    assert!(
        refused.contains("expected a number from 1 to 20"),
        "{refused}"
    );
    assert!(!sandbox.path().join("you.toml").exists());
}

#[test]
fn of_few_games_only_lines_and_habits_are_told() {
    let sandbox = Sandbox::new();
    let game = "[White \"Anna\"]\n[Black \"Bert\"]\n\n1. b3 e5 2. Bb2 Nc6 1-0\n\n";
    sandbox.write("games.pgn", &game.repeat(3));
    let told = out(&sandbox
        .run(&fit("games.pgn --player anna -o me.toml"))
        .success());
    assert!(
        told.contains("3 games do not show a taste, for which 20 "),
        "{told}"
    );
    assert!(
        told.contains("1 opening lines were played in three games or more.\n"),
        "{told}"
    );
    let file = read(&sandbox, "me.toml");
    assert!(
        file.contains("{ line = \"b3 e5 Bb2\", weight = 6 }"),
        "{file}"
    );
    assert!(!file.contains("[taste]"), "{file}");
    let explained = [
        "explain",
        "--personality",
        "me.toml",
        "--nodes",
        "2000",
        "startpos",
    ];
    let explained = out(&sandbox.run(&explained).success());
    assert!(
        explained.starts_with("b3: from its opening lines\n"),
        "{explained}"
    );
    sandbox
        .run(&fit("games.pgn --player anna -o me.toml --no-book"))
        .success();
    assert!(!read(&sandbox, "me.toml").contains("[book]"));
}

#[test]
fn nobody_is_refused_with_the_names_that_there_are() {
    let sandbox = Sandbox::new();
    let game = "[White \"Anna\"]\n[Black \"Bert\"]\n\n1. b3 *\n\n";
    sandbox.write("games.pgn", &game.repeat(2));
    for (words, expected) in [
        (
            "games.pgn --player Ana -o me.toml",
            "is called `Ana`, expected one of these",
        ),
        (
            "games.pgn --player Ana -o me.toml",
            "\n  Anna (2)\n  Bert (2)\n",
        ),
        (
            "games.pgn --player Anna -o Me.txt",
            "Me.txt: expected a name",
        ),
        ("none.pgn --player Anna -o me.toml", "none.pgn"),
    ] {
        let refused = texts(&sandbox.run(&fit(words)).failure()).1;
        assert!(refused.contains(expected), "{words}: {refused}");
        assert!(!sandbox.path().join("me.toml").exists());
    }
}
