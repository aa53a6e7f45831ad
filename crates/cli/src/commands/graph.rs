//! `soul graph`

use soulfile_api::{EdgeView, EntityView, GraphView, Receipt};
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

use crate::args::Global;
use crate::exit;
use crate::place::Located;
use crate::render::{self, Style};

/// Show, merge, split and index the knowledge graph.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul graph show --mermaid
  soul graph show --around person--ana --hops 2
  soul graph entity Ana
  soul graph path Ana Initech
  soul graph merge person--annie person--ana      splits again with `soul graph split person--annie`")]
pub struct GraphArgs {
    #[command(subcommand)]
    action: GraphAction,
}

#[derive(Debug, Subcommand)]
enum GraphAction {
    /// Show entities and edges.
    Show {
        /// Only what is near this entity.
        #[arg(long, value_name = "ENTITY")]
        around: Option<String>,
        /// How near.
        #[arg(long, default_value_t = 2, requires = "around")]
        hops: usize,
        /// As Graphviz DOT.
        #[arg(long, conflicts_with = "mermaid")]
        dot: bool,
        /// As a Mermaid flowchart.
        #[arg(long)]
        mermaid: bool,
    },
    /// Show everything known about one entity, by id, name or alias.
    Entity {
        /// The entity.
        name: String,
        /// Show facts that were forgotten too.
        #[arg(long)]
        include_archived: bool,
    },
    /// Show how two entities hang together.
    Path {
        /// One entity.
        from: String,
        /// The other.
        to: String,
    },
    /// Merge one entity into another; `split` undoes it.
    Merge {
        /// The entity that is absorbed.
        absorbed: String,
        /// The entity it becomes part of.
        into: String,
    },
    /// Split an entity off the one it was merged into.
    Split {
        /// The id of the entity that was absorbed.
        id: String,
    },
    /// Write index.md anew from the entity files.
    Rebuild,
}

impl GraphArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let engine = Located::find(global)?.engine(global)?;
        match &self.action {
            GraphAction::Show { around, hops, dot, mermaid } => {
                let view = engine.graph_show(around.as_deref().map(|name| (name, *hops)))?;
                match (global.json, dot, mermaid) {
                    (true, true, _) => render::json(&serde_json::json!({ "dot": view.dot }))?,
                    (true, _, true) => render::json(&serde_json::json!({ "mermaid": view.mermaid }))?,
                    (true, _, _) => render::json(&view)?,
                    (_, true, _) => render::text(&view.dot)?,
                    (_, _, true) => render::text(&view.mermaid)?,
                    _ => render::text(&shown(&view))?,
                }
            }
            GraphAction::Entity { name, include_archived } => {
                let view = engine.graph_entity(name, *include_archived)?;
                if global.json {
                    render::json(&view)?;
                } else {
                    render::text(&entity(&view))?;
                }
            }
            GraphAction::Path { from, to } => {
                let path = engine.graph_path(from, to)?;
                match (global.json, path.is_empty()) {
                    (true, _) => render::json(&path)?,
                    (false, true) => render::text("Nothing ties them together.\n")?,
                    (false, false) => render::text(&path.iter().map(edge).collect::<String>())?,
                }
                if path.is_empty() {
                    return Ok(ExitCode::from(exit::code(soulfile_api::ErrorKind::NotFound)));
                }
            }
            GraphAction::Merge { absorbed, into } => {
                done(global, "Merged.", Some(engine.graph_merge(absorbed, into)?))?;
            }
            GraphAction::Split { id } => done(global, "Split.", Some(engine.graph_split(id)?))?,
            GraphAction::Rebuild => {
                let receipt = engine.graph_rebuild()?;
                let said = if receipt.is_some() { "The index is written anew." } else { "The index is up to date." };
                done(global, said, receipt)?;
            }
        }
        render::degraded(&engine);
        Ok(ExitCode::SUCCESS)
    }
}

fn done(global: &Global, said: &str, receipt: Option<Receipt>) -> Result<()> {
    if global.json {
        return render::json(&receipt);
    }
    let receipt = receipt.map(|receipt| render::receipt(&receipt)).unwrap_or_default();
    render::text(&format!("{said}\n{receipt}"))
}

fn edge(edge: &EdgeView) -> String {
    format!("  {} —{}→ {}\n", edge.from, edge.relation, edge.to)
}

fn shown(view: &GraphView) -> String {
    let mut out = format!("{} entities, {} edges\n", view.nodes.len(), view.edges.len());
    for node in &view.nodes {
        let pin = if node.pinned { " (pinned)" } else { "" };
        let label = render::styled(Style::Bold, &node.label);
        out += &format!("  {label}  {}  {:.2}{pin}\n", render::styled(Style::Dim, &node.id), node.score);
    }
    if !view.edges.is_empty() {
        out.push('\n');
        view.edges.iter().for_each(|e| out += &edge(e));
    }
    out
}

fn entity(view: &EntityView) -> String {
    let mut out = format!("{}  {}  {}\n", render::styled(Style::Bold, &view.label), view.kind, view.id);
    if let Some(into) = &view.merged_into {
        out += &format!("merged into {into}\n");
    }
    if !view.aliases.is_empty() {
        out += &format!("also known as {}\n", view.aliases.join(", "));
    }
    if !view.summary.is_empty() {
        out += &format!("\n{}\n", view.summary);
    }
    let mut section = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            out += &format!("\n{}\n", render::styled(Style::Bold, title));
            lines.iter().for_each(|line| out += &format!("  {line}\n"));
        }
    };
    let facts = view.facts.iter().map(|fact| {
        let id = fact.id.to_string();
        let id = id.rsplit('#').next().unwrap_or_default().to_owned();
        let mut notes: Vec<String> = Vec::new();
        notes.extend(fact.since.as_ref().map(|day| format!("since {day}")));
        notes.extend(fact.until.as_ref().map(|day| format!("until {day}")));
        notes.extend(fact.superseded_by.as_ref().map(|by| format!("replaced by {by}")));
        notes.extend(fact.contradicts.as_ref().map(|other| format!("contradicts {other}")));
        notes.extend(fact.archived.then(|| "archived".to_owned()));
        let mark = if fact.current { " " } else { "×" };
        format!("{mark} {id}: {} {}", fact.text, render::styled(Style::Dim, &format!("({})", notes.join(", "))))
    });
    section("Facts", facts.collect());
    let dated = |(day, text): &(Option<String>, String)| format!("{} {text}", day.as_deref().unwrap_or(""));
    section("Timeline", view.timeline.iter().map(dated).collect());
    section("Open questions", view.open_questions.clone());
    section("Edges", view.edges.iter().map(|e| edge(e).trim().to_owned()).collect());
    out
}
