//! `soul recall`

use soulfile_api::{RecallAnswer, RecallHit, Sureness};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use jiff::civil::DateTime;
use soulfile_agent::Participant;
use soulfile_engine::{ContextRequest, Engine, Error, RecallRequest, mark_recalled};
use soulfile_vocabulary::{Authority, SearchedStore, SessionKind, State};

use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style};

/// Find what is remembered, with where it stands and how sure it is.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul recall what did we decide about the database
  soul recall \"when did we meet Ana\" --limit 3
  soul recall deploy --session group --room dev       only what that room may see
  soul recall \"where does Ana live\" --as-of 2025-03-01  what was true then
  soul recall \"where does Ana live\" --known-at 2025-03-01  what was known then
  soul recall tea --explain --why-not memory/2026-02-02.md:12

The command waits until changed files are in the index; --deadline gives up waiting.")]
pub struct RecallArgs {
    /// What to look for.
    #[arg(required = true, value_name = "QUERY")]
    query: Vec<String>,
    #[command(flatten)]
    asker: Asker,
    /// Most results, up to 20.
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    limit: Option<u8>,
    /// Leave out results below this score, 0 to 1.
    #[arg(long, value_name = "SCORE", value_parser = parse_score)]
    min_score: Option<f64>,
    /// Only this store: core, episodic, graph, procedural, vault or note.
    #[arg(long, value_name = "STORE", value_parser = parse_store)]
    store: Vec<SearchedStore>,
    /// What was true then: a day or a time.
    #[arg(long, value_name = "DATE", value_parser = parse_moment)]
    as_of: Option<Moment>,
    /// What was known then: a day or a time.
    #[arg(long, value_name = "DATE", value_parser = parse_moment)]
    known_at: Option<Moment>,
    /// Show what each part of the search gave each result.
    #[arg(long)]
    explain: bool,
    /// Say why this memory (id, path, or path:line) is not a result.
    #[arg(long, value_name = "ID|PATH")]
    why_not: Option<String>,
    /// Dormant memories too.
    #[arg(long)]
    include_dormant: bool,
    /// Archived memories too.
    #[arg(long)]
    include_archived: bool,
    /// Return what there is after this many milliseconds, and say what was missed.
    #[arg(long, value_name = "MS")]
    deadline: Option<u64>,
    /// Count the results as used: they will fade more slowly.
    #[arg(long)]
    used: bool,
}

/// Who asks.
#[derive(Debug, clap::Args)]
pub struct Asker {
    /// The kind of session: main, group, subagent, heartbeat or boot.
    #[arg(long, default_value = "main", value_parser = parse_kind)]
    pub session: SessionKind,
    /// The room, for a group.
    #[arg(long, value_name = "ROOM")]
    pub room: Option<String>,
    /// Who is speaking.
    #[arg(long, value_name = "USER")]
    pub user: Option<String>,
    /// Whose grants apply, for a sub-agent.
    #[arg(long = "as", value_name = "AGENT")]
    pub subagent: Option<String>,
}

impl Asker {
    pub fn session(&self, engine: &Engine) -> soulfile_engine::Result<soulfile_engine::Session> {
        engine.session(&self.request())
    }

    /// The same as arguments, without what is the default.
    pub fn arguments(&self) -> Vec<String> {
        let mut args = Vec::new();
        if self.session != SessionKind::Main {
            args.extend(["--session".to_owned(), self.session.to_string()]);
        }
        for (name, value) in [("--room", &self.room), ("--user", &self.user), ("--as", &self.subagent)] {
            args.extend(value.iter().flat_map(|value| [name.to_owned(), value.clone()]));
        }
        args
    }

    /// The same for a conversation.
    pub fn who(&self) -> Participant {
        Participant {
            kind: self.session,
            room: self.room.clone(),
            user: self.user.clone(),
            subagent: self.subagent.clone(),
        }
    }

    /// How the trail names who speaks.
    pub fn speaker(&self) -> String {
        match (&self.user, &self.subagent) {
            (Some(user), _) => format!("user:{user}"),
            (None, Some(subagent)) => format!("subagent:{subagent}"),
            (None, None) => match &self.room {
                Some(room) => format!("room:{room}"),
                None => "owner".to_owned(),
            },
        }
    }

