//! Who the agent is, to people: what IDENTITY.md says, and which source wins for each field.
//!
//! Display only. What a model is told about itself is SOUL.md and IDENTITY.md, through `assemble`.

mod avatar;
mod parse;
mod resolve;

pub use avatar::{Avatar, BadAvatar};
pub use parse::{IdentityFile, parse};
pub use resolve::{DisplayIdentity, Field, IdentitySource, resolve};
