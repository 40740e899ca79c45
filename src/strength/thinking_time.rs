//! How long a player of a level thinks: like a person, whose time goes where moves are hard to choose.
//!
//! There is no data behind these numbers: they are a sketch of what people do, and nothing was fitted.

use std::time::Duration;

use super::choice::LevelChoice;
use super::noise::uniform;

/// With less than this for a move, the time control is a fast one, and every move is made at once.
const FAST: Duration = Duration::from_millis(1_000);
/// The share of the time for a move that goes into one that plays itself.
const AT_ONCE: f64 = 0.08;
/// The share of a choice between moves that are all as likely, and of one with a clear favourite.
const HARDEST: f64 = 1.3;
const EASIEST: f64 = 0.2;
/// The entropy, in nats, from which on a choice is as hard as any.
const HARD_NATS: f64 = 2.0;
/// A move with this probability plays itself when it takes back.
const CLEAR: f64 = 0.6;
/// The time of the same choice varies by this factor either way.
const SPREAD: f64 = 1.8;
/// The share of moves from the opening book.
const FROM_BOOK: f64 = 0.15;

/// How much of `for_a_move`, the time that the clock has for a move, the choice takes. `takes_back`
/// says whether the move captures what has just captured. `draw` makes it vary.
pub fn thinking_time(
    choice: &LevelChoice,
    takes_back: bool,
    for_a_move: Duration,
    draw: u64,
) -> Duration {
    let chosen = choice.chosen().probability;
    let is_forced = choice.candidates.len() == 1 || takes_back && chosen >= CLEAR;
    let share = match is_forced {
        true => AT_ONCE,
        false => EASIEST + (HARDEST - EASIEST) * (entropy(choice) / HARD_NATS).min(1.0),
    };
    varied(share, for_a_move, draw)
}

/// The same for a move from the opening book.
pub fn thinking_time_from_book(for_a_move: Duration, draw: u64) -> Duration {
    varied(FROM_BOOK, for_a_move, draw)
}

fn varied(share: f64, for_a_move: Duration, draw: u64) -> Duration {
    if for_a_move < FAST {
        return Duration::ZERO;
    }
    for_a_move.mul_f64(share * SPREAD.powf(2.0 * uniform(draw) - 1.0))
}

/// How open the choice is, in nats.
fn entropy(choice: &LevelChoice) -> f64 {
    let shares = choice.candidates.iter().map(|it| it.probability);
    shares.filter(|&it| it > 0.0).map(|it| -it * it.ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::strength::candidate::Candidate;

    fn choice(probabilities: &[f64]) -> LevelChoice {
        let moves = Position::start().legal_moves();
        let candidates = probabilities.iter().zip(moves);
        LevelChoice {
            elo: 1_400,
            candidates: candidates
                .map(|(&probability, mv)| Candidate::example(mv, probability, 0.0))
                .collect(),
            chosen: 0,
            searched: None,
        }
    }

    const TEN: Duration = Duration::from_secs(10);

    #[test]
    fn hard_choices_take_longer_and_retaking_no_time() {
        let mean = |probabilities: &[f64], takes_back| -> f64 {
            let choice = choice(probabilities);
            let all = (0..200).map(|draw| thinking_time(&choice, takes_back, TEN, draw));
            all.sum::<Duration>().as_secs_f64() / 200.0
        };
        let hard = mean(&[0.2; 5], false);
        let easy = mean(&[0.9, 0.1], false);
        let retaking = mean(&[0.9, 0.1], true);
        assert!(
            hard > 2.0 * easy && easy > 2.0 * retaking,
            "{hard} {easy} {retaking}"
        );
        assert!(hard < 20.0);
        assert!(mean(&[1.0], false) < 1.5);
        let book = thinking_time_from_book(TEN, 5);
        assert!(book > Duration::from_millis(500) && book < Duration::from_secs(3));
    }

    #[test]
    fn fast_games_are_played_at_once() {
        let fast = Duration::from_millis(900);
        assert_eq!(
            thinking_time(&choice(&[0.5, 0.5]), false, fast, 1),
            Duration::ZERO
        );
        assert_eq!(thinking_time_from_book(fast, 1), Duration::ZERO);
    }
}
