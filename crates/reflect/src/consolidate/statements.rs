//! The sentences of an episode that say something lasting, word for word.
//!
//! The learned heads say what lasts. Questions, tasks, passing events, moods, jokes and what is imagined are left to the
//! log, and so is what leans on words said before it.

use soulfile_text::sentences;
use soulfile_text::visible::shown_only;
use soulfile_understand::{MessageIntent, Reading, Told};
use soulfile_vocabulary::{Authority, EntryKind};

use crate::survey::{Lived, Survey};

/// One statement worth keeping.
#[derive(Debug)]
pub struct Said {
    /// As it stands in the episode, without characters that cannot be seen.
    pub words: String,
    /// The same with them, to be quoted.
    pub quoted: String,
    pub kind: EntryKind,
    /// Whether it belongs in MEMORY.md.
    pub core: bool,
    /// Whether it says of itself that it corrects or replaces something.
    pub update: bool,
    pub reading: Reading,
}

/// Longer sentences are no facts but paragraphs; shorter ones lean on what was said before.
const LONGEST: usize = 400;
const FEWEST_WORDS: usize = 3;
/// From here on a sentence lasts, and where whoever wrote the entry headed it as lasting.
const LASTING: f32 = 0.5;
const HEADED: f32 = 0.15;
/// From here on it may be a joke, a hypothetical, or somebody else's words.
const JOKE: f32 = 0.3;
/// From here on it belongs in MEMORY.md.
const CORE: f32 = 0.5;
/// From here on it corrects or replaces something.
const UPDATE: f32 = 0.5;

/// The lasting statements of an episode.
pub fn of(survey: &Survey, episode: &Lived) -> Vec<Said> {
    let headed = episode.kind.is_some_and(lasts);
    // What a tool or a page puts out is nobody's telling, unless it was written down as a fact.
    if matches!(episode.trust, Authority::Tool | Authority::Web) && !headed {
        return Vec::new();
    }
    let own = episode.reading.own_words();
    let mut out = Vec::new();
    for sentence in sentences::split(&own).iter().filter(|sentence| !sentence.question) {
        let words = sentences::written(&episode.text, sentence);
        if stands_alone(words) && words.chars().count() <= LONGEST {
            out.extend(read(survey.read(words, episode), headed));
        }
    }
    out
}

fn read(reading: Reading, headed: bool) -> Option<Said> {
    let scores = reading.scores();
    let lasting = scores.lasting.max(if headed { scores.memorable } else { 0.0 });
    if lasting < (if headed { HEADED } else { LASTING }) || scores.joke >= JOKE {
        return None;
    }
    let kind = match scores.likeliest_kind() {
        Told::Decision => EntryKind::Decision,
        Told::Preference => EntryKind::Preference,
        Told::Correction => EntryKind::Correction,
        Told::Fact => EntryKind::Fact,
        Told::Task | Told::Emotion | Told::Event | Told::Nothing if !headed => return None,
        Told::Task | Told::Emotion | Told::Event | Told::Nothing => EntryKind::Fact,
    };
    let core = scores.store[soulfile_understand::Belongs::Core as usize] >= CORE;
    let update = kind == EntryKind::Correction || scores.intent(MessageIntent::Correct) >= UPDATE;
    let quoted = reading.text().to_owned();
    Some(Said { words: shown_only(&quoted), quoted, kind, core, update, reading })
}

/// Whether a sentence has enough words to be understood by itself.
fn stands_alone(words: &str) -> bool {
    let spaced = words.split_whitespace().count();
    spaced >= FEWEST_WORDS || !words.is_ascii() && words.chars().count() > FEWEST_WORDS
}

fn lasts(kind: EntryKind) -> bool {
    matches!(kind, EntryKind::Fact | EntryKind::Preference | EntryKind::Decision | EntryKind::Correction)
}
