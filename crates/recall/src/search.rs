//! A search: filter, score with every arm, fuse, order, and read the texts of what is shown.
//!
//! Deterministic: equal scores are ordered by date and place, and nothing depends on a clock
//! except the deadline the caller passes in. Arms run from cheapest to dearest, so that a deadline
//! leaves a ranking that is coarser, never absent.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use rusqlite::Connection;
use soulfile_text::Analyzer;

use soulfile_vocabulary::State;

use crate::arms::{Arms, TENTH, add_late};
use crate::confidence;
use crate::db;
use crate::embed::table::{MODEL_ID, Table, quantise};
use crate::error::Error;
use crate::filter::Mask;
use crate::fuse::{Features, Scale, Tuning, paragraphs, shown};
use crate::hop;
use crate::image::Image;
use crate::index::{Index, identity, lock};
use crate::keyword::{self, QueryTerm};
use crate::load::{LoadedIndex, read_text};
use crate::near_duplicates;
use crate::over;
use crate::query::{Filter, Hit, MOST_RESULTS, Neighbour, Parts, Query, SearchAnswer, SearchStrategy, Sureness};
use crate::question::PreparedQuestion;
use crate::record::{NO_DATE, Row, name_hash, term_hash};
use crate::rerank::KnownOfHit;
use crate::snapshot::Snapshot;
use crate::snippet::snippet;
use crate::standing;
use crate::supersede;
use crate::talk;
use crate::updates;

/// A chunk being ranked.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub slot: u32,
    pub parts: Parts,
    pub score: f32,
    pub folded: Vec<u32>,
    pub newer: Option<u32>,
}

/// Everything decided before texts are read.
pub(crate) struct Ranked {
    pub candidates: Vec<Candidate>,
    pub allowed: Vec<bool>,
    pub question: PreparedQuestion,
    pub confidence: Sureness,
    pub sureness: f32,
    pub cut_short: bool,
    pub model: Option<String>,
    pub weighed: (Features, Tuning),
}

/// Searches begun because the file was replaced by another under the one before.
const REPLACED: usize = 4;

/// What is shown of a search, but for the texts.
struct Draft {
    hit: Hit,
    id: i64,
    before: Option<(i64, Neighbour)>,
    after: Option<(i64, Neighbour)>,
}

impl Index {
    /// Answers a question from one moment of the index, the newest there is.
    pub fn search(&self, query: &Query<'_>) -> Result<SearchAnswer, Error> {
        for _ in 1..REPLACED {
            match self.snapshot().and_then(|snapshot| self.answer(query, snapshot)) {
                // A damaged file that another process has replaced by now is no longer ours to judge.
                Err(Error::Damaged { .. }) if identity(&self.place) != *lock(&self.identity) => {}
                other => return other,
            }
        }
        self.snapshot().and_then(|snapshot| self.answer(query, snapshot))
    }

    fn answer(&self, query: &Query<'_>, snapshot: Snapshot<'_>) -> Result<SearchAnswer, Error> {
        let Snapshot { loaded, reading } = snapshot;
        if !loaded.is_untouched() {
            return Err(damaged_segment(self));
        }
        let mut notes = Vec::new();
        if let Some(stale) = self.stale() {
            notes.push(format!("the index is not complete ({stale:?}); sync it with the workspace"));
        }
        let ranked = rank(&loaded, self, query, &reading, &mut notes);
        let why_not = query.why_not.as_deref().map(|place| crate::explain::why_not(&loaded, query, &ranked, place));
        let drafts = draft(&loaded, query, &ranked);
        let confidence = if drafts.is_empty() { Sureness::Nothing } else { ranked.confidence };
        let mut answer = SearchAnswer {
            hits: Vec::new(),
            nearest: Vec::new(),
            confidence,
            sureness: ranked.sureness,
            strategy: ranked.question.strategy,
            revision: loaded.revision,
            source_revision: loaded.source_revision.clone(),
            cut_short: ranked.cut_short,
            model: ranked.model,
            weighed: ranked.weighed,
            notes,
            why_not,
        };
        if loaded.is_damaged() {
            return Err(damaged_segment(self));
        }
        // The file's view stays what it is; a writer need not wait for the texts.
        drop(loaded);
        answer.hits = self.fill_in(drafts, &ranked.question.terms, &reading)?;
        Ok(answer)
    }

