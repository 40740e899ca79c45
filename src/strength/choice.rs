//! The choice of a move by a player of a level, step by step: what people of the rating would play, the
//! own care, taste and errors, technique, the search from 1600 on, the own last move, mates in one as
//! often as people see them, and the noise of the game.

use super::candidate::{Candidate, normalise};
use super::care::{FIRST_LOOK, take_care};
use super::error_kinds::error_factor;
use super::follow::follow;
use super::last_move::LastMove;
use super::level::{ErrorRates, Level};
use super::mates::see_mates;
use super::network::policy_without_network;
use super::noise::noise;
use super::predictor::MovePredictor;
use super::root_scores::{DEPTHS_PLIES, RootScores, ScoreQuestion};
use super::same_strength::shift_at_same_strength;
use super::score_measures::lost_result;
use super::seen_move::{SeenMove, SeenPosition};
use super::technique::is_bad_technique;
use super::undoing::stand_by;
use crate::board::{Move, Piece, Position};

/// What a centipawn of taste adds to the logarithm of a move's odds.
const TASTE_PER_CP: f64 = 0.1;
/// By how much a promotion to less than a queen must be better.
const LESSER_PROMOTION_CP: i32 = 100;
/// The most that taste adds or takes.
const MOST_TASTE: f64 = 4.0;

/// A player of a level in a game.
#[derive(Clone, Copy, Debug)]
pub struct LevelPlayer {
    /// How strong.
    pub level: Level,
    /// The seed of the game: the same seed makes the same moves.
    pub game: u64,
}

/// The position in which a player chooses.
#[derive(Clone, Debug)]
pub struct LevelQuestion {
    /// The position, its past and how the player judges.
    pub scored: ScoreQuestion,
    /// The opponent's last move, if it is known.
    pub last: Option<LastMove>,
    /// The player's own move before that.
    pub own_last: Option<LastMove>,
    /// The moves to choose from; empty means all legal moves.
    pub allowed: Vec<Move>,
    /// The bonuses that the player's taste gives to moves, in centipawns; others have none.
    pub tastes: Vec<(Move, i32)>,
}

/// The choice of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelChoice {
    /// The rating.
    pub elo: i32,
    /// The moves that could be chosen, the most likely first.
    pub candidates: Vec<Candidate>,
    /// The place of the chosen move among them.
    pub chosen: usize,
    /// The move of the level's own search, where it has one.
    pub searched: Option<Move>,
}

impl LevelChoice {
    /// The depth of the deepest look, in plies.
    pub const DEPTH_PLIES: u32 = DEPTHS_PLIES[DEPTHS_PLIES.len() - 1];

    /// The chosen move.
    pub fn chosen(&self) -> &Candidate {
        &self.candidates[self.chosen]
    }

    /// The move with the best score.
    pub fn best(&self) -> &Candidate {
        let best = self.candidates.iter().min_by_key(|it| it.loss_cp);
        best.unwrap_or_else(|| self.chosen())
    }
}

impl LevelPlayer {
    /// The move that the player makes; `None` where there is no legal move. `favourite` is the move of
    /// the search that [`Level::search_share`] asks for. Once `must_end` says so, the player looks no
    /// deeper.
    pub fn choose(
        &self,
        predictor: &mut MovePredictor,
        question: &LevelQuestion,
        favourite: Option<Move>,
        must_end: impl Fn() -> bool,
    ) -> Option<LevelChoice> {
        let position = &question.scored.position;
        let scores = predictor.scores(&question.scored, must_end);
        let usual = predictor.probabilities_from(position, question.last, self.level.elo, &scores);
        let mut candidates = self.candidates(question, &scores, &usual);
        sharpen(&mut candidates, self.level.sharpness());
        take_care(&mut candidates, &scores, self.level.care());
        self.shift(question, &scores, &mut candidates);
        keep(&mut candidates, |it| {
            question.allowed.is_empty() || question.allowed.contains(&it.mv)
        });
        keep(&mut candidates, |it| {
            !is_bad_technique(position, &question.scored.history, it.mv, self.level.elo)
        });
        put_queens_first(&mut candidates);
        follow(
            position,
            question.last,
            &mut candidates,
            favourite,
            self.level.search_share(),
        );
        stand_by(position, question.own_last, &mut candidates);
        see_mates(position, &mut candidates, self.level.elo);
        candidates.sort_by(|one, other| other.probability.total_cmp(&one.probability));
        let chosen = most_with_noise(position, &candidates, self.game)?;
        Some(LevelChoice {
            elo: self.level.elo,
            candidates,
            chosen,
            searched: favourite,
        })
    }

