//! `personality new` from outside: a whole run through pipes, the way back, wrong answers, the end of the
//! input, and files that are there already.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::sandbox::{Sandbox, Talk, out, texts};

/// Nobody needs good scores here.
const NEW: [&str; 4] = ["personality", "new", "--nodes", "5000"];
/// An answer to each of the fourteen questions, and an Enter that writes the file.
const ANSWERS: &str =
    "The Old Pirate\n80\n\n-30\n\n100\n\nbold\ngambits\nsome\nfights\nnever\nfast\n1500\n\n";

/// What it says, and what it says on the standard error stream; whether it succeeds.
fn new(sandbox: &Sandbox, arguments: &[&str], answers: &str) -> (String, String, bool) {
    let arguments = [&NEW[..], arguments].concat();
    let run = sandbox.masque(&arguments).write_stdin(answers).assert();
    let is_success = run.get_output().status.success();
    let (said, complaints) = texts(&run);
    (said, complaints, is_success)
}

fn made(sandbox: &Sandbox, arguments: &[&str], answers: &str) -> String {
    let (said, complaints, is_success) = new(sandbox, arguments, answers);
    assert!(is_success && complaints.is_empty(), "{said}\n{complaints}");
    said
}

fn has(sandbox: &Sandbox, name: &str) -> bool {
    sandbox.path().join(name).exists()
}

fn read(sandbox: &Sandbox, name: &str) -> String {
    fs::read_to_string(sandbox.path().join(name)).unwrap()
}

#[test]
fn a_file_is_made_that_can_be_checked_and_played() {
    let sandbox = Sandbox::new();
    let said = made(&sandbox, &[], ANSWERS);
    assert!(
        said.contains("1 of 14  Name\nWhat is it called?\n> The Old Pirate\n"),
        "{said}"
    );
    assert!(said.contains("\n14 of 14  Strength [full]\n"), "{said}");
    assert!(
        said.contains("\n* 1  The first move               e4     learnt  "),
        "{said}"
    );
    assert!(said.contains("\nMoved most: "), "{said}");
    assert!(
        said.contains("This shows in games, and not in the ranking."),
        "{said}"
    );
    assert!(
        said.contains("Its wishes in the ten positions are most like those of "),
        "{said}"
    );
    let last = "the_old_pirate.toml is written.\nEach key in it says what it does: edit it as you like.\n  \
                play it   masque play the_old_pirate.toml\n  \
                see why   masque personality preview the_old_pirate.toml\n  \
                xboard    xboard -fcp \"masque --personality the_old_pirate.toml\"\n";
    assert!(said.ends_with(last), "{said}");
    assert!(said.lines().all(|line| line.chars().count() < 80), "{said}");
    assert!(!said.contains('\x1b'), "{said}");

    let file = read(&sandbox, "the_old_pirate.toml");
    for line in [
        "# The Old Pirate, made by `masque personality new`.",
        "name = \"the_old_pirate\"",
        "title = \"The Old Pirate\"",
        "aggression = 80",
        "hypermodernism = -30",
        "entertainer = 100",
        "randomness = 10",
        "max_concession_cp = 100",
        "elo = 1500",
        "contempt_cp = 30",
        "resign_from_move = 200",
        "repertoire = \"gambits\"",
        "pace = 50",
    ] {
        assert!(file.lines().any(|there| there == line), "{line} in {file}");
    }
    assert!(
        !file.contains("sacrifice = ") && !file.contains("safety = "),
        "{file}"
    );
    let check = sandbox.run(&["personality", "check", "the_old_pirate.toml"]);
    assert!(out(&check.success()).contains("ok, The Old Pirate (the_old_pirate)"));
    let play = ["play", "the_old_pirate.toml", "--color", "black"];
    let play = sandbox.masque(&play).write_stdin("").assert().success();
    assert!(out(&play).contains("The Old Pirate"));
}

