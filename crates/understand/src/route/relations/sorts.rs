//! Relations that the sorts of both ends tell together with little words: what lies where, what is made with what.

use crate::route::entities::Found;
use soulfile_vocabulary::{EntityType, Relation};

/// What lies in what, and what serves what, by the sorts of the two and the little words between them.
pub(super) fn within(text: &str, between: &str, left: &Found, right: &Found) -> Option<(Relation, bool)> {
    let after = &text[right.span.end..];
    let inner = between.trim();
    match (left.kind, right.kind) {
        (EntityType::Place, EntityType::Place) => {
            // 苏州是江苏的一座老城.
            if inner == "是" && after.starts_with('的') {
                return Some((Relation::PartOf, false));
            }
            // 浙江嘉兴: the smaller behind the greater.
            if inner.is_empty() && soulfile_text::script::has_han(&left.name) {
                return Some((Relation::PartOf, true));
            }
            // "Gotland is Sweden's largest island".
            if matches!(inner, "is" | "," | "was") && (after.starts_with("'s ") || after.starts_with("’s ")) {
                return Some((Relation::PartOf, false));
            }
            let bare = inner.strip_suffix(" the").unwrap_or(inner);
            let last = bare.rsplit(' ').next()?;
            let inside = matches!(
                last,
                "in" | "on"
                    | "of"
                    | "within"
                    | "inside"
                    | "southern"
                    | "northern"
                    | "eastern"
                    | "western"
                    | "central"
                    | "upper"
                    | "lower"
                    | "rural"
            );
            const APART: [&str; 18] = [
                "north of",
                "south of",
                "east of",
                "west of",
                "northeast of",
                "northwest of",
                "southeast of",
                "southwest of",
                "outside of",
                "instead of",
                "ahead of",
                "short of",
                "because of",
                "like",
                "near",
                "than",
                " from",
                " to ",
            ];
            let is = bare.len() == last.len()
                || [
                    "is ",
                    "was ",
                    "lies ",
                    "sits ",
                    ", ",
                    "stands ",
                    "can be found",
                    "district ",
                    "island ",
                    "town ",
                    "village ",
                ]
                .iter()
                .any(|start| bare.starts_with(start));
            // "In the north of France" is within it.
            let part = bare.contains("in the north")
                || bare.contains("in the south")
                || bare.contains("in the east")
                || bare.contains("in the west");
            (inside
                && is
                && (part || !APART.iter().any(|apart| bare.contains(apart)))
                && !bare.contains(['.', ';', '!', '?']))
            .then_some((Relation::PartOf, false))
        }
        // 王磊在深圳.
        (EntityType::Person, EntityType::Place) if inner.starts_with('在') => Some((Relation::RelatesTo, false)),
        _ => None,
    }
}

/// "Tern's cache is Redis", "Grafana gets its data from Prometheus".
pub(super) fn made_with(between: &str, left: &Found, right: &Found) -> Option<(Relation, bool)> {
    let fits = matches!(left.kind, EntityType::Project | EntityType::Tool) && right.kind == EntityType::Tool;
    (fits && is_made_with(between.trim())).then_some((Relation::Uses, false))
}

/// "'s cache is", "is", "does its logins with", "renders its maps through".
fn is_made_with(between: &str) -> bool {
    // 灯塔项目的数据库是MySQL.
    if between.ends_with('是') && between.contains('的') {
        return true;
    }
    const NOT: [&str; 12] = [
        "n't ",
        "not ",
        "n’t ",
        "never",
        "no longer",
        "without",
        "away",
        "stopped",
        "dropped",
        " off",
        "instead",
        "before",
    ];
    if NOT.iter().any(|no| between.contains(no)) || between.contains(['.', ';', '!', '?']) {
        return false;
    }
    let bare = between.strip_suffix(" the").or_else(|| between.strip_suffix(" a")).unwrap_or(between);
    let owned = bare.starts_with("'s ") || bare.starts_with("’s ");
    let last = bare.rsplit(' ').next().unwrap_or("");
    match last {
        "is" | "are" => bare == last || owned,
        "with" | "through" | "via" | "using" | "over" | "in" | "on" | "from" | "by" | "to" => {
            bare.contains(' ')
                && !bare.starts_with("is part")
                && !bare.contains("belongs")
                && (last != "from"
                    || !["moved", "migrated", "switched", "moves"].iter().any(|verb| bare.contains(verb)))
                && last != "by"
        }
        _ => false,
    }
}

/// "moved from", "is migrating away from", "swapped": what is named next is what follows.
pub(super) fn leaves(between: &str) -> bool {
    let between = between.trim();
    if matches!(
        between,
        "swapped" | "traded" | "exchanged" | "ditched" | "dropped" | "replaced" | "has swapped" | "has replaced"
    ) {
        return true;
    }
    between.ends_with("from")
        && ["mov", "migrat", "switch", "port", "chang", "went"].iter().any(|verb| between.contains(verb))
}
