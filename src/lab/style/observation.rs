//! The traits of a player: numbers that are read off its moves in one game.
//!
//! The first traits are the root features of which a taste is made, measured on the moves that were
//! played. The others are facts that chess players talk about: castling, queens, trades, pawns, and
//! where the pieces stand. No search is needed, so that games of any origin can be observed.

use super::game_counts::{GameCounts, PositionCounts};
use super::trait_names;
use crate::board::{Color, Game};
use crate::excerpt::nearest;
use crate::personality::{Claim, Fade, Feature, Personality, measures_permille};
use thiserror::Error;

/// The full moves after which the opening is over.
const OPENING_MOVES: u32 = 16;

/// A number that is read off a player's moves in one game, and how.
#[derive(Clone, Copy, Debug)]
pub struct Trait {
    /// A word for tables, files and claims.
    pub key: &'static str,
    /// What is counted, and its unit.
    pub meaning: &'static str,
    /// How it is read off.
    reading: Reading,
}

#[derive(Clone, Copy, Debug)]
enum Reading {
    /// The mean measure of a root feature over all moves, in percent of its full amount.
    Feature(Feature),
    /// A number from the counts of the whole game.
    WholeGame(fn(&GameCounts) -> f64),
    /// The mean over the positions after the player's moves, from one full move to another.
    Average(fn(&PositionCounts) -> f64, u32, u32),
    /// The value after the player's move with this number, or after the last one before it.
    At(fn(&PositionCounts) -> f64, u32),
}

/// The traits that are not root features.
const FACTS: &[Trait] = &[
    fact(
        "castles_short",
        "castled on the king's side by move 20 (0 or 1)",
        Reading::At(|position| f64::from(u8::from(position.castled_short)), 20),
    ),
    fact(
        "castles_long",
        "castled on the queen's side by move 20 (0 or 1)",
        Reading::At(|position| f64::from(u8::from(position.castled_long)), 20),
    ),
    fact(
        "castling_move",
        "the move of castling, 30 without",
        Reading::WholeGame(GameCounts::castling_move),
    ),
    fact(
        "opposite_kings",
        "kings castled to opposite wings (0 or 1)",
        Reading::At(|position| f64::from(u8::from(position.kings_apart)), 25),
    ),
    fact(
        "queen_out",
        "the move on which the queen first moves, 30 without",
        Reading::WholeGame(GameCounts::queen_out_move),
    ),
    fact(
        "queens_off",
        "no queens on the board at move 30 (0 or 1)",
        Reading::At(|position| f64::from(u8::from(position.queens == 0)), 30),
    ),
    fact(
        "material_20",
        "material of both sides at move 20, in pawns",
        Reading::At(|position| position.material_pawns, 20),
    ),
    fact(
        "material_30",
        "material of both sides at move 30, in pawns",
        Reading::At(|position| position.material_pawns, 30),
    ),
    fact(
        "balance",
        "material ahead of the opponent, moves 8 to 40, in pawns",
        Reading::Average(|position| position.balance_pawns, 8, 40),
    ),
    fact(
        "capture_rate",
        "moves that capture, in percent",
        Reading::WholeGame(|counts| counts.rate(counts.captures)),
    ),
    fact(
        "check_rate",
        "moves that give check, in percent",
        Reading::WholeGame(|counts| counts.rate(counts.checks)),
    ),
    fact(
        "pawn_rate",
        "pawn moves among the moves to 20, in percent",
        Reading::WholeGame(|counts| counts.early_rate(counts.early_pawn_moves)),
    ),
    fact(
        "flank_rate",
        "moves of the a, b, g and h pawns among the moves to 20, in percent",
        Reading::WholeGame(|counts| counts.early_rate(counts.early_flank_moves)),
    ),
    fact(
        "queen_rate",
        "queen moves, in percent",
        Reading::WholeGame(|counts| counts.rate(counts.queen_moves)),
    ),
    fact(
        "knight_rate",
        "knight moves, in percent",
        Reading::WholeGame(|counts| counts.rate(counts.knight_moves)),
    ),
    fact(
        "king_rate",
        "king moves but castling, moves to 40, in percent",
        Reading::WholeGame(|counts| counts.rate(counts.king_moves)),
    ),
    fact(
        "retreat_rate",
        "moves of pieces towards the own side, in percent",
        Reading::WholeGame(|counts| counts.rate(counts.retreats)),
    ),
    fact(
        "offer_rate",
        "moves after which an exchange can win material of a pawn's worth that was safe, in percent",
        Reading::WholeGame(|counts| counts.rate(counts.offers)),
    ),
    fact(
        "pawns_in_centre",
        "own pawns on d4, e4, d5 and e5, moves 5 to 15",
        Reading::Average(|position| position.centre_pawns, 5, 15),
    ),
    fact(
        "developed",
        "knights and bishops off the first rank at move 8",
        Reading::At(|position| position.developed, 8),
    ),
    fact(
        "long_diagonals",
        "bishops on b2, g2, b7 or g7 of the own side, moves 8 to 16",
        Reading::Average(|position| position.fianchettoes, 8, 16),
    ),
    fact(
        "king_distance",
        "mean distance of the pieces to the enemy king in squares, moves 10 to 40",
        Reading::Average(|position| position.king_distance, 10, 40),
    ),
    fact(
        "across",
        "own pieces in the enemy half, moves 10 to 40",
        Reading::Average(|position| position.across, 10, 40),
    ),
    fact(
        "advanced_pawns",
        "own pawns in the enemy half, moves 8 to 30",
        Reading::Average(|position| position.advanced_pawns, 8, 30),
    ),
    fact(
        "attackers",
        "own pieces that bear on the enemy king, moves 10 to 40",
        Reading::Average(|position| position.attackers, 10, 40),
    ),
    fact(
        "guards",
        "own pieces that bear on the squares around the own king, moves 10 to 40",
        Reading::Average(|position| position.guards, 10, 40),
    ),
    fact(
        "safe_squares",
        "safe squares of the own pieces, moves 8 to 30",
        Reading::Average(|position| position.mobility, 8, 30),
    ),
    fact(
        "their_safe_squares",
        "safe squares of the opponent's pieces, moves 8 to 30",
        Reading::Average(|position| position.their_mobility, 8, 30),
    ),
    fact(
        "contacts",
        "pawns that could capture each other, moves 6 to 25",
        Reading::Average(|position| position.contacts, 6, 25),
    ),
    fact(
        "blocked_pawns",
        "pawns face to face at move 20",
        Reading::At(|position| position.blocked, 20),
    ),
    fact(
        "open_lines",
        "files without pawns at move 25",
        Reading::At(|position| position.open_files, 25),
    ),
    fact(
        "weak_pawns",
        "weight of the own doubled and isolated pawns at move 25",
        Reading::At(|position| position.pawn_weakness, 25),
    ),
    fact(
        "bishop_pairs",
        "both own bishops at move 25 (0 or 1)",
        Reading::At(|position| f64::from(u8::from(position.bishops >= 2.0)), 25),
    ),
    fact(
        "bishops_less_knights",
        "own bishops less own knights at move 25",
        Reading::At(|position| position.bishops - position.knights, 25),
    ),
    fact(
        "knights_on_rim",
        "own knights on the a and h files, moves 5 to 25",
        Reading::Average(|position| position.rim_knights, 5, 25),
    ),
    fact(
        "shelter_pawns_left",
        "own pawns on the second and third rank before the king at move 20",
        Reading::At(|position| position.shelter, 20),
    ),
    fact(
        "king_rank",
        "the own king's rank, moves 10 to 30",
        Reading::Average(|position| position.king_rank, 10, 30),
    ),
    fact(
        "length",
        "full moves of the game",
        Reading::WholeGame(GameCounts::length),
    ),
];

