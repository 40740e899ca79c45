//! Colour for people: headings, names and mistakes, where the output is a terminal that wants it.

use std::env;
use std::io::{self, IsTerminal};

/// How words are made to stand out; not at all in pipes and files, nor where `NO_COLOR` is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    is_on: bool,
}

impl Paint {
    /// No colour.
    #[cfg(test)]
    pub const PLAIN: Paint = Paint { is_on: false };

    /// What suits the standard output.
    pub fn of_output() -> Paint {
        Paint {
            is_on: io::stdout().is_terminal() && wants_colour(),
        }
    }

    /// What suits the standard error stream.
    pub fn of_errors() -> Paint {
        Paint {
            is_on: io::stderr().is_terminal() && wants_colour(),
        }
    }

    /// Whether colours are wanted.
    pub fn is_on(self) -> bool {
        self.is_on
    }

    /// The heading of a part.
    pub fn heading(self, text: &str) -> String {
        self.wrapped_in("1;4", text)
    }

    /// The name of something that can be typed.
    pub fn name(self, text: &str) -> String {
        self.wrapped_in("1;36", text)
    }

    /// What says that all is well.
    pub fn good(self, text: &str) -> String {
        self.wrapped_in("32", text)
    }

    /// What says that something is wrong.
    pub fn bad(self, text: &str) -> String {
        self.wrapped_in("1;31", text)
    }

    fn wrapped_in(self, code: &str, text: &str) -> String {
        match self.is_on {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }
}

/// The widest lines for people, in characters: longer ones are hard to read.
const WIDEST: usize = 100;
/// On a narrower screen lines are broken by the screen.
const NARROWEST: usize = 20;
/// The width where there is no terminal.
const USUAL_WIDTH: usize = 78;

/// How many characters a line on the screen may have.
pub fn screen_width() -> usize {
    let columns = console::Term::stdout()
        .size_checked()
        .map(|(_, columns)| usize::from(columns));
    columns
        .filter(|&columns| columns > 0)
        .unwrap_or(USUAL_WIDTH)
        .clamp(NARROWEST, WIDEST)
}

fn wants_colour() -> bool {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
    !refused && !is_dumb
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_is_around_the_text_or_nowhere() {
        assert_eq!(Paint::PLAIN.name("firebrand"), "firebrand");
        let on = Paint { is_on: true };
        assert_eq!(on.bad("refused"), "\x1b[1;31mrefused\x1b[0m");
    }
}
