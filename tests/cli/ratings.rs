//! `lab ratings` from outside: known results, known players, and games that tell nothing.

use crate::sandbox::{Sandbox, out, texts};

fn game(white: &str, black: &str, result: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n")
}

/// Three quarters of four games for Ann, half of two games for Cy against Bert.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    let quarter = [
        game("Ann", "Bert", "1-0"),
        game("Bert", "Ann", "0-1"),
        game("Ann", "Bert", "1/2-1/2"),
        game("Bert", "Ann", "1/2-1/2"),
    ];
    let half = game("Cy", "Bert", "1-0") + &game("Cy", "Bert", "0-1");
    let others = game("Cy", "Bert", "*") + &game("Cy", "Cy", "1-0") + "1. e9 1-0\n\n";
    sandbox
        .write("one.pgn", &quarter.concat())
        .write("two.pgn", &(half + &others));
    sandbox
}

/// The cells of the row with a player's name.
fn row<'a>(table: &'a str, name: &str) -> Vec<&'a str> {
    let rows = table
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut found = rows.filter(|row| row.get(1) == Some(&name));
    found.next().unwrap_or_else(|| panic!("{table}"))
}

#[test]
fn ratings_follow_from_the_results() {
    let sandbox = sandbox();
    let files = ["lab", "ratings", "one.pgn", "two.pgn"];
    let table = out(&sandbox.run(&files).success());
    // Ann is 190.8 above Bert, and Cy his equal.
    let elo = |table: &str, name: &str| row(table, name)[2].to_owned();
    assert_eq!(elo(&table, "Ann"), "127.2", "{table}");
    assert_eq!(elo(&table, "Bert"), "-63.6", "{table}");
    assert_eq!(elo(&table, "Cy"), "-63.6", "{table}");
    assert_eq!(row(&table, "Ann")[4..], ["3.0", "4", "75.0"], "{table}");
    assert!(
        table.contains("\ngames without a result or without two players: 2\n"),
        "{table}"
    );
    assert!(
        table.contains("\nskipped games: 1\n  two.pgn: game 5, line "),
        "{table}"
    );

    let anchored = [&files[..], &["--anchor", "Bert=1500"]].concat();
    let table = out(&sandbox.run(&anchored).success());
    assert_eq!(elo(&table, "Ann"), "1690.8", "{table}");
    assert_eq!(row(&table, "Bert")[2..4], ["1500.0", "0.0"], "{table}");
    let shifted = [&files[..], &["--average", "1000"]].concat();
    assert_eq!(elo(&out(&sandbox.run(&shifted).success()), "Cy"), "936.4");
}

#[test]
fn what_gives_no_ratings_is_said() {
    let sandbox = sandbox();
    sandbox
        .write("far.pgn", &game("Dora", "Emil", "1-0"))
        .write("none.pgn", &game("Dora", "Emil", "*"));
    let swept = out(&sandbox.run(&["lab", "ratings", "far.pgn"]).success());
    assert!(
        swept.contains("a tenth of a drawn game\nwas added"),
        "{swept}"
    );
    let plain = out(&sandbox.run(&["lab", "ratings", "one.pgn"]).success());
    assert!(!plain.contains("a tenth of a drawn game"), "{plain}");
    for (line, complaint) in [
        (
            &["one.pgn", "far.pgn"][..],
            "2 groups that have not met, expected games between them: Ann, Bert | Dora, Emil",
        ),
        (
            &["none.pgn"],
            "no game has a result and two players, expected some that do",
        ),
        (&["absent.pgn"], "absent.pgn"),
        (
            &["one.pgn", "--anchor", "Zoe=1500"],
            "nobody in the games is called `Zoe`",
        ),
        (
            &["one.pgn", "--anchor", "Ann"],
            "'Ann' is no known rating, expected NAME=ELO",
        ),
    ] {
        let words = [&["lab", "ratings"][..], line].concat();
        let refused = texts(&sandbox.run(&words).failure()).1;
        assert!(refused.contains(complaint), "{line:?}: {refused}");
    }
}
