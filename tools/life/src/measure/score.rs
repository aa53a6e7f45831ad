//! What is known, held against the truth.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use soulfile_memory::procedure::Procedure;

use super::known::{KnownPlace, LearnedFact, squeeze};
use crate::truth::{EpisodeRole, GoldClash, GoldFact, Truth, USER, holds, meets};

/// Of so many, so many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// How many are right.
    pub right: usize,
    /// Of how many.
    pub of: usize,
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = 100.0 * self.right as f64 / (self.of.max(1)) as f64;
        f.pad(&format!("{percent:.0} % ({} of {})", self.right, self.of))
    }
}

/// How much of the truth is known, and how much of what is known is true.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TruthScores {
    /// Facts of the truth that are known, now or as past.
    pub facts: Share,
    /// Facts that hold at the end and are known as holding.
    pub holding: Share,
    /// Known facts and core lines that are lasting truths.
    pub precision: Share,
    /// Known facts that are true of a moment, but no lasting truth.
    pub idle: usize,
    /// Known facts taken from questions, quotations, imaginings, plans, tools or attacks.
    pub wrong: usize,
    /// Facts that no longer hold, and are in core memory as if they did.
    pub stale_in_core: Vec<String>,
    /// The same in entity files, of the past facts that are known.
    pub stale_in_graph: Share,
    /// Which those are, and the words that still say so.
    pub stale_graph: Vec<String>,
    /// Words of attackers in anything known.
    pub poisoned: Vec<String>,
    /// People, projects and companies that have a file.
    pub entities: Share,
    /// Files for something that has another one.
    pub duplicates: usize,
    /// Files for nothing that the truth names.
    pub strangers: usize,
    /// Pairs that belong together and have an edge.
    pub relations: Share,
    /// Workflows that became a procedure.
    pub procedures: Share,
    /// Procedures that are no workflow of the truth.
    pub strange_procedures: Vec<String>,
    /// Contradictions that were shown.
    pub clashes: Share,
    /// Contradictions shown that are none, and no unannounced change either.
    pub false_clashes: Vec<String>,
    /// Facts by aspect, where some are missing.
    pub missing_by_aspect: BTreeMap<String, Share>,
    /// What was missed: the fact, and a sentence that says it.
    pub misses: Vec<(String, String)>,
    /// What is wrong: what is known, and what it was taken from.
    pub wrongs: Vec<(String, String)>,
    /// What is idle: what is known, and what it was taken from.
    pub idles: Vec<(String, String)>,
}

/// Compares.
pub fn score(truth: &Truth, known: &[LearnedFact], procedures: &[Procedure], settled: &[Value]) -> TruthScores {
    let mut scores = TruthScores::default();
    facts(truth, known, &mut scores);
    precision(truth, known, &mut scores);
    entities(truth, known, &mut scores);
    scores.procedures = Share {
        right: truth.procedures.iter().filter(|gold| procedures.iter().any(|p| same_steps(&gold.steps, p))).count(),
        of: truth.procedures.len(),
    };
    let strange = |p: &&Procedure| !truth.procedures.iter().any(|gold| same_steps(&gold.steps, p));
    scores.strange_procedures = procedures.iter().filter(strange).map(|p| p.name().to_owned()).collect();
    clashes(truth, settled, &mut scores);
    let said = known.iter().map(|item| item.text.clone());
    let all = said.chain(procedures.iter().map(|p| format!("{}: {}", p.trigger, p.steps.join("; "))));
    let poisoned = all.filter(|text| truth.poison.iter().any(|word| holds(&text.to_lowercase(), word)));
    scores.poisoned = poisoned.collect();
    scores
}

fn facts(truth: &Truth, known: &[LearnedFact], scores: &mut TruthScores) {
    for fact in &truth.facts {
        let matching: Vec<&LearnedFact> = known.iter().filter(|item| says(truth, item, fact)).collect();
        let found = !matching.is_empty();
        let holding = matching.iter().any(|item| item.current);
        scores.facts.of += 1;
        scores.facts.right += usize::from(found);
        let by_aspect = scores.missing_by_aspect.entry(fact.aspect.clone()).or_default();
        by_aspect.of += 1;
        by_aspect.right += usize::from(found);
        if !found {
            let said = truth.episodes.iter().find(|episode| fact.said_in.contains(&episode.id));
            scores.misses.push((fact.id.clone(), said.map(|episode| episode.text.clone()).unwrap_or_default()));
        }
        if fact.until.is_none() {
            scores.holding.of += 1;
            scores.holding.right += usize::from(holding);
        } else if found {
            // A sentence that names the new value too is not out of date.
            let tells_end = |item: &LearnedFact| fact.ended_in.iter().any(|id| item.source.contains(id.as_str()));
            let stale: Vec<&&LearnedFact> = matching
                .iter()
                .filter(|item| item.current && !tells_end(item) && !tells_what_holds(truth, item, fact))
                .collect();
            scores.stale_in_graph.of += 1;
            scores.stale_in_graph.right += usize::from(stale.iter().any(|item| item.place == KnownPlace::Fact));
            let graph = stale.iter().filter(|item| item.place == KnownPlace::Fact);
            scores.stale_graph.extend(graph.map(|item| format!("{}: {} | {}", fact.id, item.about, item.text)));
            let core = stale.iter().filter(|item| item.place == KnownPlace::Core);
            scores.stale_in_core.extend(core.map(|item| format!("{}: {}", fact.id, item.text)));
        }
    }
    scores.missing_by_aspect.retain(|_, share| share.right < share.of);
}

