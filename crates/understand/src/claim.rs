//! What a sentence claims to be lastingly so: whether it is asserted at all, in which form, of which
//! attribute of whom, and what it gives up.
//!
//! Made for reading notes afterwards, one sentence at a time, where nobody can be asked what they
//! meant. It judges grammar (who is the subject, which verb, which tense), not topics. It decides nothing
//! about storage. Start with [`read`].

mod aim;
mod chinese;
mod clause;
mod english;
mod frames;
mod given_up;
mod slot;
mod verbs;
mod voice;

use soulfile_text::lang::Lang;

pub use aim::Aim;
pub use slot::Slot;
pub use voice::Voice;

/// In which form something lasting is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// How something is: "Ana works at Initech".
    State,
    /// What became different: "Ana joined Initech".
    Change,
    /// What is over: "Ana left Initech", "sold the car".
    End,
    /// What is settled but lies ahead: "we're moving to Graz in May".
    Plan,
    /// A standing wish about how to be treated: "short answers please".
    Wish,
}

/// How much the note itself vouches that it holds something lasting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heading {
    /// It was written down as a fact, a preference or a decision.
    Lasting,
    /// It was written down as something that happened, or as nothing in particular.
    Plain,
}

/// A lasting claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Its form.
    pub form: Form,
    /// The attributes it gives a value to.
    pub slots: Vec<Slot>,
    /// What it says no longer holds: each a phrase, in lower case.
    pub given_up: Vec<String>,
    /// What it says was wrong and is well again.
    pub mended: Vec<String>,
}

/// Whose words a sentence is, and how real what it tells is.
pub fn voice(sentence: &str) -> Voice {
    voice::of(sentence)
}

/// A sentence without what only leads up to it: "By the way:", "Before I forget:".
pub fn without_lead(sentence: &str) -> &str {
    match Lang::of(sentence) {
        Lang::En => english::without_lead(sentence),
        Lang::Zh => sentence,
    }
}

/// Whether a sentence takes back the one before it: "Kidding.", "Won't happen."
pub fn retracts(sentence: &str) -> bool {
    voice::retracts(sentence)
}

/// Reads one asserted sentence in the speaker's own words; nothing when it claims nothing lasting.
pub fn read(sentence: &str, heading: Heading) -> Option<Claim> {
    if voice(sentence) != Voice::Asserted {
        return None;
    }
    let given_up = given_up::find(sentence);
    let form = match Lang::of(sentence) {
        Lang::En => english::form(sentence, heading),
        Lang::Zh => chinese::form(sentence, heading),
    };
    let slots = slot::find(sentence, &given_up);
    // Giving something up by its name is telling of a change, in whatever words, and so is giving a value to
    // an attribute telling a state, where the note says that it lasts.
    let vouched = heading == Heading::Lasting;
    let gone = vouched && !given_up.is_empty() && clause::tokens(sentence).iter().any(|token| token.is_name);
    let valued = vouched && slots.iter().any(|slot| !slot.is_measure());
    // "The new place costs 900": what is new of the speaker's own lasts, whoever heads the note how.
    let own = |slot: &Slot| slot.of == "user" && !slot.is_measure();
    let renewed = Lang::of(sentence) == Lang::En && english::begins(sentence) && slots.iter().any(own);
    let mended = given_up::mended(sentence);
    let over = gone || !mended.is_empty();
    let form =
        form.or(over.then_some(Form::End)).or(renewed.then_some(Form::Change)).or(valued.then_some(Form::State))?;
    Some(Claim { form, slots, given_up, mended })
}

/// Whether a statement in lower case says that something is wrong with a part of somebody or something: "has a
/// knee injury", "hurt the left knee".
pub fn ails(statement: &str, part: &str) -> bool {
    given_up::ails(statement, part)
}

/// What a sentence tells somebody is after and has not reached: "Ana is applying for a residency". It is over
/// once the residency is told as begun, done or put off.
pub fn aim(sentence: &str) -> Option<Aim> {
    (Lang::of(sentence) == Lang::En).then(|| aim::find(sentence)).flatten()
}

