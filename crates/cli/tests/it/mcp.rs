//! `soul mcp` over stdio, in raw JSON-RPC lines, through the real binary.

pub mod client;
mod install;
mod leaks;
mod obedient;
mod protocol;
mod robust;
mod story;
mod tools;
mod watching;
