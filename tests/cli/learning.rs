//! Learning from outside: what is remembered from game to game, by one process or by several, and what
//! the command `learn` shows and forgets.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crate::sandbox::{Sandbox, Talk, out, texts};

/// Nearly always 1.f4, which loses at once when Black knows how; 1.e4 otherwise.
const LOSER: &str = "[identity]\nname = 'loser'\ntitle = 'The Loser'\nblurb = 'Loses.'\n\
                     [book]\nmode = 'dynamic'\n\
                     white = [{ line = 'f4 e5 g4', weight = 90 }, { line = 'e4 e5 Nf3', weight = 10 }]\n";

/// masque's state directory in the sandbox.
fn file(sandbox: &Sandbox) -> PathBuf {
    sandbox.path().join("state/masque/learning.txt")
}

fn talk(sandbox: &Sandbox, arguments: &[&str]) -> Talk {
    Talk::with(sandbox.command().args(arguments))
}

/// Lets the engine begin a game and returns its first move.
fn first_move(talk: &mut Talk) -> String {
    talk.say("new\nname Alice\nrating 2000 1900\nsd 4\ngo\nping 1\n");
    let heard = talk.hear_until("pong 1");
    let mut moves = heard.lines().filter_map(|line| line.strip_prefix("move "));
    moves.next_back().unwrap().to_owned()
}

/// Plays the fool's mate against it.
fn mate(talk: &mut Talk) {
    talk.say("usermove e7e5\nping 2\n");
    talk.hear_until("pong 2");
    talk.say("usermove d8h4\nresult 0-1 {Black mates}\nping 3\n");
    talk.hear_until("pong 3");
}

