//! Questions about the newest state of something.
//!
//! A question is after it by a noun for news, by asking how something goes or whether it is done by now, or by a
//! word that sets the present against what was before.

use super::words::{AUX, Question, TELL, WH, place_in, word_sets};

word_sets! {
    /// Nouns for what is new, where any or the newest of it is asked for.
    NEWS = "news update updates progress development developments headway movement word change changes info information feedback response reply answer sign luck joy result results improvement improvements breakthrough resolution decision verdict outcome offers offer bids takers movement response responses";
    /// Those of them that need no other word.
    PLAIN_NEWS = "news update updates progress headway developments movement";
    /// What a search for news is opened with.
    ANY = "any some no what the further recent new got more fresh last quick a an there latest";
    /// What follows news of something.
    ON = "on about with from regarding of in for concerning yet";
    /// What things do as they go on.
    GOING = "going coming doing getting progressing shaping looking moving developing advancing faring holding feeling settling recovering healing performing working improving growing proceeding turning";
    /// What comes to an end.
    COMPLETED = "arrived replied answered responded signed approved fixed sorted decided finished shipped delivered confirmed resolved merged launched started closed passed landed cleared returned completed changed moved settled accepted agreed booked paid sent submitted released deployed repaired sold gone come heard got gotten begun ended installed published posted turned recovered healed refunded rejected granted improved worsened progressed advanced dropped risen fallen";
    /// What something is by the end.
    STATE = "done finished ready sorted fixed resolved complete completed delivered approved signed live online paid confirmed settled over cancelled canceled shipped merged closed finalised finalized booked sold repaired available decided official working running";
    /// What goes through stages.
    MATTER = "contract project application claim case deal process order renovation paper thesis bid sale merger appeal permit migration rollout build release investigation negotiations hire hiring grant dispute complaint loan mortgage visa booking refund talks discussions plans preparations";
    /// Words for the present that set it against before.
    NOW = "nowadays currently presently";
    /// What is more of something than it was.
    COMPARED = "closer nearer further better worse wiser clearer happier warmer easier faster nicer";
    /// Nouns for how things are.
    SITUATION = "situation state position standing outlook condition stage story score verdict outcome holdup word";
    /// What is last of its kind.
    FINAL = "decision count number figure price version plan list call answer word headcount verdict outcome total tally design draft score";
}

const PRESENT: &[&str] = &[
    "right now",
    "these days",
    "at the moment",
    "at present",
    "so far",
    "to date",
    "up to now",
    "until now",
    "by now",
    "for now",
    "as of now",
    "as of today",
    "at this point",
    "at this stage",
    "any more",
    "any longer",
    "no longer",
    "just now",
    "as we speak",
    "after all the",
    "after the changes",
    "since the last",
    "since then",
    "since we last",
    "since i last",
];

/// Whether the question is after news of something.
pub(super) fn is_asked(question: &Question<'_>) -> bool {
    let core = question.core();
    if core.is_empty() || question.low(0) == "when" {
        return false;
    }
    by_news(question) || by_course(question) || by_end(question)
}

/// "Anything from the lawyers?": whether something has come from somebody.
pub(super) fn is_awaited(question: &Question<'_>) -> bool {
    let core = question.core();
    matches!(question.low(0), "anything" | "something") && matches!(question.low(1), "from" | "back") && core.len() <= 6
}

