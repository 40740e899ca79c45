//! Explanations as a personality would say them to its opponent, in a sentence or two.
//!
//! Lists with every number, for people who study a personality, are in `explanation_text`.

use crate::board::Move;
use crate::engine::explanation::{Concession, ExplainedMove, ExplainedSearch, Explanation};
use crate::engine::taste_phrases::reasons;
use crate::search::Bound;

impl Explanation {
    /// Why the chosen move was chosen, or why another move, which was made on the board, was not.
    pub fn in_words(&self, made: Option<Move>) -> String {
        match self {
            Explanation::Book { position, mv, .. } => match made.filter(|made| made != mv) {
                None => format!("{} is one of my opening lines.", position.san(*mv)),
                Some(_) => format!("My opening lines have {} there.", position.san(*mv)),
            },
            Explanation::Search(search) => search.in_words(made),
            Explanation::Level(level) => level.in_words(made),
        }
    }
}

impl ExplainedSearch {
    fn in_words(&self, made: Option<Move>) -> String {
        let Some(chosen) = self.moves.first() else {
            return "There is no move to explain.".to_owned();
        };
        let made = made.filter(|&made| made != chosen.mv);
        let made = made.and_then(|made| self.moves.iter().find(|known| known.mv == made));
        match made {
            None => self.chosen_in_words(chosen),
            Some(made) => instead_of(made, chosen),
        }
    }

    fn chosen_in_words(&self, chosen: &ExplainedMove) -> String {
        let san = &chosen.san;
        if let Some(moves) = chosen.score.mate_distance_moves() {
            return match moves > 0 {
                true => format!("{san} leads to mate in {moves}."),
                false => format!("I see a mate coming, and {san} puts it off."),
            };
        }
        let liked = reasons(&chosen.taste.contributions);
        let price = self.price();
        match (liked, price) {
            (Some(liked), None) => {
                format!("I like {san} for {liked}, and no other move is better by score.")
            }
            (Some(liked), Some(price)) => format!("I like {san} for {liked}; {price}."),
            (None, None) => format!("{san} is the best move that I see."),
            (None, Some(price)) => format!("I play {san}; {price}."),
        }
    }

    /// What the best move by score would be better by.
    fn price(&self) -> Option<String> {
        let best = self.moves.iter().skip(1).max_by_key(|other| other.score)?;
        let (most, cp) = match self.concession() {
            Concession::Nothing | Concession::Decided => return None,
            Concession::Exactly(cp) => ("", cp),
            Concession::AtMost(cp) => ("at most ", cp),
        };
        let san = &best.san;
        Some(format!(
            "the best move by score, {san}, is {most}{cp} cp better"
        ))
    }
}

/// Why the chosen move would have been played instead of the one that was made.
fn instead_of(made: &ExplainedMove, chosen: &ExplainedMove) -> String {
    let because = match reasons(&chosen.taste.contributions) {
        Some(liked) => format!("I would rather play {} for {liked}", chosen.san),
        None => format!("I would rather play {}", chosen.san),
    };
    let is_decided = made.score.is_decisive() || chosen.score.is_decisive();
    let worse_cp = chosen.score.raw() - made.score.raw();
    let least = match made.bound {
        Bound::Upper => "at least ",
        Bound::Exact | Bound::Lower => "",
    };
    match worse_cp {
        _ if is_decided => format!("{because}; {} is not as good.", made.san),
        1.. => format!("{because}; {} is {least}{worse_cp} cp worse.", made.san),
        _ => format!("{because}, although {} is no worse by score.", made.san),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::explanation::tests::{OPEN, explain};
    use crate::personality::{Contribution, Feature};
    use crate::score::Score;

    fn part(feature: Feature, measure_permille: i32, contribution_cp: i32) -> Contribution {
        Contribution {
            feature,
            measure_permille,
            contribution_cp,
        }
    }

    /// The search of a position with the first two moves as they are given: a score and a taste.
    fn search(scores: [i32; 2], bound: Bound, parts: Vec<Contribution>) -> ExplainedSearch {
        let mut search = explain(OPEN, "plain", 2);
        for (known, cp) in search.moves.iter_mut().zip(scores) {
            known.score = Score::from_cp(cp);
            known.bound = bound;
        }
        search.moves.truncate(2);
        search.moves[0].san = "Nc6".to_owned();
        search.moves[1].san = "d5".to_owned();
        search.moves[0].taste.contributions = parts;
        search
    }

    #[test]
    fn a_taste_names_its_reasons_and_its_price() {
        let parts = vec![
            part(Feature::QueenTrade, -400, 6),
            part(Feature::Complexity, 700, 31),
            part(Feature::Trades, 300, -9),
            part(Feature::Randomness, 500, 1),
        ];
        assert_eq!(
            search([10, 39], Bound::Exact, parts.clone()).in_words(None),
            "I like Nc6 for the complications and the queens that stay on; \
             the best move by score, d5, is 29 cp better."
        );
        assert_eq!(
            search([39, 10], Bound::Exact, parts[..1].to_vec()).in_words(None),
            "I like Nc6 for the queens that stay on, and no other move is better by score."
        );
        assert_eq!(
            search([39, 10], Bound::Exact, Vec::new()).in_words(None),
            "Nc6 is the best move that I see."
        );
    }

    #[test]
    fn a_move_of_somebody_else_is_compared() {
        let parts = vec![part(Feature::Complexity, 700, 31)];
        let worse = search([39, 10], Bound::Upper, parts.clone());
        let other = worse.moves[1].mv;
        assert_eq!(
            worse.in_words(Some(other)),
            "I would rather play Nc6 for the complications; d5 is at least 29 cp worse."
        );
        let better = search([10, 39], Bound::Exact, parts);
        assert_eq!(
            better.in_words(Some(other)),
            "I would rather play Nc6 for the complications, although d5 is no worse by score."
        );
    }

    #[test]
    fn a_mate_needs_no_taste() {
        let search = explain("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "firebrand", 3);
        assert_eq!(search.in_words(None), "Ra8# leads to mate in 1.");
    }
}
