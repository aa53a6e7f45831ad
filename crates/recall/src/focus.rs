//! What a question is about, without the words that only ask, and how much of the past it wants.
//!
//! "Can you list the order in which I brought up my garden across our conversations?" is about a garden; "list",
//! "order" and "conversations" are rare words that other entries hold by chance. The rules are plain English
//! phrases: text in other languages passes through as it is.

use std::collections::HashMap;
use std::sync::LazyLock;

/// How much of the past answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// A fact.
    One,
    /// Several, from as many conversations: "which books has Ann read", "how many".
    Several,
    /// How something went on, in the words of whom it names.
    Course,
    /// What everybody said of something.
    Summary,
}

/// A question without its frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// The words it is about; all of it when nothing else is left.
    pub text: String,
    /// How much it wants.
    pub wants: Wants,
}

/// Words that speak of the talk or of the answer and not of the matter. `a|b` is one word out of several, `a?` may be
/// missing.
const FRAMES: [&str; 37] = [
    "throughout|across|during|over|in|from|through all? of? our|my|these previous|past|earlier|last? \
     conversations|discussions|chats|sessions|exchanges",
    "throughout|across|during|in|from our|the previous|past|earlier|last? conversation|discussion|chat|exchange",
    "throughout|across our|my requests|questions|messages",
    "i|we|i've|we've have? brought up",
    "i|we|i've|we've have? mentioned|discussed",
    "we|we've have? talked|spoken about|of",
    "did i|we mention|say|discuss",
    "did i|we bring up",
    "i|i've have? told you",
    "mention|list|name|give only|just and? only? one|two|three|four|five|six|seven|eight|nine|ten items|things|points?",
    "can|could|would|will? you? please? walk|take|talk me through",
    "can|could|would|will? you? please? give|provide|write? me? with? a|an|the? \
     comprehensive|clear|complete|detailed|brief|full|short|quick|concise? summary|overview|recap|rundown of?",
    "can|could|would|will? you? please? summarize|summarise|recap|outline",
    "can|could|would|will? you? please? list|tell? me? the? order in which|that",
    "can|could|would|will? you? please? list in order",
    "the order of",
    "in the? chronological|right|correct|same? order",
    "from|the? earliest|first|oldest to|and the? latest|last|newest",
    "different|various|key|main aspects|topics|points of|around?",
    "over time",
    "so far",
    // What is counted or measured, beside the matter.
    "how? many days|weeks|months|years|hours|minutes had|have|has? passed|elapsed between",
    "how? many days|weeks|months|years|hours|minutes ago? did|do|does|had|have|has|before|after",
    "did|does it take for? me?",
    "which event|thing|one? happened|occurred|came first|last|earlier|later",
    "what is|was|are|were the total|combined|overall? number|amount|sum of?",
    "what is|was the date on? which|when?",
    "what|which day of the week",
    "what time|kind|type|sort of?",
    "in total",
    // Coming back to an earlier talk.
    "can|could|would you please? remind|tell me of? the? name? of?",
    "can|could|would you please? remind|tell me what|which|how|who|where|when",
    "i|i'm was|am? going|looking back|through to|at? our? previous|past|last|earlier? \
     conversation|chat|discussion? about|on?",
    "i wanted|want to follow up on our? previous|past|last|earlier? conversation|chat|discussion? about?",
    "i wanted|want|need to confirm|ask|check",
    "i|i'm was|am? wondering if? you? could?",
    "i remember|recall that? you? told|mentioned|said? me? about?",
];

/// One word of a phrase: what it may be, and whether it may be missing.
struct Slot {
    words: Vec<&'static str>,
    optional: bool,
}

/// The phrases by the words they may begin with, so that most words of a question are looked up once.
static PHRASES: LazyLock<HashMap<&'static str, Vec<Vec<Slot>>>> = LazyLock::new(|| {
    let slot = |word: &'static str| {
        let bare = word.trim_end_matches('?');
        Slot { words: bare.split('|').collect(), optional: bare.len() < word.len() }
    };
    let mut phrases: HashMap<&str, Vec<Vec<Slot>>> = HashMap::new();
    for frame in FRAMES {
        let phrase = || frame.split_whitespace().map(slot).collect::<Vec<Slot>>();
        let needed = phrase().iter().take_while(|slot| slot.optional).count();
        for first in phrase().iter().take(needed + 1).flat_map(|slot| &slot.words) {
            phrases.entry(first).or_default().push(phrase());
        }
    }
    phrases
});

/// Reads a question.
pub fn read(text: &str) -> Focus {
    let lower = text.to_ascii_lowercase();
    let words = words(&lower);
    let wants = wants(&words);
    let mut kept = String::with_capacity(text.len());
    let (mut at, mut from) = (0, 0);
    while at < words.len() {
        let phrases = PHRASES.get(words[at].1).into_iter().flatten();
        match phrases.filter_map(|phrase| length(phrase, &words[at..])).max() {
            Some(count) if count > 0 => {
                let last = &words[at + count - 1];
                kept.push_str(&text[from..words[at].0]);
                kept.push(' ');
                from = last.0 + last.1.len();
                at += count;
            }
            _ => at += 1,
        }
    }
    kept.push_str(&text[from..]);
    let left = kept.split(|c: char| !c.is_alphanumeric()).any(|word| word.chars().count() > 2 || !word.is_ascii());
    Focus { text: if left { kept } else { text.to_owned() }, wants }
}

