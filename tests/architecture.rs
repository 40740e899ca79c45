//! The order of the house, held by reading the source: which room may name which, who may print,
//! and what a file must look like.
//!
//! The rules are plain functions from text to complaints, so that the second half of this file can
//! show that each of them notices a violation.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rules of chess and what a position is said to be worth.
const CHESS: &[&str] = &["board", "score"];
/// What judges a position.
const JUDGEMENT: &[&str] = &["evaluation", "endgame"];
/// What makes a player of the search.
const PLAYER: &[&str] = &["personality", "strength", "learning", "book"];
/// What a front end has besides: the conversation, who plays, and input and output; nothing that judges.
const FRONT_END: &[&str] = &[
    "session",
    "engine",
    "search",
    "personality",
    "config",
    "chess_clock",
    "files",
    "line_reader",
    "wrapping",
];

/// Every room with the groups of rooms that it may name, besides itself; the lowest first.
const ROOMS: &[(&str, &[&[&str]])] = &[
    ("checksum", &[]),
    ("excerpt", &[]),
    ("wrapping", &[]),
    ("files", &[]),
    ("line_reader", &[]),
    ("piecewise", &[]),
    ("score", &[]),
    ("board", &[&["score", "wrapping"]]),
    ("chess_clock", &[&["board"]]),
    ("foreign", &[&["board", "chess_clock", "line_reader"]]),
    ("endgame", &[CHESS]),
    ("evaluation", &[CHESS, &["endgame", "checksum"]]),
    ("search", &[CHESS, JUDGEMENT]),
    ("book", &[CHESS]),
    ("learning", &[CHESS, &["files", "checksum"]]),
    (
        "personality",
        &[
            CHESS,
            JUDGEMENT,
            &[
                "search",
                "book",
                "excerpt",
                "files",
                "piecewise",
                "wrapping",
            ],
        ],
    ),
    (
        "strength",
        &[CHESS, JUDGEMENT, &["search", "checksum", "piecewise"]],
    ),
    ("config", &[&["evaluation", "excerpt", "files"]]),
    (
        "engine",
        &[CHESS, JUDGEMENT, PLAYER, &["search", "checksum"]],
    ),
    (
        "session",
        &[CHESS, JUDGEMENT, PLAYER, &["search", "engine"]],
    ),
    ("xboard", &[CHESS, FRONT_END]),
    ("terminal", &[CHESS, FRONT_END]),
    ("fics", &[CHESS, FRONT_END]),
    (
        "lab",
        &[
            CHESS,
            JUDGEMENT,
            PLAYER,
            &[
                "search",
                "engine",
                "foreign",
                "chess_clock",
                "excerpt",
                "files",
                "checksum",
            ],
        ],
    ),
    (
        "league",
        &[&["lab", "board", "config", "files", "checksum"]],
    ),
];

/// Who may take hold of the process's standard output, or of another program's; everybody else writes to
/// what is given.
const WRITERS: &[&str] = &[
    "src/main.rs",
    "src/cli/",
    "src/xboard/mod.rs",
    "src/foreign/process.rs",
];

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
    check_wire_words(path, text, &mut found);
    found
}

