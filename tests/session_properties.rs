//! What must hold in every conversation, whatever is said and whatever the searches do: no panic,
//! each ping answered once and in order, at most one move a turn and none out of turn.
#![allow(clippy::expect_used, clippy::panic)]

use std::collections::VecDeque;
use std::time::Duration;

use masque::board::{Game, Move};
use masque::engine::options::{Choice, EngineSettings, OptionTable};
use masque::engine::{SearchId, SearchOrder};
use masque::score::Score;
use masque::search::{Bound, SearchOutcome, SearchProgress, SearchReport};
use masque::session::{Command, Effect, Event, PersonalityInForce, Reply, Session};
use proptest::prelude::*;

fn session() -> Session {
    let names = vec![
        Choice::new("neutral", "Neutral"),
        Choice::new("hypermodern", "The Hypermodern"),
    ];
    let options = OptionTable::new(names, "neutral", EngineSettings::default());
    Session::new("Neutral", options)
}

/// Lines that move the state machine about, and the search events between them.
#[derive(Clone, Debug)]
enum Step {
    Line(String),
    /// The search that many orders back ends, with its n-th legal move.
    Finish {
        back: usize,
        best: usize,
        ponder: usize,
        score: i32,
    },
    /// The search that many orders back reports its n-th legal move.
    Report {
        back: usize,
        first: usize,
    },
    Progress {
        back: usize,
    },
    Chosen(bool),
    /// The search that many orders back comes to no explanation.
    Explained {
        back: usize,
    },
}

fn any_step() -> impl Strategy<Value = Step> {
    let command = prop_oneof![
        4 => Just("new".to_owned()),
        8 => Just("force".to_owned()),
        12 => Just("go".to_owned()),
        2 => Just("playother".to_owned()),
        4 => Just("?".to_owned()),
        4 => Just("undo".to_owned()),
        4 => Just("remove".to_owned()),
        4 => Just("analyze".to_owned()),
        2 => Just("exit".to_owned()),
        2 => Just(".".to_owned()),
        3 => Just("hard".to_owned()),
        2 => Just("easy".to_owned()),
        3 => Just("post".to_owned()),
        1 => Just("nopost".to_owned()),
        2 => Just("pause".to_owned()),
        2 => Just("resume".to_owned()),
        2 => Just("draw".to_owned()),
        1 => Just("hint".to_owned()),
        1 => Just("bk".to_owned()),
        1 => Just("edit".to_owned()),
        1 => Just("result 1-0 {x}".to_owned()),
        1 => Just("variant fischerandom".to_owned()),
        1 => Just("setboard 8/8/8/8/8/8/8/8 w - - 0 1".to_owned()),
        1 => Just("setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".to_owned()),
        1 => Just("setboard 7k/8/8/8/8/8/8/K5R1 w - - 99 80".to_owned()),
        1 => Just("setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".to_owned()),
        1 => Just("exclude all".to_owned()),
        1 => Just("include e2e4".to_owned()),
        1 => Just("exclude d2d4".to_owned()),
        1 => Just("option Resign=1".to_owned()),
        1 => Just("option Personality=hypermodern".to_owned()),
        1 => Just("nps 100".to_owned()),
        1 => Just("sd 3".to_owned()),
        1 => Just("level 40 5 0".to_owned()),
        1 => Just("time 0".to_owned()),
        1 => Just("frobnicate".to_owned()),
        4 => Just("explain".to_owned()),
        1 => Just("option Why".to_owned()),
        1 => Just("option ShowPersonality".to_owned()),
        1 => Just("option Castling=20".to_owned()),
        1 => Just("option SavePersonality".to_owned()),
        1 => Just("personality".to_owned()),
        1 => Just("rejected debug".to_owned()),
        1 => Just("cm_parm default myp=90 md=3 tts=1".to_owned()),
        10 => (0..10_000u32).prop_map(|number| format!("ping {number}")),
        // The n-th legal move, filled in when it is sent.
        20 => (0..40usize).prop_map(|number| format!("move#{number}")),
    ];
    let best = 0..40usize;
    prop_oneof![
        6 => command.prop_map(Step::Line),
        2 => (0..3usize, best.clone(), 0..40usize, -2_000..500i32)
            .prop_map(|(back, best, ponder, score)| Step::Finish { back, best, ponder, score }),
        1 => (0..3usize, best).prop_map(|(back, first)| Step::Report { back, first }),
        1 => (0..3usize).prop_map(|back| Step::Progress { back }),
        1 => any::<bool>().prop_map(Step::Chosen),
        1 => (0..3usize).prop_map(|back| Step::Explained { back }),
    ]
}

/// What must hold in every conversation, checked while it goes on.
struct Watch {
    session: Session,
    now: Duration,
    orders: VecDeque<SearchOrder>,
    pings: VecDeque<String>,
    /// Whether each order has ended already; a real engine ends each once.
    ended: Vec<SearchId>,
}

