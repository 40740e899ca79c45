//! Reading files that may be packed: by gzip, or as the files of a ZIP archive.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;
use zip::result::ZipError;

use super::{ReadError, read_at_most};

/// What a file begins with that gzip compressed.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// What a ZIP archive begins with.
const ZIP: [u8; 4] = *b"PK\x03\x04";

/// Opens a file to be read from its beginning; one that gzip compressed is unpacked on the way.
///
/// # Errors
/// What the system says.
pub fn open_unpacked(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::new(File::open(path)?);
    let is_packed = file.fill_buf()?.starts_with(&GZIP);
    Ok(match is_packed {
        true => Box::new(BufReader::new(MultiGzDecoder::new(file))),
        false => Box::new(file),
    })
}

/// The bytes of a file, unpacked where gzip compressed it or where it is a ZIP archive, whose files
/// follow one another; at most `limit_bytes`, however short the packed file is.
///
/// # Errors
/// All of [`ReadError`] but those of files that are not ordinary.
pub fn read_unpacked(path: &Path, limit_bytes: u64) -> Result<Vec<u8>, ReadError> {
    let mut file = BufReader::new(File::open(path)?);
    let start = file.fill_buf()?;
    if start.starts_with(&GZIP) {
        let mut contents = Vec::new();
        unpack(MultiGzDecoder::new(file), &mut contents, limit_bytes)?;
        return Ok(contents);
    }
    let is_archive = start.starts_with(&ZIP);
    let bytes = read_at_most(file, limit_bytes)?;
    match is_archive {
        true => unzipped(&bytes, limit_bytes),
        false => Ok(bytes),
    }
}

/// The contents of all files of an archive, one after the other.
fn unzipped(bytes: &[u8], limit_bytes: u64) -> Result<Vec<u8>, ReadError> {
    let refused = |error: ZipError| ReadError::Packed(error.into());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(refused)?;
    let mut contents = Vec::new();
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(refused)?;
        unpack(file, &mut contents, limit_bytes)?;
    }
    Ok(contents)
}

/// Adds what `input` unpacks to `contents`, which then has `limit_bytes` at most.
fn unpack(input: impl Read, contents: &mut Vec<u8>, limit_bytes: u64) -> Result<(), ReadError> {
    let room = limit_bytes.saturating_sub(contents.len() as u64);
    let mut start = input.take(room.saturating_add(1));
    let length = start.read_to_end(contents).map_err(ReadError::Packed)?;
    match length as u64 > room {
        true => Err(ReadError::UnpacksTooLong { limit_bytes }),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::fs;
    use std::io::Write;
    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    /// An archive of a stored and a deflated file.
    fn archive(stored: &[u8], deflated: &[u8]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text, method) in [
            ("one", stored, CompressionMethod::Stored),
            ("two", deflated, CompressionMethod::Deflated),
        ] {
            let options = SimpleFileOptions::default().compression_method(method);
            writer.start_file(name, options).unwrap();
            writer.write_all(text).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn gzipped(text: &[u8]) -> Vec<u8> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(text).unwrap();
        packer.finish().unwrap()
    }

    /// What is read of a file with these bytes.
    fn read(bytes: &[u8], limit_bytes: u64) -> Result<Vec<u8>, ReadError> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games");
        fs::write(&path, bytes).unwrap();
        read_unpacked(&path, limit_bytes)
    }

    #[test]
    fn files_are_read_however_they_are_packed() {
        let text = b"1. e4 *\n1. d4 *\n";
        for bytes in [
            text.to_vec(),
            gzipped(text),
            archive(&text[..8], &text[8..]),
        ] {
            assert_eq!(read(&bytes, 1 << 10).unwrap(), text);
        }
    }

    #[test]
    fn no_more_than_the_limit_is_unpacked() {
        let text = vec![b'x'; 1 << 20];
        for bytes in [
            gzipped(&text),
            archive(b"", &text),
            archive(&text[1..], b"x"),
        ] {
            assert_eq!(read(&bytes, 2 << 20).unwrap().len(), 1 << 20);
        }
        for bytes in [gzipped(&text), archive(b"", &text), archive(b"x", &text)] {
            assert!(bytes.len() < 4 << 10);
            let refused = read(&bytes, 1 << 19).unwrap_err();
            assert_eq!(refused.to_string(), "unpacked, it is longer than 512 KiB");
        }
        let both = archive(&text[..600], &text[..600]);
        assert_eq!(read(&both, 1_200).unwrap().len(), 1_200);
        let refused = read(&both, 1_199).unwrap_err().to_string();
        assert_eq!(refused, "unpacked, it is longer than 1199 bytes");
        let plain = read(&text, 1 << 19).unwrap_err().to_string();
        assert_eq!(plain, "it is longer than 512 KiB");
    }

    #[test]
    fn what_is_damaged_or_packed_otherwise_is_refused_and_nothing_panics() {
        let whole = archive(b"x", b"yyyyyyyyyyyyyyyyyyyyyyyyyyyy");
        for length in ZIP.len()..whole.len() {
            let refused = unzipped(&whole[..length], 1 << 10).unwrap_err();
            assert!(matches!(refused, ReadError::Packed(_)), "{length}");
        }
        for place in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[place] ^= 0xff;
            let _ = unzipped(&flipped, 1 << 10);
        }
        // The method of the first file, in its own header and in the directory: 12 is bzip2.
        let mut other = whole.clone();
        let directory = other.windows(4).position(|it| it == b"PK\x01\x02").unwrap();
        other[8] = 12;
        other[directory + 10] = 12;
        let refused = unzipped(&other, 1 << 10).unwrap_err().to_string();
        assert!(refused.contains("of stored or deflated files"), "{refused}");
    }
}
