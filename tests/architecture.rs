//! The order of the house, held by reading the source: which room may name which, who may print,
//! and what a file must look like.
//!
//! The rules are plain functions from text to complaints, so that the second half of this file can
//! show that each of them notices a violation.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// Every room with the rooms it may name, besides itself.
const ROOMS: &[(&str, &[&str])] = &[
    ("excerpt", &[]),
    ("files", &[]),
    ("score", &[]),
    ("board", &["score"]),
    ("endgame", &["board", "score"]),
    ("evaluation", &["endgame", "board", "score"]),
    ("search", &["evaluation", "endgame", "board", "score"]),
    ("book", &["evaluation", "board", "score"]),
    (
        "personality",
        &[
            "search",
            "book",
            "endgame",
            "evaluation",
            "board",
            "score",
            "excerpt",
            "files",
        ],
    ),
    ("strength", &["search", "evaluation", "board", "score"]),
    ("config", &["excerpt", "files"]),
    (
        "engine",
        &[
            "personality",
            "search",
            "book",
            "endgame",
            "strength",
            "evaluation",
            "board",
            "score",
            "config",
        ],
    ),
    ("protocol", UP_TO_ENGINE),
    ("terminal", UP_TO_PROTOCOL),
    ("fics", UP_TO_PROTOCOL),
    ("lab", UP_TO_ENGINE),
];

const UP_TO_ENGINE: &[&str] = &[
    "engine",
    "personality",
    "search",
    "book",
    "endgame",
    "strength",
    "evaluation",
    "board",
    "score",
    "excerpt",
    "files",
    "config",
];

const UP_TO_PROTOCOL: &[&str] = &[
    "files",
    "protocol",
    "engine",
    "personality",
    "search",
    "book",
    "endgame",
    "strength",
    "evaluation",
    "board",
    "score",
    "config",
];

/// Who may take hold of the process's standard output; everybody else writes to what is given.
const WRITERS: &[&str] = &["src/main.rs", "src/cli/", "src/protocol/mod.rs"];

/// The program around the library: it may name every room.
const PROGRAM: &[&str] = &["src/main.rs", "src/lib.rs", "src/cli/"];

const LONGEST_FILE_LINES: usize = 600;

/// The room of a file under src/; `None` for the program around the library.
fn room_of(path: &str) -> Option<&str> {
    if PROGRAM.iter().any(|program| path.starts_with(program)) {
        return None;
    }
    let inside = path.strip_prefix("src/")?;
    Some(inside.split(['/', '.']).next().unwrap_or(inside))
}

/// Code without line comments, so that a doc link is no dependency.
fn code(text: &str) -> String {
    text.lines()
        .map(|line| match line.trim_start().starts_with("//") {
            true => "",
            false => line,
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The rooms a text names as `crate::room` or in a group `crate::{a::X, b}`.
fn rooms_named(text: &str) -> Vec<String> {
    let mut named = Vec::new();
    for rest in code(text).split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(group) => named.extend(first_names_of_group(group)),
            None => named.push(leading_name(rest)),
        }
    }
    named
}

fn leading_name(text: &str) -> String {
    text.trim_start()
        .chars()
        .take_while(|&letter| is_name_letter(letter))
        .collect()
}

/// The first path segment of each item of a `use` group, after its opening brace.
fn first_names_of_group(group: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 0;
    let mut item = String::new();
    for letter in group.chars() {
        match letter {
            '}' if depth == 0 => break,
            ',' if depth == 0 => names.push(leading_name(&std::mem::take(&mut item))),
            _ => {
                depth += i32::from(letter == '{') - i32::from(letter == '}');
                item.push(letter);
            }
        }
    }
    names.push(leading_name(&item));
    names.retain(|name| !name.is_empty());
    names
}

/// Everything in which a source file breaks the order of the house.
fn complaints(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    check_arrows(path, text, &mut found);
    check_owners(path, text, &mut found);
    check_shape(path, text, &mut found);
    found
}

fn check_arrows(path: &str, text: &str, found: &mut Vec<String>) {
    let Some(room) = room_of(path) else { return };
    let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
        found.push(format!(
            "{path}: room {room} is not in the table of this test"
        ));
        return;
    };
    for named in rooms_named(text) {
        if named != room && !allowed.contains(&named.as_str()) {
            found.push(format!("{path}: {room} must not name {named}"));
        }
    }
}

