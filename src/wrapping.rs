//! Word wrap: text for people in lines that fit a dialog or a screen.

/// The lines of a text, none longer than `width` characters unless a single word is. Line ends of
/// the text stay.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    text.lines()
        .flat_map(|line| wrapped_line(line, width))
        .collect()
}

fn wrapped_line(line: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split_whitespace() {
        let last = lines.len() - 1;
        let taken = lines[last].chars().count();
        if taken > 0 && taken + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
            continue;
        }
        if taken > 0 {
            lines[last].push(' ');
        }
        lines[last].push_str(word);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_keep_their_own_ends() {
        let text = "one two three\n\nfour fivesixseven";
        assert_eq!(
            wrapped(text, 8),
            ["one two", "three", "", "four", "fivesixseven"]
        );
        assert_eq!(wrapped("\u{e9}\u{e9} \u{e9}\u{e9}", 5).len(), 1);
        assert!(wrapped("", 8).is_empty());
    }
}
