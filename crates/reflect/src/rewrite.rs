//! Phase 4, rewrite core: what MEMORY.md gains, rewords and lets go, within its caps.
//!
//! Nothing is lost: a line that leaves becomes a fact. Pinned lines stay; of the rest one cycle takes
//! out at most a set share, and only Active Context for age.

use std::collections::{BTreeMap, HashSet};

use jiff::civil::Date;
use soulfile_memory::core::{Block, CoreLine, CoreMemory, Limit, NewLine, WhenFull};
use soulfile_memory::id::{CoreId, MemoryId};
use soulfile_understand::MessageInput;
use soulfile_vocabulary::layout::CORE;
use soulfile_vocabulary::{Authority, EntryKind, Scope};

use crate::consolidate::{CoreCandidate, Findings};
use crate::item::{Evidence, EvidenceBinding, Item, ItemKind, Op};
use crate::summarise;
use crate::survey::Survey;

/// How often a fact must have been used to be promoted.
const OFTEN: u32 = 5;
/// How many facts one cycle promotes.
const PROMOTED: usize = 2;
/// The share of the output budget core memory may use, in hundredths.
const SHARE: usize = 12;
/// On how many days a preference must have been told to be kept in mind.
const TOLD: usize = 2;

struct Rewriter<'s> {
    survey: &'s Survey,
    core: CoreMemory,
    items: Vec<Item>,
    touched: HashSet<CoreId>,
    dropped: usize,
    most: usize,
    tokens: usize,
}

/// Adds the changes of MEMORY.md to the findings; facts that go there are not stored twice.
pub fn rewrite(survey: &Survey, findings: &mut Findings) {
    let lines = survey.core.entries().len();
    let share = (lines as f64 * survey.settings.max_loss_share).floor() as usize;
    let mut rewriter = Rewriter {
        survey,
        core: survey.core.clone(),
        items: Vec::new(),
        touched: HashSet::new(),
        dropped: 0,
        most: share.max(usize::from(lines > 1)),
        tokens: survey.settings.budget * SHARE / 100,
    };
    let candidates = std::mem::take(&mut findings.for_core);
    for candidate in candidates.iter().filter(|candidate| !candidate.replaces.is_empty()) {
        rewriter.replace(candidate, &mut findings.questions);
    }
    rewriter.demote_stale();
    let mut moved: HashSet<usize> = HashSet::new();
    for candidate in candidates.iter().filter(|candidate| candidate.replaces.is_empty() && !candidate.outdated) {
        if rewriter.settles(candidate)
            && let Some(at) = candidate.item
            && !replaces_facts(&findings.items[at])
        {
            moved.insert(at);
        }
    }
    rewriter.promote();
    rewriter.make_room();
    let mut at = 0;
    findings.items.retain(|_| {
        at += 1;
        !moved.contains(&(at - 1))
    });
    findings.items.extend(rewriter.items);
}

fn replaces_facts(item: &Item) -> bool {
    !matches!(&item.op, Op::AddFact { replaces, .. } if replaces.is_empty())
}

