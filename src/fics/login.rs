//! Logging in: from the server's first line to the first prompt for commands.
//!
//! The password is sent once, and only when the server asks for it after our handle. A handle that turns
//! out to be unregistered is never entered as a guest.

use thiserror::Error;

use crate::fics::config::Handle;
use crate::fics::line::{Prompt, Received};
use crate::fics::message::{LoginMessage, ServerMessage, is_handle};

/// What a server lets in without a name of its own.
const GUEST: &str = "guest";

/// Who we are on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerIdentity {
    /// The handle; the server chooses it for a guest.
    pub name: String,
    /// Whether the account is registered.
    pub is_registered: bool,
    /// Whether the server shows it as a computer's; `None` when the server does not say.
    pub is_computer: Option<bool>,
}

/// What the login wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoginStep {
    /// Nothing yet.
    Wait,
    /// Send this line.
    Send(String),
    /// Send an empty line.
    PressReturn,
    /// Send the password, which is told to nobody else.
    SendPassword,
    /// We are in.
    Done(ServerIdentity),
}

/// Why there is no login.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoginError {
    /// The password is wrong; a second attempt would only annoy.
    #[error(
        "the server refused the password of {0}; expected the right one in the place that [account] names"
    )]
    WrongPassword(String),
    /// The handle belongs to nobody; entering as a guest of that name would be imposture.
    #[error(
        "{0} is not registered on this server; expected a registered handle, or none to play as a guest"
    )]
    NotRegistered(String),
    /// The server asked for a password that there is none for.
    #[error("the server asks for a password for {0}; expected to enter as a guest")]
    PasswordAsked(String),
    /// The server refuses the handle.
    #[error("the server refuses the handle {handle}: {answer}")]
    HandleRefused {
        /// The handle.
        handle: String,
        /// What it said.
        answer: String,
    },
    /// This account or address is banned.
    #[error("banned by the server: {0}")]
    Banned(String),
    /// The server refuses a sealed handle, probably because it does not know what a seal is.
    #[error(
        "the server does not seem to understand timeseal ({0}); expected timeseal = \"off\" for this port"
    )]
    SealNotUnderstood(String),
    /// It may go better later.
    #[error("no login now: {0}")]
    NotNow(String),
}

