//! The dialogue: a pure state machine, from the lines that a person types to a draft and a file's name.

use std::path::{Path, PathBuf};

use masque::excerpt::harmless;
use masque::personality::{Personality, Title, TitleError};

use super::draft::Draft;
use super::question::Question;
use crate::cli::personality_files::name_of_file;

/// So much of a line is repeated in a message.
const SHOWN_CHARS: usize = 40;

/// What is asked now.
#[derive(Clone, Debug)]
pub enum Asked {
    /// A question about the personality, and its number from 1.
    Question(Question, usize),
    /// Whether it is right, and where it goes.
    File(PathBuf),
    /// Whether a file that is there is to be replaced.
    Replacing(PathBuf),
}

/// What a line has led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The answer that stood was kept: there is something else to ask.
    Kept,
    /// An answer was taken: there is something else to ask.
    Taken {
        /// Whether the ranking of moves may be another now.
        is_ranked: bool,
    },
    /// The question before is asked again.
    Back,
    /// It was no answer; this is what was expected.
    Refused(String),
    /// There is more to say about the question.
    Explained(String),
    /// The ranking is wanted again.
    Ranking,
    /// The typical position of this number is wanted, from 1.
    Position(usize),
    /// The file is to be written, if nothing is there.
    Write(PathBuf),
    /// The file is to be replaced.
    Replace(PathBuf),
    /// The person leaves; nothing is to be written.
    Leave,
}

/// The dialogue with its state.
#[derive(Clone, Debug)]
pub struct Dialogue {
    draft: Draft,
    questions: Vec<Question>,
    place: Place,
    /// The file that was named, if one was.
    file: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Question(usize),
    File,
    Replacing(PathBuf),
}

/// What a person can always say.
enum Word {
    Back,
    More,
    Ranking,
    Position(usize),
    Leave,
}

impl Dialogue {
    /// The dialogue about a personality that begins as `base`; `file` is where it will go, if that is known.
    ///
    /// # Errors
    /// The file has no name that a personality can have.
    pub fn new(base: Personality, file: Option<&Path>) -> anyhow::Result<Dialogue> {
        let name = file.map(name_of_file).transpose()?;
        let mut draft = Draft::of(base);
        draft.title = name.and_then(|name| Title::of_name(&name).ok());
        Ok(Dialogue {
            draft,
            questions: Question::all(),
            place: Place::Question(0),
            file: file.map(Path::to_path_buf),
        })
    }

    /// How many questions there are before that about the file.
    pub fn question_count(&self) -> usize {
        self.questions.len()
    }

    /// What is known of the personality.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// What is asked now.
    pub fn asked(&self) -> Asked {
        match &self.place {
            Place::Question(number) => match self.questions.get(*number) {
                Some(&question) => Asked::Question(question, number + 1),
                None => Asked::File(self.file()),
            },
            Place::File => Asked::File(self.file()),
            Place::Replacing(file) => Asked::Replacing(file.clone()),
        }
    }

    /// Where it goes: the file that was named, or that of its name.
    fn file(&self) -> PathBuf {
        self.file.clone().unwrap_or_else(|| {
            let name = self.draft.title.as_ref().map_or("mine", Title::name);
            PathBuf::from(format!("{name}.toml"))
        })
    }

    /// Takes a line.
    pub fn take(&mut self, line: &str) -> Step {
        let line = line.trim();
        match word(line) {
            Some(Word::Leave) => Step::Leave,
            Some(Word::Back) => self.back(),
            Some(Word::More) => Step::Explained(self.more()),
            Some(Word::Ranking) => Step::Ranking,
            Some(Word::Position(number)) => Step::Position(number),
            None => match self.asked() {
                Asked::Question(question, number) => self.answer(question, number, line),
                Asked::File(file) => self.name_file(file, line),
                Asked::Replacing(file) => self.replace(file, line),
            },
        }
    }

    /// Says that something is there already where [`Step::Write`] was to write.
    pub fn ask_before_replacing(&mut self, file: PathBuf) {
        self.place = Place::Replacing(file);
    }

    /// Asks for the file again, because it could not be written.
    pub fn ask_for_file(&mut self) {
        self.place = Place::File;
    }

    fn back(&mut self) -> Step {
        let before = match &self.place {
            Place::Question(0) => return Step::Refused("this is the first question".to_owned()),
            Place::Question(number) => Place::Question(number - 1),
            Place::File => Place::Question(self.questions.len() - 1),
            Place::Replacing(_) => Place::File,
        };
        self.place = before;
        Step::Back
    }

    fn more(&self) -> String {
        match self.asked() {
            Asked::Question(question, _) => question.more(),
            Asked::File(_) => {
                "Enter writes the file, the name of another file writes that one. The \
                               name of the file, without .toml, is the name of the personality in \
                               commands."
                    .to_owned()
            }
            Asked::Replacing(_) => "yes replaces the file; no asks for another name.".to_owned(),
        }
    }

