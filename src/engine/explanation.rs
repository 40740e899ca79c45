//! Explanations: why a move was chosen, told from the very search that chose it.
//!
//! A search for a move looks at most moves only until they are shown to be no better than the
//! chosen one, so most scores here are upper bounds, and they are shown as such.

use std::fmt;

use crate::board::{Game, Move, Position};
use crate::endgame::as_proven;
use crate::engine::SearchOrder;
use crate::engine::request::{FinishedSearch, PlayerProfile, RootKnowledge, SearchTools};
use crate::personality::{MoveTaste, Personality};
use crate::score::Score;
use crate::search::{
    Bound, RootMoveScore, SearchControl, SearchOutcome, SearchThread, TranspositionTable, prefer,
};

/// Moves that are listed; the one that was made is listed in any case.
const LISTED_MOVES: usize = 8;

/// Why a move was chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Explanation {
    /// It is one of the personality's own opening lines.
    Book {
        /// The title of the personality.
        character: String,
        /// The position that it was chosen in.
        position: Position,
        /// The move.
        mv: Move,
    },
    /// A search has chosen it.
    Search(ExplainedSearch),
}

/// The root moves of a search for a move, the chosen one first.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedSearch {
    /// The position that was searched.
    pub position: Position,
    /// The title of the personality.
    pub character: String,
    /// Whether its evaluation weights are all normal; otherwise scores are its own view.
    pub judges_normally: bool,
    /// What it may give up in one move, in centipawns.
    pub max_concession_cp: i32,
    /// The last finished iteration, in plies.
    pub depth_plies: u32,
    /// The chosen move, then the others by their preferred score.
    pub moves: Vec<ExplainedMove>,
}

/// One move and what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedMove {
    /// The move.
    pub mv: Move,
    /// The move in SAN.
    pub san: String,
    /// What the search found for the side to move, with no taste in it.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// What the personality makes of the move, feature by feature.
    pub taste: MoveTaste,
    /// The score with the bonus; a bound like the score.
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
    /// A mate or a known ending decides, and centipawns say nothing.
    Decided,
}

impl Explanation {
    /// Of a finished search; `None` when it did not finish its first iteration.
    pub(super) fn of(
        game: &Game,
        personality: &Personality,
        decision: &FinishedSearch,
    ) -> Option<Explanation> {
        let FinishedSearch { outcome, knowledge } = decision;
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
            character: personality.title().to_owned(),
            judges_normally: personality.weights().is_neutral(),
            max_concession_cp: personality.max_concession_cp(),
            depth_plies: outcome.depth_plies,
            moves,
        }))
    }

    /// Searches as in a game, from an empty table, and tells of it; `None` when the limits did not
    /// let the search finish its first iteration.
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
            table,
            control: &SearchControl::start(None),
        };
        let decision = player.search(order, tools, &mut ());
        Explanation::of(&order.game, &player.personality, &decision)
    }

    pub(super) fn from_book(order: &SearchOrder, player: &PlayerProfile, mv: Move) -> Explanation {
        Explanation::Book {
            character: player.personality.title().to_owned(),
            position: order.game.position().clone(),
            mv,
        }
    }

    /// The title of the personality that chose.
    pub fn character(&self) -> &str {
        match self {
            Explanation::Book { character, .. } => character,
            Explanation::Search(search) => &search.character,
        }
    }

    /// The position that the move was chosen in.
    pub fn position(&self) -> &Position {
        match self {
            Explanation::Book { position, .. } => position,
            Explanation::Search(search) => &search.position,
        }
    }

    /// The chosen move.
    pub fn chosen(&self) -> Option<Move> {
        match self {
            Explanation::Book { mv, .. } => Some(*mv),
            Explanation::Search(search) => search.moves.first().map(|explained| explained.mv),
        }
    }

    /// The whole of it, line by line. `made` is the move that was made on the board, if one was; it
    /// need not be the chosen one.
    pub fn to_lines(&self, made: Option<Move>) -> Vec<String> {
        let mut lines = match self {
            Explanation::Book { .. } => Vec::new(),
            Explanation::Search(search) => search.to_lines(made),
        };
        lines.push(self.verdict(made));
        lines
    }

    /// What it comes to, in one sentence.
    pub fn verdict(&self, made: Option<Move>) -> String {
        match self {
            Explanation::Book { position, mv, .. } => match made.filter(|made| made != mv) {
                None => format!("{}: from its opening lines", position.san(*mv)),
                Some(made) => format!(
                    "{}: its opening lines have {} there",
                    position.san(made),
                    position.san(*mv)
                ),
            },
            Explanation::Search(search) => search.verdict(made),
        }
    }

    /// One line about the chosen move, for the log and for comments during a game.
    pub fn remark(&self) -> String {
        match self {
            Explanation::Book { .. } => self.verdict(None),
            Explanation::Search(search) => search.remark(),
        }
    }

    /// The move that the search liked second best, with what it knows of it.
    pub(super) fn runner_up(&self) -> Option<String> {
        let Explanation::Search(search) = self else {
            return None;
        };
        search.moves.get(1).map(ExplainedMove::value)
    }
}

