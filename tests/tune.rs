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

    let words = ["tune", "evaluation", "--sample", "64", "--data", "one.bin"];
    let tune = |more: &[&str]| {
        let assert = masque(path, &[&words[..], more].concat()).success();
        (
            output(&assert),
            std::fs::read_to_string(path.join("out.rs")).unwrap(),
        )
    };
    let whole = [
        "--epochs",
        "3",
        "--lambda",
        "0.5",
        "--journal",
        "state",
        "--out",
        "out.rs",
    ];
    let (report, file) = tune(&whole);
    assert!(report.contains(" trials, "), "{report}");
    assert!(
        report.contains("correlation of evaluation and search"),
        "{report}"
    );
    assert!(report.contains("held out of all, "), "{report}");
    assert!(file.contains("//! Provenance: tuned on "), "{file}");
    assert!(file.contains("PAWN_VALUE: Weighted(Pawns), \"pawn\" = [("));
    let (report, again) = tune(&whole);
    assert!(report.contains("resumed after "), "{report}");
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

/// A run of a method that takes no time.
fn short(method: &str) -> Vec<&str> {
    let words = [
        "tune",
        "search",
        "--trials",
        "6",
        "--batch",
        "2",
        "--nodes",
        "60",
        "--only",
        "aspiration_cp,futility_ply_cp",
        "--seed",
        "3",
        "--method",
        method,
    ];
    words.to_vec()
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes_with_every_method() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    for method in ["hill-climb", "annealing", "genetic", "cma-es", "spsa"] {
        let run = |journal: &str| {
            let more = ["--journal", journal];
            masque(path, &[&short(method)[..], &more].concat()).success();
            let read = |name: &str| std::fs::read(path.join(name)).unwrap();
            (read(journal), read("search.toml"))
        };
        let whole = run("whole");
        // What a kill leaves: some trials, and the beginning of another.
        for share in [3, 2] {
            let cut = whole.0.len() - whole.0.len() / (4 * share);
            std::fs::write(path.join("cut"), &whole.0[..cut]).unwrap();
            assert_eq!(run("cut"), whole, "{method}");
        }
        std::fs::remove_file(path.join("whole")).unwrap();
        std::fs::remove_file(path.join("cut")).unwrap();
    }
}

#[test]
fn decisions_made_in_shards_are_those_of_one_run() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let run = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        masque(path, &words)
    };
    let read = |name: &str| std::fs::read(path.join(name)).unwrap();
    let tune = "tune search --trials 8 --batch 5 --nodes 60 --only aspiration_cp --seed 3";
    run(&format!("{tune} --journal whole --out whole.toml")).success();
    let parts = "run.1-of-2.journal run.2-of-2.journal";
    for decision in ["0 to 4", "5 to 7"] {
        for (number, count) in [(2, 3), (1, 2)] {
            let count = if decision == "0 to 4" { count } else { number };
            let words = format!("{tune} --journal run.journal --shard {number}/2");
            let said = output(&run(&words).success());
            let expected = format!("{count} of pairs {decision} in run.{number}-of-2.journal\n");
            assert_eq!(said, expected);
        }
        let said = output(&run(&format!("lab verify {parts}")).success());
        let expected = format!("trials, part 1/2 of {decision}\n");
        assert!(said.contains(&expected), "{said}");
        run(&format!("lab merge -o run.journal {parts}")).success();
    }
    assert_eq!(read("run.journal"), read("whole"));
    let said = output(&run(&format!("{tune} --journal run.journal --shard 1/2")).success());
    assert_eq!(said, "nothing is left to do: the journal has all 8 pairs\n");
    run(&format!("{tune} --journal run.journal --out run.toml")).success();
    assert_eq!(read("run.toml"), read("whole.toml"));

    let mut part = read("run.2-of-2.journal");
    *part.last_mut().unwrap() = b'x';
    std::fs::write(path.join("run.2-of-2.journal"), part).unwrap();
    for words in ["lab verify", "lab merge -o run.journal"] {
        let assert = run(&format!("{words} {parts}")).failure();
        let said = format!("{}{}", output(&assert), complaint(assert));
        assert!(said.contains("run.2-of-2.journal, line "), "{said}");
    }
    let found = complaint(run(&format!("{tune} --shard 1/2")));
    assert!(found.contains("--journal"), "{found}");
}

