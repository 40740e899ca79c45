//! Texts there and back, texts that are something else, and the bound.

use super::*;
use crate::learning::experience::{MOST_BOOK_MOVES, MOST_OPPONENTS, MOST_POSITIONS};
use crate::learning::lesson::Lesson;
use proptest::prelude::*;

/// The same bytes on every machine and in every later version.
const GOLDEN: &[u8] = include_bytes!("../../../tests/data/learning.txt");

fn golden() -> Experience {
    let start = Position::start();
    let castles: Position = "rnbq1rk1/ppp1bppp/4pn2/3p4/2PP4/5NP1/PP2PPBP/RNBQK2R w KQ - 4 6"
        .parse()
        .unwrap();
    let chess960: Position = "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 40".parse().unwrap();
    let mut experience = Experience {
        games: 12,
        ..Experience::default()
    };
    for (position, mv, trust) in [(&start, "e4", -640), (&castles, "O-O", 150)] {
        experience.insert_book_move(BookMoveRecord {
            position: position.clone(),
            mv: position.parse_move(mv).unwrap(),
            trust,
            games: 3,
            last_game: 11,
        });
    }
    for (position, best, ceiling, salt) in [
        (&castles, Some("cxd5"), Score::from_cp(-185), 0),
        (
            &chess960,
            Some("O-O-O"),
            Score::mated_in(9),
            0x0123_4567_89ab_cdef,
        ),
        (&start, None, Score::from_cp(-90), u64::MAX),
    ] {
        let best = best.map(|best| position.parse_move(best).unwrap());
        experience.insert_position(LearnedPosition {
            position: position.clone(),
            ceiling,
            depth_plies: 14,
            best,
            salt,
            last_game: 9,
        });
    }
    for (name, rating, wins) in [("Alice", Some(1_834), 2), ("GM Žižka", None, 0)] {
        experience.insert_opponent(OpponentRecord {
            name: name.to_owned(),
            personality: "hypermodern".to_owned(),
            rating,
            wins,
            draws: 1,
            losses: 4,
            last_game: 12,
        });
    }
    experience
}

#[test]
fn the_format_is_what_it_was() {
    assert_eq!(write(&golden()), String::from_utf8_lossy(GOLDEN));
    assert_eq!(read(GOLDEN), Ok(golden()));
    assert_eq!(
        read(write(&Experience::default()).as_bytes()),
        Ok(Experience::default())
    );
}

#[test]
fn something_else_is_told_apart_from_something_broken() {
    for foreign in ["my thesis\n", "masque", "[identity]\nname = 'x'\n"] {
        let foreign = foreign.replace("masque", "masques");
        assert_eq!(
            read(foreign.as_bytes()),
            Err(FaultyText::Foreign),
            "{foreign}"
        );
    }
    assert_eq!(read(b"\xff\xfe"), Err(FaultyText::Foreign));
    assert_eq!(
        read(b"masque learning 2\nwhatever"),
        Err(FaultyText::Newer(2))
    );
    for broken in [
        "",
        "masque lea",
        "masque learning ",
        "masque learning x\n",
        "masque learning 0\n",
    ] {
        let error = read(broken.as_bytes()).unwrap_err();
        assert!(
            matches!(error, FaultyText::Damaged { line: 1, .. }),
            "{broken}: {error}"
        );
    }
    let mut bytes = GOLDEN.to_vec();
    bytes[30] = 0xff;
    assert!(matches!(read(&bytes), Err(FaultyText::Damaged { .. })));
}

/// A text with this line in it and the right checksum.
fn with_line(line: &str) -> String {
    let body = format!("masque learning 1\ngames\t3\n{line}\n");
    let checksum = Fnv64::of(body.as_bytes());
    format!("{body}end\t{checksum:016x}\n")
}

#[test]
fn a_wrong_line_is_named_although_the_checksum_is_right() {
    let start = Position::start().fen();
    for (line, expected) in [
        ("surprise\t1".to_owned(), "`surprise` with 1 fields"),
        (
            format!("book\t{start}\te5\t0\t1\t1"),
            "`e5` is not legal here in",
        ),
        (
            format!("book\t{start}\te4\t1001\t1\t1"),
            "1001 is not a trust, expected -1000 to 1000",
        ),
        (
            format!("book\t{start}\te4\t0\t-1\t1"),
            "`-1` is not a count of games",
        ),
        (
            "book\tnowhere\te4\t0\t1\t1".to_owned(),
            "`nowhere` is no position",
        ),
        (
            format!("position\t{start}\t-\txyz\t0\t9\t1"),
            "`xyz` is no salt",
        ),
        (
            format!("position\t{start}\t-\t00\t32001\t9\t1"),
            "32001 is not a score",
        ),
        (
            format!("position\t{start}\t-\t00\t0\t256\t1"),
            "`256` is not a depth",
        ),
        (
            "opponent\t \tneutral\t-\t0\t0\t0\t1".to_owned(),
            "` ` is no name",
        ),
    ] {
        let error = read(with_line(&line).as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("it is damaged: line 3: "), "{error}");
        assert!(error.contains(expected), "{error}");
    }
    assert!(read(with_line(&format!("book\t{start}\te4\t-7\t1\t1")).as_bytes()).is_ok());
}

