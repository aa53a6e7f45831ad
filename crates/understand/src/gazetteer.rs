//! Names whose type is general knowledge: places, tools, given names, Chinese surnames.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use soulfile_text::literals::Literals;

use crate::word_table::WordSet;

/// A list of `data/gazetteer.txt`.
fn listed(name: &str) -> &'static str {
    let file = include_str!("../data/gazetteer.txt");
    let (_, list) = file.split_once(&format!("[{name}]\n")).expect("the list is in the file");
    list.split_once("\n\n").map_or(list, |(list, _)| list)
}

fn set(name: &str) -> WordSet {
    listed(name).split_whitespace().collect()
}

static PLACE_SET: LazyLock<WordSet> = LazyLock::new(|| set("places"));
static LONG_PLACE_SET: LazyLock<WordSet> =
    LazyLock::new(|| listed("long places").split(['|', '\n']).map(str::trim).collect());
static HAN_PLACES: LazyLock<Vec<&str>> = LazyLock::new(|| listed("han places").split_whitespace().collect());
static HAN_PLACE_RULE: LazyLock<Literals> = LazyLock::new(|| Literals::new(HAN_PLACES.iter().copied()).longest());
static TOOL_SET: LazyLock<WordSet> = LazyLock::new(|| set("tools"));
static COMPANY_SET: LazyLock<WordSet> = LazyLock::new(|| set("companies"));
static CONCEPT_SET: LazyLock<WordSet> = LazyLock::new(|| set("concepts"));
static GIVEN_SET: LazyLock<WordSet> = LazyLock::new(|| set("given names"));
static SURNAMES: LazyLock<&str> = LazyLock::new(|| listed("surnames"));

fn folded(name: &str) -> Cow<'_, str> {
    match name.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b' ' | b'-')) {
        true => Cow::Borrowed(name),
        false => Cow::Owned(name.to_lowercase().replace(".js", "js").replace(".io", "")),
    }
}

/// Says whether `name` is a known place.
pub(crate) fn is_place(name: &str) -> bool {
    let lower = folded(name);
    PLACE_SET.contains(&*lower)
        || LONG_PLACE_SET.contains(&*lower)
        || soulfile_text::script::has_han(name)
            && any_han_place(name.trim_end_matches(['市', '省']), |p, name| p == name)
}

/// Says whether `name` is a known tool.
pub(crate) fn is_tool(name: &str) -> bool {
    let lower = folded(name);
    let Some((first, rest)) = lower.split_once(' ') else { return TOOL_SET.contains(&*lower) };
    TOOL_SET.contains(&*lower)
        || TOOL_SET.contains(lower.replace(' ', "").as_str())
        || TOOL_SET.contains(first)
            && rest.split(' ').next().is_some_and(|w| {
                w.starts_with(|c: char| c.is_ascii_digit())
                    || matches!(
                        w,
                        "actions"
                            | "compose"
                            | "native"
                            | "code"
                            | "db"
                            | "ci"
                            | "pages"
                            | "workers"
                            | "cloud"
                            | "studio"
                            | "desktop"
                            | "swarm"
                    )
            })
}

/// Says whether `name` is a known company.
pub(crate) fn is_company(name: &str) -> bool {
    COMPANY_SET.contains(&*folded(name))
}

/// Says whether `name` is a known acronym of an idea.
pub(crate) fn is_concept(name: &str) -> bool {
    CONCEPT_SET.contains(&*folded(name))
}

/// Says whether the first word of `name` is a given name.
pub(crate) fn is_given_name(name: &str) -> bool {
    let first = name.split([' ', '-']).next().unwrap_or("").to_lowercase();
    GIVEN_SET.contains(first.as_str()) || GIVEN_SET.contains(name.to_lowercase().as_str())
}

/// Says whether `c` is a common Chinese surname.
pub(crate) fn is_surname(c: char) -> bool {
    SURNAMES.contains(c)
}

/// Where known Chinese places stand in `text`.
pub(crate) fn han_places(text: &str) -> impl Iterator<Item = Range<usize>> {
    HAN_PLACE_RULE.find_iter(text).map(|hit| hit.range())
}

fn any_han_place(name: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    HAN_PLACES.iter().any(|place| same(place, name))
}
