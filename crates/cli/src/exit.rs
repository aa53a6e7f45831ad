//! Stable exit codes, and how an error is shown.

use std::process::ExitCode;

use soulfile_api::{ErrorKind, Hint, Problem};
use soulfile_engine::Error;

/// Something checked turned out to be wrong (`audit verify`, `doctor`, `config validate`).
pub const FOUND_PROBLEMS: u8 = 8;

/// The exit code of an error's kind. 0 is success, 2 is a usage error (by clap).
pub fn code(kind: ErrorKind) -> u8 {
    match kind {
        ErrorKind::Internal => 1,
        ErrorKind::NotFound => 3,
        ErrorKind::Invalid => 4,
        ErrorKind::Conflict => 5,
        ErrorKind::Denied => 6,
        ErrorKind::Unavailable => 7,
    }
}

/// How an error is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As a sentence.
    Text,
    /// As one line of JSON, shaped as the gateway's are.
    Json,
}

impl Form {
    /// What the command line asks for, also where the rest of it is not understood.
    pub fn asked() -> Self {
        let json = std::env::args_os().skip(1).take_while(|arg| arg != "--").any(|arg| arg == "--json");
        if json { Self::Json } else { Self::Text }
    }
}

/// Shows a command line that is not understood, or the help it asks for, and gives the exit code.
pub fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || Form::asked() == Form::Text {
        // Nothing can be done about a closed pipe.
        let _ = error.print();
    } else {
        let text = error.render().to_string();
        show(&Problem::new("usage", text.trim().strip_prefix("error: ").unwrap_or(text.trim())));
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// A hint in the words of the command line.
fn words(hint: Hint) -> &'static str {
    match hint {
        Hint::AllowSecret => "`--allow-secret` stores it all the same",
        Hint::ConfirmRemoval => "`--yes` confirms it",
        Hint::RefreshReflection => "`soul reflect show` shows it, `soul reflect --refresh` drafts it anew",
        Hint::ApproveWithChanges => {
            "`soul reflect show` shows what would apply, `soul reflect approve --with-changes` means it as it is now"
        }
        Hint::Mend => "`soul doctor --fix` sets it aside and makes it anew",
        Hint::AppendToLog => "`soul remember` adds an entry",
        Hint::NameRoom => "name it with `--room`",
    }
}

#[allow(clippy::print_stderr)]
fn show(problem: &Problem) {
    eprintln!("{}", serde_json::to_string(problem).expect("an error serialises"));
}

/// Shows an error on stderr and gives its exit code.
pub fn report(error: &anyhow::Error, form: Form) -> ExitCode {
    let io = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    let json = error.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
    if io.or(json) == Some(std::io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    let kind = error.downcast_ref::<Error>().map_or(ErrorKind::Internal, Error::kind);
    let hint = error.downcast_ref::<Error>().and_then(Error::hint);
    let message = match hint {
        Some(hint) => format!("{}; {}", with_causes(error), words(hint)),
        None => with_causes(error),
    };
    match form {
        Form::Text => crate::render::note(&message),
        Form::Json => {
            let mut problem = Problem::new(kind.word(), message);
            problem.error.hint = hint;
            show(&problem);
        }
    }
    ExitCode::from(code(kind))
}

/// An error with its causes, each said once: many tell their cause themselves.
fn with_causes(error: &anyhow::Error) -> String {
    let mut out = String::new();
    for cause in error.chain().map(ToString::to_string) {
        match out.is_empty() {
            true => out = cause,
            false if out.contains(&cause) => {}
            false => out += &format!(": {cause}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_said_once() {
        let missing = || std::io::Error::new(std::io::ErrorKind::NotFound, "no such file");
        let twice = anyhow::Error::new(missing()).context("reading a.jsonl: no such file");
        assert_eq!(with_causes(&twice), "reading a.jsonl: no such file");
        assert_eq!(
            with_causes(&anyhow::Error::new(missing()).context("reading a.jsonl")),
            "reading a.jsonl: no such file"
        );
    }
}
