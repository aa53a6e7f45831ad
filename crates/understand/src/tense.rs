//! Whether English words tell of the past: the past forms of verbs, and the tense of the clause around a place.
//!
//! Rules of grammar and closed lists; knows no clock. Start with [`around`].

use std::ops::Range;
use std::sync::LazyLock;

use crate::word_table::WordSet;

/// Past forms that are not the base with `ed`.
const IRREGULAR: &str = "
    arose ate awoke became began begot bent bled blew bought bred broke brought built burnt came caught
    chose clung crept dealt did drank dreamt drew drove dug dwelt fed fled flew flung forbade foresaw
    forgave forgot fought froze gave got grew had heard held hung kept knelt knew laid leapt learnt led lent
    lit lost made meant met misled misread misspelt mistook misunderstood outgrew overcame overheard
    overslept overtook paid proved ran rang rebuilt redid repaid rewrote rode said sang sank sat sent shook
    shone shrank slept slid slung smelt sold sought sped spelt spent spilt spoilt sprang spun stole stood
    stuck stung stank strode strove struck swam swept swore swung taught threw told took tore undertook
    undid understood underwent upheld was went wept were withdrew withstood woke won wore wove wrote wrung
";

/// Past forms that are nouns, adjectives or other verbs as well: a verb only where a subject stands before them.
const HOMONYMS: &str = "
    bit bore bound fell felt found ground hid lay left rose saw shot spat spoke thought wound
";

/// Verbs whose past has the form of the base.
const UNCHANGED: &str = "
    beat bet bid broadcast burst cast cost cut forecast hit hurt input knit let offset overcast proofread
    put quit read reset rid set shed shut slit split spread thrust undercut upset wed
";

/// What ends in `ed` and is no past.
const NO_PAST: &str = "
    ahead bed biped embed hundred indeed instead kindred naked red sacred shed shred sled ted fred jared
    used wed wicked united
";

/// Past verbs that speak of what is to come: a day after them is as likely the day that was spoken of.
const SPEAKING: &[&str] = &[
    "agreed",
    "announced",
    "applied",
    "arranged",
    "asked",
    "booked",
    "confirmed",
    "decided",
    "delayed",
    "expected",
    "got",
    "had",
    "heard",
    "hoped",
    "intended",
    "invited",
    "knew",
    "learned",
    "learnt",
    "meant",
    "mentioned",
    "moved",
    "needed",
    "offered",
    "ordered",
    "planned",
    "postponed",
    "promised",
    "proposed",
    "pushed",
    "registered",
    "reminded",
    "rescheduled",
    "reserved",
    "said",
    "scheduled",
    "set",
    "signed",
    "suggested",
    "told",
    "wanted",
    "warned",
    "wrote",
];

static IRREGULARS: LazyLock<WordSet> = LazyLock::new(|| IRREGULAR.split_whitespace().collect());
static HOMONYM_SET: LazyLock<WordSet> = LazyLock::new(|| HOMONYMS.split_whitespace().collect());
static UNCHANGING: LazyLock<WordSet> = LazyLock::new(|| UNCHANGED.split_whitespace().collect());
static NO_PASTS: LazyLock<WordSet> = LazyLock::new(|| NO_PAST.split_whitespace().collect());

/// When a clause plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tense {
    /// Before now.
    Past,
    /// Now, or to come.
    Present,
    /// No verb tells.
    Untold,
}

/// Whether a word in lower case is a past form and nothing else.
pub(crate) fn is_past(lower: &str) -> bool {
    let stem = lower.strip_suffix("n't").or_else(|| lower.strip_suffix("n’t"));
    if let Some(stem) = stem {
        return matches!(stem, "did" | "had" | "was" | "were");
    }
    IRREGULARS.contains(lower) || is_regular(lower)
}

/// Whether a word in lower case, standing where a verb stands, is a past form: "felt", "left".
pub(crate) fn is_past_verb(lower: &str) -> bool {
    is_past(lower) || HOMONYM_SET.contains(lower) || lower == "used"
}

/// Whether the past of a verb has the form of its base: "put", "read".
pub(crate) fn is_unchanged(lower: &str) -> bool {
    UNCHANGING.contains(lower)
}

fn is_regular(lower: &str) -> bool {
    let eed = lower.ends_with("eed");
    lower.len() > 3
        && lower.ends_with("ed")
        && !NO_PASTS.contains(lower)
        && (!eed || matches!(lower, "agreed" | "disagreed" | "freed" | "guaranteed" | "refereed" | "decreed"))
}

