//! masque as a process: closed streams, signals, an empty environment, and its use of memory and
//! processor.
//!
//! A GUI may crash, stop its engines with signals or start them anywhere. masque must then neither
//! crash nor print something wrong nor stay behind.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use crate::sandbox::{Sandbox, Talk};

/// Lines that bring masque into each of its states.
const STATES: &[&str] = &[
    "",
    "xboard\nprotover 2\n",
    "new\nforce\n",
    "new\nsd 1\nusermove e2e4\n",
    "new\nst 1000\ngo\n",
    "new\nhard\nst 0.02\nusermove e2e4\n",
    "post\nanalyze\n",
    "new\nst 1000\ngo\npause\n",
    "setboard 8/8/8/8/8/8/8/8 w - - 0 1\n",
    "force\nsetboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo\n",
    "force\nexplain\n",
];

fn signal(talk: &Talk, name: &str) {
    let process = talk.process().to_string();
    let sent = Command::new("kill").args([name, &process]).status();
    assert!(sent.unwrap().success(), "{name}");
}

/// Waits until a command has been read and begun, on most machines.
fn settle() {
    thread::sleep(Duration::from_millis(40));
}

fn assert_exit(status: ExitStatus, state: &str) {
    assert_eq!(status.code(), Some(0), "{status:?} after {state:?}");
}

#[test]
fn the_end_of_the_input_and_quit_end_it_in_every_state() {
    let sandbox = Sandbox::new();
    for state in STATES {
        for last in ["quit\n", "", "new\nunfinished"] {
            let mut talk = sandbox.talk();
            talk.say(state);
            settle();
            talk.say(last);
            if last != "quit\n" {
                talk.hang_up();
            }
            assert_exit(talk.end().0, state);
        }
    }
}

#[test]
fn a_request_to_terminate_ends_it_in_every_state() {
    let sandbox = Sandbox::new();
    for state in STATES {
        let mut talk = sandbox.talk();
        talk.say("ping 1\n");
        talk.hear_until("pong 1");
        talk.say(state);
        settle();
        signal(&talk, "-TERM");
        let (status, _) = talk.end();
        let is_expected = status.code() == Some(0) || status.signal() == Some(15);
        assert!(is_expected, "{status:?} after {state:?}");
    }
}

#[test]
fn interrupts_change_nothing() {
    let sandbox = Sandbox::new();
    for state in STATES {
        let mut talk = sandbox.talk();
        talk.say("ping 1\n");
        talk.hear_until("pong 1");
        talk.say(state);
        settle();
        for _ in 0..3 {
            signal(&talk, "-INT");
        }
        talk.say("force\nping 2\n");
        let said = talk.hear_until("pong 2");
        assert!(!said.contains("Error"), "{said}");
    }
}

#[test]
fn it_may_be_stopped_and_continued() {
    let sandbox = Sandbox::new();
    let mut talk = sandbox.talk();
    talk.say("new\nlevel 0 0:02 0\ngo\nping 1\n");
    settle();
    signal(&talk, "-STOP");
    // This is longer than the whole clock, so that the time is over when it goes on.
    thread::sleep(Duration::from_millis(2_500));
    signal(&talk, "-CONT");
    let said = talk.hear_until("pong 1");
    let moves = said.lines().filter(|line| line.starts_with("move "));
    assert_eq!(moves.count(), 1, "{said}");
    talk.say("post\nanalyze\n");
    settle();
    signal(&talk, "-STOP");
    thread::sleep(Duration::from_millis(200));
    signal(&talk, "-CONT");
    talk.say(".\nexit\nping 2\nforce\nundo\nping 3\n");
    let said = talk.hear_until("pong 2");
    assert!(said.contains("stat01: "), "{said}");
    assert_eq!(talk.hear_until("pong 3"), "pong 3\n");
}

/// Runs a masque that writes into a pipe whose other end is closed.
fn with_closed_output(sandbox: &Sandbox, lines: &str) -> (ExitStatus, String) {
    let mut child = sandbox
        .command()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // It may end before it has read everything.
    let _ = input.write_all(lines.as_bytes());
    let status = child.wait().unwrap();
    let mut complaints = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut complaints).unwrap();
    (status, complaints)
}

#[test]
fn a_closed_output_ends_it_without_a_word() {
    let sandbox = Sandbox::new();
    for lines in [
        "xboard\nprotover 2\n",
        "ping 1\n",
        "nonsense\n",
        "post\nst 1000\ngo\n",
        "post\nanalyze\n",
    ] {
        // The input stays open, so that only the closed output can end it.
        let (status, complaints) = with_closed_output(&sandbox, lines);
        assert_exit(status, lines);
        assert_eq!(complaints, "", "{lines}");
    }
}

#[test]
fn it_runs_without_an_environment_and_a_writable_directory() {
    let sandbox = Sandbox::new();
    let place = sandbox.path().join("empty");
    fs::create_dir(&place).unwrap();
    let mut read_only = fs::metadata(&place).unwrap().permissions();
    read_only.set_readonly(true);
    fs::set_permissions(&place, read_only).unwrap();
    let bare = || {
        let mut command = Command::new("/bin/sh");
        // The shell closes its standard error and is replaced by masque.
        command
            .args(["-c", "exec \"$0\" 2>&-", env!("CARGO_BIN_EXE_masque")])
            .current_dir(&place)
            .env_clear();
        Talk::with(&mut command)
    };
    let mut several = [bare(), bare(), bare()];
    for talk in &mut several {
        talk.say("xboard\nprotover 2\nnew\nsd 3\ngo\nping 1\n");
    }
    for talk in &mut several {
        let said = talk.hear_until("pong 1");
        assert!(said.contains("\nmove "), "{said}");
        // It reports what cannot be done there and goes on.
        talk.say("option SavePersonality\noption LoadFile=absent.toml\nping 2\n");
        talk.hear_until("pong 2");
        talk.say("quit\n");
        assert_exit(talk.end().0, "bare");
    }
}

