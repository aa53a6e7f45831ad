//! Which store a memory belongs to, by its grammar: who it is about, when it holds, whether it
//! gives steps.

mod about_user;
mod classes;
mod event;
mod instruction;
mod settled;
pub(super) mod words;

use std::sync::LazyLock;

use self::event::Bound;
use super::keeping;
use crate::dates::TimeExpression;
use crate::pattern::Pattern as Regex;
use soulfile_vocabulary::Store;

fn regex(source: &str) -> Regex {
    Regex::new(source)
}

static SCHEDULED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:meeting|appointment|flight|interview|call|dinner|lunch|party|wedding|exam|deadline|demo|launch|concert|trip|visit|train|session|workshop|review|surgery|check-?up|conference|webinar|inspection|delivery|viewing|match|game|race|class|hearing|handover|retro|kick-?off|presentation|audit|reservation|booking|due|leaves|arrives|departs|takes place|is (?:on|at|scheduled|set for|tomorrow|today|tonight|next|this coming)|will|going to|starts|ends|comes|visiting|coming)\b|会议|开会|约了|航班|面试|考试|出差|聚会|婚礼|截止|火车|体检|演出|见面|要去|手术",
    )
});
static HABIT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:every|each|always|usually|normally|never|on (?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends)|weekly|daily|monthly|yearly|annually|since|from (?:\w+day|\d{1,2} ?(?:am|pm|:\d\d)) to \w+|opens|closes|open|closed)\b|每(?:天|周|月|年|个)|总是|从来|一直",
    )
});

/// A day that comes round every year is nobody's appointment.
static YEARLY: LazyLock<Regex> =
    LazyLock::new(|| regex(r"\b(?:birthday|anniversary|name day|years? old)\b|生日|纪念日|岁"));

/// "I have a meeting": one, on one day, and nothing of who somebody is.
static HAS_ONE: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"\b(?:i|we)(?:'ve| have)?(?: also| still)? (?:have|got|booked|made) (?:an?|another|my|the)\b")
});

/// The store for `content`, and whether core memory changes too.
pub(super) fn choose(content: &str, times: &[TimeExpression]) -> (Store, bool) {
    let text = content.trim();
    if let Some(kept) = keeping::kept(text) {
        return (Store::Vault, about_user::is_critical(&text[kept]));
    }
    let parts = words::parts(text);
    if instruction::answers_a_call(text) {
        return (Store::Procedural, false);
    }
    if about_user::is_addressed(text) && instruction::orders(&parts) < 3 {
        return (Store::Core, true);
    }
    let orders = instruction::orders(&parts);
    let bound = event::bound(content, times);
    let event = event::is_event(text, lead_time(content, times), bound);
    let dated = event && bound >= Bound::Weak;
    let decision = event::is_decision(text);
    if event::is_log(content, times) || decision && bound >= Bound::Weak {
        return (Store::Episodic, false);
    }
    if !event && about_user::explains_wish(text) {
        return (Store::Core, true);
    }
    let explicit = || instruction::is_explicit(text);
    if instruction::is_instruction(text, &parts)
        && (!event
            || soulfile_text::script::has_han(text)
            || !dated && (orders > 1 || explicit())
            || explicit() && !words::tells_past(text))
    {
        return (Store::Procedural, false);
    }
    // "I have an MRI on Thursday": one, on one day.
    if bound >= Bound::Weak && HAS_ONE.is_match(text) && !HABIT.is_match(text) && !YEARLY.is_match(text) {
        return (Store::Episodic, false);
    }
    if (about_user::is_priority(text) || about_user::is_health(text)) && !dated {
        return (Store::Core, true);
    }
    if decision {
        return (Store::Episodic, false);
    }
    if settled::settles_somebody(text) {
        return (Store::Semantic, false);
    }
    if event {
        return (Store::Episodic, settled::moves_home(text));
    }
    let about_me = about_user::is_about_user(text);
    let once = bound != Bound::None && !HABIT.is_match(text) && !event::is_being(text) && !YEARLY.is_match(text);
    let planned = once && SCHEDULED.is_match(text);
    let strong = times.iter().any(|time| !time.weak);
    let opens = bound == Bound::Days && (!lead_time(content, times).is_empty() || text.starts_with("As of "));
    if once && (opens || event::is_note(text, bound))
        || planned && (strong || !about_me || HAS_ONE.is_match(text))
        || once && bound >= Bound::Month && starts_we(text)
    {
        return (Store::Episodic, false);
    }
    if about_me { (Store::Core, true) } else { (Store::Semantic, false) }
}

/// The words of a day that opens the text: "Two nights ago", "Last spring".
fn lead_time<'t>(content: &'t str, times: &[TimeExpression]) -> &'t str {
    let opens = |time: &&TimeExpression| !time.weak && content[..time.span.start].trim().is_empty();
    times.iter().find(opens).map_or("", |time| &content[time.span.clone()])
}

fn starts_we(text: &str) -> bool {
    static WE: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(?:i|we|us|our team|the team)\b|我|我们|咱们"));
    WE.is_match(text)
}
