//! The file of a twin: a personality with remarks that say from which games it is, and how well each number
//! is known.

use std::fmt::Write as _;

use super::amplitude::{Amplitude, ConcessionBudget};
use super::habits::CountedHabit;
use super::tailoring::Tailoring;
use super::taste_fit::{FittedTaste, TasteFit};
use crate::board::Color;
use crate::lab::book_making::MadeBook;

/// The heaviest weight of a file, in centipawns.
const MOST_CP: f64 = 100.0;
/// A blurb names so many likes and dislikes at most.
const NAMED: usize = 3;
const TITLE_CHARS: usize = 40;
const BLURB_CHARS: usize = 240;

/// A taste as it gets into the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WrittenTaste {
    /// The fitted taste.
    pub fitted: FittedTaste,
    /// Its weight in the file, in centipawns for a full wish.
    pub weight_cp: i32,
    /// Whether the weight is what makes games like the player's, and not what the choices of moves show.
    pub is_by_games: bool,
    /// What the choices show, on the scale of the weights.
    pub found_cp: f64,
    /// Half the width of its 95 % interval.
    pub error_cp: f64,
}

/// All that gets into a file.
#[derive(Clone, Debug)]
pub struct TwinFile<'t> {
    /// The name by which it is chosen: one word.
    pub name: &'t str,
    /// The player's name.
    pub player: &'t str,
    /// Lines of remarks at the top: games, conditions.
    pub remarks: Vec<String>,
    /// What was fitted, unless there were too few games.
    pub taste: Option<(&'t TasteFit, Amplitude, ConcessionBudget)>,
    /// The weights by which its games as a whole are like the player's; those that are not among them are
    /// as the choices show.
    pub tailoring: Option<&'t Tailoring>,
    /// Opening lines, unless they were not wanted.
    pub lines: Option<&'t MadeBook>,
    /// What was counted.
    pub habits: &'t [CountedHabit],
    /// The rating that it plays at, if it is not to play as well as it can.
    pub level: Option<i32>,
}

/// The tastes with their weights in a file, those that round to 0 left out, the strongest first.
pub fn written_tastes(
    fitted: &TasteFit,
    amplitude: &Amplitude,
    tailoring: Option<&Tailoring>,
) -> Vec<WrittenTaste> {
    let mut written: Vec<WrittenTaste> = fitted
        .tastes
        .iter()
        .map(|&it| {
            let by_games = tailoring.and_then(|tailoring| tailoring.weight_cp(it.feature));
            let weight_cp = by_games.unwrap_or(amplitude.factor * it.believed_cp());
            WrittenTaste {
                weight_cp: weight_cp.clamp(-MOST_CP, MOST_CP).round() as i32,
                is_by_games: by_games.is_some(),
                found_cp: amplitude.factor * it.cp,
                error_cp: amplitude.factor * it.error_cp,
                fitted: it,
            }
        })
        .filter(|it| it.weight_cp != 0)
        .collect();
    written.sort_by_key(|it| std::cmp::Reverse(it.weight_cp.abs()));
    written
}

impl TwinFile<'_> {
    /// The text of the file.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        for remark in &self.remarks {
            let _ = writeln!(text, "# {}", one_line(remark));
        }
        let tastes = self.taste.map_or(Vec::new(), |(fitted, amplitude, _)| {
            written_tastes(fitted, &amplitude, self.tailoring)
        });
        let title = one_line(&format!("After {}", self.player));
        let _ = write!(
            text,
            "\n[identity]\nname = {}\ntitle = {}\nblurb = {}\ngroup = \"twins\"\n",
            quoted(self.name),
            quoted(&shortened(&title, TITLE_CHARS)),
            quoted(&shortened(&self.blurb(&tastes), BLURB_CHARS))
        );
        if let Some((_, _, budget)) = self.taste {
            text.push_str("\n[taste]\n");
            for it in &tastes {
                let key = it.fitted.feature.key();
                let (weight, seen) = (it.weight_cp, it.fitted.seen);
                let (found, error) = (it.found_cp, it.error_cp);
                let basis = if it.is_by_games {
                    "by games; in choices"
                } else {
                    "found"
                };
                let doubt = match it.fitted.is_certain() || it.is_by_games {
                    true => "",
                    false => ", may be chance",
                };
                let _ = writeln!(
                    text,
                    "{key} = {weight}  # {basis} {found:+.0} +- {error:.0}, of {seen} positions{doubt}"
                );
            }
            let _ = writeln!(text, "max_concession_cp = {}", budget.most_cp);
        }
        self.write_numbers(&mut text);
        if let Some(lines) = self.lines.filter(|lines| !lines.is_empty()) {
            text.push_str("\n[book]\n");
            text.push_str(&lines.to_repertoire("Lines of three games or more."));
        }
        text
    }

    fn write_numbers(&self, text: &mut String) {
        let mut section = "";
        let mut habits: Vec<&CountedHabit> = self.habits.iter().collect();
        habits.sort_by_key(|it| it.key);
        for it in habits {
            let row = it.key.row();
            if row.section != section {
                section = row.section;
                let _ = writeln!(text, "\n[{section}]");
            }
            let _ = writeln!(
                text,
                "{} = {}  # counted {} times",
                row.key, it.value, it.seen
            );
        }
        if let Some(elo) = self.level {
            let _ = writeln!(text, "\n[strength]\nelo = {elo}");
        }
    }

    fn blurb(&self, tastes: &[WrittenTaste]) -> String {
        let named = |sign: i32| {
            let wanted = tastes.iter().filter(|it| {
                it.weight_cp.signum() == sign && (it.is_by_games || it.fitted.is_certain())
            });
            let keys: Vec<String> = wanted
                .take(NAMED)
                .map(|it| it.fitted.feature.key().replace('_', " "))
                .collect();
            keys.join(", ")
        };
        let (likes, avoids) = (named(1), named(-1));
        let mut blurb = format!("Made of the games of {}.", one_line(self.player));
        if !likes.is_empty() {
            let _ = write!(blurb, " Likes {likes}.");
        }
        if !avoids.is_empty() {
            let _ = write!(blurb, " Avoids {avoids}.");
        }
        blurb
    }
}

