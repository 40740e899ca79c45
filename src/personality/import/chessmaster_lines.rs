//! Lines of `cm_parm`, as Chessmaster's GUI sends them to its engine: one set or several, each
//! under a line with its name. What the keys mean is in [`ChessmasterSettings`].

use super::{Import, ImportError, identity, stem};
use crate::personality::error::shown;
use crate::personality::numbers::NumberKey;
use crate::personality::parameter::Parameter;
use crate::personality::{ChessmasterSettings, Personality};

/// One set that is being read.
struct Set {
    name: String,
    settings: ChessmasterSettings,
    pairs: usize,
    left_out: Vec<String>,
}

pub(super) fn read(file: &str, text: &str) -> Result<Vec<Import>, ImportError> {
    let mut sets = vec![begin(&stem(file))];
    // Some sources write the line break as a backslash and a letter.
    for (index, line) in text.lines().enumerate() {
        let line = line.replace("\\n", " ");
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if !line.contains("cm_parm") && !line.contains('=') {
            sets.push(begin(line));
        } else if let Some(set) = sets.last_mut() {
            read_line(file, index + 1, line, set)?;
        }
    }
    Ok(sets
        .into_iter()
        .filter(|set| set.pairs > 0)
        .map(|set| {
            let mut import = carried(&set.name, &set.settings);
            import.left_out.extend(set.left_out);
            import
        })
        .collect())
}

fn begin(name: &str) -> Set {
    Set {
        name: name.to_owned(),
        settings: ChessmasterSettings::default(),
        pairs: 0,
        left_out: Vec::new(),
    }
}

fn read_line(file: &str, line: usize, text: &str, set: &mut Set) -> Result<(), ImportError> {
    for word in text.split_whitespace().filter(|word| *word != "cm_parm") {
        let refuse = |problem: String, expected: String| ImportError::Line {
            file: file.to_owned(),
            line,
            problem,
            expected,
        };
        if word == "default" {
            set.settings.reset();
            set.left_out.clear();
            continue;
        }
        let pair = word.split_once('=');
        let pair = pair.and_then(|(key, value)| Some((key, value.parse::<i64>().ok()?)));
        let Some((key, value)) = pair else {
            let problem = format!("`{}` is no parameter", shown(word));
            return Err(refuse(
                problem,
                "a key and a whole number such as myp=95".to_owned(),
            ));
        };
        let put = set.settings.set(key, value);
        put.map_err(|error| {
            let problem = format!("`{}` cannot be", shown(word));
            refuse(problem, error.expectation())
        })?;
        set.pairs += 1;
        if let Some(reason) = ChessmasterSettings::is_for_the_program(key) {
            set.left_out.push(format!("{word}, {reason}."));
        }
    }
    Ok(())
}

/// The personality that Chessmaster's settings make.
pub(super) fn carried(name: &str, settings: &ChessmasterSettings) -> Import {
    let neutral = Personality::plain();
    let mut personality = neutral.adjusted(&settings.adjustments(&neutral));
    personality.identity = identity(name, "Chessmaster's parameters");
    if let Some(plies) = settings.max_depth_plies() {
        let plies = i32::try_from(plies).unwrap_or(i32::MAX);
        personality.put(Parameter::Number(NumberKey::MaxDepth), plies);
    }
    if let Some(strength) = settings.strength() {
        personality.strength = strength;
    }
    let without_effect = settings.without_effect().into_iter();
    let mut left_out: Vec<String> = without_effect
        .map(|(key, value)| format!("{key}={value}, nothing here has this meaning."))
        .collect();
    left_out.extend(settings.held_back().into_iter().map(|(key, value)| {
        format!("{key}={value} is more than a personality may have; it is as much as it may.")
    }));
    Import {
        personality,
        left_out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Family;
    use crate::personality::NumberKey;

    const TEXT: &str = "The Bold\ncm_parm\\n opp=95 myq=110\ncm_parm cc=120 mycc=90 avd=-40\n\
                        cm_parm cfd=200 sop=100 rnd=0 sel=6 md=4\n\n# a remark\n\
                        The Meek (2)\ncm_parm default ks=150 avd=50\n";

    #[test]
    fn several_sets_are_read_with_their_names() {
        let sets = read("sets.txt", TEXT).unwrap();
        let names: Vec<&str> = sets.iter().map(|set| set.personality.name()).collect();
        assert_eq!(names, ["the_bold", "the_meek_2"]);
        let bold = sets[0].personality.weights();
        assert_eq!(bold.of(Family::Pawns, false), 95);
        assert_eq!(bold.of(Family::Queens, true), 110);
        assert_eq!(bold.of(Family::Centre, true), 90);
        assert_eq!(bold.of(Family::Centre, false), 120);
        assert_eq!(bold.of(Family::KingSafety, false), 124);
        assert_eq!(sets[0].personality.max_depth_plies(), Some(4));
        assert_eq!(sets[0].personality.draws().get(NumberKey::Contempt), 200);
        let meek = sets[1].personality.weights();
        assert_eq!(meek.of(Family::KingSafety, true), 165);
        assert_eq!(meek.of(Family::KingSafety, false), 120);
    }

    #[test]
    fn a_wrong_pair_is_named_with_its_line() {
        for (line, expected) in [
            ("cm_parm myp=", "it.txt:2: `myp=` is no parameter"),
            (
                "cm_parm myx=3",
                "it.txt:2: `myx=3` cannot be; expected a key such as myp",
            ),
            (
                "cm_parm md=0",
                "it.txt:2: `md=0` cannot be; expected md from 1 to 99",
            ),
        ] {
            let error = read("it.txt", &format!("Name\n{line}\n")).unwrap_err();
            assert!(error.to_string().starts_with(expected), "{error}");
        }
    }
}
