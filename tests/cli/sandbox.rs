//! A directory for masque to run in without touching the user's files, and ways to talk to it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

/// Runs masque in a directory of its own, without the user's configuration.
pub struct Sandbox {
    directory: TempDir,
}

impl Sandbox {
    pub fn new() -> Sandbox {
        Sandbox {
            directory: tempfile::tempdir().unwrap(),
        }
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn write(&self, name: &str, text: &str) -> &Sandbox {
        std::fs::write(self.path().join(name), text).unwrap();
        self
    }

    pub fn masque(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_masque"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env("XDG_CONFIG_HOME", self.path().join("xdg"))
            .env("XDG_STATE_HOME", self.path().join("state"))
            .env("XDG_DATA_HOME", self.path().join("share"))
            .env("APPDATA", self.path().join("appdata"))
            .env("HOME", self.path())
            .env_remove("RUST_LOG")
            .timeout(Duration::from_secs(120));
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Assert {
        self.masque(arguments).assert()
    }

    /// The same as [`Sandbox::masque`], for a process that the test controls itself.
    pub fn command(&self) -> std::process::Command {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_masque"));
        command
            .current_dir(self.path())
            .env("XDG_CONFIG_HOME", self.path().join("xdg"))
            .env("XDG_STATE_HOME", self.path().join("state"))
            .env("APPDATA", self.path().join("appdata"))
            .env("HOME", self.path())
            .env_remove("RUST_LOG");
        command
    }

    /// Starts the program for an exchange of lines.
    pub fn talk(&self) -> Talk {
        Talk::with(&mut self.command())
    }

    /// The output up to a line, with the input still open.
    pub fn speak_until(&self, last: &str, lines: &str) -> String {
        let mut talk = self.talk();
        talk.say(lines);
        talk.hear_until(last)
    }

    /// The output of the protocol until it ends.
    pub fn speak(&self, arguments: &[&str], lines: impl Into<Vec<u8>>) -> String {
        let assert = self.masque(arguments).write_stdin(lines).assert().success();
        let (out, err) = texts(&assert);
        assert_eq!(err, "", "nothing belongs on stderr");
        out
    }
}

/// A running masque with which lines can be exchanged.
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    pub fn with(command: &mut std::process::Command) -> Talk {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Talk {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    pub fn say(&mut self, lines: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(lines.as_bytes()).unwrap();
        input.flush().unwrap();
    }

    /// The output up to a line.
    pub fn hear_until(&mut self, last: &str) -> String {
        let mut heard = String::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60));
            let line = line.unwrap_or_else(|_| panic!("no '{last}' after:\n{heard}"));
            heard.push_str(&line);
            heard.push('\n');
            if line == last {
                return heard;
            }
        }
    }

    /// Closes the input.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the process to end by itself; returns its status and the rest of its output.
    pub fn end(&mut self) -> (ExitStatus, Vec<String>) {
        let began = Instant::now();
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if began.elapsed() > Duration::from_secs(20) => panic!("it does not end"),
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        (status, self.lines.iter().collect())
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn texts(assert: &Assert) -> (String, String) {
    let output = assert.get_output();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

pub fn out(assert: &Assert) -> String {
    texts(assert).0
}
