//! `soul reflect`

use soulfile_api::{ErrorKind, ReflectDecided, ReflectStatus, ReflectionView, Selection};
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use soulfile_engine::{ApproveRequest, By, DraftRequest, Engine, Error, Preview, RejectRequest, Rewording, counted};

use super::log::read_day;
use super::{preview, reflect_timer};
use crate::args::Global;
use crate::deciding::{Ask, decide};
use crate::model;
use crate::place::Located;
use crate::render::{self, Style};

/// Consolidate memories: draft what to learn, and decide about it item by item.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  soul reflect                              draft a reflection; nothing changes yet
  soul reflect --engine model               with the configured model's help
  soul reflect show                         what waits, item by item, with its evidence
  soul reflect approve                      apply all of it, as one commit; not what reads like an attack
  soul reflect approve 1,3-5                apply some; the rest waits
  soul reflect approve --dry-run            what that would write, as a diff of every file
  soul reflect approve --change '2=Ana lives in Graz' --drop 4
  soul reflect approve --with-changes       as edited in memory/meta/pending-reflection.md
  soul reflect reject 6 --reason \"not true\"
  soul rollback --reflection r-005 --yes    undo one whole
  soul reflect --install-timer              draft one every night

Only a person approves. Nothing is ever applied because time has passed."
)]
pub struct ReflectArgs {
    #[command(subcommand)]
    action: Option<ReflectAction>,
    /// Only show what would be proposed.
    #[arg(long)]
    dry_run: bool,
    /// Read every episode since this day, processed or not.
    #[arg(long, value_name = "DAY")]
    since: Option<String>,
    /// Which engine drafts: `builtin`, `model` (both, where a model is configured) or `auto`.
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
    /// Draft anew what waits already.
    #[arg(long)]
    refresh: bool,
    /// As the timer runs it: draft unless something waits, and say little.
    #[arg(long, conflicts_with_all = ["dry_run", "refresh"])]
    scheduled: bool,
    /// Write a daily timer for this workspace: a systemd user timer, or a line for cron.
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "auto",
          conflicts_with_all = ["dry_run", "since", "refresh", "scheduled", "if_due"])]
    install_timer: Option<reflect_timer::TimerKind>,
    /// Do nothing unless enough episodes are unprocessed, and nothing waits.
    #[arg(long, conflicts_with_all = ["dry_run", "since", "refresh"])]
    if_due: bool,
}

#[derive(Debug, Subcommand)]
enum ReflectAction {
    /// Show what waits, with its evidence.
    Show,
    /// Apply items. A person's act.
    Approve {
        /// Which: `1,3-5`; all when not given, but for what reads like an attack.
        items: Vec<String>,
        /// The file was edited, and is meant as it is now.
        #[arg(long)]
        with_changes: bool,
        /// Other words for an item.
        #[arg(long, value_name = "N=TEXT")]
        change: Vec<String>,
        /// Items to leave out, and reject.
        #[arg(long, value_name = "ITEMS")]
        drop: Option<String>,
        /// Reject what is not approved.
        #[arg(long)]
        reject_rest: bool,
        /// The review hash `show` gave: refused when the file has changed since.
        #[arg(long, value_name = "HASH")]
        review: Option<String>,
        /// Only show what would be written, file by file.
        #[arg(long)]
        dry_run: bool,
    },
    /// Reject items; they are not proposed again without new evidence. A person's act.
    Reject {
        /// Which: `1,3-5`; all when not given.
        items: Vec<String>,
        /// Why, remembered with them.
        #[arg(long)]
        reason: Option<String>,
        /// The review hash `show` gave.
        #[arg(long, value_name = "HASH")]
        review: Option<String>,
    },
    /// Where reflection stands: what waits, what is unprocessed, when the next one is due.
    Status,
    /// What became of past reflections.
    History,
}

