//! `soul proposals`

use soulfile_api::{Decided, ProposalView};
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use serde::Serialize;
use soulfile_engine::{Engine, Preview, Proposing};
use soulfile_vocabulary::{Authority, Confidence, Scope, Store};

use super::{preview, remember};
use crate::args::Global;
use crate::deciding::{Ask, decide};
use crate::local_time;
use crate::place::Located;
use crate::render::{self, Style};

/// Review memories that wait for a person.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul proposals list
  soul proposals show 3
  soul proposals commit 3 --review 9f2c41aa       holds only for what `show` showed
  soul proposals reject 4 --reason duplicate
  soul proposals add --from researcher --store semantic \"The deadline is March 15\"")]
pub struct ProposalsArgs {
    #[command(subcommand)]
    action: ProposalsAction,
}

#[derive(Debug, Subcommand)]
enum ProposalsAction {
    /// List what waits.
    List,
    /// Show one proposal, what a decision is bound to, and what committing it would write.
    Show {
        /// Its number.
        number: u32,
    },
    /// Propose a memory, as a sub-agent.
    Add {
        /// What to remember.
        text: String,
        /// Who proposes it.
        #[arg(long, value_name = "NAME")]
        from: String,
        /// Where it should go.
        #[arg(long, default_value = "episodic")]
        store: Store,
        /// The entities it is about, by id, separated by commas.
        #[arg(long, value_delimiter = ',')]
        entities: Vec<String>,
        /// How sure it is: high, medium or low.
        #[arg(long, default_value = "medium")]
        confidence: Confidence,
        /// It should be in MEMORY.md too.
        #[arg(long)]
        core_worthy: bool,
        /// Who may see it.
        #[arg(long, default_value = "private")]
        scope: Scope,
        /// What set it off.
        #[arg(long, default_value = "proposed by a sub-agent")]
        trigger: String,
        /// Where the words came from: subagent, tool, import or web.
        #[arg(long, default_value = "subagent")]
        trust: Authority,
    },
    /// Commit a proposal: store it. A person's act.
    Commit {
        #[command(flatten)]
        which: WhichProposals,
        /// Store it here instead.
        #[arg(long)]
        store: Option<Store>,
        /// Commit although what it was made from has changed.
        #[arg(long)]
        even_if_stale: bool,
    },
    /// Reject a proposal. A person's act.
    Reject {
        #[command(flatten)]
        which: WhichProposals,
        /// Why, for the trail.
        #[arg(long)]
        reason: Option<String>,
    },
    /// Leave a proposal for reflection.
    Defer {
        #[command(flatten)]
        which: WhichProposals,
    },
}

/// A proposal with what committing it would change.
#[derive(Serialize)]
struct Reviewed {
    #[serde(flatten)]
    view: ProposalView,
    preview: Preview,
}

#[derive(Debug, clap::Args)]
struct WhichProposals {
    /// The proposal's number.
    number: u32,
    /// The review hash `show` gave: the decision is refused when the proposal has changed since.
    #[arg(long, value_name = "HASH")]
    review: Option<String>,
}

