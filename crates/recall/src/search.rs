//! A search: filter, score with every arm, fuse, order, and read the texts of what is shown.
//!
//! Deterministic: equal scores are ordered by date and place, and nothing depends on a clock
//! except the deadline the caller passes in.

use soulfile_text::Analyzer;

use crate::db;
use crate::embed::table::{Table, quantise};
use crate::embed::wordpiece;
use crate::entry::{State, Trust};
use crate::error::Error;
use crate::fuse::{Scale, Tuning, top};
use crate::image::Image;
use crate::index::{Index, Loaded, lock, read_text};
use crate::keyword::{self, QueryTerm};
use crate::late::Late;
use crate::query::{
    Answer, Confidence, Filter, Hit, MOST_RESULTS, Neighbour, Parts, Query, Strategy,
};
use crate::record::{NO_DATE, Row, name_hash};
use crate::scan;

/// Characters of a snippet.
const SNIPPET: usize = 700;

/// A chunk being ranked.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub slot: u32,
    pub parts: Parts,
    pub score: f32,
    pub folded: Vec<u32>,
    pub newer: Option<u32>,
}

impl Index {
    /// Answers a question.
    pub fn search(&self, query: &Query<'_>) -> Result<Answer, Error> {
        let mut notes = Vec::new();
        match self.catch_up() {
            Ok(()) => {}
            Err(Error::Busy { .. }) => notes
                .push("the index is being written; newer changes are not in this answer".into()),
            Err(other) => return Err(other),
        }
        let loaded = self.read();
        if !loaded.same_model {
            notes.push(
                "the embedding model changed; ranked by words until the index is rebuilt".into(),
            );
        }
        let ranked = rank(&loaded, self, query, &mut notes)?;
        self.show(&loaded, query, ranked, notes)
    }

    fn show(
        &self,
        loaded: &Loaded,
        query: &Query<'_>,
        ranked: Ranked,
        notes: Vec<String>,
    ) -> Result<Answer, Error> {
        let limit = if query.unbounded {
            query.limit
        } else {
            query.limit.min(MOST_RESULTS)
        };
        let connection = lock(&self.connection);
        let path = self.place.path();
        let text_of = |slot: u32| -> Result<String, Error> {
            let id = loaded.image.ids[slot as usize];
            read_text(&connection, id)
                .map_err(|e| db::classify(&path, e))?
                .map(|t| t.0)
                .ok_or_else(|| Error::Damaged {
                    path: path.clone(),
                    what: format!("text of chunk {id}"),
                })
        };
        let mut hits = Vec::new();
        for candidate in ranked
            .candidates
            .iter()
            .filter(|c| c.score >= query.least_score)
            .take(limit)
        {
            let row = &loaded.image.rows[candidate.slot as usize];
            let text = text_of(candidate.slot)?;
            let beside = |step: i64| -> Result<Option<Neighbour>, Error> {
                if query.unbounded {
                    return Ok(None);
                }
                let Some(slot) = loaded
                    .image
                    .neighbour(candidate.slot, step)
                    .filter(|s| ranked.allowed[*s as usize])
                else {
                    return Ok(None);
                };
                let near = &loaded.image.rows[slot as usize];
                Ok(Some(Neighbour {
                    start_line: near.start_line,
                    end_line: near.end_line,
                    text: text_of(slot)?,
                }))
            };
            let (before, after) = if row.session != 0 {
                (beside(-1)?, beside(1)?)
            } else {
                (None, None)
            };
            hits.push(Hit {
                path: loaded
                    .paths
                    .get(&row.file)
                    .map_or(String::new(), |p| p.to_string()),
                start_line: row.start_line,
                end_line: row.end_line,
                store: row.store,
                date: (row.date != NO_DATE).then_some(row.date),
                snippet: snippet(&text, &ranked.words),
                text,
                score: candidate.score,
                parts: candidate.parts,
                citation: citation(loaded, candidate.slot),
                trust: row.trust,
                state: row.state,
                before,
                after,
                folded: candidate
                    .folded
                    .iter()
                    .map(|s| citation(loaded, *s))
                    .collect(),
                newer: candidate.newer.map(|s| citation(loaded, s)),
            });
        }
        Ok(Answer {
            hits,
            confidence: ranked.confidence,
            strategy: ranked.strategy,
            revision: loaded.revision,
            source_revision: loaded.source_revision.clone(),
            cut_short: ranked.cut_short,
            notes,
            why_not: None,
        })
    }
}