    fn answer(&mut self, question: Question, number: usize, line: &str) -> Step {
        let is_kept = line.is_empty();
        if is_kept && question.current(&self.draft).is_none() {
            return Step::Refused(TitleError::Empty.to_string());
        }
        if !is_kept && let Err(why) = question.answer(&mut self.draft, line) {
            return Step::Refused(format!("{}: {why}", shown(line)));
        }
        self.place = match number < self.questions.len() {
            true => Place::Question(number),
            false => Place::File,
        };
        let is_ranked = question.is_ranked();
        match is_kept {
            true => Step::Kept,
            false => Step::Taken { is_ranked },
        }
    }

    fn name_file(&mut self, file: PathBuf, line: &str) -> Step {
        let file = match line.to_ascii_lowercase().as_str() {
            "" | "y" | "yes" => file,
            "n" | "no" => {
                let expected = "expected another file, such as me.toml, or back, or quit";
                return Step::Refused(expected.to_owned());
            }
            _ if line.starts_with('~') => {
                let expected = "expected the whole path of the file, without ~";
                return Step::Refused(format!("{}: {expected}", shown(line)));
            }
            _ => PathBuf::from(line),
        };
        match name_of_file(&file) {
            Ok(_) => {
                self.file = Some(file.clone());
                Step::Write(file)
            }
            Err(error) => Step::Refused(error.to_string()),
        }
    }

    fn replace(&mut self, file: PathBuf, line: &str) -> Step {
        match line.to_ascii_lowercase().as_str() {
            "y" | "yes" => {
                self.place = Place::File;
                Step::Replace(file)
            }
            "" | "n" | "no" => {
                self.place = Place::File;
                Step::Explained("Type another file, such as me.toml.".to_owned())
            }
            _ => Step::Refused(format!("{}: expected yes or no", shown(line))),
        }
    }
}

fn word(line: &str) -> Option<Word> {
    let line = line.to_ascii_lowercase();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
    Some(match (first, rest.trim()) {
        ("back", "") => Word::Back,
        ("?" | "help", "") => Word::More,
        ("ranking", "") => Word::Ranking,
        ("quit" | "exit", "") => Word::Leave,
        ("show", number) => Word::Position(number.parse().ok()?),
        _ => return None,
    })
}

