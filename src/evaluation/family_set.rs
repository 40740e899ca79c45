//! Sets of families, by which a recorder says what it has a use for.

use super::weights::Family;

/// A set of families.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FamilySet(u32);

impl FamilySet {
    /// The families that count what pieces attack: without them nobody needs the attack maps.
    pub(super) const BY_ATTACKS: FamilySet = FamilySet::of(&[
        Family::Mobility,
        Family::Centre,
        Family::KingSafety,
        Family::PassedPawns,
        Family::Outposts,
        Family::Lines,
        Family::Threats,
        Family::Space,
    ]);

    /// Those and the families that count where men stand: all but the values of men and sums of them.
    pub(super) const BY_SQUARES: FamilySet =
        FamilySet::of(&[Family::Placement, Family::PawnWeakness, Family::PawnChains])
            .and(FamilySet::BY_ATTACKS);

    /// These families.
    pub(super) const fn of(families: &[Family]) -> FamilySet {
        let mut set = 0;
        let mut next = 0;
        while next < families.len() {
            set |= 1 << families[next] as u32;
            next += 1;
        }
        FamilySet(set)
    }

    const fn and(self, other: FamilySet) -> FamilySet {
        FamilySet(self.0 | other.0)
    }

    /// Whether the two have a family in common.
    #[inline(always)]
    pub(super) const fn meets(self, other: FamilySet) -> bool {
        self.0 & other.0 != 0
    }
}

impl From<Family> for FamilySet {
    #[inline(always)]
    fn from(family: Family) -> FamilySet {
        FamilySet::of(&[family])
    }
}

impl FromIterator<Family> for FamilySet {
    fn from_iter<I: IntoIterator<Item = Family>>(families: I) -> FamilySet {
        let families = families.into_iter();
        families.fold(FamilySet::default(), |set, family| set.and(family.into()))
    }
}
