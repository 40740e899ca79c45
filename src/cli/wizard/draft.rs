//! The draft of a personality: what has been answered so far, on top of the one that it begins with.

use masque::personality::{Adjustments, Parameter, Personality, PlayingStrength, Slider, Title};

use super::slider_words::SliderWords;

/// A slider that is moved less than this is not worth a word.
const TOLD_PERCENT: i32 = 25;
/// How many sliders the blurb tells of.
const TOLD_SLIDERS: usize = 2;

/// Openings that somebody chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openings {
    /// It decides at the board.
    Unknown,
    /// The lines of a shipped repertoire.
    Repertoire(&'static str),
}

/// What is known of a personality that is being made.
#[derive(Clone, Debug)]
pub struct Draft {
    base: Personality,
    /// Its title, once it has one.
    pub title: Option<Title>,
    /// How strong it plays, where that was said.
    pub strength: Option<PlayingStrength>,
    /// Its openings, where they were chosen.
    pub openings: Option<Openings>,
    numbers: Adjustments,
}

impl Draft {
    /// A draft that plays as `base` until something else is said.
    pub fn of(base: Personality) -> Draft {
        Draft {
            base,
            title: None,
            strength: None,
            openings: None,
            numbers: Adjustments::new(),
        }
    }

    /// With whom it began.
    pub fn base(&self) -> &Personality {
        &self.base
    }

    /// Sets a number; what was said of it before is forgotten.
    pub fn set(&mut self, parameter: Parameter, value: i32) {
        self.numbers.insert(parameter, value);
    }

    /// The personality as far as it is known.
    pub fn personality(&self) -> Personality {
        let mut personality = self.base.adjusted(&self.numbers);
        match self.openings {
            None => {}
            Some(Openings::Unknown) => personality = personality.without_opening_book(),
            Some(Openings::Repertoire(name)) => {
                personality = personality.with_repertoire(name).unwrap_or(personality);
            }
        }
        if let Some(strength) = self.strength {
            personality = personality.with_strength(strength);
        }
        match &self.title {
            Some(title) => personality.titled(title, &self.blurb()),
            None => personality,
        }
    }

    /// What its sliders make of it, the strongest first, and of whom it was made.
    fn blurb(&self) -> String {
        let percent = |slider| {
            self.base
                .adjusted(&self.numbers)
                .value_of(Parameter::Slider(slider))
        };
        let mut told: Vec<(Slider, i32)> = Slider::TASTE
            .iter()
            .map(|&slider| (slider, percent(slider)))
            .filter(|(_, percent)| percent.abs() >= TOLD_PERCENT)
            .collect();
        told.sort_by_key(|(_, percent)| std::cmp::Reverse(percent.abs()));
        let mut sentences: Vec<String> = told
            .into_iter()
            .take(TOLD_SLIDERS)
            .map(|(slider, percent)| sentence(SliderWords::of(slider).at(percent)))
            .collect();
        if self.base != Personality::neutral() {
            sentences.push(format!("Made from {}.", self.base.title()));
        }
        match sentences.is_empty() {
            true => "Plays the move that the search holds best.".to_owned(),
            false => sentences.join(" "),
        }
    }
}

/// Words as a sentence.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use masque::personality::{NumberKey, Roster};

    const PACE: Parameter = Parameter::Number(NumberKey::Pace);

    #[test]
    fn what_is_said_last_counts_and_the_rest_is_the_bases() {
        let roster = Roster::built_in();
        let base = roster.find("hypermodern").unwrap();
        let mut draft = Draft::of(base.clone());
        draft.title = "Slow One".parse().ok();
        assert_eq!(draft.personality().differences(base), []);
        draft.set(PACE, 50);
        draft.set(PACE, 150);
        draft.openings = Some(Openings::Unknown);
        draft.strength = Some(PlayingStrength::Elo(1_500));
        let made = draft.personality();
        assert_eq!(made.value_of(PACE), 150);
        assert!(made.opening_book().is_empty());
        assert_eq!(made.title_with_level(), "Slow One 1500");
        assert_eq!(made.blurb(), "Made from The Hypermodern.");
        draft.openings = Some(Openings::Repertoire("solid"));
        assert_eq!(draft.personality().shipped_repertoire(), Some("solid"));
    }

    #[test]
    fn the_strongest_sliders_are_told() {
        let mut draft = Draft::of(Personality::neutral());
        draft.title = "It".parse().ok();
        assert_eq!(
            draft.personality().blurb(),
            "Plays the move that the search holds best."
        );
        for (slider, percent) in [
            (Slider::Safety, 20),
            (Slider::Simplifier, -60),
            (Slider::Aggression, 90),
        ] {
            draft.set(Parameter::Slider(slider), percent);
        }
        let (full, low) = (
            SliderWords::of(Slider::Aggression).full,
            SliderWords::of(Slider::Simplifier).low,
        );
        let blurb = draft.personality().blurb().to_owned();
        assert_eq!(blurb, format!("{} {}", sentence(full), sentence(low)));
        // No two sliders together say more than a blurb may have.
        let most: usize = 2 * SliderWords::ALL
            .iter()
            .map(SliderWords::longest)
            .max()
            .unwrap();
        assert!(most + "Made from . ".len() + 40 < 240);
    }
}