/// Whether it says that the present is meant.
pub(super) fn is_of_the_present(question: &Question<'_>) -> bool {
    let words = question.sentence();
    let core = question.core();
    if words.iter().any(|word| word.is(&NOW)) || PRESENT.iter().any(|phrase| place_in(words, phrase).is_some()) {
        return true;
    }
    let past = core.iter().take(3).any(|word| word.one_of(&["was", "were", "did", "had"]));
    let low = |n: usize| words.get(n).map_or("", |word| &*word.low);
    (0..words.len()).any(|at| match &*words[at].low {
        // "Now that …" gives a reason.
        "now" => at > 0 && low(at + 1) != "that",
        "current" | "present" => {
            let noun = words.get(at + 1).is_some_and(|word| !word.one_of(&["for", "to", "from", "is", "and"]));
            noun && !words[at].capital && (low(at) == "current" || words[at + 1].is(&SITUATION))
        }
        "yet" => low(at + 1) != "another",
        "anymore" | "lately" => true,
        "up-to-date" => true,
        "any" => words.get(at + 1).is_some_and(|word| word.is(&COMPARED)),
        "still" => {
            let asked = words[..at].iter().any(|word| word.is(&AUX) || word.is(&WH));
            let able = words[..at]
                .iter()
                .any(|word| word.one_of(&["can", "could", "should", "would", "shall", "may", "might"]));
            // "Do you still remember" asks the memory; "still or sparkling" is a sort of water.
            let other = matches!(low(at + 1), "water" | "or" | "life" | "wine" | "" | "know" | "remember" | "recall");
            asked && !past && !able && !other
        }
        "already" => core[0].one_of(&["has", "have", "is", "are"]),
        _ => false,
    })
}

fn by_news(question: &Question<'_>) -> bool {
    let core = question.core();
    let low = |n: usize| question.low(n);
    for (at, word) in core.iter().enumerate() {
        match &*word.low {
            "latest" | "newest" => return low(at + 1) != "i",
            "recent" if at > 0 && low(at - 1) == "most" => return true,
            "recently" if at > 0 && low(at - 1) == "most" => return true,
            "status" => return !word.capital || at == 0,
            "new" if at > 0 && matches!(low(at - 1), "anything" | "something" | "what" | "is" | "nothing") => {
                return low(at - 1) != "is" || low(0) == "what";
            }
            "changed" | "different" | "further"
                if at > 0 && matches!(low(at - 1), "anything" | "something" | "what" | "much" | "has") =>
            {
                return true;
            }
            "changed" if low(0) == "has" || low(0) == "have" || low(0) == "what" && low(1) == "has" => {
                return !question.says("my mind");
            }
            "final" if core.get(at + 1).is_some_and(|next| next.is(&FINAL)) && low(0) == "what" => return true,
            "state" if matches!(low(at + 1), "of") && matches!(low(at.wrapping_sub(1)), "the" | "current" | "what") => {
                return true;
            }
            "stage" | "state" | "shape" | "phase" if at > 0 && matches!(low(at - 1), "what" | "which") => return true,
            "version" if at > 0 && matches!(low(at - 1), "what" | "which") => {
                return !core.iter().any(|word| word.one_of(&["did", "was", "were", "had"]));
            }
            _ => {}
        }
        if word.is(&NEWS) {
            let near = &core[at.saturating_sub(3)..at];
            let any = near.iter().any(|word| {
                word.one_of(&["any", "further", "new", "recent", "fresh", "latest", "quick", "last", "no"])
            });
            let loose = near.iter().any(|word| word.is(&ANY));
            let on = core.get(at + 1).is_none_or(|next| next.is(&ON)) || low(at + 1) == "been";
            let plain = word.is(&PLAIN_NEWS);
            let verb = matches!(low(at.wrapping_sub(1)), "to" | "we" | "i" | "you" | "do" | "should");
            if verb {
                continue;
            }
            let answers = word.one_of(&[
                "info",
                "information",
                "answer",
                "response",
                "reply",
                "feedback",
                "sign",
                "luck",
                "result",
                "results",
            ]);
            if answers {
                // "Any reply from the bank"; "any info on Ann" asks for what is known.
                let from = matches!(low(at + 1), "from" | "yet" | "with" | "to" | "of");
                let informs = word.one_of(&["info", "information"]);
                if any && from && !informs {
                    return true;
                }
                continue;
            }
            if any && (plain || on) || plain && on && (loose || at == 0 || core[0].is(&TELL)) {
                return true;
            }
        }
    }
    if low(0) == "update" && matches!(low(1), "me" | "us" | "on") {
        return true;
    }
    [
        "up to date",
        "up to speed",
        "catch me up",
        "catch us up",
        "state of play",
        "as it stands",
        "as things stand",
        "things stand",
        "we stand",
        "it stands",
        "last known",
        "last thing",
        "heard back",
        "hear back",
        "heard anything",
        "heard from",
        "hear from",
        "hear anything",
        "heard something",
        "up to with",
        "made any",
        "on track",
        "on schedule",
        "things look",
        "things looking",
        "had a reply",
        "had an answer",
        "had any",
        "waiting on",
        "waiting for",
        "come of",
        "became of",
        "become of",
        "anything back",
        "next step on",
        "next steps on",
        "next step for",
        "next steps for",
        "next step with",
        "next steps with",
        "left to do",
        "remains to be",
        "what is outstanding",
        "what is pending",
        "what is left",
        "what is next",
        "still outstanding",
        "still pending",
        "still open",
    ]
    .iter()
    .any(|phrase| question.says(phrase))
}

