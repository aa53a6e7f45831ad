//! [`ModelDrafter`]: a reflection drafted by the built-in engine and by a model. Both are checked the same way.

use soulfile_reflect::consolidate::Findings;
use soulfile_reflect::meta::Guidance;
use soulfile_reflect::suggested::{self, SuggestionsTaken};
use soulfile_reflect::survey::Lived;
use soulfile_reflect::{Builtin, Drafter, Error, Survey};
use soulfile_text::tokens::estimate;

use super::{Judge, one_line};

const RULES: &str = include_str!("../../prompts/reflect.md");
/// Most calls of one reflection.
const CALLS: usize = 6;
/// Most lines of what is known that are shown along.
const KNOWN: usize = 40;

/// Drafts with a model beside the built-in engine.
#[derive(Debug)]
pub struct ModelDrafter {
    judge: Judge,
    name: String,
}

impl ModelDrafter {
    /// A drafter that asks this judge.
    pub fn new(judge: Judge) -> Self {
        Self { name: format!("model:{}", judge.model()), judge }
    }
}

impl Drafter for ModelDrafter {
    fn name(&self) -> &str {
        &self.name
    }

    fn find(&self, survey: &Survey, guidance: &Guidance) -> Result<Findings, Error> {
        let mut findings = Builtin.find(survey, guidance)?;
        let read: Vec<&Lived> = survey.episodes[..findings.taken].iter().filter(|lived| lived.is_evidence()).collect();
        let known = known(survey, guidance);
        let room = self.judge.room().saturating_sub(estimate(RULES) + estimate(&known)).max(200);
        let mut total = SuggestionsTaken::default();
        let batches = batches(&read, room);
        let left: usize = batches.iter().skip(CALLS).map(Vec::len).sum();
        for batch in batches.into_iter().take(CALLS) {
            let material = format!("{known}\n# Episodes\n{}", listed(&batch));
            match self.judge.ask(RULES, material, "reflection", suggested::schema()) {
                Ok(answer) => add(&mut total, suggested::take(survey, &batch, &answer, &mut findings)),
                Err(problem) => {
                    findings.notes.push(format!(
                        "The model {} could not be asked ({problem}); what is missing is the built-in engine's.",
                        self.judge.model()
                    ));
                    break;
                }
            }
        }
        if left > 0 {
            findings.notes.push(format!("{left} episodes were read by the built-in engine alone, to save calls."));
        }
        findings.notes.push(format!("Drafted with {}.", total.in_words(self.judge.model())));
        Ok(findings)
    }
}

/// Episodes in groups that fit one question.
fn batches<'l>(episodes: &[&'l Lived], room: usize) -> Vec<Vec<&'l Lived>> {
    let mut out: Vec<Vec<&Lived>> = Vec::new();
    let mut used = 0;
    for &episode in episodes {
        let cost = estimate(&episode.text) + 16;
        if out.is_empty() || used + cost > room {
            out.push(Vec::new());
            used = 0;
        }
        used += cost;
        if let Some(last) = out.last_mut() {
            last.push(episode);
        }
    }
    out
}

fn listed(episodes: &[&Lived]) -> String {
    let line = |(at, lived): (usize, &&Lived)| {
        format!("{}. [{}, {}] {}\n", at + 1, lived.at.date(), lived.trust, one_line(&lived.text))
    };
    episodes.iter().enumerate().map(line).collect()
}

/// What the model should know before it suggests anything: MEMORY.md, and what was asked or seen before.
fn known(survey: &Survey, guidance: &Guidance) -> String {
    let mut out = "# MEMORY.md\n".to_owned();
    for line in survey.core.entries().iter().take(KNOWN) {
        out += &format!("- {}\n", one_line(&line.text));
    }
    if !guidance.open_questions.is_empty() {
        out += "\n# Asked before, still open\n";
        guidance.open_questions.iter().take(5).for_each(|question| out += &format!("- {question}\n"));
    }
    out
}

fn add(total: &mut SuggestionsTaken, one: SuggestionsTaken) {
    total.added += one.added;
    total.known += one.known;
    one.dropped.into_iter().for_each(|(why, count)| *total.dropped.entry(why).or_default() += count);
    one.replaced.into_iter().for_each(|(what, count)| *total.replaced.entry(what).or_default() += count);
}