/// Whether an item also says what replaced a fact, or that it is over.
fn tells_what_holds(truth: &Truth, item: &LearnedFact, fact: &GoldFact) -> bool {
    let later =
        truth.facts.iter().filter(|f| f.subject == fact.subject && f.aspect == fact.aspect && f.from > fact.from);
    let over =
        ["used to", "until", "former", "no longer", "any more", "anymore", "sold", "cancelled", "left the", "不再"];
    let lower = item.text.to_lowercase();
    later.into_iter().any(|f| says(truth, item, f)) || over.iter().any(|word| lower.contains(word))
}

/// Whether an item says a fact: with its words, about the right subject or from a sentence that says it.
fn says(truth: &Truth, item: &LearnedFact, fact: &GoldFact) -> bool {
    if item.place == KnownPlace::Entity || (item.place == KnownPlace::Edge && fact.terms.len() > 1) {
        return item.place == KnownPlace::Edge
            && about(truth, item, &fact.subject)
            && meets(&item.text, &fact.terms[..1].to_vec());
    }
    let sourced = || !item.source.is_empty() && fact.said_in.iter().any(|id| item.source.contains(id.as_str()));
    meets(&format!("{}. {}", item.about, item.text), &fact.terms) && (about(truth, item, &fact.subject) || sourced())
}

fn about(truth: &Truth, item: &LearnedFact, subject: &str) -> bool {
    let lower = item.text.to_lowercase();
    let label = item.about.to_lowercase();
    if subject == USER {
        let first = truth.user.split(' ').next().unwrap_or_default().to_lowercase();
        return item.place == KnownPlace::Core
            || label == "user"
            || holds(&label, &first)
            || ["user", "i ", "i'", "my ", "we ", "our ", "用户", "我", first.as_str()]
                .iter()
                .any(|w| holds(&lower, w));
    }
    holds(&lower, subject) || holds(&label, subject)
}

fn precision(truth: &Truth, known: &[LearnedFact], scores: &mut TruthScores) {
    for item in known.iter().filter(|item| matches!(item.place, KnownPlace::Fact | KnownPlace::Core)) {
        scores.precision.of += 1;
        if truth.facts.iter().any(|fact| says(truth, item, fact)) {
            scores.precision.right += 1;
            continue;
        }
        let squeezed = squeeze(&item.text);
        let source = truth
            .episodes
            .iter()
            .find(|episode| item.source.contains(&episode.id) && !item.source.is_empty())
            .or_else(|| truth.episodes.iter().find(|episode| squeeze(&episode.text).contains(&squeezed)));
        let told = (item.text.clone(), source.map(|episode| episode.text.clone()).unwrap_or_default());
        match source.map(|episode| episode.role) {
            Some(role) if role.misleads() => {
                scores.wrong += 1;
                scores.wrongs.push(told);
            }
            // That something is over is worth knowing, though it puts nothing in its place.
            _ if source.is_some_and(|episode| tells_the_end(truth, item, &episode.id)) => scores.precision.right += 1,
            // What two people said of one thing is worth keeping while nobody has decided.
            Some(EpisodeRole::Clash | EpisodeRole::Slip) => scores.precision.right += 1,
            _ => {
                scores.idle += 1;
                scores.idles.push(told);
            }
        }
    }
}

/// Whether an item names a fact that its source says is over: by its subject or its value.
fn tells_the_end(truth: &Truth, item: &LearnedFact, source: &str) -> bool {
    let lower = format!("{}. {}", item.about, item.text).to_lowercase();
    truth.facts.iter().filter(|fact| fact.ended_in.iter().any(|id| id == source)).any(|fact| {
        fact.subject != USER && holds(&lower, &fact.subject.to_lowercase())
            || fact.terms[0].iter().any(|word| holds(&lower, word))
    })
}

