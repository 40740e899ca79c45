//! The live ranking: the first moves of a personality in the typical positions beside neutral's, a line
//! for each position, and one position in full.

use std::iter;

use masque::board::{Color, Move};
use masque::lab::style::ranking::{RankedMove, TypicalPosition};
use masque::personality::Personality;
use masque::terminal::drawing::{BoardStyle, draw_board};
use masque::wrapping::wrapped;

use crate::cli::paint::Paint;

/// How many moves are shown of each.
const FIRST_MOVES: usize = 3;
/// How many moves are named whose bonuses changed most.
const MOST_MOVED: usize = 3;
/// How many moves of a position are near the top.
const NEAR_THE_TOP: usize = 8;
/// How many moves of one position are shown in full.
const FULL_MOVES: usize = 5;
/// The width of a move, and of a position's name.
const MOVE_CHARS: usize = 7;
const NAME_CHARS: usize = 27;
/// What stands behind moves that come from opening lines.
const LEARNT: &str = "learnt";

/// The first moves in each position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankingTable {
    title: String,
    rows: Vec<RankingRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct RankingRow {
    name: &'static str,
    own: Vec<String>,
    neutral: Vec<String>,
    /// The bonus of every move in centipawns, the first move first.
    bonuses_cp: Vec<(String, i32)>,
}

impl RankingTable {
    /// What a personality makes of the positions as it is.
    pub fn of(personality: &Personality, positions: &[TypicalPosition]) -> RankingTable {
        let neutral = Personality::neutral();
        let rows = positions.iter().map(|it| RankingRow {
            name: it.title.split_once(':').map_or(it.title, |(name, _)| name),
            own: first_moves(it, personality),
            neutral: first_moves(it, &neutral),
            bonuses_cp: bonuses_cp(it, personality),
        });
        RankingTable {
            title: personality.title().to_owned(),
            rows: rows.collect(),
        }
    }

    /// Whether a row is another than it was in the table before.
    fn is_changed(&self, number: usize, before: Option<&RankingTable>) -> bool {
        let own = |table: &RankingTable| table.rows.get(number).map(|row| row.own.clone());
        before.is_some_and(|before| own(before) != own(self))
    }

    /// Whether any row is another than before.
    pub fn is_other_than(&self, before: &RankingTable) -> bool {
        (0..self.rows.len()).any(|number| self.is_changed(number, Some(before)))
    }

    /// Of the moves near the top those whose bonuses are most changed, one of a position and no more than
    /// three, in a line; `None` where all bonuses are as they were.
    pub fn most_moved(&self, before: &RankingTable) -> Option<String> {
        let rows = self.rows.iter().zip(&before.rows).zip(1..);
        let mut moved: Vec<(i32, String)> = rows
            .filter_map(|((row, before), number)| {
                let change = |(san, cp): &(String, i32)| {
                    let mut known = before.bonuses_cp.iter();
                    let (_, before_cp) = known.find(|(other, _)| other == san)?;
                    Some((cp - before_cp, format!("{san} in {number}")))
                };
                let near = row.bonuses_cp.iter().take(NEAR_THE_TOP);
                near.filter_map(change)
                    .max_by_key(|(change, _)| change.abs())
            })
            .filter(|(change, _)| *change != 0)
            .collect();
        moved.sort_by_key(|(change, _)| std::cmp::Reverse(change.abs()));
        let told = moved.into_iter().take(MOST_MOVED);
        let told = told.map(|(change, told)| format!("{told} ({change:+} cp)"));
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| format!("Moved most: {}.", told.join(", ")))
    }

    /// The table, with a mark for what is another than it was `before`.
    pub fn lines(&self, before: Option<&RankingTable>, paint: Paint) -> Vec<String> {
        let legend = match before {
            Some(_) => "* changed by your answer",
            None => "",
        };
        let width = FIRST_MOVES * MOVE_CHARS;
        let title: String = self.title.chars().take(width).collect();
        let heading = format!(
            "{legend:<wide$} {title:<width$}  Neutral",
            wide = NAME_CHARS + 5
        );
        let mut lines = vec![paint.heading(&heading)];
        for (number, row) in self.rows.iter().enumerate() {
            let mark = if self.is_changed(number, before) {
                '*'
            } else {
                ' '
            };
            let name = format!("{mark}{:>2}  {:<NAME_CHARS$}", number + 1, row.name);
            let name = if mark == '*' { paint.good(&name) } else { name };
            let own = cells(&row.own);
            let own = match row.own.first() == row.neutral.first() {
                true => own,
                false => paint.name(&own),
            };
            let neutral = cells(&row.neutral);
            lines.push(format!("{name}  {own}  {}", neutral.trim_end()));
        }
        lines
    }
}

fn bonuses_cp(it: &TypicalPosition, personality: &Personality) -> Vec<(String, i32)> {
    let position = it.game.position();
    let ranked = it.ranked(personality).into_iter();
    let bonus = |ranked: RankedMove| (position.san(ranked.taste.mv), ranked.taste.bonus_cp);
    ranked.map(bonus).collect()
}

fn cells(moves: &[String]) -> String {
    moves
        .iter()
        .map(|san| format!("{san:<MOVE_CHARS$}"))
        .collect()
}