/// Tests that read from the system how much memory and processor time a process uses.
#[cfg(target_os = "linux")]
mod measured {
    use super::*;

    /// Resident memory in MiB.
    fn resident_mib(talk: &Talk) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", talk.process())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kib: f64 = line
            .and_then(|line| line.split_whitespace().nth(1))
            .and_then(|number| number.parse().ok())
            .unwrap();
        kib / 1_024.0
    }

    /// Processor time used so far, in ticks of a hundredth of a second.
    fn ticks(talk: &Talk) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", talk.process())).unwrap();
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap()
            .split_whitespace()
            .collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }

    #[test]
    fn a_waiting_engine_uses_no_processor_time() {
        let sandbox = Sandbox::new();
        for state in [
            "",
            "force\n",
            "easy\nsd 1\nusermove e2e4\n",
            "st 1000\ngo\npause\n",
            "analyze\npause\n",
            "hard\nsd 2\nusermove e2e4\nresult 1-0 {over}\n",
            "analyze\nexit\n",
            "analyze\nsetboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n",
        ] {
            let mut talk = sandbox.talk();
            talk.say(state);
            // Running searches may end first; then it has to be idle for a third of a second.
            let is_idle = (0..60).any(|_| {
                let before = ticks(&talk);
                thread::sleep(Duration::from_millis(300));
                ticks(&talk) - before <= 1
            });
            assert!(is_idle, "{state:?}");
        }
    }

    #[test]
    fn it_uses_the_memory_it_was_given_and_frees_it() {
        let sandbox = Sandbox::new();
        let mut talk = sandbox.talk();
        talk.say("easy\nsd 5\n");
        for (number, size_mib) in [64, 8, 100, 2, 31, 1].into_iter().enumerate() {
            talk.say(&format!(
                "memory {size_mib}\nnew\nsd 5\ngo\nping {number}\n"
            ));
            talk.hear_until(&format!("pong {number}"));
            // A table is made and freed beside the search, which does not wait for either.
            let fits = (0..100).any(|_| {
                let fits = resident_mib(&talk) < f64::from(size_mib) + 40.0;
                if !fits {
                    thread::sleep(Duration::from_millis(50));
                }
                fits
            });
            let resident = resident_mib(&talk);
            assert!(fits, "{resident} MiB with memory {size_mib}");
        }
    }

    #[test]
    fn a_long_session_does_not_grow() {
        let sandbox = Sandbox::new();
        let mut talk = sandbox.talk();
        talk.say("easy\n");
        let mut play = |games: std::ops::Range<u32>| {
            for game in games {
                let (size_mib, castling) = (4 + game % 3 * 4, game % 100);
                talk.say(&format!(
                    "new\nmemory {size_mib}\noption Personality=gambler\n\
                     option Castling={castling}\ncm_parm default rnd={castling}\nsd 1\n\
                     go\nusermove zz\ngo\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1\nnew\nanalyze\n\
                     usermove e2e4\n.\nundo\nexit\npersonality\nlevel 0 1 1\nping {game}\n"
                ));
                talk.hear_until(&format!("pong {game}"));
            }
            talk.say("memory 4\nnew\nsd 2\ngo\nping 0\n");
            talk.hear_until("pong 0");
            // The last of the larger tables is freed beside the search.
            let measured = (0..40).map(|_| {
                thread::sleep(Duration::from_millis(50));
                resident_mib(&talk)
            });
            measured.fold(f64::INFINITY, f64::min)
        };
        let early = play(1..40);
        let late = play(40..200);
        assert!(late < 44.0, "{late} MiB with memory 4");
        assert!(late < early + 8.0, "from {early} to {late} MiB");
    }
}

#[test]
fn an_interrupted_game_at_the_terminal_is_kept() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command();
    let mut talk = Talk::with(command.args(["play", "neutral", "--depth", "1"]));
    talk.say("e4\n");
    talk.hear_until("    a  b  c  d  e  f  g  h");
    talk.hear_until("    a  b  c  d  e  f  g  h");
    let kept = || {
        let files = fs::read_dir(sandbox.path()).unwrap().flatten();
        let mut files = files.map(|file| file.file_name().into_string().unwrap());
        files.find(|name| name.starts_with("masque-") && name.ends_with(".pgn"))
    };
    signal(&talk, "-INT");
    let name = (0..100).find_map(|_| {
        thread::sleep(Duration::from_millis(50));
        kept()
    });
    let pgn = fs::read_to_string(sandbox.path().join(name.as_ref().unwrap())).unwrap();
    assert!(pgn.contains("\n1. e4 ") && pgn.ends_with(" *\n\n"), "{pgn}");
    signal(&talk, "-INT");
    let (status, said) = talk.end();
    assert!(status.success(), "{status}");
    let said = said.join(" ");
    assert!(said.contains(&name.unwrap()), "{said}");
    assert!(said.contains("Ctrl+C again leaves."), "{said}");
    assert!(said.ends_with("Goodbye."), "{said}");
}
