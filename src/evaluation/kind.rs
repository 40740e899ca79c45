//! The two evaluations: the network, or the classical terms.

use serde::Deserialize;

/// How positions are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvaluationKind {
    /// The network, changed as weights change the classical terms.
    #[default]
    Network,
    /// The classical terms alone: for old processors and for comparison.
    Classical,
}

impl EvaluationKind {
    /// Both kinds.
    pub const ALL: [EvaluationKind; 2] = [EvaluationKind::Network, EvaluationKind::Classical];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            EvaluationKind::Network => "network",
            EvaluationKind::Classical => "classical",
        }
    }
}

impl std::str::FromStr for EvaluationKind {
    type Err = String;

    fn from_str(name: &str) -> Result<EvaluationKind, String> {
        let mut kinds = EvaluationKind::ALL.into_iter();
        kinds.find(|kind| kind.name() == name).ok_or_else(|| {
            let names = EvaluationKind::ALL.map(EvaluationKind::name);
            format!("'{name}' is no evaluation, expected {}", names.join(" or "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_understood_and_others_refused() {
        for kind in EvaluationKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        let error = "neural".parse::<EvaluationKind>().unwrap_err();
        assert_eq!(
            error,
            "'neural' is no evaluation, expected network or classical"
        );
    }
}
