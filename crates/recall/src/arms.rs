//! What each arm gives an entry: words in common, meaning by the table and by the encoder, and what stands around it.
//!
//! [`crate::search`] decides which arms run, weighs what they give and orders it.

use std::collections::HashMap;

use soulfile_vocabulary::Store;

use crate::embed::table::Table;
use crate::filter::holds_in;
use crate::fuse::{Features, Scale, Tuning, top};
use crate::image::Image;
use crate::late::{Closest, Late, together};
use crate::load::LoadedIndex;
use crate::query::{EntryRef, Parts, Query, RankSigns, SearchStrategy, Span};
use crate::question::PreparedQuestion;
use crate::record::{NO_DATE, Row};
use crate::search::{path_of, place};
use crate::term_coverage::TermCoverage;

/// How far the newest entries are wanted by a question for the latest of a matter: most of what was told last is about others.
const ASKED_FOR_NEWEST: f32 = 0.25;
/// The result of an arm that its best one is compared with.
pub(crate) const TENTH: usize = 10;
/// Turns on either side that a turn is read with, word by word.
const AROUND: usize = 4;

/// The two arms that score every entry, with their scales.
pub(crate) struct Arms<'a> {
    pub image: &'a Image,
    pub allowed: &'a [bool],
    pub lexical: Vec<f32>,
    pub held: TermCoverage,
    pub semantic: Vec<f32>,
    /// Closeness by the multilingual encoder; empty where it has not seen every entry.
    pub meaning: Vec<f32>,
    pub lexical_scale: Scale,
    pub semantic_scale: Scale,
    pub meaning_scale: Scale,
    /// Share of the question the model can read.
    pub known: f32,
    /// How far entries are paragraphs rather than single turns.
    pub paragraphs: f32,
    /// Terms of the names the question names entities by.
    pub names: Vec<Vec<u64>>,
}

/// The slots each arm puts first, in its order.
pub(crate) struct BestOfArms {
    lexical: Vec<u32>,
    semantic: Vec<u32>,
    meaning: Vec<u32>,
}

