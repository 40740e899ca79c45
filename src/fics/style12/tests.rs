//! Boards as three servers send them, and damaged ones.

use super::*;
use proptest::prelude::*;

/// A board of freechess.org after `iset ms 1`.
const FICS: &str = "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -----N-- PPPP-PPP \
    RNBQKB-R B -1 1 1 1 1 1 12 Alice MasqueBot 1 2 12 39 39 119797 120000 2 N/g1-f3 \
    (0:00.203) Nf3 1 1 55";

fn board(line: &str) -> Style12 {
    Style12::parse(line).unwrap_or_else(|| panic!("{line}"))
}

#[test]
fn a_board_is_read() {
    let board = board(FICS);
    assert_eq!(
        board.placement,
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"
    );
    assert_eq!(
        (board.side_to_move, board.double_step),
        (Color::Black, None)
    );
    assert_eq!(
        (board.reversible_plies, board.move_number, board.ply()),
        (1, 2, 3)
    );
    assert_eq!(
        (board.game, &*board.white, &*board.black),
        (12, "Alice", "MasqueBot")
    );
    assert_eq!(
        (board.relation, board.our_color()),
        (Relation::OurMove, Some(Color::Black))
    );
    assert_eq!((board.initial_minutes, board.increment_s), (2, 12));
    assert_eq!(board.clock_unit, ClockUnit::Milliseconds);
    assert_eq!(
        (board.white_clock_ms, board.black_clock_ms),
        (119_797, 120_000)
    );
    assert_eq!(board.verbose_move.as_deref(), Some("N/g1-f3"));
    assert_eq!(board.san.as_deref(), Some("Nf3"));
    assert_eq!(board.move_time, Duration::from_millis(203));
    assert_eq!((board.clock_runs, board.lag_ms), (Some(true), Some(55)));
    assert_eq!(board.player(Color::Black), "MasqueBot");
    let position = board.position().unwrap();
    assert!(board.shows(&position));
    assert!(!board.shows(&Position::start()));
}

#[test]
fn older_servers_send_fewer_fields_and_newer_may_send_more() {
    let without = |count: usize| {
        let words: Vec<&str> = FICS.split(' ').collect();
        words[..words.len() - count].join(" ")
    };
    assert_eq!(board(&without(1)).lag_ms, None);
    let oldest = board(&without(2));
    assert_eq!((oldest.clock_runs, oldest.lag_ms), (None, None));
    assert_eq!(board(&without(3)).san.as_deref(), Some("Nf3"));
    assert_eq!(Style12::parse(&without(4)), None);
    assert_eq!(board(&format!("{FICS} 7 more")), board(FICS));
}

#[test]
fn seconds_are_told_from_milliseconds() {
    let with = |clocks: &str, time: &str| {
        board(
            &FICS
                .replace("119797 120000", clocks)
                .replace("(0:00.203)", time),
        )
    };
    // A server may accept `ms` and go on with seconds.
    let seconds = with("119 -3", "(0:06)");
    assert_eq!(seconds.clock_unit, ClockUnit::Seconds);
    assert_eq!(
        (seconds.white_clock_ms, seconds.black_clock_ms),
        (119_000, -3000)
    );
    assert_eq!(seconds.clock(Color::Black), Duration::ZERO);
    assert_eq!(seconds.move_time, Duration::from_secs(6));
    assert_eq!(
        with("119797 120000", "(0:06)").clock_unit,
        ClockUnit::Milliseconds
    );
    assert_eq!(with("144 144", "(0:00.000)").clock_unit, ClockUnit::Seconds);
    assert_eq!(
        with("900 800", "(0:01.100)").clock_unit,
        ClockUnit::Milliseconds
    );
    assert_eq!(
        with("0 0", "(1:02:03)").move_time,
        Duration::from_secs(3723)
    );
    assert_eq!(
        with("0 0", "(0:00.5)").move_time,
        Duration::from_millis(500)
    );
}

