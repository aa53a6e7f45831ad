//! The memory crate from outside: the documented examples, the pains it must not have, and size.

mod examples;
mod pains;
mod size;
