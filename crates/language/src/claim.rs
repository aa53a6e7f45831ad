//! What a sentence claims to be lastingly so: whether it is asserted at all, in which form, of which
//! attribute of whom, and what it gives up.
//!
//! Made for reading notes afterwards, one sentence at a time, where nobody can be asked what they
//! meant. It judges grammar (who is the subject, which verb, which tense), not topics. It decides nothing
//! about storage. Start with [`read`].

mod chinese;
mod clause;
mod english;
mod given_up;
mod slot;
mod verbs;
mod voice;

use crate::lang::Lang;

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
    let slots = slot::find(sentence);
    // Giving something up by its name is telling of a change, in whatever words, and so is giving a value to
    // an attribute telling a state, where the note says that it lasts.
    let vouched = heading == Heading::Lasting;
    let gone = vouched && !given_up.is_empty() && clause::tokens(sentence).iter().any(|token| token.is_name);
    let valued = vouched && slots.iter().any(|slot| !slot.is_measure());
    let form = form.or(gone.then_some(Form::End)).or(valued.then_some(Form::State))?;
    Some(Claim { form, slots, given_up })
}

/// The attributes a statement gives a value to, whatever form it has.
pub fn slots(statement: &str) -> Vec<Slot> {
    slot::find(statement)
}

#[cfg(test)]
#[path = "claim_tests.rs"]
mod tests;
