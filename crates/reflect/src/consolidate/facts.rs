//! Facts, connections and contradictions: each lasting sentence against what is known.

use std::collections::HashSet;

use soulfile_memory::entity::RelationName;
use soulfile_memory::id::{EntityId, MemoryId};
use soulfile_vocabulary::{Authority, Confidence, EntityType, EntryKind, Relation};

use super::known::{Home, Statement};
use super::statements::{self, Said};
use super::{Findings, Known, evidence, item};
use crate::item::{EntityRef, Evidence, EvidenceBinding, Item, ItemKind, Keep, Op, Replaced, Side};
use crate::summarise;
use crate::survey::{Directory, Lived, Survey, user_ref};

/// How many places of evidence an item quotes.
const QUOTED: usize = 3;

/// A statement that may belong in MEMORY.md.
#[derive(Debug, Clone)]
pub struct CoreCandidate {
    /// What it says.
    pub text: String,
    /// What kind of thing it is.
    pub kind: EntryKind,
    /// Whether the router would put it there.
    pub core: bool,
    /// Lines of MEMORY.md it takes the place of.
    pub replaces: Vec<MemoryId>,
    /// Whether something newer was said in the same cycle.
    pub outdated: bool,
    /// From when it holds.
    pub since: jiff::civil::Date,
    /// On which days it was said.
    pub days: HashSet<jiff::civil::Date>,
    /// The item it became, by its place among the findings.
    pub item: Option<usize>,
    /// What says so, of which memory, with which trust and scope.
    pub source: Item,
}

struct Finder<'s> {
    survey: &'s Survey,
    directory: Directory,
    known: Known,
    edges: HashSet<(String, Relation, String)>,
    /// Ids of what was named in this cycle and has no page.
    named: HashSet<String>,
    /// For each item, the core candidate it came with.
    candidates: Vec<Option<usize>>,
    out: Findings,
    used: usize,
}

/// Reads episodes until their findings fill the budget.
pub fn find(survey: &Survey, budget: usize) -> Findings {
    let mut finder = Finder {
        directory: Directory::new(survey),
        known: known_statements(survey),
        edges: edges(survey),
        named: HashSet::new(),
        candidates: Vec::new(),
        out: Findings::default(),
        used: 0,
        survey,
    };
    let mut unsafe_episodes = 0;
    let corrected: HashSet<MemoryId> = survey.episodes.iter().flat_map(|episode| corrects(&episode.raw)).collect();
    for episode in &survey.episodes {
        let (items, used) = (finder.out.items.len(), finder.used);
        if episode.is_evidence() && !corrected.contains(&episode.id) {
            statements::of(survey, episode).into_iter().for_each(|said| finder.take(episode, said));
        }
        unsafe_episodes += usize::from(episode.is_attack());
        if finder.used > budget && used > 0 {
            // This episode no longer fits: it is read again next time, whole.
            finder.out.items.truncate(items);
            finder.out.for_core.retain(|candidate| candidate.item.is_none_or(|at| at < items));
            break;
        }
        finder.out.taken += 1;
    }
    if unsafe_episodes > 0 {
        finder.out.notes.push(format!(
            "{unsafe_episodes} episodes from untrusted sources read like an attack and were not used as evidence"
        ));
    }
    finder.out
}

/// The entries that an entry says it corrects, in its heading.
fn corrects(raw: &str) -> impl Iterator<Item = MemoryId> {
    let fields = raw.lines().next().unwrap_or_default().split('|');
    fields.filter_map(|field| field.trim().strip_prefix("corrects:")?.trim().parse().ok())
}

fn known_statements(survey: &Survey) -> Known {
    let understand = &*survey.understand;
    let mut known = Known::new(survey.understand.clone());
    for line in survey.core.entries() {
        let home = Home::Core(MemoryId::Core(line.id.clone()));
        let kept = Statement::kept(understand, &line.text, home, None, line.trust);
        known.add(kept.sourced(line.source.as_deref()));
    }
    for (_, file) in survey.entities.iter().filter(|(_, file)| file.merged_into().is_none()) {
        for fact in file.current_facts() {
            let id = MemoryId::Fact(file.id().clone(), fact.id.clone());
            if survey.forgotten.iter().any(|gone| gone.id == id) {
                continue;
            }
            let home = Home::Fact(file.id().clone(), MemoryId::Fact(file.id().clone(), fact.id.clone()));
            let kept = Statement::kept(understand, &fact.text, home, fact.since, fact.trust);
            known.add(kept.sourced(fact.source.as_deref()));
        }
    }
    for gone in &survey.forgotten {
        known.add(Statement::kept(understand, &gone.text, Home::Forgotten(gone.on), None, Authority::Owner));
    }
    known
}

