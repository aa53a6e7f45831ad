//! Second thoughts on the sort of thing a name denotes: what it is told together with says more than its shape.

use std::sync::LazyLock;

use super::{Found, known};
use crate::pattern::Pattern as Regex;
use soulfile_vocabulary::EntityType;

/// Takes the type of what a guessed name is told together with.
pub(super) fn by_neighbours(text: &str, found: &mut [Found]) {
    static SAME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\b(?:supersed(?:es?|ed)|replac(?:es?|ed)|succeed(?:s|ed)|instead of|rather than|an alternative to|forked? (?:of|from)|(?:sub-?project|sub-?module|part|component|module|member|subsidiary|fork) of|comprises|contains|includes|consists of|belongs to|is made up of|is (?:blocked|held up) by|is waiting (?:on|for)|blocks|feeds(?: into)?|acquired|merged with|partners? with|partnered with|competes with|is owned by|grew out of|sp(?:un|lit) (?:out|off)(?: of| from)?|has (?:\w+ ){1,3}(?:parts|modules|components|sub-?projects|sub-?modules|workstreams|efforts|streams|pieces))\b",
        )
    });
    static THING: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^ (?:(?:can['’]?t|cannot|can|is|must be|needs to be|has to be|won['’]?t|doesn['’]?t) (?:be )?(?:installed|compile|compiled|boot|build|deployed|configured|start|run)\b|is (?:what|the\b[^,.;]{0,40}) \w+(?: \w+)? uses?\b|keeps a|compiles|crashes|integrates|parses|renders|supports|runs on)",
        )
    });
    for at in 0..found.len() {
        if !is_guess(&found[at]) {
            continue;
        }
        let after = &text[found[at].span.end..];
        // "Sundsvall is in Sweden".
        let next = found.get(at + 1).filter(|next| next.kind == EntityType::Place);
        if let Some(next) = next {
            let between = text[found[at].span.end..next.span.start].trim();
            let lies = [
                "is in",
                "lies in",
                "sits in",
                "is near",
                "is on",
                "lies on",
                "is north of",
                "is south of",
                "is east of",
                "is west of",
                "belongs to",
                "is part of",
                "is outside",
            ];
            let between = between.trim_end_matches(" the");
            if lies.contains(&between) {
                found[at].kind = EntityType::Place;
                continue;
            }
        }
        // "Bea develops Tidepool", "Larkspur was built by Tomasz": what people make is nobody.
        static MAKES: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"\b(?:co-?)?(?:develops?|developed|maintains?|maintained|is (?:building|developing|coding|maintaining)|builds|authored|is the (?:author|creator|maintainer|developer) of)$",
            )
        });
        static MADE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"^ (?:is|was|has been|is being) (?:originally |mostly |mainly |jointly |now )?(?:developed|built|written|coded|maintained|led|run|programmed|designed|owned|managed|started|created|founded|launched|implemented) by$",
            )
        });
        let maker = |other: &Found| other.kind == EntityType::Person;
        let made = at > 0
            && maker(&found[at - 1])
            && MAKES.is_match(text[found[at - 1].span.end..found[at].span.start].trim_end())
            || found
                .get(at + 1)
                .is_some_and(|next| maker(next) && MADE.is_match(text[found[at].span.end..next.span.start].trim_end()));
        if made {
            found[at].kind = EntityType::Project;
            continue;
        }
        let before_place = at > 0 && found[at - 1].kind == EntityType::Place && {
            let between = text[found[at - 1].span.end..found[at].span.start].trim();
            let listed =
                between == "," && !after.trim_start().split(' ').next().is_some_and(crate::claim::is_verb_of_one);
            listed
                || matches!(
                    between,
                    "belongs to" | "is in" | "is part of" | "lies in" | "is the capital of" | "is near"
                )
        };
        if before_place {
            found[at].kind = EntityType::Place;
            continue;
        }
        let beside = |other: &Found, between: &str| {
            let sort = matches!(other.kind, EntityType::Tool | EntityType::Project) && !is_guess(other);
            (sort && (SAME.is_match(between) || matches!(between.trim(), "to" | "over" | "or"))).then_some(other.kind)
        };
        let left =
            (at > 0).then(|| beside(&found[at - 1], &text[found[at - 1].span.end..found[at].span.start])).flatten();
        let right = found.get(at + 1).and_then(|next| beside(next, &text[found[at].span.end..next.span.start]));
        if let Some(kind) = left.or(right) {
            found[at].kind = kind;
        } else if THING.is_match(after) {
            found[at].kind = EntityType::Tool;
        }
    }
}

/// Whether nothing but the shape of a name told what it is.
pub(super) fn is_guess(found: &Found) -> bool {
    !found.name.contains(' ')
        && !soulfile_text::script::has_han(&found.name)
        && match found.kind {
            EntityType::Person => !known::is_given_name(&found.name),
            EntityType::Project => found.name.chars().skip(1).any(char::is_uppercase),
            _ => false,
        }
}