/// How many lines the book of a twin has, both colours together.
pub fn line_count(lines: &MadeBook) -> usize {
    Color::ALL
        .into_iter()
        .map(|side| lines.line_count(side))
        .sum()
}

fn shortened(text: &str, chars: usize) -> String {
    text.chars().take(chars).collect()
}

/// A text on one line, without the double quotes that no personality may have in its names.
fn one_line(text: &str) -> String {
    let text = text.replace('"', "'");
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// A text in TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::twin::habits::opening_lines;
    use crate::lab::twin::made_up::fit_with;
    use crate::lab::twin::player_games::FoundPlayer;
    use crate::personality::{Feature, NumberKey, Parameter, Personality};

    #[test]
    fn a_twin_can_be_read_and_has_everything() {
        let fitted = fit_with(&[
            (Feature::Checks, 10.0),
            (Feature::Trades, -80.0),
            (Feature::Forward, 4.0),
            (Feature::Space, 0.1),
            (Feature::Mobility, 6.0),
        ]);
        let amplitude = Amplitude {
            factor: 1.5,
            concession_cp: 3.0,
            reached: 1.0,
        };
        let game = "[White \"X\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";
        let games: Vec<_> = crate::board::read_pgn(&game.repeat(3))
            .into_iter()
            .map(Result::unwrap)
            .collect();
        let lines = opening_lines(&FoundPlayer::of(&games, "x").games);
        let budget = ConcessionBudget {
            most_cp: 70,
            mean_cp: 4.0,
        };
        let tailoring = Tailoring {
            weights_cp: vec![(Feature::Mobility, -9.4)],
            reached: 1.0,
            cost_elo: 20.0,
            games: 3,
            traits: Vec::new(),
        };
        let habits = [(NumberKey::Pace, 150), (NumberKey::ResignBelow, -500)];
        let file = TwinFile {
            name: "me",
            player: "Anna \"the Fox\" \\\n# of somewhere far away, with many more names",
            remarks: vec!["Of games\n[taste]".to_owned()],
            taste: Some((&fitted, amplitude, budget)),
            tailoring: Some(&tailoring),
            lines: Some(&lines),
            habits: &habits.map(|(key, value)| CountedHabit {
                key,
                value,
                seen: 12,
            }),
            level: Some(1_500),
        };
        let text = file.to_toml();
        let read = Personality::parse("me.toml", &text).unwrap();
        assert_eq!(read.name(), "me");
        assert!(
            read.blurb()
                .contains("Likes checks. Avoids trades, mobility."),
            "{text}"
        );
        let of = |feature| read.value_of(Parameter::Taste(feature));
        assert_eq!((of(Feature::Checks), of(Feature::Trades)), (12, -100));
        assert_eq!((of(Feature::Forward), of(Feature::Space)), (2, 0));
        assert_eq!(read.max_concession_cp(), 70);
        assert_eq!(read.value_of(Parameter::Number(NumberKey::Pace)), 150);
        assert_eq!(
            read.value_of(Parameter::Number(NumberKey::ResignBelow)),
            -500
        );
        assert_eq!(read.opening_book().repertoire.lines().len(), 1);
        assert_eq!(read.strength().to_string(), "level 1500");
        for remark in [
            "# Of games[taste]\n",
            "trades = -100  # found -120 +- 8, of 321 positions\n",
            "forward = 2  # found +6 +- 8, of 321 positions, may be chance\n",
            "mobility = -9  # by games; in choices +9 +- 8, of 321 positions\n",
            "resign_below_cp = -500  # counted 12 times\n",
        ] {
            assert!(text.contains(remark), "{remark} in {text}");
        }
    }

    #[test]
    fn of_few_games_there_is_a_file_without_taste() {
        let file = TwinFile {
            name: "me",
            player: "Bert",
            remarks: Vec::new(),
            taste: None,
            tailoring: None,
            lines: None,
            habits: &[],
            level: None,
        };
        let read = Personality::parse("me.toml", &file.to_toml()).unwrap();
        assert_eq!(read.tastes().count(), 0);
        assert_eq!(read.blurb(), "Made of the games of Bert.");
    }
}
