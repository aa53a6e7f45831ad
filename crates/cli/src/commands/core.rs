//! `soul core`

use std::io::Read;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use soulfile_api::{Block, MemoryId};
use soulfile_engine::{CoreChange, Error};
use soulfile_vocabulary::layout::CORE;

use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style};

/// Show and edit MEMORY.md, what is always in mind.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul core show
  soul core edit                                  in $EDITOR
  soul core edit --add \"Allergic to nuts\" --block critical
  soul core edit --replace core:identity:1a2b3c4d \"Name: Sam\"
  soul core edit --remove core:context:1a2b3c4d")]
pub struct CoreArgs {
    #[command(subcommand)]
    action: CoreAction,
}

#[derive(Debug, Subcommand)]
enum CoreAction {
    /// Show core memory with ids and budgets.
    Show {
        /// Print the file as it is.
        #[arg(long)]
        raw: bool,
    },
    /// Edit core memory within its cap: one line, or the whole file in $EDITOR.
    Edit {
        /// Add this line.
        #[arg(long, value_name = "TEXT", conflicts_with_all = ["replace", "remove", "file"])]
        add: Option<String>,
        /// Where --add puts it: identity, context, persona or critical.
        #[arg(long, default_value = "context")]
        block: String,
        /// Give this line other words.
        #[arg(long, num_args = 2, value_names = ["ID", "TEXT"], conflicts_with_all = ["remove", "file"])]
        replace: Vec<String>,
        /// Remove this line.
        #[arg(long, value_name = "ID", conflicts_with = "file")]
        remove: Option<String>,
        /// Take the whole file from here; `-` reads standard input.
        #[arg(long, value_name = "FILE")]
        file: Option<String>,
    },
}

impl CoreArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let engine = Located::find(global)?.engine(global)?;
        let (add, block, replace, remove, file) = match &self.action {
            CoreAction::Show { raw } => {
                let view = engine.core_show()?;
                if global.json {
                    render::json(&view)?;
                } else if *raw {
                    render::text(&view.text)?;
                } else {
                    render::text(&shown(&view))?;
                }
                return Ok(ExitCode::SUCCESS);
            }
            CoreAction::Edit { add, block, replace, remove, file } => (add, block, replace, remove, file),
        };
        let line = |id: &str| -> Result<_> {
            match id.parse::<MemoryId>().map_err(Error::from)? {
                MemoryId::Core(id) => Ok(id),
                other => Err(Error::Invalid(format!("{other} is not a line of MEMORY.md")).into()),
            }
        };
        let change = if let Some(text) = add {
            let block = Block::from_name(block).ok_or_else(|| {
                Error::Invalid(format!("\"{block}\" is not a block; they are identity, context, persona, critical"))
            })?;
            CoreChange::Add { block, text: text.clone() }
        } else if let [id, text] = &replace[..] {
            CoreChange::Replace { id: line(id)?, text: text.clone() }
        } else if let Some(id) = remove {
            CoreChange::Remove { id: line(id)? }
        } else {
            let from = engine.core_show()?.text;
            let text = match file.as_deref() {
                Some("-") => {
                    let mut text = String::new();
                    std::io::stdin().read_to_string(&mut text)?;
                    text
                }
                Some(path) => std::fs::read_to_string(path).with_context(|| format!("{path} cannot be read"))?,
                None => in_editor(&from)?,
            };
            CoreChange::Whole { text, from }
        };
        let receipt = engine.core_edit(&change)?;
        if global.json {
            render::json(&receipt)?;
        } else {
            render::text(&format!("{CORE} is edited.\n{}", render::receipt(&receipt)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Lets the person edit a copy; the workspace is written only by the engine.
fn in_editor(text: &str) -> Result<String> {
    let editor = ["VISUAL", "EDITOR"].iter().find_map(|name| std::env::var(name).ok()).filter(|e| !e.is_empty());
    let editor = editor.ok_or_else(|| anyhow!("EDITOR is not set; use --add, --replace, --remove or --file"))?;
    let dir = std::env::temp_dir().join(format!("soul-core-{}", std::process::id()));
    std::fs::create_dir_all(&dir)?;
    let path = dir.join(CORE);
    std::fs::write(&path, text)?;
    let status =
        std::process::Command::new("sh").arg("-c").arg(format!("{editor} \"$1\"")).arg("sh").arg(&path).status();
    let edited = std::fs::read_to_string(&path);
    let _ = std::fs::remove_dir_all(&dir);
    if !status.with_context(|| format!("{editor} cannot be started"))?.success() {
        return Err(anyhow!("{editor} did not end well; nothing was changed"));
    }
    Ok(edited?)
}

fn shown(view: &soulfile_api::CoreView) -> String {
    let mut out = format!("{CORE}: {} of {} tokens\n", view.tokens, view.cap);
    for (block, used, budget) in &view.blocks {
        out += &format!(
            "\n{} {}\n",
            render::styled(Style::Bold, block),
            render::styled(Style::Dim, &format!("{used}/{budget}"))
        );
        for line in view.lines.iter().filter(|line| line.block.as_ref() == Some(block)) {
            out += &line_text(line);
        }
    }
    let other: Vec<_> = view.lines.iter().filter(|line| line.block.is_none()).collect();
    if !other.is_empty() {
        out += &format!("\n{}\n", render::styled(Style::Bold, "Under other headings"));
        other.iter().for_each(|line| out += &line_text(line));
    }
    view.warnings.iter().for_each(|warning| out += &format!("\nnote: {warning}\n"));
    out
}

fn line_text(line: &soulfile_api::CoreLineView) -> String {
    let pin = if line.pinned { " (pinned)" } else { "" };
    format!("  - {}{pin}  {}\n", line.text, render::styled(Style::Dim, &line.id.to_string()))
}
