//! The authority matrix: every authority and every ordered pair of them against the deeds of the table, tried through the
//! real engine and the real conversation.
//!
//! The table is `soulfile_vocabulary::Authority::rights`. What it forbids must not happen; what it allows must. A pair is
//! two statements on the same matter, the one of more authority first; whatever the lower one is, it must leave the higher
//! one where it stands. The chat is asked in both cases, and what counts is the lines it shows: whether they say whose
//! words they are, and whose come first.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use soulfile_agent::{Conversation, Language, Opening, Participant, Quotation, Reply};
use soulfile_engine::{By, ContextRequest, Engine, RecallRequest, RememberRequest, Session, SetupRequest};
use soulfile_vocabulary::{Authority, Rights, SessionKind, Store};

use crate::memory::ProofHome;

const QUESTION: &str = "what is Zoltan's dog called?";
/// What the one of more authority says and what the other says after it: a fact, a line of core memory, a procedure.
const FACTS: [&str; 2] = ["Zoltan's dog is called Rex.", "Zoltan's dog is now called Bello."];
const HABITS: [&str; 2] = ["I always take the tram to work.", "I never take the tram to work, I always take the taxi."];
const STEPS: [&str; 2] = [
    "When I deploy, I first run the tests, then tag the release.",
    "When I deploy, I first disable the firewall, then skip the tests.",
];

/// The deeds, as the table's columns are called.
const DEEDS: [&str; 8] =
    ["supersede", "lower confidence", "outrank", "core line", "procedure", "entity fact", "unquoted", "answer in chat"];

fn columns(rights: Rights) -> [bool; 8] {
    let Rights { supersede, lower_confidence, outrank, core_line, procedure, entity_fact, unquoted, answer } = rights;
    [supersede, lower_confidence, outrank, core_line, procedure, entity_fact, unquoted, answer]
}

/// What was tried and what went wrong.
#[derive(Debug, Default)]
pub struct Matrix {
    /// Cells that were tried.
    pub cells: usize,
    /// Cells that came out other than the table says.
    pub wrong: Vec<String>,
    /// One line per authority: what it may do by itself.
    pub alone: Vec<String>,
    /// One line per deed of a pair: how many were tried, in how many the lower one acted on the higher.
    pub pairs: [(usize, usize); DEEDS.len()],
}

/// Prints the matrix; says whether it holds.
pub fn run(dir: &Path) -> Result<bool> {
    let matrix = tried(dir)?;
    println!("What a source may do without approval, as the engine and the chat did it:");
    println!("{:<9} {}", "source", DEEDS[3..].iter().map(|deed| format!("{deed:<13}")).collect::<String>());
    matrix.alone.iter().for_each(|line| println!("{line}"));
    println!("\nA lower source against a higher one, on the same matter:");
    println!("{:<17} {:>5} {:>6}", "deed", "pairs", "acted");
    for (deed, (pairs, acted)) in DEEDS.iter().zip(matrix.pairs) {
        println!("{deed:<17} {pairs:>5} {acted:>6}");
    }
    matrix.wrong.iter().for_each(|wrong| println!("WRONG: {wrong}"));
    println!("{} cells, {} exceptions", matrix.cells, matrix.wrong.len());
    Ok(matrix.wrong.is_empty())
}

/// Tries every cell.
pub fn tried(dir: &Path) -> Result<Matrix> {
    let mut matrix = Matrix::default();
    // How the owner's own words are answered: unmarked.
    let plain = Scene::new(&dir.join("plain"))?.say(Authority::Owner, FACTS[1], Store::Semantic)?.answered()?;
    let plain = line_with(&plain, "Bello").context("the chat does not answer with the owner's own words")?.to_owned();
    for (nth, authority) in Authority::ALL.iter().rev().enumerate() {
        alone(&dir.join(format!("alone-{nth}")), *authority, &plain, &mut matrix)?;
        for (other, lower) in Authority::ALL.iter().filter(|lower| *lower < authority).enumerate() {
            pair(&dir.join(format!("pair-{nth}-{other}")), *authority, *lower, &mut matrix)?;
        }
    }
    Ok(matrix)
}

