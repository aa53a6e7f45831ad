//! Links between statements: what an entry answers or corrects, written in its heading as `answers:ID` or `corrects:ID`.

use crate::id::MemoryId;

/// How a statement stands to an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkKind {
    /// It says little without the earlier one, which it answers.
    Answers,
    /// It holds in place of the earlier one, which stays.
    Corrects,
}

/// A link to an earlier statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementLink {
    /// How it stands to it.
    pub kind: LinkKind,
    /// The earlier statement.
    pub to: MemoryId,
}

impl StatementLink {
    /// Parts the fields of a heading that are links from those that are not.
    pub(crate) fn split(fields: Vec<String>) -> (Vec<Self>, Vec<String>) {
        let (mut links, mut rest) = (Vec::new(), Vec::new());
        for field in fields {
            match Self::read(&field) {
                Some(link) => links.push(link),
                None => rest.push(field),
            }
        }
        (links, rest)
    }

    fn read(field: &str) -> Option<Self> {
        let (key, value) = field.split_once(':')?;
        let kind = match key.trim() {
            "answers" => LinkKind::Answers,
            "corrects" => LinkKind::Corrects,
            _ => return None,
        };
        Some(Self { kind, to: value.trim().parse().ok()? })
    }

    pub(crate) fn render(&self) -> String {
        let kind = match self.kind {
            LinkKind::Answers => "answers",
            LinkKind::Corrects => "corrects",
        };
        format!("{kind}:{}", self.to)
    }
}
