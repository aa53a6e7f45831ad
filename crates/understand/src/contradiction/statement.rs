//! An English statement taken apart: who, what, which numbers, which times, denied or not.
//!
//! Each part is read in its own file: the words, the subject, the verb, the values, the times and what is
//! denied or given up. Start with [`read`].

mod denial;
mod subject;
mod time;
mod value;
mod verb;
mod words;

use super::bag::Bag;
use super::lexicon::canonical;
use super::signs::{Rule, Signs};
use time::is_time_word;
pub(super) use words::{stem, tokens as raw_tokens};

/// A statement, taken apart.
#[derive(Debug, Clone, Default)]
pub(super) struct Statement {
    /// The words before the verb that name who or what it is about.
    pub subject: Bag,
    /// Every content word in its canonical form, subject included.
    pub words: Bag,
    /// The main verb or attribute, canonical.
    pub verb: String,
    /// Numbers as written, without separators: amounts, clock times, years.
    pub numbers: Bag,
    /// Expressions that limit when it holds: weekdays, months, years, "weekdays", "in winter".
    pub times: Bag,
    /// Whether it is denied.
    pub denied: bool,
    /// What is given up or replaced: "instead of X", "no longer X", "left X".
    pub dropped: Bag,
}

/// Takes `text` apart, whose signs say which rules can hold of it.
pub(super) fn read(text: &str, signs: Signs) -> Statement {
    let mut lower = text.to_lowercase();
    if !lower.is_ascii() {
        lower = lower.replace('’', "'");
    }
    if signs.may(Rule::Joined) {
        lower = verb::joined(&lower).into_owned();
    }
    let given_up = signs.may(Rule::GivenUp).then(|| denial::given_up(&lower));
    let (dropped, claimed) = given_up.map_or((Bag::default(), None), |(dropped, claimed)| (dropped, Some(claimed)));
    // What is left of a statement meets anew.
    let signs = claimed.as_deref().map_or(signs, Signs::of);
    let main = claimed.as_deref().unwrap_or(&lower);
    let tokens = words::tokens(main);
    let mut out = Statement { dropped, denied: denial::is_denied(main, &tokens), ..Statement::default() };
    read_words(&tokens, &mut out);
    if subject::is_user(main) {
        out.subject.insert("user".into());
    }
    if signs.may(Rule::MadeOf) && verb::says_made_of(main) {
        out.verb = "written".into();
    }
    if out.verb.is_empty() {
        // "Ana is a dentist": the copula carries no meaning; an attribute of the subject does.
        out.verb = "be".into();
    }
    for year in time::limiting_years(main, &out.numbers) {
        out.numbers.remove(&year);
        out.times.insert(year);
    }
    out
}

/// The telling words of a text that need not be a statement, in order.
pub(super) fn content_words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace('’', "'");
    let lower = verb::joined(&lower).into_owned();
    let mut out = Vec::new();
    for token in words::tokens(&lower) {
        let bare = token.trim_end_matches("'s").trim_end_matches('\'');
        let stemmed = stem(bare);
        let telling = !words::is_stop(token) && !words::is_stop(bare) && !denial::is_negation(token);
        if telling && value::number_of(bare).is_none() && !is_time_word(&stemmed) {
            out.push(canonical(&stemmed).to_owned());
        }
    }
    out
}

/// Sorts the words into subject, verb, values and times.
fn read_words(tokens: &[&str], out: &mut Statement) {
    let (mut subject, mut words, mut numbers, mut times) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let verb_at = verb::position(tokens);
    for (i, token) in tokens.iter().enumerate() {
        let bare = token.trim_end_matches("'s").trim_end_matches('\'');
        if let Some(number) = value::number_of(bare) {
            numbers.push(number);
            continue;
        }
        let stemmed = stem(bare);
        if is_time_word(&stemmed) {
            times.push(stemmed.into_owned());
            continue;
        }
        let before_verb = verb_at.is_some_and(|v| i < v);
        let word = canonical(&stemmed);
        if verb_at == Some(i) && !verb::is_auxiliary(token) {
            out.verb = word.to_owned();
        }
        if words::is_stop(token) || words::is_stop(bare) || denial::is_negation(token) {
            continue;
        }
        if before_verb {
            subject.push(word.to_owned());
        }
        words.push(word.to_owned());
    }
    out.subject = subject.into_iter().collect();
    out.words = words.into_iter().collect();
    out.numbers = numbers.into_iter().collect();
    out.times = times.into_iter().collect();
}
