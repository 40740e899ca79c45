//! A whole conversation: lines of bytes from a GUI, mixed with news from an engine that is scripted
//! by lines beginning with a control character.
//!
//! Nothing panics, every line that comes out is short and harmless, a refused line changes nothing,
//! pings are answered in order, and a search that was dropped is never heard of again.
#![no_main]

use std::collections::VecDeque;
use std::sync::LazyLock;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use masque::board::Move;
use masque::book::KnownMove;
use masque::engine::options::{Choice, EngineSettings, OptionTable};
use masque::engine::{SearchId, SearchOrder};
use masque::line_reader::LineReader;
use masque::personality::{Personality, Roster};
use masque::score::Score;
use masque::search::{Bound, SearchOutcome, SearchProgress, SearchReport};
use masque::session::{Command, Effect, Event, PersonalityInForce, Reply, Session};

/// What xboard acts on wherever it stands in a refusal.
const HAZARDS: [&str; 5] = ["time", "otim", "draw", "analyze", "protover"];

/// Read once: it is no part of what is tried.
static OPTIONS: LazyLock<OptionTable> = LazyLock::new(|| {
    let roster = Roster::built_in();
    let personalities = roster.iter();
    let labels = personalities.map(|it| Choice::new(it.name(), it.title()));
    OptionTable::new(labels.collect(), "neutral", EngineSettings::default())
});

struct Table {
    session: Session,
    now: Duration,
    order: Option<SearchOrder>,
    /// Whether the newest search has not been stopped or finished.
    is_running: bool,
    pings: VecDeque<String>,
    /// Decides what the engine answers, one byte after the other.
    dice: u8,
}

impl Table {
    fn new() -> Table {
        Table {
            session: Session::new("Neutral", OPTIONS.clone()),
            now: Duration::ZERO,
            order: None,
            is_running: false,
            pings: VecDeque::new(),
            dice: 0,
        }
    }

    fn command(&mut self, line: &str) {
        let command = masque::xboard::parse(line);
        if let Command::Ping(token) = &command {
            self.pings.push_back(token.clone());
        }
        let before = self.session.clone();
        let replies = self.hear(Event::Command(command));
        let is_refusal =
            |reply: &Reply| matches!(reply, Reply::Error { .. } | Reply::IllegalMove { .. });
        if replies.iter().any(is_refusal) {
            assert_eq!(state_of(&before), state_of(&self.session), "{line:?}");
        }
    }

    /// Hears an event and does what follows; returns what was said.
    fn hear(&mut self, event: Event) -> Vec<Reply> {
        let is_end_of_search = matches!(event, Event::Finished(..));
        let mut said = Vec::new();
        let mut effects = VecDeque::from(self.session.step(self.now, event));
        while let Some(effect) = effects.pop_front() {
            if let Effect::Say(reply) = effect {
                self.check(&reply, is_end_of_search);
                said.push(reply);
            } else if let Some(answer) = self.perform(effect) {
                for effect in self.session.step(self.now, answer).into_iter().rev() {
                    effects.push_front(effect);
                }
            }
        }
        said
    }

    fn check(&mut self, reply: &Reply, is_end_of_search: bool) {
        let text = masque::xboard::wire_text(reply);
        for line in text.strip_suffix('\n').unwrap_or(&text).lines() {
            assert!(line.len() < 4_000, "{line}");
            let is_control = |letter: char| letter.is_control() && letter != '\t';
            assert!(!line.contains(is_control), "{line:?}");
        }
        match reply {
            Reply::Error { .. } | Reply::IllegalMove { .. } => {
                let text = text.to_ascii_lowercase();
                assert!(!HAZARDS.iter().any(|word| text.contains(word)), "{text}");
            }
            Reply::Move(_) | Reply::Resign | Reply::OfferDraw => {
                // A ponder hit may be answered by what the search has found already.
                assert!(is_end_of_search || self.order.is_some(), "{text}");
            }
            Reply::Pong(token) => assert_eq!(self.pings.pop_front().as_ref(), Some(token)),
            _ => {}
        }
    }