impl ReflectArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        if let Some(kind) = self.install_timer {
            return reflect_timer::install(kind, &located, global);
        }
        let engine = located.engine(global)?;
        match &self.action {
            None => {
                let asked = self.engine.as_deref() == Some("model");
                let engine = model::drafting(engine, &located, &located.place(global)?, asked)?;
                self.draft(&engine, global)?;
            }
            Some(ReflectAction::Show) => match engine.reflection()? {
                Some(view) => show(global, &view)?,
                None if global.json => render::json(&serde_json::Value::Null)?,
                None => render::text("Nothing waits. `soul reflect` drafts a reflection.\n")?,
            },
            Some(ReflectAction::Approve { items, with_changes, change, drop, reject_rest, review, dry_run }) => {
                let request = ApproveRequest {
                    by: By::Person,
                    items: selection(items)?,
                    except: drop.as_ref().map(|drop| selection(std::slice::from_ref(drop))).transpose()?,
                    changes: change.iter().map(|change| changed(change)).collect::<Result<_>>()?,
                    with_changes: *with_changes,
                    reject_rest: *reject_rest,
                    review: review.clone(),
                    surface: Some("cli".to_owned()),
                    session: None,
                };
                match dry_run {
                    true => previewed(global, &engine.preview_approval(&request)?)?,
                    false => {
                        let page = |engine: &Engine| {
                            let page = waiting(engine)?;
                            // What cannot be applied is refused by the approval itself, in its own words.
                            Ok(match engine.preview_approval(&request) {
                                Ok(preview) => format!("{page}\nThis would be written:\n{}", preview::shown(&preview)),
                                Err(_) => page,
                            })
                        };
                        let engine = decide(engine, &located, global, page, Ask::Question("Apply it?"))?;
                        decision(global, &engine.reflect_approve(&request)?)?;
                    }
                }
            }
            Some(ReflectAction::Reject { items, reason, review }) => {
                let engine = decide(engine, &located, global, waiting, Ask::Question("Reject it?"))?;
                let decided = engine.reflect_reject(&RejectRequest {
                    by: By::Person,
                    items: selection(items)?,
                    reason: reason.clone(),
                    review: review.clone(),
                    session: None,
                })?;
                decision(global, &decided)?;
            }
            Some(ReflectAction::Status) => status(global, &engine.reflect_status()?)?,
            Some(ReflectAction::History) => history(global, &engine)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn draft(&self, engine: &Engine, global: &Global) -> Result<()> {
        if self.if_due {
            return match engine.reflect_if_due(false)? {
                Some(view) => show(global, &view),
                None if global.json => render::json(&serde_json::Value::Null),
                None => render::text("No reflection is due.\n"),
            };
        }
        let drafted = engine.reflect(&DraftRequest {
            since: self.since.as_deref().map(|text| read_day(engine, text)).transpose()?,
            engine: self.engine.clone(),
            trigger: Some(if self.scheduled { "schedule" } else { "soul reflect" }.to_owned()),
            dry_run: self.dry_run,
            refresh: self.refresh,
        });
        match drafted {
            // A timer has nobody to tell; what waits is shown where a person looks.
            Err(error) if self.scheduled && matches!(error.kind(), ErrorKind::Conflict | ErrorKind::Unavailable) => {
                render::note(&error.to_string());
                Ok(())
            }
            drafted => show(global, &drafted?),
        }
    }
}

fn previewed(global: &Global, preview: &Preview) -> Result<()> {
    match global.json {
        true => render::json(preview),
        false => render::text(&format!("{}Nothing was written.\n", preview::shown(preview))),
    }
}

fn selection(items: &[String]) -> Result<Selection> {
    if items.is_empty() {
        return Ok(Selection::All);
    }
    let text = items.join(",");
    Selection::parse(&text).ok_or_else(|| {
        Error::Invalid(format!("\"{}\" are no items; write numbers and ranges such as 1,3-5", text.escape_debug()))
            .into()
    })
}

fn changed(change: &str) -> Result<Rewording> {
    let parsed = change.split_once('=').and_then(|(item, text)| {
        Some(Rewording { item: item.trim().trim_start_matches('#').parse().ok()?, text: text.trim().to_owned() })
    });
    parsed.ok_or_else(|| {
        Error::Invalid(format!("\"{}\" is no change; write 2=Other words", change.escape_debug())).into()
    })
}

/// The page of the reflection that waits.
fn waiting(engine: &Engine) -> Result<String> {
    Ok(engine.reflection()?.map(|view| shown(&view)).unwrap_or_default())
}

fn show(global: &Global, view: &ReflectionView) -> Result<()> {
    match global.json {
        true => render::json(view),
        false => render::text(&shown(view)),
    }
}

