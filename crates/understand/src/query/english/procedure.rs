//! Questions about how something is usually done.
//!
//! Three ways to ask: by "how" with the verb of a habit, by a noun for a way of working that the question is after,
//! and by "what do we do" under a condition.

use super::words::{AUX, DETERMINER, Gap, HABIT, Question, SELF, TELL, WH, Word, word_sets};

word_sets! {
    /// Nouns for a way of doing something.
    NOUN = "process processes procedure procedures workflow workflows routine routines steps checklist checklists recipe recipes protocol protocols runbook runbooks playbook playbooks method methods drill drills ritual rituals sop sops how-to howto convention conventions instructions practice practices methodology regimen regime ropes guidelines walkthrough directions";
    /// Nouns for one where they are somebody's own and for a purpose.
    OWN_NOUN = "system approach trick technique formula sequence rule rules strategy custom habit habits way ways setup order policy policies";
    /// What makes a way the usual one.
    USUAL = "usual normal standard proper right correct preferred typical regular established agreed customary default official own accepted tried trusted";
    /// What asks for the best there is, and for no habit.
    BEST = "best quickest fastest easiest cheapest good better simplest shortest safest only";
    /// Words after "how" that ask for a measure.
    MEASURE = "much many old long far often big tall deep wide high heavy fast quickly good well bad close soon late early about come likely large small expensive strong hot cold busy happy sure certain serious frequently recently";
    /// What is felt or known, and no work.
    STATE = "know feel look like love take prefer think want compare rate relate seem sound spell pronounce call rank fare stand differ doing cope see view owe recognise recognize address describe characterise become end get";
    /// Things people take the way they like them.
    TAKEN = "coffee tea espresso latte whisky whiskey steak eggs bagel martini toast chai";
    /// Verbs that tell of once.
    WH_PAST = "did was were had";
    /// Groups one belongs to.
    GROUP = "team crew staff department everyone people folks company office family household squad shop lab group clinic kitchen";
    /// Choices rather than steps.
    CHOSEN = "eat drink have order wear call pay buy get like take read watch listen prefer spend earn owe tip love hate cost weigh live stay sleep say think want drive";
    /// What opens a condition.
    CONDITION = "when before after if whenever once first each every while until upon";
    /// What states say of themselves with the form of a participle.
    NAMED = "called named related spelled spelt pronounced connected married based interested tired excited worried involved located pleased affected situated supposed";
    /// How one is tied to another.
    CONNECTED = "related connected linked tied associated acquainted";
    /// Participles without the usual ending.
    PARTICIPLE = "done made run kept sent paid built written cut set put fed taken given drawn sold bought split held dealt sorted laid taught grown cooked brewed brought begun chosen";
    /// What a way of working does.
    CONSISTS = "look involve include entail consist work go contain cover say";
}

pub(super) fn is_asked(question: &Question<'_>) -> bool {
    let core = question.core();
    if core.is_empty() || matches!(question.low(0), "why" | "where" | "when" | "whose") {
        return false;
    }
    (question.says("step by step") || question.says("course of action")) && !question.says_any(&WH_PAST)
        || by_how(question)
        || by_noun(question)
        || by_condition(question)
        || by_order(question)
}

fn is_how_of_habit(question: &Question<'_>, at: usize) -> bool {
    let core = question.core();
    let low = |n: usize| question.low(at + n);
    let Some(next) = core.get(at + 1) else { return false };
    if next.is(&MEASURE) {
        return false;
    }
    match low(1) {
        "to" => core.len() > at + 2,
        "do" | "does" | "should" | "shall" | "must" | "would" => by_subject(question, at + 2, low(1)),
        "did" | "have" | "has" => core[at + 2..].iter().take(3).any(|word| word.is(&HABIT)),
        "am" | "are" | "is" if core.get(at + 2).is_some_and(|word| word.is(&SELF)) => {
            matches!(low(3), "supposed" | "meant" | "expected" | "to" | "required")
        }
        "is" | "are" | "gets" => is_done_to(question, at + 2),
        // Inside another sentence: "how we close the books", "how lunch is prepared".
        _ if question.embedded && passive_at(question, at).is_some() => {
            let verb = passive_at(question, at).unwrap_or(at);
            let person = next.capital && verb <= at + 3 && core[at + 1..verb].iter().all(|word| word.capital);
            !person
                && !core[verb..].iter().any(|word| word.low.ends_with("ing") || word.is(&NAMED) || word.is(&CONNECTED))
        }
        _ => {
            let plural = by_subject(question, at + 1, "do");
            plural && !core[at + 1..].iter().take(4).any(|word| word.is(&AUX) && !word.one_of(&["do", "should"]))
        }
    }
}

