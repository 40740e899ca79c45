//! Explanations: why a move was chosen, from the very search that chose it.
//!
//! A search for a move looks at most moves only until they are shown to be no better than the
//! chosen one, so most scores here are upper bounds.

use crate::board::{Game, Move, Position};
use crate::endgame::as_proven;
use crate::engine::level_explanation::ExplainedLevel;
use crate::engine::order::SearchOrder;
use crate::engine::request::{FinishedSearch, PlayerProfile, RootKnowledge, SearchTools};
use crate::personality::{MoveTaste, Personality};
use crate::score::Score;
use crate::search::{
    Bound, RootMoveScore, SearchControl, SearchOutcome, SearchThread, TranspositionTable, prefer,
};

/// Why a move was chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Explanation {
    /// It is in the personality's own opening lines.
    Book {
        /// The title of the personality.
        title: String,
        /// The position that it was chosen in.
        position: Position,
        /// The move.
        mv: Move,
    },
    /// A search chose it.
    Search(ExplainedSearch),
    /// It was chosen as people of a rating choose.
    Level(ExplainedLevel),
}

/// The root moves of a search for a move, the chosen one first.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedSearch {
    /// The position that was searched.
    pub position: Position,
    /// The title of the personality.
    pub title: String,
    /// Whether its evaluation weights are all neutral; otherwise the scores are its own view.
    pub has_neutral_weights: bool,
    /// What it may give up in one move at most, in centipawns.
    pub max_concession_cp: i32,
    /// The last finished iteration, in plies.
    pub depth_plies: u32,
    /// The chosen move, then the others by their preferred score.
    pub moves: Vec<ExplainedMove>,
}

/// A root move, its score and what the personality makes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedMove {
    /// The move.
    pub mv: Move,
    /// The move in SAN.
    pub san: String,
    /// The score for the side to move, without any taste.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The bonus of the move, feature by feature.
    pub taste: MoveTaste,
    /// The score with the bonus; a bound where the score is one.
    pub preferred: Score,
}

/// What a move gives up by score against the best move by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concession {
    /// Nothing: no other move has a better score.
    Nothing,
    /// So many centipawns.
    Exactly(i32),
    /// No more than so many centipawns.
    AtMost(i32),
    /// A mate or a known ending decides, so that centipawns say nothing.
    Decided,
}

impl Explanation {
    /// Explains a finished search; `None` when it did not finish its first iteration.
    pub fn of(
        game: &Game,
        personality: &Personality,
        decision: &FinishedSearch,
    ) -> Option<Explanation> {
        let FinishedSearch {
            outcome,
            knowledge,
            choice,
        } = decision;
        if let Some(choice) = choice {
            return Some(Explanation::Level(ExplainedLevel {
                position: game.position().clone(),
                captured_on: game.captured_on(),
                title: personality.title().to_owned(),
                choice: choice.clone(),
                tastes: knowledge.tastes.clone(),
            }));
        }
        let best = outcome.best.filter(|_| outcome.depth_plies > 0)?;
        let position = game.position();
        let mut moves: Vec<ExplainedMove> = outcome
            .root_moves
            .iter()
            .map(|known| ExplainedMove::new(position, known, outcome, knowledge))
            .collect();
        moves.sort_by_key(|explained| {
            std::cmp::Reverse((explained.mv == best, explained.preferred))
        });
        Some(Explanation::Search(ExplainedSearch {
            position: position.clone(),
            title: personality.title().to_owned(),
            has_neutral_weights: personality.weights().is_neutral(),
            max_concession_cp: personality.max_concession_cp(),
            depth_plies: outcome.depth_plies,
            moves,
        }))
    }

    /// Makes the search of an order, as in a game, and explains it; `None` when the limits ended it
    /// before its first iteration was finished.
    pub fn search(
        order: &SearchOrder,
        player: &PlayerProfile,
        table: &TranspositionTable,
    ) -> Option<Explanation> {
        if let Some(mv) = player.book_move(order) {
            return Some(Explanation::from_book(order, player, mv));
        }
        let tools = SearchTools {
            thread: &mut SearchThread::new(),
            helpers: &mut [],
            predictor: &mut None,
            table,
            control: &SearchControl::start(None),
        };
        let decision = player.search(order, tools, &mut ());
        Explanation::of(&order.game, &player.personality, &decision)
    }

    pub(super) fn from_book(order: &SearchOrder, player: &PlayerProfile, mv: Move) -> Explanation {
        Explanation::Book {
            title: player.personality.title().to_owned(),
            position: order.game.position().clone(),
            mv,
        }
    }

    /// The title of the personality that chose.
    pub fn title(&self) -> &str {
        match self {
            Explanation::Book { title, .. } => title,
            Explanation::Search(search) => &search.title,
            Explanation::Level(level) => &level.title,
        }
    }

