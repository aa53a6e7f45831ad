//! What may stand before a request: greetings, politeness, wishes and modals, in any order.
//!
//! "I'd be really grateful if you could", "going forward just", "it might be wise to": the words are of a closed
//! class, so that the frame is read word by word and never listed whole.

use std::sync::LazyLock;

use crate::word_table::{WordSet, set};

use super::rules::{ASK, LEAD};

/// Who is to do what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    /// Nothing said: an imperative, if it is one.
    Bare,
    /// The assistant was asked.
    Asked,
    /// The speaker: "I have to", "we should".
    Own,
}

static FRAME: LazyLock<WordSet> = LazyLock::new(|| {
    let words: Vec<&'static str> = "please pls plz kindly just also now then always again really simply maybe perhaps possibly definitely absolutely certainly still quickly even do \
        can could would will might may must should shall ought need needs have gotta better \
        you u ya we i me us im id \
        want like love prefer appreciate glad grateful thankful happy wish hope hoping ask asking asked urge beg suggest propose recommend think reckon guess suppose believe feel say wonder wondering curious know hear see interested \
        it that there be is was if for to and so of the a an this \
        good great nice wise helpful useful handy lovely best important vital crucial essential worth sensible smart ideal brilliant cool fine perfect idea time moment chance favour favor thing due \
        make sure try go ahead free let lets help mind possible able about any some too much trouble high spend take few minute minutes bit while whether \
        going forward forwards from on onwards onward next in future future's here today tonight later onwards \
        ok okay right alright well uh um er erm hey hi hello oh ah hmm yes yeah yep no nope thanks thank cheers actually wait sorry btw ps first finally last one more quick note reminder side but or \
        assistant claude bot mate buddy friend as well kind rather am tell show surely yourself seriously honestly listen look anyway by way"
        .split_ascii_whitespace()
        .collect();
    set(&words)
});

/// Words that turn "you" into somebody who is asked.
const ASKING: &str = " can could would will might may must should shall ought need needs have gotta better want like love prefer rather appreciate glad grateful thankful happy wish hope hoping ask asking urge beg suggest propose recommend mind sure chance favour favor important vital crucial essential best due ll d time ";

/// Words that ask with nobody named.
const COURTESY: &str =
    " please pls plz kindly let lets wise worth sensible help sure ahead free idea due helpful useful ";

/// Where a request may begin in a clause, past what frames it, and who is to do it.
pub(super) fn openings(sentence: &str) -> Vec<(usize, Mood)> {
    let mut out = vec![(0, Mood::Bare)];
    let (mut at, mut asked) = (0, false);
    while out.len() < 8 {
        let rest = &sentence[at..];
        if let Some(ask) = ASK.find(rest) {
            at += ask.end();
            asked = true;
        } else if let Some(lead) = LEAD.find(rest) {
            at += lead.end();
        } else {
            break;
        }
        out.push((at, if asked { Mood::Asked } else { Mood::Bare }));
    }
    by_words(sentence, 0, false, &mut out);
    if at > 0 {
        by_words(sentence, at, asked, &mut out);
    }
    out
}

/// Adds an opening after each word of the frame that goes on at `from`.
fn by_words(sentence: &str, from: usize, asked: bool, out: &mut Vec<(usize, Mood)>) {
    const MOST_WORDS: usize = 16;
    let (mut subject, mut asking, mut courtesy) = (None, false, asked);
    let mut before = String::new();
    let mut at = from;
    for token in sentence[from..].split_inclusive(' ').take(MOST_WORDS) {
        let start = at;
        at += token.len();
        let word: String = token
            .trim_matches(|c: char| !c.is_alphanumeric())
            .chars()
            .filter(|c| *c != '\u{2}')
            .flat_map(char::to_lowercase)
            .collect();
        if word.is_empty() {
            continue;
        }
        let mood = match subject {
            Some(Mood::Asked) if asking => Some(Mood::Asked),
            // "You remember …": a statement, or a question.
            Some(Mood::Asked) => None,
            Some(mood) => Some(mood),
            None if courtesy => Some(Mood::Asked),
            None => Some(Mood::Bare),
        };
        if let Some(mood) = mood
            && out.iter().all(|(seen, _)| *seen != start)
        {
            out.push((start, mood));
        }
        let (stem, ending) = word.split_once('\'').unwrap_or((&word, ""));
        // "You can't make me forget": no frame is negated, what is asked for may be.
        if ending == "t" || !FRAME.contains(stem) {
            break;
        }
        let in_list = |list: &str, word: &str| !word.is_empty() && list.contains(&format!(" {word} "));
        asking |= in_list(ASKING, stem) || in_list(ASKING, ending);
        courtesy |= in_list(COURTESY, stem);
        match stem {
            "you" | "u" | "ya" => subject = Some(Mood::Asked),
            "i" | "we" | "im" | "id" => subject = Some(Mood::Own),
            // "I think it'd be wise to": what follows is nobody's yet.
            "think" | "reckon" | "guess" | "suppose" | "believe" | "feel" | "say"
                if matches!(before.as_str(), "i" | "d" | "would") =>
            {
                subject = None;
            }
            _ => {}
        }
        before = if ending.is_empty() { stem.to_owned() } else { ending.to_owned() };
    }
}
