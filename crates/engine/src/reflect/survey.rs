//! Gathers what a reflection reads from the workspace.

use soulfile_api::MemoryView;
use std::collections::HashMap;

use jiff::civil::Date;
use soulfile_memory::core::CoreMemory;
use soulfile_memory::decay::DecayFile;
use soulfile_memory::episode::DayLog;
use soulfile_memory::id::MemoryId;
use soulfile_memory::procedure::Procedure;
use soulfile_memory::proposal::ProposalFile;
use soulfile_reflect::Survey;
use soulfile_reflect::journal::{self, Evolution};
use soulfile_reflect::ledger::{Ledger, ReadDay};
use soulfile_reflect::survey::{ForgottenText, Lived, SurveySettings, Vitals};
use soulfile_text::tokens;
use soulfile_understand::MessageInput;
use soulfile_vocabulary::layout::PROCEDURES_DIR;
use soulfile_vocabulary::layout::{CORE, EVOLUTION, PROPOSALS, REFLECTION_LOG, REFLECTION_STATE};
use soulfile_workspace::LogFilter;

use crate::error::Result;
use crate::links::Corrections;
use crate::open::Engine;
use crate::recall::marks;
use crate::stores::stem;

impl Engine {
    /// Everything a reflection reads.
    pub(super) fn survey(&self, since: Option<Date>) -> Result<Survey> {
        let config = self.config();
        let decay = &config.memory.decay;
        let views = self.memories()?;
        let mut scores = self.scores()?;
        self.fold(&mut scores, &self.pending_scores().read()?);
        self.complete(&mut scores, &views);
        let vitals = self.vitals(&scores);
        let forgotten = self.forgotten(&scores, &views);
        let texts = views
            .into_iter()
            .filter(|view| !view.past)
            .map(|view| (view.id, (view.path, view.lines.0, view.text)))
            .collect();
        let mut procedures = Vec::new();
        for path in self.files_in(PROCEDURES_DIR)? {
            if let Some(text) = self.read_text(&path)? {
                procedures.push(Procedure::parse(&stem(&path), text));
            }
        }
        let (earlier, episodes) = self.lived(since)?;
        Ok(Survey {
            now: self.now(),
            episodes,
            earlier,
            core: CoreMemory::parse(self.read_text(CORE)?.unwrap_or_default()),
            entities: self.entity_files()?,
            procedures,
            vitals,
            texts,
            forgotten,
            proposals: ProposalFile::parse(self.read_text(PROPOSALS)?.unwrap_or_default()).proposals().to_vec(),
            past: journal::read_log(&self.read_text(REFLECTION_LOG)?.unwrap_or_default()),
            evolution: Evolution::parse(self.read_text(EVOLUTION)?.unwrap_or_default()),
            ledger: self.ledger()?,
            settings: SurveySettings {
                budget: config.memory.reflection.token_budget,
                max_loss_share: config.memory.reflection.max_loss_share,
                core: self.core_budget(),
                archive_below: decay.archive_threshold,
                stale_below: decay.dormant_threshold,
                count: tokens::estimate,
            },
            understand: self.understand.clone(),
        })
    }

    pub(super) fn ledger(&self) -> Result<Ledger> {
        Ok(Ledger::parse(&self.read_text(REFLECTION_STATE)?.unwrap_or_default()))
    }

    /// What a person had forgotten. A line of MEMORY.md is gone from there; its score keeps its words.
    fn forgotten(&self, scores: &DecayFile, views: &[MemoryView]) -> Vec<ForgottenText> {
        let texts: HashMap<&MemoryId, &str> = views.iter().map(|view| (&view.id, view.text.as_str())).collect();
        let mut out = Vec::new();
        for (id, entry) in scores.entries() {
            let (Ok(id), Some(at)) = (id.parse::<MemoryId>(), entry.forgotten) else { continue };
            let text = match (&id, &entry.archived_text) {
                (MemoryId::Core(_), Some(raw)) => line_text(raw),
                (MemoryId::Fact(..), _) => texts.get(&id).map(|text| (*text).to_owned()),
                _ => None,
            };
            let on = at.to_zoned(self.zone.clone()).date();
            out.extend(text.map(|text| ForgottenText { id, on, text }));
        }
        out
    }

    fn vitals(&self, scores: &DecayFile) -> HashMap<MemoryId, Vitals> {
        let (params, now) = (self.decay_params(), self.now().timestamp());
        let mut vitals = HashMap::new();
        for (id, entry) in scores.entries() {
            let Ok(id) = id.parse::<MemoryId>() else { continue };
            let score = params.score(&entry, now);
            vitals.insert(
                id,
                Vitals {
                    store: entry.store,
                    score: score.value,
                    uses: entry.access_count,
                    unused: score.days,
                    pinned: entry.pinned,
                    forgotten: entry.forgotten.is_some(),
                },
            );
        }
        vitals
    }

    /// Episodes no decided reflection has read, oldest first; with `since`, all from that day on.
    pub(crate) fn unprocessed(&self, since: Option<Date>) -> Result<Vec<Lived>> {
        Ok(self.lived(since)?.1)
    }

