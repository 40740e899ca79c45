//! Chat: the orders of owners, the choice of a personality, greetings and answers.
//!
//! What people say is answered, but never taken for a message of the server.

use std::time::Duration;

use super::{Bridge, BridgeAction, MAX_NAMES, ShutdownUrgency};
use crate::engine::NAME;
use crate::fics::config::Strength;
use crate::fics::message::{ChatKind, ChatLine};
use crate::personality::PlayingStrength;
use crate::session::Command;

/// The option that says who plays.
const PERSONALITY: &str = "Personality";
/// How long a reason for declining is not told again to the same person.
const REASON_AGAIN: Duration = Duration::from_secs(120);
/// How long a person does not hear again why a move was made.
const WHY_AGAIN: Duration = Duration::from_secs(5);
/// How much of a message is read as an order, in characters.
const LONGEST_ORDER_CHARS: usize = 100;

/// The answer to an unknown order.
const ORDERS: &str = "Expected one of: status, softquit, hardquit, personality NAME.";

/// Who gives an order and hears the answer.
#[derive(Clone, Copy, Debug)]
enum OrderSource<'a> {
    /// An owner on the server.
    Owner(&'a str),
    /// The operator on the console.
    Console,
}

impl Bridge {
    pub(super) fn chat(&mut self, chat: &ChatLine) {
        if chat.titles.iter().any(|title| title == "C") {
            self.note_computer(&chat.from);
        }
        if !matches!(chat.kind, ChatKind::Tell | ChatKind::Say) || self.is_me(&chat.from) {
            return;
        }
        log::info!("{} says: {}", chat.from, chat.text);
        let (order, argument) = split_order(&chat.text);
        if self.is_owner(chat) && self.obey(OrderSource::Owner(&chat.from), &order, &argument) {
            return;
        }
        let is_bot = self.is_computer(&chat.from);
        match order.as_str() {
            "list" => self.list_characters(&chat.from),
            "about" => self.describe_character(&chat.from, &argument),
            "choose" => self.request_character(&chat.from, &argument),
            "level" => self.request_level(&chat.from, &argument),
            // Two programs that answer each other never end.
            _ if is_bot => {}
            "why" => self.ask_why(&chat.from),
            _ => self.answer(&chat.from),
        }
    }

    pub(super) fn ordered(&mut self, text: &str) {
        let (order, argument) = split_order(text);
        if !order.is_empty() && !self.obey(OrderSource::Console, &order, &argument) {
            self.report_to(OrderSource::Console, ORDERS);
        }
    }

    fn report_to(&mut self, source: OrderSource<'_>, text: &str) {
        match source {
            OrderSource::Owner(name) => self.tell_person(name, text),
            OrderSource::Console => self.actions.push(BridgeAction::Answer(text.to_owned())),
        }
    }

    /// Whether this comes from an owner's registered account: a guest may bear an owner's name.
    fn is_owner(&self, chat: &ChatLine) -> bool {
        let mut owners = self.config.operation.owners.iter();
        chat.kind == ChatKind::Tell
            && !chat.is_from_guest()
            && owners.any(|owner| owner.is(&chat.from))
    }

    /// Carries out an order; `false` when there is no such order.
    fn obey(&mut self, source: OrderSource<'_>, order: &str, argument: &str) -> bool {
        match order {
            "status" => {
                let status = self.status();
                self.report_to(source, &status);
            }
            "softquit" => {
                self.leave(ShutdownUrgency::AfterTheGame);
                self.report_to(source, "I log off when the game is over.");
            }
            "hardquit" => self.leave(ShutdownUrgency::Now),
            "personality" => self.change_character(source, argument),
            _ => return false,
        }
        true
    }

    /// Another pinned character, from the next game on; accounts that play rated games keep theirs.
    fn change_character(&mut self, source: OrderSource<'_>, name: &str) {
        let plays_rated = self.config.accept.rated && !self.is_guest();
        let answer = match self.roster.find(name) {
            _ if plays_rated => "An account that plays rated games keeps its character.".to_owned(),
            Ok(personality) => {
                let answer = format!("From the next game on I play as {}.", personality.title());
                self.pinned = name.to_owned();
                answer
            }
            Err(error) => error.to_string(),
        };
        self.report_to(source, &answer);
    }

    fn list_characters(&mut self, who: &str) {
        let names: Vec<&str> = self.roster.names().collect();
        let text = format!("I can play as: {}.", names.join(", "));
        self.tell_person(who, &text);
    }

    fn describe_character(&mut self, who: &str, name: &str) {
        let name = if name.is_empty() {
            self.pinned.clone()
        } else {
            name.to_owned()
        };
        let text = match self.roster.find(&name) {
            Ok(personality) => format!("{}: {}", personality.title(), personality.blurb()),
            Err(error) => error.to_string(),
        };
        self.tell_person(who, &text);
    }

    fn request_character(&mut self, who: &str, name: &str) {
        let text = match self.roster.find(name) {
            _ if !self.config.engine.opponent_may_choose => "I always play as myself.".to_owned(),
            Ok(personality) => {
                let text = format!(
                    "In unrated games with you I play as {}.",
                    personality.title()
                );
                if self.requests.len() >= MAX_NAMES {
                    self.requests.clear();
                }
                self.requests
                    .insert(who.to_ascii_lowercase(), name.to_owned());
                text
            }
            Err(error) => error.to_string(),
        };
        self.tell_person(who, &text);
        if self.plays_unrated_with(who) {
            self.choose_character(who, false);
        }
    }

    fn plays_unrated_with(&self, who: &str) -> bool {
        self.live.as_ref().is_some_and(|live| {
            !live.terms.is_rated && live.terms.opponent.eq_ignore_ascii_case(who)
        })
    }