    fn perform(&mut self, effect: Effect) -> Option<Event> {
        match effect {
            Effect::Start(order) => {
                let legal = order.game.position().legal_moves();
                assert!(!legal.is_empty() && order.lines > 0);
                assert!(order.root_moves.iter().all(|mv| legal.contains(mv)));
                self.order = Some(*order);
                self.is_running = true;
                None
            }
            Effect::Stop => {
                // The search may still end by itself: what was stopped is not yet unheard.
                None
            }
            Effect::AskProgress => Some(Event::Progress(self.progress())),
            Effect::ChoosePersonality(_) | Effect::SavePersonality(_) if self.dice % 2 == 1 => {
                Some(Event::PersonalitySaved(Err("no\nsuch file".to_owned())))
            }
            Effect::ChoosePersonality(_)
            | Effect::AdjustPersonality(..)
            | Effect::SetStrength(_)
            | Effect::SetOpponent { .. }
            | Effect::NewGame
            | Effect::ImitateChessmaster(_) => {
                Some(Event::PersonalityChosen(Ok(PersonalityInForce {
                    title: "Somebody".to_owned(),
                    level_elo: (self.dice % 3 == 0).then_some(1_400),
                    ..PersonalityInForce::default()
                })))
            }
            Effect::SavePersonality(path) => {
                Some(Event::PersonalitySaved(Ok(path.display().to_string())))
            }
            Effect::AskPersonality => Some(Event::Personality(Personality::neutral().to_toml())),
            Effect::AskSummary => Some(Event::Summary(Personality::neutral().summary())),
            Effect::AskBook(position) => {
                let moves = position.legal_moves();
                Some(Event::Book(
                    moves
                        .into_iter()
                        .take(self.roll(3))
                        .map(|mv| KnownMove {
                            mv,
                            chance_permille: 500,
                            replies: Vec::new(),
                        })
                        .collect(),
                ))
            }
            Effect::AskWords(_) => Some(Event::Words(
                (self.dice % 2 == 0).then(|| "good\nluck".to_owned()),
            )),
            Effect::OpenTablebases(_) => {
                Some(Event::TablebasesOpened(vec!["tablebases: none".to_owned()]))
            }
            Effect::Say(_)
            | Effect::SetRatingLead(_)
            | Effect::SetMeetsProgram(_)
            | Effect::SetLearning(_)
            | Effect::Learn(_)
            | Effect::PonderHit(_)
            | Effect::SetSeed(_)
            | Effect::SetMemory(_)
            | Effect::SetCores(_)
            | Effect::Quit => None,
        }
    }

    fn roll(&self, count: usize) -> usize {
        usize::from(self.dice) % count.max(1)
    }

    fn root_move(&self) -> Option<Move> {
        let legal = self.order.as_ref()?.game.position().legal_moves();
        legal.get(self.roll(legal.len())).copied()
    }

    fn progress(&self) -> Option<(SearchId, SearchProgress)> {
        let order = self.order.as_ref()?;
        let progress = SearchProgress {
            depth_plies: 3,
            nodes: 1 << self.roll(60),
            elapsed: self.now,
            moves_left: 1,
            moves_total: 20,
            current: self.root_move()?,
        };
        Some((order.id, progress))
    }

    fn report(&mut self) -> Option<Event> {
        let id = self.order.as_ref()?.id;
        let bounds = [Bound::Exact, Bound::Lower, Bound::Upper];
        let report = SearchReport {
            depth_plies: u32::from(self.dice),
            selective_depth_plies: 200,
            line: 1 + self.roll(3),
            score: Score::from_cp(i32::from(self.dice) * 8 - 1_000),
            bonus_cp: 0,
            bound: bounds[self.roll(3)],
            nodes: 1 << self.roll(60),
            elapsed: self.now,
            hashfull_permille: 0,
            tablebase_hits: 0,
            pv: self.root_move().into_iter().collect(),
        };
        Some(Event::Report(id, report))
    }

    fn outcome(&mut self) -> Option<(SearchId, SearchOutcome)> {
        let order = self.order.as_ref()?;
        let best = self.root_move();
        let after = best.map(|mv| order.game.position().play(mv));
        let outcome = SearchOutcome {
            best: best.filter(|_| self.dice != 255),
            ponder: after.and_then(|after| after.legal_moves().first().copied()),
            score: Score::from_cp(i32::from(self.dice) * 8 - 1_000),
            bonus_cp: 0,
            proven: None,
            tablebase_hits: 0,
            depth_plies: u32::from(self.dice),
            nodes: 77,
            elapsed: Duration::from_millis(5),
            longest_pause: Duration::ZERO,
            salt: 0,
            root_moves: Vec::new(),
        };
        Some((order.id, outcome))
    }

    /// The running search ends.
    fn finish(&mut self) {
        if !std::mem::take(&mut self.is_running) {
            return;
        }
        if let Some((id, outcome)) = self.outcome() {
            self.hear(Event::Explained(id, None));
            self.hear(Event::Finished(id, outcome));
        }
    }

    /// An older search ends late: nobody hears of it.
    fn finish_late(&mut self) {
        let Some((id, outcome)) = self.outcome() else {
            return;
        };
        let earlier = SearchId(id.0.saturating_sub(1 + self.roll(3) as u64));
        if earlier < id {
            let before = state_of(&self.session);
            assert_eq!(self.hear(Event::Finished(earlier, outcome)), []);
            assert_eq!(state_of(&self.session), before);
        }
    }

    fn engine(&mut self, bytes: &[u8]) {
        self.dice = bytes.get(1).copied().unwrap_or_default();
        self.now += Duration::from_millis(u64::from(self.dice) * 10);
        match bytes[0] {
            1 => {
                if let Some(event) = self.report() {
                    self.hear(event);
                }
            }
            2 => self.finish_late(),
            _ => self.finish(),
        }
    }
}

/// Everything about a session but whether it passes over the lines of the obsolete edit mode, which
/// any command ends.
fn state_of(session: &Session) -> String {
    let skips = "skips_edit_lines: true";
    format!("{session:?}").replace(skips, "skips_edit_lines: false")
}

fuzz_target!(|bytes: &[u8]| {
    let mut table = Table::new();
    for line in LineReader::new(bytes).take(200) {
        match line.as_bytes().first() {
            Some(1..=8) => table.engine(line.as_bytes()),
            _ => table.command(&line),
        }
    }
    // Everything that was asked has its answer once the engine has none to give.
    table.command("new");
    assert!(table.pings.is_empty(), "{:?}", table.pings);
});
