//! Tells small talk ("ok thanks") that a person asked to remember.
//!
//! It is stored all the same, since they asked, with a warning. Small talk is only what neither the detector of
//! memorable text nor the router finds anything in.

use soulfile_text::sentences;
use soulfile_understand::autodetect;
use soulfile_understand::route::Route;

/// What a person is told.
pub(super) const WARNING: &str =
    "kept as you asked, although it reads like nothing lasting; `soul forget` takes it back";

/// Tags the router fills up with.
const FILLERS: [&str; 2] = ["fact", "note"];

/// Whether a text, routed as `route`, holds nothing anybody would look for.
pub(super) fn is_passing(text: &str, route: &Route) -> bool {
    let named = !route.entities.is_empty() || !route.relations.is_empty() || !route.dates.is_empty();
    // A number is a value somebody may look for.
    if named || route.core_update || text.contains(|c: char| c.is_numeric()) {
        return false;
    }
    // A tag that is no word of the text is a topic the router knows.
    let lower = text.to_lowercase();
    let topical = route.tags.iter().any(|tag| !FILLERS.contains(&tag.as_str()) && !lower.contains(tag.as_str()));
    let said = sentences::split(text);
    let asks = !said.is_empty() && said.iter().all(|sentence| sentence.question);
    (asks || !topical) && !autodetect::detect(text).is_memorable()
}

#[cfg(test)]
mod tests {
    use soulfile_understand::route::{Origin, route};

    use super::is_passing;

    fn check(text: &str) -> bool {
        let now: jiff::Zoned = "2026-02-02T10:00:00[UTC]".parse().expect("a moment");
        is_passing(text, &route(text, Origin::Explicit, &now))
    }

    #[test]
    fn talk_is_passing_and_what_says_something_is_not() {
        for text in ["ok thanks", "thanks a lot!", "sounds good", "hmm", "hello", "what is the weather like?", "哈哈"]
        {
            assert!(check(text), "{text}");
        }
        for text in [
            "The gym opens at seven",
            "our wedding song was Harvest Moon",
            "the staging database is called iris",
            "buy milk",
            "tomato soup needs basil",
            "the door code is 4711",
            "Ana plays the cello",
            "I'm allergic to peanuts. Thanks!",
            "妈妈喜欢花",
        ] {
            assert!(!check(text), "{text}");
        }
    }
}
