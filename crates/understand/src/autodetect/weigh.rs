//! Weighs a statement no rule knows: whose it is, whether it is told as lasting, and what speaks against keeping it.
//!
//! Each word is looked up in a few classes; each class that is there counts once. A statement is kept when the
//! evidence outweighs the doubt. Rules say what is certain; this says what is likely.

use std::sync::LazyLock;

use crate::word_table::{WordSet, set};
use soulfile_vocabulary::EntryKind;

fn words(list: &'static str) -> WordSet {
    set(&list.split_ascii_whitespace().collect::<Vec<_>>())
}

/// The speaker.
static SPEAKER: LazyLock<WordSet> = LazyLock::new(|| words("i im ive i'm i've we we're we've we'll i'll"));
static OWN: LazyLock<WordSet> = LazyLock::new(|| words("my our me us mine ours myself ourselves"));
/// People one calls by what they are to one.
static KIN: LazyLock<WordSet> = LazyLock::new(|| {
    words(
        "mum mom mam dad daddy mummy papa mama mother father gran granny grandma grandmother nan nana grandad granddad grandpa grandfather auntie aunt uncle wife husband partner hubby fiance fiancee son daughter sister brother cousin nephew niece stepson stepdaughter missus boys girls children lads grandson granddaughter in-laws parents grandparents kids twins baby toddler boss landlord tenant flatmate roommate lodger neighbour neighbor",
    )
});
/// What "the" means of one's own: home, animals, work.
static NEAR: LazyLock<WordSet> = LazyLock::new(|| {
    words(
        "cat dog puppy kitten horse pony goat goats sheep hens chickens bees hive hives herd flock rabbit parrot tortoise house flat apartment cottage home garden allotment greenhouse shed garage workshop barn farm field paddock boiler roof kitchen bathroom loft attic cellar fence gate car van truck bike tractor boat caravan office site depot warehouse shop store studio clinic surgery practice ward school class classroom lab workshop factory plant server servers cluster database backend pipeline build staging production release sprint game app site team crew choir band club board client customer supplier landlord council tribunal court hearing appeal case trial lease rent mortgage contract budget invoice grant thesis dissertation chapter manuscript exam viva wedding funeral christening party baby twins kids boys girls surgery operation scan biopsy treatment diagnosis visa move flight booking deposit sale offer baby's",
    )
});
/// What lasts, comes round, or is counted.
static DURABLE: LazyLock<WordSet> = LazyLock::new(|| {
    words(
        "always never usually normally generally mostly often every each since years year decades months weekly daily nightly monthly yearly mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends weekdays mornings evenings nights full-time part-time permanently lifelong born retired originally still ever nobody everywhere anywhere both all only except",
    )
});
static STATE: LazyLock<WordSet> = LazyLock::new(|| {
    words(
        "am is are was were has have had live lives work works own owns use uses run runs keep keeps carry carries handle handles speak speaks teach teaches belong belongs manage manages play plays study studies wear wears needs lead leads serve serves cover covers share shares play plays lies sits stands faces opens closes costs weighs lasts contains holds supports grow grows breed breeds sell sells rent rents drive drives sort sorts sleep sleeps hold commute commutes volunteer volunteers coach coaches called named based goes comes got grew been takes makes does",
    )
});
/// What a life is told in: trades, ailments, kinds of schooling.
static LIFE: LazyLock<WordSet> = LazyLock::new(|| {
    words(
        "nurse doctor teacher engineer lawyer solicitor barrister carpenter joiner plumber electrician baker chef farmer shepherd midwife vet dentist pharmacist accountant developer programmer designer architect writer editor translator musician driver pilot sailor student apprentice intern freelancer contractor landlord manager director founder owner volunteer carer widow widower veteran immigrant diabetic asthmatic vegan vegetarian coeliac celiac allergic allergy asthma epilepsy migraine migraines arthritis parkinson's dementia adhd autism dyslexia anxiety degree phd masters diploma course apprenticeship licence license passport pension mortgage kids dogs cats siblings brothers sisters sons daughters colleagues employees staff acres hectares wheelchair",
    )
});
/// What is over by tomorrow.
static FLEETING: LazyLock<WordSet> = LazyLock::new(|| {
    words(
        "now again today tonight moment sec minute minutes spider tea coffee screen weather rain raining sunny hot cold headache hungry thirsty sleepy tired yawn lunch dinner breakfast snack nap bus queue traffic shower loading wifi battery cursor tab typo lol haha hmm ugh brb wait hang hold",
    )
});
/// Talk about the talk.
static CHAT: LazyLock<WordSet> = LazyLock::new(|| {
    words(
        "think thinks guess mean see understand wonder wondering hope bet assume suppose agree disagree doubt know knew want wanted try trying tried look looking looks sounds seems let please thanks thank sorry ok okay question help idea here's paste pasted attached error code function line paragraph sentence draft version answer reply option options example this that these those you your you're you've",
    )
});
/// What the world is full of.
static GENERIC: LazyLock<WordSet> = LazyLock::new(|| {
    words(
        "most many some people everyone everybody anyone somebody's humans scientists researchers experts studies century centuries ancient historically emperor king queen empire war revolution treaty planet earth species typically generally according article report headline news minister president government rates prices shares stocks markets inflation voters",
    )
});
/// Companies and bodies that are in the news.
static WORLD: LazyLock<WordSet> = LazyLock::new(|| {
    words(
        "amazon apple google microsoft meta tesla netflix samsung facebook twitter openai nasa fifa uefa parliament congress scientists researchers police",
    )
});
static COUNTS: LazyLock<WordSet> = LazyLock::new(|| {
    words(
        "two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty forty fifty sixty hundred thousand half",
    )
});
/// A time that is near the telling of it.
static ANCHOR: LazyLock<WordSet> = LazyLock::new(|| {
    words(
        "yesterday ago weekend monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december easter christmas lent am pm 3am earlier overnight",
    )
});

