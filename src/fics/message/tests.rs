//! What servers really say, and what people try.

use proptest::prelude::*;

use super::*;

fn parse(line: &str) -> Message {
    Message::parse(line)
}

fn rated(points: u32) -> Rating {
    Rating::Rated {
        points,
        is_provisional: false,
    }
}

fn minutes(base_minutes: u32, increment_s: u32) -> Option<TimeControl> {
    Some(TimeControl {
        base_minutes,
        increment_s,
    })
}

fn challenge(line: &str) -> Challenge {
    match parse(line) {
        Message::Challenge(challenge) => challenge,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn challenges_are_read() {
    let one = challenge("Challenge: Alice (----) [white] MasqueBot (1500P) rated blitz 5 12.");
    assert!(!one.is_adjourned);
    let terms = one.terms;
    assert_eq!((&*terms.first, &*terms.second), ("Alice", "MasqueBot"));
    assert_eq!(terms.first_rating, Rating::None);
    let provisional = Rating::Rated {
        points: 1500,
        is_provisional: true,
    };
    assert_eq!(terms.second_rating, provisional);
    assert_eq!(terms.first_color, Some(Color::White));
    assert!(terms.is_rated);
    assert_eq!((&*terms.kind, terms.time), ("blitz", minutes(5, 12)));
    assert_eq!(terms.other_time, None);
}

#[test]
fn kinds_and_times_of_challenges_differ() {
    for (text, kind, time, other) in [
        ("unrated wild/fr 3 0.", "wild/fr", minutes(3, 0), None),
        (
            "unrated lightning chess960 1 0.",
            "lightning chess960",
            minutes(1, 0),
            None,
        ),
        ("unrated untimed.", "untimed", None, None),
        (
            "rated blitz 3 0 5 2.",
            "blitz",
            minutes(3, 0),
            minutes(5, 2),
        ),
        (
            "rated wild 3 0 Loaded from wild/3.",
            "wild Loaded from wild/3",
            minutes(3, 0),
            None,
        ),
    ] {
        let terms = challenge(&format!("Challenge: Bob (++++) Eve ( 871) {text}")).terms;
        assert_eq!(
            (&*terms.kind, terms.time, terms.other_time),
            (kind, time, other),
            "{text}"
        );
        assert_eq!(
            (terms.first_rating, terms.second_rating),
            (Rating::Guest, rated(871))
        );
    }
    let adjourned = "Challenge: Ann (0) Bo (1) rated wild 3 0 Loaded from blitz/0 (adjourned).";
    let adjourned = challenge(adjourned);
    assert!(adjourned.is_adjourned);
    assert_eq!(adjourned.terms.kind, "wild Loaded from blitz/0");
}

#[test]
fn notes_on_challengers_are_read() {
    let note = |name: &str, what| Message::ChallengerIs {
        name: name.to_owned(),
        what,
    };
    let computer = note("TestBot", ChallengerNote::Computer);
    assert_eq!(parse("--** TestBot is a computer **--"), computer);
    for line in [
        "--** Eve is an abuser **--",
        "--** Eve is in the abuser list **--",
    ] {
        assert_eq!(parse(line), note("Eve", ChallengerNote::Abuser));
    }
}

#[test]
fn indexed_offers_are_read() {
    let line = "<pf> 3 w=Alice t=match p=Alice (----) [white] Bobby (----) rated blitz 2 3";
    let Message::PendingFrom(offer) = parse(line) else {
        panic!()
    };
    assert_eq!((offer.index, &*offer.with), (3, "Alice"));
    let PendingKind::Match(Some(challenge)) = offer.kind else {
        panic!()
    };
    assert_eq!(challenge.terms.time, minutes(2, 3));
    for (kind, parameters, expected) in [
        ("draw", " p=#", PendingKind::Draw),
        ("abort", "", PendingKind::Abort),
        ("adjourn", " p=", PendingKind::Adjourn),
        ("takeback", " p=2", PendingKind::Takeback(2)),
        ("switch", "", PendingKind::Switch),
        ("tea", "", PendingKind::Other("tea".to_owned())),
    ] {
        let line = format!("<pt> 12 w=GuestABCD t={kind}{parameters}");
        let Message::PendingTo(offer) = parse(&line) else {
            panic!("{line}")
        };
        assert_eq!((offer.index, offer.kind), (12, expected), "{line}");
    }
    assert_eq!(parse("<pr> 17"), Message::PendingRemoved(17));
}

#[test]
fn seeks_are_read() {
    let line = "<s> 8 w=visar ti=02 rt=2194  t=4 i=0 r=r tp=suicide c=? rr=0-9999 a=t f=f";
    let Message::Seek(seek) = parse(line) else {
        panic!()
    };
    assert_eq!((seek.index, &*seek.name, seek.title_bits), (8, "visar", 2));
    assert_eq!(
        (seek.rating, seek.is_rated, &*seek.kind),
        (rated(2194), true, "suicide")
    );
    assert_eq!(Some(seek.time), minutes(4, 0));
    assert_eq!(parse("<sr> 8 10"), Message::SeeksRemoved(vec![8, 10]));
    let ours = |line| match parse(line) {
        Message::OurSeek(ours) => ours,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(
        ours("Your seek has been posted with index 1."),
        OurSeek::Posted(1)
    );
    for line in [
        "Your seek matches one already posted by Alice.",
        "Your seek matches one posted by Alice.",
        "Your seek intercepts Alice's getgame.",
        "Alice accepts your seek.",
    ] {
        assert_eq!(ours(line), OurSeek::Matched("Alice".to_owned()), "{line}");
    }
    let refused = ours("You can only have 3 active seeks.");
    assert!(matches!(refused, OurSeek::Refused(_)));
}

#[test]
fn games_begin() {
    let line = "Creating: Alice (----) MasqueBot (1712) rated blitz 2 12";
    let Message::Creating(terms) = parse(line) else {
        panic!()
    };
    assert_eq!(
        (&*terms.first, terms.second_rating, terms.is_rated),
        ("Alice", rated(1712), true)
    );
    assert_eq!((&*terms.kind, terms.time), ("blitz", minutes(2, 12)));
    for (word, is_continued) in [("Creating", false), ("Continuing", true)] {
        let line = format!("{{Game 12 (Alice vs. MasqueBot) {word} unrated wild/fr match.}}");
        let Message::GameStarted(started) = parse(&line) else {
            panic!("{line}")
        };
        assert_eq!(
            (started.game, &*started.white, &*started.black),
            (12, "Alice", "MasqueBot")
        );
        assert_eq!(
            (started.is_continued, started.is_rated),
            (is_continued, false)
        );
        assert_eq!(started.kind, "wild/fr");
    }
}

#[test]
fn game_info_is_read() {
    let line = "<g1> 1 p=0 t=blitz r=1 u=0,1 it=300,12 i=180,2 pt=0 rt=1586E,0 ts=1,0 m=2 n=0";
    let Message::GameInfo(info) = parse(line) else {
        panic!()
    };
    assert_eq!((info.game, &*info.kind, info.is_rated), (1, "blitz", true));
    assert!(matches!(parse("<g1> x"), Message::Other(_)));
}

#[test]
fn games_end() {
    let white = GameResult::Win(Color::White);
    let black = GameResult::Win(Color::Black);
    let (draw, none) = (GameResult::Draw, GameResult::Unfinished);
    for (reason, text, end, result) in [
        ("Bob checkmated", "1-0", EndReason::Checkmate, white),
        ("Ann resigns", "0-1", EndReason::Resignation, black),
        ("Ann forfeits on time", "0-1", EndReason::Time, black),
        (
            "Ann forfeits by disconnection",
            "0-1",
            EndReason::Disconnection,
            black,
        ),
        (
            "Game drawn by mutual agreement",
            "1/2-1/2",
            EndReason::Agreement,
            draw,
        ),
        (
            "Game drawn by agreement",
            "1/2-1/2",
            EndReason::Agreement,
            draw,
        ),
        (
            "Game drawn by stalemate",
            "1/2-1/2",
            EndReason::Stalemate,
            draw,
        ),
        (
            "Game drawn by repetition",
            "1/2-1/2",
            EndReason::Repetition,
            draw,
        ),
        (
            "Game drawn by the 50 move rule",
            "1/2-1/2",
            EndReason::FiftyMoves,
            draw,
        ),
        (
            "Neither player has mating material",
            "1/2-1/2",
            EndReason::NoMaterial,
            draw,
        ),
        (
            "Ann ran out of time and Bob has no material to mate",
            "1/2-1/2",
            EndReason::NoMaterial,
            draw,
        ),
        (
            "Game drawn because both players ran out of time",
            "1/2-1/2",
            EndReason::BothTimes,
            draw,
        ),
        (
            "Bob wins by adjudication",
            "0-1",
            EndReason::Adjudication,
            black,
        ),
        (
            "Game aborted by mutual agreement",
            "*",
            EndReason::Aborted,
            none,
        ),
        ("Ann aborts by disconnection", "*", EndReason::Aborted, none),
        ("Game aborted on move 1", "*", EndReason::Aborted, none),
        ("Game courtesyaborted by Ann", "*", EndReason::Aborted, none),
        (
            "Game adjourned by mutual agreement",
            "*",
            EndReason::Adjourned,
            none,
        ),
        (
            "Ann lost connection; game adjourned",
            "*",
            EndReason::Adjourned,
            none,
        ),
        (
            "Game adjourned by server shutdown",
            "*",
            EndReason::Adjourned,
            none,
        ),
        ("Ann ate the board", "1-0", EndReason::Other, white),
        (
            "Hmm, the game ended and I don't know why",
            "*",
            EndReason::Aborted,
            none,
        ),
    ] {
        let line = format!("{{Game 7 (Ann vs. Bob) {reason}}} {text}");
        let Message::GameEnded(ended) = parse(&line) else {
            panic!("{line}")
        };
        assert_eq!(
            (ended.game, &*ended.white, &*ended.black),
            (7, "Ann", "Bob")
        );
        assert_eq!(
            (ended.end, ended.result, &*ended.reason),
            (end, result, reason),
            "{line}"
        );
    }
    let with_numbers = parse("{Game 7 (Ann vs. Bob) Bob resigns} 1-0 [1 2 3 4 5]");
    assert!(matches!(with_numbers, Message::GameEnded(_)));
}

#[test]
fn offers_in_the_game_are_read() {
    for (text, expected) in [
        ("offers you a draw.", GameOffer::Draw),
        ("requests to abort game 1.", GameOffer::Abort),
        (
            "would like to abort the game; type \"abort\" to accept.",
            GameOffer::Abort,
        ),
        ("requests to adjourn game 1.", GameOffer::Adjourn),
        (
            "would like to adjourn the game; type \"adjourn\" to accept.",
            GameOffer::Adjourn,
        ),
        (
            "would like to take back 2 half move(s).",
            GameOffer::Takeback(2),
        ),
        (
            "would like to take back 1 half-move(s).",
            GameOffer::Takeback(1),
        ),
        (
            "proposes a different number (3) of half-move(s).",
            GameOffer::Takeback(3),
        ),
        ("would like to switch sides.", GameOffer::Switch),
        ("requests to pause the game.", GameOffer::Pause),
        ("requests to unpause the game.", GameOffer::Unpause),
    ] {
        let Message::Offer { from, offer } = parse(&format!("Alice {text}")) else {
            panic!("{text}")
        };
        assert_eq!((&*from, offer), ("Alice", expected), "{text}");
    }
    for line in [
        "Alice declines the draw request.",
        "Alice withdraws the match offer.",
        "Alice has declined the takeback request.",
    ] {
        assert_eq!(
            parse(line),
            Message::OfferOver {
                from: "Alice".to_owned()
            },
            "{line}"
        );
    }
    for (who, from) in [("Alice", Some("Alice".to_owned())), ("Your opponent", None)] {
        let more = Message::MoreTime { from, seconds: 10 };
        assert_eq!(
            parse(&format!("{who} has added 10 seconds to your clock.")),
            more
        );
    }
}

#[test]
fn challenges_that_are_gone_are_told() {
    for line in [
        "Challenge from Alice removed.",
        "Alice, who was challenging you, has departed.",
        "Alice, who was challenging you, has joined a game with Bobby.",
        "Alice withdraws the match offer.",
    ] {
        let gone = match parse(line) {
            Message::ChallengeGone(name) | Message::OfferOver { from: name } => name,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(gone, "Alice");
    }
}

#[test]
fn refusals_in_the_game_are_read() {
    for (line, expected) in [
        (
            "Illegal move (e7e4).",
            Rejection::IllegalMove("e7e4".to_owned()),
        ),
        ("Illegal move.", Rejection::IllegalMove(String::new())),
        (
            "Ambiguous move (Nd2).",
            Rejection::AmbiguousMove("Nd2".to_owned()),
        ),
        ("It is not your move.", Rejection::NotOurMove),
        ("You are not playing a game.", Rejection::NotPlaying),
        (
            "You are not playing or examining a game.",
            Rejection::NotPlaying,
        ),
        (
            "You are neither playing, observing nor examining a game.",
            Rejection::NotPlaying,
        ),
        ("Game clock is paused.", Rejection::Paused),
        ("There are no pending draw offers.", Rejection::NoSuchOffer),
        ("There is no offer 77 to accept.", Rejection::NoSuchOffer),
        ("You have no offers to accept.", Rejection::NoSuchOffer),
        (
            "You have no pending offers from other players.",
            Rejection::NoSuchOffer,
        ),
        (
            "Out of range. Use \"pending\" to see the list of offers.",
            Rejection::NoSuchOffer,
        ),
        (
            "Your opponent is not out of time.",
            Rejection::OpponentHasTime,
        ),
        (
            "You can't challenge while you are playing a game.",
            Rejection::Busy,
        ),
    ] {
        assert_eq!(parse(line), Message::Rejected(expected), "{line}");
    }
}

#[test]
fn our_challenges_may_fail() {
    for line in [
        "No player named \"nobody\" is online.",
        "No user named \"nobody\" is logged in.",
        "Nobody is not logged in.",
        "Player \"Carol\" is not open to match requests.",
        "Player \"Carol\" is involved in another game.",
        "Carol is playing a game.",
        "Carol is examining a game.",
        "Carol is censoring you.",
        "Player \"Carol\" is censoring you.",
        "You are on Carol's noplay list.",
        "Match request does not fit formula for Carol:",
    ] {
        assert_eq!(parse(line), Message::MatchFailed(line.to_owned()));
    }
}

#[test]
fn the_opponent_comes_and_goes() {
    let left = parse("Your opponent, Alice, has lost contact or quit.");
    assert_eq!(left, Message::OpponentLeft(Some("Alice".to_owned())));
    let nameless = parse("Your opponent has lost contact or quit.");
    assert_eq!(nameless, Message::OpponentLeft(None));
    let here = "Notification: Alice, who has an adjourned game with you, has arrived.";
    assert_eq!(
        parse(here),
        Message::AdjournedOpponentArrived("Alice".to_owned())
    );
    let online = |line: &str| match parse(line) {
        Message::AdjournedOpponentsOnline(names) => names,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(
        online("1 player, who has an adjourned game with you, is online: Bob"),
        ["Bob"]
    );
    let two = "2 players, who have an adjourned game with you, are online: Ann(C) Bob";
    assert_eq!(online(two), ["Ann", "Bob"]);
}

fn login(line: &str) -> LoginMessage {
    match parse(line) {
        Message::Login(message) => message,
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
        assert!(matches!(login(&line), LoginMessage::Kicked(_)), "{line}");
    }
    let seal = "timeseal error: your timeseal did not reply to the server ping";
    assert!(matches!(login(seal), LoginMessage::TimesealError(_)));
    let idle = "**** Auto-logout because you were idle more than 60 minutes. ****";
    assert_eq!(login(idle), LoginMessage::IdleLogout);
    // Somebody else's session that ours replaces is no reason to stop.
    let other = parse("**** Alice is already logged in; closing the other connection. ****");
    assert!(matches!(other, Message::Other(_)), "{other:?}");
}

#[test]
fn the_rest_is_named_or_left() {
    assert!(matches!(
        parse("zzz: Command not found."),
        Message::UnknownCommand(_)
    ));
    for line in [
        "No such variable \"foo\".",
        "No such ivariable \"foo\".",
        "No such variable name foo.",
    ] {
        assert!(matches!(parse(line), Message::UnknownVariable(_)), "{line}");
    }
    assert_eq!(parse("Type [next] to see next page."), Message::MorePages);
    let quota = "You have reached the communication quota for this minute.";
    assert_eq!(parse(quota), Message::QuotaReached);
    let other = "There are no new news items.";
    assert_eq!(parse(other), Message::Other(other.to_owned()));
    assert_eq!(parse(""), Message::Other(String::new()));
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
        let Message::Chat(chat) = parse(line) else {
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
        prop_assert!(matches!(parse(&line), Message::Chat(_)), "{}", line);
    }

    /// The late half of somebody's long line.
    #[test]
    fn continuations_stay_chat(said in proptest::sample::select(SERVER_LINES)) {
        let line = format!("\\   {said}");
        prop_assert!(matches!(parse(&line), Message::Chat(_)), "{}", line);
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
