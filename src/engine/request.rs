//! Search requests: the one place that makes a [`SearchRequest`] of a personality, a game, a seed
//! and limits.
//!
//! Games, explanations, fingerprints, self-play and the benchmark all come here, so that what is
//! measured or explained is what plays.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use crate::board::{Move, Position};
use crate::book::unscaled;
use crate::endgame::{Prospects, ProvenMoves, Tablebase, solve_ahead};
use crate::engine::learning::learned_scores;
use crate::engine::level_choice::level_of;
use crate::engine::order::{SearchAs, SearchOrder, SearchPurpose};
use crate::evaluation::{EvaluationKind, EvaluationWeights};
use crate::learning::Experience;
use crate::personality::{MoveTaste, Personality};
use crate::search::{
    LearnedScores, RepetitionPolicy, RootBonus, SearchControl, SearchObserver, SearchOutcome,
    SearchRequest, SearchThread, Selectivity, TranspositionTable, prospects_by_search,
    search_together,
};
use crate::strength::{Level, LevelChoice, MovePredictor};

/// The part of its time that a search waits for the elementary mates to be solved.
const PATIENCE_FACTOR: f64 = 0.25;
/// The longest that a search with a clock waits for them; usually they take half as long.
const LONGEST_PATIENCE: Duration = Duration::from_millis(200);
/// With more men than this an elementary mate is some way off.
const MEN_NEAR_A_MATE: u32 = 5;

/// Who plays: everything that the choice of a move depends on, besides the game and the limits.
#[derive(Clone, Debug)]
pub struct PlayerProfile {
    /// The personality: taste, evaluation weights, selectivity, contempt, depth limit and opening book.
    pub personality: Arc<Personality>,
    /// The seed of the game; all randomness comes from it.
    pub seed: u64,
    /// By how many rating points the player is above the opponent; contempt depends on it.
    pub rating_lead: i32,
    /// Whether the opponent is a program, or a player rated like one.
    pub meets_program: bool,
    /// How repetitions are scored.
    pub repetition: RepetitionPolicy,
    /// How positions are judged.
    pub evaluation: EvaluationKind,
    /// The endgame tablebases; may be empty.
    pub tablebase: Arc<Tablebase>,
    /// What earlier games have taught; `None` where nothing is learnt.
    pub experience: Option<Arc<Experience>>,
    /// The level at which moves are chosen; `None` is full strength.
    pub level: Option<Level>,
}

/// What a search works with.
pub struct SearchTools<'a> {
    /// The thread that decides.
    pub thread: &'a mut SearchThread,
    /// Threads that help it (Lazy SMP); without any, the search is reproducible.
    pub helpers: &'a mut [SearchThread],
    /// What predicts the moves of people; made when a level is first played.
    pub predictor: &'a mut Option<MovePredictor>,
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// The stop flag and the clock.
    pub control: &'a SearchControl,
}

/// What is known of the root moves before the search.
#[derive(Clone, Debug, Default)]
pub struct RootKnowledge {
    /// The bonus of each legal move with its reasons; empty for a personality without taste.
    pub tastes: Vec<MoveTaste>,
    /// The result of each move, where the ending is solved.
    pub proven_moves: Option<ProvenMoves>,
}

/// A finished search for a move.
#[derive(Clone, Debug)]
pub struct FinishedSearch {
    /// The move and what the search says of it.
    pub outcome: SearchOutcome,
    /// What was known of the root moves before the search.
    pub knowledge: RootKnowledge,
    /// The choice of a person, where a level was played.
    pub choice: Option<LevelChoice>,
}

impl PlayerProfile {
    /// A personality that plays with this seed at its own level, without tablebases and without a
    /// rating lead.
    pub fn new(personality: Arc<Personality>, seed: u64) -> PlayerProfile {
        let level = level_of(&personality, personality.strength(), None);
        PlayerProfile {
            personality,
            seed,
            rating_lead: 0,
            meets_program: false,
            repetition: RepetitionPolicy::default(),
            evaluation: EvaluationKind::default(),
            tablebase: Arc::default(),
            experience: None,
            level,
        }
    }

