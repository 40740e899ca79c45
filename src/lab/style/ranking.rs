//! The ranking of moves in the typical positions, without a search for each personality.
//!
//! Every move has been searched once by the plain engine. A personality's bonuses go on top of these
//! scores by the rule of the root search ([`prefer`]), so that another taste ranks the moves at once. This
//! is what taste and openings do at full strength. Judgement, contempt and level act inside a search and
//! do not show here, and chance is left out.

use std::cmp::Reverse;

use super::best_lines::best_lines;
use super::portrait::Likeness;
use super::typical_positions::typical_positions;
use crate::board::{Game, Move};
use crate::book::unscaled;
use crate::personality::{Adjustments, Feature, MoveTaste, Parameter, Personality, Roster};
use crate::score::Score;
use crate::search::prefer;

/// A typical position with what the plain engine makes of every move.
#[derive(Clone, Debug)]
pub struct TypicalPosition {
    /// What is at stake.
    pub title: &'static str,
    /// The moves that lead to it.
    pub game: Game,
    /// All legal moves, each with its score from the side to move; the best first.
    moves: Vec<(Move, Score)>,
}

/// A move as a personality sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// What the plain engine makes of it.
    pub score: Score,
    /// What the personality likes and dislikes in it, and its bonus.
    pub taste: MoveTaste,
    /// The score with the bonus, by which moves are ranked.
    pub preferred: Score,
}

/// Searches the typical positions, one after the other, with so many nodes for each. Positions for which
/// the nodes do not suffice are left out.
pub fn score_positions(nodes: u64) -> impl Iterator<Item = TypicalPosition> {
    typical_positions().filter_map(move |(title, game)| {
        let lines = game.position().legal_moves().len();
        let reports = best_lines(&game, lines, nodes)?;
        let moves = reports.iter().map(|report| (report.pv[0], report.score));
        Some(TypicalPosition {
            title,
            moves: moves.collect(),
            game,
        })
    })
}

impl TypicalPosition {
    /// The moves as a personality ranks them; of those that it likes as much, the better first.
    pub fn ranked(&self, personality: &Personality) -> Vec<RankedMove> {
        let tastes = without_chance(personality).explain(&self.game, 0);
        let ranked = self.moves.iter().map(|&(mv, score)| {
            let taste = tastes.iter().find(|taste| taste.mv == mv).cloned();
            let taste = taste.unwrap_or_else(|| MoveTaste::none(mv));
            RankedMove {
                score,
                preferred: prefer(score, taste.bonus_cp),
                taste,
            }
        });
        let mut ranked: Vec<RankedMove> = ranked.collect();
        ranked.sort_by_key(|it| Reverse((it.preferred, it.score)));
        ranked
    }

    /// The moves of a personality's opening lines here, the likeliest first; where there are any, one of
    /// them is played without a search.
    pub fn book_moves(&self, personality: &Personality) -> Vec<Move> {
        let book = personality.opening_book();
        let position = self.game.position();
        if book.choose(position, 0, unscaled).is_none() {
            return Vec::new();
        }
        let known = book.chances_permille(position, unscaled);
        let played = known.into_iter().filter(|(_, chance)| *chance > 0);
        played.map(|(mv, _)| mv).collect()
    }
}

/// The characters with a taste, the most similar first: the cosine of the angle between the bonuses that
/// they and this personality give the moves of the positions. Nobody resembles one without taste.
pub fn nearest(
    personality: &Personality,
    roster: &Roster,
    positions: &[TypicalPosition],
) -> Vec<Likeness> {
    let own = wishes(personality, positions);
    let others = roster.iter().filter_map(|other| {
        Some(Likeness {
            name: other.name().to_owned(),
            cosine: cosine(&own, &wishes(other, positions))?,
        })
    });
    let mut ranked: Vec<Likeness> = others.collect();
    ranked.sort_by(|one, other| other.cosine.total_cmp(&one.cosine));
    ranked
}

/// What a personality wishes for each move, in centipawns beside the mean of its position.
fn wishes(personality: &Personality, positions: &[TypicalPosition]) -> Vec<f64> {
    let chooser = without_chance(personality);
    let of_position = |it: &TypicalPosition| {
        let tastes = chooser.explain(&it.game, 0);
        let sum: i32 = tastes.iter().map(|taste| taste.wish_cp).sum();
        let mean = f64::from(sum) / tastes.len().max(1) as f64;
        let beside = move |taste: MoveTaste| f64::from(taste.wish_cp) - mean;
        tastes.into_iter().map(beside).collect::<Vec<f64>>()
    };
    positions.iter().flat_map(of_position).collect()
}

