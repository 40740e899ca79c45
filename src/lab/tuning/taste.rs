//! Tastes fitted on scored root moves instead of games: what weights shift, and at which price.
//!
//! A table of root moves holds the scores and features of the best moves of many positions. With it
//! one knows in a second which moves a taste would choose, by how much each feature would then change,
//! and what would be given up. A shift is counted in standard deviations of a game: those of the sum
//! over [`MOVES_OF_A_GAME`] independent best moves.

use std::io::BufRead;

use thiserror::Error;

use crate::board::{Game, Move};
use crate::checksum::Fnv64;
use crate::lab::matches::game::Player;
use crate::lab::parallel::in_order;
use crate::lab::statistics::{Mean, TWO_SIDED_95};
use crate::personality::{Feature, Personality, bonuses_of_wishes, measures_of_moves};
use crate::score::Score;
use crate::search::{concession_cp, prefer};

/// The number of own moves in which a shift is counted.
pub const MOVES_OF_A_GAME: f64 = 30.0;
/// The columns before the features.
const LEADING_COLUMNS: [&str; 5] = ["position", "game", "fen", "score_cp", "line"];
/// Halvings of the interval in which the scale of the weights lies.
const BISECTIONS: u32 = 16;

/// Why a table of root moves could not be read.
#[derive(Debug, Error)]
pub enum RootMoveTableError {
    /// The system could not read on.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The features of the table are not those of this version.
    #[error(
        "line 1: expected the columns of `masque lab root-moves` of this version; make the file again"
    )]
    Columns,
    /// A line has a wrong value, or a wrong number of values.
    #[error("line {line}: `{found}`, expected {expected}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// There is no move to learn from.
    #[error("there is no root move in it, expected at least one")]
    Empty,
}

/// A root move of the table.
#[derive(Clone, Debug)]
struct TableMove {
    /// The move itself, as text.
    mv: String,
    score: Score,
    /// Its features, in the order of [`Feature::ALL`].
    measures_permille: Vec<i32>,
}

/// A position with its best root moves, the best first.
#[derive(Clone, Debug)]
struct TablePosition {
    game: Game,
    moves: Vec<TableMove>,
}

/// Positions with their best root moves.
#[derive(Clone, Debug)]
pub struct RootMoveTable {
    positions: Vec<TablePosition>,
    /// The standard deviation of each feature among best moves, in permille.
    deviations: Vec<f64>,
}

/// FeatureWeights in centipawns, one for each of [`Feature::ALL`].
pub type FeatureWeights = Vec<f64>;

/// What a taste does to the choice of moves.
#[derive(Clone, Debug)]
pub struct TasteEffect {
    /// The change of each feature in standard deviations of a game, in the order of [`Feature::ALL`].
    pub shifts: Vec<f64>,
    /// Half the widths of their 95 % intervals.
    pub shift_errors: Vec<f64>,
    /// What a move gives up on average, in centipawns of an even game.
    pub concession_cp: f64,
    /// Half the width of the 95 % interval of that mean.
    pub concession_error_cp: f64,
    /// The share of positions in which another move is chosen.
    pub other_moves: f64,
}

