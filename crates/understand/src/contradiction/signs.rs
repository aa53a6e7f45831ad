//! Which rules about statements can hold of a text at all: seen in one look.
//!
//! A memory is compared with every fact of its entity, and most facts hold no word that any of these rules asks for.
//! A sign only says that a rule is worth asking; it is never missing where the rule holds.

use std::sync::LazyLock;

use soulfile_text::literals::Literals;

use super::CHANGES;

/// A rule and what it asks for.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// The statement announces a change; this sign is the rule itself.
    Announced,
    /// A change that may say when it came about.
    Timed,
    /// One thing over another.
    Preferred,
    /// Two words that are one verb.
    Joined,
    /// Something given up.
    GivenUp,
    /// What something is made of.
    MadeOf,
}

/// Words in lower case, of which a text holds one where the rule holds.
#[rustfmt::skip]
const SIGNS: &[(Rule, &[&str])] = &[
    (Rule::Announced, CHANGES),
    (Rule::Timed, &["moved", "switched", "changed", "relocated"]),
    (Rule::Preferred, &[" over "]),
    (Rule::Joined, &[" up", " out"]),
    (Rule::GivenUp, &[
        "instead of", "rather than", "no longer", "left", "quit", "abandoned", "dropped", "replaced", "replacing", "from",
        "formerly", "previously", "not ",
    ]),
    (Rule::MadeOf, &["written", "coded", "implemented", "programmed", "built", "developed"]),
];

/// The signs of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signs(u16);

impl Signs {
    pub(super) fn of(text: &str) -> Signs {
        static WORDS: LazyLock<(Literals, Vec<u16>)> = LazyLock::new(|| {
            let words = SIGNS.iter().flat_map(|(rule, words)| words.iter().map(|word| (*word, 1 << *rule as u16)));
            let (words, bits): (Vec<&str>, Vec<u16>) = words.unzip();
            (Literals::new(words).any_case(), bits)
        });
        // Other letters have other cases, and other blanks stand where a space is looked for.
        if text.bytes().any(|byte| !byte.is_ascii() || byte != b' ' && byte.is_ascii_whitespace() || byte == 0x0b) {
            let announced = u16::from(super::announces_change(text)) << Rule::Announced as u16;
            return Signs(!(1 << Rule::Announced as u16) | announced);
        }
        let (words, bits) = &*WORDS;
        Signs(words.find_overlapping_iter(text).fold(0, |signs, hit| signs | bits[hit.pattern().as_usize()]))
    }

    /// Whether a rule can hold.
    pub(super) fn may(self, rule: Rule) -> bool {
        self.0 >> rule as u16 & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Comparable, announces_change, preferred, statement, without_time_of_change};
    use super::*;

    #[test]
    fn no_rule_holds_of_a_text_without_its_sign() {
        let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../evals/language");
        let mut texts = vec!["Ana is, not now in Graz".to_owned(), "She gets UP at 7, not 8".to_owned()];
        for set in ["contradictions", "contradictions.heldout", "routing", "queries"] {
            for line in std::fs::read_to_string(dir.join(format!("{set}.jsonl"))).unwrap().lines() {
                let case: serde_json::Value = serde_json::from_str(line).unwrap();
                let said = case.as_object().unwrap().values().filter_map(|value| value.as_str());
                texts.extend(said.flat_map(|text| [text.to_owned(), text.to_uppercase()]));
            }
        }
        assert!(texts.len() > 1_000, "{}", texts.len());
        for text in &texts {
            let signs = Signs::of(text);
            assert_eq!(signs.may(Rule::Announced), announces_change(text), "{text}");
            assert!(signs.may(Rule::Timed) || without_time_of_change(text) == text.as_str(), "{text}");
            assert!(signs.may(Rule::Preferred) || preferred(text) == text.as_str(), "{text}");
            let (by_signs, by_all) = (statement::read(text, signs), statement::read(text, Signs(u16::MAX)));
            assert_eq!(format!("{by_signs:?}"), format!("{by_all:?}"), "{text}");
            assert_eq!(
                Comparable::new(text).announces_change(),
                announces_change(Comparable::new(text).text()),
                "{text}"
            );
        }
    }
}
