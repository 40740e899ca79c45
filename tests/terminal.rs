//! Games at the terminal's table, with the engine's part played by the test.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use masque::board::{Color, Position};
use masque::personality::{Personality, Roster};
use masque::session::Command;
use masque::terminal::drawing::Symbols;
use masque::terminal::{Action, Pace, Rules, Table};

/// A table, its clock on the wall, and everything that was said and told so far.
struct Evening {
    table: Table,
    now: Instant,
    said: String,
    told: Vec<Command>,
    saved: Vec<String>,
    has_left: bool,
}

fn rules() -> Rules {
    Rules {
        own: Color::White,
        start: Position::start(),
        pace: Pace::MoveTime(Duration::from_secs(1)),
        depth_plies: None,
        nodes: None,
        symbols: Symbols::Letters,
    }
}

impl Evening {
    fn begin(rules: Rules) -> Evening {
        let table = Table::new(rules, Roster::built_in(), Personality::neutral());
        let mut evening = Evening {
            table,
            now: Instant::now(),
            said: String::new(),
            told: Vec::new(),
            saved: Vec::new(),
            has_left: false,
        };
        let actions = evening.table.sit_down(evening.now);
        evening.note(actions);
        evening
    }

    fn note(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Say(text) => self.said.push_str(&(text + "\n")),
                Action::Ask(prompt) => self.said.push_str(&prompt),
                Action::Tell(command) => self.told.push(command),
                Action::Save { pgn, .. } => self.saved.push(pgn),
                Action::Leave => self.has_left = true,
            }
        }
    }

    /// The person types a line; what is said to it.
    fn type_line(&mut self, line: &str) -> String {
        self.said.clear();
        self.told.clear();
        let actions = self.table.hear(line, self.now);
        self.note(actions);
        self.said.clone()
    }

    /// The engine answers with a move.
    fn engine(&mut self, text: &str, fen: &str) -> String {
        self.said.clear();
        let position: Position = fen.parse().unwrap();
        let mv = position.parse_move(text).unwrap();
        let actions = self.table.engine_moves(mv, self.now);
        self.note(actions);
        self.said.clone()
    }

    /// Both sides' moves from the start; the person has White.
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
    let evening = Evening::begin(rules());
    assert!(evening.said.starts_with("Your opponent is Neutral.\n"));
    assert!(evening.said.contains("\n 1  R  N  B  Q  K  B  N  R\n"));
    assert!(evening.said.ends_with("\n1. "), "{}", evening.said);
    assert_eq!(
        evening.told,
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
    let mut evening = Evening::begin(rules());
    let said = evening.type_line("e2e4");
    assert_eq!(said, "", "nothing is asked while the engine thinks");
    assert_eq!(
        evening.told,
        [
            Command::Force,
            Command::UserMove("e4".to_owned()),
            Command::Go
        ]
    );
    assert!(evening.table.is_engine_thinking());
    let said = evening.engine(
        "e5",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    );
    assert!(said.starts_with("Neutral plays 1... e5\n"), "{said}");
    assert!(said.contains(" 5  .  .  .  . [p] .  .  .\n"), "{said}");
    assert!(said.ends_with("\n2. "), "{said}");
}

#[test]
fn what_is_not_understood_changes_nothing() {
    let mut evening = Evening::begin(rules());
    for (line, expected) in [
        ("e5", "e5 is not legal here"),
        ("blah", "'blah' is neither a move"),
        ("save", "save needs a file name"),
        ("personality nobody", "no personality is called `nobody`"),
        ("undo", "There is nothing to take back."),
        ("level never", "is no time control"),
        ("\0\u{7f}", "is neither a move"),
    ] {
        let said = evening.type_line(line);
        assert!(said.contains(expected), "{line}: {said}");
        assert!(said.ends_with("\n1. "), "{line}: {said}");
        assert!(evening.told.is_empty(), "{line}");
    }
    assert_eq!(evening.type_line(""), "1. ");
    let fen = Position::start().fen();
    assert_eq!(evening.type_line("fen"), format!("{fen}\n1. "));
}

#[test]
fn it_is_not_your_turn_while_the_engine_thinks() {
    let mut evening = Evening::begin(rules());
    evening.type_line("e4");
    for line in ["d4", "e5", "nonsense"] {
        assert_eq!(evening.type_line(line), "It is not your turn yet.\n");
        assert!(evening.told.is_empty(), "{line}");
    }
}

#[test]
fn mate_ends_the_game_and_another_can_begin() {
    let mut evening = Evening::begin(rules());
    let said = evening.play("f3 e5 g4 Qh4");
    assert!(said.contains("Neutral plays 2... Qh4#\n"), "{said}");
    assert!(said.contains("\nBlack mates: you lose. 0-1\n"), "{said}");
    assert!(said.contains("Another game?"), "{said}");
    let said = evening.type_line("e4");
    assert!(said.contains("The game is over"), "{said}");
    evening.type_line("save game.pgn");
    assert!(evening.saved[0].contains("[Result \"0-1\"]"));
    assert!(evening.saved[0].contains("[Termination \"normal\"]"));
    assert!(evening.saved[0].ends_with("1. f3 e5 2. g4 Qh4# 0-1\n\n"));
    let said = evening.type_line("new");
    assert!(said.ends_with("\n1. "), "{said}");
    assert!(evening.told.contains(&Command::New));
}

