//! A tar archive: the ustar format that every tar reads, with GNU's entries for long names.

use std::io::{Error, ErrorKind, Read, Result, Write};

/// Size of a block.
const BLOCK: usize = 512;
/// Longest name a header holds.
const NAME: usize = 100;

/// Writes files as an archive.
pub(crate) fn write(files: &[(String, Vec<u8>)], seconds: i64, out: &mut dyn Write) -> Result<()> {
    for (path, bytes) in files {
        if path.len() > NAME {
            let mut name = path.clone().into_bytes();
            name.push(0);
            entry("././@LongLink", &name, b'L', seconds, out)?;
        }
        entry(path, bytes, b'0', seconds, out)?;
    }
    out.write_all(&[0; 2 * BLOCK])
}

/// A plain file of an archive.
pub(crate) struct TarEntry {
    pub path: String,
    /// When it was changed, in seconds.
    pub seconds: i64,
}

/// Longest name and longest list of attributes that is read.
const LONGEST: u64 = 64 * 1024;

/// Reads an archive: each plain file with its bytes; what of them is not asked for is passed over. Links, devices and
/// directories are passed over too.
pub(crate) fn read(from: &mut dyn Read, visit: &mut dyn FnMut(TarEntry, &mut dyn Read)) -> Result<()> {
    let broken = |why: &str| Error::new(ErrorKind::InvalidData, why.to_owned());
    let mut long_name: Option<String> = None;
    let mut first = true;
    loop {
        let mut head = [0; BLOCK];
        match from.read_exact(&mut head) {
            // Some programs leave the blocks of zeros at the end out.
            Err(e) if e.kind() == ErrorKind::UnexpectedEof && !first => return Ok(()),
            other => other?,
        }
        if head.iter().all(|byte| *byte == 0) {
            return Ok(());
        }
        let sum: u32 =
            head.iter().enumerate().map(|(at, b)| if (148..156).contains(&at) { 32 } else { u32::from(*b) }).sum();
        if octal(&head[148..156]) != Some(u64::from(sum)) {
            return Err(broken("a header of it is damaged"));
        }
        first = false;
        let size = octal(&head[124..136]).ok_or_else(|| broken("a size in it is no number"))?;
        let seconds = octal(&head[136..148]).and_then(|seconds| i64::try_from(seconds).ok()).unwrap_or_default();
        let mut body = (&mut *from).take(size);
        match head[156] {
            b'L' => {
                let mut name = Vec::new();
                (&mut body).take(LONGEST).read_to_end(&mut name)?;
                long_name = Some(text(&name));
            }
            b'x' => {
                let mut attributes = Vec::new();
                (&mut body).take(LONGEST).read_to_end(&mut attributes)?;
                long_name = path_of(&attributes).or(long_name);
            }
            b'0' | 0 => {
                let (name, prefix) = (text(&head[..NAME]), text(&head[345..500]));
                let whole =
                    if prefix.is_empty() || &head[257..262] != b"ustar" { name } else { format!("{prefix}/{name}") };
                visit(TarEntry { path: long_name.take().unwrap_or(whole), seconds }, &mut body);
            }
            b'g' => {}
            _ => long_name = None,
        }
        let left = body.limit();
        let padded = left + (BLOCK as u64 - size % BLOCK as u64) % BLOCK as u64;
        let passed = std::io::copy(&mut (&mut *from).take(padded), &mut std::io::sink())?;
        if passed < left {
            return Err(broken("it ends in the middle of a file"));
        }
    }
}

fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

fn octal(bytes: &[u8]) -> Option<u64> {
    u64::from_str_radix(text(bytes).trim(), 8).ok()
}

/// The path among the attributes of a file, `27 path=…\n` each.
fn path_of(attributes: &[u8]) -> Option<String> {
    let all = String::from_utf8_lossy(attributes);
    all.lines().find_map(|line| line.split_once(" path=").map(|(_, path)| path.to_owned()))
}

fn entry(path: &str, bytes: &[u8], kind: u8, seconds: i64, out: &mut dyn Write) -> Result<()> {
    out.write_all(&header(path, bytes.len(), kind, seconds))?;
    out.write_all(bytes)?;
    let rest = bytes.len() % BLOCK;
    if rest > 0 {
        out.write_all(&vec![0; BLOCK - rest])?;
    }
    Ok(())
}

fn header(path: &str, size: usize, kind: u8, seconds: i64) -> [u8; BLOCK] {
    let mut head = [0; BLOCK];
    let mut put = |at: usize, text: &[u8]| head[at..at + text.len()].copy_from_slice(text);
    put(0, &path.as_bytes()[..path.len().min(NAME)]);
    put(100, b"0000600\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{size:011o}\0").as_bytes());
    put(136, format!("{:011o}\0", seconds.max(0)).as_bytes());
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
    head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_is_made_of_blocks_and_names_long_files_whole() {
        let long = format!("memory/{}.md", "x".repeat(150));
        let mut out = Vec::new();
        write(&[("SOUL.md".to_owned(), b"a".repeat(513)), (long.clone(), b"b".to_vec())], 0, &mut out).unwrap();
        assert_eq!(out.len(), BLOCK * (1 + 2 + 1 + 1 + 1 + 1 + 2));
        assert_eq!((&out[..7], &out[257..263]), (&b"SOUL.md"[..], &b"ustar\0"[..]));
        let at = BLOCK * 4;
        assert_eq!(&out[at..at + long.len()], long.as_bytes());
        let mut found = Vec::new();
        read(&mut out.as_slice(), &mut |entry, bytes| {
            let mut content = Vec::new();
            bytes.read_to_end(&mut content).unwrap();
            found.push((entry.path, content));
        })
        .unwrap();
        assert_eq!(found, [("SOUL.md".to_owned(), b"a".repeat(513)), (long, b"b".to_vec())]);
    }
}
