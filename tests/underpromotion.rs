//! A promotion to less than a queen is never chosen where the queen is as good, unless the personality
//! likes underpromotion; where it is better it is found.
#![allow(clippy::unwrap_used)]

use masque::board::{Game, Move, Piece, Position};
use masque::lab::matches::game::Player;
use masque::personality::{Feature, Parameter, Personality, PlayingStrength, Roster};

/// Positions with a promotion, each with the lesser one that is best, if one is.
const POSITIONS: &str = include_str!("data/underpromotion.epd");
const NODES: u64 = 5_000;

fn positions() -> impl Iterator<Item = (Position, Option<&'static str>)> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| match line.split_once("; ") {
        Some((fen, best)) => (fen.parse().unwrap(), Some(best)),
        None => (line.parse().unwrap(), None),
    })
}

fn choice(personality: &Personality, position: &Position) -> Move {
    let mut player = Player::with_personality(personality, 3, NODES);
    let outcome = player.search(&Game::new(position.clone()));
    outcome.best.unwrap()
}

fn is_lesser(mv: Move) -> bool {
    mv.promotion.is_some_and(|piece| piece != Piece::Queen)
}

#[test]
fn nobody_takes_less_than_a_queen_for_nothing() {
    let mut taken = Vec::new();
    for personality in Roster::built_in().iter() {
        let likes = personality.value_of(Parameter::Taste(Feature::Underpromotion)) > 0;
        for (position, _) in positions().filter(|(_, best)| best.is_none() && !likes) {
            let mv = choice(personality, &position);
            if is_lesser(mv) {
                taken.push(format!("{}: {} {mv}", personality.name(), position.fen()));
            }
        }
    }
    assert!(taken.is_empty(), "{taken:#?}");
}

#[test]
fn everybody_takes_less_where_it_is_better() {
    let roster = Roster::built_in();
    // People overlook it, and so do levels.
    let far_sighted = roster
        .iter()
        .filter(|who| who.max_depth_plies().is_none() && who.strength() == PlayingStrength::Full);
    for personality in far_sighted {
        for (position, best) in positions() {
            let Some(best) = best else { continue };
            let mv = choice(personality, &position);
            let (name, fen) = (personality.name(), position.fen());
            assert_eq!(position.san(mv), best, "{name}: {fen}");
        }
    }
}
