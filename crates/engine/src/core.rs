//! `core`: MEMORY.md, what is always in mind, and its budgets.

use soulfile_api::{CoreLineView, CoreView};
use soulfile_memory::core::{Block, Budget, CoreLine, CoreMemory, Limit, NewLine, WhenFull};
use soulfile_memory::id::{CoreId, MemoryId};
use soulfile_text::tokens;
use soulfile_vocabulary::layout::CORE;
use soulfile_workspace::{Action, Actor, Mutation, Receipt};

use crate::draft::Draft;
use crate::error::{Error, Result};
use crate::open::Engine;

/// From this many tokens on they are counted exactly.
const NEAR: usize = 2_000;

/// An edit of core memory by a person.
#[derive(Debug, Clone)]
pub enum CoreChange {
    /// A new line.
    Add {
        block: Block,
        /// What it says.
        text: String,
    },
    /// Other words for a line.
    Replace {
        id: CoreId,
        /// What it says now.
        text: String,
    },
    /// A line less.
    Remove { id: CoreId },
    /// The whole file anew, as from an editor.
    Whole {
        /// The file.
        text: String,
        /// What the person started from.
        from: String,
    },
}

impl Engine {
    /// Core memory with its budgets.
    pub fn core_show(&self) -> Result<CoreView> {
        let core = CoreMemory::parse(self.read_text(CORE)?.unwrap_or_default());
        let count = |text: &str| tokens::exact(text);
        let usage = core.usage(&self.core_budget(), &count);
        let mut warnings: Vec<String> =
            usage.over().map(|block| format!("{block} holds more than its budget")).collect();
        if usage.total > usage.cap {
            warnings.push(format!("{CORE} holds {} tokens, more than its cap of {}", usage.total, usage.cap));
        }
        Ok(CoreView {
            lines: core.entries().iter().map(line_view).collect(),
            tokens: usage.total,
            cap: usage.cap,
            blocks: usage.blocks.iter().map(|(block, used, budget)| (block.to_string(), *used, *budget)).collect(),
            text: core.text().to_owned(),
            warnings,
        })
    }

    /// Edits core memory; a person's act, within the cap.
    pub fn core_edit(&self, change: &CoreChange) -> Result<Receipt> {
        let mut draft = Draft::new(&self.workspace);
        let core = CoreMemory::parse(draft.text(CORE)?);
        let limit = self.core_limit(WhenFull::Refuse, &|_| None);
        let (text, summary) = match change {
            CoreChange::Add { block, text } => {
                (core.add(*block, &NewLine::new(text.clone()), &limit)?.text, format!("added to {block}"))
            }
            CoreChange::Replace { id, text } => {
                (core.replace(id, text, &limit)?.text, format!("rewrote {}", MemoryId::Core(id.clone())))
            }
            CoreChange::Remove { id } => {
                (core.remove(std::slice::from_ref(id))?, format!("removed {}", MemoryId::Core(id.clone())))
            }
            CoreChange::Whole { text, from } => {
                if *from != core.text() {
                    return Err(soulfile_memory::Error::Stale { what: CORE.to_owned() }.into());
                }
                let (tokens, cap) = (tokens::exact(text), self.core_budget().cap);
                if tokens > cap && tokens > tokens::exact(from) {
                    return Err(Error::Invalid(format!(
                        "{CORE} would hold {tokens} tokens, more than its cap of {cap}; nothing was written"
                    )));
                }
                (text.clone(), "edited".to_owned())
            }
        };
        if text == core.text() {
            return Err(Error::Invalid("nothing changed: MEMORY.md says this already".to_owned()));
        }
        draft.set(CORE, text)?;
        let mutation = Mutation::new(Action::Edit, Actor::Manual, summary, draft.into_changes()?)
            .trigger("soul core edit")
            .confirmed(true);
        self.apply(mutation)
    }

    pub(crate) fn core_budget(&self) -> Budget {
        let core = &self.config().memory.core;
        let blocks = &core.blocks;
        Budget {
            cap: core.max_tokens,
            blocks: [blocks.identity, blocks.active_context, blocks.persona, blocks.critical_facts],
        }
    }

    pub(crate) fn core_limit<'l>(
        &self,
        when_full: WhenFull,
        relevance: &'l dyn Fn(&CoreLine) -> Option<f64>,
    ) -> Limit<'l> {
        let budget = self.core_budget();
        let count: &dyn Fn(&str) -> usize = if budget.cap > NEAR { &count_tokens } else { &tokens::exact };
        Limit { budget, count, when_full, relevance }
    }
}

/// Counts by estimate while there is plenty of room, exactly near the cap: loading the vocabulary
/// costs more than a write.
fn count_tokens(text: &str) -> usize {
    let estimate = tokens::estimate(text);
    if estimate < NEAR { estimate } else { tokens::exact(text) }
}

fn line_view(line: &CoreLine) -> CoreLineView {
    CoreLineView {
        id: MemoryId::Core(line.id.clone()),
        block: line.id.block.map(|block| block.to_string()),
        line: line.line,
        text: line.text.clone(),
        pinned: line.pinned,
    }
}
