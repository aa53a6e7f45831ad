//! From what the index answers to what a person or a model is shown: paths, ids, dates, words.

use soulfile_api::{RecallAnswer, RecallHit};
use std::collections::HashMap;
use std::sync::Arc;

use soulfile_memory::comment::without_comments;
use soulfile_memory::id::MemoryId;
use soulfile_recall::rerank::Rerank;
use soulfile_recall::{Hit, SearchAnswer, Sureness};
use soulfile_understand::Question;
use soulfile_vocabulary::day_file::DayLayout;
use soulfile_vocabulary::{State, Store};

use super::entry_metadata::{EntryMetadata, FileMetadata};
use super::procedure;
use super::sources::{base, sources};
use super::visibility::Visibility;
use super::{Ready, RecallRequest, SearchGround};
use crate::index::Deadline;
use crate::open::Engine;

/// Files named in a note at most.
const NAMED: usize = 3;
/// Leads given where nothing is good enough to be a result.
const NEAREST: usize = 2;

impl Engine {
    pub(super) fn show(
        &self,
        request: &RecallRequest,
        read: &Question,
        ready: Ready,
        mut answer: SearchAnswer,
        faded: bool,
        deadline: &Deadline,
    ) -> RecallAnswer {
        let visibility = Visibility::of(&request.session);
        let mut files: HashMap<String, Option<(String, Arc<FileMetadata>)>> = HashMap::new();
        let mut notes: Vec<String> = ready.caught_up.rebuilt.iter().cloned().collect();
        notes.extend(ready.caught_up.notes.iter().cloned());
        let strategy = answer.strategy;
        let know = |hit: &mut Hit| {
            let path = base(&hit.path).to_owned();
            let file = files.entry(path.clone()).or_insert_with(|| {
                let text = self.ground_text(&ready, &path)?;
                let known = self.ground_known(&ready, &path, &text);
                Some((text, known))
            });
            let Some((text, known)) = file else {
                notes.push(format!("{path} went away while it was searched"));
                return false;
            };
            // A second look at the file as it is now: it may have changed hands since it was indexed.
            let seen = |first: u32, last: u32| visibility.lines(&path, text, known).cover(first, last);
            if !seen(hit.start_line, hit.end_line) {
                notes.push("a result changed while it was searched and is not shown".to_owned());
                return false;
            }
            name(hit, &path, known.at(hit.start_line, hit.end_line).unwrap_or(&known.rest));
            if let Some((first, last)) = procedure::steps_for(hit, text, strategy).filter(|(a, b)| seen(*a, *b)) {
                procedure::show(hit, text, first, last);
            }
            // Forgotten at somebody's request, or part of what was merged: archived, but not by age.
            let by_age = || hit.known.id.as_deref().is_some_and(|id| ready.lifecycle.is_archived_by_age(id));
            if faded && hit.state == State::Archived && !by_age() {
                return false;
            }
            hit.known.plain = without_comments(&hit.text);
            true
        };
        let rerank = Rerank {
            question: &request.query,
            most: request.most(self),
            least_score: request.least_score(self),
            // With a threshold of the caller's own, what is below it was not asked for.
            most_near: if request.least_score.is_none() { NEAREST } else { 0 },
            asserts: &|text| self.understanding().statement(text).is_asserted(),
        };
        rerank.finish(&mut answer, know);
        let (confidence, sureness) = (answer.confidence, answer.sureness);
        notes.extend(answer.notes);
        let missed = ready.caught_up.missed;
        if !missed.is_empty() {
            let more = if missed.len() > NAMED { ", …" } else { "" };
            let named = missed[..missed.len().min(NAMED)].join(", ");
            notes.push(format!(
                "{} changed file{} not looked at before the deadline: {named}{more}",
                missed.len(),
                if missed.len() == 1 { "" } else { "s" }
            ));
        }
        let remark = match confidence {
            Sureness::Sure | Sureness::Likely => None,
            Sureness::Unsure => {
                Some(format!("checked, but not sure ({:.2}): nothing found answers this well", sureness))
            }
            Sureness::Nothing => Some(format!("checked, but not sure ({:.2}): nothing relevant was found", sureness)),
        };
        RecallAnswer {
            query: request.query.clone(),
            hits: answer.hits.into_iter().map(shown).collect(),
            nearest: answer.nearest.into_iter().map(shown).collect(),
            confidence,
            sureness,
            remark,
            strategy: answer.strategy,
            about: read.entity().map(str::to_owned),
            time: read.time().map(|time| {
                let last = time.end.saturating_sub(jiff::Span::new().seconds(1)).date();
                (time.start.date().to_string(), last.to_string())
            }),
            revision: ready.revision,
            index_revision: answer.revision,
            cut_short: answer.cut_short || !missed.is_empty(),
            model: answer.model,
            missed,
            notes,
            why_not: answer.why_not.map(|why| plain_names(&why)),
            ms: deadline.elapsed().as_secs_f64() * 1e3,
        }
    }

    fn ground_text(&self, ready: &Ready, path: &str) -> Option<String> {
        match &ready.ground {
            SearchGround::Now => self.text_of(path),
            SearchGround::Held(files) => files.get(path).cloned(),
        }
    }

