//! From what was said to day files, and the truth with the ids the entries got.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use jiff::civil::{Date, Time, time};
use soulfile_memory::episode::{DayEnd, NewEpisode};
use soulfile_memory::id::MemoryId;
use soulfile_testkit::random::Random;
use soulfile_vocabulary::{Authority, Confidence, EntryKind, Scope};

use crate::tell::{Beat, Teller, TruthMark};
use crate::truth::{GoldEpisode, Truth, meets};

/// A made-up life: its files, and what is true.
#[derive(Debug)]
pub struct Life {
    /// Day files by date: what `memory/episodes/DATE.md` holds.
    pub days: BTreeMap<Date, String>,
    pub truth: Truth,
}

/// Writes the days.
pub fn write(teller: Teller) -> Result<Life> {
    let Teller { days: told, mut truth, mut random, .. } = teller;
    let mut days = BTreeMap::new();
    let mut answers: Vec<Vec<String>> = vec![Vec::new(); truth.questions.len()];
    for (date, mut groups) in told {
        random.shuffle(&mut groups);
        let beats: Vec<Beat> = groups.into_iter().flatten().collect();
        let entries: Vec<NewEpisode> = beats
            .iter()
            .zip(times(beats.len(), &mut random))
            .map(|(beat, time)| entry(beat, time, &mut random))
            .collect();
        let added = DayEnd::read(date, "").append(&entries).with_context(|| format!("writing {date}"))?;
        let (text, places) = (added.header + &added.text, added.places);
        for (beat, place) in beats.iter().zip(places) {
            let id = MemoryId::Episode(place.id).to_string();
            // Some phrasings leave the value to be understood; those do not count as saying it.
            let mut facts: Vec<usize> = beat.facts.clone();
            facts.retain(|fact| meets(&beat.text, &truth.facts[*fact].terms));
            facts.dedup();
            for fact in &facts {
                truth.facts[*fact].said_in.push(id.clone());
            }
            for mark in &beat.marks {
                match mark {
                    TruthMark::Answers(question) => answers[*question].push(id.clone()),
                    TruthMark::First(clash) => truth.clashes[*clash].first = id.clone(),
                    TruthMark::Second(clash) => truth.clashes[*clash].second = id.clone(),
                    TruthMark::Over(fact) => truth.facts[*fact].ended_in.push(id.clone()),
                    TruthMark::Done(procedure) => truth.procedures[*procedure].done_in.push(id.clone()),
                }
            }
            truth.episodes.push(GoldEpisode {
                id,
                role: beat.role,
                facts: facts.iter().map(|fact| truth.facts[*fact].id.clone()).collect(),
                text: beat.text.clone(),
            });
        }
        days.insert(date, text);
    }
    for (number, question) in truth.questions.iter_mut().enumerate() {
        let of_fact = question.gold.first().and_then(|id| truth.facts.iter().find(|fact| fact.id == *id));
        question.gold = match of_fact {
            Some(fact) => fact.said_in.clone(),
            None => std::mem::take(&mut answers[number]),
        };
    }
    // What was never said cannot be known or asked for.
    truth.facts.retain(|fact| !fact.said_in.is_empty());
    truth.questions.retain(|question| !question.gold.is_empty());
    truth.clashes.retain(|clash| !clash.first.is_empty() && !clash.second.is_empty());
    Ok(Life { days, truth })
}

/// Different minutes of a waking day, in order.
fn times(count: usize, random: &mut Random) -> Vec<Time> {
    let mut minutes: Vec<u64> = (7 * 60..23 * 60).collect();
    random.shuffle(&mut minutes);
    minutes.truncate(count);
    minutes.sort_unstable();
    minutes.into_iter().map(|minute| time((minute / 60) as i8, (minute % 60) as i8, 0, 0)).collect()
}

fn entry(beat: &Beat, time: Time, random: &mut Random) -> NewEpisode {
    let sure = match random.below(4) {
        0 => Confidence::High,
        3 => Confidence::Low,
        _ => Confidence::Medium,
    };
    NewEpisode {
        time,
        kind: beat.kind.parse().unwrap_or(EntryKind::Event),
        confidence: sure,
        tags: Vec::new(),
        source: Some("conversation".to_owned()),
        scope: Scope::Private,
        trust: beat.trust.and_then(|word| word.parse().ok()).unwrap_or(Authority::Owner),
        links: Vec::new(),
        content: beat.text.clone(),
    }
}
