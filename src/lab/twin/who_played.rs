//! Whose games they are: the player under whose twin they are likeliest. A twin answers for the opening with
//! the moves that the player made there, and for the rest with the player's taste.

use std::collections::BTreeMap;

use super::choice_data::ObservedChoice;
use super::everybody::Everybody;
use super::player_games::SidedGame;
use super::taste_fit::{TasteFit, fit_taste};
use crate::board::Move;
use crate::lab::statistics::place_of_largest;

/// Half-moves of a game that are the opening.
const OPENING_PLIES: usize = 20;
/// A player's openings are those of all players as if so many of them had been seen.
const DOUBT: f64 = 2.0;

/// How often moves were made in positions of the opening, by the positions' keys.
#[derive(Clone, Debug, Default)]
pub struct OpeningCounts {
    moves: BTreeMap<u64, Vec<(Move, f64)>>,
}

impl OpeningCounts {
    /// Of the player's moves in games.
    pub fn of<'g>(games: impl Iterator<Item = SidedGame<'g>>) -> OpeningCounts {
        let mut counts = OpeningCounts::default();
        for it in games {
            for (position, mv) in it.played.game.past().iter().take(OPENING_PLIES) {
                if position.side_to_move() == it.side {
                    counts.add(position.key(), *mv);
                }
            }
        }
        counts
    }

    fn add(&mut self, key: u64, mv: Move) {
        let moves = self.moves.entry(key).or_default();
        match moves.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, count)) => *count += 1.0,
            None => moves.push((mv, 1.0)),
        }
    }

    /// How often a move was made in a position, and how often any was.
    fn times(&self, key: u64, mv: Move) -> (f64, f64) {
        let moves = self.moves.get(&key).map_or(&[][..], Vec::as_slice);
        let own = moves.iter().find(|(known, _)| *known == mv);
        let all = moves.iter().map(|(_, count)| count).sum();
        (own.map_or(0.0, |(_, count)| *count), all)
    }

    /// The logarithm of the probability of the player's moves in the opening of a game, where all players
    /// together made those of `pool`.
    pub fn log_likelihood(&self, it: &SidedGame<'_>, pool: &OpeningCounts) -> f64 {
        let past = it.played.game.past().iter().take(OPENING_PLIES);
        let own = past.filter(|(position, _)| position.side_to_move() == it.side);
        let likelihoods = own.map(|(position, mv)| {
            let key = position.key();
            let (times, all) = pool.times(key, *mv);
            let legal = position.legal_moves().len().max(1) as f64;
            let usual = (times + 1.0 / legal) / (all + 1.0);
            let (times, all) = self.times(key, *mv);
            ((times + DOUBT * usual) / (all + DOUBT)).ln()
        });
        likelihoods.sum()
    }
}

/// A player as the games to learn from show.
#[derive(Clone, Debug)]
pub struct KnownPlayer {
    openings: OpeningCounts,
    taste: TasteFit,
}

/// A game whose player is asked for, with its choices after the opening, which everybody has judged.
#[derive(Clone, Debug)]
pub struct AskedGame<'g> {
    /// The game.
    pub game: SidedGame<'g>,
    /// Its choices.
    pub choices: Vec<ObservedChoice>,
}

impl KnownPlayer {
    /// Learns a player.
    pub fn learn(games: &[AskedGame<'_>], everybody: &Everybody, threads: usize) -> KnownPlayer {
        let choices: Vec<ObservedChoice> = games
            .iter()
            .flat_map(|it| it.choices.iter().cloned())
            .collect();
        KnownPlayer {
            openings: OpeningCounts::of(games.iter().map(|it| it.game)),
            taste: fit_taste(&choices, everybody, threads),
        }
    }

    /// The logarithms of the probability of a game: of its opening, and of the choices after it.
    pub fn log_likelihoods(&self, asked: &AskedGame<'_>, pool: &OpeningCounts) -> [f64; 2] {
        let choices = asked.choices.iter();
        let taste = choices.map(|it| it.log_likelihood(&self.taste.weights));
        [self.openings.log_likelihood(&asked.game, pool), taste.sum()]
    }
}

/// The shares of bags of consecutive games that are told right: by openings, by what comes after, and by
/// both. `likelihoods` has for each game of one player the logarithms under every player.
pub fn told_right(likelihoods: &[Vec<[f64; 2]>], player: usize, bag: usize) -> [[usize; 2]; 3] {
    let mut told = [[0; 2]; 3];
    for games in likelihoods.chunks_exact(bag) {
        let players = games.first().map_or(0, Vec::len);
        let by: [fn(&[f64; 2]) -> f64; 3] = [|it| it[0], |it| it[1], |it| it[0] + it[1]];
        for (told, by) in told.iter_mut().zip(by) {
            let sum = |who: usize| games.iter().map(|game| by(&game[who])).sum::<f64>();
            let best = place_of_largest((0..players).map(sum));
            told[0] += usize::from(best == Some(player));
            told[1] += 1;
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{PgnGame, read_pgn};
    use crate::lab::twin::made_up::sides_of_white;

    #[test]
    fn openings_tell_who_played_them() {
        let text = "1. e4 e5 *\n\n".repeat(5) + &"1. d4 d5 *\n\n".repeat(5);
        let games: Vec<PgnGame> = read_pgn(&text).into_iter().map(Result::unwrap).collect();
        let games = sides_of_white(&games);
        let counts = |games: &[SidedGame<'_>]| OpeningCounts::of(games.iter().copied());
        let (open, closed) = (counts(&games[..5]), counts(&games[5..]));
        let pool = counts(&games);
        let first = games[0];
        let [by_open, by_closed] = [&open, &closed].map(|it| it.log_likelihood(&first, &pool));
        // Five of five, and twice a usual move of nearly a half.
        assert!((by_open - (6.0_f64 / 7.0).ln()).abs() < 0.02, "{by_open}");
        assert!(
            (by_closed - (1.0_f64 / 7.0).ln()).abs() < 0.1,
            "{by_closed}"
        );
    }

    #[test]
    fn bags_are_told_by_their_sums() {
        let game = |own: [f64; 2], other: [f64; 2]| vec![own, other];
        let games = [
            game([-1.0, -4.0], [-2.0, -0.5]),
            game([-1.0, -1.0], [-2.0, -2.0]),
            game([-1.0, -1.0], [-2.0, -2.0]),
            game([-3.5, -1.0], [-2.0, -9.0]),
            game([0.0, 0.0], [0.0, 0.0]),
        ];
        assert_eq!(told_right(&games, 0, 2), [[1, 2], [1, 2], [1, 2]]);
        assert_eq!(told_right(&games, 1, 2), [[1, 2], [1, 2], [1, 2]]);
    }
}
