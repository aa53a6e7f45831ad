//! What a line is: a request to the memory, a question, something told, or several of these.
//!
//! Exact phrases of the line's language come first, then the probabilities of the reading. In doubt a line is told: what
//! is told is kept, and everything that would remove something asks back.

use soulfile_understand::heads::{LearnedHeads, MessageIntent, MessageScores};
use soulfile_understand::{Reading, TriggerKind};

use crate::language::{Language, plain, words};

/// What a line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Act {
    /// Nothing of it is to be stored.
    DontStore,
    Forget(ForgetTarget),
    /// A request is taken back; nothing was meant to be deleted.
    NeverMind,
    Undo,
    Reflect,
    /// Told with the wish to have it remembered.
    Remember,
    /// Work that only a model can do; what is worth keeping of it, too.
    Work {
        told: Option<String>,
    },
    SmallTalk(SmallTalk),
    /// Told, asked, or both.
    Talk {
        told: String,
        asked: Option<String>,
    },
}

/// What is to be forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ForgetTarget {
    /// What was said last.
    Last,
    /// All there is.
    Everything,
    /// What these words are about; `all` where everything about it is meant.
    About { words: String, all: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SmallTalk {
    Hello,
    Thanks,
    Bye,
    /// A yes or a no to nothing that was asked.
    Agrees,
    Nod,
}

/// From which probability on a line is what a head says, where no phrase decides.
const LIKELY: f32 = 0.6;
/// The same for what changes nothing by itself.
const RATHER: f32 = 0.5;
/// Up to which probability of being worth keeping a line is not kept.
const HARDLY: f32 = 0.3;
/// The same for a question that opens like one and has no mark.
const OPENED: f32 = 0.2;
/// From which probability on a line without a question's words or mark is a question.
const SURELY: f32 = 0.8;
/// Words of a question that has no mark, at most.
const MOST_ASKING: usize = 9;
/// Words of a correction that says little by itself: all, and those that are no common ones; characters where words are
/// not set apart.
const MOST_WORDS: usize = 6;
const MOST_SAYING: usize = 3;
const MOST_JOINED: usize = 10;
/// Words after an opener without a mark that are a value by themselves: "no 43".
const MOST_BARE: usize = 2;

/// Reads a line that waits for no answer.
pub(crate) fn read(line: &Reading, language: Language) -> Act {
    let text = line.text();
    let scores = scores(text);
    let likely = |intent: MessageIntent, least: f32| scores.as_ref().is_some_and(|s| s.intent(intent) >= least);
    let memorable = scores.as_ref().map_or(1.0, |scores| scores.memorable);
    if let Some(small) = small_talk(text, language) {
        return Act::SmallTalk(small);
    }
    for words in both(language).map(Language::words) {
        if Language::is_one_of(&words.never_mind, text) || is_never_mind_with_thanks(text, language) {
            return Act::NeverMind;
        }
    }
    // "Don't remember this, but …" deletes nothing.
    if both(language).any(|language| wants_nothing_stored(line, language)) {
        return Act::DontStore;
    }
    if let Some(meant) = forget(text, language) {
        return Act::Forget(meant);
    }
    match line.intent().kind {
        TriggerKind::Forget if !is_question(text, language) => {
            let payload = line.intent().payload.as_deref().unwrap_or_default();
            return Act::Forget(meant(payload, "", language));
        }
        TriggerKind::Reflect if !is_question(text, language) || likely(MessageIntent::Reflect, RATHER) => {
            return Act::Reflect;
        }
        TriggerKind::Remember => return Act::Remember,
        TriggerKind::Recall if !is_question(text, language) => {
            let asked = line.intent().payload.clone().unwrap_or_else(|| text.to_owned());
            return Act::Talk { told: String::new(), asked: Some(asked) };
        }
        _ => {}
    }
    let asks = is_question(text, language);
    if !asks && both(language).any(|language| opens_with(&language.words().undo, text, language)) {
        return Act::Undo;
    }
    if !asks && both(language).any(|language| opens_with(&language.words().remember, text, language)) {
        return Act::Remember;
    }
    let (told, asked) = parts(line, language, scores.as_ref());
    if both(language).any(|language| opens_with(&language.words().work, text, language)) {
        let told = memorable >= RATHER && likely(MessageIntent::Tell, LIKELY);
        return Act::Work { told: told.then(|| text.to_owned()) };
    }
    // "Can you help me with this?" is no question to the memory.
    if told.is_empty()
        && !is_worded_as_question(&plain(text), language)
        && likely(MessageIntent::Request, LIKELY)
        && scores.as_ref().is_some_and(|s| s.intent(MessageIntent::Request) > s.intent(MessageIntent::Ask))
    {
        return Act::Work { told: None };
    }
    if asked.is_none() {
        if likely(MessageIntent::DontStore, LIKELY) && !likely(MessageIntent::Tell, LIKELY) {
            return Act::DontStore;
        }
        if likely(MessageIntent::Undo, LIKELY) && memorable < RATHER {
            return Act::Undo;
        }
        if likely(MessageIntent::Reflect, LIKELY) && memorable < RATHER {
            return Act::Reflect;
        }
        if likely(MessageIntent::Forget, LIKELY) && memorable < RATHER {
            return Act::Forget(meant(text, "", language));
        }
        if likely(MessageIntent::Request, RATHER) && !likely(MessageIntent::Tell, LIKELY) {
            return Act::Work { told: (memorable >= HARDLY).then_some(told) };
        }
        if likely(MessageIntent::SmallTalk, LIKELY) && memorable < HARDLY && !likely(MessageIntent::Tell, RATHER) {
            return Act::SmallTalk(SmallTalk::Nod);
        }
    }
    Act::Talk { told, asked }
}

/// The scores of a text; `None` where the weights in the binary are damaged, which `doctor` says.
pub(crate) fn scores(text: &str) -> Option<MessageScores> {
    let encoder = soulfile_text::encoder::Encoder::builtin().ok()?;
    Some(LearnedHeads::builtin().ok()?.message(text, &encoder.encode(text)))
}

/// The line's language, and English, which people mix in.
fn both(language: Language) -> impl Iterator<Item = Language> {
    [language, Language::english()].into_iter()
}

fn small_talk(text: &str, language: Language) -> Option<SmallTalk> {
    if !text.chars().any(char::is_alphanumeric) {
        return Some(SmallTalk::Nod);
    }
    both(language).map(Language::words).find_map(|words| {
        let is = |phrases: &[String]| Language::is_one_of(phrases, text);
        if is(&words.hello) {
            Some(SmallTalk::Hello)
        } else if is(&words.thanks) {
            Some(SmallTalk::Thanks)
        } else if is(&words.bye) {
            Some(SmallTalk::Bye)
        } else if is(&words.nods) {
            Some(SmallTalk::Nod)
        } else if is(&words.yes) || is(&words.no) && !is(&words.never_mind) {
            Some(SmallTalk::Agrees)
        } else {
            None
        }
    })
}

/// "Forget it, thanks".
fn is_never_mind_with_thanks(text: &str, language: Language) -> bool {
    let text = plain(text);
    let is = |phrases: fn(&Language) -> &'static [String], part: &str| {
        both(language).any(|language| Language::is_one_of(phrases(&language), part))
    };
    let parts = clauses(&text, language);
    let polite = |part: &str| {
        is(|l| &l.words().thanks, part)
            || is(|l| &l.words().no, part)
            || is(|l| &l.words().leads, part)
            || is(|l| &l.words().nods, part)
    };
    parts.iter().any(|part| is(|l| &l.words().never_mind, part))
        && parts.iter().all(|part| is(|l| &l.words().never_mind, part) || polite(part))
}

