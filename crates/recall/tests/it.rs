//! The index and search as callers see them: files in, answers out.

mod it {
    pub mod chinese;
    pub mod damage;
    pub mod encoder;
    pub mod gathering;
    pub mod languages;
    pub mod lookup;
    pub mod meaning;
    pub mod ranking;
    pub mod segments;
    pub mod sync;
}

use soulfile_recall::{Index, IndexPlace, Options, Query, SearchAnswer, SourceFile};

/// An index in memory over these files.
pub fn index_of(files: &[(&str, &str)]) -> Index {
    let index = Index::open(IndexPlace::Memory, Options::default()).expect("opens in memory");
    index.sync(sources(files)).expect("syncs");
    index
}

/// Files of a workspace.
pub fn sources(files: &[(&str, &str)]) -> Vec<SourceFile> {
    files.iter().map(|(path, text)| SourceFile::new(*path, *text)).collect()
}

/// Answers a question with the default settings.
pub fn ask(index: &Index, question: &str) -> SearchAnswer {
    index.search(&Query::new(question)).expect("answers")
}

/// Text of the first hit, empty when there is none.
pub fn first(index: &Index, question: &str) -> String {
    ask(index, question).hits.first().map_or(String::new(), |h| h.text.clone())
}