    /// By how much, in permille, the chance of a book move is scaled by what was learnt of it.
    pub fn book_chance_permille(&self, position: &Position, mv: Move) -> u32 {
        match &self.experience {
            Some(experience) => experience.chance_permille(position, mv),
            None => unscaled(mv),
        }
    }

    /// The move of the personality's opening book for the position, if there is one and the order
    /// allows book moves.
    pub fn book_move(&self, order: &SearchOrder) -> Option<Move> {
        let plays =
            order.purpose != SearchPurpose::Analyse && order.search_as == SearchAs::Personality;
        let remembers = |level: Level| order.game.len() < level.known_opening_plies(self.seed);
        let may_use_book =
            order.may_play_book && order.root_moves.is_empty() && self.level.is_none_or(remembers);
        let position = order.game.position();
        let chance_permille = |mv| self.book_chance_permille(position, mv);
        match plays && may_use_book {
            true => self
                .personality
                .opening_book()
                .choose(position, self.seed, chance_permille),
            false => None,
        }
    }

    /// Carries out the order by a search, or by the choice of a level; see [`Self::book_move`] for the
    /// book. The time comes from `tools.control`, not from `order.budget`.
    pub fn search(
        &self,
        order: &SearchOrder,
        tools: SearchTools<'_>,
        observer: &mut dyn SearchObserver,
    ) -> FinishedSearch {
        match self.level_for(order) {
            Some(level) => self.search_at_level(level, order, tools, observer),
            None => self.search_at_full_strength(order, tools, observer),
        }
    }

    pub(super) fn search_at_full_strength(
        &self,
        order: &SearchOrder,
        tools: SearchTools<'_>,
        observer: &mut dyn SearchObserver,
    ) -> FinishedSearch {
        let SearchTools {
            thread,
            helpers,
            predictor: _,
            table,
            control,
        } = tools;
        let (request, knowledge, nodes_before) = self.request(order, thread, table, control);
        let mut outcome = search_together(&request, thread, helpers, table, control, observer);
        outcome.nodes += nodes_before;
        FinishedSearch {
            outcome,
            knowledge,
            choice: None,
        }
    }

    /// Makes the request for an order. The prospects of a small ending need a shallow search of
    /// their own; its nodes are returned, and taken from the limits of the order.
    fn request(
        &self,
        order: &SearchOrder,
        thread: &mut SearchThread,
        table: &TranspositionTable,
        control: &SearchControl,
    ) -> (SearchRequest, RootKnowledge, u64) {
        let mut request = self.neutral_request(order);
        solve_ahead(&request.position, || cannot_wait(order, control));
        let mut knowledge = RootKnowledge {
            tastes: Vec::new(),
            proven_moves: proven_moves(&request, order.purpose),
        };
        request.proven_moves.clone_from(&knowledge.proven_moves);
        let mut nodes = 0;
        if order.search_as == SearchAs::Personality {
            let personality = &self.personality;
            let depths = [order.limits.depth_plies, personality.max_depth_plies()];
            request.limits.depth_plies = depths.into_iter().flatten().min();
            request.weights = personality.weights().clone().for_kind(self.evaluation);
            request.selectivity = personality.selectivity();
            request.contempt_cp = personality
                .draws()
                .contempt_cp(&request.position, self.rating_lead);
            let (prospects, searched) = prospects(&mut request, thread, table, control);
            nodes = searched;
            knowledge.tastes = self.tastes(order, prospects.as_ref());
            request.bonus = knowledge.bonus();
        }
        if let Some(experience) = &self.experience {
            request.learned = learned_scores(experience, &request);
        }
        (request, knowledge, nodes)
    }

