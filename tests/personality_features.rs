//! What each feature measures: positions where it is on, off and reversed.

use masque::board::{Color, Game, Piece, Position};
use masque::personality::{Feature, MoveTaste, Personality};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Feature, start position (empty: the initial one), moves made, the move to look at, and what it
/// has of the feature in permille.
type Example = (&'static str, &'static str, &'static str, &'static str, i32);

const OPENING: &[Example] = &[
    ("development", "", "", "Nf3", 1000),
    ("development", "", "", "e4", 0),
    ("development", "", "Nf3 d5", "Ng1", -1000),
    ("development", "", "Nf3 d5", "Nd4", 0),
    ("same_piece_twice", "", "Nf3 d5", "Nd4", 1000),
    ("same_piece_twice", "", "Nf3 d5", "Nc3", 0),
    // Driven away by the pawn, or capturing: no free choice.
    ("same_piece_twice", "", "Nf3 d5 g3 e5 Bg2 e4", "Nd4", 0),
    ("same_piece_twice", "", "Nf3 e5", "Nxe5", 0),
    ("early_queen", "", "e4 e5", "Qh5", 1000),
    ("early_queen", "", "e4 e5", "Nf3", 0),
    ("early_queen", "", "e4 e5 Qh5 Nc6", "Qf3", 300),
    ("early_queen", "", "e4 e5 Qh5 Nc6", "Qd1", -1000),
    ("early_queen", "", "e4 e5 Qh5 Nf6", "Qf3", 0),
    ("early_queen", "", "e4 d5 exd5", "Qxd5", 0),
    ("hypermodern", "", "", "e4", -1000),
    ("hypermodern", "", "", "d4", -1000),
    ("hypermodern", "", "", "a4", 0),
    ("hypermodern", "", "", "Nf3", 500),
    ("hypermodern", "", "e4 e5", "Nf3", 0),
    ("hypermodern", "", "", "g3", 600),
    ("hypermodern", "", "g3 d5", "Bg2", 1000),
    ("hypermodern", "", "Nf3 d5", "c4", 500),
    ("hypermodern", "", "", "c4", 0),
    ("fianchetto", "", "", "b3", 400),
    ("fianchetto", "", "", "b4", 0),
    ("fianchetto", "", "b3 d5", "Bb2", 600),
    ("fianchetto", "", "b3 d5 Bb2 e6", "Bc1", -600),
    ("fianchetto", "", "b3 d5 Bb2 e6", "Bxg7", 0),
    ("flank_opening", "", "", "a4", 1000),
    ("flank_opening", "", "", "Nh3", 1000),
    ("flank_opening", "", "", "e4", 0),
    ("gambit", "", "e4 e5", "f4", 1000),
    ("gambit", "", "d4 d5", "c4", 1000),
    ("gambit", "", "e4 e5", "Nf3", 0),
    // Taking back one's own offer does not offer anything.
    ("gambit", "", "e4 e5 f4 d6", "Nf3", 0),
];

const CASTLED_SHORT: &str = "r4rk1/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQ - 0 9";