impl Rewriter<'_> {
    fn limit<'l>(
        &self,
        relevance: &'l dyn Fn(&CoreLine) -> Option<f64>,
        count: &'l dyn Fn(&str) -> usize,
    ) -> Limit<'l> {
        Limit { budget: self.survey.settings.core, count, when_full: WhenFull::Refuse, relevance }
    }

    /// Takes what an item costs from the budget, when there is that much.
    fn affords(&mut self, item: &Item) -> bool {
        // The diff shows every line once more.
        let cost = summarise::cost(item, self.survey.settings.count) * 3 / 2;
        let affords = cost <= self.tokens;
        self.tokens -= if affords { cost } else { 0 };
        affords
    }

    /// A line that something newer contradicts.
    fn replace(&mut self, candidate: &CoreCandidate, questions: &mut Vec<String>) {
        // One line takes the new words; others it contradicts leave as past facts, so that nothing is said twice.
        // What was outdated before the month was over is not put in mind; what it took the place of is still out of date.
        let mut said = candidate.outdated;
        for id in &candidate.replaces {
            let MemoryId::Core(core_id) = id else { continue };
            let Some(line) = self.core.get(core_id).cloned() else { continue };
            if said && !line.pinned {
                let mut more = candidate.source.evidence.clone();
                self.demote(&line, "something newer was said", Some(candidate.since), &mut more);
                continue;
            }
            if line.pinned {
                questions.push(format!(
                    "{CORE} has “{}” pinned, but “{}” was said. Which holds?",
                    line.text, candidate.text
                ));
                continue;
            }
            let block = line.id.block.map_or("other", Block::key).to_owned();
            let op = Op::CoreReplace {
                id: id.to_string(),
                block,
                old: line.text.clone(),
                text: candidate.text.clone(),
                since: Some(candidate.since),
            };
            let mut item = candidate.source.clone();
            item.grounds.push(EvidenceBinding::of(id, &line.text));
            let item = Item {
                kind: ItemKind::Core,
                key: Item::key_of(ItemKind::Core, &id.to_string(), &candidate.text),
                op,
                ..item
            };
            let count = self.survey.settings.count;
            let limit = self.limit(&|_| None, &count);
            if self.survey.ledger.rejects(&item) || !self.touched.insert(core_id.clone()) {
                continue;
            }
            // A line that is wrong now is not left standing for lack of room in the summary, nor in its block.
            match self.core.replace(core_id, &candidate.text, &limit) {
                Ok(edit) => {
                    self.affords(&item);
                    self.core = CoreMemory::parse(edit.text);
                    self.items.push(item);
                    said = true;
                }
                Err(_) => {
                    self.touched.remove(core_id);
                    let mut more = candidate.source.evidence.clone();
                    self.demote(&line, "something newer was said", Some(candidate.since), &mut more);
                }
            }
        }
    }

    /// Lines of Active Context that are over: unused until dormant, or dated in the past.
    fn demote_stale(&mut self) {
        let lines: Vec<CoreLine> = self.core.block(Block::ActiveContext).cloned().collect();
        for line in lines {
            let vitals = self.survey.vitals.get(&MemoryId::Core(line.id.clone()));
            let why = if is_past(self.survey, &line.text) {
                "its dates are over".to_owned()
            } else if let Some(vitals) = vitals.filter(|vitals| vitals.score < self.survey.settings.stale_below) {
                format!("not needed for {} days", vitals.unused)
            } else {
                continue;
            };
            self.demote(&line, &why, None, &mut Vec::new());
        }
    }

    fn demote(&mut self, line: &CoreLine, why: &str, ended: Option<Date>, more: &mut Vec<Evidence>) -> bool {
        // What is known to be wrong now is not spared by the share that protects what merely faded.
        let spared = ended.is_none() && self.dropped >= self.most;
        if line.pinned || spared || self.touched.contains(&line.id) {
            return false;
        }
        let id = MemoryId::Core(line.id.clone());
        let mut evidence = vec![Evidence {
            id: id.to_string(),
            path: CORE.to_owned(),
            line: line.line,
            words: line.text.clone(),
            trust: line.trust,
        }];
        evidence.append(more);
        let item = Item {
            number: 0,
            kind: ItemKind::Core,
            key: Item::key_of(ItemKind::Core, "demote", &line.text),
            op: Op::CoreDemote {
                id: id.to_string(),
                block: line.id.block.map_or("other", Block::key).to_owned(),
                text: line.text.clone(),
                why: why.to_owned(),
                ended,
            },
            trust: evidence.iter().map(|seen| seen.trust).min().unwrap_or(Authority::Owner),
            grounds: vec![EvidenceBinding::of(&id, &line.text)],
            scope: Scope::Private,
            evidence,
        };
        if self.survey.ledger.rejects(&item) || !self.affords(&item) && ended.is_none() {
            return false;
        }
        let Ok(text) = self.core.remove(std::slice::from_ref(&line.id)) else { return false };
        self.core = CoreMemory::parse(text);
        self.touched.insert(line.id.clone());
        self.dropped += usize::from(ended.is_none());
        self.items.push(item);
        true
    }

    /// Puts a statement in mind while its block has room. True when it needs no fact of its own: it
    /// stands in MEMORY.md, or a person said no to it.
    fn settles(&mut self, candidate: &CoreCandidate) -> bool {
        let lasting = candidate.core || candidate.kind == EntryKind::Preference && candidate.days.len() >= TOLD;
        // What is always in context comes from the user or the agent, whoever approves it.
        if !lasting || candidate.source.trust.is_outside() || candidate.source.scope != Scope::Private {
            return false;
        }
        let block = Block::suited(&candidate.text, candidate.kind);
        let item = Item {
            kind: ItemKind::Core,
            key: Item::key_of(ItemKind::Core, block.key(), &candidate.text),
            op: Op::CoreAdd { block: block.key().to_owned(), text: candidate.text.clone() },
            ..candidate.source.clone()
        };
        self.survey.ledger.rejects(&item) || self.push_line(block, &candidate.text, item)
    }

    fn push_line(&mut self, block: Block, text: &str, item: Item) -> bool {
        if self.survey.ledger.rejects(&item) {
            return false;
        }
        let count = self.survey.settings.count;
        let limit = self.limit(&|_| None, &count);
        let Ok(edit) = self.core.add(block, &NewLine::new(text), &limit) else { return false };
        if !edit.changed || edit.usage.over().any(|over| over == block) || !self.affords(&item) {
            return false;
        }
        self.core = CoreMemory::parse(edit.text);
        self.items.push(item);
        true
    }

    /// Facts that were needed often.
    fn promote(&mut self) {
        let mut often: Vec<(u32, &str, &soulfile_memory::entity::Fact, MemoryId)> = Vec::new();
        for (path, file) in &self.survey.entities {
            for fact in
                file.current_facts().filter(|fact| fact.trust >= Authority::Agent && fact.scope == Scope::Private)
            {
                let id = MemoryId::Fact(file.id().clone(), fact.id.clone());
                let Some(vitals) = self.survey.vitals.get(&id) else { continue };
                if vitals.uses >= OFTEN && vitals.score >= 0.5 && !vitals.forgotten {
                    often.push((vitals.uses, path, fact, id));
                }
            }
        }
        often.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.3.cmp(&b.3)));
        let mut promoted = 0;
        for (uses, path, fact, id) in often {
            if promoted == PROMOTED {
                break;
            }
            if self.core.entries().iter().any(|line| line.text == fact.text) {
                continue;
            }
            let block = match Block::suited(&fact.text, EntryKind::Fact) {
                Block::ActiveContext => Block::ActiveContext,
                _ => Block::CriticalFacts,
            };
            let item = Item {
                number: 0,
                kind: ItemKind::Core,
                key: Item::key_of(ItemKind::Core, block.key(), &fact.text),
                op: Op::CoreAdd { block: block.key().to_owned(), text: fact.text.clone() },
                evidence: vec![Evidence {
                    id: id.to_string(),
                    path: path.to_owned(),
                    line: fact.line,
                    words: format!("{} (needed {uses} times)", fact.text),
                    trust: fact.trust,
                }],
                grounds: vec![EvidenceBinding::of(&id, &fact.text)],
                trust: fact.trust,
                scope: fact.scope.clone(),
            };
            promoted += usize::from(self.push_line(block, &fact.text, item));
        }
    }

    /// Blocks a person let grow past their budget lose their least relevant lines, within the share.
    fn make_room(&mut self) {
        let count = self.survey.settings.count;
        for _ in 0..self.most {
            let usage = self.core.usage(&self.survey.settings.core, &count);
            let over: Vec<Block> = usage.over().collect();
            let full = usage.total > usage.cap;
            if over.is_empty() && !full {
                return;
            }
            let relevance = |line: &CoreLine| {
                self.survey.vitals.get(&MemoryId::Core(line.id.clone())).map_or(0.5, |vitals| vitals.score)
            };
            let mut lines: Vec<CoreLine> = self
                .core
                .entries()
                .iter()
                .filter(|line| !line.pinned && !self.touched.contains(&line.id))
                .filter(|line| line.id.block.is_some_and(|block| full && over.is_empty() || over.contains(&block)))
                .cloned()
                .collect();
            lines.sort_by(|a, b| relevance(a).total_cmp(&relevance(b)).then(a.line.cmp(&b.line)));
            // What this very cycle added is not taken out again.
            let known: HashSet<String> = self.survey.core.entries().iter().map(|line| line.text.clone()).collect();
            let Some(line) = lines.into_iter().find(|line| known.contains(&line.text)) else { return };
            if !self.demote(&line, "its block holds more than its budget", None, &mut Vec::new()) {
                return;
            }
        }
    }
}

