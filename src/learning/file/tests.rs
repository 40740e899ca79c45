//! Changes of the file by several at once, and files that are not what they should be.

use super::*;
use crate::learning::lesson::Lesson;
use crate::learning::opponents::OpponentRecord;

fn lesson(name: &str) -> Lesson {
    Lesson {
        opponent: Some(OpponentRecord {
            name: name.to_owned(),
            personality: "neutral".to_owned(),
            losses: 1,
            ..OpponentRecord::default()
        }),
        ..Lesson::default()
    }
}

fn in_directory() -> (tempfile::TempDir, LearningFile) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state").join("learning.txt");
    let file = LearningFile::at(Some(&path)).unwrap();
    (directory, file)
}

fn learn(file: &LearningFile, name: &str) -> Result<(Experience, Option<PathBuf>), LearningError> {
    file.change(|experience| experience.learn(&lesson(name)))
}

#[test]
fn nothing_is_lost_when_several_write_at_once() {
    let (_directory, file) = in_directory();
    thread::scope(|scope| {
        for name in ["Alice", "Bob", "Carol", "Dave"] {
            let file = file.clone();
            scope.spawn(move || {
                for _ in 0..25 {
                    learn(&file, name).unwrap();
                    learn(&file, "Everybody").unwrap();
                }
            });
        }
    });
    let experience = file.read().unwrap();
    assert_eq!(experience.games(), 200);
    assert_eq!(experience.opponent("everybody").unwrap().losses, 100);
    assert_eq!(experience.opponent("Dave").unwrap().losses, 25);
}

#[test]
fn a_missing_file_is_an_empty_one_and_reading_makes_none() {
    let (directory, file) = in_directory();
    assert!(file.read().unwrap().is_empty());
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn files_of_others_and_of_later_versions_are_left_alone() {
    let (_directory, file) = in_directory();
    fs::create_dir_all(file.path().parent().unwrap()).unwrap();
    for (text, expected) in [
        ("my thesis", "it is no learning file"),
        (
            "masque learning 2\n",
            "a newer masque (format 2, expected 1)",
        ),
    ] {
        fs::write(file.path(), text).unwrap();
        let error = learn(&file, "Alice").unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert_eq!(fs::read_to_string(file.path()).unwrap(), text);
    }
    fs::write(file.path(), vec![b'm'; LONGEST_TEXT_BYTES + 1]).unwrap();
    let error = learn(&file, "Alice").unwrap_err().to_string();
    assert!(error.ends_with("it is longer than 1 MiB"), "{error}");
}

#[test]
fn each_damaged_file_is_kept_aside() {
    let (_directory, file) = in_directory();
    learn(&file, "Alice").unwrap();
    let whole = fs::read_to_string(file.path()).unwrap();
    for (cut, expected) in [(5, "damaged"), (20, "damaged-2")] {
        let damaged = &whole[..whole.len() - cut];
        fs::write(file.path(), damaged).unwrap();
        let (experience, aside) = learn(&file, "Bob").unwrap();
        assert_eq!(experience.opponents(), ["Bob"]);
        let aside = aside.unwrap();
        assert!(
            aside
                .to_str()
                .unwrap()
                .ends_with(&format!("learning.txt.{expected}"))
        );
        assert_eq!(fs::read_to_string(aside).unwrap(), damaged);
    }
}

#[test]
fn the_usual_place_is_the_users() {
    let file = LearningFile::at(None).unwrap();
    assert!(file.path().ends_with("masque/learning.txt"), "{file:?}");
}