/// Where the verb of "how lunch is prepared" stands.
fn passive_at(question: &Question<'_>, at: usize) -> Option<usize> {
    let core = question.core();
    let verb = (at + 2..core.len().min(at + 7)).find(|n| matches!(question.low(*n), "is" | "are"))?;
    core[verb + 1..].iter().take(3).any(is_participle).then_some(verb)
}

/// The subject and the verb of "how do … ".
fn by_subject(question: &Question<'_>, at: usize, aux: &str) -> bool {
    let core = question.core();
    let Some(subject) = core.get(at) else { return false };
    let own = matches!(&*subject.low, "our" | "my" | "the" | "your" | "most");
    let group = core[at..].iter().take(3).position(|word| word.is(&GROUP));
    let verb_at = if subject.is(&SELF) || &*subject.low == "you" {
        at + 1
    } else if let Some(group) = group.filter(|_| own || subject.is(&GROUP)) {
        at + group + 1
    } else if matches!(aux, "should" | "must") {
        // "How should a release be tagged".
        return core[at..].windows(2).any(|pair| pair[0].low == "be" && is_participle(&pair[1]));
    } else if matches!(&*subject.low, "our" | "my") || is_noun(question, at, question.noun_end(at)) {
        let end = question.noun_end(at);
        return core.get(end).is_some_and(|word| word.one_of(&["work", "works", "go", "goes", "look"]));
    } else {
        return false;
    };
    let habit = core[verb_at.min(core.len())..].iter().take_while(|word| word.is(&HABIT) || word.low == "all").count();
    let mut verb_at = verb_at + habit;
    if matches!(question.low(verb_at), "like" | "prefer" | "tend" | "need" | "have" | "want")
        && question.low(verb_at + 1) == "to"
    {
        verb_at += 2;
    }
    let Some(verb) = core.get(verb_at) else { return false };
    let get_to = verb.low == "get" && !matches!(question.low(verb_at + 1), "to" | "there" | "on" | "along");
    if verb.low == "take" {
        return !core[verb_at + 1..].iter().any(|word| word.is(&TAKEN));
    }
    // "How we met" is told once.
    let told = matches!(&*core[at].low, "i" | "we") && crate::claim::is_past_verb(&verb.low) && question.embedded;
    (get_to || !verb.is(&STATE)) && (!told || is_base_form(&verb.low))
}

/// Past forms that are the present too.
fn is_base_form(low: &str) -> bool {
    matches!(
        low,
        "set" | "put" | "cut" | "run" | "read" | "split" | "let" | "shut" | "feed" | "spread" | "cast" | "reset"
    )
}

/// "How are invoices approved": something is done, and it is not said of a state.
fn is_done_to(question: &Question<'_>, at: usize) -> bool {
    let core = question.core();
    let Some(subject) = core.get(at) else { return false };
    if subject.capital && !subject.is(&DETERMINER) {
        return false;
    }
    core[at + 1..].iter().any(|word| is_participle(word) && !word.capital)
        && !core[at..].iter().any(|word| word.low.ends_with("ing") && word.low.len() > 4 || word.is(&NAMED))
}

fn is_participle(word: &Word) -> bool {
    word.is(&PARTICIPLE) || word.low.ends_with("ed") && word.low.len() > 3
}

fn by_how(question: &Question<'_>) -> bool {
    let core = question.core();
    if question.low(0) == "how" {
        return is_how_of_habit(question, 0);
    }
    let open = matches!(question.low(0), "what" | "is" | "do" | "have")
        || core[0].is(&TELL)
        || !core[0].is(&WH) && !core[0].is(&AUX);
    if !open || question.low(0) == "remind" && question.low(2) == "to" {
        return false;
    }
    (1..core.len()).any(|at| {
        core[at].low == "how"
            && match question.low(at + 1) {
                "to" => true,
                "i" | "we" | "our" | "the" => is_how_of_habit(question, at),
                _ => false,
            }
    })
}

