//! The root bonus: it shifts the choice among moves exactly as it is defined, and nothing below the root
//! depends on it.
//!
//! The oracle is an independent plain negamax without table, pruning or windows.
#![allow(clippy::unwrap_used)]

use masque::board::{Color, KeyHistory, Move, Piece, Position, piece_value_cp};
use masque::evaluation::{EvaluationWeights, Evaluator};
use masque::score::Score;
use masque::search::{
    Bound, RootBonus, SearchControl, SearchLimits, SearchOutcome, SearchRequest, SearchThread,
    Selectivity, TranspositionTable, prefer, search,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The value of a position by brute force.
struct Oracle {
    evaluator: Evaluator,
    keys: KeyHistory,
}

impl Oracle {
    fn new(position: &Position) -> Oracle {
        Oracle {
            evaluator: Evaluator::new(EvaluationWeights::neutral(), Color::White),
            keys: KeyHistory::starting_at(position),
        }
    }

    /// The objective score of each root move after a search of `depth` plies.
    fn root_scores(position: &Position, depth: i32) -> Vec<(Move, Score)> {
        let mut oracle = Oracle::new(position);
        let score = |mv| (mv, -oracle.child(position, mv, depth, 0));
        position.legal_moves().into_iter().map(score).collect()
    }

    fn child(&mut self, position: &Position, mv: Move, depth: i32, ply: usize) -> Score {
        let child = position.play(mv);
        self.keys.push(&child);
        let score = self.node(&child, depth - 1, ply + 1);
        self.keys.pop();
        score
    }

    fn draw(&self, position: &Position, ply: usize) -> bool {
        position.is_fifty_move_draw() && !position.is_checkmate()
            || position.is_insufficient_material()
            || self
                .keys
                .earlier_occurrences()
                .any(|distance| distance < ply)
    }

    fn node(&mut self, position: &Position, depth: i32, ply: usize) -> Score {
        if depth <= 0 && !position.in_check() {
            return self.quiescence(position, ply, -Score::INFINITE, Score::INFINITE);
        }
        let depth = depth.max(1);
        if self.draw(position, ply) {
            return Score::DRAW;
        }
        let mut best = match position.in_check() {
            _ if position.has_legal_move() => -Score::INFINITE,
            true => Score::mated_in(ply),
            false => Score::DRAW,
        };
        for mv in position.legal_moves() {
            best = best.max(-self.child(position, mv, depth, ply));
        }
        best
    }

    /// Quiescence search. It needs a window, because plain enumeration would take hours.
    fn quiescence(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        if self.draw(position, ply) {
            return Score::DRAW;
        }
        let in_check = position.in_check();
        let mut best = match in_check {
            true => Score::mated_in(ply),
            false => self.evaluator.evaluate(position),
        };
        let mut moves = position.legal_moves();
        moves.sort_by_key(|&mv| {
            let victim = position.captured_piece(mv);
            std::cmp::Reverse(victim.map_or(0, piece_value_cp))
        });
        for mv in moves {
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
            let wins = position.is_tactical(mv)
                && mv.promotion.is_none_or(|piece| piece == Piece::Queen)
                && position.static_exchange_is_at_least(mv, 0);
            if in_check || wins {
                let child = position.play(mv);
                self.keys.push(&child);
                best = best.max(-self.quiescence(&child, ply + 1, -beta, -alpha));
                self.keys.pop();
            }
        }
        best
    }
}

fn run(request: &SearchRequest, table: &TranspositionTable) -> SearchOutcome {
    let control = SearchControl::start(None);
    search(request, &mut SearchThread::new(), table, &control, &mut ())
}

fn full_width(position: &Position, depth: u32, bonus: RootBonus) -> SearchRequest {
    let mut request = SearchRequest::neutral(position.clone());
    request.limits = SearchLimits {
        depth_plies: Some(depth),
        ..SearchLimits::default()
    };
    request.selectivity = Selectivity::FULL_WIDTH;
    request.bonus = bonus;
    request
}

fn random_bonus(position: &Position, reach_cp: i32, rng: &mut ChaCha8Rng) -> RootBonus {
    let span = 2 * reach_cp as u32 + 1;
    let draw = |mv| (mv, (rng.next_u32() % span) as i32 - reach_cp);
    RootBonus::new(position.legal_moves().into_iter().map(draw))
}

/// Positions from random games of `plies` half-moves that are not over.
fn random_positions(count: usize, plies: usize, rng: &mut ChaCha8Rng) -> Vec<Position> {
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::start();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[rng.next_u32() as usize % moves.len()]);
        }
        if position.has_legal_move() {
            positions.push(position);
        }
    }
    positions
}