    fn candidates(
        &self,
        question: &LevelQuestion,
        scores: &RootScores,
        usual: &[f64],
    ) -> Vec<Candidate> {
        let last_look = DEPTHS_PLIES.len() - 1;
        let result_loss = |number, look| f64::from(lost_result(scores, number, look));
        let taste_cp = |mv| {
            let taste = question.tastes.iter().find(|(other, _)| *other == mv);
            taste.map_or(0, |&(_, bonus_cp)| bonus_cp)
        };
        let depth_share = self.level.refutations_found();
        let moves = scores.moves.iter().zip(usual).enumerate();
        moves
            .map(|(number, (&mv, &probability))| Candidate {
                mv,
                probability,
                score: scores.score(number, last_look),
                loss_cp: scores.loss_cp(number, last_look),
                result_loss: result_loss(number, last_look),
                exploited_loss: depth_share * result_loss(number, last_look)
                    + (1.0 - depth_share) * result_loss(number, FIRST_LOOK),
                taste_cp: taste_cp(mv),
            })
            .collect()
    }

    /// Taste and errors of one's own, as strong as before.
    fn shift(&self, question: &LevelQuestion, scores: &RootScores, candidates: &mut [Candidate]) {
        let errors = self.error_factors(question, scores);
        let shifts: Vec<f64> = candidates
            .iter()
            .zip(errors)
            .map(|(it, error)| {
                let taste = f64::from(it.taste_cp) * TASTE_PER_CP;
                taste.clamp(-MOST_TASTE, MOST_TASTE) + error.max(1e-6).ln()
            })
            .collect();
        shift_at_same_strength(candidates, &shifts);
    }

    fn error_factors(&self, question: &LevelQuestion, scores: &RootScores) -> Vec<f64> {
        if self.level.errors == ErrorRates::USUAL {
            return vec![1.0; scores.moves.len()];
        }
        let position = &question.scored.position;
        let policy = policy_without_network(&scores.moves);
        let seen = SeenPosition::new(position, question.last, scores, &policy);
        let factor =
            |number| error_factor(&SeenMove::new(&seen, number), scores, &self.level.errors);
        (0..scores.moves.len()).map(factor).collect()
    }
}

/// Puts an exponent on the probabilities.
fn sharpen(candidates: &mut [Candidate], exponent: f64) {
    for candidate in candidates.iter_mut() {
        candidate.probability = candidate.probability.powf(exponent);
    }
    normalise(candidates);
}

/// Takes away what is not good, unless that is everything.
fn keep(candidates: &mut Vec<Candidate>, is_good: impl Fn(&Candidate) -> bool) {
    if candidates.iter().any(&is_good) {
        candidates.retain(is_good);
        normalise(candidates);
    }
}

/// Takes away promotions to less than a queen that are not much better than to a queen, unless the
/// player's taste is for them.
fn put_queens_first(candidates: &mut Vec<Candidate>) {
    let queens: Vec<Candidate> = candidates
        .iter()
        .filter(|it| it.mv.promotion == Some(Piece::Queen))
        .cloned()
        .collect();
    keep(candidates, |it| {
        let is_same = |queen: &&Candidate| (queen.mv.from, queen.mv.to) == (it.mv.from, it.mv.to);
        queens.iter().find(is_same).is_none_or(|queen| {
            it.mv.promotion == Some(Piece::Queen)
                || it.taste_cp > queen.taste_cp
                || queen.loss_cp - it.loss_cp >= LESSER_PROMOTION_CP
        })
    });
}

