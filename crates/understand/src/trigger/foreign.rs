//! Words that show whose words a clause is: speech, texts to be worked on, titles, and tags that ask.

use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

/// Words that introduce somebody else's speech: what follows is not the speaker's own request.
pub(super) static SPEECH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:lyrics?|sings|sang|chorus|verse|proverb|saying|motto|slogan|tagline|headline|caption|subtitle|sign (?:says|reads?|on)|titled|quoting|says|said|told|tells|telling|wrote|writes|shouted|yelled|whispered|replied|answered|asked (?:me|her|him|us|them)|reminded|reminds|warned|texted|emailed|messaged|announced|states|stated|begins with|starts with|ends with|goes|the line|dialogue|excerpt|i (?:always|often|keep|usually|sometimes|never) (?:remind|tell)|people (?:say|often|always))\b",
    )
});

/// A request for work on a text: the text that follows a colon is not a request.
pub(super) static WORK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:translat\w*|rephras\w*|paraphras\w*|proofread\w*|rewrite|re-write|spell-?check|grammar|how (?:do|would|can) (?:you|i|we) (?:say|write|spell)|what does|mean(?:s|ing)?|summari[sz]e|fix|correct|edit|improve|shorten|sentence|phrase|article|readme|docs?|documentation|manual|comment|error message|log line|e-?mail|mail|letter|memo|poster|write|draft|compose|convert|pasted?|paragraph|text|message|explain|parse|regex|string|function|variable|output|poem|haiku|song|quote[sd]?|reads?|transcript|chat log|essay|story|code|document|slides?|script|chapter|rhymes?|couplet|stanza|limerick|melody|jingle|caption|verse|lyrics?)\b",
    )
});

/// Who said it, after the words: "…, said every coach", "…, as she always says".
pub(super) static SAID_AFTER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"[,—–-]\s*(?:(?:said|says|goes|sang|sings|wrote|shouted|cried|yelled|whispered) (?:the|every|my|an?|his|her|our|[a-z]+)\b[^,]{0,40}|(?:as )?(?:he|she|they|my [\w' ]+?|the [\w' ]+?|[a-z]+) (?:said|says|sang|sings|always says?|used to say|keeps? saying|told (?:me|us)|wrote|shouted|whispered|yelled|cried))$| is what [\w' ]{2,30} (?:says?|said|yells?|shouts?|tells? (?:me|us)|always \w+|sings?|used to say)$",
    )
});

pub(super) static TAG_QUESTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"[,—–-]?\s*\b(?:would you|will you|could you|can you|won'?t you|ok|okay|alright|all right|yeah|yes|please|pls|right|deal|got it|understood|thanks|ta|cool)(?: please| mate| for me)?$",
    )
});

pub(super) static MEDIA: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:movie|film|song|album|novel|episode|band|series|musical|book|single|track|lyrics?|theme|soundtrack|painting|game|anthem|poem|show|podcast)\b",
    )
});