#[test]
fn pairs_that_make_no_sense_are_refused_in_words() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    std::fs::write(path.join("bad.epd"), "8/8/8/8/8/8/8/8 w - - bm e4;\n").unwrap();
    for (words, expected) in [
        (
            "search --method adam",
            "adam needs a gradient, which games cannot give, expected --method hand",
        ),
        (
            "search --objective style",
            "style cannot judge the search, expected --objective games, suite",
        ),
        (
            "evaluation --objective td-leaf --method spsa",
            "which td-leaf cannot give, expected --method adam",
        ),
        (
            "personality lion --objective positions",
            "positions cannot judge a personality",
        ),
        (
            "search --objective luck",
            "'luck' is no objective, expected one of games",
        ),
        (
            "search --method magic",
            "'magic' is no method, expected one of hand",
        ),
        ("search", "games take long, expected --trials"),
        (
            "search --trials 2 --method hand",
            "expected values of your own with --try",
        ),
        (
            "search --trials 2 --try aspiration_cp",
            "cannot use the values of 'aspiration_cp'",
        ),
        (
            "search --trials 2 --try aspiration_cp=1",
            "1 is no value of 'aspiration_cp'",
        ),
        (
            "search --objective suite",
            "no positions to solve, expected --data",
        ),
        (
            "search --objective suite --data bad.epd",
            "cannot use 'bad.epd'",
        ),
        (
            "search --trials 1 --opponent name=X,command=x,protocol=uci",
            "the opponent X has no depth",
        ),
        ("evaluation", "no positions to learn from, expected --data"),
        (
            "personality neutral --data x",
            "neutral has no taste of its own, expected --only",
        ),
        ("personality lion", "0 files of root moves"),
        (
            "personality lion --objective prediction",
            "prediction of whose moves? expected --player",
        ),
        ("race", "no positions to learn from, expected --data"),
    ] {
        let words: Vec<&str> = ["tune"].into_iter().chain(words.split(' ')).collect();
        let found = complaint(masque(path, &words));
        assert!(found.contains(expected), "{found} for {expected}");
    }
}

#[test]
fn values_by_hand_are_judged_by_games_suites_and_positions() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let suite = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;\n";
    std::fs::write(path.join("mate.epd"), suite).unwrap();
    let run = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        output(&masque(path, &[&["tune"], &words[..]].concat()).success())
    };
    let said = run("search --trials 4 --nodes 60 --try aspiration_cp=50 --out hand.toml");
    assert!(said.contains("4 pairs: 2 points "), "{said}");
    let written = std::fs::read_to_string(path.join("hand.toml")).unwrap();
    assert!(written.contains("aspiration_cp = 50\n"), "{written}");
    let changes = "--try aspiration_cp=50 futility_to_plies=2 --journal screened";
    let screen = format!("search --method screen --trials 8 --nodes 60 {changes}");
    let said = run(&screen);
    for name in ["aspiration_cp 9 -> 50", "futility_to_plies 6 -> 2"] {
        assert!(said.contains(&format!("{name}: Elo ")), "{said}");
    }
    let again = run(&screen);
    assert!(again.contains("resumed after 8 pairs"), "{again}");
    let table = |said: &str| -> Vec<String> {
        let rows = said.lines().filter(|line| line.contains(": Elo "));
        let final_rows = rows.filter(|line| !line.contains(" an hour, "));
        final_rows.map(str::to_owned).collect()
    };
    let so_far = said.lines().find(|line| line.contains(" an hour, "));
    assert!(so_far.is_some_and(|line| line.contains(": Elo ")), "{said}");
    assert_eq!(table(&said), table(&again));
    let said = run("search --objective suite --data mate.epd --nodes 300 --try hand.toml");
    assert!(
        said.contains("of 1 positions 1 solved before, 1 after"),
        "{said}"
    );
    let said =
        run("evaluation --objective suite --data mate.epd --nodes 300 --trials 8 --only rook");
    assert!(said.contains("of 1 positions 1 solved before"), "{said}");
    let written = std::fs::read_to_string(path.join("evaluation.toml")).unwrap();
    assert!(written.starts_with("rook_mg = "), "{written}");
    let said = run("compare evaluation.toml --pairs 2 --nodes 100");
    assert!(said.contains("2 pairs: 2 points "), "{said}");
    let said = run("personality lion --objective games --trials 2 --nodes 60 --out new.toml");
    assert!(said.contains("written to new.toml"), "{said}");
    let check = Command::new(env!("CARGO_BIN_EXE_masque"))
        .args(["personality", "check", "new.toml"])
        .current_dir(path)
        .assert();
    check.success();
}

