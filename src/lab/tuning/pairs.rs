//! Which subject, objective and method go together, in words.

use std::fmt;
use std::str::FromStr;

use super::interface::TrialKind;
use super::methods::MethodName;

/// What can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectName {
    /// The numbers of the search.
    Search,
    /// The parameters of the evaluation.
    Evaluation,
    /// The weights of a personality.
    Personality,
}

impl SubjectName {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            SubjectName::Search => "the search",
            SubjectName::Evaluation => "the evaluation",
            SubjectName::Personality => "a personality",
        }
    }
}

/// What candidates can be judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectiveName {
    /// Pairs of games.
    Games,
    /// Positions with a best move.
    Suite,
    /// The results and scores of positions.
    Positions,
    /// The engine's own later search in its games.
    TdLeaf,
    /// The moves that somebody made.
    Prediction,
    /// How far a character shifts its traits for a price.
    Style,
}

impl ObjectiveName {
    /// All of them.
    pub const ALL: [ObjectiveName; 6] = [
        ObjectiveName::Games,
        ObjectiveName::Suite,
        ObjectiveName::Positions,
        ObjectiveName::TdLeaf,
        ObjectiveName::Prediction,
        ObjectiveName::Style,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ObjectiveName::Games => "games",
            ObjectiveName::Suite => "suite",
            ObjectiveName::Positions => "positions",
            ObjectiveName::TdLeaf => "td-leaf",
            ObjectiveName::Prediction => "prediction",
            ObjectiveName::Style => "style",
        }
    }

    /// What it can be asked.
    pub fn offers(self) -> &'static [TrialKind] {
        use TrialKind::{Comparison, Gradient, Value};
        match self {
            ObjectiveName::Games | ObjectiveName::Suite | ObjectiveName::Style => {
                &[Comparison, Value]
            }
            ObjectiveName::Positions | ObjectiveName::Prediction => &[Comparison, Value, Gradient],
            ObjectiveName::TdLeaf => &[Gradient],
        }
    }

    /// What it can judge.
    pub fn judges(self) -> &'static [SubjectName] {
        use SubjectName::{Evaluation, Personality, Search};
        match self {
            ObjectiveName::Games | ObjectiveName::Suite => &[Search, Evaluation, Personality],
            ObjectiveName::Positions | ObjectiveName::TdLeaf => &[Evaluation],
            ObjectiveName::Prediction | ObjectiveName::Style => &[Personality],
        }
    }
}

impl fmt::Display for ObjectiveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ObjectiveName {
    type Err = String;

    fn from_str(name: &str) -> Result<ObjectiveName, String> {
        let mut all = ObjectiveName::ALL.into_iter();
        all.find(|objective| objective.name() == name)
            .ok_or_else(|| {
                let names = ObjectiveName::ALL.map(ObjectiveName::name).join(", ");
                format!("'{name}' is no objective, expected one of {names}")
            })
    }
}

/// What a method asks for, after "which".
fn asked(kind: TrialKind) -> &'static str {
    match kind {
        TrialKind::Comparison => "compares candidates",
        TrialKind::Value => "needs the value of a candidate",
        TrialKind::Gradient => "needs a gradient",
    }
}

/// Why these three do not go together, if so: what is missing, and what would fit.
pub fn misfit(
    subject: SubjectName,
    objective: ObjectiveName,
    method: MethodName,
) -> Option<String> {
    let judging = |fits: &dyn Fn(ObjectiveName) -> bool| {
        let all = ObjectiveName::ALL.into_iter();
        let fitting = all.filter(|it| it.judges().contains(&subject) && fits(*it));
        fitting
            .map(ObjectiveName::name)
            .collect::<Vec<_>>()
            .join(", ")
    };
    if !objective.judges().contains(&subject) {
        return Some(format!(
            "{objective} cannot judge {}, expected --objective {}",
            subject.name(),
            judging(&|_| true)
        ));
    }
    if objective.offers().contains(&method.needs()) {
        return None;
    }
    let methods = MethodName::ALL.into_iter();
    let methods = methods.filter(|it| objective.offers().contains(&it.needs()));
    let methods: Vec<&str> = methods.map(MethodName::name).collect();
    let others = judging(&|it| it.offers().contains(&method.needs()));
    let others = match others.is_empty() {
        true => String::new(),
        false => format!(", or --objective {others}"),
    };
    Some(format!(
        "{method} {}, which {objective} cannot give, expected --method {}{others}",
        asked(method.needs()),
        methods.join(", "),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_make_no_sense_are_refused_with_those_that_do() {
        let said = |subject, objective, method| misfit(subject, objective, method).unwrap();
        assert_eq!(
            said(
                SubjectName::Search,
                ObjectiveName::Positions,
                MethodName::Adam
            ),
            "positions cannot judge the search, expected --objective games, suite"
        );
        assert_eq!(
            said(
                SubjectName::Evaluation,
                ObjectiveName::Games,
                MethodName::Adam
            ),
            "adam needs a gradient, which games cannot give, expected --method hand, screen, \
             hill-climb, annealing, genetic, cma-es, spsa, or --objective positions, td-leaf"
        );
        assert_eq!(
            said(
                SubjectName::Evaluation,
                ObjectiveName::TdLeaf,
                MethodName::Spsa
            ),
            "spsa compares candidates, which td-leaf cannot give, expected --method adam, or \
             --objective games, suite, positions"
        );
        assert_eq!(
            said(SubjectName::Search, ObjectiveName::Suite, MethodName::Adam),
            "adam needs a gradient, which suite cannot give, expected --method hand, screen, \
             hill-climb, annealing, genetic, cma-es, spsa"
        );
        for method in MethodName::ALL {
            let fits = misfit(SubjectName::Evaluation, ObjectiveName::Positions, method);
            assert_eq!(fits, None);
        }
    }

    #[test]
    fn names_are_understood_and_others_refused() {
        for objective in ObjectiveName::ALL {
            assert_eq!(objective.name().parse(), Ok(objective));
        }
        let error = "luck".parse::<ObjectiveName>().unwrap_err();
        assert!(error.starts_with("'luck' is no objective, expected one of games, suite"));
    }
}
