//! Archives (zip, tar, tar.gz) as folders: read entry by entry within bounds, and never written to disk.

use std::fs::File;
use std::io::{Cursor, Read, Seek};
use std::path::Path;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use crate::export::tar::{self, TarEntry};

/// Most entries one archive is looked at for.
const MOST_ENTRIES: usize = 50_000;
/// Most bytes one archive may unpack to, all its entries together.
const MOST_UNPACKED: u64 = 1024 * 1024 * 1024;
/// Longest path of an entry.
const LONGEST_NAME: usize = 1024;

/// What is done with an entry: its path, when it was changed, and its bytes, of which only what is asked for is unpacked.
pub type Visit<'v> = &'v mut dyn FnMut(&str, Option<Timestamp>, &mut dyn Read);

/// An archive's bytes.
pub enum ArchiveBytes<'a> {
    File(&'a Path),
    /// One that lay in another.
    Held(&'a [u8]),
}

trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

impl ArchiveBytes<'_> {
    fn open(&self) -> std::io::Result<Box<dyn ReadSeek + '_>> {
        Ok(match self {
            Self::File(path) => Box::new(File::open(path)?),
            Self::Held(bytes) => Box::new(Cursor::new(*bytes)),
        })
    }

    /// Visits the plain files of the archive in its order; the error says why not all of it was read.
    pub fn visit(&self, now: &Zoned, visit: Visit<'_>) -> Result<(), String> {
        let mut opened = self.open().map_err(|e| format!("cannot be read: {e}"))?;
        let mut magic = [0; 4];
        let length = opened.read(&mut magic).map_err(|e| format!("cannot be read: {e}"))?;
        opened.rewind().map_err(|e| format!("cannot be read: {e}"))?;
        match &magic[..length] {
            [b'P', b'K', ..] => visit_zip(opened, now.time_zone(), visit),
            [0x1f, 0x8b, ..] => visit_tar(flate2::read::MultiGzDecoder::new(opened), visit),
            _ => visit_tar(opened, visit),
        }
    }
}

fn visit_zip(opened: Box<dyn ReadSeek + '_>, zone: &TimeZone, visit: Visit<'_>) -> Result<(), String> {
    let broken = |e: zip::result::ZipError| format!("not a zip archive that can be read: {e}");
    let mut archive = zip::ZipArchive::new(opened).map_err(broken)?;
    if archive.len() > MOST_ENTRIES {
        return Err(format!("holds more than {MOST_ENTRIES} files; unpack it and import its folders one by one"));
    }
    let mut left = MOST_UNPACKED;
    let mut unread = Vec::new();
    for number in 0..archive.len() {
        let mut entry = match archive.by_index(number) {
            Ok(entry) => entry,
            Err(e) => {
                unread.push(e.to_string());
                continue;
            }
        };
        let name = match entry.name() {
            Ok(name) => name.into_owned(),
            Err(_) => continue,
        };
        if entry.is_dir() || entry.is_symlink() || name.len() > LONGEST_NAME {
            continue;
        }
        let at = entry.last_modified().and_then(|at| {
            let part = |value: u8| i8::try_from(value).ok();
            let (month, day) = (part(at.month())?, part(at.day())?);
            let (hour, minute, second) = (part(at.hour())?, part(at.minute())?, part(at.second())?);
            let at = DateTime::new(i16::try_from(at.year()).ok()?, month, day, hour, minute, second, 0).ok()?;
            Some(at.to_zoned(zone.clone()).ok()?.timestamp())
        });
        let mut bounded = (&mut entry).take(left);
        visit(&name, at, &mut bounded);
        left = bounded.limit();
        if left == 0 {
            return Err(too_large());
        }
    }
    match unread.first() {
        Some(why) => Err(format!("{} of its files cannot be read ({why})", unread.len())),
        None => Ok(()),
    }
}

fn visit_tar(opened: impl Read, visit: Visit<'_>) -> Result<(), String> {
    // What is passed over is unpacked too.
    let mut bounded = opened.take(MOST_UNPACKED);
    let mut count = 0;
    let read = tar::read(&mut bounded, &mut |entry: TarEntry, bytes| {
        count += 1;
        if count <= MOST_ENTRIES && entry.path.len() <= LONGEST_NAME {
            visit(&entry.path, Timestamp::from_second(entry.seconds).ok(), bytes);
        }
    });
    match read {
        _ if bounded.limit() == 0 => Err(too_large()),
        _ if count > MOST_ENTRIES => Err(format!("holds more than {MOST_ENTRIES} files; unpack it first")),
        Err(e) => Err(format!("not an archive that can be read: {e}")),
        Ok(()) => Ok(()),
    }
}

fn too_large() -> String {
    format!("unpacks to more than {} MiB; unpack it and import what you need of it", MOST_UNPACKED / 1024 / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn names(bytes: &[u8]) -> (Vec<(String, u64)>, Result<(), String>) {
        let mut found = Vec::new();
        let now: Zoned = "2026-02-02T10:00:00Z[UTC]".parse().unwrap();
        let result = ArchiveBytes::Held(bytes).visit(&now, &mut |name, _, bytes| {
            let size = std::io::copy(bytes, &mut std::io::sink()).unwrap_or_default();
            found.push((name.to_owned(), size));
        });
        (found, result)
    }

    fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn entries_of_zips_and_tars_are_read_and_broken_ones_are_told() {
        let zip = zip_of(&[("a/b.md", b"hello"), ("../../c.md", b"x")]);
        let (found, result) = names(&zip);
        assert_eq!(found, [("a/b.md".to_owned(), 5), ("../../c.md".to_owned(), 1)]);
        assert_eq!(result, Ok(()));
        let mut packed = Vec::new();
        tar::write(&[("SOUL.md".to_owned(), b"I am".to_vec())], 0, &mut packed).unwrap();
        assert_eq!(names(&packed).0, [("SOUL.md".to_owned(), 4)]);
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gz.write_all(&packed).unwrap();
        assert_eq!(names(&gz.finish().unwrap()).0, [("SOUL.md".to_owned(), 4)]);
        for cut in 0..zip.len() {
            let _ = names(&zip[..cut]);
        }
        for cut in 0..packed.len() {
            let _ = names(&packed[..cut]);
        }
        assert!(names(b"nothing of the kind").1.is_err());
    }

    #[test]
    fn a_bomb_is_unpacked_to_a_bound() {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let zeros = vec![0u8; 1024 * 1024];
        for number in 0..2 {
            writer.start_file(format!("{number}.md"), zip::write::SimpleFileOptions::default()).unwrap();
            for _ in 0..700 {
                writer.write_all(&zeros).unwrap();
            }
        }
        let bytes = writer.finish().unwrap().into_inner();
        assert!(bytes.len() < 4 * 1024 * 1024);
        let (found, result) = names(&bytes);
        assert!(result.unwrap_err().contains("more than 1024 MiB"));
        assert_eq!(found.iter().map(|(_, size)| size).sum::<u64>(), MOST_UNPACKED);
    }
}
