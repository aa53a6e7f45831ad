//! Which characters make words, for texts and for the entries of the lists. The build script reads this file too.

/// Words in lower case, digits as zeros.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        match plain(c) {
            Some(c) => word.push(c),
            None if !word.is_empty() => words.push(std::mem::take(&mut word)),
            None => {}
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// A character of a word; `None` for what stands between words.
pub fn plain(c: char) -> Option<char> {
    match c {
        '’' => Some('\''),
        '0'..='9' => Some('0'),
        c if separates(c) => None,
        c => Some(c),
    }
}

/// Whether a character stands between words: spaces, punctuation but for the apostrophe.
fn separates(c: char) -> bool {
    match c {
        '\0'..='\x7f' => !c.is_ascii_alphanumeric() && c != '\'',
        '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff0f}' => true,
        '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{964}' => true,
        _ => false,
    }
}

/// Whether a character belongs to a script that puts no spaces between words, or endings on them: Thai, Hangul, kana,
/// Han.
pub fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{e7f}' | '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}
