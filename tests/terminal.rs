//! Games in the terminal, with the moves of the engine made by the test.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use masque::board::{Color, Position};
use masque::personality::{Personality, Roster};
use masque::session::Command;
use masque::terminal::drawing::BoardStyle;
use masque::terminal::{GameSettings, TerminalAction, TerminalGame, TimeLimit};

/// A game, the present moment, and what was printed and passed to the session so far.
struct TestGame {
    game: TerminalGame,
    now: Instant,
    said: String,
    commands: Vec<Command>,
    saved: Vec<String>,
    kept: Vec<(PathBuf, String)>,
    has_left: bool,
}

fn settings() -> GameSettings {
    GameSettings {
        own: Color::White,
        start: Position::start(),
        pace: TimeLimit::MoveTime(Duration::from_secs(1)),
        depth_plies: None,
        nodes: None,
        style: BoardStyle::Letters,
        is_match: false,
    }
}

impl TestGame {
    fn begin(settings: GameSettings) -> TestGame {
        let game = TerminalGame::new(settings, Roster::built_in(), Personality::neutral());
        let mut test = TestGame {
            game,
            now: Instant::now(),
            said: String::new(),
            commands: Vec::new(),
            saved: Vec::new(),
            kept: Vec::new(),
            has_left: false,
        };
        let actions = test.game.begin(test.now);
        test.note(actions);
        test
    }

    fn note(&mut self, actions: Vec<TerminalAction>) {
        for action in actions {
            match action {
                TerminalAction::Say(text) | TerminalAction::Show(text) => {
                    self.said.push_str(&(text + "\n"))
                }
                TerminalAction::Ask(prompt) => self.said.push_str(&prompt),
                TerminalAction::Command(command) => self.commands.push(command),
                TerminalAction::Save { pgn, .. } => self.saved.push(pgn),
                TerminalAction::Keep { path, pgn } => self.kept.push((path, pgn)),
                TerminalAction::Leave => self.has_left = true,
            }
        }
    }

    /// The person types a line; returns what is printed.
    fn type_line(&mut self, line: &str) -> String {
        self.said.clear();
        self.commands.clear();
        let actions = self.game.line_typed(line, self.now);
        self.note(actions);
        self.said.clone()
    }

    /// The engine makes a move in a position; returns what is printed.
    fn engine(&mut self, text: &str, fen: &str) -> String {
        self.said.clear();
        let position: Position = fen.parse().unwrap();
        let mv = position.parse_move(text).unwrap();
        let actions = self.game.engine_moves(mv, self.now);
        self.note(actions);
        self.said.clone()
    }

    /// Plays the moves of both sides from the start; the person has White.
    fn play(&mut self, moves: &str) -> String {
        let mut position = Position::start();
        let mut said = String::new();
        for (ply, text) in moves.split(' ').enumerate() {
            said = match ply % 2 {
                0 => self.type_line(text),
                _ => self.engine(text, &position.fen()),
            };
            position = position.play(position.parse_move(text).unwrap());
        }
        said
    }
}

#[test]
fn the_opponent_is_introduced_and_the_board_drawn() {
    let test = TestGame::begin(settings());
    assert!(test.said.starts_with("Your opponent is Neutral.\n"));
    assert!(test.said.contains("\n 1  R  N  B  Q  K  B  N  R\n"));
    assert!(test.said.ends_with("\n1. "), "{}", test.said);
    assert_eq!(
        test.commands,
        [
            Command::New,
            Command::Force,
            Command::Easy,
            Command::MoveTime(Duration::from_secs(1)),
        ]
    );
}

#[test]
fn a_move_goes_to_the_session_and_the_answer_to_the_person() {
    let mut test = TestGame::begin(settings());
    let said = test.type_line("e2e4");
    assert_eq!(said, "", "nothing is asked while the engine thinks");
    assert_eq!(
        test.commands,
        [
            Command::Force,
            Command::UserMove("e4".to_owned()),
            Command::Go
        ]
    );
    assert!(test.game.is_engine_thinking());
    let said = test.engine(
        "e5",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    );
    assert!(said.starts_with("Neutral plays 1... e5\n"), "{said}");
    assert!(said.contains(" 5  .  .  .  . [p] .  .  .\n"), "{said}");
    assert!(said.ends_with("\n2. "), "{said}");
}

