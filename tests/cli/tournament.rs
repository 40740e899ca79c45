//! `tournament` from outside: resuming, every format, foreign engines that fail, and what is refused.

use std::fs;

use crate::sandbox::{Sandbox, out, texts};

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

const LINE: &str = "--seed 5 tournament lion hypermodern neutral@600 --nodes 300 --games 2 --work games --threads 2";

#[test]
fn a_tournament_goes_on_from_wherever_it_was_cut() {
    let sandbox = Sandbox::new();
    let table = out(&sandbox.run(&words(LINE)).success());
    let first = table.lines().next().unwrap_or_default();
    for word in ["player", "points", "SB", "Elo"] {
        assert!(first.contains(word), "{table}");
    }
    assert!(table.contains("Neutral 600"), "{table}");
    assert!(
        table.ends_with("\nThe games are in games/games.pgn.\n"),
        "{table}"
    );
    let path = sandbox.path().join("games/games.pgn");
    let games = fs::read_to_string(&path).unwrap();
    let rounds: Vec<&str> = games
        .lines()
        .filter(|it| it.starts_with("[Round "))
        .collect();
    let expected = ["1.1.1", "1.1.2", "2.1.1", "2.1.2", "3.1.1", "3.1.2"];
    assert_eq!(rounds, expected.map(|it| format!("[Round \"{it}\"]")));

    // Cut in the middle of a game, and with the games in another order, one of them lost.
    let cut = games[..games.len() * 3 / 5].to_owned();
    let mut parts: Vec<&str> = games.split("[Event ").skip(1).collect();
    parts.reverse();
    parts.remove(2);
    let turned: String = parts.iter().map(|part| format!("[Event {part}")).collect();
    for kept in [cut, turned] {
        fs::write(&path, kept).unwrap();
        let one_thread = LINE.replace("--threads 2", "--threads 1");
        assert_eq!(out(&sandbox.run(&words(&one_thread)).success()), table);
        assert_eq!(fs::read_to_string(&path).unwrap(), games);
    }

    // A game that somebody has changed is not taken for one of the tournament.
    let foreign = games.replacen("[White \"The Lion\"]", "[White \"The Tiger\"]", 1);
    fs::write(&path, &foreign).unwrap();
    let refused = texts(&sandbox.run(&words(LINE)).failure()).1;
    assert!(
        refused.contains("White is `The Tiger`, expected `The Lion`"),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), foreign);

    // Games of other conditions are kept aside.
    let other = LINE.replace("--nodes 300", "--nodes 301");
    let told = sandbox.run(&words(&other)).success();
    assert!(texts(&told).1.contains("games.pgn.1"));
    let aside = fs::read_to_string(sandbox.path().join("games/games.pgn.1"));
    assert_eq!(aside.unwrap(), foreign);
}

#[test]
fn a_swiss_tournament_and_a_knockout_are_played_to_their_ends() {
    let sandbox = Sandbox::new();
    let players = "--seed 2 tournament neutral@2000 neutral@600 neutral@900 --games 1 --free";
    let swiss = format!("{players} --format swiss --rounds 2 --work swiss");
    let table = out(&sandbox.run(&words(&swiss)).success());
    assert!(table.contains("Buchholz"), "{table}");
    let games = fs::read_to_string(sandbox.path().join("swiss/games.pgn")).unwrap();
    assert_eq!(games.matches("[Round ").count(), 2);

    let knockout = format!("{players} --format knockout --tie-breaks 0 --work cup");
    let table = out(&sandbox.run(&words(&knockout)).success());
    assert!(table.starts_with("Semifinals\n"), "{table}");
    assert!(table.contains("  Neutral 2000 is free\nFinal\n"), "{table}");
    let winner = table.lines().find(|line| line.starts_with("1  "));
    assert!(
        winner.is_some_and(|line| line.contains("Neutral 2000")),
        "{table}"
    );
    assert_eq!(out(&sandbox.run(&words(&knockout)).success()), table);
}

