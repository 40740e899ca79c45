//! From lines to commands, with the one thing that a line alone does not tell: whether the obsolete
//! edit mode is on.

use super::grammar::parse;
use crate::session::Command;

/// Reads line after line. Edit mode is not supported: `edit` is an unknown command, and the lines
/// up to its final dot are passed over, because its piece placements look like moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommandReader {
    is_editing: bool,
}

impl CommandReader {
    /// The command of the next line, which has no line end.
    pub fn read(&mut self, line: &str) -> Command {
        let command = parse(line);
        if !self.is_editing {
            self.is_editing = line.trim() == "edit";
            return command;
        }
        match command {
            Command::UserMove(_) | Command::Unknown(_) | Command::Nothing => Command::Nothing,
            Command::Status => {
                self.is_editing = false;
                Command::Nothing
            }
            other => {
                self.is_editing = false;
                other
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_mode_ends_with_its_dot_or_with_a_command() {
        let mut reader = CommandReader::default();
        let mut read = |line| reader.read(line);
        assert_eq!(read("edit"), Command::Unknown("edit".to_owned()));
        assert_eq!(read("e2e4"), Command::Nothing);
        assert_eq!(read("#"), Command::Nothing);
        assert_eq!(read("."), Command::Nothing);
        assert_eq!(read("."), Command::Status);
        assert_eq!(read("edit"), Command::Unknown("edit".to_owned()));
        assert_eq!(read("new"), Command::New);
        assert_eq!(read("e2e4"), Command::UserMove("e2e4".to_owned()));
    }
}
