//! Rehearsal: the engine itself chooses in the positions of somebody's games.

use super::choice_data::ObservedChoice;
use super::player_games::SidedGame;
use super::scored_choice::ScoredChoice;
use crate::board::Game;
use crate::lab::matches::game::Player;
use crate::lab::parallel::in_order;
use crate::personality::Personality;

/// What a personality chooses in each position, with so many nodes: the places of its moves. `None` where
/// it makes no move of the list. `progress` hears of each game that is done.
pub fn rehearse(
    games: &[SidedGame<'_>],
    choices: &[ScoredChoice],
    personality: &Personality,
    nodes: u64,
    threads: usize,
    mut progress: impl FnMut(),
) -> Vec<Option<usize>> {
    let of_game = |number: u64| {
        let mut player = Player::with_personality(personality, number, nodes);
        let played = &games[number as usize].played.game;
        let mut own = choices
            .iter()
            .filter(|it| u64::from(it.choice.game) == number)
            .peekable();
        let mut game = Game::new(played.start().clone());
        let mut places = Vec::new();
        for (ply, mv) in played.moves().enumerate() {
            if let Some(choice) = own.next_if(|it| it.ply == ply) {
                let chosen = player.search(&game).best;
                places.push(choice.moves.iter().position(|mv| Some(*mv) == chosen));
            }
            game.play(mv);
        }
        places
    };
    let mut all = Vec::with_capacity(choices.len());
    in_order(threads, games.len() as u64, of_game, |places| {
        progress();
        all.extend(places);
        true
    });
    all
}

/// The same choices as somebody made them who was rehearsed.
pub fn made_instead(choices: &[ScoredChoice], places: &[Option<usize>]) -> Vec<ObservedChoice> {
    let made = choices.iter().zip(places).filter_map(|(it, place)| {
        Some(ObservedChoice {
            chosen: (*place)?,
            ..it.choice.clone()
        })
    });
    made.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::read_pgn;
    use crate::lab::twin::made_up::sides_of_white;
    use crate::lab::twin::scored_choice::{PositionRules, scored_choices};

    #[test]
    fn a_rehearsal_repeats_what_was_played_with_the_same_taste() {
        let text = "[FEN \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1\"]\n\n1. Bb5 a6 2. Ba4 Nf6 3. O-O Be7 *";
        let games: Vec<_> = read_pgn(text).into_iter().map(Result::unwrap).collect();
        let sides = sides_of_white(&games);
        let rules = PositionRules {
            per_game: 100,
            seed: 1,
            has_theory: true,
        };
        let (choices, _) = scored_choices(&sides, &rules, 0, 1, || ());
        assert_eq!(choices.len(), 3);
        let neutral = Personality::neutral();
        let chosen = |threads| rehearse(&sides, &choices, &neutral, 300, threads, || ());
        assert_eq!(chosen(1), chosen(2));
        assert!(chosen(1).iter().all(Option::is_some));
        let castler = "[identity]\nname = \"castler\"\n[taste]\ncastling = -100\n";
        let castler = Personality::parse("castler.toml", castler).unwrap();
        let last = rehearse(&sides, &choices, &castler, 300, 1, || ())[2].unwrap();
        assert_ne!(choices[2].moves[last].to_string(), "e1g1");
        let made = made_instead(&choices, &[None, Some(1), Some(last)]);
        assert_eq!(made.len(), 2);
        assert_eq!((made[0].chosen, made[1].chosen), (1, last));
        assert_eq!(made[0].rows, choices[1].choice.rows);
    }
}
