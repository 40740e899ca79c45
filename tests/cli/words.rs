//! What the commands tell people: lists that can be narrowed down, help with what is of use, positions
//! by name, and directories that are made.

use crate::sandbox::{Sandbox, out, texts};

#[test]
fn lists_are_narrowed_down_and_fit_a_screen() {
    let sandbox = Sandbox::new();
    let schools = out(&sandbox.run(&["personality", "list", "Schools"]).success());
    assert!(
        schools.contains("hypermodern  The Hypermodern"),
        "{schools}"
    );
    assert!(schools.contains("Style: "), "{schools}");
    assert!(!schools.contains("firebrand"), "{schools}");
    assert!(
        schools.lines().all(|line| line.chars().count() < 80),
        "{schools}"
    );
    assert!(!schools.contains('\x1b'), "{schools}");
    let (_, err) = texts(&sandbox.run(&["personality", "list", "scools"]).code(1));
    assert!(err.contains("expected one of schools, "), "{err}");

    let keys = out(&sandbox.run(&["personality", "keys", "Queen"]).success());
    assert!(
        keys.contains("queen_trade") && keys.contains("early_queen"),
        "{keys}"
    );
    assert!(!keys.contains("castling "), "{keys}");
    sandbox.run(&["personality", "keys", "zeppelin"]).code(1);
}

#[test]
fn books_are_counted_in_a_comparison() {
    let sandbox = Sandbox::new();
    let diff = ["personality", "diff", "hypermodern", "neutral"];
    let diff = out(&sandbox.run(&diff).success());
    assert!(diff.lines().all(|line| line.chars().count() < 80), "{diff}");
    assert!(diff.contains(" lines "), "{diff}");
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once() {
    let sandbox = Sandbox::new();
    let wrong = "[identity]\nname = 'own'\n\n[taste]\nchekcs = 30\ncastling = 9000\n";
    sandbox.write("wrong.toml", wrong);
    let (out, err) = texts(&sandbox.run(&["personality", "check", "wrong.toml"]).code(1));
    assert!(
        out.contains("wrong.toml:5:1: ") && out.contains("wrong.toml:6:12: "),
        "{out}"
    );
    assert_eq!(err, "masque: 1 file refused\n");
}

#[test]
fn help_shows_what_a_command_uses() {
    let sandbox = Sandbox::new();
    let help = |command: &[&str]| out(&sandbox.run(&[command, &["--help"]].concat()).success());
    let perft = help(&["perft"]);
    assert!(
        perft.contains("--config") && !perft.contains("--personality"),
        "{perft}"
    );
    let bench = help(&["bench"]);
    assert!(
        bench.contains("--personality") && !bench.contains("--learn"),
        "{bench}"
    );
    assert!(help(&["play"]).contains("--hash-mib"));
    assert!(help(&["personality", "fingerprint"]).contains("--seed"));
    assert!(!help(&["personality", "keys"]).contains("--seed"));
    assert!(help(&["lab", "selfplay"]).contains("--seed"));
    assert!(!help(&["lab", "verify"]).contains("--seed"));
    assert!(!help(&["tune", "taste"]).contains("--seed"));
    // What is not shown is understood all the same.
    sandbox.run(&["perft", "1", "--seed", "3"]).success();
}

#[test]
fn the_start_of_the_game_has_a_name() {
    let sandbox = Sandbox::new();
    let perft = out(&sandbox.run(&["perft", "2", "startpos"]).success());
    assert!(perft.contains("\n400 nodes in "), "{perft}");
    sandbox.run(&["eval", "startpos"]).success();
    let explain = ["explain", "startpos", "--depth", "2"];
    sandbox.run(&explain).success();
}

#[test]
fn directories_for_output_are_made() {
    let sandbox = Sandbox::new();
    let mix = ["personality", "mix", "miser", "gambler", "--output"];
    sandbox
        .run(&[&mix[..], &["some/new/between.toml"]].concat())
        .success();
    assert!(sandbox.path().join("some/new/between.toml").exists());
}

#[test]
fn the_readme_names_every_option_and_the_version_of_rust() {
    let readme = include_str!("../../README.md");
    let sandbox = Sandbox::new();
    let handshake = sandbox.speak_until("feature done=1", "xboard\nprotover 2\n");
    let options = handshake
        .lines()
        .filter_map(|line| line.strip_prefix("feature option=\""))
        .filter_map(|option| option.split(" -").next());
    let missing: Vec<&str> = options
        .filter(|name| !readme.contains(&format!("*{name}*")))
        .collect();
    assert!(handshake.contains("option=\"Resign "), "{handshake}");
    assert_eq!(missing, Vec::<&str>::new());
    assert!(readme.contains(concat!(" ", env!("CARGO_PKG_RUST_VERSION"), " or newer")));
}