/// The tense of the verb that `span` of `text` belongs to: the nearest before it in its sentence, else the first after.
pub(crate) fn around(text: &str, span: &Range<usize>) -> Tense {
    const ENDS: [char; 6] = ['.', '!', '?', ';', '\n', ':'];
    let start = text[..span.start].rfind(ENDS).map_or(0, |at| at + 1);
    let end = text[span.end..].find(ENDS).map_or(text.len(), |at| span.end + at);
    let before: Vec<&str> = words(&text[start..span.start]);
    for at in (0..before.len()).rev() {
        match verb_at(&before, at, start == 0 || at > 0) {
            Tense::Untold => {}
            // "Told Anna on Friday" was on Friday; "told Anna to come on Friday" need not be.
            Tense::Past if SPEAKING.contains(&before[at].to_lowercase().as_str()) => {
                let between = &before[at + 1..];
                let near = between.len() <= 1 && !between.iter().any(|word| word.eq_ignore_ascii_case("to"));
                // "Had dinner", "got a bike": what was had is over; what one had to do may not be.
                let had = matches!(before[at].to_lowercase().as_str(), "had" | "got")
                    && !between.first().is_some_and(|word| word.eq_ignore_ascii_case("to"));
                return if near || had { Tense::Past } else { Tense::Untold };
            }
            told => return told,
        }
    }
    let after: Vec<&str> = words(&text[span.end..end]);
    let told = (0..after.len()).map(|at| (at, verb_at(&after, at, true))).find(|(_, told)| *told != Tense::Untold);
    told.map_or(Tense::Untold, |(_, told)| told)
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-')).filter(|w| !w.is_empty()).collect()
}

/// What the word at a place tells of the tense.
fn verb_at(words: &[&str], at: usize, opens: bool) -> Tense {
    let word = words[at];
    let lower = word.to_lowercase().replace('’', "'");
    let subject = subject_before(words, at);
    if is_present(&lower) {
        // "Has arrived" tells of the past, "has a class" does not: the participle was met before.
        return Tense::Present;
    }
    if matches!(lower.as_str(), "have" | "has" | "i've" | "we've" | "they've" | "you've") {
        let next = words[at + 1..].iter().find(|word| !is_adverb(&word.to_lowercase()));
        let next = next.map(|word| word.to_lowercase()).unwrap_or_default();
        let perfect = is_past_verb(&next) || is_unchanged(&next) || matches!(next.as_str(), "been" | "gone" | "done");
        return if perfect { Tense::Past } else { Tense::Present };
    }
    // A name such as Fred or Reed; the first word of all has its capital anyway.
    if word.starts_with(char::is_uppercase) && !(at == 0 && opens) {
        return Tense::Untold;
    }
    if is_past(&lower) || subject && is_past_verb(&lower) {
        return if is_participle(words, at) { Tense::Untold } else { Tense::Past };
    }
    match (subject, is_unchanged(&lower)) {
        (true, true) => Tense::Past,
        // "I need", "we leave": what stands after its subject is the verb.
        (true, false) if !is_adverb(&lower) && pronoun_before(words, at) => Tense::Present,
        _ => Tense::Untold,
    }
}

/// Words that make a clause one of the present or of what is to come.
fn is_present(lower: &str) -> bool {
    #[rustfmt::skip]
    const FORMS: &[&str] = &[
        "is", "are", "am", "isn't", "aren't", "be", "do", "does", "don't", "doesn't", "can", "can't", "cannot", "could", "couldn't", "will", "won't", "would", "wouldn't", "should", "shouldn't", "may", "might",
        "must", "mustn't", "shall", "gonna", "wanna", "let's", "lets", "please", "plan", "plans", "going", "want", "wants", "need", "needs", "remind", "remember", "there's", "it's", "that's", "he's", "she's", "here's", "what's",
    ];
    FORMS.contains(&lower) || ["'m", "'re", "'ll", "'d"].iter().any(|end| lower.ends_with(end))
}

fn is_adverb(lower: &str) -> bool {
    lower.ends_with("ly") && lower.len() > 4
        || matches!(
            lower,
            "also"
                | "just"
                | "never"
                | "always"
                | "still"
                | "already"
                | "all"
                | "both"
                | "not"
                | "then"
                | "even"
                | "once"
                | "ever"
                | "almost"
                | "first"
                | "often"
                | "only"
                | "soon"
                | "now"
        )
}

fn is_pronoun(lower: &str) -> bool {
    matches!(lower, "i" | "we" | "he" | "she" | "they" | "you" | "it" | "who")
}

fn before_adverbs<'a>(words: &[&'a str], at: usize) -> Option<&'a str> {
    words[..at].iter().rev().find(|word| !is_adverb(&word.to_lowercase())).copied()
}

fn pronoun_before(words: &[&str], at: usize) -> bool {
    before_adverbs(words, at).is_some_and(|word| is_pronoun(&word.to_lowercase()) && !word.eq_ignore_ascii_case("it"))
}

/// Whether a pronoun or a name stands before the word, so that it may be a verb.
fn subject_before(words: &[&str], at: usize) -> bool {
    before_adverbs(words, at)
        .is_some_and(|word| is_pronoun(&word.to_lowercase()) || word.starts_with(char::is_uppercase))
}

/// Articles, and whose something is.
pub(crate) fn is_determiner(lower: &str) -> bool {
    matches!(lower, "the" | "a" | "an" | "my" | "our" | "his" | "her" | "their" | "its")
}

/// "Is closed", "the signed form": a past form that is no past.
fn is_participle(words: &[&str], at: usize) -> bool {
    let before = before_adverbs(words, at).map(|word| word.to_lowercase().replace('’', "'")).unwrap_or_default();
    is_present(&before)
        || is_determiner(&before)
        || matches!(
            before.as_str(),
            "your"
                | "this"
                | "that"
                | "some"
                | "of"
                | "for"
                | "with"
                | "by"
                | "in"
                | "get"
                | "gets"
                | "getting"
                | "being"
                | "to"
                | "no"
                | "any"
        )
}
