//! Reading ids, and guessing what a wrong one was meant to be.

use std::str::FromStr;

use soulfile_vocabulary::Store;
use soulfile_vocabulary::day_file::{parse_day, safe_name};

use super::{CoreId, EntityId, EpisodeAt, EpisodeId, MemoryId, PageId, ParseIdError};
use crate::core::Block;

/// What ids begin with.
pub(super) fn kinds() -> impl Iterator<Item = &'static str> {
    Store::ALL.iter().filter_map(|store| store.row().id_word).chain(["bank"])
}

/// The store of pages whose ids begin with a word.
fn page_store(kind: &str) -> Option<Store> {
    Store::of_pages().find(|store| store.row().id_word == Some(kind))
}

impl FromStr for MemoryId {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let Some((kind, rest)) = text.split_once(':') else {
            return Err(guess_kind(text));
        };
        let wrong = |reason: &str| ParseIdError::new(text, reason, None);
        match kind {
            "core" => {
                let (block, hash) = rest.split_once(':').ok_or_else(|| wrong("it reads core:<block>:<hash>"))?;
                let block = match block {
                    "other" => None,
                    name => Some(Block::from_name(name).ok_or_else(|| {
                        ParseIdError::new(
                            text,
                            "the block is identity, context, persona, critical or other",
                            nearest(name, &["identity", "context", "persona", "critical", "other"])
                                .map(|name| format!("core:{name}:{hash}")),
                        )
                    })?),
                };
                let hash = short_hex(hash).ok_or_else(|| wrong("its hash has eight hex digits"))?;
                Ok(MemoryId::Core(CoreId { block, hash }))
            }
            "episode" => {
                parse_episode(rest).map(MemoryId::Episode).ok_or_else(|| wrong("it reads episode:YYYY-MM-DD:HH:MM"))
            }
            "entity" => match rest.split_once('#') {
                None => Ok(MemoryId::Entity(named(rest, text, "entity")?)),
                Some((entity, fact)) => Ok(MemoryId::Fact(
                    named(entity, text, "entity")?,
                    fact.parse().map_err(|_| wrong("a fact is named like f3, after #"))?,
                )),
            },
            "bank" => match rest.split('/').all(safe_name) {
                true => Ok(MemoryId::Bank(rest.to_owned())),
                false => Err(wrong("a page is a path inside bank/ without .md")),
            },
            kind => match page_store(kind) {
                Some(store) => {
                    let (name, entry) = rest.split_once('#').map_or((rest, None), |(name, entry)| (name, Some(entry)));
                    let hex = |entry| short_hex(entry).ok_or_else(|| wrong("an entry has eight hex digits"));
                    let (name, entry) = (named(name, text, kind)?.to_string(), entry.map(hex).transpose()?);
                    Ok(MemoryId::Page(PageId { store, name, entry }))
                }
                None => Err(guess_kind(text)),
            },
        }
    }
}

fn named(name: &str, whole: &str, kind: &str) -> Result<EntityId, ParseIdError> {
    let name = name.strip_suffix(".md").unwrap_or(name);
    name.parse().map_err(|error: ParseIdError| {
        let suggestion = error.suggestion.map(|slug| format!("{kind}:{slug}"));
        ParseIdError::new(whole, error.reason, suggestion)
    })
}

fn parse_episode(rest: &str) -> Option<EpisodeId> {
    let (day, at) = rest.split_once(':')?;
    let day = parse_day(day)?;
    let (at, ordinal) = split_ordinal(at)?;
    if let Some(hash) = at.strip_prefix("note-") {
        let hash = short_hex(hash)?;
        return Some(EpisodeId { day, at: EpisodeAt::Note { hash, ordinal } });
    }
    let (hour, minute) = at.split_once(':')?;
    let number = |text: &str, below: u8| text.parse::<u8>().ok().filter(|value| *value < below && text.len() <= 2);
    Some(EpisodeId { day, at: EpisodeAt::Minute { hour: number(hour, 24)?, minute: number(minute, 60)?, ordinal } })
}

/// Splits `-2` off `14:30-2` or `note-1a2b3c4d-2`.
fn split_ordinal(at: &str) -> Option<(&str, u32)> {
    let floor = if at.starts_with("note-") { 5 } else { 0 };
    match at[floor..].rfind('-') {
        None => Some((at, 1)),
        Some(dash) => {
            let ordinal: u32 = at[floor + dash + 1..].parse().ok()?;
            (ordinal >= 1).then_some((&at[..floor + dash], ordinal))
        }
    }
}

fn short_hex(text: &str) -> Option<String> {
    (text.len() == 8 && text.bytes().all(|b| b.is_ascii_hexdigit())).then(|| text.to_ascii_lowercase())
}

fn nearest(word: &str, words: &[&str]) -> Option<String> {
    words
        .iter()
        .map(|known| (strsim::damerau_levenshtein(word, known), *known))
        .filter(|(distance, known)| *distance <= 1 + known.len() / 3)
        .min()
        .map(|(_, known)| known.to_owned())
}

fn guess_kind(text: &str) -> ParseIdError {
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    let suggestion = if parse_episode(text).is_some() {
        Some(format!("episode:{text}"))
    } else if rest.is_empty() && kind.contains("--") && safe_name(kind) {
        Some(format!("entity:{kind}"))
    } else {
        let store = match kind.parse::<Store>() {
            Ok(store) => store.row().id_word.map(str::to_owned),
            Err(_) => nearest(&kind.to_ascii_lowercase(), &kinds().collect::<Vec<_>>()),
        };
        store.filter(|_| !rest.is_empty()).map(|kind| format!("{kind}:{rest}"))
    };
    let reason = format!("it begins with one of {}:", kinds().collect::<Vec<_>>().join(":, "));
    ParseIdError::new(text, reason, suggestion)
}
