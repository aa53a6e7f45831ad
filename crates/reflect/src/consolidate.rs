//! Phase 3, consolidate: what the episodes say, against what is known.
//!
//! Episodes are taken oldest first until what they give fills its share of the output budget; those
//! that are not reached stay unprocessed. Start with [`consolidate`]; each kind of finding has its file.

mod archive;
mod facts;
mod known;
mod merges;
mod procedures;
mod proposals;
pub mod statements;

use soulfile_vocabulary::{Authority, Scope};

use crate::item::{Evidence, EvidenceBinding, Item, ItemKind, Op};
use crate::meta::Guidance;
use crate::summarise;
use crate::survey::{Lived, Survey};

pub use facts::CoreCandidate;
pub(crate) use known::Known;

/// The share of the output budget each kind of finding may use, in hundredths.
const EPISODES: usize = 55;
const PROCEDURES: usize = 10;
const PROPOSALS: usize = 8;
const MERGES: usize = 4;
const ARCHIVE: usize = 5;

/// What was found, before it is numbered.
#[derive(Debug, Default)]
pub struct Findings {
    pub items: Vec<Item>,
    /// Statements that may belong in MEMORY.md, for the next phase.
    pub for_core: Vec<CoreCandidate>,
    /// What to ask.
    pub questions: Vec<String>,
    /// Memories seen again.
    pub confirmed: Vec<String>,
    /// How many of the survey's episodes were read.
    pub taken: usize,
    /// What a person should know.
    pub notes: Vec<String>,
}

/// Reads the episodes and everything that waits or fades.
pub fn consolidate(survey: &Survey, _guidance: &Guidance) -> Findings {
    let budget = |share: usize| survey.settings.budget * share / 100;
    let mut findings = facts::find(survey, budget(EPISODES));
    let read = &survey.episodes[..findings.taken];
    findings.confirmed.extend(procedures::followed(survey, read));
    extend(&mut findings, procedures::find(survey, read), survey, budget(PROCEDURES));
    extend(&mut findings, merges::find(survey), survey, budget(MERGES));
    extend(&mut findings, proposals::find(survey), survey, budget(PROPOSALS));
    let (archived, questions) = archive::find(survey);
    extend(&mut findings, archived, survey, budget(ARCHIVE));
    findings.questions.extend(questions);
    findings
}

/// Adds items while they fit; the others come again next time.
fn extend(findings: &mut Findings, items: Vec<Item>, survey: &Survey, budget: usize) {
    let mut used = 0;
    for item in items.into_iter().filter(|item| !survey.ledger.rejects(item)) {
        used += summarise::cost(&item, survey.settings.count);
        if used > budget {
            break;
        }
        findings.items.push(item);
    }
}

/// An item made from episodes: trust and scope follow from them.
pub(crate) fn item(
    kind: ItemKind,
    key: String,
    op: Op,
    said: &[(&Lived, Evidence)],
    grounds: Vec<EvidenceBinding>,
) -> Item {
    let trust = said.iter().map(|(lived, _)| lived.trust).min().unwrap_or(Authority::Agent);
    let scope = said
        .iter()
        .map(|(lived, _)| lived.scope.clone())
        .reduce(|one, other| one.narrowest(&other))
        .unwrap_or(Scope::Private);
    let mut all: Vec<EvidenceBinding> =
        said.iter().map(|(lived, _)| EvidenceBinding::of(&lived.id, &lived.content)).collect();
    all.extend(grounds);
    all.dedup();
    Item {
        number: 0,
        kind,
        key,
        op,
        evidence: said.iter().map(|(_, evidence)| evidence.clone()).collect(),
        grounds: all,
        trust,
        scope,
    }
}

/// The evidence some words of an episode give.
pub(crate) fn evidence(lived: &Lived, words: &str) -> Evidence {
    Evidence {
        id: lived.id.to_string(),
        path: lived.path.clone(),
        line: lived.line_of(words),
        words: words.trim().to_owned(),
        trust: lived.trust,
    }
}
