//! The program from outside: the command line, exit codes, and games through pipes in the xboard
//! protocol and in the terminal.
#![allow(clippy::unwrap_used, clippy::panic)]

mod book;
mod calibrate;
mod fingerprint;
mod fit;
mod install;
mod league;
mod learning;
mod preview;
#[cfg(unix)]
mod process;
mod ratings;
mod sandbox;
mod shards;
mod slips;
mod tournament;
mod waiting;
#[cfg(unix)]
mod wizard;
mod words;

use sandbox::{Sandbox, out, texts};

const BROKEN: &str =
    "[identity]\nname = 'x'\ntitle = 'X'\nblurb = 'X.'\n\n[taste]\nhypermodren = 30\n";
const GOOD: &str =
    "[identity]\nname = 'own'\ntitle = 'My Own'\nblurb = 'Mine.'\n\n[taste]\nhypermodern = 30\n";

#[test]
fn help_and_version_go_to_stdout() {
    let sandbox = Sandbox::new();
    let help = out(&sandbox.run(&["--help"]).success());
    for word in ["play", "bench", "perft", "eval", "personality", "--config"] {
        assert!(help.contains(word), "{word}");
    }
    let version = out(&sandbox.run(&["--version"]).success());
    assert_eq!(
        version.trim(),
        concat!("masque ", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn a_command_line_that_cannot_be_read_exits_with_two() {
    let sandbox = Sandbox::new();
    for line in [
        &["chess"][..],
        &["--nonsense"],
        &["perft"],
        &["perft", "deep"],
        &["bench", "0"],
        &["bench", "9", "--evaluation"],
        &["play", "--time", "never"],
        &["--hash-mib", "0"],
        &["personality", "check"],
    ] {
        let (out, err) = texts(&sandbox.run(line).code(2));
        assert!(out.is_empty() && err.contains("error:"), "{line:?}: {err}");
    }
}

#[test]
fn perft_counts_from_the_start_and_from_a_position() {
    let sandbox = Sandbox::new();
    let start = out(&sandbox.run(&["perft", "3"]).success());
    assert!(start.contains("\n8902 nodes in "), "{start}");
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    let quoted = out(&sandbox.run(&["perft", "2", fen]).success());
    assert!(quoted.contains("\n191 nodes in "), "{quoted}");
    let words: Vec<&str> = ["perft", "2"].into_iter().chain(fen.split(' ')).collect();
    assert!(out(&sandbox.run(&words).success()).contains("\n191 nodes in "));
    let (_, err) = texts(&sandbox.run(&["perft", "2", "8/8 w - -"]).code(1));
    assert!(err.contains("the board needs 8 ranks"), "{err}");
}

#[test]
fn bench_ends_with_its_signature_and_repeats_it() {
    let sandbox = Sandbox::new();
    let signature = || {
        let text = out(&sandbox.run(&["bench", "4"]).success());
        let last = text.lines().last().unwrap().to_owned();
        let words: Vec<&str> = last.split(' ').collect();
        assert_eq!((words[1], words[3]), ("nodes", "nps"), "{last}");
        words[0].parse::<u64>().unwrap()
    };
    let nodes = signature();
    assert!(nodes > 1_000);
    assert_eq!(signature(), nodes);
    let verbose = out(&sandbox.run(&["bench", "2", "--verbose"]).success());
    assert!(verbose.lines().count() > 30, "{verbose}");
}

#[test]
fn bench_says_what_an_evaluation_costs() {
    let sandbox = Sandbox::new();
    let text = out(&sandbox.run(&["bench", "--evaluation-cost"]).success());
    assert!(text.starts_with("an evaluation: median "), "{text}");
    assert!(
        text.contains(" ns (") && text.lines().count() == 1,
        "{text}"
    );
}

#[test]
fn eval_takes_a_position_apart() {
    let sandbox = Sandbox::new();
    let fen = "4k3/4p3/8/8/8/8/8/Q3K3 w - - 0 1";
    let text = out(&sandbox.run(&["eval", fen]).success());
    assert!(text.contains("queen") && text.contains("total"), "{text}");
    let solved = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
    let text = out(&sandbox.run(&["eval", solved]).success());
    assert!(text.contains("solved") && text.contains("total"), "{text}");
    let (_, err) = texts(&sandbox.run(&["eval", "nonsense"]).code(1));
    assert!(err.contains("'nonsense'"), "{err}");
}

#[test]
fn explain_ranks_the_moves_and_repeats_itself() {
    let sandbox = Sandbox::new();
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let explain = || {
        let line = ["explain", fen, "--personality", "gambler", "--depth", "2"];
        out(&sandbox.run(&line).success())
    };
    let text = explain();
    let beginning = "Nf6: from its opening lines\nwithout its opening lines:\n";
    assert!(text.starts_with(beginning), "{text}");
    assert!(text.contains("The Gambler, searched to depth 2;"), "{text}");
    assert!(
        text.contains("\n  1. ") && text.contains(" value "),
        "{text}"
    );
    assert_eq!(explain(), text);
    let words = ["explain", "--depth", "1"].into_iter();
    let words: Vec<&str> = words.chain(fen.split(' ')).collect();
    let neutral = out(&sandbox.run(&words).success());
    assert!(neutral.starts_with("Neutral, "), "{neutral}");
    for (line, complaint) in [
        (&["explain", "8/8 w - -"][..], "cannot read the position"),
        (
            &["explain", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"],
            "no legal move",
        ),
        (&["explain", fen, "--nodes", "3"], "do not suffice"),
        (&["explain", fen, "--personality", "nobody"], "`nobody`"),
    ] {
        let (out, err) = texts(&sandbox.run(line).code(1));
        assert!(out.is_empty() && err.contains(complaint), "{line:?}: {err}");
    }
}

#[test]
fn personalities_are_checked() {
    let sandbox = Sandbox::new();
    sandbox
        .write("good.toml", GOOD)
        .write("broken.toml", BROKEN);
    let good = out(&sandbox
        .run(&["personality", "check", "good.toml"])
        .success());
    assert_eq!(good, "good.toml: ok, My Own (own)\n");
    let both = sandbox.run(&["personality", "check", "broken.toml", "good.toml", "absent"]);
    let (out, err) = texts(&both.code(1));
    assert!(out.contains("broken.toml:7:1:"), "{out}");
    assert!(
        out.contains("hypermodern"),
        "the nearest key is named: {out}"
    );
    assert!(
        out.contains("good.toml: ok"),
        "one file does not hide the next: {out}"
    );
    assert!(out.contains("absent: cannot be read"), "{out}");
    assert_eq!(err, "masque: 2 files refused\n");
}

#[test]
fn personalities_are_listed_and_shown() {
    let sandbox = Sandbox::new();
    let list = out(&sandbox.run(&["personality", "list"]).success());
    assert!(list.starts_with("neutral"), "{list}");
    assert!(list.contains("\nhypermodern"), "{list}");
    let show = out(&sandbox
        .run(&["personality", "show", "hypermodern"])
        .success());
    assert!(
        show.contains("hypermodern") && show.contains(" cp "),
        "{show}"
    );
    let (_, err) = texts(&sandbox.run(&["personality", "show", "hypermodren"]).code(1));
    assert!(err.contains("hypermodern"), "{err}");
}

#[test]
fn personalities_are_compared_mixed_and_imported() {
    let sandbox = Sandbox::new();
    let keys = out(&sandbox.run(&["personality", "keys"]).success());
    for key in [
        "[book]",
        "max_concession_cp",
        "aggression",
        "forgets_after_ply",
    ] {
        assert!(keys.contains(key), "{key}");
    }
    let diff = out(&sandbox
        .run(&["personality", "diff", "neutral", "miser"])
        .success());
    assert!(diff.contains("taste.early_queen"), "{diff}");
    let mix = ["personality", "mix", "miser", "gambler", "--ratio", "0.25"];
    let mix = [&mix[..], &["--output", "between.toml"]].concat();
    sandbox.run(&mix).success();
    let show = out(&sandbox
        .run(&["personality", "show", "between.toml"])
        .success());
    assert!(
        show.starts_with("The Miser and The Gambler (between)"),
        "{show}"
    );
    sandbox
        .write("theirs.txt", "One\ncm_parm myq=110 sop=50 tts=65536\n")
        .write("broken.txt", "One\ncm_parm myq=fast\n");
    let import = [
        "personality",
        "import",
        "theirs.txt",
        "broken.txt",
        "--output",
        ".",
    ];
    let (said, err) = texts(&sandbox.run(&import).code(1));
    assert!(said.contains("left out: tts=65536"), "{said}");
    assert!(
        said.contains("broken.txt:2: `myq=fast` is no parameter"),
        "{said}"
    );
    assert_eq!(err, "masque: 1 file refused\n");
    let text = std::fs::read_to_string(sandbox.path().join("one.toml")).unwrap();
    assert!(
        text.contains("queens = { own = 110, opponent = 100 }"),
        "{text}"
    );
}

#[test]
fn own_personalities_come_from_a_configured_directory() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path().join("mine")).unwrap();
    sandbox.write("mine/own.toml", GOOD).write(
        "masque.toml",
        "personality_directories = ['mine']\npersonality = 'own'\n",
    );
    let list = out(&sandbox.run(&["personality", "list"]).success());
    assert!(list.contains("My Own"), "{list}");
    let features = sandbox.speak(&[], "xboard\nprotover 2\n");
    assert!(features.contains("My Own"), "{features}");
}

#[test]
fn a_broken_configuration_fails_a_command_but_not_a_game() {
    let sandbox = Sandbox::new();
    sandbox.write("masque.toml", "hash_mb = 8\n");
    let (_, err) = texts(&sandbox.run(&["personality", "list"]).code(1));
    assert!(err.contains("masque.toml:1:1:"), "{err}");
    assert!(err.contains("did you mean `hash_mib`?"), "{err}");
    let game = sandbox.speak(&[], "xboard\nprotover 2\nping 1\n");
    let complaint = game.find("tellusererror masque.toml:1:1: ").unwrap();
    assert!(complaint > game.find("feature done=1").unwrap(), "{game}");
    assert!(game.contains("\npong 1\n"), "{game}");

    let named = sandbox.run(&["--config", "absent.toml", "personality", "list"]);
    let (_, err) = texts(&named.code(1));
    assert!(err.contains("cannot read absent.toml"), "{err}");
}

#[test]
fn a_broken_personality_fails_a_command_but_not_a_game() {
    let sandbox = Sandbox::new();
    sandbox.write("broken.toml", BROKEN);
    let game = sandbox.speak(&["--personality", "broken.toml"], "xboard\nprotover 2\n");
    assert!(game.contains("\ntellusererror broken.toml:7:1: "), "{game}");
    let play = sandbox
        .masque(&["play", "broken.toml"])
        .write_stdin("")
        .assert();
    let (_, err) = texts(&play.code(1));
    assert!(err.contains("broken.toml:7:1: "), "{err}");
}

#[test]
fn the_handshake_names_the_personality() {
    let sandbox = Sandbox::new();
    for arguments in [&[][..], &["xboard"]] {
        let game = sandbox.speak(arguments, "xboard\nprotover 2\nquit\n");
        assert!(game.starts_with("feature "), "no banner: {game}");
        assert!(game.contains("ping=1") && game.contains("setboard=1"));
        assert!(game.trim_end().ends_with("feature done=1"), "{game}");
    }
    let game = sandbox.speak(&["--personality", "hypermodern"], "protover 2\n");
    assert!(game.contains("Hypermodern"), "{game}");
}

#[test]
fn garbage_is_survived() {
    let sandbox = Sandbox::new();
    let mut lines = b"xboard\nprotover 2\n\0\xff\xfe\x07\n".to_vec();
    lines.extend(b"setboard 8/8/8/8/8/8/8/8 w - - 0 1\nusermove e9e5\nlevel x y z\n");
    lines.resize(lines.len() + 1_000_000, b'x');
    lines.extend(b"\nping 7\n");
    let game = sandbox.speak(&[], lines);
    assert!(game.contains("\npong 7\n"), "the next command works");
    assert!(game.lines().all(|line| line.len() <= 4_000));
}

#[test]
fn a_game_in_the_protocol_is_played_to_its_end() {
    let sandbox = Sandbox::new();
    let lines = "xboard\nprotover 2\nnew\nforce\nusermove f2f3\nusermove e7e5\nusermove g2g4\n\
                 sd 3\ngo\nping 2\n";
    let game = sandbox.speak_until("pong 2", lines);
    assert!(game.contains("\nmove d8h4\n"), "{game}");
    assert!(game.contains("\n0-1 {"), "{game}");
}

#[test]
fn a_game_at_the_terminal_works_through_pipes() {
    let sandbox = Sandbox::new();
    let script = "hm\nKe3\nRa8\nsave game.pgn\nnew\nfen\n";
    let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let arguments = ["play", "neutral", "--ascii", "--depth", "3", "--fen", fen];
    let play = sandbox.masque(&arguments).write_stdin(script).assert();
    let (out, err) = texts(&play.success());
    assert!(out.starts_with("Your opponent is Neutral.\n"), "{out}");
    assert!(out.contains("1. hm\n'hm' is neither a move"), "{out}");
    assert!(out.contains("1. Ke3\nKe3 is not legal here"), "{out}");
    assert!(out.contains("White mates: you win. 1-0"), "{out}");
    assert!(
        out.contains(&format!("1. fen\n{fen}\n")),
        "a new game: {out}"
    );
    assert!(out.ends_with("\nGoodbye.\n"), "{out}");
    assert_eq!(err, "");
    let pgn = std::fs::read_to_string(sandbox.path().join("game.pgn")).unwrap();
    assert!(pgn.contains(&format!("[FEN \"{fen}\"]")), "{pgn}");
    assert!(pgn.ends_with("\n1. Ra8# 1-0\n\n"), "{pgn}");
}

#[test]
fn a_game_in_a_pipe_is_plain_text_in_lines_that_fit() {
    let sandbox = Sandbox::new();
    let arguments = ["play", "hypermodern", "--depth", "1", "--color", "black"];
    let script = "hint\nwhy\nhelp\n";
    let play = sandbox.masque(&arguments).write_stdin(script).assert();
    let said = out(&play.success());
    assert!(
        said.starts_with("Your opponent is The Hypermodern (schools).\nLets you have "),
        "{said}"
    );
    assert!(
        said.contains("\nThe Hypermodern is thinking ...\n"),
        "{said}"
    );
    assert!(said.contains(" 8  r  n  b  k  q  b  n  r\n"), "{said}");
    assert!(said.contains("\n1... hint\nHint: "), "{said}");
    assert!(!said.contains('\x1b'), "{said:?}");
    let longest = said.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(80), "{said}");
}

#[test]
fn a_script_waits_for_each_answer() {
    let sandbox = Sandbox::new();
    let arguments = [
        "play",
        "hypermodern",
        "--nodes",
        "2000",
        "--color",
        "black",
        "--seed",
        "1",
    ];
    let script = "Nf6\nNc6\nmoves\n";
    let play = || {
        let play = sandbox.masque(&arguments).write_stdin(script).assert();
        out(&play.success())
    };
    let first = play();
    for number in ["1.", "2.", "3."] {
        let answer = format!("\nThe Hypermodern plays {number} ");
        assert!(first.contains(&answer), "{number}: {first}");
    }
    assert_eq!(play(), first, "the same seed and nodes give the same game");
}

#[test]
fn a_log_file_gets_the_protocol_lines() {
    let sandbox = Sandbox::new();
    sandbox.speak(&["--log", "new/masque.log"], "xboard\nprotover 2\nping 3\n");
    let log = std::fs::read_to_string(sandbox.path().join("new/masque.log")).unwrap();
    assert!(log.contains("ping 3") && log.contains("pong 3"), "{log}");
}