/// Whether the noun at `from..end` is a way of working.
fn is_noun(question: &Question<'_>, from: usize, end: usize) -> bool {
    let core = question.core();
    let Some(chunk) = core.get(from..end).filter(|chunk| !chunk.is_empty()) else { return false };
    let last = &chunk[chunk.len() - 1];
    let next = question.low(end);
    if last.is(&NOUN) {
        // "A recipe" is any recipe; "the recipe" is one of ours.
        let anyones =
            chunk[0].one_of(&["a", "some", "any"]) && last.one_of(&["recipe", "recipes", "instructions", "directions"]);
        return !anyones && (last.low.starts_with("practice") || !chunk.iter().any(|word| word.is(&BEST)));
    }
    if last.low == "step" {
        let placed = chunk.iter().any(|word| word.one_of(&["first", "second", "third", "last", "final", "very"]));
        return placed || chunk.iter().any(|word| word.low == "next") && matches!(next, "in" | "of" | "after" | "when");
    }
    if !last.is(&OWN_NOUN) || chunk.iter().any(|word| word.is(&BEST)) {
        return false;
    }
    let own = chunk[0].one_of(&["my", "our"]);
    let usual = chunk.iter().any(|word| word.is(&USUAL));
    let after = question.core().get(end + 1);
    let doing = after.is_some_and(|word| word.low.ends_with("ing"));
    match &*last.low {
        "way" | "ways" => match next {
            "i" | "we" => !core[end + 1..].iter().take(2).any(|word| crate::claim::is_past_verb(&word.low)),
            "of" => own || usual || doing,
            "to" => after.is_some_and(|word| !word.is(&DETERMINER) && !word.capital),
            _ => own || usual,
        },
        "order" => matches!(next, "of" | "for" | "in" | "to") && doing || next == "in" && question.says("in which"),
        _ if matches!(next, "we" | "i") => !crate::claim::is_past_verb(question.low(end + 1)),
        _ => {
            (own || usual)
                && matches!(next, "for" | "to" | "when" | "of" | "with" | "on" | "about" | "before" | "after")
        }
    }
}

fn by_noun(question: &Question<'_>) -> bool {
    let core = question.core();
    let first = question.low(0);
    let noun_at = |from: usize| {
        let end = question.noun_end(from);
        // "The order of steps", "ground rules and steps".
        let listed = question.low(end) == "of"
            && end > 0
            && core[end - 1].one_of(&["sequence", "order", "list", "set", "series", "number", "run-through"]);
        let and = question.low(end) == "and" || listed;
        is_noun(question, from, end) || and && is_noun(question, end + 1, question.noun_end(end + 1))
    };
    // "According to our conventions".
    let by_rule = ["according to", "per our", "per my", "following our", "following my", "under our", "by our"];
    if by_rule.iter().any(|phrase| {
        question.place_of(phrase).is_some_and(|at| {
            let from = at + 1 + usize::from(*phrase == "according to");
            let from = if question.core().get(from).is_some_and(|word| word.is(&DETERMINER)) { from } else { at + 1 };
            let end = question.noun_end(from);
            core.get(end.wrapping_sub(1)).is_some_and(|word| {
                word.is(&NOUN)
                    || word.one_of(&["rules", "rule", "policy", "handbook", "standards", "standard", "habit"])
            })
        })
    }) && matches!(first, "how" | "what" | "which")
    {
        return true;
    }
    match first {
        "what" | "which" => {
            let mut at = 1;
            while matches!(question.low(at), "is" | "are" | "was" | "were" | "again" | "exactly" | "be" | "s") {
                at += 1;
            }
            if at == 1 && core.get(1).is_some_and(|word| word.is(&NOUN)) {
                // "Which steps do we follow", not "which recipe did we use".
                return core.get(2).is_some_and(|word| {
                    !word.one_of(&["did", "was", "were", "had", "has", "have"])
                        && !crate::claim::is_past_verb(&word.low)
                });
            }
            if matches!(question.low(1), "does" | "do") {
                let end = question.noun_end(2);
                let own = core.get(2).is_some_and(|word| word.one_of(&["my", "our"]));
                return (is_noun(question, 2, end) || own && core[2..].iter().any(|word| word.is(&NOUN)))
                    && core[2..].iter().any(|word| word.is(&CONSISTS));
            }
            if matches!(question.low(1), "comes" | "goes" | "happens") {
                return core[2..].iter().any(|word| word.is(&NOUN) || word.one_of(&["first", "next"]));
            }
            noun_at(at) && !question.says("next steps")
        }
        "is" | "are" | "do" | "have" => {
            let after = match (question.low(1), question.low(2)) {
                ("there", _) => 2,
                ("we" | "i" | "you", "have" | "got" | "follow" | "use") => 3,
                _ => return false,
            };
            let from = after + usize::from(matches!(question.low(after), "a" | "an" | "any" | "some"));
            noun_at(from)
        }
        "how" => false,
        _ if core[0].is(&TELL) => {
            if matches!(question.low(1), "me" | "us") && question.low(2) == "through"
                || question.says("me back through")
                || question.says("me again through")
            {
                let goal = question.place_of("through").map_or("", |at| question.low(at + 1));
                return !matches!(goal, "what" | "why" | "who" | "when");
            }
            let mut at = 1;
            while at < core.len()
                && core[at].one_of(&[
                    "me", "us", "of", "about", "on", "up", "out", "again", "over", "through", "for", "what", "all",
                    "down", "back", "to", "my", "memory", "is", "are", "you", "know", "have",
                ])
                && !(core[at].low == "my" && core.get(at + 1).is_some_and(|word| word.low != "memory"))
            {
                at += 1;
            }
            noun_at(at)
        }
        _ if core[0].is(&AUX) || core[0].is(&WH) => {
            // "Our drill for a failed deployment: what is it again?" has its noun before the question.
            false
        }
        _ => noun_at(0),
    }
}