impl RootMoveTable {
    /// Reads what `masque lab root-moves` wrote.
    ///
    /// # Errors
    ///
    /// Other columns, wrong values, and a table without moves.
    pub fn read(input: impl BufRead) -> Result<RootMoveTable, RootMoveTableError> {
        let features = Feature::ALL.iter().map(|feature| feature.key());
        let columns: Vec<&str> = LEADING_COLUMNS.into_iter().chain(features).collect();
        let mut positions: Vec<TablePosition> = Vec::new();
        let mut last = None;
        for (index, line) in input.lines().enumerate() {
            let line = line?;
            if index == 0 {
                match line.split(',').eq(columns.iter().copied()) {
                    true => continue,
                    false => return Err(RootMoveTableError::Columns),
                }
            }
            let (number, game, table_move) = read_move(index + 1, &line, columns.len())?;
            match (last == Some(number), positions.last_mut()) {
                (true, Some(position)) => position.moves.push(table_move),
                _ => positions.push(TablePosition {
                    game,
                    moves: vec![table_move],
                }),
            }
            last = Some(number);
        }
        if positions.is_empty() {
            return Err(RootMoveTableError::Empty);
        }
        // The lines of a search are not always in the order of their scores.
        for position in &mut positions {
            let by_score = |known: &TableMove| std::cmp::Reverse(known.score);
            position.moves.sort_by_key(by_score);
        }
        let of_feature = |feature: usize| {
            let best = positions.iter().map(|position| &position.moves[0]);
            Mean::of(best.map(move |best| f64::from(best.measures_permille[feature]))).deviation
        };
        let deviations = (0..Feature::ALL.len()).map(of_feature).collect();
        Ok(RootMoveTable {
            positions,
            deviations,
        })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// A checksum of all moves, scores and features.
    pub fn checksum(&self) -> u64 {
        let mut hash = Fnv64::new();
        for table_move in self.positions.iter().flat_map(|position| &position.moves) {
            hash.add(table_move.mv.as_bytes());
            hash.add(&table_move.score.raw().to_le_bytes());
            for measure in &table_move.measures_permille {
                hash.add(&measure.to_le_bytes());
            }
        }
        hash.value()
    }

    /// The standard deviation of a feature among best moves, in permille.
    pub fn deviation_permille(&self, feature: Feature) -> f64 {
        self.deviations[feature as usize]
    }

    /// What these weights would do with this concession.
    pub fn effect(&self, weights: &FeatureWeights, max_concession_cp: i32) -> TasteEffect {
        let acting: Vec<(usize, f64)> = weights
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, weight)| *weight != 0.0)
            .collect();
        let mut tally = Tally::default();
        for TablePosition { moves, .. } in &self.positions {
            let chosen = &moves[choose(moves, &acting, max_concession_cp)];
            tally.add(&Choice::of(moves, chosen), &Choice::of(moves, &moves[0]));
        }
        tally.effect(&self.deviations)
    }

    /// What a personality really chooses where one without any taste chooses otherwise, both searching the first
    /// `count` positions with so many nodes. What it gives up is measured by the scores of the table,
    /// which should be of more nodes; a move that is not in the table counts as its worst move there.
    pub fn effect_of_search(
        &self,
        personality: &Personality,
        nodes: u64,
        count: usize,
        threads: usize,
    ) -> TasteEffect {
        let plain = Personality::plain();
        let positions = &self.positions[..count.min(self.positions.len())];
        let job = |number: u64| {
            let position = &positions[number as usize];
            [personality, &plain].map(|who| {
                let mut player = Player::with_personality(who, number, nodes);
                let best = player.search(&position.game).best;
                best.map(|mv| position.choice(mv))
            })
        };
        let mut tally = Tally::default();
        in_order(threads, positions.len() as u64, job, |choices| {
            if let [Some(own), Some(plain)] = choices {
                tally.add(&own, &plain);
            }
            true
        });
        tally.effect(&self.deviations)
    }

    /// The same weights, scaled so that a move gives up `wanted_cp` on average, or as near to that
    /// as the concession and the largest weights allow. They are not rounded.
    pub fn scaled(
        &self,
        weights: &FeatureWeights,
        max_concession_cp: i32,
        wanted_cp: f64,
    ) -> FeatureWeights {
        let limits = |(feature, weight): (&Feature, f64)| {
            let description = feature.description();
            weight.clamp(description.min_cp().into(), description.max_cp().into())
        };
        let times = |factor: f64| -> FeatureWeights {
            let products = weights.iter().map(|weight| weight * factor);
            Feature::ALL.iter().zip(products).map(limits).collect()
        };
        let largest = weights
            .iter()
            .fold(0.0_f64, |most, one| most.max(one.abs()));
        if largest == 0.0 {
            return weights.clone();
        }
        // With the upper factor even a hundredth of the largest weight has reached its limit.
        let (mut low, mut high) = (0.0, 100.0 * 100.0 / largest);
        for _ in 0..BISECTIONS {
            let middle = (low + high) / 2.0;
            let effect = self.effect(&times(middle), max_concession_cp);
            match effect.concession_cp < wanted_cp {
                true => low = middle,
                false => high = middle,
            }
        }
        times(low)
    }
}

/// A chosen move: what it has of each feature, and what it gives up.
#[derive(Clone, Debug)]
struct Choice {
    mv: String,
    measures_permille: Vec<i32>,
    concession_cp: f64,
}

impl Choice {
    fn of(moves: &[TableMove], chosen: &TableMove) -> Choice {
        Choice {
            mv: chosen.mv.clone(),
            measures_permille: chosen.measures_permille.clone(),
            concession_cp: concession_cp(moves[0].score, chosen.score),
        }
    }
}