    /// Reads the texts of what is shown.
    fn fill_in(&self, drafts: Vec<Draft>, terms: &[QueryTerm], reading: &Connection) -> Result<Vec<Hit>, Error> {
        let path = self.place.path();
        let text_of = |id: i64| -> Result<String, Error> {
            read_text(reading, id)
                .map_err(|e| db::classify(&path, e))?
                .ok_or_else(|| Error::Damaged { path: path.clone(), what: format!("text of chunk {id}") })
        };
        let beside = |near: Option<(i64, Neighbour)>| -> Result<Option<Neighbour>, Error> {
            near.map(|(id, near)| Ok(Neighbour { text: text_of(id)?, ..near })).transpose()
        };
        let finish = |draft: Draft| -> Result<Hit, Error> {
            let text = text_of(draft.id)?;
            let (before, after) = (beside(draft.before)?, beside(draft.after)?);
            Ok(Hit { snippet: snippet(&text, terms), text, before, after, ..draft.hit })
        };
        drafts.into_iter().map(finish).collect()
    }
}

fn draft(loaded: &LoadedIndex, query: &Query<'_>, ranked: &Ranked) -> Vec<Draft> {
    let limit = if query.unbounded { query.limit } else { query.limit.min(MOST_RESULTS) };
    let image = &loaded.image;
    let mut good = ranked.candidates.iter().filter(|c| c.score >= query.least_score);
    let mut shown: Vec<&Candidate> = good.by_ref().take(limit).collect();
    // However much others say: the owner's are among what is ranked last.
    let owned = |candidate: &&Candidate| image.row(candidate.slot).trust().rights().unquoted;
    let missing = owners_places(limit).saturating_sub(shown.iter().filter(|c| owned(c)).count());
    shown.extend(good.filter(owned).take(missing));
    let one = |candidate: &Candidate| {
        let row = image.row(candidate.slot);
        let beside = |step: i64| {
            let slot = image.neighbour(candidate.slot, step)?;
            let near = image.row(slot);
            let place = Neighbour { start_line: near.start_line, end_line: near.end_line, text: String::new() };
            (query.neighbours && ranked.allowed[slot as usize]).then_some((image.id(slot), place))
        };
        Draft {
            id: image.id(candidate.slot),
            before: beside(-1),
            after: beside(1),
            hit: Hit {
                path: path_of(loaded, row).to_owned(),
                start_line: row.start_line,
                end_line: row.end_line,
                store: row.store(),
                date: (row.date != NO_DATE).then_some(row.date),
                snippet: String::new(),
                text: String::new(),
                score: candidate.score,
                parts: candidate.parts,
                citation: citation(loaded, candidate.slot),
                trust: row.trust(),
                state: row.state(),
                before: None,
                after: None,
                folded: candidate.folded.iter().map(|s| citation(loaded, *s)).collect(),
                newer: candidate.newer.map(|s| citation(loaded, s)),
                known: KnownOfHit::default(),
            },
        }
    };
    shown.into_iter().map(one).collect()
}

/// Of so many results, how many places are kept for the owner's words and what they approved, where there are any.
pub(crate) fn owners_places(most: usize) -> usize {
    (most / 4).max(2).min(most)
}

