//! Self-play and tuning from outside: what one writes the other reads.

use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;

fn masque(directory: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::new(env!("CARGO_BIN_EXE_masque"))
        .args(arguments)
        .current_dir(directory)
        .timeout(Duration::from_secs(120))
        .assert()
}

fn output(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8_lossy(&assert.get_output().stdout).into_owned()
}

fn complaint(assert: assert_cmd::assert::Assert) -> String {
    String::from_utf8_lossy(&assert.failure().get_output().stderr).into_owned()
}

#[test]
fn self_play_games_become_evaluation_parameters() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let play = |file, threads| {
        let words = [
            "lab", "selfplay", "--games", "12", "--nodes", "80", "--seed", "5",
        ];
        let more = ["--threads", threads, "--out", file];
        masque(path, &[&words[..], &more].concat()).success();
        std::fs::read(path.join(file)).unwrap()
    };
    let games = play("one.bin", "1");
    assert_eq!(games, play("two.bin", "2"));
    assert!(games.len() > 4 * 500);

    let words = ["tune", "evaluation", "--batch", "64", "--data", "one.bin"];
    let tune = |more: &[&str]| {
        let assert = masque(path, &[&words[..], more].concat()).success();
        (
            output(&assert),
            std::fs::read_to_string(path.join("out.rs")).unwrap(),
        )
    };
    let whole = [
        "--epochs", "3", "--lambda", "0.5", "--resume", "state", "--out", "out.rs",
    ];
    let (report, file) = tune(&whole);
    assert!(report.contains("epoch 3: loss"), "{report}");
    assert!(report.contains("held out of all, "), "{report}");
    assert!(file.contains("//! Provenance: tuned on "), "{file}");
    assert!(file.contains("PAWN_VALUE: Weighted(Pawns), \"pawn\" = [("));
    let (report, again) = tune(&whole);
    assert!(report.contains("resumed after epoch 3"), "{report}");
    assert_eq!(again, file);
}

#[test]
fn bad_data_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    std::fs::write(path.join("alien.epd"), "good morning\n").unwrap();
    std::fs::write(path.join("cut.bin"), b"MASQUESP\x01\0\x20\0\0\0\0\0abc").unwrap();
    std::fs::write(path.join("empty.epd"), "").unwrap();
    for (file, expected) in [
        ("alien.epd", "alien.epd, line 1: no result"),
        ("cut.bin", "record 1 has 3 bytes"),
        ("empty.epd", "0 positions are too few"),
        ("none.epd", "cannot open 'none.epd'"),
    ] {
        let found = complaint(masque(path, &["tune", "evaluation", "--data", file]));
        assert!(found.contains(expected), "{found} for {expected}");
    }
    assert!(!path.join("parameters.rs").exists());
}

/// The options of a search for parameters that takes no time.
const SHORT_SEARCH: [&str; 16] = [
    "tune",
    "search",
    "--pairs",
    "12",
    "--batch",
    "2",
    "--nodes",
    "100",
    "--rate",
    "0.5",
    "--spread",
    "0.4",
    "--only",
    "futility_ply_cp,reverse_futility_cp",
    "--seed",
    "3",
];

#[test]
fn games_become_search_parameters() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let tune = |more: &[&str]| {
        let assert = masque(path, &[&SHORT_SEARCH[..], more].concat()).success();
        (
            output(&assert),
            std::fs::read_to_string(path.join("search.toml")).unwrap(),
        )
    };
    let (report, values) = tune(&["--journal", "state"]);
    assert!(report.contains("12 pairs, "), "{report}");
    let names = |text: &str| -> Vec<String> {
        let names = text.lines().filter_map(|line| line.split_once(" = "));
        names.map(|(name, _)| name.to_owned()).collect()
    };
    assert_eq!(names(&values), ["reverse_futility_cp", "futility_ply_cp"]);
    let (again, same_values) = tune(&["--threads", "2"]);
    assert_eq!(values, same_values);
    let changed = |report: &str| -> Vec<String> {
        let lines = report.lines().filter(|line| line.ends_with(';'));
        lines.map(str::to_owned).collect()
    };
    assert!(!changed(&report).is_empty(), "{report}");
    assert_eq!(changed(&report), changed(&again));

    let (report, same_values) = tune(&["--resume", "state"]);
    assert!(report.contains("resumed after 12 pairs"), "{report}");
    assert_eq!(values, same_values);
    std::fs::copy(path.join("search.toml"), path.join("found.toml")).unwrap();
    let (report, further) = tune(&["--from", "found.toml"]);
    assert!(report.contains("futility_ply_cp"), "{report}");
    assert_eq!(names(&further), names(&values));
}

#[test]
fn parameter_values_are_compared_by_games() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    std::fs::write(
        path.join("blind.toml"),
        "futility_ply_cp = 20\nreverse_futility_cp = 20\n",
    )
    .unwrap();
    std::fs::write(path.join("same.toml"), "").unwrap();
    let compare = |more: &[&str]| {
        let words = [
            "tune", "compare", "--pairs", "8", "--nodes", "300", "--seed", "4",
        ];
        output(&masque(path, &[&words[..], more].concat()).success())
    };
    let even = "8 pairs: 2 points 0, 1½ 0, 1 8, ½ 0, none 0; Elo +0.0 ± 0.0\n";
    assert_eq!(compare(&["same.toml"]), even);
    assert_eq!(compare(&["blind.toml", "--against", "blind.toml"]), even);
    let report = compare(&["blind.toml"]);
    assert_ne!(report, even);
    assert_eq!(compare(&["blind.toml", "--threads", "2"]), report);
    let words = ["tune", "compare", "--pairs", "1", "none.toml"];
    let found = complaint(masque(path, &words));
    assert!(
        found.contains("cannot use the values of 'none.toml'"),
        "{found}"
    );
}

#[test]
fn bad_search_parameters_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    std::fs::write(path.join("far.toml"), "\naspiration_cp = 9000\n").unwrap();
    std::fs::write(path.join("alien.toml"), "good morning\n").unwrap();
    masque(path, &[&SHORT_SEARCH[..], &["--resume", "state"]].concat()).success();
    std::fs::remove_file(path.join("search.toml")).unwrap();
    let refused: [(&[&str], &str); 6] = [
        (&["--only", "futlity_ply_cp"], "expected 'futility_ply_cp'"),
        (&["--from", "far.toml"], "line 2: 9000 is no value"),
        (
            &["--from", "alien.toml"],
            "expected lines `name = whole number`",
        ),
        (
            &["--from", "none.toml"],
            "cannot use the values of 'none.toml'",
        ),
        (
            &["--resume", "state", "--opening-plies", "3"],
            "openings of 8 plies, seed 3`, expected `objective: pairs of games, 100 nodes a move, openings of 3 plies",
        ),
        (&["--resume", "far.toml"], "the journal is of another run"),
    ];
    for (more, expected) in refused {
        let found = complaint(masque(path, &[&SHORT_SEARCH[..], more].concat()));
        assert!(found.contains(expected), "{found} for {expected}");
    }
    assert!(!path.join("search.toml").exists());
}
