//! Soulfile context.
