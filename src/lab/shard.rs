//! Shards: long work in several nearly equal parts, for any scheduler to run on any machines.
//!
//! The work is a row of units that do not depend on each other, such as pairs of games. A shard does its
//! part of the row; the parts of all shards put together are what one run would have made.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use thiserror::Error;

/// One of several shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: u64,
    of: u64,
}

/// A text that is no [`Shard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected K/N with K from 1 to N, such as 3/8")]
pub struct ShardNumberError;

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// A shard by its number, from 1; `None` where there are not so many.
    pub fn new(number: u64, of: u64) -> Option<Shard> {
        (1..=of).contains(&number).then_some(Shard { number, of })
    }

    /// Its number, from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    /// How many shards there are.
    pub fn of(self) -> u64 {
        self.of
    }

    /// The units of this shard, numbered from 0.
    pub fn part_of(self, units: u64) -> Range<u64> {
        let until =
            |number: u64| (u128::from(units) * u128::from(number) / u128::from(self.of)) as u64;
        until(self.number - 1)..until(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardNumberError;

    fn from_str(text: &str) -> Result<Shard, ShardNumberError> {
        let parse = || {
            let (number, of) = text.split_once('/')?;
            Shard::new(number.parse().ok()?, of.parse().ok()?)
        };
        parse().ok_or(ShardNumberError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_units() {
        for (units, of) in [(10, 3), (2, 5), (1, 1), (u64::MAX, 7)] {
            let mut next = 0;
            for number in 1..=of {
                let part = Shard::new(number, of).unwrap().part_of(units);
                assert_eq!(part.start, next);
                next = part.end;
            }
            assert_eq!(next, units);
        }
        assert_eq!("3/8".parse(), Ok(Shard { number: 3, of: 8 }));
        for wrong in ["0/8", "9/8", "3", "3/", "-1/2", "1/0", "a/b"] {
            assert_eq!(wrong.parse::<Shard>(), Err(ShardNumberError), "{wrong}");
        }
    }
}
