//! What a reflection takes from each entry of a made-up life, by what the entry is for: the quick way to see
//! misses, before whole years are lived through.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;

use soulfile_life::truth::{EpisodeRole, meets};
use soulfile_life::{Phrasing, make_in};
use soulfile_memory::episode::DayLog;
use soulfile_memory::id::MemoryId;
use soulfile_reflect::consolidate::statements;
use soulfile_reflect::ledger::ReadDay;
use soulfile_reflect::survey::Lived;
use soulfile_understand::{BuiltIn, MessageInput, Understand};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let seed: u64 = arguments.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    let phrasing = if arguments.next().as_deref() == Some("unseen") { Phrasing::Unseen } else { Phrasing::Usual };
    let life = make_in(phrasing, seed, 12, 5_200)?;
    let gold: BTreeMap<&str, _> = life.truth.episodes.iter().map(|episode| (episode.id.as_str(), episode)).collect();
    for (day, text) in &life.days {
        let log = DayLog::parse(*day, text);
        for entry in log.entries() {
            let id = MemoryId::Episode(entry.id.clone());
            let Some(told) = gold.get(id.to_string().as_str()) else { continue };
            let at = day.to_datetime(entry.time.unwrap_or_default()).in_tz("UTC")?;
            let lived = Lived {
                id,
                path: String::new(),
                line: 1,
                raw: String::new(),
                content: entry.content.clone(),
                text: entry.content.clone(),
                at: at.clone(),
                kind: entry.kind,
                confidence: entry.confidence,
                tags: Vec::new(),
                source: entry.source.clone(),
                scope: entry.scope.clone(),
                trust: entry.trust,
                read: ReadDay::default(),
                reading: BuiltIn.message(&MessageInput::new(&entry.content).at(&at)),
            };
            let kind = entry.kind.map(|kind| kind.to_string()).unwrap_or_default();
            let said = if lived.is_evidence() { statements::of(&BuiltIn, &lived) } else { Vec::new() };
            for one in &said {
                let fits = life.truth.facts.iter().any(|fact| meets(&one.summary, &fact.terms));
                let mark =
                    if fits || matches!(told.role, EpisodeRole::Clash | EpisodeRole::Slip) { "ok" } else { "IDLE" };
                let slots: Vec<String> = one
                    .claim
                    .slots
                    .iter()
                    .map(|slot| format!("{}.{}={}", slot.of, slot.attribute, slot.value.join(" ")))
                    .collect();
                println!(
                    "{mark}\t{:?}\t{kind}\t{:?}\t{}\t{slots:?}\tover {:?}",
                    told.role, one.claim.form, one.summary, one.claim.given_up
                );
            }
            if told.role == EpisodeRole::States && said.is_empty() && !told.facts.is_empty() {
                println!("MISS\t{:?}\t{kind}\t\t{}", told.role, told.text.replace('\n', " | "));
            }
        }
    }
    Ok(())
}