const KING: &[Example] = &[
    ("castling", CASTLED_SHORT, "", "O-O", 1000),
    ("castling", CASTLED_SHORT, "", "O-O-O", 1000),
    ("castling", CASTLED_SHORT, "", "Ke2", -1000),
    ("castling", CASTLED_SHORT, "", "Rg1", -500),
    ("castling", CASTLED_SHORT, "", "a3", 0),
    ("castling", CASTLED_SHORT, "", "Ng1", 0),
    ("castling", "", "e4 e5", "Bc4", 250),
    ("castling", "", "e4 e5 Bc4 d6", "Bf1", -250),
    // The wish is fulfilled: the king's moves are its own affair.
    ("castling", CASTLED_SHORT, "O-O a6", "Kh1", 0),
    ("opposite_castling", CASTLED_SHORT, "", "O-O-O", 1000),
    ("opposite_castling", CASTLED_SHORT, "", "O-O", -300),
    ("opposite_castling", CASTLED_SHORT, "", "a3", 0),
    (
        "opposite_castling",
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "",
        "O-O",
        0,
    ),
    ("king_walk", CASTLED_SHORT, "", "Ke2", 500),
    ("king_walk", CASTLED_SHORT, "Ke2 a6", "Ke1", -500),
    ("king_walk", CASTLED_SHORT, "", "Kf1", 0),
    ("king_walk", CASTLED_SHORT, "", "O-O", 0),
    ("shelter_pawns", CASTLED_SHORT, "O-O a6", "g4", 1000),
    ("shelter_pawns", CASTLED_SHORT, "O-O a6", "a4", 0),
    ("shelter_pawns", CASTLED_SHORT, "", "g4", 0),
    (
        "guard_king",
        "6k1/8/8/8/8/8/8/N5K1 w - - 0 1",
        "Nb3 Kf7 Nd4 Kg8",
        "Nf3",
        500,
    ),
    (
        "guard_king",
        "6k1/8/8/8/8/8/8/N5K1 w - - 0 1",
        "Nb3 Kf7 Nd4 Kg8 Nf3 Kf7",
        "Nd4",
        -500,
    ),
    ("guard_king", "6k1/8/8/8/8/8/8/N5K1 w - - 0 1", "", "Nb3", 0),
];

const ATTACK: &[Example] = &[
    (
        "king_approach",
        "7k/8/8/8/8/8/8/N6K w - - 0 1",
        "",
        "Nc2",
        142,
    ),
    (
        "king_approach",
        "7k/8/8/8/2N5/8/8/7K w - - 0 1",
        "",
        "Na3",
        -285,
    ),
    (
        "king_approach",
        "7k/8/8/8/8/8/8/N6K w - - 0 1",
        "",
        "Kg2",
        0,
    ),
    (
        "king_attackers",
        "7k/8/8/4N3/8/8/8/7K w - - 0 1",
        "Kg1 Kg8",
        "Kh1",
        0,
    ),
    (
        "king_attackers",
        "7k/8/8/8/3N4/8/8/7K w - - 0 1",
        "",
        "Nf5",
        500,
    ),
    (
        "king_attackers",
        "7k/8/8/5N2/8/8/8/7K w - - 0 1",
        "",
        "Nd4",
        -500,
    ),
    ("checks", "6k1/8/8/8/8/8/8/R5K1 w - - 0 1", "", "Ra8", 1000),
    ("checks", "6k1/8/8/8/8/8/8/R5K1 w - - 0 1", "", "Ra7", 0),
    // A check that loses the rook is none to be fond of.
    ("checks", "1r4k1/8/8/8/8/8/8/R5K1 w - - 0 1", "", "Ra8", 0),
    ("pawn_storm", CASTLED_SHORT, "O-O-O a6", "g4", 250),
    ("pawn_storm", CASTLED_SHORT, "O-O-O a6 g4 a5", "g5", 500),
    ("pawn_storm", CASTLED_SHORT, "O-O-O a6", "a3", 0),
    ("pawn_storm", CASTLED_SHORT, "O-O a6", "g4", 0),
    ("pawn_storm", "4k3/8/8/8/8/8/6P1/2K5 w - - 0 1", "", "g4", 0),
];

