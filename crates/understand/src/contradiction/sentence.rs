//! An English statement read for its meaning: what it is about, what it claims, what it gives up, and when.
//!
//! Start with [`read`]. The words come from `token.rs`, the values from `quantity.rs`, the meanings from
//! `thesaurus.rs`; `english.rs` compares two of these.

mod clauses;
mod settle;
mod term;
mod wording;

use super::quantity::{self, Part, Quantity};
use super::roundabout;
use super::thesaurus;
use super::token::{self, Token};
pub(super) use clauses::statements;
use clauses::{Segment, is_switch, segments, verb_at};
use settle::idle;
pub(super) use term::Term;
use term::term;
pub(super) use wording::{ceases, is_function};
use wording::{is_adverb, is_auxiliary, is_except, is_infinitive, is_preposition, is_wish, preposition};

/// A statement read for its meaning.
#[derive(Debug, Clone, Default)]
pub(super) struct Sentence {
    pub terms: Vec<Term>,
    /// The term that names what it is about.
    pub head: Option<usize>,
    /// The term that is its verb; `None` where that is "is" or "has".
    pub verb: Option<usize>,
    pub quantities: Vec<Quantity>,
    pub when: Vec<(Part, u16)>,
    /// Times that tell which of several it is about: "the morning class".
    pub which: Vec<(Part, u16)>,
    /// Values that are given up: "not Thursday".
    pub dropped_quantities: Vec<Quantity>,
    pub dropped_when: Vec<(Part, u16)>,
    pub recurring: bool,
    pub denied: bool,
    /// Whether it says that something has become otherwise.
    pub changes: bool,
    /// Whether the verb says that something is over.
    pub ceases: bool,
    /// Whether it speaks of the past only.
    pub past: bool,
    /// Whether it is about a wish or a plan.
    pub wish: bool,
    /// Whether its verb is "is".
    pub copula: bool,
    pub has: bool,
    /// Whether the subject is one definite thing.
    pub definite: bool,
    /// Whether it holds of all: "every", "only", "never".
    pub universal: bool,
    /// Whether it is said by whom, after the deed: "is run by Ana".
    pub passive: bool,
    pub compares: bool,
    pub still: bool,
    /// Whether what it says holds under a condition only: "when it rains".
    pub conditional: bool,
    /// Whether what it says is one definite thing: "is the coach".
    pub the: bool,
    /// Whether it tells a state by a participle: "is painted".
    pub state: bool,
    /// Whether it says itself that it is so no more: "used to".
    pub former: bool,
    /// Whether it tells what is going on: "is writing".
    pub ongoing: bool,
    /// Whether it tells what has come about up to now: "has not changed".
    pub perfect: bool,
    pub who: Who,
    /// Whether it says that it holds then, there or so only.
    pub only: bool,
    /// Whether it tells since when.
    pub since: bool,
    /// Whether it tells of the week or the day that has gone by, and of the one that is or comes.
    pub lately: bool,
    pub soon: bool,
}

/// Of how many a statement holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Who {
    #[default]
    Some,
    /// "Only Ana".
    Only,
    Nobody,
    Everybody,
}

impl Sentence {
    /// Its verb; empty where that is "is" or "has".
    pub(super) fn verb_word(&self) -> &str {
        self.verb.map_or("", |verb| &self.terms[verb].word)
    }

    /// Keys that two statements share where words of theirs belong together, or are values of one kind.
    pub(super) fn keys(&self) -> impl Iterator<Item = String> + '_ {
        let telling = self.terms.iter().filter(|term| term.word != "user");
        let head = self.head.map_or("", |head| self.terms[head].word.as_str());
        let by_meaning = telling.clone().flat_map(|term| term.meaning.codes().map(|code| format!("#{code}")));
        let by_kind = telling.clone().filter(|term| term.meaning.kinds != 0).flat_map(move |term| {
            (0..64).filter(|kind| term.meaning.kinds >> kind & 1 == 1).map(move |kind| format!("{head} @{kind}"))
        });
        // A change is told of what the user or somebody is, has or does, in other words.
        let changeable = telling.clone().any(|term| {
            matches!(
                term.word.as_str(),
                "live" | "reside" | "dwell" | "settle" | "home" | "based" | "use" | "work" | "drive" | "ride"
            )
        });
        let changed = (self.changes || changeable).then(|| format!("{head} changes"));
        // Who has graduated is no student.
        let learns = telling.clone().any(|term| {
            matches!(
                term.word.as_str(),
                "student" | "pupil" | "apprentice" | "trainee" | "study" | "graduate" | "drop_out"
            )
        });
        let learns = learns.then(|| format!("{head} learns"));
        // Who has no pets has no hamster.
        let general =
            telling.clone().flat_map(|term| super::lexicon::generals(&term.word)).map(|word| (*word).to_owned());
        // Who gave birth is not pregnant.
        let lives =
            telling.clone().flat_map(|term| super::english::life_rows(&term.word)).map(|row| format!("ends {row}"));
        telling
            .map(|term| term.word.clone())
            .chain(general)
            .chain(by_meaning)
            .chain(by_kind)
            .chain(changed)
            .chain(learns)
            .chain(lives)
    }
}

