//! Drafts reflections: what unprocessed episodes say, with their evidence, as items a person approves.
//!
//! Pure, like the stores it reads: a [`Survey`] in, a [`Reflection`] out, and text of the files a
//! reflection keeps. It knows no disk, git or clock, and applies nothing.
//!
//! - The phases: [`survey`], [`meta`], [`consolidate`], [`rewrite`], [`summarise`]; [`engine`] runs them
//! - What comes out: [`item`]
//! - What a person does with it: [`edited`] reads a file they edited, [`reply`] what they say
//! - What is kept: [`ledger`] (what was processed and rejected), [`journal`] (the log and evolution.md)

pub mod consolidate;
pub mod edited;
pub mod engine;
pub mod item;
pub mod journal;
pub mod ledger;
pub mod meta;
pub mod reply;
pub mod rewrite;
pub mod selection;
pub mod suggested;
pub mod summarise;
pub mod survey;

pub use engine::{Builtin, Drafter, Error, draft};
pub use item::{Evidence, EvidenceBinding, Item, ItemKind, Op, Reflection};
pub use selection::Selection;
pub use survey::Survey;
