//! Reading an export back: the files of an archive or of JSON Lines, each as it was.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde_json::Value;
use soulfile_workspace::{ContentHash, WorkspacePath, is_owned};

use super::{is_exported, tar};
use crate::error::{Error, Result};

/// Most bytes of one file, and of all of them.
const LARGEST_FILE: u64 = 64 * 1024 * 1024;
const MOST: u64 = 4 * 1024 * 1024 * 1024;

/// The files of an export by their paths. What does not belong to a workspace is refused, and so is what is not whole.
pub(crate) fn read(path: &Path) -> Result<Vec<(WorkspacePath, Vec<u8>)>> {
    let shown = path.display().to_string();
    let io = |source| Error::Io { what: "reading", path: shown.clone(), source };
    let mut opened = File::open(path).map_err(io)?.take(MOST);
    let mut start = [0; 1];
    let begins = opened.read(&mut start).map_err(io)?;
    let mut whole = (&start[..begins]).chain(opened);
    let files = match start[..begins] {
        [b'{'] => lines(&mut BufReader::new(whole), &shown)?,
        _ => {
            let mut files = Vec::new();
            let mut large = None;
            tar::read(&mut whole, &mut |entry, bytes| {
                let mut content = Vec::new();
                match bytes.take(LARGEST_FILE + 1).read_to_end(&mut content) {
                    Ok(length) if length as u64 <= LARGEST_FILE => files.push((entry.path, content)),
                    _ => large = Some(entry.path),
                }
            })
            .map_err(|e| Error::Invalid(format!("{shown} is no export of `soul export`: {e}")))?;
            if let Some(large) = large {
                return Err(Error::Invalid(format!(
                    "{large} in {shown} is too large or not whole; nothing was restored"
                )));
            }
            files
        }
    };
    if files.is_empty() {
        return Err(Error::Invalid(format!("{shown} holds no files of a workspace")));
    }
    files.into_iter().map(|(path, bytes)| checked(path, bytes, &shown)).collect()
}

fn checked(path: String, bytes: Vec<u8>, from: &str) -> Result<(WorkspacePath, Vec<u8>)> {
    let path = path.strip_prefix("./").map_or(path.clone(), str::to_owned);
    match WorkspacePath::parse(&path) {
        Ok(parsed) if is_owned(&path) || is_exported(&path) => Ok((parsed, bytes)),
        _ => Err(Error::Invalid(format!("{path:?} in {from} is no file of a workspace; nothing was restored"))),
    }
}

fn lines(from: &mut dyn BufRead, shown: &str) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    let mut line = String::new();
    loop {
        line.clear();
        let length = (&mut *from).take(2 * LARGEST_FILE).read_line(&mut line);
        let length = length.map_err(|source| Error::Io { what: "reading", path: shown.to_owned(), source })?;
        if length == 0 {
            return Ok(files);
        }
        let broken =
            |why: &str| Error::Invalid(format!("line {} of {shown} {why}; nothing was restored", files.len() + 1));
        let value: Value = serde_json::from_str(&line).map_err(|_| broken("is not whole"))?;
        if value["kind"] != "file" {
            continue;
        }
        let path = value["path"].as_str().ok_or_else(|| broken("names no file"))?.to_owned();
        let bytes = match (value["content"].as_str(), value["hex"].as_str()) {
            (Some(text), _) => text.as_bytes().to_vec(),
            (None, Some(hex)) => unhex(hex).ok_or_else(|| broken("holds no bytes"))?,
            (None, None) => return Err(broken("holds no content")),
        };
        if value["sha256"].as_str() != Some(&ContentHash::of(&bytes).to_string()) {
            return Err(broken(&format!("holds another content of {path} than it says")));
        }
        files.push((path, bytes));
    }
}

/// Bytes as digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks(2);
    digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok()).collect()
}
