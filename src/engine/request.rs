//! Who plays: the one place that makes a [`SearchRequest`] of a personality, a game, a seed and
//! limits.
//!
//! A game in a GUI, an explanation, a game of the laboratory and the benchmark all come here, so
//! that what is measured or explained is what plays.

use std::sync::Arc;

use crate::board::Move;
use crate::endgame::{Prospects, ProvenMoves, Tablebase, solve_ahead};
use crate::engine::{SearchAs, SearchOrder, SearchPurpose};
use crate::evaluation::EvaluationWeights;
use crate::personality::{MoveTaste, Personality};
use crate::search::{
    RepetitionPolicy, RootBonus, SearchControl, SearchObserver, SearchOutcome, SearchRequest,
    SearchThread, Selectivity, TranspositionTable, prospects_by_search, search_together,
};

/// Who plays: everything that the moves depend on besides the game and the limits of a search.
#[derive(Clone, Debug)]
pub struct PlayerProfile {
    /// Taste, judgement, selectivity, contempt, depth and opening lines.
    pub personality: Arc<Personality>,
    /// The seed of the game; all chance comes from it.
    pub seed: u64,
    /// By how many rating points the player is above the opponent; contempt depends on it.
    pub rating_lead: i32,
    /// How repetitions are scored.
    pub repetition: RepetitionPolicy,
    /// The endgame tablebases; may be empty.
    pub tablebase: Arc<Tablebase>,
}

/// What a search works with.
pub struct SearchTools<'a> {
    /// The thread that decides.
    pub thread: &'a mut SearchThread,
    /// Threads that help it (Lazy SMP); with none the search is reproducible.
    pub helpers: &'a mut [SearchThread],
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// The stop flag and the clock.
    pub control: &'a SearchControl,
}

/// What is known of the root moves before the search.
#[derive(Clone, Debug, Default)]
pub struct RootKnowledge {
    /// The taste for each legal move; empty for a player without any.
    pub tastes: Vec<MoveTaste>,
    /// The result of each move where the ending is known.
    pub proven_moves: Option<ProvenMoves>,
}

/// A finished search for a move.
#[derive(Clone, Debug)]
pub struct FinishedSearch {
    /// The move and what the search says of it.
    pub outcome: SearchOutcome,
    /// What was known of the moves before.
    pub knowledge: RootKnowledge,
}

impl PlayerProfile {
    /// Somebody who plays with this seed, without tablebases and rating.
    pub fn new(personality: Arc<Personality>, seed: u64) -> PlayerProfile {
        PlayerProfile {
            personality,
            seed,
            rating_lead: 0,
            repetition: RepetitionPolicy::default(),
            tablebase: Arc::default(),
        }
    }

    /// The move that the personality's own opening lines have for the position, where the order
    /// lets it play from them.
    pub fn book_move(&self, order: &SearchOrder) -> Option<Move> {
        let plays =
            order.purpose != SearchPurpose::Analyse && order.search_as == SearchAs::Personality;
        let is_free = order.may_play_book && order.root_moves.is_empty();
        match plays && is_free {
            true => self
                .personality
                .opening_book()
                .choose(order.game.position(), self.seed),
            false => None,
        }
    }

    /// Carries the order out, book apart. `order.budget` is not looked at: the clock is in
    /// `tools.control`.
    pub fn search(
        &self,
        order: &SearchOrder,
        tools: SearchTools<'_>,
        observer: &mut dyn SearchObserver,
    ) -> FinishedSearch {
        let SearchTools {
            thread,
            helpers,
            table,
            control,
        } = tools;
        let (request, knowledge) = self.request(order, thread, table, control);
        let outcome = search_together(&request, thread, helpers, table, control, observer);
        FinishedSearch { outcome, knowledge }
    }