fn edges(survey: &Survey) -> HashSet<(String, Relation, String)> {
    let mut edges = HashSet::new();
    for (_, file) in &survey.entities {
        for line in file.relations.iter().filter(|line| line.until.is_none()) {
            if let (RelationName::Known(relation), swapped) = line.name.canonical() {
                for target in &line.targets {
                    let (from, to) = (file.id().to_string(), target.to_string());
                    edges.insert(if swapped { (to, relation, from) } else { (from, relation, to) });
                }
            }
        }
    }
    edges
}

impl<'s> Finder<'s> {
    fn take(&mut self, episode: &'s Lived, said: Said) {
        if !said.reading.credentials().is_empty() {
            self.out.notes.push(format!("{} holds what looks like a credential; it was not used", episode.id));
            return;
        }
        let words = evidence(episode, &said.quoted);
        let subject = self.subject(&said);
        let bearing = self.known.bearing(&said.reading);
        if let Some(at) = bearing.same.first().copied() {
            self.again(at, episode, words);
            return;
        }
        let day = episode.at.date();
        // A person let go of this, and nothing was said since.
        if bearing.forgotten.is_some_and(|on| day <= on) {
            return;
        }
        // What was said before the present knowledge is history already.
        if bearing.against.iter().any(|(at, _)| self.known.get(*at).is_later(&episode.id, day)) {
            return;
        }
        let (mut updates, mut at_odds) = (Vec::new(), Vec::new());
        for (at, replaced) in bearing.against {
            let may = episode.trust >= self.known.get(at).trust;
            if may && (said.update || replaced) { updates.push(at) } else { at_odds.push(at) }
        }
        match at_odds.is_empty() {
            true => self.fact(&subject, &updates, episode, &said, words),
            false => self.contradiction(&at_odds, &subject, episode, &said, words),
        }
    }

    /// The entity a statement is about: the one that it names first, else the user.
    fn subject(&mut self, said: &Said) -> EntityRef {
        let named = said.reading.mentions().entities.iter().find(|entity| said.words.starts_with(&entity.name));
        let known = || said.reading.mentions().entities.iter().find(|entity| self.directory.knows(&entity.name));
        match named.or_else(known).map(|entity| (entity.name.clone(), entity.kind)) {
            Some((name, kind)) => self.directory.resolve(&name, kind),
            None => user_ref(),
        }
    }

    /// Said again: more evidence for an item, or proof that a memory still holds.
    fn again(&mut self, at: usize, episode: &Lived, words: Evidence) {
        match &self.known.get(at).home {
            Home::Forgotten(_) => {}
            Home::Fact(_, id) | Home::Core(id) => {
                let id = id.to_string();
                if !self.out.confirmed.contains(&id) {
                    self.out.confirmed.push(id);
                }
            }
            Home::Item(index) => {
                let index = *index;
                let item = &mut self.out.items[index];
                if item.evidence.len() < QUOTED && item.evidence.iter().all(|seen| seen.id != words.id) {
                    item.trust = item.trust.min(episode.trust);
                    item.scope = item.scope.narrowest(&episode.scope);
                    item.grounds.push(EvidenceBinding::of(&episode.id, &episode.content));
                    item.evidence.push(words);
                    self.used += 30;
                }
                if let Some(candidate) = self.candidates.get(index).copied().flatten() {
                    self.out.for_core[candidate].days.insert(episode.at.date());
                }
            }
        }
    }

