//! One written word: folding, and the split of identifiers into their parts.
//!
//! Pure functions over a word that [`crate::analyze`] has already cut out of the text.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower-cases `word` and strips accents from Latin, Greek and Cyrillic letters.
pub fn fold(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    word.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// Splits an identifier at separators, case humps and letter–digit borders: `parseHTTPRequest2`
/// gives `parse`, `HTTP`, `Request`, `2`. A plain word gives itself.
pub fn parts(word: &str) -> Vec<&str> {
    let mut cut = Vec::new();
    let mut start = 0;
    let chars: Vec<(usize, char)> = word.char_indices().collect();
    for i in 0..chars.len() {
        let (at, c) = chars[i];
        if !c.is_alphanumeric() {
            if start < at {
                cut.push(&word[start..at]);
            }
            start = at + c.len_utf8();
            continue;
        }
        if i == 0 || start == at {
            continue;
        }
        let before = chars[i - 1].1;
        let after = chars.get(i + 1).map(|x| x.1);
        let hump = c.is_uppercase()
            && (before.is_lowercase() || (before.is_uppercase() && after.is_some_and(char::is_lowercase)));
        let border = c.is_numeric() != before.is_numeric();
        if hump || border {
            cut.push(&word[start..at]);
            start = at;
        }
    }
    if start < word.len() {
        cut.push(&word[start..]);
    }
    cut
}

/// Removes apostrophes and a possessive ending: `Mel's` gives `Mel`, `don't` gives `dont`.
pub fn without_apostrophe(word: &str) -> String {
    let is_mark = |c: char| c == '\'' || c == '\u{2019}';
    let chars: Vec<char> = word.chars().collect();
    if let [head @ .., mark, last] = &chars[..]
        && is_mark(*mark)
        && last.eq_ignore_ascii_case(&'s')
    {
        return head.iter().filter(|c| !is_mark(**c)).collect();
    }
    chars.into_iter().filter(|c| !is_mark(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_split_at_humps_separators_and_digits() {
        assert_eq!(parts("parseHTTPRequest2"), ["parse", "HTTP", "Request", "2"]);
        assert_eq!(parts("assert_eq"), ["assert", "eq"]);
        assert_eq!(parts("painting"), ["painting"]);
        assert_eq!(parts("__init__"), ["init"]);
    }

    #[test]
    fn folding_drops_case_and_accents() {
        assert_eq!(fold("Café"), "cafe");
        assert_eq!(fold("Привет"), "привет");
    }

    #[test]
    fn possessives_and_contractions() {
        assert_eq!(without_apostrophe("Mel's"), "Mel");
        assert_eq!(without_apostrophe("don\u{2019}t"), "dont");
        assert_eq!(without_apostrophe("O'Brien"), "OBrien");
    }
}
