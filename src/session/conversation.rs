//! `Conversation`: a session and the engine that performs what it decides.
//!
//! Every front end uses it: what the session decides is done here, once for all of them.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::Reply;
use super::{Command, Effect, Event, Occasion, PersonalityInForce, Session};
use crate::engine::Engine;

/// A session with its engine.
pub struct Conversation {
    session: Session,
    engine: Engine,
    began: Instant,
}

impl Conversation {
    /// A conversation about to begin.
    pub fn new(engine: Engine) -> Conversation {
        let mut session = Session::new(&engine.character(), engine.options());
        let character = Event::PersonalityChosen(Ok(character_of(&engine)));
        session.step(Duration::ZERO, character);
        Conversation {
            session,
            engine,
            began: Instant::now(),
        }
    }

    /// The same with a GUI, at which the opponent sits until it says otherwise. Comments are one of its
    /// features, and none was named yet.
    pub fn at_gui(engine: Engine) -> Conversation {
        let mut conversation = Conversation::new(engine);
        for known in [Command::WithoutComments, Command::Ics("-".to_owned())] {
            conversation
                .session
                .step(Duration::ZERO, Event::Command(known));
        }
        conversation
    }

    /// The session's side.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The engine's side.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Handles what happened at a moment, and all that follows from it at once. Replies go to
    /// `say` in order. Breaks when the conversation is over.
    pub fn handle(
        &mut self,
        at: Instant,
        event: Event,
        say: &mut dyn FnMut(&Reply),
    ) -> ControlFlow<()> {
        let now = at.saturating_duration_since(self.began);
        // Before its first command a front end may not be ready for complaints.
        let may_complain = event != Event::Command(Command::Nothing);
        let mut effects = VecDeque::from(self.session.step(now, event));
        while let Some(effect) = effects.pop_front() {
            let consequence = match effect {
                Effect::Say(reply) => {
                    say(&reply);
                    None
                }
                Effect::Quit => return ControlFlow::Break(()),
                other => self.perform(at, other),
            };
            if let Some(event) = consequence {
                // What follows from an effect comes before the effects behind it.
                for effect in self.session.step(now, event).into_iter().rev() {
                    effects.push_front(effect);
                }
            }
        }
        if may_complain {
            let complaints = self.engine.take_complaints().into_iter();
            complaints.for_each(|complaint| say(&Reply::UserError(complaint)));
        }
        ControlFlow::Continue(())
    }

    fn perform(&mut self, at: Instant, effect: Effect) -> Option<Event> {
        match effect {
            Effect::Start(order) => self.engine.start(at, *order),
            Effect::PonderHit(budget) => self.engine.ponder_hit(at, budget),
            Effect::Stop => self.engine.stop(),
            Effect::AskProgress => return Some(Event::Progress(self.engine.progress())),
            Effect::NewGame => {
                self.engine.new_game();
                return Some(Event::PersonalityChosen(Ok(character_of(&self.engine))));
            }
            Effect::ChoosePersonality(choice) => {
                let chosen = self.engine.choose(&choice);
                let answer = chosen.map(|()| character_of(&self.engine));
                return Some(Event::PersonalityChosen(
                    answer.map_err(|error| error.to_string()),
                ));
            }
            Effect::AdjustPersonality(parameter, value) => {
                self.engine.adjust(parameter, value);
                return Some(Event::PersonalityChosen(Ok(character_of(&self.engine))));
            }
            Effect::ImitateChessmaster(settings) => {
                self.engine.set_chessmaster(*settings);
                return Some(Event::PersonalityChosen(Ok(character_of(&self.engine))));
            }
            Effect::SavePersonality(path) => {
                let saved = self.engine.save_personality(&path);
                // Where the program was started is not what a person sees.
                let whole = std::path::absolute(&path).unwrap_or(path);
                let saved = saved.map(|()| whole.display().to_string());
                return Some(Event::PersonalitySaved(
                    saved.map_err(|error| error.to_string()),
                ));
            }
            Effect::AskPersonality => {
                return Some(Event::Personality(self.engine.personality().to_toml()));
            }
            Effect::AskSummary => {
                let personality = self.engine.personality();
                let (title, blurb) = (personality.title(), personality.blurb());
                let summary = personality.summary();
                let text = format!("{title}\n{blurb}\n\n{summary}");
                return Some(Event::Summary(text));
            }
            Effect::AskBook(position) => {
                return Some(Event::Book(self.engine.book_moves(&position)));
            }
            Effect::AskWords(occasion) => {
                let personality = self.engine.personality();
                let words = match occasion {
                    Occasion::Greeting => personality.greeting(),
                    Occasion::Farewell => personality.farewell(),
                };
                return Some(Event::Words(words.map(str::to_owned)));
            }
            Effect::OpenTablebases(path) => {
                let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
                return Some(Event::TablebasesOpened(
                    self.engine.open_tablebases(&directories),
                ));
            }
            Effect::Learn(played) => self.engine.learn(&played),
            Effect::SetLearning(is_on) => self.engine.set_learning(is_on),
            Effect::SetStrength(strength) => {
                self.engine.set_strength(strength);
                return Some(Event::PersonalityChosen(Ok(character_of(&self.engine))));
            }
            Effect::SetOpponent { name, elo } => {
                self.engine.set_opponent(name.as_deref(), elo);
                return Some(Event::PersonalityChosen(Ok(character_of(&self.engine))));
            }
            Effect::SetRatingLead(points) => self.engine.set_rating_lead(points),
            Effect::SetMeetsProgram(does) => self.engine.set_meets_program(does),
            Effect::SetSeed(seed) => self.engine.set_seed(seed),
            Effect::SetMemory(mib) => self.engine.set_hash_mib(mib),
            Effect::SetCores(cores) => self.engine.set_threads(cores),
            Effect::Say(_) | Effect::Quit => {}
        }
        None
    }
}

/// What the session has to know of the personality.
fn character_of(engine: &Engine) -> PersonalityInForce {
    let personality = engine.personality();
    PersonalityInForce {
        title: engine.character(),
        blurb: personality.blurb().to_owned(),
        draws: engine.draws(),
        level_elo: engine.level().map(|level| level.elo),
    }
}