/// The cosine of the angle between two vectors; `None` where one has no direction.
fn cosine(one: &[f64], other: &[f64]) -> Option<f64> {
    let product =
        |left: &[f64], right: &[f64]| -> f64 { left.iter().zip(right).map(|(a, b)| a * b).sum() };
    let lengths = (product(one, one) * product(other, other)).sqrt();
    (lengths > 0.0).then(|| product(one, other) / lengths)
}

fn without_chance(personality: &Personality) -> Personality {
    let chance = Parameter::Taste(Feature::Randomness);
    personality.adjusted(&Adjustments::from([(chance, 0)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::request::PlayerProfile;
    use crate::engine::{Explanation, SearchOrder, SearchPurpose};
    use crate::personality::Slider;
    use crate::search::{SearchLimits, TranspositionTable};
    use std::sync::{Arc, LazyLock};

    /// With 8,000 nodes, 230 for each move, one slider showed nowhere.
    static POSITIONS: LazyLock<Vec<TypicalPosition>> =
        LazyLock::new(|| score_positions(40_000).collect());

    /// The moves of every position that a ranking in full shows.
    fn first_moves(personality: &Personality) -> Vec<Move> {
        let ranked = POSITIONS.iter().map(|it| it.ranked(personality));
        let first = ranked.flat_map(|ranked| ranked.into_iter().take(5));
        first.map(|ranked| ranked.taste.mv).collect()
    }

    #[test]
    fn neutral_ranks_every_move_by_its_score() {
        assert_eq!(POSITIONS.len(), 10);
        for it in POSITIONS.iter() {
            let ranked = it.ranked(&Personality::neutral());
            assert_eq!(ranked.len(), it.game.position().legal_moves().len());
            assert!(ranked.iter().all(|ranked| ranked.preferred == ranked.score));
            assert!(ranked.is_sorted_by_key(|ranked| Reverse(ranked.score)));
        }
    }

    #[test]
    fn the_bonuses_are_those_of_a_search_and_rank_the_moves() {
        let roster = Roster::built_in();
        let romantic = without_chance(roster.find("romantic").unwrap());
        let player = PlayerProfile::new(Arc::new(romantic.clone()), 0);
        for it in POSITIONS.iter() {
            let limits = SearchLimits {
                depth_plies: Some(2),
                ..SearchLimits::default()
            };
            let order = SearchOrder::new(it.game.clone(), limits, SearchPurpose::Explain);
            let explained = Explanation::search(&order, &player, &TranspositionTable::new(1));
            let Some(Explanation::Search(search)) = explained else {
                panic!("{}: {explained:?}", it.title);
            };
            let ranked = it.ranked(&romantic);
            assert!(ranked.is_sorted_by_key(|ranked| Reverse(ranked.preferred)));
            for ranked in ranked {
                let mut searched = search.moves.iter();
                let same = searched.find(|searched| searched.mv == ranked.taste.mv);
                assert_eq!(ranked.taste, same.unwrap().taste, "{}", it.title);
                let preferred = prefer(ranked.score, ranked.taste.bonus_cp);
                assert_eq!(ranked.preferred, preferred);
            }
        }
    }

    #[test]
    fn each_slider_shows_at_either_end() {
        let neutral = Personality::neutral();
        for &slider in Slider::TASTE {
            for percent in [-100, 100] {
                let set = Adjustments::from([(Parameter::Slider(slider), percent)]);
                let first = first_moves(&neutral.adjusted(&set));
                assert_ne!(first, first_moves(&neutral), "{} {percent}", slider.key());
            }
        }
    }

    #[test]
    fn chance_is_left_out_and_opening_lines_are_told() {
        let chance = Parameter::Taste(Feature::Randomness);
        let chancy = Personality::neutral().adjusted(&Adjustments::from([(chance, 100)]));
        assert_eq!(first_moves(&chancy), first_moves(&Personality::neutral()));
        let knowing = Personality::neutral()
            .with_repertoire("hypermodern")
            .unwrap();
        let first = &POSITIONS[0];
        let known = first.book_moves(&knowing);
        assert_eq!(first.game.position().san(known[0]), "Nf3");
        assert!(POSITIONS[9].book_moves(&knowing).is_empty());
        assert!(first.book_moves(&Personality::neutral()).is_empty());
    }

    #[test]
    fn a_character_is_nearest_to_itself() {
        let roster = Roster::built_in();
        for name in ["hypermodern", "miser", "romantic"] {
            let ranked = nearest(roster.find(name).unwrap(), &roster, &POSITIONS);
            assert_eq!(ranked[0].name, name);
            assert!((ranked[0].cosine - 1.0).abs() < 1e-9);
            assert!(ranked[1].cosine < 0.95 && ranked.iter().all(|it| it.name != "neutral"));
        }
        assert!(nearest(&Personality::neutral(), &roster, &POSITIONS).is_empty());
    }
}