    pub fn request(&self) -> ContextRequest {
        ContextRequest {
            kind: Some(self.session),
            room: self.room.clone(),
            user: self.user.clone(),
            subagent: self.subagent.clone(),
            ..ContextRequest::default()
        }
    }
}

/// A day, or a moment of one.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    at: DateTime,
    whole_day: bool,
}

pub fn parse_kind(text: &str) -> Result<SessionKind, String> {
    text.parse().map_err(|_| "expected main, group, subagent, heartbeat or boot".to_owned())
}

fn parse_score(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|score| (0.0..=1.0).contains(score)).ok_or_else(|| "expected 0 to 1".to_owned())
}

fn parse_store(text: &str) -> Result<SearchedStore, String> {
    text.parse().map_err(|_| "expected core, episodic, graph, procedural, vault or note".to_owned())
}

fn parse_moment(text: &str) -> Result<Moment, String> {
    let plain = text.trim().trim_end_matches('Z').replace(' ', "T");
    if let Ok(day) = plain.parse::<jiff::civil::Date>()
        && plain.len() <= 10
    {
        return Ok(Moment { at: day.at(12, 0, 0, 0), whole_day: true });
    }
    let at = plain.parse().map_err(|_| "expected a day such as 2026-02-02, or a time such as 2026-02-02T14:30")?;
    Ok(Moment { at, whole_day: false })
}