    /// The request of a neutral search without knowledge of endings.
    fn neutral_request(&self, order: &SearchOrder) -> SearchRequest {
        let tablebase = Some(Arc::clone(&self.tablebase));
        SearchRequest {
            proven_moves: None,
            learned: LearnedScores::default(),
            captured_on: order.game.captured_on(),
            position: order.game.position().clone(),
            history: order.game.key_history(),
            limits: order.limits,
            root_moves: order.root_moves.clone(),
            lines: order.lines.max(1),
            selectivity: Selectivity::NORMAL,
            repetition: self.repetition,
            bonus: RootBonus::zero(),
            weights: EvaluationWeights::neutral().for_kind(self.evaluation),
            contempt_cp: 0,
            tablebase: tablebase.filter(|tablebase| !tablebase.is_empty()),
        }
    }

    /// The bonus of each move with its reasons. A personality without taste needs none and saves the
    /// work.
    pub(super) fn tastes(
        &self,
        order: &SearchOrder,
        prospects: Option<&Prospects>,
    ) -> Vec<MoveTaste> {
        match prospects.is_some() || self.personality.tastes().next().is_some() {
            true => self
                .chooser()
                .explain_ending(&order.game, self.seed, prospects),
            false => Vec::new(),
        }
    }

    /// The personality as it is against this opponent.
    fn chooser(&self) -> Cow<'_, Personality> {
        match self.meets_program {
            true => Cow::Owned(self.personality.against_programs()),
            false => Cow::Borrowed(&self.personality),
        }
    }
}

impl Default for PlayerProfile {
    /// The engine as it is, with seed 0.
    fn default() -> PlayerProfile {
        PlayerProfile::new(Arc::new(Personality::plain()), 0)
    }
}

impl RootKnowledge {
    /// The bonuses in the form that the search takes.
    fn bonus(&self) -> RootBonus {
        let tastes = self.tastes.iter();
        RootBonus::new(tastes.map(|taste| (taste.mv, taste.bonus_cp)))
    }
}

/// Whether a search has to begin before the elementary mates are solved: when it was stopped, after a
/// part of its time or at once where none of them is near, and where nothing asks for the same search
/// each time.
fn cannot_wait(order: &SearchOrder, control: &SearchControl) -> bool {
    let has_waited = match control.has_budget() {
        true => {
            let men = order.game.position().occupied().len();
            men > MEN_NEAR_A_MATE
                || control.is_past_soft_limit(PATIENCE_FACTOR)
                || control.elapsed() >= LONGEST_PATIENCE
        }
        false => !order.limits.are_reproducible(),
    };
    control.is_stopped() || has_waited
}

/// The result of each root move where the ending is solved. Analysis does without it and shows
/// what the search finds.
fn proven_moves(request: &SearchRequest, purpose: SearchPurpose) -> Option<ProvenMoves> {
    match purpose {
        SearchPurpose::Analyse => None,
        SearchPurpose::Play | SearchPurpose::Ponder | SearchPurpose::Explain => {
            let tablebase = request.tablebase.as_deref();
            ProvenMoves::find(tablebase, &request.position, &request.history)
        }
    }
}

/// What is still to be played for in an ending that cannot be won: from tablebases, or else from a
/// shallow search whose nodes are taken from the limit.
fn prospects(
    request: &mut SearchRequest,
    thread: &mut SearchThread,
    table: &TranspositionTable,
    control: &SearchControl,
) -> (Option<Prospects>, u64) {
    if let (Some(tablebase), Some(proven_moves)) = (&request.tablebase, &request.proven_moves) {
        let prospects = Prospects::look_up(tablebase, &request.position, proven_moves);
        return (prospects, 0);
    }
    let (prospects, nodes) = prospects_by_search(request, thread, table, control);
    let limits = [&mut request.limits.nodes, &mut request.limits.soft_nodes];
    for limit in limits.into_iter().flatten() {
        *limit = limit.saturating_sub(nodes).max(1);
    }
    (prospects, nodes)
}
