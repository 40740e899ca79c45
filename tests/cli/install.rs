//! `masque install` and `uninstall` in a home directory made for the test.

use std::fs;
use std::path::Path;

use masque::personality::Roster;

use crate::sandbox::{Sandbox, out, texts};

const SETTINGS: &str = "; saved by xboard\n-size 49\n-firstChessProgramNames {fairymax\n\
                        \"Crafty\" -fcp crafty -fd \"/opt/crafty\"\n}\n-mg 2\n";

/// The number of personalities to install.
fn personality_count() -> usize {
    Roster::built_in().iter().count()
}

#[test]
fn personalities_are_added_to_a_users_list_and_removed_from_it() {
    let sandbox = Sandbox::new();
    sandbox.write(".xboardrc", SETTINGS);
    let settings = || fs::read_to_string(sandbox.path().join(".xboardrc")).unwrap();
    for _ in 0..2 {
        let said = out(&sandbox.run(&["install", "--user"]).success());
        assert!(
            said.starts_with(&format!("{} personalities in ", personality_count())),
            "{said}"
        );
        assert!(sandbox.path().join("share/man/man1/masque-play.1").exists());
        let with = settings();
        let own = with.lines().filter(|line| line.contains("\"Masque: "));
        assert_eq!(own.count(), personality_count(), "{with}");
        let masque = env!("CARGO_BIN_EXE_masque");
        let gambler = format!("\"Masque: The Gambler\" -fcp \"{masque} --personality gambler\"");
        assert!(with.lines().any(|line| line == gambler), "{with}");
        assert!(with.starts_with("; saved by xboard\n-size 49\n"), "{with}");
    }
    for _ in 0..2 {
        sandbox.run(&["uninstall"]).success();
        assert_eq!(settings(), SETTINGS);
    }
    let shared: Vec<_> = fs::read_dir(sandbox.path().join("share"))
        .unwrap()
        .collect();
    assert!(shared.is_empty(), "{shared:?}");
}

#[test]
fn settings_are_made_where_there_are_none() {
    let sandbox = Sandbox::new();
    let path = sandbox.path().join(".xboardrc");
    sandbox.run(&["uninstall", "--user"]).success();
    assert!(!path.exists());
    sandbox.run(&["install"]).success();
    let with = fs::read_to_string(&path).unwrap();
    assert!(with.starts_with("-firstChessProgramNames {"), "{with}");
    assert!(with.contains("--personality hypermodern\"\n"), "{with}");
    sandbox.run(&["uninstall"]).success();
    assert!(!fs::read_to_string(&path).unwrap().contains("Masque"));
}

#[cfg(unix)]
#[test]
fn a_link_to_the_settings_stays_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path().join("kept")).unwrap();
    sandbox.write("kept/settings", SETTINGS);
    let kept = sandbox.path().join("kept/settings");
    fs::set_permissions(&kept, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&kept, sandbox.path().join(".xboardrc")).unwrap();
    sandbox.run(&["install"]).success();
    assert!(fs::read_to_string(&kept).unwrap().contains("\"Masque: "));
    let permissions = fs::metadata(&kept).unwrap().permissions();
    assert_eq!(permissions.mode() & 0o777, 0o600);
    let link = fs::symlink_metadata(sandbox.path().join(".xboardrc")).unwrap();
    assert!(link.is_symlink());
}

#[test]
fn files_are_added_to_a_directory_and_removed_from_it() {
    let sandbox = Sandbox::new();
    let directory = sandbox.path().join("plugins/xboard");
    let place = directory.to_str().unwrap();
    let files = || fs::read_dir(&directory).unwrap().count();
    let said = out(&sandbox.run(&["install", "--directory", place]).success());
    assert!(
        said.starts_with(&format!("{} personalities in ", personality_count())),
        "{said}"
    );
    assert_eq!(files(), personality_count());
    for other in ["crafty.eng", "masque-party.eng", "masque-notes.txt"] {
        fs::write(directory.join(other), "plugin spec 0.0\nparty\nchess\n").unwrap();
    }
    // A personality that no longer exists is removed too.
    let gone = "plugin spec 0.0\n/old/masque --personality gone\nchess\n";
    fs::write(directory.join("masque-gone.eng"), gone).unwrap();
    sandbox.run(&["install", "--directory", place]).success();
    assert_eq!(files(), personality_count() + 3);
    let said = out(&sandbox.run(&["uninstall", "--directory", place]).success());
    assert!(
        said.starts_with(&format!("{} files removed from ", personality_count())),
        "{said}"
    );
    assert_eq!(files(), 3);
}

#[test]
fn winboard_gets_its_lines_in_its_file_or_printed() {
    let sandbox = Sandbox::new();
    let ini = "; WinBoard\r\n/firstChessProgramNames={fmax\r\n}\r\n/size=49\r\n";
    sandbox.write("winboard.ini", ini);
    let settings = || fs::read_to_string(sandbox.path().join("winboard.ini")).unwrap();
    let masque = Path::new(env!("CARGO_BIN_EXE_masque"));
    let folder = masque.parent().unwrap().display();
    let gambler =
        format!("\"Masque: The Gambler\" -fcp \"masque --personality gambler\" -fd \"{folder}\"");
    for _ in 0..2 {
        sandbox
            .run(&["install", "--winboard", "winboard.ini"])
            .success();
        let with = settings();
        let own = with.split("\r\n").filter(|line| **line == gambler);
        assert_eq!(own.count(), 1, "{with}");
        assert!(with.ends_with("}\r\n/size=49\r\n"), "{with}");
    }
    sandbox
        .run(&["uninstall", "--winboard", "winboard.ini"])
        .success();
    assert_eq!(settings(), ini);
    // No home directory is needed.
    let printed = sandbox
        .masque(&["install", "--winboard"])
        .env_remove("HOME")
        .assert();
    let said = out(&printed.success());
    assert!(said.lines().any(|line| line == gambler), "{said}");
    let unknown = sandbox.run(&["uninstall", "--winboard"]);
    let (_, err) = texts(&unknown.code(1));
    assert!(err.contains("expected it after --winboard"), "{err}");
}

#[test]
fn failures_are_reported() {
    let sandbox = Sandbox::new();
    sandbox.run(&["install", "--user", "--system"]).code(2);
    sandbox.write("file", "no directory");
    for command in ["install", "uninstall"] {
        let refused = sandbox.run(&[command, "--directory", "file"]);
        let (_, err) = texts(&refused.code(1));
        assert!(err.contains("file: "), "{err}");
    }
    let homeless = sandbox.masque(&["install"]).env_remove("HOME").assert();
    let (_, err) = texts(&homeless.code(1));
    assert!(err.contains("expected one in HOME"), "{err}");
    fs::write(sandbox.path().join(".xboardrc"), b"-size 49\n\xff\xfe\n").unwrap();
    let (_, err) = texts(&sandbox.run(&["install"]).code(1));
    assert!(
        err.contains("cannot read ") && err.contains(".xboardrc"),
        "{err}"
    );
    let kept = fs::read(sandbox.path().join(".xboardrc")).unwrap();
    assert_eq!(kept, b"-size 49\n\xff\xfe\n");
}