impl ExplainedSearch {
    fn to_lines(&self, made: Option<Move>) -> Vec<String> {
        let mut lines = vec![self.heading()];
        for (index, explained) in self.moves.iter().enumerate() {
            let is_made = made == Some(explained.mv);
            if index < LISTED_MOVES || is_made {
                let mark = if is_made { '*' } else { ' ' };
                lines.push(format!("{mark}{:2}. {}", index + 1, explained.to_line()));
            }
        }
        if self.moves.len() > LISTED_MOVES {
            let rest = self.moves.len() - LISTED_MOVES;
            lines.push(format!("and {rest} more that it likes less"));
        }
        lines
    }

    fn heading(&self) -> String {
        let whose = match self.judges_normally {
            true => "scores without taste",
            false => "scores without taste but by its own judgement",
        };
        format!(
            "{}, searched to depth {}; {whose}; it may give up {} cp; \
             with <= a move was only shown to be no better",
            self.character, self.depth_plies, self.max_concession_cp
        )
    }

    fn verdict(&self, made: Option<Move>) -> String {
        let Some(chosen) = self.moves.first() else {
            return "there is no move to explain".to_owned();
        };
        match made.filter(|&made| made != chosen.mv) {
            None => format!(
                "{}: {}; {}",
                chosen.san,
                reasons(&chosen.taste),
                self.concession()
            ),
            Some(made) => format!(
                "{}: {}; it would rather play {} there",
                self.position.san(made),
                self.moves
                    .iter()
                    .find(|explained| explained.mv == made)
                    .map_or_else(|| "it did not look at it".to_owned(), ExplainedMove::value),
                chosen.san
            ),
        }
    }