/// Reads a statement.
pub(super) fn read(text: &str) -> Sentence {
    let plain = roundabout::plain(text);
    let text = plain.as_ref();
    let straight;
    let text = match text.contains('’') {
        true => {
            straight = text.replace('’', "'");
            straight.as_str()
        }
        false => text,
    };
    let tokens = token::cut(text);
    let values = quantity::read(&tokens);
    let low = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    let mut out = Sentence { recurring: values.recurring, ..Sentence::default() };
    let verb_at = verb_at(&tokens, &values.taken);
    let segments = segments(&tokens, verb_at, &values.taken);
    let mut segment_of = vec![0; tokens.len()];
    for (number, segment) in segments.iter().enumerate() {
        segment_of[segment.range.clone()].fill(number);
    }
    // Where some clauses are denied and others not, the denied ones give something up.
    let over = |segment: &Segment| segment.denied != segment.over;
    let ended = segments.iter().filter(|segment| over(segment)).count();
    let mixed = ended > 0 && ended < segments.len();
    out.denied = !mixed && segments.first().is_some_and(|segment| segment.denied);
    // "Is free", "is near": no verb in its plain form follows "is".
    let be = verb_at.is_some_and(|at| matches!(low(at), "is" | "are" | "was" | "were"));
    let mut dropping = false;
    let mut aside = false;
    let mut through = "";
    let mut reason = false;
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        let word = token.low.as_str();
        let idle = if token.after_break { 0 } else { idle(&tokens, at) };
        if idle > 0 {
            at += idle;
            continue;
        }
        if !values.taken[at] || token.owns {
            note(&mut out, &tokens, at, verb_at);
        }
        if token.after_break {
            (dropping, aside, through) = (false, false, "");
            reason = false;
        }
        reason |= at > 0 && word == "because" || word == "due" && low(at + 1) == "to";
        through = preposition(word).unwrap_or(through);
        let after_verb = verb_at.is_none_or(|verb| at > verb);
        if verb_at == Some(at) {
            through = "";
        }
        match word {
            "instead" | "rather" if low(at + 1) == "of" || low(at + 1) == "than" => dropping = true,
            "from" | "off" if out.changes && after_verb => dropping = true,
            "of" if at > 0 && low(at - 1) == "out" && out.changes => dropping = true,
            // "Prefers tea to coffee".
            "to" if after_verb && prefers(&out) && at > 2 && !is_infinitive(low(at + 1)) => dropping = true,
            "than" if !out.compares => {
                dropping |= out.terms.iter().any(|term| term.word == "prefer" || term.word == "rather")
            }
            "to" | "with" | "for" | "by" | "in" | "on" | "and" | "at" | "since" | "as" => {
                aside = after_verb && !matches!(word, "to" | "and");
                dropping = false;
            }
            "when" | "while" | "if" => aside = true,
            _ => {}
        }
        if values.taken[at] {
            let gone = dropping || mixed && over(&segments[segment_of[at]]);
            let (quantities, when) = match gone {
                true => (&mut out.dropped_quantities, &mut out.dropped_when),
                false => (&mut out.quantities, &mut out.when),
            };
            quantities.extend(values.quantities.iter().filter(|quantity| quantity.at == at).cloned());
            // "The morning class" and "the evening class" are two, as are the classes on Monday and on Friday.
            let behind = at > 2
                && matches!(low(at - 1), "on" | "in" | "from" | "of" | "for")
                && verb_at.is_some_and(|verb| at < verb);
            let before = if at > 0 { low(at - 1) } else { "" };
            let open = !matches!(before, "every" | "each" | "next" | "this" | "last") && !is_preposition(before);
            let names = behind
                || verb_at.is_some_and(|verb| at + 1 < verb)
                    && open
                    && !values.taken[at + 1]
                    && !is_function(low(at + 1));
            let when = if names { &mut out.which } else { when };
            let parts = values.when.iter().zip(&values.when_at).filter(|(_, place)| **place == at);
            when.extend(parts.map(|(part, _)| *part));
            at += 1;
            continue;
        }
        let (length, term) = term(&tokens, at, &values.taken);
        if let Some(mut term) = term {
            term.subject = verb_at.is_some_and(|verb| at < verb) && !is_adverb(word);
            term.aside = aside;
            term.reason = reason;
            term.through = if term.subject { "" } else { through };
            term.dropped = dropping && !term.subject
                || mixed && over(&segments[segment_of[at]]) && !(term.subject && segment_of[at] == 0);
            // To travel by bus is to take it.
            term.light |= term.word == "travel" && (1..3).any(|ahead| low(at + ahead) == "by");
            // A master's is a degree.
            term.light |= word == "degree" && at > 0 && tokens[at - 1].owns;
            term.the = at > 0 && low(at - 1) == "the" || length > 2 && low(at + 1) == "the";
            term.article = at > 0 && matches!(low(at - 1), "a" | "an");
            if is_switch(&tokens, at, length, &term.word) && !term.subject {
                out.changes = true;
                term.switch = true;
                let barters = matches!(term.word.as_str(), "replace" | "trade" | "swap" | "exchange");
                dropping = barters && !matches!(low(at + length), "by" | "with" | "for");
            }
            if verb_at
                .is_some_and(|verb| at == verb || at > verb && out.verb.is_none() && all_helping(&tokens[verb..at]))
                && (term.meaning.verb || at == verb_at.unwrap_or(0))
                && !(be
                    && at > verb_at.unwrap_or(0)
                    && term.word.split('_').next() == Some(word)
                    && tokens[at].look_up().is_none_or(|(lemma, _)| lemma == word))
                && !term.name
            {
                out.verb = Some(out.terms.len());
            }
            if term.word == "rather" || term.word == "would_rather" {
                term.word = "prefer".into();
            }
            if length > 1 && !term.subject {
                through = term.word.rsplit('_').next().and_then(preposition).unwrap_or(through);
            }
            out.terms.push(term);
        }
        at += length;
    }
    // "Will be", "has always been".
    let been = verb_at.is_some_and(|at| (1..3).any(|ahead| matches!(low(at + ahead), "be" | "been")));
    out.copula =
        out.verb.is_none() && (been || verb_at.is_some_and(|at| matches!(low(at), "is" | "are" | "was" | "were")));
    out.has = verb_at.is_some_and(|at| matches!(low(at), "has" | "have" | "had")) && out.verb.is_none() && !been;
    out.ceases = !mixed
        && out.verb.is_some_and(|verb| {
            let (word, said) = (out.terms[verb].word.as_str(), low(out.terms[verb].at));
            let plain = word.split('_').next().unwrap_or(word);
            let passive = verb_at.is_some_and(|first| first < out.terms[verb].at);
            word == "closed" && verb_at == Some(out.terms[verb].at)
                || word == "lift" && passive && said == "lifted"
                || said == "gone" && verb_at.is_some_and(|at| matches!(low(at), "is" | "are"))
                || ceases(word) && (said != plain && !said.ends_with('s') && !said.ends_with("ing") || said == "quit")
        });
    if let Some(verb) = out.verb.filter(|verb| out.terms[*verb].word == "work" && low(out.terms[*verb].at + 1) == "as")
    {
        // To work as a nurse is to be one.
        out.terms[verb].light = true;
        out.copula = true;
    }
    out.state = out.verb.is_some_and(|verb| {
        verb_at.is_some_and(|at| at < out.terms[verb].at && matches!(low(at), "is" | "are" | "was" | "were"))
            && !low(out.terms[verb].at).ends_with("ing")
    });
    out.ongoing = out.verb.is_some_and(|verb| {
        let at = out.terms[verb].at;
        low(at).ends_with("ing") && verb_at.is_some_and(|first| first < at && matches!(low(first), "is" | "are" | "am"))
    });
    out.perfect = (out.verb.is_some() || been) && verb_at.is_some_and(|at| matches!(low(at), "has" | "have"));
    out.who = match low(0) {
        "only" | "just" => Who::Only,
        "nobody" | "none" if is_except(low(1)) => Who::Only,
        "no" if low(1) == "one" && is_except(low(2)) => Who::Only,
        "nobody" | "none" => Who::Nobody,
        "no" if low(1) == "one" => Who::Nobody,
        "everyone" | "everybody" | "all" | "both" | "every" => Who::Everybody,
        _ => Who::Some,
    };
    out.head = head(&tokens, &out, verb_at);
    out.settle_home(verb_at.map_or("", |at| low(at + 1)));
    out.settle_which();
    out.settle_end(&tokens);
    if let Some(head) = out.head.filter(|_| is_preposition(low(0)) && !out.terms.is_empty()) {
        // What stands in front of whom it is about is how it came to be.
        let about = out.terms[head].at;
        let front = tokens.len() > 6;
        out.terms
            .iter_mut()
            .filter(|term| term.subject && term.at < about && front)
            .for_each(|term| term.reason = true);
    }
    out.the = verb_at.is_some_and(|at| low(at + 1) == "the");
    out.passive = out.verb.is_some_and(|verb| {
        let at = out.terms[verb].at;
        let helped = verb_at.is_some_and(|first| first < at);
        helped && (low(at + 1) == "by" || low(at + 2) == "by")
    });
    out.past |= past(&tokens, &out, verb_at);
    let tells = |words: &[&str]| {
        tokens
            .iter()
            .enumerate()
            .any(|(at, token)| words.contains(&token.low.as_str()) && !matches!(low(at + 1), "" | "is" | "for" | "of"))
    };
    out.lately = tells(&["last"]) || tokens.iter().any(|token| token.low == "yesterday");
    out.soon =
        tells(&["this", "next"]) || tokens.iter().any(|token| matches!(token.low.as_str(), "today" | "tomorrow"));
    // "Don't ship before it is tested": ship, but only then.
    let rule = matches!(low(0), "do" | "never" | "no" | "please")
        || verb_at.is_some_and(|at| matches!(low(at), "must" | "may" | "can" | "should"))
        || tokens.iter().any(|token| token.low == "allowed");
    let before = |at: usize| {
        matches!(low(at), "before" | "until" | "unless") && values.taken.get(at + 1).is_some_and(|taken| !taken)
    };
    if out.denied && rule && (2..tokens.len()).any(before) {
        (out.denied, out.conditional, out.universal) = (false, true, true);
    }
    // "Was scaled up last night" tells what is so since.
    out.past &= !(out.lately && out.terms.iter().any(|term| term.switch) && !out.former);
    out
}