#[test]
fn what_is_wrong_is_said_before_the_games() {
    let sandbox = Sandbox::new();
    sandbox.write("none.epd", "\n");
    let line = |more: &str| format!("tournament lion neutral --work games {more}");
    for (line, complaint) in [
        (
            "tournament lion --work games".to_owned(),
            "two participants or more",
        ),
        (
            "tournament lion lion --work games".to_owned(),
            "two participants are called The Lion",
        ),
        (
            "tournament lion lino --work games".to_owned(),
            "did you mean `lion`",
        ),
        (
            "tournament lion neutral@9000 --work games".to_owned(),
            "neutral@9000: '9000' is no level, expected a rating from 500",
        ),
        (
            "tournament lion neutral@opponent --work games".to_owned(),
            "a tournament has many opponents",
        ),
        (
            line("--openings none.epd"),
            "none.epd: there is no opening in it",
        ),
        (line("--openings absent.pgn"), "absent.pgn"),
        (
            line("--engine name=x,command=/no/such/engine,protocol=uci"),
            "x does not start: ",
        ),
        (
            line("--engine name=x,command=cat,protocol=uci --patience 0.5"),
            "x starts, but is not ready",
        ),
        (
            line("--engine name=x,command=cat"),
            "`protocol` is missing, expected for example name=",
        ),
        (
            line("--engine name=x,command=cat,protocol=xboard --move-time 0.5"),
            "x: the protocol of xboard knows whole seconds a move, expected",
        ),
        (
            line("--tc 1:0+1"),
            "expected seconds and seconds a move like 10+0.1",
        ),
    ] {
        let refused = texts(&sandbox.run(&words(&line)).failure()).1;
        assert!(refused.contains(complaint), "{line}: {refused}");
        assert!(!sandbox.path().join("games").exists(), "{line}");
    }
}

/// Foreign engines that are shell scripts.
#[cfg(unix)]
mod foreign {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";

    /// An engine of xboard's protocol that does this when it has to move first.
    fn xboard_script(on_go: &str) -> String {
        format!(
            "while read line; do case \"$line\" in\n\
             protover*) echo 'feature done=0'; echo 'feature ping=1 usermove=1 done=1';;\n\
             ping*) echo \"pong ${{line#ping }}\";;\n\
             go) {on_go};;\n\
             quit) exit 0;;\n\
             esac; done\n"
        )
    }

    /// The output and the games of one game, from the start position, in which the engine has White.
    fn play(script: &str, protocol: &str, more: &str) -> (String, String) {
        let sandbox = Sandbox::new();
        sandbox.write("engine.sh", script).write("start.epd", START);
        let line = format!(
            "tournament neutral@600 --games 2 --openings start.epd --work games --threads 1 {more}"
        );
        let engine = format!("name=Fake,command=sh engine.sh,protocol={protocol}");
        let mut words = words(&line);
        words.extend(["--engine", &engine]);
        let told = out(&sandbox.run(&words).success());
        let games = fs::read_to_string(sandbox.path().join("games/games.pgn")).unwrap();
        let of_white = games.split("[Event ").nth(2).unwrap_or_default().to_owned();
        assert!(of_white.contains("[White \"Fake\"]"), "{games}");
        (told, of_white)
    }

