//! Finding and replacing what is to be purged, in every spelling a file may give it.

use memchr::memmem::Finder;

use super::PURGED;
use crate::message::one_line;

/// The texts to purge, longest first.
pub(super) struct Needles {
    finders: Vec<Finder<'static>>,
}

impl Needles {
    /// Takes in the texts, each also as JSON, as one line of a message, and, where it is a sentence, without
    /// its full stop: a quotation leaves that out.
    pub(super) fn new(texts: &[String]) -> Self {
        let mut all: Vec<String> = Vec::new();
        let texts = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
        for text in texts.flat_map(|text| [Some(text), quoted(text)]).flatten() {
            let json = serde_json::to_string(text).expect("text serialises");
            all.extend([text.to_owned(), json[1..json.len() - 1].to_owned(), one_line(text, usize::MAX)]);
        }
        all.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        all.dedup();
        Self { finders: all.iter().map(|text| Finder::new(text.as_bytes()).into_owned()).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.finders.is_empty()
    }

    /// Whether any of the texts is in there.
    pub(super) fn is_in(&self, bytes: &[u8]) -> bool {
        self.finders.iter().any(|finder| places(finder, bytes).next().is_some())
    }

    /// How often the texts are in there.
    pub(super) fn count(&self, bytes: &[u8]) -> usize {
        self.finders.iter().map(|finder| places(finder, bytes).count()).sum()
    }

    /// The bytes without the texts; `None` when none of them is in there.
    pub(super) fn replace(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut current: Option<Vec<u8>> = None;
        for finder in &self.finders {
            let from = current.as_deref().unwrap_or(bytes);
            let at: Vec<usize> = places(finder, from).collect();
            if at.is_empty() {
                continue;
            }
            let mut out = Vec::with_capacity(from.len());
            let mut end = 0;
            for start in at.into_iter() {
                if start < end {
                    continue;
                }
                out.extend_from_slice(&from[end..start]);
                out.extend_from_slice(PURGED.as_bytes());
                end = start + finder.needle().len();
            }
            out.extend_from_slice(&from[end..]);
            current = Some(out);
        }
        current
    }
}

/// A sentence of several words without its full stop.
fn quoted(text: &str) -> Option<&str> {
    let bare = text.trim_end_matches(['.', '!', '?', '。', '！', '？']);
    let several = bare.contains(' ') || !bare.is_ascii() && bare.chars().count() > 3;
    (bare.len() < text.len() && several).then_some(bare)
}

/// Where a text stands as words of its own: purging "tea" leaves "team" alone.
fn places<'a>(finder: &'a Finder<'static>, bytes: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let needle = finder.needle();
    let word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    finder.find_iter(bytes).filter(move |start| {
        let before = start.checked_sub(1).and_then(|at| bytes.get(at));
        let inside_left = word(needle.first()) && word(before);
        let inside_right = word(needle.last()) && word(bytes.get(start + needle.len()));
        !inside_left && !inside_right
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_goes_and_other_words_stay() {
        let needles = Needles::new(&["drinks \"tea\" | milk".to_owned(), "tea".to_owned()]);
        let clean = |text: &str| needles.replace(text.as_bytes()).map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(clean("a team steams"), None);
        assert_eq!(clean("tea, tea-time").as_deref(), Some("[purged], [purged]-time"));
        assert_eq!(clean(r#"{"x":"drinks \"tea\" | milk"}"#).as_deref(), Some(r#"{"x":"[purged]"}"#));
        assert_eq!(clean("drinks \"tea\" ¦ milk").as_deref(), Some("[purged]"));
        assert_eq!(needles.count(b"tea tea"), 2);
        let sentence = Needles::new(&["Ana left the firm.".to_owned(), "Tea.".to_owned()]);
        assert!(sentence.is_in(br#""words": "Ana left the firm""#));
        assert!(!sentence.is_in(b"Tea, please"), "one word is no quotation");
    }
}
