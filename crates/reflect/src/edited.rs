//! Reads a pending reflection that a person edited: what they deleted, ticked and reworded.
//!
//! What the file shows decides. A change that cannot be understood makes its item unclear, and an
//! unclear item is never applied.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;
use soulfile_memory::escape::unescape_inline;
use soulfile_text::visible::visible;

use crate::item::{Item, Keep, Op, Reflection};
use crate::summarise::{self, face, shown};

/// The file as a person left it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edited {
    /// The items that are still there, by number.
    pub items: BTreeMap<u32, EditedState>,
    /// Items whose line was deleted.
    pub deleted: BTreeSet<u32>,
    /// Items whose box is ticked.
    pub ticked: BTreeSet<u32>,
    /// Lines that mean nothing here.
    pub unread: Vec<String>,
    /// Why the file as a whole cannot be used.
    pub unclear: Vec<String>,
}

/// What became of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditedState {
    /// It is as it was drafted.
    Same,
    /// It has other words.
    Reworded(Op),
    /// It was changed in a way that cannot be understood.
    Unclear(String),
}

static ITEM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*[-*+] \[(?P<box>[ xX])\] \*\*(?P<number>\d{1,6})\*\* ?(?P<rest>.*)$").expect("valid pattern")
});
static ALMOST: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^\s*[-*+]\s*\[[^\]]{0,3}\]").expect("valid pattern"));
static STEP: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^\s+\d+[.)] (?P<step>.+)$").expect("valid pattern"));

impl Edited {
    /// Whether anything was changed by hand.
    pub fn is_edited(&self) -> bool {
        !self.deleted.is_empty()
            || !self.ticked.is_empty()
            || !self.unread.is_empty()
            || !self.unclear.is_empty()
            || self.items.values().any(|state| *state != EditedState::Same)
    }

    /// The item as it would be applied: with the words the file shows.
    pub fn item(&self, item: &Item) -> Option<Item> {
        match self.items.get(&item.number)? {
            EditedState::Same => Some(item.clone()),
            EditedState::Reworded(op) => Some(Item { op: op.clone(), ..item.clone() }),
            EditedState::Unclear(_) => None,
        }
    }
}

/// Reads the file against what was drafted.
pub fn read(text: &str, reflection: &Reflection) -> Edited {
    let drafted = summarise::render(reflection);
    let known: BTreeSet<&str> = drafted.lines().map(str::trim_end).collect();
    let mut edited = Edited::default();
    let mut steps: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut faces: BTreeMap<u32, String> = BTreeMap::new();
    let mut current: Option<u32> = None;
    let mut in_diff = false;
    let mut diff_lines: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim_end) {
        if line.starts_with("```") {
            in_diff = !in_diff;
            continue;
        }
        if in_diff {
            diff_lines.push(line);
            continue;
        }
        if let Some(hit) = ITEM.captures(line) {
            let number: u32 = hit["number"].parse().unwrap_or(0);
            current = Some(number);
            if reflection.item(number).is_none() {
                edited.unclear.push(format!("there is no item {number} in {}", reflection.id));
            } else if faces.insert(number, hit["rest"].to_owned()).is_some() {
                edited.unclear.push(format!("item {number} is there twice"));
            }
            if &hit["box"] != " " {
                edited.ticked.insert(number);
            }
            continue;
        }
        if line.starts_with('#') || line.starts_with("---") {
            current = None;
        }
        match (current.and_then(|number| reflection.item(number)), STEP.captures(line)) {
            (Some(item), Some(hit)) if matches!(item.op, Op::Learn { .. }) => {
                steps.entry(item.number).or_default().push(unescape_inline(&hit["step"]));
            }
            _ if line.trim().is_empty() || known.contains(line) || line == "- None this cycle" => {}
            // A box that is neither ticked nor empty is not guessed at.
            _ if ALMOST.is_match(line) => edited.unclear.push(format!("this line cannot be understood: {line}")),
            _ => edited.unread.push(line.trim().to_owned()),
        }
    }
    let drawn: Vec<String> = visible(&reflection.core_diff).lines().map(str::to_owned).collect();
    if !diff_lines.is_empty() && diff_lines != drawn.iter().map(String::as_str).collect::<Vec<_>>() {
        edited.unclear.push(
            "the diff of MEMORY.md was edited; it only pictures the items above it, change their lines".to_owned(),
        );
    }
    for item in &reflection.items {
        match faces.get(&item.number) {
            None => {
                edited.deleted.insert(item.number);
            }
            Some(rest) => {
                let state = state(item, rest, steps.get(&item.number).map(Vec::as_slice).unwrap_or_default());
                edited.items.insert(item.number, state);
            }
        }
    }
    edited
}

fn state(item: &Item, rest: &str, steps: &[String]) -> EditedState {
    let (fixed, words) = face(item);
    let drafted = format!("{fixed}{words}");
    let same_steps = match &item.op {
        Op::Learn { steps: drafted, .. } => {
            drafted.iter().map(|step| shown(step)).eq(steps.iter().map(|step| shown(step)))
        }
        _ => true,
    };
    if rest.trim_end() == drafted.trim_end() && same_steps {
        return EditedState::Same;
    }
    let Some(said) = rest.strip_prefix(fixed.as_str()).or_else(|| (fixed.trim_end() == rest.trim_end()).then_some(""))
    else {
        return EditedState::Unclear(format!("its beginning must stay “{}”", fixed.trim_end()));
    };
    let said = unescape_inline(said.trim());
    if said.is_empty() {
        return EditedState::Unclear("nothing is left of its words; delete the line to reject it".to_owned());
    }
    if words.is_empty() {
        return EditedState::Unclear("it can only be taken or left as it is".to_owned());
    }
    match reworded(&item.op, &said, steps) {
        Some(op) => EditedState::Reworded(op),
        None => EditedState::Unclear("keep: takes both, newer or older".to_owned()),
    }
}

/// The same act with other words.
pub fn reworded(op: &Op, said: &str, new_steps: &[String]) -> Option<Op> {
    let said = said.trim().to_owned();
    let mut op = op.clone();
    match &mut op {
        Op::AddFact { text, links, .. } => {
            // What the new words no longer name is not linked to.
            let lower = said.to_lowercase();
            links.retain(|link| lower.contains(&link.label.to_lowercase()));
            *text = said;
        }
        Op::CoreAdd { text, .. } | Op::CoreReplace { text, .. } => *text = said,
        Op::Note { text, .. } => *text = said.replace(" / ", "\n"),
        Op::Learn { trigger, steps, .. } => {
            *trigger = said;
            if !new_steps.is_empty() {
                *steps = new_steps.to_vec();
            }
        }
        Op::Settle { keep, .. } => *keep = Keep::from_word(&said)?,
        _ => return None,
    }
    Some(op)
}

#[cfg(test)]
#[path = "edited_tests.rs"]
mod tests;
