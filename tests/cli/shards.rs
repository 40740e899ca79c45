//! Shards of kept games from outside: matches, calibration and tournaments played in parts, killed, merged.

use std::fs;
use std::path::Path;

use crate::sandbox::{Sandbox, out, texts};

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Every kind of kept games, which plays into the directory `games`, and one of its files.
const WORKS: [(&str, &str); 3] = [
    (
        "--seed 5 personality fingerprint lion --games 10 --nodes 60 --control-nodes 0.5 --keep games",
        "lion-neutral-60-seed5",
    ),
    (
        "--seed 5 lab calibrate --levels 600,800 --fixed 600 --games 6 --work games",
        "neutral-800-600",
    ),
    (
        "--seed 5 tournament lion hypermodern neutral --nodes 60 --games 2 --work games",
        "games",
    ),
];

/// The bytes of all files of games and of their conditions, but those of parts.
fn wholes(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            !name.contains("-of-") && !name.ends_with(".txt")
        })
        .map(|path| {
            (
                path.file_name().unwrap().to_str().unwrap().to_owned(),
                fs::read(&path).unwrap(),
            )
        })
        .collect();
    files.sort();
    files
}

#[test]
fn merged_parts_are_what_one_run_makes() {
    for (line, file) in WORKS {
        let one_run = Sandbox::new();
        let report = out(&one_run.run(&words(line)).success());
        let sharded = Sandbox::new();
        for number in [2, 3, 1] {
            let shard = format!("{line} --shard {number}/3");
            let said = out(&sharded.run(&words(&shard)).success());
            assert_eq!(
                said,
                format!("part {number}/3 is whole in games\n"),
                "{line}"
            );
        }
        // Killed in the middle: the part is cut, and there is no seal.
        let directory = sharded.path().join("games");
        let part = directory.join(format!("{file}.2-of-3.pgn"));
        let games = fs::read(&part).unwrap();
        fs::write(&part, &games[..games.len() * 2 / 3]).unwrap();
        let seal = part.with_extension("seal");
        let sealed = fs::read(&seal).unwrap();
        fs::remove_file(&seal).unwrap();
        for command in ["lab verify games", "lab merge -o games games"] {
            let refused = texts(&sharded.run(&words(command)).failure());
            let said = format!("{}{}", refused.0, refused.1);
            assert!(
                said.contains(&format!("{file}.2-of-3.pgn has no seal")),
                "{said}"
            );
        }
        assert!(wholes(&directory).is_empty(), "{line}");
        sharded
            .run(&words(&format!("{line} --shard 2/3")))
            .success();
        assert_eq!(
            (fs::read(&part).unwrap(), fs::read(&seal).unwrap()),
            (games, sealed)
        );

        sharded.run(&words("lab verify games")).success();
        sharded.run(&words("lab merge -o games games")).success();
        assert_eq!(
            wholes(&directory),
            wholes(&one_run.path().join("games")),
            "{line}"
        );
        assert_eq!(out(&sharded.run(&words(line)).success()), report, "{line}");
    }
}

#[test]
fn what_cannot_be_a_part_is_refused() {
    let sandbox = Sandbox::new();
    for (line, complaint) in [
        (
            "tournament lion neutral --format swiss --work games --shard 1/2",
            "--shard needs --format round-robin",
        ),
        (
            "tournament lion neutral --work games --shard 3/2",
            "expected K/N with K from 1 to N, such as 3/8",
        ),
        ("personality fingerprint lion --shard 1/2", "--keep <DIR>"),
        ("lab merge -o games nowhere", "nowhere"),
    ] {
        let refused = texts(&sandbox.run(&words(line)).failure()).1;
        assert!(refused.contains(complaint), "{line}: {refused}");
        assert!(!sandbox.path().join("games").exists(), "{line}");
    }
    fs::create_dir(sandbox.path().join("games")).unwrap();
    sandbox.write("games/mine.txt", "");
    let refused = texts(&sandbox.run(&words("lab merge -o games games")).failure()).1;
    assert!(
        refused.contains("there are no parts of games in games"),
        "{refused}"
    );
}