#[test]
fn servers_have_their_oddities() {
    let start = "<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR \
        B 4 1 1 1 1 -2 1 Alice MasqueBot 1 2 3 39 39 120 120 1 P/e2-e4 (0:00) e4 1 0";
    let lasker = board(start);
    assert_eq!(
        (lasker.reversible_plies, lasker.double_step),
        (0, Some(File::E))
    );
    // The square exists although nobody can capture there: the position knows better.
    let e4 = Position::start();
    let e4 = e4.play(e4.parse_move("e4").unwrap());
    assert_eq!(lasker.position().unwrap().key(), e4.key());
    let first = "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR \
        W -1 1 1 1 1 0 1 Alice MasqueBot -1 0 0 39 39 0 0 1 none (0:00.000) none 1 0 0";
    let first = board(first);
    assert_eq!((first.verbose_move, first.san), (None, None));
    assert_eq!(first.relation, Relation::OpponentToMove);
    for castling in ["o-o", "o-o-o"] {
        assert!(Style12::parse(&FICS.replace("N/g1-f3", castling)).is_some());
    }
}

#[test]
fn chess960_rights_belong_to_the_outermost_rooks() {
    let line = "<12> nrnkbrqb pppppppp -------- -------- -------- -------- PPPPPPPP NRNKBRQB \
        W -1 1 1 1 1 0 1 A B 1 1 0 39 39 60 60 1 none (0:00) none 0 0";
    let position = board(line).position().unwrap();
    let short = position.castling_rook_file(Color::White, crate::board::CastlingSide::Short);
    assert_eq!(short, Some(File::F));
}

#[test]
fn all_relations_are_known() {
    for (number, relation) in [
        (-3, Relation::Isolated),
        (-2, Relation::ObservingExamined),
        (-1, Relation::OpponentToMove),
        (0, Relation::Observing),
        (1, Relation::OurMove),
        (2, Relation::Examining),
    ] {
        let line = FICS.replace("MasqueBot 1 2", &format!("MasqueBot {number} 2"));
        assert_eq!(board(&line).relation, relation);
    }
    assert_eq!(
        Style12::parse(&FICS.replace("MasqueBot 1 2", "MasqueBot 9 2")),
        None
    );
}

#[test]
fn what_is_no_board_is_refused() {
    for line in [
        "",
        "<12>",
        "<12> x",
        "Alice tells you: <12> rnbqkbnr",
        &FICS.replace("pppp-ppp", "pppp-pp"),
        &FICS.replace("pppp-ppp", "pppp-px\u{e9}"),
        &FICS.replace(" B -1", " X -1"),
        &FICS.replace("119797", "soon"),
    ] {
        assert_eq!(Style12::parse(line), None, "{line}");
    }
}

proptest! {
    #[test]
    fn damaged_boards_never_panic(at in 0..260usize, letter in any::<char>()) {
        let mut letters: Vec<char> = FICS.chars().collect();
        let at = at % letters.len();
        letters[at] = letter;
        let line: String = letters.iter().collect();
        if let Some(board) = Style12::parse(&line) {
            let _ = (board.position(), board.ply(), board.clock(Color::White));
        }
    }

    /// Any position comes back from its board.
    #[test]
    fn boards_show_their_positions(choices in proptest::collection::vec(any::<u16>(), 0..60)) {
        let mut position = Position::start();
        for choice in choices {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            position = position.play(mv);
        }
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let squares = fields[0].chars().map(|letter| match letter {
            '/' => " ".to_owned(),
            '1'..='8' => "-".repeat(letter as usize - '0' as usize),
            man => man.to_string(),
        });
        let squares: String = squares.collect();
        let castling: Vec<&str> = ['K', 'Q', 'k', 'q']
            .iter().map(|&right| if fields[2].contains(right) { "1" } else { "0" }).collect();
        let file = fields[3].chars().next().and_then(|file| "abcdefgh".find(file));
        let file = file.map_or("-1".to_owned(), |file| file.to_string());
        let line = format!(
            "<12> {squares} {} {file} {} {} 1 A B 1 2 12 39 39 60 60 {} none (0:01) none 0 1 0",
            fields[1].to_uppercase(), castling.join(" "), fields[4], fields[5],
        );
        let board = board(&line);
        let found = board.position().unwrap();
        prop_assert!(board.shows(&position));
        prop_assert_eq!(found.key(), position.key());
        prop_assert_eq!(found.fullmove_number(), position.fullmove_number());
    }
}
