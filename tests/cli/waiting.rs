//! What must not make anybody wait: memory, endgames that are solved, explanations.
//!
//! Each needs a fresh process, because a process waits for these things once.

use std::time::{Duration, Instant};

use crate::sandbox::Sandbox;

/// How long it takes a fresh process from these lines to the answer, after others with theirs.
fn time_after(others: (&str, &str), lines: &str, answer: &str) -> Duration {
    let sandbox = Sandbox::new();
    let mut talk = sandbox.talk();
    talk.say("xboard\nprotover 2\n");
    talk.say(others.0);
    talk.hear_until(others.1);
    let began = Instant::now();
    talk.say(lines);
    talk.hear_until(answer);
    began.elapsed()
}

fn time_to(answer: &str, lines: &str) -> Duration {
    time_after(("ping 99\n", "pong 99"), lines, answer)
}

/// How long a move at once takes in a fresh process on this machine as it is now.
fn usual_time() -> Duration {
    time_to("pong 1", "st 100\ngo\n?\nping 1\n")
}

const A_MOMENT: Duration = Duration::from_millis(300);

/// A gigabyte takes a second to allocate on a fast machine.
#[test]
fn no_clock_runs_while_memory_is_allocated() {
    for limits in ["sd 30\n", "", "nps 1000\n"] {
        let lines = |mib| format!("memory {mib}\nst 0.3\n{limits}go\nping 1\n");
        let small = time_to("pong 1", &lines(1));
        let large = time_to("pong 1", &lines(1_000));
        assert!(
            large < small * 2 + A_MOMENT,
            "{limits}: {large:?}, {small:?}"
        );
    }
}

#[test]
fn a_ponder_miss_does_not_wait_for_memory() {
    let usual = usual_time();
    let first = "hard\nmemory 1000\nlevel 0 0:02 0\nsd 2\ngo\nping 1\n";
    let miss = "sd 1\nusermove a7a6\nusermove b7b6\nping 2\n";
    let waited = time_after((first, "pong 1"), miss, "pong 2");
    assert!(waited < usual * 2 + A_MOMENT, "{waited:?}, {usual:?}");
}

/// To solve bishop and knight takes a tenth of a second and in a test's build several times as long.
#[test]
fn a_move_at_once_does_not_wait_for_an_endgame_to_be_solved() {
    let usual = usual_time();
    let bishop_and_knight = "force\nsetboard 8/8/8/3k4/8/8/8/KBN5 w - - 0 1\nst 100\n";
    let waited = time_to("pong 1", &format!("{bishop_and_knight}go\n?\nping 1\n"));
    assert!(waited < usual * 2 + A_MOMENT, "{waited:?}, {usual:?}");
}

#[test]
fn a_ping_waits_only_a_moment_for_an_explanation() {
    let usual = usual_time();
    let waited = time_to("pong 1", "force\nusermove g2g4\nexplain\nping 1\n");
    assert!(waited < usual * 2 + 2 * A_MOMENT, "{waited:?}, {usual:?}");
}
