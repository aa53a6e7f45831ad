//! Hides what the speaker does not say themselves: code, quotations, pasted lines.
//!
//! The result has the same byte length as the input, so that spans found in it are spans of the
//! original. Hidden bytes become [`HIDDEN`]; the quotation marks stay.

/// What stands in for each hidden byte. It is no letter, space or punctuation mark.
pub const HIDDEN: char = '\u{1}';

/// Returns `text` with code, quotations and quoted lines blanked out.
pub fn hide(text: &str) -> String {
    // Most messages quote nothing.
    if text.is_ascii() && !text.bytes().any(|byte| matches!(byte, b'`' | b'"' | b'\'' | b'>')) {
        return text.to_owned();
    }
    let mut hidden = vec![false; text.len()];
    hide_fences(text, &mut hidden);
    hide_quoted_lines(text, &mut hidden);
    hide_pairs(text, &mut hidden);
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if hidden[at] {
            out.extend(std::iter::repeat_n(HIDDEN, c.len_utf8()));
        } else {
            out.push(c);
        }
    }
    out
}

/// Fenced code blocks; an unclosed fence runs to the end.
fn hide_fences(text: &str, hidden: &mut [bool]) {
    let mut from = 0;
    while let Some(open) = text[from..].find("```").map(|n| from + n) {
        let body = open + 3;
        let close = text[body..].find("```").map_or(text.len(), |n| body + n);
        hidden[open..close].fill(true);
        from = (close + 3).min(text.len());
        hidden[close..from].fill(true);
    }
}

/// Lines quoted with `>`.
fn hide_quoted_lines(text: &str, hidden: &mut [bool]) {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with('>') {
            hidden[at..at + line.trim_end_matches('\n').len()].fill(true);
        }
        at += line.len();
    }
}

/// Every mark that ends a quotation.
const CLOSING: [char; 10] = ['`', '"', '\'', '”', '’', '」', '』', '»', '“', '》'];

fn hide_pairs(text: &str, hidden: &mut [bool]) {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    // For each closing mark, the last place it occurs: lets an opening mark without a partner be
    // passed in constant time.
    let last = CLOSING.map(|mark| chars.iter().rposition(|(_, c)| *c == mark));
    let mut i = 0;
    while i < chars.len() {
        let (at, c) = chars[i];
        if hidden[at] {
            i += 1;
            continue;
        }
        let before = i.checked_sub(1).map(|j| chars[j].1);
        let after = chars.get(i + 1).map(|p| p.1);
        let opens = before.is_none_or(|b| {
            b.is_whitespace()
                || matches!(b, '(' | '[' | ':' | '—' | ',' | '，' | '：')
                || soulfile_text::script::is_han(b)
        }) && after.is_some_and(|a| !a.is_whitespace());
        let close = match c {
            '`' => Some('`'),
            '"' if opens => Some('"'),
            '\'' if opens => Some('\''),
            '“' => Some('”'),
            '‘' => Some('’'),
            '「' => Some('」'),
            '『' => Some('』'),
            '«' => Some('»'),
            '„' => Some('“'),
            '《' => Some('》'),
            _ => None,
        };
        let Some(close) = close else {
            i += 1;
            continue;
        };
        if CLOSING.iter().zip(last).all(|(mark, last)| *mark != close || last.is_none_or(|last| last <= i)) {
            i += 1;
            continue;
        }
        let single = matches!(close, '\'' | '’');
        let end = (i + 1..chars.len()).take(2000).find(|j| {
            chars[*j].1 == close
                && (!single || chars.get(j + 1).is_none_or(|n| !n.1.is_alphanumeric()))
                && (close != '"'
                    || chars.get(j + 1).is_none_or(|n| !n.1.is_alphanumeric() || soulfile_text::script::is_han(n.1)))
        });
        match end {
            Some(end) => {
                let stop = chars[end].0;
                hidden[at + c.len_utf8()..stop].fill(true);
                i = end + 1;
            }
            None => i += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        hide(text).replace(HIDDEN, "")
    }

    #[test]
    fn quotes_code_and_quoted_lines_are_hidden() {
        assert_eq!(shown("he said \"forget it\" again"), "he said \"\" again");
        assert_eq!(shown("what does 'save this' mean"), "what does '' mean");
        assert_eq!(shown("a `b` c"), "a `` c");
        assert_eq!(shown("x\n> remember\ny"), "x\n\ny");
        assert_eq!(shown("a ```code``` b"), "a  b");
        assert_eq!(shown("他说“忘了吧”"), "他说“”");
    }

    #[test]
    fn apostrophes_are_not_quotes() {
        assert_eq!(shown("don't forget the dogs' food, it's here"), "don't forget the dogs' food, it's here");
        assert_eq!(shown("mondays r 'bout fine"), "mondays r 'bout fine");
    }

    #[test]
    fn spans_stay_in_place() {
        let text = "ä \"öü\" ß";
        assert_eq!(hide(text).len(), text.len());
    }
}
