//! A workspace with memories, and questions whose answers are known: what the proofs of the index
//! and of its locks work on.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use soulfile_engine::config::Config;
use soulfile_engine::{Embedding, Engine, Place, RecallRequest, Session};
use soulfile_vocabulary::SessionKind;
use soulfile_workspace::SystemClock;

/// Asked of every index. The last ones are answered by what was added late.
pub const QUESTIONS: [&str; 7] = [
    "where does the violin teacher live",
    "what did the stand-up of 2026-01-07 speak about",
    "who likes apples",
    "上海的会议",
    "how do I restart the server",
    "what is the code of the garden gate",
    "when does the late ferry leave",
];

/// Where the workspace and its state are.
#[derive(Debug, Clone)]
pub struct ProofHome {
    pub workspace: PathBuf,
    /// The agent's state directory.
    pub state: PathBuf,
}

impl ProofHome {
    /// The index file.
    pub fn index(&self) -> PathBuf {
        self.state.join("index.sqlite")
    }

    /// Opens the agent as a process of its own would.
    pub fn open(&self) -> Result<Engine> {
        Ok(Engine::open(self.place())?)
    }

    /// Where the agent lives.
    pub fn place(&self) -> Place {
        Place {
            agent: self.state.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            workspace: self.workspace.clone(),
            state_root: self.state.parent().unwrap_or(Path::new("")).to_owned(),
            config: Config::default(),
            config_file: None,
            machine_zone: jiff::tz::TimeZone::UTC,
            clock: Arc::new(SystemClock),
            embedding: Embedding::default(),
            requester: Default::default(),
            beside: None,
            journal: None,
        }
    }
}

/// One answer: citation, text and score of each hit, and what was said besides.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerSnapshot {
    /// The hits, best first.
    pub hits: Vec<(String, String, i32)>,
    /// Notes.
    pub notes: Vec<String>,
}

/// Answers to all [`QUESTIONS`].
pub type Answers = Vec<AnswerSnapshot>;

/// Makes the workspace in `dir`.
pub fn make(dir: &Path) -> Result<ProofHome> {
    let home = ProofHome { workspace: dir.join("ws"), state: dir.join("states/main") };
    let engine = Engine::init(home.place())?;
    for day in 1..=28 {
        let text = format!(
            "## 09:00 | event | scope:room:dev\nStand-up number {day} spoke about the parser and the tram.\n\n\
             ## 10:00 | fact\nOn day {day} the violin teacher from Lyon came by with apples and left at {day} past four.\n\n\
             ## 11:00 | note\n第{day}次会议在上海办公室，谈到预算和时间表。\n"
        );
        add(&home, &format!("memory/episodes/2026-01-{day:02}.md"), &text)?;
    }
    for (slug, facts) in
        [("ana", "- Teaches violin\n- Lives in Lyon\n"), ("otto", "- Likes apples\n- Repairs boilers\n")]
    {
        let text = format!("# person--{slug}\n\n## Facts\n{facts}");
        add(&home, &format!("memory/graph/entities/person--{slug}.md"), &text)?;
    }
    let procedure =
        "# Restart the server\n\n## Trigger\nrestart the server\n\n## Steps\n1. Drain it.\n2. Restart it.\n";
    add(&home, "memory/procedures/restart-server.md", procedure)?;
    engine.take_in_hand_edits()?;
    Ok(home)
}

/// Adds what the last questions ask for.
pub fn add_late(home: &ProofHome) -> Result<()> {
    add(home, "bank/garden.md", "The code of the garden gate is 4711.\n")?;
    add(home, "memory/episodes/2026-01-30.md", "## 18:00 | fact\nThe late ferry leaves at half past ten.\n")
}

/// Writes a file as a person does.
pub fn add(home: &ProofHome, path: &str, text: &str) -> Result<()> {
    let full = home.workspace.join(path);
    fs::create_dir_all(full.parent().unwrap_or(&home.workspace))?;
    fs::write(full, text)?;
    Ok(())
}

/// Asks everything.
pub fn ask(engine: &Engine) -> Result<Answers> {
    QUESTIONS.iter().map(|question| ask_one(engine, question)).collect()
}

/// Asks one question, waiting for the index.
pub fn ask_one(engine: &Engine, question: &str) -> Result<AnswerSnapshot> {
    let answer = engine.recall(&RecallRequest::new(question, Session::new(SessionKind::Main)))?;
    let hit = |hit: soulfile_api::RecallHit| (hit.citation, hit.text, (hit.score * 1e4).round() as i32);
    Ok(AnswerSnapshot { hits: answer.hits.into_iter().map(hit).collect(), notes: answer.notes })
}

/// Copies a state directory, replacing an earlier copy.
pub fn copy_state(from: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    crate::site::copy_dir(from, to)
}

/// Files in the state directory that belong to nothing.
pub fn strangers(state: &Path, index: &Path) -> Vec<String> {
    let name = index.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut out = Vec::new();
    for entry in fs::read_dir(state).into_iter().flatten().flatten() {
        let found = entry.file_name().to_string_lossy().into_owned();
        let ours = found == name || ["-wal", "-shm", "-columns"].map(|end| format!("{name}{end}")).contains(&found);
        if !ours && found.contains("sqlite") && !found.starts_with("vectors.sqlite") {
            out.push(found);
        }
    }
    out
}
