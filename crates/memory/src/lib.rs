//! The memory stores of Soulfile: parsers and writers for every memory file.
//!
//! Owns the formats on disk and nothing else: text in, typed document out, and edits that give new
//! text. It knows no disk, git, clock or environment; the layer above turns its results into one
//! atomic change.
//!
//! Reading is tolerant: any text parses, and what is not understood is kept byte for byte and named
//! in a [`note::Note`]. Writing is exact: an edit splices the region it names and nothing else. A
//! file that is not UTF-8 is never edited: the caller refuses it before it gets here.
//!
//! ```
//! use soulfile_memory::core::{Block, Budget, CoreMemory, Limit, NewLine, WhenFull};
//!
//! let core = CoreMemory::parse("## Identity\n- Name: Alex <!-- importance: high -->\n");
//! let limit = Limit {
//!     budget: Budget::default(),
//!     count: &|text| text.len() / 4,
//!     when_full: WhenFull::Refuse,
//!     relevance: &|_| None,
//! };
//! let edit = core.add(Block::Identity, &NewLine::new("Prefers Vim"), &limit)?;
//! assert_eq!(edit.text, "## Identity\n- Name: Alex <!-- importance: high -->\n- Prefers Vim\n");
//! # Ok::<(), soulfile_memory::Error>(())
//! ```
//!
//! - Stores: [`core`], [`episode`], [`entity`], [`graph`], [`pages`] ([`procedure`], [`vault`]), [`bank`]
//! - Life: [`decay`], [`archive`], [`proposal`]
//! - Shared: [`id`], [`provenance`], [`lines`], [`outline`], [`header`], [`comment`], [`escape`],
//!   [`splice`], [`fingerprint`], [`note`], [`error`]

pub mod archive;
pub mod bank;
pub mod comment;
pub mod core;
pub mod decay;
pub mod entity;
pub mod episode;
pub mod error;
pub mod escape;
pub mod fingerprint;
pub mod graph;
pub mod header;
pub mod id;
pub mod lines;
pub mod note;
pub mod outline;
pub mod pages;
pub mod procedure;
pub mod proposal;
pub mod provenance;
pub mod splice;
pub mod vault;

pub use error::Error;
