//! stub
use crate::error::Result;
use crate::mutation::Receipt;
/// What must not be found anywhere afterwards.
#[derive(Debug, Clone, Default)]
pub struct Purge {
    /// Texts.
    pub texts: Vec<String>,
    /// Files that go from every commit.
    pub paths: Vec<String>,
}
/// What a purge did.
#[derive(Debug, Clone)]
pub struct Purged {
    /// The receipt.
    pub receipt: Receipt,
    /// Commits rewritten.
    pub rewritten: usize,
    /// Commits in all.
    pub commits: usize,
}
impl crate::Workspace {
    /// x
    pub fn purge(&self, _purge: &Purge) -> Result<Purged> {
        Err(crate::Error::Invalid("x".into()))
    }
}