const fn fact(key: &'static str, meaning: &'static str, reading: Reading) -> Trait {
    Trait {
        key,
        meaning,
        reading,
    }
}

/// Every trait in order: the root features, then the facts. Two features are left out: chance, and
/// quiet moves, which are the complement of captures.
pub fn traits() -> Vec<Trait> {
    let features = Feature::ALL
        .iter()
        .filter(|feature| !matches!(feature, Feature::Randomness | Feature::QuietMoves));
    let features = features.map(|&feature| Trait {
        key: feature.key(),
        meaning: feature.description().meaning,
        reading: Reading::Feature(feature),
    });
    features.chain(FACTS.iter().copied()).collect()
}

impl Trait {
    /// Whether it is over with the opening, where people repeat theory.
    pub fn is_of_the_opening(&self) -> bool {
        match self.reading {
            Reading::Feature(feature) => is_of_the_opening(feature),
            Reading::WholeGame(_) => false,
            Reading::Average(_, _, last) | Reading::At(_, last) => last <= OPENING_MOVES,
        }
    }

    /// What is counted in a few plain words, for tables.
    pub fn name(&self) -> String {
        trait_names::name(self.key)
    }
}

/// Whether a feature is over with the opening.
pub fn is_of_the_opening(feature: Feature) -> bool {
    match feature.description().fade {
        Fade::UntilMove(last) | Fade::FirstMoves(last) => last <= OPENING_MOVES,
        Fade::Never | Fade::Middlegame | Fade::Endgame => false,
    }
}

/// The trait's place in [`traits`], by its key.
pub fn place(key: &str) -> Option<usize> {
    traits().iter().position(|one| one.key == key)
}

/// A claim about something that is not a trait.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{who} claims `{claim}`, but nothing that is seen in games is called `{}`; {}",
    claim.of,
    advice(nearest)
)]
pub struct UnknownTrait {
    /// Whose claim it is.
    pub who: String,
    /// The claim.
    pub claim: Claim,
    /// The traits most like it, best first.
    pub nearest: Vec<String>,
}

/// Checks that everything that a personality claims is a trait.
///
/// # Errors
///
/// The first claim that is not about a trait, with the most similar traits.
pub fn check_claims(personality: &Personality) -> Result<(), UnknownTrait> {
    let claims = personality.claims();
    match claims.iter().find(|claim| place(&claim.of).is_none()) {
        None => Ok(()),
        Some(claim) => Err(UnknownTrait {
            who: personality.name().to_owned(),
            claim: claim.clone(),
            nearest: nearest(&claim.of, traits().iter().map(|one| one.key)),
        }),
    }
}

