//! `list`: every memory with its state, filtered and in pages, newest first.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;

use soulfile_api::{DayCount, ListRequest, ListedMemory, MemoryPage, MemoryView, StateThresholds};
use soulfile_memory::episode::Episode;
use soulfile_memory::id::MemoryId;
use soulfile_text::language::language;
use soulfile_vocabulary::State;

use crate::error::Result;
use crate::open::Engine;

impl Engine {
    /// The memories that match, newest first, one page of them. What a person had forgotten is listed only when
    /// archived memories are asked for.
    pub fn list(&self, request: &ListRequest) -> Result<MemoryPage> {
        let mut found = self.listed()?;
        found.retain(|listed| matches(request, listed));
        found.sort_by(|a, b| (b.memory.created, &b.memory.id).cmp(&(a.memory.created, &a.memory.id)));
        let mut days: BTreeMap<&str, usize> = BTreeMap::new();
        for listed in &found {
            *days.entry(listed.day.as_deref().unwrap_or_default()).or_default() += 1;
        }
        let days = days.into_iter().rev().map(|(day, count)| DayCount { day: day.to_owned(), count }).collect();
        let total = found.len();
        let memories = found.into_iter().skip(request.offset).take(request.limit).collect();
        let params = self.decay_params();
        let thresholds = StateThresholds {
            fading: params.fading_threshold,
            dormant: params.dormant_threshold,
            archived: params.archive_threshold,
        };
        Ok(MemoryPage { total, offset: request.offset, memories, days, thresholds })
    }

    fn listed(&self) -> Result<Vec<ListedMemory>> {
        let mut scores = self.scores()?;
        self.fold(&mut scores, &self.pending_scores().read()?);
        let (params, now) = (self.decay_params(), self.now().timestamp());
        let mut episodes = HashMap::new();
        let views = self.memories_and(|entry| {
            episodes.insert(entry.id.clone(), head(entry));
        })?;
        let listed = views.into_iter().map(|memory| {
            let entry = self.score_of(&scores, &memory);
            let score = params.score(&entry, now);
            let head = match &memory.id {
                MemoryId::Episode(id) => episodes.remove(id),
                _ => None,
            };
            let EpisodeHead { kind, tags, source } = head.unwrap_or_default();
            let forgotten = entry.forgotten.is_some();
            ListedMemory {
                day: memory.created.map(|at| at.to_zoned(self.zone.clone()).date().to_string()),
                kind,
                tags,
                source,
                state: if forgotten { State::Archived } else { score.status }.to_string(),
                score: score.value,
                forgotten,
                uses: score.access_count,
                last_used: entry.last_accessed.map(|at| at.to_string()),
                memory: MemoryView { pinned: entry.pinned, ..memory },
            }
        });
        Ok(listed.collect())
    }
}

/// What the heading of an episode says.
#[derive(Default)]
struct EpisodeHead {
    kind: Option<String>,
    tags: Vec<String>,
    source: Option<String>,
}

fn head(entry: &Episode) -> EpisodeHead {
    EpisodeHead {
        kind: entry.kind.map(|kind| kind.to_string()).or_else(|| entry.label.clone()),
        tags: entry.tags.clone(),
        source: entry.source.clone(),
    }
}

fn matches(request: &ListRequest, listed: &ListedMemory) -> bool {
    if let Some(id) = &request.id {
        return listed.memory.id == *id;
    }
    let memory = &listed.memory;
    let archived = request.state.as_deref() == Some("archived");
    let day = listed.day.as_deref();
    let within = |wanted: &Option<Date>, holds: fn(&str, &str) -> bool| {
        wanted.is_none_or(|date| day.is_some_and(|day| holds(day, &date.to_string())))
    };
    (archived || !listed.forgotten)
        && request.store.is_none_or(|store| memory.store == store)
        && request.kind.as_ref().is_none_or(|kind| listed.kind.as_ref() == Some(kind))
        && request.tag.as_ref().is_none_or(|tag| listed.tags.contains(tag))
        && request.scope.as_ref().is_none_or(|scope| memory.scope == *scope)
        && request.trust.is_none_or(|trust| memory.trust == trust)
        && request.state.as_ref().is_none_or(|state| listed.state == *state)
        && request.pinned.is_none_or(|pinned| memory.pinned == pinned)
        && request.path.as_ref().is_none_or(|path| memory.path == *path)
        && request.language.as_deref().is_none_or(|code| language(&memory.text) == Some(code))
        && within(&request.since, |day, since| day >= since)
        && within(&request.until, |day, until| day <= until)
        && request.text.as_ref().is_none_or(|text| memory.text.to_lowercase().contains(&text.to_lowercase()))
}
