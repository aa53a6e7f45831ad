//! From what the index answers to what a person or a model is shown: paths, ids, dates, words.

use std::collections::HashMap;
use std::sync::Arc;

use soulfile_memory::id::MemoryId;
use soulfile_recall::{Answer, Confidence, Hit, SURE, Store};
use soulfile_understand::Question;

use super::known::{Known, KnownFile};
use super::places::Places;
use super::procedure;
use super::sight::Sight;
use super::sources::{base, sources};
use super::{Ground, Ready, RecallAnswer, RecallHit, RecallRequest};
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
        answer: Answer,
        deadline: &Deadline,
    ) -> RecallAnswer {
        let sight = Sight::of(&request.session);
        let mut files: HashMap<String, Option<(String, Arc<KnownFile>)>> = HashMap::new();
        let (mut hits, mut nearest) = (Places::new(self.understanding()), Places::new(self.understanding()));
        let (most, least) = (request.most(self), request.least_score(self));
        // With a threshold of the caller's own, what is below it was not asked for.
        let most_near = if request.least_score.is_none() { NEAREST } else { 0 };
        let mut notes: Vec<String> = ready.caught_up.rebuilt.iter().cloned().collect();
        notes.extend(ready.caught_up.notes.iter().cloned());
        for hit in on_own_scale(answer.hits) {
            let good = hit.score >= least;
            if !good && (!hits.is_empty() || nearest.len() == most_near) {
                continue;
            }
            let places = if good { &mut hits } else { &mut nearest };
            let path = base(&hit.path).to_owned();
            let file = files.entry(path.clone()).or_insert_with(|| {
                let text = self.ground_text(&ready, &path)?;
                let known = self.ground_known(&ready, &path, &text);
                Some((text, known))
            });
            let Some((text, known)) = file else {
                notes.push(format!("{path} went away while it was searched"));
                continue;
            };
            // A second look at the file as it is now: it may have changed hands since it was indexed.
            if !sight.lines(&path, text, known).cover(hit.start_line, hit.end_line) {
                notes.push("a result changed while it was searched and is not shown".to_owned());
                continue;
            }
            let entry = known.at(hit.start_line, hit.end_line).unwrap_or(&known.rest);
            // A line of MEMORY.md is what holds now, and is cited as itself.
            let source = entry.source.as_deref().filter(|_| hit.store != Store::Core);
            let mut hit = shown(hit, path, entry);
            let seen = |first: u32, last: u32| sight.lines(&hit.path, text, known).cover(first, last);
            if let Some((first, last)) = procedure::steps_for(&hit, text, answer.strategy).filter(|(a, b)| seen(*a, *b))
            {
                procedure::show(&mut hit, text, first, last);
            }
            places.add(hit, source);
        }
        let nearest = if hits.is_empty() { nearest.take(most_near) } else { Vec::new() };
        let mut hits = hits.take(most);
        super::same::mark(&mut hits);
        let first = hits.first().map(|hit| hit.citation.clone());
        let bare = super::same::take_bare(&mut hits, &request.query);
        let confidence = match answer.confidence {
            _ if hits.is_empty() => Confidence::Nothing,
            // What was found best is a name; the others were found less good.
            Confidence::Sure if bare.iter().any(|hit| Some(&hit.citation) == first.as_ref()) => Confidence::Unsure,
            other => other,
        };
        let sureness = match confidence {
            Confidence::Nothing if !bare.is_empty() => 0.0,
            Confidence::Unsure => answer.sureness.min(SURE),
            _ => answer.sureness,
        };
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
            Confidence::Sure => None,
            Confidence::Unsure => {
                Some(format!("checked, but not sure ({:.2}): nothing found answers this well", sureness))
            }
            Confidence::Nothing => Some(format!("checked, but not sure ({:.2}): nothing relevant was found", sureness)),
        };
        RecallAnswer {
            query: request.query.clone(),
            hits,
            nearest,
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
            Ground::Now => self.text_of(path),
            Ground::Held(files) => files.get(path).cloned(),
        }
    }

    fn ground_known(&self, ready: &Ready, path: &str, text: &str) -> Arc<KnownFile> {
        match &ready.ground {
            Ground::Now => self.known_again(path, text, &ready.lifecycle),
            Ground::Held(files) => Arc::new(self.known_in(files, path, text, &ready.lifecycle)),
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
        match id {
            MemoryId::Core(_) => "MEMORY.md".to_owned(),
            MemoryId::Episode(episode) => {
                let nested = format!("memory/episodes/{}.md", episode.day);
                let flat = format!("memory/{}.md", episode.day);
                let holds = |path: &&String| {
                    self.ground_text(ready, path).is_some_and(|text| {
                        let known = self.ground_known(ready, path, &text);
                        known.entries.iter().any(|entry| entry.id.as_deref() == Some(&id.to_string()))
                    })
                };
                [nested.clone(), flat].iter().find(holds).cloned().unwrap_or(nested)
            }
            MemoryId::Entity(entity) | MemoryId::Fact(entity, _) => format!("memory/graph/entities/{entity}.md"),
            MemoryId::Procedure(name) => format!("memory/procedures/{name}.md"),
            MemoryId::Vault(name, _) => format!("memory/vault/{name}.md"),
            MemoryId::Bank(page) => format!("bank/{page}.md"),
        }
    }
}

/// Scores compare an entry with the others that may be seen. Where there are hardly any others,
/// that says nothing, and what the entry holds of the question decides.
fn on_own_scale(mut hits: Vec<Hit>) -> Vec<Hit> {
    let held = |hit: &Hit| (0.5 * hit.parts.coverage + 0.5 * hit.parts.cosine).clamp(0.0, 1.0);
    if hits.first().is_some_and(|best| best.score < held(best)) {
        hits.iter_mut().for_each(|hit| hit.score = hit.score.max(held(hit)));
        hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    }
    hits
}

fn shown(hit: Hit, path: String, entry: &Known) -> RecallHit {
    let date = hit.date.and_then(|date| {
        let moment = jiff::Timestamp::from_second(date).ok()?.to_zoned(jiff::tz::TimeZone::UTC).datetime();
        let midnight = moment.time() == jiff::civil::Time::midnight();
        Some(if midnight { moment.date().to_string() } else { moment.strftime("%Y-%m-%d %H:%M").to_string() })
    });
    RecallHit {
        id: entry.id.clone(),
        citation: lines(&path, hit.start_line, hit.end_line),
        path,
        start_line: hit.start_line,
        end_line: hit.end_line,
        store: hit.store,
        date,
        snippet: hit.snippet,
        text: hit.text,
        score: hit.score,
        trust: hit.trust,
        state: hit.state,
        parts: hit.parts,
        before: hit.before.map(|near| near.text),
        after: hit.after.map(|near| near.text),
        same_as: None,
        folded: hit.folded.iter().map(|citation| cited(citation)).collect(),
        newer: hit.newer.as_deref().map(cited),
        also: Vec::new(),
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