/// The evidence in one statement.
struct Evidence {
    /// Words in lower case without marks; a possessive or contracted "'s" stands apart.
    words: Vec<String>,
    /// Capitals past the first word.
    names: usize,
    numbers: usize,
}

impl Evidence {
    fn of(text: &str) -> Evidence {
        let mut evidence = Evidence { words: Vec::new(), names: 0, numbers: 0 };
        for (at, token) in text.split_whitespace().enumerate() {
            let word = token.trim_matches(|c: char| !c.is_alphanumeric());
            if word.is_empty() {
                continue;
            }
            let lower = word.to_lowercase();
            if at > 0 && word.starts_with(char::is_uppercase) && !SPEAKER.contains(lower.as_str()) && lower != "i'd" {
                evidence.names += 1;
            }
            evidence.numbers +=
                usize::from(word.starts_with(|c: char| c.is_ascii_digit()) || COUNTS.contains(lower.as_str()));
            match lower.strip_suffix("'s") {
                Some(stem) if !OWN.contains(stem) => evidence.words.extend([stem.to_owned(), "'s".to_owned()]),
                _ => evidence.words.push(lower),
            }
        }
        evidence
    }

    fn has(&self, class: &WordSet) -> bool {
        self.words.iter().any(|word| class.contains(word.as_str()))
    }

    fn count(&self, class: &WordSet) -> usize {
        self.words.iter().filter(|word| class.contains(word.as_str())).count()
    }

    fn past(&self) -> Option<usize> {
        (0..self.words.len().min(14)).find(|at| {
            // "is called", "'s based": a state, not a deed.
            let state = *at > 0 && matches!(self.at(*at - 1), "is" | "are" | "am" | "'s" | "i'm" | "we're" | "be");
            !state && is_past(self.at(*at))
        })
    }

    fn happened(&self, subject: i32) -> bool {
        let addressed = self.words.iter().any(|word| matches!(word.as_str(), "you" | "your" | "that's" | "if"));
        subject > 0 && self.past().is_some() && anchored(self) && !addressed && !weather(self)
    }

    fn at(&self, index: usize) -> &str {
        self.words.get(index).map_or("", String::as_str)
    }
}

/// What a statement is kept as, if it is.
pub(super) fn kind(text: &str) -> Option<EntryKind> {
    let evidence = Evidence::of(text);
    let length = evidence.words.len();
    if !(3..=60).contains(&length) || evidence.has(&GENERIC) {
        return None;
    }
    let subject = subject(text, &evidence);
    if evidence.happened(subject) {
        return Some(EntryKind::Event);
    }
    // "Second-year nursing student here": they introduce themselves.
    let here = evidence.words.iter().take(7).position(|word| word == "here");
    if here.is_some_and(|here| evidence.words[..here].iter().any(|word| LIFE.contains(word.as_str()))) {
        return Some(EntryKind::Fact);
    }
    let mut signs = i32::from(evidence.has(&DURABLE));
    let placed = evidence.words.windows(2).any(|pair| {
        matches!(pair[0].as_str(), "i'm" | "im" | "we're")
            && matches!(pair[1].as_str(), "a" | "an" | "the" | "in" | "on" | "at" | "from" | "with" | "near" | "both")
    });
    signs += i32::from(placed || evidence.has(&STATE) || evidence.words.iter().any(|word| word == "'s"));
    signs += i32::from(evidence.has(&LIFE)) + i32::from(evidence.has(&KIN));
    signs += i32::from(evidence.names > 0) + i32::from(evidence.numbers > 0);
    signs += i32::from(evidence.words.iter().any(|word| matches!(word.as_str(), "called" | "named")));
    let doubts = evidence.count(&FLEETING).min(2) + evidence.count(&CHAT).min(2);
    let long = i32::from(length >= 9);
    let enough = match subject {
        NEAREST => signs >= 1,
        0 | 1 => false,
        _ => signs + long + subject >= 5,
    };
    if !enough || subject + signs + long - 2 * (doubts as i32) < 4 {
        return None;
    }
    let past = evidence.past();
    let tells_past = past.is_some_and(|at| !matches!(evidence.at(at), "been" | "was" | "were" | "had" | "grew"));
    Some(if tells_past && !evidence.has(&DURABLE) { EntryKind::Event } else { EntryKind::Fact })
}

