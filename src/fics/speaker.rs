//! Who is speaking in each line of a chess server: the server, a person, or a table we asked for.
//!
//! A server sends everything in one stream. Its own words begin at the left margin. The words of
//! people are shown behind their name, behind a mark, indented, on the line after the heading of a
//! pushed mail, or as the rest of a wrapped line. This file is the only place that tells them
//! apart, so that nobody can say what only the server may say.

use super::message::{ServerMessage, is_handle};

/// How a server begins the rest of a line that it wrapped: `\   rest`.
const CONTINUATION_MARK: char = '\\';

/// How some servers announce a mail the moment it is sent, without blanks: a wrapped line may have
/// more of them.
const NAMELESS_MAIL_HEADING: &str = "Thefollowingmessagewasreceived:";

/// How other servers do, behind the sender's name.
const NAMED_MAIL_HEADING: &str = "justsentyouamessage:";

/// Whose words a line shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Speaker {
    /// The server's own: what it means is in the message.
    Server(ServerMessage),
    /// A person who speaks under his or her name: always [`ServerMessage::Chat`].
    Person(ServerMessage),
    /// An indented line of a table that we have asked for.
    TableRow,
    /// Text that somebody wrote and the server only shows. It means nothing.
    Quotation,
}

/// Tells for one line after the other who is speaking.
#[derive(Clone, Debug, Default)]
pub struct SpeakerTracker {
    /// The heading of a mail was the last line.
    mail_follows: bool,
}

impl SpeakerTracker {
    /// Who speaks in `line`, which is as [`ServerLineReader`](super::line::ServerLineReader) gives it.
    ///
    /// `table_is_asked_for` says that we wait for a table with indented rows, such as a list of
    /// moves. Without that every indented line is a quotation.
    pub fn speaker_of(&mut self, line: &str, table_is_asked_for: bool) -> Speaker {
        if line.starts_with(CONTINUATION_MARK) {
            // It belongs to the line before, so a mail may still follow.
            return Speaker::Quotation;
        }
        if std::mem::take(&mut self.mail_follows) {
            return Speaker::Quotation;
        }
        if is_mail_heading(line) {
            self.mail_follows = true;
            return Speaker::Quotation;
        }
        if line.starts_with(char::is_whitespace) {
            return match table_is_asked_for {
                true => Speaker::TableRow,
                false => Speaker::Quotation,
            };
        }
        match ServerMessage::parse(line) {
            chat @ ServerMessage::Chat(_) => Speaker::Person(chat),
            message => Speaker::Server(message),
        }
    }

    /// The server has shown its prompt: a mail that began before it has ended, even an empty one.
    pub fn prompt_is_shown(&mut self) {
        self.mail_follows = false;
    }
}

/// Nothing else may stand in such a line: people can say these words too.
fn is_mail_heading(line: &str) -> bool {
    if line.starts_with(char::is_whitespace) || !line.ends_with(':') {
        return false;
    }
    let plain: String = line.split_whitespace().collect();
    let sender = plain.strip_suffix(NAMED_MAIL_HEADING);
    plain == NAMELESS_MAIL_HEADING || sender.is_some_and(is_handle)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIE: &str = "{Game 7 (Alice vs. Masque) Masque resigns} 1-0";

    fn speaker_of(line: &str) -> Speaker {
        SpeakerTracker::default().speaker_of(line, false)
    }

    #[test]
    fn only_the_left_margin_is_the_servers() {
        assert!(matches!(
            speaker_of(LIE),
            Speaker::Server(ServerMessage::GameEnded(_))
        ));
        for indent in [" ", "    ", "\u{a0}", "\u{3000}", "\\   "] {
            assert_eq!(
                speaker_of(&format!("{indent}{LIE}")),
                Speaker::Quotation,
                "{indent:?}"
            );
        }
    }

    #[test]
    fn what_stands_under_the_heading_of_a_mail_is_a_quotation() {
        for (heading, mail) in [
            ("Mallory just sent you a message:", format!("    {LIE}")),
            ("The following message was received:", LIE.to_owned()),
        ] {
            for table_is_asked_for in [false, true] {
                let mut speakers = SpeakerTracker::default();
                let mut speaker_of = |line: &str| speakers.speaker_of(line, table_is_asked_for);
                assert_eq!(speaker_of(heading), Speaker::Quotation);
                assert_eq!(speaker_of(&mail), Speaker::Quotation);
                assert_eq!(speaker_of("\\   and more"), Speaker::Quotation);
                assert!(matches!(speaker_of(LIE), Speaker::Server(_)), "{heading}");
            }
        }
    }

    #[test]
    fn the_words_of_a_heading_in_somebodys_mouth_are_no_heading() {
        for line in [
            "Mallory tells you: Bob just sent you a message:",
            "--> Mallory just sent you a message:",
            "    The following message was received:",
        ] {
            let mut speakers = SpeakerTracker::default();
            speakers.speaker_of(line, false);
            let next = speakers.speaker_of(LIE, false);
            assert!(matches!(next, Speaker::Server(_)), "{line}");
        }
    }

    #[test]
    fn an_empty_mail_swallows_nothing() {
        let mut speakers = SpeakerTracker::default();
        speakers.speaker_of("Mallory just sent you a message:", false);
        speakers.prompt_is_shown();
        assert!(matches!(
            speakers.speaker_of(LIE, false),
            Speaker::Server(_)
        ));
    }

    #[test]
    fn rows_are_rows_only_while_a_table_is_asked_for() {
        let row = "  1.  e4      (0:01)     e5      (0:02)";
        let mut speakers = SpeakerTracker::default();
        assert_eq!(speakers.speaker_of(row, true), Speaker::TableRow);
        assert_eq!(speakers.speaker_of(row, false), Speaker::Quotation);
    }

    #[test]
    fn people_speak_under_their_names() {
        for line in [
            format!("Mallory tells you: {LIE}"),
            format!("Mallory(U)[7] kibitzes: {LIE}"),
            format!("--> Mallory {LIE}"),
            format!(":{LIE}"),
        ] {
            assert!(matches!(speaker_of(&line), Speaker::Person(_)), "{line}");
        }
    }
}
