//! What is set on the server after each login, and what is asked about our own account.
//!
//! Some servers take only one command in two seconds, so that a long list sent at once would delay
//! whatever comes after it by a minute. Each command therefore waits for the prompt that follows
//! the one before, and anything urgent goes in between.

use std::time::Duration;

use super::Bridge;
use crate::engine::NAME;
use crate::fics::config::Variant;

/// Variables that make the server's output plain and turn off messages that do not concern us.
const VARIABLES: [&str; 17] = [
    "style 12",
    "seek 0",
    "shout 0",
    "cshout 0",
    "chanoff 1",
    "pin 0",
    "gin 0",
    "bell 0",
    "highlight 0",
    "width 240",
    "height 240",
    "autoflag 1",
    "open 1",
    "examine 0",
    "availinfo 0",
    "tell 1",
    "kibitz 0",
];
/// Interface variables, which end with each login. The lock comes last.
const INTERFACE_VARIABLES: [&str; 9] = [
    "ms 1",
    "nowrap 1",
    "defprompt 1",
    "pendinfo 1",
    "gameinfo 1",
    "startpos 1",
    "nohighlight 1",
    "movecase 1",
    "smartmove 0",
];

/// A server that shows no prompt gets the next command after this time.
const WITHOUT_PROMPT_TIME: Duration = Duration::from_secs(3);
/// `finger` is answered within this time after the login, or not at all.
const TITLE_TIME: Duration = Duration::from_secs(90);

/// What we know about the server's word for our account: whether it is a computer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ComputerTitle {
    /// Nothing more will be learned.
    Settled,
    /// The login did not say; `finger` may.
    Asked,
}

impl Bridge {
    pub(super) fn begin_setup(&mut self) {
        let lines = self.setup_lines();
        self.setup = lines.into();
        self.seek_form = Default::default();
        self.seek_sent_at = None;
        let identity = self.identity.as_ref();
        let is_computer = identity.and_then(|identity| identity.is_computer);
        self.title = ComputerTitle::Settled;
        match is_computer {
            _ if self.is_guest() => {}
            Some(true) => {}
            None if self.config.account.rated_without_computer_title => {}
            Some(false) => self.warn_without_computer_title(),
            None => {
                self.title = ComputerTitle::Asked;
                self.setup.push_back(format!("finger {}", self.own_name()));
            }
        }
        self.send_next_setup_line();
    }

    fn setup_lines(&self) -> Vec<String> {
        let set = |variable: &&str| format!("set {variable}");
        let mut lines: Vec<String> = VARIABLES.iter().map(set).collect();
        let noescape = u8::from(self.config.account.noescape);
        lines.push(format!("set noescape {noescape}"));
        lines.push(format!("set interface {NAME}"));
        let iset = |variable: &&str| format!("iset {variable}");
        lines.extend(INTERFACE_VARIABLES.iter().map(iset));
        let variants = &self.config.accept.variants;
        if variants.contains(&Variant::FischerRandom) {
            lines.push("iset fr 1".to_owned());
        }
        lines.push("iset lock 1".to_owned());
        let commands = &self.config.commands;
        for (index, note) in commands.finger_notes.iter().enumerate() {
            let words = note.words().unwrap_or_default();
            lines.push(format!("set {} {words}", index + 1));
        }
        let formula = commands.formula.iter();
        lines.extend(formula.map(|formula| format!("set formula {}", formula.as_str())));
        let unwelcome = self.config.accept.no_play.iter();
        lines.extend(unwelcome.map(|handle| format!("+noplay {handle}")));
        lines.extend(commands.login.iter().map(|line| line.as_str().to_owned()));
        lines
    }

    /// The next command: the server is ready for it.
    pub(super) fn send_next_setup_line(&mut self) {
        if let Some(line) = self.setup.pop_front() {
            self.send(&line);
        }
    }

    pub(super) fn check_setup(&mut self) {
        if self.now.saturating_sub(self.sent_at) > WITHOUT_PROMPT_TIME {
            self.send_next_setup_line();
        }
        let online = self.now.saturating_sub(self.online_since);
        if self.title == ComputerTitle::Asked && online > TITLE_TIME {
            self.title = ComputerTitle::Settled;
            self.warn(
                "this server does not say whether our account is a computer's; rated games are \
                 accepted as if it were"
                    .to_owned(),
            );
        }
    }

    /// Whether it may soon be known if we may play rated games.
    pub(super) fn awaits_computer_title(&self) -> bool {
        self.title == ComputerTitle::Asked
    }

    pub(super) fn note_own_titles(&mut self, titles: &[String]) {
        if std::mem::replace(&mut self.title, ComputerTitle::Settled) == ComputerTitle::Settled {
            return;
        }
        let is_computer = titles.iter().any(|title| title == "C");
        if let Some(identity) = &mut self.identity {
            identity.is_computer = Some(is_computer);
        }
        if !is_computer {
            self.warn_without_computer_title();
        }
    }

    fn warn_without_computer_title(&mut self) {
        let answer = match self.config.account.rated_without_computer_title {
            true => "played all the same",
            false => "declined",
        };
        self.warn(format!(
            "the server does not show this account as a computer's; rated games are {answer}"
        ));
    }
}
