//! What servers really say about games and offers; `people` has the rest.

mod people;

use super::*;

fn parse(line: &str) -> ServerMessage {
    ServerMessage::parse(line)
}

fn rated(points: u32) -> ServerRating {
    ServerRating::Rated {
        points,
        is_provisional: false,
    }
}

fn minutes(base_minutes: u32, increment_s: u32) -> Option<ServerTimeControl> {
    Some(ServerTimeControl {
        base_minutes,
        increment_s,
    })
}

fn challenge(line: &str) -> Challenge {
    match parse(line) {
        ServerMessage::Challenge(challenge) => challenge,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn challenges_are_read() {
    let one = challenge("Challenge: Alice (----) [white] MasqueBot (1500P) rated blitz 5 12.");
    assert!(!one.is_adjourned);
    let terms = one.terms;
    assert_eq!((&*terms.first, &*terms.second), ("Alice", "MasqueBot"));
    assert_eq!(terms.first_rating, ServerRating::None);
    let provisional = ServerRating::Rated {
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
            (ServerRating::Guest, rated(871))
        );
    }
    let adjourned = "Challenge: Ann (0) Bo (1) rated wild 3 0 Loaded from blitz/0 (adjourned).";
    let adjourned = challenge(adjourned);
    assert!(adjourned.is_adjourned);
    assert_eq!(adjourned.terms.kind, "wild Loaded from blitz/0");
}

#[test]
fn notes_on_challengers_are_read() {
    let note = |name: &str, what| ServerMessage::ChallengerIs {
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
    let ServerMessage::PendingFrom(offer) = parse(line) else {
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
        let ServerMessage::PendingTo(offer) = parse(&line) else {
            panic!("{line}")
        };
        assert_eq!((offer.index, offer.kind), (12, expected), "{line}");
    }
    assert_eq!(parse("<pr> 17"), ServerMessage::PendingRemoved(17));
}

#[test]
fn seeks_are_read() {
    let line = "<s> 8 w=visar ti=02 rt=2194  t=4 i=0 r=r tp=suicide c=? rr=0-9999 a=t f=f";
    let ServerMessage::Seek(seek) = parse(line) else {
        panic!()
    };
    assert_eq!((seek.index, &*seek.name, seek.title_bits), (8, "visar", 2));
    assert_eq!(
        (seek.rating, seek.is_rated, &*seek.kind),
        (rated(2194), true, "suicide")
    );
    assert_eq!(Some(seek.time), minutes(4, 0));
    assert_eq!(parse("<sr> 8 10"), ServerMessage::SeeksRemoved(vec![8, 10]));
    let ours = |line| match parse(line) {
        ServerMessage::OurSeek(ours) => ours,
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
    for line in [
        "Usage: TODO for seek",
        "No such category/board: manual/0-9999",
    ] {
        assert!(matches!(ours(line), OurSeek::NotUnderstood(_)), "{line}");
    }
    let refused = ours("You can only have 3 active seeks.");
    assert!(matches!(refused, OurSeek::Refused(_)));
}

#[test]
fn games_begin() {
    let line = "Creating: Alice (----) MasqueBot (1712) rated blitz 2 12";
    let ServerMessage::Creating(terms) = parse(line) else {
        panic!()
    };
    assert_eq!(
        (&*terms.first, terms.second_rating, terms.is_rated),
        ("Alice", rated(1712), true)
    );
    assert_eq!((&*terms.kind, terms.time), ("blitz", minutes(2, 12)));
    for (word, is_continued) in [("Creating", false), ("Continuing", true)] {
        let line = format!("{{Game 12 (Alice vs. MasqueBot) {word} unrated wild/fr match.}}");
        let ServerMessage::GameStarted(started) = parse(&line) else {
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
    let ServerMessage::GameInfo(info) = parse(line) else {
        panic!()
    };
    assert_eq!((info.game, &*info.kind, info.is_rated), (1, "blitz", true));
    assert!(matches!(parse("<g1> x"), ServerMessage::Other(_)));
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
        let ServerMessage::GameEnded(ended) = parse(&line) else {
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
    assert!(matches!(with_numbers, ServerMessage::GameEnded(_)));
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
        let ServerMessage::Offer { from, offer } = parse(&format!("Alice {text}")) else {
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
            ServerMessage::OfferOver {
                from: "Alice".to_owned()
            },
            "{line}"
        );
    }
    for (who, from) in [("Alice", Some("Alice".to_owned())), ("Your opponent", None)] {
        let more = ServerMessage::MoreTime { from, seconds: 10 };
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
            ServerMessage::ChallengeGone(name) | ServerMessage::OfferOver { from: name } => name,
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
        assert_eq!(parse(line), ServerMessage::Rejected(expected), "{line}");
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
        assert_eq!(parse(line), ServerMessage::MatchFailed(line.to_owned()));
    }
}

#[test]
fn the_opponent_comes_and_goes() {
    let here = "Notification: Alice, who has an adjourned game with you, has arrived.";
    assert_eq!(
        parse(here),
        ServerMessage::AdjournedOpponentArrived("Alice".to_owned())
    );
    let online = |line: &str| match parse(line) {
        ServerMessage::AdjournedOpponentsOnline(names) => names,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(
        online("1 player, who has an adjourned game with you, is online: Bob"),
        ["Bob"]
    );
    let two = "2 players, who have an adjourned game with you, are online: Ann(C) Bob";
    assert_eq!(online(two), ["Ann", "Bob"]);
}
