//! What a terminal may be shown: text that steers nothing, and our own styling.
//!
//! Memory can hold anything: an escape sequence that clears the screen, sets the clipboard or hides a
//! line is text like any other, and is shown as such. Everything for people goes through
//! [`for_people`]; styling is marked with a word nobody outside this process knows, so that no stored
//! text can style anything. JSON is not touched: it escapes by itself.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

use soulfile_text::visible::visible;

/// Begins and ends a mark.
const MARK: char = '\u{1}';

fn secret() -> &'static str {
    static SECRET: OnceLock<String> = OnceLock::new();
    SECRET.get_or_init(|| format!("{:016x}", RandomState::new().hash_one(0)))
}

/// Text between two styles, to be passed through [`for_people`].
pub fn marked(code: &str, text: &str) -> String {
    let secret = secret();
    format!("{MARK}{secret}{code}{MARK}{text}{MARK}{secret}0{MARK}")
}

/// Text for a person: whatever does not show is made visible, marks become styles.
pub fn for_people(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(MARK) {
        out.push_str(&visible(&rest[..at]));
        rest = &rest[at + MARK.len_utf8()..];
        match style(rest) {
            Some((code, after)) => {
                out.push_str(&format!("\x1b[{code}m"));
                rest = after;
            }
            None => out.push('\u{2401}'),
        }
    }
    out.push_str(&visible(rest));
    out
}

fn style(rest: &str) -> Option<(&str, &str)> {
    rest.strip_prefix(secret())?.split_once(MARK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_stored_steers_a_terminal() {
        for (stored, shown) in [
            ("a\x1b[2Jb", "a␛[2Jb"),
            ("\x1b]52;c;ZXZpbA==\x07", "␛]52;c;ZXZpbA==␇"),
            ("\u{9b}31mred", "⟨U+009B⟩31mred"),
            ("over\rwritten", "over␍written"),
            ("two\r\nlines\tand\n", "two\nlines\tand\n"),
            ("\u{1}31\u{1}forged", "␁31␁forged"),
            ("nothing\u{202e}gnihton", "nothing⟨U+202E⟩gnihton"),
            ("🏴 日本 é کتاب", "🏴 日本 é کتاب"),
            ("\0\u{8}\u{7f}", "␀␈␡"),
        ] {
            assert_eq!(for_people(stored), shown);
        }
        assert_eq!(for_people(&marked("31", "a\x1bb")), "\x1b[31ma␛b\x1b[0m");
    }
}
