//! The terminal: editing, history, completion, lines that go on.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use soulfile_agent::{Reply, TurnEvent, complete};
use soulfile_engine::Engine;

use super::show::shown;
use super::voice::Voice;
use crate::deciding;
use crate::render::{Style, for_people, styled};

/// Marks a prompt and the start of an answer for terminals that jump between them (OSC 133).
const PROMPT_MARK: &str = "\x1b]133;A\x07";
const ANSWER_MARK: &str = "\x1b]133;C\x07";

/// What editing needs to know of the conversation.
struct Typing<'e> {
    engine: &'e Engine,
    /// Whether names may be offered.
    names: bool,
}

impl Completer for Typing<'_> {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let found = complete(self.engine, self.names, line, pos);
        let pairs = found.words.into_iter().map(|word| Pair { display: word.trim_end().to_owned(), replacement: word });
        Ok((found.start, pairs.collect()))
    }
}

impl Validator for Typing<'_> {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match goes_on(context.input()) {
            true => ValidationResult::Incomplete,
            false => ValidationResult::Valid(None),
        })
    }
}

impl Hinter for Typing<'_> {
    type Hint = String;
}
impl Highlighter for Typing<'_> {}
impl Helper for Typing<'_> {}

/// Holds the conversation until the person ends it.
pub fn hold(engine: &Engine, mut voice: Voice, history: &Path) -> Result<ExitCode> {
    let config = Config::builder()
        .history_ignore_space(true)
        .history_ignore_dups(true)?
        .max_history_size(2_000)?
        .completion_type(CompletionType::List)
        .build();
    let mut editor: Editor<Typing<'_>, DefaultHistory> = Editor::with_config(config)?;
    editor.set_helper(Some(Typing { engine, names: voice.conversation().decides() }));
    // The first time there is none.
    let _ = editor.load_history(history);
    let marks = std::io::stdout().is_terminal() && std::env::var("TERM").is_ok_and(|term| term != "dumb");
    let opened = voice.open();
    put(&shown(&opened, Some(&voice.conversation().agent_name())))?;
    let mut interrupted = false;
    loop {
        if marks {
            put_raw(PROMPT_MARK)?;
        }
        let prompt = "You > ";
        let line = match editor.readline(&(prompt, for_people(&styled(Style::Green, prompt)))) {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) if !interrupted => {
                interrupted = true;
                put(&styled(Style::Dim, "  (once more, or Ctrl-D, to leave)\n"))?;
                continue;
            }
            Err(ReadlineError::Interrupted | ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        };
        interrupted = false;
        if marks {
            put_raw(ANSWER_MARK)?;
        }
        // What looks like a credential is not kept for the arrow keys either.
        if !line.trim().is_empty() && engine.understanding().statement(&line).credentials().is_empty() {
            editor.add_history_entry(line.as_str())?;
            editor.append_history(history)?;
        }
        if line.trim() == "/unlock" {
            put(&unlocked(engine))?;
            continue;
        }
        let name = voice.conversation().agent_name();
        let mut speaking = Speaking { name: &name, begun: false, at_line_start: true };
        let replies = voice.say(&joined(&line), &mut |event| speaking.hear(event));
        match speaking.begun {
            // Its words are on the screen already.
            true => {
                let rest: Vec<Reply> = without_first_words(&replies);
                put(&format!("\n{}", shown(&rest, None)))?;
            }
            // The line may have given it another name.
            false => put(&shown(&replies, Some(&voice.conversation().agent_name())))?,
        }
        if replies.contains(&Reply::End) {
            break;
        }
    }
    let ended = voice.end();
    put(&shown(&ended, Some(&voice.conversation().agent_name())))?;
    Ok(ExitCode::SUCCESS)
}

/// Asks for the passphrase of the approval lock, so that the conversation decides for a few minutes.
fn unlocked(engine: &Engine) -> String {
    if !engine.approval_lock().is_set() {
        return "The approval lock is off; nothing needs it.\n".to_owned();
    }
    let opened = deciding::typed("Passphrase of the approval lock: ").and_then(|phrase| Ok(engine.unlock(&phrase)?));
    match opened {
        Ok(()) => "Unlocked for five minutes.\n".to_owned(),
        Err(error) => format!("{error}\n"),
    }
}

/// A model's words, as they come.
struct Speaking<'n> {
    name: &'n str,
    begun: bool,
    at_line_start: bool,
}

impl Speaking<'_> {
    /// Shows what comes. A terminal that takes nothing is told by what is shown afterwards.
    fn hear(&mut self, event: TurnEvent) {
        let text = match event {
            TurnEvent::Text(text) if self.begun => text,
            TurnEvent::Text(text) => {
                self.begun = true;
                format!("{}{text}", styled(Style::Bold, &format!("{} > ", self.name)))
            }
            TurnEvent::Tool { name, outcome } => self.aside(&format!("{name}: {outcome}")),
            TurnEvent::Notice(text) => self.aside(&text),
            TurnEvent::Thinking(_) | TurnEvent::Reply(_) | TurnEvent::Session(_) => return,
        };
        self.at_line_start = text.ends_with('\n');
        let _ = put(&text);
    }

    fn aside(&self, text: &str) -> String {
        let before = if self.at_line_start { "" } else { "\n" };
        format!("{before}{}\n", styled(Style::Dim, &format!("  ({text})")))
    }
}

/// The replies without the first thing said.
fn without_first_words(replies: &[Reply]) -> Vec<Reply> {
    let first = replies.iter().position(|reply| matches!(reply, Reply::Say { .. }));
    replies.iter().enumerate().filter(|(at, _)| Some(*at) != first).map(|(_, reply)| reply.clone()).collect()
}

/// Whether a line is not finished: it ends in a backslash, or a block of code is open.
pub fn goes_on(text: &str) -> bool {
    text.ends_with('\\') || text.matches("```").count() % 2 == 1
}

/// The line as it was meant, without the backslashes that carried it on.
pub fn joined(text: &str) -> String {
    text.replace("\\\n", "\n")
}

fn put(text: &str) -> Result<()> {
    put_raw(&for_people(text))
}

fn put_raw(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_blocks_and_backslashes_go_on() {
        assert!(goes_on("one \\") && goes_on("```\ncode") && !goes_on("```\ncode\n```") && !goes_on("one"));
        assert_eq!(joined("one \\\ntwo"), "one \ntwo");
    }
}