impl RecallArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let engine = Located::find(global)?.engine(global)?;
        let mut request = RecallRequest::new(self.query.join(" "), self.asker.session(&engine)?);
        request.limit = self.limit.map(usize::from);
        request.least_score = self.min_score;
        request.stores =
            (!self.store.is_empty()).then(|| self.store.iter().map(|SearchedStore(store)| *store).collect());
        request.as_of = self.as_of.map(|moment| moment.at);
        request.known_at = self.known_at.map(|moment| known_at(&engine, moment)).transpose()?;
        request.states.dormant = self.include_dormant;
        request.states.archived = self.include_archived;
        request.why_not.clone_from(&self.why_not);
        request.deadline = self.deadline.map(Duration::from_millis);
        let answer = engine.recall(&request)?;
        if self.used {
            engine.used(answer.hits.iter().flat_map(|hit| hit.id.iter().chain(&hit.also)).map(String::as_str))?;
        }
        if global.json {
            render::json(&answer)?;
        } else {
            print(&answer, self.explain)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The last instant of the moment: what was committed by the end of the day was known that day.
fn known_at(engine: &Engine, moment: Moment) -> Result<jiff::Timestamp> {
    let at = if moment.whole_day { moment.at.date().at(23, 59, 59, 0) } else { moment.at };
    let zone = engine.now().time_zone().clone();
    let zoned = at.to_zoned(zone).map_err(|e| Error::Invalid(format!("{at} is no time here: {e}")))?;
    Ok(zoned.timestamp())
}

/// Prints an answer: results marked as recalled on stdout, everything about them on stderr or below.
pub fn print(answer: &RecallAnswer, explain: bool) -> Result<()> {
    let mut out = String::new();
    // A memory is shown once, with its other places under it.
    let told = answer.hits.iter().filter(|hit| hit.same_as.is_none());
    for (at, hit) in told.enumerate() {
        out += &told_hit(at + 1, hit);
        let same = |other: &&RecallHit| other.same_as.as_ref() == Some(&hit.citation);
        let mut places: Vec<String> = answer.hits.iter().filter(same).map(|other| other.citation.clone()).collect();
        places.extend(hit.folded.iter().filter(|place| !places.contains(place)).cloned().collect::<Vec<_>>());
        if !places.is_empty() {
            out += &render::styled(Style::Dim, &format!("   also in {}\n", places.join(", ")));
        }
        if explain {
            out += &parts(hit);
        }
        out.push('\n');
    }
    if let Some(remark) = &answer.remark {
        let style = if answer.confidence == Sureness::Nothing { Style::Yellow } else { Style::Dim };
        out += &render::styled(style, remark);
        out.push('\n');
    }
    for hit in &answer.nearest {
        let snippet = hit.snippet.split_whitespace().collect::<Vec<_>>().join(" ");
        out += &format!("nearest, but probably not it: {}\n", render::styled(Style::Bold, &hit.citation));
        out += &quoted(&hit.citation, &snippet);
    }
    if let Some(why) = &answer.why_not {
        out += &format!("{} {why}\n", render::styled(Style::Bold, "why not:"));
    }
    let commit = answer.revision.as_deref().map_or("no commit yet", |commit| commit.get(..10).unwrap_or(commit));
    let mut foot = format!("from commit {commit}, index revision {}", answer.index_revision);
    if explain {
        let read = serde_json::to_value(answer.strategy)?;
        foot += &format!(", read as {}", read.as_str().unwrap_or("hybrid"));
        foot += &answer.about.as_ref().map_or(String::new(), |name| format!(" about \"{name}\""));
        foot += &answer.time.as_ref().map_or(String::new(), |(from, to)| format!(" in {from}…{to}"));
        foot += &format!(", {:.1} ms", answer.ms);
    }
    out += &render::styled(Style::Dim, &foot);
    render::text(&out)?;
    for note in &answer.notes {
        render::note(note);
    }
    Ok(())
}

/// The title of an entity's page, as a person would put it: "Ana (person)".
fn titled(snippet: &str) -> String {
    let field = |name: &str| {
        let (_, rest) = snippet.split_once(&format!("{name}: "))?;
        Some(rest.split(['|', '>']).next()?.trim().trim_end_matches("--").trim().to_owned())
    };
    match (snippet.starts_with("# "), field("Label"), field("Type")) {
        (true, Some(label), Some(kind)) => format!("{label} ({kind})"),
        _ => snippet.to_owned(),
    }
}

/// A result: for a person its words and then where they stand; for a program where it stands, and the words in marks.
fn told_hit(number: usize, hit: &RecallHit) -> String {
    let words = titled(&hit.snippet);
    if !std::io::stdout().is_terminal() {
        return format!("{number}. {}{}", heading(hit), mark_recalled(&hit.citation, &words));
    }
    let words = words.lines().collect::<Vec<_>>().join("\n   ");
    format!("{number}. {words}\n   {}", heading(hit))
}

/// Recalled text, marked where a program may read it.
fn quoted(citation: &str, text: &str) -> String {
    if std::io::stdout().is_terminal() { format!("   {text}\n") } else { mark_recalled(citation, text) }
}

fn heading(hit: &RecallHit) -> String {
    let store = hit.beside.as_deref().unwrap_or_else(|| SearchedStore(hit.store).as_str());
    let date = hit.date.as_deref().map_or(String::new(), |date| format!("  {date}"));
    let state = match hit.state {
        State::Active => String::new(),
        state => format!("  {state}"),
    };
    let trust = match hit.trust {
        Authority::Owner | Authority::Approved | Authority::Agent => "",
        Authority::OtherSpeaker => "  said by somebody else",
        Authority::SubAgent | Authority::Tool => "  from a tool or another agent",
        Authority::Import | Authority::Web | Authority::Unknown => "  from outside, unchecked",
    };
    let newer = hit.newer.as_deref().map_or(String::new(), |newer| format!("  otherwise since: {newer}"));
    let id = hit.id.as_deref().map_or(String::new(), |id| format!("  {id}"));
    format!(
        "{}  {}\n",
        render::styled(Style::Bold, &hit.citation),
        render::styled(Style::Dim, &format!("{store}{date}  score {:.2}{state}{trust}{newer}{id}", hit.score)),
    )
}

fn parts(hit: &RecallHit) -> String {
    let p = &hit.parts;
    let line = format!(
        "   words {:.2}  held {:.2}  meaning {:.2}  word by word {:.2}  turn before {:.2}  session {:.2}  talk {:.2}  like the first {:.2}  instruction {:.2}  speaker {:.0}  ties {:.2}  time {:.2}  newness {:.2}  store {:.0}  decay {:.2}\n",
        p.keyword,
        p.held,
        p.vector,
        p.late,
        p.before,
        p.session,
        p.talk,
        p.hop,
        p.standing,
        p.voice,
        p.graph,
        p.time,
        p.recency,
        p.store,
        p.decay
    );
    render::styled(Style::Dim, &line)
}
