//! Explanations as text: lists of moves, sentences and lines for the log.

use std::fmt;

use crate::board::Move;
use crate::engine::explanation::{Concession, ExplainedMove, ExplainedSearch, Explanation};
use crate::search::Bound;

/// How many moves are listed, besides the one that was made.
const LISTED_MOVES: usize = 8;

impl Explanation {
    /// The whole explanation, line by line. `made` is the move that was made on the board, if there
    /// is one; it need not be the chosen one.
    pub fn to_lines(&self, made: Option<Move>) -> Vec<String> {
        let mut lines = match self {
            Explanation::Book { .. } => Vec::new(),
            Explanation::Search(search) => search.to_lines(made),
            Explanation::Level(level) => level.to_lines(made),
        };
        lines.push(self.verdict(made));
        lines
    }

    /// One sentence that says why the chosen move was chosen, or why another move was not.
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
            Explanation::Level(level) => level.verdict(made),
        }
    }

    /// One line about the chosen move for the log and for comments during a game.
    pub fn remark(&self) -> String {
        match self {
            Explanation::Book { .. } => self.verdict(None),
            Explanation::Search(search) => search.remark(),
            Explanation::Level(level) => level.remark(),
        }
    }

    /// The second best move with its score and bonus.
    pub(super) fn runner_up(&self) -> Option<String> {
        match self {
            Explanation::Book { .. } => None,
            Explanation::Search(search) => search.moves.get(1).map(ExplainedMove::value),
            Explanation::Level(level) => level.runner_up(),
        }
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
        let whose = match self.has_neutral_weights {
            true => "scores without taste",
            false => "scores without taste but by its own judgement",
        };
        let may = match self.has_one_proven_result() {
            true => {
                "all moves keep the proven result, so that its wishes for endings decide".to_owned()
            }
            false => format!(
                "it may give up {} cp of an even game",
                self.max_concession_cp
            ),
        };
        format!(
            "{}, searched to depth {}; {whose}; {may}; \
             with <= a move was only shown to be no better",
            self.title, self.depth_plies
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
                chosen.taste.reasons(),
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
            chosen.taste.reasons(),
            self.concession()
        )
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
    fn to_line(&self) -> String {
        let is_bound = if self.bound == Bound::Upper { "<=" } else { "" };
        format!(
            "{:7} value {:>8} = score {:>8} {:+4}; {}",
            self.san,
            format!("{is_bound}{}", self.preferred.in_centipawns()),
            format!("{is_bound}{}", self.score.in_centipawns()),
            self.taste.bonus_cp,
            self.taste.reasons()
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

#[cfg(test)]
mod tests {
    use crate::engine::explanation::Concession;
    use crate::engine::explanation::tests::{OPEN, explain};
    use crate::score::Score;

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
        let search = explain(OPEN, "plain", 5);
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
}
