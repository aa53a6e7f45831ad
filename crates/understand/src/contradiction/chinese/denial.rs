//! What one Chinese statement denies and the other says.

use super::lexicon::{Kind, covers, id, opposite};
use super::statement::{Denial, Statement, USER, Word};

/// Whether `a` denies what `b` says.
pub(super) fn denies(a: &Statement, b: &Statement) -> bool {
    a.denials.iter().any(|denial| {
        // 去年买了房 is at odds with 还没买房, and not with 不住在南京.
        if b.past && !a.past && !(b.dated && denial.yet) {
            return false;
        }
        if denial.words.is_empty() && !denial.verbs.is_empty() {
            return denies_verb(denial, a, b);
        }
        // What stands before a denial is not said either: 开车技术不好.
        let sure = |clause: usize| b.denials.iter().all(|other| other.clause != clause);
        let told = |word: &u64| {
            b.words.iter().any(|known| {
                let says = !known.denied && !known.dropped && sure(known.clause);
                says && (known.id == *word || covers(*word, known.id))
            })
        };
        // Who does not like to drink it does not drink it every day.
        let eats = [id("吃"), id("喝")].iter().any(|verb| denial.verbs.contains(verb) && b.verbs.contains(verb));
        let implied = |word: &u64| *word == id("喜欢") && eats && !b.past;
        let person = |word: &u64| a.words.iter().any(|known| known.id == *word && known.kind.is_person());
        let of_person = denial.words.iter().all(person)
            && !a.words.iter().any(|word| !word.kind.is_person() && b.mentions(word.id));
        let planned = a.been && !b.been && b.verbs.contains(&id("要"));
        // Not to want something is not to be without it.
        let unwanted = a.wish && !b.wish;
        let unmet = denial.conditions.iter().any(|word| !b.mentions(*word));
        if of_person || planned || unwanted || unmet {
            return false;
        }
        let mut words = denial.words.iter().peekable();
        words.peek().is_some()
            && words.clone().any(|word| told(word) && *word != id("喜欢"))
            && words.all(|word| told(word) || implied(word))
            && denial.verbs.iter().all(|verb| entails(b, *verb))
            && !is_single_letter(denial, a, b)
            && fits_in_time(denial, a, b)
            && !(b.wish && !a.wish && denial.verbs.iter().any(|verb| [id("能"), id("有")].contains(verb)))
    })
}

/// Nothing but a verb is denied: of the subject, or of what the clause before names.
fn denies_verb(denial: &Denial, a: &Statement, b: &Statement) -> bool {
    let before = |word: &&Word| match denial.clause {
        0 => word.subject,
        clause => word.clause < clause && !word.kind.is_person() && !matches!(word.kind, Kind::Like | Kind::Job),
    };
    let named = a.words.iter().filter(before);
    let shared = named.clone().filter(|word| b.claims(word.id));
    let enough = match denial.clause {
        0 => named.count() == shared.clone().count() && shared.count() > 0,
        _ => {
            let known = shared.clone().any(|word| word.kind != Kind::Unknown);
            known || shared.count() > 1
        }
    };
    let eats = |verb: &u64| [id("吃"), id("喝"), id("用")].contains(verb) && b.likes();
    enough
        && !denial.counts
        && denial.verbs.iter().all(|verb| b.verbs.contains(verb) || eats(verb))
        && b.denials.is_empty()
        && fits_in_time(denial, a, b)
}

/// One letter of a longer word is no word: 工地, 开工.
fn is_single_letter(denial: &Denial, a: &Statement, b: &Statement) -> bool {
    let [word] = denial.words[..] else { return false };
    let unknown = a.words.iter().any(|known| known.id == word && known.kind == Kind::Unknown);
    unknown && !b.likes() && !denial.verbs.iter().all(|verb| b.verbs.contains(verb))
}

/// What is denied of some days says nothing of the others.
fn fits_in_time(denial: &Denial, a: &Statement, b: &Statement) -> bool {
    !denial.times.apart(&b.times) && (!denial.times.narrower(&b.times) || a.change || b.wish)
}

/// Whether a statement tells of what a light verb says.
fn entails(told: &Statement, verb: u64) -> bool {
    let says = |word: &str| told.mentions(id(word));
    let does = |verb: &str| told.verbs.contains(&id(verb));
    if verb == id("有") {
        return does("有") || says("买") || !(told.likes() || says("怕") || says("过敏") || says("认识") || does("吃"));
    }
    if verb == id("吃") || verb == id("喝") {
        let somebody = !told.who.is_empty() || does("吃") || does("喝") || told.likes();
        return !does("有") && !says("过敏") && somebody;
    }
    if verb == id("说") {
        return !says("读") && !says("听") && !says("写") && !says("学习");
    }
    if verb == id("能") {
        return !says("学习");
    }
    if verb == id("去") {
        return does("去") || says("旅游") || says("出差") || says("健身");
    }
    true
}

/// Whether `a` says that the user has no such relative as `b` tells of: an only child has no sister.
pub(super) fn rules_out_kin(a: &Statement, b: &Statement) -> bool {
    if a.who != [USER] || a.past || b.past || a.wish || b.wish {
        return false;
    }
    let mut kin = b.words.iter().filter(|word| word.kind == Kind::Kin && !word.denied && !word.dropped);
    let none = |kin: u64| {
        let without = |denial: &Denial| {
            denial.verbs.len() <= 1
                && denial.verbs.iter().all(|verb| *verb == id("有"))
                && matches!(denial.words[..], [word] if word == kin || covers(word, kin))
        };
        a.words.iter().any(|word| !word.denied && opposite(word.id, kin) && !b.mentions(word.id))
            || a.denials.iter().any(without)
    };
    kin.any(|word| b.who.iter().all(|who| *who == USER || *who == word.id) && none(word.id))
}
