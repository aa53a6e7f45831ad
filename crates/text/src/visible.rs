//! Text as a person must see it to decide: every character that does not show is spelled out.
//!
//! A character that takes no room on the screen can carry an instruction that only a model reads, or turn the order of
//! what a person reads. [`visible`] writes each as `⟨U+E0073⟩`. What a script or an emoji needs to look right (a joiner
//! between two Persian letters, the selector after a heart, the flag of Wales) stays as it is: it shows in how its
//! neighbours look.

use std::borrow::Cow;

/// The text with every character that does not show spelled out, and controls as their pictures. Line breaks and tabs
/// stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c.is_control() && c != '\n' && c != '\t' || is_invisible(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() * 2);
    each(text, |c, shows| match c {
        c if shows => out.push(c),
        '\0'..='\u{1f}' => out.push(char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}')),
        '\u{7f}' => out.push('\u{2421}'),
        c => out.push_str(&format!("⟨U+{:04X}⟩", c as u32)),
    });
    Cow::Owned(out)
}

/// The text without what [`visible`] spells out: what a person approves is stored as it shows.
pub fn shown_only(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    each(text, |c, shows| {
        if shows {
            out.push(c);
        }
    });
    out
}

/// Goes over a text, with whether each character shows. The line end of other systems is a line break.
fn each(text: &str, mut see: impl FnMut(char, bool)) {
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let flag = flag_length(&chars[at..]);
        if flag > 0 {
            chars[at..at + flag].iter().for_each(|c| see(*c, true));
            at += flag;
            continue;
        }
        match chars[at] {
            c @ ('\n' | '\t') => see(c, true),
            '\r' if chars.get(at + 1) == Some(&'\n') => {}
            c => see(c, !(c.is_control() || is_invisible(c)) || belongs(&chars, at)),
        }
        at += 1;
    }
}

/// Says whether a character takes no room, or moves what is around it. Spaces that look like one do not count.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{80}'..='\u{9f}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{70f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{13430}'..='\u{1345f}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e000}'..='\u{f8ff}'
            | '\u{e0000}'..='\u{e0fff}'
            | '\u{f0000}'..='\u{10ffff}'
    )
}

/// Says whether the character at `at` shows in how its neighbours look.
fn belongs(chars: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| chars[at]);
    let after = chars.get(at + 1).copied();
    match chars[at] {
        '\u{200c}' | '\u{200d}' => match (before, after) {
            (Some(before), Some(after)) => {
                (joins(before) && joins(after))
                    || (chars[at] == '\u{200d}'
                        && (is_pictograph(before) || before == '\u{fe0f}')
                        && is_pictograph(after))
            }
            _ => false,
        },
        '\u{fe0e}' | '\u{fe0f}' => {
            before.is_some_and(|c| is_pictograph(c) || matches!(c, '0'..='9' | '#' | '*' | '©' | '®'))
        }
        _ => false,
    }
}

/// Letters that look different beside a joiner.
fn joins(c: char) -> bool {
    matches!(
        c,
        '\u{620}'..='\u{65f}' | '\u{66e}'..='\u{6d3}' | '\u{6d5}'..='\u{6ff}' | '\u{710}'..='\u{77f}' | '\u{900}'..='\u{dff}' | '\u{1780}'..='\u{17b3}' | '\u{17b6}'..='\u{17d3}'
    )
}

fn is_pictograph(c: char) -> bool {
    matches!(
        c,
        '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2194}'..='\u{21aa}' | '\u{231a}'..='\u{23ff}' | '\u{24c2}'
            | '\u{25aa}'..='\u{25fe}' | '\u{2600}'..='\u{27bf}' | '\u{2934}'..='\u{2935}' | '\u{2b05}'..='\u{2b55}'
            | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}'
    )
}

/// The length of a flag written with tags at the beginning; 0 when there is none. Only the three that exist.
fn flag_length(chars: &[char]) -> usize {
    const FLAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];
    let tag = |c: char| char::from_u32(0xe0000 + c as u32);
    let is = |name: &str| {
        chars.len() > 6
            && chars[6] == '\u{e007f}'
            && name.chars().zip(&chars[1..]).all(|(letter, found)| tag(letter) == Some(*found))
    };
    if chars.first() == Some(&'🏴') && FLAGS.iter().any(|name| is(name)) { 7 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_show_is_spelled_out() {
        for (text, shown) in [
            ("ok\u{e0073}\u{e0065}", "ok⟨U+E0073⟩⟨U+E0065⟩"),
            ("a\u{200b}b\u{2060}c\u{feff}", "a⟨U+200B⟩b⟨U+2060⟩c⟨U+FEFF⟩"),
            ("nothing\u{202e}gnihton", "nothing⟨U+202E⟩gnihton"),
            ("a\u{200d}b \u{200c}", "a⟨U+200D⟩b ⟨U+200C⟩"),
            ("soft\u{ad}hyphen \u{3164} \u{fe00}", "soft⟨U+00AD⟩hyphen ⟨U+3164⟩ ⟨U+FE00⟩"),
            ("x\u{e0101}", "x⟨U+E0101⟩"),
            ("a\x1b[2Jb\u{9b}\0\u{7f}", "a␛[2Jb⟨U+009B⟩␀␡"),
            ("over\rwritten\r\nline\tend", "over␍written\nline\tend"),
            ("🏴\u{e0067}\u{e0062}\u{e0078}\u{e007f}", "🏴⟨U+E0067⟩⟨U+E0062⟩⟨U+E0078⟩⟨U+E007F⟩"),
        ] {
            assert_eq!(visible(text), shown, "{text:?}");
        }
        assert_eq!(shown_only("a\u{200b}b\u{e0073} ❤️\x1b"), "ab ❤️");
    }

    #[test]
    fn writing_as_people_write_stays_as_it_is() {
        for text in [
            "plain",
            "می‌خواهم کتاب",
            "क्‍ष हिन्दी",
            "👩‍👩‍👧 ❤️ 1️⃣ ☎︎ 👩🏽‍🚀 🏳️‍🌈",
            "🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f} Cymru",
            "שלום עולם",
            "ภาษาไทย 日本語　한국어 é\u{301}",
        ] {
            assert_eq!(visible(text), text);
        }
    }
}
