//! Text in HTML, the head of a page, and where pages are written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files;

const STYLE: &str = include_str!("gallery.css");

/// A text with the letters that mean something in HTML written as entities, for elements and for
/// attributes in double quotes.
pub(in crate::lab) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The beginning of a page, as far as the body, in the dress of the gallery.
pub(in crate::lab) fn page_head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        escaped(title)
    )
}

/// Writes the page `index.html` into a directory, which is created when it is missing, and returns its path.
///
/// # Errors
/// What the system says of the directory or the file.
pub(in crate::lab) fn write_page(directory: &Path, page: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(directory)?;
    let path = directory.join("index.html");
    files::replace(&path, page.as_bytes())?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_written_into_a_new_directory_and_replaced_there() {
        let directory = tempfile::tempdir().unwrap();
        let inside = directory.path().join("some").join("pages");
        for text in ["one", "two"] {
            let path = write_page(&inside, text).unwrap();
            assert_eq!(path, inside.join("index.html"));
            assert_eq!(fs::read_to_string(path).unwrap(), text);
        }
    }

    #[test]
    fn nothing_that_means_something_is_left() {
        assert_eq!(escaped("<b a=\"1\">&"), "&lt;b a=&quot;1&quot;&gt;&amp;");
    }
}
