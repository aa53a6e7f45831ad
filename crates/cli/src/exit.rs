//! Stable exit codes, and how an error is shown.

use std::process::ExitCode;

use soulfile_engine::{Error, Kind};

/// Something checked turned out to be wrong (`audit verify`, `doctor`, `config validate`).
pub const FOUND_PROBLEMS: u8 = 8;

/// The exit code of an error's kind. 0 is success, 2 is a usage error (by clap).
pub fn code(kind: Kind) -> u8 {
    match kind {
        Kind::Internal => 1,
        Kind::NotFound => 3,
        Kind::Invalid => 4,
        Kind::Conflict => 5,
        Kind::Denied => 6,
        Kind::Unavailable => 7,
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
        show("usage", text.trim().strip_prefix("error: ").unwrap_or(text.trim()));
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

#[allow(clippy::print_stderr)]
fn show(kind: impl serde::Serialize, message: &str) {
    eprintln!("{}", serde_json::json!({ "error": { "kind": kind, "message": message } }));
}

/// Shows an error on stderr and gives its exit code.
pub fn report(error: &anyhow::Error, form: Form) -> ExitCode {
    let io = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    let json = error.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
    if io.or(json) == Some(std::io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    let kind = error.downcast_ref::<Error>().map_or(Kind::Internal, Error::kind);
    match form {
        Form::Text => crate::render::note(&told(error)),
        Form::Json => show(kind, &told(error)),
    }
    ExitCode::from(code(kind))
}

/// An error with its causes, each said once: many tell their cause themselves.
fn told(error: &anyhow::Error) -> String {
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
        assert_eq!(told(&twice), "reading a.jsonl: no such file");
        assert_eq!(told(&anyhow::Error::new(missing()).context("reading a.jsonl")), "reading a.jsonl: no such file");
    }
}