#[test]
fn a_line_that_is_not_understood_changes_nothing() {
    let mut test = TestGame::begin(settings());
    for (line, expected) in [
        ("e5", "e5 is not legal here"),
        ("blah", "'blah' is neither a move"),
        ("save", "save needs a file name"),
        ("personality nobody", "no personality is called `nobody`"),
        ("undo", "There is nothing to take back."),
        ("time never", "is no time control"),
        ("\0\u{7f}", "is neither a move"),
    ] {
        let said = test.type_line(line);
        assert!(said.contains(expected), "{line}: {said}");
        assert!(said.ends_with("\n1. "), "{line}: {said}");
        assert!(test.commands.is_empty(), "{line}");
    }
    assert_eq!(test.type_line(""), "1. ");
    let fen = Position::start().fen();
    assert_eq!(test.type_line("fen"), format!("{fen}\n1. "));
}

#[test]
fn a_game_is_saved_while_the_engine_thinks() {
    let mut test = TestGame::begin(settings());
    test.type_line("e4");
    assert_eq!(test.type_line("save game.pgn"), "");
    assert!(test.saved[0].ends_with("1. e4 *\n\n"), "{}", test.saved[0]);
    let said = test.type_line("save");
    assert_eq!(said, "save needs a file name like game.pgn\n");
}

#[test]
fn it_is_not_your_turn_while_the_engine_thinks() {
    let mut test = TestGame::begin(settings());
    test.type_line("e4");
    for line in ["d4", "e5", "nonsense"] {
        assert_eq!(test.type_line(line), "It is not your turn yet.\n");
        assert!(test.commands.is_empty(), "{line}");
    }
}

#[test]
fn mate_ends_the_game_and_another_can_begin() {
    let mut test = TestGame::begin(settings());
    let said = test.play("f3 e5 g4 Qh4");
    assert!(said.contains("Neutral plays 2... Qh4#\n"), "{said}");
    assert!(said.contains("\nBlack mates: you lose. 0-1\n"), "{said}");
    assert!(said.contains("Another game?"), "{said}");
    let said = test.type_line("e4");
    assert!(said.contains("The game is over"), "{said}");
    test.type_line("save game.pgn");
    assert!(test.saved[0].contains("[Result \"0-1\"]"));
    assert!(test.saved[0].contains("[Termination \"normal\"]"));
    assert!(test.saved[0].ends_with("1. f3 e5 2. g4 Qh4# 0-1\n\n"));
    let said = test.type_line("new");
    assert!(said.ends_with("\n1. "), "{said}");
    assert!(test.commands.contains(&Command::New));
}

#[test]
fn undo_takes_back_a_whole_move_or_the_one_being_answered() {
    let mut test = TestGame::begin(settings());
    test.play("e4 e5 Nf3 Nc6");
    let said = test.type_line("undo");
    assert!(said.ends_with("\n2. "), "{said}");
    assert_eq!(
        test.commands,
        [Command::Force, Command::Undo, Command::Undo]
    );
    test.type_line("Bc4");
    let said = test.type_line("undo");
    assert!(said.ends_with("\n2. "), "{said}");
    assert_eq!(test.commands, [Command::Force, Command::Undo]);

    // A mate can be taken back too.
    let mut test = TestGame::begin(settings());
    test.play("f3 e5 g4 Qh4");
    let said = test.type_line("undo");
    assert!(said.ends_with("\n2. "), "{said}");
    assert!(!test.game.is_engine_thinking());
}

#[test]
fn draws_are_offered_accepted_and_declined() {
    let mut test = TestGame::begin(settings());
    test.type_line("draw");
    assert_eq!(test.commands, [Command::Draw]);
    let said = test.play("e4 e5");
    assert!(said.contains("declined"), "{said}");

    test.type_line("draw");
    let actions = test.game.engine_offers_draw(test.now);
    test.note(actions);
    assert!(test.said.contains("Draw agreed: nobody wins. 1/2-1/2"));

    let mut test = TestGame::begin(settings());
    let actions = test.game.engine_offers_draw(test.now);
    test.note(actions);
    assert!(test.said.contains("'draw' accepts it"));
    let said = test.type_line("draw");
    assert!(said.contains("Draw agreed"), "{said}");
}

