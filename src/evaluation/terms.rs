//! The terms of the evaluation: names, families, and the flat numbering of all parameters.
//!
//! A term is a run of parameters with one name. An evaluation is a list of (parameter, count)
//! pairs, so that plain sum, weighted sum, trace and tuning coefficients all come from the same
//! code.

use super::tapered::Tapered;
use super::weights::Family;

/// What happens to `parameter x count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermRole {
    /// Added to the value of a colour and weighted with the family.
    Weighted(Family),
    /// Added to the value of a colour at normal weight always.
    Unweighted,
    /// Added to the danger of a colour's king, which turns into centipawns non-linearly and then
    /// counts for [`Family::KingSafety`].
    Danger,
    /// Added to the complexity of the position, which moves the endgame value of the better side.
    Complexity,
}

/// A named run of parameters.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The name that a trace prints.
    pub name: &'static str,
    /// How its parameters enter the value.
    pub role: TermRole,
    /// The number of its first parameter.
    pub start: usize,
    /// How many parameters it has.
    pub length: usize,
}

/// The slot of terms that no weight touches, behind the families.
pub(super) const UNWEIGHTED: usize = Family::ALL.len();

/// Families and the slot for unweighted terms.
pub(super) const SLOTS: usize = UNWEIGHTED + 1;

impl TermRole {
    /// The slot in which sums by family keep this role.
    pub(super) const fn slot(self) -> usize {
        match self {
            TermRole::Weighted(family) => family as usize,
            TermRole::Danger => Family::KingSafety as usize,
            TermRole::Unweighted | TermRole::Complexity => UNWEIGHTED,
        }
    }
}

/// Where each term starts, from the lengths of all.
pub(super) const fn starts<const TERMS: usize>(lengths: [usize; TERMS]) -> [usize; TERMS] {
    let mut starts = [0; TERMS];
    let mut term = 1;
    while term < TERMS {
        starts[term] = starts[term - 1] + lengths[term - 1];
        term += 1;
    }
    starts
}

/// All values in one run.
pub(super) const fn flatten<const PARAMETERS: usize>(
    tables: &[&[(i32, i32)]],
) -> [Tapered; PARAMETERS] {
    let mut flat = [Tapered::ZERO; PARAMETERS];
    let (mut term, mut next) = (0, 0);
    while term < tables.len() {
        let mut entry = 0;
        while entry < tables[term].len() {
            let (middlegame_cp, endgame_cp) = tables[term][entry];
            flat[next] = Tapered::new(middlegame_cp, endgame_cp);
            next += 1;
            entry += 1;
        }
        term += 1;
    }
    flat
}

/// The slot of every parameter.
pub(super) const fn slots<const PARAMETERS: usize>(terms: &[Term]) -> [u8; PARAMETERS] {
    let mut slots = [0; PARAMETERS];
    let mut term = 0;
    while term < terms.len() {
        let mut entry = 0;
        while entry < terms[term].length {
            slots[terms[term].start + entry] = terms[term].role.slot() as u8;
            entry += 1;
        }
        term += 1;
    }
    slots
}

/// Declares all terms: a constant with the number of its first parameter for each, and the
/// tables `TERMS`, `VALUES` and `SLOT_OF`.
macro_rules! parameters {
    ($(
        $(#[$doc:meta])*
        $name:ident: $role:expr, $label:literal = [$(($middlegame:literal, $endgame:literal)),* $(,)?];
    )*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($name,)* COUNT }

        const TABLES: [&[(i32, i32)]; Number::COUNT as usize] =
            [$(&[$(($middlegame, $endgame)),*]),*];
        const LENGTHS: [usize; Number::COUNT as usize] = {
            let mut lengths = [0; Number::COUNT as usize];
            let mut term = 0;
            while term < lengths.len() {
                lengths[term] = TABLES[term].len();
                term += 1;
            }
            lengths
        };
        const STARTS: [usize; Number::COUNT as usize] = crate::evaluation::terms::starts(LENGTHS);

        $($(#[$doc])* pub(super) const $name: usize = STARTS[Number::$name as usize];)*

        /// How many parameters there are.
        pub const PARAMETERS: usize =
            STARTS[Number::COUNT as usize - 1] + LENGTHS[Number::COUNT as usize - 1];

        /// All terms in the order of their parameters.
        pub static TERMS: [Term; Number::COUNT as usize] = TERM_LIST;
        const TERM_LIST: [Term; Number::COUNT as usize] = [$(Term {
            name: $label,
            role: $role,
            start: STARTS[Number::$name as usize],
            length: LENGTHS[Number::$name as usize],
        }),*];

        /// The value of every parameter.
        pub static VALUES: [Tapered; PARAMETERS] = crate::evaluation::terms::flatten(&TABLES);

        /// The slot of every parameter in sums by family.
        pub(super) static SLOT_OF: [u8; PARAMETERS] =
            crate::evaluation::terms::slots(&TERM_LIST);
    };
}
pub(super) use parameters;
