//! What each feature measures: positions where it is on, off and reversed.
#![allow(clippy::unwrap_used, clippy::panic)]

use masque::board::{Color, Game, Move, Piece, Position};
use masque::endgame::{MoveProspects, Prospects};
use masque::personality::{Feature, MoveTaste, Personality};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The examples; the file explains its format.
const EXAMPLES: &str = include_str!("data/personality/features.txt");
/// What the examples call `castled`: Black has castled short, White may castle on either side.
const CASTLED: &str = "r4rk1/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQ - 0 9";

/// The signature in the examples of `signature`.
const SIGNATURE: &str = "[signature]\nlikes = ['Nf3', 'h4', 'O-O']\navoids = ['Qe2']\n";

struct Example {
    feature: &'static str,
    start: &'static str,
    moves: &'static str,
    mv: &'static str,
    permille: i32,
}

fn examples() -> impl Iterator<Item = Example> {
    let lines = EXAMPLES
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [feature, start, moves, mv, permille] = fields[..] else {
            panic!("not five fields: {line}");
        };
        Example {
            feature,
            start: if start == "castled" { CASTLED } else { start },
            moves,
            mv,
            permille: permille.parse().unwrap(),
        }
    })
}

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
    let signature = if key == "signature" { SIGNATURE } else { "" };
    let text = format!(
        "[identity]\nname = 'test'\n[taste]\nmax_concession_cp = 300\n{key} = {{ cp = 100, phase = 'always' }}\n{signature}"
    );
    Personality::parse("test", &text).unwrap()
}

fn measure_permille(key: &str, game: &Game, text: &str, seed: u64) -> i32 {
    let mv = game.position().parse_move(text);
    let mv = mv.unwrap_or_else(|error| panic!("{text} in {}: {error}", game.position().fen()));
    let tastes = fond_of(key).explain_ending(game, seed, Some(&royal_prospects(game)));
    let taste = tastes.iter().find(|taste| taste.mv == mv).unwrap();
    let parts = taste.contributions.iter();
    let of_feature = parts.filter(|part| part.feature.key() == key);
    of_feature.map(|part| part.measure_permille).sum()
}

/// Prospects of an ending that cannot be won, in which king moves are the hardest to answer.
fn royal_prospects(game: &Game) -> Prospects {
    let position = game.position();
    let legal = position.legal_moves().into_iter();
    let of_move = |mv: Move| MoveProspects {
        mv,
        slips_permille: match position.piece_on(mv.from) {
            Some(Piece::King) => 700,
            _ => 0,
        },
        resistance_permille: 0,
    };
    Prospects::new(legal.map(of_move).collect())
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
    let mut failures = String::new();
    for example in examples() {
        let Example {
            feature,
            start,
            moves,
            mv,
            permille,
        } = example;
        let measured = measure_permille(feature, &game(start, moves), mv, 0);
        if measured != permille {
            failures += &format!("{feature}: {start} {moves} {mv}: {measured}, not {permille}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_feature_has_an_example_on_and_off() {
    for &feature in Feature::ALL {
        if feature == Feature::Randomness {
            continue;
        }
        let of_feature = || examples().filter(|example| example.feature == feature.key());
        let (on, off) = (|e: Example| e.permille != 0, |e: Example| e.permille == 0);
        assert!(of_feature().any(on), "{} is never on", feature.key());
        assert!(of_feature().any(off), "{} is never off", feature.key());
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
        "[identity]\nname = 'all'\n[taste]\n{}{SIGNATURE}",
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
                // Each part is rounded for itself, and the wish once.
                let rounded = taste.contributions.len() as i32 / 2 + 1;
                assert!((sum - taste.wish_cp).abs() <= rounded, "{taste:?}");
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
    let of_endings = [
        &Feature::Progress,
        &Feature::Swindle,
        &Feature::KeepMaterial,
        &Feature::TrivialDrawCaptures,
    ];
    assert_eq!(unseen.collect::<Vec<_>>(), of_endings);
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
        Personality::plain()
            .root_bonus(&Game::default(), 0)
            .is_zero()
    );
}
