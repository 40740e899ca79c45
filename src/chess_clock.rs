//! Chess clocks of games for which no GUI keeps the time, and the time controls that people write for
//! them.
//!
//! The present moment is an argument, so that tests can choose it.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::board::Color;

/// A Fischer time control: a base time for the whole game and an increment for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FischerTimeControl {
    /// The time that each side starts with.
    pub base: Duration,
    /// The time that each move adds.
    pub increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no time control; expected minutes and seconds a move like 5+3, or 0:30+1, or 10")]
pub struct TimeControlError(pub String);

/// A text that is no time control in seconds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no time control; expected seconds and seconds a move like 10+0.1, or 60")]
pub struct SecondsControlError(String);

const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

impl FromStr for FischerTimeControl {
    type Err = TimeControlError;

    /// `MINUTES[:SECONDS][+SECONDS]`; minutes and the increment may have decimals.
    fn from_str(text: &str) -> Result<FischerTimeControl, TimeControlError> {
        let base_s = |base: &str| match base.split_once(':') {
            Some((minutes, seconds)) => {
                let seconds = number(seconds).filter(|&seconds| seconds < 60.0);
                number(minutes).zip(seconds).map(|(m, s)| m * 60.0 + s)
            }
            None => number(base).map(|minutes| minutes * 60.0),
        };
        read(text, base_s).ok_or_else(|| TimeControlError(shortened(text)))
    }
}

impl FischerTimeControl {
    /// Reads `SECONDS[+SECONDS]`, as games between programs are timed; both may have decimals.
    ///
    /// # Errors
    /// What is no such text.
    pub fn of_seconds(text: &str) -> Result<FischerTimeControl, SecondsControlError> {
        read(text, number).ok_or_else(|| SecondsControlError(shortened(text)))
    }
}

/// A base, which `base_s` reads as seconds, and the increment in seconds.
fn read(text: &str, base_s: impl Fn(&str) -> Option<f64>) -> Option<FischerTimeControl> {
    let (base, increment) = text.trim().split_once('+').unwrap_or((text.trim(), "0"));
    let duration = |seconds: f64| {
        let duration = Duration::try_from_secs_f64(seconds).ok();
        duration.filter(|duration| *duration <= LONGEST)
    };
    let control = FischerTimeControl {
        base: duration(base_s(base)?)?,
        increment: duration(number(increment)?)?,
    };
    (!control.base.is_zero() || !control.increment.is_zero()).then_some(control)
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A number in digits with at most one decimal point; the other spellings of a float are refused.
fn number(text: &str) -> Option<f64> {
    let plain = |letter: char| letter.is_ascii_digit() || letter == '.';
    text.chars().all(plain).then(|| text.parse().ok()).flatten()
}

impl fmt::Display for FischerTimeControl {
    /// Writes it as the `TimeControl` tag of PGN: the base time and the increment in seconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let increment_s = self.increment.as_secs_f64();
        write!(f, "{}", self.base.as_secs_f64())?;
        match increment_s > 0.0 {
            true => write!(f, "+{increment_s}"),
            false => Ok(()),
        }
    }
}

/// The clocks of both sides, one of which may be running.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: FischerTimeControl,
    /// The time that White and Black had left when a clock was last started or stopped.
    left: [Duration; 2],
    running: Option<(Color, Instant)>,
}

impl Clocks {
    /// Both clocks with the full time, stopped.
    pub fn new(control: FischerTimeControl) -> Clocks {
        // With a base time of zero, the first move takes its time from the first increment.
        let start = control.base.max(control.increment);
        Clocks {
            control,
            left: [start; 2],
            running: None,
        }
    }

    /// The time control.
    pub fn control(&self) -> FischerTimeControl {
        self.control
    }

    /// Starts the clock of `color` and stops the other; nothing happens when it is running already.
    pub fn start(&mut self, color: Color, now: Instant) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.stop(now);
            self.running = Some((color, now));
        }
    }

    /// Stops the clock that is running.
    pub fn stop(&mut self, now: Instant) {
        if let Some((color, _)) = self.running {
            self.left[color as usize] = self.left(color, now);
            self.running = None;
        }
    }

    /// Stops the clock of `color` after its move and adds the increment.
    pub fn press(&mut self, color: Color, now: Instant) {
        self.stop(now);
        let left = &mut self.left[color as usize];
        *left = left.saturating_add(self.control.increment);
    }

    /// The time that `color` has left.
    pub fn left(&self, color: Color, now: Instant) -> Duration {
        let spent = match self.running {
            Some((running, since)) if running == color => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.left[color as usize].saturating_sub(spent)
    }

    /// Whether `color` has no time left.
    pub fn has_fallen(&self, color: Color, now: Instant) -> bool {
        self.left(color, now).is_zero()
    }
}

/// A time as a clock shows it: `1:05:09`, `4:58`, or `0:07.3` under ten seconds.
pub fn show(left: Duration) -> String {
    if left < Duration::from_secs(10) {
        let tenths = left.as_millis() / 100;
        return format!("0:0{}.{}", tenths / 10, tenths % 10);
    }
    let seconds = left.as_secs();
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_as_people_write_them() {
        for (text, base_ms, increment_ms, written) in [
            ("5+3", 300_000, 3_000, "300+3"),
            ("10", 600_000, 0, "600"),
            ("0:30+1", 30_000, 1_000, "30+1"),
            ("1.5+0.5", 90_000, 500, "90+0.5"),
            ("0+2", 0, 2_000, "0+2"),
        ] {
            let control: FischerTimeControl = text.parse().unwrap();
            assert_eq!(control.base.as_millis(), base_ms, "{text}");
            assert_eq!(control.increment.as_millis(), increment_ms, "{text}");
            assert_eq!(control.to_string(), written);
        }
        for text in [
            "", "0", "0+0", "five", "5+", "-5", "5:99", "inf", "1e9", "5+3+2", "99999",
        ] {
            assert!(text.parse::<FischerTimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn games_between_programs_are_timed_in_seconds() {
        let control = FischerTimeControl::of_seconds("10+0.1").unwrap();
        assert_eq!(control.base, Duration::from_secs(10));
        assert_eq!(control.increment, Duration::from_millis(100));
        for text in ["1:30+1", "0", "-1", "10+", "x"] {
            assert!(FischerTimeControl::of_seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_the_running_clock_runs() {
        let now = Instant::now();
        let at = |seconds| now + Duration::from_secs(seconds);
        let mut clocks = Clocks::new("1+2".parse().unwrap());
        clocks.start(Color::White, now);
        clocks.start(Color::White, at(5));
        assert_eq!(clocks.left(Color::White, at(10)), Duration::from_secs(50));
        assert_eq!(clocks.left(Color::Black, at(10)), Duration::from_secs(60));
        clocks.press(Color::White, at(10));
        assert_eq!(clocks.left(Color::White, at(99)), Duration::from_secs(52));
        clocks.start(Color::Black, at(10));
        assert!(!clocks.has_fallen(Color::Black, at(69)));
        assert!(clocks.has_fallen(Color::Black, at(70)));
        assert!(!clocks.has_fallen(Color::White, at(1_000)));
    }

    #[test]
    fn times_are_shown_as_on_a_clock() {
        for (millis, text) in [
            (0, "0:00.0"),
            (7_350, "0:07.3"),
            (10_000, "0:10"),
            (298_000, "4:58"),
            (3_909_000, "1:05:09"),
        ] {
            assert_eq!(show(Duration::from_millis(millis)), text);
        }
    }
}
