//! `…/files` and `…/file/{filename}`: whole files, with ETag and If-Match.

use axum::http::{HeaderMap, HeaderName, header};
use soulfile_api::{
    ContentHash, DefaultFile, FileChangeRequest, FileContent, FileInfo, FileRequest, FileWritten, Hint, NewFileContent,
    Nothing,
};
use soulfile_engine::KnownVersion;

use super::answer::Answer;
use super::call::{Call, Json, NoBody};
use super::failure::Failure;

pub fn list(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<FileInfo>>, Failure> {
    Ok(call.engine().list_files()?.into())
}

pub fn read(call: &Call, named: FileRequest, _: NoBody) -> Result<Answer<FileContent>, Failure> {
    let file = call.engine().read_file(&named.filename)?;
    let hash = file.hash;
    let known = tags(&call.headers, header::IF_NONE_MATCH)?;
    if known.is_some_and(|known| known.any || known.hashes.contains(&hash)) {
        return Ok(Answer::not_modified(hash));
    }
    Ok(Answer::from(file).tagged(Some(hash)))
}

pub fn show_default(call: &Call, named: FileRequest, _: NoBody) -> Result<Answer<DefaultFile>, Failure> {
    Ok(call.engine().default_file(&named.filename)?.into())
}

pub fn write(
    call: &Call,
    named: FileChangeRequest,
    Json(new): Json<NewFileContent>,
) -> Result<Answer<FileWritten>, Failure> {
    call.engine().check_writable(&named.filename)?;
    let matched = tags(&call.headers, header::IF_MATCH)?;
    let absent = tags(&call.headers, header::IF_NONE_MATCH)?.is_some_and(|tags| tags.any);
    let known = match matched {
        Some(tags) if !tags.any => KnownVersion::OneOf(tags.hashes),
        None if absent => KnownVersion::Absent,
        _ => return Err(required()),
    };
    let written = call.engine().write_file(&named.filename, &new.content, &known, named.confirm)?;
    let hash = written.hash;
    let answer = if known == KnownVersion::Absent { Answer::created(written) } else { Answer::from(written) };
    Ok(answer.tagged(hash))
}

pub fn delete(call: &Call, named: FileChangeRequest, _: NoBody) -> Result<Answer<FileWritten>, Failure> {
    call.engine().check_writable(&named.filename)?;
    let known = match tags(&call.headers, header::IF_MATCH)? {
        Some(tags) if !tags.any => KnownVersion::OneOf(tags.hashes),
        _ => return Err(required()),
    };
    if !named.confirm {
        return Err(Failure::invalid("deleting a file has to be confirmed").hinted(Hint::ConfirmRemoval));
    }
    Ok(call.engine().delete_file(&named.filename, &known, named.confirm)?.into())
}

fn required() -> Failure {
    let text = "say what you read: If-Match with its ETag, or If-None-Match: * for a file that is not there yet";
    Failure::new(428, "precondition_required", text)
}

/// The entity tags of a conditional header.
struct Tags {
    any: bool,
    hashes: Vec<ContentHash>,
}

/// Reads a conditional header. A tag that is not one of ours can match nothing and is passed over.
fn tags(headers: &HeaderMap, name: HeaderName) -> Result<Option<Tags>, Failure> {
    if !headers.contains_key(&name) {
        return Ok(None);
    }
    let mut tags = Tags { any: false, hashes: Vec::new() };
    for value in headers.get_all(&name) {
        let text = value.to_str().map_err(|_| Failure::invalid(format!("{name} is not plain text")))?;
        for tag in text.split(',').map(str::trim) {
            tags.any |= tag == "*";
            tags.hashes.extend(tag.strip_prefix('"').and_then(|t| t.strip_suffix('"')).and_then(ContentHash::parse));
        }
    }
    Ok(Some(tags))
}
