//! Matches between two personalities inside the process, at a fixed number of nodes.
//!
//! Every opening is played with both colours. The openings depend on the seed alone, so that the
//! matches of several personalities with one seed can be compared.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::board::{Color, Game};
use crate::lab::matches::game::{Player, play_out};
use crate::lab::parallel::in_order;
use crate::personality::Personality;
use crate::search::SearchParameters;

/// The least number of random plies at the start. There are few, because style shows in the opening
/// already.
const OPENING_PLIES: u32 = 2;
/// Nodes of the searches that judge whether an opening is playable.
const OPENING_NODES: u64 = 5_000;

/// Who plays whom, and under which conditions.
#[derive(Clone, Copy, Debug)]
pub struct PersonalityMatch<'a> {
    /// The personality whose style is observed.
    pub subject: &'a Personality,
    /// Its opponent.
    pub opponent: &'a Personality,
    /// The number of openings; each gives two games.
    pub openings: u32,
    /// Nodes of each search.
    pub nodes: u64,
    /// The seed of the openings and of the personalities' chance.
    pub seed: u64,
    /// The number of games played at once.
    pub threads: usize,
}

/// A finished game from the subject's side.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// Its moves.
    pub game: Game,
    /// The number of its opening.
    pub opening: u32,
    /// The length of the given opening in plies.
    pub first_ply: usize,
    /// The subject's colour.
    pub side: Color,
    /// The subject's result in half points: 0, 1 or 2.
    pub half_points: u8,
}

impl PersonalityMatch<'_> {
    /// Plays all games. `finished` is given the two games of each opening in order, and returns
    /// whether to go on.
    pub fn play(&self, mut finished: impl FnMut([PlayedGame; 2]) -> bool) {
        let job = |number: u64| self.play_opening(number as u32);
        in_order(self.threads, u64::from(self.openings), job, |pair| {
            finished(pair)
        });
    }

    fn play_opening(&self, number: u32) -> [PlayedGame; 2] {
        let seed = self.seed.wrapping_add(u64::from(number));
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut judge = Player::new(SearchParameters::default(), OPENING_NODES);
        let opening = judge.draw_opening(OPENING_PLIES, &mut random);
        [Color::White, Color::Black].map(|side| self.play_game(&opening, number, seed, side))
    }

    fn play_game(&self, opening: &Game, number: u32, seed: u64, side: Color) -> PlayedGame {
        // The same side of the same opening gets the same random numbers in every match.
        let seed = seed.rotate_left(32) ^ side as u64;
        let mut subject = Player::with_personality(self.subject, seed, self.nodes);
        let mut opponent = Player::with_personality(self.opponent, seed, self.nodes);
        let mut game = opening.clone();
        let finished = play_out(&mut game, |game| {
            match game.position().side_to_move() == side {
                true => subject.search(game),
                false => opponent.search(game),
            }
        });
        PlayedGame {
            game,
            opening: number,
            first_ply: opening.len(),
            side,
            half_points: match finished.conclusion.winner() {
                Some(winner) => 2 * u8::from(winner == side),
                None => 1,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::Roster;

    fn games(subject: &Personality, threads: usize) -> Vec<[PlayedGame; 2]> {
        let personality_match = PersonalityMatch {
            subject,
            opponent: &Personality::plain(),
            openings: 2,
            nodes: 150,
            seed: 5,
            threads,
        };
        let mut games = Vec::new();
        personality_match.play(|pair| {
            games.push(pair);
            true
        });
        games
    }

    #[test]
    fn matches_depend_on_their_seed_alone_and_share_openings() {
        let roster = Roster::built_in();
        let subject = roster.find("hypermodern").unwrap();
        let hypermodern = games(subject, 1);
        assert_eq!(hypermodern, games(subject, 2));
        let plain = games(&Personality::plain(), 1);
        assert_ne!(hypermodern, plain);
        for (pair, other) in hypermodern.iter().zip(&plain) {
            assert_eq!(pair[0].opening, other[0].opening);
            let given = pair[0].first_ply;
            let opening = |played: &PlayedGame| played.game.moves().take(given).collect::<Vec<_>>();
            assert_eq!(opening(&pair[0]), opening(&other[1]));
            assert_eq!([pair[0].side, pair[1].side], [Color::White, Color::Black]);
        }
        // Without chance and against itself: the same game seen from both sides.
        for pair in &plain {
            assert_eq!(pair[0].game, pair[1].game);
            assert_eq!(pair[0].half_points + pair[1].half_points, 2);
        }
    }
}