/// Whether a statement tells what happened to the user or theirs at a time not long ago.
pub(super) fn happened(text: &str) -> bool {
    let evidence = Evidence::of(text);
    (3..=60).contains(&evidence.words.len()) && !evidence.has(&GENERIC) && evidence.happened(subject(text, &evidence))
}

/// The subject is the user's own.
const NEAREST: i32 = 3;

/// How near the subject is to the user: their own, of their surroundings, or nobody known.
fn subject(text: &str, evidence: &Evidence) -> i32 {
    let first = evidence.at(0);
    let speaks = |at: usize| SPEAKER.contains(evidence.at(at)) || matches!(evidence.at(at), "my" | "our");
    // "On Fridays I …", "As a nurse I …": the subject may stand after a time, a place or a role.
    const BEFORE: &str = " on in at as with during since after before over last this yesterday today currently lately recently so and but well also honestly an a for until by these right both ";
    if speaks(0) || BEFORE.contains(&format!(" {first} ")) && (1..6).any(speaks) {
        return NEAREST;
    }
    if is_past(first) || first == "been" || matches!(first, "never" | "still" | "always") && is_past(evidence.at(1)) {
        return NEAREST;
    }
    // "Home is a narrowboat": nobody else's.
    if matches!(first, "home" | "work") && matches!(evidence.at(1), "is" | "'s" | "was") {
        return NEAREST;
    }
    if KIN.contains(first) || matches!(first, "the" | "both") && (1..4).any(|at| KIN.contains(evidence.at(at))) {
        return NEAREST;
    }
    let own = evidence.has(&OWN) || evidence.has(&SPEAKER);
    let near = |at: usize| NEAR.contains(evidence.at(at));
    if first == "the" && (1..4).any(near) || (0..3).any(near) && own {
        return 2 + i32::from(own);
    }
    if own || matches!(first, "someone" | "somebody") {
        return 2;
    }
    // "Lena had the baby": a name and what she did.
    let named = text.starts_with(char::is_uppercase)
        && !matches!(first, "the" | "a" | "an" | "it" | "this" | "that" | "there" | "he" | "she" | "they" | "you")
        && !WORLD.contains(first)
        && !crate::route::gazetteer::is_place(first)
        && (is_past(evidence.at(1)) || evidence.names > 0 && is_past(evidence.at(2)));
    i32::from(named)
}

fn is_past(word: &str) -> bool {
    crate::tense::is_past_verb(word) || crate::claim::is_past_verb(word)
}

/// "an hour ago", "last night", "on Monday", "at 3am": not long before it is told.
fn anchored(evidence: &Evidence) -> bool {
    evidence.words.iter().enumerate().any(|(at, word)| {
        let before = if at > 0 { evidence.at(at - 1) } else { "" };
        let clock = word.starts_with(|c: char| c.is_ascii_digit()) && (word.ends_with("am") || word.ends_with("pm"));
        // A year sends it into history.
        let year = evidence.at(at + 1).len() == 4 && evidence.at(at + 1).bytes().all(|b| b.is_ascii_digit());
        clock && before == "at"
            || ANCHOR.contains(word.as_str()) && !year
            || before == "last"
                && matches!(
                    word.as_str(),
                    "night"
                        | "week"
                        | "month"
                        | "year"
                        | "spring"
                        | "summer"
                        | "autumn"
                        | "winter"
                        | "term"
                        | "quarter"
                )
            || before == "this"
                && matches!(word.as_str(), "morning" | "week" | "month" | "spring" | "summer" | "year" | "term")
    })
}

fn weather(evidence: &Evidence) -> bool {
    evidence.at(0) == "it"
        || evidence.words.iter().any(|word| matches!(word.as_str(), "rained" | "snowed" | "sun" | "weather"))
}