#[test]
fn a_line_that_lost_is_avoided_in_the_next_game_and_after_a_new_start() {
    let sandbox = Sandbox::new();
    sandbox.write("loser.toml", LOSER);
    let arguments = ["--personality", "loser.toml", "--seed", "1", "--learn"];
    let mut one = talk(&sandbox, &arguments);
    assert_eq!(first_move(&mut one), "f2f4");
    mate(&mut one);
    assert_eq!(first_move(&mut one), "e2e4");
    one.say("quit\n");
    one.end();
    assert_eq!(first_move(&mut talk(&sandbox, &arguments)), "e2e4");
    // Without learning the same seed plays what it always did.
    assert_eq!(first_move(&mut talk(&sandbox, &arguments[..4])), "f2f4");

    let shown = out(&sandbox.run(&["learn", "show"]).success());
    for part in [
        "learning is off",
        "Learnt from 1 game, in ",
        "Book moves: 2\n  -1000  1 game     1.f4\n  -1000  1 game     2.g4 in rnbqkbnr/pppp1ppp/",
        "Positions whose score fell: 0",
        "Opponents: 1\n  Alice (1900): 0 won, 0 drawn, 1 lost\n    as loser: 0 won",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    let shown = out(&sandbox.run(&["learn", "show", "--opponents"]).success());
    assert!(!shown.contains("Book moves"), "{shown}");
    out(&sandbox.run(&["learn", "forget", "book"]).success());
    assert_eq!(first_move(&mut talk(&sandbox, &arguments)), "f2f4");
}

#[test]
fn switched_off_no_file_is_touched() {
    let sandbox = Sandbox::new();
    sandbox.write("loser.toml", LOSER);
    let mut off = talk(&sandbox, &["--personality", "loser.toml", "--seed", "1"]);
    assert_eq!(first_move(&mut off), "f2f4");
    mate(&mut off);
    assert_eq!(first_move(&mut off), "f2f4");
    off.say("quit\n");
    off.end();
    assert!(!sandbox.path().join("state").exists());
    let shown = out(&sandbox.run(&["learn", "show"]).success());
    assert!(shown.starts_with("Learnt from 0 games"), "{shown}");
    assert!(out(&sandbox.run(&["learn", "forget"]).success()).contains("0 facts"));
    assert!(!sandbox.path().join("state").exists());
}

#[test]
fn it_is_switched_on_by_option_by_file_and_off_by_the_command_line() {
    let sandbox = Sandbox::new();
    sandbox.write("loser.toml", LOSER);
    sandbox.write("masque.toml", "learn = true\nlearning_file = 'here.txt'\n");
    let personality = ["--personality", "loser.toml", "--seed", "1"];
    let is_learnt = |arguments: &[&str], option: &str| {
        let mut talk = talk(&sandbox, &[&personality, arguments].concat());
        talk.say(option);
        first_move(&mut talk);
        mate(&mut talk);
        talk.say("quit\n");
        talk.end();
        let written = sandbox.path().join("here.txt");
        let is_there = written.exists();
        let _ = std::fs::remove_file(written);
        is_there
    };
    assert!(is_learnt(&[], ""));
    assert!(!is_learnt(&[], "option Learn=0\n"));
    assert!(!is_learnt(&["--learn=false"], ""));
    assert!(is_learnt(&["--learn=false"], "option Learn=1\n"));
}

/// Finishes short games against somebody.
fn play_games(talk: &mut Talk, name: &str, games: u32) {
    for _ in 0..games {
        talk.say(&format!("new\nname {name}\nsd 1\ngo\nping 1\n"));
        talk.hear_until("pong 1");
        talk.say("result 1/2-1/2 {agreed}\n");
    }
    talk.say("ping 2\n");
    talk.hear_until("pong 2");
}

#[test]
fn two_processes_at_once_lose_nothing() {
    let sandbox = Sandbox::new();
    thread::scope(|scope| {
        for name in ["Alice", "Bob"] {
            let mut talk = talk(&sandbox, &["--learn"]);
            scope.spawn(move || {
                for _ in 0..6 {
                    play_games(&mut talk, name, 1);
                    play_games(&mut talk, "Everybody", 1);
                }
                talk.say("quit\n");
                talk.end();
            });
        }
    });
    let shown = out(&sandbox.run(&["learn", "show", "--opponents"]).success());
    for part in [
        "Learnt from 24 games",
        "Alice: 0 won, 6 drawn",
        "Bob: 0 won, 6 drawn",
        "Everybody: 0 won, 12 drawn",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
}

#[test]
fn a_process_that_is_killed_while_it_writes_leaves_a_good_file() {
    let sandbox = Sandbox::new();
    for round in 0..8_u64 {
        let mut killed = talk(&sandbox, &["--learn"]);
        play_games(&mut killed, "Alice", 2);
        killed.say("new\nname Bob\nsd 1\ngo\nping 1\n");
        killed.hear_until("pong 1");
        killed.say("result 1-0 {over}\n");
        thread::sleep(Duration::from_micros(400 * round));
        drop(killed);
        let (shown, err) = texts(&sandbox.run(&["learn", "show"]).success());
        assert!(err.is_empty(), "{err}");
        let drawn = format!("Alice: 0 won, {} drawn", 2 * (round + 1));
        assert!(shown.contains(&drawn), "{shown}");
    }
}

#[test]
fn a_damaged_file_is_told_of_and_kept_and_the_game_goes_on() {
    let sandbox = Sandbox::new();
    std::fs::create_dir_all(file(&sandbox).parent().unwrap()).unwrap();
    std::fs::write(file(&sandbox), "masque learning 1\ngames\t9\n").unwrap();
    let mut talk = talk(&sandbox, &["--learn"]);
    talk.say("xboard\nprotover 2\nping 1\n");
    let heard = talk.hear_until("pong 1");
    let told = heard.find("tellusererror").unwrap();
    assert!(told > heard.find("done=1").unwrap(), "{heard}");
    assert!(heard.contains("it is damaged: line 2: "), "{heard}");
    play_games(&mut talk, "Alice", 1);
    talk.say("quit\n");
    talk.end();
    let aside = file(&sandbox).with_file_name("learning.txt.damaged");
    assert!(
        std::fs::read_to_string(aside)
            .unwrap()
            .ends_with("games\t9\n")
    );
    let shown = out(&sandbox.run(&["learn", "show"]).success());
    assert!(shown.contains("Alice: 0 won, 1 drawn"), "{shown}");
}

#[test]
fn what_cannot_be_shown_or_forgotten_is_an_error() {
    let sandbox = Sandbox::new();
    let mut games = talk(&sandbox, &["--learn"]);
    play_games(&mut games, "GM Foo", 1);
    games.say("quit\n");
    games.end();
    let (_, err) = texts(&sandbox.run(&["learn", "forget", "Foo"]).code(1));
    assert!(
        err.contains("no opponent called \"Foo\" is known; expected all, book,"),
        "{err}"
    );
    let told = out(&sandbox.run(&["learn", "forget", "gm foo"]).success());
    assert_eq!(told, "Forgotten: 1 fact\n");
    let shown = out(&sandbox.run(&["learn", "show"]).success());
    assert!(shown.contains("Opponents: 0"), "{shown}");

    for (text, expected) in [
        ("my thesis\n", "it is no learning file"),
        (
            "masque learning 7\n",
            "written by a newer masque (format 7, expected 1)",
        ),
        ("masque learning 1\n", "it is damaged: line 1"),
    ] {
        std::fs::write(file(&sandbox), text).unwrap();
        for command in ["show", "forget"] {
            let (_, err) = texts(&sandbox.run(&["learn", command]).code(1));
            assert!(err.contains(expected), "{err}");
            assert_eq!(std::fs::read_to_string(file(&sandbox)).unwrap(), text);
        }
    }
}