/// How something goes, how far it is, where it stands.
fn by_course(question: &Question<'_>) -> bool {
    let core = question.core();
    let low = |n: usize| question.low(n);
    let rest = core.get(2..).unwrap_or_default();
    match (low(0), low(1)) {
        ("how", "is" | "are" | "has" | "have") => {
            let own = matches!(low(2), "i" | "we" | "you");
            let going = rest.iter().any(|word| word.is(&GOING));
            if own {
                return going && low(2) != "you";
            }
            if going || rest.iter().any(|word| word.low == "been" || word.low == "gone") {
                return !rest.iter().any(|word| word.one_of(&["usually", "normally"]));
            }
            // "How's the knee?": nothing but what it is asked of.
            let end = question.noun_end(2);
            let bare = end > 2
                && end - 2 <= 4
                && (end == core.len()
                    || matches!(
                        low(end),
                        "now" | "with" | "for" | "between" | "over" | "after" | "since" | "at" | "in" | "these"
                    ));
            let adjective = core.get(end.wrapping_sub(1)).is_some_and(|word| {
                !word.low.ends_with("thing") && (word.low.ends_with("ed") || word.low.ends_with("ing"))
            });
            bare && low(1) != "has" && low(1) != "have" && !adjective && !matches!(low(2), "that" | "this" | "it")
        }
        // "Where's the contract at?"
        ("where", "is" | "are") if core.last().is_some_and(|word| word.low == "at") => {
            core[..core.len() - 1].last().is_some_and(|word| word.is(&MATTER))
        }
        ("where", "have" | "has")
            if rest.iter().any(|word| word.one_of(&["landed", "got", "gotten", "reached", "ended"])) =>
        {
            matches!(low(2), "we" | "i" | "things" | "they")
        }
        ("how", "well" | "badly") => matches!(low(2), "is" | "are") && rest.iter().any(|word| word.is(&GOING)),
        ("how", "far") => {
            matches!(low(2), "along" | "have" | "has" | "did" | "into" | "through")
                || matches!(low(2), "are" | "am" | "is")
                    && (matches!(low(3), "we" | "i") || question.says("along") || question.says("with"))
        }
        // Inside another sentence: "how the trial is progressing".
        ("how", _) if question.embedded && core.len() > 3 => {
            let verb = core.iter().position(|word| word.one_of(&["is", "are"]));
            verb.is_some_and(|verb| core[verb..].iter().any(|word| word.is(&GOING)))
        }
        ("how", "do" | "does") => {
            rest.iter().any(|word| word.low == "stand" || word.low == "look")
                && !question.says("look like")
                && matches!(low(2), "things" | "it" | "the" | "that")
        }
        ("where", "are" | "am" | "is" | "do" | "does" | "did" | "have" | "has" | "were") => {
            let with = rest.iter().position(|word| word.one_of(&["with", "on", "regarding", "in"]));
            let stand = rest
                .iter()
                .any(|word| word.one_of(&["stand", "stands", "standing", "leave", "left", "stop", "stopped"]));
            let up_to = question.says("up to")
                || question.says("get to with")
                || question.says("got to")
                || question.says("get to");
            matches!(low(2), "we" | "i" | "things") && matches!(low(1), "are" | "am" | "were") && with == Some(1)
                || matches!(low(2), "we" | "i") && low(3) == "at"
                || stand
                    && (matches!(low(2), "we" | "i" | "things" | "it" | "that" | "this" | "everything")
                        || question.says("stand"))
                    && (question.says("stand")
                        || question.says("stands")
                        || question.says("off")
                        || low(2) == "things"
                        || matches!(low(2), "we" | "i") && with.is_some())
                || up_to && matches!(low(2), "we" | "i" | "it" | "the" | "things" | "that")
        }
        ("where", "things" | "we" | "it" | "everything") => {
            matches!(low(2), "stand" | "stands" | "are") || low(3) == "with"
        }
        ("what", "is" | "has" | "have" | "are") => {
            let at = 2 + usize::from(low(2) == "been");
            matches!(low(at), "happening" | "changed" | "outstanding" | "pending" | "cooking")
                || low(at) == "going" && low(at + 1) == "on"
                || low(at) == "up" && matches!(low(at + 1), "with" | "")
                || low(at) == "the" && {
                    // "The present situation", "the state of the roof".
                    let end = question.noun_end(at + 1);
                    core.get(end.wrapping_sub(1)).is_some_and(|word| word.is(&SITUATION))
                        && end - at <= 3
                        && matches!(low(end), "with" | "on" | "of" | "regarding" | "" | "for" | "from" | "in" | "at")
                        && !(low(end - 1) == "story" && low(end) == "of")
                        && !(low(end - 1) == "word" && low(end) == "for")
                }
        }
        ("has" | "have" | "did", _) => question.says("happened with") || question.says("happened to"),
        ("fill", "me" | "us") => {
            // Of a person one is told who they are, of a matter how it stands.
            let at = 2 + usize::from(low(2) == "in") + usize::from(matches!(low(3), "on" | "about"));
            let matter = question.noun_end(at).checked_sub(1).and_then(|last| core.get(last));
            matter.is_some_and(|word| !word.capital)
                && core.get(at).is_some_and(|word| word.one_of(&["the", "our", "my"]))
        }
        _ => false,
    }
}

