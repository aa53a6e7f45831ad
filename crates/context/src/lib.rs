//! What a model may see, and who it is: configuration, identity, persona, templates, the human day,
//! and context assembly.
//!
//! Pure: no disk, no git, no clock, no environment. Files come through [`files::ReadFiles`], time and
//! chance are passed in. Start at [`assemble::assemble`] for what a session receives.

pub mod assemble;
pub mod config;
pub mod day;
pub mod digest;
pub mod files;
pub mod identity;
pub mod markdown;
pub mod persona;
pub mod session;
pub mod silent_replies;
pub mod templates;
