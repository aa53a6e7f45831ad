//! Open matters of core memory that somebody settled: a debt paid back, a loan returned, a chore done.
//!
//! What settles a matter says something else than the matter does, so neither contradicts the other, and the line
//! would stay for ever. Only pairs whose grammar says so count, and only where the settling was said later.

use std::sync::LazyLock;

use regex::Regex;
use soulfile_memory::core::CoreLine;
use soulfile_memory::id::MemoryId;
use soulfile_understand::Understand;

use crate::survey::Lived;

/// Something that is open until somebody does their part.
#[derive(Debug, PartialEq, Eq)]
enum Matter {
    /// The user owes somebody.
    Owes(String),
    /// Somebody owes the user.
    Owed(String),
    /// The user lent somebody a thing.
    Lent(String, String),
    /// The user borrowed a thing.
    Borrowed(String),
    /// The user has something to do: the verb and what it is done to.
    Chore(String, Vec<String>),
}

/// The sentence of an episode that settles a line of core memory, where it was said after the line.
pub fn settling<'e>(understand: &dyn Understand, line: &CoreLine, episode: &'e Lived) -> Option<&'e str> {
    let source: MemoryId = line.source.as_deref()?.parse().ok()?;
    let (MemoryId::Episode(told), MemoryId::Episode(now)) = (&source, &episode.id) else { return None };
    if !now.is_after(told) {
        return None;
    }
    let matter = Matter::read(&line.text)?;
    let own_words = understand.statement(&episode.reading.own_words());
    let said = own_words.sentences().iter().filter(|sentence| !sentence.question);
    let mut said = said.map(|sentence| episode.text[sentence.span.clone()].trim());
    said.find(|said| {
        same_amount(&line.text, said) && matter.is_settled_by(said) && understand.statement(said).is_asserted()
    })
}

impl Matter {
    fn read(line: &str) -> Option<Matter> {
        static OWES: LazyLock<Regex> =
            LazyLock::new(|| regex(r"^(?:i|(?:the )?user) (?:still )?owes? (?:(?:my|their|our|the) )?([\p{L}'’-]+)"));
        static OWED: LazyLock<Regex> =
            LazyLock::new(|| regex(r"^(?:(?:my|their|our|the) )?([\p{L}'’-]+) (?:still )?owes (?:me|(?:the )?user)\b"));
        static LENT: LazyLock<Regex> = LazyLock::new(|| {
            regex(
                r"^(?:i|(?:the )?user) (?:lent|loaned) (?:(?:my|their|our|the) )?([\p{L}'’-]+) (?:my|their|our|the|an?) (?:[\p{L}'’-]+ )*?([\p{L}'’-]+)$",
            )
        });
        static BORROWED: LazyLock<Regex> = LazyLock::new(|| {
            regex(r"^(?:i|(?:the )?user) borrowed (?:an?|the|\S+['’]s) (?:[\p{L}'’-]+ )*?([\p{L}'’-]+)(?: from .*)?$")
        });
        static CHORE: LazyLock<Regex> = LazyLock::new(|| {
            regex(
                r"^(?:i|(?:the )?user) (?:still )?(?:needs? to|have to|has to|must) (\p{L}+) (?:(?:my|their|our|the|an?) )?([\p{L}'’ -]+)$",
            )
        });
        let lower = line.trim().trim_end_matches(['.', '!']).to_lowercase();
        let group = |found: &regex::Captures<'_>, at: usize| found[at].to_owned();
        if let Some(found) = OWES.captures(&lower) {
            return Some(Matter::Owes(group(&found, 1)));
        }
        if let Some(found) = OWED.captures(&lower) {
            return Some(Matter::Owed(group(&found, 1)));
        }
        if let Some(found) = LENT.captures(&lower) {
            return Some(Matter::Lent(group(&found, 1), group(&found, 2)));
        }
        if let Some(found) = BORROWED.captures(&lower) {
            return Some(Matter::Borrowed(group(&found, 1)));
        }
        let found = CHORE.captures(&lower)?;
        let object = found[2].split_whitespace().map(str::to_owned).collect();
        Some(Matter::Chore(group(&found, 1), object))
    }