    fn fact(&mut self, subject: &EntityRef, updates: &[usize], episode: &Lived, said: &Said, words: Evidence) {
        let mut replaces = Vec::new();
        let mut grounds = Vec::new();
        let mut core_lines = Vec::new();
        for at in updates {
            let older = self.known.get(*at);
            match &older.home {
                Home::Fact(_, id) => grounds.push(EvidenceBinding::of(id, &older.text)),
                Home::Core(id) => core_lines.push(id.clone()),
                Home::Item(_) | Home::Forgotten(_) => {}
            }
            replaces.extend(self.replaced(*at));
            self.replace(*at);
        }
        let op = Op::AddFact {
            entity: subject.clone(),
            text: said.words.clone(),
            since: Some(episode.at.date()),
            confidence: confidence(episode),
            replaces,
            links: self.links(subject, said),
        };
        let key = Item::key_of(ItemKind::Fact, &subject.id, &said.words);
        let made = item(ItemKind::Fact, key, op, &[(episode, words.clone())], grounds);
        let source = made.clone();
        let Some(index) = self.push(made, episode, said) else { return };
        let candidate = CoreCandidate {
            text: said.words.clone(),
            kind: said.kind,
            core: said.core,
            replaces: core_lines,
            outdated: false,
            since: episode.at.date(),
            days: HashSet::from([episode.at.date()]),
            item: Some(index),
            source,
        };
        self.candidates.resize(index + 1, None);
        self.candidates[index] = Some(self.out.for_core.len());
        self.out.for_core.push(candidate);
        self.connect(episode, said, &words);
    }

    fn contradiction(&mut self, at: &[usize], subject: &EntityRef, episode: &Lived, said: &Said, words: Evidence) {
        let also: Vec<Replaced> = at[1..].iter().filter_map(|other| self.replaced(*other)).collect();
        let others = &at[1..];
        let at = at[0];
        let older = self.known.get(at);
        // Two statements are weighed against each other once, whichever was read first.
        let pair = |item: &Item| match &item.op {
            Op::Settle { older: one, newer: other, .. } => {
                [(&one.text, &other.text), (&other.text, &one.text)].contains(&(&older.text, &said.words))
            }
            _ => false,
        };
        if self.out.items.iter().any(pair) {
            return;
        }
        let (id, entity) = match &older.home {
            Home::Fact(entity, id) => (id.to_string(), Some(entity.clone())),
            Home::Core(id) => (id.to_string(), None),
            Home::Forgotten(_) => return,
            Home::Item(index) => {
                let item = &self.out.items[*index];
                (item.evidence.first().map(|seen| seen.id.clone()).unwrap_or_default(), None)
            }
        };
        let ground = match &older.home {
            Home::Fact(_, id) | Home::Core(id) => Some(EvidenceBinding::of(id, &older.text)),
            Home::Item(_) | Home::Forgotten(_) => None,
        };
        // Both belong where the older one is, or the two would never meet.
        let entity = match entity {
            Some(entity) if entity.to_string() != subject.id => {
                EntityRef { label: entity.slug().to_owned(), id: entity.to_string(), new: false }
            }
            _ => subject.clone(),
        };
        // A person's later word is the better guess; what they decide is theirs.
        let later = older.since.is_none_or(|since| since < episode.at.date());
        let trusted = episode.trust == Authority::Owner && episode.trust >= older.trust;
        let keep = if later && trusted { Keep::Newer } else { Keep::Both };
        let op = Op::Settle {
            entity,
            older: Side { id, text: older.text.clone(), since: older.since, trust: older.trust },
            newer: Side {
                id: episode.id.to_string(),
                text: said.words.clone(),
                since: Some(episode.at.date()),
                trust: episode.trust,
            },
            keep,
            also,
        };
        let key = Item::key_of(ItemKind::Contradiction, &older.text, &said.words);
        let made = item(ItemKind::Contradiction, key, op, &[(episode, words)], ground.into_iter().collect());
        let core = match &older.home {
            Home::Core(id) => Some(id.clone()),
            _ => None,
        };
        let source = made.clone();
        let index = self.push(made, episode, said);
        if let (Some(_), Some(line), Keep::Newer) = (index, core, keep) {
            self.out.for_core.push(CoreCandidate {
                text: said.words.clone(),
                kind: said.kind,
                core: true,
                replaces: vec![line],
                outdated: false,
                since: episode.at.date(),
                days: HashSet::from([episode.at.date()]),
                item: index,
                source,
            });
        }
        if keep == Keep::Newer {
            self.replace(at);
            others.iter().for_each(|other| self.replace(*other));
        }
    }

    /// Something newer takes a statement's place: it is known no more, and is not put in mind in this cycle.
    fn replace(&mut self, at: usize) {
        self.known.replace(at);
        if let Home::Item(index) = self.known.get(at).home
            && let Some(candidate) = self.candidates.get(index).copied().flatten()
        {
            self.out.for_core[candidate].outdated = true;
        }
    }