fn rank(
    loaded: &LoadedIndex,
    index: &Index,
    query: &Query<'_>,
    reading: &Connection,
    notes: &mut Vec<String>,
) -> Ranked {
    let image = &loaded.image;
    let average = image.total_length as f32 / image.count.max(1) as f32;
    let tuning = &index.options.tuning.for_length(average);
    let mut question =
        if tuning.is_one_arm() { PreparedQuestion::plain(query, image) } else { PreparedQuestion::read(query, image) };
    let tuning = &tuning.for_wants(question.wants);
    let allowed = Mask::new(&query.filter, question.pointed).over(image);
    let late_now = || query.clock.is_some_and(|clock| clock() >= query.deadline);
    let mut cut_short = false;

    let (lexical, held) = keyword::scores(image, &question.terms, tuning.k1, tuning.b);
    let mut model = Some(MODEL_ID);
    let mut known = 1.0 - question.foreign;
    if query.words_only {
        // As for a question in a language the model cannot read: no arm that needs a vector counts.
        (model, known, question.foreign) = (None, 0.0, 1.0);
    }
    let (mut meaning, mut unseen) = (Vec::new(), Vec::new());
    let semantic = if query.words_only {
        vec![0.0; image.slots()]
    } else if late_now() {
        cut_short = true;
        model = None;
        notes.push("the deadline passed before meaning was compared; ranked by words".into());
        vec![0.0; image.slots()]
    } else {
        let other = query.meaning.as_ref().and_then(|asked| Some((asked, asked.scores(loaded)?)));
        match other {
            Some((asked, scores)) if !asked.is_builtin() => {
                (model, known) = (Some(asked.model()), asked.reads);
                scores.scores
            }
            _ if !loaded.same_model => {
                model = None;
                notes.push("the embedding model changed; ranked by words until the index is rebuilt".into());
                vec![0.0; image.slots()]
            }
            other => {
                if let Some((asked, closeness)) = other {
                    (model, meaning, unseen) = (Some(asked.model()), closeness.scores, closeness.missing);
                } else if let Some(asked) = query.meaning.as_ref().filter(|asked| !asked.is_builtin()) {
                    let model = asked.model();
                    notes.push(format!(
                        "{model} has not seen every entry yet; meanings were compared by the built-in table"
                    ));
                }
                vector_scores(image, &question.pieces)
            }
        }
    };
    let replaced = meaning.is_empty() && model.is_some_and(|m| m != MODEL_ID);
    let tuning = &if replaced { tuning.for_other_model() } else { tuning.clone() };
    let semantic_scale = Scale::among(&semantic, &allowed);
    let meaning_scale = compare_unseen(&mut meaning, &unseen, &semantic, semantic_scale, &allowed);
    let arms = Arms {
        image,
        allowed: &allowed,
        lexical_scale: Scale::among(&lexical, &allowed),
        semantic_scale,
        meaning_scale,
        lexical,
        held,
        semantic,
        meaning,
        known,
        paragraphs: paragraphs(average),
        names: names(query),
    };
    let model = model.map(str::to_owned);
    let graph = ties(image, query);
    // An instruction bears on work; who somebody is and when something was are looked up.
    let looked_up = matches!(question.strategy, SearchStrategy::About | SearchStrategy::When);
    let standing: HashMap<u32, f32> = if tuning.standing > 0.0 && !looked_up {
        standing::find(image, &allowed, &arms.semantic).into_iter().collect()
    } else {
        HashMap::new()
    };
    // Asked about a time, an entry of that time may answer without a word in common.
    let least = if query.span.is_some() { f32::MIN } else { 0.0 };
    let best = arms.best(tuning.pool.max(TENTH), least);
    let mut pool = arms.pool(&best, tuning.pool, tuning.before > 0.0);
    pool.extend(graph.keys().chain(standing.keys()).copied().filter(|s| allowed[*s as usize]));
    pool.sort_unstable();
    pool.dedup();

    let mut parts: Vec<(u32, Parts)> =
        pool.into_iter().map(|slot| (slot, arms.parts(slot, query, &question, &graph, loaded))).collect();
    parts.iter_mut().for_each(|(slot, part)| part.standing = standing.get(slot).copied().unwrap_or(0.0));
    let features = arms.features(&question, &parts, &best);
    let tuning = &if arms.meaning.is_empty() { tuning.clone() } else { tuning.weighed(&features) };
    let tuning = &tuning.for_foreign(1.0 - known);
    talk::add_sessions(image, &|slot| arms.base(slot), &mut parts, |part| &mut part.session);
    talk::add_talks(image, &|slot| arms.base(slot), &mut parts, |part| &mut part.talk);
    if !arms.meaning.is_empty() {
        talk::add_sessions(image, &|slot| arms.meant(slot), &mut parts, |part| &mut part.signs.session);
        talk::add_talks(image, &|slot| arms.meant(slot), &mut parts, |part| &mut part.signs.talk);
    }
    let order = |parts: &mut Vec<(u32, Parts)>, tuning: &Tuning| {
        let mut keyed: Vec<_> = parts.drain(..).map(|part| (tuning.total(&part.1), part)).collect();
        keyed.sort_by(|(a, (one, _)), (b, (other, _))| {
            let by_place = || place(image, *one).cmp(&place(image, *other));
            b.total_cmp(a).then_with(by_place).then(one.cmp(other))
        });
        parts.extend(keyed.into_iter().map(|(_, part)| part));
    };
    if tuning.late > 0.0 && question.foreign < 1.0 {
        if late_now() {
            cut_short = true;
            notes.push("the deadline passed before words were compared one by one".into());
        } else {
            // The late arm reads only what the cheaper ones put first.
            order(&mut parts, tuning);
            add_late(&arms, &question, &mut parts, tuning);
        }
    }
    if replaced {
        // Word by word is the built-in model's; where it cannot read the question, the other speaks for it.
        let spoken = question.foreign;
        parts.iter_mut().for_each(|(_, part)| part.late += (part.vector - part.late) * spoken);
    }
    // A message that goes on with something wants what it goes on with, not what is like it.
    let hop = tuning.hop * (1.0 - question.telling) * (1.0 - question.foreign);
    if hop > 0.0 {
        order(&mut parts, tuning);
        hop::add(image, |part| tuning.total(part), &mut parts);
    }
    let tuning = &Tuning { hop, ..tuning.clone() };
    let candidates = parts
        .into_iter()
        .map(|(slot, parts)| Candidate { slot, score: tuning.total(&parts), parts, folded: Vec::new(), newer: None })
        .collect();
    let mut candidates = one_per_entry(image, candidates);
    let encoder = query.meaning.as_ref().filter(|_| !arms.meaning.is_empty() && !tuning.is_one_arm());
    // Statements are compared by word pieces, of which texts the static table cannot read have none.
    let readable = question.foreign < 1.0;
    if !tuning.is_one_arm() {
        let content: Vec<u16> =
            question.pieces.iter().copied().filter(|p| !crate::embed::wordpiece::is_common(*p)).collect();
        // Asked about a time, the statement of that time is the answer, not the newest one.
        if query.span.is_none() && query.filter.as_of.is_none() && query.filter.dated.is_none() {
            if readable {
                supersede::prefer_newer(image, &mut candidates, &content);
            }
            // Which statement is newer was fitted on single messages, and long ones tell many things.
            if let Some(asked) = encoder.filter(|_| !query.looks_back && features.paragraphs < 0.5) {
                sort(image, &mut candidates);
                let ground = updates::Ground { image, asked, allowed: &allowed, reading };
                updates::prefer_updates(&ground, &mut candidates);
            }
            if !query.looks_back {
                let past = with_what_is_over(&query.filter);
                let mask = Mask::new(&past, question.pointed);
                // Asked about somebody, what does not name them is no answer, whatever it took the place of.
                let about =
                    |slot: u32| arms.names.is_empty() || graph.contains_key(&slot) || arms.says_a_name(slot) > 0.0;
                over::prefer_what_holds(image, &mut candidates, &allowed, |row| mask.admits(row).is_ok(), about);
            }
        }
        if query.filter.held_in.is_some() {
            let past = Filter { held_in: None, ..with_what_is_over(&query.filter) };
            let mask = Mask::new(&past, question.pointed);
            over::mark(image, &mut candidates, |row| mask.admits(row).is_ok());
        }
        sort(image, &mut candidates);
        if readable {
            candidates = near_duplicates::fold(image, candidates);
        }
    }
    // Sureness is judged by what the model that was used can read.
    question.foreign = 1.0 - known;
    let encoded = (!arms.meaning.is_empty()).then_some(&features);
    let verdict = confidence::judge(image, &question, &mut candidates, encoded);
    if !query.unscaled {
        candidates.iter_mut().for_each(|c| c.score = shown(c.score) * verdict.scale);
    }
    Ranked {
        candidates,
        allowed,
        question,
        confidence: verdict.confidence,
        sureness: verdict.evidence,
        cut_short,
        model,
        weighed: (features, tuning.clone()),
    }
}

