//! Compares two Chinese statements.
//!
//! Each is taken apart into words by kind and meaning, numbers, times and what it denies. What both share is set
//! aside, and what is left over on each side decides. Start with [`judge`].

mod cut;
mod denial;
mod lexicon;
mod number;
mod slot;
mod statement;
mod time;
mod weigh;
mod weights;

use super::Verdict;
use super::likely::likely;
use lexicon::{Kind, covers, id, opposite};
pub(super) use statement::{Statement, read};
use statement::{USER, Word};

type Outcome = (Verdict, &'static str);

const COMPATIBLE: Outcome = (Verdict::Compatible, "none");

const fn odds(aspect: &'static str) -> Outcome {
    (Verdict::Contradiction, aspect)
}

/// Judges two statements, the older first.
pub(super) fn judge(a: &Statement, b: &Statement) -> Outcome {
    if same(a, b) {
        return (Verdict::Duplicate, "none");
    }
    let both = |holds: &dyn Fn(&Statement, &Statement) -> bool| holds(a, b) || holds(b, a);
    if both(&denial::rules_out_kin) {
        return odds("negation");
    }
    if slot::other_holder(a, b) {
        return odds("value");
    }
    let subjects = subjects(a, b);
    if subjects == Subjects::Other {
        return COMPATIBLE;
    }
    let changed = a.change || b.change;
    if !same_tense(a, b) && !changed {
        return if both(&denial::denies) { odds("negation") } else { COMPATIBLE };
    }
    if both(&is_over) {
        return odds("update");
    }
    if subjects == Subjects::Unnamed {
        return COMPATIBLE;
    }
    let apart = a.times.apart(&b.times) && !changed;
    if both(&denial::denies) {
        return odds("negation");
    }
    if a.wish != b.wish {
        return COMPATIBLE;
    }
    if both(&gives_up) {
        return odds("update");
    }
    let left = Left::of(a, b);
    if !apart && opposed(a, b, &left) {
        return odds("antonym");
    }
    // 会议室A is one of the rooms.
    if left.a.iter().chain(&left.b).any(|word| word.subject && !word.owner) && !changed {
        return COMPATIBLE;
    }
    if !apart && numbers_differ(a, b) && left.one_sided() && (a.denials.len() == b.denials.len() || changed) {
        return odds("number");
    }
    if slot::other_time(a, b, &left) {
        return odds("time");
    }
    if apart {
        return COMPATIBLE;
    }
    if slot::other_value(a, b, &left) {
        return odds("value");
    }
    COMPATIBLE
}

/// What is weighed of two statements, with their texts and whether each tells of a change; for fitting the weights.
pub(super) fn signs(
    a: &Statement,
    b: &Statement,
    texts: [&str; 2],
    announced: [bool; 2],
) -> impl Iterator<Item = (&'static str, f32)> + use<> {
    weights::SIGNS.iter().map(|sign| sign.0).zip(weigh::values(a, b, texts, announced))
}

/// What is likely of two statements that no rule found to be the same or at odds.
pub(super) fn weigh(a: &Statement, b: &Statement, texts: [&str; 2], announced: [bool; 2]) -> Verdict {
    likely(&weights::SIGNS, &weigh::values(a, b, texts, announced))
}

/// What each statement says that the other does not.
struct Left<'a> {
    pub a: Vec<&'a Word>,
    pub b: Vec<&'a Word>,
}

impl<'a> Left<'a> {
    fn of(a: &'a Statement, b: &'a Statement) -> Left<'a> {
        let beside = |one: &'a Statement, other: &Statement| -> Vec<&'a Word> {
            let told = |word: &&Word| !one.is_generic(word) && !other.mentions(word.id);
            one.words.iter().filter(told).collect()
        };
        Left { a: beside(a, b), b: beside(b, a) }
    }

    /// Whether one says nothing of its own.
    fn one_sided(&self) -> bool {
        self.a.is_empty() || self.b.is_empty()
    }
}

