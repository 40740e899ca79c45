//! Swiss system: in each round players of about the same score meet, and nobody twice as long as that can
//! be avoided.
//!
//! Players are paired from the top. In a group of the same score the first of the upper half meets the
//! first of the lower half, if that leaves a pairing for all others; else the next one is tried. Who is
//! over, meets the next score group.

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

use super::round_robin::ColoredPair;

/// A player before a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwissPlayer {
    /// Half points so far, those of a bye included.
    pub half_points: u32,
    /// Whom the player has met, once for each round.
    pub opponents: Vec<usize>,
    /// The colours of the first games of the rounds: `true` is White.
    pub had_white: Vec<bool>,
    /// How many rounds the player was free.
    pub byes: u32,
}

impl SwissPlayer {
    /// How many times more the player had White than Black.
    fn surplus_of_white(&self) -> i32 {
        let sign = |&white: &bool| if white { 1 } else { -1 };
        self.had_white.iter().map(sign).sum()
    }

    fn meetings(&self, opponent: usize) -> usize {
        self.opponents.iter().filter(|&&it| it == opponent).count()
    }
}

/// The pairs of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwissRound {
    /// Who plays whom; the leaders first.
    pub pairs: Vec<ColoredPair>,
    /// Who is free: somebody, if the number of players is odd.
    pub bye: Option<usize>,
}

/// What a pairing may do.
#[derive(Clone, Copy)]
struct Permission {
    /// How often two players may have met before.
    most_meetings: usize,
    /// Whether two players may meet of whom each has had the same colour two times too often.
    clashing_colors: bool,
}

/// Pairs a round. Players are told by their places in the list, which is in the order of their strength.
pub fn pair_round(players: &[SwissPlayer]) -> SwissRound {
    let mut ranking: Vec<usize> = (0..players.len()).collect();
    ranking.sort_by_key(|&player| (std::cmp::Reverse(players[player].half_points), player));
    let longest = players.iter().map(|it| it.opponents.len()).max();
    let permissions = (0..=longest.unwrap_or(0)).flat_map(|most_meetings| {
        [false, true].map(|clashing_colors| Permission {
            most_meetings,
            clashing_colors,
        })
    });
    for permission in permissions {
        if let Some(round) = pair_under(players, &ranking, permission) {
            return round;
        }
    }
    // Not reached: under the last permission everybody may meet everybody.
    SwissRound::default()
}

fn pair_under(
    players: &[SwissPlayer],
    ranking: &[usize],
    permission: Permission,
) -> Option<SwissRound> {
    let may_meet = |one: usize, other: usize| {
        let surplus = [one, other].map(|it| players[it].surplus_of_white());
        let clash = surplus[0] * surplus[1] > 0 && surplus[0].abs().min(surplus[1].abs()) >= 2;
        players[one].meetings(other) <= permission.most_meetings
            && (permission.clashing_colors || !clash)
    };
    let can_be_paired = |free: &[usize]| has_perfect_matching(free, may_meet);
    let mut free = ranking.to_vec();
    let bye = match players.len() % 2 {
        0 => None,
        _ => Some(take_bye(players, &mut free, can_be_paired)?),
    };
    if !can_be_paired(&free) {
        return None;
    }
    let mut pairs = Vec::new();
    while let Some(one) = free.first().copied() {
        let mut candidates: Vec<usize> = free[1..].to_vec();
        sort_candidates(players, &free, &mut candidates);
        let rest = |other: usize| -> Vec<usize> {
            let left = free.iter().copied();
            left.filter(|&it| it != one && it != other).collect()
        };
        let fits = |&other: &usize| may_meet(one, other) && can_be_paired(&rest(other));
        let other = candidates.into_iter().find(fits)?;
        pairs.push(colored(players, one, other, pairs.len()));
        free = rest(other);
    }
    Some(SwissRound { pairs, bye })
}

/// Whether all of a group can be paired so that each pair may meet.
fn has_perfect_matching(group: &[usize], may_meet: impl Fn(usize, usize) -> bool) -> bool {
    let mut graph = UnGraph::<(), ()>::default();
    let nodes: Vec<_> = group.iter().map(|_| graph.add_node(())).collect();
    for (place, &one) in group.iter().enumerate() {
        for (earlier, &other) in group[..place].iter().enumerate() {
            if may_meet(one, other) {
                graph.add_edge(nodes[place], nodes[earlier], ());
            }
        }
    }
    maximum_matching(&graph).is_perfect()
}

/// Takes the last player out who has been free least often and without whom the others can be paired.
fn take_bye(
    players: &[SwissPlayer],
    free: &mut Vec<usize>,
    can_be_paired: impl Fn(&[usize]) -> bool,
) -> Option<usize> {
    let mut candidates: Vec<usize> = free.iter().rev().copied().collect();
    candidates.sort_by_key(|&player| players[player].byes);
    let others = |bye: usize| -> Vec<usize> {
        let others = free.iter().copied();
        others.filter(|&it| it != bye).collect()
    };
    let bye = candidates
        .into_iter()
        .find(|&bye| can_be_paired(&others(bye)))?;
    *free = others(bye);
    Some(bye)
}

