//! The derived index of Soulfile: chunk, analyse, scan, fuse, rank.
//!
//! Holds no fact that is not in a file of the workspace. Knows nothing of git, models over a
//! network, the clock or the environment: callers pass those in. Start at [`index`] (what is kept
//! and how it heals), [`search`] (what a question does) [`fuse`] (why something ranked first) and [`rerank`] (what a caller
//! knows of results).

mod arms;
pub mod attribute;
pub mod chunk;
mod column_file;
mod column_store;
mod confidence;
pub mod db;
pub mod embed;
pub mod entry;
pub mod error;
pub mod eval;
mod explain;
pub mod filter;
pub mod focus;
pub mod fuse;
mod hashed;
mod hop;
pub mod image;
pub mod index;
pub mod keyword;
mod known_files;
pub mod late;
mod load;
pub mod lookup;
mod mapped;
pub mod meaning;
mod near_duplicates;
mod over;
mod postings;
mod prepare;
pub mod query;
pub mod question;
mod question_vector;
pub mod record;
pub mod rerank;
pub mod search;
mod segment;
mod snapshot;
pub mod snippet;
mod standing;
mod sums;
mod supersede;
pub mod sync;
mod talk;
pub mod telling;
mod term_coverage;
mod updates;
mod vector_rows;
mod vector_scan;
pub mod vectors;
pub mod voice;
mod writer;

pub use confidence::SURE;
pub use db::IndexPlace;
pub use entry::{Facts, SourceFile};
pub use error::Error;
pub use index::{Index, Options, Status};
pub use lookup::Similar;
pub use meaning::{Asked, Filled, Meaning};
pub use query::{Filter, Hit, Query, SearchAnswer, SearchStrategy, Span, Sureness};
