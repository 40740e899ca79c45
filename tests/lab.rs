//! Files of self-play games from outside: played in shards, verified, merged, damaged, killed.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::assert::OutputAssertExt;

fn masque(directory: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_masque"));
    command.current_dir(directory).arg("lab");
    command.args(words.split(' '));
    command
}

/// Its standard output, if it succeeds.
fn success(directory: &Path, words: &str) -> String {
    let assert = masque(directory, words).assert().success();
    String::from_utf8_lossy(&assert.get_output().stdout).into_owned()
}

/// Everything it says, if it fails.
fn failure(directory: &Path, words: &str) -> String {
    let assert = masque(directory, words).assert().failure();
    let output = assert.get_output();
    let said = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8_lossy(&said).into_owned()
}

#[test]
fn shards_are_verified_and_merged_into_the_file_of_one_run() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let play = "selfplay --games 5 --nodes 50 --seed 20";
    let said = success(path, &format!("{play} --out whole"));
    assert!(said.starts_with("5 games (White won "), "{said}");
    success(path, &format!("{play} --shard 1/2 --threads 2 --out one"));
    success(path, &format!("{play} --shard 2/2 --out two"));
    let said = success(path, "verify whole one two");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("whole: sound: 5 games from seed 20, "));
    assert!(lines[1].starts_with("one: sound: 2 games from seed 20, "));
    assert!(lines[2].starts_with("two: sound: 3 games from seed 22, "));
    let signature = std::fs::read_to_string("tests/data/bench.txt").unwrap();
    assert!(
        said.contains(&format!("bench {}, ", signature.trim())),
        "{said}"
    );

    success(path, "merge -o merged two one");
    let read = |name: &str| std::fs::read(path.join(name)).unwrap();
    assert_eq!(read("merged"), read("whole"));

    let overlap = failure(path, "merge -o not one whole");
    assert!(overlap.contains("both have seed 20"), "{overlap}");
    let gap = failure(path, "merge -o not");
    assert!(gap.contains("<FILE|DIR>"), "{gap}");
    let mut damaged = read("two");
    let middle = damaged.len() / 2;
    damaged[middle] ^= 4;
    std::fs::write(path.join("flipped"), &damaged).unwrap();
    let said = failure(path, "verify one flipped");
    assert!(said.contains("one: sound"), "{said}");
    assert!(said.contains("flipped: game "), "{said}");
    assert!(said.contains("1 of 2 files cannot be used"), "{said}");
    let said = failure(path, "merge -o not one flipped");
    assert!(said.contains("flipped: game "), "{said}");
    assert!(!path.join("not").exists() && !path.join("not.part").exists());
    let said = failure(path, "verify none");
    assert!(said.contains("cannot open 'none'"), "{said}");
}

#[test]
fn a_killed_run_leaves_no_file_that_looks_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let mut run = masque(path, "selfplay --games 1000000 --nodes 500 --out games")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let part = path.join("games.part");
    let begun = Instant::now();
    let length = || part.metadata().map_or(0, |metadata| metadata.len());
    while length() == 0 && begun.elapsed() < Duration::from_secs(100) {
        thread::sleep(Duration::from_millis(50));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(length() > 0);
    assert!(!path.join("games").exists());
    let said = failure(path, "verify games.part");
    assert!(said.contains("1000000 games were promised"), "{said}");
}

#[test]
fn a_network_learns_from_some_games_and_is_judged_on_others() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    success(path, "selfplay --games 4 --nodes 50 --seed 30 --out learnt");
    success(path, "selfplay --games 1 --nodes 50 --seed 40 --out held");
    let train = "train-network --data learnt --teachers 2 --teacher-epochs 2 --variations 2 \
                 --epochs 2 --batch 64";
    let few = failure(path, &format!("{train} --work none --out none.bin"));
    assert!(few.contains("too few positions: 0 to learn from"), "{few}");
    let missing = failure(path, &format!("{train} --held lost --work none"));
    assert!(missing.contains("cannot open 'lost'"), "{missing}");
    let held = format!("{train} --held held");
    let said = success(path, &format!("{held} --work one --out one.bin"));
    assert!(said.contains("the network, which stands alone"), "{said}");
    assert!(
        said.contains("the teachers' mean:\n| held positions"),
        "{said}"
    );
    let kept = |name: &str| std::fs::read(path.join("one").join(name)).unwrap();
    assert_ne!(kept("teacher-1.state"), kept("teacher-2.state"));
    let again = format!("{held} --threads 2 --work two --out two.bin");
    assert_eq!(said, success(path, &again));
    let read = |name: &str| std::fs::read(path.join(name)).unwrap();
    assert_eq!(read("one.bin"), read("two.bin"));
    assert!(!path.join("none.bin").exists());

    let improve = "train-network --data learnt --held held --improve --variations 2 --batch 64";
    let improved = |rate: &str| {
        let run = format!("{improve} --epochs 1 --rate {rate} --work r{rate} --out {rate}.bin");
        let said = success(path, &run);
        assert!(!said.contains("teacher 1"), "{said}");
        read(&format!("{rate}.bin"))
    };
    let built_in = include_bytes!("../src/evaluation/network/network.bin");
    assert!(improved("0") == built_in);
    assert!(improved("0.1") != built_in);
    let other = format!("{improve} --epochs 1 --rate 0.1 --decay 1 --work r0.1 --out other.bin");
    let other = failure(path, &other);
    assert!(
        other.contains("decay 5") && other.contains("decay 1"),
        "{other}"
    );
    for wrong in ["--decay nan", "--decay=-1", "--rate inf"] {
        let said = failure(path, &format!("{improve} {wrong} --work wrong"));
        assert!(said.contains("expected a number from 0 to 100"), "{said}");
    }
    let both = failure(path, &format!("{improve} --teachers 2 --work both"));
    assert!(both.contains("cannot be used with"), "{both}");
}
