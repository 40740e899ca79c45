//! Thinking output: which of the search's reports are shown.
//!
//! A GUI wants to see progress, but not every bound, and not hundreds of lines a second from a
//! position with few moves.

use std::time::Duration;

use super::{Mode, Session};
use super::{Reply, SearchMeasures, ThinkingLine};
use crate::board::{Move, Position};
use crate::engine::{Explanation, SearchId};
use crate::search::{Bound, SearchOutcome, SearchReport};

/// Bounds are shown only of searches that have taken this long.
const BOUNDS_FROM: Duration = Duration::from_secs(1);
/// No more lines than this in one [`PERIOD`].
const LINES_PER_PERIOD: u32 = 25;
const PERIOD: Duration = Duration::from_secs(1);

#[derive(Clone, Debug, Default)]
pub(super) struct Thinking {
    pub is_shown: bool,
    /// Whether lines have more numbers than depth, score, time and nodes.
    pub has_measures: bool,
    period_began: Duration,
    lines_in_period: u32,
    /// The newest line that was not shown because there were too many.
    held: Option<ThinkingLine>,
    /// The newest best line of the current search, shown or not.
    latest: Option<ThinkingLine>,
    /// The first move of the last line that was shown in the current search, if it was the best line.
    shown_best: Option<Move>,
    /// The line of the move that is being made.
    last_line: Option<ThinkingLine>,
    /// What was said of that move.
    remarks: Vec<String>,
    /// Why the search comes to its move, once it has.
    explanation: Option<(SearchId, Box<Explanation>)>,
}

impl Thinking {
    /// A new search begins.
    pub fn begin(&mut self) {
        self.explanation = None;
        self.held = None;
        self.latest = None;
        self.last_line = None;
        self.remarks.clear();
        self.shown_best = None;
    }

    /// Keeps the explanation of a search until its move is made.
    pub fn take_explanation(&mut self, id: SearchId, explanation: Option<Box<Explanation>>) {
        self.explanation = explanation.map(|explanation| (id, explanation));
    }

    /// The best move so far of the current search.
    pub fn best(&self) -> Option<Move> {
        first_move(self.latest.as_ref()?)
    }

    fn has_room(&mut self, now: Duration) -> bool {
        if now.saturating_sub(self.period_began) >= PERIOD {
            self.period_began = now;
            self.lines_in_period = 0;
        }
        self.lines_in_period += 1;
        self.lines_in_period <= LINES_PER_PERIOD
    }
}

fn first_move(line: &ThinkingLine) -> Option<Move> {
    line.variation.first().map(|spelled| spelled.mv)
}

impl Session {
    pub(super) fn show_report(&mut self, now: Duration, id: SearchId, report: SearchReport) {
        let Some(position) = self.position_searched(id) else {
            return;
        };
        let is_wanted = report.bound == Bound::Exact || report.elapsed >= BOUNDS_FROM;
        let is_best_line = report.line <= 1;
        let line = self.thinking_line(&position, report);
        if line.variation.is_empty() {
            return;
        }
        if is_best_line {
            self.thinking.latest = Some(line.clone());
        }
        if !self.thinking.is_shown || !is_wanted {
            return;
        }
        if self.thinking.has_room(now) {
            self.thinking.held = None;
            self.show_line(line, is_best_line);
        } else if is_best_line {
            self.thinking.held = Some(line);
        }
    }

    fn show_line(&mut self, line: ThinkingLine, is_best_line: bool) {
        self.thinking.shown_best = first_move(&line).filter(|_| is_best_line);
        self.say(Reply::Thinking(line));
    }

    /// The root of the search with this number, if its lines are shown now.
    fn position_searched(&self, id: SearchId) -> Option<Position> {
        let position = self.game.as_ref()?.position();
        match self.mode {
            Mode::Thinking { search, .. }
            | Mode::Analysing {
                search: Some(search),
            } if search == id => Some(position.clone()),
            Mode::Pondering {
                search, expected, ..
            } if search == id => Some(position.play(expected)),
            _ => None,
        }
    }

    fn thinking_line(&self, root: &Position, report: SearchReport) -> ThinkingLine {
        let mut position = root.clone();
        let mut variation = Vec::with_capacity(report.pv.len());
        for mv in report.pv {
            if !position.is_legal(mv) {
                break;
            }
            variation.push(self.spell(&position, mv));
            position = position.play(mv);
        }
        ThinkingLine {
            depth_plies: report.depth_plies,
            score: report.score,
            bound: report.bound,
            elapsed: report.elapsed,
            nodes: report.nodes,
            measures: self.thinking.has_measures.then_some(SearchMeasures {
                selective_depth_plies: report.selective_depth_plies,
                tablebase_hits: report.tablebase_hits,
            }),
            variation,
        }
    }

    pub(super) fn show_held_line(&mut self) {
        if let Some(line) = self.thinking.held.take()
            && self.thinking.is_shown
        {
            self.show_line(line, true);
        }
    }

    /// Called before a move is made: keeps its explanation, and shows it where that is wanted.
    pub(super) fn note_explanation(&mut self, search: SearchId) {
        let explanation = self.thinking.explanation.take();
        let explanation = explanation.filter(|&(id, _)| id == search);
        self.last_explanation = explanation.map(|(_, explanation)| explanation);
        let is_wanted = self.thinking.is_shown && self.options.settings().explain_moves;
        if let Some(explanation) = self.last_explanation.as_ref().filter(|_| is_wanted) {
            let (numbers, words) = (explanation.remark(), explanation.in_words(None));
            self.comment_lines(std::iter::once(numbers.as_str()));
            self.remark(words);
        }
    }

    /// Words for a person at the GUI: beside the thinking where it is shown, else in a comment. What
    /// was said of the same move before is said again, because a GUI may show one line only.
    pub(super) fn remark(&mut self, words: String) {
        match self.thinking.last_line.clone() {
            Some(line) if self.thinking.is_shown => {
                self.thinking.remarks.push(words);
                let words = self.thinking.remarks.join(" ");
                self.say(Reply::Remark { line, words });
            }
            _ => self.comment_lines(words.lines()),
        }
    }

    /// Called before a move is made: sees to it that the last line shown is the one of this move.
    pub(super) fn show_last_line(&mut self, position: &Position, outcome: &SearchOutcome) {
        self.show_held_line();
        let latest = self.thinking.latest.take();
        let line = latest.filter(|line| first_move(line) == outcome.best);
        let line = line.unwrap_or_else(|| self.thinking_line(position, last_report(outcome)));
        let is_unseen = self.thinking.shown_best != outcome.best && outcome.depth_plies > 0;
        self.thinking.last_line = Some(line.clone()).filter(|line| !line.variation.is_empty());
        if self.thinking.is_shown && is_unseen && outcome.best.is_some() {
            self.show_line(line, true);
        }
    }
}

/// What the search would have reported last of its move.
fn last_report(outcome: &SearchOutcome) -> SearchReport {
    SearchReport {
        depth_plies: outcome.depth_plies,
        selective_depth_plies: outcome.depth_plies,
        line: 1,
        score: outcome.score,
        bonus_cp: outcome.bonus_cp,
        bound: Bound::Exact,
        nodes: outcome.nodes,
        elapsed: outcome.elapsed,
        hashfull_permille: 0,
        tablebase_hits: outcome.tablebase_hits,
        pv: outcome.best.into_iter().chain(outcome.ponder).collect(),
    }
}