#[test]
fn the_opponent_says_why() {
    let mut test = TestGame::begin(settings());
    test.play("e4 e5");
    test.type_line("why");
    assert_eq!(test.commands, [Command::Why]);
    let actions = test.game.engine_explains("It felt right.");
    test.note(actions);
    assert!(test.said.contains("It felt right.\n"), "{}", test.said);

    let mut test = TestGame::begin(settings());
    assert_eq!(test.type_line("why"), "Neutral has not moved yet.\n1. ");
    assert!(test.commands.is_empty());
}

#[test]
fn a_hint_always_comes() {
    let mut test = TestGame::begin(settings());
    test.type_line("hint");
    assert_eq!(test.commands, [Command::Hint]);
    // It has nothing in mind, so it looks for a second.
    test.commands.clear();
    let actions = test.game.engine_has_no_hint(test.now);
    test.note(actions);
    assert_eq!(test.commands, [Command::Analyze]);
    assert!(test.game.is_engine_busy() && !test.game.is_engine_thinking());
    assert_eq!(test.type_line("hint"), "The hint is coming.\n");
    let due = test.now + Duration::from_secs(1);
    assert_eq!(test.game.wakes_at(test.now), Some(due));
    assert!(test.game.time_passes(test.now).is_empty());
    let actions = test.game.time_passes(due);
    test.note(actions);
    assert_eq!(test.commands, [Command::Hint]);
    test.commands.clear();
    let d4 = Position::start().parse_move("d4").unwrap();
    let actions = test.game.engine_hints(d4);
    test.note(actions);
    assert_eq!(test.commands, [Command::Exit]);
    assert!(test.said.ends_with("Hint: d4\n1. "), "{}", test.said);
    assert!(!test.game.is_engine_busy());

    // A move does not wait for it.
    let actions = test.game.engine_has_no_hint(test.now);
    test.note(actions);
    test.type_line("e4");
    let moved = Command::UserMove("e4".to_owned());
    assert_eq!(
        test.commands,
        [Command::Exit, Command::Force, moved, Command::Go]
    );
    assert_eq!(test.game.wakes_at(test.now), None);
    let said = test.type_line("hint");
    assert_eq!(
        said,
        "Neutral is thinking; a hint comes when it is your turn.\n"
    );
}

#[test]
fn an_interrupt_keeps_the_game_and_a_second_leaves() {
    let mut test = TestGame::begin(settings());
    let interrupt = |test: &mut TestGame| {
        test.said.clear();
        let actions = test.game.interrupted();
        test.note(actions);
    };
    interrupt(&mut test);
    assert!(test.said.contains("No move has been made"), "{}", test.said);
    test.type_line("e4");
    // Also while the engine is thinking.
    interrupt(&mut test);
    assert!(!test.has_left);
    let (path, pgn) = test.kept[0].clone();
    assert!(pgn.ends_with("1. e4 *\n\n"), "{pgn}");
    let name = path.to_str().unwrap();
    assert!(
        name.starts_with("masque-20") && name.ends_with(".pgn"),
        "{name}"
    );
    test.engine(
        "e5",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    );
    test.type_line("board");
    interrupt(&mut test);
    assert!(!test.has_left, "a line was typed in between");
    assert_eq!(test.kept[1].0, path, "the same game in the same file");
    assert!(test.kept[1].1.ends_with("1. e4 e5 *\n\n"));
    interrupt(&mut test);
    assert!(test.has_left);
    assert_eq!(test.said, "Goodbye.\n");
}

#[test]
fn either_side_may_resign() {
    let mut test = TestGame::begin(settings());
    let said = test.type_line("resign");
    assert!(said.contains("You resign: you lose. 0-1"), "{said}");
    let mut test = TestGame::begin(settings());
    test.type_line("e4");
    let actions = test.game.engine_resigns(test.now);
    test.note(actions);
    assert!(test.said.contains("Neutral resigns: you win. 1-0"));
}

