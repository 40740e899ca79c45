//! Why a move: what the search says of the moves of a position, and what a character adds.
//!
//! Owns the ranking of moves by what a character prefers, and its wording for people. Every
//! number is what it is called: a score is exact for the depth that is named and for this
//! character's judgement, and nothing is said of moves that were not searched to that depth. It
//! must not know who asked, or how lines are marked for them.

use std::fmt;
use std::sync::Arc;

use crate::board::{Game, Move};
use crate::endgame::{Prospects, ProvenMoves, Tablebase, as_proven};
use crate::personality::{MoveTaste, Personality};
use crate::score::Score;
use crate::search::{
    Bound, RootBonus, SearchControl, SearchLimits, SearchObserver, SearchOutcome, SearchProgress,
    SearchReport, SearchRequest, SearchThread, TranspositionTable, prefer, search,
};

/// Moves that are listed; the one that was made is listed in any case.
const LISTED_MOVES: usize = 8;

/// One move and what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedMove {
    /// The move.
    pub mv: Move,
    /// The move in SAN.
    pub san: String,
    /// What the search found for the side to move, with no taste in it.
    pub score: Score,
    /// What the character makes of the move, feature by feature.
    pub taste: MoveTaste,
    /// The score with the bonus, by which the moves are ranked.
    pub preferred: Score,
    /// Centipawns that the move gives up against the best score; `None` where one of the two is a
    /// mate.
    pub concession_cp: Option<i32>,
}

/// The moves of a position, the most preferred first.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The character's title.
    pub character: String,
    /// Whether its judgement differs from normal, so that scores are its own view.
    pub judges_normally: bool,
    /// What it may give up in one move, in centipawns.
    pub max_concession_cp: i32,
    /// The depth to which every move was searched, in plies.
    pub depth_plies: u32,
    /// The moves.
    pub moves: Vec<ExplainedMove>,
    /// The move that was made on the board, if this is about one.
    pub made: Option<Move>,
}

/// What is held of the moves before any search.
#[derive(Debug, Default)]
pub(super) struct Views {
    /// What the character makes of each move; of moves that are not listed, nothing.
    pub tastes: Vec<MoveTaste>,
    /// What each move leads to, where that is known for certain.
    pub proven_moves: Option<ProvenMoves>,
}

impl Views {
    /// The tastes as the search takes them.
    pub fn bonus(&self) -> RootBonus {
        let tastes = self.tastes.iter();
        RootBonus::new(tastes.map(|taste| (taste.mv, taste.bonus_cp)))
    }
}

/// Collects, iteration by iteration, the lines of a search that shows every move.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// How many lines an iteration has; 0 when nobody wants to know.
    move_count: usize,
    depth_plies: u32,
    current: Vec<SearchReport>,
    complete: Vec<SearchReport>,
    complete_depth_plies: u32,
}

impl Lines {
    /// For a search that shows this many moves.
    pub fn new(move_count: usize) -> Lines {
        Lines {
            move_count,
            ..Lines::default()
        }
    }

    /// Takes a report; what is not exact will come again or is not wanted.
    pub fn take(&mut self, report: &SearchReport) {
        if report.bound != Bound::Exact || self.move_count == 0 {
            return;
        }
        if report.depth_plies != self.depth_plies {
            self.depth_plies = report.depth_plies;
            self.current.clear();
        }
        self.current
            .retain(|line| line.pv.first() != report.pv.first());
        self.current.push(report.clone());
        if self.current.len() == self.move_count {
            self.complete_depth_plies = self.depth_plies;
            self.complete.clone_from(&self.current);
        }
    }
}

impl Explanation {
    /// Ranks the moves of the last iteration that came to all of them, by the result where
    /// `proven_moves` know it; `None` when there was none. `made` is the move that was made in the
    /// position, if one was.
    pub(super) fn of(
        game: &Game,
        personality: &Personality,
        views: &Views,
        lines: &Lines,
        made: Option<Move>,
    ) -> Option<Explanation> {
        let score = |report: &SearchReport| {
            let mv = report.pv.first()?;
            let verdict = views.proven_moves.as_ref().and_then(|known| known.of(*mv));
            Some(as_proven(report.score, verdict.map(|known| known.outcome)))
        };
        let best = lines.complete.iter().filter_map(score).max()?;
        let explained = |report: &SearchReport| {
            let (&mv, score) = (report.pv.first()?, score(report)?);
            let taste = views.tastes.iter().find(|taste| taste.mv == mv);
            let taste = taste.cloned().unwrap_or_else(|| MoveTaste::none(mv));
            let is_decided = score.is_decisive() || best.is_decisive();
            Some(ExplainedMove {
                mv,
                san: game.position().san(mv),
                score,
                preferred: prefer(score, taste.bonus_cp),
                concession_cp: (!is_decided).then(|| best.raw() - score.raw()),
                taste,
            })
        };
        let mut moves: Vec<ExplainedMove> = lines.complete.iter().filter_map(explained).collect();
        moves.sort_by_key(|explained| std::cmp::Reverse(explained.preferred));
        Some(Explanation {
            character: personality.title().to_owned(),
            judges_normally: personality.weights().is_neutral(),
            max_concession_cp: personality.max_concession_cp(),
            depth_plies: lines.complete_depth_plies,
            moves,
            made,
        })
    }