#[test]
fn positions_are_learnt_from_in_several_ways() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let run = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        output(&masque(path, &words).success())
    };
    // What values are worth is seen on the same games, whatever the engine plays today: these were made by
    // `masque --seed 5 lab selfplay --games 300 --nodes 250`.
    std::fs::write(path.join("games"), include_bytes!("data/selfplay.games")).unwrap();
    let race = run("tune race --data games --trials 40 --displaced 0.4 --out found");
    assert!(
        race.contains("| method | loss held out | recovered | pawn |"),
        "{race}"
    );
    for method in [
        "hill-climb",
        "annealing",
        "genetic",
        "cma-es",
        "spsa",
        "adam",
    ] {
        assert!(race.contains(&format!("| {method} | ")), "{race}");
        assert!(path.join(format!("found/{method}.toml")).exists());
    }
    let words = "tune compare found/adam.toml --against found/displaced.toml --pairs 1 --nodes 60";
    assert!(run(words).contains("1 pairs: "));
    let words =
        "tune evaluation --data games --objective td-leaf --sample 256 --epochs 4 --out td.rs";
    let said = run(words);
    assert!(
        said.contains("correlation of evaluation and search there"),
        "{said}"
    );
    assert!(path.join("td.rs").exists());
    let said = run("tune compare td.rs --pairs 1 --nodes 60");
    assert!(said.contains("1 pairs: "), "{said}");
    let words = "tune evaluation --data games --method cma-es --trials 30 --only knight,bishop";
    assert!(run(words).contains("held out of all, "));

    run("lab root-moves games --per-game 1 --nodes 400 --lines 4 --out moves.csv");
    let words = "tune personality hypermodern --data moves.csv --concession 2 --trials 60";
    let said = run(words);
    assert!(said.contains("certain shift "), "{said}");
    assert!(said.contains("fianchetto "), "{said}");
    let again = std::fs::read(path.join("personality.toml")).unwrap();
    run(words);
    assert_eq!(std::fs::read(path.join("personality.toml")).unwrap(), again);
}

#[test]
fn moves_of_a_player_are_predicted() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/twin.pgn");
    let words = [
        "tune",
        "personality",
        "hypermodern",
        "--objective",
        "prediction",
        "--data",
        games,
        "--per-game",
        "3",
        "--trials",
        "20",
        "--player",
    ];
    let found = complaint(masque(path, &[&words[..], &["Nobody at all"]].concat()));
    assert!(found.contains("nobody in the games is called"), "{found}");
    let said = output(&masque(path, &[&words[..], &["hypermodern"]].concat()).success());
    assert!(said.contains("nats each by chance, "), "{said}");
    assert!(path.join("personality.toml").exists());
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
            "openings of 8 plies, streams of seed 3`, expected `objective: pairs of games, 100 nodes a move, openings of 3 plies",
        ),
        (&["--resume", "far.toml"], "the journal is of another run"),
    ];
    for (more, expected) in refused {
        let found = complaint(masque(path, &[&SHORT_SEARCH[..], more].concat()));
        assert!(found.contains(expected), "{found} for {expected}");
    }
    assert!(!path.join("search.toml").exists());
}