const MATERIAL: &[Example] = &[
    ("captures", "", "e4 d5", "exd5", 105),
    ("captures", "", "e4 d5 exd5", "Qxd5", 105),
    (
        "captures",
        "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1",
        "",
        "Rxd8",
        1000,
    ),
    ("captures", "", "e4 d5", "d4", 0),
    ("quiet_moves", "", "e4 d5", "d4", 1000),
    ("quiet_moves", "", "e4 d5", "exd5", 0),
    ("quiet_moves", "", "e4 d5", "Bb5", 0),
    ("sacrifice", "", "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 h6", "Bxf7", 460),
    ("sacrifice", "", "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 h6", "O-O", 0),
    ("sacrifice", "", "e4 e5 Nf3 Nc6", "Nxe5", 440),
    // The knight hung before; leaving it there is no new sacrifice.
    (
        "sacrifice",
        "4k3/8/8/3p4/4N3/8/P7/4K3 w - - 0 1",
        "",
        "a3",
        0,
    ),
    (
        "trades",
        "4k3/8/3p4/4n3/8/5N2/8/6K1 w - - 0 1",
        "",
        "Nxe5",
        1000,
    ),
    (
        "exchange_sacrifice",
        "7k/8/3p4/4n3/8/8/8/4R1K1 w - - 0 1",
        "",
        "Rxe5",
        1000,
    ),
    (
        "exchange_sacrifice",
        "7k/8/8/4n3/8/8/8/4R1K1 w - - 0 1",
        "",
        "Rxe5",
        0,
    ),
    (
        "exchange_sacrifice",
        "7k/8/8/2b5/8/5N2/8/4R2K w - - 0 1",
        "",
        "Rg1",
        1000,
    ),
    (
        "exchange_sacrifice",
        "7k/8/8/2b5/8/5N2/8/4R2K w - - 0 1",
        "",
        "Rf1",
        0,
    ),
    ("trades", "4k3/8/8/4n3/8/5N2/8/6K1 w - - 0 1", "", "Nxe5", 0),
    (
        "trades",
        "4k3/8/3p4/4n3/8/5N2/8/6K1 w - - 0 1",
        "",
        "Nd4",
        0,
    ),
    (
        "trade_when_ahead",
        "4k3/8/3p4/4n3/8/5N2/PP6/6K1 w - - 0 1",
        "",
        "Nxe5",
        333,
    ),
    (
        "trade_when_ahead",
        "4k3/pp6/3p4/4n3/8/5N2/8/6K1 w - - 0 1",
        "",
        "Nxe5",
        -1000,
    ),
    (
        "trade_when_ahead",
        "4k3/8/3p4/4n3/8/5N2/PP6/6K1 w - - 0 1",
        "",
        "Nd4",
        0,
    ),
    ("pawn_trades", "", "e4 d5", "exd5", 1000),
    (
        "pawn_trades",
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
        "",
        "exd5",
        0,
    ),
    (
        "queen_trade",
        "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1",
        "",
        "Qxd8",
        1000,
    ),
    (
        "queen_trade",
        "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1",
        "",
        "Qe2",
        0,
    ),
    (
        "queen_trade",
        "3q2k1/8/8/8/8/8/8/3Q2K1 w - - 0 1",
        "",
        "Qe1",
        -700,
    ),
    (
        "queen_trade",
        "3q2k1/8/8/8/8/2P5/8/Q5K1 w - - 0 1",
        "Kh1 Kf8",
        "Qd1",
        0,
    ),
    (
        "queen_trade",
        "3q2k1/8/8/8/8/4P3/8/Q5K1 w - - 0 1",
        "Kh1 Kf8",
        "Qd4",
        700,
    ),
    (
        "bishop_pair",
        "4k3/8/2p5/3n4/2B5/4B3/8/4K3 w - - 0 1",
        "",
        "Bxd5",
        -1000,
    ),
    (
        "bishop_pair",
        "4k3/8/2p5/3n4/2B5/8/8/4K3 w - - 0 1",
        "",
        "Bxd5",
        0,
    ),
    (
        "bishop_pair",
        "4k3/2b5/3b4/8/4N3/8/8/4K3 w - - 0 1",
        "",
        "Nxd6",
        700,
    ),
    (
        "bishop_pair",
        "4k3/8/3b4/8/4N3/8/8/4K3 w - - 0 1",
        "",
        "Nxd6",
        0,
    ),
    (
        "bishops_over_knights",
        "4k3/2p5/3b4/8/4N3/8/8/4K3 w - - 0 1",
        "",
        "Nxd6",
        1000,
    ),
    (
        "bishops_over_knights",
        "4k3/8/2p5/3n4/2B5/8/8/4K3 w - - 0 1",
        "",
        "Bxd5",
        -1000,
    ),
    (
        "bishops_over_knights",
        "4k3/8/8/3n4/2B5/8/8/4K3 w - - 0 1",
        "",
        "Bxd5",
        0,
    ),
];

