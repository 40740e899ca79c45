//! Perfect matchings: whether all of a group can be paired when some pairs are not allowed (Edmonds 1965:
//! augmenting paths, with odd circles shrunk to a point).

use std::collections::VecDeque;

/// Whether `players` players can all be paired so that each pair is allowed.
pub fn has_perfect_matching(players: usize, is_allowed: impl Fn(usize, usize) -> bool) -> bool {
    let allowed = |one: usize| {
        let others = (0..players).filter(move |&other| other != one);
        others.filter(|&other| is_allowed(one, other)).collect()
    };
    let mut matching = Matching {
        neighbours: (0..players).map(allowed).collect(),
        mate: vec![None; players],
    };
    (0..players).all(|player| matching.mate[player].is_some() || matching.augment(player))
}

struct Matching {
    neighbours: Vec<Vec<usize>>,
    mate: Vec<Option<usize>>,
}

/// The tree of alternating paths that grows from a player without a partner.
struct AlternatingTree {
    /// The player before this one on the path, where this one is reached over an unused pair.
    parent: Vec<Option<usize>>,
    /// The base of the odd circle that a player belongs to; itself outside of circles.
    base: Vec<usize>,
    /// Whether the player is at an even distance from the root.
    is_even: Vec<bool>,
}

impl Matching {
    /// Looks for a path from `root` that leaves one player less without a partner, and takes it. Where
    /// there is none, the root stays alone in every largest matching.
    fn augment(&mut self, root: usize) -> bool {
        let players = self.mate.len();
        let mut tree = AlternatingTree {
            parent: vec![None; players],
            base: (0..players).collect(),
            is_even: vec![false; players],
        };
        tree.is_even[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(at) = queue.pop_front() {
            for next in self.neighbours[at].clone() {
                if tree.base[at] == tree.base[next] || self.mate[at] == Some(next) {
                    continue;
                }
                let is_circle =
                    next == root || self.mate[next].is_some_and(|mate| tree.parent[mate].is_some());
                if is_circle {
                    self.shrink(&mut tree, &mut queue, at, next);
                } else if tree.parent[next].is_none() {
                    tree.parent[next] = Some(at);
                    match self.mate[next] {
                        None => {
                            self.switch(&tree, next);
                            return true;
                        }
                        Some(mate) => {
                            tree.is_even[mate] = true;
                            queue.push_back(mate);
                        }
                    }
                }
            }
        }
        false
    }

    /// Makes one point of the odd circle that the pair of `one` and `other` closes.
    fn shrink(
        &self,
        tree: &mut AlternatingTree,
        queue: &mut VecDeque<usize>,
        one: usize,
        other: usize,
    ) {
        let base = self.common_base(tree, one, other);
        let mut in_circle = vec![false; self.mate.len()];
        self.mark(tree, &mut in_circle, one, base, other);
        self.mark(tree, &mut in_circle, other, base, one);
        for player in 0..self.mate.len() {
            if in_circle[tree.base[player]] {
                tree.base[player] = base;
                if !std::mem::replace(&mut tree.is_even[player], true) {
                    queue.push_back(player);
                }
            }
        }
    }

    /// Where the paths of two players to the root meet.
    fn common_base(&self, tree: &AlternatingTree, one: usize, other: usize) -> usize {
        let up = |player: usize| self.mate[player].and_then(|mate| tree.parent[mate]);
        let mut on_path = vec![false; self.mate.len()];
        let mut at = Some(one);
        while let Some(player) = at {
            let base = tree.base[player];
            on_path[base] = true;
            at = up(base);
        }
        let mut base = tree.base[other];
        while !on_path[base] {
            match up(base) {
                Some(player) => base = tree.base[player],
                None => break,
            }
        }
        base
    }

    /// Marks the players of a circle on one side of its base.
    fn mark(
        &self,
        tree: &mut AlternatingTree,
        in_circle: &mut [bool],
        mut at: usize,
        base: usize,
        mut child: usize,
    ) {
        while tree.base[at] != base {
            let Some(mate) = self.mate[at] else { return };
            in_circle[tree.base[at]] = true;
            in_circle[tree.base[mate]] = true;
            tree.parent[at] = Some(child);
            child = mate;
            match tree.parent[mate] {
                Some(parent) => at = parent,
                None => return,
            }
        }
    }

    /// Pairs everybody on the path that ends at `end` with his other neighbour on it.
    fn switch(&mut self, tree: &AlternatingTree, end: usize) {
        let mut at = Some(end);
        while let Some(player) = at {
            let Some(parent) = tree.parent[player] else {
                return;
            };
            let next = self.mate[parent];
            self.mate[player] = Some(parent);
            self.mate[parent] = Some(player);
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    /// By trying everything.
    fn slow(allowed: &[Vec<bool>], free: &[usize]) -> bool {
        let Some((&one, rest)) = free.split_first() else {
            return true;
        };
        rest.iter().enumerate().any(|(index, &other)| {
            let mut left = rest.to_vec();
            left.remove(index);
            allowed[one][other] && slow(allowed, &left)
        })
    }

    #[test]
    fn it_agrees_with_trying_everything() {
        let mut random = ChaCha8Rng::seed_from_u64(8);
        let mut found = [0; 2];
        for _ in 0..600 {
            let players = 2 + 2 * (random.next_u32() as usize % 5);
            let permille = 120 + random.next_u32() % 300;
            let drawn: Vec<Vec<bool>> = (0..players)
                .map(|_| {
                    (0..players)
                        .map(|_| random.next_u32() % 1_000 < permille)
                        .collect()
                })
                .collect();
            // Allowed one way is allowed the other way.
            let is_allowed =
                |one: usize, other: usize| drawn[one.max(other)][one.min(other)] && one != other;
            let allowed: Vec<Vec<bool>> = (0..players)
                .map(|one| (0..players).map(|other| is_allowed(one, other)).collect())
                .collect();
            let expected = slow(&allowed, &(0..players).collect::<Vec<_>>());
            let answer = has_perfect_matching(players, |one, other| allowed[one][other]);
            assert_eq!(answer, expected, "{allowed:?}");
            found[usize::from(expected)] += 1;
        }
        assert!(found[0] > 100 && found[1] > 100, "{found:?}");
        assert!(!has_perfect_matching(3, |_, _| true));
    }
}
