//! A preview of somebody: what they play in ten typical positions, beside somebody else.

use super::typical_positions::typical_positions;
use crate::board::{Game, Move};
use crate::engine::request::PlayerProfile;
use crate::engine::{Explanation, SearchOrder, SearchPurpose};
use crate::search::{SearchLimits, TranspositionTable};

const TABLE_MIB: usize = 8;

/// A typical position, and what two players do in it.
#[derive(Clone, Debug)]
pub struct PreviewedPosition {
    /// What is at stake.
    pub title: &'static str,
    /// The moves that lead to it.
    pub game: Game,
    /// What each of the players plays, and why.
    pub choices: [PreviewedMove; 2],
}

/// A move and its reasons.
#[derive(Clone, Debug)]
pub struct PreviewedMove {
    /// The move.
    pub mv: Move,
    /// Why, in its player's words.
    pub words: String,
}

/// What two players do in the typical positions with `nodes` for a move, one position after the other.
/// They play as in a game, with their opening lines; positions in which the nodes do not suffice for a
/// first look are left out.
pub fn preview(
    players: [&PlayerProfile; 2],
    nodes: u64,
) -> impl Iterator<Item = PreviewedPosition> {
    typical_positions().filter_map(move |(title, game)| {
        let [one, other] = players.map(|player| choice(player, &game, nodes));
        Some(PreviewedPosition {
            title,
            choices: [one?, other?],
            game,
        })
    })
}

fn choice(player: &PlayerProfile, game: &Game, nodes: u64) -> Option<PreviewedMove> {
    let limits = SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    };
    let order = SearchOrder {
        may_play_book: true,
        ..SearchOrder::new(game.clone(), limits, SearchPurpose::Explain)
    };
    let table = TranspositionTable::new(TABLE_MIB);
    let explanation = Explanation::search(&order, player, &table)?;
    Some(PreviewedMove {
        mv: explanation.chosen()?,
        words: explanation.in_words(None),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::Roster;
    use std::sync::Arc;

    #[test]
    fn every_position_is_reached_and_has_both_choices() {
        let roster = Roster::built_in();
        let player = |name| PlayerProfile::new(Arc::new(roster.load(name).unwrap()), 1);
        let (own, other) = (player("hypermodern"), player("neutral"));
        let previewed: Vec<PreviewedPosition> = preview([&own, &other], 2_000).collect();
        assert_eq!(previewed.len(), 10);
        for it in &previewed {
            for choice in &it.choices {
                let san = it.game.position().san(choice.mv);
                assert!(choice.words.contains(&san), "{san}: {}", choice.words);
            }
        }
        let differing = previewed
            .iter()
            .filter(|it| it.choices[0].mv != it.choices[1].mv);
        assert!((2..=9).contains(&differing.count()));
    }
}
