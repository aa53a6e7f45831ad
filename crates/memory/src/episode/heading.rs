//! Writing the headings of entries: `14:30 | decision | confidence:high | tags:[a, b] | …`, and `14:30 | erased` where an
//! entry was. They are read by [`soulfile_vocabulary::episode_heading`].

use soulfile_vocabulary::episode_heading::{EpisodeHeading, stamp};
use soulfile_vocabulary::{Authority, Scope};

use crate::escape::heading_field;

/// The word in the kind's place of an entry that was erased.
const ERASED: &str = "erased";

/// Writes a heading in the form `14:30 | decision | confidence:high | tags:[a, b] | …`.
pub fn render(head: &EpisodeHeading) -> String {
    let mut fields = vec![format!("{:02}:{:02}", head.time.hour(), head.time.minute())];
    if let Some(kind) = head.kind {
        fields.push(kind.to_string());
    }
    if let Some(confidence) = head.confidence {
        fields.push(format!("confidence:{confidence}"));
    }
    let tags: Vec<String> = head.tags.iter().map(|tag| clean_tag(tag)).filter(|tag| !tag.is_empty()).collect();
    if !tags.is_empty() {
        fields.push(format!("tags:[{}]", tags.join(", ")));
    }
    if let Some(source) = head.source.as_deref().map(clean_tag).filter(|s| !s.is_empty()) {
        fields.push(format!("source:{source}"));
    }
    if let Some(scope) = head.scope.as_ref().filter(|scope| **scope != Scope::Private) {
        fields.push(format!("scope:{scope}"));
    }
    if head.trust != Authority::Owner {
        fields.push(format!("trust:{}", head.trust));
    }
    fields.extend(head.extra.iter().cloned());
    fields.join(" | ")
}

/// The heading that keeps the number of an entry that was erased: its minute, and nothing of what it said.
pub fn erased(hour: u8, minute: u8) -> String {
    format!("{hour:02}:{minute:02} | {ERASED}")
}

/// Whether a heading only keeps the number of an entry that was erased.
pub fn is_erased(title: &str) -> bool {
    let Some((None, time, _)) = stamp(title) else { return false };
    title.trim() == erased(time.hour() as u8, time.minute() as u8)
}

/// Whether a tag or source is one word of letters and digits, which reads back as it is.
pub fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// A tag or source that cannot end its list or field, nor close the heading.
fn clean_tag(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let field = heading_field(text).replace(['[', ']'], "").replace(',', " ");
    field.split_whitespace().collect::<Vec<_>>().join(" ").trim_matches(['#', ' ']).to_owned()
}
