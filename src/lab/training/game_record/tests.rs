//! Games there and back, and games that no search could have played.

use super::*;
use proptest::prelude::*;

fn scored(texts: &[(&str, i32)], opening: &[Move], start: &Position) -> Vec<SearchedMove> {
    let mut position = start.clone();
    for &mv in opening {
        position = position.play(mv);
    }
    let mut searched = Vec::new();
    for &(text, white_cp) in texts {
        let mv = position.parse_move(text).unwrap();
        position = position.play(mv);
        searched.push(SearchedMove {
            mv,
            white_score: Score::from_raw(white_cp),
        });
    }
    searched
}

/// The scholar's mate: a capture ends it, a check and a mate score are in it.
pub(in crate::lab) fn example() -> TrainingGame {
    let start = Position::start();
    let opening = vec![start.parse_move("e2e4").unwrap()];
    let moves = [
        ("e7e5", 20),
        ("f1c4", 15),
        ("b8c6", -30),
        ("d1h5", -40),
        ("g8f6", 31_999),
        ("h5f7", 31_999),
    ];
    TrainingGame {
        searched: scored(&moves, &opening, &start),
        start,
        opening,
        conclusion: Conclusion::ByRule(GameEnd::Checkmate {
            winner: Color::White,
        }),
    }
}

fn read(bytes: &[u8]) -> Result<TrainingGame, String> {
    match TrainingGame::read(&mut &bytes[..]) {
        Ok((game, same_bytes)) => {
            assert_eq!(bytes, same_bytes);
            Ok(game)
        }
        Err(GameFault::Nonsense(what)) => Err(what),
        Err(GameFault::CutOff) => Err("cut off".to_owned()),
        Err(GameFault::Read(error)) => panic!("{error}"),
    }
}

/// A game of random legal moves from a random start, as long as the rules let it go on.
fn random_record(numbers: &[u16], opening_plies: usize, chess960: Option<u32>) -> TrainingGame {
    let mut game = match chess960 {
        Some(number) => Game::new(Position::chess960_start(number)),
        None => Game::default(),
    };
    for &number in numbers {
        if game.ended_by().is_some() {
            break;
        }
        let moves = game.position().legal_moves();
        game.play(moves[usize::from(number) % moves.len()]);
    }
    let moves: Vec<Move> = game.moves().collect();
    let (opening, searched) = moves.split_at(opening_plies.min(moves.len()));
    let searched = searched
        .iter()
        .zip(numbers)
        .map(|(&mv, &number)| SearchedMove {
            mv,
            white_score: Score::from_raw(i32::from(number as i16).clamp(-32_001, 32_001)),
        });
    TrainingGame {
        start: game.start().clone(),
        opening: opening.to_vec(),
        searched: searched.collect(),
        conclusion: game
            .ended_by()
            .map_or(Conclusion::TooLong, Conclusion::ByRule),
    }
}

#[test]
fn a_game_that_begins_with_more_men_than_usual_is_kept() {
    let fen = "kqqqqqqq/rrrrrrrr/bbbbbbbb/nnnn1nnn/NNN2NNN/BBBBBBBB/RRRRRRRR/QQQQQQ1K w - - 0 1";
    let start: Position = fen.parse().unwrap();
    let first = start.legal_moves()[0];
    let game = TrainingGame {
        start,
        opening: vec![first],
        searched: Vec::new(),
        conclusion: Conclusion::TooLong,
    };
    assert_eq!(read(&game.pack().unwrap()).unwrap(), game);
}

