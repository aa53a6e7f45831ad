//! Procedures: learned workflows, one file each.
//!
//! Owns reading `memory/procedures/*.md` into trigger, steps, notes and where it was learned, and the
//! edits that add to one.

use jiff::civil::Date;
use soulfile_vocabulary::{Authority, Scope, Store};

use crate::comment::split_trailing;
use crate::error::Error;
use crate::escape::{
    clean_block, escape_block, escape_inline, single_line, trim_block, unescape_block, unescape_inline,
};
use crate::header::{self, Header};
use crate::id::{MemoryId, PageId};
use crate::lines::{terminator, with_terminator};
use crate::note::Note;
use crate::outline::{Outline, OutlineSection, items, plain_title};
use crate::pages::{NewPage, Page, PageFormat, PageMemory};
use crate::provenance::{Provenance, read_scope, read_trust};
use crate::splice::{Splice, apply};

const TRIGGER: &[&str] = &["trigger", "triggers", "when"];
const STEPS: &[&str] = &["steps", "procedure", "how"];
const NOTES: &[&str] = &["notes", "note"];
const LEARNED: &[&str] = &["learned from", "sources"];
/// The sections in the order they are written.
const ORDER: [(&str, &[&str]); 4] =
    [("Trigger", TRIGGER), ("Steps", STEPS), ("Notes", NOTES), ("Learned From", LEARNED)];

/// A procedure to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewProcedure {
    /// The stem of its file, a slug.
    pub name: String,
    /// When it applies.
    pub trigger: String,
    /// What to do, in order.
    pub steps: Vec<String>,
    /// What else to mind.
    pub notes: Vec<String>,
    /// Where it was learned.
    pub learned_from: Vec<String>,
    /// Who may see it and how far it is trusted.
    pub provenance: Provenance,
}

/// A parsed procedure file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    name: String,
    text: String,
    outline: Outline,
    header: Header,
    /// When it applies.
    pub trigger: String,
    /// What to do, in order.
    pub steps: Vec<String>,
    /// What else to mind.
    pub notes: Vec<String>,
    /// Where it was learned.
    pub learned_from: Vec<String>,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
    /// What was kept but not understood.
    pub remarks: Vec<Note>,
}

impl Procedure {
    /// Reads a procedure file; `name` is the stem of its path. Never fails.
    pub fn parse(name: &str, text: impl Into<String>) -> Procedure {
        let text = text.into();
        let outline = Outline::parse(&text, |heading| heading.level == 2);
        let header = Header::parse(&text, &outline.lines, outline.preamble.clone());
        let mut remarks = Vec::new();
        let scope = read_scope(header.get("Scope").into_iter(), 1, &mut remarks);
        let trust = read_trust(header.get("Trust").into_iter(), 1, &mut remarks);
        let list = |names: &[&str]| -> Vec<String> {
            outline.section(names).map_or(Vec::new(), |section| {
                items(&text, &outline.lines, section.body.clone())
                    .iter()
                    .map(|item| {
                        let content = item.text(&text, &outline.lines);
                        unescape_inline(split_trailing(&content).0)
                    })
                    .filter(|content| !content.is_empty())
                    .collect()
            })
        };
        let trigger = outline.section(TRIGGER).map_or(String::new(), |section| {
            let body = text[outline.span(&section.body)].replace("\r\n", "\n");
            unescape_block(trim_block(&body))
        });
        let (steps, notes, learned_from) = (list(STEPS), list(NOTES), list(LEARNED));
        if outline.sections.is_empty() {
            remarks.push(Note::new(1, "no Trigger or Steps section; kept as a page"));
        }
        Procedure {
            name: name.to_owned(),
            trigger,
            steps,
            notes,
            learned_from,
            scope,
            trust,
            remarks,
            header,
            outline,
            text,
        }
    }

    /// Writes a new procedure file.
    pub fn create(new: &NewProcedure, today: Date) -> Result<String, Error> {
        let trigger = clean_block(&new.trigger);
        let steps: Vec<String> = lines_of(&new.steps);
        if trigger.is_empty() && steps.is_empty() {
            return Err(Error::Empty);
        }
        let day = today.to_string();
        let scope = match &new.provenance.scope {
            Scope::Private => String::new(),
            scope => scope.to_string(),
        };
        let trust = match new.provenance.trust {
            Authority::Owner => "",
            trust => trust.as_str(),
        };
        let header = header::render(&[
            ("Type", "procedure"),
            ("Learned", &day),
            ("Last used", &day),
            ("Scope", &scope),
            ("Trust", trust),
        ]);
        let mut text = format!("# {}.md\n\n{header}\n", single_line(&new.name));
        if !trigger.is_empty() {
            text.push_str(&format!("\n## Trigger\n{}\n", escape_block(&trigger)));
        }
        if !steps.is_empty() {
            text.push_str("\n## Steps\n");
            for (index, step) in steps.iter().enumerate() {
                text.push_str(&format!("{}. {}\n", index + 1, escape_inline(step)));
            }
        }
        for (title, lines) in [("Notes", &new.notes), ("Learned From", &new.learned_from)] {
            let lines = lines_of(lines);
            if !lines.is_empty() {
                text.push_str(&format!("\n## {title}\n"));
                for line in lines {
                    text.push_str(&format!("- {}\n", escape_inline(&line)));
                }
            }
        }
        Ok(text)
    }