impl Arms<'_> {
    fn keyword(&self, slot: u32) -> f32 {
        self.lexical_scale.place(self.lexical[slot as usize])
    }

    fn vector(&self, slot: u32) -> f32 {
        self.semantic_scale.place(self.semantic[slot as usize])
    }

    /// Closeness by the encoder on its scale.
    pub fn meant(&self, slot: u32) -> f32 {
        self.meaning.get(slot as usize).map_or(0.0, |score| self.meaning_scale.place(*score))
    }

    /// How near an entry is by the arm that puts it highest.
    fn near(&self, slot: u32) -> f32 {
        self.keyword(slot).max(self.known * self.vector(slot)).max(self.meant(slot))
    }

    /// What an entry's neighbours and session are judged by.
    pub fn base(&self, slot: u32) -> f32 {
        0.5 * self.keyword(slot) + 0.5 * self.known * self.vector(slot)
    }

    /// Share of the question's rare words that are there; a single turn is read with the one before it.
    fn held(&self, slot: u32, before: Option<u32>) -> f32 {
        let alone = self.held.share(slot, None);
        let together = self.held.share(slot, before);
        together + (alone - together) * self.paragraphs
    }

    /// 1 for an entry that says the name of an entity of the question: it is as much about it as a fact of its page.
    pub fn says_a_name(&self, slot: u32) -> f32 {
        let says = |name: &Vec<u64>| name.iter().all(|term| self.image.holds(*term, slot));
        f32::from(u8::from(self.names.iter().any(says)))
    }

    fn turn_beside(&self, slot: u32, step: i64) -> Option<u32> {
        let found = self.image.neighbour(slot, step)?;
        (self.image.row(slot).is_turn() && self.image.row(found).is_turn()).then_some(found)
    }

    /// Up to `reach` turns before and as many after.
    fn turns_around(&self, slot: u32, reach: usize) -> impl Iterator<Item = u32> {
        let walk = move |step: i64| {
            std::iter::successors(self.turn_beside(slot, step), move |turn| self.turn_beside(*turn, step)).take(reach)
        };
        walk(-1).chain(walk(1)).filter(|turn| self.allowed[*turn as usize])
    }

    /// The best of each arm, each in order.
    pub fn best(&self, size: usize, least: f32) -> BestOfArms {
        let tie = |slot| place(self.image, slot);
        BestOfArms {
            lexical: top(&self.lexical, self.allowed, 0.0, size, tie),
            semantic: top(&self.semantic, self.allowed, least, size, tie),
            meaning: top(&self.meaning, self.allowed, least, size, tie),
        }
    }

    /// The first `size` of each arm, and the turns that follow them.
    pub fn pool(&self, best: &BestOfArms, size: usize, followers: bool) -> Vec<u32> {
        let first = |slots: &[u32]| slots[..slots.len().min(size)].to_vec();
        let mut pool = [first(&best.lexical), first(&best.semantic), first(&best.meaning)].concat();
        if followers {
            for at in 0..pool.len() {
                pool.extend(self.turn_beside(pool[at], 1).filter(|s| self.allowed[*s as usize]));
            }
        }
        pool
    }

    /// What the weights of the arms follow.
    pub fn features(&self, question: &PreparedQuestion, parts: &[(u32, Parts)], best: &BestOfArms) -> Features {
        /// Results of each arm that are compared.
        const FIRST: usize = 5;
        let by_words: Vec<u32> = best.lexical.iter().copied().take(TENTH).collect();
        let is_near = |slot: &u32| self.meaning[*slot as usize] > 0.0;
        let by_meaning: Vec<u32> = best.meaning.iter().copied().filter(is_near).take(TENTH).collect();
        let common =
            by_words.iter().take(FIRST).filter(|slot| by_meaning.iter().take(FIRST).any(|s| s == *slot)).count();
        let lead = |scores: &[f32], first: &[u32]| {
            let best = first.first().map_or(0.0, |slot| scores[*slot as usize]);
            let tenth = if first.len() < TENTH { 0.0 } else { scores[first[TENTH - 1] as usize] };
            (best, best - tenth)
        };
        let (cosine, cosine_lead) = lead(&self.meaning, &by_meaning);
        let (first, ahead) = lead(&self.lexical, &by_words);
        let rarity: f32 = question.terms.iter().map(|term| term.idf).sum();
        let known = question.terms.iter().filter(|term| self.image.holders(term.hash) > 0);
        let turns = parts.iter().filter(|(slot, _)| self.image.row(*slot).is_turn()).count();
        Features {
            covered: parts.iter().map(|(_, part)| part.held).fold(0.0, f32::max),
            known: known.map(|term| term.idf).sum::<f32>() / rarity.max(f32::EPSILON),
            agreement: common as f32 / FIRST as f32,
            cosine,
            cosine_lead,
            keyword_lead: ahead / first.max(f32::EPSILON),
            terms: (1.0 + question.terms.len() as f32).ln() / 3.0,
            paragraphs: self.paragraphs,
            turns: turns as f32 / parts.len().max(1) as f32,
            foreign: question.foreign,
            telling: question.telling,
            voiced: parts.iter().map(|(_, part)| part.voice).sum::<f32>() / parts.len().max(1) as f32,
            split: question.split,
        }
    }

    pub fn parts(
        &self,
        slot: u32,
        query: &Query<'_>,
        question: &PreparedQuestion,
        graph: &HashMap<u32, f32>,
        loaded: &LoadedIndex,
    ) -> Parts {
        let row = self.image.row(slot);
        let before = self.turn_beside(slot, -1).filter(|before| self.allowed[*before as usize]);
        let said = row.speaker != 0 && question.about.contains(&row.speaker);
        let wants_newest = match question.strategy {
            SearchStrategy::Latest => question.telling.max(ASKED_FOR_NEWEST),
            _ => question.telling,
        };
        let newness = if wants_newest > 0.0 { self.image.newness(row.date) * wants_newest } else { 0.0 };
        Parts {
            keyword: self.keyword(slot),
            vector: self.vector(slot),
            meaning: self.meant(slot),
            held: self.held(slot, before),
            before: before.map_or(0.0, |b| self.base(b)),
            voice: f32::from(u8::from(said)),
            asking: f32::from(row.asking) / 255.0,
            recency: newness,
            graph: graph.get(&slot).copied().unwrap_or(0.0).max(self.says_a_name(slot)),
            time: query.span.map_or(0.0, |span| near(span, row) * (1.0 - question.telling)),
            store: f32::from(u8::from(looks_in(question.strategy, row.store()))) * self.near(slot),
            decay: decay(query, question, row, loaded),
            cosine: self.meaning.get(slot as usize).copied().unwrap_or(self.semantic[slot as usize]),
            signs: RankSigns { before: before.map_or(0.0, |b| self.meant(b)), ..RankSigns::default() },
            ..Parts::default()
        }
    }
}

