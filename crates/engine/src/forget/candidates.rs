//! What a person may mean by a request to forget: what holds their words, and what recall finds for them.

use soulfile_api::{ForgettableMemory, MemoryView};
use soulfile_context::session::{Session, SessionKind};
use soulfile_memory::episode::LinkKind;
use soulfile_memory::id::MemoryId;
use soulfile_text::analyze::Analyzer;
use soulfile_text::encoder::{Encoder, Vector};
use soulfile_understand::TriggerKind;

use super::topic;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::recall::{RecallRequest, Shown};

/// From how much likeness on a text may be meant.
pub(super) const LIKE: f64 = 0.6;
/// The likeness of a text that holds every word that was asked for.
pub(super) const WHOLE: f64 = 0.95;
/// As many words as make a statement.
const STATEMENT: usize = 3;
/// Results of recall that are looked at.
const LOOKED_AT: usize = 12;
/// Memories compared one by one at most, the newest.
const COMPARED: usize = 2_000;
/// Least likeness of meaning of the best one, and how much less the others may have, to be meant.
const MEANT: f32 = 0.30;
const AS_WELL: f32 = 0.04;
/// Least likeness of meaning to be shown at all.
const NEAR: f32 = 0.25;
/// How much more a part of a text has to be meant than the rest for the rest to stay.
const APART: f32 = 0.15;

/// A memory with its likeness, the part that is meant, and what was drawn from it.
type NearMemory = (f32, Option<String>, MemoryView, Vec<String>);

impl Engine {
    /// The memories a person may mean, best first; those meant for sure are marked. Changes nothing. `archived` says
    /// whether those forgotten before count too.
    pub fn forget_candidates(&self, query: &str, archived: bool) -> Result<Vec<ForgettableMemory>> {
        let mut analyzer = Analyzer::new();
        let meant = self.meant(query, &mut analyzer)?;
        let scores = self.scores()?;
        let gone = |id: &MemoryId| scores.get(id).is_some_and(|entry| entry.forgotten.is_some());
        let mut candidates: Vec<ForgettableMemory> = Vec::new();
        for memory in self.memories()? {
            let score = meant.likeness(&mut analyzer, &memory.text);
            if score >= LIKE && (archived || !gone(&memory.id)) {
                candidates.push(ForgettableMemory { meant: score >= WHOLE, part: None, score, memory });
            }
        }
        self.add_recalled(&meant, archived, &mut candidates)?;
        // Where a whole statement was named, what only says something like it is not meant.
        if meant.is_statement() && candidates.iter().any(|candidate| candidate.score >= 1.0) {
            candidates.iter_mut().for_each(|candidate| candidate.meant = candidate.score >= 1.0);
        }
        self.add_linked(&mut candidates)?;
        candidates.sort_by(|a, b| {
            (b.meant, b.score)
                .partial_cmp(&(a.meant, a.score))
                .unwrap_or(std::cmp::Ordering::Equal)
                .then_with(|| a.memory.id.cmp(&b.memory.id))
        });
        Ok(candidates)
    }

