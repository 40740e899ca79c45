//! `lab slips` from outside: people by rating, players by name, and files that tell nothing.

use crate::sandbox::{Sandbox, out, texts};

const TABLE: &str = "id,mode,white_elo,black_elo,moves\n\
    a,blitz,790,1400,e2e4 d7d6 d1h5 a7a6 h5g5 h7h6 a2a3\n\
    b,bullet,800,800,f2f3 e7e5 g2g4 d8h4\n\
    c,rapid,1100,1100,e2e4\n";
const GAME: &str =
    "[White \"Ann\"]\n[Black \"Bert\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";

#[test]
fn people_are_counted_by_rating_and_players_by_name() {
    let sandbox = Sandbox::new();
    sandbox.write("people.csv", TABLE).write("games.pgn", GAME);
    let files = ["lab", "slips", "people.csv", "games.pgn"];
    let table = out(&sandbox.run(&files).success());
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    // Moves, and in percent: two pawns, the queen, taken back, mated, checks.
    let cells: Vec<(&str, &[&str])> = rows[1..]
        .iter()
        .map(|row| (row[row.len() - 7], &row[row.len() - 6..]))
        .collect();
    assert_eq!(
        cells,
        [
            ("800", &["4", "25.00", "25.00", "0.00", "0.00", "0.00"][..]),
            ("1400", &["3", "0.00", "0.00", "0.00", "0.00", "0.00"][..]),
            ("Ann", &["2", "0.00", "0.00", "0.00", "0.00", "0.00"][..]),
            (
                "Bert",
                &["2", "0.00", "0.00", "0.00", "100.00", "50.00"][..]
            ),
        ],
        "{table}"
    );
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("people.csv", TABLE).write(
        "broken.csv",
        "mode,white_elo,black_elo,moves\nblitz,800,800,e2e5\n",
    );
    for (arguments, complaint) in [
        (
            &["people.csv", "--ratings", "2000"][..],
            "nobody of these ratings plays in the games",
        ),
        (
            &["broken.csv"][..],
            "broken.csv: line 2: 'e2e5' is no list of legal moves",
        ),
        (&["none.pgn"][..], "none.pgn"),
    ] {
        let line = [&["lab", "slips"][..], arguments].concat();
        let refused = texts(&sandbox.run(&line).failure()).1;
        assert!(refused.contains(complaint), "{refused}");
    }
}
