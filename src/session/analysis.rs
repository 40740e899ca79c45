//! Analysis: an endless search of the position on the board, and which root moves it looks at.
//!
//! In analysis mode the engine makes no move. The search never ends by itself and begins anew with
//! each change of the position.

use super::RootMoves;
use super::{AnalysisStatus, Refusal, Reply};
use super::{Effect, Mode, Session, Standstill};
use crate::board::Move;
use crate::engine::{SearchAs, SearchId, SearchOrder, SearchPurpose};
use crate::search::{SearchLimits, SearchProgress};

/// What people should know who analyse with a level.
const ANALYSIS_HAS_NO_LEVEL: &str = "analysis is at full strength; the level is for games";

impl Session {
    pub(super) fn is_analysing(&self) -> bool {
        matches!(
            self.mode,
            Mode::Analysing { .. } | Mode::Paused(Standstill::Analysing)
        )
    }

    pub(super) fn analyze(&mut self) {
        if !self.is_analysing() {
            self.interrupt();
            if self.level_elo.is_some() {
                self.comment_lines(std::iter::once(ANALYSIS_HAS_NO_LEVEL));
            }
            self.start_analysis();
        }
    }

    pub(super) fn exit(&mut self) {
        if self.is_analysing() {
            self.interrupt();
        }
    }

    /// Analyses the position on the board; whatever was searched before has been interrupted.
    pub(super) fn start_analysis(&mut self) {
        let root_moves = self.allowed_moves();
        let all_are_excluded = self.all_moves_are_excluded();
        let game = self
            .game
            .clone()
            .filter(|game| game.position().has_legal_move() && !all_are_excluded);
        let settings = self.options.settings();
        let (lines, search_as) = match settings.analysis_in_character {
            true => (settings.lines, SearchAs::Personality),
            false => (settings.lines, SearchAs::Neutral),
        };
        let search = game.map(|game| {
            self.start(SearchOrder {
                id: SearchId::default(),
                game,
                limits: SearchLimits::default(),
                budget: None,
                purpose: SearchPurpose::Analyse,
                search_as,
                root_moves,
                lines,
                may_play_book: false,
            })
        });
        self.mode = Mode::Analysing { search };
    }

    pub(super) fn ask_status(&mut self) {
        if matches!(self.mode, Mode::Analysing { search: Some(_) }) {
            self.effects.push(Effect::AskProgress);
        }
    }

    pub(super) fn show_status(&mut self, progress: Option<(SearchId, SearchProgress)>) {
        let Mode::Analysing {
            search: Some(search),
        } = self.mode
        else {
            return;
        };
        let Some(position) = self.game.as_ref().map(|game| game.position()) else {
            return;
        };
        let progress = progress.filter(|(id, _)| *id == search);
        let status = match progress {
            Some((_, progress)) => AnalysisStatus {
                elapsed: progress.elapsed,
                nodes: progress.nodes,
                depth_plies: progress.depth_plies,
                moves_left: progress.moves_left,
                moves_total: progress.moves_total,
                current: self.spell(position, progress.current),
            },
            // The search has not come to its first move yet.
            None => {
                let legal = position.legal_moves();
                let Some(&first) = legal.first() else { return };
                AnalysisStatus {
                    elapsed: std::time::Duration::ZERO,
                    nodes: 0,
                    depth_plies: 0,
                    moves_left: legal.len(),
                    moves_total: legal.len(),
                    current: self.spell(position, first),
                }
            }
        };
        self.say(Reply::Status(status));
    }

    pub(super) fn exclude(&mut self, moves: RootMoves) {
        match self.root_moves_meant(&moves) {
            Some(meant) => {
                self.excluded.retain(|mv| !meant.contains(mv));
                self.excluded.extend(meant);
                self.restart_analysis();
            }
            None => self.refuse_root_moves("exclude", moves),
        }
    }

    pub(super) fn include(&mut self, moves: RootMoves) {
        match self.root_moves_meant(&moves) {
            Some(meant) => {
                self.excluded.retain(|mv| !meant.contains(mv));
                self.restart_analysis();
            }
            None => self.refuse_root_moves("include", moves),
        }
    }

    /// `None` when the text is no legal move.
    fn root_moves_meant(&self, moves: &RootMoves) -> Option<Vec<Move>> {
        let position = self.game.as_ref()?.position();
        match moves {
            RootMoves::All => Some(position.legal_moves().to_vec()),
            RootMoves::One(text) => position.parse_move(text).ok().map(|mv| vec![mv]),
        }
    }

    fn refuse_root_moves(&mut self, command: &str, moves: RootMoves) {
        let text = match moves {
            RootMoves::All => "all".to_owned(),
            RootMoves::One(text) => text,
        };
        self.refuse(Refusal::BadArgument, &format!("{command} {text}"));
    }

    pub(super) fn restart_analysis(&mut self) {
        if matches!(self.mode, Mode::Analysing { .. }) {
            self.interrupt();
            self.start_analysis();
        }
    }

    /// The root moves to choose from; empty means all, also when every move is excluded, because a
    /// move has to be made.
    pub(super) fn allowed_moves(&self) -> Vec<Move> {
        let Some(game) = self.game.as_ref().filter(|_| !self.excluded.is_empty()) else {
            return Vec::new();
        };
        let legal = game.position().legal_moves();
        let is_allowed = |mv: &Move| !self.excluded.contains(mv);
        legal.into_iter().filter(is_allowed).collect()
    }

    fn all_moves_are_excluded(&self) -> bool {
        !self.excluded.is_empty() && self.allowed_moves().is_empty()
    }
}