impl ProposalsArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let engine = located.engine(global)?;
        match &self.action {
            ProposalsAction::List => list(&engine, global)?,
            ProposalsAction::Show { number } => {
                let view = engine.proposal(*number)?;
                match global.json {
                    true => {
                        let preview = engine.preview_proposal(*number, None)?;
                        render::json(&Reviewed { view, preview })?;
                    }
                    false => render::text(&page(&engine, *number, None)?)?,
                }
            }
            ProposalsAction::Add { text, from, store, entities, confidence, core_worthy, scope, trigger, trust } => {
                let added = engine.propose(&Proposing {
                    from: from.clone(),
                    trigger: trigger.clone(),
                    store: *store,
                    content: text.clone(),
                    entities: entities.clone(),
                    confidence: *confidence,
                    core_worthy: *core_worthy,
                    scope: scope.clone(),
                    trust: *trust,
                    quarantined: false,
                })?;
                if global.json {
                    render::json(&added)?;
                } else if let Some(remembered) = &added.committed {
                    render::text(&remember::shown(remembered))?;
                } else {
                    let odds = match &added.conflicts[..] {
                        [] => String::new(),
                        numbers => format!(" It is at odds with {}.", hashed(numbers)),
                    };
                    let receipt = render::receipt(&added.receipt);
                    render::text(&format!("Proposal #{} waits for a person.{odds}\n{receipt}", added.number))?;
                }
            }
            ProposalsAction::Commit { which, store, even_if_stale } => {
                let page = |engine: &Engine| page(engine, which.number, *store);
                let engine = decide(engine, &located, global, page, Ask::Question("Commit it?"))?;
                let decided = engine.commit_proposal(which.number, which.review.as_deref(), *store, *even_if_stale)?;
                print(global, &format!("Committed proposal #{}.", which.number), &decided)?;
            }
            ProposalsAction::Reject { which, reason } => {
                let page = |engine: &Engine| Ok(shown(&engine.proposal(which.number)?, engine.now().time_zone()));
                let engine = decide(engine, &located, global, page, Ask::Question("Reject it?"))?;
                let decided = engine.reject_proposal(which.number, which.review.as_deref(), reason.as_deref())?;
                print(global, &format!("Rejected proposal #{}.", which.number), &decided)?;
            }
            ProposalsAction::Defer { which } => {
                let decided = engine.defer_proposal(which.number, which.review.as_deref())?;
                print(global, &format!("Deferred proposal #{}.", which.number), &decided)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A proposal with what committing it would write.
fn page(engine: &Engine, number: u32, store: Option<Store>) -> Result<String> {
    let proposal = shown(&engine.proposal(number)?, engine.now().time_zone());
    let preview = engine.preview_proposal(number, store)?;
    Ok(format!("{proposal}\nCommitting it would write:\n{}", preview::shown(&preview)))
}

fn print(global: &Global, said: &str, decided: &Decided) -> Result<()> {
    if global.json {
        return render::json(decided);
    }
    let rest = match &decided.remembered {
        Some(remembered) => remember::shown(remembered),
        None => render::receipt(&decided.receipt),
    };
    render::text(&format!("{said}\n{rest}"))
}

fn list(engine: &Engine, global: &Global) -> Result<()> {
    let views = engine.proposals()?;
    if global.json {
        return render::json(&views);
    }
    if views.is_empty() {
        return render::text("Nothing waits.\n");
    }
    let lines = views.iter().map(|view| {
        let number = render::styled(Style::Bold, &format!("#{}", view.number));
        format!("{number} {}  from {}, {}{}\n", view.content.replace('\n', " "), view.from, view.status, flags(view))
    });
    render::text(&lines.collect::<String>())
}

fn flags(view: &ProposalView) -> String {
    let mut out = String::new();
    if !view.stale.is_empty() {
        out += &format!(", stale: {} changed since", view.stale.join(", "));
    }
    if let Some(why) = &view.suspicious {
        out += &format!(", careful: {why}");
    }
    out
}

fn hashed(numbers: &[u32]) -> String {
    numbers.iter().map(|n| format!("#{n}")).collect::<Vec<_>>().join(", ")
}

fn shown(view: &ProposalView, zone: &jiff::tz::TimeZone) -> String {
    let mut out = format!("Proposal {}\n", render::styled(Style::Bold, &format!("#{}", view.number)));
    let mut field = |name: &str, value: String| {
        if !value.is_empty() {
            out += &format!("  {name:<11} {value}\n");
        }
    };
    field("from", view.from.clone());
    field("at", view.timestamp.map(|at| local_time::moment(at, zone)).unwrap_or_default());
    field("trigger", view.trigger.clone());
    field("store", view.store.map(|s| s.to_string()).unwrap_or_default());
    field("entities", view.entities.join(", "));
    field("confidence", view.confidence.map(|c| c.to_string()).unwrap_or_default());
    field("core-worthy", if view.core_worthy { "yes".into() } else { String::new() });
    field("scope", view.scope.to_string());
    field("trust", view.trust.to_string());
    field("status", view.status.to_string() + &flags(view));
    // What somebody else wrote is shown as a quotation, never as our own words.
    out += &view.content.lines().map(|line| format!("  > {line}\n")).collect::<String>();
    out + &format!("  review      {}\n", &view.review[..16.min(view.review.len())])
}
