//! The authority matrix: every ordered pair of authorities and every right of the table, tried through the real engine.
//!
//! The table is `soulfile_vocabulary::Authority::rights`. What it forbids must not happen; what it allows must. A pair is
//! two statements on the same matter, the one of more authority first; the lower one must neither replace, weaken nor
//! outrank it.

use std::path::Path;

use anyhow::Result;
use soulfile_engine::{By, ContextRequest, Engine, RecallRequest, RememberRequest, Session, SetupRequest};
use soulfile_vocabulary::{Authority, SessionKind, Store};

use crate::memory::ProofHome;

const QUESTION: &str = "what is Zoltan's dog called?";
const HIGHER: &str = "Zoltan's dog is called Rex.";
const LOWER: &str = "Zoltan's dog is now called Bello.";

/// What was tried and what went wrong.
#[derive(Debug, Default)]
pub struct Matrix {
    /// Cells that were tried.
    pub cells: usize,
    /// Cells that came out other than the table says.
    pub wrong: Vec<String>,
    /// One line per authority: what it may do by itself.
    pub lines: Vec<String>,
}

/// Prints the matrix; says whether it holds.
pub fn run(dir: &Path) -> Result<bool> {
    let matrix = tried(dir)?;
    println!("{:<10} core-line procedure entity-fact unquoted  (what a source may do without approval)", "source");
    matrix.lines.iter().for_each(|line| println!("{line}"));
    matrix.wrong.iter().for_each(|wrong| println!("WRONG: {wrong}"));
    println!("{} cells, {} exceptions", matrix.cells, matrix.wrong.len());
    Ok(matrix.wrong.is_empty())
}

/// Tries every cell.
pub fn tried(dir: &Path) -> Result<Matrix> {
    let mut matrix = Matrix::default();
    for (nth, authority) in Authority::ALL.iter().rev().enumerate() {
        alone(&dir.join(format!("alone-{nth}")), *authority, &mut matrix)?;
        for (other, lower) in Authority::ALL.iter().filter(|lower| *lower < authority).enumerate() {
            pair(&dir.join(format!("pair-{nth}-{other}")), *authority, *lower, &mut matrix)?;
        }
    }
    Ok(matrix)
}

/// What one authority may do without a person's approval.
fn alone(dir: &Path, authority: Authority, matrix: &mut Matrix) -> Result<()> {
    let engine = fresh(dir)?;
    let rights = authority.rights();
    say(&engine, authority, "I always take the tram to work.", Some(Store::Core))?;
    say(&engine, authority, "When I deploy, I first run the tests, then tag the release.", Some(Store::Procedural))?;
    say(&engine, authority, "Ilse works at Globex.", Some(Store::Semantic))?;
    let holds = |folder: &str, text: &str| all_text(&dir.join("ws").join(folder)).contains(text);
    let core = std::fs::read_to_string(dir.join("ws/MEMORY.md")).unwrap_or_default();
    let (pack, _) = engine.context(&ContextRequest::default())?;
    let quoted =
        pack.rendered.lines().filter(|line| line.contains("Ilse works at Globex")).all(|line| line.starts_with("> "));
    let found = [
        ("core line", core.contains("tram"), rights.core_line),
        ("procedure", holds("memory/procedures", "deploy"), rights.procedure),
        ("entity fact", holds("memory/graph/entities", "Globex"), rights.entity_fact),
        ("unquoted rendering", !quoted, rights.unquoted),
    ];
    let mut line = format!("{:<10}", authority.to_string());
    for (what, is, may) in found {
        matrix.cells += 1;
        line += &format!(" {:<9}", if is { "yes" } else { "–" });
        if is != may {
            matrix.wrong.push(format!("{authority}: {what} is {is}, the table says {may}"));
        }
    }
    matrix.lines.push(line);
    Ok(())
}

/// A statement of less authority against one of more.
fn pair(dir: &Path, higher: Authority, lower: Authority, matrix: &mut Matrix) -> Result<()> {
    let engine = fresh(dir)?;
    say(&engine, higher, HIGHER, Some(Store::Semantic))?;
    let entities = dir.join("ws/memory/graph/entities");
    let weak = |text: &str| text.contains("confidence:low") || text.contains("confidence: low");
    let stated = |text: &str| text.lines().find(|line| line.contains("Rex")).map(str::to_owned);
    let before = stated(&all_text(&entities));
    say(&engine, lower, LOWER, Some(Store::Semantic))?;
    let after = stated(&all_text(&entities));
    let session = Session::new(SessionKind::Main);
    let answer = engine.recall(&RecallRequest::new(QUESTION.to_owned(), session))?;
    let first = answer.hits.first().map(|hit| hit.text.clone()).unwrap_or_default();
    let struck = after.as_ref().is_some_and(|line| line.contains("~~") || line.contains("superseded"));
    let weakened = after.as_ref().is_some_and(|line| weak(line)) && !before.as_ref().is_some_and(|line| weak(line));
    for (what, bad) in [
        ("supersedes", struck || (before.is_some() && after.is_none())),
        ("lowers the confidence of", weakened),
        ("outranks", first.contains("Bello") && !first.contains("Rex")),
    ] {
        matrix.cells += 1;
        if bad {
            matrix.wrong.push(format!("{lower} {what} {higher}: {after:?}, first answer {first:?}"));
        }
    }
    Ok(())
}

fn fresh(dir: &Path) -> Result<Engine> {
    let home = ProofHome { workspace: dir.join("ws"), state: dir.join("states/main") };
    Ok(Engine::setup(home.place(), &SetupRequest::default())?.0)
}

fn say(engine: &Engine, authority: Authority, text: &str, store: Option<Store>) -> Result<()> {
    let by = if authority >= Authority::Approved { By::Person } else { By::Agent };
    engine.remember(&RememberRequest {
        text: text.to_owned(),
        store,
        trust: Some(authority),
        by,
        ..RememberRequest::default()
    })?;
    Ok(())
}

/// The text of every file below a folder.
fn all_text(dir: &Path) -> String {
    let mut names: Vec<_> = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    names.sort();
    names.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_authority_holds_in_the_engine() {
        let dir = tempfile::tempdir().unwrap();
        let matrix = tried(dir.path()).unwrap();
        assert_eq!(matrix.wrong, Vec::<String>::new());
        assert_eq!(matrix.cells, Authority::ALL.len() * 4 + Authority::ALL.len() * (Authority::ALL.len() - 1) / 2 * 3);
    }
}