const PAWNS: &[Example] = &[
    ("tension", "", "e4 e5", "d4", 500),
    ("tension", "", "e4 e5 d4 d6", "dxe5", 0),
    ("tension", "", "e4 e5 d4 d6", "d5", -500),
    ("tension", "", "e4 e5 d4 d6", "Nf3", 0),
    ("open_position", "", "e4 d5", "exd5", 0),
    ("open_position", "", "e4 d5", "e5", 0),
    ("open_position", "", "e4 e6", "e5", -500),
    ("open_position", "", "d4 e6 e4 d5", "e5", -500),
    (
        "open_position",
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
        "",
        "exd5",
        500,
    ),
    (
        "open_position",
        "4k3/3p4/3P4/4p3/8/8/8/4K3 w - - 0 1",
        "",
        "Ke2",
        0,
    ),
    (
        "passed_pawns",
        "4k3/8/8/P7/8/8/8/4K3 w - - 0 1",
        "",
        "a6",
        750,
    ),
    (
        "passed_pawns",
        "4k3/8/8/P7/8/8/8/4K3 w - - 0 1",
        "",
        "Ke2",
        0,
    ),
    (
        "passed_pawns",
        "4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1",
        "",
        "a6",
        0,
    ),
    (
        "passed_pawns",
        "4k3/8/1p6/P7/8/8/8/4K3 w - - 0 1",
        "",
        "a6",
        750,
    ),
    (
        "pawn_structure",
        "4k3/8/8/3p4/4P3/8/3P4/4K3 w - - 0 1",
        "",
        "exd5",
        -1000,
    ),
    (
        "pawn_structure",
        "4k3/8/8/3p4/4P3/4P3/3P4/4K3 w - - 0 1",
        "",
        "exd5",
        0,
    ),
    (
        "pawn_structure",
        "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
        "",
        "e5",
        0,
    ),
];

const PIECES: &[Example] = &[
    ("forward", "7k/8/8/8/8/8/8/R6K w - - 0 1", "", "Ra8", 1000),
    ("forward", "7k/8/8/8/8/8/8/R6K w - - 0 1", "", "Rb1", 0),
    ("forward", "7k/8/8/8/2N5/8/8/7K w - - 0 1", "", "Na3", -142),
    ("forward", "7k/8/8/8/8/8/8/R6K w - - 0 1", "", "Kg2", 0),
    ("mobility", "7k/8/8/8/8/8/8/N6K w - - 0 1", "", "Nc2", 666),
    ("mobility", "7k/8/8/8/8/8/2N5/7K w - - 0 1", "", "Na1", -666),
    ("mobility", "7k/8/8/8/8/8/8/N6K w - - 0 1", "", "Kg2", 0),
    ("restraint", "n6k/8/8/8/3P4/8/8/7K w - - 0 1", "", "Kg2", 0),
    ("restraint", "n6k/8/8/3P4/8/8/8/7K w - - 0 1", "", "d6", 166),
    (
        "restraint",
        "n6k/8/3P4/8/8/8/8/7K w - - 0 1",
        "",
        "d7",
        -166,
    ),
    ("restraint", "n6k/8/8/8/8/8/8/R6K w - - 0 1", "", "Rxa8", 0),
    (
        "rook_lines",
        "7k/p7/8/8/8/8/P7/R6K w - - 0 1",
        "",
        "Rb1",
        1000,
    ),
    (
        "rook_lines",
        "7k/1p6/8/8/8/8/P7/R6K w - - 0 1",
        "",
        "Rb1",
        500,
    ),
    (
        "rook_lines",
        "7k/1p6/8/8/8/8/P7/1R5K w - - 0 1",
        "",
        "Ra1",
        -500,
    ),
    (
        "rook_lines",
        "7k/1p6/8/8/8/8/1P6/1R5K w - - 0 1",
        "",
        "Rc1",
        1000,
    ),
    (
        "rook_lines",
        "8/p7/3P3k/8/8/8/8/3R3K w - - 0 1",
        "",
        "Kg2",
        0,
    ),
    (
        "outposts",
        "7k/8/8/8/3P4/2N5/8/7K w - - 0 1",
        "Na4 Kg8",
        "Nc5",
        1000,
    ),
    (
        "outposts",
        "7k/8/8/2N5/3P4/8/8/7K w - - 0 1",
        "",
        "Na4",
        -1000,
    ),
    ("outposts", "7k/1p6/8/8/N2P4/8/8/7K w - - 0 1", "", "Nc5", 0),
    ("knight_on_rim", "", "", "Nh3", 1000),
    ("knight_on_rim", "", "", "Nf3", 0),
    ("knight_on_rim", "", "Nh3 d5", "Nf4", -1000),
    ("complexity", "", "e4 e5", "Nf3", 166),
    ("complexity", "", "e4 d5", "exd5", -166),
    ("complexity", "", "e4 e5", "h3", 0),
];

