//! Does a text from outside try to give the assistant orders?
//!
//! Owns the advisory scan of untrusted text: hidden characters, fake roles and tool calls, orders
//! to the assistant, exfiltration links, memory poisoning, delayed triggers, encoded orders, in
//! many languages. Articles about attacks, quoted attacks and instructions to a human reader are
//! benign. Rules name what is sure; where none is, `evidence` weighs signs. It only advises;
//! containment is the caller's. Work is linear in the length of the text.
//! Start with [`scan`].

mod calls;
mod encoded;
mod evidence;
mod languages;
mod links;
mod manual;
mod markup;
mod orders;
mod unicode;

use std::ops::Range;
use std::sync::LazyLock;

use serde::Serialize;

use crate::pattern::Pattern;
use crate::quoted;

pub use unicode::hidden_characters;
pub(crate) use unicode::takes_no_room;

/// One sign of an attack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The family: `override`, `role_system`, `hidden_unicode` …
    pub kind: &'static str,
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
    /// Whether it is enough by itself.
    pub strong: bool,
}

/// What the scan says of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InjectionVerdict {
    /// Whether the text should be quarantined.
    pub malicious: bool,
    /// The family of the strongest sign.
    pub kind: Option<&'static str>,
    /// Every sign, in order.
    pub findings: Vec<Finding>,
}

/// Scans `text`, which came from an untrusted source.
pub fn scan(text: &str) -> InjectionVerdict {
    let mut findings = Vec::new();
    let hidden = unicode::scan(text, &mut findings);
    let plain = unicode::Plain::of(text);
    read(&plain, &mut findings);
    encoded::scan(text, &mut findings);
    let strong = findings.iter().filter(|f| f.strong).count();
    let weak = findings.len() - strong;
    let malicious = strong > 0 || weak >= 2;
    // A phrase that only shows once the invisible is gone is hidden text, whatever it says.
    let kind = malicious
        .then(|| {
            if hidden {
                return Some("hidden_unicode");
            }
            findings.iter().find(|f| f.strong).or(findings.first()).map(|f| f.kind)
        })
        .flatten();
    findings.sort_by_key(|f| f.span.start);
    InjectionVerdict { malicious, kind, findings }
}

/// Reads one plain text with every rule about words and markup.
fn read(plain: &unicode::Plain<'_>, findings: &mut Vec<Finding>) {
    let text = plain.text.as_ref();
    let visible = own_words(text);
    let mut found = Vec::new();
    markup::scan(text, &visible, &mut found);
    orders::scan(&visible, &mut found);
    languages::scan(&visible, &mut found);
    if !found.iter().any(|(_, _, strong)| *strong) {
        evidence::scan(&visible, &mut found);
    }
    if !found.iter().any(|(_, _, strong)| *strong)
        && let Some(bare) = without_emphasis(&visible)
    {
        let mut emphasised = Vec::new();
        orders::scan(&bare, &mut emphasised);
        languages::scan(&bare, &mut emphasised);
        found.extend(emphasised.into_iter().map(|(kind, _, strong)| (kind, 0..text.len(), strong)));
    }
    findings.extend(found.into_iter().map(|(kind, span, strong)| Finding { kind, span: plain.original(span), strong }));
}

/// The last place at or before `at` where a character begins.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A sign in plain text: family, span, whether it is enough by itself.
type Sign = (&'static str, Range<usize>, bool);

/// The words without marks that only make them stand out; `None` where there are none.
fn without_emphasis(text: &str) -> Option<String> {
    static TAGS: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(r"</?(?:b|i|u|em|strong|span|mark|font|small|big|a|p|div)(?: [^<>]{0,80})?>|&nbsp;")
    });
    if !text.contains(['*', '_', '~', '<', '&']) {
        return None;
    }
    let mut bare = String::with_capacity(text.len());
    let mut from = 0;
    for tag in TAGS.find_iter(text) {
        bare.push_str(&text[from..tag.start()]);
        bare.push_str(if tag.as_str().starts_with('&') { " " } else { "" });
        from = tag.end();
    }
    bare.push_str(&text[from..]);
    let words = bare.split(' ').map(|word| word.trim_matches(['*', '_', '~']));
    let bare = words.collect::<Vec<_>>().join(" ");
    (bare != text).then_some(bare)
}

/// The text without what it quotes. A text that is nothing but one quotation speaks for itself,
/// unless words around it report it.
fn own_words(text: &str) -> String {
    let visible = quoted::hide(text);
    if visible == text {
        return visible;
    }
    // Strings of data are no quotations.
    if text.contains("{\"") && text.contains("\":") {
        return text.to_owned();
    }
    let letters = |s: &str| s.chars().filter(|c| c.is_alphanumeric()).count();
    let (all, left) = (letters(text), letters(&visible));
    if left * 10 <= all && !text.contains("```") { text.to_owned() } else { visible }
}

#[cfg(test)]
#[path = "injection_tests.rs"]
mod tests;
