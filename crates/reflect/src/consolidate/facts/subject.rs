//! Whom or what a statement is about.

use soulfile_vocabulary::EntityType;

use super::Finder;
use crate::consolidate::statements::Said;
use crate::item::EntityRef;
use crate::survey::user_ref;

impl Finder<'_> {
    /// The entity a statement is about: the one named before the verb, else the user where it speaks
    /// of them, else the first it names.
    pub(super) fn subject(&mut self, said: &Said) -> EntityRef {
        let lower = said.summary.to_lowercase();
        if let Some((name, kind)) = named_in_chinese(&said.summary).or_else(|| corrected(said)) {
            return self.directory.resolve(&name, kind);
        }
        // An attribute says whose it is.
        if let Some(slot) = said.claim.slots.iter().find(|slot| !slot.is_measure()) {
            if slot.of == "user" {
                return user_ref();
            }
            let owner = said.route.entities.iter().find(|entity| entity.name.to_lowercase().starts_with(&slot.of));
            if let Some(owner) = owner {
                return self.directory.resolve(&owner.name, owner.kind);
            }
            // "Deadline for Atlas: …" names it, though not as a subject.
            if let Some(name) = said.words.split(|c: char| !c.is_alphanumeric()).find(|w| w.to_lowercase() == slot.of) {
                let of_thing =
                    ["deadline", "lead", "database", "hosting", "channel", "repo", "budget", "pilot", "demo"]
                        .contains(&slot.attribute.as_str());
                let kind = if of_thing { EntityType::Project } else { EntityType::Person };
                return self.directory.resolve(name, kind);
            }
        }
        // Who leaves out the subject speaks of themselves, or of what is known by its name: "Moved Atlas to Hetzner".
        if self.survey.understand.statement(&said.words).leaves_out_speaker() {
            return self.done_to(said).unwrap_or_else(user_ref);
        }
        let subject: Vec<&str> = said.reading.subject().collect();
        let ours = lower.starts_with("we ") || lower.starts_with("our ");
        let about_user =
            lower.starts_with("user ") || lower.starts_with("the user") || lower.starts_with("用户") || ours;
        let entities: Vec<_> = said.route.entities.clone();
        // "We are dropping Redis: Atlas runs on Valkey now" tells of what the clause behind the colon is about.
        // "Letter came: Ana has a place" does so too; "Atlas: Ana is on holiday" tells of Atlas.
        if let Some((head, rest)) = said.summary.split_once(": ")
            && (ours || head.contains(' ') && !self.directory.knows(head))
        {
            let told = entities.iter().find(|entity| rest.starts_with(&entity.name));
            if let Some(entity) = told.filter(|entity| self.directory.knows(&entity.name)) {
                return self.directory.resolve(&entity.name, entity.kind);
            }
        }
        // "User's left knee", but not "User's sister Ana": what is theirs tells of them, unless it has a name.
        if lower.starts_with("user's ") || lower.starts_with("our ") {
            let head: String = said.summary.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
            if !entities.iter().any(|entity| head.contains(&entity.name)) {
                return user_ref();
            }
        }
        if about_user && !lower.starts_with("user's") && !lower.starts_with("our ") && !lower.starts_with("用户的") {
            return user_ref();
        }
        let verb_at = lower.find(" is ").or_else(|| lower.find(" has ")).unwrap_or(lower.len());
        let named = entities.iter().find(|entity| {
            let name = entity.name.to_lowercase();
            let first = name.split_whitespace().next().unwrap_or_default().to_owned();
            subject.iter().any(|word| first.starts_with(word) || word.starts_with(&first))
                || lower.find(&name).is_some_and(|at| at < verb_at && at < 40 && verb_at < lower.len())
        });
        match named.or(entities.first()) {
            // "Bullet lists work best for the user" tells of the user, and so does "The ankle is fine again": a thing
            // with no page is the speaker's.
            Some(entity)
                if entity.kind == EntityType::Concept
                    && (names_user(&lower) || !self.directory.knows(&entity.name)) =>
            {
                user_ref()
            }
            Some(entity) if named.is_some() || !about_user => self.directory.resolve(&entity.name, entity.kind),
            _ => user_ref(),
        }
    }

    /// What something is done to, where it stands right behind the verb, is known and not given up.
    fn done_to(&mut self, said: &Said) -> Option<EntityRef> {
        let first = said.route.entities.first()?;
        let at = said.words.find(&first.name)?;
        let direct = said.words[..at].split_whitespace().skip(1).all(|word| matches!(word, "the" | "our" | "my"));
        let gone = said.claim.given_up.iter().any(|phrase| first.name.to_lowercase().starts_with(phrase.as_str()));
        (direct && !gone && self.directory.knows(&first.name)).then(|| self.directory.resolve(&first.name, first.kind))
    }
}

/// Whose a Chinese sentence is that begins with a name in Latin letters: "Ana的生日是…".
fn named_in_chinese(summary: &str) -> Option<(String, EntityType)> {
    let end = summary.find(|c: char| !c.is_ascii_alphanumeric() && c != ' ' && c != '-')?;
    let name = summary[..end].trim();
    let han =
        summary[end..].chars().next().is_some_and(soulfile_text::script::is_han) || summary[end..].starts_with('（');
    let begins = name.chars().next().is_some_and(char::is_uppercase);
    let of_thing = ["截止", "项目", "决定用", "仓库", "部署"].iter().any(|word| summary.contains(word));
    let kind = if of_thing { EntityType::Project } else { EntityType::Person };
    (han && begins).then(|| (name.to_owned(), kind))
}

/// Whom a correction is about: "I was wrong about Ana: …".
fn corrected(said: &Said) -> Option<(String, EntityType)> {
    let (_, rest) = said.summary.split_once("wrong about ")?;
    let named = said.route.entities.iter().find(|entity| rest.starts_with(&entity.name))?;
    Some((named.name.clone(), named.kind))
}

/// Whether a statement in lower case speaks of the user anywhere.
fn names_user(lower: &str) -> bool {
    lower.split(|c: char| !c.is_alphanumeric()).any(|word| word == "user")
}
