//! The verbs that tell how long something holds, by their base forms.

/// Verbs that tell a state or a habit in the present tense.
#[rustfmt::skip]
const STATES: &[&str] = &[
    "adore", "attend", "avoid", "bank", "belong", "book", "care", "close", "collect", "come", "commute", "contain", "cost",
    "deploy", "depend", "detest", "dislike", "drink", "drive", "earn", "eat", "end", "enjoy", "expire", "favour", "fear",
    "get", "go", "hate", "head", "host", "hold", "include", "keep", "know", "lead", "like", "live", "loathe", "love",
    "maintain", "manage", "mean", "need", "open", "own", "pay", "play", "practise", "prefer", "react", "read", "rent",
    "report", "require", "reside", "run", "share", "sing", "sit", "sleep", "smoke", "speak", "spend", "start", "stand",
    "store", "study", "subscribe", "suffer", "support", "take", "teach", "train", "turn", "use", "volunteer", "want", "wear",
    "weigh", "work", "write",
];

/// Verbs whose past tense leaves something different, with what must follow for it.
#[rustfmt::skip]
const CHANGES: &[(&str, &[&str])] = &[
    ("accept", &["offer", "job", "position", "role"]), ("acquire", &[]), ("adopt", &[]), ("apply", &["for", "to"]), ("become", &[]),
    ("begin", &["work*", "learn*", "study*", "*ing", "as", "at"]), ("break", &["up"]), ("buy", &["@"]), ("change", &["to", "from", "jobs", "job", "name", "schools"]),
    ("choose", &["@"]), ("decide", &[]), ("defer", &[]), ("divorce", &[]), ("enrol", &[]), ("enroll", &[]), ("found", &["@"]), ("get", &["married", "engaged", "divorced", "promoted", "new", "accepted", "in"]),
    ("go", &["with", "vegetarian", "vegan", "freelance", "part-time", "full-time"]), ("graduate", &[]), ("hire", &["@"]), ("inherit", &[]), ("join", &["@", "the"]),
    ("kick", &["off"]), ("launch", &["@"]), ("learn", &["to"]), ("make", &["me"]), ("marry", &[]), ("migrate", &[]), ("move", &["to", "in", "into", "from", "off", "out", "everything", "deadline", "."]),
    ("name", &["@"]), ("open", &["account"]), ("pass", &["test", "exam", "a1", "a2", "b1", "b2", "c1", "certificate"]), ("pick", &["up @"]), ("postpone", &[]), ("promote", &[]), ("qualify", &[]), ("reach", &["a1", "a2", "b1", "b2", "c1", "level"]), ("register", &["for", "with", "at", "@"]),
    ("relocate", &[]), ("rename", &[]), ("replace", &["with", "by"]), ("reschedule", &[]), ("retire", &[]), ("settle", &["on", "in"]), ("sign", &["up", "offer", "contract", "lease"]),
    ("start", &["at", "as", "work*", "learn*", "study*", "eat*", "use*", "play*", "job", "today at"]), ("switch", &["to", "from", "@"]), ("take", &["over", "up", "in"]), ("test", &["positive"]), ("transfer", &["to", "from"]), ("turn", &["out"]), ("upgrade", &["to", "from"]),
];

/// Verbs whose past tense ends something, with what must follow for it.
#[rustfmt::skip]
const ENDS: &[(&str, &[&str])] = &[
    ("abandon", &[]), ("cancel", &["@", "subscription", "membership", "contract"]), ("close", &["account"]), ("die", &[]), ("drop", &["@"]), ("end", &["."]), ("finish", &["@"]), ("give", &["up *"]), ("kill", &["@"]),
    ("leave", &["@", "company", "job", "team", "choir", "club", "band", "party", "church"]), ("quit", &[]), ("resign", &[]), ("scrap", &["@"]), ("sell", &[]), ("ship", &["@"]), ("shut", &["down"]), ("stop", &["*ing", "@"]), ("uninstall", &[]), ("unsubscribe", &[]),
];

/// Verbs that tell something lasting while it goes on: "is learning Greek".
#[rustfmt::skip]
const ONGOING: &[&str] = &[
    "apply", "attend", "base", "head", "lead", "learn", "live", "manage", "play", "rent", "run", "study", "take", "teach", "train", "use", "volunteer", "work", "write",
];

/// Verbs that tell what happened and nothing that lasts.
const PASSING: &[&str] = &["ask", "call", "fail", "invite", "land", "miss", "slip", "text", "visit"];

/// Verbs that tell of what is settled when they stand in the continuous form: "is moving to Graz".
const AHEAD: &[&str] =
    &["change", "get", "join", "leave", "marry", "move", "quit", "relocate", "retire", "sell", "start", "switch"];