    /// A statement as one that something newer takes the place of; nothing for a line of MEMORY.md.
    fn replaced(&self, at: usize) -> Option<Replaced> {
        let older = self.known.get(at);
        match &older.home {
            Home::Fact(entity, id) => Some(replaced(entity, id, &older.text)),
            Home::Core(_) | Home::Forgotten(_) => None,
            Home::Item(index) => match &self.out.items[*index].op {
                Op::AddFact { entity, text, .. } => {
                    Some(Replaced { entity: entity.id.clone(), fact: String::new(), text: text.clone() })
                }
                _ => None,
            },
        }
    }

    /// What a fact names beside its subject, where nothing more is known than that. What the user names for the first
    /// time gets no page of its own for that: everything is tied to them, and it would hold nothing but the way back.
    fn links(&mut self, subject: &EntityRef, said: &Said) -> Vec<EntityRef> {
        let mut links: Vec<EntityRef> = Vec::new();
        let idle = |kind| subject.id == user_ref().id || kind == EntityType::Concept;
        for entity in said.reading.mentions().entities.iter() {
            let link = self.directory.resolve(&entity.name, entity.kind);
            let first = link.new && self.named.insert(link.id.clone()) && !self.known.mentions(&entity.name);
            if first && idle(entity.kind) {
                continue;
            }
            let (from, to) = (subject.id.clone(), link.id.clone());
            let told = said.reading.mentions().relations.iter().any(|relation| {
                relation.relation != Relation::RelatesTo
                    && [&relation.from, &relation.to].iter().any(|end| end.eq_ignore_ascii_case(&entity.name))
            });
            if !told && from != to && self.edges.insert((from, Relation::RelatesTo, to)) {
                links.push(link);
            }
        }
        links
    }

    fn connect(&mut self, episode: &Lived, said: &Said, words: &Evidence) {
        for relation in said.reading.mentions().relations.iter().filter(|r| r.relation != Relation::RelatesTo) {
            let mut end = |name: &str| -> Option<EntityRef> {
                if self.directory.is_user(name) {
                    return Some(user_ref());
                }
                let entity =
                    said.reading.mentions().entities.iter().find(|entity| entity.name.eq_ignore_ascii_case(name))?;
                Some(self.directory.resolve(&entity.name, entity.kind))
            };
            let (Some(from), Some(to)) = (end(&relation.from), end(&relation.to)) else { continue };
            if from.id == to.id || !self.edges.insert((from.id.clone(), relation.relation, to.id.clone())) {
                continue;
            }
            let target = format!("{} {} {}", from.id, relation.relation, to.id);
            let op = Op::Connect {
                from,
                relation: relation.relation,
                to,
                since: Some(episode.at.date()),
                confidence: confidence(episode),
            };
            let key = Item::key_of(ItemKind::Connection, &target, "");
            let made = item(ItemKind::Connection, key, op, &[(episode, words.clone())], Vec::new());
            if !self.survey.ledger.rejects(&made) {
                self.used += summarise::cost(&made, self.survey.settings.count);
                self.out.items.push(made);
            }
        }
    }

    /// Adds an item, and what it says to what is known; nothing when a person said no to it before.
    fn push(&mut self, made: Item, episode: &Lived, said: &Said) -> Option<usize> {
        if self.survey.ledger.rejects(&made) {
            return None;
        }
        self.used += summarise::cost(&made, self.survey.settings.count);
        let index = self.out.items.len();
        self.out.items.push(made);
        self.known.add(Statement {
            text: said.words.clone(),
            reading: said.reading.clone(),
            home: Home::Item(index),
            since: Some(episode.at.date()),
            said: match &episode.id {
                MemoryId::Episode(id) => Some(id.clone()),
                _ => None,
            },
            trust: episode.trust,
            replaced: false,
        });
        Some(index)
    }
}

fn replaced(entity: &EntityId, id: &MemoryId, text: &str) -> Replaced {
    let fact = match id {
        MemoryId::Fact(_, fact) => fact.to_string(),
        _ => String::new(),
    };
    Replaced { entity: entity.to_string(), fact, text: text.to_owned() }
}

/// A conclusion is no surer than what it rests on.
fn confidence(episode: &Lived) -> Confidence {
    episode.confidence.unwrap_or(Confidence::Medium).min(if episode.trust == Authority::Owner {
        Confidence::High
    } else {
        Confidence::Medium
    })
}
