//! Reads the files of a ZIP archive (PKWARE's APPNOTE), stored or deflated, by its central directory.

use std::io::{self, ErrorKind, Read};

use flate2::read::DeflateDecoder;

/// What an archive begins with.
pub const ZIP: [u8; 4] = *b"PK\x03\x04";
const DIRECTORY_END: [u8; 4] = *b"PK\x05\x06";
const DIRECTORY_ENTRY: [u8; 4] = *b"PK\x01\x02";
/// Lengths of the parts of fixed size.
const END_BYTES: usize = 22;
const ENTRY_BYTES: usize = 46;
const LOCAL_BYTES: usize = 30;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// The contents of all files of an archive, one after the other.
///
/// # Errors
/// `InvalidData` where it is no archive, is damaged, or packs its files in another way.
pub fn unzipped(archive: &[u8]) -> io::Result<Vec<u8>> {
    let starts = (0..archive.len().saturating_sub(END_BYTES - 1)).rev();
    let end = starts
        .into_iter()
        .find(|&at| archive[at..].starts_with(&DIRECTORY_END));
    let end = end.ok_or_else(damaged)?;
    let count = number16(archive, end + 10)?;
    let mut entry = number32(archive, end + 16)?;
    let mut contents = Vec::new();
    for _ in 0..count {
        if !archive
            .get(entry..)
            .is_some_and(|it| it.starts_with(&DIRECTORY_ENTRY))
        {
            return Err(damaged());
        }
        let method = number16(archive, entry + 10)?;
        let packed_bytes = number32(archive, entry + 20)?;
        let local = number32(archive, entry + 42)?;
        let local_names = usize::from(number16(archive, local + 26)?)
            + usize::from(number16(archive, local + 28)?);
        let from = local + LOCAL_BYTES + local_names;
        let packed = archive.get(from..from + packed_bytes).ok_or_else(damaged)?;
        match method {
            STORED => contents.extend_from_slice(packed),
            DEFLATED => {
                DeflateDecoder::new(packed).read_to_end(&mut contents)?;
            }
            _ => {
                let why = "a file in the archive is packed in an unknown way, expected deflate";
                return Err(io::Error::new(ErrorKind::InvalidData, why));
            }
        }
        let lengths = [28, 30, 32].map(|at| number16(archive, entry + at));
        for length in lengths {
            entry += usize::from(length?);
        }
        entry += ENTRY_BYTES;
    }
    Ok(contents)
}

fn damaged() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the archive is damaged")
}

fn number16(bytes: &[u8], at: usize) -> io::Result<u16> {
    let found = bytes.get(at..).and_then(|rest| rest.first_chunk());
    found.map(|it| u16::from_le_bytes(*it)).ok_or_else(damaged)
}

fn number32(bytes: &[u8], at: usize) -> io::Result<usize> {
    let found = bytes.get(at..).and_then(|rest| rest.first_chunk());
    let found = found.ok_or_else(damaged)?;
    Ok(u32::from_le_bytes(*found) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::DeflateEncoder;
    use std::io::Write;

    /// An archive of one stored and one deflated file, with nothing in fields that are not read.
    fn archive(files: [(u16, &[u8]); 2]) -> Vec<u8> {
        let (mut bytes, mut directory) = (Vec::new(), Vec::new());
        for (method, packed) in files {
            let size = (packed.len() as u32).to_le_bytes();
            let mut entry = vec![0; ENTRY_BYTES];
            entry[..4].copy_from_slice(&DIRECTORY_ENTRY);
            entry[10..12].copy_from_slice(&method.to_le_bytes());
            entry[20..24].copy_from_slice(&size);
            entry[28] = 1;
            entry[42..46].copy_from_slice(&(bytes.len() as u32).to_le_bytes());
            directory.extend(entry);
            directory.push(b'a');
            let mut local = vec![0; LOCAL_BYTES];
            local[..4].copy_from_slice(&ZIP);
            local[26] = 1;
            bytes.extend(local);
            bytes.push(b'a');
            bytes.extend(packed);
        }
        let start = (bytes.len() as u32).to_le_bytes();
        bytes.extend(directory);
        let mut end = vec![0; END_BYTES];
        end[..4].copy_from_slice(&DIRECTORY_END);
        end[10] = 2;
        end[16..20].copy_from_slice(&start);
        bytes.extend(end);
        bytes
    }

    fn deflated(text: &[u8]) -> Vec<u8> {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        packer.write_all(text).unwrap();
        packer.finish().unwrap()
    }

    #[test]
    fn stored_and_deflated_files_are_read() {
        let archive = archive([(STORED, b"1. e4 *\n"), (DEFLATED, &deflated(b"1. d4 *\n"))]);
        assert_eq!(unzipped(&archive).unwrap(), b"1. e4 *\n1. d4 *\n");
    }

    #[test]
    fn what_is_damaged_or_unknown_is_refused_and_nothing_panics() {
        let whole = archive([(STORED, b"x"), (DEFLATED, &deflated(b"y"))]);
        for length in 0..whole.len() {
            assert!(unzipped(&whole[..length]).is_err(), "{length}");
        }
        for place in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[place] ^= 0xff;
            let _ = unzipped(&flipped);
        }
        let other = archive([(STORED, b"x"), (12, b"y")]);
        assert!(
            unzipped(&other)
                .unwrap_err()
                .to_string()
                .contains("expected deflate")
        );
    }
}