/// Everything decided before texts are read.
pub(crate) struct Ranked {
    pub candidates: Vec<Candidate>,
    pub allowed: Vec<bool>,
    pub words: Vec<String>,
    pub confidence: Confidence,
    pub strategy: Strategy,
    pub cut_short: bool,
}

fn rank(
    loaded: &Loaded,
    index: &Index,
    query: &Query<'_>,
    notes: &mut Vec<String>,
) -> Result<Ranked, Error> {
    let image = &loaded.image;
    let tuning = &index.options.tuning;
    let allowed = mask(image, &query.filter);
    let mut analyzer = Analyzer::new();
    let terms = keyword::query_terms(image, &mut analyzer, &query.text);
    let words = terms.iter().map(|t| t.term.clone()).collect();
    let lexical = keyword::scores(image, &terms, tuning.k1, tuning.b);
    let semantic = if loaded.same_model {
        vector_scores(image, index, &query.text, notes)
    } else {
        vec![0.0; image.rows.len()]
    };
    let pool = pool(image, &allowed, &lexical, &semantic, tuning);
    let candidates = score(
        image,
        &terms,
        &query.text,
        &lexical,
        &semantic,
        &allowed,
        pool,
        tuning,
    );
    let candidates = one_per_entry(image, candidates);
    let confidence = Confidence::Sure;
    Ok(Ranked {
        candidates,
        allowed,
        words,
        confidence,
        strategy: Strategy::Hybrid,
        cut_short: false,
    })
}

/// Which slots may answer.
fn mask(image: &Image, filter: &Filter) -> Vec<bool> {
    let scopes: Option<Vec<u64>> = filter
        .scopes
        .as_ref()
        .map(|s| s.iter().map(|n| name_hash(n)).collect());
    let private = name_hash("private");
    let session = filter.session.as_deref().map(name_hash);
    let states = filter.states.iter().fold(0u8, |m, s| m | 1 << (*s as u8));
    let may = |row: &Row| {
        let scope = if row.scope == 0 { private } else { row.scope };
        row.trust >= filter.least_trust
            && states & (1 << (row.state as u8)) != 0
            && scopes.as_ref().is_none_or(|s| s.contains(&scope))
            && filter
                .stores
                .as_ref()
                .is_none_or(|s| s.contains(&row.store))
            && session.is_none_or(|s| s == row.session)
            && filter
                .dated
                .is_none_or(|d| row.date != NO_DATE && (d.from..d.to).contains(&row.date))
            && filter.as_of.is_none_or(|t| {
                (row.valid_from == NO_DATE || row.valid_from <= t)
                    && (row.valid_to == NO_DATE || t < row.valid_to)
            })
    };
    image
        .rows
        .iter()
        .zip(&image.live)
        .map(|(row, live)| *live && may(row))
        .collect()
}

fn vector_scores(image: &Image, index: &Index, text: &str, notes: &mut Vec<String>) -> Vec<f32> {
    let none = vec![0.0; image.rows.len()];
    let embedded = match index.options.embedder.embed(&[text]) {
        Ok(mut vectors) => vectors.pop().unwrap_or_default(),
        Err(error) => {
            notes.push(format!("{error}; ranked by words"));
            return none;
        }
    };
    if embedded.len() != image.dims || image.dims == 0 {
        return none;
    }
    let (scale, small) = quantise(&embedded);
    let mut dots = vec![0i32; image.rows.len()];
    scan::dot_rows(&small, &image.vectors, &mut dots);
    dots.iter()
        .zip(&image.scales)
        .map(|(d, s)| *d as f32 * s * scale)
        .collect()
}

