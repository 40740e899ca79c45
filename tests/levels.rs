//! Predicting the moves of people from outside: fitting to a small table, predictions as a table, and
//! what is said about files that cannot be used.

use std::path::Path;
use std::process::Command;

use assert_cmd::assert::OutputAssertExt;

fn masque(directory: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_masque"));
    command.current_dir(directory).arg("lab");
    command.args(words.split(' '));
    command
}

/// Everything it says, if it fails.
fn failure(directory: &Path, words: &str) -> String {
    let assert = masque(directory, words).assert().failure();
    String::from_utf8_lossy(&assert.get_output().stderr).into_owned()
}

const QUESTIONS: &str = "id,fen,last_move,elo
one,r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4,b5c6,900
two,8/P7/8/8/8/4k3/8/4K3 w - - 0 1,,2000
";

#[test]
fn predictions_are_a_table_that_does_not_depend_on_threads() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    std::fs::write(path.join("in.csv"), QUESTIONS).unwrap();
    masque(path, "predict --in in.csv --out one.csv")
        .assert()
        .success();
    masque(path, "predict --in in.csv --out new/two.csv --threads 2")
        .assert()
        .success();
    let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    let table = read("one.csv");
    assert_eq!(table, read("new/two.csv"));
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("id,move,probability"));
    let rows: Vec<(&str, &str, f64)> = lines
        .map(|line| {
            let mut values = line.split(',');
            let mut next = || values.next().unwrap();
            (next(), next(), next().parse().unwrap())
        })
        .collect();
    for (id, moves) in [("one", 26), ("two", 6)] {
        let own: Vec<f64> = rows
            .iter()
            .filter(|row| row.0 == id)
            .map(|row| row.2)
            .collect();
        assert_eq!(own.len(), moves, "{id}");
        assert!((own.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{id}");
    }
    let of = |id: &str, mv: &str| {
        let row = rows.iter().find(|row| row.0 == id && row.1 == mv);
        row.unwrap().2
    };
    assert!(of("one", "d7c6") > of("one", "g8f6"));
    assert!(of("two", "a7a8q") > of("two", "a7a8n"));
}

#[test]
fn tables_that_cannot_be_used_are_refused_by_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let said = |questions: &str| {
        std::fs::write(path.join("in.csv"), questions).unwrap();
        failure(path, "predict --in in.csv --out out.csv")
    };
    let wrong_position = said(&QUESTIONS.replace("8/P7/8", "9/P7/8"));
    assert!(
        wrong_position.contains("line 3: '9/P7/8"),
        "{wrong_position}"
    );
    let wrong_move = said(&QUESTIONS.replace("b5c6", "Bxc6"));
    assert!(
        wrong_move.contains("line 2: 'Bxc6' is no move"),
        "{wrong_move}"
    );
    let wrong_rating = said(&QUESTIONS.replace("2000", "strong"));
    assert!(
        wrong_rating.contains("'strong' is no rating"),
        "{wrong_rating}"
    );
    let no_column = said(&QUESTIONS.replace("elo", "rating"));
    assert!(
        no_column.contains("there is no column 'elo'"),
        "{no_column}"
    );
    assert!(!path.join("out.csv").exists());
    std::fs::write(path.join("in.csv"), QUESTIONS).unwrap();
    std::fs::write(path.join("w.txt"), "policy 1 2\n").unwrap();
    let weights = failure(path, "predict --in in.csv --out out.csv --weights w.txt");
    assert!(weights.contains("line 1 is 'policy 1 2'"), "{weights}");
    let lone = failure(path, "predict --in in.csv --out out.csv --network w.txt");
    assert!(lone.contains("--weights"), "{lone}");
}

/// Positions of made-up games: the same two moves again and again.
fn positions() -> String {
    let mut table = String::from("game,ply,fen,last_move,move,elo\n");
    for game in 0..12 {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let mv = if game % 3 == 0 { "g1f3" } else { "f1c4" };
        table.push_str(&format!(
            "g{game},2,{fen},e7e5,{mv},{}\n",
            1_000 + 10 * game
        ));
    }
    table
}

#[test]
fn a_fit_is_resumed_and_is_the_same_on_any_number_of_threads() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    std::fs::write(path.join("positions.csv"), positions()).unwrap();
    let fit = "fit-levels --positions positions.csv --work work --out";
    let said = masque(path, &format!("{fit} one.txt")).assert().success();
    let said = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    assert!(said.contains("positions fitted in "), "{said}");
    assert!(said.contains("perplexity"), "{said}");
    let scores = path.join("work/scores.txt");
    let whole = std::fs::read(&scores).unwrap();
    // The scores of the last position were cut off.
    std::fs::write(&scores, &whole[..whole.len() - 9]).unwrap();
    masque(path, &format!("{fit} two.txt --threads 2"))
        .assert()
        .success();
    assert_eq!(std::fs::read(&scores).unwrap(), whole);
    let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    assert_eq!(read("one.txt"), read("two.txt"));
    std::fs::write(&scores, "root scores of another search\n").unwrap();
    let other = failure(path, &format!("{fit} three.txt"));
    assert!(other.contains("remove the file to search again"), "{other}");
}

#[test]
fn openings_of_games_are_fitted_too() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    std::fs::write(
        path.join("positions.csv"),
        positions().replace(",2,rnb", ",12,rnb"),
    )
    .unwrap();
    let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6";
    let games = (0..20).map(|game| format!("o{game},1200,1300,{moves}\n"));
    let table = format!(
        "id,white_elo,black_elo,moves\n{}",
        games.collect::<String>()
    );
    std::fs::write(path.join("games.csv"), table).unwrap();
    let network = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/strength/network/network.bin"
    );
    let line = format!(
        "fit-levels --positions positions.csv --games games.csv --network {network} --work work"
    );
    let said = masque(path, &line).assert().success();
    let said = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    assert!(
        said.contains("openings:\n") && said.contains("after the opening:\n"),
        "{said}"
    );
    let scores = std::fs::read_to_string(path.join("work/scores.txt")).unwrap();
    let openings = scores.lines().filter(|line| line.starts_with('o'));
    assert_eq!(openings.count(), 20);
    // Nothing was trained.
    assert!(!path.join("work/network.state").exists());
}
