//! Files a session may see, as resources: `soul://<agent>/<path>`.

use rmcp::ErrorData;
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, MetaObject, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};

use super::connection::McpCaller;
use super::error;

/// Files named in one answer.
const PAGE: usize = 200;
const MIME: &str = "text/markdown";

/// One page of the files this session may see.
pub(super) fn listed(asked: &McpCaller, cursor: Option<&str>) -> Result<ListResourcesResult, ErrorData> {
    let files = asked.engine.readable_files(&asked.session).map_err(|problem| error::of_request(&problem))?;
    let agent = asked.engine.agent();
    // The cursor is the last path that was given, so that a page stays right when files come and go.
    let after = cursor.map(|cursor| path_of(agent, cursor).ok_or_else(|| unknown_cursor(cursor))).transpose()?;
    let rest = files.iter().filter(|file| after.as_deref().is_none_or(|after| file.path.as_str() > after));
    let mut page: Vec<_> = rest.take(PAGE + 1).collect();
    let more = page.len() > PAGE;
    page.truncate(PAGE);
    let resources = page.iter().map(|file| {
        let mut resource = Resource::new(uri(agent, &file.path), &file.path).with_mime_type(MIME);
        resource.size = file.size;
        resource
    });
    let mut result = ListResourcesResult::with_all_items(resources.collect());
    result.next_cursor = page.last().filter(|_| more).map(|file| uri(agent, &file.path));
    Ok(result)
}

/// How the address of a file is made.
pub(super) fn templates(agent: &str) -> ListResourceTemplatesResult {
    let template = ResourceTemplate::new(format!("soul://{}/{{+path}}", encoded(agent)), "memory file")
        .with_title("A file of memory")
        .with_description("A Markdown file of the workspace by its path, as far as this session may see it.")
        .with_mime_type(MIME);
    ListResourceTemplatesResult::with_all_items(vec![template])
}

/// One file, as far as this session may see it and one answer goes.
pub(super) fn read(asked: &McpCaller, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let path = path_of(asked.engine.agent(), uri).ok_or_else(|| missing(uri))?;
    let found = asked.engine.readable_file(&asked.session, &path).map_err(|problem| error::of_request(&problem))?;
    let found = found.ok_or_else(|| missing(uri))?;
    let mut text = found.text;
    let mut meta = None;
    if let Some(next) = found.next_from {
        text += &format!("\n\n[cut here: read on with memory_get, path {path}, from {next}]\n");
        let mut told = MetaObject::new();
        told.insert("soulfile/nextFrom".to_owned(), next.into());
        meta = Some(told);
    }
    let contents =
        ResourceContents::TextResourceContents { uri: uri.to_owned(), mime_type: Some(MIME.to_owned()), text, meta };
    Ok(ReadResourceResult::new(vec![contents]))
}

/// What this session sees of a file, by its address; `None` when there is nothing.
pub(super) fn visible_text(asked: &McpCaller, uri: &str) -> soulfile_engine::Result<Option<String>> {
    let Some(path) = path_of(asked.engine.agent(), uri) else { return Ok(None) };
    Ok(asked.engine.readable_file(&asked.session, &path)?.map(|found| found.text))
}

/// The error of an address at which this session finds nothing.
pub(super) fn missing(uri: &str) -> ErrorData {
    ErrorData::resource_not_found(format!("there is nothing to read at {uri}"), None)
}

fn unknown_cursor(cursor: &str) -> ErrorData {
    ErrorData::invalid_params(format!("\"{cursor}\" is no cursor of this list"), None)
}

fn uri(agent: &str, path: &str) -> String {
    format!("soul://{}/{}", encoded(agent), encoded(path))
}

fn path_of(agent: &str, uri: &str) -> Option<String> {
    let (of, path) = uri.strip_prefix("soul://")?.split_once('/')?;
    (decoded(of)? == agent).then(|| decoded(path))?
}

/// Percent-encodes what an address may not hold.
fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(byte as char),
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        let digits = std::str::from_utf8(&digits).ok().filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_back_to_its_file() {
        for path in ["SOUL.md", "memory/episodes/2026-02-02.md", "bank/a b#c?.md", "rooms/übung 100%.md"] {
            assert_eq!(path_of("aria", &uri("aria", path)).as_deref(), Some(path));
        }
        assert_eq!(path_of("aria", &uri("other", "SOUL.md")), None);
        for bad in ["", "soul://aria", "file:///etc/passwd", "soul://aria/%", "soul://aria/%+1", "soul://aria/%FF"] {
            assert_eq!(path_of("aria", bad), None, "{bad}");
        }
    }
}