    fn remark(&self) -> String {
        let Some(chosen) = self.moves.first() else {
            return String::new();
        };
        format!(
            "{}: score {} at depth {}, bonus {:+} = {}; {}",
            chosen.san,
            chosen.score.in_centipawns(),
            self.depth_plies,
            chosen.taste.bonus_cp,
            reasons(&chosen.taste),
            self.concession()
        )
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

impl fmt::Display for Concession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Concession::Nothing => f.write_str("it is also the best by score"),
            Concession::Exactly(cp) => write!(f, "it gives up {cp} cp"),
            Concession::AtMost(cp) => write!(f, "it gives up at most {cp} cp"),
            Concession::Decided => f.write_str("a decided game, not taste"),
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
        let verdict = knowledge.proven_moves.as_ref().and_then(|all| all.of(mv));
        let score = match outcome.best == Some(mv) {
            true => outcome.score,
            false => as_proven(known.score, verdict.map(|known| known.outcome)),
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

    fn to_line(&self) -> String {
        let is_bound = if self.bound == Bound::Upper { "<=" } else { "" };
        format!(
            "{:7} value {:>8} = score {:>8} {:+4}; {}",
            self.san,
            format!("{is_bound}{}", self.preferred.in_centipawns()),
            format!("{is_bound}{}", self.score.in_centipawns()),
            self.taste.bonus_cp,
            reasons(&self.taste)
        )
    }

    /// The move with its score and bonus, in a few words.
    fn value(&self) -> String {
        let at_most = match self.bound {
            Bound::Upper => "at most ",
            Bound::Exact | Bound::Lower => "",
        };
        format!(
            "{} score {at_most}{}, bonus {:+}",
            self.san,
            self.score.in_centipawns(),
            self.taste.bonus_cp
        )
    }
}

/// The contributions that move a personality, the strongest first, and what was cut.
fn reasons(taste: &MoveTaste) -> String {
    let mut parts: Vec<_> = taste.contributions.iter().collect();
    parts.retain(|part| part.contribution_cp != 0);
    parts.sort_by_key(|part| std::cmp::Reverse(part.contribution_cp.abs()));
    if parts.is_empty() {
        return "no taste about it".to_owned();
    }
    let named: Vec<String> = parts
        .iter()
        .map(|part| format!("{} {:+}", part.feature.key(), part.contribution_cp))
        .collect();
    let cut = match taste.wish_cp == taste.bonus_cp {
        true => String::new(),
        false => format!(" ({:+} held to {:+})", taste.wish_cp, taste.bonus_cp),
    };
    format!("{}{cut}", named.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::Tablebase;
    use crate::engine::SearchPurpose;
    use crate::personality::Roster;
    use crate::search::SearchLimits;
    use std::sync::Arc;

    fn explain(fen: &str, who: &str, depth_plies: u32) -> ExplainedSearch {
        let roster = Roster::built_in();
        let personality = Arc::new(roster.find(who).unwrap().clone());
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

    const OPEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

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
            assert_eq!(explained.preferred.raw(), explained.score.raw() + bonus_cp);
        }
        assert!(search.moves.iter().any(|known| known.taste.bonus_cp != 0));
        if let Concession::Exactly(cp) | Concession::AtMost(cp) = search.concession() {
            assert!((1..=search.max_concession_cp).contains(&cp), "{cp}");
        }
    }

    #[test]
    fn a_mate_is_not_a_matter_of_taste() {
        let search = explain("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "firebrand", 3);
        assert_eq!(search.moves[0].san, "Ra8#");
        assert_eq!(search.concession(), Concession::Nothing);
        let lines = search.to_lines(None);
        assert!(lines[1].contains("mate 1"), "{lines:?}");
    }

    #[test]
    fn tablebases_and_what_they_leave_to_choose_are_in_it() {
        let search = explain("8/8/8/1k2K2R/8/4b3/8/8 w - - 0 1", "neutral", 3);
        let first = &search.moves[0];
        assert_eq!((first.san.as_str(), first.score), ("Ke4+", Score::DRAW));
        let lines = search.to_lines(None);
        assert!(lines[1].contains("swindle"), "{lines:?}");
    }

    #[test]
    fn a_player_without_taste_plays_the_best_move() {
        let search = explain(OPEN, "neutral", 5);
        assert_eq!(search.concession(), Concession::Nothing);
        let verdict = search.verdict(None);
        assert!(
            verdict.ends_with("no taste about it; it is also the best by score"),
            "{verdict}"
        );
    }

    #[test]
    fn a_move_that_somebody_else_made_is_always_listed() {
        let search = explain(OPEN, "firebrand", 3);
        let last = search.moves.last().unwrap();
        let lines = search.to_lines(Some(last.mv));
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with('*') && line.contains(&last.san))
        );
        let verdict = search.verdict(Some(last.mv));
        assert!(verdict.starts_with(&last.san), "{verdict}");
        assert!(verdict.contains("it would rather play"), "{verdict}");
        assert!(!search.verdict(Some(search.moves[0].mv)).contains("rather"));
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