/// Everything an approval would take, with what a person should know of it.
fn shown(view: &ReflectionView) -> String {
    if view.items.is_empty() && !view.waits {
        let questions: String = view.questions.iter().map(|question| format!("  {question}\n")).collect();
        return format!("Read {} episodes; nothing to propose.\n{questions}", view.counts.episodes);
    }
    let mut out = view.text.clone();
    for item in view.items.iter().filter(|item| !item.stale.is_empty()) {
        let why = item.stale.join(", ");
        out += &render::styled(Style::Yellow, &format!("item {} no longer applies: {why}\n", item.number));
    }
    for item in &view.items {
        if let Some(why) = &item.careful {
            out += &render::styled(Style::Yellow, &format!("item {}, careful: {why}\n", item.number));
        }
        if let Some(why) = &item.unclear {
            out += &render::styled(Style::Yellow, &format!("item {} is not clear: {why}\n", item.number));
        }
        if item.reworded {
            out += &format!("item {} was reworded: {}\n", item.number, item.text);
        }
    }
    if !view.deleted.is_empty() {
        let deleted: Vec<String> = view.deleted.iter().map(ToString::to_string).collect();
        out += &format!("deleted by hand, to be rejected: {}\n", deleted.join(", "));
    }
    for line in &view.unclear {
        out += &render::styled(Style::Yellow, &format!("not clear: {line}\n"));
    }
    for line in &view.unread {
        out += &format!("means nothing to an approval: {line}\n");
    }
    match view.waits {
        true => {
            out += &format!("\n{} waits; review {}\n", view.id, &view.review[..16]);
            out += "`soul reflect approve` takes all of it, `soul reflect approve 1,3-5` some, `soul reflect reject` none.\n";
        }
        false => out += "\nOnly a preview: nothing was written.\n",
    }
    out
}

fn decision(global: &Global, decided: &ReflectDecided) -> Result<()> {
    if global.json {
        return render::json(decided);
    }
    let mut out = String::new();
    let mut line = |what: &str, items: &[u32]| {
        if !items.is_empty() {
            let items = soulfile_engine::ranges(items.iter().copied());
            out += &format!("{what}: {items}\n");
        }
    };
    line("Applied", &decided.applied);
    line("Rejected", &decided.rejected);
    line("Still waiting", &decided.left);
    for (item, why) in &decided.stale {
        out += &format!("Item {item} no longer applies: {}; `soul reflect --refresh` drafts it anew\n", why.join(", "));
    }
    for (item, why) in &decided.withheld {
        let line = format!(
            "Item {item} was left out: {why}; `soul reflect approve {item}` takes it, `soul reflect reject {item}` drops it\n"
        );
        out += &render::styled(Style::Yellow, &line);
    }
    for warning in &decided.warnings {
        out += &format!("  note: {warning}\n");
    }
    render::text(&format!("{out}{}", render::receipt(&decided.receipt)))
}

fn status(global: &Global, status: &ReflectStatus) -> Result<()> {
    if global.json {
        return render::json(status);
    }
    let mut out = match &status.pending {
        None => "Nothing waits.\n".to_owned(),
        Some(pending) => match &pending.damaged {
            Some(why) => format!("{why}\n"),
            None => {
                let stale =
                    if pending.stale > 0 { format!(", {} no longer apply", pending.stale) } else { String::new() };
                let edited = if pending.edited { ", edited by hand" } else { "" };
                format!("{} of {} waits with {}{stale}{edited}\n", pending.id, pending.date, counted(pending.items))
            }
        },
    };
    let due = if status.due { ", one is due" } else { "" };
    out += &format!("{} episodes unprocessed (threshold {}{due})\n", status.unprocessed, status.threshold);
    if let Some(next) = &status.next {
        out += &format!("Next scheduled: {next}\n");
    }
    if let Some(last) = &status.last {
        out += &format!("Last: {} ({} so far)\n", last.id, status.count);
    }
    render::text(&out)
}

fn history(global: &Global, engine: &Engine) -> Result<()> {
    let past = engine.reflect_history()?;
    if global.json {
        return render::json(&past);
    }
    if past.is_empty() {
        return render::text("No reflection was decided yet.\n");
    }
    let mut out = String::new();
    for entry in &past {
        let date = entry.date.map(|date| date.to_string()).unwrap_or_default();
        out += &format!("{} {date}\n", render::styled(Style::Bold, &entry.id));
        for decided in &entry.decided {
            out += &format!("  {decided}\n");
        }
        for line in [&entry.learned, &entry.processed].into_iter().filter(|line| !line.is_empty()) {
            out += &format!("  {line}\n");
        }
    }
    render::text(&out)
}