const HABITS: &[Example] = &[
    ("repetition", "", "Nf3 Nf6 Ng1", "Ng8", 500),
    ("repetition", "", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", "Ng8", 1000),
    ("repetition", "", "Nf3 Nf6 Ng1", "d5", 0),
    ("move_back", "", "Nf3 Nf6", "Ng1", 1000),
    ("move_back", "", "Nf3 Nf6", "Nc3", 0),
    ("move_back", "", "Nf3 Nf6 g3 g6", "Ng1", 0),
    ("progress", "7k/8/8/8/8/8/P7/R6K w - - 65 90", "", "a3", 500),
    ("progress", "7k/8/8/8/8/8/P7/R6K w - - 65 90", "", "Rb1", 0),
    ("progress", "7k/8/8/8/8/8/P7/R6K w - - 20 90", "", "a3", 0),
    (
        "underpromotion",
        "8/P6k/8/8/8/8/8/7K w - - 0 1",
        "",
        "a8=N",
        1000,
    ),
    (
        "underpromotion",
        "8/P6k/8/8/8/8/8/7K w - - 0 1",
        "",
        "a8=Q",
        0,
    ),
    ("copycat", "", "e4", "e5", 1000),
    ("copycat", "", "e4", "e6", 0),
    ("copycat", "", "e4", "c5", 0),
    ("revenge", "", "e4 d5 exd5 Nf6 d4", "Nxd5", 0),
    ("revenge", "", "e4 d5 exd5", "Qxd5", 1000),
];

fn game(start: &str, moves: &str) -> Game {
    let mut game = match start {
        "" => Game::default(),
        fen => Game::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))),
    };
    for text in moves.split_whitespace() {
        let mv = game.position().parse_move(text);
        game.play(mv.unwrap_or_else(|error| panic!("{text} in {moves}: {error}")));
    }
    game
}

/// A personality that cares for one feature only, the whole game long.
fn fond_of(key: &str) -> Personality {
    let text = format!(
        "[identity]\nname = 'test'\n[taste]\nmax_concession_cp = 300\n{key} = {{ cp = 100, phase = 'always' }}"
    );
    Personality::parse("test", &text).unwrap()
}

fn measure_permille(key: &str, game: &Game, text: &str, seed: u64) -> i32 {
    let mv = game.position().parse_move(text);
    let mv = mv.unwrap_or_else(|error| panic!("{text} in {}: {error}", game.position().fen()));
    let tastes = fond_of(key).explain(game, seed);
    let taste = tastes.iter().find(|taste| taste.mv == mv).unwrap();
    let measured = taste.contributions.iter().map(|part| part.measure_permille);
    measured.sum()
}

