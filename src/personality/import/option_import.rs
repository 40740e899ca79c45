//! The import of foreign options: what each kind of option does to a personality.
//!
//! The options themselves are in a table for each program.

use std::collections::BTreeMap;

use super::foreign_option::{ForeignMeaning, ForeignOption};
use super::option_lines::{self, OptionLine};
use super::{Import, ImportError, hiarcs, identity, number, rodent, stem};
use crate::book::BookMode;
use crate::personality::Personality;
use crate::personality::error::shown;
use crate::personality::numbers::NumberKey;
use crate::personality::parameter::Parameter;
use crate::personality::strength::{LEVEL_ELO, PlayingStrength};
use crate::piecewise::along;

pub(super) fn read(file: &str, text: &str) -> Result<Import, ImportError> {
    let options = option_lines::read(file, text)?;
    let known = |option: &OptionLine| {
        let mut all = rodent::OPTIONS.iter().chain(hiarcs::OPTIONS);
        all.find(|foreign| foreign.name.eq_ignore_ascii_case(&option.name))
    };
    let Some(first) = options.iter().find_map(known) else {
        return Err(ImportError::Alien {
            file: file.to_owned(),
            problem: "it sets no option that is known".to_owned(),
        });
    };
    let is_rodent = rodent::OPTIONS
        .iter()
        .any(|foreign| foreign.name == first.name);
    let mut carried = OptionImport {
        file,
        personality: Personality::plain(),
        percents: BTreeMap::new(),
        factors: Vec::new(),
        left_out: Vec::new(),
        is_limited: false,
        limits: Vec::new(),
    };
    for option in &options {
        match known(option) {
            Some(foreign) => carried.take(option, foreign)?,
            None => {
                let name = shown(&option.name);
                carried.leave_out(&name, &option.value, "nobody here knows this option");
            }
        }
    }
    let mut import = carried.finish();
    let origin = if is_rodent {
        "Rodent's options"
    } else {
        "HIARCS's options"
    };
    import.personality.identity = identity(&stem(file), origin);
    Ok(import)
}

struct OptionImport<'a> {
    file: &'a str,
    personality: Personality,
    /// Each weight with all the percentages given for it.
    percents: BTreeMap<Parameter, Vec<i32>>,
    factors: Vec<(&'static [Parameter], i32)>,
    left_out: Vec<String>,
    /// Whether the strength is to be limited to a rating that is given.
    is_limited: bool,
    /// Ratings of options that limit the strength, and whether they count only where it is limited.
    limits: Vec<(i32, bool)>,
}