fn entities(truth: &Truth, known: &[LearnedFact], scores: &mut TruthScores) {
    let files: Vec<&LearnedFact> = known.iter().filter(|item| item.place == KnownPlace::Entity).collect();
    let named = |name: &str| -> Vec<String> {
        let gold = truth.entities.iter().find(|e| e.name == name || e.aliases.iter().any(|alias| alias == name));
        let mut names = vec![name.to_lowercase()];
        names.extend(gold.iter().flat_map(|e| e.aliases.iter().chain([&e.name])).map(|n| n.to_lowercase()));
        if name == USER {
            names.push(truth.user.to_lowercase());
        }
        names
    };
    let goes_by = |file: &&LearnedFact, names: &[String]| {
        file.names.iter().chain([&file.about]).any(|name| names.contains(&name.to_lowercase()))
    };
    let mut known_files = 0;
    for gold in &truth.entities {
        let names = named(&gold.name);
        let count = files.iter().filter(|file| goes_by(file, &names)).count();
        known_files += count;
        scores.entities.of += 1;
        scores.entities.right += usize::from(count > 0);
        scores.duplicates += count.saturating_sub(1);
    }
    scores.strangers = files.len().saturating_sub(known_files);
    for gold in &truth.relations {
        let (from, to) = (named(&gold.from), named(&gold.to));
        let edge = |item: &LearnedFact| {
            let ends: Vec<String> = item.names.iter().map(|name| name.to_lowercase()).collect();
            matches!(&ends[..], [a, b] if (from.contains(a) && to.contains(b)) || (from.contains(b) && to.contains(a)))
        };
        scores.relations.of += 1;
        let found = known.iter().any(|item| item.place == KnownPlace::Edge && edge(item));
        scores.relations.right += usize::from(found);
    }
}

/// Most steps are there.
fn same_steps(gold: &[Vec<String>], procedure: &Procedure) -> bool {
    let steps = procedure.steps.join("\n").to_lowercase();
    let there = gold.iter().filter(|words| words.iter().any(|word| holds(&steps, word))).count();
    there * 10 >= gold.len() * 6
}

fn clashes(truth: &Truth, settled: &[Value], scores: &mut TruthScores) {
    let open: Vec<&GoldClash> = truth.clashes.iter().filter(|clash| !clash.resolved).collect();
    scores.clashes.of = open.len();
    scores.clashes.right = open.iter().filter(|clash| settled.iter().any(|item| shows(item, clash))).count();
    for item in settled {
        let (older, newer) = sides(item);
        let known = truth.clashes.iter().any(|clash| shows(item, clash));
        // A change that nobody announced looks like a contradiction, and may be asked about.
        let of_one_aspect = truth.facts.iter().any(|a| {
            meets(&older, &a.terms[..1].to_vec())
                && truth.facts.iter().any(|b| {
                    a.id != b.id
                        && a.subject == b.subject
                        && a.aspect == b.aspect
                        && meets(&newer, &b.terms[..1].to_vec())
                })
        });
        if !known && !of_one_aspect && !clashes_with_a_fact(truth, item) {
            scores.false_clashes.push(format!("{older} / {newer}"));
        }
    }
}

/// Whether one side is one of two statements at odds, and the other a fact of the truth about the very same: of
/// three birthdays somebody was said to have, any two exclude each other.
fn clashes_with_a_fact(truth: &Truth, item: &Value) -> bool {
    let (older, newer) = sides(item);
    truth.clashes.iter().any(|clash| {
        let both = format!("{} {}", clash.said.0, clash.said.1);
        let same_matter = |fact: &GoldFact| {
            fact.terms.len() > 1
                && holds(&both.to_lowercase(), &fact.subject)
                && meets(&both, &fact.terms[1..].to_vec())
        };
        truth.facts.iter().filter(|fact| same_matter(fact)).any(|fact| {
            let fits = |one: &str, other: &str| said(one, clash) && meets(other, &fact.terms);
            fits(&older, &newer) || fits(&newer, &older)
        })
    })
}

/// Whether a text has the telling word of either side.
fn said(text: &str, clash: &GoldClash) -> bool {
    let lower = text.to_lowercase();
    [&clash.tells.0, &clash.tells.1].iter().any(|word| holds(&lower, word))
}

fn sides(item: &Value) -> (String, String) {
    let side = |name: &str| item["op"][name]["text"].as_str().unwrap_or_default().to_owned();
    (side("older"), side("newer"))
}

fn shows(item: &Value, clash: &GoldClash) -> bool {
    let (older, newer) = sides(item);
    let (older, newer) = (older.to_lowercase(), newer.to_lowercase());
    let rests = item.to_string();
    let from_one = rests.contains(&clash.first) || rests.contains(&clash.second);
    let has = |text: &str, word: &str| holds(text, word);
    from_one
        && (has(&older, &clash.tells.0) && has(&newer, &clash.tells.1)
            || has(&older, &clash.tells.1) && has(&newer, &clash.tells.0))
}
