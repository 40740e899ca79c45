//! The habits that are asked for, each with a few choices that stand for keys of the file.

use masque::personality::{Feature, NumberKey, Parameter, Personality, PlayingStrength};

use super::draft::{Draft, Openings};

use NumberKey::{
    Concession, Contempt, HumanPace, LongGame, OfferFrom, OfferPatience, Pace, ResignBelow,
    ResignFrom, ResignPatience,
};

/// A habit, as a question with its choices.
#[derive(Debug)]
pub struct HabitQuestion {
    /// Its name in a word or two.
    pub name: &'static str,
    /// What is asked.
    pub question: &'static str,
    /// The words that answer it.
    pub choices: &'static [HabitChoice],
    /// What else answers it.
    pub free: FreeAnswer,
    /// What there is to know about it.
    pub more: &'static str,
    /// Whether the ranking of moves depends on it.
    pub is_ranked: bool,
}

/// One of the choices.
#[derive(Debug)]
pub struct HabitChoice {
    /// The word.
    pub word: &'static str,
    /// What it means.
    pub meaning: &'static str,
    effect: Effect,
}

/// An answer besides the choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeAnswer {
    /// There is none.
    Nothing,
    /// A value of this number.
    Value(Parameter),
    /// A rating.
    Level,
}

/// What a choice does.
#[derive(Clone, Copy, Debug)]
enum Effect {
    Numbers(&'static [(NumberKey, i32)]),
    Chance(i32),
    Openings(Openings),
    Strength(PlayingStrength),
}

const CHANCE: Parameter = Parameter::Taste(Feature::Randomness);
const CONCESSION: Parameter = Parameter::Number(Concession);

const fn choice(word: &'static str, meaning: &'static str, effect: Effect) -> HabitChoice {
    HabitChoice {
        word,
        meaning,
        effect,
    }
}

/// The habits, in the order in which they are asked for.
pub const HABITS: &[HabitQuestion] = &[
    HabitQuestion {
        name: "Price",
        question: "What may a move cost it for all of that, in centipawns (0 to 300)?",
        choices: &[
            choice(
                "careful",
                "30: a third of a pawn at most",
                Effect::Numbers(&[(Concession, 30)]),
            ),
            choice(
                "usual",
                "60: what most characters may give up",
                Effect::Numbers(&[(Concession, 60)]),
            ),
            choice("bold", "100: a pawn", Effect::Numbers(&[(Concession, 100)])),
            choice(
                "reckless",
                "200: two pawns, which loses games",
                Effect::Numbers(&[(Concession, 200)]),
            ),
        ],
        free: FreeAnswer::Value(CONCESSION),
        more: "However much it likes a move, the move never loses more expected score, by the \
               search's own score, than so many centipawns (hundredths of a pawn) would in an even \
               game. In the file this is max_concession_cp.",
        is_ranked: true,
    },
    HabitQuestion {
        name: "Openings",
        question: "Which openings has it learnt?",
        choices: &[
            choice(
                "none",
                "decides at the board",
                Effect::Openings(Openings::Unknown),
            ),
            choice(
                "classical",
                "pawns in the centre, pieces behind them",
                Effect::Openings(Openings::Repertoire("classical")),
            ),
            choice(
                "hypermodern",
                "leaves the centre and undermines it",
                Effect::Openings(Openings::Repertoire("hypermodern")),
            ),
            choice(
                "gambits",
                "open games with a pawn on offer",
                Effect::Openings(Openings::Repertoire("gambits")),
            ),
            choice(
                "solid",
                "no weaknesses, and no haste",
                Effect::Openings(Openings::Repertoire("solid")),
            ),
            choice(
                "beginners",
                "what one learns first, traps included",
                Effect::Openings(Openings::Repertoire("beginners")),
            ),
        ],
        free: FreeAnswer::Nothing,
        more: "These are shipped repertoires. Lines of your own can be added to the file: \
               [book] with white = [\"1. e4 e5 2. f4\"] and black = [...], or made from games by \
               `masque book make`. Where its lines know a move, it is played without a search.",
        is_ranked: true,
    },
    HabitQuestion {
        name: "Chance",
        question: "How much of its choice is left to chance?",
        choices: &[
            choice(
                "nothing",
                "the same game again, if you let it",
                Effect::Chance(0),
            ),
            choice(
                "coins",
                "tosses a coin between equal moves, as Neutral",
                Effect::Chance(2),
            ),
            choice("some", "sometimes the second best", Effect::Chance(10)),
            choice(
                "much",
                "no two games alike, some moves the worse for it",
                Effect::Chance(25),
            ),
        ],
        free: FreeAnswer::Value(CHANCE),
        more: "Each move gets a bonus by chance of up to so many centipawns: 0, 2, 10, 25, or \
               another number. It counts towards the price. In the file this is randomness.",
        is_ranked: false,
    },
    HabitQuestion {
        name: "Draws",
        question: "What does it think of a draw?",
        choices: &[
            choice(
                "fights",
                "a draw is a third of a pawn worse; it never offers one",
                Effect::Numbers(&[
                    (Contempt, 30),
                    (LongGame, 50),
                    (OfferFrom, 60),
                    (OfferPatience, 0),
                ]),
            ),
            choice(
                "fair",
                "accepts and offers in long games that are dead even",
                Effect::Numbers(&[
                    (Contempt, 0),
                    (LongGame, 50),
                    (OfferFrom, 60),
                    (OfferPatience, 10),
                ]),
            ),
            choice(
                "peaceful",
                "glad of a draw, and offers one from move 30 on",
                Effect::Numbers(&[
                    (Contempt, -20),
                    (LongGame, 25),
                    (OfferFrom, 30),
                    (OfferPatience, 5),
                ]),
            ),
        ],
        free: FreeAnswer::Nothing,
        more: "Contempt acts inside the search: who despises draws avoids repetitions and keeps \
               pieces on the board. The keys are those of [draws] in the file.",
        is_ranked: false,
    },
    HabitQuestion {
        name: "Giving up",
        question: "When does it give up?",
        choices: &[
            choice(
                "never",
                "plays on until mate",
                Effect::Numbers(&[(ResignBelow, -900), (ResignPatience, 3), (ResignFrom, 200)]),
            ),
            choice(
                "late",
                "fifteen pawns down for five moves",
                Effect::Numbers(&[(ResignBelow, -1_500), (ResignPatience, 5), (ResignFrom, 10)]),
            ),
            choice(
                "usual",
                "nine pawns down for three moves",
                Effect::Numbers(&[(ResignBelow, -900), (ResignPatience, 3), (ResignFrom, 10)]),
            ),
            choice(
                "early",
                "five pawns down for two moves",
                Effect::Numbers(&[(ResignBelow, -500), (ResignPatience, 2), (ResignFrom, 10)]),
            ),
        ],
        free: FreeAnswer::Nothing,
        more: "In a GUI it gives up only with the option Resign. The keys are resign_below_cp, \
               resign_patience_moves and resign_from_move of [draws] in the file.",
        is_ranked: false,
    },
    HabitQuestion {
        name: "Pace",
        question: "How fast does it move?",
        choices: &[
            choice(
                "fast",
                "half of the usual time",
                Effect::Numbers(&[(Pace, 50), (HumanPace, 50)]),
            ),
            choice(
                "usual",
                "as the clock suggests",
                Effect::Numbers(&[(Pace, 100), (HumanPace, 100)]),
            ),
            choice(
                "slow",
                "half as much again, and hurries later",
                Effect::Numbers(&[(Pace, 150), (HumanPace, 150)]),
            ),
        ],
        free: FreeAnswer::Nothing,
        more: "It never overruns its clock for that. Below full strength it thinks as long as \
               people do, and this is the share of their time. The keys are pace and human_pace of \
               [time] in the file.",
        is_ranked: false,
    },
    HabitQuestion {
        name: "Strength",
        question: "How strong does it play? A rating from 500 to 2800, or",
        choices: &[
            choice(
                "full",
                "as well as it can",
                Effect::Strength(PlayingStrength::Full),
            ),
            choice(
                "opponent",
                "at the rating of its opponent, where that is told",
                Effect::Strength(PlayingStrength::Opponent),
            ),
        ],
        free: FreeAnswer::Level,
        more: "At a rating it plays as people of that rating on Lichess do, mistakes included, and \
               still in character. --elo and the option Level can say otherwise in each game.",
        is_ranked: false,
    },
];

impl Effect {
    fn act(self, draft: &mut Draft) {
        match self {
            Effect::Numbers(numbers) => {
                for &(key, value) in numbers {
                    draft.set(Parameter::Number(key), value);
                }
            }
            Effect::Chance(cp) => draft.set(CHANCE, cp),
            Effect::Openings(openings) => draft.openings = Some(openings),
            Effect::Strength(strength) => draft.strength = Some(strength),
        }
    }