fn listed(text: &str) -> Vec<Position> {
    text.lines().map(|line| line.parse().unwrap()).collect()
}

const SMALL: &str = include_str!("data/small_endings.epd");
const TACTICS: &str = include_str!("data/exchange.epd");
const MATES: &str = include_str!("data/mates.epd");

/// Checks that with each bonus the chosen move maximises score plus bonus, and that its score is the
/// oracle's.
fn assert_argmax(position: &Position, depth: u32, bonuses: &[RootBonus]) {
    let scores = Oracle::root_scores(position, depth as i32);
    let fen = position.fen();
    for bonus in bonuses {
        let outcome = run(
            &full_width(position, depth, bonus.clone()),
            &TranspositionTable::new(0),
        );
        let best = scores
            .iter()
            .map(|&(mv, score)| prefer(score, bonus.of(mv)))
            .max();
        let (chosen, score) = *scores
            .iter()
            .find(|(mv, _)| Some(*mv) == outcome.best)
            .unwrap();
        assert_eq!(
            Some(prefer(score, bonus.of(chosen))),
            best,
            "{fen} {chosen} at depth {depth}"
        );
        assert_eq!(outcome.score, score, "{fen} {chosen} at depth {depth}");
        assert_eq!(outcome.bonus_cp, bonus.of(chosen));

        // The chosen move is worse than the best by no more expected score than the bonuses differ.
        let objective = scores.iter().map(|&(_, score)| score).max().unwrap();
        let bonuses = scores.iter().map(|&(mv, _)| bonus.of(mv));
        let span = bonuses.clone().max().unwrap() - bonuses.min().unwrap();
        if objective.is_win() {
            assert_eq!(
                score, objective,
                "{fen}: a bonus must not hide or delay a mate"
            );
        } else if !objective.is_decisive() {
            // One more for the rounding of preferred scores.
            assert!(prefer(score, span + 1) >= objective, "{fen} {chosen}");
        }
    }
}

#[test]
fn the_choice_is_the_argmax_of_score_and_bonus() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut positions: Vec<Position> = listed(TACTICS).into_iter().step_by(3).collect();
    for plies in [6, 20, 40, 80, 120] {
        positions.extend(random_positions(40, plies, &mut rng));
    }
    for position in &positions {
        let bonuses = [0, 40, 400].map(|reach_cp| random_bonus(position, reach_cp, &mut rng));
        assert_argmax(position, 2, &bonuses);
    }
}

#[test]
fn deeper_iterations_and_their_aspiration_windows_agree_too() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for position in listed(SMALL) {
        let bonuses = [0, 15, 60, 600].map(|reach_cp| random_bonus(&position, reach_cp, &mut rng));
        // Where there are few moves, the aspiration windows of deeper iterations come into play.
        let deepest = if position.legal_moves().len() <= 10 {
            5
        } else {
            3
        };
        for depth in 3..=deepest {
            assert_argmax(&position, depth, &bonuses);
        }
    }
}

#[test]
fn a_zero_bonus_changes_nothing_at_all() {
    for position in listed(TACTICS).into_iter().take(25) {
        let mut plain = full_width(&position, 7, RootBonus::zero());
        plain.selectivity = Selectivity::NORMAL;
        let mut zero = plain.clone();
        zero.bonus = RootBonus::new(position.legal_moves().into_iter().map(|mv| (mv, 0)));
        let [plain, zero] = [plain, zero].map(|request| run(&request, &TranspositionTable::new(4)));
        assert_eq!(
            (zero.best, zero.score, zero.nodes, zero.ponder),
            (plain.best, plain.score, plain.nodes, plain.ponder),
            "{}",
            position.fen()
        );
    }
}

