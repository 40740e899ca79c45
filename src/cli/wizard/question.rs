//! The questions of the wizard: what is asked, what answers it, and what an answer does to the draft.

use masque::personality::{Parameter, Slider, Title};

use super::draft::Draft;
use super::habits::{HABITS, HabitQuestion};
use super::slider_words::SliderWords;

/// What a slider does at 0, which is the same for all.
const NO_WISH: &str = "no wish of its own, as Neutral";

/// One of the questions.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// What it is called.
    Title,
    /// How far a slider is moved.
    Slider(Slider),
    /// A habit.
    Habit(&'static HabitQuestion),
}

impl Question {
    /// All questions, in their order.
    pub fn all() -> Vec<Question> {
        let sliders = Slider::TASTE.iter().copied().map(Question::Slider);
        let habits = HABITS.iter().map(Question::Habit);
        [Question::Title]
            .into_iter()
            .chain(sliders)
            .chain(habits)
            .collect()
    }

    /// Its name in a word or two, with the range of numbers.
    pub fn name(self) -> String {
        match self {
            Question::Title => "Name".to_owned(),
            Question::Slider(slider) => {
                let (first, rest) = slider.key().split_at(1);
                let (low, high) = slider.range().into_inner();
                format!("{}{rest}, {low} to {high}", first.to_ascii_uppercase())
            }
            Question::Habit(habit) => habit.name.to_owned(),
        }
    }

    /// What is asked, in a line.
    pub fn text(self) -> String {
        match self {
            Question::Title => "What is it called?".to_owned(),
            Question::Slider(slider) => slider.meaning().to_owned(),
            Question::Habit(habit) => habit.question.to_owned(),
        }
    }

    /// Answers to choose from, each with what it means.
    pub fn options(self) -> Vec<(String, &'static str)> {
        match self {
            Question::Title => Vec::new(),
            Question::Slider(slider) => {
                let words = SliderWords::of(slider);
                let places = [-100, 0, 50, 100].map(|percent: i32| percent.to_string());
                let meanings = [words.low, NO_WISH, words.half, words.full];
                places.into_iter().zip(meanings).collect()
            }
            Question::Habit(habit) => {
                let choices = habit.choices.iter();
                choices
                    .map(|choice| (choice.word.to_owned(), choice.meaning))
                    .collect()
            }
        }
    }

    /// The answer that stands; `None` where there is none yet.
    pub fn current(self, draft: &Draft) -> Option<String> {
        match self {
            Question::Title => draft.title.as_ref().map(|title| title.text().to_owned()),
            Question::Slider(slider) => {
                let percent = draft.personality().value_of(Parameter::Slider(slider));
                Some(percent.to_string())
            }
            Question::Habit(habit) => Some(habit.current(&draft.personality())),
        }
    }

    /// What else there is to know.
    pub fn more(self) -> String {
        match self {
            Question::Title => "The name is what people see: a few words, such as The Old Pirate. \
                                What is typed in commands is made of it: the_old_pirate."
                .to_owned(),
            Question::Slider(slider) => format!(
                "A slider stands for several wishes at once, in centipawns for a move that is all of \
                 that. At 100 this one adds {}. Between, it adds as much less; below 0, the opposite. \
                 `masque personality keys WORD` explains the words.",
                slider.expanded()
            ),
            Question::Habit(habit) => habit.more.to_owned(),
        }
    }

    /// Whether the table with the ranking of moves depends on it.
    pub fn is_ranked(self) -> bool {
        match self {
            Question::Title | Question::Slider(_) => true,
            Question::Habit(habit) => habit.is_ranked,
        }
    }

    /// Takes an answer, which is not empty.
    ///
    /// # Errors
    /// What is wrong and was expected; the draft is then as it was.
    pub fn answer(self, draft: &mut Draft, text: &str) -> Result<(), String> {
        match self {
            Question::Title => {
                let title: Title = text.parse().map_err(|error| format!("{error}"))?;
                draft.title = Some(title);
            }
            Question::Slider(slider) => {
                let range = slider.range();
                let percent = text.trim_end_matches('%').trim_end().parse().ok();
                let Some(percent) = percent.filter(|percent| range.contains(percent)) else {
                    let (low, high) = range.into_inner();
                    return Err(format!("expected a whole number from {low} to {high}"));
                };
                draft.set(Parameter::Slider(slider), percent);
            }
            Question::Habit(habit) => habit.answer(draft, text)?,
        }
        Ok(())
    }
}
