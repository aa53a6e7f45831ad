//! Episodes: entries at the end of a day's log.

use soulfile_api::RememberedEntry;
use soulfile_memory::episode::{DayEnd, EntryPlace, NewEpisode};
use soulfile_memory::id::{Day, EpisodeId, MemoryId};
use soulfile_workspace::Receipt;

use super::{MemoryWriter, Operation, Step};
use crate::day_log::DayLogEnd;
use crate::error::Result;
use crate::open::Engine;

/// The log that new entries of a day go into.
enum OpenLog {
    /// The day's own.
    Plain(Box<DayLogEnd>),
    /// One with a name after its date, such as that of imported notes.
    Named { path: String, end: DayEnd },
}

impl MemoryWriter<'_> {
    /// Appends the episodes of all steps, day by day; returns their ids in the order of the steps.
    pub(super) fn write_episodes(&mut self, steps: &[Step]) -> Result<Vec<EpisodeId>> {
        let mut days: Vec<(&Day, Vec<(usize, NewEpisode)>)> = Vec::new();
        let mut count = 0;
        for step in steps {
            let Operation::Remember { day, .. } = &step.operation else { continue };
            let Some(episode) = self.episode_of(step)? else { continue };
            match days.iter_mut().find(|(known, _)| *known == day) {
                Some((_, episodes)) => episodes.push((count, episode)),
                None => days.push((day, vec![(count, episode)])),
            }
            count += 1;
        }
        let mut ids: Vec<Option<EpisodeId>> = vec![None; count];
        for (day, episodes) in days {
            let (order, fresh): (Vec<usize>, Vec<NewEpisode>) = episodes.into_iter().unzip();
            for (at, id) in order.into_iter().zip(self.append_episodes(day, &fresh)?) {
                ids[at] = Some(id);
            }
        }
        Ok(ids.into_iter().flatten().collect())
    }

    fn episode_of(&mut self, step: &Step) -> Result<Option<NewEpisode>> {
        let Operation::Remember { time, kind, confidence, tags, content, links, .. } = &step.operation else {
            return Ok(None);
        };
        let from = self.provenance(step)?;
        Ok(Some(NewEpisode {
            time: *time,
            kind: *kind,
            confidence: *confidence,
            tags: tags.clone(),
            source: from.source,
            scope: from.scope,
            trust: from.trust,
            links: links.clone(),
            content: content.clone(),
        }))
    }

    fn append_episodes(&mut self, day: &Day, fresh: &[NewEpisode]) -> Result<Vec<EpisodeId>> {
        let mut log = self.open_log(day)?;
        // What the same change appended before counts: ids are given in order.
        let (header, earlier) = self.draft.appended(log.path());
        if log.end().length() == 0 {
            log.grow(&header);
        }
        log.grow(&earlier);
        let added = log.end().append(fresh)?;
        log.grow(&added.header);
        log.grow(&added.text);
        // One append per entry: each has a size limit of its own.
        for entry in split_entries(&added.text) {
            self.draft.append(log.path(), added.header.clone(), entry)?;
        }
        for (episode, EntryPlace { id, lines }) in fresh.iter().zip(&added.places) {
            self.entry(MemoryId::Episode(id.clone()), log.path(), *lines, &episode.content, true);
        }
        if let OpenLog::Plain(end) = log {
            self.day_ends.retain(|earlier| earlier.path() != end.path());
            self.day_ends.push(*end);
        }
        Ok(added.places.into_iter().map(|place| place.id).collect())
    }

    fn open_log(&self, day: &Day) -> Result<OpenLog> {
        let end = self.engine.day_end(day.date)?;
        let Some(name) = &day.name else { return Ok(OpenLog::Plain(Box::new(end))) };
        let path = named_path(end.path(), name);
        let text = self.engine.read_text(&path)?.unwrap_or_default();
        Ok(OpenLog::Named { end: DayEnd::read(day.clone(), &text), path })
    }
}

impl OpenLog {
    fn path(&self) -> &str {
        match self {
            Self::Plain(end) => end.path(),
            Self::Named { path, .. } => path,
        }
    }

    fn end(&self) -> &DayEnd {
        match self {
            Self::Plain(end) => &end.end,
            Self::Named { end, .. } => end,
        }
    }

    fn grow(&mut self, added: &str) {
        match self {
            Self::Plain(end) => end.grow(added),
            Self::Named { end, .. } => end.grow(added),
        }
    }
}

impl Engine {
    /// The file that entries of a day go into.
    pub(crate) fn day_log_path(&self, day: &Day) -> Result<String> {
        let plain = self.day_end(day.date)?;
        Ok(match &day.name {
            Some(name) => named_path(plain.path(), name),
            None => plain.path().to_owned(),
        })
    }
}

/// A log with a name lies beside the day's own.
fn named_path(plain: &str, name: &str) -> String {
    format!("{}-{name}.md", plain.strip_suffix(".md").unwrap_or(plain))
}

/// Cuts appended text before every entry but the first. Content cannot look like a heading.
fn split_entries(added: &str) -> Vec<String> {
    let mut out: Vec<String> = vec![String::new()];
    let mut begun = false;
    for line in added.split_inclusive('\n') {
        let heading = line.starts_with("## ");
        if heading && begun {
            out.push(String::new());
        }
        begun |= heading;
        if let Some(last) = out.last_mut() {
            last.push_str(line);
        }
    }
    out
}

/// Gives entries of a day their final ids and lines when somebody else appended in between.
pub(super) fn settle(
    engine: &Engine,
    day: DayLogEnd,
    receipt: &Receipt,
    entries: &mut [RememberedEntry],
) -> Result<()> {
    let Some(file) = receipt.files.iter().find(|f| f.path.as_str() == day.path()) else { return Ok(()) };
    let Some(lines) = file.lines.filter(|_| file.hash != Some(day.hash())) else {
        engine.keep_day_end(day);
        return Ok(());
    };
    let views = engine.day_views(day.end.day())?;
    let mut ours = views.iter().filter(|v| v.path == day.path() && v.lines.0 >= lines.0 && v.lines.1 <= lines.1);
    for entry in entries.iter_mut().filter(|e| e.path == day.path()) {
        if let Some(view) = ours.next() {
            entry.id = view.id.clone();
            entry.lines = view.lines;
        }
    }
    Ok(())
}