impl Statement {
    fn mentions(&self, word: u64) -> bool {
        self.words.iter().any(|known| known.id == word)
    }

    /// Whether it says so itself, of now.
    fn claims(&self, word: u64) -> bool {
        self.words.iter().any(|known| known.id == word && !known.denied && !known.dropped)
    }

    fn likes(&self) -> bool {
        self.words.iter().any(|word| word.kind == Kind::Like)
    }

    /// Whether a word adds nothing where it stands: the dog of 金毛犬.
    fn is_generic(&self, word: &Word) -> bool {
        const ENDINGS: [u64; 13] = [
            id("者"),
            id("症"),
            id("病"),
            id("份"),
            id("所"),
            id("树"),
            id("部"),
            id("员"),
            id("款"),
            id("狗"),
            id("成"),
            id("植物"),
            id("拳"),
        ];
        let after = |at: usize| {
            at > 0 && matches!(self.words[at - 1].kind, Kind::Unknown | Kind::Noun) || word.kind == Kind::Unknown
        };
        ENDINGS.contains(&word.id) && self.words.iter().position(|known| std::ptr::eq(known, word)).is_some_and(after)
    }

    fn bag(&self, kept: impl Fn(&Word) -> bool) -> Vec<u64> {
        // Who is called so is so, and a Tesla need not be called a car.
        let said = |word: &&Word| {
            let special = |other: &Word| other.clause == word.clause && covers(word.id, other.id);
            let job = word.id == id("上班") && self.verbs.contains(&id("做"));
            kept(word)
                && !job
                && word.id != id("叫")
                && word.id != id("属于")
                && !self.is_generic(word)
                && !self.words.iter().any(special)
        };
        let words = self.words.iter().filter(said);
        let mut bag: Vec<u64> = words.map(|word| word.id).collect();
        bag.sort_unstable();
        bag.dedup();
        bag
    }

    fn amounts(&self) -> impl Iterator<Item = &number::Quantity> {
        self.quantities.iter().filter(|quantity| !quantity.weak)
    }
}

/// Whether both say the same in other words.
fn same(a: &Statement, b: &Statement) -> bool {
    let verbs = |statement: &Statement| -> Vec<u64> {
        let weak = ["能", "要", "去", "做", "加", "放", "点", "参加", "花", "选", "拿", "带", "说"].map(id);
        statement.verbs.iter().filter(|verb| !weak.contains(verb)).copied().collect()
    };
    let (one, other) = (verbs(a), verbs(b));
    let fits = one.is_empty() || other.is_empty() || one.iter().any(|verb| other.contains(verb));
    // Where the owner is known, one need not name it: 公司的年会, 年会.
    let owned = |statement: &Statement| statement.words.iter().any(|word| word.owner);
    let unnamed = owned(a) != owned(b);
    let bags = |kept: &dyn Fn(&Word) -> bool| {
        let of = |one: &Statement, other: &Statement| {
            one.bag(|word| kept(word) && !(unnamed && word.owner && !other.mentions(word.id)))
        };
        let (one, other) = (of(a, b), of(b, a));
        one == other || places(a, &one, b, &other) || places(b, &other, a, &one)
    };
    // One denial is the same wherever its words stand.
    let simple =
        |statement: &Statement| statement.denials.len() == 1 && statement.words.iter().all(|word| word.clause == 0);
    fits && !a.words.is_empty()
        && same_tense(a, b)
        && a.wish == b.wish
        && a.bound == b.bound
        && a.denials.is_empty() == b.denials.is_empty()
        && bags(&|word| word.dropped)
        && match simple(a) && simple(b) {
            true => bags(&|word| !word.dropped),
            false => bags(&|word| !word.denied && !word.dropped) && bags(&|word| word.denied && !word.dropped),
        }
        && same_amounts(a, b)
        && a.times.same(&b.times)
        && !turned_round(a, b)
}

