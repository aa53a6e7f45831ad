//! What a person said in a conversation, as notes: one per conversation and day.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{ForeignNote, ForeignNotes};
use crate::recall::marks::{without_inserted, without_recalled};

/// A conversation being read.
#[derive(Default)]
pub(in crate::import) struct ForeignConversation {
    /// What tells it from others of its file.
    pub id: String,
    pub title: String,
    said: Vec<(Option<Timestamp>, String)>,
    answers: usize,
}

impl ForeignConversation {
    pub fn new(id: &str, title: &str) -> Self {
        Self { id: id.to_owned(), title: title.trim().to_owned(), ..Self::default() }
    }

    /// Adds a message: what a person said is kept, whatever else is counted.
    pub fn add(&mut self, by_person: bool, at: Option<Timestamp>, text: &str) {
        // What programs put into a message, and what memory had recalled there, was not said.
        let own = without_inserted(&without_recalled(text));
        match own.trim() {
            _ if !by_person => self.answers += 1,
            "" => {}
            own => self.said.push((at, own.to_owned())),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.said.is_empty() && self.answers == 0
    }

    /// Ends it where the next message is of another conversation, and begins that one.
    pub fn turn_to(&mut self, id: &str, zone: &TimeZone, out: &mut ForeignNotes) {
        if self.id != id {
            std::mem::replace(self, Self::new(id, "")).into_notes_if_any(zone, out);
        }
    }

    /// The notes of it; nothing at all where nobody said anything.
    pub fn into_notes_if_any(self, zone: &TimeZone, out: &mut ForeignNotes) {
        if !self.is_empty() {
            self.into_notes(zone, out);
        }
    }

    /// The notes of it: a conversation that went on for days is one note a day.
    pub fn into_notes(self, zone: &TimeZone, out: &mut ForeignNotes) {
        let mut day = None;
        let mut fresh: Vec<ForeignNote> = Vec::new();
        for (at, text) in &self.said {
            let date = at.map(|at| at.to_zoned(zone.clone()).date());
            match fresh.last_mut().filter(|_| date.is_none() || date == day) {
                Some(note) => note.text += &format!("\n\n{text}"),
                None => {
                    let title = if self.title.is_empty() { String::new() } else { format!("{}\n\n", self.title) };
                    let part = date.map_or_else(|| self.id.clone(), |date| format!("{}@{date}", self.id));
                    fresh.push(ForeignNote { part, text: title + text, at: *at, tags: Vec::new() });
                    day = date;
                }
            }
        }
        let name = if self.title.is_empty() { &self.id } else { &self.title };
        match fresh.is_empty() {
            true => out.left_out.push(format!("{name:?}: nothing in it was said by a person")),
            false if self.answers > 0 => {
                out.left_out.push(format!("{name:?}: {} messages that no person wrote", self.answers));
            }
            false => {}
        }
        out.notes.extend(fresh);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_is_one_note_a_day_in_the_persons_words() {
        let at = |text: &str| Some(text.parse().unwrap());
        let mut talk = ForeignConversation::new("c1", "Trip");
        talk.add(true, at("2026-01-02T10:00:00Z"), "I go to Pico.");
        talk.add(false, at("2026-01-02T10:00:01Z"), "Lovely!");
        talk.add(true, at("2026-01-02T10:01:00Z"), "<system-reminder>x</system-reminder>By ferry.");
        talk.add(true, at("2026-01-03T08:00:00Z"), "I am back.");
        let mut out = ForeignNotes::default();
        talk.into_notes(&TimeZone::UTC, &mut out);
        let texts: Vec<&str> = out.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(texts, ["Trip\n\nI go to Pico.\n\nBy ferry.", "Trip\n\nI am back."]);
        assert_eq!(out.notes[1].part, "c1@2026-01-03");
        assert_eq!(out.left_out, ["\"Trip\": 1 messages that no person wrote"]);
    }
}
