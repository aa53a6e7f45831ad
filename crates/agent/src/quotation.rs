//! From what recall returns to quotations: each statement once, in its own words, with its date, its source, and what
//! was told about it since.

use soulfile_api::{MemoryId, RecallHit};
use soulfile_engine::{LinkKind, Result, hit_statement, plain_text};
use soulfile_vocabulary::{Authority, Store};

use crate::conversation::Conversation;
use crate::echo::letters;
use crate::reply::{Quotation, Reply};

/// Longest text that is quoted whole, in characters; of a longer one the part that answers is.
const WHOLE: usize = 600;

/// A quotation and the memories it comes from.
#[derive(Debug, Clone)]
pub(crate) struct Quoted {
    pub(crate) quotation: Quotation,
    pub(crate) ids: Vec<String>,
}

impl Quoted {
    pub(crate) fn reply(&self) -> Reply {
        Reply::Recalled(self.quotation.clone())
    }

    /// The same as what is only nearest to a question.
    pub(crate) fn unsure(&self) -> Reply {
        Reply::Recalled(Quotation { sure: Some(false), ..self.quotation.clone() })
    }

    /// The entry of the log it quotes, with its words.
    pub(crate) fn episode(&self) -> Option<(MemoryId, String)> {
        let ids = self.ids.iter().filter_map(|id| id.parse::<MemoryId>().ok());
        let id = ids.into_iter().find(|id| matches!(id, MemoryId::Episode(_)))?;
        Some((id, self.quotation.text.clone()))
    }
}

impl Conversation {
    /// The first results as quotations, in recall's order; what was corrected since stands behind its correction.
    pub(crate) fn quoted(&self, hits: &[RecallHit], most: usize) -> Result<Vec<Quoted>> {
        let mut out: Vec<Quoted> = Vec::new();
        for hit in hits {
            if out.len() >= most {
                break;
            }
            let Some(text) = words_of(hit) else { continue };
            let same = letters(&text);
            let known = out.iter_mut().find(|quoted| {
                let other = letters(&quoted.quotation.text);
                other.contains(&same) || same.contains(&other) && hit.store != Store::Episodic
            });
            if let Some(quoted) = known {
                if !quoted.quotation.citations.contains(&hit.citation) {
                    quoted.quotation.citations.push(hit.citation.clone());
                }
                quoted.quotation.citations.truncate(2);
                quoted.ids.extend(hit.id.iter().chain(&hit.also).cloned());
                continue;
            }
            let mut quoted = Quoted {
                quotation: Quotation {
                    text,
                    date: hit.date.clone(),
                    marks: self.whose(hit.trust),
                    citations: vec![hit.citation.clone()],
                    ..Quotation::default()
                },
                ids: hit.id.iter().chain(&hit.also).cloned().collect(),
            };
            let since = self.linked_to(hit, &mut quoted)?;
            let replaced = !since.is_empty() || self.is_replaced(hit, hits, &out);
            for newer in since {
                let same = letters(&newer.quotation.text);
                out.retain(|known| letters(&known.quotation.text) != same);
                out.push(newer);
            }
            if replaced {
                quoted.quotation.marks.push(self.lang.say("earlier").to_owned());
            }
            out.push(quoted);
        }
        out.truncate(most.max(2));
        Ok(out)
    }

    /// Whose words they are, where they may not answer by themselves.
    pub(crate) fn whose(&self, trust: Authority) -> Vec<String> {
        let marked = !trust.rights().answer;
        marked.then(|| format!("{}: {trust}", self.lang.say("outside"))).into_iter().collect()
    }

    /// Whether recall says that a result was replaced by one that is shown.
    fn is_replaced(&self, hit: &RecallHit, hits: &[RecallHit], shown: &[Quoted]) -> bool {
        let Some(newer) = &hit.newer else { return false };
        let shown = shown.iter().any(|quoted| quoted.quotation.citations.contains(newer));
        shown || hits.iter().any(|other| other.citation == *newer)
    }

    /// Adds the line that a result answers, and returns what was told about it since, newest first.
    fn linked_to(&self, hit: &RecallHit, quoted: &mut Quoted) -> Result<Vec<Quoted>> {
        let Some(id) = hit.id.as_deref().and_then(|id| id.parse::<MemoryId>().ok()) else { return Ok(Vec::new()) };
        if !self.is_private() || !matches!(id, MemoryId::Episode(_)) {
            return Ok(Vec::new());
        }
        let links = self.engine.links(&id, &self.session)?;
        if let Some((_, target)) = links.to.first() {
            quoted.quotation.answers = Some(plain_text(&target.text));
        }
        let corrections = links.from.iter().filter(|(kind, _)| *kind == LinkKind::Corrects).rev();
        Ok(corrections
            .map(|(_, memory)| Quoted {
                quotation: Quotation {
                    text: plain_text(&memory.text),
                    date: memory.created.map(|at| {
                        let at = at.to_zoned(self.engine.now().time_zone().clone());
                        at.strftime("%Y-%m-%d %H:%M").to_string()
                    }),
                    answers: Some(quoted.quotation.text.clone()),
                    marks: self.whose(memory.trust),
                    citations: vec![format!("{}:{}", memory.path, memory.lines.1)],
                    ..Quotation::default()
                },
                ids: vec![memory.id.to_string()],
            })
            .collect())
    }
}

/// The words of a result: the whole entry, or of a long one the part that answers.
fn words_of(hit: &RecallHit) -> Option<String> {
    let whole = match hit.store {
        Store::Episodic => plain_text(&hit.text),
        _ => hit_statement(hit)?,
    };
    let text = if whole.chars().count() > WHOLE { hit_statement(hit)? } else { whole };
    text.chars().any(char::is_alphanumeric).then_some(text)
}