/// The same position with the colours exchanged.
fn mirrored(position: &Position) -> Position {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap_case = |text: &str| -> String {
        let swap = |letter: char| match letter.is_ascii_uppercase() {
            true => letter.to_ascii_lowercase(),
            false => letter.to_ascii_uppercase(),
        };
        text.chars().map(swap).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap_case).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let castling = swap_case(fields[2]);
    let passant = match fields[3].as_bytes() {
        [file, b'3'] => format!("{}6", *file as char),
        [file, b'6'] => format!("{}3", *file as char),
        _ => "-".to_owned(),
    };
    let text = format!(
        "{} {side} {castling} {passant} {} {}",
        ranks.join("/"),
        fields[4],
        fields[5]
    );
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn mirrored_move(mut mv: masque::board::Move) -> masque::board::Move {
    mv.from = mv.from.flip_rank();
    mv.to = mv.to.flip_rank();
    mv
}

fn mirrored_game(game: &Game) -> Game {
    let mut mirror = Game::new(mirrored(game.start()));
    for mv in game.moves() {
        mirror.play(mirrored_move(mv));
    }
    mirror
}

#[test]
fn every_feature_measures_what_it_says() {
    let mut failures = Vec::new();
    for examples in [OPENING, KING, ATTACK, MATERIAL, PAWNS, PIECES, HABITS] {
        for &(key, start, moves, mv, expected) in examples {
            let game = game(start, moves);
            let measured = measure_permille(key, &game, mv, 0);
            if measured != expected {
                failures.push(format!(
                    "{key}: {start} {moves} {mv}: {measured}, not {expected}"
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_feature_has_an_example_on_and_off() {
    let examples = [OPENING, KING, ATTACK, MATERIAL, PAWNS, PIECES, HABITS].concat();
    for feature in Feature::ALL
        .iter()
        .filter(|&&feature| feature != Feature::Randomness)
    {
        let of_feature = || examples.iter().filter(|example| example.0 == feature.key());
        assert!(
            of_feature().any(|example| example.4 != 0),
            "{} is never on",
            feature.key()
        );
        assert!(
            of_feature().any(|example| example.4 == 0),
            "{} is never off",
            feature.key()
        );
    }
}

/// A game of random moves, the same for the same seed.
fn random_game(seed: u64, plies: usize) -> Game {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = match seed % 4 {
        0 => Game::new(Position::chess960_start(seed as u32)),
        _ => Game::default(),
    };
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[rng.next_u32() as usize % moves.len()]);
    }
    game
}

/// A personality that cares for everything.
fn fond_of_everything() -> Personality {
    let keys = Feature::ALL.iter().map(|feature| {
        let weight_cp = 3 + *feature as i32 % 17;
        format!(
            "{} = {{ cp = {weight_cp}, phase = 'always' }}\n",
            feature.key()
        )
    });
    let text = format!(
        "[identity]\nname = 'all'\n[taste]\n{}",
        keys.collect::<String>()
    );
    Personality::parse("all", &text).unwrap()
}

#[test]
fn measures_stay_in_range_and_bonuses_within_the_concession_on_random_games() {
    let personality = fond_of_everything();
    let mut measured = std::collections::BTreeSet::new();
    for seed in 0..60 {
        for plies in (0..180).step_by(3) {
            let game = random_game(seed, plies);
            let tastes = personality.explain(&game, seed);
            assert_eq!(tastes, personality.explain(&game, seed));
            let legal = game.position().legal_moves();
            assert_eq!(tastes.len(), legal.len());
            let bonus = personality.root_bonus(&game, seed);
            for (taste, &mv) in tastes.iter().zip(&legal) {
                assert_eq!(taste.mv, mv);
                assert_eq!(taste.bonus_cp, bonus.of(mv));
                let contributions = taste.contributions.iter();
                let sum: i32 = contributions.clone().map(|part| part.contribution_cp).sum();
                assert_eq!(sum, taste.wish_cp);
                for part in contributions {
                    assert!((-1000..=1000).contains(&part.measure_permille), "{part:?}");
                    measured.insert(part.feature);
                }
            }
            let bonuses = || tastes.iter().map(|taste| taste.bonus_cp);
            let spread = bonuses().max().unwrap_or(0) - bonuses().min().unwrap_or(0);
            assert!(spread <= personality.max_concession_cp());
            if legal.len() == 1 {
                assert!(bonus.is_zero());
            }
        }
    }
    let unseen = Feature::ALL
        .iter()
        .filter(|feature| !measured.contains(feature));
    assert_eq!(unseen.collect::<Vec<_>>(), [&Feature::Progress]);
}

#[test]
fn both_colours_measure_alike() {
    let personality = fond_of_everything();
    let mut compared = 0;
    for seed in 0..60 {
        for plies in (0..150).step_by(5) {
            let game = random_game(seed, plies);
            // Of two queens that can take on one square, exchanges pick one by its square.
            let queens = game.position().pieces(Piece::Queen);
            let has_many_queens = Color::ALL
                .iter()
                .any(|&color| (queens & game.position().colors(color)).len() > 1);
            if has_many_queens {
                continue;
            }
            let of_mirror = personality.explain(&mirrored_game(&game), seed);
            for taste in personality.explain(&game, seed) {
                let mirror_move = mirrored_move(taste.mv);
                let mirror = of_mirror
                    .iter()
                    .find(|taste| taste.mv == mirror_move)
                    .unwrap();
                let measures = |taste: &MoveTaste| -> Vec<(Feature, i32)> {
                    let parts = taste.contributions.iter();
                    let parts = parts.map(|part| (part.feature, part.measure_permille));
                    parts.filter(|part| part.0 != Feature::Randomness).collect()
                };
                assert_eq!(
                    measures(&taste),
                    measures(mirror),
                    "{} {}",
                    game.position().fen(),
                    taste.mv
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000);
}

#[test]
fn chance_is_fixed_by_seed_and_position_alone() {
    let personality = fond_of("randomness");
    let one_way = game("", "Nf3 Nf6 g3 g6");
    let other_way = game("", "g3 g6 Nf3 Nf6");
    let bonus = personality.root_bonus(&one_way, 7);
    assert!(!bonus.is_zero());
    assert_eq!(bonus, personality.root_bonus(&one_way, 7));
    assert_ne!(bonus, personality.root_bonus(&one_way, 8));
    let other = personality.root_bonus(&other_way, 7);
    let same_key = one_way.position().key() == other_way.position().key();
    assert!(same_key);
    assert_eq!(bonus, other);
    // The stream is part of what a saved game depends on.
    assert_eq!(measure_permille("randomness", &one_way, "Bg2", 7), -921);
}

#[test]
fn chance_is_spread_evenly() {
    let personality = fond_of("randomness");
    let mut thirds = [0; 3];
    for seed in 0..500 {
        for taste in personality.explain(&Game::default(), seed) {
            let permille: i32 = taste
                .contributions
                .iter()
                .map(|part| part.measure_permille)
                .sum();
            thirds[((permille + 1000) * 3 / 2001) as usize] += 1;
        }
    }
    // 10,000 draws: a third each, three standard deviations are 141.
    assert!(
        thirds.iter().all(|&count| (3_192..3_475).contains(&count)),
        "{thirds:?}"
    );
}

#[test]
fn tastes_fade_with_the_moves() {
    let text = "[identity]\nname = 'test'\n[taste]\nrandomness = { cp = 50, first_moves = 2 }\ndevelopment = { cp = 30, until_move = 3 }";
    let personality = Personality::parse("test", text).unwrap();
    let wish = |moves: &str, mv: &str, feature: Feature| -> i32 {
        let game = game("", moves);
        let mv = game.position().parse_move(mv).unwrap();
        let tastes = personality.explain(&game, 1);
        let parts = &tastes
            .iter()
            .find(|taste| taste.mv == mv)
            .unwrap()
            .contributions;
        let of_feature = parts.iter().filter(|part| part.feature == feature);
        of_feature.map(|part| part.contribution_cp).sum()
    };
    assert_eq!(wish("", "Nf3", Feature::Development), 30);
    assert_eq!(wish("a3 a6", "Nf3", Feature::Development), 20);
    assert_eq!(wish("a3 a6 b3 b6 c3 c6", "Nf3", Feature::Development), 0);
    assert_ne!(wish("a3 a6", "Nf3", Feature::Randomness), 0);
    assert_eq!(wish("a3 a6 b3 b6", "Nf3", Feature::Randomness), 0);
}

#[test]
fn without_a_choice_there_is_no_taste() {
    let personality = fond_of_everything();
    let forced = game("7k/8/8/8/8/5q2/7p/7K w - - 0 1", "");
    let tastes = personality.explain(&forced, 0);
    assert_eq!(tastes.len(), 1);
    assert_ne!(tastes[0].wish_cp, 0);
    assert!(personality.root_bonus(&forced, 0).is_zero());
    let mated = game("7k/8/8/8/8/8/5PPP/3r2K1 w - - 0 1", "");
    assert!(personality.explain(&mated, 0).is_empty());
    assert!(
        Personality::neutral()
            .root_bonus(&Game::default(), 0)
            .is_zero()
    );
}