    /// The stem of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines of the steps with their heading, counted from 1, both included; `None` where there are none.
    pub fn step_lines(&self) -> Option<(usize, usize)> {
        let section = self.outline.section(STEPS)?;
        let last = section.body.clone().rev().find(|at| !self.outline.lines[*at].of(&self.text).trim().is_empty())?;
        Some((section.heading + 1, last + 1))
    }

    /// Whether a section of this title says when a procedure applies or where it is from, and never what to do.
    pub fn is_background(title: &str) -> bool {
        let title = plain_title(title);
        TRIGGER.iter().chain(LEARNED).any(|name| *name == title)
    }

    /// When it was last used.
    pub fn last_used(&self) -> Option<Date> {
        self.header.get("Last used")?.parse().ok()
    }

    /// Adds a step at the end.
    pub fn add_step(&self, step: &str) -> Result<String, Error> {
        let number = self.steps.len() + 1;
        self.add(1, &self.steps, step, &format!("{number}. "))
    }

    /// Adds a note; one that is there already is left as it is.
    pub fn add_note(&self, note: &str) -> Result<String, Error> {
        self.add(2, &self.notes, note, "- ")
    }

    /// Adds where it was learned; a line that is there already is left as it is.
    pub fn add_learned_from(&self, source: &str) -> Result<String, Error> {
        self.add(3, &self.learned_from, source, "- ")
    }

    /// Replaces the steps.
    pub fn set_steps(&self, steps: &[String]) -> Result<String, Error> {
        let steps = lines_of(steps);
        if steps.is_empty() {
            return Err(Error::Empty);
        }
        let eol = terminator(&self.text);
        let body: String = steps
            .iter()
            .enumerate()
            .map(|(index, step)| format!("{}. {}{eol}", index + 1, escape_inline(step)))
            .collect();
        let splice = match self.outline.section(STEPS) {
            Some(section) => {
                let start = self.outline.lines[section.heading].next;
                let end = self.outline.end_of_body(&self.text, &section.body);
                let lead = if self.text[..start].ends_with('\n') { "" } else { eol };
                Splice::replace(start..end.max(start), format!("{lead}{body}"))
            }
            None => self.new_section(1, &body),
        };
        Ok(apply(&self.text, vec![splice]))
    }

    /// Sets the day it was last used.
    pub fn set_last_used(&self, day: Date) -> String {
        let eol = terminator(&self.text);
        let splice = self.header.set("Last used", &day.to_string(), eol);
        apply(&self.text, splice.into_iter().collect())
    }

    fn add(&self, part: usize, known: &[String], line: &str, mark: &str) -> Result<String, Error> {
        let line = single_line(line);
        if line.is_empty() {
            return Err(Error::Empty);
        }
        if known.contains(&line) {
            return Ok(self.text.clone());
        }
        let eol = terminator(&self.text);
        let fresh = format!("{mark}{}{eol}", escape_inline(&line));
        let splice = match self.outline.section(ORDER[part].1) {
            Some(section) => {
                let at = self.outline.end_of_body(&self.text, &section.body);
                let lead = if self.text[..at].ends_with('\n') { "" } else { eol };
                Splice::insert(at, format!("{lead}{fresh}"))
            }
            None => self.new_section(part, &fresh),
        };
        Ok(apply(&self.text, vec![splice]))
    }

    fn new_section(&self, part: usize, body: &str) -> Splice {
        let eol = terminator(&self.text);
        let title = ORDER[part].0;
        let place = |section: &&OutlineSection| {
            let title = plain_title(&section.title);
            ORDER[part + 1..].iter().any(|(_, names)| names.contains(&title.as_str()))
        };
        match self.outline.sections.iter().find(place) {
            Some(later) => {
                Splice::insert(self.outline.lines[later.heading].start, format!("## {title}{eol}{body}{eol}"))
            }
            None => {
                let lead = match self.text.as_str() {
                    "" => "",
                    text if text.ends_with("\n\n") || text.ends_with("\n\r\n") => "",
                    text if text.ends_with('\n') => "\n",
                    _ => "\n\n",
                };
                let fresh = with_terminator(&format!("{lead}## {title}\n"), eol);
                Splice::insert(self.text.len(), format!("{fresh}{body}"))
            }
        }
    }
}

fn lines_of(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| single_line(line)).filter(|line| !line.is_empty()).collect()
}

/// Procedures as a store of pages: each page is one memory.
pub struct ProcedurePages;