#[test]
fn the_same_answers_give_the_same_words_and_file() {
    let (one, other) = (Sandbox::new(), Sandbox::new());
    assert_eq!(made(&one, &[], ANSWERS), made(&other, &[], ANSWERS));
    let name = "the_old_pirate.toml";
    assert_eq!(read(&one, name), read(&other, name));
}

#[test]
fn back_and_wrong_answers_end_in_the_same_file() {
    let (straight, winding) = (Sandbox::new(), Sandbox::new());
    made(&straight, &[], ANSWERS);
    let detours = "back\n\n\"quoted\"\nThe Old Pirate\n?\n101\nmuch\n20\nback\n80\n\n-30\n\n100\n\n?\n\
                   show 3\nshow 11\nranking\n500\nbold\nbach\nsolid\nback\ngambits\nsome\nf\nfights\n\
                   never\nfast\n9000\n1500\nno\nMy Pirate.toml\nback\n\n\n";
    let said = made(&winding, &[], detours);
    for text in [
        "> back\nthis is the first question\n",
        "> \nit needs a name, such as The Old Pirate\n",
        "\"quoted\": a name has no double quotes and no control characters\n",
        "At 100 this one adds opposite_castling +20, ",
        "> 101\n101: expected a whole number from -100 to 100\n",
        "> back\n\n2 of 14  Aggression, -100 to 100 [20]\n",
        "Italian game: develop, castle, or offer a pawn\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 White to move.\n",
        "> show 11\nexpected show and a number from 1 to 10\n",
        "500: expected one of careful, usual, bold, reckless, or a number from 0 to 300\n",
        "bach: expected one of none, classical, hypermodern, gambits, solid, beginners\n",
        "> f\nf: expected one of fights, fair, peaceful\n",
        "9000: expected a rating from 500 to 2800, or one of full, opponent\n",
        "> no\nexpected another file, such as me.toml, or back, or quit\n",
        "My Pirate.toml: expected a name of up to 24 of a-z, 0-9 and _ that ends in",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    let name = "the_old_pirate.toml";
    assert_eq!(read(&straight, name), read(&winding, name));
}

#[test]
fn who_leaves_has_no_file_and_is_told_so() {
    for answers in ["", "It\n", "It\n30\nquit\n", &ANSWERS[..ANSWERS.len() - 1]] {
        let sandbox = Sandbox::new();
        let (_, complaints, is_success) = new(&sandbox, &[], answers);
        assert!(!is_success, "{answers:?}");
        assert_eq!(complaints, "masque: you left, and no file was written\n");
        assert_eq!(
            fs::read_dir(sandbox.path()).unwrap().count(),
            0,
            "{answers:?}"
        );
    }
}

#[test]
fn an_interrupt_leaves_too() {
    let sandbox = Sandbox::new();
    let mut talk = Talk::with(sandbox.command().args(NEW));
    talk.say("It\n30\n");
    talk.hear_until("3 of 14  Safety, -100 to 100 [0]");
    // The prompt comes after the question.
    thread::sleep(Duration::from_millis(200));
    let process = talk.process().to_string();
    let sent = Command::new("kill").args(["-INT", &process]).status();
    assert!(sent.unwrap().success());
    let (status, _) = talk.end();
    assert_eq!(status.code(), Some(1));
    assert_eq!(fs::read_dir(sandbox.path()).unwrap().count(), 0);
}

#[test]
fn nothing_is_replaced_unasked() {
    let sandbox = Sandbox::new();
    made(&sandbox, &["-o", "me.toml"], ANSWERS);
    let before = read(&sandbox, "me.toml");
    assert!(
        before.contains("name = \"me\"\ntitle = \"The Old Pirate\""),
        "{before}"
    );
    let keep = "\n".repeat(15);

    let said = made(
        &sandbox,
        &["-o", "me.toml"],
        &format!("{keep}\nother.toml\n"),
    );
    assert!(
        said.contains("The file is there already (The Old Pirate): you will be asked before it is")
    );
    assert!(said.contains("1 of 14  Name [Me]\n"), "{said}");
    assert!(
        said.contains("me.toml is there already: The Old Pirate. Replace it? yes or no [no]\n> \n")
    );
    assert_eq!(read(&sandbox, "me.toml"), before);
    assert!(has(&sandbox, "other.toml"));

    made(&sandbox, &["-o", "me.toml"], &format!("{keep}yes\n"));
    assert!(read(&sandbox, "me.toml").contains("title = \"Me\""));

    sandbox.write("masque_settings.toml", "hash_mib = 64\n");
    let refusal = "masque_settings.toml is there and is not replaced, because";
    let (said, complaints, _) = new(&sandbox, &["-o", "masque_settings.toml"], &keep);
    assert!(
        said.is_empty() && complaints.contains(refusal),
        "{said}{complaints}"
    );
    let said = made(
        &sandbox,
        &[],
        &format!("It{}masque_settings.toml\nit.toml\n", "\n".repeat(14)),
    );
    assert!(said.contains(refusal) && has(&sandbox, "it.toml"), "{said}");
    assert_eq!(read(&sandbox, "masque_settings.toml"), "hash_mib = 64\n");
}

#[test]
fn a_file_that_cannot_be_written_is_asked_for_again() {
    let sandbox = Sandbox::new();
    sandbox.write("file", "");
    let answers = format!("It{}file/it.toml\nnew/it.toml\n", "\n".repeat(14));
    let said = made(&sandbox, &[], &answers);
    assert!(said.contains("file/it.toml: cannot be written: "), "{said}");
    assert!(
        said.contains("\nType another file.\n> new/it.toml\nnew/it.toml is written."),
        "{said}"
    );
    assert!(has(&sandbox, "new/it.toml"));
}

#[test]
fn it_can_begin_with_somebody_else() {
    let sandbox = Sandbox::new();
    let said = made(
        &sandbox,
        &["--from", "hypermodern", "-o", "me.toml"],
        &"\n".repeat(15),
    );
    assert!(said.contains("8 of 14  Price [80]\n"), "{said}");
    assert!(said.contains("9 of 14  Openings [hypermodern]\n"), "{said}");
    assert!(
        said.contains("most like those of The Hypermodern (1.00),"),
        "{said}"
    );
    let diff = out(&sandbox
        .run(&["personality", "diff", "hypermodern", "me.toml"])
        .success());
    assert!(diff.ends_with(" play alike.\n"), "{diff}");
}

#[test]
fn what_cannot_be_begun_is_refused_at_once() {
    let sandbox = Sandbox::new();
    for (arguments, expected) in [
        (["--from", "hypermodren"], "did you mean"),
        (
            ["-o", "Me.toml"],
            "expected a name of up to 24 of a-z, 0-9 and _ that ends in .toml",
        ),
        (["--from", "absent.toml"], "absent.toml: cannot be read"),
    ] {
        let (said, complaints, is_success) = new(&sandbox, &arguments, ANSWERS);
        assert!(!is_success && said.is_empty(), "{said}");
        assert!(complaints.contains(expected), "{complaints}");
    }
}

#[test]
fn garbage_is_refused_line_by_line() {
    let sandbox = Sandbox::new();
    let arguments = [&NEW[..], &["-o", "me.toml"]].concat();
    let mut child = sandbox
        .command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut garbage = b"\n\xff\xfe\0\x1b[2J\n".to_vec();
    garbage.extend([b'9'; 100_000]);
    garbage.extend(b"\nshow 99999999999999999999\nshow -1\n");
    input.write_all(&garbage).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!said.contains('\x1b'), "{said:?}");
    let words: Vec<&str> = said.split_whitespace().collect();
    let refusals = words.join(" ");
    let refusals = refusals.matches(": expected a whole number from -100 to 100");
    assert_eq!(refusals.count(), 4, "{said}");
}
