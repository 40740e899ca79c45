//! `Style12`: a board as a chess server sends it in a `<12>` line (style 12).
//!
//! Servers differ in the unit of the clocks and in the fields after the thirtieth, which may be missing
//! or followed by more.
//!
//! Sources: the help page `style12` of freechess.org, and what three servers send.

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, digit1, i64 as signed, one_of, space0, space1};
use nom::combinator::{all_consuming, map, map_opt, opt, rest, value, verify};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use crate::board::{Color, FenError, File, Position};

/// How the board concerns us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// -3: a position outside a game, such as from `refresh`.
    Isolated,
    /// -2: we observe a game that is being examined.
    ObservingExamined,
    /// -1: our game, the opponent is to move.
    OpponentToMove,
    /// 0: we observe a game that is being played.
    Observing,
    /// 1: our game, and we are to move.
    OurMove,
    /// 2: we examine this game.
    Examining,
}

/// What a clock's number counts on this board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockUnit {
    /// Whole seconds, rounded down.
    Seconds,
    /// Milliseconds, after `iset ms 1` where the server knows it.
    Milliseconds,
}

/// Who may still castle where, as the server says. On a Chess960 board this is all it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastlingRights {
    /// White towards the h-file.
    pub white_short: bool,
    /// White towards the a-file.
    pub white_long: bool,
    /// Black towards the h-file.
    pub black_short: bool,
    /// Black towards the a-file.
    pub black_long: bool,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style12 {
    /// The men, as FEN writes them.
    pub placement: String,
    /// Who is to move.
    pub side_to_move: Color,
    /// The file of a pawn that has just made a double step; some servers say so only when it can
    /// be captured.
    pub double_step: Option<File>,
    /// Castling that may become possible.
    pub castling: CastlingRights,
    /// Plies since a capture or pawn move.
    pub reversible_plies: u32,
    /// The server's number of the game.
    pub game: u32,
    /// White's handle.
    pub white: String,
    /// Black's handle.
    pub black: String,
    /// How the board concerns us.
    pub relation: Relation,
    /// The initial time.
    pub initial_minutes: u32,
    /// What each move adds.
    pub increment_s: u32,
    /// White's clock; negative when it has run out.
    pub white_clock_ms: i64,
    /// Black's clock; negative when it has run out.
    pub black_clock_ms: i64,
    /// In which unit the server sent the clocks.
    pub clock_unit: ClockUnit,
    /// The number of the move about to be played.
    pub move_number: u32,
    /// The last move in the verbose notation, `P/e2-e4` or `o-o`; `None` when there is none.
    pub verbose_move: Option<String>,
    /// The last move in SAN, as far as the server can write it.
    pub san: Option<String>,
    /// How long the last move took.
    pub move_time: Duration,
    /// Whether the clocks run; not every server says so.
    pub clock_runs: Option<bool>,
    /// How much of the last move's time was lag; not every server says so.
    pub lag_ms: Option<u32>,
}

impl Style12 {
    /// The board in a line that begins with `<12>`; `None` when it is not of that form.
    pub fn parse(line: &str) -> Option<Style12> {
        all_consuming(board)
            .parse(line)
            .ok()
            .map(|(_, board)| board)
    }

    /// Half-moves made since the number 1 for White.
    pub fn ply(&self) -> u32 {
        let black = u32::from(self.side_to_move == Color::Black);
        self.move_number
            .saturating_sub(1)
            .saturating_mul(2)
            .saturating_add(black)
    }

    /// Our colour in our own game.
    pub fn our_color(&self) -> Option<Color> {
        match self.relation {
            Relation::OurMove => Some(self.side_to_move),
            Relation::OpponentToMove => Some(!self.side_to_move),
            _ => None,
        }
    }