    fn ground_known(&self, ready: &Ready, path: &str, text: &str) -> Arc<FileMetadata> {
        match &ready.ground {
            SearchGround::Now => self.known_again(path, text, &ready.lifecycle),
            SearchGround::Held(files) => Arc::new(self.known_in(files, path, text, &ready.lifecycle)),
        }
    }

    /// Where a memory that is asked about stands in the index: an id, a path, or a path and line.
    pub(super) fn place_of(&self, place: &str, ready: &Ready) -> String {
        let (path, line) = match place.parse::<MemoryId>() {
            Ok(id) => (self.path_of(&id, ready), None),
            Err(_) => split_line(place),
        };
        let Some(text) = self.ground_text(ready, &path) else {
            return place.to_owned();
        };
        let known = self.ground_known(ready, &path, &text);
        let by_id = known.entries.iter().find(|entry| entry.id.as_deref() == Some(place)).map(|entry| entry.lines.0);
        let wanted = line.or(by_id);
        // The name under which that line was indexed: the file's, or that of an entry kept apart.
        let made = sources(&path, &text, &known, None);
        let holds = |file: &&soulfile_recall::SourceFile| match wanted {
            Some(line) => file.text.lines().nth(line as usize - 1).is_some_and(|text| !text.trim().is_empty()),
            None => file.text.lines().any(|text| !text.trim().is_empty() && !text.starts_with('#')),
        };
        let name = made.iter().find(holds).map_or(path.as_str(), |file| &file.path);
        match wanted {
            Some(line) => format!("{name}#L{line}"),
            None => name.to_owned(),
        }
    }

    fn path_of(&self, id: &MemoryId, ready: &Ready) -> String {
        let MemoryId::Episode(episode) = id else { return id.page().unwrap_or_default() };
        let nested = DayLayout::Episodes.path(&episode.day);
        let flat = DayLayout::Flat.path(&episode.day);
        let holds = |path: &&String| {
            self.ground_text(ready, path).is_some_and(|text| {
                let known = self.ground_known(ready, path, &text);
                known.entries.iter().any(|entry| entry.id.as_deref() == Some(&id.to_string()))
            })
        };
        [nested.clone(), flat].iter().find(holds).cloned().unwrap_or(nested)
    }
}

/// Fills in what a result is, by the names of the workspace instead of the index.
fn name(hit: &mut Hit, path: &str, entry: &EntryMetadata) {
    hit.citation = lines(path, hit.start_line, hit.end_line);
    hit.path = path.to_owned();
    hit.folded.iter_mut().for_each(|citation| *citation = cited(citation));
    hit.newer = hit.newer.as_deref().map(cited);
    hit.known.id.clone_from(&entry.id);
    // A line of MEMORY.md is what holds now, and is cited as itself.
    hit.known.source = entry.source.clone().filter(|_| hit.store != Store::Core);
    let whole = || entry.id.as_deref().and_then(|id| id.parse().ok());
    hit.known.is_title =
        hit.store == Store::Semantic && hit.text.starts_with("# ") && matches!(whole(), Some(MemoryId::Entity(_)));
}

fn shown(hit: Hit) -> RecallHit {
    let date = hit.date.and_then(|date| {
        let moment = jiff::Timestamp::from_second(date).ok()?.to_zoned(jiff::tz::TimeZone::UTC).datetime();
        let midnight = moment.time() == jiff::civil::Time::midnight();
        Some(if midnight { moment.date().to_string() } else { moment.strftime("%Y-%m-%d %H:%M").to_string() })
    });
    RecallHit {
        id: hit.known.id,
        path: hit.path,
        start_line: hit.start_line,
        end_line: hit.end_line,
        citation: hit.citation,
        store: hit.store,
        beside: None,
        date,
        snippet: hit.snippet,
        text: hit.text,
        score: hit.score,
        trust: hit.trust,
        state: hit.state,
        parts: hit.parts,
        before: hit.before.map(|near| near.text),
        after: hit.after.map(|near| near.text),
        same_as: hit.known.same_as,
        folded: hit.folded,
        newer: hit.newer,
        also: hit.known.also,
    }
}

pub(super) fn lines(path: &str, first: u32, last: u32) -> String {
    if first == last { format!("{path}:{first}") } else { format!("{path}:{first}-{last}") }
}

/// `path#L3-L5` of the index as `path:3-5` of the file.
fn cited(citation: &str) -> String {
    let Some((name, range)) = citation.rsplit_once("#L") else {
        return base(citation).to_owned();
    };
    format!("{}:{}", base(name), range.replace('L', ""))
}

/// An explanation with names of the index turned into paths.
fn plain_names(why: &str) -> String {
    match why.split_once(": ") {
        Some((name, rest)) => format!("{}: {rest}", cited(name)),
        None => why.to_owned(),
    }
}

fn split_line(place: &str) -> (String, Option<u32>) {
    let cut = place.rsplit_once("#L").or_else(|| place.rsplit_once(':'));
    match cut.map(|(path, line)| (path, line.split('-').next().unwrap_or("").parse())) {
        Some((path, Ok(line))) if line > 0 => (path.to_owned(), Some(line)),
        _ => (place.to_owned(), None),
    }
}