    /// The character for a game: the pinned one, or what the opponent of an unrated game asked
    /// for.
    pub(super) fn choose_character(&mut self, opponent: &str, is_rated: bool) {
        let request = self.requests.get(&opponent.to_ascii_lowercase());
        let name = request
            .filter(|_| !is_rated)
            .unwrap_or(&self.pinned)
            .clone();
        if let Ok(personality) = self.roster.find(&name) {
            self.character = personality.title().to_owned();
        }
        self.tell(Command::Option {
            name: PERSONALITY.to_owned(),
            value: Some(name),
        });
    }

    fn request_level(&mut self, who: &str, level: &str) {
        let text = match level.parse::<PlayingStrength>() {
            _ if !self.config.engine.opponent_may_set_level => {
                "I always play at the same level.".to_owned()
            }
            Ok(strength) => {
                if self.levels.len() >= MAX_NAMES {
                    self.levels.clear();
                }
                self.levels.insert(who.to_ascii_lowercase(), strength);
                format!("In unrated games with you I play at {strength}.")
            }
            Err(error) => format!("{}.", error),
        };
        self.tell_person(who, &text);
        if self.plays_unrated_with(who) {
            self.choose_level(who, false);
        }
    }

    /// The level of a game: that of the configuration, or what the opponent of an unrated game asked
    /// for.
    pub(super) fn choose_level(&mut self, opponent: &str, is_rated: bool) {
        let request = self.levels.get(&opponent.to_ascii_lowercase()).copied();
        let configured = self.config.engine.elo.map(|Strength(strength)| strength);
        let strength = request.filter(|_| !is_rated).or(configured);
        self.tell(Command::play_at(strength));
    }

    /// Asks the engine why it made its last move, for its opponent and not too often.
    fn ask_why(&mut self, who: &str) {
        let mut opponents = self.live.iter().map(|live| &live.terms.opponent);
        let is_opponent = opponents.any(|opponent| opponent.eq_ignore_ascii_case(who));
        if !is_opponent {
            self.tell_person(
                who,
                "I say why I made a move to my opponent, during the game.",
            );
        } else if self.is_first_answer(&format!("{who} why"), WHY_AGAIN) {
            self.asks_why = Some(who.to_owned());
            self.tell(Command::Why);
        }
    }

    /// Passes the engine's reasons on to who asked for them.
    pub(super) fn answer_why(&mut self, words: &str) {
        if let Some(who) = self.asks_why.take() {
            self.tell_person(&who, words);
        }
    }

    fn answer(&mut self, who: &str) {
        let Some(answer) = self.config.chat.answer.words().map(str::to_owned) else {
            return;
        };
        let again = self.config.chat.answer_again_minutes.duration();
        if self.is_first_answer(who, again) {
            self.tell_person(who, &answer);
        }
    }

    /// Tells why a challenge was declined, unless the same person was told lately.
    pub(super) fn explain_once(&mut self, who: &str, reason: &str) {
        if self.is_first_answer(&format!("{who} declined"), REASON_AGAIN) {
            self.tell_person(who, reason);
        }
    }

    fn is_first_answer(&mut self, what: &str, again: Duration) -> bool {
        let now = self.now;
        self.answered.retain(|_, until| *until > now);
        if self.answered.len() >= MAX_NAMES || self.answered.contains_key(what) {
            return false;
        }
        self.answered.insert(what.to_owned(), now + again);
        true
    }

    /// At the beginning of a game: says that we are a computer where the server does not show it, and
    /// the configured greeting.
    pub(super) fn greet(&mut self) {
        let hooks = self.config.commands.game_start.clone();
        hooks.iter().for_each(|line| self.send(line.as_str()));
        let identity = self.identity.as_ref();
        if identity.is_none_or(|identity| identity.is_computer != Some(true)) {
            let introduction = format!("I am a computer: {NAME}, playing as {}.", self.character);
            self.chat_queue.say("say", &introduction);
        }
        if let Some(greeting) = self.config.chat.greeting.words() {
            self.chat_queue.say("say", greeting);
        }
    }

    pub(super) fn say_farewell(&mut self) {
        if let Some(farewell) = self.config.chat.farewell.words() {
            self.chat_queue.say("say", farewell);
        }
    }

    /// The opponent gave us time.
    pub(super) fn thank_for_time(&mut self) {
        if let Some(live) = &mut self.live
            && !std::mem::replace(&mut live.has_thanked, true)
        {
            self.chat_queue.say("say", "Thank you for the time.");
        }
    }

    pub(super) fn tell_person(&mut self, who: &str, text: &str) {
        self.chat_queue.say(&format!("tell {who}"), text);
    }

    pub(super) fn tell_owners(&mut self, text: &str) {
        let owners = self.config.operation.owners.clone();
        for owner in owners {
            self.tell_person(owner.as_str(), text);
        }
    }

    pub(super) fn note_computer(&mut self, name: &str) {
        if self.computers.len() >= MAX_NAMES {
            self.computers.clear();
        }
        self.computers.insert(name.to_ascii_lowercase());
    }

    pub(super) fn is_computer(&self, name: &str) -> bool {
        self.computers.contains(&name.to_ascii_lowercase())
    }
}

/// The first two words, in lower case: an order and its argument.
fn split_order(text: &str) -> (String, String) {
    let text: String = text.chars().take(LONGEST_ORDER_CHARS).collect();
    let mut words = text.split_whitespace();
    let mut next = || words.next().unwrap_or_default().to_ascii_lowercase();
    (next(), next())
}
