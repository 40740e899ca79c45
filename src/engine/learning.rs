//! Learning as the engine uses it: the experience of the game, and what goes into a search.

use std::path::PathBuf;
use std::sync::Arc;

use crate::checksum::Fnv64;
use crate::evaluation::coefficients::built_in_values;
use crate::evaluation::network::Network;
use crate::learning::{Experience, GameReport, Learner, LearningFile, Lesson};
use crate::personality::Personality;
use crate::search::{LearnedScore, LearnedScores, SearchRequest, Selectivity};

/// Whether the engine learns, and what it has learnt. Switched off it touches no file.
pub(super) struct EngineLearning {
    /// The file, if it is not the usual one.
    path: Option<PathBuf>,
    learner: Option<Learner>,
    /// As it was when the game began, so that nothing that happens elsewhere changes a game.
    experience: Option<Arc<Experience>>,
    complaints: Vec<String>,
}

impl EngineLearning {
    /// Learning, switched off.
    pub fn off(path: Option<PathBuf>) -> EngineLearning {
        EngineLearning {
            path,
            learner: None,
            experience: None,
            complaints: Vec::new(),
        }
    }

    /// Switches it on or off.
    pub fn switch(&mut self, is_on: bool) {
        if is_on && self.learner.is_none() {
            self.learner = self.start();
            self.refresh();
        } else if !is_on {
            self.learner = None;
            self.experience = None;
        }
    }

    fn start(&mut self) -> Option<Learner> {
        let file = LearningFile::at(self.path.as_deref()).map_err(|error| error.to_string());
        let learner = file.and_then(|file| Learner::start(file).map_err(|error| error.to_string()));
        learner
            .map_err(|error| self.complaints.push(format!("Nothing is learnt: {error}")))
            .ok()
    }

    /// Takes what the file holds now, for a new game.
    pub fn refresh(&mut self) {
        if let Some(learner) = &self.learner {
            self.experience = learner.read().or(self.experience.take());
        }
    }

    /// What has been learnt; `None` when it is off.
    pub fn experience(&self) -> Option<Arc<Experience>> {
        self.experience.clone()
    }

    /// Learns from a game that this personality has played.
    pub fn learn(&self, played: &GameReport, personality: &Personality) {
        let Some(learner) = &self.learner else { return };
        let book = personality.opening_book();
        let lesson = Lesson::of(played, personality.name(), fingerprint(), |position| {
            let known = book.moves(position).into_iter();
            known
                .filter(|known| known.weight > 0)
                .map(|known| known.mv)
                .collect()
        });
        learner.learn(lesson);
    }

    /// What went wrong since this was asked last.
    pub fn take_complaints(&mut self) -> Vec<String> {
        let mut complaints = std::mem::take(&mut self.complaints);
        complaints.extend(self.learner.iter().flat_map(Learner::take_complaints));
        complaints
    }
}

/// What an experience teaches for a search. Only scores that were found under the same salt and by the
/// same evaluation are taken, and none for a search of full width, which is plain search.
pub(super) fn learned_scores(experience: &Experience, request: &SearchRequest) -> LearnedScores {
    if request.selectivity == Selectivity::FULL_WIDTH {
        return LearnedScores::default();
    }
    let near = experience.near(&request.position, request.table_salt() ^ fingerprint());
    LearnedScores::new(near.map(|learned| LearnedScore {
        key: learned.position.key(),
        ceiling: learned.ceiling,
        depth_plies: learned.depth_plies,
        best: learned.best,
    }))
}

/// Stands for the evaluation: scores of another version or of other parameters are never read.
fn fingerprint() -> u64 {
    let mut hash = Fnv64::new();
    hash.add(env!("CARGO_PKG_VERSION").as_bytes());
    for value in built_in_values().iter().flatten() {
        hash.add(&value.to_le_bytes());
    }
    hash.add(&Network::built_in_checksum().to_le_bytes());
    hash.value()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game, Position};
    use crate::evaluation::{EvaluationWeights, Family};
    use crate::learning::{GameReport, OwnMove, OwnSearch};
    use crate::score::Score;

    /// An experience of one fallen position that was found under this salt, and that position.
    fn experience(directory: &tempfile::TempDir, salt: u64) -> (Arc<Experience>, Position) {
        let mut report = GameReport::default();
        for (text, cp) in [("f3", 10), ("e5", 0), ("g4", -200)] {
            let mv = report.game.position().parse_move(text).unwrap();
            let search = OwnSearch {
                score: Score::from_cp(cp),
                ceiling: Some(Score::from_cp(cp)),
                depth_plies: 12,
                salt,
            };
            let ply = report.game.len();
            if ply != 1 {
                let search = Some(search);
                report.own.push(OwnMove { ply, mv, search });
            }
            report.game.play(mv);
        }
        let path = directory.path().join("learning.txt");
        let mut learning = EngineLearning::off(Some(path));
        learning.learn(&report, &Personality::neutral());
        learning.switch(true);
        assert!(learning.experience().unwrap().is_empty());
        learning.learn(&report, &Personality::neutral());
        learning.refresh();
        let position = report.game.past()[2].0.clone();
        (learning.experience().unwrap(), position)
    }

    #[test]
    fn a_learned_score_is_read_under_its_own_weights_and_contempt_alone() {
        let request = |weights: EvaluationWeights, contempt_cp| SearchRequest {
            weights,
            contempt_cp,
            ..SearchRequest::neutral(Position::start())
        };
        let neutral = EvaluationWeights::neutral;
        let other = || neutral().with(Family::KingSafety, 80, 130);
        let requests = [
            request(neutral(), 0),
            request(other(), 0),
            request(neutral(), 40),
        ];
        for found in &requests {
            let directory = tempfile::tempdir().unwrap();
            let (experience, position) = experience(&directory, found.table_salt());
            let expected = LearnedScores::new([LearnedScore {
                key: position.key(),
                ceiling: Score::from_cp(-200),
                depth_plies: 12,
                best: position.parse_move("g4").ok(),
            }]);
            for read in &requests {
                let is_same = read.table_salt() == found.table_salt();
                let learned = learned_scores(&experience, read);
                let expected = if is_same {
                    &expected
                } else {
                    &LearnedScores::default()
                };
                assert_eq!(&learned, expected);
            }
            let mut full_width = found.clone();
            full_width.selectivity = Selectivity::FULL_WIDTH;
            assert_eq!(
                learned_scores(&experience, &full_width),
                LearnedScores::default()
            );
        }
    }

    #[test]
    fn switched_off_it_knows_and_touches_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("learning.txt");
        let mut learning = EngineLearning::off(Some(path.clone()));
        learning.refresh();
        let report = GameReport {
            game: Game::default(),
            ..GameReport::default()
        };
        learning.learn(&report, &Personality::neutral());
        assert!(learning.experience().is_none() && learning.take_complaints().is_empty());
        learning.switch(true);
        learning.switch(false);
        assert!(learning.experience().is_none());
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
