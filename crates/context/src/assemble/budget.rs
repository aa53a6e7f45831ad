//! Fits the pieces into the limits: each file into its own, all together into the token budget.
//!
//! When room is short the budget is shared by priority; what does not fit is cut at a boundary or
//! left out, and the session is told in either case.

use soulfile_text::tokens;

use super::AssembleSettings;
use super::cut::{CutNote, REMARK_CHARS, chars_for_tokens, cut_head};
use super::fence::{quote, remark};
use super::gather::{Content, ContextPiece, EntryText};
use super::plan::ContextSlot;
use super::report::ContextReport;

/// A piece whose text is final.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// Where it goes.
    pub slot: ContextSlot,
    /// The file it comes from.
    pub path: Option<String>,
    pub why: String,
    pub text: String,
    /// What was cut.
    pub cut: Option<CutNote>,
    /// Whether it stands alone, without section marks.
    pub bare: bool,
    /// Its cost with marks.
    pub tokens: usize,
}

/// Tokens of the marks around a section.
const MARKS: usize = 18;
/// Below this a piece is left out rather than cut.
const LEAST: usize = REMARK_CHARS / 4 + 60;

/// Fits the pieces into the limits.
pub fn fit(pieces: Vec<ContextPiece>, settings: &AssembleSettings, report: &mut ContextReport) -> Vec<Fitted> {
    let too_long = format!("over {} characters", settings.max_chars);
    let mut fitted: Vec<(ContextPiece, Fitted)> = pieces
        .into_iter()
        .map(|piece| {
            let one = fit_one(&piece, settings.max_chars, &too_long);
            (piece, one)
        })
        .collect();
    let total: usize = fitted.iter().map(|(_, one)| one.tokens).sum();
    if total <= settings.budget_tokens {
        return fitted.into_iter().map(|(_, one)| one).collect();
    }
    let left_out = share(&mut fitted, settings, report);
    let mut result: Vec<Fitted> = fitted.into_iter().map(|(_, one)| one).filter(|one| !one.text.is_empty()).collect();
    if !left_out.is_empty() {
        let text = remark(&format!("left out for lack of room: {}. Read them with memory_get", left_out.join(", ")));
        let at = result.iter().position(|one| one.slot >= ContextSlot::Notices).unwrap_or(result.len());
        let tokens = tokens::estimate(&text);
        let why = "the token budget".to_owned();
        let note = Fitted { slot: ContextSlot::Notices, path: None, why, text, cut: None, bare: true, tokens };
        result.insert(at, note);
    }
    result
}

/// Shares the token budget by priority; gives the paths that found no room.
fn share(
    fitted: &mut [(ContextPiece, Fitted)],
    settings: &AssembleSettings,
    report: &mut ContextReport,
) -> Vec<String> {
    let names: usize = fitted.iter().filter_map(|(_, one)| one.path.as_deref()).map(|path| path.len() / 4 + 2).sum();
    let mut room = settings.budget_tokens.saturating_sub(names + 30);
    let mut order: Vec<usize> = (0..fitted.len()).collect();
    // Within a slot the later piece is the more recent day, and goes first.
    order.sort_by_key(|i| (fitted[*i].1.slot.priority(), usize::MAX - i));
    let reason = format!("the budget of {} tokens is shared", settings.budget_tokens);
    let mut left_out = Vec::new();
    for i in order {
        let (piece, one) = &mut fitted[i];
        if one.tokens <= room || matches!(one.slot, ContextSlot::Runtime) || one.bare {
            room = room.saturating_sub(one.tokens);
            continue;
        }
        let path = one.path.clone().unwrap_or_else(|| one.slot.name().to_owned());
        if room >= LEAST + MARKS {
            let chars = chars_for_tokens(&one.text, room - MARKS).min(settings.max_chars);
            let smaller = fit_one(piece, chars, &reason);
            if smaller.tokens <= room {
                room -= smaller.tokens;
                *one = smaller;
                continue;
            }
        }
        one.text.clear();
        one.tokens = 0;
        one.cut = None;
        report.drop_file(&path, "left out: no room in the token budget");
        report.warn(format!("{path} is left out: no room in the budget of {} tokens", settings.budget_tokens));
        left_out.push(path);
    }
    left_out.sort();
    left_out
}