    /// Searches every move of the position on the board within the limits and ranks them.
    pub fn search(
        game: &Game,
        personality: &Personality,
        seed: u64,
        limits: SearchLimits,
        table: &TranspositionTable,
        tablebase: &Arc<Tablebase>,
    ) -> Option<Explanation> {
        let position = game.position();
        let move_count = position.legal_moves().len();
        let mut lines = Lines::new(move_count);
        let proven_moves = ProvenMoves::find(Some(tablebase), position, &game.key_history());
        let known = proven_moves.as_ref();
        let prospects = known.and_then(|known| Prospects::look_up(tablebase, position, known));
        let views = Views {
            tastes: personality.explain_ending(game, seed, prospects.as_ref()),
            proven_moves,
        };
        let request = SearchRequest {
            history: game.key_history(),
            limits,
            lines: move_count.max(1),
            selectivity: personality.selectivity(),
            bonus: views.bonus(),
            weights: personality.weights().clone(),
            tablebase: Some(Arc::clone(tablebase)),
            ..SearchRequest::neutral(position.clone())
        };
        let control = SearchControl::start(None);
        let mut thread = SearchThread::new();
        search(&request, &mut thread, table, &control, &mut lines);
        Explanation::of(game, personality, &views, &lines, None)
    }

    /// The whole of it, line by line.
    pub fn to_lines(&self) -> Vec<String> {
        let mut lines = vec![self.heading()];
        let best = self.moves.iter().map(|explained| explained.score).max();
        for (index, explained) in self.moves.iter().enumerate() {
            let is_made = self.made == Some(explained.mv);
            if index < LISTED_MOVES || is_made {
                let is_best = Some(explained.score) == best;
                lines.push(explained.to_line(index + 1, is_made, is_best));
            }
        }
        if self.moves.len() > LISTED_MOVES {
            let rest = self.moves.len() - LISTED_MOVES;
            lines.push(format!("and {rest} more that it likes less"));
        }
        lines.push(self.verdict());
        lines
    }

    fn heading(&self) -> String {
        let whose = match self.judges_normally {
            true => "scores without taste",
            false => "scores without taste but by its own judgement",
        };
        format!(
            "{}, every move searched to depth {}; {whose}; it may give up {} cp",
            self.character, self.depth_plies, self.max_concession_cp
        )
    }

    /// What it comes to, in one sentence.
    pub fn verdict(&self) -> String {
        let Some(first) = self.moves.first() else {
            return "there is no move to explain".to_owned();
        };
        let made = self
            .moves
            .iter()
            .find(|explained| Some(explained.mv) == self.made);
        let subject = made.unwrap_or(first);
        let reasons = subject.reasons();
        let price = match subject.concession_cp {
            Some(0) => "it is also the best by score".to_owned(),
            Some(cp) => format!("at this depth it gives up {cp} cp"),
            None => "a mate decides, not taste".to_owned(),
        };
        let preferred = match made {
            Some(made) if made.mv != first.mv => {
                format!("; it would rather play {} there", first.san)
            }
            _ => String::new(),
        };
        format!("{}: {reasons}; {price}{preferred}", subject.san)
    }
}

impl ExplainedMove {
    fn to_line(&self, rank: usize, is_made: bool, is_best: bool) -> String {
        let concession = match self.concession_cp {
            _ if is_best => "best by score".to_owned(),
            Some(cp) => format!("gives up {cp}"),
            None => "decided".to_owned(),
        };
        let mark = if is_made { '*' } else { ' ' };
        format!(
            "{mark}{rank:2}. {:7} value {:>6} = score {:>6} {:+4}; {concession}; {}",
            self.san,
            Shown(self.preferred).to_string(),
            Shown(self.score).to_string(),
            self.taste.bonus_cp,
            self.reasons()
        )
    }

    fn reasons(&self) -> String {
        reasons(&self.taste)
    }
}

/// The contributions that a character is moved by, the strongest first, and what was cut.
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

/// A score as people read it: centipawns with a sign, or a mate in moves.
struct Shown(Score);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.mate_distance_plies() {
            Some(plies) if plies > 0 => write!(f, "mate {}", (plies + 1) / 2),
            Some(plies) => write!(f, "mate -{}", -plies / 2),
            None => write!(f, "{:+}", self.0.raw()),
        }
    }
}