/// A request to forget, by its words.
fn forget(text: &str, language: Language) -> Option<ForgetTarget> {
    let text = plain(text);
    let clauses = clauses(&text, language);
    for words_of in both(language) {
        let known = words_of.words();
        // A short English word may be another word in the line's own language: "bin".
        let foreign = words_of.is_english() && !language.is_english() && language.is_latin();
        let orders: Vec<String> =
            known.forget.iter().filter(|order| !foreign || order.chars().count() > 4).cloned().collect();
        for (at, clause) in clauses.iter().enumerate() {
            if holds_any(&known.not_forget, clause) {
                continue;
            }
            if let Some(rest) = ordered(&orders, clause, words_of) {
                let before = clauses[..at].join(", ");
                return Some(meant(&rest, &before, language));
            }
        }
    }
    None
}

/// What the words of a request mean; `before` was said in the same breath.
fn meant(rest: &str, before: &str, language: Language) -> ForgetTarget {
    // "this: the cello" means the cello.
    let rest = plain(rest).replace([':', ';'], " ");
    let named = |text: &str| both(language).fold(text.to_owned(), |text, language| without_fillers(&text, language));
    let points = both(language).any(|language| Language::is_one_of(&language.words().last, &rest));
    let empty = |text: &str| !text.chars().any(char::is_alphanumeric);
    let everything =
        |text: &str| both(language).any(|language| Language::is_one_of(&language.words().everything, text));
    if !empty(&rest) && everything(&without_permanence(&rest, language)) {
        return ForgetTarget::Everything;
    }
    let target = named(&without_permanence(&rest, language));
    let target = if points || empty(&target) { named(before) } else { target };
    if empty(&target) || both(language).any(|language| Language::is_one_of(&language.words().last, &target)) {
        return ForgetTarget::Last;
    }
    let all = both(language).any(|language| holds_any(&language.words().all_of, &rest));
    ForgetTarget::About { words: target, all }
}

