//! `league` from outside: the table, matches that count and that do not, and a file that is broken.

use std::fs;

use crate::sandbox::{Sandbox, out, texts};

const STATE: &str = "state/masque/league.toml";

/// The next match with these lines typed.
fn play(sandbox: &Sandbox, script: &str) -> String {
    let line = [
        "league",
        "play",
        "--ascii",
        "--move-time",
        "0.05",
        "--seed",
        "1",
    ];
    let play = sandbox.masque(&line).write_stdin(script).assert();
    as_one_line(&out(&play.success()))
}

/// Sentences as they are, however they were broken into lines; an empty line is a bar.
fn as_one_line(text: &str) -> String {
    text.replace("\n\n", " | ").replace('\n', " ")
}

#[test]
fn a_person_begins_on_the_lowest_rung_and_matches_count() {
    let sandbox = Sandbox::new();
    let show = || out(&sandbox.run(&["league", "--seed", "4"]).success());
    let shown = show();
    assert!(
        shown.starts_with("Season 1, sixth division, round 1 of 5\n"),
        "{shown}"
    );
    assert!(
        as_one_line(&shown).contains("results are drawn by chance"),
        "{shown}"
    );
    assert!(
        as_one_line(&shown).contains("Your next match: you have Black against The "),
        "{shown}"
    );
    assert_eq!(show(), shown);

    // A match that is broken off does not count.
    let left = play(&sandbox, "undo\nnew\nquit\n");
    assert!(
        left.contains("you have Black against The Woodpecker, level 900."),
        "{left}"
    );
    assert_eq!(
        left.matches("This is a match: no move is taken back")
            .count(),
        2,
        "{left}"
    );
    assert!(
        left.contains("The match was broken off: it does not count"),
        "{left}"
    );
    assert_eq!(show(), shown);

    let lost = play(&sandbox, "resign\nnew\nquit\n");
    assert!(
        lost.contains("You resign: you lose. 1-0 The match is over."),
        "{lost}"
    );
    assert!(
        lost.contains(" The round:   The Woodpecker - you  1-0   The "),
        "{lost}"
    );
    assert!(
        lost.contains(" | Season 1, sixth division, round 2 of 5 | "),
        "{lost}"
    );
    assert!(!lost.contains("matches so far"), "{lost}");
    for _ in 2..=4 {
        play(&sandbox, "resign\nquit\n");
    }
    let last = play(&sandbox, "resign\nquit\n");
    assert!(last.contains(" | The season is over: | "), "{last}");
    assert!(
        last.contains(" By your 5 matches so far you play like somebody rated "),
        "{last}"
    );
    assert!(last.contains("you stay in the sixth division."), "{last}");
    assert!(
        last.contains(" | Season 2, sixth division, round 1 of 5 | "),
        "{last}"
    );

    let again = out(&sandbox.run(&["league", "reset", "--seed", "4"]).success());
    assert!(again.contains("league.toml.old"), "{again}");
    assert!(again.ends_with(&shown), "{again}");
}

#[test]
fn a_broken_file_is_told_of_and_left_alone() {
    let sandbox = Sandbox::new();
    out(&sandbox.run(&["league"]).success());
    let path = sandbox.path().join(STATE);
    let broken = fs::read_to_string(&path)
        .unwrap()
        .replace("piper@500", "piper");
    fs::write(&path, &broken).unwrap();
    for line in [&["league"][..], &["league", "play"]] {
        let refused = texts(&sandbox.run(line).failure()).1;
        assert!(refused.contains("league.toml:"), "{refused}");
        assert!(
            refused.contains("`piper` is no member, expected `you`"),
            "{refused}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), broken);
    }
    let again = out(&sandbox.run(&["league", "reset"]).success());
    assert!(again.contains("Season 1, sixth division"), "{again}");
    let aside = path.with_extension("toml.old");
    assert_eq!(fs::read_to_string(aside).unwrap(), broken);
}