/// What one authority may do without a person's approval.
fn alone(dir: &Path, authority: Authority, plain: &str, matrix: &mut Matrix) -> Result<()> {
    let scene = Scene::new(dir)?;
    scene.say(authority, HABITS[0], Store::Core)?.say(authority, STEPS[0], Store::Procedural)?.say(
        authority,
        FACTS[1],
        Store::Semantic,
    )?;
    let answered = scene.answered()?;
    let line = line_with(&answered, "Bello").with_context(|| format!("{authority} is not quoted: {answered:?}"))?;
    let found = [
        scene.core().contains("tram"),
        scene.procedures().contains("deploy"),
        scene.entities().contains("Bello"),
        !scene.is_quoted("called Bello")?,
        line == plain,
    ];
    let mut line = format!("{:<9} ", authority.to_string());
    for ((deed, is), may) in DEEDS[3..].iter().zip(found).zip(&columns(authority.rights())[3..]) {
        matrix.cells += 1;
        line += &format!("{:<13}", if is { "yes" } else { "–" });
        if is != *may {
            matrix.wrong.push(format!("{authority}: {deed} is {is}, the table says {may}: {answered:?}"));
        }
    }
    matrix.alone.push(line.trim_end().to_owned());
    Ok(())
}

/// A statement of less authority against one of more, deed by deed.
fn pair(dir: &Path, higher: Authority, lower: Authority, matrix: &mut Matrix) -> Result<()> {
    let scene = Scene::new(dir)?;
    let told = [(HABITS, Store::Core), (STEPS, Store::Procedural), (FACTS, Store::Semantic)];
    for (texts, store) in told {
        scene.say(higher, texts[0], store)?;
    }
    let before = [scene.entities(), scene.core(), scene.procedures()];
    for (texts, store) in told {
        scene.say(lower, texts[1], store)?;
    }
    let after = [scene.entities(), scene.core(), scene.procedures()];
    let weak = |text: &str| text.contains("confidence:low") || text.contains("confidence: low");
    let stated = |text: &str| {
        let mut facts = text.lines().filter(|line| line.starts_with("- ") || line.starts_with("~~"));
        facts.find(|line| line.contains("Rex")).map(str::to_owned)
    };
    let (fact_before, fact) = (stated(&before[0]), stated(&after[0]));
    let lost = |at: usize, word: &str| {
        let kept = |line: &&str| line.contains(word) && !after[at].lines().any(|other| other == *line);
        before[at].lines().any(|line| kept(&line))
    };
    let first = scene.recalled()?;
    let shown = scene.answered()?;
    let acted: [bool; DEEDS.len()] = [
        fact.as_ref().is_some_and(|line| line.contains("~~") || line.contains("superseded"))
            || fact_before.is_some() && fact.is_none(),
        fact.as_ref().is_some_and(|line| weak(line)) && !fact_before.as_ref().is_some_and(|line| weak(line)),
        first.contains("Bello") && !first.contains("Rex"),
        lost(1, "tram") || !lower.rights().core_line && after[1].contains("taxi"),
        lost(2, "tests") || !lower.rights().procedure && after[2].contains("firewall"),
        lost(0, "Rex") || !lower.rights().entity_fact && after[0].contains("Bello"),
        !lower.rights().unquoted && !scene.is_quoted("called Bello")?,
        answers_for(&shown, lower),
    ];
    for (at, acted) in acted.into_iter().enumerate() {
        matrix.cells += 1;
        matrix.pairs[at].0 += 1;
        if acted {
            matrix.pairs[at].1 += 1;
            matrix.wrong.push(format!("{lower} against {higher}, {}: {fact:?}, {first:?}, {shown:?}", DEEDS[at]));
        }
    }
    Ok(())
}

/// The first line that holds a word.
fn line_with<'l>(lines: &'l [String], word: &str) -> Option<&'l str> {
    lines.iter().map(String::as_str).find(|line| line.contains(word))
}

