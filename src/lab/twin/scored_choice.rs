//! From games to choices: the positions in which a player had to think, with what every move would have
//! given up and what it has of each feature.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::choice_data::ObservedChoice;
use super::player_games::SidedGame;
use super::preference::row_of;
use crate::board::{Game, Move, Position};
use crate::evaluation::EvaluationWeights;
use crate::lab::matches::kept_games::opening_plies;
use crate::lab::parallel::in_order;
use crate::personality::measures_of_moves;
use crate::search::concession_cp;
use crate::strength::{DEPTHS_PLIES, RootScores, ScoreQuestion, ScoreSearcher};

/// A position of the first moves is known when it came up in so many of the games.
const KNOWN_IN_GAMES: u32 = 3;
/// So far may theory reach, in half-moves.
const THEORY_PLIES: usize = 40;
/// Half-moves that count as theory in every game, unless it says how long its opening is.
const OPENING_PLIES: usize = 12;
/// A position is decided when its best move has more than this, either way, in centipawns.
const DECIDED_CP: i32 = 900;
/// Moves that are worse than the best at one depth by more than this are not looked at more deeply.
const PROMISING_WITHIN_CP: [i32; DEPTHS_PLIES.len() - 1] = [300, 60];

/// Which positions of a game count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionRules {
    /// At most so many of a game, at random plies.
    pub per_game: usize,
    /// The seed of their choice.
    pub seed: u64,
    /// Whether positions of theory count as well.
    pub has_theory: bool,
}

/// A choice with the moves behind its rows.
#[derive(Clone, Debug)]
pub struct ScoredChoice {
    /// The half-moves before it.
    pub ply: usize,
    /// The moves.
    pub moves: Vec<Move>,
    /// What each gives up, in centipawns of an even game.
    pub losses_cp: Vec<f32>,
    /// Their rows, and which of them was made.
    pub choice: ObservedChoice,
}

/// How many positions count, and how many were left out as theory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChoiceCounts {
    /// Games with at least one position that counts.
    pub games: usize,
    /// Positions that count.
    pub positions: usize,
    /// Positions of theory that do not.
    pub theory: usize,
}