/// Compares the first candidates with the question word by word: by themselves, and with the talk around them.
pub(crate) fn add_late(arms: &Arms<'_>, question: &PreparedQuestion, parts: &mut [(u32, Parts)], tuning: &Tuning) {
    let image = arms.image;
    let mut late = Late::new(Table::builtin(), &question.rarity);
    let size = parts.len().min(tuning.late_pool);
    let mut read: HashMap<u32, Closest> = HashMap::with_capacity(size * 2);
    let mut closest = |late: &mut Late<'_>, slot: u32| -> Closest {
        *read.entry(slot).or_insert_with(|| late.closest(image.pieces_of(slot)))
    };
    let (mut own, mut around) = (Vec::with_capacity(size), Vec::with_capacity(size));
    for (slot, _) in &parts[..size] {
        let alone = closest(&mut late, *slot);
        own.push(late.mean(&alone));
        around.push((tuning.around > 0.0 && image.row(*slot).is_turn()).then(|| {
            let turns = arms.turns_around(*slot, AROUND).map(|turn| closest(&mut late, turn));
            let all = together(std::iter::once(alone).chain(turns));
            late.mean(&all)
        }));
    }
    let scale = Scale::of(own.iter().copied());
    let wider = Scale::of(around.iter().flatten().copied());
    let turns = around.iter().any(Option::is_some);
    for (((_, part), own), around) in parts.iter_mut().zip(own).zip(around) {
        part.late = scale.place(own);
        // A note is not read with others: among turns it stands where it stands by itself.
        part.around = match around {
            Some(around) => wider.place(around),
            None if turns => tuning.alone(part),
            None => 0.0,
        };
    }
}

/// How near a row is to a span: a fact is as near as the time it held, anything else as its date.
fn near(span: Span, row: &Row) -> f32 {
    if row.store() == Store::Semantic && holds_in(row, span) { 1.0 } else { closeness(span, row.date) }
}

/// 1 inside the span, less the further away.
fn closeness(span: Span, date: i64) -> f32 {
    if date == NO_DATE {
        return 0.0;
    }
    let away = if date < span.from { span.from - date } else { (date - span.to + 1).max(0) };
    if away == 0 {
        return 1.0;
    }
    let reach = (span.to - span.from).max(7 * 86_400) as f32;
    0.5 * (1.0 - away as f32 / reach).max(0.0)
}

fn looks_in(strategy: SearchStrategy, store: Store) -> bool {
    matches!(
        (strategy, store),
        (SearchStrategy::HowTo, Store::Procedural)
            | (SearchStrategy::About, Store::Semantic)
            | (SearchStrategy::Latest, Store::Core)
    )
}

/// The bounded decay factor; 1 for dated, exact and named questions.
fn decay(query: &Query<'_>, question: &PreparedQuestion, row: &Row, loaded: &LoadedIndex) -> f32 {
    if question.pointed {
        return 1.0;
    }
    let entry = EntryRef { path: path_of(loaded, row), start_line: row.start_line, end_line: row.end_line, id: row.id };
    let given = query.decay.map_or(1.0, |decay| decay(entry));
    let given = if given.is_finite() { given } else { 1.0 };
    given.clamp(query.decay_floor, 1.0)
}