/// Whether `a` only says besides how something is where or what `b` says it is: 钥匙放在柜子里, 钥匙在柜子里.
fn places(a: &Statement, more: &[u64], b: &Statement, less: &[u64]) -> bool {
    let verb = |statement: &Statement, id: &u64| {
        statement.words.iter().any(|word| word.id == *id && word.kind == Kind::Verb && !word.denied)
    };
    let extra: Vec<&u64> = more.iter().filter(|word| !less.contains(word)).collect();
    let joined = [id("是"), id("在"), id("为"), id("由")].iter().any(|joint| b.joints.contains(joint));
    less.len() >= 2
        && more.len() == less.len() + 1
        && extra.len() == 1
        && verb(a, extra[0])
        && joined
        && b.verbs.is_empty()
        && !b.words.iter().any(|word| word.kind == Kind::Verb || word.kind == Kind::Exclusive)
        && a.denials.is_empty()
        && !a.likes()
}

fn same_amounts(a: &Statement, b: &Statement) -> bool {
    let met = |one: &Statement, other: &Statement| {
        one.amounts().all(|amount| {
            other.amounts().any(|known| {
                (known.value - amount.value).abs() < 1e-6
                    && (known.unit == amount.unit || known.unit.is_empty() || amount.unit.is_empty())
            })
        })
    };
    met(a, b) && met(b, a)
}

/// Whether somebody does to another what the other does to them.
fn turned_round(a: &Statement, b: &Statement) -> bool {
    const DONE_TO: [u64; 7] = [id("喜欢"), id("借"), id("欠"), id("教"), id("照顾"), id("认识"), id("怕")];
    let persons = a.words.iter().filter(|word| word.kind.is_person()).count() + usize::from(a.who.contains(&USER));
    persons > 1 && a.who != b.who && a.words.iter().any(|word| DONE_TO.contains(&word.id))
}

/// Whether both tell of now, or both of what has been.
fn same_tense(a: &Statement, b: &Statement) -> bool {
    let past = |statement: &Statement| statement.past || statement.been && statement.denials.is_empty();
    past(a) == past(b) || a.been && b.been
}

/// How what two statements are about stands to each other.
#[derive(PartialEq, Eq)]
enum Subjects {
    /// The same, as far as can be told.
    Same,
    /// One is about a thing that the other does not name, and the other about the user.
    Unnamed,
    /// Different persons or things.
    Other,
}

fn subjects(a: &Statement, b: &Statement) -> Subjects {
    let persons = !a.who.is_empty() && !b.who.is_empty() && !a.who.iter().any(|who| b.who.contains(who));
    // 老吴是用户的领导 and 用户的领导是老吴 are about both.
    let told = |one: &Statement, other: &Statement| one.who != [USER] && one.who.iter().all(|who| other.mentions(*who));
    // 用户和张伟分手 says something of 张伟.
    let with = |one: &Statement, other: &Statement| one.who == [USER] && other.who.iter().all(|who| one.mentions(*who));
    if persons && (with(a, b) || with(b, a)) {
        return Subjects::Unnamed;
    }
    if persons && !(told(a, b) && told(b, a)) {
        return Subjects::Other;
    }
    // 用户的工作地点 is the user's, and nobody else's.
    let stranger = |one: &Statement, other: &Statement| {
        one.owned && one.who.is_empty() && other.who.iter().any(|who| *who != USER && !one.mentions(*who))
    };
    if stranger(a, b) || stranger(b, a) {
        return Subjects::Other;
    }
    let subject = |statement: &Statement| statement.words.iter().filter(|word| word.subject).count();
    let left = |one: &Statement, other: &Statement| {
        let beside = |word: &&Word| word.subject && !one.is_generic(word) && !other.mentions(word.id);
        one.words.iter().filter(beside).count()
    };
    match (left(a, b), left(b, a)) {
        (1.., 1..) => Subjects::Other,
        (1.., 0) if subject(b) == 0 => Subjects::Unnamed,
        (0, 1..) if subject(a) == 0 => Subjects::Unnamed,
        _ => Subjects::Same,
    }
}