    /// The handle of a side.
    pub fn player(&self, color: Color) -> &str {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The clock of a side; zero when it has run out.
    pub fn clock(&self, color: Color) -> Duration {
        Duration::from_millis(u64::try_from(self.clock_ms(color)).unwrap_or(0))
    }

    /// The clock of a side, negative when it has run out.
    pub fn clock_ms(&self, color: Color) -> i64 {
        match color {
            Color::White => self.white_clock_ms,
            Color::Black => self.black_clock_ms,
        }
    }

    /// The position in FEN. Castling rights belong to the outermost rooks; an en passant square
    /// stands wherever the server named a double step.
    pub fn fen(&self) -> String {
        let (side, rank) = match self.side_to_move {
            Color::White => ('w', '6'),
            Color::Black => ('b', '3'),
        };
        let castling: String = [
            (self.castling.white_short, 'K'),
            (self.castling.white_long, 'Q'),
            (self.castling.black_short, 'k'),
            (self.castling.black_long, 'q'),
        ]
        .iter()
        .filter_map(|&(may, letter)| may.then_some(letter))
        .collect();
        let castling = if castling.is_empty() { "-" } else { &castling };
        let en_passant = self
            .double_step
            .map_or("-".to_owned(), |file| format!("{file}{rank}"));
        let (plies, number) = (self.reversible_plies, self.move_number.max(1));
        let placement = &self.placement;
        format!("{placement} {side} {castling} {en_passant} {plies} {number}")
    }

    /// The position. Rights that cannot be are dropped.
    pub fn position(&self) -> Result<Position, FenError> {
        self.fen().parse()
    }

    /// Whether this board shows `position`: the same men, the same side to move.
    ///
    /// Castling and en passant are not compared, because servers differ in what they say.
    pub fn shows(&self, position: &Position) -> bool {
        let fen = position.fen();
        let mut fields = fen.split(' ');
        let side = if self.side_to_move == Color::White {
            "w"
        } else {
            "b"
        };
        fields.next() == Some(&self.placement) && fields.next() == Some(side)
    }
}

fn board(input: &str) -> IResult<&str, Style12> {
    let (input, _) = (tag("<12>"), space1).parse(input)?;
    let (input, placement) = placement(input)?;
    let (input, (side_to_move, double_step, castling, reversible_plies)) = (
        alt((
            value(Color::White, field("W")),
            value(Color::Black, field("B")),
        )),
        double_step,
        castling,
        map(number, |plies| u32::try_from(plies).unwrap_or(0)),
    )
        .parse(input)?;
    let (input, (game, white, black, relation)) = (count, word, word, relation).parse(input)?;
    let (input, (initial_minutes, increment_s, _material)) =
        (count, count, (number, number)).parse(input)?;
    let (input, (white_clock, black_clock, move_number)) = (number, number, count).parse(input)?;
    let (input, (verbose_move, time, san)) = (last_move, move_time, last_move).parse(input)?;
    let (input, (_flip, clock_runs, lag_ms, _more)) =
        (opt(word), opt(count), opt(count), rest).parse(input)?;
    let allowance_s = ClockAllowance {
        initial_minutes,
        increment_s,
        move_number,
    }
    .seconds();
    let clock_unit = clock_unit(&time, white_clock.max(black_clock), allowance_s);
    let clock_ms = |clock: i64| match clock_unit {
        ClockUnit::Milliseconds => clock,
        ClockUnit::Seconds => clock.saturating_mul(1000),
    };
    let board = Style12 {
        placement,
        side_to_move,
        double_step,
        castling,
        reversible_plies,
        game,
        white: white.to_owned(),
        black: black.to_owned(),
        relation,
        initial_minutes,
        increment_s,
        white_clock_ms: clock_ms(white_clock),
        black_clock_ms: clock_ms(black_clock),
        clock_unit,
        move_number,
        verbose_move,
        san,
        move_time: time.duration,
        clock_runs: clock_runs.map(|runs| runs != 0),
        lag_ms,
    };
    Ok((input, board))
}

/// A clock cannot show much more than the players were ever given, short of gifts.
struct ClockAllowance {
    initial_minutes: u32,
    increment_s: u32,
    move_number: u32,
}

impl ClockAllowance {
    fn seconds(&self) -> i64 {
        let increments = i64::from(self.increment_s) * i64::from(self.move_number);
        i64::from(self.initial_minutes) * 60 + increments
    }
}

/// A server that counts in milliseconds writes the move's time with a fraction. Where that is
/// missing or untrue, the size of the clocks decides: seconds that are ten times what the players
/// were given, and milliseconds that are exactly what the players were given in seconds, are not
/// believed.
fn clock_unit(time: &MoveTime, largest_clock: i64, allowance_s: i64) -> ClockUnit {
    let is_beyond_seconds = largest_clock > allowance_s.saturating_mul(10).saturating_add(3600);
    let is_untouched_s = largest_clock == allowance_s && time.duration.is_zero();
    if is_beyond_seconds || (time.has_fraction && !(is_untouched_s && allowance_s > 0)) {
        ClockUnit::Milliseconds
    } else {
        ClockUnit::Seconds
    }
}

/// One blank-separated field.
fn word(input: &str) -> IResult<&str, &str> {
    terminated(
        take_while1(|letter: char| !letter.is_ascii_whitespace()),
        space0,
    )
    .parse(input)
}

fn field<'a>(
    text: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(word, move |found: &str| found == text)
}