/// The candidate whose logarithm of probability and noise together are largest.
fn most_with_noise(position: &Position, candidates: &[Candidate], game: u64) -> Option<usize> {
    let utility = |number: &usize| {
        let it = &candidates[*number];
        it.probability.ln() + noise(game, position, it.mv)
    };
    (0..candidates.len()).max_by(|one, other| utility(one).total_cmp(&utility(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(fen: &str) -> LevelQuestion {
        LevelQuestion {
            scored: ScoreQuestion::neutral(&fen.parse().unwrap()),
            last: None,
            own_last: None,
            allowed: Vec::new(),
            tastes: Vec::new(),
        }
    }

    fn player(level: Level, game: u64) -> LevelPlayer {
        LevelPlayer { level, game }
    }

    fn share_of(choice: Option<LevelChoice>, mv: Move) -> f64 {
        let candidates = choice.unwrap().candidates;
        candidates
            .iter()
            .find(|it| it.mv == mv)
            .unwrap()
            .probability
    }

    const OPEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    #[test]
    fn moves_are_chosen_as_often_as_they_are_probable() {
        let start = Position::start();
        let named = ["e2e4", "d2d4", "g1f3", "a2a3"];
        let shares = [0.5, 0.3, 0.15, 0.05];
        let candidates: Vec<Candidate> = named
            .iter()
            .zip(shares)
            .map(|(text, probability)| {
                Candidate::example(start.parse_move(text).unwrap(), probability, 0.0)
            })
            .collect();
        let games = 20_000;
        let mut counts = [0_u32; 4];
        for game in 0..games {
            let chosen = most_with_noise(&start, &candidates, game).unwrap();
            assert_eq!(most_with_noise(&start, &candidates, game), Some(chosen));
            counts[chosen] += 1;
        }
        for (count, share) in counts.into_iter().zip(shares) {
            let found = f64::from(count) / games as f64;
            assert!((found - share).abs() < 0.015, "{counts:?}");
        }
        assert_eq!(most_with_noise(&start, &[], 1), None);
    }

    #[test]
    fn without_taste_the_choice_is_a_sharper_and_more_careful_prediction() {
        let mut predictor = MovePredictor::new();
        let question = question(OPEN);
        let position = &question.scored.position;
        let predicted = predictor.probabilities(position, None, 1_500);
        let scores = predictor.scores(&question.scored, || false);
        let level = Level::new(1_500);
        let choice = player(level, 1).choose(&mut predictor, &question, None, || false);
        let choice = choice.unwrap();
        assert_eq!(choice.candidates.len(), predicted.len());
        // The sums of what a first look refutes, and of the rest with and without care.
        let sharp = |probability: f64| probability.powf(level.sharpness());
        let (mut shown, mut hidden, mut careful) = (0.0, 0.0, 0.0);
        let mut expected = Vec::new();
        for (number, (mv, probability)) in predicted.iter().enumerate() {
            let candidate = choice.candidates.iter().find(|it| it.mv == *mv).unwrap();
            let care = (-level.care() * candidate.result_loss).exp();
            let is_shown = scores.loss_cp(number, 0) >= 150;
            match is_shown {
                true => shown += sharp(*probability),
                false => {
                    hidden += sharp(*probability);
                    careful += sharp(*probability) * care;
                }
            }
            expected.push((candidate.probability, sharp(*probability), care, is_shown));
        }
        assert!(shown > 0.0 && careful < hidden);
        for (found, sharp, care, is_shown) in expected {
            let share = match is_shown {
                true => sharp,
                false => sharp * care * hidden / careful,
            };
            assert!((share / (shown + hidden) - found).abs() < 1e-9);
        }
        assert_eq!(choice.best().loss_cp, 0);
    }

    #[test]
    fn the_search_shows_nobody_more_mates_than_people_see() {
        let mut predictor = MovePredictor::new();
        let question = question("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        let mate = question.scored.position.parse_move("a1a8").unwrap();
        let mut share = |elo| {
            let player = player(Level::new(elo), 1);
            let choice = player.choose(&mut predictor, &question, Some(mate), || false);
            share_of(choice, mate)
        };
        assert!((share(2_000) - 0.74).abs() < 1e-9);
        assert!((share(2_800) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_player_likes_what_it_likes() {
        let mut predictor = MovePredictor::new();
        let question = question(OPEN);
        let liked = question.scored.position.parse_move("b1c3").unwrap();
        let mut share = |bonus_cp: i32| {
            let question = LevelQuestion {
                tastes: vec![(liked, bonus_cp)],
                ..question.clone()
            };
            let choice =
                player(Level::new(1_500), 1).choose(&mut predictor, &question, None, || false);
            share_of(choice, liked)
        };
        let (less, usual, more) = (share(-10), share(0), share(10));
        assert!(
            less < 0.6 * usual && more > 1.4 * usual,
            "{less} {usual} {more}"
        );
    }

    #[test]
    fn the_strong_trust_the_search_and_nobody_leaves_what_is_allowed() {
        let mut predictor = MovePredictor::new();
        let mut question = question(OPEN);
        let odd = question.scored.position.parse_move("a2a4").unwrap();
        let mut chosen = |elo, favourite, question: &LevelQuestion| {
            let choice =
                player(Level::new(elo), 1).choose(&mut predictor, question, favourite, || false);
            choice.unwrap().chosen().mv
        };
        assert_eq!(chosen(2_800, Some(odd), &question), odd);
        assert_ne!(chosen(1_800, Some(odd), &question), odd);
        question.allowed = vec![odd];
        assert_eq!(chosen(1_200, None, &question), odd);
    }

    #[test]
    fn a_queen_is_a_queen() {
        let mut predictor = MovePredictor::new();
        let mut promotions = |fen: &str| -> Vec<Option<Piece>> {
            let question = question(fen);
            let choice =
                player(Level::new(900), 1).choose(&mut predictor, &question, None, || false);
            let candidates = choice.unwrap().candidates;
            let all = candidates.iter().map(|it| it.mv.promotion);
            all.filter(Option::is_some).collect()
        };
        let plain = "8/5P1k/8/8/8/8/PP6/K7 w - - 0 1";
        assert_eq!(promotions(plain), [Some(Piece::Queen)]);
        let fork = "8/5P1k/4q3/8/8/8/PP6/K7 w - - 0 1";
        assert!(promotions(fork).contains(&Some(Piece::Knight)));
    }

    #[test]
    fn a_player_repeats_a_game_and_wins_what_is_won() {
        let play = |game| {
            let mut predictor = MovePredictor::new();
            let mut position: Position = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1".parse().unwrap();
            let mut moves = Vec::new();
            while !position.is_checkmate() && moves.len() < 120 {
                let mv = match moves.len() % 2 {
                    0 => {
                        let question = LevelQuestion {
                            scored: ScoreQuestion::neutral(&position),
                            last: None,
                            own_last: None,
                            allowed: Vec::new(),
                            tastes: Vec::new(),
                        };
                        let player = player(Level::new(1_000), game);
                        let choice = player.choose(&mut predictor, &question, None, || false);
                        choice.unwrap().chosen().mv
                    }
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