    /// Episodes read before that tell several things at once, and those not read yet, both oldest first.
    fn lived(&self, since: Option<Date>) -> Result<(Vec<Lived>, Vec<Lived>)> {
        let ledger = self.ledger()?;
        let forgotten = self.scores()?;
        let mut days: Vec<_> = self.day_files()?.into_iter().map(|(day, _)| day).collect();
        days.dedup();
        let (mut earlier, mut lived): (Vec<Lived>, Vec<Lived>) = (Vec::new(), Vec::new());
        let mut corrections = Corrections::default();
        for day in days {
            if since.is_some_and(|since| day.date < since) {
                continue;
            }
            for (path, log) in self.day_logs(&day)? {
                corrections.read(&log);
                self.lived_on(&path, &log, &ledger, since.is_some(), &forgotten, (&mut earlier, &mut lived));
            }
        }
        // What was corrected since is read as nothing, as what was forgotten is.
        let is_corrected = |found: &&mut Lived| corrections.correct(&found.id, found.trust);
        for found in earlier.iter_mut().chain(&mut lived).filter(is_corrected) {
            let reading = self.understand.message(&MessageInput::new("").at(&found.at));
            found.text.clear();
            found.reading = reading;
        }
        lived.sort_by(|a: &Lived, b: &Lived| a.at.timestamp().cmp(&b.at.timestamp()).then(a.path.cmp(&b.path)));
        // Within a file the order of its lines counts: what is read must be its beginning.
        lived.sort_by(|a, b| a.at.date().cmp(&b.at.date()).then(a.path.cmp(&b.path)).then(a.line.cmp(&b.line)));
        Ok((earlier, lived))
    }

    fn lived_on(
        &self,
        path: &str,
        log: &DayLog,
        ledger: &Ledger,
        again: bool,
        scores: &DecayFile,
        (earlier, out): (&mut Vec<Lived>, &mut Vec<Lived>),
    ) {
        let ids: Vec<String> = log.entries().iter().map(|e| MemoryId::Episode(e.id.clone()).to_string()).collect();
        let pairs = || ids.iter().map(String::as_str).zip(log.entries().iter().map(|e| e.content.as_str()));
        let read = ledger.read(path, pairs());
        let skip = if again { 0 } else { read };
        let mut so_far = ReadDay::default();
        for (at, (entry, id)) in log.entries().iter().zip(&ids).enumerate() {
            so_far = so_far.then(id, &entry.content);
            if at < skip && !tells_much(&entry.content) {
                continue;
            }
            let memory = MemoryId::Episode(entry.id.clone());
            let gone = scores.get(&memory).is_some_and(|score| score.forgotten.is_some());
            let Ok(when) = entry.id.day.date.to_datetime(entry.time.unwrap_or_default()).to_zoned(self.zone.clone())
            else {
                continue;
            };
            let read_before = at < skip;
            // What a person had forgotten is read as nothing.
            let text = if gone { String::new() } else { marks::without_recalled(&entry.content) };
            let reading = self.understand.message(&MessageInput::new(&text).at(&when));
            let found = Lived {
                id: memory,
                path: path.to_owned(),
                line: entry.lines.0,
                raw: log.text()[entry.span.clone()].to_owned(),
                text,
                content: entry.content.clone(),
                at: when,
                kind: entry.kind,
                confidence: entry.confidence,
                tags: entry.tags.clone(),
                source: entry.source.clone(),
                scope: entry.scope.clone(),
                trust: entry.trust,
                read: so_far.clone(),
                reading,
            };
            if read_before { earlier.push(found) } else { out.push(found) }
        }
    }

    /// The number of the next reflection: above every one the log, the ledger or the trail knows.
    pub(super) fn next_number(&self) -> Result<u32> {
        let logged = journal::read_log(&self.read_text(REFLECTION_LOG)?.unwrap_or_default());
        let logged = logged.iter().map(|past| past.number).max().unwrap_or(0);
        let decided = self.ledger()?.last.map_or(0, |last| last.number);
        let trail = self.workspace.log(&LogFilter {
            actor: Some("reflection:".to_owned()),
            limit: 1,
            ..LogFilter::default()
        })?;
        let applied = trail.first().and_then(|entry| {
            entry.actor().to_string().rsplit_once("r-").and_then(|(_, number)| number.parse::<u32>().ok())
        });
        Ok(logged.max(decided).max(applied.unwrap_or(0)) + 1)
    }
}

/// What a line of MEMORY.md says, without its mark and comment.
fn line_text(raw: &str) -> Option<String> {
    let core = CoreMemory::parse(format!("## Critical Facts\n{raw}\n"));
    core.entries().first().map(|line| line.text.clone())
}

/// Whether an entry has enough sentences to tell a workflow.
fn tells_much(content: &str) -> bool {
    content.chars().filter(|c| matches!(c, '.' | '!' | '。' | '\n' | ';')).count() >= 3
}