    /// The request of an order. Where it needs a shallow search of its own (the prospects of a
    /// small ending) it takes the nodes from the order's.
    fn request(
        &self,
        order: &SearchOrder,
        thread: &mut SearchThread,
        table: &TranspositionTable,
        control: &SearchControl,
    ) -> (SearchRequest, RootKnowledge) {
        let mut request = self.neutral_request(order);
        solve_ahead(&request.position);
        let mut knowledge = RootKnowledge {
            tastes: Vec::new(),
            proven_moves: proven_moves(&request, order.purpose),
        };
        request.proven_moves.clone_from(&knowledge.proven_moves);
        if order.search_as == SearchAs::Personality {
            let personality = &self.personality;
            let depths = [order.limits.depth_plies, personality.max_depth_plies()];
            request.limits.depth_plies = depths.into_iter().flatten().min();
            request.weights = personality.weights().clone();
            request.selectivity = personality.selectivity();
            request.contempt_cp = personality
                .draws()
                .contempt_cp(&request.position, self.rating_lead);
            let prospects = prospects(&mut request, thread, table, control);
            knowledge.tastes = self.tastes(order, prospects.as_ref());
            request.bonus = knowledge.bonus();
        }
        (request, knowledge)
    }

    /// What is asked of the search before any personality and any tablebase has its say.
    fn neutral_request(&self, order: &SearchOrder) -> SearchRequest {
        let tablebase = Some(Arc::clone(&self.tablebase));
        SearchRequest {
            proven_moves: None,
            position: order.game.position().clone(),
            history: order.game.key_history(),
            limits: order.limits,
            root_moves: order.root_moves.clone(),
            lines: order.lines.max(1),
            selectivity: Selectivity::NORMAL,
            repetition: self.repetition,
            bonus: RootBonus::zero(),
            weights: EvaluationWeights::neutral(),
            contempt_cp: 0,
            tablebase: tablebase.filter(|tablebase| !tablebase.is_empty()),
        }
    }

    /// The taste for each move; without any taste nothing, and no work.
    fn tastes(&self, order: &SearchOrder, prospects: Option<&Prospects>) -> Vec<MoveTaste> {
        match prospects.is_some() || self.personality.tastes().next().is_some() {
            true => self
                .personality
                .explain_ending(&order.game, self.seed, prospects),
            false => Vec::new(),
        }
    }
}

impl Default for PlayerProfile {
    /// The neutral personality with seed 0.
    fn default() -> PlayerProfile {
        PlayerProfile::new(Arc::new(Personality::neutral()), 0)
    }
}

impl RootKnowledge {
    /// The tastes as the search takes them.
    fn bonus(&self) -> RootBonus {
        let tastes = self.tastes.iter();
        RootBonus::new(tastes.map(|taste| (taste.mv, taste.bonus_cp)))
    }
}

/// The result of each root move where it is known. Analysis is the search's own view.
fn proven_moves(request: &SearchRequest, purpose: SearchPurpose) -> Option<ProvenMoves> {
    match purpose {
        SearchPurpose::Analyse => None,
        SearchPurpose::Play | SearchPurpose::Ponder | SearchPurpose::Explain => {
            let tablebase = request.tablebase.as_deref();
            ProvenMoves::find(tablebase, &request.position, &request.history)
        }
    }
}

/// What is left to play for where the ending cannot be won: by tablebases, else by a shallow
/// search whose nodes count.
fn prospects(
    request: &mut SearchRequest,
    thread: &mut SearchThread,
    table: &TranspositionTable,
    control: &SearchControl,
) -> Option<Prospects> {
    if let (Some(tablebase), Some(proven_moves)) = (&request.tablebase, &request.proven_moves) {
        return Prospects::look_up(tablebase, &request.position, proven_moves);
    }
    let (prospects, nodes) = prospects_by_search(request, thread, table, control);
    if let Some(limit) = &mut request.limits.nodes {
        *limit = limit.saturating_sub(nodes).max(1);
    }
    prospects
}
