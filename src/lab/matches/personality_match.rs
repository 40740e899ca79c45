//! Matches between two personalities inside the process, at a fixed number of nodes.
//!
//! Every opening is played with both colours. A pair of games depends on its opening, its number and
//! the seed alone, so that matches can be broken off and resumed, and those of several personalities
//! compared.

use std::ops::Range;

use crate::board::{Color, Game, Move};
use crate::engine::Explanation;
use crate::lab::matches::chance::pair_seed;
use crate::lab::matches::game::{Player, play_out};
use crate::lab::parallel::in_order;
use crate::personality::Personality;
use crate::search::SearchOutcome;

/// Where the games of a match begin.
#[derive(Clone, Copy, Debug)]
pub enum MatchStart<'a> {
    /// With these openings, each for one pair of games; books and repertoires stay closed.
    Openings(&'a [Game]),
    /// At the start position, with the books and repertoires of both.
    Free,
}

/// Who plays whom, and under which conditions.
#[derive(Clone, Copy, Debug)]
pub struct PersonalityMatch<'a> {
    /// The personality whose style is observed.
    pub subject: &'a Personality,
    /// Nodes of each of its searches.
    pub subject_nodes: u64,
    /// Its opponent.
    pub opponent: &'a Personality,
    /// Nodes of each of the opponent's searches.
    pub opponent_nodes: u64,
    /// Where the games begin.
    pub start: MatchStart<'a>,
    /// The seed of the personalities' chance.
    pub seed: u64,
    /// The number of games played at once.
    pub threads: usize,
}

/// A finished game from the subject's side.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// Its moves.
    pub game: Game,
    /// The number of its pair and so of its opening.
    pub opening: u32,
    /// The length of the given opening in plies.
    pub first_ply: usize,
    /// The subject's colour.
    pub side: Color,
    /// The subject's result in half points: 0, 1 or 2.
    pub half_points: u8,
}

/// Why the subject made the move at a ply.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedPly {
    /// The number of plies before the move.
    pub ply: usize,
    /// The reasons, from the search that chose it.
    pub why: Explanation,
    /// What the opponent would have played in the subject's place, with the subject's nodes.
    pub opponents_choice: Option<Move>,
}