/// Whether a line wants something gone for good.
pub(crate) fn is_permanent(line: &str, language: Language) -> bool {
    both(language).any(|language| holds_any(&language.words().permanently, line))
}

fn without_permanence(text: &str, language: Language) -> String {
    let mut text = text.to_owned();
    for word in both(language).flat_map(|language| &language.words().permanently) {
        text = text.replace(word.as_str(), " ");
    }
    text.trim().to_owned()
}

fn without_fillers(text: &str, language: Language) -> String {
    let known = language.words();
    if language.is_joined() {
        let mut text = text.to_owned();
        for filler in &known.fillers {
            text = text.replace(filler.as_str(), " ");
        }
        return text.trim().to_owned();
    }
    let mut text = format!(" {} ", text.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut fillers: Vec<&String> = known.fillers.iter().chain(&known.leads).collect();
    fillers.sort_by_key(|filler| std::cmp::Reverse(filler.len()));
    for filler in fillers {
        let inside = format!(" {filler} ");
        // Leading and trailing ones only: in the middle they may be part of a name.
        while let Some(rest) = text.strip_prefix(&inside) {
            text = format!(" {rest}");
        }
        while let Some(rest) = text.strip_suffix(&inside) {
            text = format!("{rest} ");
        }
    }
    text.trim().to_owned()
}

/// "Don't store this: …", "…, off the record": the phrase opens or closes a clause. "I don't save much" tells.
fn wants_nothing_stored(line: &Reading, language: Language) -> bool {
    let text = plain(line.text());
    let known = language.words();
    if language.is_joined() {
        return holds_any(&known.dont_store, &text);
    }
    clauses(&text, language).iter().any(|clause| {
        let words: Vec<&str> = words(clause).collect();
        let lead = |word: &&str| known.leads.iter().any(|lead| lead == *word) && *word != "i";
        known.dont_store.iter().any(|phrase| {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            words.windows(phrase.len()).enumerate().any(|(at, here)| {
                let after = words.len() - at - phrase.len();
                let opens = here == &phrase[..] && words[..at].iter().all(&lead);
                // "Don't save on shoes" is advice: the longer the rest, the surer the reading has to be.
                opens && (after <= 2 || line.likelihood(MessageIntent::DontStore) >= HARDLY)
                    || here == &phrase[..] && after == 0
            })
        })
    })
}

/// A line that opens by taking back what was said just before: "no, 43", "sorry, I meant the blue one".
pub(crate) struct Correction {
    /// How many of its words say something, where it says too little to stand alone.
    pub(crate) elliptic: Option<usize>,
}

/// Reads the opening of a line; `None` where it takes nothing back. "No me gusta el cilantro" opens with a word that may be
/// either: a mark behind it, a bare value, or the heads tell which.
pub(crate) fn correction(text: &str, language: Language) -> Option<Correction> {
    let line = plain(text);
    let takes_back = || scores(text).is_some_and(|scores| scores.intent(MessageIntent::Correct) >= RATHER);
    both(language).find_map(|language| {
        let known = language.words();
        if language.is_joined() {
            let line = line.trim();
            let rest = known
                .corrects
                .iter()
                .filter_map(|opener| line.strip_prefix(opener.as_str()))
                .min_by_key(|r| r.len())?;
            let long = rest.chars().filter(|c| c.is_alphanumeric()).count();
            let short = (1..=MOST_JOINED).contains(&long);
            let opens = rest.starts_with(is_pause) || short || takes_back();
            return opens.then(|| Correction { elliptic: short.then_some(long / 4) });
        }
        let words: Vec<&str> = words(&line).collect();
        let opener_at = |at: usize| {
            let long = |opener: &&String| {
                let opener: Vec<&str> = opener.split(' ').collect();
                words.get(at..at + opener.len()) == Some(&opener[..])
            };
            known.corrects.iter().filter(long).map(|opener| opener.split(' ').count()).max()
        };
        let mut at = opener_at(0)?;
        while let Some(long) = opener_at(at) {
            at += long;
        }
        let end = words[at - 1].as_ptr() as usize - line.as_ptr() as usize + words[at - 1].len();
        let rest = &words[at..];
        if !line[end..].trim_start().starts_with(is_pause) && rest.len() > MOST_BARE && !takes_back() {
            return None;
        }
        let says = rest.iter().filter(|word| !known.common.iter().chain(&known.leads).any(|common| common == *word));
        let says = says.count();
        let elliptic = !rest.is_empty() && rest.len() <= MOST_WORDS && says <= MOST_SAYING;
        Some(Correction { elliptic: elliptic.then_some(says) })
    })
}

fn is_pause(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace()
}

/// The rest of a clause that opens or closes with an order; `None` where it is none.
fn ordered(orders: &[String], clause: &str, language: Language) -> Option<String> {
    if language.is_joined() {
        let clause = clause.trim();
        let mut orders: Vec<&String> = orders.iter().collect();
        orders.sort_by_key(|order| std::cmp::Reverse(order.len()));
        for order in orders {
            if let Some(at) = clause.find(order.as_str()) {
                let (before, after) = (&clause[..at], &clause[at + order.len()..]);
                // At the end, or at the head after a few polite words.
                if after.chars().filter(|c| c.is_alphanumeric()).count() <= 3 || before.chars().count() <= 3 {
                    return Some(format!("{before} {after}"));
                }
            }
        }
        return None;
    }
    let words: Vec<&str> = words(clause).collect();
    let known = language.words();
    let mut best: Option<(usize, usize)> = None;
    for order in orders {
        let order: Vec<&str> = order.split(' ').collect();
        for at in 0..words.len().saturating_sub(order.len() - 1) {
            if words[at..at + order.len()] != order[..] {
                continue;
            }
            let head = words[..at].iter().all(|word| known.leads.iter().any(|lead| lead == word));
            let polite = |word: &&str| known.leads.iter().chain(&known.thanks).any(|known| known == word);
            let tail = at > 0
                && words[at + order.len()..].iter().all(polite)
                && (known.asks.is_empty()
                    || order.len() > 1
                    || words.iter().any(|word| known.asks.iter().any(|ask| ask == word)));
            if (head || tail) && best.is_none_or(|(_, long)| order.len() > long) {
                best = Some((at, order.len()));
            }
        }
    }
    let (at, long) = best?;
    Some(words[..at].iter().chain(&words[at + long..]).copied().collect::<Vec<_>>().join(" "))
}

/// Whether a line opens with one of these orders.
fn opens_with(orders: &[String], text: &str, language: Language) -> bool {
    let text = plain(text);
    let first = clauses(&text, language).into_iter().next().unwrap_or_default();
    if language.is_joined() {
        let first = first.trim();
        return orders
            .iter()
            .any(|order| first.find(order.as_str()).is_some_and(|at| at <= 9) || first.ends_with(order.as_str()));
    }
    let words: Vec<&str> = words(first).collect();
    let leads = words.iter().take_while(|word| language.words().leads.iter().any(|lead| lead == *word)).count();
    (0..=leads).any(|at| {
        orders.iter().any(|order| {
            let order: Vec<&str> = order.split(' ').collect();
            words.get(at..at + order.len()) == Some(&order[..])
        })
    })
}

/// Whether one of the phrases stands in a text, as words where words are set apart.
fn holds_any(phrases: &[String], text: &str) -> bool {
    let text = plain(text);
    let spaced = format!(" {} ", words(&text).collect::<Vec<_>>().join(" "));
    phrases.iter().any(|phrase| match phrase.is_ascii() || phrase.contains(' ') || phrase.chars().all(is_latin) {
        true => spaced.contains(&format!(" {phrase} ")),
        false => text.contains(phrase.as_str()),
    })
}

fn is_latin(c: char) -> bool {
    (c as u32) < 0x0250
}

/// What a line tells and what it asks.
fn parts(line: &Reading, language: Language, scores: Option<&MessageScores>) -> (String, Option<String>) {
    let text = line.text();
    let (mut told, mut asked) = (Vec::new(), Vec::new());
    for sentence in crate::echo::sentences(text).into_iter().map(str::trim).filter(|sentence| !sentence.is_empty()) {
        if is_question(sentence, language) { asked.push(sentence) } else { told.push(sentence) }
    }
    // A line nobody marked as a question may still be one.
    if asked.is_empty()
        && let Some(scores) = scores
    {
        let (ask, tell) = (scores.intent(MessageIntent::Ask), scores.intent(MessageIntent::Tell));
        if ask >= SURELY && tell < RATHER && scores.memorable < RATHER {
            return (String::new(), Some(text.to_owned()));
        }
    }
    (told.join(" "), (!asked.is_empty()).then(|| asked.join(" ")))
}

/// Says whether a sentence asks: by its mark, or by its words where it reads like a question, too.
pub(crate) fn is_question(sentence: &str, language: Language) -> bool {
    let text = plain(sentence.trim());
    let end = text.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '?' | '？' | '؟'));
    let (ask, tell, memorable) = scores(sentence).map_or((1.0, 0.0, 0.0), |scores| {
        (scores.intent(MessageIntent::Ask), scores.intent(MessageIntent::Tell), scores.memorable)
    });
    if end.ends_with(['?', '？', '؟']) {
        // "She passed the exam??" tells.
        return ask >= OPENED || tell < LIKELY || opens_as_question(&text, language, 0);
    }
    if text.ends_with(['!', '！']) {
        return false;
    }
    // A question word may come after a preposition or an address.
    let opens = |latest: usize| opens_as_question(&text, language, latest);
    // "When I lock up, I first check …" opens like a question and goes on.
    let short = words(&text).count() <= MOST_ASKING && clauses(&text, language).len() == 1;
    short && is_worded_as_question(&text, language)
        || opens(0) && ask >= OPENED && ask > tell
        || opens(0) && short && tell < RATHER && memorable < HARDLY
        || opens(2) && ask >= RATHER && ask > tell
}