impl LoginError {
    /// Whether another attempt makes sense.
    pub fn is_passing(&self) -> bool {
        matches!(self, LoginError::NotNow(_))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LoginStage {
    Begun,
    NameSent,
    PasswordSent,
    ReturnPressed,
}

/// A login on its way.
#[derive(Clone, Debug)]
pub struct Login {
    handle: Option<Handle>,
    is_sealed: bool,
    stage: LoginStage,
    /// The name that the server gave a guest.
    guest_name: Option<String>,
    /// Who is online with an adjourned game against us, as some servers say before their first prompt.
    adjourned_opponents: Vec<String>,
    /// Their names stand on the next line.
    names_follow: bool,
    /// Why the server will ask for a name again.
    last_complaint: Option<LoginError>,
}

impl Login {
    /// As `handle`, or as a guest, over a connection that is sealed or not.
    pub fn new(handle: Option<Handle>, is_sealed: bool) -> Login {
        Login {
            handle,
            is_sealed,
            stage: LoginStage::Begun,
            guest_name: None,
            adjourned_opponents: Vec::new(),
            names_follow: false,
            last_complaint: None,
        }
    }

    /// What follows from what arrived.
    ///
    /// # Errors
    /// When there will be no login on this connection.
    pub fn hear(&mut self, received: &Received) -> Result<LoginStep, LoginError> {
        match received {
            Received::Prompt(prompt) => self.asked(*prompt),
            Received::Line(line) => self.thinking_text(line),
            Received::Ping => Ok(LoginStep::Wait),
        }
    }

    /// Who is online with an adjourned game against us, as far as the server has said so before the
    /// login was over.
    pub fn adjourned_opponents(&self) -> &[String] {
        &self.adjourned_opponents
    }

    fn thinking_text(&mut self, line: &str) -> Result<LoginStep, LoginError> {
        if std::mem::take(&mut self.names_follow) {
            let names = line.split_ascii_whitespace().map(str::to_owned);
            let names: Vec<String> = names.take_while(|name| is_handle(name)).collect();
            self.adjourned_opponents.extend(names);
        }
        match ServerMessage::parse(line) {
            ServerMessage::Login(message) => return self.told(message),
            ServerMessage::AdjournedOpponentsOnline(names)
                if self.stage == LoginStage::PasswordSent =>
            {
                self.names_follow = names.is_empty();
                self.adjourned_opponents.extend(names);
            }
            _ => {}
        }
        Ok(LoginStep::Wait)
    }

    fn name(&self) -> &str {
        self.handle.as_ref().map_or(GUEST, Handle::as_str)
    }

    fn asked(&mut self, prompt: Prompt) -> Result<LoginStep, LoginError> {
        match (prompt, self.stage) {
            (Prompt::Login, LoginStage::Begun) => {
                self.stage = LoginStage::NameSent;
                Ok(LoginStep::Send(self.name().to_owned()))
            }
            (Prompt::Login, _) => Err(self.last_complaint.take().unwrap_or_else(|| {
                LoginError::NotNow("the server asked for the name again".to_owned())
            })),
            (Prompt::Password, LoginStage::NameSent) => match self.handle {
                Some(_) => {
                    self.stage = LoginStage::PasswordSent;
                    Ok(LoginStep::SendPassword)
                }
                None => Err(LoginError::PasswordAsked(GUEST.to_owned())),
            },
            (Prompt::Password, LoginStage::PasswordSent) => {
                Err(LoginError::WrongPassword(self.name().to_owned()))
            }
            (Prompt::Password, _) => Err(LoginError::PasswordAsked(self.name().to_owned())),
            (Prompt::Command, LoginStage::PasswordSent | LoginStage::ReturnPressed) => {
                Ok(LoginStep::Done(self.identity_unseen()))
            }
            // No prompt for commands comes before a name.
            (Prompt::Command, _) => Ok(LoginStep::Wait),
        }
    }

    /// Who we are on a server that does not say so.
    fn identity_unseen(&self) -> ServerIdentity {
        ServerIdentity {
            name: match &self.handle {
                Some(handle) => handle.as_str().to_owned(),
                None => self.guest_name.clone().unwrap_or_else(|| GUEST.to_owned()),
            },
            is_registered: self.handle.is_some(),
            is_computer: None,
        }
    }

    fn told(&mut self, message: LoginMessage) -> Result<LoginStep, LoginError> {
        let handle = self.name().to_owned();
        match message {
            LoginMessage::NotRegistered(_) if self.handle.is_some() => {
                return Err(LoginError::NotRegistered(handle));
            }
            LoginMessage::PressReturn(name) => {
                if self.handle.is_some() {
                    return Err(LoginError::NotRegistered(handle));
                }
                self.guest_name = Some(name);
                self.stage = LoginStage::ReturnPressed;
                return Ok(LoginStep::PressReturn);
            }
            LoginMessage::GuestName(name) => self.guest_name = Some(name),
            LoginMessage::SessionStarted { name, titles } => {
                let has = |title: &str| titles.iter().any(|other| other == title);
                return Ok(LoginStep::Done(ServerIdentity {
                    name,
                    is_registered: self.handle.is_some() && !has("U"),
                    is_computer: Some(has("C")),
                }));
            }
            LoginMessage::WrongPassword => return Err(LoginError::WrongPassword(handle)),
            // The greeting, or the handle in its disguise, was taken for a name.
            LoginMessage::HandleRefused(answer) if self.is_sealed => {
                return Err(LoginError::SealNotUnderstood(answer));
            }
            LoginMessage::HandleRefused(answer) => {
                self.last_complaint = Some(LoginError::HandleRefused { handle, answer });
            }
            LoginMessage::Banned(answer) => return Err(LoginError::Banned(answer)),
            LoginMessage::GuestsRefused(answer) | LoginMessage::ServerFull(answer) => {
                return Err(LoginError::NotNow(answer));
            }
            LoginMessage::Timeout => {
                return Err(LoginError::NotNow("we were too slow".to_owned()));
            }
            LoginMessage::ShuttingDown(answer) | LoginMessage::TimesealError(answer) => {
                return Err(LoginError::NotNow(answer));
            }
            LoginMessage::Kicked { text, .. } => return Err(LoginError::NotNow(text)),
            LoginMessage::IdleLogout => {
                return Err(LoginError::NotNow("the server hung up".to_owned()));
            }
            LoginMessage::AlreadyLoggedIn => {
                let answer = format!("{handle} is still logged in");
                self.last_complaint = Some(LoginError::NotNow(answer));
            }
            LoginMessage::Registered(_) | LoginMessage::NotRegistered(_) => {}
        }
        Ok(LoginStep::Wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Received {
        Received::Line(text.to_owned())
    }

    fn registered() -> Login {
        Login::new(Some(Handle::try_from("Masque".to_owned()).unwrap()), false)
    }

    /// A login that has sent its name.
    fn named(mut login: Login) -> Login {
        let step = login.hear(&Received::Prompt(Prompt::Login)).unwrap();
        assert!(matches!(step, LoginStep::Send(_)));
        login
    }

    #[test]
    fn a_registered_account_enters_with_its_password() {
        let mut login = registered();
        let prompt = login.hear(&Received::Prompt(Prompt::Login));
        assert_eq!(prompt, Ok(LoginStep::Send("Masque".to_owned())));
        let password = login.hear(&Received::Prompt(Prompt::Password));
        assert_eq!(password, Ok(LoginStep::SendPassword));
        let started = login.hear(&line("**** Starting FICS session as Masque(C) ****"));
        let identity = ServerIdentity {
            name: "Masque".to_owned(),
            is_registered: true,
            is_computer: Some(true),
        };
        assert_eq!(started, Ok(LoginStep::Done(identity)));
    }

    #[test]
    fn a_prompt_alone_is_a_login_on_servers_that_say_nothing() {
        let mut login = named(registered());
        assert!(login.hear(&Received::Prompt(Prompt::Password)).is_ok());
        let Ok(LoginStep::Done(identity)) = login.hear(&Received::Prompt(Prompt::Command)) else {
            panic!("not done");
        };
        assert_eq!(identity.is_computer, None);
        assert_eq!(identity.name, "Masque");
    }

    #[test]
    fn who_is_online_with_an_adjourned_game_is_heard_before_the_first_prompt() {
        for (text, expected) in [
            (
                "1 player, who has an adjourned game with you, is online:\nAlice",
                vec!["Alice"],
            ),
            (
                "2 players, who have an adjourned game with you, are online: Ann Bob",
                vec!["Ann", "Bob"],
            ),
            (
                "2 players, who have an adjourned game with you, are online:\nAnn   Bob\nCarol",
                vec!["Ann", "Bob"],
            ),
            (
                "1 player, who has an adjourned game with you, is online:\n4 seeks are posted.",
                vec![],
            ),
            ("Alice", vec![]),
        ] {
            let mut login = named(registered());
            assert!(login.hear(&Received::Prompt(Prompt::Password)).is_ok());
            for text in text.lines() {
                assert_eq!(login.hear(&line(text)), Ok(LoginStep::Wait));
            }
            let done = login.hear(&Received::Prompt(Prompt::Command));
            assert!(matches!(done, Ok(LoginStep::Done(_))));
            assert_eq!(login.adjourned_opponents(), expected, "{text}");
        }
    }

    #[test]
    fn a_guest_gets_a_name() {
        let mut login = named(Login::new(None, false));
        let pressed = login.hear(&line("Press return to enter the server as \"GuestABCD\":"));
        assert_eq!(pressed, Ok(LoginStep::PressReturn));
        let Ok(LoginStep::Done(identity)) = login.hear(&Received::Prompt(Prompt::Command)) else {
            panic!("not done");
        };
        assert_eq!(identity.name, "GuestABCD");
        assert!(!identity.is_registered);
    }

    #[test]
    fn nobody_enters_as_a_guest_under_a_registered_name() {
        for text in [
            "\"Masque\" is not a registered name.",
            "Press return to enter the server as \"Masque\":",
        ] {
            let refused = named(registered()).hear(&line(text));
            assert_eq!(refused, Err(LoginError::NotRegistered("Masque".to_owned())));
        }
        let asked = named(Login::new(None, false)).hear(&Received::Prompt(Prompt::Password));
        assert!(matches!(asked, Err(LoginError::PasswordAsked(_))));
    }

    #[test]
    fn the_password_is_sent_once_and_never_unasked() {
        let mut login = registered();
        let early = login.hear(&Received::Prompt(Prompt::Password));
        assert!(early.is_err(), "{early:?}");
        for again in [
            line("**** Invalid password! ****"),
            Received::Prompt(Prompt::Password),
        ] {
            let mut login = named(registered());
            assert!(login.hear(&Received::Prompt(Prompt::Password)).is_ok());
            let error = login.hear(&again).unwrap_err();
            assert_eq!(error, LoginError::WrongPassword("Masque".to_owned()));
            assert!(!error.is_passing());
        }
    }

    #[test]
    fn a_greeting_taken_for_a_name_is_noticed() {
        let complaint =
            "Sorry, names can only consist of lower and upper case letters.  Try again.";
        let handle = Handle::try_from("Masque".to_owned()).ok();
        let sealed = named(Login::new(handle, true)).hear(&line(complaint));
        assert!(matches!(sealed, Err(LoginError::SealNotUnderstood(_))));
        let mut plain = named(registered());
        assert_eq!(plain.hear(&line(complaint)), Ok(LoginStep::Wait));
        let again = plain.hear(&Received::Prompt(Prompt::Login));
        assert!(matches!(again, Err(LoginError::HandleRefused { .. })));
    }
}