fn check_arrows(path: &str, text: &str, found: &mut Vec<String>) {
    let Some(room) = room_of(path) else { return };
    let Some((_, groups)) = ROOMS.iter().find(|(name, _)| *name == room) else {
        found.push(format!(
            "{path}: room {room} is not in the table of this test"
        ));
        return;
    };
    for named in rooms_named(text) {
        let is_allowed = groups.iter().any(|group| group.contains(&named.as_str()));
        if named != room && !is_allowed {
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
        only(
            form,
            &["src/search/prefetch.rs", "src/evaluation/network/kernel.rs"],
        );
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

/// Words of wire formats, with the rooms that may use them: what an engine says in xboard's protocol, what
/// both of its sides know, and UCI.
const WIRE_WORDS: &[(&[&str], &[&str])] = &[
    (
        &["tellusererror", "telluser", "tellopponent", "stat01"],
        &["src/xboard/"],
    ),
    (
        &["protover", "usermove", "otim "],
        &["src/xboard/", "src/foreign/"],
    ),
    (&["ucinewgame", "bestmove", "readyok"], &["src/foreign/"]),
];

fn check_wire_words(path: &str, text: &str, found: &mut Vec<String>) {
    let code = code(text);
    for (words, rooms) in WIRE_WORDS {
        if rooms.iter().any(|room| path.starts_with(room)) {
            continue;
        }
        for word in words.iter().filter(|word| code.contains(**word)) {
            found.push(format!("{path}: must not know the wire's word {word}"));
        }
    }
}

/// The types that a file defines, public or not.
fn types_defined(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in code(text).lines() {
        let line = line.trim_start();
        let item = match line.strip_prefix("pub") {
            Some(rest) => rest
                .strip_prefix('(')
                .and_then(|rest| rest.split_once(')'))
                .map_or(rest, |(_, rest)| rest)
                .trim_start(),
            None => continue,
        };
        for keyword in ["struct ", "enum ", "trait ", "type "] {
            let name = item.strip_prefix(keyword).map(leading_name);
            names.extend(name.filter(|name| !name.is_empty()));
        }
    }
    names
}

/// Public types of the same name in two files: each name has one meaning.
fn ambiguous_types(files: &[(String, String)]) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (path, text) in files {
        for name in types_defined(text) {
            places.entry(name).or_default().push(path);
        }
    }
    let ambiguous = places.into_iter().filter(|(_, paths)| paths.len() > 1);
    ambiguous
        .map(|(name, paths)| format!("{name} has several meanings: {}", paths.join(", ")))
        .collect()
}

/// The files of one folder that a file names: its siblings, the folders beside it and, by its
/// re-exports, the folder itself are not told apart here, so `use super::X` counts for nothing.
fn siblings_named(path: &str, text: &str) -> Vec<String> {
    let Some((folder, _)) = path.rsplit_once('/') else {
        return Vec::new();
    };
    let module = folder.trim_start_matches("src/").replace('/', "::");
    let mut named = Vec::new();
    let without_tests = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
    let code = code(without_tests);
    let prefixes = [format!("crate::{module}::"), "super::".to_owned()];
    for prefix in prefixes {
        for rest in code.split(prefix.as_str()).skip(1) {
            named.extend(match rest.strip_prefix('{') {
                Some(group) => first_names_of_group(group),
                None => vec![leading_name(rest)],
            });
        }
    }
    named.retain(|name| name.chars().next().is_some_and(char::is_lowercase));
    named
}

/// Circles of files inside one folder.
fn circles(files: &[(String, String)]) -> Vec<String> {
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let paths: BTreeSet<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    for (path, text) in files {
        let is_folder = path.ends_with("/mod.rs") || path.ends_with("/lib.rs");
        let Some((folder, _)) = path.rsplit_once('/').filter(|_| !is_folder) else {
            continue;
        };
        for name in siblings_named(path, text) {
            let sibling = format!("{folder}/{name}.rs");
            if paths.contains(sibling.as_str()) && sibling != *path {
                arrows.entry(path.clone()).or_default().insert(sibling);
            }
        }
    }
    let reaches = |from: &String| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(place) = next.pop() {
            for to in arrows.get(&place).into_iter().flatten() {
                if seen.insert(to.clone()) {
                    next.push(to.clone());
                }
            }
        }
        seen
    };
    let all = arrows.keys().filter(|path| reaches(path).contains(*path));
    all.map(|path| format!("{path} stands in a circle of files that name each other"))
        .collect()
}

/// The paths below `src`, `tests`, `docs` and `personalities` that a document names.
fn paths_named(text: &str) -> Vec<String> {
    let is_path_letter = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    let words = text.split(|letter: char| !is_path_letter(letter));
    let words = words.map(|word| word.trim_end_matches(['.', '-']));
    let roots = ["src/", "tests/", "docs/", "personalities/"];
    words
        .filter(|word| roots.iter().any(|root| word.starts_with(root)))
        .map(str::to_owned)
        .collect()
}

fn all_sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    source_files(&root.join("src"), &mut files);
    files.sort();
    let source = |file: PathBuf| {
        let path = file.strip_prefix(root).unwrap().to_str().unwrap();
        (path.replace('\\', "/"), fs::read_to_string(&file).unwrap())
    };
    files.into_iter().map(source).collect()
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
    let files = all_sources();
    assert!(files.len() > 15, "only {} files found", files.len());
    let found: Vec<String> = files
        .iter()
        .flat_map(|(path, text)| complaints(path, text))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_public_type_has_one_meaning() {
    let found = ambiguous_types(&all_sources());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_files_of_a_folder_name_each_other_in_a_circle() {
    let found = circles(&all_sources());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_path_in_a_document_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut documents = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    for entry in fs::read_dir(root.join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            documents.push(path);
        }
    }
    let mut missing = Vec::new();
    for document in &documents {
        let text = fs::read_to_string(document).unwrap();
        let paths = paths_named(&text);
        let gone = paths.into_iter().filter(|path| !root.join(path).exists());
        missing.extend(gone.map(|path| format!("{}: there is no {path}", document.display())));
    }
    assert!(documents.len() > 6, "{documents:?}");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_room_of_the_table_exists() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (room, _) in ROOMS {
        let is_there = src.join(room).is_dir() || src.join(format!("{room}.rs")).is_file();
        assert!(is_there, "there is no room {room}");
    }
}

#[test]
fn the_table_points_one_way() {
    for (index, (room, groups)) in ROOMS.iter().enumerate() {
        for below in groups.iter().copied().flatten() {
            let place = ROOMS.iter().position(|(name, _)| name == below);
            assert!(place.unwrap() < index, "{room} -> {below} points upwards");
        }
    }
}

#[test]
fn an_arrow_upwards_is_noticed() {
    let upwards = "//! X.\nuse crate::engine::Engine;\n";
    assert_eq!(complaints("src/search/node.rs", upwards).len(), 1);
    assert!(complaints("src/session/mod.rs", upwards).is_empty());
    assert_eq!(
        complaints("src/lab/mod.rs", "//! X.\nuse crate::session::X;").len(),
        1
    );
    let inline = "//! X.\nfn f() { crate::xboard::run() }\n";
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

#[test]
fn words_of_the_wire_outside_their_room_are_noticed() {
    let complaints_about = |word: &str, path: &str| {
        let text = format!("//! X.\nlet line = \"{word} no\";\n");
        complaints(path, &text).len()
    };
    // In `tellusererror` there is `telluser`.
    assert_eq!(complaints_about("tellusererror", "src/terminal/host.rs"), 2);
    for (word, [in_xboard, in_foreign]) in [
        ("tellusererror", [0, 2]),
        ("usermove", [0, 0]),
        ("bestmove", [1, 0]),
    ] {
        assert_eq!(complaints_about(word, "src/xboard/wire.rs"), in_xboard);
        assert_eq!(complaints_about(word, "src/foreign/uci.rs"), in_foreign);
        assert!(complaints_about(word, "src/lab/mod.rs") > 0, "{word}");
    }
}

#[test]
fn two_types_of_one_name_are_noticed() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let files = [
        file("src/a.rs", "pub struct Table<'a>(&'a str);\nstruct Own;\n"),
        file("src/b.rs", "pub(super) enum Table {}\nstruct Own;\n"),
        file("src/c.rs", "pub type Other = u8;\n// pub struct Table\n"),
    ];
    assert_eq!(
        ambiguous_types(&files),
        ["Table has several meanings: src/a.rs, src/b.rs"]
    );
}

#[test]
fn circles_are_noticed() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let straight = [
        file("src/search/mod.rs", "use self::a::A;"),
        file(
            "src/search/a.rs",
            "use crate::search::b::B;\nuse super::Parent;",
        ),
        file("src/search/b.rs", "use crate::search::{c::C, Other};"),
        file("src/search/c.rs", "use crate::board::a::A;"),
    ];
    assert!(circles(&straight).is_empty());
    let mut round = straight.to_vec();
    round[3] = file("src/search/c.rs", "use super::a::A;");
    assert_eq!(circles(&round).len(), 3);
}

#[test]
fn paths_in_prose_are_found() {
    let text = "See [here](docs/a.md), `src/b/c.rs`, and tests/d. Not a/src/x nor source.";
    assert_eq!(paths_named(text), ["docs/a.md", "src/b/c.rs", "tests/d"]);
}