    /// Adds what recall finds, whatever language it was told in, with what was drawn from it.
    fn add_recalled(&self, meant: &Meant, archived: bool, candidates: &mut Vec<ForgettableMemory>) -> Result<()> {
        let Ok(encoder) = Encoder::builtin() else { return Ok(()) };
        let session = Session::new(SessionKind::Main);
        let mut request = RecallRequest::new(meant.about.as_str(), session);
        request.limit = Some(LOOKED_AT);
        request.least_score = Some(0.0);
        request.states = Shown { dormant: true, archived };
        let asked = encoder.encode(&meant.about);
        let mut found: Vec<NearMemory> = Vec::new();
        for hit in self.recall(&request)?.hits {
            let Some(id) = hit.id.as_deref().and_then(|id| id.parse::<MemoryId>().ok()) else { continue };
            // A name alone is meant by its words only: "what I said about Ana's job" is not all of Ana.
            if matches!(id, MemoryId::Entity(_)) {
                continue;
            }
            let Ok(memory) = self.memory(&id) else { continue };
            let (likeness, part) = likeness(encoder, &asked, &memory);
            found.push((likeness, part, memory, hit.also));
        }
        let near_enough = |found: &[NearMemory]| found.iter().any(|(likeness, ..)| *likeness >= MEANT);
        if !near_enough(&found) && !candidates.iter().any(|candidate| candidate.meant) {
            found.extend(self.nearest_in_meaning(encoder, &asked, archived)?);
        }
        let best = found.iter().map(|(likeness, ..)| *likeness).fold(0.0, f32::max);
        let words_decide = candidates.iter().any(|candidate| candidate.meant && !self.is_log(&candidate.memory));
        for (likeness, part, memory, also) in found {
            let is_meant = !words_decide && likeness >= MEANT && likeness >= best - AS_WELL;
            if let Some(known) = candidates.iter_mut().find(|known| known.memory.id == memory.id) {
                known.meant |= is_meant;
                known.part = part;
            } else if likeness >= NEAR || is_meant {
                let score = f64::from(likeness.clamp(0.0, 0.94));
                candidates.push(ForgettableMemory { meant: is_meant, part, score, memory: memory.clone() });
            }
            let meant_now = candidates.iter().any(|known| known.memory.id == memory.id && known.meant);
            for id in also.iter().filter(|_| meant_now).filter_map(|id| id.parse::<MemoryId>().ok()) {
                match candidates.iter_mut().find(|known| known.memory.id == id) {
                    Some(known) => known.meant = true,
                    None => {
                        let derived = self.memory(&id).ok().map(|memory| ForgettableMemory {
                            meant: true,
                            part: None,
                            score: f64::from(likeness.clamp(0.0, 0.94)),
                            memory,
                        });
                        candidates.extend(derived);
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds what answers or corrects a meant statement, and what that corrects: "no, 43" says the same as what it is shown with.
    fn add_linked(&self, candidates: &mut Vec<ForgettableMemory>) -> Result<()> {
        let session = Session::new(SessionKind::Main);
        let mut open: Vec<(f64, MemoryId)> = candidates
            .iter()
            .filter(|candidate| candidate.meant && candidate.part.is_none())
            .map(|candidate| (candidate.score, candidate.memory.id.clone()))
            .collect();
        while let Some((score, id)) = open.pop() {
            let links = self.links(&id, &session)?;
            let corrected = links.to.into_iter().filter(|(kind, _)| *kind == LinkKind::Corrects);
            for (_, memory) in links.from.into_iter().chain(corrected) {
                let id = memory.id.clone();
                match candidates.iter_mut().find(|known| known.memory.id == id) {
                    Some(known) if known.meant => continue,
                    Some(known) => known.meant = true,
                    None => candidates.push(ForgettableMemory { meant: true, part: None, score, memory }),
                }
                open.push((score, id));
            }
        }
        Ok(())
    }

    /// The entries nearest in meaning, compared one by one: for a request in words that no index knows.
    fn nearest_in_meaning(&self, encoder: &Encoder<'_>, asked: &Vector, archived: bool) -> Result<Vec<NearMemory>> {
        let scores = self.scores()?;
        let gone = |id: &MemoryId| scores.get(id).is_some_and(|entry| entry.forgotten.is_some());
        let mut memories = self.memories()?;
        let is_name = |memory: &MemoryView| matches!(memory.id, MemoryId::Entity(_));
        memories.retain(|memory| (archived || !gone(&memory.id)) && !self.is_log(memory) && !is_name(memory));
        let from = memories.len().saturating_sub(COMPARED);
        let texts: Vec<&str> = memories[from..].iter().map(|memory| memory.text.as_str()).collect();
        let vectors = encoder.encode_all(&texts, 2);
        let mut near: Vec<(f32, &MemoryView)> =
            vectors.iter().map(|vector| vector.cosine(asked)).zip(&memories[from..]).collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        near.truncate(LOOKED_AT);
        Ok(near
            .into_iter()
            .map(|(_, memory)| {
                let (likeness, part) = likeness(encoder, asked, memory);
                (likeness, part, memory.clone(), Vec::new())
            })
            .collect())
    }

    fn is_log(&self, memory: &MemoryView) -> bool {
        self.is_exchange(&memory.id).unwrap_or(false)
    }

    pub(super) fn meant(&self, query: &str, analyzer: &mut Analyzer) -> Result<Meant> {
        let read = self.read(query);
        let found = read.intent();
        let about = match (found.kind, &found.payload) {
            (TriggerKind::Forget, Some(payload)) if !payload.trim().is_empty() => payload.as_str(),
            _ => query,
        };
        let phrase = about.trim().to_lowercase();
        if phrase.is_empty() {
            return Err(Error::Invalid("say what to forget, or give ids".to_owned()));
        }
        // Memories speak of the user where the person says "I".
        let own = |term: &String| matches!(term.as_str(), "i" | "me" | "my" | "mine" | "we" | "us" | "our" | "user");
        let mut terms_of = |text: &str| -> Vec<String> {
            analyzer.query_terms(text).into_iter().map(|(term, _)| term).filter(|term| !own(term)).collect()
        };
        // "Everything about me" names nothing, so nothing is taken off it.
        let mut terms = terms_of(topic::topic(about));
        if terms.is_empty() {
            terms = terms_of(about);
        }
        Ok(Meant { about: about.trim().to_owned(), phrase, terms })
    }

    /// Forgotten memories that a question may be about, by meaning.
    pub fn forgotten_like(&self, question: &str) -> Result<Vec<MemoryId>> {
        let Ok(encoder) = Encoder::builtin() else { return Ok(Vec::new()) };
        let asked = encoder.encode(question);
        let forgotten = self.archived()?.into_iter().filter(|memory| memory.forgotten.is_some());
        let mut found: Vec<(f32, MemoryId)> =
            forgotten.map(|memory| (encoder.encode(&memory.text).cosine(&asked), memory.id)).collect();
        let best = found.iter().map(|(likeness, _)| *likeness).fold(0.0, f32::max);
        found.retain(|(likeness, _)| *likeness >= NEAR && *likeness >= best - 2.0 * AS_WELL);
        Ok(found.into_iter().map(|(_, id)| id).collect())
    }
}

/// How much of what is asked a memory means, and the part of it that does, where the rest is about something else.
fn likeness(encoder: &Encoder<'_>, asked: &Vector, memory: &MemoryView) -> (f32, Option<String>) {
    let whole = encoder.encode(&memory.text).cosine(asked);
    let parts = parts(&memory.text);
    if parts.len() < 2 || !matches!(memory.id, MemoryId::Episode(_)) {
        return (whole, None);
    }
    let mut by_part: Vec<(f32, &str)> = parts.iter().map(|part| (encoder.encode(part).cosine(asked), *part)).collect();
    by_part.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (best, part) = by_part[0];
    // The rest stays only where it is about something else by all accounts.
    let rest: Vec<&str> = parts.iter().filter(|other| **other != part).copied().collect();
    let alike = encoder.encode(&rest.join(", ")).cosine(&encoder.encode(part));
    let apart = best - by_part[1].0 >= APART && by_part[1].0 < NEAR && alike < NEAR;
    (whole.max(best), apart.then(|| part.to_owned()))
}

/// A text cut at sentences and commas into parts that say something by themselves.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    for (at, (byte, c)) in chars.iter().enumerate() {
        let spaced = chars.get(at + 1).is_none_or(|(_, next)| next.is_whitespace());
        let cuts = match c {
            '.' | '!' | '?' | ';' | ',' => spaced,
            '。' | '！' | '？' | '；' | '，' | '\n' => true,
            _ => false,
        };
        if cuts {
            out.push(text[start..*byte].trim());
            start = byte + c.len_utf8();
        }
    }
    out.push(text[start..].trim());
    out.retain(|part| !part.is_empty());
    let says = |part: &&str| {
        let letters = part.chars().filter(|c| c.is_alphanumeric()).count();
        part.split_whitespace().count() >= 6 || !part.contains(' ') && !part.is_ascii() && letters >= 10
    };
    if out.iter().all(says) { out } else { Vec::new() }
}

/// What somebody wants forgotten, as it is looked for.
pub(super) struct Meant {
    about: String,
    /// Their words, in lower case.
    phrase: String,
    /// What is left of them without those that name nothing.
    terms: Vec<String>,
}

impl Meant {
    pub(super) fn is_statement(&self) -> bool {
        self.terms.len() >= STATEMENT
    }

    /// How much of what was asked for a text holds: the phrase itself, or the share of its words.
    pub(super) fn likeness(&self, analyzer: &mut Analyzer, text: &str) -> f64 {
        if text.to_lowercase().contains(&self.phrase) {
            return 1.0;
        }
        if self.terms.is_empty() {
            return 0.0;
        }
        let mut held = std::collections::HashSet::new();
        analyzer.each_term(text, |term, _| {
            held.insert(term.to_owned());
        });
        let found = self.terms.iter().filter(|term| held.contains(*term)).count();
        WHOLE * found as f64 / self.terms.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_where_each_part_says_something() {
        assert_eq!(
            parts("Wife Ana's birthday is May 3, the kids are Leo and Mia."),
            ["Wife Ana's birthday is May 3", "the kids are Leo and Mia"]
        );
        assert!(parts("gate code 4711, ok?").is_empty());
        assert!(parts("rent is 1,250 a month").len() < 2);
    }
}