    /// The position that the move was chosen in.
    pub fn position(&self) -> &Position {
        match self {
            Explanation::Book { position, .. } => position,
            Explanation::Search(search) => &search.position,
            Explanation::Level(level) => &level.position,
        }
    }

    /// The chosen move.
    pub fn chosen(&self) -> Option<Move> {
        match self {
            Explanation::Book { mv, .. } => Some(*mv),
            Explanation::Search(search) => search.moves.first().map(|explained| explained.mv),
            Explanation::Level(level) => Some(level.choice.chosen().mv),
        }
    }
}

impl ExplainedSearch {
    /// Whether the moves are known to lead to one result, so that the concession did not bound the
    /// bonuses.
    pub(super) fn has_one_proven_result(&self) -> bool {
        let bonuses = || self.moves.iter().map(|explained| explained.taste.bonus_cp);
        let spread = bonuses().max().unwrap_or(0) - bonuses().min().unwrap_or(0);
        spread > self.max_concession_cp
    }

    /// What the chosen move gives up. The others' scores are at best what their bounds allow.
    pub fn concession(&self) -> Concession {
        let Some((chosen, others)) = self.moves.split_first() else {
            return Concession::Nothing;
        };
        let Some(best) = others.iter().max_by_key(|other| other.score) else {
            return Concession::Nothing;
        };
        if best.score <= chosen.score {
            return Concession::Nothing;
        }
        if best.score.is_decisive() || chosen.score.is_decisive() {
            return Concession::Decided;
        }
        let cp = best.score.raw() - chosen.score.raw();
        match best.bound {
            Bound::Exact => Concession::Exactly(cp),
            Bound::Upper | Bound::Lower => Concession::AtMost(cp),
        }
    }
}

impl ExplainedMove {
    fn new(
        position: &Position,
        known: &RootMoveScore,
        outcome: &SearchOutcome,
        knowledge: &RootKnowledge,
    ) -> ExplainedMove {
        let mv = known.mv;
        let taste = knowledge.tastes.iter().find(|taste| taste.mv == mv);
        let proven = knowledge.proven_moves.as_ref().and_then(|all| all.of(mv));
        let score = match outcome.best == Some(mv) {
            true => outcome.score,
            false => as_proven(known.score, proven.map(|proven| proven.outcome)),
        };
        ExplainedMove {
            mv,
            san: position.san(mv),
            score,
            bound: known.bound,
            preferred: prefer(score, known.bonus_cp),
            taste: taste.cloned().unwrap_or_else(|| MoveTaste::none(mv)),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::endgame::Tablebase;
    use crate::engine::order::SearchPurpose;
    use crate::personality::Roster;
    use crate::search::SearchLimits;
    use std::sync::Arc;

    /// The explanation of a search by a personality of the roster, or else by the plain one.
    pub fn explain(fen: &str, who: &str, depth_plies: u32) -> ExplainedSearch {
        let roster = Roster::built_in();
        let found = roster.find(who).cloned();
        let personality = Arc::new(found.unwrap_or_else(|_| Personality::plain()));
        let limits = SearchLimits {
            depth_plies: Some(depth_plies),
            ..SearchLimits::default()
        };
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
        let player = PlayerProfile {
            tablebase: Arc::new(Tablebase::open(&[directory.into()]).0),
            ..PlayerProfile::new(personality, 1)
        };
        let game = Game::new(fen.parse().unwrap());
        let order = SearchOrder::new(game, limits, SearchPurpose::Explain);
        let table = TranspositionTable::new(1);
        match Explanation::search(&order, &player, &table) {
            Some(Explanation::Search(search)) => search,
            other => panic!("{other:?}"),
        }
    }

    pub const OPEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    #[test]
    fn the_chosen_move_is_worth_most() {
        let search = explain(OPEN, "firebrand", 6);
        let position: Position = OPEN.parse().unwrap();
        assert_eq!(search.moves.len(), position.legal_moves().len());
        assert_eq!(search.depth_plies, 6);
        let chosen = &search.moves[0];
        assert_eq!(chosen.bound, Bound::Exact);
        for explained in &search.moves {
            assert!(explained.preferred <= chosen.preferred, "{}", explained.san);
            let bonus_cp = explained.taste.bonus_cp;
            assert_eq!(explained.preferred, prefer(explained.score, bonus_cp));
        }
        assert!(search.moves.iter().any(|known| known.taste.bonus_cp != 0));
        if let Concession::Exactly(cp) | Concession::AtMost(cp) = search.concession() {
            assert!((1..=search.max_concession_cp).contains(&cp), "{cp}");
        }
    }

    #[test]
    fn no_finished_iteration_no_explanation() {
        let limits = SearchLimits {
            nodes: Some(3),
            ..SearchLimits::default()
        };
        let order = SearchOrder::new(Game::default(), limits, SearchPurpose::Explain);
        let table = TranspositionTable::new(1);
        let player = PlayerProfile::default();
        assert_eq!(Explanation::search(&order, &player, &table), None);
    }
}