fn pool(
    image: &Image,
    allowed: &[bool],
    lexical: &[f32],
    semantic: &[f32],
    tuning: &Tuning,
) -> Vec<u32> {
    let mut pool = top(lexical, allowed, 0.0, tuning.pool);
    pool.extend(top(semantic, allowed, 0.0, tuning.pool));
    let seeds = pool.clone();
    if tuning.context > 0.0 {
        for slot in seeds {
            pool.extend(
                [-1, 1]
                    .into_iter()
                    .filter_map(|s| image.neighbour(slot, s))
                    .filter(|s| allowed[*s as usize]),
            );
        }
    }
    pool.sort_unstable();
    pool.dedup();
    pool
}

#[allow(clippy::too_many_arguments)]
fn score(
    image: &Image,
    _terms: &[QueryTerm],
    text: &str,
    lexical: &[f32],
    semantic: &[f32],
    allowed: &[bool],
    pool: Vec<u32>,
    tuning: &Tuning,
) -> Vec<Candidate> {
    let among = |scores: &[f32]| {
        Scale::of(
            scores
                .iter()
                .zip(allowed)
                .filter(|(_, a)| **a)
                .map(|(s, _)| *s)
                .collect::<Vec<_>>()
                .into_iter(),
        )
    };
    let (lexical_scale, semantic_scale) = (among(lexical), among(semantic));
    let table = Table::builtin();
    let pieces = wordpiece::pieces(text);
    let mut late = Late::new(table, &pieces, |p| table.weight(p));
    let lates: Vec<f32> = pool
        .iter()
        .map(|s| late.score(image.pieces_of(*s)))
        .collect();
    let late_scale = Scale::of(lates.iter().copied());
    let base = |slot: u32| {
        tuning.keyword * lexical_scale.place(lexical[slot as usize])
            + tuning.vector * semantic_scale.place(semantic[slot as usize])
    };
    pool.iter()
        .zip(&lates)
        .map(|(slot, l)| {
            let s = *slot as usize;
            let context = if tuning.context > 0.0 {
                [-1, 1]
                    .into_iter()
                    .filter_map(|step| image.neighbour(*slot, step))
                    .map(base)
                    .fold(0.0, f32::max)
            } else {
                0.0
            };
            let parts = Parts {
                keyword: lexical_scale.place(lexical[s]),
                vector: semantic_scale.place(semantic[s]),
                late: late_scale.place(*l),
                context,
                decay: 1.0,
                ..Parts::default()
            };
            let score = tuning.keyword * parts.keyword
                + tuning.vector * parts.vector
                + tuning.late * parts.late
                + tuning.context * parts.context;
            Candidate {
                slot: *slot,
                parts,
                score,
                folded: Vec::new(),
                newer: None,
            }
        })
        .collect()
}

/// Keeps the best part of each entry, best first.
fn one_per_entry(image: &Image, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    candidates.sort_by(|a, b| {
        let date = |c: &Candidate| image.rows[c.slot as usize].date;
        b.score
            .total_cmp(&a.score)
            .then(date(b).cmp(&date(a)))
            .then(a.slot.cmp(&b.slot))
    });
    let mut seen = std::collections::HashSet::new();
    candidates.retain(|c| {
        let row = &image.rows[c.slot as usize];
        seen.insert((row.file, row.entry))
    });
    candidates
}

pub(crate) fn citation(loaded: &Loaded, slot: u32) -> String {
    let row = &loaded.image.rows[slot as usize];
    let path = loaded.paths.get(&row.file).map_or("", |p| p);
    if row.start_line == row.end_line {
        format!("{path}#L{}", row.start_line)
    } else {
        format!("{path}#L{}-L{}", row.start_line, row.end_line)
    }
}

/// Cuts a text to the stretch that holds most of the question's words.
fn snippet(text: &str, _words: &[String]) -> String {
    if text.chars().count() <= SNIPPET {
        return text.to_owned();
    }
    text.chars().take(SNIPPET).collect::<String>() + "…"
}

#[allow(unused)]
fn default_visible(state: State, trust: Trust) -> bool {
    matches!(state, State::Active | State::Fading) && trust > Trust::Quarantined
}