/// Sorts the opponents of the first of `free`: those met least often, of the nearest score, and within
/// that from the middle of the score group downwards, then upwards; of two neighbours the one who does
/// not want the same colour.
fn sort_candidates(players: &[SwissPlayer], free: &[usize], candidates: &mut [usize]) {
    let Some(&first) = free.first() else { return };
    let own = &players[first];
    let points = own.half_points;
    let group = free
        .iter()
        .filter(|&&it| players[it].half_points == points)
        .count();
    let place = |player: usize| free.iter().position(|&it| it == player).unwrap_or(0);
    candidates.sort_by_key(|&player| {
        let other = &players[player];
        let at = place(player);
        let from_middle = match at < group {
            true if at >= group / 2 => at - group / 2,
            true => group - at,
            false => at - group,
        };
        let wants_same = (own.surplus_of_white() * other.surplus_of_white()).signum() > 0;
        (
            own.meetings(player),
            points.abs_diff(other.half_points),
            2 * from_middle + 3 * usize::from(wants_same),
        )
    });
}

/// Who of a pair has White: who had it less often, else who had Black last. Between equals the better one
/// has White on every other board.
fn colored(players: &[SwissPlayer], one: usize, other: usize, board: usize) -> ColoredPair {
    let claim = |player: usize| {
        let player = &players[player];
        (player.surplus_of_white(), player.had_white.last().copied())
    };
    let (own, others) = (claim(one), claim(other));
    let takes_white = match own.cmp(&others) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => board.is_multiple_of(2),
    };
    match takes_white {
        true => (one, other),
        false => (other, one),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    /// Plays a tournament in which the better player, by number, wins, but for some surprises.
    fn play(players: usize, rounds: usize) -> Vec<SwissPlayer> {
        let mut field = vec![SwissPlayer::default(); players];
        for number in 0..rounds {
            let round = pair_round(&field);
            assert_eq!(round.pairs.len(), players / 2);
            assert_eq!(round.bye.is_some(), players % 2 == 1);
            if let Some(bye) = round.bye {
                field[bye].byes += 1;
                field[bye].half_points += 2;
            }
            for (board, &(white, black)) in round.pairs.iter().enumerate() {
                for (one, other, is_white) in [(white, black, true), (black, white, false)] {
                    field[one].opponents.push(other);
                    field[one].had_white.push(is_white);
                }
                let is_surprise = (number + board) % 4 == 3;
                let winner = match is_surprise {
                    true => white.max(black),
                    false => white.min(black),
                };
                field[winner].half_points += 2;
            }
        }
        field
    }

    #[test]
    fn nobody_meets_twice_and_colours_are_balanced() {
        for (players, rounds) in [(4, 3), (6, 5), (7, 5), (8, 5), (9, 9), (16, 7), (31, 8)] {
            for (number, player) in play(players, rounds).iter().enumerate() {
                let mut opponents = player.opponents.clone();
                opponents.sort_unstable();
                opponents.dedup();
                assert_eq!(
                    opponents.len(),
                    player.opponents.len(),
                    "{players}: {number}"
                );
                assert!(!opponents.contains(&number));
                assert!(player.byes <= 1, "{players}: {number}");
                let most = if rounds * 2 > players { 3 } else { 2 };
                let surplus = player.surplus_of_white().abs();
                assert!(surplus <= most, "{players}, {rounds}: {player:?}");
            }
        }
    }

    #[test]
    fn the_upper_half_meets_the_lower_half_and_winners_meet_winners() {
        let field = play(8, 0);
        let first = pair_round(&field).pairs;
        assert_eq!(first, [(0, 4), (5, 1), (2, 6), (7, 3)]);
        let field = play(8, 1);
        for (white, black) in pair_round(&field).pairs {
            assert_eq!(field[white].half_points, field[black].half_points);
        }
    }

    #[test]
    fn after_everybody_has_met_they_meet_again_as_seldom_as_possible() {
        for player in play(4, 6) {
            for opponent in player.opponents.iter() {
                assert_eq!(player.meetings(*opponent), 2, "{player:?}");
            }
        }
        for player in play(3, 6) {
            assert_eq!(player.byes, 2, "{player:?}");
        }
    }

    #[test]
    fn the_bye_goes_to_the_last_who_has_had_none() {
        let mut field = play(5, 0);
        assert_eq!(pair_round(&field).bye, Some(4));
        field[4].byes = 1;
        assert_eq!(pair_round(&field).bye, Some(3));
        field[1].half_points = 0;
        field[3].half_points = 1;
        assert_eq!(pair_round(&field).bye, Some(2));
    }

    /// Whether all can be paired, by trying everything.
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
    fn who_can_be_paired_is_who_can_be_by_trying_everything() {
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
            let everybody: Vec<usize> = (0..players).collect();
            let expected = slow(&allowed, &everybody);
            let answer = has_perfect_matching(&everybody, |one, other| allowed[one][other]);
            assert_eq!(answer, expected, "{allowed:?}");
            found[usize::from(expected)] += 1;
        }
        assert!(found[0] > 100 && found[1] > 100, "{found:?}");
        assert!(!has_perfect_matching(&[0, 1, 2], |_, _| true));
        assert!(has_perfect_matching(&[], |_, _| false));
    }
}