fn advice(nearest: &[String]) -> String {
    match nearest.first() {
        Some(key) => format!("did you mean `{key}`?"),
        None => "`masque personality fingerprint --all` prints every word".to_owned(),
    }
}

/// One number for each of [`traits`], from the moves of `side` from `first_ply` on, where a given
/// opening ends. `None` when the side made no move after it.
pub fn observe(game: &Game, side: Color, first_ply: usize) -> Option<Vec<f64>> {
    let mut so_far = Game::new(game.start().clone());
    let mut wishes = vec![0.0; Feature::ALL.len()];
    let mut counts = GameCounts::default();
    for (ply, mv) in game.moves().enumerate() {
        let is_own = so_far.position().side_to_move() == side;
        if is_own && ply >= first_ply {
            for (sum, permille) in wishes.iter_mut().zip(measures_permille(&so_far, mv)) {
                *sum += f64::from(permille) / 10.0;
            }
        }
        if is_own {
            counts.count_move(&so_far, mv);
        }
        so_far.play(mv);
        if is_own {
            counts.count_position(so_far.position(), side);
        }
    }
    let made = (0..game.len())
        .skip(first_ply)
        .filter(|&ply| is_made_by(game, ply, side))
        .count();
    if made == 0 {
        return None;
    }
    let read = |one: &Trait| match one.reading {
        Reading::Feature(feature) => wishes[feature as usize] / made as f64,
        Reading::WholeGame(count) => count(&counts),
        Reading::Average(see, from, to) => counts.average(see, from, to),
        Reading::At(see, fullmove) => counts.at(see, fullmove),
    };
    Some(traits().iter().map(read).collect())
}

fn is_made_by(game: &Game, ply: usize, side: Color) -> bool {
    let starts = game.start().side_to_move() == side;
    starts == ply.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::default();
        for text in moves.split_whitespace() {
            let mv = game.position().parse_move(text).unwrap();
            game.play(mv);
        }
        game
    }

    fn seen(game: &Game, side: Color, key: &str) -> f64 {
        observe(game, side, 0).unwrap()[place(key).unwrap()]
    }

    #[test]
    fn keys_are_unique() {
        let mut keys: Vec<_> = traits().iter().map(|one| one.key).collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
        assert!(count > 60);
    }

    #[test]
    fn every_trait_has_a_short_name_of_its_own() {
        let mut names: Vec<String> = traits().iter().map(Trait::name).collect();
        for name in &names {
            assert!((3..=32).contains(&name.chars().count()), "{name}");
            let is_plain = |letter: char| letter.is_ascii_alphanumeric() || " '".contains(letter);
            assert!(name.chars().all(is_plain), "{name}");
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert_eq!(trait_names::name("material_20"), "pieces left at move 20");
        assert_eq!(trait_names::name("outer_space"), "outer space");
        for (key, _) in trait_names::NAMES {
            assert!(place(key).is_some(), "{key}");
        }
    }

    #[test]
    fn traits_are_read_off_a_game() {
        // White fianchettoes and castles, Black takes the centre and brings out the queen.
        let game = game("g3 e5 Bg2 d5 Nf3 Qf6 O-O Bd7 d3 Nc6 Nc3 O-O-O Bg5 Qe6");
        let (white, black) = (Color::White, Color::Black);
        assert_eq!(seen(&game, white, "castles_short"), 1.0);
        assert_eq!(seen(&game, black, "castles_short"), 0.0);
        assert_eq!(seen(&game, black, "castles_long"), 1.0);
        assert_eq!(seen(&game, white, "castling_move"), 4.0);
        assert_eq!(seen(&game, white, "opposite_kings"), 1.0);
        assert_eq!(seen(&game, black, "opposite_kings"), 1.0);
        assert_eq!(seen(&game, black, "queen_out"), 3.0);
        assert_eq!(seen(&game, white, "queen_out"), 30.0);
        assert_eq!(seen(&game, white, "long_diagonals"), 1.0);
        assert_eq!(seen(&game, black, "pawns_in_centre"), 2.0);
        assert_eq!(seen(&game, white, "pawns_in_centre"), 0.0);
        assert_eq!(seen(&game, white, "capture_rate"), 0.0);
        assert!(seen(&game, white, "fianchetto") > seen(&game, black, "fianchetto"));
        assert_eq!(seen(&game, white, "length"), 7.0);
    }

    #[test]
    fn moves_of_a_given_opening_are_not_counted_as_taste() {
        let game = game("g3 e5 Bg2 d5 d3 Nf6");
        let whole = observe(&game, Color::White, 0).unwrap();
        let rest = observe(&game, Color::White, 4).unwrap();
        let fianchetto = place("fianchetto").unwrap();
        assert!(whole[fianchetto] > 0.0);
        assert_eq!(rest[fianchetto], 0.0);
        assert_eq!(observe(&game, Color::White, 6), None);
    }
}