/// Words with the byte they begin at.
fn words(lower: &str) -> Vec<(usize, &str)> {
    let mut out = Vec::new();
    let mut start = None;
    for (at, c) in lower.char_indices().chain([(lower.len(), ' ')]) {
        match (c.is_alphanumeric() || c == '\'', start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                out.push((from, &lower[from..at]));
                start = None;
            }
            _ => {}
        }
    }
    out
}

/// How many words from the first on a phrase takes up, the most it can.
fn length(phrase: &[Slot], words: &[(usize, &str)]) -> Option<usize> {
    let Some((slot, rest)) = phrase.split_first() else { return Some(0) };
    let taken = words.first().filter(|(_, word)| slot.words.contains(word)).and_then(|_| length(rest, &words[1..]));
    taken.map(|count| count + 1).or_else(|| if slot.optional { length(rest, words) } else { None })
}

fn wants(words: &[(usize, &str)]) -> Wants {
    let word = |at: usize| words.get(at).map_or("", |(_, word)| *word);
    let any = |found: &dyn Fn(&str) -> bool| words.iter().any(|(_, word)| found(word));
    let next_to = |pairs: &[(&str, &str)]| (0..words.len()).any(|at| pairs.contains(&(word(at), word(at + 1))));
    if any(&|word| word.starts_with("summar") || matches!(word, "overview" | "recap" | "rundown")) {
        return Wants::Summary;
    }
    if next_to(&[("order", "in"), ("brought", "up"), ("bring", "up")]) && any(&|word| word == "order") {
        return Wants::Course;
    }
    let counted = next_to(&[("how", "many"), ("how", "often"), ("in", "common"), ("what", "are")]);
    if counted || any(&|word| matches!(word, "both" | "has" | "have")) || asks_for_things(words) {
        return Wants::Several;
    }
    Wants::One
}

/// "Which instruments does Ann play", "in what ways are they alike": a plural between the question word and the verb.
fn asks_for_things(words: &[(usize, &str)]) -> bool {
    let Some(at) = words.iter().take(2).position(|(_, word)| matches!(*word, "what" | "which")) else { return false };
    let verb = words.iter().skip(at + 1).take(4).position(|(_, word)| {
        matches!(*word, "do" | "does" | "are" | "is" | "can" | "did" | "was" | "were" | "will" | "would")
    });
    verb.is_some_and(|count| {
        let plural = |word: &str| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && word != "news";
        count > 0 && !matches!(words[at + 1 + count].1, "did" | "was" | "will" | "would") && plural(words[at + count].1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(text: &str) -> String {
        read(text).text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_only_asks_is_taken_out() {
        assert_eq!(
            about("Can you list the order in which I brought up different aspects of my garden across our past chats?"),
            "my garden ?"
        );
        assert_eq!(about("Could you give me a brief summary of the move so far?"), "the move ?");
        assert_eq!(about("What did I say about the boiler in our previous conversation?"), "What about the boiler ?");
        assert_eq!(about("What is the order of the three races, from first to last?"), "What is the three races, ?");
        assert_eq!(about("How many weeks passed between the flood and the fair?"), "the flood and the fair?");
        assert_eq!(about("Which event happened first, the flood or the fair?"), ", the flood or the fair?");
        assert_eq!(about("What kind of tea does Ann like?"), "tea does Ann like?");
        assert_eq!(
            about("I'm going back to our previous chat about the boiler. Can you remind me what valve it needs?"),
            "the boiler. valve it needs?"
        );
    }

    #[test]
    fn what_may_be_the_matter_stays() {
        for text in ["What did I order last week?", "Which summary did Ann print?", "我们的对话里提到过什么？"]
        {
            assert!(about(text).split_whitespace().count() > 0);
        }
        assert_eq!(about("What did I order last week?"), "What did I order last week?");
        assert_eq!(about("How many hours of sun does it need?"), "How many hours of sun does it need?");
        assert_eq!(about("I was thinking about a new boiler."), "I was thinking about a new boiler.");
        assert_eq!(about("Can you recommend a hotel?"), "Can you recommend a hotel?", "instructions are for requests");
        assert_eq!(about("Who was in the session with Dr Lee?"), "Who was in the session with Dr Lee?");
        assert_eq!(about("我们的对话里提到过什么？"), "我们的对话里提到过什么？");
        assert_eq!(about("summarize"), "summarize", "a question of nothing but its frame is kept");
    }

    #[test]
    fn how_much_is_wanted_follows_the_wording() {
        let wants = |text: &str| read(text).wants;
        assert_eq!(wants("Where did Ann find her keys?"), Wants::One);
        assert_eq!(wants("What class is Ann taking?"), Wants::One);
        assert_eq!(wants("Which instruments does Ann play?"), Wants::Several);
        assert_eq!(wants("What has Ann painted?"), Wants::Several);
        assert_eq!(wants("How many trips did I make?"), Wants::Several);
        assert_eq!(wants("In which order did I bring up the repairs?"), Wants::Course);
        assert_eq!(wants("Can you summarize how the garden went?"), Wants::Summary);
    }
}