/// Whether `a` says that something is over which `b` tells of.
fn is_over(a: &Statement, b: &Statement) -> bool {
    let ends = |word: &&Word| word.kind == Kind::Over && !word.denied;
    a.words.iter().filter(ends).any(|end| {
        if b.mentions(end.id) {
            return false;
        }
        // Who left a firm need not part with what it makes.
        let works = b.claims(id("上班")) || b.words.iter().any(|word| word.kind == Kind::Job);
        if end.id == id("辞职") && !works && !b.verbs.is_empty() {
            return false;
        }
        // What is over stands after the verb, or else before it.
        let at = a.words.iter().position(|word| std::ptr::eq(word, end)).unwrap_or(0);
        let thing = |word: &&Word| {
            !word.kind.is_person() && !matches!(word.kind, Kind::Like | Kind::Over) && word.clause == end.clause
        };
        let mut things: Vec<&Word> = a.words[at..].iter().filter(thing).collect();
        let before = things.is_empty();
        if before {
            things = a.words[..at].iter().filter(|word| thing(word)).collect();
        }
        let shared = things.iter().filter(|word| b.claims(word.id));
        // Who left the bank may work elsewhere.
        if end.id == id("辞职") && things.is_empty() && works {
            return true;
        }
        let elsewhere = end.id == id("辞职") && !things.is_empty() && shared.clone().count() == 0;
        if !elsewhere && b.words.iter().any(|word| !word.denied && opposite(end.id, word.id)) {
            return true;
        }
        // Two letters make a word.
        let known = shared.clone().any(|word| word.kind != Kind::Unknown) || shared.count() > 1;
        known && !(before && things.iter().any(|word| word.kind != Kind::Unknown && !b.mentions(word.id)))
    })
}

/// Whether `a` names what was before, and `b` tells of it: 从X换成Y.
fn gives_up(a: &Statement, b: &Statement) -> bool {
    let before: Vec<u64> = a.words.iter().filter(|word| word.dropped).map(|word| word.id).collect();
    // To like one better is not to do without the other.
    let prefers = b.words.iter().any(|word| word.dropped || word.id == id("最"));
    let moves = a.change || !a.over;
    moves && !before.is_empty() && before.iter().all(|word| b.claims(*word)) && (!a.likes() || prefers)
}

/// Whether they hold words that cannot both be.
fn opposed(a: &Statement, b: &Statement, left: &Left<'_>) -> bool {
    let free = |one: &Statement, other: &Statement| {
        one.claims(id("免费")) && other.amounts().any(|amount| amount.unit == "元")
    };
    if left.a.len() + left.b.len() == 1 && (free(a, b) || free(b, a)) {
        return true;
    }
    left.a.iter().any(|one| {
        left.b.iter().any(|other| {
            let plain = |word: &Word| !word.denied && word.kind != Kind::Unknown;
            // Who studied there may have done so before.
            let study = [one.id, other.id].contains(&id("毕业")) && !a.now && !b.now;
            if study || !plain(one) || !plain(other) || one.subject && other.subject || !opposite(one.id, other.id) {
                return false;
            }
            let rest = |words: &[&Word], but: &Word| words.iter().any(|word| word.id != but.id && !word.subject);
            let shared = a.words.iter().any(|word| b.claims(word.id));
            !(rest(&left.a, one) && rest(&left.b, other)) || shared
        })
    })
}

/// Whether they count the same and come to other numbers.
fn numbers_differ(a: &Statement, b: &Statement) -> bool {
    let differ = |one: &Statement, other: &Statement| {
        one.quantities.iter().any(|amount| {
            let alike: Vec<_> = other
                .quantities
                .iter()
                .filter(|known| known.unit == amount.unit && !(known.weak && amount.weak))
                .collect();
            !alike.is_empty() && alike.iter().all(|known| (known.value - amount.value).abs() > 1e-6)
        })
    };
    differ(a, b) && differ(b, a)
}

#[cfg(test)]
#[path = "chinese_tests.rs"]
mod tests;
