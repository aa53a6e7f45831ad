//! Procedures and the vault: memories with a file of their own.

use soulfile_memory::entity::slug;
use soulfile_memory::id::MemoryId;
use soulfile_memory::procedure::{NewProcedure, Procedure};
use soulfile_memory::provenance::Provenance;
use soulfile_memory::vault::{NewVaultEntry, VaultFile};

use super::{Pen, Understood};
use crate::error::Result;
use crate::stores::{procedure_path, vault_path};

impl Pen<'_> {
    /// Writes a procedure, or adds to the one that is there.
    pub(super) fn write_procedure(&mut self, memory: &Understood, source: &str) -> Result<()> {
        let (trigger, steps) = steps_of(&memory.raw);
        let name = slug(&first_words(&trigger, 8));
        let path = procedure_path(&name);
        let (text, new) = match self.draft.read(&path)? {
            Some(text) => {
                let mut procedure = Procedure::parse(&name, text);
                for step in steps.iter().filter(|step| !procedure.steps.contains(step)).cloned().collect::<Vec<_>>() {
                    procedure = Procedure::parse(&name, procedure.add_step(&step)?);
                }
                (procedure.add_learned_from(source)?, false)
            }
            None => {
                let procedure = NewProcedure {
                    name: name.clone(),
                    trigger,
                    steps,
                    notes: Vec::new(),
                    learned_from: vec![source.to_owned()],
                    provenance: self.own(Some(source.to_owned())),
                };
                (Procedure::create(&procedure, self.today)?, true)
            }
        };
        let last = text.lines().count().max(1);
        self.entry(MemoryId::Procedure(name), &path, (1, last), &memory.summary, new);
        self.draft.set(&path, text)
    }

    /// Pins a memory in the vault.
    pub(super) fn write_vault(&mut self, memory: &Understood) -> Result<()> {
        let title = first_words(memory.summary.trim_end_matches(['.', '。']), 8);
        let name = slug(&title);
        let path = vault_path(&name);
        let existing = self.draft.read(&path)?.map(str::to_owned);
        let text = match &existing {
            Some(text) => {
                let file = VaultFile::parse(&name, text.as_str());
                if let Some(same) = file.entries.iter().find(|entry| entry.content == memory.summary) {
                    let (id, lines) = (same.id.clone(), same.lines);
                    self.entry(id, &path, lines, &memory.summary, false);
                    return Ok(());
                }
                let number = file.entries.len() + 1;
                file.add(&format!("{title} ({number})"), &memory.summary)?
            }
            None => {
                let new = NewVaultEntry {
                    title,
                    content: memory.summary.clone(),
                    provenance: self.own(self.request.source.clone()),
                };
                VaultFile::create(&new, self.today)?
            }
        };
        let file = VaultFile::parse(&name, text.as_str());
        if let Some(entry) = file.entries.last() {
            let (id, lines) = (entry.id.clone(), entry.lines);
            self.entry(id, &path, lines, &memory.summary, true);
        }
        self.draft.set(&path, text)
    }

    fn own(&self, source: Option<String>) -> Provenance {
        Provenance { source, scope: self.request.scope.clone(), trust: self.trust }
    }
}

/// When a procedure applies, and its steps in order.
fn steps_of(text: &str) -> (String, Vec<String>) {
    let text = text.trim();
    let (trigger, rest) = match text.split_once([':', '：']) {
        Some((trigger, rest)) if trigger.chars().count() <= 100 && !rest.trim().is_empty() => (trigger, rest),
        // "Before merging, run the tests": what comes first says when.
        _ => match text.split_once([',', '，']) {
            Some((trigger, rest)) if starts_condition(trigger) => (trigger, rest),
            _ => (text, text),
        },
    };
    let steps = cut_steps(rest);
    (trigger.trim().to_owned(), steps)
}

fn starts_condition(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["when", "before", "after", "whenever", "if ", "every time", "to "].iter().any(|word| lower.starts_with(word))
        || ["前", "后", "时", "时候"].iter().any(|word| lower.ends_with(word))
}

fn cut_steps(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let parts: Vec<String> = if lines.len() > 1 {
        lines.into_iter().map(str::to_owned).collect()
    } else {
        let marks = [';', '；', '，', ',', '。'];
        text.replace(". ", "; ")
            .replace(" and then ", "; ")
            .replace(" then ", "; ")
            .replace("然后", "；")
            .split(marks)
            .map(str::to_owned)
            .collect()
    };
    parts
        .iter()
        .map(|step| {
            let step = step
                .trim()
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .trim_start_matches(['.', ')', '-', '*', ' ']);
            let step = step.strip_prefix("and ").or_else(|| step.strip_prefix("then ")).unwrap_or(step);
            step.trim().trim_end_matches(['.', '。']).to_owned()
        })
        .filter(|step| !step.is_empty())
        .collect()
}

fn first_words(text: &str, count: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().take(count).collect();
    // Chinese has no spaces: a title is then cut by letters.
    words.join(" ").chars().take(60).collect::<String>().trim_end_matches([',', ';', ':', '，']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_cut_where_they_are_joined() {
        let (trigger, steps) =
            steps_of("To water the orchids: soak them in the sink, let them drain, then put them back.");
        assert_eq!(trigger, "To water the orchids");
        assert_eq!(steps, ["soak them in the sink", "let them drain", "put them back"]);
        let (trigger, steps) = steps_of("Before merging, run the tests and then tag the build");
        assert_eq!((trigger.as_str(), steps.len()), ("Before merging", 2));
        let (_, steps) = steps_of("发布流程：先跑测试，然后打标签，最后部署");
        assert_eq!(steps, ["先跑测试", "打标签", "最后部署"]);
    }
}
