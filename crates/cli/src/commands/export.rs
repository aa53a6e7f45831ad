//! `soul export`

use std::io::{BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use soulfile_engine::{Error, ExportFormat};
use soulfile_vocabulary::Scope;

use crate::args::Global;
use crate::deciding::{Ask, decide};
use crate::place::Located;
use crate::render;

/// Write everything of a workspace into one file.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul export aria.tar                   every file, byte for byte
  soul export aria.jsonl                 one line per file and per memory, for other programs
  soul export aria.html                  one page to read
  soul export --format jsonl - | jq .    to stdout

Everything is in it, private memories and the vault included: `--scope shared` keeps to what every session may see. The file
is readable by you alone; who has it has the memory.

The way back: `soul setup --workspace FOLDER --from aria.tar` (or aria.jsonl), byte for byte.")]
pub struct ExportArgs {
    /// The file to write; `-` for stdout. It must not exist yet.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only memories of this scope: `shared`, `room:NAME`, `user:NAME` or `private`. Not for archives.
    #[arg(long, value_name = "SCOPE")]
    scope: Option<Scope>,
    /// How to write it; by the file's ending when not given.
    #[arg(long, value_enum)]
    format: Option<ExportChoice>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum ExportChoice {
    Tar,
    Jsonl,
    Html,
}

impl ExportArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let format = match self.format.map_or_else(|| by_ending(&self.file), Ok)? {
            ExportChoice::Tar => ExportFormat::Tar,
            ExportChoice::Jsonl => ExportFormat::JsonLines,
            ExportChoice::Html => ExportFormat::Html,
        };
        let located = Located::find(global)?;
        let engine = decide(located.engine(global)?, &located, global, |_| Ok(String::new()), Ask::Asked)?;
        if self.file == Path::new("-") {
            engine.export(format, self.scope.as_ref(), &mut BufWriter::new(std::io::stdout().lock()))?;
            return Ok(ExitCode::SUCCESS);
        }
        let shown = self.file.display();
        // Private, and nothing that is there is written over.
        let opened = std::fs::File::options().write(true).create_new(true).mode(0o600).open(&self.file);
        let mut file = BufWriter::new(
            opened.with_context(|| format!("{shown} cannot be made; name a file that is not there yet"))?,
        );
        let written =
            engine.export(format, self.scope.as_ref(), &mut file).map_err(anyhow::Error::from).and_then(|done| {
                file.flush()?;
                file.get_ref().sync_all()?;
                Ok(done)
            });
        let done = written.inspect_err(|_| drop(std::fs::remove_file(&self.file)))?;
        if global.json {
            render::json(&done)?;
        } else {
            render::text(&format!("{} files, {} bytes, in {shown}\n", done.files, done.bytes))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn by_ending(file: &Path) -> Result<ExportChoice> {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("tar") => Ok(ExportChoice::Tar),
        Some("jsonl" | "ndjson") => Ok(ExportChoice::Jsonl),
        Some("html" | "htm") => Ok(ExportChoice::Html),
        _ => Err(Error::Invalid(format!(
            "{} ends in none of .tar, .jsonl and .html; --format says which it is",
            file.display()
        ))
        .into()),
    }
}