/// The first moves in SAN; with [`LEARNT`] behind them where they are from opening lines.
fn first_moves(it: &TypicalPosition, personality: &Personality) -> Vec<String> {
    let position = it.game.position();
    let san = |mv: Move| position.san(mv);
    let learnt = it.book_moves(personality);
    let mut moves: Vec<String> = match learnt.is_empty() {
        true => {
            let ranked = it.ranked(personality);
            let first = ranked.iter().take(FIRST_MOVES);
            first.map(|ranked| san(ranked.taste.mv)).collect()
        }
        false => {
            let first = learnt.into_iter().take(FIRST_MOVES - 1);
            first.map(san).chain([LEARNT.to_owned()]).collect()
        }
    };
    moves.resize(FIRST_MOVES, String::new());
    moves
}

/// A position in full: how it arises, the board, and the first moves with score, bonus and reasons.
pub fn in_full(
    it: &TypicalPosition,
    personality: &Personality,
    paint: Paint,
    width: usize,
) -> Vec<String> {
    let position = it.game.position();
    let side = position.side_to_move();
    let to_move = match side {
        Color::White => "White to move.",
        Color::Black => "Black to move.",
    };
    let mut lines = vec![paint.heading(it.title)];
    let moves = it.game.movetext(&[]).join(" ");
    lines.extend(wrapped(&format!("{moves} {to_move}"), width));
    let style = match paint.is_on() {
        true => BoardStyle::Coloured,
        false => BoardStyle::Letters,
    };
    let board = draw_board(position, side, None, style);
    lines.extend(board.lines().map(str::to_owned));
    let learnt = it.book_moves(personality);
    if !learnt.is_empty() {
        let learnt: Vec<String> = learnt.into_iter().map(|mv| position.san(mv)).collect();
        lines.push(format!("From its opening lines: {}.", learnt.join(", ")));
    }
    lines.push(format!(
        "{:MOVE_CHARS$} {:>6} {:>6}   in centipawns",
        "", "score", "bonus"
    ));
    for ranked in it.ranked(personality).into_iter().take(FULL_MOVES) {
        lines.extend(full_lines(&position.san(ranked.taste.mv), &ranked, width));
    }
    lines
}

/// A move with its score and bonus, and beside them the reasons, in as many lines as they need.
fn full_lines(san: &str, ranked: &RankedMove, width: usize) -> Vec<String> {
    let (score, bonus_cp) = (ranked.score.in_centipawns(), ranked.taste.bonus_cp);
    let value = format!("{san:MOVE_CHARS$} {score:>6} {bonus_cp:>+6}   ");
    let indent = value.chars().count();
    let reasons = wrapped(&ranked.taste.reasons(), width.saturating_sub(indent).max(1));
    let left = iter::once(value).chain(iter::repeat(" ".repeat(indent)));
    let lines = left.zip(reasons);
    lines.map(|(left, reasons)| left + &reasons).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use masque::lab::style::ranking::score_positions;
    use masque::personality::Roster;

    #[test]
    fn rows_fit_a_screen_and_changes_are_marked() {
        let positions: Vec<TypicalPosition> = score_positions(5_000).collect();
        let roster = Roster::built_in();
        let neutral = RankingTable::of(&Personality::neutral(), &positions);
        let other = RankingTable::of(roster.find("hypermodern").unwrap(), &positions);
        assert!(other.is_other_than(&neutral) && !neutral.is_other_than(&neutral));
        let marked = |lines: &[String]| {
            lines[1..]
                .iter()
                .filter(|line| line.starts_with('*'))
                .count()
        };
        let lines = other.lines(Some(&neutral), Paint::PLAIN);
        assert_eq!(lines.len(), positions.len() + 1);
        assert!(
            lines.iter().all(|line| line.chars().count() < 80),
            "{lines:#?}"
        );
        assert!((1..=10).contains(&marked(&lines)), "{lines:#?}");
        assert!(lines[1].contains("Nf3    c4     learnt"), "{lines:#?}");
        assert_eq!(marked(&other.lines(None, Paint::PLAIN)), 0);
        let moved = other.most_moved(&neutral).unwrap();
        assert!(moved.starts_with("Moved most: "), "{moved}");
        assert_eq!(moved.matches(" cp)").count(), 3, "{moved}");
        assert!(moved.len() < 80 && other.most_moved(&other).is_none());
        assert_eq!(marked(&other.lines(Some(&other), Paint::PLAIN)), 0);
    }

    #[test]
    fn a_position_is_shown_with_its_reasons() {
        let positions: Vec<TypicalPosition> = score_positions(5_000).take(2).collect();
        let roster = Roster::built_in();
        let hypermodern = roster.find("hypermodern").unwrap();
        let lines = in_full(&positions[1], hypermodern, Paint::PLAIN, 78);
        assert_eq!(lines[..2], ["An answer to 1. e4", "1. e4 Black to move."]);
        assert_eq!(lines[2], " 1  R  N  B  K  Q  B  N  R", "{lines:#?}");
        let text = lines.join("\n");
        assert!(text.contains("From its opening lines: Nf6"), "{text}");
        assert!(text.contains("flank_opening +"), "{text}");
        let narrow = in_full(&positions[1], hypermodern, Paint::PLAIN, 50);
        assert!(narrow.len() > lines.len() && narrow.iter().all(|line| line.chars().count() <= 50));
    }
}