    fn is_settled_by(&self, said: &str) -> bool {
        /// Words with which nothing is settled yet, or not all of it, or not for good.
        static OPEN: LazyLock<Regex> = LazyLock::new(|| {
            regex(
                r"\b(?:not|never|yet|still|should|must|needs?|have to|has to|will|would|could|might|if|when|once|until|before|almost|nearly|half|part|partly|some|tomorrow|plan(?:s|ned)?|wants?|promised|again)\b|n['’]t\b|['’]ll\b",
            )
        });
        let lower = said.trim_end_matches(['.', '!']).to_lowercase();
        let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
        let adverb = |word: &&str| ["finally", "just", "already", "today", "now"].contains(word);
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).skip_while(adverb).collect();
        if OPEN.is_match(&lower) || words.is_empty() {
            return false;
        }
        let has = |word: &str| words.contains(&word);
        let own = matches!(words[0], "i" | "we" | "user") || words.starts_with(&["the", "user"]);
        // "Paid Jonas back": people leave out themselves.
        let did =
            |verbs: &[&str]| verbs.iter().any(|verb| words[0] == *verb) || own && verbs.iter().any(|verb| has(verb));
        let back = has("back");
        // "Returned the drill", not "returned to Oslo".
        let returned = |thing: &str| {
            let after = words.iter().skip_while(|word| **word != "returned").skip(1);
            after.clone().take(3).any(|word| *word == thing)
                && after.take(1).any(|word| ["my", "the", "our", "their", "his", "her", thing].contains(word))
        };
        match self {
            Matter::Owes(who) => {
                has(who)
                    && (did(&["paid", "gave", "transferred", "sent"]) && back
                        || did(&["repaid", "reimbursed"])
                        || did(&["settled"]) && has("with"))
            }
            Matter::Owed(who) => {
                let theirs = !own && has(who) && (has("me") || has("user") || has("us"));
                theirs && (back && (has("paid") || has("gave")) || has("repaid") || has("reimbursed"))
            }
            Matter::Lent(who, thing) => {
                let brought = returned(thing) || back && (has("gave") || has("brought"));
                has(thing) && (!own && has(who) && brought || own && back && (has("got") || has("have")))
            }
            Matter::Borrowed(thing) => {
                has(thing) && (did(&["returned"]) && returned(thing) || back && did(&["gave", "brought", "took"]))
            }
            Matter::Chore(verb, object) => {
                let telling = object.iter().all(|word| has(word) || matches!(word.as_str(), "my" | "the" | "their"));
                telling && past(verb).iter().any(|past| did(&[past.as_str()]))
            }
        }
    }
}

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

/// Whether two texts that both name an amount name the same one.
fn same_amount(one: &str, other: &str) -> bool {
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| regex(r"\d+"));
    let of = |text: &str| NUMBER.find_iter(text).map(|found| found.as_str().to_owned()).collect::<Vec<_>>();
    let (one, other) = (of(one), of(other));
    one.is_empty() || other.is_empty() || one.iter().any(|number| other.contains(number))
}

/// The past forms of a verb, as far as they can be told from it. One that looks the same as the verb is none.
fn past(verb: &str) -> Vec<String> {
    const IRREGULAR: [(&str, &str); 20] = [
        ("buy", "bought"),
        ("pay", "paid"),
        ("send", "sent"),
        ("get", "got"),
        ("take", "took"),
        ("make", "made"),
        ("write", "wrote"),
        ("see", "saw"),
        ("find", "found"),
        ("tell", "told"),
        ("bring", "brought"),
        ("give", "gave"),
        ("sell", "sold"),
        ("build", "built"),
        ("do", "did"),
        ("meet", "met"),
        ("choose", "chose"),
        ("leave", "left"),
        ("speak", "spoke"),
        ("hang", "hung"),
    ];
    if let Some((_, past)) = IRREGULAR.iter().find(|(plain, _)| *plain == verb) {
        return vec![(*past).to_owned()];
    }
    let last = verb.chars().last();
    match last {
        Some('e') => vec![format!("{verb}d")],
        Some('y') => vec![format!("{verb}ed"), format!("{}ied", &verb[..verb.len() - 1])],
        Some(last) => vec![format!("{verb}ed"), format!("{verb}{last}ed")],
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, said: &str) -> bool {
        Matter::read(line).is_some_and(|matter| same_amount(line, said) && matter.is_settled_by(said))
    }

    #[test]
    fn what_was_open_is_settled_by_its_counterpart() {
        for (line, said) in [
            ("User owes Jonas 50 euros.", "I paid Jonas back."),
            ("User owes Jonas 50 euros.", "User paid Jonas the 50 euros back."),
            ("User owes Jonas 50 euros.", "Finally settled up with Jonas."),
            ("User owes their brother money.", "We repaid my brother yesterday."),
            ("Jonas owes the user 20 euros.", "Jonas paid me back."),
            ("User lent Ana their drill.", "Ana returned the drill."),
            ("User lent Ana their drill.", "I got my drill back from Ana."),
            ("User borrowed a ladder from Piet.", "I brought the ladder back."),
            ("User needs to renew their passport.", "I renewed my passport."),
            ("User has to buy a stroller.", "Bought the stroller today."),
            ("User must cancel the gym membership.", "User cancelled the gym membership."),
        ] {
            assert!(check(line, said), "{line} / {said}");
        }
    }

    #[test]
    fn what_is_not_done_or_not_the_same_settles_nothing() {
        for (line, said) in [
            ("User owes Jonas 50 euros.", "I still haven't paid Jonas back."),
            ("User owes Jonas 50 euros.", "I paid Jonas 20 back."),
            ("User owes Jonas 50 euros.", "I paid half of it back to Jonas."),
            ("User owes Jonas 50 euros.", "I paid Ana back."),
            ("User owes Jonas 50 euros.", "Jonas paid me back."),
            ("User owes Jonas 50 euros.", "I'll have paid Jonas back by May."),
            ("User owes Jonas 50 euros.", "I called Jonas back."),
            ("Jonas owes the user 20 euros.", "I paid Jonas back."),
            ("User lent Ana their drill.", "Ana returned the ladder."),
            ("User lent Ana their drill.", "Ana returned to Oslo with the drill bits."),
            ("User needs to renew their passport.", "I renewed my library card."),
            ("User needs to renew their passport.", "Ana renewed her passport."),
            ("User needs to renew their passport.", "I want my passport renewed."),
            ("User is training for a triathlon.", "I finished the triathlon."),
        ] {
            assert!(!check(line, said), "{line} / {said}");
        }
    }
}
