//! A tar archive: the ustar format that every tar reads, with GNU's entries for long names.

use std::io::{Result, Write};

/// Size of a block.
const BLOCK: usize = 512;
/// Longest name a header holds.
const NAME: usize = 100;

/// Writes files as an archive.
pub(super) fn write(files: &[(String, Vec<u8>)], seconds: i64, out: &mut dyn Write) -> Result<()> {
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
    }
}