fn fit_one(piece: &ContextPiece, max_chars: usize, reason: &str) -> Fitted {
    let path = piece.path.as_deref().unwrap_or(piece.slot.name());
    let (text, cut) = match &piece.content {
        Content::Remark(text) => (text.clone(), None),
        Content::Text(text) => match cut_head(text, max_chars, path, reason) {
            Some((text, note)) => (text, Some(note)),
            None => (text.clone(), None),
        },
        Content::Entries(entries) => fit_entries(entries, max_chars, path, reason),
    };
    let bare = matches!(piece.content, Content::Remark(_));
    let tokens = tokens::estimate(&text) + if bare { 1 } else { MARKS + path.len() / 4 };
    Fitted { slot: piece.slot, path: piece.path.clone(), why: piece.why.clone(), text, cut, bare, tokens }
}

/// Keeps the newest entries that fit, the owner's before anybody else's; what is left out is named in a remark.
fn fit_entries(entries: &[EntryText], max_chars: usize, path: &str, reason: &str) -> (String, Option<CutNote>) {
    let written: Vec<String> = entries.iter().map(|entry| write(entry, path)).collect();
    let lengths: Vec<usize> = written.iter().map(|text| text.chars().count() + 2).collect();
    let total: usize = lengths.iter().sum();
    if total <= max_chars {
        return (join(&written), None);
    }
    let room = max_chars.saturating_sub(REMARK_CHARS);
    let mut kept = vec![false; entries.len()];
    let mut used = 0;
    for own in [true, false] {
        for at in (0..entries.len()).rev().filter(|at| entries[*at].untrusted.is_none() == own) {
            if used + lengths[at] > room {
                break;
            }
            used += lengths[at];
            kept[at] = true;
        }
    }
    if !kept.contains(&true) {
        return fit_newest(entries, max_chars, path, reason);
    }
    let count = kept.iter().filter(|kept| !**kept).count();
    let note = CutNote {
        left_out_chars: lengths.iter().zip(&kept).filter(|(_, kept)| !**kept).map(|(length, _)| length).sum(),
        total_chars: total,
        from_line: 1,
        headings: Vec::new(),
        reason: reason.to_owned(),
    };
    let earlier = kept.iter().skip(count).all(|kept| *kept);
    let lost = lost(count, earlier, path, reason);
    let written: Vec<String> =
        written.into_iter().zip(&kept).filter(|(_, kept)| **kept).map(|(text, _)| text).collect();
    (format!("{lost}\n\n{}", join(&written)), Some(note))
}

/// Shows the beginning of the newest entry, where not even that fits whole.
fn fit_newest(entries: &[EntryText], max_chars: usize, path: &str, reason: &str) -> (String, Option<CutNote>) {
    let Some((newest, earlier)) = entries.split_last() else {
        return (String::new(), None);
    };
    let before = match earlier.len() {
        0 => String::new(),
        count => format!("{}\n\n", lost(count, true, path, reason)),
    };
    let room = max_chars.saturating_sub(before.chars().count());
    // Quoting adds to every line, so quoted text gets half the room.
    let room = if newest.untrusted.is_some() { room / 2 } else { room };
    match cut_head(&newest.text, room, path, reason) {
        Some((text, note)) => {
            let told = note.remark(path);
            let kept = text.strip_suffix(&told).unwrap_or(&text).trim().to_owned();
            let shown = write(&EntryText { text: kept, untrusted: newest.untrusted.clone() }, path);
            (format!("{before}{}\n\n{told}", shown.trim_end()), Some(note))
        }
        None => (format!("{before}{}", write(newest, path).trim_end()), None),
    }
}

fn lost(count: usize, earlier: bool, path: &str, reason: &str) -> String {
    let earlier = if earlier { "earlier " } else { "" };
    let entries = if count == 1 { "entry" } else { "entries" };
    let is = if count == 1 { "is" } else { "are" };
    remark(&format!("{count} {earlier}{entries} of {path} {is} left out ({reason}). Read with memory_get path={path}"))
}

fn write(entry: &EntryText, path: &str) -> String {
    match &entry.untrusted {
        Some(source) => quote(entry.text.trim(), source, path),
        None => entry.text.trim().to_owned(),
    }
}

fn join(entries: &[String]) -> String {
    entries.iter().map(|entry| entry.trim_end()).collect::<Vec<_>>().join("\n\n")
}
