//! Which shipped characters want most of what a player wants.

use super::preference::feature_columns;
use super::taste_fit::TasteFit;
use crate::lab::style::portrait::Likeness;
use crate::personality::{Personality, Roster};

/// The characters with a taste, the most similar first: the cosine of the angle between what they and the
/// player make of the moves of the player's positions.
pub fn nearest(fitted: &TasteFit, roster: &Roster) -> Vec<Likeness> {
    let believed = fitted.tastes.iter().map(|it| (it.column, it.believed_cp()));
    let own: Vec<(usize, f64)> = believed.collect();
    let mut ranked: Vec<Likeness> = roster
        .iter()
        .filter_map(|character| {
            let other = weights_of(character);
            let product = |one, other| inner_product(fitted, one, other);
            let lengths = (product(&own, &own) * product(&other, &other)).sqrt();
            (lengths > 0.0).then(|| Likeness {
                name: character.name().to_owned(),
                cosine: product(&own, &other) / lengths,
            })
        })
        .collect();
    ranked.sort_by(|one, other| other.cosine.total_cmp(&one.cosine));
    ranked
}

/// The weights of fitted features by their columns.
pub fn weights_of(character: &Personality) -> Vec<(usize, f64)> {
    let weight = |(column, feature)| {
        let mut tastes = character.tastes();
        let (_, taste) = tastes.find(|(liked, _)| *liked == feature)?;
        Some((column, f64::from(taste.weight_cp)))
    };
    feature_columns().filter_map(weight).collect()
}

/// How much two tastes vary together among the moves of the player's positions.
fn inner_product(fitted: &TasteFit, one: &[(usize, f64)], other: &[(usize, f64)]) -> f64 {
    let pairs = one
        .iter()
        .flat_map(|left| other.iter().map(move |right| (left, right)));
    pairs
        .map(|(&(left, a), &(right, b))| a * b * fitted.curvature[left.max(right)][left.min(right)])
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::twin::made_up::fit_with;
    use crate::lab::twin::preference::columns;

    #[test]
    fn who_has_a_characters_tastes_is_nearest_to_it() {
        let roster = Roster::built_in();
        let hypermodern = roster.find("hypermodern").unwrap();
        let cp: Vec<_> = hypermodern
            .tastes()
            .map(|(feature, taste)| (feature, 3.0 * f64::from(taste.weight_cp)))
            .filter(|(feature, _)| feature_columns().any(|(_, fitted)| fitted == *feature))
            .collect();
        let tastes_of = |cp| {
            let mut tastes = fit_with(cp).tastes;
            tastes.iter_mut().for_each(|it| it.error_cp = 0.0);
            tastes
        };
        let mut fitted = fit_with(&cp);
        fitted.tastes = tastes_of(&cp);
        // Every feature varies as much as every other, and none with another.
        fitted.curvature = (0..columns())
            .map(|row| {
                (0..=row)
                    .map(|column| f64::from(u8::from(row == column)))
                    .collect()
            })
            .collect();
        let ranked = nearest(&fitted, &roster);
        assert_eq!(ranked[0].name, "hypermodern");
        assert!((ranked[0].cosine - 1.0).abs() < 1e-9);
        assert!(ranked[1].cosine < 0.9 && ranked.iter().all(|it| it.name != "neutral"));
        let against: Vec<_> = cp.iter().map(|&(feature, cp)| (feature, -cp)).collect();
        fitted.tastes = tastes_of(&against);
        assert_eq!(
            nearest(&fitted, &roster).last().unwrap().name,
            "hypermodern"
        );
    }
}