    #[test]
    fn an_engine_that_fails_loses_and_is_told_of() {
        for (on_go, more, result, termination, details) in [
            (
                "echo move e2e5",
                "",
                "0-1",
                "rules infraction",
                "Fake played `e2e5`, which is no legal move",
            ),
            (
                "echo 'Illegal move: x'",
                "",
                "0-1",
                "rules infraction",
                "Fake refused a legal move: `Illegal move: x`",
            ),
            (
                "echo '1-0 {mate}'",
                "",
                "0-1",
                "rules infraction",
                "Fake claimed a result that it does not have: `1-0 {mate}`",
            ),
            ("exit 3", "", "0-1", "abandoned", "Fake ended by itself"),
            (
                ":",
                "--patience 1",
                "0-1",
                "time forfeit",
                "Fake made no move within 1.0 s",
            ),
            (
                ":",
                "--tc 0.4",
                "0-1",
                "time forfeit",
                "Fake overstepped the time",
            ),
        ] {
            let (told, game) = play(&xboard_script(on_go), "xboard", more);
            assert!(
                game.contains(&format!("[Result \"{result}\"]")),
                "{on_go}: {game}"
            );
            let tag = format!("[Termination \"{termination}\"]");
            assert!(game.contains(&tag), "{on_go}: {game}");
            assert!(
                game.contains(&format!("[TerminationDetails \"{details}\"]")),
                "{on_go}: {game}"
            );
            let line = format!("  1.1.2 Fake - Neutral 600 {result}: {details} ({termination})\n");
            assert!(told.contains(&line), "{on_go}: {told}");
        }
        let (told, game) = play(&xboard_script("echo resign"), "xboard", "");
        assert!(game.contains("[Result \"0-1\"]") && game.contains("[Termination \"normal\"]"));
        assert!(!told.contains("1.1.2"), "{told}");
    }

    #[test]
    fn an_engine_of_the_universal_chess_interface_is_told_everything() {
        let script = "while read line; do echo \"$line\" >>heard.txt; case \"$line\" in\n\
                      uci) echo 'id name Fake'; echo uciok;;\n\
                      isready) echo readyok;;\n\
                      go*) echo 'info depth 1'; echo bestmove e2e4 ponder e7e5;;\n\
                      quit) exit 0;;\n\
                      esac; done\n";
        let sandbox = Sandbox::new();
        sandbox.write("engine.sh", script).write("start.epd", START);
        let line = "tournament neutral@600 --games 2 --openings start.epd --work games --threads 1";
        let engine = "name=Fake,command=sh engine.sh,protocol=uci,depth=3,option.Own Book=false";
        let mut words = words(line);
        words.extend(["--engine", engine]);
        let told = out(&sandbox.run(&words).success());
        // Its second move is no legal one.
        let illegal = "Fake played `e2e4`, which is no legal move (rules infraction)";
        assert!(told.contains(illegal), "{told}");
        let heard = fs::read_to_string(sandbox.path().join("heard.txt")).unwrap();
        let introduction = "uci\nsetoption name Own Book value false\nucinewgame\nisready\n";
        assert!(heard.starts_with(introduction), "{heard}");
        assert!(
            heard.contains("\nposition startpos\ngo depth 3\n"),
            "{heard}"
        );
        assert!(heard.contains("\nposition startpos moves e2e4 "), "{heard}");
    }

    #[test]
    fn masque_plays_against_masque_as_a_foreign_engine() {
        let sandbox = Sandbox::new();
        let line = "tournament neutral@600 --games 2 --work games --threads 2";
        let engine = format!(
            "name=Other,command='{}' --personality lion --config own.toml,protocol=xboard,depth=2",
            env!("CARGO_BIN_EXE_masque")
        );
        sandbox.write("own.toml", "");
        let mut words = words(line);
        words.extend(["--engine", &engine]);
        let table = out(&sandbox.run(&words).success());
        assert!(!table.contains("Not decided by chess"), "{table}");
        let path = sandbox.path().join("games/games.pgn");
        let games = fs::read_to_string(&path).unwrap();
        assert_eq!(
            games.matches("[Termination \"normal\"]").count(),
            2,
            "{games}"
        );
        let winner = table.lines().find(|line| line.starts_with("1  "));
        assert!(winner.is_some_and(|line| line.contains("Other")), "{table}");

        // A game of a foreign engine that is complete is kept.
        let first = games.split("[Event ").nth(1).unwrap_or_default();
        fs::write(&path, format!("[Event {first}")).unwrap();
        sandbox.run(&words).success();
        let again = fs::read_to_string(&path).unwrap();
        assert!(again.starts_with(&format!("[Event {first}")), "{again}");
        assert_eq!(again.matches("[Round ").count(), 2);
    }
}
