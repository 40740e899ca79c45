//! The learner: a thread of its own that reads and writes the learning file, so that nobody who has a
//! clock waits for a disk.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::learning::experience::Experience;
use crate::learning::file::{LearningError, LearningFile};
use crate::learning::lesson::Lesson;

/// How long a new game or the end of the program waits for a slow disk.
const DISK_PATIENCE: Duration = Duration::from_secs(2);
/// Lessons that could not be written and wait for the next attempt.
const MOST_UNWRITTEN: usize = 100;

enum LearnerTask {
    Learn(Box<Lesson>),
    Read(Sender<Arc<Experience>>),
}

/// What went wrong and has not been told.
type Complaints = Arc<Mutex<Vec<String>>>;

/// The handle of the thread. Dropping it waits, for a bounded time, until everything is written.
pub struct Learner {
    /// `None` only while it is dropped.
    tasks: Option<Sender<LearnerTask>>,
    done: Receiver<()>,
    complaints: Complaints,
}

impl Learner {
    /// Starts the thread. No file is touched before it is asked for something.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn start(file: LearningFile) -> std::io::Result<Learner> {
        let (tasks, inbox) = channel();
        let (finished, done) = channel();
        let complaints = Complaints::default();
        let mut state = LearnerState {
            file,
            unwritten: Vec::new(),
            complaints: Arc::clone(&complaints),
            told: Vec::new(),
        };
        let work = move || {
            state.work(&inbox);
            // Nobody may be waiting any more.
            let _ = finished.send(());
        };
        thread::Builder::new()
            .name("learning".to_owned())
            .spawn(work)?;
        Ok(Learner {
            tasks: Some(tasks),
            done,
            complaints,
        })
    }

    /// Adds a lesson to the file, soon.
    pub fn learn(&self, lesson: Lesson) {
        if !lesson.is_empty() {
            self.give(LearnerTask::Learn(Box::new(lesson)));
        }
    }

    /// What the file holds when all lessons so far are in it; `None` when that takes too long.
    pub fn read(&self) -> Option<Arc<Experience>> {
        let (answer, answered) = channel();
        self.give(LearnerTask::Read(answer));
        let experience = answered.recv_timeout(DISK_PATIENCE);
        if experience == Err(RecvTimeoutError::Timeout) {
            log::warn!("learning: the disk is slow; what it holds is not used yet");
        }
        experience.ok()
    }

    /// What went wrong since this was asked last, each thing once.
    pub fn take_complaints(&self) -> Vec<String> {
        let mut complaints = self
            .complaints
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *complaints)
    }

    fn give(&self, task: LearnerTask) {
        let given = self.tasks.as_ref().map(|tasks| tasks.send(task));
        if !matches!(given, Some(Ok(()))) {
            log::error!("the learning thread has ended");
        }
    }
}

impl Drop for Learner {
    fn drop(&mut self) {
        self.tasks = None;
        if self.done.recv_timeout(DISK_PATIENCE) == Err(RecvTimeoutError::Timeout) {
            log::error!("learning: the disk is too slow; the last lessons may be lost");
        }
    }
}

struct LearnerState {
    file: LearningFile,
    unwritten: Vec<Lesson>,
    complaints: Complaints,
    /// Complaints that were made already.
    told: Vec<String>,
}

impl LearnerState {
    fn work(&mut self, inbox: &Receiver<LearnerTask>) {
        for task in inbox {
            match task {
                LearnerTask::Learn(lesson) => {
                    self.unwritten.push(*lesson);
                    self.write();
                }
                LearnerTask::Read(answer) => {
                    let experience = self.read();
                    // The asker may have lost its patience.
                    let _ = answer.send(Arc::new(experience));
                }
            }
        }
        if !self.unwritten.is_empty() {
            self.write();
        }
    }

    /// What the file holds, or nothing with a complaint.
    fn read(&mut self) -> Experience {
        self.file.read().unwrap_or_else(|error| {
            self.complain(&format!("Nothing is known from earlier games: {error}"));
            Experience::default()
        })
    }