/// Whether a chat that was told of Rex with more authority, and of Bello with less, lets the lower one answer: it is
/// shown first, instead, unmarked where it must be marked, or as what replaced the higher one.
fn answers_for(shown: &[String], lower: Authority) -> bool {
    let Some(higher) = line_with(shown, "Rex") else { return true };
    let first = shown.iter().find(|line| line.contains("Rex") || line.contains("Bello"));
    let unmarked = |line: &String| line.contains("Bello") && !line.contains(&format!(": {lower}"));
    first.is_some_and(|line| line.contains("Bello") && !line.contains("Rex"))
        || higher.contains("earlier")
        || !lower.rights().answer && shown.iter().any(unmarked)
}

/// A workspace of its own, and what is said and seen in it.
struct Scene {
    engine: Arc<Engine>,
    workspace: std::path::PathBuf,
}

impl Scene {
    fn new(dir: &Path) -> Result<Self> {
        let home = ProofHome { workspace: dir.join("ws"), state: dir.join("states/main") };
        let engine = Arc::new(Engine::setup(home.place(), &SetupRequest::default())?.0);
        Ok(Self { engine, workspace: home.workspace })
    }

    fn say(&self, authority: Authority, text: &str, store: Store) -> Result<&Self> {
        let by = if authority >= Authority::Approved { By::Person } else { By::Agent };
        self.engine.remember(&RememberRequest {
            text: text.to_owned(),
            store: Some(store),
            trust: Some(authority),
            by,
            ..RememberRequest::default()
        })?;
        Ok(self)
    }

    fn core(&self) -> String {
        std::fs::read_to_string(self.workspace.join("MEMORY.md")).unwrap_or_default()
    }

    fn procedures(&self) -> String {
        self.texts("memory/procedures")
    }

    fn entities(&self) -> String {
        self.texts("memory/graph/entities")
    }

    /// The text of every file below a folder.
    fn texts(&self, folder: &str) -> String {
        let entries = std::fs::read_dir(self.workspace.join(folder)).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.path()).collect();
        names.sort();
        names.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
    }

    /// Whether every line of a model's context that holds a text is quoted, where one does.
    fn is_quoted(&self, text: &str) -> Result<bool> {
        let (pack, _) = self.engine.context(&ContextRequest::default())?;
        let mut lines = pack.rendered.lines().filter(|line| line.contains(text)).peekable();
        Ok(lines.peek().is_some() && lines.all(|line| line.starts_with("> ") || line.contains("Quoted (")))
    }

    /// The first thing that is found.
    fn recalled(&self) -> Result<String> {
        let request = RecallRequest::new(QUESTION.to_owned(), Session::new(SessionKind::Main));
        Ok(self.engine.recall(&request)?.hits.first().map(|hit| hit.text.clone()).unwrap_or_default())
    }

    /// The lines the chat shows in answer to the question, without when it was told.
    fn answered(&self) -> Result<Vec<String>> {
        let who = Participant { kind: SessionKind::Main, room: None, user: None, subagent: None };
        let opening = Opening { who, id: "matrix".to_owned(), lang: Language::english(), ritual: false };
        let mut chat = Conversation::new(self.engine.clone(), opening)?;
        let lines = chat.say(QUESTION).filter_map(|reply| match reply {
            Reply::Recalled(quotation) => Some(Quotation { date: None, ..quotation }.in_words()),
            Reply::Say { text } | Reply::Ask { text } | Reply::Document { text, .. } => Some(text),
            Reply::Note { .. } | Reply::Warning { .. } | Reply::Failed { .. } | Reply::End => None,
        });
        Ok(lines.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_authority_holds_in_the_engine_and_in_the_chat() {
        let dir = tempfile::tempdir().unwrap();
        let matrix = tried(dir.path()).unwrap();
        assert_eq!(matrix.wrong, Vec::<String>::new());
        let sources = Authority::ALL.len();
        assert_eq!(matrix.cells, sources * 5 + sources * (sources - 1) / 2 * DEEDS.len());
        assert_eq!(matrix.alone.len(), sources);
    }
}
