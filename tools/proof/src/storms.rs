//! Lock storms: processes search, write, rebuild and hold the index's lock at once. Busy is waited
//! out or said, never taken for damage, and nothing is lost.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use soulfile_api::ErrorKind;

use crate::memory::{self, ProofHome};
use crate::report::ProofReport;

/// What a process of a storm does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum StormPart {
    /// Asks questions.
    Search,
    /// Adds notes and asks for them.
    Write,
    /// Makes the index anew.
    Rebuild,
    /// Holds the index's write lock for moments.
    Hold,
}

/// The processes of one storm.
const CAST: [StormPart; 6] =
    [StormPart::Search, StormPart::Search, StormPart::Write, StormPart::Write, StormPart::Rebuild, StormPart::Hold];
/// How long the lock is held at a time.
const HELD: Duration = Duration::from_millis(3);

/// Runs a storm of about `count` operations.
pub fn run(dir: &Path, seed: u64, count: u64) -> Result<ProofReport> {
    let mut report = ProofReport::new("storms", seed);
    let dir = dir.join("storms");
    let home = memory::make(&dir)?;
    memory::add_late(&home)?;
    let wanted = memory::ask(&home.open()?)?;
    let each = count.div_ceil(CAST.len() as u64);
    let mut children = Vec::new();
    for (process, part) in CAST.iter().enumerate() {
        let part = format!("{part:?}").to_lowercase();
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("child").arg("storm").arg(&home.workspace).arg(&home.state);
        command.arg(part).arg(process.to_string()).arg(each.to_string());
        children.push(command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?);
    }
    let outputs: Vec<std::io::Result<String>> = std::thread::scope(|scope| {
        let read = |child: &mut std::process::Child| -> std::io::Result<String> {
            let mut output = String::new();
            child.stdout.take().expect("piped").read_to_string(&mut output)?;
            child.wait()?;
            Ok(output)
        };
        let readers: Vec<_> = children.iter_mut().map(|child| scope.spawn(move || read(child))).collect();
        readers.into_iter().map(|r| r.join().expect("a reader does not panic")).collect()
    });
    let (mut busy, mut notes) = (0, Vec::new());
    for output in outputs {
        for line in output?.lines() {
            match line.split_once(' ').unwrap_or((line, "")) {
                ("ok", _) => report.tried += 1,
                ("busy", _) => (report.tried, busy) = (report.tried + 1, busy + 1),
                ("note", file) => notes.push(file.to_owned()),
                ("lost", what) => {
                    report.tried += 1;
                    report.lost(what);
                }
                (_, _) => {
                    report.tried += 1;
                    report.torn(line);
                }
            }
        }
    }
    if report.tried < each * CAST.len() as u64 {
        report.torn(format!("{} of {} operations ended", report.tried, each * CAST.len() as u64));
    }
    let engine = home.open()?;
    for mark in &notes {
        let found = memory::ask_one(&engine, mark)?;
        if !found.hits.iter().any(|(_, text, _)| text.contains(mark.as_str())) {
            report.lost(format!("{mark} is not found afterwards"));
        }
    }
    if let Some(problem) = engine.index_status(true)?.problems.iter().flatten().next() {
        report.torn(format!("the index is not what the files say: {problem}"));
    }
    let after = memory::ask(&engine)?;
    engine.rebuild_index()?;
    if memory::ask(&engine)? != after {
        report.torn("a rebuild answers differently");
    }
    for (before, after) in wanted.iter().zip(&after) {
        // Thousands of notes weigh words differently and may rank in between, but what was found first is still found.
        if let Some(first) = before.hits.first()
            && !after.hits.iter().any(|hit| hit.1 == first.1)
        {
            report.torn(format!("{:?} and not {first:?}", after.hits.first()));
        }
    }
    report.note(format!("{busy} times busy, {} notes written", notes.len()));
    drop(engine);
    std::fs::remove_dir_all(&dir)?;
    Ok(report)
}

/// Plays a part.
pub fn play(home: &ProofHome, part: StormPart, process: u64, count: u64, say: &dyn Fn(&str)) -> Result<()> {
    let engine = home.open().context("opening")?;
    for number in 0..count {
        match part {
            StormPart::Search => {
                let question = memory::QUESTIONS[number as usize % memory::QUESTIONS.len()];
                say(&judged(memory::ask_one(&engine, question), |hits| !hits.is_empty(), question));
            }
            StormPart::Write => {
                let mark = format!("marker{process}x{number}");
                memory::add(home, &format!("bank/{mark}.md"), &format!("The {mark} lies on the shelf.\n"))?;
                say(&format!("note {mark}"));
                say(&judged(
                    memory::ask_one(&engine, &mark),
                    |hits| hits.iter().any(|(_, text, _)| text.contains(&mark)),
                    &mark,
                ));
            }
            StormPart::Rebuild => say(&match engine.rebuild_index() {
                Ok(_) => "ok".to_owned(),
                Err(error) if error.kind() == ErrorKind::Unavailable => "busy".to_owned(),
                Err(error) => format!("torn rebuild {number}: {error}"),
            }),
            StormPart::Hold => {
                // Opened anew each time: a rebuild replaces the file.
                if let Ok(other) = rusqlite::Connection::open(home.index()) {
                    let held = other.execute_batch("BEGIN IMMEDIATE");
                    std::thread::sleep(HELD);
                    let _ = held.and_then(|()| other.execute_batch("ROLLBACK"));
                }
                say("ok");
            }
        }
    }
    Ok(())
}

fn judged(
    answer: Result<memory::AnswerSnapshot>,
    found: impl Fn(&[(String, String, i32)]) -> bool,
    what: &str,
) -> String {
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => {
            let kind = error.downcast_ref::<soulfile_engine::Error>().map(soulfile_engine::Error::kind);
            return if kind == Some(ErrorKind::Unavailable) {
                "busy".to_owned()
            } else {
                format!("torn {what}: {error:#}")
            };
        }
    };
    let waiting = answer.notes.iter().any(|note| note.contains("writ") || note.contains("not complete"));
    if answer.notes.iter().any(|note| note.contains("damaged")) {
        format!("torn {what}: busy was taken for damage: {:?}", answer.notes)
    } else if found(&answer.hits) {
        "ok".to_owned()
    } else if waiting {
        "busy".to_owned()
    } else {
        format!("lost {what}: neither found nor said to be missed: {:?}", answer.notes)
    }
}