    /// Whether a personality is so already.
    fn holds_for(self, personality: &Personality) -> bool {
        match self {
            Effect::Numbers(numbers) => numbers
                .iter()
                .all(|&(key, value)| personality.value_of(Parameter::Number(key)) == value),
            Effect::Chance(cp) => personality.value_of(CHANCE) == cp,
            Effect::Openings(Openings::Unknown) => personality.opening_book().is_empty(),
            Effect::Openings(Openings::Repertoire(name)) => {
                personality.shipped_repertoire() == Some(name)
            }
            Effect::Strength(strength) => personality.strength() == strength,
        }
    }
}

impl HabitQuestion {
    /// The answer that describes a personality; a word for its own ways where none does.
    pub fn current(&self, personality: &Personality) -> String {
        let mut choices = self.choices.iter();
        if let Some(choice) = choices.find(|choice| choice.effect.holds_for(personality)) {
            return choice.word.to_owned();
        }
        match (self.free, personality.strength()) {
            (FreeAnswer::Value(parameter), _) => personality.value_of(parameter).to_string(),
            (FreeAnswer::Level, PlayingStrength::Elo(elo)) => elo.to_string(),
            _ => "its own".to_owned(),
        }
    }

    /// Takes a choice, by its word or the beginning of it, or a value.
    ///
    /// # Errors
    /// What was expected; the draft is then as it was.
    pub fn answer(&self, draft: &mut Draft, text: &str) -> Result<(), String> {
        let typed = text.to_lowercase();
        let begun = self
            .choices
            .iter()
            .filter(|choice| choice.word.starts_with(&typed));
        if let [choice] = begun.collect::<Vec<_>>()[..] {
            choice.effect.act(draft);
            return Ok(());
        }
        match self.free {
            FreeAnswer::Value(parameter) => {
                let value = typed.parse().ok();
                if let Some(value) = value.filter(|value| parameter.range().contains(value)) {
                    draft.set(parameter, value);
                    return Ok(());
                }
            }
            FreeAnswer::Level => {
                if let Ok(strength) = typed.parse() {
                    draft.strength = Some(strength);
                    return Ok(());
                }
            }
            FreeAnswer::Nothing => {}
        }
        Err(self.expected())
    }