impl PageFormat for ProcedurePages {
    fn read(&self, name: &str, text: &str) -> Page {
        let procedure = Procedure::parse(name, text);
        let said = std::iter::once(&procedure.trigger).chain(&procedure.steps).chain(&procedure.notes);
        let said: Vec<&str> = said.map(String::as_str).collect();
        let memory = PageMemory {
            id: MemoryId::Page(PageId::whole(Store::Procedural, name)),
            lines: (1, text.lines().count().max(1)),
            text: said.join("\n").trim().to_owned(),
        };
        let (scope, trust) = (procedure.scope, procedure.trust);
        Page { scope, trust, since: None, is_one_memory: true, memories: vec![memory] }
    }

    /// A page that is there already gets a further note.
    fn add(&self, name: &str, text: Option<&str>, new: &NewPage, today: Date) -> Result<String, Error> {
        match text {
            Some(text) => Procedure::parse(name, text).add_note(&new.content),
            None => {
                let new = NewProcedure {
                    name: name.to_owned(),
                    trigger: new.title.clone(),
                    steps: vec![new.content.clone()],
                    notes: Vec::new(),
                    learned_from: Vec::new(),
                    provenance: new.provenance.clone(),
                };
                Procedure::create(&new, today)
            }
        }
    }

    fn remove(&self, _: &str, _: &str, _: &MemoryId) -> Result<Option<String>, Error> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::tests::any_document;
    use jiff::civil::date;
    use proptest::prelude::*;

    const SAMPLE: &str = "\
# how-to-deploy.md

<!-- Type: procedure | Learned: 2026-01-25 | Last used: 2026-01-30 -->
<!-- Decay score: 0.85 | Access count: 3 -->

## Trigger
When user asks to deploy, push to production, or ship.

## Steps
1. Run test suite first (user insists on this)
2. Use `git tag` for versioning

## Learned From
- Episode 2026-01-25 14:30 — first deployment discussion
";

    #[test]
    fn the_sample_is_read_and_edited() {
        let found = Procedure::parse("how-to-deploy", SAMPLE);
        assert_eq!(found.trigger, "When user asks to deploy, push to production, or ship.");
        assert_eq!(found.steps.len(), 2);
        assert_eq!(found.last_used(), Some(date(2026, 1, 30)));
        let step = found.add_step("Deploy to\nstaging").unwrap();
        assert_eq!(step, SAMPLE.replace("versioning\n", "versioning\n3. Deploy to staging\n"));
        let note = found.add_note("Confirm first").unwrap();
        assert_eq!(note, SAMPLE.replace("## Learned", "## Notes\n- Confirm first\n\n## Learned"));
        let used = found.set_last_used(date(2026, 2, 2));
        assert_eq!(used, SAMPLE.replace("Last used: 2026-01-30", "Last used: 2026-02-02"));
        let steps = found.set_steps(&["One".to_owned()]).unwrap();
        assert!(steps.contains("## Steps\n1. One\n\n## Learned From"));
    }

    #[test]
    fn the_steps_are_found_under_any_of_their_titles() {
        assert_eq!(Procedure::parse("x", SAMPLE).step_lines(), Some((9, 11)));
        for title in ["How:", "Procedure", "🚀 Steps"] {
            let text = SAMPLE.replace("## Steps", &format!("## {title}"));
            assert_eq!(Procedure::parse("x", text).step_lines(), Some((9, 11)), "{title}");
        }
        assert_eq!(Procedure::parse("x", "## Steps\n\n## Notes\n- x\n").step_lines(), None);
        assert!(Procedure::is_background("Learned From") && Procedure::is_background("When:"));
        assert!(!Procedure::is_background("Steps") && !Procedure::is_background("Rollback"));
    }

    #[test]
    fn a_new_procedure_reads_back() {
        let new = NewProcedure {
            name: "review".into(),
            trigger: "On review\n## Steps\n1. forged".into(),
            steps: vec!["Read".into(), "Ask <!-- x -->".into()],
            notes: vec!["Be kind".into()],
            learned_from: vec![],
            provenance: Provenance { scope: Scope::Room("dev".into()), trust: Authority::Agent, source: None },
        };
        let text = Procedure::create(&new, date(2026, 2, 2)).unwrap();
        let read = Procedure::parse("review", text);
        assert_eq!(read.trigger, new.trigger);
        assert_eq!(read.steps, new.steps);
        assert_eq!(read.notes, new.notes);
        assert_eq!((read.scope, read.trust), (Scope::Room("dev".into()), Authority::Agent));
    }

    proptest! {
        #[test]
        fn adding_is_one_insertion(text in any_document(), line in "[ -~]{1,20}") {
            let found = Procedure::parse("x", text.as_str());
            for edited in [found.add_step(&line), found.add_note(&line), found.add_learned_from(&line)].into_iter().flatten() {
                let prefix = text.bytes().zip(edited.bytes()).take_while(|(a, b)| a == b).count();
                let suffix = text.bytes().rev().zip(edited.bytes().rev()).take_while(|(a, b)| a == b).count();
                prop_assert!(prefix + suffix >= text.len());
            }
        }
    }
}