#[test]
fn the_session_gets_both_clocks_and_flags_fall() {
    let mut test = TestGame::begin(GameSettings {
        pace: TimeLimit::Clock("1+2".parse().unwrap()),
        ..settings()
    });
    assert!(test.said.contains("You 1:00   Neutral 1:00"));
    test.now += Duration::from_secs(10);
    test.type_line("e4");
    assert!(
        test.commands
            .contains(&Command::OpponentClock(Duration::from_secs(52)))
    );
    assert!(
        test.commands
            .contains(&Command::OwnClock(Duration::from_secs(60)))
    );
    assert_eq!(
        test.game.wakes_at(test.now),
        Some(test.now + Duration::from_secs(60))
    );
    test.now += Duration::from_secs(60);
    let actions = test.game.time_passes(test.now);
    test.note(actions);
    let said = &test.said;
    assert!(
        said.contains("Neutral has overstepped the time: you win. 1-0"),
        "{said}"
    );
    test.type_line("save x");
    assert!(test.saved[0].contains("[TimeControl \"60+2\"]"));
    assert!(test.saved[0].contains("[Termination \"time forfeit\"]"));
    let late = test.engine(
        "e5",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    );
    assert_eq!(late, "", "a late move does not count");
}

#[test]
fn a_bare_king_cannot_win_on_time() {
    let mut test = TestGame::begin(GameSettings {
        start: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap(),
        pace: TimeLimit::Clock("1".parse().unwrap()),
        ..settings()
    });
    test.now += Duration::from_secs(61);
    let said = test.type_line("e4");
    assert!(
        said.contains("Your time is up: nobody wins. 1/2-1/2"),
        "{said}"
    );
}

#[test]
fn black_is_below_and_the_engine_begins() {
    let test = TestGame::begin(GameSettings {
        own: Color::Black,
        ..settings()
    });
    assert_eq!(test.commands.last(), Some(&Command::Go));
    assert!(test.game.is_engine_thinking());
    let board = test.said.find("\n 8  r  n  b  k  q").unwrap();
    let thinking = test.said.find("\nNeutral is thinking ...\n").unwrap();
    assert!(board < thinking, "{}", test.said);
}

#[test]
fn limits_and_chess960_starts_are_passed_on() {
    let start = Position::chess960_start(0);
    let test = TestGame::begin(GameSettings {
        start: start.clone(),
        nodes: Some(500),
        depth_plies: Some(3),
        ..settings()
    });
    assert_eq!(
        test.commands,
        [
            Command::New,
            Command::Variant("fischerandom".to_owned()),
            Command::Force,
            Command::Easy,
            Command::SetBoard(start.fen()),
            Command::NodesPerSecond(Some(500)),
            Command::MoveTime(Duration::from_secs(1)),
            Command::Depth(Some(3)),
        ]
    );
}

#[test]
fn opponents_can_be_changed_during_a_game() {
    let mut test = TestGame::begin(settings());
    let said = test.type_line("personality");
    assert!(said.contains("\nneutral\nschools: classicist, "), "{said}");
    let said = test.type_line("personality Hypermodern");
    assert!(
        said.contains("Your opponent is The Hypermodern (schools)."),
        "{said}"
    );
    assert_eq!(
        test.commands,
        [Command::Option {
            name: "Personality".to_owned(),
            value: Some("hypermodern".to_owned()),
        }]
    );
}

#[test]
fn the_other_commands_answer() {
    let mut test = TestGame::begin(settings());
    assert!(test.type_line("moves").starts_with("Na3 Nc3 Nf3 Nh3 a3 "));
    assert!(
        test.type_line("flip")
            .contains("\n 1  R  N  B  K  Q  B  N  R\n")
    );
    assert!(
        test.type_line("board")
            .contains(" h  g  f  e  d  c  b  a\n")
    );
    assert!(test.type_line("help").contains("\n  undo "));
    test.type_line("hint");
    assert_eq!(test.commands, [Command::Hint]);
    let hint = Position::start().parse_move("g1f3").unwrap();
    let actions = test.game.engine_hints(hint);
    test.note(actions);
    assert!(test.said.contains("Hint: Nf3\n"), "{}", test.said);
    assert!(test.type_line("time 5+3").contains("next game"));
    test.type_line("new");
    assert!(test.said.contains("You 5:00   Neutral 5:00"));
    assert_eq!(test.type_line("quit"), "Goodbye.\n");
    assert!(test.has_left);
}
