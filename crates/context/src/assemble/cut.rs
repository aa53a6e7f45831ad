//! Cutting a text that is too long: at a section or paragraph boundary, saying what was left out.

use serde::Serialize;
use soulfile_text::tokens::is_cjk;
use soulfile_vocabulary::markdown::{Fences, heading};

use super::fence::remark;

/// What a cut left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CutNote {
    /// Characters left out.
    pub left_out_chars: usize,
    /// Characters the whole text has.
    pub total_chars: usize,
    /// First line that was left out, counted from 1.
    pub from_line: usize,
    /// Headings of what was left out, at most five.
    pub headings: Vec<String>,
    /// Why it was cut.
    pub reason: String,
}

/// Cuts a text to at most `max_chars` characters, the remark included. `None` where it fits.
/// The cut is at the last heading in the second half, else the last paragraph there, else the last
/// line, else the last character that fits; an open code fence is closed.
pub fn cut_head(text: &str, max_chars: usize, path: &str, reason: &str) -> Option<(String, CutNote)> {
    let total_chars = text.chars().count();
    if total_chars <= max_chars {
        return None;
    }
    // The remark names up to five headings; room for it is kept inside the limit.
    let room = max_chars.saturating_sub(REMARK_CHARS);
    let limit = text.char_indices().nth(room).map_or(text.len(), |(at, _)| at);
    let end = boundary(text, limit);
    let kept = text[..end].trim_end();
    let left = &text[end..];
    let note = CutNote {
        left_out_chars: left.chars().count(),
        total_chars,
        from_line: text[..end].matches('\n').count() + 1,
        headings: headings(left),
        reason: reason.to_owned(),
    };
    let mut shown = String::with_capacity(kept.len() + REMARK_CHARS);
    shown.push_str(kept);
    let mut fences = Fences::default();
    for line in kept.lines() {
        fences.enter(line);
    }
    if let Some(close) = fences.closing() {
        shown.push('\n');
        shown.push_str(&close);
    }
    if !shown.is_empty() {
        shown.push_str("\n\n");
    }
    shown.push_str(&note.remark(path));
    Some((shown, note))
}

/// Room kept for the remark and a closing fence.
pub const REMARK_CHARS: usize = 480;

impl CutNote {
    /// What a session is told where the cut is.
    pub fn remark(&self, path: &str) -> String {
        let mut what = String::new();
        for (i, name) in self.headings.iter().enumerate() {
            let name: String = name.chars().take(24).collect();
            what.push_str(if i == 0 { " with " } else { ", " });
            what.push_str(&format!("“{}”", super::fence::neutralise(&name)));
        }
        remark(&format!(
            "{path} is cut here ({}): {} of {} characters from line {} on are left out{what}. Read them with memory_get path={path} from={}",
            self.reason, self.left_out_chars, self.total_chars, self.from_line, self.from_line
        ))
    }
}

/// The best place to cut at or before `limit`.
fn boundary(text: &str, limit: usize) -> usize {
    let least = limit / 2;
    let mut fences = Fences::default();
    let (mut at, mut blank) = (0, false);
    let (mut at_heading, mut at_paragraph, mut at_line) = (None, None, None);
    for line in text.split_inclusive('\n') {
        if at > limit {
            break;
        }
        let inside = fences.enter(line);
        if at > 0 {
            if !inside && heading(line.trim_end()).is_some() {
                at_heading = Some(at);
            }
            if !inside && blank {
                at_paragraph = Some(at);
            }
            at_line = Some(at);
        }
        blank = line.trim().is_empty();
        at += line.len();
    }
    let far_enough = |place: &usize| *place >= least;
    at_heading.filter(far_enough).or(at_paragraph.filter(far_enough)).or(at_line.filter(far_enough)).unwrap_or(limit)
}

fn headings(text: &str) -> Vec<String> {
    let mut fences = Fences::default();
    text.lines()
        .filter(|line| !fences.enter(line))
        .filter_map(|line| heading(line).map(|(_, title)| title.to_owned()))
        .filter(|title| !title.is_empty())
        .take(5)
        .collect()
}

/// How many leading characters of a text cost at most `tokens`.
pub fn chars_for_tokens(text: &str, tokens: usize) -> usize {
    // In units of 1/210 token: 4.2 characters a token, 0.9 tokens a CJK character.
    let (mut left, mut count) = (tokens.saturating_mul(210), 0);
    for c in text.chars() {
        let cost = if is_cjk(c) { 189 } else { 50 };
        if cost > left {
            break;
        }
        left -= cost;
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_is_not_touched() {
        assert_eq!(cut_head("short", 5, "A.md", "x"), None);
    }

    #[test]
    fn a_long_text_is_cut_before_a_heading_and_says_what_is_gone() {
        let text =
            format!("# A\n\n{}\n\n## Second\n\n{}\n\n## Third\n\nend\n", "one. ".repeat(180), "two. ".repeat(300));
        let (shown, note) = cut_head(&text, 1_600, "AGENTS.md", "over 1,600 characters").unwrap();
        assert!(shown.chars().count() <= 1_600);
        assert!(shown.contains("one. one.") && !shown.contains("two."), "{shown}");
        assert_eq!(note.headings, ["Second", "Third"]);
        assert_eq!(note.from_line, 5);
        assert!(shown.contains("“Second”") && shown.contains("memory_get path=AGENTS.md from=5"), "{shown}");
        assert_eq!(note.left_out_chars + text.find("## Second").unwrap(), note.total_chars);
    }

    #[test]
    fn without_headings_a_paragraph_is_the_boundary() {
        let text = "word word word.\n\n".repeat(200);
        let (shown, _) = cut_head(&text, 1_000, "A.md", "x").unwrap();
        assert!(shown.split("\n\n[soul:").next().unwrap().ends_with("word."), "{shown}");
    }

    #[test]
    fn one_endless_line_is_cut_between_characters() {
        let text = "文🌿".repeat(2_000);
        let (shown, note) = cut_head(&text, 1_000, "A.md", "x").unwrap();
        assert!(shown.chars().count() <= 1_000);
        assert_eq!(note.from_line, 1);
    }

    #[test]
    fn an_open_code_fence_is_closed() {
        let text = format!("intro\n\n```sh\n{}```\n", "echo hello\n".repeat(300));
        let (shown, _) = cut_head(&text, 1_000, "A.md", "x").unwrap();
        assert!(shown.contains("echo hello\n```\n\n[soul:"), "{shown}");
    }

    #[test]
    fn tokens_are_turned_into_characters() {
        assert_eq!(chars_for_tokens(&"a".repeat(100), 10), 42);
        assert_eq!(chars_for_tokens(&"文".repeat(100), 9), 10);
        assert_eq!(chars_for_tokens("abc", 10), 3);
    }
}
