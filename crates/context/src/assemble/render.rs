//! Writes the fitted pieces: section marks, cache breakpoints, notices and the runtime lines.

use jiff::Zoned;

use super::budget::Fitted;
use super::fence::{CLOSE_SECTION, neutralise, open_section};
use super::{Notice, NoticeKind, Section};
use crate::config::MemoryPlacement;
use crate::session::Session;

/// Most notices that are shown one by one.
const MAX_NOTICES: usize = 12;
/// Most characters of one notice.
const MAX_NOTICE_CHARS: usize = 240;

/// Writes the sections; gives them with the system prompt and the preamble.
pub fn render(pieces: Vec<Fitted>, placement: MemoryPlacement) -> (Vec<Section>, String, String) {
    let place = |one: &Fitted| {
        let moved = placement == MemoryPlacement::User && one.slot.is_memory();
        if moved { MemoryPlacement::User } else { MemoryPlacement::System }
    };
    let mut groups: Vec<(u8, MemoryPlacement)> = Vec::with_capacity(pieces.len());
    let mut sections: Vec<Section> = Vec::with_capacity(pieces.len());
    let (mut rendered, mut preamble) = (String::new(), String::new());
    for one in pieces {
        let placement = place(&one);
        let target = if placement == MemoryPlacement::System { &mut rendered } else { &mut preamble };
        let start = target.len();
        if start > 0 {
            target.push('\n');
        }
        if one.bare {
            target.push_str(&one.text);
        } else {
            target.push_str(&open_section(one.slot.name(), one.path.as_deref()));
            target.push('\n');
            target.push_str(&one.text);
            target.push('\n');
            target.push_str(CLOSE_SECTION);
        }
        target.push('\n');
        groups.push((one.slot.cache_group(), placement));
        sections.push(Section {
            name: one.slot.name().to_owned(),
            source: one.path,
            why: one.why,
            bytes: target.len() - start,
            tokens: one.tokens,
            text: one.text,
            cut: one.cut,
            cache_breakpoint: false,
            placement,
        });
    }
    for group in 0..3 {
        let last = groups.iter().rposition(|(of, at)| *of == group && *at == MemoryPlacement::System);
        if let Some(last) = last {
            sections[last].cache_breakpoint = true;
        }
    }
    (sections, rendered, preamble)
}

/// The lines that wait for the user, one each.
pub fn notices(notices: &[Notice]) -> Option<String> {
    let mut lines: Vec<String> = notices
        .iter()
        .take(MAX_NOTICES)
        .map(|notice| {
            let kind = match notice.kind {
                NoticeKind::Alert => "Alert",
                NoticeKind::Proposal => "Proposal",
                NoticeKind::Reflection => "Reflection",
                NoticeKind::Today => "Today",
            };
            format!("- {kind}: {}", one_line(&notice.text, MAX_NOTICE_CHARS))
        })
        .collect();
    if notices.len() > MAX_NOTICES {
        lines.push(format!("- … and {} more", notices.len() - MAX_NOTICES));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Who, where and when. Last, because it changes every time.
pub fn runtime(session: &Session, now: &Zoned) -> String {
    let mut line = format!("Session: {} · Agent: {}", session.kind, one_line(&session.agent, 80));
    if let Some(room) = &session.room {
        line.push_str(&format!(" · Room: {}", one_line(room, 120)));
    }
    if let Some(user) = &session.user {
        line.push_str(&format!(" · Speaker: {}", one_line(user, 120)));
    }
    let zone = now.time_zone().iana_name().map_or_else(|| now.offset().to_string(), str::to_owned);
    format!("{line}\nNow: {} ({zone})", now.strftime("%A %Y-%m-%d %H:%M"))
}

fn one_line(text: &str, max_chars: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = match line.char_indices().nth(max_chars) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    };
    neutralise(&line).into_owned()
}