#[test]
fn undo_takes_back_a_whole_move_or_the_one_being_answered() {
    let mut evening = Evening::begin(rules());
    evening.play("e4 e5 Nf3 Nc6");
    let said = evening.type_line("undo");
    assert!(said.ends_with("\n2. "), "{said}");
    assert_eq!(evening.told, [Command::Force, Command::Undo, Command::Undo]);
    evening.type_line("Bc4");
    let said = evening.type_line("undo");
    assert!(said.ends_with("\n2. "), "{said}");
    assert_eq!(evening.told, [Command::Force, Command::Undo]);

    // A mate can be taken back too.
    let mut evening = Evening::begin(rules());
    evening.play("f3 e5 g4 Qh4");
    let said = evening.type_line("undo");
    assert!(said.ends_with("\n2. "), "{said}");
    assert!(!evening.table.is_engine_thinking());
}

#[test]
fn draws_are_offered_accepted_and_declined() {
    let mut evening = Evening::begin(rules());
    evening.type_line("draw");
    assert_eq!(evening.told, [Command::Draw]);
    let said = evening.play("e4 e5");
    assert!(said.contains("declined"), "{said}");

    evening.type_line("draw");
    let actions = evening.table.engine_offers_draw(evening.now);
    evening.note(actions);
    assert!(evening.said.contains("Draw agreed: nobody wins. 1/2-1/2"));

    let mut evening = Evening::begin(rules());
    let actions = evening.table.engine_offers_draw(evening.now);
    evening.note(actions);
    assert!(evening.said.contains("'draw' accepts it"));
    let said = evening.type_line("draw");
    assert!(said.contains("Draw agreed"), "{said}");
}

#[test]
fn either_side_may_resign() {
    let mut evening = Evening::begin(rules());
    let said = evening.type_line("resign");
    assert!(said.contains("You resign: you lose. 0-1"), "{said}");
    let mut evening = Evening::begin(rules());
    evening.type_line("e4");
    let actions = evening.table.engine_resigns(evening.now);
    evening.note(actions);
    assert!(evening.said.contains("Neutral resigns: you win. 1-0"));
}

#[test]
fn with_a_clock_the_session_hears_both_times_and_flags_fall() {
    let mut evening = Evening::begin(Rules {
        pace: Pace::Clock("1+2".parse().unwrap()),
        ..rules()
    });
    assert!(evening.said.contains("You 1:00   Neutral 1:00"));
    evening.now += Duration::from_secs(10);
    evening.type_line("e4");
    assert!(
        evening
            .told
            .contains(&Command::OpponentClock(Duration::from_secs(52)))
    );
    assert!(
        evening
            .told
            .contains(&Command::OwnClock(Duration::from_secs(60)))
    );
    assert_eq!(
        evening.table.flag_falls_at(evening.now),
        Some(evening.now + Duration::from_secs(60))
    );
    evening.now += Duration::from_secs(60);
    let actions = evening.table.look_at_clock(evening.now);
    evening.note(actions);
    let said = &evening.said;
    assert!(
        said.contains("Neutral has overstepped the time: you win. 1-0"),
        "{said}"
    );
    evening.type_line("save x");
    assert!(evening.saved[0].contains("[TimeControl \"60+2\"]"));
    assert!(evening.saved[0].contains("[Termination \"time forfeit\"]"));
    let late = evening.engine(
        "e5",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    );
    assert_eq!(late, "", "a late move does not count");
}

#[test]
fn a_bare_king_cannot_win_on_time() {
    let mut evening = Evening::begin(Rules {
        start: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap(),
        pace: Pace::Clock("1".parse().unwrap()),
        ..rules()
    });
    evening.now += Duration::from_secs(61);
    let said = evening.type_line("e4");
    assert!(
        said.contains("Your time is up: nobody wins. 1/2-1/2"),
        "{said}"
    );
}

#[test]
fn black_is_below_and_the_engine_begins() {
    let evening = Evening::begin(Rules {
        own: Color::Black,
        ..rules()
    });
    assert_eq!(evening.told.last(), Some(&Command::Go));
    assert!(evening.table.is_engine_thinking());
    assert!(
        !evening.said.contains(" 1  R"),
        "no board before the first move"
    );
}

#[test]
fn limits_and_odd_starts_are_told() {
    let start = Position::chess960_start(0);
    let evening = Evening::begin(Rules {
        start: start.clone(),
        nodes: Some(500),
        depth_plies: Some(3),
        ..rules()
    });
    assert_eq!(
        evening.told,
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
    let mut evening = Evening::begin(rules());
    let said = evening.type_line("personality");
    assert!(
        said.contains("neutral") && said.contains("hypermodern"),
        "{said}"
    );
    let said = evening.type_line("personality Hypermodern");
    assert!(said.contains("Your opponent is The Hypermodern."), "{said}");
    assert_eq!(
        evening.told,
        [Command::Option {
            name: "Personality".to_owned(),
            value: Some("hypermodern".to_owned()),
        }]
    );
}

#[test]
fn the_other_commands_answer() {
    let mut evening = Evening::begin(rules());
    assert!(
        evening
            .type_line("moves")
            .starts_with("Na3 Nc3 Nf3 Nh3 a3 ")
    );
    assert!(
        evening
            .type_line("flip")
            .contains("\n 1  R  N  B  K  Q  B  N  R\n")
    );
    assert!(
        evening
            .type_line("board")
            .contains(" h  g  f  e  d  c  b  a\n")
    );
    assert!(evening.type_line("help").contains("\n  undo "));
    evening.type_line("hint");
    assert_eq!(evening.told, [Command::Hint]);
    let hint = Position::start().parse_move("g1f3").unwrap();
    let actions = evening.table.engine_hints(hint);
    evening.note(actions);
    assert!(evening.said.contains("Hint: Nf3\n"), "{}", evening.said);
    assert!(evening.type_line("level 5+3").contains("next game"));
    evening.type_line("new");
    assert!(evening.said.contains("You 5:00   Neutral 5:00"));
    assert_eq!(evening.type_line("quit"), "Goodbye.\n");
    assert!(evening.has_left);
}