/// The sentence about a move as it was chosen in play, from nothing but the search that chose it.
///
/// What it conceded is not known there, only that it cannot be more than its bonus exceeds the
/// least bonus.
pub(super) fn remark(game: &Game, tastes: &[MoveTaste], outcome: &SearchOutcome) -> Option<String> {
    let best = outcome.best?;
    let taste = tastes.iter().find(|taste| taste.mv == best);
    let least_cp = tastes.iter().map(|taste| taste.bonus_cp).min();
    let at_most_cp = outcome.bonus_cp - least_cp.unwrap_or(outcome.bonus_cp);
    Some(format!(
        "{}: score {} at depth {}, bonus {:+} = {}; gives up at most {at_most_cp} cp",
        game.position().san(best),
        Shown(outcome.score),
        outcome.depth_plies,
        outcome.bonus_cp,
        taste.map_or_else(|| "no taste about it".to_owned(), reasons)
    ))
}

impl SearchObserver for Lines {
    fn report(&mut self, report: SearchReport) {
        self.take(&report);
    }

    fn progress(&mut self, _: SearchProgress) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::Roster;

    fn explain(fen: &str, who: &str, depth_plies: u32) -> Explanation {
        let roster = Roster::built_in();
        let personality = roster.find(who).unwrap();
        let limits = SearchLimits {
            depth_plies: Some(depth_plies),
            ..SearchLimits::default()
        };
        let table = TranspositionTable::new(1);
        let game = Game::new(fen.parse().unwrap());
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
        let tablebase = Arc::new(Tablebase::open(&[directory.into()]).0);
        Explanation::search(&game, personality, 1, limits, &table, &tablebase).unwrap()
    }

    const OPEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    #[test]
    fn every_move_is_ranked_by_its_value() {
        let explanation = explain(OPEN, "firebrand", 4);
        let position: crate::board::Position = OPEN.parse().unwrap();
        assert_eq!(explanation.moves.len(), position.legal_moves().len());
        assert_eq!(explanation.depth_plies, 4);
        let best = explanation
            .moves
            .iter()
            .map(|explained| explained.score.raw())
            .max();
        for pair in explanation.moves.windows(2) {
            assert!(pair[0].preferred >= pair[1].preferred);
        }
        for explained in &explanation.moves {
            let bonus_cp = explained.taste.bonus_cp;
            assert_eq!(explained.preferred.raw(), explained.score.raw() + bonus_cp);
            assert_eq!(
                explained.concession_cp,
                best.map(|best| best - explained.score.raw())
            );
        }
        let conceded_cp = explanation.moves[0].concession_cp.unwrap();
        assert!(conceded_cp <= explanation.max_concession_cp);
        assert!(
            explanation
                .moves
                .iter()
                .any(|explained| explained.taste.bonus_cp != 0)
        );
    }

    #[test]
    fn a_mate_is_not_a_matter_of_taste() {
        let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        let explanation = explain(mate, "firebrand", 3);
        assert_eq!(explanation.moves[0].san, "Ra8#");
        assert_eq!(explanation.moves[0].concession_cp, None);
        let lines = explanation.to_lines();
        assert!(
            lines[1].contains("mate 1") && lines[1].contains("best by score"),
            "{lines:?}"
        );
        assert!(explanation.verdict().contains("a mate decides"));
    }

    #[test]
    fn tables_and_what_they_leave_to_choose_are_in_it() {
        let explanation = explain("8/8/8/1k2K2R/8/4b3/8/8 w - - 0 1", "neutral", 3);
        let first = &explanation.moves[0];
        assert_eq!((first.san.as_str(), first.score), ("Ke4+", Score::DRAW));
        let lines = explanation.to_lines();
        assert!(lines[1].contains("swindle"), "{lines:?}");
    }

    #[test]
    fn somebody_without_taste_plays_the_best() {
        let explanation = explain(OPEN, "neutral", 3);
        assert_eq!(explanation.moves[0].concession_cp, Some(0));
        let verdict = explanation.verdict();
        assert!(
            verdict.ends_with("no taste about it; it is also the best by score"),
            "{verdict}"
        );
    }

    #[test]
    fn the_move_that_was_made_is_always_listed() {
        let mut explanation = explain(OPEN, "firebrand", 3);
        let last = explanation.moves.last().unwrap().clone();
        explanation.made = Some(last.mv);
        let lines = explanation.to_lines();
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with('*') && line.contains(&last.san))
        );
        assert!(explanation.verdict().starts_with(&last.san));
        assert!(explanation.verdict().contains("it would rather play"));
    }

    #[test]
    fn no_search_no_explanation() {
        let game = Game::default();
        let nobody = Personality::neutral();
        assert_eq!(
            Explanation::of(&game, &nobody, &Views::default(), &Lines::default(), None),
            None
        );
    }
}
