//! Foreign options by meaning: what each kind does to a personality of ours.
//!
//! Owns the kinds and the arithmetic; the names of the options stand in a list for each program.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::option_lines::{self, OptionLine};
use super::{Import, ImportError, hiarcs, identity, number, rodent, stem};
use crate::book::BookMode;
use crate::personality::draws::DrawKey;
use crate::personality::error::shown;
use crate::personality::parameter::Parameter;
use crate::personality::{Composite, Personality};

/// What an option means.
#[derive(Clone, Copy, Debug)]
pub(super) enum ForeignMeaning {
    /// Weights in percent of this normal value; of several for one weight the mean counts.
    Weights(&'static [Parameter], i32),
    /// A weight in percent on top of all the others of its parameters.
    Factor(&'static [Parameter]),
    /// So many for each of ours above the first number, to be added to a taste or slider.
    Steps {
        parameter: Parameter,
        normal: i32,
        per_step: i32,
    },
    /// A value on another scale: some of its points with ours, straight lines between them.
    Scale {
        parameter: Parameter,
        points: &'static [(i32, i32)],
    },
    /// One of a few words, each with what it sets.
    Words(&'static [(&'static str, &'static [(Parameter, i32)])]),
    /// On, or a number above 0: this is added.
    Switch(&'static [(Parameter, i32)]),
    /// The share of normal thinking time in percent.
    ThinkingTime,
    /// How the opening book is used.
    BookMode,
    /// Tells something and sets nothing.
    Information,
    /// Nothing here, for this reason.
    Nothing(&'static str),
}

/// An option of another program.
pub(super) struct Foreign {
    pub name: &'static str,
    /// The whole numbers that it can have, where it has numbers.
    pub range: RangeInclusive<i32>,
    pub meaning: ForeignMeaning,
}

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
    let mut carrier = Carrier {
        file,
        personality: Personality::neutral(),
        percents: BTreeMap::new(),
        factors: Vec::new(),
        left_out: Vec::new(),
    };
    for option in &options {
        match known(option) {
            Some(foreign) => carrier.carry(option, foreign)?,
            None => {
                let name = shown(&option.name);
                carrier.leave_out(&name, &option.value, "nobody here knows this option");
            }
        }
    }
    let mut import = carrier.finish();
    let origin = if is_rodent {
        "Rodent's options"
    } else {
        "HIARCS's options"
    };
    import.personality.identity = identity(&stem(file), origin);
    Ok(import)
}

struct Carrier<'a> {
    file: &'a str,
    personality: Personality,
    /// Each weight with all that was said of it.
    percents: BTreeMap<Parameter, Vec<i32>>,
    factors: Vec<(&'static [Parameter], i32)>,
    left_out: Vec<String>,
}

impl Carrier<'_> {
    fn carry(&mut self, option: &OptionLine, foreign: &Foreign) -> Result<(), ImportError> {
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
                let value = along(points, number()?);
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
            ForeignMeaning::Switch(added) => match option.value.to_ascii_lowercase().as_str() {
                "false" | "0" => {}
                "true" => added
                    .iter()
                    .for_each(|&(what, value)| self.add(what, value)),
                _ => {
                    number()?;
                    added
                        .iter()
                        .for_each(|&(what, value)| self.add(what, value));
                }
            },
            ForeignMeaning::ThinkingTime => {
                let percent = number()?;
                self.personality.pace.percent = percent.clamp(10, 300).unsigned_abs();
            }
            ForeignMeaning::BookMode => {
                let value = option.value.to_ascii_lowercase();
                let Some(&(_, mode)) = BookMode::NAMES.iter().find(|(name, _)| *name == value)
                else {
                    let names = BookMode::NAMES.map(|(name, _)| name);
                    return Err(self.refuse(option, format!("one of {}", names.join(", "))));
                };
                self.personality.memory.mode = mode;
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

    /// Adds to what a taste or slider has, within its range.
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

    /// Weights that were said go over what sliders made of them; factors come on top.
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
            let most_cp = self.personality.max_concession_cp.max(strongest_cp);
            self.personality.put(Parameter::Concession, most_cp);
        }
        Import {
            personality: self.personality,
            left_out: self.left_out,
        }
    }
}

/// What lies over `value` on the line through the points; beyond them their ends.
fn along(points: &[(i32, i32)], value: i32) -> i32 {
    let after = points.partition_point(|&(foreign, _)| foreign < value);
    match (
        after.checked_sub(1).map(|before| points[before]),
        points.get(after),
    ) {
        (Some((from, ours)), Some(&(to, ours_after))) => {
            ours + (ours_after - ours) * (value - from) / (to - from)
        }
        (Some((_, ours)), None) | (None, Some(&(_, ours))) => ours,
        (None, None) => value,
    }
}

/// So many centipawns of contempt, or with -1 of its opposite.
pub(super) const fn contempt(per_step: i32) -> ForeignMeaning {
    ForeignMeaning::Steps {
        parameter: Parameter::Draws(DrawKey::Contempt),
        normal: 0,
        per_step,
    }
}

/// A slider as something to set.
pub(super) const fn slider(composite: Composite) -> Parameter {
    Parameter::Composite(composite)
}