/// Whether a short sentence begins or ends as only questions do.
fn is_worded_as_question(text: &str, language: Language) -> bool {
    let end = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let ends = |language: Language| language.words().ends_always.iter().any(|last| end.ends_with(last.as_str()));
    both(language).any(|language| begins_with(&language.words().asks_always, text)) || ends(language)
}

/// Whether the first words of a text are one of these.
fn begins_with(phrases: &[String], text: &str) -> bool {
    let words: Vec<&str> = words(text).collect();
    phrases.iter().any(|phrase| {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        words.len() > phrase.len() && words.starts_with(&phrase)
    })
}

/// Whether a sentence has a question's words: "when is …", 歯医者いつだっけ.
fn opens_as_question(text: &str, language: Language, latest: usize) -> bool {
    both(language).any(|language| {
        let known = language.words();
        if language.is_joined() {
            let end = text.trim_end_matches(|c: char| !c.is_alphanumeric());
            return known.question_ends.iter().any(|last| end.ends_with(last.as_str()))
                || known.question_parts.iter().any(|part| text.contains(part.as_str()));
        }
        let words: Vec<&str> = words(text).collect();
        let opens = known.openers.iter().any(|opener| {
            let opener: Vec<&str> = opener.split(' ').collect();
            (0..=latest)
                .any(|at| words.get(at..).is_some_and(|rest| rest.starts_with(&opener) && rest.len() > opener.len()))
        });
        opens || words.last().is_some_and(|word| known.question_ends.iter().any(|end| end == word))
    })
}

/// Cuts a text into clauses at its marks; a point or comma inside a number stays.
fn clauses(text: &str, language: Language) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    for (at, (byte, c)) in chars.iter().enumerate() {
        let next = chars.get(at + 1).map(|(_, c)| *c);
        let cuts = match c {
            ',' | '.' | ';' | '!' | '?' | ':' => next.is_none_or(char::is_whitespace),
            '。' | '，' | '、' | '！' | '？' | '；' | '：' | '…' | '—' | '–' | '\n' | '(' | ')' | '؟' | '،' => {
                true
            }
            ' ' => language.spaces_part_clauses(),
            _ => false,
        };
        if cuts {
            out.push(text[start..*byte].trim());
            start = byte + c.len_utf8();
        }
    }
    out.push(text[start..].trim());
    out.retain(|clause| clause.chars().any(char::is_alphanumeric));
    out
}

#[cfg(test)]
#[path = "message_tests.rs"]
mod tests;