fn check_owners(path: &str, text: &str, found: &mut Vec<String>) {
    let code = code(text);
    let mut only = |word: &str, owners: &[&str]| {
        if code.contains(word) && !owners.iter().any(|owner| path.starts_with(owner)) {
            found.push(format!("{path}: must not name {word}"));
        }
    };
    only("cozy_chess", &["src/board/"]);
    only("stdout", WRITERS);
    only("anyhow", &["src/main.rs", "src/cli/"]);
    for form in [
        "unsafe {",
        "unsafe fn",
        "unsafe impl",
        "unsafe trait",
        "unsafe extern",
    ] {
        only(form, &["src/search/prefetch.rs"]);
    }
    only("static mut", &[]);
    only("/work", &[]);
    only("/root", &[]);
    only("/home/", &[]);
}

fn check_shape(path: &str, text: &str, found: &mut Vec<String>) {
    if !text.starts_with("//! ") {
        found.push(format!("{path}: does not open by saying what it owns"));
    }
    let lines = text.lines().count();
    if lines > LONGEST_FILE_LINES {
        found.push(format!(
            "{path}: {lines} lines, at most {LONGEST_FILE_LINES}"
        ));
    }
}

fn source_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            source_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn the_house_is_in_order() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    source_files(&root.join("src"), &mut files);
    assert!(files.len() > 15, "only {} files found", files.len());
    let mut found = Vec::new();
    for file in files {
        let path = file.strip_prefix(root).unwrap().to_str().unwrap();
        let path = path.replace('\\', "/");
        found.extend(complaints(&path, &fs::read_to_string(&file).unwrap()));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_table_points_one_way() {
    for (index, (room, allowed)) in ROOMS.iter().enumerate() {
        for below in *allowed {
            let place = ROOMS.iter().position(|(name, _)| name == below);
            assert!(place.unwrap() < index, "{room} -> {below} points upwards");
        }
    }
}

#[test]
fn an_arrow_upwards_is_noticed() {
    let upwards = "//! X.\nuse crate::engine::Engine;\n";
    assert_eq!(complaints("src/search/node.rs", upwards).len(), 1);
    assert!(complaints("src/protocol/session.rs", upwards).is_empty());
    let inline = "//! X.\nfn f() { crate::protocol::run() }\n";
    assert_eq!(complaints("src/engine/mod.rs", inline).len(), 1);
    let group = "//! X.\nuse crate::{board::{Move, Position}, search::RootBonus, score};\n";
    assert_eq!(
        rooms_named(group),
        ["board", "search", "score"],
        "groups are taken apart"
    );
    assert_eq!(complaints("src/evaluation/mod.rs", group).len(), 1);
    let comment = "//! See [`crate::engine`].\n";
    assert!(complaints("src/score.rs", comment).is_empty());
    assert_eq!(complaints("src/cellar/mod.rs", "//! X.\n").len(), 1);
}

#[test]
fn foreign_words_are_noticed() {
    for (path, text) in [
        ("src/search/node.rs", "use cozy_chess::Board;"),
        ("src/search/node.rs", "let out = std::io::stdout();"),
        ("src/engine/mod.rs", "use anyhow::Result;"),
        ("src/board/mod.rs", "unsafe { x() }"),
        ("src/board/mod.rs", "static mut COUNT: u32 = 0;"),
        ("src/board/mod.rs", "let path = \"/home/someone/book.bin\";"),
    ] {
        let text = format!("//! X.\n{text}\n");
        assert_eq!(complaints(path, &text).len(), 1, "{path}: {text}");
    }
    assert!(complaints("src/board/mod.rs", "//! X.\nuse cozy_chess::Board;\n").is_empty());
    assert!(complaints("src/search/prefetch.rs", "//! X.\nunsafe { x() }\n").is_empty());
    assert!(complaints("src/cli/mod.rs", "//! X.\nuse anyhow::Result;\n").is_empty());
}

#[test]
fn ill_shaped_files_are_noticed() {
    assert_eq!(complaints("src/score.rs", "use std::fmt;\n").len(), 1);
    let long = format!("//! X.\n{}", "\n".repeat(LONGEST_FILE_LINES));
    assert_eq!(complaints("src/score.rs", &long).len(), 1);
}
