//! Changes that leave somebody with another home or another employer: told of others they are facts, of the user events.

use std::sync::LazyLock;

use super::about_user;
use crate::pattern::Pattern as Regex;

fn regex(source: &str) -> Regex {
    Regex::new(source)
}

/// "I moved to Munich": an event that leaves the user with another home, which is to be in mind.
pub(super) fn moves_home(text: &str) -> bool {
    static MOVES: LazyLock<Regex> =
        LazyLock::new(|| regex(r"\b(?:i|i've|ive|we|we've) (?:\w+ ){0,2}(?:moved|relocated) to\b"));
    let home = |slot: &crate::claim::Slot| slot.attribute == "residence" && slot.of == "user";
    // A home is called by its name; who moved to another table lives where they did.
    let named = |end: usize| text[end..].trim_start().starts_with(char::is_uppercase);
    let told = MOVES.find(text).filter(|hit| named(hit.end()) && !about_user::is_of_mine(text));
    told.is_some_and(|hit| crate::claim::slots(&text[hit.start()..]).iter().any(home))
}

/// "Kim moved to Porto last week", "Sam joined Globex in March": whenever it was, where somebody lives or works now.
/// What the speaker did stays an event of their own.
pub(super) fn settles_somebody(text: &str) -> bool {
    // Capitals matter: a home and an employer are called by their names.
    static SETTLES: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(concat!(
            r"^(?:(?:So|And|Also|FYI|Btw|By the way|(?:On|In|Last|This|Yesterday|Today)\b[\w ]{0,20}),? +)?",
            r"(?:(?:My|Our|my|our) (?:[\w'’-]+ ){0,3}?[\w'’-]+|[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2}(?: and [A-Z][\w'’-]*)?)",
            r" (?:(?:has|have|just|finally|recently|also|already|officially) )*",
            r"(?:(?:moved|relocated)(?: back| over)? to (?P<home>[A-Z]\w+)",
            r"|(?:joined|started (?:working )?(?:at|for|with)|signed (?:on )?with|(?:got|took|accepted|started) (?:a|an|the|his|her|their) (?:new )?(?:job|position|role) (?:at|with)|(?:was|were|got) hired (?:by|at)|switched (?:jobs )?to|transferred to) (?P<work>[A-Z]\w+)",
            r"|(?:was|were|got) (?:hired as|promoted(?: to)?)\b|became (?:the |an? )?(?:new )?(?:[\w-]+ )?(?:[A-Z]{2,4}|manager|director|lead|head|partner|professor|teacher|nurse|doctor|engineer|chef|editor)\b|retired\b)",
        ))
        .expect("valid pattern")
    });
    static HAN_SETTLES: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"^[^我咱，。！？]{2,12}(?:搬到|搬去|入职|跳槽到)了?\p{Han}{2,}").expect("valid pattern")
    });
    /// A stay, and company at table: "moved to Porto for a week", "joined Anna for lunch".
    static PASSING: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\bfor (?:an? |the |a few |\w+ )?(?:lunch|dinner|drinks|coffee|breakfast|days?|nights?|weeks?|weekend|months?|call|meeting|holidays?)\b|\b(?:call|meeting|standup|channel)\b",
        )
    });
    if soulfile_text::script::has_han(text) {
        let own = about_user::of_mine(text).unwrap_or(0);
        return HAN_SETTLES.is_match(&text[own..]) || own > 0 && HAN_SETTLES.is_match(&format!("某人{}", &text[own..]));
    }
    // Most statements tell of no such change.
    const CHANGES: &[&str] = &[
        "moved",
        "relocated",
        "joined",
        "started",
        "signed",
        "got ",
        "took",
        "accepted",
        "hired",
        "switched",
        "transferred",
        "promoted",
        "became",
        "retired",
    ];
    if !CHANGES.iter().any(|word| text.contains(word)) {
        return false;
    }
    let Some(hit) = SETTLES.captures(text) else { return false };
    let speaker = hit[0].split([' ', '\'', '’']).any(|word| matches!(word, "I" | "We"));
    let person = hit.name("work").is_some_and(|work| crate::route::gazetteer::is_given_name(work.as_str()));
    !speaker && !person && !PASSING.is_match(text)
}
