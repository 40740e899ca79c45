//! The choice of a move: the probabilities, a mate in one as often as people see it, technique, and
//! the noise of the game.

use super::last_move::LastMove;
use super::noise::noise;
use super::predictor::MovePredictor;
use super::technique::is_bad_technique;
use crate::board::{Move, Position};

/// How many of a hundred mates in one are played, by rating (Lichess games of a few minutes and more).
/// The counts have errors of 4 to 8; that at 2,000 was 73, which is raised so that nobody sees less than
/// weaker players, and the last is a guess beyond the data.
const MATES_SEEN: [(i32, f64); 8] = [
    (800, 52.0),
    (1_000, 67.0),
    (1_200, 69.0),
    (1_400, 74.0),
    (1_600, 75.0),
    (1_800, 78.0),
    (2_000, 79.0),
    (2_600, 95.0),
];

/// The probability that a player of a rating sees a mate in one.
pub fn mate_seen(elo: i32) -> f64 {
    let (first, last) = (MATES_SEEN[0], MATES_SEEN[MATES_SEEN.len() - 1]);
    let elo = elo.clamp(first.0, last.0);
    let percent = MATES_SEEN.windows(2).find(|pair| elo <= pair[1].0);
    let percent = percent.map_or(last.1, |pair| {
        let share = f64::from(elo - pair[0].0) / f64::from(pair[1].0 - pair[0].0);
        pair[0].1 + share * (pair[1].1 - pair[0].1)
    });
    percent / 100.0
}

/// A player of a rating in one game.
pub struct LevelPlayer {
    predictor: MovePredictor,
    elo: i32,
    game: u64,
}

impl LevelPlayer {
    /// A player in the game with this seed: the same seed makes the same moves.
    pub fn new(predictor: MovePredictor, elo: i32, game: u64) -> LevelPlayer {
        LevelPlayer {
            predictor,
            elo,
            game,
        }
    }

    /// The move that the player makes; `None` where there is no legal move.
    pub fn choose(&mut self, position: &Position, last: Option<LastMove>) -> Option<Move> {
        let mut moves = self.predictor.probabilities(position, last, self.elo);
        see_mates(position, &mut moves, self.elo);
        drop_bad_technique(position, &mut moves, self.elo);
        most_with_noise(position, &moves, self.game)
    }
}

/// Gives the moves that mate together the probability with which people see them.
fn see_mates(position: &Position, moves: &mut [(Move, f64)], elo: i32) {
    let mates: Vec<bool> = moves
        .iter()
        .map(|&(mv, _)| position.play(mv).is_checkmate())
        .collect();
    let own = moves.iter().zip(&mates).filter(|(_, mate)| **mate);
    let sum: f64 = own.map(|(&(_, probability), _)| probability).sum();
    if sum <= 0.0 || sum >= 1.0 {
        return;
    }
    let seen = mate_seen(elo);
    for ((_, probability), mate) in moves.iter_mut().zip(mates) {
        *probability *= match mate {
            true => seen / sum,
            false => (1.0 - seen) / (1.0 - sum),
        };
    }
}

/// Takes away what technique forbids, unless that is everything.
fn drop_bad_technique(position: &Position, moves: &mut Vec<(Move, f64)>, elo: i32) {
    let is_good = |&(mv, _): &(Move, f64)| !is_bad_technique(position, mv, elo);
    if moves.iter().any(is_good) {
        moves.retain(is_good);
    }
}

/// The move whose logarithm of probability and noise together are largest.
fn most_with_noise(position: &Position, moves: &[(Move, f64)], game: u64) -> Option<Move> {
    let utility = |&(mv, probability): &(Move, f64)| probability.ln() + noise(game, position, mv);
    let best = moves
        .iter()
        .max_by(|one, other| utility(one).total_cmp(&utility(other)));
    best.map(|&(mv, _)| mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn moves_are_chosen_as_often_as_they_are_probable() {
        let start = Position::start();
        let named = ["e2e4", "d2d4", "g1f3", "a2a3"];
        let shares = [0.5, 0.3, 0.15, 0.05];
        let moves: Vec<(Move, f64)> = named
            .iter()
            .zip(shares)
            .map(|(text, share)| (start.parse_move(text).unwrap(), share))
            .collect();
        let games = 20_000;
        let mut counts = [0_u32; 4];
        for game in 0..games {
            let chosen = most_with_noise(&start, &moves, game).unwrap();
            assert_eq!(most_with_noise(&start, &moves, game), Some(chosen));
            counts[moves.iter().position(|&(mv, _)| mv == chosen).unwrap()] += 1;
        }
        for (count, share) in counts.into_iter().zip(shares) {
            let found = f64::from(count) / games as f64;
            assert!((found - share).abs() < 0.015, "{counts:?}");
        }
        assert_eq!(most_with_noise(&start, &[], 1), None);
    }

    #[test]
    fn mates_in_one_are_seen_as_often_as_people_see_them() {
        let position = position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        let legal = position.legal_moves();
        let share = 1.0 / legal.len() as f64;
        let mut moves: Vec<(Move, f64)> = legal.iter().map(|&mv| (mv, share)).collect();
        see_mates(&position, &mut moves, 1_100);
        let mate = position.parse_move("a1a8").unwrap();
        let found = moves.iter().find(|&&(mv, _)| mv == mate).unwrap().1;
        assert!((found - 0.68).abs() < 1e-9, "{found}");
        let sum: f64 = moves.iter().map(|&(_, probability)| probability).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        assert!((mate_seen(100) - 0.52).abs() < 1e-9 && (mate_seen(3_000) - 0.95).abs() < 1e-9);
    }

    #[test]
    fn a_player_repeats_a_game_and_wins_what_is_won() {
        let play = |game| {
            let mut player = LevelPlayer::new(MovePredictor::new(), 1_000, game);
            let mut position = position("8/8/8/4k3/8/8/8/KQ6 w - - 0 1");
            let mut moves = Vec::new();
            while !position.is_checkmate() && moves.len() < 120 {
                let mv = match moves.len() % 2 {
                    0 => player.choose(&position, None).unwrap(),
                    _ => position.legal_moves()[0],
                };
                position = position.play(mv);
                assert!(!position.is_stalemate());
                moves.push(mv);
            }
            assert!(position.is_checkmate(), "{} moves", moves.len());
            moves
        };
        assert_eq!(play(3), play(3));
    }
}
