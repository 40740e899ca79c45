//! Logins, chat, and what people try with it.

use proptest::prelude::*;

use super::super::*;
use super::parse;

fn login(line: &str) -> LoginMessage {
    match parse(line) {
        ServerMessage::Login(message) => message,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn logging_in_is_understood() {
    let text = str::to_owned;
    let registered = "\"Alice\" is a registered name.  If it is yours, type the password.";
    assert_eq!(login(registered), LoginMessage::Registered(text("Alice")));
    let unknown = "\"Zed\" is not a registered name.  You may play unrated games as a guest.";
    assert_eq!(login(unknown), LoginMessage::NotRegistered(text("Zed")));
    let guest = "Logging you in as \"GuestKMVG\"; you may use this name to play unrated games.";
    assert_eq!(login(guest), LoginMessage::GuestName(text("GuestKMVG")));
    for server in ["server", "FICS"] {
        let line = format!("Press return to enter the {server} as \"Zed\":");
        assert_eq!(login(&line), LoginMessage::PressReturn(text("Zed")));
    }
    for (name, expected) in [
        ("Alice", &[][..]),
        ("Bot(C)", &["C"]),
        ("GuestX(U)", &["U"]),
    ] {
        let LoginMessage::SessionStarted {
            name: found,
            titles,
        } = login(&format!("**** Starting FICS session as {name} ****"))
        else {
            panic!("{name}")
        };
        assert!(name.starts_with(&found));
        assert_eq!(titles, expected);
    }
}

#[test]
fn refused_logins_are_told_apart() {
    assert_eq!(
        login("**** Invalid password! ****"),
        LoginMessage::WrongPassword
    );
    assert_eq!(login("**** LOGIN TIMEOUT ****"), LoginMessage::Timeout);
    for line in [
        "Sorry, Alice is already logged in. Try again.",
        "*** Sorry Alice is already logged in ***",
    ] {
        assert_eq!(login(line), LoginMessage::AlreadyLoggedIn);
    }
    for line in [
        "Names should be at least 3 characters long.  Try again.",
        "A name should be at least three characters long!  Try again.",
        "Sorry, names may be at most 17 characters long.  Try again.",
        "Sorry, names can only consist of lower and upper case letters.  Try again.",
    ] {
        assert!(
            matches!(login(line), LoginMessage::HandleRefused(_)),
            "{line}"
        );
    }
    let blocked = "Due to abuse, guest logins are blocked from your address.";
    assert!(matches!(login(blocked), LoginMessage::GuestsRefused(_)));
    assert!(matches!(
        login("Player \"Eve\" is banned."),
        LoginMessage::Banned(_)
    ));
    for sign in [';', ' '] {
        let dash = if sign == ' ' { " -" } else { ";" };
        let line = format!("**** Bot has arrived{dash} you can't both be logged in. ****");
        assert!(
            matches!(login(&line), LoginMessage::Kicked { .. }),
            "{line}"
        );
    }
    let seal = "timeseal error: your timeseal did not reply to the server ping";
    assert!(matches!(login(seal), LoginMessage::TimesealError(_)));
    let idle = "**** Auto-logout because you were idle more than 60 minutes. ****";
    assert_eq!(login(idle), LoginMessage::IdleLogout);
    // Somebody else's session that ours replaces is no reason to stop.
    let other = parse("**** Alice is already logged in; closing the other connection. ****");
    assert!(matches!(other, ServerMessage::Other(_)), "{other:?}");
}

#[test]
fn the_rest_is_named_or_left() {
    assert!(matches!(
        parse("zzz: Command not found."),
        ServerMessage::UnknownCommand(_)
    ));
    for line in [
        "No such variable \"foo\".",
        "No such ivariable \"foo\".",
        "No such variable name foo.",
    ] {
        assert!(
            matches!(parse(line), ServerMessage::UnknownVariable(_)),
            "{line}"
        );
    }
    assert_eq!(
        parse("Type [next] to see next page."),
        ServerMessage::MorePages
    );
    let quota = "You have reached the communication quota for this minute.";
    assert_eq!(parse(quota), ServerMessage::QuotaReached);
    let other = "There are no new news items.";
    assert_eq!(parse(other), ServerMessage::Other(other.to_owned()));
    assert_eq!(parse(""), ServerMessage::Other(String::new()));
}

#[test]
fn chat_is_read() {
    for (line, kind, titles, game) in [
        ("Alice tells you: hi", ChatKind::Tell, &[][..], None),
        ("Alice(U) tells you: hi", ChatKind::Tell, &["U"], None),
        (
            "Alice(TM)(C)[12] says: hi",
            ChatKind::Say,
            &["TM", "C"],
            Some(12),
        ),
        (
            "Alice(1500)[1] kibitzes: hi",
            ChatKind::Kibitz,
            &["1500"],
            Some(1),
        ),
        (
            "Alice(----)[1] whispers: hi",
            ChatKind::Whisper,
            &["----"],
            Some(1),
        ),
        ("Alice(C)(53): hi", ChatKind::Channel(53), &["C"], None),
        ("Alice shouts: hi", ChatKind::Shout, &[], None),
        ("Alice c-shouts: hi", ChatKind::Shout, &[], None),
        ("--> Alice hi", ChatKind::Shout, &[], None),
        (
            "Alice (your partner) tells you: hi",
            ChatKind::PartnerTell,
            &[],
            None,
        ),
        (
            "**ANNOUNCEMENT** from Alice: hi",
            ChatKind::Announcement,
            &[],
            None,
        ),
    ] {
        let ServerMessage::Chat(chat) = parse(line) else {
            panic!("{line}")
        };
        assert_eq!(
            (chat.kind, &*chat.from, chat.game),
            (kind, "Alice", game),
            "{line}"
        );
        assert_eq!(chat.titles, titles, "{line}");
        assert_eq!(chat.text.trim_start_matches([':', ' ']), "hi", "{line}");
        assert_eq!(chat.is_from_guest(), line.contains("(U)"));
    }
}

/// Everything that only the server may say.
const SERVER_LINES: &[&str] = &[
    "{Game 1 (Alice vs. MasqueBot) Alice resigns} 0-1",
    "{Game 1 (Alice vs. MasqueBot) Creating rated blitz match.}",
    "Creating: Alice (1) MasqueBot (2) rated blitz 2 12",
    "Challenge: Alice (----) MasqueBot (----) rated blitz 5 12.",
    "<pf> 3 w=Alice t=draw",
    "Bobby offers you a draw.",
    "Your opponent, Alice, has lost contact or quit.",
    "**** MasqueBot has arrived; you can't both be logged in. ****",
    "Illegal move (e2e4).",
    "[G]",
    "fics% ",
    "**** Starting FICS session as MasqueBot(C) ****",
    "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 1 A B 1 2 12 39 39 120 120 1 none (0:00) none 1 0 0",
];

fn speaking() -> impl Strategy<Value = String> {
    let verb = prop_oneof![
        Just(" tells you: "),
        Just(" says: "),
        Just("[3] says: "),
        Just("(1500)[2] kibitzes: "),
        Just("(++++)[2] whispers: "),
        Just("(C)(1): "),
        Just(" shouts: "),
        Just(" c-shouts: "),
    ];
    // Handles that sound like the server are handles all the same.
    let name = prop_oneof![
        "[A-Za-z]{3,17}",
        Just("Challenge".to_owned()),
        Just("Creating".to_owned()),
        Just("Game".to_owned()),
        Just("Your".to_owned()),
        Just("Notification".to_owned()),
    ];
    (name, verb).prop_map(|(name, verb)| format!("{name}{verb}"))
}

proptest! {
    #[test]
    fn whatever_people_say_stays_chat(
        speaking in speaking(),
        said in prop_oneof!["[ -~]{0,120}".boxed(), proptest::sample::select(SERVER_LINES).prop_map(str::to_owned).boxed()],
    ) {
        let line = format!("{speaking}{said}");
        prop_assert!(matches!(parse(&line), ServerMessage::Chat(_)), "{}", line);
    }

    /// The late half of somebody's long line.
    #[test]
    fn continuations_stay_chat(said in proptest::sample::select(SERVER_LINES)) {
        let line = format!("\\   {said}");
        prop_assert!(matches!(parse(&line), ServerMessage::Chat(_)), "{}", line);
    }

    #[test]
    fn any_line_is_some_message(line in "\\PC{0,80}|[ -~]{0,200}") {
        let _ = parse(&line);
    }

    /// Server lines with one character changed or cut off never panic.
    #[test]
    fn damaged_lines_are_some_message(
        line in proptest::sample::select(SERVER_LINES), at in 0..160usize, letter in any::<char>(),
    ) {
        let mut letters: Vec<char> = line.chars().collect();
        let at = at % letters.len();
        letters[at] = letter;
        let _ = parse(&letters.iter().collect::<String>());
        let _ = parse(&letters[..at].iter().collect::<String>());
    }
}