/// "In what order do I feed the animals", "what goes first".
fn by_order(question: &Question<'_>) -> bool {
    let core = question.core();
    let by_means = (1..core.len()).any(|at| {
        core[at].is(&NOUN)
            && matches!(question.low(at - 1), "what" | "which")
            && matches!(question.low(at + 1), "do" | "should" | "must")
    });
    if by_means {
        return true;
    }
    let asks = |at: usize| matches!(question.low(at), "do" | "should" | "must" | "are" | "is" | "does");
    ["what order", "which order", "what sequence", "which sequence"]
        .iter()
        .any(|phrase| question.place_of(phrase).is_some_and(|at| asks(at + 2) || question.embedded))
}

/// "What do we do when a server dies", and what is usually done.
fn by_condition(question: &Question<'_>) -> bool {
    let core = question.core();
    if !matches!(question.low(0), "what" | "which") {
        return false;
    }
    let conditioned = core.iter().skip(2).any(|word| word.is(&CONDITION))
        || ["in case", "in that case", "in such", "in this situation", "in that situation", "then"]
            .iter()
            .any(|phrase| question.says(phrase))
        || question.core.start > 0 && {
            let before = &question.words[..question.core.start];
            before.iter().any(|word| word.is(&CONDITION) || word.low == "for")
                && question.words[question.core.start].gap == Gap::Comma
        };
    if matches!(question.low(1), "needs" | "has") && question.low(2) == "to" {
        return conditioned && matches!(question.low(3), "be" | "happen" | "get");
    }
    let Some(aux) = (1..core.len().min(4)).find(|at| matches!(question.low(*at), "do" | "should" | "must")) else {
        return false;
    };
    let Some(subject) = core.get(aux + 1).filter(|word| word.is(&SELF)) else { return false };
    debug_assert!(subject.is(&SELF));
    let mut at = aux + 2;
    let mut habit =
        core.iter().any(|word| word.is(&HABIT)) || question.says("every time") || question.says("each time");
    while core.get(at).is_some_and(|word| word.is(&HABIT)) {
        at += 1;
    }
    let mut needed = false;
    while matches!(question.low(at), "have" | "need" | "tend" | "like") && question.low(at + 1) == "to" {
        habit |= question.low(at) == "tend";
        needed = true;
        at += 2;
    }
    let Some(verb) = core.get(at) else { return false };
    if habit {
        return !verb.is(&CHOSEN);
    }
    if verb.low == "do" {
        let to = matches!(question.low(at + 1), "to" | "with" | "about") && question.low(aux) == "do" && !needed;
        return conditioned || to;
    }
    conditioned
        && aux == 1
        && !verb.is(&CHOSEN)
        && verb.one_of(&[
            "check", "run", "prepare", "pack", "bring", "start", "clean", "test", "follow", "use", "verify", "back",
            "turn", "switch",
        ])
}

/// Whether what stands before the question names a way of working: "our drill for a fire: how does it go?".
pub(super) fn is_the_topic(question: &Question<'_>) -> bool {
    if question.core.start == 0 {
        return false;
    }
    let refers =
        question.core().iter().any(|word| word.one_of(&["it", "that", "this", "they", "them", "those", "these"]));
    let short = question.core().len() <= 4;
    if !refers && !short || matches!(question.low(0), "when" | "why" | "who" | "has" | "have" | "did" | "where") {
        return false;
    }
    let mut topic = question.topic();
    while topic.core().first().is_some_and(|word| word.is(&super::words::FILLER)) {
        topic.core.start += 1;
    }
    let end = topic.noun_end(0);
    is_noun(&topic, 0, end)
}
