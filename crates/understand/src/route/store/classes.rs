//! Classes of English words, for the main verb of a clause: what each word may be, in one look.

use std::sync::LazyLock;

use crate::word_table::WordMap;

/// Words that may stand between a subject and its verb, or lead up to a clause.
pub(super) const ADVERB: u16 = 1 << 0;
/// Words that stand before a noun or between nouns.
pub(super) const FUNCTION: u16 = 1 << 1;
/// Verbs of the present or of what is to come.
pub(super) const PRESENT: u16 = 1 << 2;
/// Participles with a form of their own.
pub(super) const PARTICIPLE: u16 = 1 << 3;
/// Words that put a verb of one form for all times into the past.
pub(super) const ONCE: u16 = 1 << 4;
/// Words of what comes again.
pub(super) const HABIT: u16 = 1 << 5;
/// Participles and such that open a description: "Based in Graz", "Born in May".
pub(super) const DESCRIBES: u16 = 1 << 6;
/// Words that open a clause which leans on another.
pub(super) const LEANING: u16 = 1 << 7;
/// What may stand before the participle that carries the meaning: "was", "has just been".
pub(super) const CHAIN: u16 = 1 << 8;
/// The words of a day before a verb whose subject is left out.
pub(super) const DAY: u16 = 1 << 9;
/// Words that stand for whoever does something.
pub(super) const SUBJECT: u16 = 1 << 10;
/// Those that are pronouns.
pub(super) const PRONOUN: u16 = 1 << 11;

/// The classes and their words.
const CLASSES: &[(u16, &str)] = &[
    (
        ADVERB,
        "
        also just never always still already all both not then even once ever almost first often only soon
        now again so and but well ok okay oh finally today yesterday tonight btw fyi earlier too ugh update
        yay
        ",
    ),
    (
        FUNCTION,
        "
        the a an my our your his her their its this that these those some any no every each all both of for
        with by in on at to from into onto about than as like between per via over under through without
        within during against towards near and or but more most less very get gets getting being be been not
        there here then ago today yesterday tonight out up off down is are was were
        ",
    ),
    (
        PRESENT,
        "
        is are am isn't aren't do does don't doesn't can can't cannot will won't would wouldn't should
        shouldn't may might must mustn't shall could couldn't there's it's that's he's she's i'm we're
        they're you're i'd i'll we'll he'll she'll they'll hasn't haven't who's needs wants
        ",
    ),
    (
        PARTICIPLE,
        "
        been gone done seen known taken written broken chosen given stolen eaten driven grown thrown drawn
        flown forgotten hidden torn worn begun run come become sworn woken frozen fallen beaten spoken shown
        ridden risen bitten rung sung sunk swum drunk laid withdrawn
        ",
    ),
    (
        ONCE,
        "
        finally just yesterday today ago last earlier already monday tuesday wednesday thursday friday
        saturday sunday morning
        ",
    ),
    (
        HABIT,
        "
        every each always usually often sometimes never daily weekly
        ",
    ),
    (
        DESCRIBES,
        "
        based born made known located called named used raised united related given compared provided
        speaking fried baked roasted smoked dried advanced mixed limited frozen ground read put set let cut
        shut left lit spaced distributed managed shared red wound cured salted pickled fermented aged
        supervised unsupervised reinforced listed protected registered certified qualified married retired
        allergic
        ",
    ),
    (
        LEANING,
        "
        when if after because since while although though as once before until whenever despite
        ",
    ),
    (
        CHAIN,
        "
        was were have has had been got i've we've they've just finally recently already also both all now
        officially not only again
        ",
    ),
    (
        DAY,
        "
        this last morning afternoon evening night week weekend month on at monday tuesday wednesday thursday
        friday saturday sunday
        ",
    ),
    (
        SUBJECT,
        "
        everyone everybody someone somebody nobody this that there both all i we he she they you it i've
        we've i'd i'm we're
        ",
    ),
    (
        PRONOUN,
        "
        i we he she they you it i've we've i'd i'm we're
        ",
    ),
];

static TABLE: LazyLock<WordMap<u16>> = LazyLock::new(|| {
    let mut table = WordMap::default();
    for (class, list) in CLASSES {
        for word in list.split_whitespace() {
            *table.entry(word).or_default() |= class;
        }
    }
    table
});

/// What a word in lower case may be.
pub(super) fn of(word: &str) -> u16 {
    let known = TABLE.get(word).copied().unwrap_or_default();
    let ly = word.len() > 4
        && word.ends_with("ly")
        && !matches!(word, "family" | "reply" | "apply" | "italy" | "assembly" | "supply");
    known | if ly { ADVERB } else { 0 }
}
