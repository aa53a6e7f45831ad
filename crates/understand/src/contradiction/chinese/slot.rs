//! Properties of which there is one value at a time, and what stands in them.

use super::Left;
use super::lexicon::{Kind, id};
use super::statement::{Statement, Word};

/// What has one holder: who leads, who answers for it.
const HELD: [u64; 8] =
    [id("负责"), id("组长"), id("队长"), id("店长"), id("班主任"), id("校长"), id("经理"), id("领导")];

/// What people do once a day or by an appointment.
const TIMED: [u64; 16] = [
    id("起床"),
    id("睡觉"),
    id("上班"),
    id("出发"),
    id("发车"),
    id("起飞"),
    id("出生"),
    id("截止"),
    id("结婚"),
    id("开门"),
    id("休息"),
    id("跑步"),
    id("健身"),
    id("洗澡"),
    id("面试"),
    id("手术"),
];

/// What something is made with, one at a time.
const MADE: [u64; 5] = [id("写"), id("开发"), id("实现"), id("存"), id("部署")];

/// What is done to one thing only.
const SINGLE: [u64; 9] =
    [id("毕业"), id("返回"), id("监听"), id("属于"), id("朝"), id("部署"), id("任教"), id("起飞"), id("出发")];

/// Whether both tell of doing the same, whatever it is done with.
fn same_act(a: &Statement, b: &Statement) -> bool {
    let light = |verb: &u64| ![id("能"), id("要"), id("有")].contains(verb) && b.verbs.contains(verb);
    a.verbs.iter().any(light) || a.words.iter().any(|word| word.kind == Kind::Verb && b.claims(word.id))
}

/// Whether a word can be a name or a value that is not in the list.
fn is_open(word: &Word) -> bool {
    matches!(word.kind, Kind::Unknown | Kind::Foreign | Kind::Name | Kind::Kin)
}

/// Whether a word can be a place.
fn is_place(word: &Word) -> bool {
    matches!(word.kind, Kind::Unknown | Kind::City | Kind::Region | Kind::Country)
}

/// Whether they name different people for what one person is: 客服由小刘负责.
pub(super) fn other_holder(a: &Statement, b: &Statement) -> bool {
    if a.past || b.past || a.wish || b.wish || !a.denials.is_empty() || !b.denials.is_empty() {
        return false;
    }
    let held = HELD.iter().find(|held| a.claims(**held) && b.claims(**held)).copied();
    let by = [a, b].iter().all(|one| one.joints.contains(&id("由")));
    let Some(held) = held.or(by.then_some(0)) else { return false };
    let left = Left::of(a, b);
    let person = |words: &[&Word]| {
        !words.is_empty() && words.len() < 4 && words.iter().all(|word| matches!(word.kind, Kind::Unknown | Kind::Name))
    };
    let shared = a.words.iter().any(|word| word.id != held && b.claims(word.id) && !word.kind.is_person());
    shared && person(&left.a) && person(&left.b)
}

/// Whether the same takes place at another time.
pub(super) fn other_time(a: &Statement, b: &Statement, left: &Left<'_>) -> bool {
    // The same is done once a day or once an hour.
    let bare = left.a.is_empty() && left.b.is_empty() && a.denials.is_empty() && b.denials.is_empty();
    if bare && a.times.other_pace(&b.times) && !a.times.conflicts(&b.times) {
        return true;
    }
    if !a.times.conflicts(&b.times) || a.denials.is_empty() != b.denials.is_empty() && !(a.change || b.change) {
        return false;
    }
    let shared = |word: &&Word| !word.kind.is_person() && b.claims(word.id);
    let shares = a.words.iter().any(|word| shared(&word));
    if (a.change || b.change) && shares {
        return true;
    }
    if a.times.split(&b.times) || !left.a.is_empty() && !left.b.is_empty() || !shares || a.likes() {
        return false;
    }
    let of_thing = a.who.is_empty() && b.who.is_empty();
    let timed = TIMED.iter().any(|verb| a.claims(*verb) && b.claims(*verb));
    let clocks = !a.times.clocks.is_empty() && !b.times.clocks.is_empty();
    of_thing || timed || clocks && left.a.is_empty() && left.b.is_empty() && !a.times.apart(&b.times)
}

/// Whether one property has another value.
pub(super) fn other_value(a: &Statement, b: &Statement, left: &Left<'_>) -> bool {
    let plain = |words: &[&Word]| words.iter().all(|word| !word.denied);
    if left.a.is_empty() || left.b.is_empty() || !plain(&left.a) || !plain(&left.b) {
        return false;
    }
    let changed = a.change || b.change;
    let shares = |word: u64| a.claims(word) && b.claims(word);
    let any_shared = a.words.iter().any(|word| !word.kind.is_person() && b.claims(word.id)) || a.who == b.who;
    let exclusive = a.words.iter().any(|word| word.kind == Kind::Exclusive && b.claims(word.id));
    let open = |words: &[&Word]| words.iter().all(|word| is_open(word));
    let both_open = open(&left.a) && open(&left.b);
    // A thing has one place and is one thing of a kind; a person is many.
    let joined = |joint: u64| a.joints.contains(&joint) && b.joints.contains(&joint);
    let things = a.words.iter().any(|word| word.subject && !word.kind.is_person() && b.claims(word.id))
        && a.who.is_empty()
        && b.who.is_empty();
    let in_subject = left.a.iter().chain(&left.b).any(|word| word.subject);
    if changed && shares(id("住")) && a.who == b.who {
        return true;
    }
    if changed && any_shared && both_open && !in_subject {
        return true;
    }
    if (a.only || b.only)
        && !in_subject
        && same_act(a, b)
        && left.a.iter().any(|one| left.b.iter().any(|other| one.kind == other.kind || is_open(one) || is_open(other)))
    {
        return true;
    }
    let both_places = left.a.iter().chain(&left.b).all(|word| is_place(word));
    if (both_open || both_places) && SINGLE.iter().any(|verb| shares(*verb)) && a.who == b.who {
        return true;
    }
    if (both_open || both_places) && exclusive {
        return true;
    }
    if both_open && !in_subject && things && (joined(id("是")) || joined(id("在")) || joined(id("为"))) {
        return true;
    }
    let uses = |statement: &Statement| statement.verbs.contains(&id("用"));
    if both_open && uses(a) && uses(b) && MADE.iter().any(|verb| shares(*verb)) {
        return true;
    }
    if both_open && joined(id("在")) && shares(id("上班")) && a.who == b.who {
        return true;
    }
    // What one did at school and at university are two things.
    let beyond = |words: &[&Word]| words.iter().any(|word| word.kind != Kind::Stage && word.id != id("读"));
    left.a.iter().filter(|word| word.kind.is_value()).any(|one| {
        let rivals = left.b.iter().filter(|other| other.kind == one.kind);
        rivals.take(1).any(|_| match one.kind {
            _ if changed || exclusive => true,
            Kind::Colour | Kind::Material => things && !a.likes(),
            Kind::Job => !a.likes() && a.who == b.who,
            Kind::Stage => a.who == b.who && !(beyond(&left.a) && beyond(&left.b)),
            Kind::City | Kind::Region | Kind::Country => {
                (shares(id("上班")) || things && joined(id("在"))) && !a.likes()
            }
            Kind::Language => uses(a) && uses(b) || shares(id("回答")),
            Kind::Brand => shares(id("手机")) || shares(id("汽车")) || shares(id("电脑")),
            Kind::Transport => shares(id("上班")),
            _ => false,
        })
    })
}