/// A line as it may be shown: the beginning of it, without what would harm a terminal.
fn shown(line: &str) -> String {
    line.chars().map(harmless).take(SHOWN_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use masque::personality::{NumberKey, Parameter, Slider};

    fn dialogue() -> Dialogue {
        Dialogue::new(Personality::neutral(), None).unwrap()
    }

    /// Which question is asked, from 1; 0 for those about the file.
    fn number(dialogue: &Dialogue) -> usize {
        match dialogue.asked() {
            Asked::Question(_, number) => number,
            Asked::File(_) | Asked::Replacing(_) => 0,
        }
    }

    fn take_all(dialogue: &mut Dialogue, lines: &[&str]) {
        for line in lines {
            let step = dialogue.take(line);
            assert!(!matches!(step, Step::Refused(_)), "{line}: {step:?}");
        }
    }

    /// Sliders from the second question on, then habits.
    const ANSWERS: [&str; 14] = [
        "The Old Pirate",
        "60",
        "",
        "-30 %",
        "",
        "",
        "100",
        "bold",
        "gambits",
        "some",
        "fights",
        "never",
        "fast",
        "1500",
    ];

    #[test]
    fn from_the_first_question_to_the_file() {
        let mut dialogue = dialogue();
        assert_eq!(dialogue.question_count(), ANSWERS.len());
        take_all(&mut dialogue, &ANSWERS);
        let file = PathBuf::from("the_old_pirate.toml");
        assert!(matches!(dialogue.asked(), Asked::File(named) if named == file));
        assert_eq!(dialogue.take(""), Step::Write(file));
        let made = dialogue.draft().personality();
        for (parameter, value) in [
            (Parameter::Slider(Slider::Aggression), 60),
            (Parameter::Slider(Slider::Safety), 0),
            (Parameter::Slider(Slider::Hypermodernism), -30),
            (Parameter::Slider(Slider::Materialist), 100),
            (Parameter::Number(NumberKey::Concession), 100),
            (Parameter::Number(NumberKey::ResignFrom), 200),
        ] {
            assert_eq!(made.value_of(parameter), value, "{}", parameter.key());
        }
        assert_eq!(made.title_with_level(), "The Old Pirate 1500");
        assert_eq!(made.shipped_repertoire(), Some("gambits"));
    }

    #[test]
    fn steps_say_what_may_have_changed() {
        let mut dialogue = dialogue();
        let is_ranked = |is_ranked| Step::Taken { is_ranked };
        assert_eq!(dialogue.take("It"), is_ranked(true));
        assert_eq!(dialogue.take("50"), is_ranked(true));
        assert_eq!(dialogue.take(" "), Step::Kept);
        take_all(&mut dialogue, &["", "", "", ""]);
        assert_eq!(dialogue.take("80"), is_ranked(true));
        assert_eq!(dialogue.take("solid"), is_ranked(true));
        assert_eq!(dialogue.take("nothing"), is_ranked(false));
    }

    #[test]
    fn back_keeps_what_was_answered() {
        let mut dialogue = dialogue();
        assert!(matches!(dialogue.take("back"), Step::Refused(_)));
        take_all(&mut dialogue, &["It", "50", "20"]);
        assert_eq!((dialogue.take("Back"), number(&dialogue)), (Step::Back, 3));
        assert_eq!((dialogue.take("back"), number(&dialogue)), (Step::Back, 2));
        let Asked::Question(question, _) = dialogue.asked() else {
            panic!("{:?}", dialogue.asked());
        };
        assert_eq!(question.current(dialogue.draft()).as_deref(), Some("50"));
        take_all(&mut dialogue, &["70"]);
        let value = |slider| {
            dialogue
                .draft()
                .personality()
                .value_of(Parameter::Slider(slider))
        };
        assert_eq!((value(Slider::Aggression), value(Slider::Safety)), (70, 20));
        assert_eq!(number(&dialogue), 3);
        let mut dialogue = self::dialogue();
        take_all(&mut dialogue, &ANSWERS);
        assert_eq!((dialogue.take("back"), number(&dialogue)), (Step::Back, 14));
    }

    #[test]
    fn wrong_answers_change_nothing() {
        let mut dialogue = dialogue();
        for (line, expected) in [
            ("", "it needs a name, such as The Old Pirate"),
            ("Дракон", "expected at least one letter from a to z"),
            ("\"It\"", "has no double quotes"),
        ] {
            let Step::Refused(why) = dialogue.take(line) else {
                panic!("{line}")
            };
            assert!(why.contains(expected), "{why}");
        }
        take_all(&mut dialogue, &["It"]);
        let long = "9".repeat(5_000);
        for line in ["101", "much", "1.5", "-", "\u{1b}[2J", &long] {
            let Step::Refused(why) = dialogue.take(line) else {
                panic!("{line}")
            };
            assert!(
                why.ends_with("expected a whole number from -100 to 100"),
                "{why}"
            );
            assert!(why.len() < 200 && !why.contains('\u{1b}'));
            assert_eq!(number(&dialogue), 2);
        }
        assert_eq!(
            dialogue
                .draft()
                .personality()
                .differences(&Personality::neutral()),
            []
        );
    }

    #[test]
    fn what_can_always_be_said_is_no_answer() {
        let mut dialogue = dialogue();
        for _ in ANSWERS {
            let before = number(&dialogue);
            assert!(matches!(dialogue.take("?"), Step::Explained(text) if text.len() > 40));
            assert_eq!(dialogue.take("show 4"), Step::Position(4));
            assert_eq!(dialogue.take("Ranking"), Step::Ranking);
            assert_eq!(dialogue.take("quit"), Step::Leave);
            assert_eq!(number(&dialogue), before);
            take_all(&mut dialogue, &[ANSWERS[before - 1]]);
        }
        assert!(matches!(dialogue.take("?"), Step::Explained(_)));
    }

    #[test]
    fn nothing_is_replaced_without_a_yes() {
        let mut dialogue = dialogue();
        take_all(&mut dialogue, &ANSWERS);
        let refused = |step| matches!(step, Step::Refused(_));
        for line in ["no", "My File.toml", "me", "me.txt", "~/me.toml"] {
            assert!(refused(dialogue.take(line)), "{line}");
        }
        let file = PathBuf::from("dir/me.toml");
        assert_eq!(dialogue.take("dir/me.toml"), Step::Write(file.clone()));
        dialogue.ask_before_replacing(file.clone());
        assert!(refused(dialogue.take("perhaps")));
        assert!(matches!(dialogue.take(""), Step::Explained(_)));
        assert_eq!(dialogue.take("yes"), Step::Write(file.clone()));
        dialogue.ask_before_replacing(file.clone());
        assert_eq!(dialogue.take("YES"), Step::Replace(file.clone()));
        dialogue.ask_for_file();
        assert!(matches!(dialogue.asked(), Asked::File(named) if named == file));
    }

    #[test]
    fn a_file_names_the_personality() {
        let of = |file| Dialogue::new(Personality::neutral(), Some(Path::new(file)));
        let mut dialogue = of("some/old_pirate.toml").unwrap();
        assert_eq!(dialogue.take(""), Step::Kept);
        assert_eq!(dialogue.draft().personality().title(), "Old Pirate");
        assert!(of("Old Pirate.toml").is_err() && of("pirate").is_err());
    }
}
