//! What a request to forget is about: "the thing I said about Tartu" is about Tartu.
//!
//! People name a memory by saying that there is one. Those words are in no memory, so they are taken off
//! before anything is compared. Only whole leads that end in "about" or the like go: "the note on the door"
//! may be a note on a door.

/// Words that open a request and carry nothing.
const FILLERS: [&str; 6] = ["please", "just", "also", "absolutely", "really", "simply"];
/// Words that stand for anything by themselves.
const ANYTHING: [&str; 5] = ["everything", "anything", "whatever", "all", "what"];
const POINTERS: [&str; 8] = ["the", "that", "this", "those", "these", "any", "every", "my"];
/// Things that are no more than a memory.
const THINGS: [&str; 14] = [
    "thing",
    "things",
    "stuff",
    "bit",
    "bits",
    "part",
    "parts",
    "business",
    "fact",
    "facts",
    "info",
    "information",
    "story",
    "detail",
];
/// What a memory may be called; a person may also mean one that lies on a table.
const RECORDS: [&str; 8] = ["memory", "memories", "note", "notes", "entry", "entries", "details", "data"];
const SPEAKERS: [&str; 3] = ["i", "we", "you"];
const AUXILIARIES: [&str; 8] = ["have", "had", "ve", "ever", "just", "once", "still", "already"];
const SAYING: [&str; 14] = [
    "said",
    "told",
    "mentioned",
    "wrote",
    "noted",
    "shared",
    "know",
    "knew",
    "remember",
    "remembered",
    "stored",
    "saved",
    "learned",
    "have",
];
const AFTER_SAYING: [&str; 9] = ["you", "to", "me", "earlier", "before", "down", "once", "yesterday", "today"];
const ABOUT: [&str; 4] = ["about", "regarding", "concerning", "around"];

/// What is left of `request` without the words that only say that something is remembered. All of it, when
/// there are none.
pub(super) fn topic(request: &str) -> &str {
    let request = request.trim();
    if let Some(rest) = chinese(request) {
        return rest;
    }
    let words = words(request);
    let mut at = words.iter().take_while(|(word, _)| FILLERS.contains(&word.as_str())).count();
    let is = |at: usize, list: &[&str]| words.get(at).is_some_and(|(word, _)| list.contains(&word.as_str()));
    let mut loose = true;
    let mut headed = false;
    if is(at, &ANYTHING) {
        (at, headed) = (at + 1, true);
    }
    if is(at, &["of"]) && headed {
        at += 1;
    }
    let noun = at + usize::from(is(at, &POINTERS));
    if is(noun, &THINGS) || is(noun, &RECORDS) {
        loose = is(noun, &THINGS);
        (at, headed) = (noun + 1, true);
    }
    // "(that) I told you", "you know"
    if headed {
        let speaker = at + usize::from(is(at, &["that", "which"]));
        if is(speaker, &SPEAKERS) {
            let mut verb = speaker + 1;
            while is(verb, &AUXILIARIES) && (is(verb + 1, &SAYING) || is(verb + 1, &AUXILIARIES)) {
                verb += 1;
            }
            if is(verb, &SAYING) {
                at = verb + 1;
                while is(at, &AFTER_SAYING) {
                    at += 1;
                }
            }
        }
    }
    // "what about Tartu" and a bare "about Tartu" are about it too.
    if is(at, &ABOUT) || headed && loose && is(at, &["on"]) {
        at += 1;
    } else {
        return request;
    }
    match words.get(at) {
        Some((_, start)) => &request[*start..],
        None => request,
    }
}

/// "关于塔尔图的事": what stands between.
fn chinese(request: &str) -> Option<&str> {
    let said = ["我说过的", "我说的", "我跟你说的", "我提到的", "我提过的"];
    let request = said.iter().find_map(|lead| request.strip_prefix(lead)).unwrap_or(request);
    let rest = request.strip_prefix("有关").or_else(|| request.strip_prefix("关于"))?.trim();
    let ends = ["的所有事情", "的所有事", "的事情", "的那件事", "的一切", "的内容", "的东西", "的记忆", "的话", "的事"];
    let rest = ends.iter().find_map(|end| rest.strip_suffix(end)).unwrap_or(rest).trim();
    (!rest.is_empty()).then_some(rest)
}

/// The words in lower case, each with where it begins. "I've" is two.
fn words(text: &str) -> Vec<(String, usize)> {
    let mut words: Vec<(String, usize)> = Vec::new();
    let mut inside = false;
    for (at, c) in text.char_indices() {
        match (c.is_alphanumeric() || matches!(c, '-' | '_'), inside) {
            (true, true) => words.last_mut().expect("one was begun").0.extend(c.to_lowercase()),
            (true, false) => words.push((c.to_lowercase().collect(), at)),
            _ => {}
        }
        inside = c.is_alphanumeric() || matches!(c, '-' | '_');
    }
    words
}

#[cfg(test)]
mod tests {
    use super::topic;

    #[test]
    fn words_that_only_say_that_something_is_remembered_are_taken_off() {
        for (request, about) in [
            ("the thing about Tartu", "Tartu"),
            ("what I said about Tartu", "Tartu"),
            ("everything about Tartu", "Tartu"),
            ("that stuff on Tartu", "Tartu"),
            ("the part I told you about my ex-wife", "my ex-wife"),
            ("what I’ve just told you earlier about the move", "the move"),
            ("Please, everything you know about Ana's firm", "Ana's firm"),
            ("all of the things that we mentioned regarding Tartu", "Tartu"),
            ("the notes about Tartu", "Tartu"),
            ("about Tartu", "Tartu"),
            ("关于塔尔图的事", "塔尔图"),
            ("我说过的关于塔尔图的话", "塔尔图"),
        ] {
            assert_eq!(topic(request), about, "{request}");
        }
    }

    #[test]
    fn what_is_named_itself_stays_whole() {
        for request in [
            "the note on the door",
            "the old apartment",
            "all the tea in China",
            "what I said",
            "everything",
            "the thing about",
            "I told Ana about Tartu",
            "the book about Tartu",
            "Stuff Ltd",
        ] {
            assert_eq!(topic(request), request);
        }
    }
}