/// The choices of one side in each game; `progress` hears of each game that is done. Games are numbered
/// as they come, from `first_number`.
pub fn scored_choices(
    games: &[SidedGame<'_>],
    rules: &PositionRules,
    first_number: u32,
    threads: usize,
    mut progress: impl FnMut(),
) -> (Vec<ScoredChoice>, ChoiceCounts) {
    let known = known_positions(games);
    let mut all = Vec::new();
    let mut counts = ChoiceCounts::default();
    let job = |number: u64| {
        let (plies, theory) = plies_of(&games[number as usize], rules, number, &known);
        let number = first_number + number as u32;
        (
            score(&games[(number - first_number) as usize], number, &plies),
            theory,
        )
    };
    in_order(threads, games.len() as u64, job, |(choices, theory)| {
        progress();
        counts.games += usize::from(!choices.is_empty());
        counts.positions += choices.len();
        counts.theory += theory;
        all.extend(choices);
        true
    });
    (all, counts)
}

/// In how many of the games each early position came up.
fn known_positions(games: &[SidedGame<'_>]) -> BTreeMap<u64, u32> {
    let mut known = BTreeMap::new();
    for it in games {
        let early = it.played.game.past().iter().take(THEORY_PLIES);
        let mut keys: Vec<u64> = early.map(|(position, _)| position.key()).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            *known.entry(key).or_default() += 1;
        }
    }
    known
}

/// The plies of the positions that count, and how many of theory do not.
fn plies_of(
    it: &SidedGame<'_>,
    rules: &PositionRules,
    number: u64,
    known: &BTreeMap<u64, u32>,
) -> (Vec<usize>, usize) {
    let past = it.played.game.past();
    let opening = opening_plies(it.played);
    let is_known = |after: Option<&(Position, Move)>| {
        let games = after.and_then(|(position, _)| known.get(&position.key()));
        games.is_some_and(|&games| games >= KNOWN_IN_GAMES)
    };
    let is_theory = |ply: usize| match opening {
        Some(plies) => ply < plies,
        None => ply < OPENING_PLIES || (ply < THEORY_PLIES && is_known(past.get(ply + 1))),
    };
    let own = (0..past.len()).filter(|&ply| past[ply].0.side_to_move() == it.side);
    let (theory, mut plies): (Vec<usize>, Vec<usize>) =
        own.partition(|&ply| !rules.has_theory && is_theory(ply));
    let mut random = ChaCha8Rng::seed_from_u64(rules.seed.wrapping_add(number));
    while plies.len() > rules.per_game {
        plies.remove(random.next_u32() as usize % plies.len());
    }
    (plies, theory.len())
}

/// Scores the positions of a game at these plies; those with a single move and decided ones are left out.
fn score(it: &SidedGame<'_>, number: u32, plies: &[usize]) -> Vec<ScoredChoice> {
    let mut searcher = ScoreSearcher::new();
    let mut game = Game::new(it.played.game.start().clone());
    let mut choices = Vec::new();
    for (ply, mv) in it.played.game.moves().enumerate() {
        if plies.contains(&ply) {
            choices.extend(scored(&mut searcher, &game, mv, number));
        }
        game.play(mv);
    }
    choices
}

fn scored(
    searcher: &mut ScoreSearcher,
    game: &Game,
    played: Move,
    number: u32,
) -> Option<ScoredChoice> {
    if game.position().legal_moves().len() < 2 {
        return None;
    }
    let scores = searcher.promising_scores(&question(game), PROMISING_WITHIN_CP);
    let last = DEPTHS_PLIES.len() - 1;
    if scores.best_cp(last).abs() > DECIDED_CP {
        return None;
    }
    let losses_cp = losses_cp(&scores, last);
    let chosen = scores.moves.iter().position(|&mv| mv == played)?;
    let measures = measures_of_moves(game, &scores.moves);
    let rows = losses_cp.iter().zip(&measures);
    Some(ScoredChoice {
        ply: game.len(),
        choice: ObservedChoice {
            game: number,
            chosen,
            rows: rows.map(|(&loss, own)| row_of(loss, own)).collect(),
        },
        moves: scores.moves,
        losses_cp,
    })
}

/// What a position asks the search, with the game before it.
pub(super) fn question(game: &Game) -> ScoreQuestion {
    ScoreQuestion {
        position: game.position().clone(),
        history: game.key_history(),
        weights: EvaluationWeights::neutral(),
    }
}

/// What each move gives up in expected score, in centipawns of an even game: as a personality gives up.
fn losses_cp(scores: &RootScores, depth: usize) -> Vec<f32> {
    let own = (0..scores.moves.len()).map(|number| scores.score(number, depth));
    let Some(best) = own.clone().max() else {
        return Vec::new();
    };
    own.map(|score| concession_cp(best, score) as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{PgnGame, read_pgn};
    use crate::lab::twin::made_up::sides_of_white;
    use crate::lab::twin::preference::LARGE_LOSS;

    fn games(texts: &[&str]) -> Vec<PgnGame> {
        let text = texts.join(" *\n\n") + " *";
        read_pgn(&text).into_iter().map(Result::unwrap).collect()
    }

    const RULES: PositionRules = PositionRules {
        per_game: 100,
        seed: 1,
        has_theory: false,
    };
    const ITALIAN: &str =
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 7. Re1 a6 8. Bb3 Ba7";

    #[test]
    fn theory_is_what_came_up_thrice_and_the_first_moves() {
        let often = games(&[ITALIAN, ITALIAN, ITALIAN]);
        let (choices, counts) = scored_choices(&sides_of_white(&often), &RULES, 0, 1, || ());
        // The last position of a game is after all that is known of it.
        assert!(choices.is_empty(), "{}", choices.len());
        assert_eq!((counts.games, counts.theory), (0, 24));
        let once = games(&[ITALIAN]);
        let (choices, counts) = scored_choices(&sides_of_white(&once), &RULES, 7, 1, || ());
        assert_eq!((counts.positions, counts.theory), (2, 6));
        assert_eq!(
            choices.iter().map(|it| it.ply).collect::<Vec<_>>(),
            [12, 14]
        );
        assert_eq!(choices[0].choice.game, 7);
        let rules = PositionRules {
            has_theory: true,
            ..RULES
        };
        let (choices, _) = scored_choices(&sides_of_white(&once), &rules, 0, 1, || ());
        assert_eq!(choices.len(), 8);
    }

    #[test]
    fn a_choice_knows_what_was_made_and_what_each_move_gives_up() {
        let games =
            games(&["1. e4 d5 2. e5 f5 3. Nf3 e6 4. d4 c5 5. c3 Nc6 6. Be2 Qb6 7. Ng5 h6 8. Nf3"]);
        let (choices, _) = scored_choices(&sides_of_white(&games), &RULES, 0, 1, || ());
        let last = choices.last().unwrap();
        let played = last.moves[last.choice.chosen];
        assert_eq!(games[0].game.past()[last.ply].1, played);
        assert!(last.losses_cp.contains(&0.0) && last.losses_cp.iter().all(|&it| it >= 0.0));
        // Leaving the knight to the pawn costs a piece.
        let hangs = last.losses_cp.iter().filter(|&&loss| loss > 150.0).count();
        assert!(hangs > 10, "{:?}", last.losses_cp);
        let row = &last.choice.rows[last.choice.chosen];
        assert!(row.iter().all(|&(column, _)| usize::from(column) > 0));
        let worst =
            (0..last.moves.len()).max_by(|&a, &b| last.losses_cp[a].total_cmp(&last.losses_cp[b]));
        let worst = &last.choice.rows[worst.unwrap()];
        assert!(
            worst
                .iter()
                .any(|&(column, value)| usize::from(column) == LARGE_LOSS && value < -1.0)
        );
    }

    #[test]
    fn some_positions_of_a_game_depend_on_the_seed_alone() {
        let games = games(&[ITALIAN]);
        let plies = |seed, threads| {
            let rules = PositionRules {
                per_game: 3,
                seed,
                has_theory: true,
            };
            let (choices, _) = scored_choices(&sides_of_white(&games), &rules, 0, threads, || ());
            choices.iter().map(|it| it.ply).collect::<Vec<_>>()
        };
        assert_eq!(plies(1, 1).len(), 3);
        assert_eq!(plies(1, 1), plies(1, 2));
        assert!((2..9).any(|seed| plies(seed, 1) != plies(1, 1)));
    }
}
