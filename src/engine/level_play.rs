//! Play at a level: the choice of a person of some rating in the place of the search's.

use std::time::Duration;

use crate::board::{Game, Move};
use crate::engine::order::{SearchAs, SearchOrder, SearchPurpose};
use crate::engine::request::{FinishedSearch, PlayerProfile, RootKnowledge, SearchTools};
use crate::personality::{LEVEL_ELO, NumberKey, Parameter};
use crate::search::{Bound, SearchLimits, SearchObserver, SearchOutcome, SearchReport};
use crate::strength::{
    LastMove, Level, LevelChoice, LevelPlayer, LevelQuestion, MovePredictor, ScoreQuestion,
    thinking_time, thinking_time_from_book,
};

/// The time for a move below which nerves tell in full, and above which not at all.
const NERVOUS: Duration = Duration::from_secs(1);
const CALM: Duration = Duration::from_secs(4);

impl PlayerProfile {
    /// The level at which an order is carried out; `None` at full strength. Analysis knows no level.
    pub fn level_for(&self, order: &SearchOrder) -> Option<Level> {
        let plays =
            order.search_as == SearchAs::Personality && order.purpose != SearchPurpose::Analyse;
        self.level.filter(|_| plays)
    }

    /// Chooses a move at a level. Neither the clock nor the limits of the order change the choice, but
    /// that it looks less deep when the time runs out.
    pub(super) fn search_at_level(
        &self,
        level: Level,
        order: &SearchOrder,
        mut tools: SearchTools<'_>,
        observer: &mut dyn SearchObserver,
    ) -> FinishedSearch {
        let level = self.nervous(level, tools.control.soft_limit());
        let (favourite, nodes_before) = self.favourite(level, order, &mut tools);
        let SearchTools {
            predictor, control, ..
        } = tools;
        let predictor = predictor.get_or_insert_with(MovePredictor::new);
        let knowledge = RootKnowledge {
            tastes: self.tastes(order, None),
            proven_moves: None,
        };
        let position = order.game.position();
        let question = LevelQuestion {
            scored: ScoreQuestion {
                position: position.clone(),
                history: order.game.key_history(),
                weights: self.personality.weights().clone(),
            },
            last: move_before(&order.game, 1),
            own_last: move_before(&order.game, 2),
            allowed: order.root_moves.clone(),
            tastes: knowledge
                .tastes
                .iter()
                .map(|taste| (taste.mv, taste.bonus_cp))
                .collect(),
        };
        let player = LevelPlayer {
            level,
            game: self.seed,
        };
        let must_end = || control.is_stopped() || control.is_out_of_time();
        let choice = player.choose(predictor, &question, favourite, must_end);
        let mut outcome =
            SearchOutcome::unsearched(choice.as_ref().map(|it| it.chosen().mv), control.elapsed());
        outcome.nodes = nodes_before + predictor.nodes();
        if let Some(choice) = &choice {
            tell(choice, &mut outcome, observer);
        }
        FinishedSearch {
            outcome,
            knowledge,
            choice,
        }
    }

    /// The level with so much time for a move.
    fn nervous(&self, level: Level, for_a_move: Option<Duration>) -> Level {
        let calm = for_a_move.map_or(1.0, |time| {
            let share = time.saturating_sub(NERVOUS).as_secs_f64() / (CALM - NERVOUS).as_secs_f64();
            share.min(1.0)
        });
        let nerves = f64::from(
            self.personality
                .value_of(Parameter::Number(NumberKey::Nerves)),
        );
        let elo = level.elo - (nerves * (1.0 - calm)).round() as i32;
        Level {
            elo: elo.max(*LEVEL_ELO.start()),
            ..level
        }
    }

    /// The move of a search of as many nodes as the level has, where it trusts one, and the nodes.
    fn favourite(
        &self,
        level: Level,
        order: &SearchOrder,
        tools: &mut SearchTools<'_>,
    ) -> (Option<Move>, u64) {
        if level.search_share() <= 0.0 {
            return (None, 0);
        }
        let mut order = order.clone();
        order.limits = SearchLimits {
            nodes: Some(level.search_nodes()),
            ..SearchLimits::default()
        };
        order.lines = 1;
        let control = tools.control;
        let tools = SearchTools {
            thread: tools.thread,
            // Alone it is the same search each time.
            helpers: &mut [],
            predictor: tools.predictor,
            table: tools.table,
            control,
        };
        let found =
            control.without_soft_limit(|| self.search_at_full_strength(&order, tools, &mut ()));
        (found.outcome.best, found.outcome.nodes)
    }

    /// How long the player thinks about a choice with so much time for a move.
    pub(super) fn thinking_time(
        &self,
        game: &Game,
        choice: Option<&LevelChoice>,
        for_a_move: Duration,
    ) -> Duration {
        let draw = self.seed ^ game.position().key();
        let time = match choice {
            Some(choice) => {
                let takes_back = game.captured_on() == Some(choice.chosen().mv.to);
                thinking_time(choice, takes_back, for_a_move, draw)
            }
            None => thinking_time_from_book(for_a_move, draw),
        };
        time.mul_f64(
            f64::from(
                self.personality
                    .value_of(Parameter::Number(NumberKey::HumanPace)),
            ) / 100.0,
        )
    }
}

/// The move of a game so many half-moves ago; 1 is the last.
fn move_before(game: &Game, plies: usize) -> Option<LastMove> {
    let past = game.past();
    let (position, mv) = past.get(past.len().checked_sub(plies)?)?;
    Some(LastMove::of(position, *mv))
}

/// The chosen move as a search would tell it.
fn tell(choice: &LevelChoice, outcome: &mut SearchOutcome, observer: &mut dyn SearchObserver) {
    let chosen = choice.chosen();
    outcome.score = chosen.score;
    outcome.bonus_cp = chosen.taste_cp;
    outcome.depth_plies = LevelChoice::DEPTH_PLIES;
    observer.report(SearchReport {
        depth_plies: LevelChoice::DEPTH_PLIES,
        selective_depth_plies: LevelChoice::DEPTH_PLIES,
        line: 1,
        score: chosen.score,
        bonus_cp: chosen.taste_cp,
        bound: Bound::Exact,
        nodes: outcome.nodes,
        elapsed: outcome.elapsed,
        hashfull_permille: 0,
        tablebase_hits: 0,
        pv: vec![chosen.mv],
    });
}