/// Past forms that are not the base with `ed`.
#[rustfmt::skip]
const IRREGULAR: &[(&str, &str)] = &[
    ("became", "become"), ("began", "begin"), ("bought", "buy"), ("broke", "break"), ("brought", "bring"), ("built", "build"), ("came", "come"), ("caught", "catch"), ("chose", "choose"), ("chosen", "choose"), ("did", "do"), ("drank", "drink"), ("drew", "draw"),
    ("drove", "drive"), ("ate", "eat"), ("fell", "fall"), ("fed", "feed"), ("felt", "feel"), ("flew", "fly"), ("forgot", "forget"), ("found", "find"), ("gave", "give"), ("given", "give"), ("went", "go"), ("gone", "go"), ("got", "get"), ("grew", "grow"), ("had", "have"), ("heard", "hear"),
    ("held", "hold"), ("kept", "keep"), ("knew", "know"), ("led", "lead"), ("left", "leave"), ("lent", "lend"), ("lost", "lose"), ("made", "make"), ("met", "meet"), ("paid", "pay"), ("quit", "quit"), ("ran", "run"), ("rang", "ring"), ("read", "read"), ("rose", "rise"), ("said", "say"), ("sat", "sit"),
    ("saw", "see"), ("sent", "send"), ("set", "set"), ("shut", "shut"), ("slept", "sleep"), ("sold", "sell"), ("spent", "spend"), ("spoke", "speak"), ("stood", "stand"), ("stole", "steal"), ("taken", "take"), ("taught", "teach"), ("told", "tell"), ("thought", "think"), ("took", "take"), ("wore", "wear"), ("won", "win"), ("woke", "wake"), ("wrote", "write"), ("written", "write"), ("became", "become"), ("become", "become"), ("begun", "begin"), ("put", "put"), ("cut", "cut"), ("hit", "hit"),
];

/// What a verb form is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tense {
    /// "works", "work".
    Present,
    /// "worked".
    Past,
    /// "working".
    Continuous,
}

/// A verb by its base form, and how it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Verb {
    pub base: String,
    pub tense: Tense,
}

fn known(base: &str) -> bool {
    STATES.contains(&base)
        || [CHANGES, ENDS].iter().any(|list| list.iter().any(|(verb, _)| *verb == base))
        || ONGOING.contains(&base)
        || PASSING.contains(&base)
}

/// Reads a token in lower case as a form of a verb.
pub(super) fn read(token: &str) -> Option<Verb> {
    let verb = |base: &str, tense| Some(Verb { base: base.to_owned(), tense });
    if let Some((_, base)) = IRREGULAR.iter().find(|(past, _)| *past == token) {
        return verb(base, Tense::Past);
    }
    if known(token) {
        return verb(token, Tense::Present);
    }
    let bases = |cut: &str| -> Vec<String> {
        let doubled = cut.chars().last().filter(|last| cut.ends_with(&format!("{last}{last}")));
        let single = doubled.map(|_| cut[..cut.len() - 1].to_owned());
        [Some(cut.to_owned()), Some(format!("{cut}e")), cut.strip_suffix('i').map(|stem| format!("{stem}y")), single]
            .into_iter()
            .flatten()
            .collect()
    };
    let find = |cut: &str| bases(cut).into_iter().find(|base| known(base));
    if let Some(cut) = token.strip_suffix("ing") {
        return (cut.len() > 1).then(|| Verb { base: find(cut).unwrap_or(cut.to_owned()), tense: Tense::Continuous });
    }
    if let Some(cut) = token.strip_suffix("ed").filter(|cut| cut.len() > 1 && token != "need") {
        return Some(Verb { base: find(cut).unwrap_or(cut.to_owned()), tense: Tense::Past });
    }
    let third = token.strip_suffix('s')?;
    let cut = token.strip_suffix("es").and_then(&find).or_else(|| known(third).then(|| third.to_owned()));
    cut.and_then(|base| verb(&base, Tense::Present))
}

/// Whether a word in lower case is the past form of a verb that is known.
pub(super) fn is_past(token: &str) -> bool {
    read(token).is_some_and(|verb| verb.tense == Tense::Past && (known(&verb.base) || !token.ends_with("ed")))
}

/// Whether a word in lower case is a known verb in the form for he, she or it.
pub(super) fn is_third_person(token: &str) -> bool {
    token.ends_with('s') && !known(token) && read(token).is_some_and(|verb| verb.tense == Tense::Present)
}

/// Whether a verb tells a state or a habit.
pub(super) fn is_state(base: &str) -> bool {
    STATES.contains(&base)
}

/// Whether a verb tells something lasting while it goes on.
pub(super) fn is_ongoing(base: &str) -> bool {
    ONGOING.contains(&base)
}

/// Whether a verb in the continuous form tells what is settled.
pub(super) fn is_ahead(base: &str) -> bool {
    AHEAD.contains(&base)
}

/// Whether a verb leaves something different, given what follows it.
pub(super) fn changes(base: &str, after: &[super::clause::Token]) -> bool {
    follows(CHANGES, base, after)
}

/// Whether a verb ends something, given what follows it.
pub(super) fn ends(base: &str, after: &[super::clause::Token]) -> bool {
    follows(ENDS, base, after)
}

/// A word of the list, `@` a name soon after, `*ing` such an ending, `work*` such a beginning, `.` nothing.
fn follows(list: &[(&str, &[&str])], base: &str, after: &[super::clause::Token]) -> bool {
    let Some((_, wanted)) = list.iter().find(|(verb, _)| *verb == base) else { return false };
    let near = &after[..after.len().min(6)];
    wanted.is_empty()
        || wanted.iter().any(|want| match *want {
            "@" => near.iter().take(4).any(|token| token.is_name),
            "up @" => near.first().is_some_and(|token| token.lower == "up") && near.iter().any(|token| token.is_name),
            "up *" => {
                near.first().is_some_and(|token| token.lower == "up")
                    && near.get(1).is_some_and(|token| token.lower.ends_with("ing") || token.is_name)
            }
            "." => after.is_empty(),
            "*ing" => near.first().is_some_and(|token| token.lower.ends_with("ing")),
            "today at" => near.iter().any(|token| token.lower == "at") && near.iter().any(|token| token.is_name),
            _ => match want.strip_suffix('*') {
                Some(start) => near.iter().take(2).any(|token| token.lower.starts_with(start)),
                None => near.iter().take(4).any(|token| token.lower == *want),
            },
        })
}
