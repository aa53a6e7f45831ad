//! "What is Tomas's phone number?": an attribute asked of somebody who is named. What is known of Tomas holds half of
//! the question's words and answers none of it, unless it holds the attribute or a word close to it.

use soulfile_text::Analyzer;

use crate::embed::table::Table;
use crate::embed::wordpiece;
use crate::image::Image;
use crate::late::Late;
use crate::record::term_hash;

/// Words of an attribute at most; more of them are a description.
const LONGEST: usize = 3;
/// Closeness of a word that stands for another: `born` for `birthday`.
const CLOSE: f32 = 0.4;

/// What is asked for by one word and told by others that the model does not find close.
const TOLD_BY: &[(&[&str], &str)] = &[
    (&["birthday", "birthdate"], "born birth birthday turns"),
    (&["age"], "years old born turns aged"),
    (&["job", "occupation", "profession", "employer", "workplace", "work"], "works worked working employed job hired"),
    (&["address", "home", "city", "residence"], "lives lived living moved resides street address"),
    (&["hometown", "nationality", "origin"], "from born grew raised"),
    (&["phone", "number", "telephone"], "phone mobile cell call telephone"),
    (&["email"], "email mail"),
    (&["wife", "husband", "spouse", "partner"], "married wife husband spouse partner wedding"),
    (&["name", "nickname"], "named called name"),
    (&["favorite", "favourite"], "likes loves enjoys prefers favorite favourite adores"),
    (&["hobby", "hobbies"], "likes loves enjoys plays hobby"),
    (&["pet", "pets"], "dog cat pet"),
    (&["car"], "drives car"),
    (&["salary", "income"], "earns paid salary"),
    (&["status"], "single married divorced status"),
];

/// What is asked of somebody.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// The names' terms, of which an entry about them holds one.
    names: Vec<u64>,
    terms: Vec<u64>,
    pieces: Vec<(u16, f32)>,
}

impl Attribute {
    /// Reads the attribute of a question that asks for nothing else.
    pub fn read(question: &str, analyzer: &mut Analyzer) -> Option<Self> {
        let (name, words) = asked_of_somebody(question)?;
        let mut hashes =
            |text: &str| -> Vec<u64> { analyzer.query_terms(text).iter().map(|(term, _)| term_hash(term)).collect() };
        let names = hashes(&name);
        let mut terms = hashes(&words);
        for word in words.to_ascii_lowercase().split(' ') {
            let told = TOLD_BY.iter().filter(|(asked, _)| asked.contains(&word));
            terms.extend(told.flat_map(|(_, words)| hashes(words)));
        }
        let pieces = wordpiece::pieces(&words).into_iter().filter(|piece| !wordpiece::is_common(*piece));
        let pieces: Vec<(u16, f32)> = pieces.map(|piece| (piece, 1.0)).collect();
        (!terms.is_empty() && !pieces.is_empty()).then_some(Self { names, terms, pieces })
    }

    /// Says whether an entry names whom it is asked of.
    pub(crate) fn is_of(&self, image: &Image, slot: u32) -> bool {
        self.names.iter().any(|name| image.holds(*name, slot))
    }

    /// Says whether an entry holds a word of the attribute, or one close to it.
    pub(crate) fn is_in(&self, image: &Image, slot: u32) -> bool {
        if self.terms.iter().any(|term| image.holds(*term, slot)) {
            return true;
        }
        let mut late = Late::new(Table::builtin(), &self.pieces);
        late.closest(image.pieces_of(slot)).iter().any(|close| *close >= CLOSE)
    }
}

/// The name and the words after it in "what is Ana Lee's …?".
fn asked_of_somebody(question: &str) -> Option<(String, String)> {
    let question = question.trim().trim_end_matches(['?', '.', '!', ' ']).replace('\u{2019}', "'");
    let lower = question.to_ascii_lowercase();
    let mut words = question.split_whitespace();
    let asks = ["what", "when", "where", "who", "which"];
    let first = lower.split_whitespace().next()?;
    words.next();
    match first.strip_suffix("'s") {
        Some(word) if asks.contains(&word) => {}
        _ if asks.contains(&first) => {
            words.next().filter(|word| matches!(*word, "is" | "was" | "are" | "were"))?;
        }
        _ => return None,
    }
    // A name of one word or two, each written as a name.
    let owner = |word: &str| word.strip_suffix("'s").or_else(|| word.strip_suffix('\'')).is_some();
    let name = |word: &&str| word.starts_with(char::is_uppercase);
    let one = words.next().filter(name)?;
    let two = if owner(one) { "" } else { words.next().filter(name).filter(|word| owner(word))? };
    let rest: Vec<&str> = words.collect();
    (1..=LONGEST).contains(&rest.len()).then(|| (format!("{one} {two}"), rest.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_follows_a_name() {
        let asked = |text: &str| asked_of_somebody(text).unwrap_or_default().1;
        assert_eq!(asked("What is Tomas's phone number?"), "phone number");
        assert_eq!(asked("What\u{2019}s Ana Lee\u{2019}s address"), "address");
        assert_eq!(asked("When is James' birthday?"), "birthday");
        for text in ["What did Ana's brother buy?", "What is the dog's name?", "Where does Ana live?", "What is Ana"] {
            assert_eq!(asked(text), "", "{text}");
        }
    }
}