/// Whether only helping words stand between.
fn all_helping(tokens: &[Token<'_>]) -> bool {
    tokens.iter().all(|token| {
        is_function(&token.low)
            && !matches!(token.low.as_str(), "a" | "an" | "the" | "in" | "on" | "at" | "about" | "of" | "with")
    })
}

/// Whether one thing is said to be liked better.
fn prefers(out: &Sentence) -> bool {
    out.verb.is_some_and(|verb| verb + 1 < out.terms.len() && out.terms[verb].word == "prefer")
}

/// Notes what a single word says of the whole statement.
fn note(out: &mut Sentence, tokens: &[Token<'_>], at: usize, verb_at: Option<usize>) {
    let low = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    match low(at) {
        "now" | "nowadays" | "anymore" | "instead" | "meanwhile" | "newly" => out.changes = true,
        "longer" if at > 0 && low(at - 1) == "no" => out.changes = true,
        "more" if at > 0 && low(at - 1) == "any" => out.changes = true,
        "days" if at > 0 && low(at - 1) == "these" => out.changes = true,
        "still" => out.still = true,
        "every" | "all" | "always" | "only" | "never" | "anyone" | "everyone" | "everybody" | "nobody" | "nothing"
        | "exclusively" | "any" => {
            out.universal = true;
            out.definite |= low(at) == "only";
            out.only |= low(at) == "only";
        }
        // "December is when it ends" names a time.
        "when" if at > 0 && is_auxiliary(low(at - 1)) => {}
        // "Not until the tests pass" is no plain denial.
        "until" | "till" if at > 0 && !tokens.get(at + 1).is_some_and(is_time) && low(at + 2) != "end" => {
            out.conditional = true;
        }
        "when" | "if" | "unless" | "while" | "whenever" | "during" if at > 0 => out.conditional = true,
        // "More than ten" compares with nobody.
        "than" if tokens.get(at + 1).is_some_and(|next| quantity::is_number(&next.low)) => {}
        "than" => {
            out.compares =
                !out.terms.iter().any(|term| matches!(term.word.as_str(), "prefer" | "rather" | "would_rather"))
        }
        "favourite" | "favorite" | "main" | "primary" | "default" | "official" | "best" => out.definite = true,
        "the" if at == 0 => out.definite = true,
        "used" if low(at + 1) == "to" && verb_at.is_none_or(|verb| verb <= at) => {
            out.past = true;
            out.former = true;
        }
        // "Once it is dark" tells when.
        "once" if !matches!(low(at + 1), "" | "in" | "had" | "was" | "worked" | "lived") => {}
        "formerly" | "previously" | "ago" | "once" | "yesterday" => out.past = true,
        "last"
            if matches!(
                low(at + 1),
                "year" | "month" | "week" | "summer" | "winter" | "spring" | "autumn" | "night"
            ) =>
        {
            out.past = true;
        }
        "before" if at == 0 && low(1).starts_with(|c: char| c.is_ascii_digit()) => out.past = true,
        "since" if at > 0 => out.since = true,
        // "Free after 8 pm".
        "after" | "before" | "past"
            if at > 0 && tokens.get(at + 1).is_some_and(|next| next.low.as_bytes()[0].is_ascii_digit()) =>
        {
            out.conditional = true;
        }
        "plan" | "idea" | "goal" | "intention" if verb_at.is_some_and(|verb| at < verb) => out.wish = true,
        // Who wants to be called Kit asks for it.
        word if is_wish(word) => {
            let asks = low(at + 2) == "be"
                && tokens
                    .get(at + 3)
                    .and_then(Token::look_up)
                    .is_some_and(|(lemma, meaning)| meaning.verb && lemma != low(at + 3));
            out.wish |= word != "want" && word != "wants" || low(at + 1) == "to" && !asks;
        }
        _ => {}
    }
    if tokens[at].owns && verb_at.is_some_and(|verb| at < verb) {
        out.definite = true;
    }
}

/// Whether a word begins a time of day or a date.
fn is_time(token: &Token<'_>) -> bool {
    token.capital
        || token.low.as_bytes()[0].is_ascii_digit()
        || quantity::number_word(&token.low).is_some()
        || matches!(token.low.as_str(), "half" | "late" | "noon" | "midnight" | "now" | "further")
}

/// The term that the statement is about: the last before a preposition or the verb.
fn head(tokens: &[Token<'_>], out: &Sentence, verb_at: Option<usize>) -> Option<usize> {
    let verb = verb_at?;
    let first = out.terms.iter().position(|term| term.subject)?;
    // A phrase of time or place in front is not what it is about: "On Fridays the team".
    let mut start = 0;
    if is_preposition(&tokens[0].low) {
        start = tokens[..verb]
            .iter()
            .position(|token| token.after_break || token.at_noun_phrase())
            .filter(|at| *at > 1)
            .unwrap_or(0);
    }
    if start == 0 && is_preposition(&tokens[0].low) {
        let somebody =
            out.terms.iter().rposition(|term| term.subject && !term.owns && (term.name || term.word == "user"));
        if somebody.is_some() {
            return somebody;
        }
    }
    let end = (start + 1..verb).find(|at| is_preposition(&tokens[*at].low)).unwrap_or(verb);
    let inside = |term: &Term| term.subject && term.at >= start && term.at < end;
    out.terms
        .iter()
        .rposition(|term| inside(term) && !term.owns)
        .or_else(|| out.terms.iter().rposition(inside))
        .or(Some(first))
}

impl Token<'_> {
    /// Whether a new phrase begins here behind one in front: "On Fridays the team".
    fn at_noun_phrase(&self) -> bool {
        matches!(self.low.as_str(), "user" | "there") || self.capital && self.low == "user"
    }
}

/// Whether a statement tells what was, and nothing of what is.
fn past(tokens: &[Token<'_>], out: &Sentence, verb_at: Option<usize>) -> bool {
    let Some(at) = verb_at else { return false };
    let word = tokens[at].low.as_str();
    match word {
        // What was done stays done.
        "was" | "were" => !out.changes && out.verb.is_none() && !out.terms.iter().any(|term| term.word == "born"),
        "had" | "did" => true,
        _ if is_auxiliary(word) => false,
        _ => {
            let Some(verb) = out.verb else { return false };
            let term = &out.terms[verb];
            let lemma = term.word.split('_').next().unwrap_or(&term.word);
            let plain = thesaurus::look_up(word).filter(|_| lemma == word && term.word != lemma);
            let lemma = plain.as_ref().map_or(lemma, |(plain, _)| plain);
            let regular = word.ends_with("ed") && lemma != word;
            let irregular = !word.ends_with('s') && !word.ends_with("ing") && lemma != word;
            (regular || irregular)
                && !term.switch
                && !ceases(&term.word)
                && !matches!(
                    lemma,
                    "born" | "married" | "ask" | "request" | "want" | "decide" | "choose" | "turn" | "reach" | "prefer"
                )
        }
    }
}
