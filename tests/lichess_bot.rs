//! The block of README that configures lichess-bot, held to what the program accepts.
//!
//! lichess-bot makes `--KEY=VALUE` of each of `engine_options` and hands `xboard_options` to
//! python-chess, which refuses an option that the engine does not name, or a value that is not of its
//! type. What python-chess then sends is recorded in `tests/xboard/lichess_bot.txt`.
#![allow(clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Options that python-chess sets itself.
const MANAGED: [&str; 4] = ["uci_chess960", "uci_variant", "multipv", "ponder"];

/// A value of the block, with the keys that lead to it.
#[derive(Debug, PartialEq)]
struct Entry {
    keys: Vec<String>,
    value: String,
}

impl Entry {
    /// The last keys, if the first are these.
    fn below(&self, first: &[&str]) -> Option<&[String]> {
        let (begin, rest) = self.keys.split_at_checked(first.len())?;
        (begin == first).then_some(rest)
    }
}

/// The lines of the only YAML block of README.
fn block() -> String {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(readme).expect("README is there");
    let (_, rest) = readme.split_once("```yaml\n").expect("a block of YAML");
    let (block, after) = rest.split_once("```\n").expect("its end");
    assert!(!after.contains("```yaml"), "one block is read");
    block.to_owned()
}

/// The values of a block of YAML that is nothing but keys, two blanks deeper for each level, and
/// scalars.
fn entries(block: &str) -> Vec<Entry> {
    let mut open: Vec<String> = Vec::new();
    let mut entries = Vec::new();
    for line in block.lines() {
        let line = line.split(" #").next().unwrap_or_default().trim_end();
        let text = line.trim_start();
        let (key, value) = text.split_once(':').expect("a key on each line");
        let indent = line.len() - text.len();
        assert_eq!(indent % 2, 0, "{line}");
        open.truncate(indent / 2);
        assert_eq!(open.len(), indent / 2, "{line}");
        open.push(key.to_owned());
        let value = value.trim();
        if !value.is_empty() {
            entries.push(Entry {
                keys: open.clone(),
                value: value.trim_matches('"').to_owned(),
            });
        }
    }
    entries
}

/// What the program writes when it is started with these arguments and told these lines.
fn conversation(arguments: &[String], input: &str) -> String {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_masque"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = engine.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it listens");
    drop(stdin);
    let output = engine.wait_with_output().expect("it ends");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {complaints}");
    String::from_utf8(output.stdout).expect("text")
}

/// The kind of an option and what follows it in its feature, if the engine has the option.
fn option<'a>(features: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    let begin = format!("feature option=\"{name} -");
    let line = features.lines().find_map(|line| line.strip_prefix(&begin));
    let description = line?.trim_end_matches('"');
    description.split_once(' ').or(Some((description, "")))
}

/// Whether python-chess takes the value for an option, and what it then sends.
fn setting(features: &str, name: &str, value: &str) -> Result<String, String> {
    match name {
        "memory" | "cores" => {
            let feature = if name == "memory" {
                "memory=1"
            } else {
                "smp=1"
            };
            let is_there = features.contains(&format!(" {feature} "));
            let number: u32 = value.parse().map_err(|_| format!("{name}: {value}"))?;
            is_there
                .then(|| format!("{name} {number}"))
                .ok_or_else(|| format!("no {feature}"))
        }
        _ if MANAGED.contains(&name.to_lowercase().as_str()) => Err(format!("{name} is managed")),
        _ => {
            let (kind, rest) = option(features, name).ok_or_else(|| format!("no option {name}"))?;
            let wrong = || format!("{name}, a {kind}: {value}");
            let sent = match kind {
                "check" => match value {
                    "true" => "1".to_owned(),
                    "false" => "0".to_owned(),
                    _ => return Err(wrong()),
                },
                "spin" => {
                    let numbers: Vec<i64> = rest.split(' ').flat_map(str::parse).collect();
                    let number: i64 = value.parse().map_err(|_| wrong())?;
                    let range = numbers[1]..=numbers[2];
                    range
                        .contains(&number)
                        .then(|| number.to_string())
                        .ok_or_else(wrong)?
                }
                "combo" => {
                    let is_choice = |choice: &str| choice.trim_start_matches('*') == value;
                    let is_there = rest.split(" /// ").any(is_choice);
                    is_there.then(|| value.to_owned()).ok_or_else(wrong)?
                }
                _ => value.to_owned(),
            };
            Ok(format!("option {name}={sent}"))
        }
    }
}

#[test]
fn the_block_of_the_readme_configures_the_engine() {
    let entries = entries(&block());
    let value = |keys: &[&str]| {
        let mut entries = entries.iter().filter(|entry| entry.keys == keys);
        entries.next().map(|entry| entry.value.as_str())
    };
    assert_eq!(value(&["engine", "protocol"]), Some("xboard"));
    assert_eq!(value(&["engine", "name"]), Some("masque"));
    let arguments: Vec<String> = entries
        .iter()
        .filter_map(|entry| match entry.below(&["engine", "engine_options"])? {
            [key] => Some(format!("--{key}={}", entry.value)),
            deeper => panic!("{deeper:?} is too deep"),
        })
        .collect();
    assert!(!arguments.is_empty(), "some are shown");
    let features = conversation(&arguments, "xboard\nprotover 2\nquit\n");
    assert!(features.contains("done=1"), "{features}");
    let mut input = String::from("xboard\nprotover 2\n");
    let mut set = 0;
    for entry in &entries {
        let line = match entry.below(&["engine", "xboard_options"]) {
            None => continue,
            Some([egtpath, kind]) if egtpath == "egtpath" => {
                assert!(features.contains(&format!("egt=\"{kind}\"")), "{kind}");
                format!("egtpath {kind} {}", entry.value)
            }
            Some([name]) => {
                setting(&features, name, &entry.value).unwrap_or_else(|e| panic!("{e}"))
            }
            Some(deeper) => panic!("{deeper:?} is too deep"),
        };
        set += 1;
        input += &format!("{line}\n");
    }
    assert!(set >= 5, "{entries:?}");
    let answers = conversation(&arguments, &format!("{input}new\nping 1\nquit\n"));
    assert_eq!(answers.lines().last(), Some("pong 1"), "{answers}");
    let complains = |line: &str| line.starts_with("Error") || line.starts_with("telluser");
    assert!(!answers.lines().any(complains), "{answers}");
}

#[test]
fn wrong_blocks_are_found_out() {
    let features = conversation(&[], "xboard\nprotover 2\nquit\n");
    for (name, value) in [
        ("Resing", "true"),
        ("Resign", "yes"),
        ("MoveOverhead", "-1"),
        ("MoveOverhead", "much"),
        ("MultiPV", "2"),
        ("Personality", "hypermodern"),
        ("memory", "plenty"),
    ] {
        assert!(setting(&features, name, value).is_err(), "{name}: {value}");
    }
    let sent = setting(&features, "Personality", "The_Hypermodern");
    assert_eq!(sent.as_deref(), Ok("option Personality=The_Hypermodern"));
    let nested = "a:\n  b: 1 # one\n  c:\n    d: \"two words\"\n";
    let keys: Vec<_> = entries(nested)
        .into_iter()
        .map(|e| (e.keys.join("."), e.value))
        .collect();
    assert_eq!(
        keys,
        [
            ("a.b".to_owned(), "1".to_owned()),
            ("a.c.d".to_owned(), "two words".to_owned())
        ]
    );
}