/// A whole number with or without sign.
fn number(input: &str) -> IResult<&str, i64> {
    terminated(signed, space0).parse(input)
}

/// A whole number that is not negative.
fn count(input: &str) -> IResult<&str, u32> {
    map_opt(number, |number| u32::try_from(number).ok()).parse(input)
}

/// Eight ranks of eight squares, `-` for an empty one, as the first field of a FEN.
fn placement(input: &str) -> IResult<&str, String> {
    let mut left = input;
    let mut ranks = Vec::with_capacity(8);
    for _ in 0..8 {
        let (rest, rank) = map_opt(word, rank).parse(left)?;
        left = rest;
        ranks.push(rank);
    }
    Ok((left, ranks.join("/")))
}

fn rank(squares: &str) -> Option<String> {
    let is_square = |letter: char| letter == '-' || "PNBRQKpnbrqk".contains(letter);
    if squares.len() != 8 || !squares.chars().all(is_square) {
        return None;
    }
    let mut text = String::new();
    let mut empty = 0;
    for letter in squares.chars().chain(['\0']) {
        if letter == '-' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        if letter != '\0' {
            text.push(letter);
        }
    }
    Some(text)
}

fn double_step(input: &str) -> IResult<&str, Option<File>> {
    map(number, |file| {
        usize::try_from(file).ok().and_then(File::try_index)
    })
    .parse(input)
}

fn castling(input: &str) -> IResult<&str, CastlingRights> {
    let right = || map(terminated(one_of("01"), space0), |letter| letter == '1');
    map(
        (right(), right(), right(), right()),
        |(white_short, white_long, black_short, black_long)| CastlingRights {
            white_short,
            white_long,
            black_short,
            black_long,
        },
    )
    .parse(input)
}

fn relation(input: &str) -> IResult<&str, Relation> {
    map_opt(number, |relation| {
        Some(match relation {
            -3 => Relation::Isolated,
            -2 => Relation::ObservingExamined,
            -1 => Relation::OpponentToMove,
            0 => Relation::Observing,
            1 => Relation::OurMove,
            2 => Relation::Examining,
            _ => return None,
        })
    })
    .parse(input)
}

fn last_move(input: &str) -> IResult<&str, Option<String>> {
    map(word, |text| (text != "none").then(|| text.to_owned())).parse(input)
}

/// How long a move took, as a server writes it.
pub(super) struct MoveTime {
    pub duration: Duration,
    has_fraction: bool,
}

/// `(0:06)`, `(0:00.203)` or `(1:02:03)`, and the blanks behind it.
pub(super) fn move_time(input: &str) -> IResult<&str, MoveTime> {
    let units = nom::multi::separated_list1(char(':'), digit1);
    let fraction = opt(preceded(char('.'), digit1));
    map(
        terminated(delimited(char('('), (units, fraction), char(')')), space0),
        |(units, fraction): (Vec<&str>, Option<&str>)| {
            let whole_s = units.iter().fold(0u64, |total, unit| {
                total
                    .saturating_mul(60)
                    .saturating_add(unit.parse().unwrap_or(0))
            });
            let fraction_ms = fraction.map_or(0, |digits| {
                let padded = format!("{digits:0<3}");
                padded
                    .get(..3)
                    .and_then(|digits| digits.parse().ok())
                    .unwrap_or(0)
            });
            MoveTime {
                duration: Duration::from_secs(whole_s.min(1 << 32))
                    + Duration::from_millis(fraction_ms),
                has_fraction: fraction.is_some(),
            }
        },
    )
    .parse(input)
}

#[cfg(test)]
mod tests;