/// Positions of a random game.
fn random_positions(count: usize, mut seed: u64) -> Vec<Position> {
    let mut next = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    let mut position = Position::start();
    let mut positions = Vec::new();
    while positions.len() < count {
        let legal = position.legal_moves();
        if legal.is_empty() || position.fullmove_number() > 60 {
            position = Position::start();
            continue;
        }
        position = position.play(legal[next(legal.len())]);
        if position.has_legal_move() {
            positions.push(position.clone());
        }
    }
    positions
}

fn longest_record(number: usize, last_game: u32) -> OpponentRecord {
    // The longest names that there can be, in characters of four bytes.
    let name = format!("{number:08}{}", "\u{1f98a}".repeat(32));
    OpponentRecord {
        personality: name.clone(),
        name,
        rating: Some(u32::MAX),
        wins: u32::MAX,
        draws: u32::MAX,
        losses: u32::MAX,
        last_game,
    }
}

#[test]
fn the_fullest_file_is_within_the_bound() {
    let mut experience = Experience {
        games: u32::MAX - 1,
        ..Experience::default()
    };
    for (number, position) in random_positions(9_000, 1).into_iter().enumerate() {
        let mv = position.legal_moves()[0];
        experience.insert_book_move(BookMoveRecord {
            position: position.clone(),
            mv,
            trust: -1_000,
            games: u32::MAX,
            last_game: u32::MAX - 2,
        });
        experience.insert_position(LearnedPosition {
            position,
            ceiling: Score::mated_in(1),
            depth_plies: 255,
            best: Some(mv),
            salt: u64::MAX,
            last_game: u32::MAX - 2,
        });
        experience.insert_opponent(longest_record(number, u32::MAX - 2));
    }
    experience.learn(&Lesson {
        opponent: Some(longest_record(9_999, 0)),
        ..Lesson::default()
    });
    assert_eq!(experience.book.len(), MOST_BOOK_MOVES);
    assert_eq!(experience.positions.len(), MOST_POSITIONS);
    assert_eq!(experience.opponents.len(), MOST_OPPONENTS);
    let text = write(&experience);
    assert!(text.len() < LONGEST_TEXT_BYTES, "{} bytes", text.len());
    assert_eq!(read(text.as_bytes()), Ok(experience));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn lessons_stay_within_the_bounds_and_are_read_as_they_were_written(
        seeds in prop::collection::vec((any::<u64>(), 0..400_usize, -1_000..=1_000_i32), 1..20)
    ) {
        let mut experience = Experience::default();
        for (seed, count, points) in seeds {
            let positions = random_positions(count, seed);
            let book = positions.iter().map(|position| {
                let mv = position.legal_moves()[0];
                (position.clone(), mv, points)
            });
            let lesson = Lesson {
                book: book.collect(),
                positions: positions.iter().map(|position| LearnedPosition {
                    position: position.clone(),
                    ceiling: Score::from_cp(points),
                    depth_plies: (seed % 30) as u8,
                    best: None,
                    salt: seed % 3,
                    last_game: 0,
                }).collect(),
                opponent: Some(longest_record((seed % 1_000) as usize, 0)),
            };
            experience.learn(&lesson);
        }
        prop_assert!(experience.book.len() <= MOST_BOOK_MOVES);
        prop_assert!(experience.positions.len() <= MOST_POSITIONS);
        let text = write(&experience);
        prop_assert!(text.len() < LONGEST_TEXT_BYTES);
        prop_assert_eq!(read(text.as_bytes()), Ok(experience));
    }

    #[test]
    fn a_changed_byte_never_goes_unnoticed(place in 0..GOLDEN.len(), change in 1..=255_u8) {
        let mut bytes = GOLDEN.to_vec();
        bytes[place] ^= change;
        prop_assert!(read(&bytes).is_err());
        prop_assert!(read(&GOLDEN[..place]).is_err());
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), text in "[a-z0-9/ \t-]{0,80}") {
        let _ = read(&bytes);
        let _ = read(with_line(&text).as_bytes());
    }
}
