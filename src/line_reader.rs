//! Bytes to lines, whatever the bytes are: lines have a greatest length, and bytes that are not
//! UTF-8 are replaced.

use std::io::{BufRead, BufReader, Read};

/// Longer lines lose their rest, which is read but not stored.
pub const LONGEST_LINE_BYTES: usize = 64 << 10;

/// The lines of a stream, without their ends; bytes that are not UTF-8 are replaced. An
/// unfinished last line counts as a line. A stream that fails has ended.
pub struct LineReader<R> {
    input: BufReader<R>,
}

impl<R: Read> LineReader<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> LineReader<R> {
        LineReader {
            input: BufReader::new(input),
        }
    }
}

impl<R: Read> Iterator for LineReader<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut line = Vec::new();
        let mut is_begun = false;
        loop {
            let available = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => &[],
            };
            if available.is_empty() {
                return is_begun.then(|| text(&line));
            }
            is_begun = true;
            let end = available.iter().position(|&byte| byte == b'\n');
            let piece = &available[..end.unwrap_or(available.len())];
            let room = LONGEST_LINE_BYTES - line.len();
            line.extend_from_slice(&piece[..piece.len().min(room)]);
            let used = piece.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Some(text(&line));
            }
        }
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        LineReader::new(bytes).collect()
    }

    #[test]
    fn lines_are_joined_and_parted() {
        assert_eq!(lines(b"a\nb c\r\n\nd"), ["a", "b c\r", "", "d"]);
        assert_eq!(lines(b""), Vec::<String>::new());
        assert_eq!(lines(b"\xff\xfeok\n\0\n"), ["\u{fffd}\u{fffd}ok", "\0"]);
    }

    #[test]
    fn the_rest_of_a_long_line_is_dropped() {
        let mut bytes = vec![b'x'; 1 << 20];
        bytes.extend(b"\nping 1\n");
        let lines = lines(&bytes);
        assert_eq!(lines[0].len(), LONGEST_LINE_BYTES);
        assert_eq!(lines[1..], ["ping 1"]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_in_pieces(text in "[a-z\n]{0,80}", size in 1..9usize) {
            struct Pieces<'a>(&'a [u8], usize);
            impl Read for Pieces<'_> {
                fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                    let size = self.1.min(buffer.len());
                    self.0.read(&mut buffer[..size])
                }
            }
            let whole: Vec<&str> = text.lines().collect();
            let pieces: Vec<String> = LineReader::new(Pieces(text.as_bytes(), size)).collect();
            prop_assert_eq!(whole, pieces);
        }
    }
}