/// Puts entries the encoder has not seen where the static table puts them, and returns the encoder's scale.
fn compare_unseen(meaning: &mut [f32], unseen: &[u32], semantic: &[f32], scale: Scale, allowed: &[bool]) -> Scale {
    if unseen.is_empty() {
        return Scale::among(meaning, allowed);
    }
    let mut seen = allowed.to_vec();
    unseen.iter().for_each(|slot| seen[*slot as usize] = false);
    let own = Scale::among(meaning, &seen);
    for slot in unseen {
        meaning[*slot as usize] = own.at(scale.place(semantic[*slot as usize]));
    }
    own
}

/// A filter that lets in what is over as well.
fn with_what_is_over(filter: &Filter) -> Filter {
    let mut past = filter.clone();
    past.states.push(State::Superseded);
    past
}

/// Closeness by the built-in model.
fn vector_scores(image: &Image, pieces: &[u16]) -> Vec<f32> {
    let (scale, small) = quantise(&Table::builtin().pool(pieces));
    image.vector_scores(&small, scale)
}

/// Entries tied to the question's entities, nearer ones more.
fn ties(image: &Image, query: &Query<'_>) -> HashMap<u32, f32> {
    let mut ties: HashMap<u32, f32> = HashMap::new();
    for (entity, hops) in &query.entities {
        for slot in image.about(name_hash(entity)) {
            let near = 1.0 / (1.0 + f32::from(*hops));
            let tie = ties.entry(slot).or_default();
            *tie = tie.max(near);
        }
    }
    ties
}

