//! `lab calibrate` from outside: what is refused before any game, games that are kept, and the scale.

use std::fs;

use crate::sandbox::{Sandbox, out, texts};

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

const LINE: &str = "--seed 5 lab calibrate --levels 600,1400 --games 4 --work games --threads 2";

#[test]
fn what_is_wrong_is_said_before_the_games() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "anchors.csv",
        "level,anchor,elo,wins,draws,losses\n1400,x,many,1,2,3\n",
    );
    for (line, complaint) in [
        (
            LINE.to_owned(),
            "1600 is none of the levels, which --fixed must be",
        ),
        (format!("{LINE} --anchors anchors.csv"), "anchors.csv"),
        (
            LINE.replace("600,1400", "1400,600"),
            "the levels must ascend, expected for example 800,1000,1200",
        ),
        (format!("{LINE} --as nobody --fixed 1400"), "nobody"),
    ] {
        let refused = texts(&sandbox.run(&words(&line)).failure()).1;
        assert!(refused.contains(complaint), "{line}: {refused}");
        assert!(!sandbox.path().join("games").exists(), "{line}");
    }
}

#[test]
fn a_stronger_level_is_rated_above_and_games_are_kept() {
    let sandbox = Sandbox::new();
    let line = format!("{LINE} --fixed 1400");
    let table = out(&sandbox.run(&words(&line)).success());
    let cell = |row: &str, column: usize| {
        let row = table.lines().find(|line| line.starts_with(row));
        let cell = row.and_then(|row| row.split('|').nth(column));
        cell.unwrap_or_else(|| panic!("{table}")).trim().to_owned()
    };
    let elo = |row| {
        let text = cell(row, 2);
        let number = text.split(' ').next().and_then(|it| it.parse::<f64>().ok());
        number.unwrap_or_else(|| panic!("{table}"))
    };
    assert_eq!(elo("| 1400 "), 1_400.0, "{table}");
    assert!(elo("| 600 ") < 1_400.0, "{table}");
    assert_eq!(cell("| 600 ", 3), "", "{table}");

    // The same again from the same games, and after half of them are lost.
    let path = sandbox.path().join("games/neutral-1400-600.pgn");
    let games = fs::read(&path).unwrap();
    assert_eq!(
        String::from_utf8_lossy(&games).matches("[Round ").count(),
        4
    );
    for kept in [games.len(), games.len() / 2] {
        fs::write(&path, &games[..kept]).unwrap();
        assert_eq!(out(&sandbox.run(&words(&line)).success()), table);
        assert_eq!(fs::read(&path).unwrap(), games);
    }
}