#[test]
fn the_same_bonus_for_every_move_changes_no_choice() {
    for position in listed(SMALL) {
        let uniform = RootBonus::new(position.legal_moves().into_iter().map(|mv| (mv, 35)));
        let [plain, uniform] = [RootBonus::zero(), uniform].map(|bonus| {
            run(
                &full_width(&position, 5, bonus),
                &TranspositionTable::new(0),
            )
        });
        assert_eq!(
            (uniform.best, uniform.score),
            (plain.best, plain.score),
            "{}",
            position.fen()
        );
    }
}

#[test]
fn no_bonus_hides_a_mate() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut seen = 0;
    for position in &listed(MATES) {
        let mut request = full_width(position, 4, RootBonus::zero());
        if !run(&request, &TranspositionTable::new(4)).score.is_win() {
            // The mate is too deep for this search, with or without a bonus.
            continue;
        }
        seen += 1;
        for _ in 0..3 {
            request.bonus = random_bonus(position, 1_000, &mut rng);
            let outcome = run(&request, &TranspositionTable::new(4));
            assert!(
                outcome.score.is_win(),
                "{} played {:?}",
                position.fen(),
                outcome.best
            );
        }
    }
    assert!(seen >= 12, "only {seen} mates were seen");
}

/// Checks that the table's entry of the position after `path` is true. Returns 1 if there is one.
fn assert_entry_is_true(
    table: &TranspositionTable,
    salt: u64,
    root: &Position,
    path: &[Move],
) -> usize {
    let mut position = root.clone();
    let mut oracle = Oracle::new(root);
    for &mv in path {
        position = position.play(mv);
        oracle.keys.push(&position);
    }
    let Some(entry) = table.probe(position.key() ^ salt) else {
        return 0;
    };
    let stored = entry.score.relative_to_root(path.len());
    let depth = i32::from(entry.depth_plies);
    let value = if path.is_empty() {
        Oracle::root_scores(root, depth)
            .into_iter()
            .map(|(_, score)| score)
            .max()
            .unwrap()
    } else if depth == 0 {
        oracle.quiescence(&position, path.len(), -Score::INFINITE, Score::INFINITE)
    } else {
        oracle.node(&position, depth, path.len())
    };
    let holds = match entry.bound {
        Bound::Exact => stored == value,
        Bound::Lower => stored <= value,
        Bound::Upper => stored >= value,
    };
    assert!(
        holds,
        "{}: {stored:?} {:?} but {value:?}",
        position.fen(),
        entry.bound
    );
    1
}

#[test]
fn a_search_with_a_bonus_stores_only_true_bounds() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut positions = random_positions(8, 30, &mut rng);
    positions.extend(random_positions(8, 90, &mut rng));
    let mut checked = 0;
    for position in &positions {
        let table = TranspositionTable::new(4);
        let biased = full_width(position, 2, random_bonus(position, 300, &mut rng));
        run(&biased, &table);
        let salt = biased.table_salt();
        checked += assert_entry_is_true(&table, salt, position, &[]);
        for first in position.legal_moves() {
            checked += assert_entry_is_true(&table, salt, position, &[first]);
            for second in position.play(first).legal_moves().into_iter().step_by(7) {
                checked += assert_entry_is_true(&table, salt, position, &[first, second]);
            }
        }
        let kept = run(&full_width(position, 2, RootBonus::zero()), &table);
        let fresh = run(
            &full_width(position, 2, RootBonus::zero()),
            &TranspositionTable::new(4),
        );
        assert_eq!(kept.score, fresh.score, "{}", position.fen());
    }
    assert!(checked > 200, "{checked} entries were looked at");
}