impl TablePosition {
    fn choice(&self, mv: Move) -> Choice {
        let text = mv.to_string();
        let worst = &self.moves[self.moves.len() - 1];
        match self.moves.iter().find(|known| known.mv == text) {
            Some(known) => Choice::of(&self.moves, known),
            None => Choice {
                measures_permille: measures_of_moves(&self.game, &[mv]).remove(0),
                mv: text,
                concession_cp: concession_cp(self.moves[0].score, worst.score),
            },
        }
    }
}

/// Sums over positions.
#[derive(Default)]
struct Tally {
    positions: f64,
    others: f64,
    conceded_cp: Vec<f64>,
    changes: Vec<f64>,
    squares: Vec<f64>,
}

impl Tally {
    fn add(&mut self, own: &Choice, neutral: &Choice) {
        self.positions += 1.0;
        self.others += f64::from(u8::from(own.mv != neutral.mv));
        self.conceded_cp
            .push(own.concession_cp - neutral.concession_cp);
        self.changes.resize(own.measures_permille.len(), 0.0);
        self.squares.resize(own.measures_permille.len(), 0.0);
        let pairs = own.measures_permille.iter().zip(&neutral.measures_permille);
        let sums = self.changes.iter_mut().zip(&mut self.squares);
        for ((change, square), (new, old)) in sums.zip(pairs) {
            *change += f64::from(new - old);
            *square += f64::from(new - old).powi(2);
        }
    }

    fn effect(&self, deviations: &[f64]) -> TasteEffect {
        let count = self.positions.max(1.0);
        let of_a_game = |amount: f64, deviation: f64| match deviation > 0.0 {
            true => amount / deviation * MOVES_OF_A_GAME.sqrt(),
            false => 0.0,
        };
        let shifts = self.changes.iter().zip(deviations);
        let errors = self.changes.iter().zip(&self.squares).zip(deviations);
        let error = |((change, square), deviation): ((&f64, &f64), &f64)| {
            let variance = (square / count - (change / count).powi(2)).max(0.0);
            of_a_game(TWO_SIDED_95 * (variance / count).sqrt(), *deviation)
        };
        let conceded_cp = Mean::of(self.conceded_cp.iter().copied());
        TasteEffect {
            shifts: shifts
                .map(|(change, deviation)| of_a_game(change / count, *deviation))
                .collect(),
            shift_errors: errors.map(error).collect(),
            concession_cp: conceded_cp.value,
            concession_error_cp: conceded_cp.error(),
            other_moves: self.others / count,
        }
    }
}

/// The index of the move that a taste chooses; among equals the first.
fn choose(moves: &[TableMove], weights: &[(usize, f64)], max_concession_cp: i32) -> usize {
    let wish = |table_move: &TableMove| {
        let products = weights
            .iter()
            .map(|&(feature, weight)| weight * f64::from(table_move.measures_permille[feature]));
        (products.sum::<f64>() / 1_000.0).round() as i32
    };
    let wishes: Vec<i32> = moves.iter().map(wish).collect();
    let bonuses = bonuses_of_wishes(max_concession_cp, &wishes);
    let preferred = |index: &usize| prefer(moves[*index].score, bonuses[*index]);
    let best_first = (0..moves.len()).rev();
    best_first.max_by_key(preferred).unwrap_or(0)
}

