//! A level: the rating of a player, and where he errs otherwise than others of that rating.

use super::choice_weights::choice_signature;
use super::follow::{NATURAL_LOSS_CP, NATURAL_SHARE_POWER};
use super::mates::mates_seen;
use super::undoing::UNDOING;
use crate::checksum::Fnv64;
use crate::piecewise::along;

/// The exponent on the probabilities of people, by rating: with these numbers a level hangs in games about
/// as much as people of the rating do.
const SHARPNESS: [(i32, f64); 8] = [
    (800, 1.06),
    (1_000, 1.08),
    (1_200, 1.08),
    (1_400, 0.96),
    (1_600, 1.12),
    (1_800, 1.22),
    (2_000, 1.15),
    (2_200, 1.1),
];
/// How much he shrinks from errors that a first look does not show, by rating. With these numbers levels
/// are as far apart in games as their numbers say.
const CARE: [(i32, f64); 8] = [
    (800, -3.2),
    (1_000, -2.8),
    (1_200, -0.9),
    (1_400, 12.0),
    (1_600, 12.0),
    (1_800, 18.0),
    (2_000, 26.0),
    (2_200, 25.0),
];
/// In which share of his moves a player trusts the search of the engine, by rating.
const SEARCH_SHARE: [(i32, f64); 5] = [
    (1_600, 0.0),
    (1_800, 0.165),
    (2_000, 0.49),
    (2_200, 0.81),
    (2_800, 1.0),
];
/// The nodes of that search, by rating.
const SEARCH_NODES: [(i32, f64); 5] = [
    (2_000, 2_000.0),
    (2_200, 2_250.0),
    (2_400, 4_450.0),
    (2_600, 7_200.0),
    (2_800, 9_900.0),
];
/// Which share of the errors that only a deep look shows opponents of a rating take for what they are; of
/// the others they see what a first look shows. A guess: what is given away at sight is lost, while the
/// weak miss much of the rest.
const REFUTATIONS_FOUND: [(i32, f64); 2] = [(800, 0.4), (2_000, 1.0)];
/// How far opening knowledge reaches at a rating of 1000, and the points for another ply of it. A guess.
const OPENING_PLIES_AT_1000: i32 = 6;
const ELO_FOR_OPENING_PLY: i32 = 80;

/// How often a player makes errors of each kind, in percent of what is usual at his rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorRates {
    /// Moves that leave or put a piece where it is lost.
    pub hanging: i32,
    /// Quiet moves that spoil the position and lose nothing at once.
    pub quiet_moves: i32,
    /// Moves that only a look two moves ahead refutes.
    pub long_lines: i32,
    /// Moves that spoil an endgame.
    pub endgame: i32,
}

impl ErrorRates {
    /// What is usual.
    pub const USUAL: ErrorRates = ErrorRates {
        hanging: 100,
        quiet_moves: 100,
        long_lines: 100,
        endgame: 100,
    };
}

/// A player of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The rating on Lichess's scale.
    pub elo: i32,
    /// Where he errs otherwise than others of his rating; the errors of other kinds are so many more
    /// or less that he stays as strong.
    pub errors: ErrorRates,
}

impl Level {
    /// A usual player of a rating.
    pub fn new(elo: i32) -> Level {
        Level {
            elo,
            errors: ErrorRates::USUAL,
        }
    }

    /// The exponent that the player puts on the probabilities of people of the rating.
    pub fn sharpness(&self) -> f64 {
        along(&SHARPNESS, self.elo)
    }

    /// How much the player shrinks from errors that a first look does not show; below 0 he makes more of
    /// them than a draw from the choices of people would.
    pub fn care(&self) -> f64 {
        along(&CARE, self.elo)
    }

    /// In which share of the moves the player does what a search of [`Self::search_nodes`] says: none
    /// up to 1600, all from 2800 on.
    pub fn search_share(&self) -> f64 {
        along(&SEARCH_SHARE, self.elo)
    }

    /// Which share of the errors that only a deep look shows opponents of the rating make use of.
    pub fn refutations_found(&self) -> f64 {
        along(&REFUTATIONS_FOUND, self.elo)
    }

    /// How many plies of opening knowledge the player has in the game of this seed.
    pub fn known_opening_plies(&self, game: u64) -> usize {
        let usual = OPENING_PLIES_AT_1000 + (self.elo - 1_000) / ELO_FOR_OPENING_PLY;
        let varied = usual + (game % 5) as i32 - 2;
        varied.max(0) as usize
    }

    /// The score at which people of the rating give up, in centipawns: the lower the rating, the later.
    /// (Lichess games that ended by resignation: 480 to 590 behind at 800 to 1000, 360 at 2000.)
    pub fn resigns_below_cp(&self) -> i32 {
        let points = self.elo.clamp(800, 2_000) - 800;
        -(540 - 180 * points / 1_200)
    }

    /// A number that changes with whatever its choice depends on besides a personality: the weights and
    /// the network that ship, and the numbers of this rating and of all.
    pub fn signature(&self) -> u64 {
        let mut hash = Fnv64::new();
        hash.add(&choice_signature().to_le_bytes());
        hash.add(&self.elo.to_le_bytes());
        for number in [
            self.sharpness(),
            self.care(),
            self.refutations_found(),
            self.search_share(),
        ] {
            hash.add(&number.to_bits().to_le_bytes());
        }
        hash.add(&self.search_nodes().to_le_bytes());
        for number in [
            mates_seen(self.elo),
            NATURAL_SHARE_POWER,
            f64::from(NATURAL_LOSS_CP),
            UNDOING,
        ] {
            hash.add(&number.to_bits().to_le_bytes());
        }
        hash.value()
    }

    /// The nodes of that search.
    pub fn search_nodes(&self) -> u64 {
        along(&SEARCH_NODES, self.elo) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_know_more_of_openings() {
        let known = |elo| [0, 1, 2, 3, 4].map(|game| Level::new(elo).known_opening_plies(game));
        assert!(known(600).into_iter().all(|plies| plies <= 3));
        assert_eq!(known(1_400), [9, 10, 11, 12, 13]);
        assert!(known(2_200)[0] > known(1_400)[4]);
    }

    #[test]
    fn the_weaker_give_up_later() {
        let below = |elo| Level::new(elo).resigns_below_cp();
        assert_eq!([below(700), below(2_000), below(2_500)], [-540, -360, -360]);
        assert!(below(1_400) > below(1_000));
    }

    #[test]
    fn the_stronger_find_more_refutations() {
        let shares = [600, 1_000, 1_400, 2_000].map(|elo| Level::new(elo).refutations_found());
        assert!(shares.is_sorted() && shares[0] > 0.0 && shares[0] < shares[3]);
        assert_eq!(
            [2_000, 2_800].map(|elo| Level::new(elo).refutations_found()),
            [1.0; 2]
        );
    }

    #[test]
    fn the_search_comes_in_without_a_step() {
        let shares = [1_400, 1_600, 2_100, 2_400, 2_800].map(|elo| Level::new(elo).search_share());
        assert_eq!(shares[..2], [0.0, 0.0]);
        assert!(
            shares[1..].is_sorted_by(|less, more| less < more),
            "{shares:?}"
        );
        assert_eq!(shares[4], 1.0);
        let nodes = [1_800, 2_200, 2_500, 2_800].map(|elo| Level::new(elo).search_nodes());
        assert_eq!(nodes, [2_000, 2_250, 5_825, 9_900]);
    }
}