impl PersonalityMatch<'_> {
    /// Plays the pairs with these numbers; given openings are numbered from 0 and end the match.
    /// `finished` is given the two games of each pair in order, and returns whether to go on.
    pub fn play(&self, pairs: Range<u32>, finished: impl FnMut([PlayedGame; 2]) -> bool) {
        let end = match self.start {
            MatchStart::Openings(openings) => pairs.end.min(openings.len() as u32),
            MatchStart::Free => pairs.end,
        };
        let count = end.saturating_sub(pairs.start);
        let job = |number: u64| self.play_pair(pairs.start + number as u32);
        in_order(self.threads, u64::from(count), job, finished);
    }

    /// Plays one game of the pair with this number, which must have its opening, and explains the
    /// subject's moves. Moves from a book have no explanation.
    pub fn play_explained(&self, number: u32, side: Color) -> (PlayedGame, Vec<ExplainedPly>) {
        let mut explained = Vec::new();
        let opening = self.opening(number);
        let mut instead = Player::with_personality(self.opponent, self.seed, self.subject_nodes);
        let played = self.play_game(&opening, number, side, |player, game| {
            let (outcome, explanation) = player.search_explained(game);
            explained.extend(explanation.map(|why| ExplainedPly {
                ply: game.len(),
                why,
                opponents_choice: instead.search(game).best,
            }));
            outcome
        });
        (played, explained)
    }

    fn play_pair(&self, number: u32) -> [PlayedGame; 2] {
        let opening = self.opening(number);
        Color::ALL.map(|side| self.play_game(&opening, number, side, Player::search))
    }

    fn opening(&self, number: u32) -> Game {
        match self.start {
            MatchStart::Openings(openings) => openings[number as usize].clone(),
            MatchStart::Free => Game::default(),
        }
    }

    /// `search` finds the subject's moves.
    fn play_game(
        &self,
        opening: &Game,
        number: u32,
        side: Color,
        mut search: impl FnMut(&mut Player, &Game) -> SearchOutcome,
    ) -> PlayedGame {
        // The same side of the same opening gets the same random numbers in every match.
        let seed = pair_seed(self.seed, u64::from(number)) ^ side as u64;
        let player = |personality, nodes| {
            let player = Player::with_personality(personality, seed, nodes);
            match self.start {
                MatchStart::Openings(_) => player,
                MatchStart::Free => player.with_books(),
            }
        };
        let mut subject = player(self.subject, self.subject_nodes);
        let mut opponent = player(self.opponent, self.opponent_nodes);
        let mut game = opening.clone();
        let finished = play_out(&mut game, |game| {
            match game.position().side_to_move() == side {
                true => search(&mut subject, game),
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
    use crate::lab::matches::openings::draw_openings;
    use crate::personality::Roster;

    fn games(subject: &str, start: MatchStart<'_>, pairs: Range<u32>) -> Vec<[PlayedGame; 2]> {
        let roster = Roster::built_in();
        let personality_match = PersonalityMatch {
            subject: roster.find(subject).unwrap(),
            subject_nodes: 150,
            opponent: roster.find("neutral").unwrap(),
            opponent_nodes: 150,
            start,
            seed: 5,
            threads: 1 + pairs.len() % 2,
        };
        let mut games = Vec::new();
        personality_match.play(pairs, |pair| {
            games.push(pair);
            true
        });
        games
    }

    #[test]
    fn matches_share_openings_and_can_be_resumed_anywhere() {
        let openings = draw_openings(3, 6, 5, 1);
        let start = MatchStart::Openings(&openings);
        let hypermodern = games("hypermodern", start, 0..9);
        assert_eq!(hypermodern.len(), 3);
        assert_eq!(hypermodern[1..], games("hypermodern", start, 1..3));
        assert!(games("hypermodern", start, 3..4).is_empty());
        let neutral = games("neutral", start, 0..3);
        assert_ne!(hypermodern, neutral);
        for (pair, opening) in hypermodern
            .iter()
            .chain(&neutral)
            .zip(openings.iter().cycle())
        {
            assert_eq!([pair[0].side, pair[1].side], [Color::White, Color::Black]);
            for played in pair {
                assert_eq!(played.first_ply, opening.len());
                let given = played.game.moves().take(opening.len());
                assert!(given.eq(opening.moves()));
            }
        }
    }

    #[test]
    fn an_explained_game_is_the_game_of_the_match() {
        let roster = Roster::built_in();
        let personality_match = PersonalityMatch {
            subject: roster.find("hypermodern").unwrap(),
            subject_nodes: 150,
            opponent: roster.find("neutral").unwrap(),
            opponent_nodes: 150,
            start: MatchStart::Free,
            seed: 5,
            threads: 1,
        };
        let pair = games("hypermodern", MatchStart::Free, 2..3).remove(0);
        for (side, expected) in Color::ALL.into_iter().zip(pair) {
            let (played, explained) = personality_match.play_explained(2, side);
            assert_eq!(played, expected);
            assert!(!explained.is_empty());
            let moves: Vec<_> = played.game.moves().collect();
            for one in explained {
                assert_eq!(one.why.position().side_to_move(), side);
                assert_eq!(one.why.chosen(), Some(moves[one.ply]));
            }
        }
    }

    #[test]
    fn free_games_begin_with_the_repertoire() {
        let roster = Roster::built_in();
        let personality = roster.find("hypermodern").unwrap();
        let book = personality.opening_book();
        let games = games("hypermodern", MatchStart::Free, 0..4);
        assert_eq!(games.len(), 4);
        let first = |pair: &[PlayedGame; 2]| pair[0].game.moves().next().unwrap();
        let start = Game::default();
        let known: Vec<_> = book
            .moves(start.position())
            .iter()
            .map(|book| book.mv)
            .collect();
        assert!(games.iter().all(|pair| known.contains(&first(pair))));
        assert!(games.iter().any(|pair| pair[0].game != games[0][0].game));
    }
}