proptest! {
    #[test]
    fn random_games_are_read_as_they_were_written(
        numbers in prop::collection::vec(any::<u16>(), 0..120),
        opening_plies in 0_usize..20,
        chess960 in prop::option::of(0_u32..960),
    ) {
        let record = random_record(&numbers, opening_plies, chess960);
        let bytes = record.pack().unwrap();
        prop_assert_eq!(read(&bytes).unwrap(), record);
    }

    #[test]
    fn any_bytes_with_a_right_checksum_are_read_or_refused(
        fen in prop::option::of("[rnbqkpRNBQKP1-8/ wbKQkq-]{1,40}"),
        opening in prop::collection::vec(any::<u16>(), 0..4),
        searched in prop::collection::vec(any::<u32>(), 0..4),
        end_code in any::<u8>(),
    ) {
        let fen = fen.unwrap_or_default();
        let mut bytes = vec![fen.len() as u8];
        bytes.extend(fen.as_bytes());
        bytes.extend([opening.len() as u8, searched.len() as u8, 0, end_code]);
        bytes.extend(opening.iter().flat_map(|code| code.to_le_bytes()));
        bytes.extend(searched.iter().flat_map(|code| code.to_le_bytes()));
        bytes.extend(fnv32(&bytes).to_le_bytes());
        match TrainingGame::read(&mut &bytes[..]) {
            Ok((game, _)) => prop_assert_eq!(game.pack().unwrap(), bytes),
            Err(fault) => prop_assert!(matches!(fault, GameFault::Nonsense(_))),
        }
    }

    #[test]
    fn a_changed_byte_is_always_noticed(
        numbers in prop::collection::vec(any::<u16>(), 10..60),
        place in any::<prop::sample::Index>(),
        change in 1_u8..,
    ) {
        let mut bytes = random_record(&numbers, 8, None).pack().unwrap();
        let place = place.index(bytes.len());
        bytes[place] ^= change;
        // A longer game runs out of bytes, anything else out of step with its checksum.
        prop_assert!(TrainingGame::read(&mut &bytes[..]).is_err());
    }
}

#[test]
fn an_example_costs_four_bytes_a_ply() {
    let game = example();
    let bytes = game.pack().unwrap();
    assert_eq!(bytes.len(), 1 + 4 + 2 + 6 * 4 + 4);
    assert_eq!(read(&bytes).unwrap(), game);
    for length in 0..bytes.len() {
        assert_eq!(read(&bytes[..length]).unwrap_err(), "cut off");
    }
}

#[test]
fn impossible_games_are_refused_with_the_ply() {
    let complaint = |change: &dyn Fn(&mut TrainingGame)| {
        let mut game = example();
        change(&mut game);
        read(&game.pack().unwrap()).unwrap_err()
    };
    let illegal = complaint(&|game| game.searched[3].mv.to = Square::H8);
    assert!(
        illegal.starts_with("ply 5: d1h8 is not legal in 'r1bq"),
        "{illegal}"
    );
    let alone = complaint(&|game| game.searched.truncate(5));
    assert_eq!(alone, "the record says 'White mates', but the game goes on");
    let further = complaint(&|game| game.searched.push(game.searched[0]));
    assert_eq!(further, "ply 8 comes after the end: White mates");
    let adjudicated = complaint(&|game| game.conclusion = Conclusion::AdjudicatedDraw);
    assert_eq!(
        adjudicated,
        "the record says that it was adjudicated, but the game ends with 'White mates'"
    );
    let other_side = complaint(&|game| {
        game.searched.truncate(3);
        game.conclusion = Conclusion::AdjudicatedWin(Color::White);
    });
    assert_eq!(
        other_side,
        "it was adjudicated to White at a last score of -30 for White"
    );
}

#[test]
fn numbers_out_of_range_are_refused() {
    let complaint = |place: usize, value: u8| {
        let mut bytes = example().pack().unwrap();
        bytes[place] = value;
        let end = bytes.len() - 4;
        let checksum = fnv32(&bytes[..end]);
        bytes[end..].copy_from_slice(&checksum.to_le_bytes());
        read(&bytes).unwrap_err()
    };
    assert_eq!(complaint(4, 10), "end number 10, expected 0 to 9");
    assert_eq!(complaint(6, 0x5f), "promotion number 5, expected 0 to 4");
    assert_eq!(
        complaint(10, 0x80),
        "a score of -32748 is beyond every mate"
    );
}

#[test]
fn quiet_positions_are_those_without_tactics() {
    // Not the last two: the score is a mate, and the best move a capture.
    let quiet = example().quiet_positions();
    let scores: Vec<i16> = quiet.iter().map(|kept| kept.white_cp).collect();
    assert_eq!(scores, [20, 15, -30, -40]);
    assert!(quiet.iter().all(|kept| kept.white_half_points == 2));
    let first = quiet[0].position.fen();
    assert_eq!(
        first,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    );
}