/// Whether something is done by now: "has the parcel arrived", "is the contract signed", "did Ann get back to us".
fn by_end(question: &Question<'_>) -> bool {
    let core = question.core();
    let low = |n: usize| question.low(n);
    let once =
        core.iter().any(|word| word.one_of(&["ever", "before", "never", "usually", "why", "how", "many", "much"]));
    match low(0) {
        "has" | "have" => {
            let at = core.iter().skip(2).position(|word| word.is(&COMPLETED)).map(|at| at + 2);
            // "Have the kittens been rehomed".
            let undergone = core.windows(2).any(|pair| pair[0].low == "been" && pair[1].low.ends_with("ed"));
            if undergone && !once && !matches!(low(1), "i" | "you") {
                return true;
            }
            let subject = low(1) != "you" && (low(1) != "i" || question.says("yet"));
            !once
                && subject
                && at.is_some_and(|at| low(at) != "got" || matches!(low(at + 1), "back" | "in" | "over"))
                && !(low(1) == "we" && low(2) == "got")
        }
        "is" | "are" => {
            let again = core.len() > 3 && matches!(low(core.len() - 1), "again" | "back" | "up" | "running");
            let state = (core.last().is_some_and(|word| word.is(&STATE)) || again) && core.len() >= 3;
            state
                && !matches!(low(1), "it" | "there")
                && !once
                && !core[1..].iter().any(|word| word.one_of(&["or", "good"]))
        }
        "did" => {
            let back = ["get back", "got back", "call back", "write back", "come through", "come back"];
            let ever = low(1) != "i" && low(1) != "we";
            ever && (back.iter().any(|phrase| question.says(phrase))
                || question.says("ever")
                    && core.iter().any(|word| {
                        word.one_of(&[
                            "reply", "answer", "respond", "arrive", "confirm", "sign", "turn", "show", "finish", "fix",
                            "send", "decide", "pay",
                        ])
                    }))
        }
        _ => false,
    }
}