    /// What answers it.
    fn expected(&self) -> String {
        let words: Vec<&str> = self.choices.iter().map(|choice| choice.word).collect();
        let words = words.join(", ");
        match self.free {
            FreeAnswer::Nothing => format!("expected one of {words}"),
            FreeAnswer::Value(parameter) => {
                let (low, high) = parameter.range().into_inner();
                format!("expected one of {words}, or a number from {low} to {high}")
            }
            FreeAnswer::Level => format!("expected a rating from 500 to 2800, or one of {words}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use masque::personality::repertoire_names;

    #[test]
    fn each_choice_makes_a_personality_that_it_describes() {
        for habit in HABITS {
            let mut seen = Vec::new();
            for choice in habit.choices {
                assert!(choice.meaning.len() <= 62, "{}", choice.meaning);
                let mut draft = Draft::of(Personality::neutral());
                assert_eq!(habit.answer(&mut draft, choice.word), Ok(()));
                let made = draft.personality();
                assert_eq!(habit.current(&made), choice.word, "{}", habit.name);
                seen.push(made);
            }
            let usual = Personality::neutral();
            assert!(
                seen.iter().any(|made| made.differences(&usual).is_empty()),
                "{}",
                habit.name
            );
            assert_ne!(habit.current(&usual), "its own", "{}", habit.name);
        }
    }

    #[test]
    fn every_repertoire_can_be_chosen() {
        let openings = HABITS
            .iter()
            .find(|habit| habit.name == "Openings")
            .unwrap();
        for name in repertoire_names() {
            let mut draft = Draft::of(Personality::neutral());
            assert_eq!(openings.answer(&mut draft, name), Ok(()));
            assert_eq!(draft.personality().shipped_repertoire(), Some(name));
        }
    }

    #[test]
    fn words_may_be_begun_and_numbers_typed() {
        let habit = |name: &str| HABITS.iter().find(|habit| habit.name == name).unwrap();
        let mut draft = Draft::of(Personality::neutral());
        let mut answer = |name: &str, text: &str| {
            let habit = habit(name);
            habit.answer(&mut draft, text)?;
            Ok::<String, String>(habit.current(&draft.personality()))
        };
        assert_eq!(answer("Price", "B"), Ok("bold".to_owned()));
        assert_eq!(answer("Price", "80"), Ok("80".to_owned()));
        assert_eq!(answer("Price", "60"), Ok("usual".to_owned()));
        assert_eq!(answer("Strength", "1450"), Ok("1450".to_owned()));
        for (name, text, expected) in [
            ("Price", "301", "or a number from 0 to 300"),
            (
                "Price",
                "-1",
                "expected one of careful, usual, bold, reckless, or",
            ),
            ("Draws", "f", "expected one of fights, fair, peaceful"),
            (
                "Strength",
                "499",
                "expected a rating from 500 to 2800, or one of full, opponent",
            ),
        ] {
            let error = answer(name, text).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
