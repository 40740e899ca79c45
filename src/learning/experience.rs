//! The experience: everything that has been learnt, in memory, within its bounds.

use std::collections::BTreeMap;

use crate::board::{Move, Position};
use crate::learning::lesson::Lesson;
use crate::learning::opponents::{OpponentRecord, OpponentSummary, tidy_name};
use crate::learning::positions::LearnedPosition;
use crate::learning::trust::{MOST_TRUST, after_games, chance_permille};

/// The most entries of each kind. Even the longest ones fit together into the file's bound.
pub(super) const MOST_BOOK_MOVES: usize = 2_500;
pub(super) const MOST_POSITIONS: usize = 2_500;
pub(super) const MOST_OPPONENTS: usize = 700;

/// What has been learnt of one book move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMoveRecord {
    /// Where it was played.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// Its trust after its last game, from -1000 to 1000.
    pub trust: i32,
    /// How many games have taught something of it.
    pub games: u32,
    /// The last of them, in the file's count.
    pub last_game: u32,
}

/// A part of an experience, or all of it, that is to be forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forgotten {
    /// Everything, the count of games too.
    All,
    /// All book moves.
    Book,
    /// All positions.
    Positions,
    /// All opponents.
    Opponents,
    /// One opponent, by name.
    Opponent(String),
}

/// Everything that has been learnt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Experience {
    /// How many games have taught something; the clock by which facts grow old.
    pub(super) games: u32,
    /// By position and move.
    pub(super) book: BTreeMap<(u64, MoveNumber), BookMoveRecord>,
    /// By position and salt.
    pub(super) positions: BTreeMap<(u64, u64), LearnedPosition>,
    /// By name in small letters and personality.
    pub(super) opponents: BTreeMap<(String, String), OpponentRecord>,
}

/// A move as a number, so that moves have an order.
type MoveNumber = (u8, u8, u8);

fn number_of(mv: Move) -> MoveNumber {
    let promotion = mv.promotion.map_or(0, |piece| piece as u8 + 1);
    (mv.from as u8, mv.to as u8, promotion)
}

