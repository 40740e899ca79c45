//! The Debian package's list of files, compared with the files of the repository and with those that
//! the program writes for a package.
//!
//! The package itself is built, installed and removed by `tests/debian_package.sh`, where `cargo deb`
//! is there.
#![allow(clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use masque::personality::Roster;

/// The files that the program writes stand below this folder in the list.
const WRITTEN: &str = "target/package/";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A source and its destination.
type Asset = (String, String);

fn assets() -> Vec<Asset> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml is there");
    let manifest: toml::Table = manifest.parse().expect("it is TOML");
    let assets = manifest["package"]["metadata"]["deb"]["assets"].as_array();
    let text = |value: &toml::Value| value.as_str().expect("text").to_owned();
    let assets = assets.expect("a list of files").iter();
    assets
        .map(|asset| (text(&asset[0]), text(&asset[1])))
        .collect()
}

/// The files that a pattern of the list means, whose last part may have one `*`.
fn matching(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let (below, name) = pattern.rsplit_once('/').unwrap_or(("", pattern));
    let (head, tail) = name.split_once('*').unwrap_or((name, ""));
    let is_meant = |path: &PathBuf| {
        let file = path.file_name().and_then(|file| file.to_str());
        let meant = |file: &str| match name.contains('*') {
            true => file.starts_with(head) && file.ends_with(tail),
            false => file == name,
        };
        path.is_file() && file.is_some_and(meant)
    };
    let Ok(entries) = fs::read_dir(folder.join(below)) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("readable").path());
    paths.filter(is_meant).collect()
}

/// All files below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let below = |path: PathBuf| match path.is_dir() {
        true => files_below(&path),
        false => vec![path],
    };
    paths.flat_map(below).collect()
}

/// What `masque install --package` writes.
fn written(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the last one goes");
    }
    let mut install = Command::new(env!("CARGO_BIN_EXE_masque"));
    let install = install.args(["install", "--package"]).arg(&folder);
    let output = install.output().expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    folder
}

#[test]
fn every_file_of_the_list_is_there_and_every_file_made_is_in_the_list() {
    let (written, assets) = (written("package_list"), assets());
    let mut packed = Vec::new();
    for (source, destination) in &assets {
        if source == "target/release/masque" {
            assert_eq!(destination, "usr/bin/");
            continue;
        }
        let found = match source.strip_prefix(WRITTEN) {
            Some(pattern) => matching(&written, pattern),
            None => matching(root(), source),
        };
        assert!(!found.is_empty(), "{source} means no file");
        assert!(destination.starts_with("usr/share/"), "{destination}");
        assert!(destination.ends_with('/'), "{destination} is no folder");
        packed.extend(found);
    }
    let personalities = files_below(&root().join("personalities"));
    let for_windows = written.join("winboard");
    for file in files_below(&written).iter().chain(&personalities) {
        let is_packed = packed.contains(file) || file.starts_with(&for_windows);
        assert!(is_packed, "{} is not in the list", file.display());
    }
    let count = |below: &str, ending: &str| {
        let folder = written.join(below);
        let ends = |path: &&PathBuf| path.to_string_lossy().ends_with(ending);
        let of_folder = packed.iter().filter(|path| path.starts_with(&folder));
        of_folder.filter(ends).count()
    };
    let players = Roster::built_in().iter().count();
    assert_eq!(count("games/plugins/xboard", ".eng"), players);
    assert!(count("man/man1", ".1") > 10, "{packed:?}");
    assert_eq!(count("bash-completion/completions", "masque"), 1);
    assert_eq!(count("zsh/site-functions", "_masque"), 1);
    assert_eq!(count("fish/vendor_completions.d", "masque.fish"), 1);
}

#[test]
fn entries_start_the_program_where_the_package_puts_it() {
    let written = written("package_entries");
    let entry = written.join("games/plugins/xboard/masque-miser.eng");
    assert_eq!(
        fs::read_to_string(entry).expect("an entry"),
        "plugin spec 0.0\n/usr/bin/masque --personality miser\nchess,chess960\n"
    );
    let lines = fs::read_to_string(written.join("winboard/winboard-lines.txt")).expect("lines");
    let gambler =
        "\"Masque: The Gambler\" -fcp \"masque.exe --personality gambler\" -fd \"..\\masque\"\r\n";
    assert!(lines.contains(gambler), "{lines}");
}
