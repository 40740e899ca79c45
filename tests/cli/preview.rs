//! `personality preview` from outside: ten positions, both choices, levels, and names that nobody has.

use crate::sandbox::{Sandbox, out, texts};

fn preview(words: &str) -> String {
    let words = format!("personality preview {words} --nodes 2000");
    let words: Vec<&str> = words.split(' ').collect();
    out(&Sandbox::new().run(&words).success())
}

#[test]
fn ten_positions_are_shown_with_both_choices() {
    let text = preview("hypermodern");
    assert!(text.starts_with("The Hypermodern beside Neutral, 2000 nodes a move\n"));
    for number in 1..=10 {
        let begins = format!("\n{number:2}  ");
        assert!(text.contains(&begins), "{text}");
    }
    let differing = text.matches(", where Neutral plays ").count();
    let same = text.matches(", as Neutral\n").count();
    assert_eq!(differing + same, 10, "{text}");
    let sum = format!(
        "The Hypermodern plays another move than Neutral in {differing} of 10 positions.\n"
    );
    assert!(text.ends_with(&sum), "{text}");
    assert!(
        text.contains("    1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5\n    4. "),
        "{text}"
    );
    assert_eq!(preview("hypermodern"), text);
}

#[test]
fn levels_and_others_can_be_looked_at() {
    let text = preview("romantic --against hypermodern --elo 1200");
    let first = "The Romantic 1200 beside The Hypermodern 1200, ";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("At level 1200 I play "), "{text}");
}

#[test]
fn nobody_is_refused_by_name() {
    let sandbox = Sandbox::new();
    for words in [
        &["personality", "preview", "hypermodren"][..],
        &[
            "personality",
            "preview",
            "neutral",
            "--against",
            "hypermodren",
        ],
    ] {
        let refused = texts(&sandbox.run(words).failure()).1;
        assert!(refused.contains("hypermodren"), "{refused}");
    }
}