/// The terms of each name the question names an entity by.
fn names(query: &Query<'_>) -> Vec<Vec<u64>> {
    let mut analyzer = Analyzer::new();
    let terms = |name: &String| analyzer.query_terms(name).iter().map(|(term, _)| term_hash(term)).collect();
    query.named.iter().map(terms).filter(|terms: &Vec<u64>| !terms.is_empty()).collect()
}

/// The order of equals: newer first, then as written.
pub(crate) fn place(image: &Image, slot: u32) -> (Reverse<i64>, u32, u16) {
    let row = image.row(slot);
    (Reverse(row.date), row.entry, row.part)
}

fn sort(image: &Image, candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| {
        let by_place = || place(image, a.slot).cmp(&place(image, b.slot));
        b.score.total_cmp(&a.score).then_with(by_place).then(a.slot.cmp(&b.slot))
    });
}

/// Keeps the best part of each entry, best first.
fn one_per_entry(image: &Image, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    sort(image, &mut candidates);
    let mut seen = HashSet::new();
    candidates.retain(|c| {
        let row = image.row(c.slot);
        seen.insert((row.file, row.entry))
    });
    candidates
}

/// A segment is not what was written.
pub(crate) fn damaged_segment(index: &Index) -> Error {
    Error::Damaged { path: index.place.path(), what: "a segment is not what was written".to_owned() }
}

pub(crate) fn path_of<'a>(loaded: &'a LoadedIndex, row: &Row) -> &'a str {
    loaded.files.name_of(row.file).unwrap_or("")
}

/// `path#Lx-Ly` of a slot.
pub(crate) fn citation(loaded: &LoadedIndex, slot: u32) -> String {
    let row = loaded.image.row(slot);
    let path = path_of(loaded, row);
    if row.start_line == row.end_line {
        format!("{path}#L{}", row.start_line)
    } else {
        format!("{path}#L{}-L{}", row.start_line, row.end_line)
    }
}