impl OptionImport<'_> {
    fn take(&mut self, option: &OptionLine, foreign: &ForeignOption) -> Result<(), ImportError> {
        let number = || {
            number(
                self.file,
                option.line,
                foreign.name,
                &option.value,
                &foreign.range,
            )
        };
        match foreign.meaning {
            ForeignMeaning::Weights(parameters, normal) => {
                let percent = number()? * 100 / normal;
                for &parameter in parameters {
                    self.percents.entry(parameter).or_default().push(percent);
                }
            }
            ForeignMeaning::Factor(parameters) => {
                let percent = number()?;
                self.factors.push((parameters, percent));
            }
            ForeignMeaning::Steps {
                parameter,
                normal,
                per_step,
            } => {
                let added = (number()? - normal) / per_step;
                self.add(parameter, added);
            }
            ForeignMeaning::Scale { parameter, points } => {
                let value = along(points, number()?).round() as i32;
                self.put(parameter, value);
            }
            ForeignMeaning::Words(words) => {
                let said = |(word, _): &&(&str, _)| word.eq_ignore_ascii_case(&option.value);
                let Some((_, added)) = words.iter().find(said) else {
                    let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                    return Err(self.refuse(option, format!("one of {}", all.join(", "))));
                };
                added
                    .iter()
                    .for_each(|&(what, value)| self.add(what, value));
            }
            ForeignMeaning::Switch(added) => {
                let is_on = match option.value.to_ascii_lowercase().as_str() {
                    "false" | "off" | "no" => false,
                    "true" | "on" | "yes" => true,
                    _ => number()? != 0,
                };
                for &(what, value) in added.iter().filter(|_| is_on) {
                    self.add(what, value);
                }
            }
            ForeignMeaning::ThinkingTime => {
                let percent = number()?;
                self.put(Parameter::Number(NumberKey::Pace), percent);
            }
            ForeignMeaning::LimitStrength => {
                self.is_limited =
                    matches!(option.value.to_ascii_lowercase().as_str(), "true" | "1");
            }
            ForeignMeaning::Elo(elo_of) => {
                let elo = elo_of(number()?);
                self.limits.push((elo, foreign.needs_limit_strength()));
            }
            ForeignMeaning::BookMode => {
                let value = option.value.to_ascii_lowercase();
                let Some(&(_, mode)) = BookMode::NAMES.iter().find(|(name, _)| *name == value)
                else {
                    let names = BookMode::NAMES.map(|(name, _)| name);
                    return Err(self.refuse(option, format!("one of {}", names.join(", "))));
                };
                self.personality.opening_book.mode = mode;
            }
            ForeignMeaning::Information => {}
            ForeignMeaning::Nothing(reason) => self.leave_out(foreign.name, &option.value, reason),
        }
        Ok(())
    }

    fn refuse(&self, option: &OptionLine, expected: String) -> ImportError {
        ImportError::Line {
            file: self.file.to_owned(),
            line: option.line,
            problem: format!(
                "{} cannot be `{}`",
                shown(&option.name),
                shown(&option.value)
            ),
            expected,
        }
    }

    fn leave_out(&mut self, name: &str, value: &str, reason: &str) {
        let value = shown(value);
        self.left_out.push(format!("{name} = {value}: {reason}."));
    }

    /// Adds to the value of a parameter, within its range.
    fn add(&mut self, parameter: Parameter, value: i32) {
        let sum = self.personality.value_of(parameter) + value;
        self.put(parameter, sum);
    }

    fn put(&mut self, parameter: Parameter, value: i32) {
        let range = parameter.range();
        if !range.contains(&value) {
            let name = parameter.key();
            self.left_out.push(format!(
                "{name} would be {value}; it is as much as it may be."
            ));
        }
        self.personality
            .put(parameter, value.clamp(*range.start(), *range.end()));
    }

    /// Weights that the options give replace what sliders made of them; factors are applied last.
    fn finish(mut self) -> Import {
        for (parameter, percents) in std::mem::take(&mut self.percents) {
            let mean = percents.iter().sum::<i32>() / percents.len().max(1) as i32;
            self.put(parameter, mean);
        }
        for (parameters, percent) in std::mem::take(&mut self.factors) {
            for &parameter in parameters {
                let value = self.personality.value_of(parameter) * percent / 100;
                self.put(parameter, value);
            }
        }
        let strongest = self
            .personality
            .tastes()
            .map(|(_, taste)| taste.weight_cp.abs());
        if let Some(strongest_cp) = strongest.max() {
            let most_cp = self.personality.max_concession_cp().max(strongest_cp);
            self.personality
                .put(Parameter::Number(NumberKey::Concession), most_cp);
        }
        self.personality.strength = self.strength();
        Import {
            personality: self.personality,
            left_out: self.left_out,
        }
    }

    /// The least of the ratings that count.
    fn strength(&self) -> PlayingStrength {
        let limits = self.limits.iter();
        let counting = limits.filter(|(_, needs_limit)| self.is_limited || !needs_limit);
        match counting.map(|&(elo, _)| elo).min() {
            Some(elo) if elo < *LEVEL_ELO.end() => {
                PlayingStrength::Elo(elo.max(*LEVEL_ELO.start()))
            }
            _ => PlayingStrength::Full,
        }
    }
}
