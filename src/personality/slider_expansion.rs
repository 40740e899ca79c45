//! What a slider adds to other numbers of a personality.
//!
//! The resulting numbers are ordinary ones: they are shown and explained, and a file may set them
//! itself.

use super::feature::Feature;
use super::parameter::Parameter;
use super::slider::Slider;
use crate::evaluation::Family;

use Parameter::{Opponent, Own, Taste};
use Slider::{
    Aggression, Attack, Entertainer, Hypermodernism, Materialist, Optimism, Positional, Safety,
    Simplifier,
};

impl Slider {
    /// What it adds to other parameters at 100 percent, in their units. A feature with such a weight
    /// alone is about strong enough to be seen in games.
    pub fn expansion(self) -> &'static [(Parameter, i32)] {
        match self {
            Aggression => &[
                (Taste(Feature::OppositeCastling), 20),
                (Taste(Feature::KingApproach), 8),
                (Taste(Feature::KingAttackers), 15),
                (Taste(Feature::PawnStorm), 15),
                (Taste(Feature::Sacrifice), 30),
            ],
            Safety => &[
                (Taste(Feature::Castling), 25),
                (Taste(Feature::KingWalk), -15),
                (Taste(Feature::ShelterPawns), -12),
                (Taste(Feature::GuardKing), 12),
                (Taste(Feature::Prophylaxis), 8),
                (Taste(Feature::PawnStructure), 10),
            ],
            Hypermodernism => &[
                (Taste(Feature::Hypermodern), 15),
                (Taste(Feature::Fianchetto), 10),
                (Taste(Feature::FlankOpening), 10),
            ],
            Simplifier => &[
                (Taste(Feature::Trades), 10),
                (Taste(Feature::TradeWhenAhead), 15),
                (Taste(Feature::QueenTrade), 20),
                (Taste(Feature::Complexity), -10),
            ],
            Entertainer => &[
                (Taste(Feature::Checks), 8),
                (Taste(Feature::Sacrifice), 30),
                (Taste(Feature::QueenTrade), -20),
                (Taste(Feature::Complexity), 10),
                (Taste(Feature::Repetition), -20),
            ],
            Materialist => &[
                (Taste(Feature::Gambit), -15),
                (Taste(Feature::Captures), 8),
                (Taste(Feature::Sacrifice), -30),
                (Taste(Feature::PassedPawns), 10),
            ],
            Attack => &[
                (Own(Family::Mobility), 20),
                (Own(Family::KingSafety), -30),
                (Opponent(Family::KingSafety), 60),
                (Own(Family::PawnWeakness), -20),
                (Own(Family::Threats), 25),
            ],
            Positional => &[
                (Own(Family::Pawns), -20),
                (Opponent(Family::Pawns), -20),
                (Own(Family::Knights), -20),
                (Opponent(Family::Knights), -20),
                (Own(Family::Bishops), -20),
                (Opponent(Family::Bishops), -20),
                (Own(Family::Rooks), -20),
                (Opponent(Family::Rooks), -20),
                (Own(Family::Queens), -20),
                (Opponent(Family::Queens), -20),
                (Own(Family::Centre), 40),
                (Opponent(Family::Centre), 40),
                (Own(Family::Mobility), 40),
                (Opponent(Family::Mobility), 40),
                (Own(Family::KingSafety), 40),
                (Opponent(Family::KingSafety), 40),
                (Own(Family::PassedPawns), 40),
                (Opponent(Family::PassedPawns), 40),
                (Own(Family::PawnWeakness), 40),
                (Opponent(Family::PawnWeakness), 40),
            ],
            Optimism => &[
                (Own(Family::Mobility), 25),
                (Opponent(Family::Mobility), -25),
                (Own(Family::KingSafety), -25),
                (Opponent(Family::KingSafety), 25),
                (Own(Family::PassedPawns), 25),
                (Opponent(Family::PassedPawns), -25),
                (Own(Family::Threats), 25),
                (Opponent(Family::Threats), -25),
            ],
        }
    }

    /// What it adds at a percentage, without the parts that round to nothing.
    pub fn at(self, percent: i32) -> impl Iterator<Item = (Parameter, i32)> {
        let parts = self.expansion().iter();
        let added = move |&(parameter, full)| (parameter, Slider::added(percent, full));
        parts.map(added).filter(|(_, added)| *added != 0)
    }

    /// The expansion at 100 percent in words.
    pub fn expanded(self) -> String {
        let parts = self.expansion().iter();
        let parts: Vec<String> = parts
            .map(|(parameter, full)| format!("{} {full:+}", parameter.key()))
            .collect();
        parts.join(", ")
    }

    /// What it adds at a percentage; halves are rounded away from zero.
    pub(super) fn added(percent: i32, full: i32) -> i32 {
        let product = percent * full;
        (product.abs() + 50) / 100 * product.signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_stand_for_other_numbers_within_their_ranges() {
        for slider in Slider::all() {
            assert!(slider.meaning().ends_with('.'));
            let parts = slider.expansion();
            for (index, (parameter, full)) in parts.iter().enumerate() {
                let is_slider = matches!(parameter, Parameter::Slider(_));
                assert!(!is_slider && *full != 0, "{}", slider.key());
                assert!(!parts[..index].iter().any(|(other, _)| other == parameter));
                let is_taste = matches!(parameter, Parameter::Taste(_));
                assert_eq!(is_taste, Slider::TASTE.contains(&slider));
            }
        }
        assert_eq!(Slider::added(50, 15), 8);
        assert_eq!(Slider::added(-50, 15), -8);
        assert_eq!(
            Slider::Hypermodernism.expanded(),
            "hypermodern +15, fianchetto +10, flank_opening +10"
        );
    }
}