/// Whether a sentence tells what its subject did, or was done to them.
pub fn tells_deed(sentence: &str) -> bool {
    let parsed = clause::parse(without_lead(sentence));
    parsed.verb.is_some_and(|at| {
        let lower = parsed.tokens[at].lower.as_str();
        verbs::read(lower).is_some_and(|verb| verb.tense == verbs::Tense::Past) || matches!(lower, "was" | "were")
    })
}

/// Whether whoever did what a sentence tells is left out, as people leave out themselves: "Sold the car".
pub fn leaves_out_speaker(sentence: &str) -> bool {
    let text = without_lead(sentence);
    let parsed = clause::parse(text);
    // "New dentist: …" is the speaker's; a new project has a name of its own.
    let owned = |token: &clause::Token| is_attribute(&token.lower) && token.lower != "project";
    let new = parsed.tokens.first().is_some_and(|token| token.lower == "new")
        && parsed.tokens.iter().skip(1).take(2).any(owned);
    Lang::of(text) == Lang::En && (parsed.subject == clause::Subject::Unsaid && parsed.verb == Some(0) || new)
}

/// Whether an English clause says what it is about, by a noun, a name or the speaker, and has a verb.
pub(crate) fn names_its_subject(text: &str) -> bool {
    let parsed = clause::parse(text);
    let lower = |at: usize| parsed.tokens.get(at).map_or("", |token| token.lower.as_str());
    // "Ring the bell": what stands before an article is a verb, and nobody is told of.
    let told_to_do = !parsed.tokens.first().is_some_and(|first| first.is_name)
        && !matches!(lower(0), "i" | "we" | "the" | "a" | "an" | "my" | "our" | "user")
        && matches!(lower(1), "the" | "a" | "an" | "my" | "our" | "your" | "his" | "her" | "me" | "it" | "them" | "up");
    // "Cy paints": a verb nobody listed, after a name.
    let names = parsed.tokens.iter().take_while(|token| token.is_name).count();
    let paints = (1..4).contains(&names) && {
        let verb = lower(names);
        verb.len() > 3 && verb.ends_with('s') && !verb.ends_with("ss") && !verb.contains('\'')
            || crate::tense::is_past_verb(verb)
    };
    // "I use", "we own": after the speaker stands the verb.
    let speaks = matches!(lower(0), "i" | "we") && !lower(1).is_empty() && !matches!(lower(1), "and" | "or");
    match parsed.subject {
        clause::Subject::Speaker => parsed.verb.is_some() || speaks,
        clause::Subject::Owned | clause::Subject::Named | clause::Subject::Thing => {
            !told_to_do && (parsed.verb.is_some() || paints)
        }
        clause::Subject::Somebody | clause::Subject::Unsaid => false,
    }
}

/// Whether a word in lower case is the past form of a verb that tells what somebody did.
pub(crate) fn is_past_verb(lower: &str) -> bool {
    verbs::is_past(lower)
}

/// Whether a word is a form of a known verb as one person or thing does it: "wants", "slipped".
pub(crate) fn is_verb_of_one(word: &str) -> bool {
    let lower = word.to_lowercase();
    verbs::is_past(&lower) || verbs::is_third_person(&lower)
}

/// Whether a word is a day of the week or a month, and no name.
pub fn is_calendar(word: &str) -> bool {
    clause::is_calendar(&word.to_lowercase())
}

/// Whether a word names an attribute that has a value: "rent", "deadline".
pub(crate) fn is_attribute(word: &str) -> bool {
    english::ATTRIBUTES.contains(&word.to_lowercase().as_str())
}

/// The attributes a statement gives a value to, whatever form it has.
pub fn slots(statement: &str) -> Vec<Slot> {
    slot::find(statement, &given_up::find(statement))
}

#[cfg(test)]
#[path = "claim_tests.rs"]
mod tests;
