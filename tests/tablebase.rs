//! Syzygy tablebases: their results, how the engine plays by them, and that no damaged file does
//! harm.
//!
//! The tables of three and four men in tests/data/syzygy were generated for this project.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use masque::board::{Game, Move, Piece, Position, Square};
use masque::endgame::{Prospects, ProvenMoves, Tablebase, WinDrawLoss};
use masque::engine::request::{PlayerProfile, SearchTools};
use masque::engine::{SearchOrder, SearchPurpose};
use masque::personality::{Feature, Personality};
use masque::score::Score;
use masque::search::{
    SearchControl, SearchLimits, SearchOutcome, SearchRequest, SearchThread, TranspositionTable,
    search,
};

fn tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

fn tablebase() -> Arc<Tablebase> {
    let (tablebase, errors) = Tablebase::open(&[tables()]);
    assert!(errors.is_empty(), "{errors:?}");
    Arc::new(tablebase)
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// Searches a position as the engine does.
fn play(fen: &str, tablebase: &Arc<Tablebase>) -> (Move, SearchOutcome) {
    let limits = SearchLimits {
        nodes: Some(4_000),
        ..SearchLimits::default()
    };
    let order = SearchOrder::new(Game::new(position(fen)), limits, SearchPurpose::Play);
    let player = PlayerProfile {
        tablebase: Arc::clone(tablebase),
        ..PlayerProfile::default()
    };
    let tools = SearchTools {
        thread: &mut SearchThread::new(),
        helpers: &mut [],
        predictor: &mut None,
        table: &TranspositionTable::new(1),
        control: &SearchControl::start(None),
    };
    let outcome = player.search(&order, tools, &mut ()).outcome;
    (outcome.best.unwrap(), outcome)
}

/// Every legal placement of White's king and piece against a bare king.
fn placements(piece: char) -> impl Iterator<Item = Position> {
    let all = || Square::ALL.into_iter();
    all().flat_map(move |king| {
        all().flat_map(move |own| {
            all().flat_map(move |enemy| {
                ["w", "b"].into_iter().filter_map(move |side| {
                    let men = [(king, 'K'), (own, piece), (enemy, 'k')];
                    place(&men, side)
                })
            })
        })
    })
}

fn place(men: &[(Square, char)], side: &str) -> Option<Position> {
    let mut board = [['1'; 8]; 8];
    for &(square, letter) in men {
        let place = &mut board[7 - square.rank() as usize][square.file() as usize];
        if *place != '1' {
            return None;
        }
        *place = letter;
    }
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    format!("{} {side} - - 0 1", rows.join("/")).parse().ok()
}

#[test]
fn every_result_follows_from_those_behind_its_moves() {
    let tablebase = tablebase();
    let mut checked = 0;
    for piece in ['Q', 'R', 'P'] {
        for (number, position) in placements(piece).enumerate() {
            if number % 7 != 0 {
                continue;
            }
            let outcome = tablebase.outcome(&position).unwrap();
            let children = position.legal_moves().into_iter();
            let best = children
                .map(|mv| tablebase.outcome(&position.play(mv)).unwrap().reversed())
                .max();
            let expected = best.unwrap_or(match position.in_check() {
                true => WinDrawLoss::Loss,
                false => WinDrawLoss::Draw,
            });
            assert_eq!(outcome, expected, "{}", position.fen());
            checked += 1;
        }
    }
    assert!(checked > 50_000, "{checked}");
}

#[test]
fn a_win_by_distance_comes_nearer_with_every_move() {
    let tablebase = tablebase();
    for fen in [
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "k7/2K5/8/1P6/8/8/8/8 w - - 0 1",
        "4R3/8/8/2b5/8/2K5/k7/8 w - - 0 1",
    ] {
        let mut position = position(fen);
        let mut left = tablebase.distance_plies(&position).unwrap();
        let mut moves = 0;
        while let Some(mv) = nearest(&tablebase, &position) {
            position = position.play(mv);
            let now = tablebase.distance_plies(&position).unwrap();
            let zeroed = position.halfmove_clock() == 0;
            let comes_nearer = zeroed || now.abs() <= left.abs() || position.is_checkmate();
            assert!(comes_nearer, "{fen}: {left} to {now}");
            left = now;
            moves += 1;
            assert!(moves < 100, "{fen}");
        }
        assert!(
            position.is_checkmate() || position.is_insufficient_material(),
            "{fen}"
        );
    }
}

/// The best move by distance alone; `None` at the end.
fn nearest(tablebase: &Tablebase, position: &Position) -> Option<Move> {
    let history = masque::board::KeyHistory::starting_at(position);
    let proven_moves = ProvenMoves::look_up(tablebase, position, &history)?;
    let legal = position.legal_moves().into_iter();
    legal.max_by_key(|&mv| {
        let proven_move = proven_moves.of(mv).unwrap();
        (proven_move.outcome, -proven_move.distance_plies)
    })
}

#[test]
fn the_fifty_move_clock_decides() {
    let tablebase = tablebase();
    for (board, clock, moves) in [
        ("8/R7/8/8/8/8/5K1k/1b6", 88, "a7b7 a7a1"),
        ("5K2/7k/R7/8/8/8/7b/8", 86, "f8f7"),
        ("4R3/8/8/2b5/8/2K5/k7/8", 86, "e8a8"),
    ] {
        let (mv, outcome) = play(&format!("{board} w - - {clock} 90"), &tablebase);
        assert!(
            moves.split(' ').any(|text| text == mv.to_string()),
            "{board}: {mv}"
        );
        assert_eq!(outcome.proven, Some(WinDrawLoss::Win));
        assert!(outcome.score.is_win());
        let late = clock + 6;
        let (_, outcome) = play(&format!("{board} w - - {late} 90"), &tablebase);
        assert_eq!(
            outcome.proven,
            Some(WinDrawLoss::CursedWin),
            "{board} at {late}"
        );
        assert_eq!(outcome.score, Score::DRAW);
    }
}

#[test]
fn only_moves_that_hold_are_made() {
    let tablebase = tablebase();
    for (fen, holds) in [
        ("6k1/b7/K7/2R5/8/8/8/8 b - - 0 1", "a7c5"),
        ("R7/8/8/7b/7K/8/8/6k1 b - - 0 1", "h5f3"),
    ] {
        let (mv, outcome) = play(fen, &tablebase);
        assert_eq!(mv.to_string(), holds);
        assert_eq!(outcome.proven, Some(WinDrawLoss::Draw));
        assert!(outcome.tablebase_hits > 0);
    }
}

#[test]
fn equal_rooks_are_exchanged_and_more_material_is_kept() {
    let tablebase = tablebase();
    for (fen, wanted) in [
        ("8/8/8/8/8/7K/8/krR5 w - - 0 1", "c1b1"),
        ("7K/1kr4R/8/8/8/8/8/8 w - - 0 1", "h7c7"),
        ("1K6/8/8/5R2/5r2/6k1/8/8 w - - 0 1", "f5f4"),
    ] {
        assert_eq!(play(fen, &tablebase).0.to_string(), wanted, "{fen}");
    }
    for (fen, avoided) in [
        ("8/8/8/8/1R6/2K3b1/8/7k w - - 0 1", "b4b8 b4h4 b4f4"),
        ("8/8/6R1/4K3/8/k7/8/4b3 w - - 0 1", "g6g3"),
    ] {
        let mv = play(fen, &tablebase).0.to_string();
        assert!(avoided.split(' ').all(|text| text != mv), "{fen}: {mv}");
    }
}

#[test]
fn a_drawn_ending_is_made_hard() {
    let tablebase = tablebase();
    for (fen, hardest) in [
        ("8/3K3k/1R5b/8/8/8/8/8 w - - 0 1", "d7e8 d7e7"),
        ("8/8/8/1k2K2R/8/4b3/8/8 w - - 0 1", "e5e4"),
    ] {
        let mv = play(fen, &tablebase).0.to_string();
        assert!(hardest.split(' ').any(|text| text == mv), "{fen}: {mv}");
    }
}

/// Between moves with the same proven result, what the opponent has to find counts more than any
/// score, even a queen's.
#[test]
fn in_a_proven_draw_hardship_outweighs_a_queen() {
    let tablebase = tablebase();
    let mut seen = 0;
    for rook in Square::ALL.into_iter().step_by(5) {
        let men = ["e7", "h7", "h6"].map(|name| name.parse::<Square>().unwrap());
        let men = [(men[0], 'K'), (rook, 'R'), (men[1], 'k'), (men[2], 'b')];
        let Some(position) = place(&men, "w") else {
            continue;
        };
        let game = Game::new(position.clone());
        let proven_moves =
            ProvenMoves::look_up(&tablebase, &position, &game.key_history()).unwrap();
        let prospects = Prospects::look_up(&tablebase, &position, &proven_moves);
        let tastes = Personality::plain().explain_ending(&game, 1, prospects.as_ref());
        let swindles: Vec<(i32, i32)> = tastes
            .iter()
            .filter_map(|taste| match taste.contributions.as_slice() {
                [only] if only.feature == Feature::Swindle => {
                    Some((only.measure_permille, taste.bonus_cp))
                }
                _ => None,
            })
            .collect();
        for (hardship, bonus_cp) in &swindles {
            for (other, other_cp) in &swindles {
                if hardship - other >= 200 {
                    assert!(bonus_cp - other_cp >= 1_000, "{}", position.fen());
                    seen += 1;
                }
            }
        }
    }
    assert!(seen >= 8, "{seen}");
}

#[test]
fn the_search_tree_probes_the_tables_after_captures() {
    let tablebase = tablebase();
    // Taking the knight leaves a rook against a bare king.
    let mut request = SearchRequest::neutral(position("8/8/8/3k4/8/1K6/8/1R4n1 w - - 0 1"));
    request.limits.depth_plies = Some(6);
    request.tablebase = Some(tablebase);
    let table = TranspositionTable::new(1);
    let control = SearchControl::start(None);
    let outcome = search(
        &request,
        &mut SearchThread::new(),
        &table,
        &control,
        &mut (),
    );
    assert!(outcome.tablebase_hits > 0);
    assert_eq!(outcome.proven, None);
}

#[test]
fn missing_tables_give_no_answer() {
    let tablebase = tablebase();
    for fen in [
        "7r/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    ] {
        assert_eq!(tablebase.outcome(&position(fen)), None, "{fen}");
        assert_eq!(tablebase.distance_plies(&position(fen)), None, "{fen}");
    }
    let (none, errors) = Tablebase::open(&[tables().join("no/such/place")]);
    assert!(none.is_empty());
    assert_eq!(errors.len(), 1);
    assert_eq!(
        none.outcome(&position("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")),
        None
    );
}

#[test]
fn files_that_are_no_tables_are_named() {
    let directory = tempfile::tempdir().unwrap();
    let whole = fs::read(tables().join("KQvK.rtbw")).unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(directory.path().join(name), bytes).unwrap();
    write("KQvK.rtbw", &whole[..whole.len() - 1]);
    write("KRvK.rtbw", &[]);
    write("KBvK.rtbw", &[0; 80]);
    write("KNvK.rtbz", &whole);
    write("notes.txt", b"not a table");
    let (tablebase, errors) = Tablebase::open(&[directory.path().to_owned()]);
    assert!(tablebase.is_empty());
    assert_eq!(errors.len(), 4);
    let text = errors
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n");
    for part in [
        "KQvK.rtbw: 271 bytes",
        "cut off?",
        "KBvK.rtbw: begins with",
        "KNvK.rtbz",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn damaged_files_never_do_harm() {
    let names = [
        "KRvKB.rtbw",
        "KRvKB.rtbz",
        "KPvK.rtbw",
        "KPvK.rtbz",
        "KRvK.rtbz",
    ];
    let positions = [
        "8/8/8/8/1R6/2K3b1/8/7k w - - 0 1",
        "8/3K3k/1R5b/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/3k4/8/3P4/3K4 w - - 0 1",
        "8/8/8/3k4/8/8/8/KR6 b - - 0 1",
    ]
    .map(position);
    let mut differences = 0;
    for round in 0..300_usize {
        let directory = tempfile::tempdir().unwrap();
        for file in fs::read_dir(tables()).unwrap() {
            let file = file.unwrap().path();
            let name = file.file_name().unwrap().to_str().unwrap().to_owned();
            let mut bytes = fs::read(&file).unwrap();
            if names.contains(&name.as_str()) {
                damage(&mut bytes, round);
            }
            fs::write(directory.path().join(name), bytes).unwrap();
        }
        let (damaged, _) = Tablebase::open(&[directory.path().to_owned()]);
        for position in &positions {
            let outcome = damaged.outcome(position);
            differences += usize::from(outcome != tablebase().outcome(position));
            damaged.distance_plies(position);
        }
    }
    assert!(differences > 0, "the damage has to hit something");
}

/// Damage of three kinds: a byte of the header, many bytes anywhere, the end cut off by blocks.
fn damage(bytes: &mut Vec<u8>, round: usize) {
    let mut state = (round as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    match round % 3 {
        0 => {
            let place = 4 + random(200.min(bytes.len() - 4));
            bytes[place] = random(256) as u8;
        }
        1 => {
            for _ in 0..40 {
                let place = 4 + random(bytes.len() - 4);
                bytes[place] = random(256) as u8;
            }
        }
        _ => {
            let blocks = random(bytes.len() / 64 + 1);
            bytes.truncate(64 * blocks + 16);
        }
    }
}

#[test]
fn an_underpromotion_is_chosen_only_where_it_keeps_the_result() {
    let tablebase = tablebase();
    // A queen stalemates; a rook wins.
    let (mv, outcome) = play("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", &tablebase);
    assert_eq!(outcome.proven, Some(WinDrawLoss::Win));
    assert_ne!(mv.promotion, Some(Piece::Knight));
}