impl Watch {
    fn nth_move(game: &Game, number: usize) -> Option<Move> {
        let legal = game.position().legal_moves();
        legal.get(number % legal.len().max(1)).copied()
    }

    fn event(&mut self, step: &Step) -> Option<Event> {
        Some(match step {
            Step::Line(line) => {
                let line = match line.strip_prefix("move#") {
                    Some(number) => {
                        let game = self.session.game()?;
                        let mv = Watch::nth_move(game, number.parse().ok()?)?;
                        format!("usermove {}", game.position().coordinate_960(mv))
                    }
                    None => line.clone(),
                };
                if let Some(token) = line.strip_prefix("ping ") {
                    self.pings.push_back(token.to_owned());
                }
                Event::Command(masque::xboard::parse(&line))
            }
            &Step::Finish {
                back,
                best,
                ponder,
                score,
            } => {
                let order = self.orders.get(back)?;
                if self.ended.contains(&order.id) {
                    return None;
                }
                self.ended.push(order.id);
                let best = Watch::nth_move(&order.game, best);
                let reply = best.and_then(|mv| {
                    let mut game = order.game.clone();
                    game.play(mv);
                    Watch::nth_move(&game, ponder)
                });
                Event::Finished(
                    order.id,
                    SearchOutcome {
                        best,
                        ponder: reply,
                        score: Score::from_cp(score),
                        bonus_cp: 0,
                        proven: None,
                        tablebase_hits: 0,
                        depth_plies: 5,
                        nodes: 1_000,
                        elapsed: Duration::from_millis(10),
                        longest_pause: Duration::ZERO,
                        salt: 0,
                        root_moves: Vec::new(),
                    },
                )
            }
            &Step::Report { back, first } => {
                let order = self.orders.get(back)?;
                Event::Report(
                    order.id,
                    SearchReport {
                        depth_plies: 4,
                        selective_depth_plies: 7,
                        line: 1,
                        score: Score::from_cp(12),
                        bonus_cp: 0,
                        bound: Bound::Exact,
                        nodes: 500,
                        elapsed: Duration::from_millis(250),
                        hashfull_permille: 1,
                        tablebase_hits: 0,
                        pv: Watch::nth_move(&order.game, first).into_iter().collect(),
                    },
                )
            }
            &Step::Progress { back } => {
                let order = self.orders.get(back)?;
                let current = Watch::nth_move(&order.game, 0)?;
                Event::Progress(Some((
                    order.id,
                    SearchProgress {
                        depth_plies: 1,
                        nodes: 1,
                        elapsed: Duration::ZERO,
                        moves_left: 1,
                        moves_total: 2,
                        current,
                    },
                )))
            }
            Step::Explained { back } => Event::Explained(self.orders.get(*back)?.id, None),
            Step::Chosen(true) => Event::PersonalityChosen(Ok(PersonalityInForce::default())),
            Step::Chosen(false) => Event::PersonalityChosen(Err("nobody".to_owned())),
        })
    }

    fn step(&mut self, step: &Step) -> Result<(), TestCaseError> {
        let Some(event) = self.event(step) else {
            return Ok(());
        };
        self.now += Duration::from_millis(7);
        let was_thinking = self.session.is_thinking();
        let may_ponder_hit = matches!(&event, Event::Command(Command::UserMove(_)));
        let ends_search = matches!(&event, Event::Finished(..));
        let mut moves = 0;
        for effect in self.session.step(self.now, event) {
            match effect {
                Effect::Start(order) => {
                    prop_assert!(order.game.position().has_legal_move());
                    prop_assert!(
                        order
                            .root_moves
                            .iter()
                            .all(|&mv| order.game.position().is_legal(mv))
                    );
                    let newest = self.orders.front().map_or(SearchId(0), |order| order.id);
                    prop_assert!(order.id > newest);
                    self.orders.push_front(*order);
                }
                Effect::Say(Reply::Pong(token)) => {
                    prop_assert_eq!(Some(token), self.pings.pop_front());
                }
                Effect::Say(Reply::Move(_) | Reply::Resign) => {
                    moves += 1;
                    prop_assert!(was_thinking && ends_search || may_ponder_hit);
                }
                Effect::Say(reply) => {
                    let text = masque::xboard::wire_text(&reply);
                    prop_assert!(text.len() < 4_000);
                    prop_assert!(!text.trim_end_matches('\n').contains('\n'));
                }
                _ => {}
            }
        }
        prop_assert!(moves <= 1);
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn any_conversation_keeps_the_rules(steps in proptest::collection::vec(any_step(), 1..80)) {
        let mut watch = Watch {
            session: session(),
            now: Duration::ZERO,
            orders: VecDeque::new(),
            pings: VecDeque::new(),
            ended: Vec::new(),
        };
        for step in &steps {
            watch.step(step)?;
        }
        // Whatever the state, force answers every ping that is still open.
        watch.step(&Step::Line("force".to_owned()))?;
        prop_assert!(watch.pings.is_empty());
        prop_assert!(!watch.session.is_thinking());
    }
}
