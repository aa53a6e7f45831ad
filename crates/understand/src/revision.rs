//! Corrections that leave out what they correct: "no, Tuesday", "it got moved to Monday", 不对，是周三.
//!
//! Reads what is new (a day, a time, a number, a name) and puts it into the statement before, in the place
//! of what is of the same kind there. A line that brings nothing new, or nothing of a kind that stands in
//! the statement, revises nothing. It decides nothing about storage. Start with [`revise`].

mod chinese;
mod english;
mod value;

use jiff::Zoned;

use soulfile_text::lang::Lang;
use value::Value;

/// What a line says about the statement before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Revision {
    /// It puts something right: the whole statement as it now reads.
    Corrected(String),
    /// It says that the statement is wrong, and not what is right.
    Denied,
}

/// Reads `line` as a correction of `before`, a statement in the speaker's own words.
pub fn revise(before: &str, line: &str, now: &Zoned) -> Option<Revision> {
    let line = line.trim();
    let read = match Lang::of(line) {
        Lang::En => english::read(line),
        Lang::Zh => chinese::read(line),
    }?;
    let (new, old) = match read {
        Read::Denial => return Some(Revision::Denied),
        Read::Becomes { new, old } => (new, old),
        // "It's on Thursday" after "my exam is on Friday": only another time of the same thing.
        Read::When(new) => match Value::of(&new, now) {
            value @ (Value::Day(_) | Value::Clock(_) | Value::Moment { .. }) if Value::tells_when(before, now) => {
                return value.put_into(before.trim(), now).map(Revision::Corrected);
            }
            _ => return None,
        },
    };
    let before = before.trim().trim_end_matches(['.', '!', '。', '！']);
    if let Some(old) = old {
        let at = before.to_lowercase().find(&old.to_lowercase())?;
        let after = before.get(at + old.len()..)?;
        return Some(Revision::Corrected(format!("{}{new}{after}", before.get(..at)?)));
    }
    let value = Value::of(&new, now);
    // A day is a day in any language; words fit only their own.
    if matches!(value, Value::Words(_)) && Lang::of(before) != Lang::of(line) {
        return None;
    }
    value.put_into(before, now).map(Revision::Corrected)
}

/// What a line says by its grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Read {
    /// "That's wrong."
    Denial,
    /// Something is otherwise: what it is now, and what it is not where that is said.
    Becomes { new: String, old: Option<String> },
    /// It is at some time, by its words.
    When(String),
}

#[cfg(test)]
#[path = "revision_tests.rs"]
mod tests;
