//! Lines in, replies out: for pipes, scripts and other programs.

use std::io::{BufRead, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;
use soulfile_agent::Reply;

use super::show::shown;
use super::terminal::{goes_on, joined};
use super::voice::Voice;
use crate::render::{Style, for_people, styled};

/// A line and what came back, for `--json`.
#[derive(Serialize)]
struct Exchanged<'a> {
    said: Option<&'a str>,
    replies: &'a [Reply],
}

/// Holds the conversation until the input ends. Fails at the end when something did on the way.
pub fn hold(mut voice: Voice, json: bool, echo: bool) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut failed = false;
    let mut put = |said: Option<&str>, replies: &[Reply]| -> Result<()> {
        failed |= replies.iter().any(|reply| matches!(reply, Reply::Failed { .. }));
        if json {
            serde_json::to_writer(&mut out, &Exchanged { said, replies })?;
            writeln!(out)?;
        } else {
            if let Some(said) = said.filter(|_| echo) {
                writeln!(out, "{}", for_people(&format!("{} {said}", styled(Style::Green, "You >"))))?;
            }
            let text = for_people(&shown(replies, None));
            write!(out, "{text}")?;
            if !text.is_empty() {
                writeln!(out)?;
            }
        }
        Ok(out.flush()?)
    };
    put(None, &voice.open())?;
    let mut begun = String::new();
    for line in std::io::stdin().lock().lines() {
        begun.push_str(&line?);
        if goes_on(&begun) {
            begun.push('\n');
            continue;
        }
        let said = joined(&std::mem::take(&mut begun));
        let replies = voice.say(&said, &mut |_| ());
        put(Some(&said), &replies)?;
        if replies.contains(&Reply::End) {
            break;
        }
    }
    if !begun.trim().is_empty() {
        let said = joined(&begun);
        let replies = voice.say(&said, &mut |_| ());
        put(Some(&said), &replies)?;
    }
    let ended = voice.end();
    if !ended.is_empty() {
        put(None, &ended)?;
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
