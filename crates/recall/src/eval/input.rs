//! The shapes of evaluation files: JSON Lines, plain or gzip.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::Error;

/// A document.
#[derive(Clone, Debug, Deserialize)]
pub struct Doc {
    pub id: String,
    /// Its text: one utterance or a whole conversation.
    pub text: String,
    /// Who said it.
    pub speaker: Option<String>,
}

/// A document's place in a case.
#[derive(Clone, Debug, Deserialize)]
pub struct CaseDoc {
    /// The document.
    pub id: String,
    /// When it was said.
    pub date: String,
    /// The session it belongs to.
    pub session: Option<String>,
}

/// A query of a case.
#[derive(Clone, Debug, Deserialize)]
pub struct EvalQuery {
    pub id: String,
    /// The words.
    pub text: String,
    /// When it is asked.
    pub date: Option<String>,
}

/// A case: documents and queries over them.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    /// Its name.
    pub case: String,
    /// Its documents.
    pub docs: Vec<CaseDoc>,
    pub queries: Vec<EvalQuery>,
}

/// What is relevant to a query.
#[derive(Clone, Debug, Deserialize)]
pub struct Judgement {
    pub case: String,
    /// The query.
    pub id: String,
    /// Relevant documents.
    pub relevant: Vec<String>,
    /// Older statements that a relevant one must outrank.
    #[serde(default)]
    pub older: Vec<String>,
    /// Type of the query.
    #[serde(rename = "type")]
    pub kind: Option<String>,
}

impl CaseDoc {
    /// Its date in seconds since 1970 UTC.
    pub fn moment(&self) -> Option<i64> {
        moment(&self.date)
    }
}

impl EvalQuery {
    /// Its date in seconds since 1970 UTC.
    pub fn moment(&self) -> Option<i64> {
        moment(self.date.as_deref()?)
    }
}

fn moment(date: &str) -> Option<i64> {
    let civil: jiff::civil::DateTime = date.trim_end_matches('Z').parse().ok()?;
    Some(civil.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_second())
}

/// Reads every line of a file.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Error> {
    let fail = |source| Error::File { path: path.to_owned(), source };
    let file = std::fs::File::open(path).map_err(fail)?;
    let plain: Box<dyn Read> =
        if path.extension().is_some_and(|e| e == "gz") { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let mut out = Vec::new();
    for (at, line) in BufReader::new(plain).lines().enumerate() {
        let line = line.map_err(fail)?;
        if line.trim().is_empty() {
            continue;
        }
        out.push(serde_json::from_str(&line).map_err(|e| Error::Input {
            path: path.to_owned(),
            line: at + 1,
            what: e.to_string(),
        })?);
    }
    Ok(out)
}