    fn write(&mut self) {
        let lessons = &self.unwritten;
        let written = self
            .file
            .change(|experience| lessons.iter().for_each(|lesson| experience.learn(lesson)));
        match written {
            Ok((experience, aside)) => {
                log::info!("learning: {} games so far", experience.games());
                self.unwritten.clear();
                if let Some(aside) = aside {
                    let (path, aside) = (self.file.path().display(), aside.display());
                    self.complain(&format!(
                        "{path} was damaged; it is kept as {aside}, and learning begins anew"
                    ));
                }
            }
            Err(error) => {
                // Nothing will be written over a file that is somebody else's.
                if matches!(error, LearningError::Faulty { .. }) {
                    self.unwritten.clear();
                }
                self.unwritten.truncate(MOST_UNWRITTEN);
                self.complain(&format!("What was learnt could not be kept: {error}"));
            }
        }
    }

    fn complain(&mut self, complaint: &str) {
        log::warn!("{complaint}");
        if self.told.iter().all(|told| told != complaint) {
            self.told.push(complaint.to_owned());
            let complaints = self.complaints.lock();
            let mut complaints = complaints.unwrap_or_else(PoisonError::into_inner);
            complaints.push(complaint.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::opponents::OpponentRecord;

    fn lesson(name: &str) -> Lesson {
        Lesson {
            opponent: Some(OpponentRecord {
                name: name.to_owned(),
                personality: "neutral".to_owned(),
                wins: 1,
                ..OpponentRecord::default()
            }),
            ..Lesson::default()
        }
    }

    fn learner_at(path: &std::path::Path) -> Learner {
        Learner::start(LearningFile::at(Some(path)).unwrap()).unwrap()
    }

    #[test]
    fn lessons_are_read_back_and_written_before_the_end() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("deeper/learning.txt");
        let learner = learner_at(&path);
        assert!(
            !path.exists(),
            "nothing is touched before there is a lesson"
        );
        learner.learn(Lesson::default());
        assert!(learner.read().unwrap().is_empty() && !path.exists());
        learner.learn(lesson("Alice"));
        assert_eq!(learner.read().unwrap().opponent("alice").unwrap().wins, 1);
        learner.learn(lesson("Bob"));
        drop(learner);
        let file = LearningFile::at(Some(&path)).unwrap();
        assert_eq!(file.read().unwrap().opponents(), ["Bob", "Alice"]);
    }

    #[test]
    fn a_lesson_that_cannot_be_written_waits_and_is_complained_of_once() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("place");
        std::fs::write(&place, "a file where a directory is needed").unwrap();
        let path = place.join("learning.txt");
        let learner = learner_at(&path);
        learner.learn(lesson("Alice"));
        learner.learn(lesson("Alice"));
        let _ = learner.read();
        let complaints = learner.take_complaints();
        let could_not = "What was learnt could not be kept: cannot write";
        let failures = complaints.iter().filter(|told| told.starts_with(could_not));
        assert_eq!(failures.count(), 1, "{complaints:?}");
        std::fs::remove_file(&place).unwrap();
        learner.learn(lesson("Alice"));
        assert_eq!(learner.read().unwrap().opponent("Alice").unwrap().wins, 3);
        assert!(learner.take_complaints().is_empty());
    }

    #[test]
    fn a_damaged_file_is_told_of_and_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("learning.txt");
        std::fs::write(&path, "masque learning 1\ngames\t7\n").unwrap();
        let learner = learner_at(&path);
        assert!(learner.read().unwrap().is_empty());
        let told = learner.take_complaints().remove(0);
        assert!(told.contains("it is damaged: line 2"), "{told}");
        learner.learn(lesson("Alice"));
        assert_eq!(learner.read().unwrap().opponents(), ["Alice"]);
        let told = learner.take_complaints().remove(0);
        assert!(
            told.contains("kept as") && told.contains("learning.txt.damaged"),
            "{told}"
        );
        let aside = directory.path().join("learning.txt.damaged");
        assert!(std::fs::read_to_string(aside).unwrap().contains("games\t7"));
    }
}
