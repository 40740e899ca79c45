//! Merging: which shards make one file, and in which order.
//!
//! The merged file is the one that a single run over all seeds would have written, so the shards
//! must be by the same search under the same arguments, without a gap or an overlap.

use thiserror::Error;

use super::shard::ShardHeader;

/// Why shards do not make one file.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("no shards to merge")]
    Nothing,
    /// Another search has played.
    #[error("{name}: the bench signature is {found}, but that of {first} is {expected}")]
    Signature {
        /// The name of the shard.
        name: String,
        /// Its signature.
        found: u64,
        /// The name of the shard with the first seed.
        first: String,
        /// The signature of that shard.
        expected: u64,
    },
    /// The games were played under other arguments.
    #[error("{name}: played with \"{found}\", but {first} with \"{expected}\"")]
    Arguments {
        /// The name of the shard.
        name: String,
        /// Its arguments.
        found: String,
        /// The name of the shard with the first seed.
        first: String,
        /// The arguments of that shard.
        expected: String,
    },
    /// Seeds are missing.
    #[error("the seeds {from} to {to} are missing between {before} and {after}")]
    Gap {
        /// The first missing seed.
        from: u64,
        /// The last missing seed.
        to: u64,
        /// The shard before the gap.
        before: String,
        /// The shard after the gap.
        after: String,
    },
    /// A seed has been played twice.
    #[error("{before} and {after} both have seed {seed}")]
    Overlap {
        /// The first seed that is there twice.
        seed: u64,
        /// The shard that begins first.
        before: String,
        /// The shard that begins later.
        after: String,
    },
}

/// The header of the merged file, and the numbers of the shards in the order of their games.
///
/// # Errors
/// When the shards do not make one file; the error names them.
pub fn plan_merge(
    shards: &[(String, ShardHeader)],
) -> Result<(ShardHeader, Vec<usize>), MergeError> {
    let mut order: Vec<usize> = (0..shards.len()).collect();
    order.sort_by_key(|&number| (shards[number].1.first_seed, shards[number].1.games));
    let Some(&first) = order.first() else {
        return Err(MergeError::Nothing);
    };
    let (first, mut merged) = (shards[first].0.clone(), shards[first].1.clone());
    let mut before = &first;
    for &number in &order[1..] {
        let (name, shard) = &shards[number];
        if shard.bench_signature != merged.bench_signature {
            return Err(MergeError::Signature {
                name: name.clone(),
                found: shard.bench_signature,
                first: first.clone(),
                expected: merged.bench_signature,
            });
        }
        if shard.arguments != merged.arguments {
            return Err(MergeError::Arguments {
                name: name.clone(),
                found: shard.arguments.clone(),
                first: first.clone(),
                expected: merged.arguments.clone(),
            });
        }
        let (before_name, after) = (before.clone(), name.clone());
        if shard.first_seed < merged.end_seed() {
            return Err(MergeError::Overlap {
                seed: shard.first_seed,
                before: before_name,
                after,
            });
        }
        if shard.first_seed > merged.end_seed() {
            return Err(MergeError::Gap {
                from: merged.end_seed(),
                to: shard.first_seed - 1,
                before: before_name,
                after,
            });
        }
        merged.games += shard.games;
        before = name;
    }
    Ok((merged, order))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(name: &str, first_seed: u64, games: u64) -> (String, ShardHeader) {
        let header = ShardHeader {
            bench_signature: 7,
            arguments: "soft_nodes=10".to_owned(),
            first_seed,
            games,
        };
        (name.to_owned(), header)
    }

    #[test]
    fn neighbours_in_any_order_make_one_file() {
        let shards = [shard("c", 60, 5), shard("a", 40, 12), shard("b", 52, 8)];
        let (merged, order) = plan_merge(&shards).unwrap();
        assert_eq!(merged, shard("", 40, 25).1);
        assert_eq!(order, [1, 2, 0]);
        assert_eq!(plan_merge(&[]), Err(MergeError::Nothing));
    }

    #[test]
    fn gaps_overlaps_and_foreign_shards_are_refused_by_name() {
        let complaint = |shards: &[_]| plan_merge(shards).unwrap_err().to_string();
        assert_eq!(
            complaint(&[shard("b", 53, 8), shard("a", 40, 12)]),
            "the seeds 52 to 52 are missing between a and b"
        );
        assert_eq!(
            complaint(&[shard("a", 40, 12), shard("b", 51, 8)]),
            "a and b both have seed 51"
        );
        assert_eq!(
            complaint(&[shard("a", 40, 12), shard("b", 40, 12)]),
            "a and b both have seed 40"
        );
        let mut other = shard("b", 52, 8);
        other.1.bench_signature = 8;
        assert_eq!(
            complaint(&[shard("a", 40, 12), other]),
            "b: the bench signature is 8, but that of a is 7"
        );
        let mut other = shard("b", 52, 8);
        other.1.arguments = "soft_nodes=11".to_owned();
        assert_eq!(
            complaint(&[shard("a", 40, 12), other]),
            "b: played with \"soft_nodes=11\", but a with \"soft_nodes=10\""
        );
    }
}