fn read_move(
    line: usize,
    text: &str,
    columns: usize,
) -> Result<(u64, Game, TableMove), RootMoveTableError> {
    let fields: Vec<&str> = text.split(',').collect();
    let refuse = |found: &str, expected| RootMoveTableError::Line {
        line,
        found: found.to_owned(),
        expected,
    };
    if fields.len() != columns {
        let found = format!("{} fields", fields.len());
        return Err(refuse(&found, "as many as there are columns"));
    }
    let number = fields[0].parse();
    let number = number.map_err(|_| refuse(fields[0], "the number of a position"))?;
    let position = fields[2].parse();
    let position = position.map_err(|_| refuse(fields[2], "a position in FEN"))?;
    let score_cp = fields[3].parse();
    let score_cp = score_cp.map_err(|_| refuse(fields[3], "a score in centipawns"))?;
    let measures = fields[LEADING_COLUMNS.len()..].iter().map(|field| {
        let measure = field.parse().ok();
        let measure = measure.filter(|measure| (-1_000..=1_000).contains(measure));
        measure.ok_or_else(|| refuse(field, "a number from -1000 to 1000"))
    });
    let mv = fields[4].split(' ').next().unwrap_or_default();
    let table_move = TableMove {
        mv: mv.to_owned(),
        score: Score::from_cp(score_cp),
        measures_permille: measures.collect::<Result<_, _>>()?,
    };
    Ok((number, Game::new(position), table_move))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// A table of positions with two moves: the best, and one that costs so much and checks.
    fn table(costs_cp: &[i32]) -> String {
        let keys = Feature::ALL.iter().map(|feature| feature.key());
        let mut text = format!(
            "{},{}",
            LEADING_COLUMNS.join(","),
            keys.collect::<Vec<_>>().join(",")
        );
        for (number, cost_cp) in costs_cp.iter().enumerate() {
            for (score_cp, checks, mv) in [
                (20, i32::from(number == 0), "e2e4"),
                (20 - cost_cp, 1, "d2d4"),
            ] {
                let measure = |feature: &Feature| match feature {
                    Feature::Checks => (1_000 * checks).to_string(),
                    _ => "0".to_owned(),
                };
                let measures: Vec<String> = Feature::ALL.iter().map(measure).collect();
                text.push_str(&format!(
                    "\n{number},1,{START},{score_cp},{mv},{}",
                    measures.join(",")
                ));
            }
        }
        text
    }

    fn fond_of_checks(weight: f64) -> FeatureWeights {
        let weight_of = |feature: &Feature| match feature {
            Feature::Checks => weight,
            _ => 0.0,
        };
        Feature::ALL.iter().map(weight_of).collect()
    }

    #[test]
    fn a_taste_takes_what_it_can_afford() {
        let table = RootMoveTable::read(table(&[5, 10, 20, 40]).as_bytes()).unwrap();
        assert_eq!(table.len(), 4);
        let effect = table.effect(&fond_of_checks(25.0), 100);
        // Of the three positions with a choice two are cheap enough.
        assert_eq!(effect.other_moves, 0.5);
        assert_eq!(effect.concession_cp, (10.0 + 20.0) / 4.0);
        let checks = effect.shifts[Feature::Checks as usize];
        let expected = 500.0 / table.deviation_permille(Feature::Checks) * MOVES_OF_A_GAME.sqrt();
        assert!((checks - expected).abs() < 1e-9);
        // The concession bounds the bonus.
        assert_eq!(table.effect(&fond_of_checks(25.0), 15).other_moves, 0.25);
        assert_eq!(table.effect(&fond_of_checks(-25.0), 100).other_moves, 0.0);
    }

    #[test]
    fn weights_are_scaled_to_a_concession() {
        let table = RootMoveTable::read(table(&[5, 10, 20, 40]).as_bytes()).unwrap();
        let scaled = table.scaled(&fond_of_checks(1.0), 300, 5.0);
        let weight = scaled[Feature::Checks as usize];
        // Just too little for the move that costs 20, which a wish of 20 does not outweigh.
        assert!((20.0..20.5).contains(&weight), "{weight}");
        let most = table.scaled(&fond_of_checks(1.0), 300, 1_000.0);
        assert_eq!(most[Feature::Checks as usize], 100.0);
        let none = table.scaled(&fond_of_checks(0.0), 300, 5.0);
        assert_eq!(none, fond_of_checks(0.0));
    }

    #[test]
    fn a_search_chooses_as_its_taste_wants() {
        // Whatever is neither e4 nor d4 counts as e4, the worst.
        let table = RootMoveTable::read(table(&[-5, -10]).as_bytes()).unwrap();
        let other_moves = ["hypermodern = 100", "hypermodern = -100"].map(|taste| {
            let text =
                format!("[identity]\nname = 'test'\n[taste]\n{taste}\nmax_concession_cp = 200");
            let personality = Personality::parse("test", &text).unwrap();
            table
                .effect_of_search(&personality, 2_000, 2, 1)
                .other_moves
        });
        assert!(other_moves.iter().any(|&share| share > 0.0));
        let nothing = table.effect_of_search(&Personality::plain(), 2_000, 2, 1);
        assert_eq!((nothing.other_moves, nothing.concession_cp), (0.0, 0.0));
    }

    #[test]
    fn wrong_tables_are_refused_with_the_line() {
        let refused = |text: &str| {
            RootMoveTable::read(text.as_bytes())
                .unwrap_err()
                .to_string()
        };
        let good = table(&[5]);
        assert!(refused("a,b").starts_with("line 1"));
        assert!(refused(good.lines().next().unwrap()).contains("no root move"));
        assert!(refused(&good.replace(",20,", ",x,")).starts_with("line 2: `x`"));
        assert!(refused(&good.replace("1000", "1001")).contains("`1001`, expected a number"));
        assert!(refused(&format!("{good},0")).contains("fields"));
    }
}