/// Whether a line speaks of days, and all of them are over.
fn is_past(survey: &Survey, text: &str) -> bool {
    let read = survey.understand.message(&MessageInput::new(text).at(&survey.now));
    let found = read.dates();
    let week_ago = survey.now.datetime().checked_sub(jiff::Span::new().days(7)).unwrap_or(survey.now.datetime());
    !found.is_empty()
        && found.iter().all(|time| !time.weak && time.range.end < week_ago && names_year(text, time.span.clone()))
}

/// "on Friday" read a month later is a coming Friday; only a date with its year is surely over.
fn names_year(text: &str, span: std::ops::Range<usize>) -> bool {
    let around = text.get(span.start..(span.end + 14).min(text.len())).unwrap_or(&text[span]);
    around.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() == 4)
}

/// The changes of MEMORY.md as a diff, block by block.
pub fn diff(items: &[Item]) -> String {
    let mut blocks: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let place = |block: &str| Block::ALL.iter().position(|found| found.key() == block).unwrap_or(Block::ALL.len());
    for item in items {
        match &item.op {
            Op::CoreAdd { block, text } => blocks.entry(place(block)).or_default().push(format!("+ {text}")),
            Op::CoreReplace { block, old, text, .. } => {
                blocks.entry(place(block)).or_default().extend([format!("- {old}"), format!("+ {text}")]);
            }
            Op::CoreDemote { block, text, .. } => blocks.entry(place(block)).or_default().push(format!("- {text}")),
            _ => {}
        }
    }
    let mut out = String::new();
    for (place, lines) in blocks {
        let title = Block::ALL.get(place).map_or("Other", |block| block.title());
        out.push_str(&format!("## {title}\n{}\n", lines.join("\n")));
    }
    out
}
