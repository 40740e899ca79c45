//! Habits, which are counted: opening lines, pace, and when games are given up or agreed drawn.

use super::player_games::SidedGame;
use super::scored_choice::question;
use crate::board::{Color, Game, GameResult, PgnGame, Position};
use crate::lab::book_making::MadeBook;
use crate::lab::matches::kept_games::opening_plies;
use crate::personality::NumberKey;
use crate::strength::{DEPTHS_PLIES, ScoreSearcher};

/// A line is the player's own when it was played in so many games.
const LEAST_GAMES: u32 = 3;
/// Half-moves that lines may have.
const BOOK_PLIES: usize = 20;
/// A habit is told from so many observations on.
const LEAST_SEEN: usize = 10;
/// Games that are scored for a habit at most.
const MOST_SCORED: usize = 60;
/// Longer thoughts were no thoughts, in seconds.
const LONGEST_THOUGHT_S: f64 = 1_800.0;

/// A number of a personality that was counted in games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedHabit {
    /// Which number.
    pub key: NumberKey,
    /// Its value, in its range.
    pub value: i32,
    /// Of how many observations.
    pub seen: usize,
}

/// The opening lines of a player: those that were played in three games or more. Games that began
/// elsewhere, or with an opening that the player was given, are left out.
pub fn opening_lines(games: &[SidedGame<'_>]) -> MadeBook {
    let from_start = games.iter().filter(|it| {
        *it.played.game.start() == Position::start() && opening_plies(it.played).is_none()
    });
    let sided: Vec<(&PgnGame, Color)> = from_start.map(|it| (it.played, it.side)).collect();
    MadeBook::of_sides(&sided, BOOK_PLIES, LEAST_GAMES)
}

/// The habits that the games let be counted.
pub fn habits(games: &[SidedGame<'_>]) -> Vec<CountedHabit> {
    [pace(games), resignation(games)]
        .into_iter()
        .flatten()
        .chain(draws(games))
        .collect()
}

fn counted(key: NumberKey, value: f64, seen: usize) -> CountedHabit {
    let range = &key.row().range;
    CountedHabit {
        key,
        value: (value.round() as i32).clamp(*range.start(), *range.end()),
        seen,
    }
}

/// The player's thinking time beside that of the opponents in the same games, in percent.
fn pace(games: &[SidedGame<'_>]) -> Option<CountedHabit> {
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for it in games {
        let increment_s = increment_s(it.played);
        for (ply, left) in &it.played.clocks_s {
            let before = ply
                .checked_sub(2)
                .and_then(|ply| it.played.clocks_s.get(&ply));
            let Some(before) = before else { continue };
            let spent = before + increment_s - left;
            if (0.0..LONGEST_THOUGHT_S).contains(&spent) {
                // The mover of a half-move is the side to move before it.
                let Some((position, _)) = it.played.game.past().get(ply - 1) else {
                    continue;
                };
                match position.side_to_move() == it.side {
                    true => own.push(spent),
                    false => others.push(spent),
                }
            }
        }
    }
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len().max(1) as f64;
    let is_known = own.len() >= LEAST_SEEN && others.len() >= LEAST_SEEN && mean(&others) > 0.0;
    is_known.then(|| {
        let percent = 100.0 * mean(&own) / mean(&others);
        counted(NumberKey::Pace, percent, own.len())
    })
}

/// The seconds that a time control such as `300+3` gives for each move.
fn increment_s(played: &PgnGame) -> f64 {
    let control = played.tags.get("TimeControl");
    let (_, increment) = control
        .and_then(|text| text.split_once('+'))
        .unwrap_or_default();
    increment.parse().unwrap_or(0.0)
}

/// The score at which lost games were given up: the median. Lost games that ended in mate, or before the
/// player had a bad position (flags), do not count.
fn resignation(games: &[SidedGame<'_>]) -> Option<CountedHabit> {
    let given_up = games.iter().filter(|it| {
        it.played.result == GameResult::Win(!it.side) && it.played.game.ended_by().is_none()
    });
    let row = NumberKey::ResignBelow.row();
    let mut searcher = ScoreSearcher::new();
    let scores = given_up.take(MOST_SCORED).filter_map(|it| {
        let score = last_score_cp(&mut searcher, it)?;
        (score <= *row.range.end()).then_some(score)
    });
    let scores: Vec<i32> = scores.collect();
    let seen = scores.len();
    quantile(scores, 0.5).map(|median| counted(NumberKey::ResignBelow, median.into(), seen))
}

/// When games are agreed drawn: from which move on, and how even they then are. That is the median, for many
/// draws of the least even games are no judgement: a short clock, a repetition, a tournament won.
fn draws(games: &[SidedGame<'_>]) -> Vec<CountedHabit> {
    let agreed: Vec<&SidedGame<'_>> = games
        .iter()
        .filter(|it| it.played.result == GameResult::Draw && it.played.game.ended_by().is_none())
        .take(MOST_SCORED)
        .collect();
    let seen = agreed.len();
    let ends = agreed.iter().map(|it| it.played.game.position());
    let ends: Vec<i32> = ends.map(|end| end.fullmove_number() as i32).collect();
    let Some(early) = quantile(ends, 0.25) else {
        return Vec::new();
    };
    let mut searcher = ScoreSearcher::new();
    let scores = agreed.iter();
    let scores = scores.filter_map(|it| Some(last_score_cp(&mut searcher, it)?.abs()));
    let mut found = vec![
        counted(NumberKey::OfferFrom, early.into(), seen),
        counted(NumberKey::LongGame, early.into(), seen),
    ];
    let even = quantile(scores.collect(), 0.5);
    found.extend(even.map(|even| counted(NumberKey::EvenWithin, even.into(), seen)));
    found
}

/// The score of the last position in which the player had to move, from the player's side.
fn last_score_cp(searcher: &mut ScoreSearcher, it: &SidedGame<'_>) -> Option<i32> {
    let mut game: Game = it.played.game.clone();
    while game.position().side_to_move() != it.side {
        game.undo()?;
    }
    let scores = searcher.promising_scores(&question(&game), [200, 60]);
    (!scores.moves.is_empty()).then(|| scores.best_cp(DEPTHS_PLIES.len() - 1))
}

/// The value below which this share of the values lies; `None` of too few.
fn quantile(mut values: Vec<i32>, share: f64) -> Option<i32> {
    values.sort_unstable();
    let place = (share * values.len() as f64) as usize;
    (values.len() >= LEAST_SEEN).then(|| values[place.min(values.len() - 1)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::read_pgn;
    use crate::lab::twin::made_up::sides_of_white;

    fn habits_of(text: &str) -> Vec<(NumberKey, i32, usize)> {
        let games: Vec<PgnGame> = read_pgn(text).into_iter().map(Result::unwrap).collect();
        let found = habits(&sides_of_white(&games)).into_iter();
        found.map(|it| (it.key, it.value, it.seen)).collect()
    }

    #[test]
    fn who_thinks_twice_as_long_has_twice_the_pace() {
        let moves = "[TimeControl \"300+2\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} \
                     2. Nf3 {[%clk 0:04:54]} Nc6 {[%clk 0:04:58]} 3. Bb5 {[%clk 0:04:48]} a6 {[%clk 0:04:56]} *\n\n";
        // Eight seconds against four, in five games each twice.
        assert_eq!(habits_of(&moves.repeat(5)), [(NumberKey::Pace, 200, 10)]);
        assert_eq!(habits_of(&moves.repeat(4)), []);
    }

    #[test]
    fn hopeless_games_are_given_up_and_even_ones_agreed_drawn() {
        let lost = "[FEN \"4k3/8/8/8/8/8/q7/6K1 w - - 0 1\"]\n\n1. Kf1 Kd7 0-1\n\n";
        let found = habits_of(&lost.repeat(10));
        let [(NumberKey::ResignBelow, score, 10)] = found[..] else {
            panic!("{found:?}");
        };
        assert!((-3_000..-500).contains(&score));
        assert_eq!(habits_of(&lost.repeat(9)), []);
        // A lost flag in an even game is no resignation.
        assert_eq!(habits_of(&"1. e4 e5 0-1\n\n".repeat(20)), []);
        let drawn = "1. e4 e5 2. Nf3 Nf6 3. Nxe5 Nxe4 1/2-1/2\n\n";
        let found = habits_of(&drawn.repeat(12));
        assert_eq!(found[0], (NumberKey::OfferFrom, 4, 12));
        assert_eq!(found[1], (NumberKey::LongGame, 4, 12));
        assert_eq!(found[2].0, NumberKey::EvenWithin);
    }

    #[test]
    fn lines_are_those_of_three_games() {
        let text = "1. e4 e5 2. Nf3 Nc6 1-0\n\n".repeat(3) + "1. d4 d5 1-0\n\n";
        let games: Vec<PgnGame> = read_pgn(&text).into_iter().map(Result::unwrap).collect();
        let lines = opening_lines(&sides_of_white(&games));
        assert_eq!(
            (
                lines.line_count(Color::White),
                lines.line_count(Color::Black)
            ),
            (1, 0)
        );
    }
}