impl Experience {
    /// How many games have taught something.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.book.is_empty() && self.positions.is_empty() && self.opponents.is_empty()
    }

    /// The book moves, the least trusted first.
    pub fn book_moves(&self) -> Vec<&BookMoveRecord> {
        let mut records: Vec<&BookMoveRecord> = self.book.values().collect();
        records.sort_by_key(|record| self.trust_of(record));
        records
    }

    /// The positions, the newest first.
    pub fn positions(&self) -> Vec<&LearnedPosition> {
        let mut positions: Vec<&LearnedPosition> = self.positions.values().collect();
        positions.sort_by_key(|learned| std::cmp::Reverse(learned.last_game));
        positions
    }

    /// The names of all opponents, the newest first.
    pub fn opponents(&self) -> Vec<&str> {
        let mut newest: BTreeMap<&str, &OpponentRecord> = BTreeMap::new();
        for ((key, _), record) in &self.opponents {
            let entry = newest.entry(key).or_insert(record);
            if record.last_game >= entry.last_game {
                *entry = record;
            }
        }
        let mut records: Vec<&OpponentRecord> = newest.into_values().collect();
        records.sort_by_key(|record| std::cmp::Reverse(record.last_game));
        records.iter().map(|record| record.name.as_str()).collect()
    }

    /// What is known of an opponent, however its name is written.
    pub fn opponent(&self, name: &str) -> Option<OpponentSummary> {
        let key = key_of(&tidy_name(name)?);
        let of_it = self.opponents.iter().filter(|((name, _), _)| *name == key);
        OpponentSummary::of(of_it.map(|(_, record)| record.clone()).collect())
    }

    /// The trust of a book move by now.
    pub fn trust_of(&self, record: &BookMoveRecord) -> i32 {
        after_games(record.trust, self.games.saturating_sub(record.last_game))
    }

    /// By how much, in permille, the chance of a book move is scaled.
    pub fn chance_permille(&self, position: &Position, mv: Move) -> u32 {
        let record = self.book.get(&(position.key(), number_of(mv)));
        chance_permille(record.map_or(0, |record| self.trust_of(record)))
    }

    /// The positions that a search from `root` with this salt could come across.
    pub fn near(&self, root: &Position, salt: u64) -> impl Iterator<Item = &LearnedPosition> {
        let positions = self.positions.values();
        positions.filter(move |learned| learned.salt == salt && learned.is_near(root))
    }

    /// Adds the lesson of one game; what is oldest and least useful goes when there is too much.
    pub fn learn(&mut self, lesson: &Lesson) {
        if lesson.is_empty() {
            return;
        }
        self.games = self.games.saturating_add(1);
        for (position, mv, points) in &lesson.book {
            self.learn_book_move(position, *mv, *points);
        }
        for learned in &lesson.positions {
            self.insert_position(LearnedPosition {
                last_game: self.games,
                ..learned.clone()
            });
        }
        if let Some(record) = &lesson.opponent {
            self.learn_result(record);
        }
        self.keep_within_bounds();
    }

    fn learn_book_move(&mut self, position: &Position, mv: Move, points: i32) {
        let now = self.games;
        let entry = self.book.entry((position.key(), number_of(mv)));
        let record = entry.or_insert_with(|| BookMoveRecord {
            position: position.clone(),
            mv,
            trust: 0,
            games: 0,
            last_game: now,
        });
        let left = after_games(record.trust, now.saturating_sub(record.last_game));
        record.trust = (left + points).clamp(-MOST_TRUST, MOST_TRUST);
        record.games = record.games.saturating_add(1);
        record.last_game = now;
    }

    fn learn_result(&mut self, result: &OpponentRecord) {
        let key = (key_of(&result.name), result.personality.clone());
        let known = self.opponents.remove(&key).unwrap_or_default();
        let record = OpponentRecord {
            rating: result.rating.or(known.rating),
            wins: known.wins.saturating_add(result.wins),
            draws: known.draws.saturating_add(result.draws),
            losses: known.losses.saturating_add(result.losses),
            last_game: self.games,
            ..result.clone()
        };
        self.opponents.insert(key, record);
    }

    pub(super) fn insert_book_move(&mut self, record: BookMoveRecord) {
        let key = (record.position.key(), number_of(record.mv));
        self.book.insert(key, record);
    }

    /// Of two searches of a position the deeper one stays.
    pub(super) fn insert_position(&mut self, learned: LearnedPosition) {
        let key = (learned.position.key(), learned.salt);
        match self.positions.get_mut(&key) {
            Some(known) if known.depth_plies > learned.depth_plies => {
                known.last_game = known.last_game.max(learned.last_game);
            }
            _ => {
                self.positions.insert(key, learned);
            }
        }
    }

    pub(super) fn insert_opponent(&mut self, record: OpponentRecord) {
        let key = (key_of(&record.name), record.personality.clone());
        self.opponents.insert(key, record);
    }

    /// Forgets a part and returns how many entries that were.
    pub fn forget(&mut self, what: &Forgotten) -> usize {
        let before = self.len();
        match what {
            Forgotten::All => *self = Experience::default(),
            Forgotten::Book => self.book.clear(),
            Forgotten::Positions => self.positions.clear(),
            Forgotten::Opponents => self.opponents.clear(),
            Forgotten::Opponent(name) => {
                let key = tidy_name(name).map(|name| key_of(&name));
                self.opponents
                    .retain(|(name, _), _| Some(name) != key.as_ref());
            }
        }
        before - self.len()
    }

    fn len(&self) -> usize {
        self.book.len() + self.positions.len() + self.opponents.len()
    }

    pub(super) fn keep_within_bounds(&mut self) {
        let now = self.games;
        keep_best(&mut self.book, MOST_BOOK_MOVES, |record| {
            let trust = after_games(record.trust, now.saturating_sub(record.last_game));
            u64::from(record.last_game) + u64::from(trust.unsigned_abs())
        });
        keep_best(&mut self.positions, MOST_POSITIONS, LearnedPosition::worth);
        keep_best(&mut self.opponents, MOST_OPPONENTS, OpponentRecord::worth);
    }
}

fn key_of(name: &str) -> String {
    name.to_lowercase()
}

/// Keeps the `most` entries of the greatest worth.
fn keep_best<K: Ord + Clone, V>(map: &mut BTreeMap<K, V>, most: usize, worth: impl Fn(&V) -> u64) {
    let Some(surplus) = map.len().checked_sub(most).filter(|&surplus| surplus > 0) else {
        return;
    };
    let mut ranked: Vec<(u64, K)> = map
        .iter()
        .map(|(key, value)| (worth(value), key.clone()))
        .collect();
    ranked.sort();
    for (_, key) in ranked.into_iter().take(surplus) {
        map.remove(&key);
    }
}
